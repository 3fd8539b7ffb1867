"""`vistula lab`: many games by computer players, and what came of them."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from vistula.cli.arguments import Args, Commands, add_game, add_json, add_table, pairs, positive, print_json
from vistula.files import make_folder
from vistula.lab import Plan, Row, Study, run
from vistula.lab.study import write_crash, write_report
from vistula.players import PLAYERS


def add(commands: Commands) -> None:
    parser = commands.add_parser("lab", help="play many games at once and count")
    add_game(parser)
    parser.add_argument("--games", metavar="N", type=positive, required=True, help="how many")
    add_table(parser, PLAYERS)
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="all games follow from it (default: 1)")
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes at once (default: one a core)")
    parser.add_argument("--report", metavar="DIR", help="write summary.json and games.csv there")
    add_json(parser)
    parser.set_defaults(run=run_lab)


def run_lab(args: Args) -> int:
    seats, options = pairs("--seat", args.seat), pairs("--option", args.option)
    plan = Plan(args.game, args.scenario, seats, args.seed, options, args.pack)
    plan.check()
    report = Path(args.report) if args.report else None
    if report is not None:
        make_folder(report)
    study = watched(plan, args.games, args.jobs)
    if report is not None:
        write_report(study, report)
    for row in study.failed:
        _tell_crash(plan, row, (report or Path()) / "crashes")
    if args.json:
        print_json(study.summary())
    else:
        show(study, report)
    return 130 if study.interrupted else 1 if study.failed else 0


def watched(plan: Plan, games: int, jobs: int | None) -> Study:
    """Play, with a progress bar where someone sits at a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return run(plan, games, jobs)
    columns = (TextColumn(plan.game), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=games)
        return run(plan, games, jobs, tell=lambda _: bar.advance(task))


def _tell_crash(plan: Plan, row: Row, folder: Path) -> None:
    path = write_crash(plan, row, folder)
    print(f"vistula: game {row.n} (seed {row.seed}) crashed: {row.error}; record: {path}", file=sys.stderr)


def show(study: Study, report: Path | None) -> None:
    sums = study.summary()
    if study.interrupted:
        print(f"interrupted after {len(study.rows)} of {study.games} games; what was played is kept")
    print(f"{sums['finished']} games finished, {sums['failed']} failed")
    for side, wins in sums["outcomes"].items():
        print(f"  {side:<10}{wins:>7}  {wins / max(1, sums['finished']):>7.1%}")
    for level, count in sums["levels"].items():
        print(f"  level {level}: {count}")
    rate = sums["decisions_per_second"]
    print(f"{sums['decisions']} decisions in {sums['seconds']:.1f} s, {rate:.0f} a second")
    if report is not None:
        print(f"{report / 'summary.json'} and {report / 'games.csv'} written")
