"""Sealed steps and windows: several seats answer at once, unseen, and nothing depends on who is quicker."""

from __future__ import annotations

import random
from itertools import permutations

import msgspec
import pytest

from kernel.small import A, B, C, Pad, a, both, table, yes_no
from vistula.kernel import (
    AGAIN,
    RESTART,
    Action,
    Barrier,
    Call,
    Choice,
    Frame,
    IllegalAction,
    Next,
    Option,
    Return,
    Roll,
    SeatId,
    choose,
    procedure,
    roll,
    sealed,
    step,
    tell,
    window,
)
from vistula.kernel.decision import ASK_ANYWAY
from vistula.kernel.errors import Runaway
from vistula.kernel.record import record_of, replay, verify
from vistula.kernel.save import load, save

BID, READY = Action("bid", 1), Action("ready")


@procedure
class Auction(Frame):
    """Each bids at most three; what they bid is noted when all are ready."""

    again: bool = False

    @sealed("1.2", seats=lambda f, s: [A, B, C], prompt="Bid?")
    def bid(self, s: Pad, seat: SeatId) -> Choice:
        left = 3 - len(self.drafts.by_seat.get(seat, []))
        return [Option("bid", range(1, left + 1), "number"), Option("ready", ends=True)]

    @bid.on("bid")
    def _(self, s: Pad, seat: SeatId, n: int) -> Next:
        s.notes.append(f"{seat}{n}")
        tell(s, "1.2", "noted", what=n)
        return AGAIN if self.again else None

    @choose("1.1", who=a)
    def end(self, s: Pad) -> Choice:
        return yes_no()

    @end.on("yes")
    def _(self, s: Pad, _: int) -> None: ...


def auction(**fields):
    return table(Auction(**fields), seats=(A, B, C))


def test_all_seats_are_asked_at_once():
    assert list(auction().decisions) == [A, B, C]


def test_answers_are_kept_until_all_are_ready():
    game = auction()
    game.play(A, BID, READY)
    game.play(B, BID)
    assert game.s.notes == []
    assert list(game.decisions) == [B, C]


def test_answers_are_carried_out_in_the_order_of_seats():
    game = auction()
    game.play(C, Action("bid", 2), READY)
    game.play(B, READY)
    game.play(A, BID, Action("bid", 2), READY)
    assert game.s.notes == ["a1", "a2", "c2"]
    assert game.decisions[A].step == "end"


def test_a_seat_sees_its_own_answers_in_its_options():
    game = auction()
    game.play(A, BID)
    assert list(game.decisions[A].verbs()["bid"]) == [1, 2]
    assert list(game.decisions[B].verbs()["bid"]) == [1, 2, 3]


@pytest.mark.parametrize("order", list(permutations((A, B, C))))
def test_nothing_depends_on_who_is_quicker(order):
    game = auction()
    for seat in order:
        game.play(seat, Action("bid", 2), READY)
    usual = auction()
    for seat in (A, B, C):
        usual.play(seat, Action("bid", 2), READY)
    assert game.s == usual.s
    assert game.stack == usual.stack
    assert game.events == usual.events
    assert game.barrier == usual.barrier


def test_what_is_told_of_an_answer_names_its_seat_and_not_the_last_to_answer():
    game = auction()
    game.play(B, BID, READY)
    game.play(C, BID, READY)
    game.play(A, READY)
    assert [event.actor for event in game.events] == [B, C]


def test_an_answer_changes_nothing_that_others_are_given():
    game = auction()
    before = [msgspec.json.encode(game.seat(seat).view()) for seat in (B, C)]
    game.play(A, BID)
    game.play(A, READY)
    assert [msgspec.json.encode(game.seat(seat).view()) for seat in (B, C)] == before
    assert game.seat(B).stack[-1].drafts.by_seat == {}
    assert game.seat(B).stack[-1].drafts.ready == []


def test_the_table_waits_for_everyone_as_long_as_it_waits_for_anyone():
    game = auction()
    game.play(A, READY)
    assert [waiting.seat for waiting in game.seat(B).waiting] == [A, B, C]


def test_an_answer_is_no_barrier_and_opening_them_is():
    game = auction()
    game.play(A, READY)
    assert game.barriers == []
    game.play(B, READY)
    game.play(C, READY)
    assert game.barriers[0] == Barrier("sealed", "1.2")


def test_who_has_answered_is_told_so_and_cannot_answer_again():
    game = auction()
    game.play(A, READY)
    with pytest.raises(IllegalAction, match="a has answered; undo takes an answer back"):
        game.play(A, BID)


def test_each_seat_takes_back_its_own_answers():
    game = auction()
    game.play(A, BID)
    game.play(B, BID)
    game.undo(A)
    assert game.stack[-1].drafts.by_seat == {B: [BID]}


def test_undo_takes_back_a_message_of_answers():
    game = auction()
    game.play(A, BID)
    game.play(A, BID, READY)
    game.undo(A)
    assert game.stack[-1].drafts.by_seat == {A: [BID]}
    assert A in game.decisions


def test_reset_takes_back_all_own_answers():
    game = auction()
    game.play(A, BID)
    game.play(A, BID, READY)
    game.reset(A)
    assert game.stack[-1].drafts.by_seat == {}


def test_a_seat_that_was_ready_may_take_it_back_while_others_are_not():
    game = auction()
    game.play(A, READY)
    game.undo(A)
    game.play(A, BID, READY)
    game.play(B, READY)
    game.play(C, READY)
    assert game.s.notes == ["a1"]


def test_taken_back_answers_leave_no_byte():
    game = auction()
    before = save(game)
    game.play(A, BID, READY)
    game.undo(A)
    assert save(game) == before


def test_nothing_is_taken_back_once_all_are_ready():
    game = auction()
    for seat in (A, B, C):
        game.play(seat, READY)
    for seat in (A, B, C):
        with pytest.raises(IllegalAction, match="sealed answers have been opened"):
            game.undo(seat)


def test_by_consent_own_sealed_answers_can_still_be_taken_back():
    game = table(Auction(), seats=(A, B, C), undo="consent")
    game.play(A, BID)
    game.undo(A)
    assert game.stack[-1].drafts.by_seat == {}


@pytest.mark.parametrize("count", [1, 2, -1])
def test_retracting_to_more_than_was_given_is_refused(count):
    game = auction()
    game.play(A, BID)
    with pytest.raises(IllegalAction, match="has not given more than"):
        game.retract(A, count)


def test_a_sealed_step_can_be_asked_again():
    game = auction(again=True)
    game.play(A, BID, READY)
    game.play(B, READY)
    game.play(C, READY)
    assert list(game.decisions) == [A, B, C]
    assert game.stack[-1].drafts.by_seat == {}


def test_half_answered_steps_survive_save_and_load():
    game = auction()
    game.play(A, BID, READY)
    game.play(B, BID)
    stored = load(save(game), game.title)
    assert stored.stack == game.stack
    assert stored.decisions == game.decisions
    stored.play(B, READY)
    stored.play(C, READY)
    assert stored.s.notes == ["a1", "b1"]


def test_a_clone_keeps_its_own_answers():
    game = auction()
    game.play(A, BID)
    twin = game.clone()
    twin.push(READY, A)
    assert game.stack[-1].drafts.ready == []


def test_determinized_seats_have_their_own_answers_and_nobody_elses():
    game = auction()
    game.play(A, BID, READY)
    game.play(B, BID)
    world = game.seat(B).determinize(random.Random(1))
    assert world.stack[-1].drafts.by_seat == {B: [BID]}
    assert list(world.decisions) == [A, B, C]


def test_sealed_entries_with_undo_replay(registered):
    game = registered(Auction(), seats=(A, B, C))
    game.play(A, BID, BID)
    game.play(C, READY)
    game.undo(A)
    game.play(B, BID, READY)
    game.undo(C)
    game.play(A, Action("bid", 3), READY)
    game.reset(B)
    game.play(B, READY)
    game.play(C, BID, READY)
    *_, again = replay(record_of(game), "record", check=True)
    assert again.s.notes == game.s.notes == ["a3", "c1"]


def asks_then(*seats: SeatId) -> type[Frame]:
    """A question to A, and a sealed one to these seats."""

    @procedure
    class Then(Frame):
        @choose("1.1", who=a)
        def first(self, s: Pad) -> Choice:
            return yes_no()

        @first.on("yes")
        def _(self, s: Pad, _: int) -> None:
            s.notes.append("yes")

        @window("1.2", kind="react", seats=lambda f, s: list(seats), prompt="React?")
        def reacts(self, s: Pad, seat: SeatId) -> Choice:
            return [Option("twice", ends=True), Option("wait")]

        @reacts.on("twice")
        def _(self, s: Pad, seat: SeatId, _: int) -> None:
            s.notes.append(f"twice by {seat}")

        @choose("1.1", who=a)
        def last(self, s: Pad) -> Choice:
            return yes_no()

    return Then


def test_the_question_before_a_sealed_step_is_published_by_reaching_it():
    game = table(asks_then(A, B)())
    game.play(A, Action("yes"))
    assert game.barrier == Barrier("seat")
    assert game.seat(B).s.notes == ["yes"]


def test_a_standing_answer_is_a_barrier_like_any_other_so_that_nobody_learns_of_it():
    game = table(asks_then(B)())
    game.stand(B, "react")
    game.play(A, Action("yes"))
    assert game.decision_of(A).step == "last"
    assert game.barrier == Barrier("sealed", "1.2")
    with pytest.raises(IllegalAction):
        game.undo(A)


def test_a_window_that_only_its_own_seat_could_be_asked_by_is_part_of_its_draft():
    game = table(asks_then(A)())
    game.play(A, Action("yes"))
    game.play(A, Action("wait"))
    game.play(A, Action("twice"))
    assert game.barrier == Barrier("start")
    assert game.s.notes == ["yes", "twice by a"]
    assert game.seat(B).s.notes == []  # what the others see
    game.undo(A)
    game.undo(A)
    assert game.decision_of(A).step == "reacts"
    assert game.stack[-1].drafts.by_seat == {}
    game.undo(A)
    assert game.s.notes == []
    game.play(A, Action("yes"))
    game.play(A, Action("pass"))
    assert game.decision_of(A).step == "last"
    assert game.undo_view(A).can


def test_a_window_for_one_seat_after_another_s_action_is_a_barrier():
    game = table(asks_then(B)())
    game.play(A, Action("yes"))
    assert game.barrier == Barrier("seat")
    game.play(B, Action("twice"))
    assert game.barrier == Barrier("seat")  # A is asked again
    assert game.seat(A).s.notes == ["yes", "twice by b"]


# -- what takers of sealed answers may return ----------------------------------------------------------------


@procedure
class Said(Frame):
    seat: str

    @step("1.1")
    def say(self, s: Pad) -> Next:
        s.notes.append(f"said {self.seat}")
        return Return(3)


def sealed_procedure(following):
    @procedure
    class Both(Frame):
        got: int = 0

        @sealed("1.2", seats=both)
        def ask(self, s: Pad, seat: SeatId) -> Choice:
            return [Option("go", ends=True)]

        @ask.on("go")
        def _(self, s: Pad, seat: SeatId, _: int) -> Next:
            s.notes.append(f"taken {seat}")
            return following(seat)

        @step("1.1")
        def after(self, s: Pad) -> None:
            s.notes.append(f"after {self.got}")

    game = table(Both())
    game.play(A, Action("go"))
    game.play(B, Action("go"))
    return game


def test_procedures_called_by_sealed_answers_run_after_all_of_them_in_seat_order():
    game = sealed_procedure(lambda seat: Said(seat=seat))
    assert game.s.notes == ["taken a", "taken b", "said a", "said b", "after 0"]


@pytest.mark.parametrize("following", [Return(1), Roll("1d6", into="got"), Call(Said(seat=A), into="got")])
def test_a_sealed_answer_has_no_value_to_give_or_take(following):
    with pytest.raises(TypeError, match=r"Both\.ask \[1\.2\] returned .* leads to a step or a procedure"):
        sealed_procedure(lambda seat: following)


def test_a_sealed_step_without_options_is_named():
    @procedure
    class Empty(Frame):
        @sealed("1.2", seats=both)
        def ask(self, s: Pad, seat: SeatId) -> Choice:
            return []

    with pytest.raises(Runaway, match=r"Empty\.ask \[1\.2\] asks a with nothing to choose from"):
        table(Empty())


def test_a_sealed_step_that_offers_none_is_named():
    @procedure
    class Empty(Frame):
        @sealed("1.2", seats=both)
        def ask(self, s: Pad, seat: SeatId) -> Choice:
            return None  # type: ignore[return-value]

    with pytest.raises(TypeError, match=r"Empty\.ask \[1\.2\] offered None"):
        table(Empty())


# -- windows ---------------------------------------------------------------------------------------------------


@procedure
class Reaction(Frame):
    """a acts; whoever is in `able` may react to it; then a die falls."""

    able: list[str] = []

    @choose("1.1", who=a, always=True)
    def act(self, s: Pad) -> Choice:
        return [Option("act"), Option("wait")]

    @act.on("act")
    def _(self, s: Pad, _: int) -> None:
        s.notes.append("acts")

    @act.on("wait")
    def _(self, s: Pad, _: int) -> Next:
        return AGAIN

    @window("1.3", kind="react", seats=lambda f, s: [SeatId(seat) for seat in f.able], prompt="React?")
    def react(self, s: Pad, seat: SeatId) -> Choice:
        return [Option("react", [1, 2] if seat == B else [], "number", ends=True)]

    @react.on("react")
    def _(self, s: Pad, seat: SeatId, n: int) -> None:
        s.notes.append(f"{seat} reacts {n}")

    @roll("2.1", "1d6")
    def fall(self, s: Pad, dice: tuple[int, ...]) -> Next:
        s.notes.append(dice[0])
        return RESTART


@procedure
class Waiting(Frame):
    """a can only pass, and is asked, but not to react to anything."""

    @choose("1.1", who=a, always=True)
    def wait(self, s: Pad) -> Choice:
        return [Option("pass")]

    @wait.on("pass")
    def _(self, s: Pad, _: int) -> Next:
        return AGAIN


ACT, PASS = Action("act"), Action("pass")


def reaction(*able: SeatId):
    return table(Reaction(able=list(able)), seats=(A, B, C))


def test_everyone_who_could_react_is_asked_and_may_pass():
    game = reaction(B, C)
    game.play(A, ACT)
    assert list(game.decisions) == [B, C]
    assert list(game.decisions[C].verbs()) == ["pass"]
    assert list(game.decisions[B].verbs()) == ["react", "pass"]


def test_a_window_closes_when_all_have_passed():
    game = reaction(B, C)
    game.play(A, ACT)
    game.play(C, PASS)
    game.play(B, PASS)
    assert A in game.decisions
    assert len(game.s.notes) == 2


def test_a_reaction_is_carried_out():
    game = reaction(B)
    game.play(A, ACT)
    game.play(B, Action("react", 2))
    assert game.s.notes[:2] == ["acts", "b reacts 2"]


def test_a_window_for_nobody_is_no_barrier_of_its_own():
    game = reaction()
    game.play(A, ACT)
    assert [barrier.kind for barrier in game.barriers] == ["roll"]


def test_a_standing_answer_passes_unasked():
    game = reaction(B, C)
    game.stand(B, "react")
    game.play(A, ACT)
    assert list(game.decisions) == [C]


def test_a_window_that_passes_by_standing_answers_is_a_barrier_all_the_same():
    game = reaction(B)
    game.stand(B, "react")
    game.play(A, ACT)
    assert game.barriers[0] == Barrier("sealed", "1.3")


def test_a_standing_answer_is_seen_by_nobody_else():
    game = reaction(B, C)
    before = [msgspec.json.encode(game.seat(seat).view()) for seat in (A, C)]
    game.stand(B, "react")
    assert [msgspec.json.encode(game.seat(seat).view()) for seat in (A, C)] == before
    assert game.seat(A).standing == game.seat(C).standing == []
    assert game.seat(B).standing == ["react"]


def test_while_a_window_is_open_a_standing_answer_is_not_seen_either():
    quiet, standing = reaction(B, C), reaction(B, C)
    standing.stand(B, "react")
    for game in (quiet, standing):
        game.play(A, ACT)
    assert msgspec.json.encode(quiet.seat(C).view()) == msgspec.json.encode(standing.seat(C).view())


def test_a_standing_answer_set_in_an_open_window_counts_at_once():
    game = reaction(B, C)
    game.play(A, ACT)
    game.stand(B, "react")
    assert list(game.decisions) == [C]
    game.stand(C, "react")
    assert A in game.decisions
    assert game.barrier.kind == "roll"


def test_dice_that_fall_after_a_standing_answer_are_recorded(registered):
    game = registered(Reaction(able=[B]))
    game.play(A, ACT)
    game.stand(B, "react")
    assert [roll.name for roll in game.journal.entries[-1].rolls] == ["Reaction.fall [2.1]"]
    record = record_of(game)
    assert verify(record, "record") == 1
    *_, again = replay(record, "record", check=True)
    assert again.s == game.s


def test_a_standing_answer_does_not_overrule_what_was_answered():
    @procedure
    class Slow(Frame):
        @window("1.3", kind="react", seats=both)
        def react(self, s: Pad, seat: SeatId) -> Choice:
            return [Option("think"), Option("react", ends=True)]

        @react.on("react")
        def _(self, s: Pad, seat: SeatId, _: int) -> None:
            s.notes.append(seat)

    game = table(Slow())
    game.play(A, Action("think"))
    game.stand(A, "react")
    assert A in game.decisions


def test_dropping_a_standing_answer_in_an_open_window_asks_again():
    game = reaction(B, C)
    game.stand(B, "react")
    game.play(A, ACT)
    game.stand(B, "react", passes=False)
    assert list(game.decisions) == [B, C]


def test_a_standing_answer_holds_until_it_is_dropped():
    game = reaction(B)
    game.stand(B, "react")
    game.play(A, ACT)
    game.play(A, ACT)
    assert B not in game.decisions
    game.stand(B, "react", passes=False)
    game.play(A, ACT)
    assert B in game.decisions


def test_a_standing_answer_is_for_one_kind_of_window():
    game = reaction(B)
    game.stand(B, "other")
    game.play(A, ACT)
    assert B in game.decisions


def test_an_unknown_kind_of_window_is_refused():
    with pytest.raises(IllegalAction, match="there is no window 'nap'; there are: react, other"):
        reaction(B).stand(B, "nap")


# -- nothing to react with -------------------------------------------------------------------------------------


def test_the_table_may_pass_for_whoever_has_nothing_to_react_with():
    game = reaction(B, C)
    game.play(A, ACT)
    assert [game.passes(seat) for seat in (A, B, C)] == [False, False, True]
    shown = {seat: game.seat(seat).decision_view() for seat in (B, C)}
    assert (shown[B].passes, shown[C].passes) == (False, True)


def test_only_a_chance_to_react_is_passed_by_the_table():
    game = table(Waiting())
    assert len(game.decisions[A].actions()) == 1
    assert not game.passes(A)


def test_a_seat_may_want_to_be_asked_anyway():
    game = reaction(B, C)
    game.stand(C, ASK_ANYWAY)
    game.play(A, ACT)
    assert list(game.decisions) == [B, C], "it is no standing answer to the window"
    assert not game.passes(C)
    assert not game.seat(C).decision_view().passes
    stored = load(save(game), game.title)
    assert not stored.passes(C)
    game.stand(C, ASK_ANYWAY, passes=False)
    assert game.passes(C)


def test_whoever_has_passed_is_not_passed_for_again():
    game = reaction(B, C)
    game.play(A, ACT)
    game.play(C, PASS)
    assert not game.passes(C)


def test_a_seat_keeps_its_standing_answer_in_games_it_imagines():
    game = reaction(B, C)
    game.stand(B, "react")
    game.play(A, ACT)
    world = game.seat(B).determinize(random.Random(1))
    assert list(world.decisions) == [C]
    assert world.standing == {B: ["react"]}


def test_a_standing_answer_survives_save_and_load():
    game = reaction(B)
    game.stand(B, "react")
    stored = load(save(game), game.title)
    stored.play(A, ACT)
    assert B not in stored.decisions


def test_a_window_does_not_offer_to_pass_twice():
    @procedure
    class Polite(Frame):
        @window("1.3", kind="react", seats=both)
        def react(self, s: Pad, seat: SeatId) -> Choice:
            return [Option("pass", ends=True)]

    assert [option.verb for option in table(Polite()).decisions[A].options] == ["pass"]
