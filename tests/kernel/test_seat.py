"""A seat: what it is given is made from its knowledge and from nothing else."""

from __future__ import annotations

import random

import pytest

from kernel.small import A, B, Pad, a, b, table, yes_no
from vistula.kernel import (
    AGAIN,
    UNKNOWN,
    Action,
    Choice,
    Frame,
    Option,
    Return,
    SeatId,
    Title,
    choose,
    procedure,
    sealed,
    step,
)


@procedure
class Outer(Frame):
    @step("1.1")
    def call(self, s: Pad) -> Frame:
        return Inner(place=4)


@procedure
class Inner(Frame):
    place: int
    several: list[int] = []

    @choose("1.2", who=a, prompt="Go to {place:space}, or {several}?", always=True)
    def ask(self, s: Pad) -> Choice:
        return [Option("go", [1, 2], "space", "Go", warn="steep"), Option("no", label="Stay", free=True)]

    @ask.on("go")
    def _(self, s: Pad, place: int) -> None:
        s.notes.append(s.secret)

    @ask.on("no")
    def _(self, s: Pad, _: int) -> None: ...


@procedure
class Together(Frame):
    """Asks both at once."""

    @sealed("1.2", seats=lambda frame, s: [A, B], prompt="Say a number.")
    def say(self, s: Pad, seat: SeatId) -> Choice:
        return [Option("say", [1, 2], "number", "Say it", ends=True)]

    @say.on("say")
    def _(self, s: Pad, seat: SeatId, number: int) -> None:
        s.notes.append(number)


def test_a_seat_that_may_not_know_has_unknown_in_its_state():
    game = table(Inner(place=1), secret=3)
    assert game.seat(B).s.secret == UNKNOWN
    assert game.seat(A).s.secret == 3


def test_only_the_seat_asked_has_the_decision():
    game = table(Inner(place=1))
    assert game.seat(A).decision == game.decisions[A]
    assert game.seat(B).decision is None


def test_the_others_see_whom_the_table_waits_for_and_by_which_rule():
    waiting = table(Inner(place=1)).seat(B).waiting
    assert [(w.seat, w.rule) for w in waiting] == [(A, "1.2")]


def test_a_prompt_names_things():
    assert table(Inner(place=4)).seat(A).prompt() == "Go to place4, or nothing?"
    assert table(Inner(place=4, several=[7])).seat(A).prompt() == "Go to place4, or 7?"


@procedure
class Guessing(Frame):
    """Asks b, who does not know the secret, again and again."""

    @choose("1.2", who=b, prompt="Say a number.")
    def say(self, s: Pad) -> Choice:
        return [Option("say", [1, 2], "number", "Say it"), Option("stop", label="No more")]

    @say.on("say", AGAIN)
    def _(self, s: Pad, number: int) -> None:
        s.notes.append(number)

    say.to("stop")


def test_who_answers_at_once_looks_at_what_the_question_was_made_of():
    game = table(Guessing(), secret=3)
    at_once = game.seat(B, at_once=True)
    assert at_once.s is game.seat(B, at_once=True).s
    assert at_once.s == game.seat(B).s
    assert at_once.s is not game.seat(B).s
    assert at_once.s.secret == UNKNOWN


def test_what_a_question_was_made_of_is_forgotten_with_the_answer():
    game = table(Guessing(), secret=3)
    before = game.seat(B, at_once=True).s
    game.play(B, Action("say", 2))
    after = game.seat(B, at_once=True).s
    assert after is not before
    assert after.notes == [2]
    game.undo(B)
    assert game.seat(B, at_once=True).s.notes == []


def test_who_is_not_asked_sees_the_table_as_ever_at_once_or_not():
    game = table(Guessing(), secret=3)
    assert game.seat(A, at_once=True).s.secret == 3
    assert game.clone().seat(B, at_once=True).s.secret == UNKNOWN


def test_several_who_are_asked_at_once_look_at_what_their_own_questions_were_made_of():
    game = table(Together(), secret=3)
    assert [game.seat(seat, at_once=True).s.secret for seat in (A, B)] == [3, UNKNOWN]
    assert game.seat(B, at_once=True).s is game.seat(B, at_once=True).s
    game.play(B, Action("say", 1))
    game.play(A, Action("say", 2))
    assert game.s.notes == [2, 1]


def test_nobody_else_has_a_prompt():
    assert table(Inner(place=4)).seat(B).prompt() == ""


def test_a_decision_goes_out_with_names():
    view = table(Inner(place=4)).seat(A).decision_view()
    assert [(o.verb, o.kind, o.args, o.label, o.warn, o.free) for o in view.options] == [
        ("go", "space", ["place1", "place2"], "Go", "steep", False),
        ("no", "button", ["0"], "Stay", "", True),
    ]


def test_the_procedure_that_asks():
    own = table(Outer()).seat(A)
    assert isinstance(own.frame, Inner)
    assert own.under(Outer) is own.stack[0]
    assert own.under(Return) is None


def test_a_determinized_game_agrees_with_what_the_seat_knows():
    game = table(Inner(place=1), secret=5)
    for seed in range(5):
        world = game.seat(B).determinize(random.Random(seed))
        assert world.s.secret in (0, 1)
        assert world.decisions == game.decisions


def test_a_determinized_game_is_a_function_of_knowledge_and_chance():
    one = table(Inner(place=1), secret=5).seat(B).determinize(random.Random(3))
    other = table(Inner(place=1), secret=6).seat(B).determinize(random.Random(3))
    assert one.s == other.s
    assert one.dice.secret == other.dice.secret


def test_a_determinized_game_does_not_know_the_dice():
    game = table(Inner(place=1))
    assert game.seat(A).determinize(random.Random(1)).dice.secret != game.dice.secret


def test_a_determinized_game_of_a_seat_that_knows_all_is_a_game_of_its_own():
    game = table(Inner(place=1), secret=5)
    world = game.seat(A).determinize(random.Random(1))
    world.push(Action("go", 1))
    assert game.s.notes == []
    assert world.s.notes == [5]


def test_a_determinized_game_keeps_scenario_and_options():
    world = table(Inner(place=1), speed="fast").seat(A).determinize(random.Random(1))
    assert world.options["speed"] == "fast"
    assert world.scenario == "only"


def test_what_a_title_does_not_answer_is_nothing():
    own = table(Inner(place=1)).seat(A)
    assert own.why_not("space", 1) is None
    assert own.forecast() is None
    assert own.route(1, 2) == []
    with pytest.raises(KeyError):
        own.overlay("reach")


def test_a_gesture_without_a_way_is_refused():
    from vistula.kernel import IllegalAction

    with pytest.raises(IllegalAction, match="there is no way for 1 to place2"):
        table(Inner(place=1)).go(A, 1, 2)


class Odd(Title):  # type: ignore[type-arg]
    """Abstract: only what it inherits is tried."""


def test_a_title_must_say_what_it_hides():
    with pytest.raises(TypeError, match="abstract"):
        Odd()  # type: ignore[abstract]


def test_looking_does_not_change_the_stack():
    game = table(Inner(place=1))
    before = [frame.copy() for frame in game.stack]
    game.seat(A).view()
    assert game.stack == before


def test_yes_and_no_stand_for_a_plain_question():
    assert [option.verb for option in yes_no()] == ["yes", "no"]
