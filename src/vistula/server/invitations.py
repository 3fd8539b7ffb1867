"""Seats for others: invited to, claimed once, invited to anew or no more while nobody has taken them.

Whoever opened a table invites, by the host's token or by their own key, and never holds another person's seat.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from vistula.server import departures, ledger, notices, people, seating
from vistula.server.ledger import Stored
from vistula.server.people import Person
from vistula.server.tokens import new_token
from vistula.server.wire import Claimed, SeatInvitation

if TYPE_CHECKING:
    from vistula.server.hall import Hall
    from vistula.server.table import Table


async def claim(hall: Hall, id: str, invite: str, person: Person | None = None) -> Claimed | None:
    """The seat that an invitation is for, with a token of its own; None for what is none, or not any more."""
    if await _invited(hall, id, invite) is None or (table := await hall.table(id)) is None:
        return None
    async with hall.claiming:
        claimed: Claimed | None = await table.ask_long(lambda: _claim(hall, table, invite, person))
    if claimed is not None:
        await hall.sits_down(id, claimed.seat)
    return claimed


async def _claim(hall: Hall, table: Table, invite: str, person: Person | None) -> Claimed | None:
    """In the table's task, so that nobody takes the same seat in the lobby meanwhile."""
    seat = await _invited(hall, table.id, invite)
    if seat is None:
        return None
    token = people.token_for(hall.secret, person.device, (table.id, seat)) if person is not None else new_token()
    rows = ledger.claim_rows(table.id, seat, invite, token)
    if person is not None:
        rows += ledger.player_rows(table.id, seat, person.id, person.name)
    if departures.offered(table, seat):
        rows.append(ledger.offer_row(table.id, departures.offer_without(table, seat)))
    name = person.name if person is not None else table.stored.sitters[seat].name
    await hall.write([*rows, *notices.joined(table, seat, name, table.asked.taken)])
    await seating.look(table, hall.database.engine)
    return Claimed(seat=seat, token=token)


async def _invited(hall: Hall, id: str, invite: str) -> str | None:
    """The seat that an invitation to this table is for."""
    found = await asyncio.to_thread(ledger.token_found, hall.database.engine, invite)
    return found[1] if found is not None and found[0] == id and found[2] == ledger.INVITE else None


async def host(hall: Hall, id: str, key: str) -> Stored | None:
    """The table, if it is for this key to invite to it: the token that its opener got, or the key of that person."""
    engine = hall.database.engine
    found = await asyncio.to_thread(ledger.token_found, engine, key)
    stored = await asyncio.to_thread(ledger.stored, engine, id)
    if found is not None and found[0] == id and found[2] == ledger.HOST:
        return stored
    person = await asyncio.to_thread(people.find, engine, key)
    return stored if stored is not None and person is not None and stored.host == person.id else None


async def invite(hall: Hall, id: str, key: str, seat: str) -> str | None:
    """A new invitation in place of one that nobody has claimed; None for who may not invite, or where it is."""
    async with hall.claiming:
        if await host(hall, id, key) is None or seat not in await _unclaimed(hall, id):
            return None
        token = new_token()
        await hall.write(ledger.invite_rows(id, seat, token))
    return token


async def withdraw(hall: Hall, id: str, key: str, seat: str) -> bool:
    """The invitation opens nothing any more. False for who may not, or where somebody has taken the seat."""
    async with hall.claiming:
        if await host(hall, id, key) is None or seat not in await _unclaimed(hall, id):
            return False
        await hall.write(ledger.withdraw_rows(id, seat))
    return True


async def listed(hall: Hall, id: str, key: str) -> list[SeatInvitation] | None:
    """Which seats for others are taken; None for who has not opened the table."""
    stored = await host(hall, id, key)
    if stored is None:
        return None
    free = await _unclaimed(hall, id)
    return [
        SeatInvitation(seat=seat, claimed=seat not in free, invited=free.get(seat, False), name=sitter.name)
        for seat, sitter in stored.sitters.items()
        if sitter.who == "link" or seat in free
    ]


async def _unclaimed(hall: Hall, id: str) -> dict[str, bool]:
    return await asyncio.to_thread(ledger.unclaimed, hall.database.engine, id)
