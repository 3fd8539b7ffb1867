"""My games: the tables where a person has a seat, or has opened one for others, the most pressing first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, Engine, func, or_, select

from vistula.kernel.decision import ONLOOKER, SeatId
from vistula.server import ledger
from vistula.server.hall import Hall
from vistula.server.ledger import Stored
from vistula.server.people import Person
from vistula.server.schema import SEATS, TABLES, TOKENS
from vistula.server.wire import MyTable, TableCard

MOST = 500
"""Tables that are told of at once: the newest."""


class Kept(msgspec.Struct):
    """A table of a person as the database has it."""

    stored: Stored
    archived: bool
    free: list[str]
    devices: dict[str, int]


async def tables(hall: Hall, person: Person, kept: list[Kept]) -> list[MyTable]:
    """With their cards, each from a seat of this person."""
    asked = [(each.stored, seat) for each in kept for seat in _seats(each.stored, person.id) or [ONLOOKER]]
    cards: dict[str, list[TableCard]] = defaultdict(list)
    for card in await hall.cards(asked):
        cards[card.table].append(card)
    made = [_told(each, person, cards[each.stored.id]) for each in kept if cards[each.stored.id]]
    return sorted(made, key=_pressing)


def read(engine: Engine, person: Person) -> list[Kept]:
    with engine.connect() as connection:
        mine = select(SEATS.c.table_id).where(SEATS.c.player == person.id)
        known = or_(TABLES.c.id.in_(mine), TABLES.c.host == person.id)
        newest = select(TABLES.c.id).where(known).order_by(TABLES.c.created.desc(), TABLES.c.id).limit(MOST)
        ids = connection.execute(newest).scalars().all()
        own = SEATS.c.player == person.id, SEATS.c.archived
        away = set(connection.execute(select(SEATS.c.table_id).where(*own)).scalars())
        held = _held(connection, ids)
        found = ledger.many_stored(connection, ids)
    return [_kept(found[id], id in away, held, person.id) for id in ids if id in found]


def _held(connection: Connection, ids: Collection[str]) -> dict[tuple[str, str], int]:
    """How many tokens open each seat."""
    count = select(TOKENS.c.table_id, TOKENS.c.seat, func.count().label("n"))
    rows = connection.execute(
        count.where(TOKENS.c.table_id.in_(ids), TOKENS.c.kind == "").group_by(TOKENS.c.table_id, TOKENS.c.seat)
    )
    return {(row.table_id, row.seat): row.n for row in rows}


def _kept(stored: Stored, archived: bool, held: dict[tuple[str, str], int], person: str) -> Kept:
    free = [seat for seat in stored.people if not stored.sitters[seat].player and (stored.id, seat) not in held]
    return Kept(stored, archived, free, {seat: held.get((stored.id, seat), 0) for seat in _seats(stored, person)})


def _seats(stored: Stored, person: str) -> list[SeatId]:
    return [SeatId(seat) for seat, sitter in stored.sitters.items() if sitter.player == person]


def _told(kept: Kept, person: Person, cards: list[TableCard]) -> MyTable:
    return MyTable(
        card=next((card for card in cards if card.your_move), cards[0]),
        seats=[*_seats(kept.stored, person.id)],
        host=kept.stored.host == person.id,
        archived=kept.archived,
        free=kept.free,
        devices=kept.devices,
    )


def _pressing(table: MyTable) -> tuple[int, float]:
    """First what waits for me, the longest wait first; then what waits for others; then what is over."""
    card = table.card
    when = float("".join(filter(str.isdigit, card.updated)) or 0)
    return (2, -when) if card.over else (0, when) if card.your_move else (1, when)
