"""Looking back: the moments of a game from one's own eyes while it runs, from anybody's after its end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.house import Client, House, Message, Opened


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("retelling"), "--no-limits") as house:
        yield house


def play_on(sitters: list[Client], deeds: int, seed: int = 1) -> None:
    """Random answers of whoever is asked."""
    rng = random.Random(seed)
    for _ in range(deeds):
        for sitter in sitters:
            sitter.drain()
        asked = [sitter for sitter in sitters if sitter.asked]
        if not asked:
            return
        asked[0].act(asked[0].choice(rng))


def retelling(table: Opened, seat: str, eyes: str | None = None) -> Message:
    query = "" if eyes is None else f"?eyes={eyes}"
    answer = table.house.get(f"/api/tables/{table.id}/retelling{query}", table.tokens[seat])
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def views(table: Opened, seat: str, first: int, count: int, eyes: str = "") -> list[Message]:
    query = f"first={first}&count={count}" + (f"&eyes={eyes}" if eyes else "")
    answer = table.house.get(f"/api/tables/{table.id}/retelling/views?{query}", table.tokens[seat])
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def without_question(view: Message) -> Message:
    return {key: value for key, value in view.items() if key not in ("decision", "undo", "revision")}


def test_a_running_game_is_told_as_one_knows_it_up_to_now(house: House) -> None:
    table = house.open()
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 60)
    russia = sitters[0]
    russia.drain()
    told = retelling(table, "russia")
    assert (told["eyes"], told["choices"], told["over"]) == ("russia", ["russia"], False)
    assert len(told["moments"]) > 5
    lines = [line["text"] for line in told["lines"]]
    assert lines == [line["text"] for line in russia.lines][: len(lines)]
    assert [moment["heard"] for moment in told["moments"]] == sorted(moment["heard"] for moment in told["moments"])
    first, *_, last = views(table, "russia", 0, 60)
    assert first["turn"] == 1
    assert last.get("decision") is None
    if len(told["moments"]) <= 60 and not russia.view.get("undo", {}).get("can"):  # no draft of its own is open
        pieces = {piece["key"]: piece.get("space") for piece in last["pieces"]}
        assert pieces.keys() == {piece["key"] for piece in russia.view["pieces"]}


def test_while_it_runs_nobody_looks_through_other_eyes(house: House) -> None:
    table = house.open()
    table.sit("russia")
    for eyes in ("poland", "open", ""):
        answer = house.get(f"/api/tables/{table.id}/retelling?eyes={eyes}", table.tokens["russia"])
        assert answer.status_code == 403, eyes
        assert "your own eyes" in answer.json()["why"]
    assert house.get(f"/api/tables/{table.id}/retelling").status_code == 401


def test_after_the_end_everything_is_open(house: House) -> None:
    table = house.open("strike-of-the-eagle", "zhlobin")
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 40)
    hidden = [piece for piece in sitters[0].view["pieces"] if piece["side"] == "poland" and piece.get("face") is None]
    assert hidden
    sitters[0].ask("resign")
    told = retelling(table, "russia")
    assert (told["eyes"], told["over"]) == ("open", True)
    assert set(told["choices"]) == {"open", "russia", "poland", ""}
    last = views(table, "russia", len(told["moments"]) - 1, 1)[0]
    assert all(piece.get("face") for piece in last["pieces"] if piece.get("space"))
    count = len(retelling(table, "russia", "russia")["moments"])
    own = views(table, "russia", count - 2, 1, "russia")[0]
    assert any(piece.get("face") is None for piece in own["pieces"] if piece["side"] == "poland")


def test_what_was_taken_back_is_not_told(house: House) -> None:
    table = house.open()
    russia = table.sit("russia")
    before = retelling(table, "russia")
    russia.act(("movement", ""))
    russia.ask("undo", revision=russia.revision)
    after = retelling(table, "russia")
    assert after["moments"] == before["moments"]
    assert after["lines"] == before["lines"]


def test_the_last_moment_is_what_the_seat_sees_now(house: House) -> None:
    table = house.open()
    sitters = [table.sit("russia"), table.sit("poland")]
    play_on(sitters, 45, seed=3)
    for sitter, seat in zip(sitters, ("russia", "poland"), strict=True):
        sitter.drain()
        if sitter.view["undo"].get("can"):
            sitter.ask("undo", revision=sitter.revision, reset=True)
        count = len(retelling(table, seat)["moments"])
        (last,) = views(table, seat, count - 1, 1)
        assert without_question(last) == without_question(sitter.view)


def test_pages_are_bounded_and_beyond_the_end_there_are_none(house: House) -> None:
    table = house.open()
    table.sit("russia")
    assert views(table, "russia", 10_000, 5) == []
    assert len(views(table, "russia", -5, 500)) == len(retelling(table, "russia")["moments"])


def test_a_game_is_retold_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open()
        play_on([table.sit("russia"), table.sit("poland")], 40)
        before = retelling(table, "poland")
        house.close_all()
        house.restart()
        assert retelling(table, "poland") == before
