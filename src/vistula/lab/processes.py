"""Worker processes on this machine. Each is started once, reads the game's data once and plays batch after batch."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event

from vistula.lab.play import Row
from vistula.lab.runner import Answer, Batch, Field, play_batch

_stop: Event | None = None


class Processes:
    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        self._pool = ProcessPoolExecutor(jobs, context, _enlist, (self._stop,))

    def submit(self, field: Field, batch: Batch) -> Answer:
        return self._pool.submit(_play, field, batch)

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._pool.shutdown()


def _enlist(stop: Event) -> None:
    """What a worker process does first."""
    global _stop
    _stop = stop
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Nobody tells a worker that the process which started it was killed: it would play on, and then wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(field: Field, batch: Batch) -> list[Row]:
    return play_batch(field, batch, lambda: _stop is not None and _stop.is_set())
