"""Many games over several processes.

Games go out in small batches. A game that crashes is a row with its error and stops nothing; a
worker process that dies costs only the game it was playing. An interrupt lets every worker finish
the game it plays and keeps all that is done.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event

from vistula.lab.play import Plan, Row, Watch, play_one
from vistula.lab.study import Study

Batch = list[int]
Tell = Callable[[Row], None]
Answer = Future[list[Row]]

_BATCHES_A_JOB = 16
_LARGEST_BATCH = 10
_stop: Event | None = None


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    plan: Plan, games: int, jobs: int | None = None, watches: Sequence[Watch] = (), tell: Tell | None = None
) -> Study:
    """Play so many games of a plan; `tell` hears of each row as it comes. Ctrl+C ends early with what is done."""
    plan.check()
    study = Study(plan, games)
    began = time.perf_counter()

    def note(row: Row) -> None:
        study.rows.append(row)
        if tell is not None:
            tell(row)

    jobs = max(1, min(jobs or cores(), games))
    try:
        if jobs == 1:
            _alone(plan, games, watches, note)
        else:
            _together(plan, games, jobs, watches, note)
    except KeyboardInterrupt:
        study.interrupted = True
    study.seconds = time.perf_counter() - began
    return study


def _alone(plan: Plan, games: int, watches: Sequence[Watch], note: Tell) -> None:
    for n in range(games):
        note(play_one(plan, n, watches))


def _together(plan: Plan, games: int, jobs: int, watches: Sequence[Watch], note: Tell) -> None:
    waiting = deque(_batches(games, jobs))
    while waiting:
        lost = Crew(plan, watches, jobs, ahead=2 * jobs).work(waiting, note)
        _one_by_one(plan, lost, watches, note)


def _one_by_one(plan: Plan, games: Batch, watches: Sequence[Watch], note: Tell) -> None:
    """Games that were out when a process died, once more, so that the one that kills its process is known."""
    waiting = deque([n] for n in games)
    while waiting:
        for n in Crew(plan, watches, 1, ahead=1).work(waiting, note):
            note(Row(n=n, seed=plan.seed_of(n), error="its process died"))


def _batches(games: int, jobs: int) -> Iterator[Batch]:
    size = max(1, min(games // (jobs * _BATCHES_A_JOB), _LARGEST_BATCH))
    for start in range(0, games, size):
        yield list(range(start, min(start + size, games)))


class Crew:
    """Worker processes that play batches of one plan, so many batches being handed out ahead."""

    def __init__(self, plan: Plan, watches: Sequence[Watch], jobs: int, ahead: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.plan, self.watches, self.ahead = plan, watches, ahead
        self.stop = context.Event()
        self.pool = ProcessPoolExecutor(jobs, context, _enlist, (self.stop,))
        self.out: dict[Answer, Batch] = {}

    def work(self, waiting: deque[Batch], note: Tell) -> Batch:
        """Play what is waiting. Returns the games that were being played when a process died, if one did."""
        lost: Batch = []
        with self.pool:
            try:
                while (waiting or self.out) and not lost:
                    self._hand_out(waiting)
                    done, _ = wait(self.out, return_when=FIRST_COMPLETED)
                    for answer in done:
                        lost += self._take_in(answer, note)
            except KeyboardInterrupt:
                self._end_early(note)
                raise
            for answer in list(self.out):
                lost += self._take_in(answer, note)
        return lost

    def _hand_out(self, waiting: deque[Batch]) -> None:
        with interrupts_held():  # worker processes inherit this and leave Ctrl+C to the one that started them
            while waiting and len(self.out) < self.ahead:
                batch = waiting.popleft()
                self.out[self._submit(batch)] = batch

    def _submit(self, batch: Batch) -> Answer:
        try:
            return self.pool.submit(_play_batch, self.plan, batch, self.watches)
        except BrokenProcessPool as error:
            answer: Answer = Future()
            answer.set_exception(error)
            return answer

    def _take_in(self, answer: Answer, note: Tell) -> Batch:
        try:
            rows = answer.result()
        except BrokenProcessPool:
            return self.out.pop(answer)
        with interrupts_held():
            left = self.out.pop(answer)
            for row in rows:
                left.remove(row.n)
                note(row)
        return left

    def _end_early(self, note: Tell) -> None:
        self.stop.set()
        for answer in list(self.out):
            if not answer.cancel():
                self._take_in(answer, note)


def _enlist(stop: Event) -> None:
    """What a worker process does first."""
    global _stop
    _stop = stop


def _play_batch(plan: Plan, batch: Batch, watches: Sequence[Watch]) -> list[Row]:
    plan.check()  # reads the title's data, so that no game's time holds that
    rows: list[Row] = []
    for n in batch:
        if _stop is not None and _stop.is_set():
            break
        rows.append(play_one(plan, n, watches))
    return rows


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Keep an interrupt waiting; threads and processes started meanwhile are deaf to it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
