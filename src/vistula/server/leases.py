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
import logging
import random
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Iterable

from sqlalchemy import Connection, Engine, Float, bindparam, cast, delete, extract, func, insert, select, update

from vistula.kernel.errors import BadInput, VistulaError
from vistula.server.schema import LEASES

log = logging.getLogger("vistula.server")

LASTS = 6.0
"""Seconds that a lease lasts if it is not renewed: at most so long are the tables of a dead process away."""
RENEWS = 1.0
_chance = random.SystemRandom()
_now = cast(extract("epoch", func.clock_timestamp()), Float)  # the database's clock: processes may be on other machines


class Lost(VistulaError):
    """Another process has this shard now; nothing may be written to its tables from here."""


def shard_of(table: str) -> str:
    """The shard of a table by its id."""
    return table.rpartition("-")[0]


class Leases:
    """The shards of one process. `home` are those that it was started for."""

    def __init__(self, engine: Engine, home: Iterable[str]) -> None:
        self.engine = engine
        self.home = tuple(home) or ("",)
        self.shared = engine.dialect.name == "postgresql"
        self.owner = secrets.token_hex(8)
        self._one = threading.Lock()  # what is held changes by one at a time
        self._lost: set[str] = set()  # noticed when something was to be written, or come back since
        self.held: set[str] = set() if self.shared else set(self.home)

    # -- having -----------------------------------------------------------------------------------

    def has(self, table: str) -> bool:
        return not self.shared or shard_of(table) in self.held

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
            while not self.take(shard) and not shard:
                if time.monotonic() > until:
                    where = self.engine.url.render_as_string(hide_password=True)
                    raise BadInput(where, "", "is in use by another server; several share it with --shards")
                time.sleep(RENEWS / 4)
            self.settled(shard)

    def take(self, shard: str) -> bool:
        """Have a shard, if nobody else has it."""
        with self._one, self.engine.begin() as connection:
            return self._take(connection, shard)

    def _take(self, connection: Connection, shard: str) -> bool:
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"vistula shard {shard}"))))
        row = connection.execute(select(LEASES, _now.label("now")).where(LEASES.c.shard == shard)).first()
        mine = {"owner": self.owner, "until": _now + LASTS, "wanted": ""}
        if row is None:
            connection.execute(insert(LEASES).values(shard=shard, **mine))
        elif row.owner == self.owner or row.until < row.now:
            connection.execute(update(LEASES).where(LEASES.c.shard == shard).values(**mine))
        else:
            if shard in self.home:
                connection.execute(update(LEASES).where(LEASES.c.shard == shard).values(wanted=self.owner))
            return False
        if row is None or row.owner != self.owner:
            self._lost.add(shard)
        self.held.add(shard)
        return True

    def settled(self, shard: str) -> None:
        """Nothing of a shard that was taken over is in memory from before."""
        self._lost.discard(shard)

    def guard(self, connection: Connection, tables: Iterable[str]) -> None:
        """In the transaction of what is written: nobody takes the shards over before it ends. Lost if somebody has."""
        if not self.shared:
            return
        touched = {shard_of(table) for table in tables}
        mine = set(connection.execute(GUARD, {"me": self.owner, "touched": list(touched)}).scalars())
        if gone := touched - mine:
            self.held -= gone
            self._lost |= gone
            raise Lost("another process has these tables now")

    # -- keeping ----------------------------------------------------------------------------------

    async def keep(self, let_go: Callable[[str], Awaitable[None]]) -> None:
        """Renew what is held, until the process ends. `let_go` puts the tables of a shard away."""
        while self.shared:
            await asyncio.sleep(RENEWS)
            try:
                changed, wanted = await asyncio.to_thread(self._renew)
                for shard in changed:  # what is in memory of one that was away, too, may be from before
                    log.info("shard changed", extra={"shard": shard, "held": shard in self.held})
                    await let_go(shard)
                for shard, by in wanted.items():
                    log.info("shard handed back", extra={"shard": shard})
                    self.held.discard(shard)
                    await let_go(shard)
                    await asyncio.to_thread(self._hand, shard, by)
            except Exception as error:
                log.warning("leases not renewed", extra={"why": type(error).__name__})

    def _renew(self) -> tuple[set[str], dict[str, str]]:
        """Renew, and ask for what is mine by right; returns what has become mine or another's, and who wants what."""
        with self._one, self.engine.begin() as connection:
            before = set(self.held)
            held = LEASES.c.shard.in_(self.held | set(self.home))
            connection.execute(update(LEASES).where(held, LEASES.c.owner == self.owner).values(until=_now + LASTS))
            rows = connection.execute(select(LEASES).where(LEASES.c.owner == self.owner)).all()
            self.held = {row.shard for row in rows}
            for shard in set(self.home) - self.held:
                self._take(connection, shard)
            changed, self._lost = (before ^ self.held) | self._lost, set()
        return changed, {row.shard: row.wanted for row in rows if row.wanted and row.shard not in self.home}

    def _hand(self, shard: str, by: str) -> None:
        values = {"owner": by, "until": _now + LASTS, "wanted": ""}
        with self.engine.begin() as connection:
            mine = LEASES.c.shard == shard, LEASES.c.owner == self.owner
            connection.execute(update(LEASES).where(*mine).values(**values))

    def release(self) -> None:
        """A process that ends leaves its shards to whoever is asked next."""
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
    .with_for_update(read=True)
)
