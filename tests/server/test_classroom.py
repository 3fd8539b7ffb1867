"""Lessons over the wire: one step after the other, hints, going back, coming again, and nothing kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.house import Client, House, Message, take_lesson


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("lessons")) as house:
        yield house


def lesson(learner: Client) -> Message:
    """What the lesson said last."""
    return next(message for message in reversed(learner.heard) if message["type"] == "lesson")


def test_the_shelf_lists_the_lessons_of_a_game_in_their_order(house: House) -> None:
    games = {game["id"]: game for game in house.get("/api/shelf").json()["games"]}
    assert [each["id"] for each in games["warsaw-1920"]["lessons"]][:2] == ["both-banks", "rails"]
    assert len(games["west-was-saved"]["lessons"]) == 7
    assert games["nest-of-eagles"].get("lessons", []) == []


def test_a_lesson_is_played_to_its_end(house: House) -> None:
    learner = take_lesson(house, "warsaw-1920", "both-banks")
    assert (lesson(learner)["number"], lesson(learner)["steps"]) == (0, 8)
    assert learner.act(("attack", "3023"))["done"] == 1
    assert lesson(learner)["number"] == 1
    for unit in ("R-15cav", "R-18", "R-10cav"):
        learner.act(("unit", unit))
    assert lesson(learner)["reads"]
    learner.ask("learn", move="on")
    for _ in range(5):
        learner.ask("learn", move="show")
    assert lesson(learner)["number"] == 8
    assert lesson(learner)["closing"].startswith("One stack across the river")
    assert lesson(learner)["next"] == "rails"


def test_what_does_not_help_is_answered_with_a_hint_and_the_map_stays(house: House) -> None:
    learner = take_lesson(house, "warsaw-1920", "both-banks")
    asked = learner.view["decision"]
    learner.act(("attack", "2924"))
    assert lesson(learner)["wrong"]
    assert lesson(learner)["said"] == "Two divisions stand there. Start with the weaker neighbour."
    assert learner.view["decision"] == asked
    assert not lesson(learner).get("stuck")
    learner.act(("end", ""))
    assert lesson(learner)["stuck"]
    assert learner.act(("attack", "3023"))["done"] == 1


def test_one_can_go_back_across_a_die(house: House) -> None:
    learner = take_lesson(house, "warsaw-1920", "both-banks", "5")
    assert lesson(learner)["number"] == 5
    assert learner.view["decision"]["prompt"].startswith("Retreat")
    learner.ask("learn", move="back")
    assert lesson(learner)["number"] == 4
    assert "resolve" in [option["verb"] for option in learner.options]


def test_undo_and_gestures_work_as_at_any_table(house: House) -> None:
    learner = take_lesson(house, "warsaw-1920", "rails")
    learner.ask("go", revision=learner.revision, piece="R-16", space="2922", ends=True)
    assert lesson(learner)["number"] == 1
    learner.ask("undo", revision=learner.revision)
    assert lesson(learner)["number"] == 0
    assert learner.ask("why", kind="space", name="2822").get("refusal")


def test_other_questions_are_answered_and_what_belongs_to_a_table_is_declined(house: House) -> None:
    learner = take_lesson(house, "warsaw-1920", "both-banks", "2")
    assert learner.ask("odds")["forecast"]
    for message in ({"type": "chat", "text": "hello"}, {"type": "resign"}, {"type": "staff", "revision": 1}):
        assert learner.ask(**message)["error"] == "lesson"


def test_what_belongs_to_a_lesson_is_declined_at_a_table(house: House) -> None:
    table = house.open()
    assert table.sit("russia").ask("learn", move="on")["error"] == "table"


def test_a_lesson_or_a_game_that_is_not_there_is_told(house: House) -> None:
    for path in ("/api/games/warsaw-1920/lessons/nonsense/play", "/api/games/nonsense/lessons/rails/play"):
        client = Client(house, "", "", path=path)
        client.send(type="hello", id="1", token="")
        assert client.next()["why"] == "there is no such lesson"
        assert client.closed_with() == 1008


def test_a_step_that_is_not_there_is_the_beginning(house: House) -> None:
    for step in ("99", "-1", "x"):
        assert lesson(take_lesson(house, "warsaw-1920", "both-banks", step))["number"] == 0


def test_the_enemy_stays_hidden_in_a_lesson(house: House) -> None:
    learner = take_lesson(house, "strike-of-the-eagle", "two-orders")
    enemies = [piece for piece in learner.view["pieces"] if piece["side"] == "russia" and piece.get("space")]
    assert enemies
    assert all(piece.get("face") is None for piece in enemies)


@pytest.mark.sqlite
def test_nothing_of_a_lesson_is_kept(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        learner = take_lesson(house, "warsaw-1920", "both-banks")
        learner.act(("attack", "3023"))
        learner.close()
        house.stop()
    with sqlite3.connect(house.database) as kept:
        assert kept.execute("select count(*) from tables").fetchone() == (0,)
        assert kept.execute("select count(*) from entries").fetchone() == (0,)
