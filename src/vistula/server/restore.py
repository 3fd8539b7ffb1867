"""A stored table becomes a game again by doing once more what people did since its last snapshot.

Where no snapshot holds, that is everything from the first entry on. Dice and the states at turns are compared on the
way. A table that does not come out the same is not played on: `Unplayable` says why, and it stays as it is stored.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from vistula.kernel.decision import Action
from vistula.kernel.errors import VistulaError
from vistula.kernel.game import Game, begin
from vistula.kernel.journal import REWINDS, Entry, Journal
from vistula.kernel.record import RecordEntry, named_action, repeat, resume
from vistula.kernel.title import Title
from vistula.server.ledger import Aside, Kept, KeptSnapshot, Stored

log = logging.getLogger("vistula.server")

NO_ACTIONS = frozenset({"undo", "retract", "resign", "stand", "unstand", *REWINDS})


CHANGED = "its rules or data have changed, and it no longer replays"
UNKNOWN = "this program does not have the game"
UNREADABLE = "it cannot be read just now"


class Unplayable(VistulaError):
    """A stored table that no longer replays. Why is for the log; people are told one of the fixed sentences above,
    because an entry's number or an error's text could tell what another seat keeps hidden."""

    def __init__(self, why: str, told: str = CHANGED) -> None:
        super().__init__(why)
        self.told = told


class Restored(msgspec.Struct):
    """A game with what the server remembers beside it."""

    game: Game[Any]
    answered: dict[tuple[str, str], int] = {}
    acted: dict[str, int] = {}  # seat -> events it had been told of when it had last acted
    updated: str = ""  # when something was last published
    revisions: dict[str, int] | None = None  # as last written; None: a new table
    unasked: set[int] = set()  # numbers of the entries that the table made for a seat
    asides: dict[int, Aside] = {}  # by the entries of each snapshot: what was remembered then
    resumed: bool = False  # from a snapshot; then all that it was opened from are stored
    stored: set[int] = set()  # the entries of the snapshots that are stored


def restore(found: Title[Any], table: Stored, kept: Sequence[Kept], snapshots: Sequence[KeptSnapshot] = ()) -> Restored:
    """The game of a table after all its entries: from its last snapshot, or failing that from entries alone."""
    return (_resumed(found, table, kept, snapshots) if snapshots else None) or _replayed(found, table, kept)


def _replayed(found: Title[Any], table: Stored, kept: Sequence[Kept]) -> Restored:
    try:
        game = begin(found, table.scenario, 0, table.joint, table.options, table.position or None, "position")
        return _go_on(Restored(game, revisions=kept[-1].revisions if kept else {}), kept)
    except Unplayable:
        raise
    except Exception as error:  # data that changed may fail in any way
        raise Unplayable(f"it cannot be set up ({type(error).__name__})") from error


def _resumed(
    found: Title[Any], table: Stored, kept: Sequence[Kept], snapshots: Sequence[KeptSnapshot]
) -> Restored | None:
    """None where no snapshot holds, or where it does not lead on."""
    if snapshots[-1].snapshot.entries > len(kept):
        return None
    journal = Journal(table.scenario, table.options, table.position, table.joint)
    journal.entries = [Entry(entry.seat, entry.verb, entry.arg, entry.rolls) for entry in kept]
    try:
        game = resume(found, journal, len(kept), [each.snapshot for each in snapshots])
        if game is None:
            return None
        made = Restored(game, revisions=kept[-1].revisions, resumed=True)
        made.asides = {each.snapshot.entries: each.aside for each in snapshots}
        made.stored = set(made.asides)
        at = game.snapshots[-1].entries
        made.acted, made.updated = dict(made.asides[at].acted), made.asides[at].updated
        for entry in kept[:at]:
            _note(made, [entry])
        return _go_on(made, kept[at:])
    except Exception as error:  # whatever it is, the entries will tell whether the table can be played on
        log.warning("snapshot not used", extra={"table": table.id, "why": f"{type(error).__name__}: {error}"})
        return None


def _go_on(made: Restored, kept: Sequence[Kept]) -> Restored:
    """Do what entries say."""
    game, seen = made.game, made.game.barrier
    for (sender, _, _, _), group in groupby(kept, key=_message):
        entries = list(group)
        _repeat(game, entries)
        _note(made, entries)
        if sender:
            made.acted[sender] = len(game.told(sender))
        if game.barrier is not seen:
            made.updated, seen = entries[-1].at, game.barrier
        if game.snapshots and game.snapshots[-1].entries == entries[-1].n + 1:
            made.asides[entries[-1].n + 1] = Aside(dict(made.acted), made.updated)
    return made


def _note(made: Restored, entries: Sequence[Kept]) -> None:
    """What entries tell without being done again: which messages were answered, what nobody asked for."""
    first = entries[0]
    if not first.sender:
        made.unasked.update(entry.n for entry in entries)
    if first.message:
        made.answered[first.sender, first.message] = made.answered.get((first.sender, first.message), 0) + len(entries)


def _message(kept: Kept) -> tuple[str, str, str, int]:
    """Entries of one message of plain actions stay together, so that undo takes them back together."""
    alone = kept.n if kept.verb in NO_ACTIONS or not kept.message else -1
    return kept.sender, kept.message, kept.seat, alone


def _repeat(game: Game[Any], entries: list[Kept]) -> None:
    try:
        _again(game, entries)
        _compare(game, entries)
    except Unplayable:
        raise
    except Exception as error:  # rules that changed may fail in any way
        raise Unplayable(f"entry {entries[0].n} fails ({type(error).__name__})") from error


def _again(game: Game[Any], entries: list[Kept]) -> None:
    first = entries[0]
    if first.verb in NO_ACTIONS:
        repeat(game, RecordEntry(first.n, first.seat, first.verb, first.arg), "entries")
        return
    done = game.play_each(first.seat, _named(game, entries))
    if done < len(entries):
        late = entries[done]
        raise Unplayable(f"entry {late.n} is not offered")


def _named(game: Game[Any], entries: list[Kept]) -> Iterator[Action]:
    for entry in entries:
        yield named_action(game, entry.seat, entry.verb, entry.arg)


def _compare(game: Game[Any], entries: list[Kept]) -> None:
    assert game.journal is not None
    marks = {mark.entries - 1: mark.hash for mark in game.journal.checkpoints[-len(entries) :]}
    for entry in entries:
        if game.journal.entries[entry.n].rolls != entry.rolls:
            raise Unplayable(f"other dice fall at entry {entry.n}")
        if entry.mark and marks.get(entry.n) != entry.mark:
            raise Unplayable(f"the state after entry {entry.n} is another one")
