"""Actions at any time: offered beside another seat's decision, never waited for, taken on what their seat sees."""

from __future__ import annotations

import random

import msgspec
import pytest

from kernel.small import A, B, C, Pad, a, table
from vistula.kernel import (
    AGAIN,
    DONE,
    Action,
    Choice,
    Frame,
    IllegalAction,
    Next,
    Option,
    SeatId,
    anytime,
    choose,
    disclose,
    procedure,
    roll,
    sealed,
    step,
    tell,
)
from vistula.kernel.record import record_of, replay, verify
from vistula.kernel.save import load, save


@procedure
class Shout(Frame):
    """What a shout leads to, if it leads to anything."""

    ask: bool = False

    @roll("2.1", "1d6")
    def loud(self, s: Pad, dice: tuple[int, ...]) -> None:
        s.notes.append("loud")

    @choose("2.2", who=lambda f, s: B)
    def more(self, s: Pad) -> Choice:
        return [Option("more"), Option("enough")] if self.ask else DONE

    @more.on("more")
    def _(self, s: Pad, _: int) -> None:
        s.notes.append("more")

    @more.on("enough")
    def _(self, s: Pad, _: int) -> None: ...


def shouter(frame: Frame, s: Pad) -> SeatId | None:
    return B if "end" not in s.notes else None


@procedure
class Walk(Frame):
    """a walks; b may shout at any time, what for depends on where a is."""

    pace: int = 0

    @choose("1.1", who=a, prompt="Walk on, {pace}.")
    def walk(self, s: Pad) -> Choice:
        ways = [1, 2] if "stop" not in s.notes else [2]
        return [Option("step", ways, "number"), Option("look"), Option("end")]

    @walk.on("step")
    def _(self, s: Pad, n: int) -> Next:
        self.pace += n
        s.notes.append(n)
        tell(s, "1.1", "noted", what=n)
        if "watch" in s.notes and n == 2:
            disclose(s, "1.3", [B], True)
        return AGAIN

    @walk.on("look")
    def _(self, s: Pad, _: int) -> Next:
        disclose(s, "1.3", [A], False)
        return AGAIN

    @walk.on("end")
    def _(self, s: Pad, _: int) -> None:
        s.notes.append("end")

    @step("1.1")
    def ended(self, s: Pad) -> None:
        s.ended = True

    @anytime("1.2", who=shouter, prompt="Shout after {pace} paces?")
    def shout(self, s: Pad) -> Choice:
        return [
            Option("stop", [self.pace], "number"),
            Option("watch"),
            Option("shout"),
            Option("call"),
            Option("late", [] if self.pace < 2 else [0]),
        ]

    @shout.on("stop")
    def _(self, s: Pad, n: int) -> None:
        s.notes.append("stop")
        tell(s, "1.2", "noted", what="stop")

    @shout.on("watch")
    def _(self, s: Pad, _: int) -> None:
        s.notes.append("watch")

    @shout.on("shout")
    def _(self, s: Pad, _: int) -> Next:
        return Shout()

    @shout.on("call")
    def _(self, s: Pad, _: int) -> Next:
        return Shout(ask=True)

    @shout.on("late")
    def _(self, s: Pad, _: int) -> None:
        s.notes.append("late")


def steps(*numbers: int) -> list[Action]:
    return [Action("step", n) for n in numbers]


STOP = Action("stop", 0)


def test_it_is_offered_beside_the_decision_and_not_waited_for():
    game = table(Walk())
    assert list(game.decisions) == [A, B]
    assert not game.decisions[B].waits
    assert [waiting.seat for waiting in game.seat(B).waiting] == [A]


def test_its_prompt_is_about_its_own_procedure():
    assert table(Walk()).seat(B).prompt() == "Shout after 0 paces?"


def test_it_is_not_offered_to_who_may_not():
    game = table(Walk())
    game.play(A, Action("end"))
    assert game.over


def test_it_happens_and_the_decision_is_asked_again():
    game = table(Walk())
    game.play(B, STOP)
    assert game.s.notes == ["stop"]
    assert list(game.decisions[A].verbs()["step"]) == [2]


def test_it_cannot_be_taken_back():
    game = table(Walk())
    game.play(B, STOP)
    for seat in (A, B):
        with pytest.raises(IllegalAction, match=r"the other side has already been asked to answer \[1\.2\]"):
            game.undo(seat)


def test_it_may_lead_to_a_procedure():
    game = table(Walk())
    game.play(B, Action("call"))
    assert game.s.notes == ["loud"]
    assert list(game.decisions) == [B]
    assert game.decisions[B].waits
    game.play(B, Action("more"))
    assert game.decisions[A].step == "walk"


def test_its_events_name_its_seat():
    game = table(Walk())
    game.play(B, STOP)
    assert [event.actor for event in game.events] == [B]


def test_search_may_push_it():
    game = table(Walk()).clone()
    game.push(STOP, B)
    assert game.s.notes == ["stop"]


# -- beside what the same seat is asked ------------------------------------------------------------------------


@procedure
class Ponder(Frame):
    """a ponders and may look about at any time, whatever is asked and whoever is asked."""

    looks: int = 0

    @choose("1.1", who=a)
    def ponder(self, s: Pad) -> Choice:
        return [Option("think", [1, 2], "number"), Option("go")]

    @ponder.on("think")
    def _(self, s: Pad, n: int) -> Next:
        s.notes.append(n)
        return AGAIN

    @ponder.on("go")
    def _(self, s: Pad, _: int) -> None:
        s.notes.append("go")

    @sealed("1.3", seats=lambda f, s: [A, B])
    def bid(self, s: Pad, seat: SeatId) -> Choice:
        return [Option("bid", range(1, 3 - self.looks), "number"), Option("ready", ends=True)]

    @bid.on("bid")
    def _(self, s: Pad, seat: SeatId, n: int) -> None:
        s.notes.append((str(seat), n))

    @step("1.1")
    def ended(self, s: Pad) -> None:
        s.ended = True

    @anytime("1.2", who=lambda f, s: A)
    def look(self, s: Pad) -> Choice:
        return [Option("look", [7, 8], "number"), Option("go", [5])] if self.looks < 2 else DONE

    @look.on("look")
    def _(self, s: Pad, n: int) -> None:
        self.looks += 1
        s.notes.append(n)
        if n == 8:
            disclose(s, "1.2", [A], n)


LOOK = Action("look", 8)


def test_the_seat_that_is_asked_finds_it_among_its_options():
    game = table(Ponder())
    assert list(game.decisions) == [A]
    assert {option.verb: option.beside for option in game.decisions[A].options} == {
        "think": False, "go": False, "look": True,
    }  # fmt: skip
    assert list(game.decisions[A].verbs()["go"]) == [0], "an answer goes before what may be done at any time"


def test_it_is_no_answer_and_the_question_is_asked_again():
    game = table(Ponder())
    game.play(A, LOOK)
    assert game.s.notes == [8]
    assert game.decisions[A].step == "ponder"
    game.play(A, LOOK)
    assert "look" not in game.decisions[A].verbs()


def test_beside_one_s_own_decision_it_belongs_to_the_draft():
    game = table(Ponder())
    game.play(A, Action("think", 1))
    game.play(A, Action("look", 7))
    assert game.seat(B).s.notes == []
    game.undo(A)
    assert game.s.notes == [1]
    game.undo(A)
    assert game.s.notes == []


def test_what_it_discloses_ends_what_can_be_taken_back():
    game = table(Ponder())
    game.play(A, Action("think", 1))
    game.play(A, LOOK)
    with pytest.raises(IllegalAction, match=r"\[1\.2\]"):
        game.undo(A)
    assert game.seat(B).s.notes == [1, 8]


def test_it_stands_beside_a_sealed_question():
    game = table(Ponder())
    game.play(A, Action("go"))
    game.play(A, Action("bid", 2))
    game.play(A, LOOK)
    assert game.s.notes == ["go", 8]
    assert list(game.decisions[A].verbs()["bid"]) == [1], "what was answered and is no longer offered is dropped"
    assert game.stack[-1].drafts.by_seat == {}
    game.play(A, Action("bid", 1), Action("ready"))
    game.play(B, Action("ready"))
    assert game.s.notes == ["go", 8, ("a", 1)]


def test_search_may_push_it_as_the_one_asked():
    game = table(Ponder()).clone()
    game.push(LOOK)
    game.push(Action("think", 2))
    assert game.s.notes == [8, 2]


def test_a_game_with_it_can_be_replayed(registered):
    game = registered(Ponder())
    game.play(A, Action("think", 1), LOOK, Action("go"))
    game.play(A, LOOK, Action("ready"))
    game.play(B, Action("ready"))
    *_, again = replay(record_of(game), "record", check=True)
    assert again.s.notes == game.s.notes == [1, 8, "go", 8]


# -- beside an open draft ----------------------------------------------------------------------------------


def test_what_is_offered_does_not_tell_of_a_draft():
    game = table(Walk())
    before = msgspec.json.encode(game.seat(B).view())
    game.play(A, *steps(1, 2))
    assert msgspec.json.encode(game.seat(B).view()) == before
    assert Action("late") not in game.decision_of(B)


def test_what_a_draft_would_allow_is_refused():
    game = table(Walk())
    game.play(A, *steps(2))
    assert Action("late") in game.decisions[B]
    with pytest.raises(IllegalAction, match="something else is asked now: Shout after 0 paces"):
        game.play(B, Action("late"))
    assert game.s.notes == [2]


def test_what_a_draft_would_forbid_is_accepted():
    game = table(Walk())
    game.play(A, *steps(1))
    assert STOP not in game.decisions[B]
    game.play(B, STOP)
    assert "stop" in game.s.notes


def test_the_action_comes_first_and_the_draft_is_taken_up_again():
    game = table(Walk())
    game.play(A, *steps(2))
    game.play(B, STOP)
    assert game.s.notes == ["stop", 2]
    assert game.seat(B).s.notes == ["stop"]
    assert [event.refs["what"] for event in game.seat(B).events] == ["stop"]
    assert [event.refs["what"] for event in game.seat(A).events] == ["stop", 2]


def test_a_draft_that_was_taken_up_again_can_still_be_taken_back():
    game = table(Walk())
    game.play(A, *steps(2))
    game.play(A, *steps(2))
    game.play(B, STOP)
    game.undo(A)
    assert game.s.notes == ["stop", 2]
    game.undo(A)
    assert game.s.notes == ["stop"]


def test_a_draft_is_taken_up_as_far_as_it_is_still_offered():
    game = table(Walk())
    game.play(A, *steps(2, 1, 2))
    game.play(B, STOP)
    assert game.s.notes == ["stop", 2]


def test_a_draft_is_taken_up_as_far_as_it_meets_no_barrier():
    game = table(Walk())
    game.play(A, *steps(1, 2))
    game.play(B, Action("watch"))
    assert game.s.notes == ["watch", 1]
    assert game.barrier.kind == "seat"
    game.undo(A)
    assert game.s.notes == ["watch"]


def test_a_draft_is_dropped_when_someone_else_is_asked_first():
    game = table(Walk())
    game.play(A, *steps(1))
    game.play(B, Action("call"))
    assert game.s.notes == ["loud"]
    assert game.draft == (None, [])


def test_dice_of_the_action_fall_once():
    game = table(Walk())
    game.play(A, *steps(1))
    game.play(B, Action("shout"))
    assert game.dice.number == 2
    assert game.s.notes == ["loud", 1]


def test_laid_dice_are_left_for_what_is_really_rolled():
    game = table(Walk())
    game.play(A, *steps(1))
    game.dice.lay([3, 4])
    game.play(B, Action("shout"))
    assert game.dice.laid == [4]


def test_the_interrupted_draft_replays(registered):
    game = registered(Walk())
    game.play(A, *steps(2, 1, 2))
    game.play(A, *steps(2))
    game.play(B, STOP)
    game.undo(A)
    game.play(A, *steps(2, 2))
    game.play(B, Action("shout"))
    game.undo(A)
    game.play(A, Action("end"))
    record = record_of(game)
    *_, again = replay(record, "record", check=True)
    assert again.s == game.s
    assert again.events == game.events
    assert verify(record, "record") == 1


def test_an_interrupted_draft_can_be_rewound_into():
    game = table(Walk())
    game.play(A, *steps(2))
    game.play(A, *steps(2))
    game.play(B, STOP)
    game.rewind(3)
    assert game.s.notes == ["stop", 2, 2]
    assert game.seat(B).s.notes == ["stop"]
    game.rewind(2)
    assert game.s.notes == [2, 2]
    assert game.seat(B).s.notes == []


def test_a_saved_draft_can_be_interrupted_after_loading():
    game = table(Walk())
    game.play(A, *steps(2))
    stored = load(save(game), game.title)
    stored.play(B, STOP)
    assert stored.s.notes == ["stop", 2]
    assert stored.seat(B).s.notes == ["stop"]


def test_worlds_of_another_seat_have_nothing_of_a_draft():
    game = table(Walk())
    game.play(A, *steps(1))
    assert game.seat(B).determinize(random.Random(1)).s.notes == []


# -- beside a sealed step -------------------------------------------------------------------------------------


@procedure
class Sealed(Frame):
    """a and b answer; c may take a number out of the game at any time."""

    gone: int = 0

    @sealed("1.2", seats=lambda f, s: [A, B])
    def pick(self, s: Pad, seat: SeatId) -> Choice:
        return [Option("pick", [n for n in (1, 2, 3) if n != self.gone], "number"), Option("ready", ends=True)]

    @pick.on("pick")
    def _(self, s: Pad, seat: SeatId, n: int) -> None:
        s.notes.append(f"{seat}{n}")

    @anytime("1.3", who=lambda f, s: C if not f.gone else None)
    def take(self, s: Pad) -> Choice:
        return [Option("take", [1, 2, 3], "number"), Option("shout")]

    @take.on("take")
    def _(self, s: Pad, n: int) -> None:
        self.gone = n

    @take.on("shout")
    def _(self, s: Pad, _: int) -> Next:
        self.gone = 3
        return Shout()


def answered():
    game = table(Sealed(), seats=(A, B, C))
    game.play(A, Action("pick", 1), Action("pick", 2), Action("ready"))
    game.play(B, Action("pick", 3))
    return game


def test_answers_that_are_still_possible_stay():
    game = answered()
    game.play(C, Action("take", 3))
    assert A not in game.decisions
    assert list(game.decisions) == [B]


def test_answers_are_taken_back_from_where_they_became_impossible():
    game = answered()
    game.play(C, Action("take", 2))
    assert game.stack[-1].drafts.by_seat == {A: [Action("pick", 1)], B: [Action("pick", 3)]}
    assert A in game.decisions


def test_answers_wait_while_the_action_leads_to_a_procedure():
    game = answered()
    game.play(C, Action("shout"))
    assert game.stack[-1].drafts.by_seat[A] == [Action("pick", 1), Action("pick", 2), Action("ready")]
    assert B not in game.stack[-1].drafts.by_seat


def test_who_acts_at_any_time_learns_nothing_of_answers():
    fresh, half = table(Sealed(), seats=(A, B, C)), answered()
    assert msgspec.json.encode(fresh.seat(C).view()) == msgspec.json.encode(half.seat(C).view())


def test_undo_in_a_sealed_step_after_an_action_at_any_time():
    game = answered()
    game.play(C, Action("take", 1))
    game.undo(B)
    assert game.stack[-1].drafts.by_seat == {}


def test_only_none_or_a_procedure_may_follow():
    @procedure
    class Odd(Frame):
        @choose("1.1", who=a)
        def wait(self, s: Pad) -> Choice:
            return [Option("wait", [1, 2])]

        @wait.on("wait")
        def _(self, s: Pad, _: int) -> None: ...

        @anytime("1.2", who=lambda f, s: B)
        def jump(self, s: Pad) -> Choice:
            return [Option("jump")]

        @jump.on("jump")
        def _(self, s: Pad, _: int) -> Next:
            return AGAIN

    with pytest.raises(TypeError, match=r"Odd\.jump \[1\.2\] may return None or a Frame"):
        table(Odd()).play(B, Action("jump"))
