"""What becomes of a finished game: its record is kept, its row goes into the notebook and then into the study."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from vistula.files import write_whole
from vistula.kernel.errors import BadInput
from vistula.lab.notebook import Notebook
from vistula.lab.play import Row
from vistula.lab.runner import Field, Hire, Task, Tell, cores, work_through


class Gathered(Protocol):
    """A study or a league."""

    seconds: float
    interrupted: bool

    @property
    def kept(self) -> Path | None: ...

    def record_name(self, row: Row) -> str: ...

    def note(self, row: Row) -> None: ...


def gather(
    into: Gathered,
    field: Field,
    tasks: Sequence[Task],
    jobs: int | None = None,
    tell: Tell | None = None,
    hire: Hire | None = None,
    book: Notebook | None = None,
) -> None:
    """Take in what the notebook holds and play the rest of the tasks; `tell` hears of every row."""
    left = _recall(into, tasks, tell, book) if book is not None else tasks
    began = time.perf_counter() - into.seconds

    def note(row: Row) -> None:
        _keep(into, row)
        if book is not None and not row.failed:
            book.write(row, time.perf_counter() - began)
        into.note(row)
        if tell is not None:
            tell(row)

    into.interrupted = bool(left) and not work_through(
        field, left, jobs or cores(), note, hire, singly=book is not None
    )
    into.seconds = time.perf_counter() - began


def _recall(into: Gathered, tasks: Sequence[Task], tell: Tell | None, book: Notebook) -> list[Task]:
    """Take in the games that were noted before. Returns the tasks that are left."""
    left = dict.fromkeys(tasks)
    for noted in book.notes():
        row = noted.row
        if (row.fixture, row.n) not in left:
            raise BadInput(str(book.path), "", f"game {row.n} is noted here, and only {len(tasks)} are asked for")
        del left[row.fixture, row.n]
        into.seconds = noted.seconds
        into.note(row)
        if tell is not None:
            tell(row)
    return list(left)


def _keep(into: Gathered, row: Row) -> None:
    """The record of a game to its place. Of a crash it stays with the row as well, for the account of that."""
    if into.kept is not None and row.record:
        write_whole(into.kept / into.record_name(row), row.record)
    if not row.failed:
        row.record = b""
