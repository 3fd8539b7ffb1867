"""The processes of the computer players: started when first needed, started anew when they die."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.game import Game
from vistula.server import envelope
from vistula.server.worker import LENGTH, Reply

log = logging.getLogger("vistula.server")

TRIES = 3
PATIENCE = 120.0
"""Seconds that a computer player may think before its process is taken for hung."""
EASIEST = "random"


class Dead(RuntimeError):
    """A worker process that ended, or did not answer, while it was asked."""


class Worker:
    """One process that plays."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._gone = False

    @classmethod
    async def start(cls) -> Worker:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "vistula.server.worker", stdin=pipe, stdout=pipe, start_new_session=True
        )
        log.info("worker started", extra={"pid": process.pid})
        return cls(process)

    @property
    def alive(self) -> bool:
        return not self._gone and self.process.returncode is None

    async def ask(self, body: bytes) -> Reply:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(body)
        except (OSError, EOFError, TimeoutError) as error:
            self.stop()
            raise Dead(f"worker {self.process.pid} is gone ({type(error).__name__})") from None
        except asyncio.CancelledError:
            self.stop()  # its answer to this question must not be taken for the next one's
            raise

    async def _ask(self, body: bytes) -> Reply:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(LENGTH.pack(len(body)) + body)
        await stdin.drain()
        head = await stdout.readexactly(LENGTH.size)
        return msgspec.json.decode(await stdout.readexactly(LENGTH.unpack(head)[0]), type=Reply)

    def stop(self) -> None:
        self._gone = True
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Pool:
    """So many workers, shared by all tables."""

    def __init__(self, size: int) -> None:
        self._free: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        self._workers: set[Worker] = set()
        for _ in range(max(1, size)):
            self._free.put_nowait(None)

    async def choose(self, game: Game[Any], seat: SeatId, level: str) -> Action:
        """What the computer player of a seat does; of one that fails the easiest takes over this once."""
        own = game.seat(seat)
        for attempt in range(TRIES + 1):
            body = envelope.close(own, level if attempt < TRIES else EASIEST, secrets.randbits(53))
            try:
                reply = await self._ask(body)
            except Dead as error:
                log.warning("worker lost", extra={"why": str(error), "seat": seat})
                continue
            if reply.action is not None:
                return reply.action
            log.error("computer player failed", extra={"level": level, "why": reply.error})
        raise RuntimeError("no worker answers")

    async def _ask(self, body: bytes) -> Reply:
        worker = await self._free.get()
        try:
            if worker is None or not worker.alive:
                worker = None
                worker = await Worker.start()
                self._workers.add(worker)
            return await worker.ask(body)
        finally:
            if worker is not None and not worker.alive:
                self._workers.discard(worker)
                worker = None
            self._free.put_nowait(worker)

    async def stop(self) -> None:
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            await worker.process.wait()
