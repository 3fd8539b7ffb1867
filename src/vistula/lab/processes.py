"""Worker processes on this machine. Each is started once, reads the game's data once and plays batch after batch.

A worker holds one end of a leash, a pipe that nothing is ever sent through. When the other end is let go, by the
process that started it or by that one's death, the worker ends.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event

from vistula.lab.play import Row
from vistula.lab.runner import Answer, Batch, Field, play_batch

_stop: Event | None = None


class Processes:
    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        self._far, self._leash = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(jobs, context, _enlist, (self._stop, self._far))

    def submit(self, field: Field, batch: Batch) -> Answer:
        return self._pool.submit(_play, field, batch)

    def stop(self) -> None:
        self._stop.set()

    def abandon(self) -> None:
        self._leash.close()

    def close(self) -> None:
        self._pool.shutdown()
        self._leash.close()
        self._far.close()


def _enlist(stop: Event, leash: Connection) -> None:
    """What a worker process does first."""
    global _stop
    _stop = stop
    threading.Thread(target=_heed, args=(leash,), daemon=True).start()


def _heed(leash: Connection) -> None:
    leash.poll(None)
    os._exit(1)


def _play(field: Field, batch: Batch) -> list[Row]:
    return play_batch(field, batch, lambda: _stop is not None and _stop.is_set())
