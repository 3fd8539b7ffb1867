"""Which process has which tables, where several share one database.

A table belongs to a shard: the part of its id before the hyphen. A process has a shard while it holds its lease, a row
that it renews every second; one that dies lets it run out, and whoever is asked for a table of that shard next takes
it over. A process that was away gets the shards it was started for back by asking: the holder puts their tables away
first.
In front of all stands a proxy that sends requests by the same part of the address (`deploy/nginx.conf`).

SQLite has no leases: one process has the file.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
import secrets
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Float, bindparam, cast, delete, extract, func, insert, select, text, update
from sqlalchemy.exc import DatabaseError

from vistula.kernel.errors import BadInput, VistulaError
from vistula.server.schema import LEASES

log = logging.getLogger("vistula.server")

LASTS = 6.0
"""Seconds that a lease lasts if it is not renewed: at most so long are the tables of a dead process away."""
RENEWS = 1.0
_chance = random.SystemRandom()
BRIEFLY = text("set local lock_timeout = '4s'")  # who cannot have a lease now asks again
_now = cast(extract("epoch", func.clock_timestamp()), Float)  # the database's clock: processes may be on other machines


class Lost(VistulaError):
    """Another process has this shard now; nothing may be written to its tables from here."""


def shard_of(table: str) -> str:
    """The shard of a table by its id."""
    return table.rpartition("-")[0]


class Held(NamedTuple):
    """A shard that this process has. `term` is another number whenever somebody else may have had it meanwhile."""

    term: int
    until: float  # as it was written last: if it is another one, somebody else has written


class Leases:
    """The shards of one process. `home` are those that it was started for."""

    def __init__(self, engine: Engine, home: Iterable[str]) -> None:
        self.engine = engine
        self.home = tuple(home) or ("",)
        self.shared = engine.dialect.name == "postgresql"
        self.owner = secrets.token_hex(8)
        self.held: dict[str, Held] = {}
        self.handing: dict[str, str] = {}  # what is on its way to another process, and to which
        self._terms = itertools.count(1)
        self._change = threading.Lock()  # of the two above; nobody who has it waits for the database
        self._clerk = ThreadPoolExecutor(1, "leases")  # who renews waits for nobody else's reading and writing

    # -- having -----------------------------------------------------------------------------------

    def term(self, table: str) -> int | None:
        """In which term this process has a table's shard: what was read in another one may be old. None if it has it
        not."""
        if not self.shared:
            return 0
        held = self.held.get(shard_of(table))
        return held.term if held is not None else None

    def mint(self) -> str:
        """A shard for a new table."""
        if not self.shared:
            return _chance.choice(self.home)
        mine = [shard for shard in self.home if shard in self.held] or sorted(self.held)
        if not mine:
            raise Lost("this process has no tables just now")
        return _chance.choice(mine)

    def start(self) -> None:
        """Take the shards of this process that are free, and ask for the others. A server that shares with nobody does
        not start beside another one."""
        if not self.shared:
            return
        for shard in self.home:
            until = time.monotonic() + LASTS + RENEWS  # the lease of a server that was killed runs out first
            while not self._first(shard) and not shard:
                if time.monotonic() > until:
                    where = self.engine.url.render_as_string(hide_password=True)
                    raise BadInput(where, "", "is in use by another server; several share it with --shards")
                time.sleep(RENEWS / 4)

    def _first(self, shard: str) -> bool:
        """Take one when the process starts. What cannot be had now is asked for again whenever leases are renewed."""
        try:
            return self.take(shard)
        except DatabaseError as error:
            log.warning("lease not taken", extra={"shard": shard, "why": type(error.orig).__name__})
            return False

    async def ask(self, shard: str) -> bool:
        """Have a shard, if nobody else has it."""
        return await asyncio.get_running_loop().run_in_executor(self._clerk, self.take, shard)

    def take(self, shard: str) -> bool:
        if shard in self.handing:
            return False
        with self.engine.begin() as connection:
            connection.execute(BRIEFLY)
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"vistula shard {shard}"))))
            row = connection.execute(select(LEASES, _now.label("now")).where(LEASES.c.shard == shard)).first()
            if row is None:
                now = float(connection.execute(select(_now)).scalar_one())
                connection.execute(insert(LEASES).values(shard=shard, **self._mine(now)))
            elif row.owner == self.owner or row.until < row.now:
                now = row.now
                connection.execute(update(LEASES).where(LEASES.c.shard == shard).values(**self._mine(now)))
            else:
                if shard in self.home:
                    connection.execute(update(LEASES).where(LEASES.c.shard == shard).values(wanted=self.owner))
                return False
        before = row.until if row is not None and row.owner == self.owner else None
        with self._change:
            self._keep(shard, before, now + LASTS)
        return True

    def _mine(self, now: float) -> dict[str, Any]:
        return {"owner": self.owner, "until": now + LASTS, "wanted": ""}

    def _keep(self, shard: str, before: float | None, until: float) -> None:
        """It is mine until then; in the same term if it was until the moment that I had written."""
        held = self.held.get(shard)
        same = held is not None and held.until == before
        self.held[shard] = Held(held.term if held is not None and same else next(self._terms), until)

    def guard(self, connection: Connection, tables: Iterable[str]) -> None:
        """In the transaction of what is written: nobody takes the shards over before it ends. Lost if somebody has."""
        if not self.shared:
            return
        touched = {shard_of(table) for table in tables}
        mine = set(connection.execute(GUARD, {"me": self.owner, "touched": list(touched)}).scalars())
        if gone := touched - mine:
            with self._change:
                for shard in gone:
                    self.held.pop(shard, None)
            raise Lost("another process has these tables now")

    # -- keeping ----------------------------------------------------------------------------------

    async def keep(self) -> None:
        """Renew what is held, until the process ends."""
        loop = asyncio.get_running_loop()
        while self.shared:
            await asyncio.sleep(RENEWS)
            try:
                await loop.run_in_executor(self._clerk, self.renew)
            except Exception as error:
                log.warning("leases not renewed", extra={"why": type(error).__name__})

    def renew(self) -> None:
        """Renew what is mine, ask for what is mine by right, and see who wants something back."""
        mine = LEASES.c.owner == self.owner
        with self.engine.begin() as connection:
            connection.execute(BRIEFLY)
            rows = connection.execute(select(LEASES).where(mine).order_by(LEASES.c.shard).with_for_update()).all()
            now = float(connection.execute(select(_now)).scalar_one())
            connection.execute(update(LEASES).where(mine).values(until=now + LASTS))
        with self._change:
            for shard in self.held.keys() - {row.shard for row in rows}:
                del self.held[shard]
            for row in rows:
                if row.wanted and row.shard not in self.home and row.shard not in self.handing:
                    self.held.pop(row.shard, None)
                    self.handing[row.shard] = row.wanted
                elif row.shard not in self.handing:
                    self._keep(row.shard, row.until, now + LASTS)
        for shard in self.home:
            if shard not in self.held:
                self.take(shard)

    async def hand(self, shard: str) -> None:
        """Nothing of a shard is in memory here any more: whoever wants it has it."""
        await asyncio.get_running_loop().run_in_executor(self._clerk, self._hand, shard)

    def _hand(self, shard: str) -> None:
        try:
            with self.engine.begin() as connection:
                until = {"until": _now + LASTS, "wanted": ""}
                mine = LEASES.c.shard == shard, LEASES.c.owner == self.owner
                connection.execute(update(LEASES).where(*mine).values(owner=self.handing[shard], **until))
        finally:  # if it could not be written, they ask again
            with self._change:
                del self.handing[shard]

    def release(self) -> None:
        """A process that ends leaves its shards to whoever is asked next."""
        self._clerk.shutdown()
        if self.shared:
            with self.engine.begin() as connection:
                connection.execute(delete(LEASES).where(LEASES.c.owner == self.owner))
            self.held.clear()


GUARD = (
    select(LEASES.c.shard)
    .where(
        LEASES.c.owner == bindparam("me"),
        LEASES.c.shard.in_(bindparam("touched", expanding=True)),
        LEASES.c.until > _now,
    )
    .order_by(LEASES.c.shard)  # as whoever renews takes them
    .with_for_update(read=True)
)
