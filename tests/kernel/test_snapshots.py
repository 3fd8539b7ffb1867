"""Snapshots of a game that runs: when they are taken, that they are the game as it was, and when they do not hold."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kernel.comparing import digest, encode
from kernel.small import A, B, table
from kernel.test_rewind import END, ROLL, Turns, notes, proven
from vistula.kernel import Action, Game, IllegalAction, snapshots
from vistula.kernel.packing import packed
from vistula.kernel.record import rebuild, resume
from vistula.kernel.snapshots import Stale, TurnSnapshot, chain_to, load


def played(make: Any = table, turns: int = 2) -> Game[Any]:
    """Each seat notes something, then rolls: a turn."""
    game = make(Turns())
    for n in range(turns):
        seat = (A, B)[n % 2]
        game.play(seat, *notes(1 + n % 3))
        game.play(seat, ROLL)
    return game


def entries(game: Game[Any]) -> list[int]:
    return [each.entries for each in game.snapshots]


def forged(snapshot: TurnSnapshot, secret: bytes, **changes: Any) -> TurnSnapshot:
    """Changed by somebody who knows the secret."""
    made = msgspec.structs.replace(snapshot, **changes)
    return msgspec.structs.replace(made, proof=snapshots._proof(made, secret))


# -- when ---------------------------------------------------------------------------------------------------------


def test_one_is_taken_in_each_turn_but_the_first():
    game = played(turns=2)
    assert entries(game) == [2, 4]
    assert [each.turn for each in game.snapshots] == [2, 3]
    game.play(A, *notes(1))
    game.play(A, *notes(2))
    assert entries(game) == [2, 4]


def test_none_is_taken_while_a_sealed_question_waits_or_a_draft_is_open():
    game = played(turns=2)
    game.play(A, ROLL)  # the turn has changed, and both are asked at once
    assert game.journal.turn == 4
    assert entries(game) == [2, 4]
    game.play(A, Action("vote", 1))
    assert entries(game) == [2, 4]
    game.play(B, Action("vote", 2))
    assert entries(game) == [2, 4, 7]


def test_nothing_before_one_can_be_taken_back():
    game = played(turns=2)
    game.play(A, *notes(1))
    game.undo(A)
    for seat in (A, B):
        with pytest.raises(IllegalAction, match="can't undo"):
            game.undo(seat)


def test_a_game_whose_turns_are_not_counted_yet_has_none():
    game = table(Turns())
    game.journal.checkpoints.clear()  # as in a game that begins with turn 0
    game.play(A, *notes(1))
    assert entries(game) == []


def test_a_game_without_a_journal_has_none():
    assert played().clone().snapshots == ()


# -- what ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [1, 2, 3])
def test_a_game_taken_up_from_one_is_the_game_that_it_was(last):
    game = played(turns=2)
    if last == 3:
        game.play(A, ROLL)
        game.play(A, Action("vote", 1))
        game.play(B, Action("vote", 2))
    chain = game.snapshots[:last]
    short = load(game.title, game.journal, chain)
    whole = rebuild(game.title, game.journal, chain[-1].entries)
    assert digest(short) == digest(whole)
    assert encode(short.events) == encode(whole.events)
    assert short.journal.entries == game.journal.entries[: chain[-1].entries]
    assert short.journal.checkpoints == whole.journal.checkpoints
    assert (short.barrier, short.standing, short.journal.turn) == (whole.barrier, whole.standing, whole.journal.turn)
    for each in (short, whole):
        each.play(next(iter(each.decisions)), *notes(3), ROLL)
    assert digest(short) == digest(whole), "the same dice fall"


def test_a_record_of_a_game_that_was_taken_up_is_whole(registered):
    game = played(registered, turns=2)
    again = load(game.title, game.journal, game.snapshots)
    again.play(A, END)
    assert proven(again)


# -- going back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", [0, 1, 2, 3, 4, 5])
def test_a_rewind_starts_from_the_last_one_on_its_way(to, monkeypatch):
    game = played(turns=2)
    game.play(A, *notes(3))
    whole = rebuild(game.title, game.journal, to)
    begun = []
    real = snapshots.load
    monkeypatch.setattr("vistula.kernel.record.load", lambda *a: begun.append(a[2][-1].entries) or real(*a))
    game.rewind(to)
    assert digest(game, dice=False) == digest(whole, dice=False)
    assert encode(game.events) == encode(whole.events)
    assert begun == ([4] if to >= 4 else [2] if to >= 2 else [])


def test_after_a_rewind_across_snapshots_the_way_goes_on_from_those_before_it(registered):
    game = played(registered, turns=2)
    game.rewind(3)
    assert entries(game) == [2], "nothing is kept while a draft is open"
    game.play(B, ROLL)
    assert entries(game) == [2, 6]
    game.rewind(6)
    assert entries(game) == [2, 6, 7], "once more, so that what was rewound need not be played again"
    short = load(game.title, game.journal, game.snapshots)
    assert digest(short) == digest(game)
    game.play(A, END)
    assert proven(game)


def test_dice_have_new_numbers_also_after_a_rewind_across_snapshots():
    game = played(turns=2)
    game.rewind(1)
    assert entries(game) == []
    game.rewind(4)
    assert entries(game) == [6]
    assert game.dice.number == load(game.title, game.journal, game.snapshots).dice.number == 3


def test_snapshots_on_a_way_that_was_left_are_passed_over():
    game = played(turns=2)
    all_of_them = list(game.snapshots)
    game.rewind(2)
    game.play(B, ROLL)
    all_of_them += [each for each in game.snapshots if each not in all_of_them]
    assert [each.entries for each in all_of_them] == [2, 4, 5, 6]
    taken_up = resume(game.title, game.journal, len(game.journal.entries), all_of_them)
    assert entries(taken_up) == [2, 5, 6]
    assert digest(taken_up) == digest(game)


# -- what does not hold -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s, secret: msgspec.structs.replace(s, body=s.body[:-9]), "has been changed"),
        (lambda s, secret: msgspec.structs.replace(s, events=s.events + 1), "has been changed"),
        (lambda s, secret: msgspec.structs.replace(s, proof=""), "has been changed"),
        (lambda s, secret: msgspec.structs.replace(s, code="other"), "other rules or data"),
        (lambda s, secret: forged(s, secret, body=s.body[:-9]), "cannot be decompressed"),
        (lambda s, secret: forged(s, secret, body=packed(b"{}")), "missing required field"),
        (lambda s, secret: forged(s, secret, events=s.events + 1), r"\d events are kept of \d"),
    ],
)
def test_one_that_was_changed_is_not_used(change, why):
    game = played(turns=2)
    first, last = game.snapshots
    wrong = change(last, game.journal.secret)
    with pytest.raises(Stale, match=why):
        load(game.title, game.journal, [first, wrong])
    assert resume(game.title, game.journal, 4, [first, wrong]) is None
    assert digest(rebuild(game.title, game.journal, 4, [first, wrong])) == digest(game)


def test_one_whose_state_is_another_is_not_used():
    game = played(turns=2)
    first, last = game.snapshots
    body = snapshots._open(game.title, game.journal.secret, last)
    body.state = "0" * 64
    wrong = forged(last, game.journal.secret, body=packed(msgspec.json.encode(body)))
    with pytest.raises(Stale, match="the state after entry 4 is another one"):
        load(game.title, game.journal, [first, wrong])


def test_one_of_another_table_is_not_used():
    game, other = played(turns=2), played(turns=2)
    other.journal.secret = b"0" * 32
    with pytest.raises(Stale):
        load(game.title, other.journal, game.snapshots)


def test_other_code_is_other_rules(monkeypatch):
    game = played(turns=2)
    monkeypatch.setattr(snapshots, "code_of", lambda found: "rules of tomorrow")
    assert resume(game.title, game.journal, 4, game.snapshots) is None


def test_the_code_is_that_of_the_title_and_of_what_it_stands_on(tmp_path, monkeypatch):
    game = played()
    monkeypatch.setattr(snapshots, "_codes", {})
    monkeypatch.setattr(snapshots, "_sources", lambda found: sorted(tmp_path.glob("*.py")))
    (tmp_path / "rules.py").write_text("one = 1")
    before = snapshots.code_of(game.title)
    assert snapshots.code_of(game.title) == before
    snapshots._codes.clear()
    (tmp_path / "rules.py").write_text("one = 2")
    assert snapshots.code_of(game.title) != before
    monkeypatch.undo()
    names = {path.name for path in snapshots._sources(game.title)}
    assert {"course.py", "hexes.py", "small.py"} <= names


def test_where_one_is_missing_those_before_it_are_used():
    game = played(turns=2)
    game.rewind(4)
    first, second, third = game.snapshots
    passed = {1, 2, 3, 4, 5}
    assert chain_to([third, first, second], passed) == [first, second, third]
    assert chain_to([first, third], passed) == [first]
    assert chain_to([second, third], passed) == []
    assert chain_to([first, second, third], passed - {4}) == [first]
