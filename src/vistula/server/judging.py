"""Whether a notice is still to be sent, and what it says then."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Engine, and_, select

from vistula.server import calltexts, ledger, notices, pace
from vistula.server.calltexts import Standing, Words
from vistula.server.channels import Kept
from vistula.server.ledger import Stored
from vistula.server.notices import Facts
from vistula.server.numbers import adds_next
from vistula.server.outbox import Waiting
from vistula.server.pace import SeatClock
from vistula.server.schema import CLOCKS, SEATS, TABLES
from vistula.server.senders import quiet_link
from vistula.server.wire import Call

if TYPE_CHECKING:
    from vistula.server.hall import Hall

MINUTE = 60.0
MOST = 50
"""Tables that a digest tells of one by one."""


class Send(msgspec.Struct, frozen=True):
    call: Call
    with_it: Sequence[str] = ()  # other notices that this one tells of
    goes_on: bool = False  # whether another follows tomorrow


class Later(msgspec.Struct, frozen=True):
    due: float


class Drop(msgspec.Struct, frozen=True):
    """It is not so any more."""

    with_it: Sequence[str] = ()


class Now(msgspec.Struct, frozen=True):
    """A table as it is stored now."""

    stored: Stored
    clocks: dict[str, SeatClock]


async def judge(hall: Hall, waiting: Waiting, kept: Kept, now: float) -> Send | Later | Drop:
    if waiting.kind == "daily":
        return await _digest(hall, waiting, kept, now)
    found = await asyncio.to_thread(_read, hall.database.engine, waiting.table_id)
    if found is None or waiting.player not in notices.people_of(found.stored) or found.stored.held:
        return Drop()
    looked, facts = await seen(hall, waiting), notices.read(waiting.body)
    if waiting.kind == "time":
        due = max(_quarter(found, waiting), looked + kept.settings.after * MINUTE)
        if due > now:
            return Later(due) if _waits(found, waiting.player, now) else Drop()
    elif looked >= waiting.asked:
        return Drop()
    if waiting.kind in ("turn", "time"):
        if (back := _away(found, waiting.player)) > now:
            return Later(back)
        if not _waits(found, waiting.player, now, facts):
            return Drop()
        if waiting.kind == "turn" and await asyncio.to_thread(hall.outbox.told, waiting, facts.turn, looked):
            return Drop()
    at = await _standing(hall, found, waiting.player, now)
    told = calltexts.words(waiting.kind, facts, at)
    return Send(_call(hall, waiting, kept, told, found.stored.game, facts.turn))


async def seen(hall: Hall, waiting: Waiting) -> float:
    """When the person last looked at the table, from whichever of their seats there."""
    if not waiting.table_id:
        return 0.0
    table = await hall.opened(waiting.table_id)
    if table is not None:
        seats = notices.people_of(table.stored).get(waiting.player, [])
        return max((table.looking.last(seat) for seat in seats), default=0.0)
    return await asyncio.to_thread(_seen, hall.database.engine, waiting.table_id, waiting.player)


def _seen(engine: Engine, table: str, player: str) -> float:
    with engine.connect() as connection:
        own = select(SEATS.c.seen).where(SEATS.c.table_id == table, SEATS.c.player == player)
        return max(connection.execute(own).scalars(), default=0.0)


def _read(engine: Engine, table: str) -> Now | None:
    stored = ledger.stored(engine, table)
    return Now(stored, ledger.clocks(engine, table)) if stored is not None else None


# -- whether it is still so -------------------------------------------------------------------------------------------


def _mine(found: Now, player: str) -> dict[str, SeatClock]:
    seats = notices.people_of(found.stored).get(player, [])
    return {seat: found.clocks[seat] for seat in seats if seat in found.clocks}


def _asked(clock: SeatClock, now: float) -> bool:
    """Whether the table waits for a seat: it has not answered, the staff does not play for it, and it is here."""
    return bool(clock.since) and not clock.done and not clock.staffed and clock.away <= now


def _waits(found: Now, player: str, now: float, facts: Facts | None = None) -> bool:
    if facts is not None and facts.number:
        return any(adds_next(found.stored, seat) for seat in notices.people_of(found.stored).get(player, []))
    return any(_asked(clock, now) for clock in _mine(found, player).values())


def _away(found: Now, player: str) -> float:
    """When who is asked is back from a holiday."""
    return max((clock.away for clock in _mine(found, player).values() if clock.since and not clock.done), default=0.0)


def _quarter(found: Now, waiting: Waiting) -> float:
    """A holiday since it was written makes it later."""
    clock = found.clocks.get(waiting.seat)
    return notices.quarter(clock) if clock is not None and clock.due > pace.ALWAYS else waiting.due


# -- what it says -----------------------------------------------------------------------------------------------------


async def _standing(hall: Hall, found: Now, player: str, now: float) -> Standing:
    stored, mine = found.stored, _mine(found, player)
    asked = [seat for seat, clock in found.clocks.items() if clock.since and seat not in mine]
    ends = [pace.left(stored.pace, clock, now) for clock in mine.values() if clock.due and _asked(clock, now)]
    title = await hall.back_room.title(stored.game)
    seats = notices.people_of(stored).get(player, [])
    move = any(_asked(clock, now) for clock in mine.values())
    return Standing(stored, title.name, seats, asked, move, min(ends, default=0.0))


def _call(hall: Hall, waiting: Waiting, kept: Kept, told: Words, game: str, turn: int) -> Call:
    where = f"/table/{waiting.table_id}" if waiting.table_id else "/"
    return Call(
        kind=waiting.kind,  # type: ignore[arg-type]
        title=" ".join(told.title.split())[:150],
        text=told.text[:1500],
        url=hall.settings.address + where,
        quiet=quiet_link(hall, kept),
        key=waiting.id,
        table=waiting.table_id,
        game=game,
        seat=waiting.seat,
        turn=turn,
    )


# -- once a day -------------------------------------------------------------------------------------------------------


async def _digest(hall: Hall, waiting: Waiting, kept: Kept, now: float) -> Send | Drop:
    engine = hall.database.engine
    tables, waits = [], await asyncio.to_thread(_waiting, engine, kept.player, now)
    for id, turn in waits[:MOST]:
        found = await asyncio.to_thread(_read, engine, id)
        if found is not None and not found.stored.held:
            tables.append((await _standing(hall, found, kept.player, now), turn))
    others = await asyncio.to_thread(hall.outbox.of_digest, kept.id)
    news = [told for other in others if (told := await _news(hall, other, kept, now)) is not None]
    ids = [other.id for other in others]
    if not (tables or news):
        return Drop(ids)
    told = calltexts.digest(tables, max(0, len(waits) - MOST), news)
    return Send(_call(hall, waiting, kept, told, "", 0), ids, bool(tables))


async def _news(hall: Hall, other: Waiting, kept: Kept, now: float) -> Words | None:
    fate = await judge(hall, other, kept, now)
    return Words(fate.call.title, fate.call.text) if isinstance(fate, Send) else None


def _waiting(engine: Engine, player: str, now: float) -> list[tuple[str, int]]:
    """The tables that wait for a person, and their turns, the longest wait first."""
    asked = CLOCKS.c.since > 0, CLOCKS.c.done == 0, CLOCKS.c.staffed == 0, CLOCKS.c.away <= now
    rows = (
        select(CLOCKS.c.table_id, CLOCKS.c.turn)
        .join(SEATS, and_(SEATS.c.table_id == CLOCKS.c.table_id, SEATS.c.seat == CLOCKS.c.seat))
        .join(TABLES, TABLES.c.id == CLOCKS.c.table_id)
        .where(SEATS.c.player == player, *asked, TABLES.c.held == "")
        .order_by(CLOCKS.c.since)
    )
    with engine.connect() as connection:
        return list({row.table_id: row.turn for row in connection.execute(rows)}.items())
