"""Drafts: what a seat does is its own until a barrier; then the others see it, and nobody takes it back."""

from __future__ import annotations

import pytest

from kernel.small import A, B, Pad, a, table
from vistula.kernel import (
    AGAIN,
    ONLOOKER,
    Action,
    Barrier,
    Choice,
    Frame,
    IllegalAction,
    Next,
    Option,
    SeatId,
    choose,
    disclose,
    draw,
    goto,
    mix,
    procedure,
    roll,
    settle,
    step,
    tell,
)
from vistula.kernel.record import record_of, replay


@procedure
class Clicks(Frame):
    """a clicks as long as it likes; other verbs lead to barriers of every kind."""

    turns: int = 0

    @choose("1.1", who=lambda f, s: A if f.turns == 0 else B, prompt="Click, {turns}.")
    def click(self, s: Pad) -> Choice:
        return [
            Option("click", [1, 2, 3], "number"),
            Option("show", publish=True),
            *[Option(verb) for verb in ("roll", "draw", "mix", "disclose", "settle", "over", "over_there", "turn")],
        ]

    @click.on("click")
    def _(self, s: Pad, n: int) -> Next:
        s.notes.append(n)
        tell(s, "1.1", "noted", what=n)
        return AGAIN

    @click.on("show")
    def _(self, s: Pad, _: int) -> Next:
        return AGAIN

    @click.on("disclose")
    def _(self, s: Pad, _: int) -> Next:
        disclose(s, "1.2", [A], False)
        return AGAIN

    @click.on("settle")
    def _(self, s: Pad, _: int) -> Next:
        settle(s, "1.3")
        return AGAIN

    @click.on("over")
    def _(self, s: Pad, _: int) -> Next:
        s.ended = True
        return None

    @click.on("over_there")
    def _(self, s: Pad, _: int) -> Next:
        self.turns = 1
        return AGAIN

    @click.on("turn")
    def _(self, s: Pad, _: int) -> Next:
        s.turn += 1
        return AGAIN

    @click.on("roll")
    def _(self, s: Pad, _: int) -> Next:
        return goto("rolls")

    @click.on("draw")
    def _(self, s: Pad, _: int) -> Next:
        return goto("draws")

    @click.on("mix")
    def _(self, s: Pad, _: int) -> Next:
        return goto("mixes")

    @roll("2.1", "1d6")
    def rolls(self, s: Pad, dice: tuple[int, ...]) -> Next:
        return goto("click")

    @draw("2.2", bag=lambda f, s: [1, 2])
    def draws(self, s: Pad, drawn: int) -> Next:
        return goto("click")

    @mix("2.2", pieces=lambda f, s: [1, 2])
    def mixes(self, s: Pad, pieces: list[int]) -> Next:
        return goto("click")


def clicks(*numbers: int) -> list[Action]:
    return [Action("click", n) for n in numbers]


def noted(game, seat: SeatId) -> list[int]:
    return game.seat(seat).s.notes


def test_others_see_nothing_of_a_draft():
    game = table(Clicks())
    game.play(A, *clicks(1, 2))
    assert noted(game, A) == [1, 2]
    assert noted(game, B) == []


def test_others_hear_nothing_of_a_draft():
    game = table(Clicks())
    game.play(A, *clicks(1))
    assert [event.key for event in game.seat(A).events] == ["noted"]
    assert game.seat(B).events == []


def test_a_draft_changes_no_byte_of_what_others_are_given():
    game = table(Clicks())
    game.play(A, Action("roll"))
    before = game.seat(B).view()
    game.play(A, *clicks(1, 2))
    assert game.seat(B).view() == before


BARRIERS = [("show", "publish"), ("roll", "roll"), ("draw", "draw"), ("mix", "mix"), ("disclose", "disclose")]


@pytest.mark.parametrize(("verb", "kind"), [*BARRIERS, ("over_there", "seat"), ("over", "over")])
def test_a_barrier_shows_the_whole_draft_and_ends_it(verb, kind):
    game = table(Clicks())
    game.play(A, *clicks(1, 2))
    game.play(A, Action(verb))
    assert noted(game, B) == [1, 2]
    assert game.barrier.kind == kind
    with pytest.raises(IllegalAction, match="can't undo"):
        game.undo(A)


@pytest.mark.parametrize(("verb", "kind"), BARRIERS)
def test_undo_stops_at_the_last_barrier_and_names_it(verb, kind):
    game = table(Clicks())
    game.play(A, *clicks(1))
    game.play(A, Action(verb))
    game.play(A, *clicks(2))
    game.undo(A)
    assert noted(game, A) == [1]
    assert game.seat(A).undo.why == str(game.barrier)
    assert game.barrier.kind == kind


def test_a_barrier_carries_the_rule_that_raised_it():
    game = table(Clicks())
    game.play(A, Action("show"))
    assert game.barrier == Barrier("publish", "1.1")
    game.play(A, Action("disclose"))
    assert str(game.barrier) == "something hidden has been shown [1.2]"


def test_undo_takes_back_one_message():
    game = table(Clicks())
    game.play(A, *clicks(1, 2))
    game.play(A, *clicks(3))
    game.undo(A)
    assert game.s.notes == [1, 2]
    game.undo(A)
    assert game.s.notes == []


def test_undo_takes_back_what_was_told():
    game = table(Clicks())
    game.play(A, *clicks(1))
    game.play(A, *clicks(2))
    game.undo(A)
    assert [event.refs["what"] for event in game.events] == [1]


def test_undo_asks_the_same_question_again():
    game = table(Clicks())
    before = game.decisions
    game.play(A, *clicks(1))
    game.undo(A)
    assert game.decisions == before


def test_a_message_with_a_barrier_in_it_is_taken_back_to_the_barrier():
    game = table(Clicks())
    game.play(A, *clicks(1), Action("roll"), *clicks(2, 3))
    assert [b.kind for b in game.barriers] == ["roll"]
    game.undo(A)
    assert game.s.notes == [1]
    with pytest.raises(IllegalAction):
        game.undo(A)


def test_after_undo_the_game_goes_on_and_is_heard():
    game = table(Clicks())
    game.play(A, *clicks(1))
    game.undo(A)
    game.play(A, *clicks(2), Action("disclose"))
    assert game.barrier.kind == "disclose"
    assert [event.refs["what"] for event in game.events] == [2]


def test_nobody_takes_back_the_draft_of_another():
    game = table(Clicks())
    game.play(A, *clicks(1))
    with pytest.raises(IllegalAction, match="nothing has been done yet"):
        game.undo(B)
    assert game.s.notes == [1]


def test_reset_takes_back_the_whole_draft_at_once():
    game = table(Clicks())
    game.play(A, Action("roll"))
    for n in (1, 2, 3):
        game.play(A, *clicks(n))
    entries = len(game.journal.entries)
    game.reset(A)
    assert game.s.notes == []
    assert [e.verb for e in game.journal.entries[entries:]] == ["undo"]


def test_reset_without_a_draft_is_refused():
    with pytest.raises(IllegalAction, match="can't undo"):
        table(Clicks()).reset(A)


def test_undo_to_an_entry():
    game = table(Clicks())
    for n in (1, 2, 3):
        game.play(A, *clicks(n))
    game.undo_to(A, 1)
    assert game.s.notes == [1]


@pytest.mark.parametrize("entries", [2, 9, -1])
def test_undo_to_an_entry_that_is_no_undo_point_is_refused(entries):
    game = table(Clicks())
    game.play(A, *clicks(1))
    game.play(A, *clicks(2, 3))
    with pytest.raises(IllegalAction, match=f"cannot go back to entry {entries}"):
        game.undo_to(A, entries)


def test_undo_is_an_entry_of_its_own():
    game = table(Clicks())
    game.play(A, *clicks(1))
    game.undo(A)
    assert [(e.seat, e.verb, e.arg) for e in game.journal.entries] == [(A, "click", 1), (A, "undo", 0)]


def test_undo_takes_back_checkpoints_of_turns():
    game = table(Clicks())
    assert [mark.turn for mark in game.journal.checkpoints] == [1]
    game.play(A, Action("turn"))
    assert [mark.turn for mark in game.journal.checkpoints] == [1, 2]
    game.undo(A)
    assert [mark.turn for mark in game.journal.checkpoints] == [1]
    game.play(A, Action("turn"))
    assert [mark.turn for mark in game.journal.checkpoints] == [1, 2]


def test_a_message_stops_at_the_first_action_that_is_not_offered():
    game = table(Clicks())
    assert game.play(A, *clicks(1), Action("click", 9), *clicks(2)) == 1
    assert game.s.notes == [1]


def test_a_message_without_anything_offered_is_refused_by_the_rule_that_asks():
    game = table(Clicks())
    with pytest.raises(IllegalAction, match=r"\[1\.1\] that is not among what is offered: Click, 0."):
        game.play(A, Action("click", 9))


def test_an_empty_message_is_refused():
    with pytest.raises(IllegalAction, match="no action was given"):
        table(Clicks()).play(A)


def test_a_seat_that_is_not_asked_is_told_who_is():
    with pytest.raises(IllegalAction, match="it is not b's decision; the table waits for a"):
        table(Clicks()).play(B, *clicks(1))


@pytest.mark.parametrize("arg", [1.0, True, "1", None])
def test_an_argument_is_a_whole_number(arg):
    game = table(Clicks())
    with pytest.raises(IllegalAction):
        game.play(A, Action("click", arg))
    assert game.s.notes == []


@pytest.mark.parametrize("do", ["play", "undo", "reset", "resign", "seat"])
def test_whoever_has_no_seat_can_do_and_see_nothing(do):
    with pytest.raises(IllegalAction, match="there is no seat 'nobody' at this table; there are: a, b"):
        getattr(table(Clicks()), do)("nobody")


# -- table options ---------------------------------------------------------------------------------------


def test_settling_a_move_is_no_barrier_where_undo_is_free():
    game = table(Clicks())
    game.play(A, *clicks(1))
    game.play(A, Action("settle"))
    assert game.barriers == []
    game.reset(A)
    assert game.s.notes == []


def test_settling_a_move_is_a_barrier_where_only_the_move_is_taken_back():
    game = table(Clicks(), undo="move")
    game.play(A, *clicks(1))
    game.play(A, Action("settle"))
    assert game.barrier == Barrier("settle", "1.3")
    assert noted(game, B) == [1]
    game.play(A, *clicks(2))
    game.undo(A)
    assert game.s.notes == [1]


def test_by_consent_nobody_takes_back_alone():
    game = table(Clicks(), undo="consent")
    game.play(A, *clicks(1))
    assert game.seat(A).undo.why == "at this table an undo needs everyone's consent"
    with pytest.raises(IllegalAction, match="needs everyone's consent"):
        game.undo(A)
    with pytest.raises(IllegalAction, match="needs everyone's consent"):
        game.reset(A)
    assert noted(game, B) == []


# -- copies ----------------------------------------------------------------------------------------------


def test_a_clone_of_an_open_draft_has_the_draft_and_no_way_back():
    game = table(Clicks())
    game.play(A, *clicks(1))
    twin = game.clone()
    assert twin.s.notes == [1]
    with pytest.raises(IllegalAction):
        twin.undo(A)


def test_what_a_clone_does_leaves_the_game():
    game = table(Clicks())
    game.play(A, *clicks(1))
    twin = game.clone()
    twin.push(Action("click", 2))
    assert game.s.notes == [1]
    game.undo(A)
    assert twin.s.notes == [1, 2]


def test_a_clone_with_a_seed_rolls_other_dice():
    game = table(Clicks())
    secrets = {game.clone(seed).dice.secret for seed in (1, 2, 3)}
    assert len(secrets) == 3
    assert game.clone().dice.secret == game.dice.secret


def test_a_game_without_a_journal_takes_back_too():
    game = table(Clicks()).clone().listen()
    game.play(A, *clicks(1))
    game.play(A, *clicks(2))
    game.undo(A)
    game.play(A, Action("disclose"))
    assert game.s.notes == [1]
    assert game.barrier.kind == "disclose"


# -- resigning -------------------------------------------------------------------------------------------


def test_resigning_ends_the_game_for_the_other_side():
    game = table(Clicks())
    game.resign(B)
    assert game.over
    assert (game.result.winners, game.result.level) == ((A,), "resignation")
    assert game.seat(A).result == game.result


def test_resigning_among_three_gives_both_others_the_game():
    game = table(Clicks(), seats=(A, B, SeatId("c")))
    game.resign(B)
    assert game.result.winners == (A, "c")


def test_after_the_end_nothing_is_played_taken_back_or_resigned():
    game = table(Clicks())
    game.resign(A)
    for deed in (lambda: game.play(A, *clicks(1)), lambda: game.resign(B), lambda: game.stand(A, "react")):
        with pytest.raises(IllegalAction, match="the game is over"):
            deed()
    with pytest.raises(IllegalAction, match="can't undo: the game is over"):
        game.undo(A)


def test_a_finished_game_asks_nobody():
    game = table(Clicks())
    game.play(A, Action("over"))
    for seat in (A, B):
        own = game.seat(seat)
        assert (own.decision, own.waiting, own.frame, own.prompt()) == (None, [], None, "")
        assert own.result.winners == (A,)


# -- steps that play themselves --------------------------------------------------------------------------


@procedure
class Chain(Frame):
    @choose("1.1", who=a)
    def first(self, s: Pad) -> Choice:
        return [Option("take", [1, 2], "number")]

    @first.on("take")
    def _(self, s: Pad, n: int) -> None:
        s.notes.append(n)

    @choose("1.1", who=a)
    def second(self, s: Pad) -> Choice:
        return [Option("only", [7], "number")]

    @second.on("only")
    def _(self, s: Pad, n: int) -> None:
        s.notes.append(n)

    @step("1.1")
    def third(self, s: Pad) -> Next:
        return goto("first")


def test_undo_takes_back_what_followed_by_itself():
    game = table(Chain())
    game.play(A, Action("take", 1))
    assert game.s.notes == [1, 7]
    game.undo(A)
    assert game.s.notes == []


def test_what_follows_by_itself_is_not_journalled():
    game = table(Chain())
    game.play(A, Action("take", 1))
    assert [entry.verb for entry in game.journal.entries] == ["take"]


def test_entries_with_undo_reset_and_messages_replay(registered):
    game = registered(Clicks())
    game.play(A, *clicks(1, 2))
    game.play(A, *clicks(3))
    game.undo(A)
    game.play(A, Action("turn"), *clicks(1))
    game.reset(A)
    game.play(A, *clicks(3), Action("roll"), *clicks(2))
    game.undo(A)
    game.play(A, Action("over"))
    *_, again = replay(record_of(game), "record", check=True)
    assert again.s == game.s
    assert again.events == game.events


# -- onlookers -------------------------------------------------------------------------------------------


def test_an_onlooker_sees_what_is_published():
    game = table(Clicks())
    game.play(A, *clicks(1))
    assert noted(game, ONLOOKER) == []
    game.play(A, Action("show"))
    assert noted(game, ONLOOKER) == [1]
    assert [event.refs["what"] for event in game.seat(ONLOOKER).events] == [1]


@pytest.mark.parametrize("do", ["play", "undo", "reset", "resign"])
def test_an_onlooker_can_do_nothing(do):
    with pytest.raises(IllegalAction, match="there is no seat '' at this table"):
        getattr(table(Clicks()), do)(ONLOOKER)


def test_what_has_been_told_stops_at_the_draft_of_another():
    game = table(Clicks())
    game.play(A, *clicks(1))
    assert len(game.told(A)) == 1
    assert game.told(B) == []


def test_actions_of_a_message_may_be_made_as_their_turn_comes():
    game = table(Clicks())
    seen = []

    def each():
        for n in (1, 2):
            seen.append(game.s.notes[:])
            yield Action("click", n)

    assert game.play_each(A, each()) == 2
    assert seen == [[], [1]]
    game.undo(A)
    assert game.s.notes == []


def test_a_side_has_resigned_when_all_its_seats_have():
    game = table(Clicks(), seats=tuple(SeatId(seat) for seat in ("a1", "a2", "b")))
    game.title.side_of = lambda seat: seat[0]
    game.resign("a1")
    assert not game.over
    assert game.partners("a1") == ["a2"]
    assert game.partners("a2") == []
    with pytest.raises(IllegalAction, match="a1 has resigned already"):
        game.resign("a1")
    assert game.clone().left == ("a1",)
    game.resign("a2")
    assert (game.result.winners, game.result.level) == (("b",), "resignation")
