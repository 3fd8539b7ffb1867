"""`vistula lab`: many games by computer players, and what came of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

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
from vistula.lab.notebook import Notebook, open_notebook
from vistula.lab.runner import Hire, Tell
from vistula.lab.sprt import Match, read_hypotheses, run_sprt
from vistula.lab.statistics import share
from vistula.lab.study import about, write_crash
from vistula.players import lab_players

T = TypeVar("T")
ROWS = 2
"""What a notebook's rows hold. It grows when they hold something new that sums are made of."""


def add(commands: Commands) -> None:
    parser = commands.add_parser("lab", help="play many games at once and count")
    add_game(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--games", metavar="N", type=positive, help="how many; in a league, of each pairing")
    what.add_argument("--puzzles", metavar="DIR", nargs="?", const="",
                      help="set puzzles to every level (default: those in tests/players/puzzles)")  # fmt: skip
    add_table(parser, lab_players())
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="all games follow from it (default: 1)")
    parser.add_argument("--playouts", metavar="N", type=positive, default=0,
                        help="captains think by so many playouts a decision (default: by the clock)")  # fmt: skip
    parser.add_argument("--jobs", metavar="J", type=positive, help="processes at once (default: one a core)")
    parser.add_argument("--report", metavar="DIR", help="write report.html, summary.json, games.csv, rules.csv there")
    parser.add_argument("--keep", action="store_true", help="keep the records of all games in DIR/records, compressed")
    parser.add_argument("--resume", action="store_true",
                        help="go on with the study that was interrupted or died in DIR")  # fmt: skip
    parser.add_argument("--league", metavar="PLAYERS", nargs="?", type=_names, const=different_players(),
                        help="round robin of these players, from both sides (default: all), with Elo")  # fmt: skip
    parser.add_argument("--sprt", metavar="LOW:HIGH",
                        help="with --league A,B: stop when A's lead in Elo is clearly LOW or HIGH")  # fmt: skip
    parser.add_argument("--errors", metavar="ALPHA:BETA",
                        help="how often --sprt may be wrong either way (default: 0.05:0.05)")  # fmt: skip
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one on this machine")
    add_json(parser)
    parser.set_defaults(run=run_lab)


def _names(words: str) -> list[str]:
    return [name.strip() for name in words.split(",")]


class Desk(NamedTuple):
    """What a study is carried out with: its folders, its notebook, and who plays."""

    report: Path | None
    records: Path | None
    book: Notebook | None
    jobs: int | None
    hire: Hire | None


def run_lab(args: Args) -> int:
    if args.puzzles is not None:
        from vistula.cli.puzzles import run_puzzles

        return run_puzzles(args)
    seats, options = pairs("--seat", args.seat), pairs("--option", args.option)
    plan = Plan(args.game, args.scenario, seats, args.seed, options, args.pack, args.playouts)
    plan.check()
    _check(args)
    desk = _desk(args, plan)
    try:
        return (_study if args.league is None else _league if args.sprt is None else _sprt)(args, plan, desk)
    finally:
        if desk.book is not None:
            desk.book.close()


def _check(args: Args) -> None:
    if args.league is not None:
        check_players(args.league)
        if args.seat:
            raise BadInput("--seat", args.seat[0], "in a league every player sits everywhere")
    if args.sprt is not None:
        if args.league is None or args.report:
            raise BadInput("--sprt", args.sprt, "needs --league with two players, and writes no report")
        read_hypotheses(args.sprt, args.errors)
    if args.keep and not args.report:
        raise BadInput("--keep", "", "needs --report DIR, where the records go")
    if args.resume and not args.report:
        raise BadInput("--resume", "", "needs --report DIR, where the study was begun")


def _desk(args: Args, plan: Plan) -> Desk:
    workers = _workers(args)
    if not args.report:
        return Desk(None, None, None, *workers)
    report = Path(args.report)
    records = report / "records" if args.keep else None
    if records is not None and not args.resume and any(records.glob("*")):
        raise BadInput(str(records), "", "holds the records of an earlier study; name another folder, or remove it")
    for folder in (report, records):
        if folder is not None:
            make_folder(folder)
    same = {**about(plan), "keep": args.keep, "league": args.league, "rows": ROWS}  # or it is another study
    return Desk(report, records, open_notebook(report, same, args.resume), *workers)


def _workers(args: Args) -> tuple[int | None, Hire | None]:
    """Who plays: so many processes of this machine, or a cluster."""
    if args.ray is None:
        return args.jobs, None
    from vistula.lab.cluster import Cluster, join

    ray, jobs = join(args.ray, args.jobs)
    return jobs, lambda _: Cluster(ray)


def with_progress(name: str, games: int, play: Callable[[Tell | None], T]) -> T:
    """Play, with a progress bar where someone sits at a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return play(None)
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"),
               TimeRemainingColumn(), TextColumn("{task.description}"))  # fmt: skip
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("[dim]Ctrl+C ends after the games at hand", total=games)
        count: Counter[str] = Counter()

        def tell(row: Row) -> None:
            count["[red]failed" if row.failed else row.outcome] += 1
            bar.update(task, advance=1, description=" · ".join(f"{word} {count[word]}" for word in sorted(count)))

        return play(tell)


# -- a study ------------------------------------------------------------------------------------------


def _study(args: Args, plan: Plan, desk: Desk) -> int:
    def play(tell: Tell | None) -> Study:
        return run(plan, args.games, desk.jobs, tell=tell, observe=desk.report is not None, keep=desk.records,
                   hire=desk.hire, book=desk.book)  # fmt: skip

    study = with_progress(plan.game, args.games, play)
    written: list[Path] = []
    if desk.report is not None:
        from vistula.lab.report import write_report  # drawing is needed by few and takes long to load

        written = write_report(study, desk.report)
    _clear_up(study, desk.book)
    for row in study.failed:
        _tell_crash(study.plan, row, (desk.report or Path()) / "crashes")
    if args.json:
        print_json(study.summary())
    else:
        show(study, written)
    return _code(study)


def _clear_up(study: Study | League, book: Notebook | None) -> None:
    """A study that is whole, with its report written, needs its notebook no more."""
    if book is not None and not (study.interrupted or study.failed):
        book.remove()


def _code(study: Study | League) -> int:
    return 130 if study.interrupted else 1 if study.failed else 0


def _tell_crash(plan: Plan, row: Row, folder: Path) -> None:
    path = write_crash(plan, row, folder)
    print(f"vistula: game {row.n} (seed {row.seed}) crashed: {row.error}; record: {path}", file=sys.stderr)


def show(study: Study, written: list[Path]) -> None:
    sums = study.summary()
    if study.interrupted:
        print(_interrupted(len(study.rows), study.games, written))
    print(f"{sums['finished']} games finished, {sums['failed']} failed")
    for side, wins in sums["outcomes"].items():
        of = share(wins, sums["finished"])
        print(f"  {side:<10}{wins:>7}  {of.value:>7.1%}  ({of.low:.1%} – {of.high:.1%})")
    if len(sums["wins"]) > len(study.plan.sides()):
        print("  by seat: " + ", ".join(f"{seat} {wins}" for seat, wins in sums["wins"].items()))
    for level, count in sums["levels"].items():
        print(f"  level {level}: {count}")
    rate = sums["decisions_per_second"]
    print(f"{sums['decisions']} decisions in {sums['seconds']:.1f} s, {rate:.0f} a second")
    _say_written(written)


def _interrupted(played: int, games: int, written: list[Path]) -> str:
    goes_on = "; --resume goes on" if written else ""
    return f"interrupted after {played} of {games} games{goes_on}"


def _say_written(written: list[Path]) -> None:
    if written:
        print(f"{', '.join(str(path) for path in written)} written")


# -- a league -----------------------------------------------------------------------------------------


def _league(args: Args, plan: Plan, desk: Desk) -> int:
    players: list[str] = args.league

    def play(tell: Tell | None) -> League:
        return run_league(plan, players, args.games, desk.jobs, tell, keep=desk.records, hire=desk.hire, book=desk.book)

    league = with_progress(plan.game, args.games * len(players) * (len(players) - 1), play)
    from vistula.lab.league_page import league_lines, write_league

    written = write_league(league, desk.report) if desk.report is not None else []
    _clear_up(league, desk.book)
    for pairing in league.pairings:
        for row in (row for row in pairing.rows if row.failed):
            folder = (desk.report or Path()) / "crashes" / f"{pairing.first}-{pairing.second}"
            _tell_crash(pairing.plan, row, folder)
    if args.json:
        print_json(league.table())
    else:
        if league.interrupted:
            print(_interrupted(len(league.rows), args.games * len(league.pairings), written))
        print("\n".join(league_lines(league.table())))
        _say_written(written)
    return _code(league)


# -- a test that stops when its answer is clear ---------------------------------------------------------


def _sprt(args: Args, plan: Plan, desk: Desk) -> int:
    test = read_hypotheses(args.sprt, args.errors)

    def play(tell: Tell | None) -> Match:
        return run_sprt(plan, args.league, args.games, test, desk.jobs, tell, desk.hire)

    match = with_progress(plan.game, 2 * args.games, play)
    for pairing in match.league.pairings:
        for row in (row for row in pairing.rows if row.failed):
            _tell_crash(pairing.plan, row, Path("crashes") / f"{pairing.first}-{pairing.second}")
    if args.json:
        print_json(match.table())
    else:
        print("\n".join(match.lines()))
    return _code(match.league)
