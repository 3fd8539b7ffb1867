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

from sqlalchemy import Connection, Engine, Executable, Insert

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
        self._turn: list[Job] = []  # what came in this turn of the event loop: handed over together
        self._queue: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._prepared: dict[int, Prepared] = {}
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    async def write(self, statements: Sequence[Statement]) -> None:
        """Returns when the statements are durable; NotWritten if they are not."""
        done: asyncio.Future[None] = self.loop.create_future()
        if not self._turn:
            self.loop.call_soon(self._hand_over)
        self._turn.append(Job(statements, done))
        await done

    def _hand_over(self) -> None:
        turn, self._turn = self._turn, []
        self._queue.put(turn)

    async def stop(self) -> None:
        """Finish what waits, then end."""
        if self._turn:
            self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # -- in the thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        while group := self._group():
            jobs = [job for turn in group if turn is not None for job in turn]
            if jobs:
                self._commit(jobs)
            if None in group:
                return

    def _group(self) -> list[list[Job] | None]:
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
                self._execute(connection, jobs)
        except Exception as error:
            return error
        return None

    def _execute(self, connection: Connection, jobs: list[Job]) -> None:
        together: dict[int, tuple[Executable, list[Row]]] = {}
        for job in jobs:
            for statement, row in job.statements:
                together.setdefault(id(statement), (statement, []))[1].append(row)
        for statement, rows in together.values():
            if isinstance(statement, Insert):
                self._insert(connection, statement, rows)
            else:
                connection.execute(statement, rows)
        connection.commit()

    def _insert(self, connection: Connection, statement: Insert, rows: list[Row]) -> None:
        """Whole rows, as the driver takes them: each statement is put into words once."""
        prepared = self._prepared.get(id(statement))
        if prepared is None:
            prepared = self._prepared[id(statement)] = Prepared(statement, list(rows[0]), connection)
        prepared.execute(connection, rows)


class Prepared:
    """An insertion in the words and with the parameters of a driver."""

    __slots__ = ("order", "statement", "text")

    def __init__(self, statement: Insert, columns: list[str], connection: Connection) -> None:
        compiled = statement.compile(dialect=connection.dialect, column_keys=columns)
        self.statement = statement  # kept, so that nothing else gets its identity
        self.text = compiled.string
        self.order = list(compiled.positiontup or ())

    def execute(self, connection: Connection, rows: list[Row]) -> None:
        if self.order:
            connection.exec_driver_sql(self.text, [tuple(row[name] for name in self.order) for row in rows])
        else:
            connection.exec_driver_sql(self.text, rows)


def _tell_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.tell()
