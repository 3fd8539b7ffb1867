"""One thread writes. What waits while a commit runs goes into the next one, together.

Nobody is told of anything before the group that holds it is durable: `write` returns then.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, Executable

log = logging.getLogger("vistula.server")

Row = dict[str, Any]
Statement = tuple[Executable, Row]


class Job:
    """What belongs together, and who waits for it."""

    __slots__ = ("done", "error", "statements")

    def __init__(self, statements: Sequence[Statement], done: asyncio.Future[None]) -> None:
        self.statements = statements
        self.done = done
        self.error: Exception | None = None

    def tell(self) -> None:
        if self.done.cancelled():
            return
        if self.error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(self.error)


class Writer:
    """The writer thread. Start it inside a running event loop."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.loop = asyncio.get_running_loop()
        self.groups = 0
        self.jobs = 0
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, statements: Sequence[Statement]) -> None:
        """Returns when the statements are durable; raises if they are not."""
        done: asyncio.Future[None] = self.loop.create_future()
        self._queue.put(Job(statements, done))
        await done

    async def stop(self) -> None:
        """Finish what waits, then end."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        with self.engine.connect() as connection:
            while group := self._group():
                jobs = [job for job in group if job is not None]
                if jobs:
                    self._commit(connection, jobs)
                if len(jobs) < len(group):
                    return

    def _group(self) -> list[Job | None]:
        group = [self._queue.get()]
        try:
            while True:
                group.append(self._queue.get_nowait())
        except Empty:
            return group

    def _commit(self, connection: Connection, jobs: list[Job]) -> None:
        try:
            _execute(connection, jobs)
        except Exception:  # whatever it is, someone waits for an answer
            connection.rollback()
            self._commit_singly(connection, jobs)
        self.groups += 1
        self.jobs += len(jobs)
        self.loop.call_soon_threadsafe(_tell_all, jobs)

    def _commit_singly(self, connection: Connection, jobs: list[Job]) -> None:
        """One bad job does not take the others with it."""
        for job in jobs:
            try:
                _execute(connection, [job])
            except Exception as error:
                connection.rollback()
                log.error("not written", extra={"why": str(error.__cause__ or error)})
                job.error = error


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
