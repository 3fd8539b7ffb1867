"""One thread writes. What waits while a commit runs goes into the next one, together.

Nobody is told of anything before the group that holds it is durable: `write` returns then.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, Executable

from vistula.kernel.errors import VistulaError
from vistula.server.leases import Leases
from vistula.server.metrics import Metrics

log = logging.getLogger("vistula.server")

Row = dict[str, Any]
Statement = tuple[Executable, Row]


class NotWritten(VistulaError):
    """What could not be made durable, and so has not happened."""

    def __init__(self) -> None:
        super().__init__("it could not be written down, so nothing was done; try again in a while")


class Job:
    """What belongs together, and who waits for it."""

    __slots__ = ("done", "failed", "statements")

    def __init__(self, statements: Sequence[Statement], done: asyncio.Future[None]) -> None:
        self.statements = statements
        self.done = done
        self.failed = False

    def tables(self) -> set[str]:
        """The tables that it is about."""
        named = (row.get("table_id") or row.get("of") or row.get("id") for _, row in self.statements)
        return {name for name in named if name}

    def tell(self) -> None:
        if self.done.cancelled():
            return
        if self.failed:
            self.done.set_exception(NotWritten())
        else:
            self.done.set_result(None)


class Writer:
    """The writer thread. Start it inside a running event loop."""

    def __init__(self, engine: Engine, metrics: Metrics | None = None, leases: Leases | None = None) -> None:
        self.engine = engine
        self.leases = leases
        self.metrics = metrics or Metrics()
        self.loop = asyncio.get_running_loop()
        self.groups = 0
        self.jobs = 0
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    async def write(self, statements: Sequence[Statement]) -> None:
        """Returns when the statements are durable; NotWritten if they are not."""
        done: asyncio.Future[None] = self.loop.create_future()
        self._queue.put(Job(statements, done))
        await done

    async def stop(self) -> None:
        """Finish what waits, then end."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        while group := self._group():
            jobs = [job for job in group if job is not None]
            if jobs:
                self._commit(jobs)
            if len(jobs) < len(group):
                return

    def _group(self) -> list[Job | None]:
        group = [self._queue.get()]
        try:
            while True:
                group.append(self._queue.get_nowait())
        except Empty:
            return group

    def _commit(self, jobs: list[Job]) -> None:
        """All together, or if that fails one by one, so that a bad job does not take the others with it."""
        began = time.perf_counter()
        if (error := self._try(jobs)) is not None:
            for job in jobs:
                if len(jobs) > 1:
                    error = self._try([job])
                if error is not None:
                    log.error("not written", extra={"why": str(error.__cause__ or error)})
                    job.failed = True
                    self.metrics.not_written.inc()
        self.metrics.commits.observe(time.perf_counter() - began)
        self.metrics.group.observe(len(jobs))
        self.groups += 1
        self.jobs += len(jobs)
        self.loop.call_soon_threadsafe(_tell_all, jobs)

    def _try(self, jobs: list[Job]) -> Exception | None:
        """One commit; what went wrong, if something did. Whatever it is, someone waits for an answer."""
        try:
            with self.engine.connect() as connection:
                if self.leases is not None:
                    self.leases.guard(connection, {table for job in jobs for table in job.tables()})
                _execute(connection, jobs)
        except Exception as error:
            return error
        return None


def _execute(connection: Connection, jobs: list[Job]) -> None:
    together: dict[int, tuple[Executable, list[Row]]] = {}
    for job in jobs:
        for statement, row in job.statements:
            together.setdefault(id(statement), (statement, []))[1].append(row)
    for statement, rows in together.values():
        connection.execute(statement, rows)
    connection.commit()


def _tell_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.tell()
