"""Going back by consent of all: the same game as it was, dice with new numbers, a record that still proves itself."""

from __future__ import annotations

import pytest

from kernel.small import A, B, Pad, both, table
from vistula.kernel import (
    AGAIN,
    RESTART,
    Action,
    Choice,
    Frame,
    IllegalAction,
    Next,
    Option,
    SeatId,
    choose,
    goto,
    procedure,
    roll,
    sealed,
    tell,
)
from vistula.kernel.record import Difference, record_of, replay, verify, where_began


@procedure
class Turns(Frame):
    """Seats in turn: note as many numbers as they like, then roll; after three rolls both answer a sealed question."""

    rolls: int = 0

    @choose("1.1", who=lambda f, s: A if f.rolls % 2 == 0 else B)
    def act(self, s: Pad) -> Choice:
        return [Option("note", [1, 2, 3], "number"), Option("roll"), Option("end")]

    @act.on("note")
    def _(self, s: Pad, n: int) -> Next:
        s.notes.append(n)
        tell(s, "1.1", "noted", what=n)
        return AGAIN

    @act.on("roll")
    def _(self, s: Pad, _: int) -> Next:
        return goto("dice")

    @act.on("end")
    def _(self, s: Pad, _: int) -> None:
        s.ended = True

    @roll("2.1", "2d6")
    def dice(self, s: Pad, dice: tuple[int, ...]) -> Next:
        s.notes.append(list(dice))
        self.rolls += 1
        s.turn += 1
        return RESTART if self.rolls % 3 else None

    @sealed("1.2", seats=both)
    def vote(self, s: Pad, seat: SeatId) -> Choice:
        return [Option("vote", [1, 2], "number", ends=True)]

    @vote.on("vote")
    def _(self, s: Pad, seat: SeatId, n: int) -> Next:
        s.notes.append(f"{seat}{n}")
        return RESTART


ROLL, END = Action("roll"), Action("end")


def notes(*numbers: int) -> list[Action]:
    return [Action("note", n) for n in numbers]


def played(make=table):
    game = make(Turns())
    game.play(A, *notes(1, 2))
    game.play(A, ROLL)
    game.play(B, *notes(3))
    game.play(B, ROLL)
    return game


def proven(game) -> bool:
    """The record of a game replays to the same state and proves its dice."""
    record = record_of(game)
    *_, again = replay(record, "record", check=True)
    rolled = sum(len(entry.rolls) for entry in game.journal.entries)
    return again.s == game.s and again.events == game.events and verify(record, "record") == rolled


def test_the_state_is_as_it_was():
    game = played()
    states = {}
    for entries in range(len(game.journal.entries) + 1):
        states[entries] = played()
        states[entries].rewind(entries)
    assert states[0].s.notes == []
    assert states[2].s.notes == [1, 2]
    assert states[3].s.notes == game.s.notes[:3]
    assert states[4].s.notes == game.s.notes[:4]
    assert states[5].s.notes == game.s.notes


def test_the_question_is_as_it_was():
    game = played()
    game.rewind(3)
    assert list(game.decisions) == [B]


def test_what_was_told_later_is_forgotten():
    game = played()
    game.rewind(3)
    assert [event.refs["what"] for event in game.events] == [1, 2]


def test_dice_go_on_with_new_numbers():
    game = played()
    game.rewind(2)
    game.play(A, ROLL)
    assert game.journal.entries[-1].rolls[0].number == 3


def test_the_same_dice_fall_again_where_that_was_agreed(registered):
    game = played(registered)
    first = game.journal.entries[2].rolls[0]
    game.rewind(2, same=True)
    game.play(A, ROLL)
    assert game.journal.entries[-1].rolls == [first]
    assert game.journal.entries[-2].verb == "rewind-same"
    game.play(B, *notes(3))
    game.play(B, ROLL)
    second = game.journal.entries[-1].rolls[0]
    game.rewind(len(game.journal.entries) - 1, same=True)
    game.play(B, ROLL)
    assert game.journal.entries[-1].rolls == [second]
    game.rewind(4, same=True)
    game.play(B, ROLL)
    assert game.journal.entries[-1].rolls == [second]
    assert proven(game)


def test_a_number_that_comes_twice_without_such_a_rewind_is_found():
    game = played()
    game.rewind(2, same=True)
    game.play(A, ROLL)
    record = record_of(game)
    record.entries[5].verb = "rewind"
    with pytest.raises(Difference, match="does not follow"):
        verify(record, "record")


def test_a_rewind_is_an_entry():
    game = played()
    game.rewind(2)
    last = game.journal.entries[-1]
    assert (last.seat, last.verb, last.arg) == ("", "rewind", 2)


def test_what_is_told_after_a_rewind_is_heard():
    game = played()
    game.rewind(2)
    game.play(A, *notes(3), ROLL)
    assert [event.refs["what"] for event in game.seat(B).events] == [1, 2, 3]


def test_a_rewound_game_replays_and_proves_its_dice(registered):
    game = played(registered)
    game.rewind(2)
    game.play(A, *notes(3), ROLL)
    game.play(B, END)
    assert proven(game)


def test_rewinds_of_rewinds_replay(registered):
    game = played(registered)
    game.rewind(3)
    game.play(B, ROLL)
    game.rewind(5)
    game.play(A, *notes(2), ROLL)
    game.rewind(7)
    game.play(A, ROLL)
    game.play(A, Action("vote", 1))
    game.rewind(1)
    game.play(A, END)
    assert proven(game)


def test_a_rewind_to_a_rewind_is_where_that_one_led():
    game = played()
    game.rewind(2)
    game.play(A, ROLL)
    game.rewind(6)
    assert game.s.notes == [1, 2]


def test_many_rewinds_take_no_longer_and_longer():
    """Each rewind plays only the entries that lead there; replaying rewinds within rewinds would take 2^60 games."""
    game = table(Turns())
    for _ in range(60):
        game.play(A, ROLL)
        game.rewind(len(game.journal.entries) - 1)
    assert game.s.notes == []
    assert game.dice.number == 61


def test_a_rewind_into_a_draft_opens_the_draft_again():
    game = played()
    game.rewind(2)
    assert game.s.notes == [1, 2]
    assert game.seat(B).s.notes == []
    game.undo(A)
    assert game.s.notes == [1]
    game.reset(A)
    assert game.s.notes == []


def test_taking_back_after_a_rewind_into_a_draft_replays(registered):
    game = played(registered)
    game.rewind(2)
    game.undo(A)
    game.play(A, *notes(3))
    game.reset(A)
    game.play(A, ROLL)
    assert proven(game)


def test_undo_entries_before_a_rewind_keep_their_meaning(registered):
    game = registered(Turns())
    game.play(A, ROLL)
    game.rewind(0)
    game.play(A, *notes(1))
    game.play(A, *notes(2))
    game.undo(A)
    game.play(A, *notes(3))
    game.rewind(6)
    assert game.s.notes == [1, 3]
    game.play(A, ROLL)
    assert proven(game)


def test_a_rewind_keeps_checkpoints_of_what_was_played():
    game = played()
    marks = list(game.journal.checkpoints)
    game.rewind(2)
    game.undo(A)
    assert game.journal.checkpoints == marks


def test_the_turn_is_marked_again_after_a_rewind():
    game = played()
    game.rewind(2)
    game.play(A, *notes(1))
    assert [mark.turn for mark in game.journal.checkpoints] == [1, 2, 3]
    game.play(A, ROLL)
    assert [mark.turn for mark in game.journal.checkpoints] == [1, 2, 3, 2]


def test_a_rewind_into_a_sealed_step_gives_the_answers_back(registered):
    game = played(registered)
    game.play(A, ROLL)
    game.play(A, Action("vote", 1))
    entries = len(game.journal.entries)
    game.play(B, Action("vote", 2))
    game.rewind(entries)
    assert list(game.decisions) == [B]
    assert game.stack[-1].drafts.by_seat == {A: [Action("vote", 1)]}
    game.undo(A)
    game.play(A, Action("vote", 2))
    game.play(B, Action("vote", 2))
    assert game.s.notes[-2:] == ["a2", "b2"]
    assert proven(game)


def test_a_resigned_game_can_be_taken_up_again():
    game = played()
    game.resign(A)
    game.rewind(5)
    assert not game.over
    assert game.result is None


def test_standing_answers_are_as_they_were():
    game = played()
    game.stand(B, "react")
    game.rewind(5)
    assert game.standing == {}
    game.rewind(6)
    assert game.standing == {B: ["react"]}


@pytest.mark.parametrize("entries", [-1, 6, 99])
def test_only_what_was_played_can_be_gone_back_to(entries):
    game = played()
    with pytest.raises(IllegalAction, match=f"there is no entry {entries}; the journal has 5"):
        game.rewind(entries)


def test_a_game_without_a_journal_cannot_be_rewound():
    with pytest.raises(IllegalAction, match="without a journal"):
        played().clone().rewind(0)


def test_laid_dice_are_put_away():
    game = played()
    game.dice.lay([1, 1])
    game.rewind(2)
    assert game.dice.laid == []


def test_where_a_seat_last_began_to_act():
    game = played()
    assert where_began(game.journal, A) == 0
    assert where_began(game.journal, B) == 3
    assert where_began(game.journal, "c") is None
    acts = len(game.journal.entries)
    assert where_began(game.journal, B, range(3, acts)) is None, "what was done for it is none of its acts"
    game.rewind(3)
    assert where_began(game.journal, B) is None
