"""Today's players against those of an earlier commit, under today's rules, in pairs of games until the answer is clear.

    python tests/soak/earlier.py TITLE COMMIT officer|captain [--scenario S] [--games 100] [--playouts 20] …

Only the folder `evaluation` is taken from the commit. The exit code is 1 where today's players are the weaker, and
where games have crashed.
"""

from __future__ import annotations

import argparse
import importlib
import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vistula.kernel.seat import Seat
from vistula.lab.play import Plan, Row
from vistula.lab.sprt import Match, read_hypotheses, run_sprt
from vistula.players import PLAYERS, Captain, Greedy
from vistula.players.appraisal import Appraiser

ROOT = Path(__file__).parents[2]
NAME = "evaluation_before"


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        made = earlier(args.title, args.commit, Path(folder))

        class Before(Captain):
            def anew(self, seat: Seat[Any]) -> Appraiser:
                return made()

        class BeforeOfficer(Greedy):
            def appraiser(self, seat: Seat[Any]) -> Appraiser:
                return self._appraisers.setdefault(seat.title.id, made())

        PLAYERS["before"] = Before if args.player == "captain" else BeforeOfficer
        plan = Plan(game=args.title, scenario=args.scenario, seed=args.seed, playouts=args.playouts)
        test = read_hypotheses(args.sprt, None)
        match = run_sprt(plan, (args.player, "before"), args.games, test, jobs=1, tell=_say)
    return report(match)


def report(match: Match) -> int:
    """Games of a folder that does not go with today's rules crash; as draws they would say that nobody is weaker."""
    if failed := match.league.failed:
        print(f"no answer: {len(failed)} games crashed")
        for error in sorted({str(row.error) for row in failed}):
            print(error)
        return 1
    print("\n".join(match.lines()))
    return int(match.answer == "low")


def earlier(title: str, commit: str, folder: Path) -> type[Any]:
    """The officer of a title as he was, in a package beside today's."""
    package = title.replace("-", "_")
    path = f"src/vistula/games/{package}/evaluation"
    packed = subprocess.run(["git", "archive", commit, path], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    (folder / path).rename(folder / NAME)
    for file in (folder / NAME).rglob("*.py"):
        text = file.read_text(encoding="utf8")
        file.write_text(text.replace(f"{package}.evaluation", f"{package}.{NAME}"), encoding="utf8")
    importlib.import_module(f"vistula.games.{package}").__path__.append(str(folder))
    found: type[Any] = importlib.import_module(f"vistula.games.{package}.{NAME}.choices").Officer
    return found


def _say(row: Row) -> None:
    print(f"{row.n} {row.fixture}: {row.outcome or row.error} in {row.seconds:.0f} s", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="earlier", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("title")
    parser.add_argument("commit")
    parser.add_argument("player", choices=("officer", "captain"))
    parser.add_argument("--scenario")
    parser.add_argument("--games", type=int, default=100, help="pairs of games at most")
    parser.add_argument("--playouts", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", default="-60:0", help="LOW:HIGH, in Elo points")
    return parser


if __name__ == "__main__":
    sys.exit(main())
