"""What a seat may take home: its transcript while the game runs, the whole record after it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from vistula.kernel.codec import position_of
from vistula.kernel.decision import SeatId
from vistula.kernel.dice import commitment
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game
from vistula.kernel.record import (
    Header,
    Record,
    RecordEntry,
    RecordRoll,
    Transcript,
    record_of,
    transcript_of,
)
from vistula.kernel.title import title
from vistula.server.keys import Keys
from vistula.server.ledger import Kept, Stored
from vistula.server.restore import Unplayable, restore
from vistula.server.table import Table


async def export(
    table: Table, seat: SeatId, whole: Callable[[Stored], Awaitable[Game[Any]]], sign: Callable[[Record], Record]
) -> Record | Transcript:
    """From a table that is open. A record is made of entries alone: one that was opened from a snapshot is played
    from its first entry. A finished game is signed."""
    game, stored = table.game, table.stored
    assert game is not None
    names = {each: _who(stored, each) for each in table.seats}
    if game.over:
        played = await whole(stored) if table.resumed else game
        return await asyncio.to_thread(
            lambda: sign(_opened(record_of(played, names, stored.created, table.updated), stored))
        )
    taken = await asyncio.to_thread(transcript_of, game, seat, names, stored.created)
    taken.seal = commitment(stored.secret)
    return taken


def _opened(record: Record, stored: Stored) -> Record:
    """With the server's secret and the numbers that people have added to it, in place of what follows from them."""
    record.seal, record.secret = commitment(stored.secret), stored.secret.hex()
    if stored.shares:
        record.shares = stored.shares
    return record


def position(table: Table, seat: SeatId) -> str:
    """The present moment as a position file, from what the seat itself knows; of a finished game, all.

    BadInput where the seat does not know everything: what is hidden from it is in no file that it gets.
    """
    game = table.game
    assert game is not None
    if game.over:
        return position_of(game)
    own = game.seat(seat)
    codec = game.title.codec
    assert codec is not None
    try:
        return codec.write(game.title, own.s, own.stack, game.scenario, game.options)
    except BadInput:
        why = "part of it is hidden from you. You can save it when the game is over"
        raise BadInput("", "", f"you can't save this position now: {why}") from None


def frozen_transcript(stored: Stored, kept: list[Kept], seat: SeatId, why: str) -> Transcript:
    """What a seat did at a table that no longer replays; what it saw cannot be worked out any more."""
    own = [entry for entry in kept if entry.seat == seat]
    return Transcript(
        header=_header(stored),
        seat=seat,
        seal=commitment(stored.secret),
        entries=[RecordEntry(n, entry.seat, entry.verb, entry.arg) for n, entry in enumerate(own)],
        events=[f"This table is frozen: {why}"],
    )


def raw_record(stored: Stored, kept: list[Kept]) -> Record:
    """The whole table as it is stored, for whoever runs the server; it opens every secret."""
    return Record(
        header=_header(stored),
        seal=commitment(stored.secret),
        secret=stored.secret.hex(),
        shares=stored.shares or msgspec.UNSET,
        position=stored.position,
        entries=[RecordEntry(e.n, e.seat, e.verb, e.arg) for e in kept],
        dice=[RecordRoll(e.n, r.number, r.name, r.sides, r.values, r.scripted) for e in kept for r in e.rolls],
    )


def whole_record(stored: Stored, kept: list[Kept], keys: Keys) -> Record:
    """For whoever runs the server: of a finished game the signed record, of any other one what is stored."""
    try:
        if stored.lacking:
            return raw_record(stored, kept)
        restored = restore(title(stored.game), stored, kept)
    except (BadInput, Unplayable):
        return raw_record(stored, kept)
    if not restored.game.over:
        return raw_record(stored, kept)
    names = {seat: _who(stored, seat) for seat in stored.sitters}
    ended = restored.updated or stored.created
    return keys.sign(_opened(record_of(restored.game, names, stored.created, ended), stored))


def _header(stored: Stored) -> Header:
    return Header(
        game=stored.game,
        rules=stored.rules,
        data=stored.data,
        scenario=stored.scenario,
        options=stored.options,
        seats={seat: _who(stored, seat) for seat in stored.sitters},
        started=stored.created,
    )


def _who(stored: Stored, seat: str) -> str:
    sitter = stored.sitters[seat]
    return sitter.name or ("computer" if sitter.who == "computer" else "")
