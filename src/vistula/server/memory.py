"""The tables that are in memory: read when someone comes, and put away when nobody is there or another has them.

A table is in memory once. Who comes while it is being put away waits until that is done and has it read anew; and what
was read in an earlier term of its shard's lease is put away first, because another process may have gone on with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from vistula.server.guests import Declined
from vistula.server.leases import RENEWS, Leases, shard_of
from vistula.server.table import Table

log = logging.getLogger("vistula.server")

MOVES = "this table moves to another process; come again"


class Memory:
    """Make one inside a running event loop."""

    def __init__(self, leases: Leases, read: Callable[[str], Coroutine[Any, Any, Table | None]]) -> None:
        self.leases = leases
        self.tables: dict[str, asyncio.Task[Table | None]] = {}
        self.terms: dict[str, int | None] = {}  # of their shards' leases, when they began to be read
        self.leaving: dict[str, asyncio.Task[None]] = {}
        self._read = read

    # -- finding ------------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table | None:
        """A table by its id, read from the database if it is not here; Declined where another process has it."""
        while (task := await self._task(id)) is None:
            pass
        try:
            table = await asyncio.shield(task)
        except Exception:
            self._drop(id, task)
            raise
        if table is None:
            self._drop(id, task)
        return table

    async def _task(self, id: str) -> asyncio.Task[Table | None] | None:
        """Where it is, or is being read; None if it has to be looked for once more."""
        if (leaving := self.leaving.get(id)) is not None:
            await asyncio.shield(leaving)
            return None
        term = self.leases.term(id)
        if term is None:
            if not await self.leases.ask(shard_of(id)):
                raise Declined("elsewhere", "another process has this table; come again")
            return None
        if id not in self.tables:
            self._keep(id, asyncio.create_task(self._read(id)), term)
        elif self.terms[id] != term:
            self._send_off(id, MOVES)
            return None
        return self.tables[id]

    def put(self, table: Table) -> None:
        """A table that has just been opened."""
        self._keep(table.id, asyncio.create_task(_ready(table)), self.leases.term(table.id))

    def _keep(self, id: str, task: asyncio.Task[Table | None], term: int | None) -> None:
        self.tables[id] = task
        self.terms[id] = term

    def _drop(self, id: str, task: asyncio.Task[Table | None]) -> None:
        """It is not here, unless it is by now."""
        if self.tables.get(id) is task:
            del self.tables[id]

    async def opened(self, id: str) -> Table | None:
        """A table that is in memory, or about to be."""
        task = self.tables.get(id)
        return await asyncio.shield(task) if task is not None else None

    def now(self) -> list[Table]:
        """The tables that are in memory, read to the end."""
        done = [task for task in list(self.tables.values()) if task.done() and not task.cancelled()]
        found = [task.result() for task in done if not task.exception()]
        return [table for table in found if table is not None]

    async def all_opened(self) -> AsyncIterator[Table]:
        for id in list(self.tables):
            if (table := await self.opened(id)) is not None:
                yield table

    # -- putting away -------------------------------------------------------------------------------------

    async def put_away(self, id: str, why: str) -> None:
        """Send everybody away from a table; it is read anew when they come again."""
        self._send_off(id, why)
        if (leaving := self.leaving.get(id)) is not None:
            await asyncio.shield(leaving)

    def forget(self, table: Table) -> None:
        """A table that cannot go on in memory: whoever comes next has it read again."""
        if (task := self.tables.get(table.id)) is not None and task.done() and task.result() is table:
            self._send_off(table.id, "")

    def _send_off(self, id: str, why: str) -> None:
        """Begin to put a table away. `leaving` holds it until that is done."""
        task = self.tables.pop(id, None)
        if task is not None:
            before = self.leaving.get(id)
            self.leaving[id] = asyncio.create_task(self._leave(id, task, why, before))

    async def _leave(
        self, id: str, task: asyncio.Task[Table | None], why: str, before: asyncio.Task[None] | None
    ) -> None:
        try:
            if before is not None:
                await before
            table = await task
            if table is not None:
                if why:
                    table.audience.send_away(why)
                await table.stop()
        except Exception as error:
            log.warning("table not put away", extra={"table": id, "why": repr(error)})
        finally:
            if self.leaving.get(id) is asyncio.current_task():
                del self.leaving[id]

    async def part(self) -> None:
        """Put away what another process goes on with, and hand over the shards that are wanted elsewhere. It looks at
        how things are, so that nothing is missed where something fails."""
        while self.leases.shared:
            await asyncio.sleep(RENEWS / 4)
            for id in list(self.tables):
                if self.terms[id] != self.leases.term(id):
                    log.info("table moves", extra={"table": id})
                    self._send_off(id, MOVES)
            here = {shard_of(id) for id in (*self.tables, *self.leaving)}
            for shard in self.leases.handing.keys() - here:
                try:
                    log.info("shard handed back", extra={"shard": shard})
                    await self.leases.hand(shard)
                except Exception as error:
                    log.warning("shard not handed back", extra={"shard": shard, "why": repr(error)})

    async def sweep(self, idle: Callable[[], float]) -> None:
        """Now and then put away the tables that nobody has been at since the last time."""
        quiet: set[Table] = set()
        while True:
            await asyncio.sleep(idle())
            now = {table for table in self.now() if table.quiet}
            for table in quiet & now:
                if table.quiet:
                    self.forget(table)
            quiet = now - quiet

    async def stop(self) -> None:
        for found in await asyncio.gather(*self.tables.values(), return_exceptions=True):
            if isinstance(found, Table):
                await found.stop()
        await asyncio.gather(*self.leaving.values(), return_exceptions=True)


async def _ready(table: Table) -> Table:
    return table
