"""What a study has found: rows of games, their sums, and the files of a report."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import msgspec

from vistula import __version__
from vistula.files import write_whole
from vistula.kernel.record import write
from vistula.kernel.title import title
from vistula.lab.play import Plan, Row, record_of_crash


class Study(msgspec.Struct):
    """The games of a plan that have been played so far."""

    plan: Plan
    games: int
    rows: list[Row] = []
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def finished(self) -> list[Row]:
        return [row for row in self.rows if not row.failed]

    @property
    def failed(self) -> list[Row]:
        return [row for row in self.rows if row.failed]

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
            "levels": _counted([row.level for row in done]),
        }

    def _outcomes(self) -> dict[str, int]:
        """How often each side has won; all sides are named, winners or not."""
        found = title(self.plan.game, self.plan.pack)
        sides = dict.fromkeys(found.side_of(seat) for seat in self.plan.players())
        return {**dict.fromkeys(sides, 0), "draw": 0, **_counted([row.outcome for row in self.finished])}


def _counted(words: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


# -- files ------------------------------------------------------------------------------------------


def write_report(study: Study, folder: Path) -> None:
    """summary.json and games.csv, each whole or not at all."""
    plan = study.plan
    found = title(plan.game, plan.pack)
    about = {
        "game": plan.game,
        "scenario": found.scenario(plan.scenario).id,
        "seats": {str(seat): name for seat, name in plan.players().items()},
        "options": found.settle_options(plan.options),
        "seed": plan.seed,
        "version": __version__,
        "rules": found.version,
        "data": found.data_hash,
        "interrupted": study.interrupted,
    }
    body = msgspec.json.format(msgspec.json.encode({**about, **study.summary()}), indent=1)
    write_whole(folder / "summary.json", body + b"\n")
    write_whole(folder / "games.csv", games_csv(study).encode())


def games_csv(study: Study) -> str:
    """One line a game, in the order of the plan; the seed of a line plays it again."""
    rows = sorted(study.rows, key=lambda row: row.n)
    sides = sorted({side for row in rows for side in row.score})
    more = list(dict.fromkeys(name for row in rows for name in row.more))
    head = ["n", "seed", "outcome", "level", "rule", *(f"score_{side}" for side in sides)]
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow([*head, "turns", "decisions", "seconds", *more, "error"])
    for row in rows:
        line: list[Any] = [row.n, row.seed, row.outcome, row.level, row.rule, *(row.score.get(s, "") for s in sides)]
        line += [row.turns, row.decisions, f"{row.seconds:.4f}", *(row.more.get(name, "") for name in more), row.error]
        out.writerow(line)
    return text.getvalue()


def write_crash(plan: Plan, row: Row, folder: Path) -> Path:
    """The record of a game that crashed, and beside it how; the record replays into the crash."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{plan.game}-{row.seed}.json"
    write(path, record_of_crash(plan, row.n))
    write_whole(path.with_suffix(".txt"), row.trace.encode())
    return path
