"""The soak: very many random games of one scenario, each with the whole contract of the kernel.

    python tests/soak/run.py TITLE SCENARIO GAMES [--every 0.05] [--jobs 2] [--first 0] [--crashes crashes]
                             [--leaning late-leaders] [--option KEY=VALUE]…

Progress goes to stderr, the figures as one JSON document to stdout. A game that fails is put on file as a record
that replays, with what was wrong beside it; then the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec

import vistula
from kernel.contract import agreed, check_game
from kernel.toy import TOY
from soak.leanings import LEANINGS
from vistula.kernel import BadInput
from vistula.kernel.record import record_of, write

Row = dict[str, Any]


def one(title: str, scenario: str, every: float, crashes: Path, leaning: str, given: Row, seed: int) -> Row:
    """One game: its figures, or where its record lies and what was wrong."""
    found = vistula.title(title)
    try:
        options = given or agreed(found, scenario, seed)
        leans = LEANINGS.get(leaning)
        return msgspec.to_builtins(check_game(found, scenario, seed, every=every, options=options, leaning=leans))
    except Exception as error:
        path = crashes / f"{title}-{scenario}-{seed}.json"
        put_on_file(path, error)
        return {"failed": str(path), "why": f"{type(error).__name__}: {error}"[:500]}


def put_on_file(path: Path, error: Exception) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".txt").write_text("".join(traceback.format_exception(error)), encoding="utf8")
    if (game := getattr(error, "game", None)) is not None:
        write(path, record_of(game))


def soak(
    title: str,
    scenario: str,
    games: int,
    *,
    every: float,
    jobs: int,
    first: int,
    crashes: Path,
    leaning: str = "",
    option: Sequence[str] = (),
) -> Row:
    """Play all games and add their figures up."""
    began = time.perf_counter()
    total: Counter[str] = Counter()
    failed: list[Row] = []
    play = partial(one, title, scenario, every, crashes, leaning, dict(each.split("=") for each in option))
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for done, row in enumerate(pool.imap_unordered(play, range(first, first + games)), 1):
            if "failed" in row:
                failed.append(row)
                print(f"\n{row['failed']}: {row['why']}", file=sys.stderr)
            else:
                total.update(row)
            tell(f"{title} {scenario}: {done} of {games}, {len(failed)} failed", done, games)
    seconds = round(time.perf_counter() - began, 1)
    return {"title": title, "scenario": scenario, "games": games, "seconds": seconds, **total, "failed": failed}


def tell(line: str, done: int, games: int) -> None:
    """How far it has come: one line that changes on a terminal, ten lines elsewhere."""
    if sys.stderr.isatty():
        print(f"\r{line} ", end="\n" if done == games else "", file=sys.stderr, flush=True)
    elif done * 10 // games > (done - 1) * 10 // games:
        print(line, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games with the whole contract of the kernel.")
    parser.add_argument("title", help=f"a title; {TOY.id} is the kernel's own")
    parser.add_argument("scenario")
    parser.add_argument("games", type=int)
    parser.add_argument("--every", type=float, default=0.05, help="share of decisions that are looked at closely")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--crashes", type=Path, default=Path("crashes"))
    parser.add_argument("--leaning", default="", choices=["", *LEANINGS], help="what chance leans to")
    parser.add_argument("--option", action="append", default=[], help="a table option of all games, as KEY=VALUE")
    given = parser.parse_args()
    try:
        vistula.title(given.title).scenario(given.scenario)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    figures = soak(**vars(given))
    print(json.dumps(figures, indent=1))
    return 1 if figures["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
