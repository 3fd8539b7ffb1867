"""What the operator tells the servers that run, through the database: every server looks there once a second.

An order is written down after what it is about, so a server that does it late, or starts later, finds all as it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, select

from vistula.server import ledger, seating
from vistula.server.schema import ORDERS, drop_meta, meta, set_meta
from vistula.server.wire import Notice

if TYPE_CHECKING:
    from vistula.server.hall import Hall

log = logging.getLogger("vistula.server")

LOOKS = 1.0
"""Seconds between two looks."""
KEPT = 24 * 60 * 60.0
PATIENCE = 120.0
"""Seconds that a server which is to stop waits for moves that are under way."""
MESSAGE = "message of the day"
SEATS = "seats"
"""Of a table: whose they are, what they are called, or what opens them has changed."""


class Order(msgspec.Struct, frozen=True):
    n: int
    kind: str
    table: str
    arg: str


def give(connection: Connection, kind: str, table: str = "", arg: str = "") -> None:
    """Write an order down, in the transaction of what it is about."""
    if connection.dialect.name == "postgresql":  # one after another, also of several servers
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext("vistula orders"))))
    connection.execute(delete(ORDERS).where(ORDERS.c.at < ledger.now(ago=KEPT)))
    last = connection.execute(select(func.max(ORDERS.c.n))).scalar() or 0
    row = {"n": last + 1, "kind": kind, "table_id": table, "arg": arg, "at": ledger.now()}
    connection.execute(insert(ORDERS), row)


def last(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(select(func.max(ORDERS.c.n))).scalar() or 0)


def since(engine: Engine, n: int) -> list[Order]:
    with engine.connect() as connection:
        rows = connection.execute(select(ORDERS).where(ORDERS.c.n > n).order_by(ORDERS.c.n)).all()
    return [Order(row.n, row.kind, row.table_id, row.arg) for row in rows]


def message_of_the_day(engine: Engine) -> str:
    with engine.connect() as connection:
        return meta(connection, MESSAGE) or ""


def set_message(connection: Connection, text: str) -> None:
    drop_meta(connection, MESSAGE)
    if text:
        set_meta(connection, MESSAGE, text)


# -- in a server ------------------------------------------------------------------------------------------------------


async def obey(hall: Hall) -> None:
    """Do what is ordered, until the server stops."""
    engine = hall.database.engine
    done = await asyncio.to_thread(last, engine)
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOKS):
                await hall.ordered.wait()
        hall.ordered.clear()
        try:
            for order in await asyncio.to_thread(since, engine, done):
                done = order.n
                log.info("order", extra={"kind": order.kind, "table": order.table})
                await DEEDS[order.kind](hall, order)
        except Exception:
            log.exception("order failed")


async def _put_away(hall: Hall, order: Order) -> None:
    """The table was changed, or deleted: whoever comes next has it read anew."""
    await hall.put_away(order.table, "this table has changed; come again")
    if order.arg == "deleted":
        with hall.database.engine.begin() as connection:  # what it may have written meanwhile
            ledger.purge(connection, order.table)


async def _revoke(hall: Hall, order: Order) -> None:
    table = await hall.opened(order.table)
    if table is not None:
        table.audience.send_away("this seat was given to somebody else", order.arg)


async def _look_at_seats(hall: Hall, order: Order) -> None:
    await seating.reread(hall, order.table)


async def _say(hall: Hall, order: Order) -> None:
    hall.message = order.arg
    if order.arg:
        await _tell(hall, order.arg)


async def _drain(hall: Hall, order: Order) -> None:
    """No new tables; when no move is under way, stop."""
    hall.draining = True
    await _tell(hall, "The server stops in a moment for maintenance. Your game is kept.")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while any([table.at_work async for table in hall.memory.all_opened()]):
                await asyncio.sleep(0.2)
    os.kill(os.getpid(), signal.SIGTERM)


async def _tell(hall: Hall, text: str) -> None:
    async for table in hall.memory.all_opened():
        table.audience.tell(Notice(text=text, kind="operator"))


DEEDS: dict[str, Callable[[Hall, Order], Awaitable[None]]] = {
    "put away": _put_away,
    "revoke": _revoke,
    SEATS: _look_at_seats,
    "message": _say,
    "drain": _drain,
}
