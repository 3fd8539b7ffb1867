"""What a study has found: rows of games, their sums, and the files of a report."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from vistula import __version__
from vistula.files import make_folder, write_whole
from vistula.kernel.packing import unpacked
from vistula.kernel.title import title
from vistula.lab.collecting import gather
from vistula.lab.notebook import Notebook
from vistula.lab.play import Orders, Plan, Row, Watch
from vistula.lab.runner import Field, Hire, Tell
from vistula.lab.sums import Sums


class Study(msgspec.Struct):
    """The games of a plan that have been played so far."""

    plan: Plan
    games: int
    rows: list[Row] = []
    seconds: float = 0.0
    interrupted: bool = False
    sums: Sums | None = None
    kept: Path | None = None

    @property
    def finished(self) -> list[Row]:
        return [row for row in self.rows if not row.failed]

    @property
    def failed(self) -> list[Row]:
        return [row for row in self.rows if row.failed]

    def record_name(self, row: Row) -> str:
        return record_name(row)

    def note(self, row: Row) -> None:
        """Take a row in, and what was seen of it into the sums."""
        if row.seen is not None:
            self.sums = self.sums or Sums()
            self.sums.add(row.seen)
            row.seen = None
        self.rows.append(row)

    def summary(self) -> dict[str, Any]:
        """The sums that `vistula lab --json` prints."""
        done = self.finished
        decisions = sum(row.decisions for row in self.rows)
        return {
            "games": self.games,
            "finished": len(done),
            "failed": len(self.failed),
            "decisions": decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(decisions / self.seconds, 1) if self.seconds else 0.0,
            "outcomes": self._outcomes(),
            "wins": {str(seat): sum(seat in row.winners for row in done) for seat in self.plan.players()},
            "levels": _counted([row.level for row in done]),
        }

    def _outcomes(self) -> dict[str, int]:
        """How often each side has won, or only some of its seats; all sides are named, winners or not."""
        sides = dict.fromkeys(self.plan.sides(), 0)
        return {**sides, "draw": 0, **_counted([row.outcome for row in self.finished])}


def _counted(words: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def run(
    plan: Plan,
    games: int,
    jobs: int | None = None,
    watches: Sequence[Watch] = (),
    tell: Tell | None = None,
    *,
    observe: bool = False,
    keep: Path | None = None,
    hire: Hire | None = None,
    book: Notebook | None = None,
) -> Study:
    """Play so many games of a plan; `tell` hears of each row as it comes. Ctrl+C ends early with what is done.

    `observe` has everything watched that a report draws, `keep` is a folder for the records of all games, `hire` finds
    workers elsewhere than on this machine, `book` holds what was played before and notes what is played now.
    """
    plan.check()
    study = Study(plan, games, kept=keep)
    field = Field([plan], Orders(tuple(watches), observe, keep is not None))
    gather(study, field, [(0, n) for n in range(games)], jobs, tell, hire, book)
    return study


# -- files ------------------------------------------------------------------------------------------


def record_name(row: Row) -> str:
    return f"{row.n:06d}.json.gz"


def about(plan: Plan) -> dict[str, Any]:
    """What is studied, with everything that is needed to do it again."""
    found = title(plan.game, plan.pack)
    return {
        "game": plan.game,
        "scenario": found.scenario(plan.scenario).id,
        "seats": {str(seat): name for seat, name in plan.players().items()},
        "options": found.settle_options(plan.options),
        "seed": plan.seed,
        "playouts": plan.playouts,
        "version": __version__,
        "rules": found.version,
        "data": found.data_hash,
    }


def write_tables(study: Study, folder: Path) -> None:
    """summary.json and games.csv, each whole or not at all."""
    found = {**about(study.plan), "interrupted": study.interrupted, **study.summary()}
    body = msgspec.json.format(msgspec.json.encode(found), indent=1)
    write_whole(folder / "summary.json", body + b"\n")
    write_whole(folder / "games.csv", games_csv(study).encode())


def games_csv(study: Study) -> str:
    """One line a game, in the order of the plan; the seed of a line plays it again, and so does its record."""
    rows = sorted(study.rows, key=lambda row: (row.fixture, row.n))
    sides = sorted({side for row in rows for side in row.score})
    more = list(dict.fromkeys(name for row in rows for name in row.more))
    head = ["n", "seed", "outcome", "winners", "level", "rule", *(f"score_{side}" for side in sides)]
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow([*head, "turns", "decisions", "seconds", *more, *(["record"] if study.kept else []), "error"])
    for row in rows:
        line: list[Any] = [row.n, row.seed, row.outcome, " ".join(row.winners), row.level, row.rule]
        line += [row.score.get(side, "") for side in sides]
        line += [row.turns, row.decisions, f"{row.seconds:.4f}", *(row.more.get(name, "") for name in more)]
        line += [f"{study.kept.name}/{record_name(row)}"] if study.kept else []
        out.writerow([*line, row.error])
    return text.getvalue()


def crash_name(plan: Plan, row: Row) -> str:
    """The record of a game that crashed; its traceback where it could not even be set up."""
    return f"{plan.game}-{row.seed}.{'json' if row.record else 'txt'}"


def write_crash(plan: Plan, row: Row, folder: Path) -> Path:
    """The record of a game that crashed, and beside it how; the record replays into the crash."""
    make_folder(folder)
    path = folder / crash_name(plan, row)
    if row.record:
        write_whole(path, msgspec.json.format(unpacked(row.record, str(path)), indent=1))
    write_whole(path.with_suffix(".txt"), (row.trace or row.error).encode())
    return path
