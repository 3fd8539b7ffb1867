"""Many games over several processes, or over a cluster.

Games go out in small batches, or one by one where each is noted as it comes. A game that crashes is a row with its
error and stops nothing; a worker process that dies costs only the game it was playing. An interrupt lets every worker
finish the game it plays and keeps all that is done; a second one does not wait for these games.
"""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Protocol

import msgspec

from vistula.lab.play import Orders, Plan, Row, play_one
from vistula.lab.records import packed_record, read_trail

Task = tuple[int, int]  # which plan, which game of it
Batch = list[Task]
Tell = Callable[[Row], None]
Answer = Future[list[Row]]

_BATCHES_A_JOB = 16
_LARGEST_BATCH = 10


class Field(msgspec.Struct, frozen=True):
    """Everything that workers need to know: what is played, and what is wanted of each game."""

    plans: list[Plan]
    orders: Orders = Orders()


class Pool(Protocol):
    """Workers somewhere. `lost` are the errors by which an answer says that its worker is no more."""

    lost: tuple[type[BaseException], ...]

    def submit(self, field: Field, batch: Batch) -> Answer: ...

    def stop(self) -> None:
        """Let workers end after the game that they are playing."""

    def abandon(self) -> None:
        """Let workers end at once."""

    def close(self) -> None: ...


Hire = Callable[[int], Pool]


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_through(
    field: Field, tasks: Sequence[Task], jobs: int, note: Tell, hire: Hire | None = None, *, singly: bool = False
) -> bool:
    """Play all tasks; `note` hears of each row as it comes, `singly` as soon as each game is over, though that costs a
    little. False if an interrupt ended it early."""
    jobs = max(1, min(jobs, len(tasks)))
    try:
        if hire is None and jobs == 1:
            _alone(field, tasks, note)
        else:
            _together(field, _batches(tasks, jobs, 1 if singly else _LARGEST_BATCH), jobs, note, hire or _processes)
    except KeyboardInterrupt:
        return False
    return True


def _alone(field: Field, tasks: Sequence[Task], note: Tell) -> None:
    for task in tasks:
        with patience():
            for row in play_batch(field, [task]):
                with interrupts_held():
                    note(row)


def play_batch(field: Field, batch: Batch, stopped: Callable[[], bool] = lambda: False) -> list[Row]:
    """What a worker does."""
    rows: list[Row] = []
    for fixture, n in batch:
        if stopped():
            break
        row = play_one(field.plans[fixture], n, field.orders)
        row.fixture = fixture
        rows.append(row)
    return rows


def _processes(jobs: int) -> Pool:
    from vistula.lab.processes import Processes

    return Processes(jobs)


def _together(field: Field, batches: Iterable[Batch], jobs: int, note: Tell, hire: Hire) -> None:
    waiting = deque(batches)
    while waiting:
        lost = Crew(field, hire(jobs), ahead=2 * jobs).work(waiting, note)
        _one_by_one(field, lost, note)


def _one_by_one(field: Field, tasks: Batch, note: Tell) -> None:
    """Games that were out when a worker died, once more, so that the one that kills its process is known."""
    with tempfile.TemporaryDirectory() as folder:
        trail = Path(folder) / "trail"
        watched = msgspec.structs.replace(field, orders=msgspec.structs.replace(field.orders, trail=str(trail)))
        waiting = deque([task] for task in tasks)
        while waiting:
            for task in Crew(watched, _processes(1), ahead=1).work(waiting, note):
                note(_died(field, task, trail))


def _died(field: Field, task: Task, trail: Path) -> Row:
    fixture, n = task
    plan = field.plans[fixture]
    record = packed_record(lambda: plan.start(n, journal=True), read_trail(trail), plan.players)
    return Row(n=n, seed=plan.seed_of(n), fixture=fixture, error="its process died", record=record)


def _batches(tasks: Sequence[Task], jobs: int, largest: int) -> Iterator[Batch]:
    size = max(1, min(len(tasks) // (jobs * _BATCHES_A_JOB), largest))
    for start in range(0, len(tasks), size):
        yield list(tasks[start : start + size])


class Crew:
    """Workers at one field, so many batches being handed out ahead."""

    def __init__(self, field: Field, pool: Pool, ahead: int) -> None:
        self.field, self.pool, self.ahead = field, pool, ahead
        self.out: dict[Answer, Batch] = {}

    def work(self, waiting: deque[Batch], note: Tell) -> Batch:
        """Play what is waiting. Returns the games that were being played when a worker died, if one did."""
        lost: Batch = []
        try:
            while (waiting or self.out) and not lost:
                self._hand_out(waiting)
                done, _ = wait(self.out, return_when=FIRST_COMPLETED)
                for answer in done:
                    lost += self._take_in(answer, note)
            for answer in list(self.out):
                lost += self._take_in(answer, note)
        except KeyboardInterrupt:
            self._end_early(note)
            raise
        except BaseException:  # a row that cannot be noted, because the disk is full, for one
            self.pool.abandon()
            raise
        finally:
            with interrupts_held():
                self.pool.close()
        return lost

    def _hand_out(self, waiting: deque[Batch]) -> None:
        with interrupts_held():  # worker processes inherit this and leave Ctrl+C to the one that started them
            while waiting and len(self.out) < self.ahead:
                batch = waiting.popleft()
                self.out[self._submit(batch)] = batch

    def _submit(self, batch: Batch) -> Answer:
        try:
            return self.pool.submit(self.field, batch)
        except self.pool.lost as error:
            answer: Answer = Future()
            answer.set_exception(error)
            return answer

    def _take_in(self, answer: Answer, note: Tell) -> Batch:
        try:
            rows = answer.result()
        except self.pool.lost:
            return self.out.pop(answer)
        except Exception as error:  # a row that could not be sent home, for one
            rows = [self._failed(task, error) for task in self.out[answer]]
        with interrupts_held():
            left = self.out.pop(answer)
            for row in rows:
                left.remove((row.fixture, row.n))
                note(row)
        return left

    def _failed(self, task: Task, error: Exception) -> Row:
        fixture, n = task
        words = f"{type(error).__name__}: {error}"
        return Row(n=n, seed=self.field.plans[fixture].seed_of(n), fixture=fixture, error=words)

    def _end_early(self, note: Tell) -> None:
        """Batches that have not begun are answered with nothing; to cancel them confuses a pool whose workers die."""
        self.pool.stop()
        under_way = list(self.out)
        try:
            wait(under_way)
        except KeyboardInterrupt:
            self.pool.abandon()
        with interrupts_held():
            for answer in under_way:
                self._take_in(answer, note)


@contextmanager
def patience() -> Iterator[None]:
    """Let the game at hand come to its end on a first interrupt, and not on a second."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupted = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted:
        raise KeyboardInterrupt


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
