"""Every lesson, played to its end on the rules as they are; and what is wrong with one that is not right."""

from __future__ import annotations

import contextlib
import itertools
import re
from pathlib import Path
from typing import Any

import pytest

import vistula
from vistula.kernel.errors import BadInput, IllegalAction
from vistula.kernel.title import Title
from vistula.lessons.learner import Learner, Played, fits
from vistula.lessons.lesson import Lesson, Step, lesson, lessons, read

TITLES = ("warsaw-1920", "west-was-saved", "strike-of-the-eagle")
ALL = [(title, each.id) for title in TITLES for each in lessons(vistula.title(title))]


def begin(title: str, id: str) -> Learner:
    found = vistula.title(title)
    return Learner(found, lesson(found, id))


def at_step(title: str, id: str, step: int) -> Learner:
    learner = begin(title, id)
    while learner.number < step:
        learner.show()
    return learner


@pytest.mark.parametrize(("title", "id"), ALL)
def test_what_is_shown_leads_from_step_to_step_to_the_end(title: str, id: str) -> None:
    learner = begin(title, id)
    for number in range(len(learner.lesson.step)):
        assert learner.number == number
        assert learner.show().kind in ("done", "over"), f"step {number + 1} does not end"
    assert learner.over


@pytest.mark.parametrize(("title", "id"), ALL)
def test_every_hint_is_given_to_something_that_is_offered(title: str, id: str) -> None:
    """What a hint speaks of can really be played, changes nothing, and is answered with the hint's words."""
    learner = begin(title, id)
    while (step := learner.step) is not None:
        for pattern in step.hints:
            for text in offered(learner, pattern):
                if answers(step, text):
                    continue
                before = list(learner.played)
                reply = learner.answer(lambda game, text=text: learner._play(game, text))  # type: ignore[misc]
                assert reply.kind in ("hint", "more"), text
                if reply.kind == "hint":
                    assert reply.words in step.hints.values(), text
                    assert learner.played == before
                    break
        learner.show()


def offered(learner: Learner, pattern: str) -> list[str]:
    """The answers offered now that a pattern speaks of."""
    verb, _, name = pattern.partition(" ")
    decision = learner.game.decision_of(learner.seat)
    if decision is None or verb not in decision.verbs():
        return []  # a hint to anything, "*", has no verb to try
    if name not in ("", "*"):
        return [pattern] if learner._action(learner.seat, pattern) else []
    option = next(option for option in decision.options if option.verb == verb)
    named = option.kind not in ("button", "number")
    return [f"{verb} {learner.title.name_of(option.kind, arg)}" if named else verb for arg in option.args]


def answers(step: Step, text: str) -> bool:
    wanted = (*step.one, *step.all, *step.turn, *step.free, *step.back)
    return any(fits(one, text) for answer in wanted for one in answer.split(" | "))


@pytest.mark.parametrize(("title", "id"), ALL)
def test_what_a_lesson_teaches_is_in_the_checklist(title: str, id: str) -> None:
    found = vistula.title(title)
    assert [rule for rule in lesson(found, id).teaches if rule not in found.checklist] == []


def named(title: Title[Any], words: str) -> set[str]:
    """The places that some words name, in any language of the map, or by number."""
    single = re.findall(r"[\w-]+", words)
    found = set[str]()
    for text in (*single, *(f"{a} {b}" for a, b in itertools.pairwise(single))):
        with contextlib.suppress(ValueError, LookupError, IllegalAction, BadInput):
            found.add(title.name_of("space", title.arg_of("space", text)))
    return found


@pytest.mark.parametrize(("title", "id"), ALL)
def test_what_is_to_be_looked_at_is_on_the_map_and_the_words_name_it(title: str, id: str) -> None:
    learner = begin(title, id)
    overlays = learner.title.catalog().overlays
    while (step := learner.step) is not None:
        words = f"{learner.lesson.scene} {step.why} {step.do}"
        stands = {piece.key: piece.space for piece in learner.game.seat(learner.seat).view().pieces}
        for name in set(step.lit) - stands.keys():
            assert learner.title.name_of("space", learner.title.arg_of("space", name)) == name
            assert name in named(learner.title, words) or name in stands.values(), f"step {learner.number + 1}: {name}"
        for place, number in re.findall(r"([^\W\d_][\w-]+) \((\d{4})\)", words):
            assert number in named(learner.title, place), f"step {learner.number + 1}: {number} is not {place}"
        assert not step.paint or step.paint in overlays, f"step {learner.number + 1}: {step.paint}"
        learner.show()


# -- the learner's own ways ------------------------------------------------------------------------------------------


def test_an_answer_that_does_not_help_gets_a_hint_and_changes_nothing() -> None:
    learner = begin("warsaw-1920", "both-banks")
    reply = learner.answer(lambda game: learner._play(game, "attack 2924"))
    assert (reply.kind, learner.number, learner.played) == ("hint", 0, [])
    assert reply.words == "Two divisions stand there. Start with the weaker neighbour."
    decision = learner.game.decision_of("russia")
    assert decision is not None
    assert decision.verbs()["attack"]


def test_an_answer_that_is_explained_leads_back_to_the_question() -> None:
    learner = at_step("warsaw-1920", "supply", 1)
    reply = learner.answer(lambda game: learner._play(game, "save"))
    assert (reply.kind, learner.number) == ("back", 1)
    assert learner.played == [Played("russia", "combat")]
    assert learner.show().kind == "done"


def test_the_answers_of_a_step_come_in_any_order() -> None:
    learner = at_step("warsaw-1920", "both-banks", 1)
    for unit in ("R-15cav", "R-18", "R-10cav"):
        reply = learner.answer(lambda game, unit=unit: learner._play(game, f"unit {unit}"))  # type: ignore[misc]
    assert (reply.kind, learner.number) == ("done", 2)


def test_a_gesture_counts_like_clicks() -> None:
    learner = begin("warsaw-1920", "rails")
    title = learner.title
    unit, goal = title.arg_of("piece", "R-16"), title.arg_of("space", "2922")
    reply = learner.answer(lambda game: game.go("russia", unit, goal, ends=True))
    assert (reply.kind, learner.number) == ("done", 1)


def test_undo_leads_back_into_the_step_that_it_belongs_to() -> None:
    learner = at_step("warsaw-1920", "both-banks", 2)
    learner.go_on()
    learner.answer(lambda game: learner._play(game, "unit R-12"))
    assert learner.done == ["unit R-12"]
    learner.answer(lambda game: game.undo("russia"))
    assert (learner.number, learner.done) == (3, [])
    learner.answer(lambda game: game.undo("russia"))
    assert (learner.number, len(learner.done)) == (1, 2)


def test_back_leads_to_the_beginning_of_a_step_then_to_the_one_before_across_a_die() -> None:
    learner = at_step("warsaw-1920", "both-banks", 5)  # the die has fallen
    learner.answer(lambda game: learner._play(game, "hex 3022"))
    learner.back()
    assert (learner.number, learner.done) == (5, [])
    learner.back()
    assert learner.number == 4
    assert learner.show().kind == "done"
    assert learner.game.seat("russia").prompt().startswith("Retreat")


def test_a_step_may_stand_on_a_position_of_its_own() -> None:
    learner = at_step("warsaw-1920", "supply", 5)
    assert learner.lesson.first_of(6) == 5
    learner.back()
    assert learner.number == 4
    assert learner.title.turn(learner.game.s) == 2


def test_what_has_to_be_read_is_not_passed_by_playing() -> None:
    learner = at_step("warsaw-1920", "both-banks", 2)
    reply = learner.answer(lambda game: learner._play(game, "unit R-12"))
    assert (reply.kind, learner.number) == ("hint", 2)
    assert learner.go_on().kind == "done"


# -- lessons that are wrong ------------------------------------------------------------------------------------------


def written(**changes: Any) -> Lesson:
    found = lesson(vistula.title("warsaw-1920"), "both-banks")
    return Lesson(**{field: getattr(found, field) for field in Lesson.__struct_fields__} | changes)


def test_a_lesson_that_asks_for_what_is_not_offered_is_found_out() -> None:
    wrong = written(step=(Step(why="?", one=("attack 2924x",)),))
    learner = Learner(vistula.title("warsaw-1920"), wrong)
    with pytest.raises(IllegalAction, match="attack 2924x is not offered"):
        learner.show()


def test_a_seat_that_has_nothing_to_say_is_named() -> None:
    """A disrupted enemy that is ridden up to has to choose a box; nobody says which."""
    wrong = written(**{
        field: getattr(lesson(vistula.title("warsaw-1920"), "rout"), field) for field in ("seat", "position", "step")
    })  # fmt: skip
    learner = Learner(vistula.title("warsaw-1920"), wrong)
    learner.go_on()
    learner.show()
    learner.show()
    with pytest.raises(BadInput, match=r"others\.poland: no answer to \[5.3a\] order"):
        learner.show()


def test_a_step_without_anything_to_do_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    folder = Path(vistula.__file__).parent / "games" / "warsaw_1920" / "lessons"
    text = (folder / "1-both-banks.toml").read_text(encoding="utf8").replace('one = ["attack 3023"]\n', "", 1)
    path.write_text(text, encoding="utf8")
    with pytest.raises(BadInput, match="step 1: one of read, one, all, turn, until is wanted; there is none"):
        read(path)


def test_a_lesson_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(BadInput, match="no lesson 'nonsense'; there are: both-banks, rails"):
        lesson(vistula.title("warsaw-1920"), "nonsense")


def test_a_title_without_lessons_has_none() -> None:
    assert lessons(vistula.title("nest-of-eagles")) == []
