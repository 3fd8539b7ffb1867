"""A table in memory learns what has changed in its seats: who they belong to, what they are called, what opens them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import Engine, select

from vistula.server import ledger
from vistula.server.guests import TRY_AGAIN
from vistula.server.schema import TOKENS
from vistula.server.tokens import hash_of

if TYPE_CHECKING:
    from vistula.server.hall import Hall
    from vistula.server.table import Table

OUT = "this seat is no longer open to you here"


async def reread(hall: Hall, id: str) -> None:
    """Look at the seats of a table again, if it is in memory; who sits there by what opens nothing is sent away."""
    table = await hall.opened(id)
    if table is None:
        return
    engine = hall.database.engine
    await table.ask_long(lambda: look(table, engine))
    held = {hash_of(token) for each in table.audience.listeners if (token := each.token)}
    valid = await asyncio.to_thread(_valid, engine, held)
    for listener in list(table.audience.listeners):
        if listener.token and hash_of(listener.token) not in valid:
            listener.close(TRY_AGAIN, OUT)


async def look(table: Table, engine: Engine) -> None:
    """In the table's task: what is stored of its seats."""
    stored = await asyncio.to_thread(ledger.stored, engine, table.id)
    if stored is not None:
        table.stored.sitters = stored.sitters
        table.stored.host, table.stored.offer = stored.host, stored.offer
        table.seat_people()
        table.asked.taken = await asyncio.to_thread(ledger.taken, engine, table.id)
        await table.asked.look_now()


def _valid(engine: Engine, hashes: set[str]) -> set[str]:
    with engine.connect() as connection:
        return set(connection.execute(select(TOKENS.c.hash).where(TOKENS.c.hash.in_(hashes))).scalars())
