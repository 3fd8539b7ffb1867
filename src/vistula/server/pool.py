"""The processes of the computer players: started when first needed, started anew when they die."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.errors import VistulaError
from vistula.kernel.game import Game
from vistula.server import envelope
from vistula.server.turns import Turns
from vistula.server.worker import LENGTH, SITTINGS, Reply

log = logging.getLogger("vistula.server")

TRIES = 3
PATIENCE = 120.0
"""Seconds that a computer player may think before its process is taken for hung."""
SILENCE = 6.0
"""Seconds without a sign of life after which it is, thinking or not."""
STARTING = 60.0
"""The same for a process that has said nothing yet: it reads the games first."""

Progress = Callable[[float], None]


class Errand(msgspec.Struct, frozen=True):
    """Whose move is asked for, and for whom: the address that has its turn with it."""

    table: str
    seat: SeatId
    level: str
    payer: str

    @property
    def sitting(self) -> str:
        return f"{self.table} {self.seat}"


class NoMove(VistulaError):
    """A move that cannot be had."""


class Dead(RuntimeError):
    """A worker process that ended, or did not answer, while it was asked."""


class Worker:
    """One process that plays."""

    module = "vistula.server.worker"

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.sittings: dict[str, None] = {}  # where it has played, the last last
        self._gone = False
        self._heard = False

    @classmethod
    async def start(cls) -> Worker:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", cls.module, stdin=pipe, stdout=pipe, start_new_session=True
        )
        log.info("worker started", extra={"pid": process.pid})
        return cls(process)

    @property
    def alive(self) -> bool:
        return not self._gone and self.process.returncode is None

    async def ask(self, sitting: str, body: bytes, progress: Progress) -> Reply:
        self._remember(sitting)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(body, progress)
        except (OSError, EOFError, TimeoutError, msgspec.MsgspecError) as error:
            self.stop()
            raise Dead(f"worker {self.process.pid} is gone ({type(error).__name__})") from None
        except BaseException:
            self.stop()  # its answer to this question must not be taken for the next one's
            raise

    def _remember(self, sitting: str) -> None:
        self.sittings.pop(sitting, None)
        self.sittings[sitting] = None
        if len(self.sittings) > SITTINGS:
            del self.sittings[next(iter(self.sittings))]

    async def _ask(self, body: bytes, progress: Progress) -> Reply:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(LENGTH.pack(len(body)) + body)
        await stdin.drain()
        while True:
            async with asyncio.timeout(SILENCE if self._heard else STARTING):
                head = await stdout.readexactly(LENGTH.size)
                reply = msgspec.json.decode(await stdout.readexactly(LENGTH.unpack(head)[0]), type=Reply)
            self._heard = True
            if reply.progress is not None:
                progress(reply.progress)
            elif not reply.lives:
                return reply

    def stop(self) -> None:
        self._gone = True
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Pool:
    """So many workers, shared by all tables by turns. Whoever has played at a table is asked there again, if free."""

    def __init__(self, size: int) -> None:
        size = max(1, size)
        self._turns = Turns(size)
        self._free: list[Worker | None] = [None] * size  # the last used is last
        self._workers: set[Worker] = set()
        self._ending: set[asyncio.Task[int]] = set()  # of those that were stopped
        self._stopped = False

    async def choose(self, game: Game[Any], errand: Errand, progress: Progress) -> Action:
        """What the computer player of a seat does; NoMove where it has failed several times."""
        own = game.seat(errand.seat)
        for _ in range(TRIES):
            body = envelope.close(own, errand.level, secrets.randbits(53), errand.sitting)
            try:
                reply = await self._ask(errand, body, progress)
            except Dead as error:
                log.warning("worker lost", extra={"why": str(error), "seat": errand.seat})
                continue
            if reply.action is not None:
                return reply.action
            log.error("computer player failed", extra={"level": errand.level, "why": reply.error})
        raise NoMove(f"{errand.level} has failed {TRIES} times")

    async def _ask(self, errand: Errand, body: bytes, progress: Progress) -> Reply:
        async with self._turns.of(errand.payer, errand.table):
            worker = self._take(errand.sitting)
            try:
                if worker is None or not worker.alive:
                    worker = None
                    worker = await self._start()
                return await worker.ask(errand.sitting, body, progress)
            finally:
                if worker is not None and not worker.alive:
                    self._bury(worker)
                    worker = None
                self._free.append(worker)

    def _take(self, sitting: str) -> Worker | None:
        """The free worker that has played there, else the one used last, else a new one."""
        known = [i for i, w in enumerate(self._free) if w is not None and sitting in w.sittings]
        living = [i for i, w in enumerate(self._free) if w is not None]
        return self._free.pop((known or living or [0])[-1])

    async def _start(self) -> Worker:
        if self._stopped:
            raise RuntimeError("the hall is closed")
        worker = await Worker.start()
        self._workers.add(worker)
        return worker

    def _bury(self, worker: Worker) -> None:
        """Its process ends by itself; somebody has to take note of that."""
        self._workers.discard(worker)
        ending = asyncio.create_task(worker.process.wait())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def stop(self) -> None:
        self._stopped = True
        for worker in list(self._workers):
            worker.stop()
            self._bury(worker)
        while self._ending:
            await asyncio.gather(*self._ending)
