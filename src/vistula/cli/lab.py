"""`vistula lab`: many games by computer players, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from vistula.cli.arguments import Args, Commands, add_game, add_json, add_table, pairs, positive, print_json
from vistula.files import make_folder
from vistula.kernel.errors import BadInput
from vistula.lab import Plan, Row, Study, run
from vistula.lab.league import League, check_players, different_players, run_league
from vistula.lab.runner import Hire, Tell
from vistula.lab.statistics import share
from vistula.lab.study import write_crash
from vistula.players import PLAYERS

T = TypeVar("T")


def add(commands: Commands) -> None:
    parser = commands.add_parser("lab", help="play many games at once and count")
    add_game(parser)
    parser.add_argument("--games", metavar="N", type=positive, required=True,
                        help="how many; in a league, of each pairing")  # fmt: skip
    add_table(parser, PLAYERS)
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="all games follow from it (default: 1)")
    parser.add_argument("--playouts", metavar="N", type=positive, default=0,
                        help="captains think by so many playouts a decision (default: by the clock)")  # fmt: skip
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes at once (default: one a core)")
    parser.add_argument("--report", metavar="DIR", help="write report.html, summary.json, games.csv, rules.csv there")
    parser.add_argument("--keep", action="store_true", help="keep the records of all games in DIR/records, compressed")
    parser.add_argument("--league", metavar="PLAYERS", nargs="?", const=",".join(different_players()),
                        help="round robin of these players, from both sides (default: all), with Elo")  # fmt: skip
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one on this machine")
    add_json(parser)
    parser.set_defaults(run=run_lab)


def run_lab(args: Args) -> int:
    seats, options = pairs("--seat", args.seat), pairs("--option", args.option)
    plan = Plan(args.game, args.scenario, seats, args.seed, options, args.pack, args.playouts)
    plan.check()
    if args.league is not None:
        check_players(args.league.split(","))
        if args.seat:
            raise BadInput("--seat", args.seat[0], "in a league every player sits everywhere")
    if args.keep and not args.report:
        raise BadInput("--keep", "", "needs --report DIR, where the records go")
    report = _folder(args.report)
    records = _folder(f"{args.report}/records") if args.keep else None
    hire, jobs = _workers(args)
    if args.league is not None:
        return _league(args, plan, jobs, report, records, hire)
    observe = report is not None
    study = with_progress(
        plan.game,
        args.games,
        lambda tell: run(plan, args.games, jobs, tell=tell, observe=observe, keep=records, hire=hire),
    )
    return _tell_study(args, study, report)


def _folder(path: str | None) -> Path | None:
    if path is None:
        return None
    make_folder(Path(path))
    return Path(path)


def _workers(args: Args) -> tuple[Hire | None, int | None]:
    """Who plays: processes of this machine, or a cluster."""
    if args.ray is None:
        return None, args.jobs
    from vistula.lab.cluster import Cluster, join

    ray, jobs = join(args.ray, args.jobs)
    return lambda _: Cluster(ray), jobs


def with_progress(name: str, games: int, play: Callable[[Tell | None], T]) -> T:
    """Play, with a progress bar where someone sits at a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return play(None)
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"),
               TimeRemainingColumn(), TextColumn("{task.description}"))  # fmt: skip
    with Progress(*columns, console=console, transient=True) as bar:
        task, failed = bar.add_task("", total=games), 0

        def tell(row: Row) -> None:
            nonlocal failed
            failed += row.failed
            bar.update(task, advance=1, description=f"[red]{failed} failed" if failed else "")

        return play(tell)


# -- a study ------------------------------------------------------------------------------------------


def _tell_study(args: Args, study: Study, report: Path | None) -> int:
    written: list[Path] = []
    if report is not None:
        from vistula.lab.report import write_report  # drawing is needed by few and takes long to load

        written = write_report(study, report)
    for row in study.failed:
        _tell_crash(study.plan, row, (report or Path()) / "crashes")
    if args.json:
        print_json(study.summary())
    else:
        show(study, written)
    return 130 if study.interrupted else 1 if study.failed else 0


def _tell_crash(plan: Plan, row: Row, folder: Path) -> None:
    path = write_crash(plan, row, folder)
    print(f"vistula: game {row.n} (seed {row.seed}) crashed: {row.error}; record: {path}", file=sys.stderr)


def show(study: Study, written: list[Path]) -> None:
    sums = study.summary()
    if study.interrupted:
        print(f"interrupted after {len(study.rows)} of {study.games} games; what was played is kept")
    print(f"{sums['finished']} games finished, {sums['failed']} failed")
    for side, wins in sums["outcomes"].items():
        of = share(wins, sums["finished"])
        print(f"  {side:<10}{wins:>7}  {of.value:>7.1%}  ({of.low:.1%} – {of.high:.1%})")
    for level, count in sums["levels"].items():
        print(f"  level {level}: {count}")
    rate = sums["decisions_per_second"]
    print(f"{sums['decisions']} decisions in {sums['seconds']:.1f} s, {rate:.0f} a second")
    _say_written(written)


def _say_written(written: list[Path]) -> None:
    if written:
        print(f"{', '.join(str(path) for path in written)} written")


# -- a league -----------------------------------------------------------------------------------------


def _league(
    args: Args, plan: Plan, jobs: int | None, report: Path | None, records: Path | None, hire: Hire | None
) -> int:
    players = args.league.split(",")
    games = args.games * len(players) * (len(players) - 1)
    league = with_progress(
        plan.game, games, lambda tell: run_league(plan, players, args.games, jobs, tell, keep=records, hire=hire)
    )
    _tell_league(args, league, report)
    return 130 if league.interrupted else 1 if league.failed else 0


def _tell_league(args: Args, league: League, report: Path | None) -> None:
    from vistula.lab.league_page import league_lines, write_league

    written = write_league(league, report) if report is not None else []
    for pairing in league.pairings:
        for row in (row for row in pairing.rows if row.failed):
            folder = (report or Path()) / "crashes" / f"{pairing.first}-{pairing.second}"
            _tell_crash(pairing.plan, row, folder)
    if args.json:
        print_json(league.table())
        return
    if league.interrupted:
        print(f"interrupted after {len(league.rows)} games; what was played is counted")
    print("\n".join(league_lines(league.table())))
    _say_written(written)
