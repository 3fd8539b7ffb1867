"""`vistula lab GAME --puzzles`: which level of computer player solves which puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from vistula.cli.arguments import Args, print_json
from vistula.kernel.errors import BadInput
from vistula.kernel.title import title
from vistula.lab.puzzles import Puzzle, read_puzzles
from vistula.lab.solving import LEVELS, PLAYOUTS, Attempt, Score, check, solve_all

HERE = "tests/players/puzzles"
"""Where the puzzles of a game lie in the source tree, in a folder of its id."""


def run_puzzles(args: Args) -> int:
    """Set all puzzles of a folder to every level."""
    for flag in ("seat", "league", "report", "scenario"):
        if getattr(args, flag):
            raise BadInput("--puzzles", f"--{flag}", "is for games, not for puzzles")
    found = title(args.game, args.pack)
    folder = Path(args.puzzles or f"{HERE}/{found.id}")
    if not folder.is_dir():
        raise BadInput("--puzzles", str(folder), "there is no such folder")
    puzzles = read_puzzles(found, folder)
    for puzzle in puzzles:
        check(puzzle)
    score = _with_progress(
        found.id, len(puzzles), lambda tell: solve_all(found, puzzles, LEVELS, args.playouts or PLAYOUTS, tell)
    )
    if args.json:
        print_json(score.table())
    else:
        print("\n".join(lines(score)))
    return 0


Tell = Callable[[Puzzle, str, Attempt], None]


def _with_progress(name: str, puzzles: int, work: Callable[[Tell | None], Score]) -> Score:
    console = Console(stderr=True)
    if not console.is_terminal:
        return work(None)
    columns = (
        TextColumn(name),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=puzzles * len(LEVELS))

        def tell(puzzle: Puzzle, level: str, attempt: Attempt) -> None:
            bar.update(task, advance=1, description=f"{puzzle.name}, {level}")

        return work(tell)


def lines(score: Score) -> Iterator[str]:
    """Puzzle by level, the sums, and what went wrong."""
    wide = max(len(puzzle.name) for puzzle in score.puzzles)
    levels = list(score.attempts)
    yield f"{'':<{wide}}  {'  '.join(levels)}"
    for n, puzzle in enumerate(score.puzzles):
        marks = ("yes" if score.attempts[level][n].solved else "–" for level in levels)
        cells = "  ".join(f"{mark:<{len(level)}}" for mark, level in zip(marks, levels, strict=True))
        yield f"{puzzle.name:<{wide}}  {cells}  {puzzle.file.theme}"
    yield ""
    for level in levels:
        of = len(score.puzzles)
        yield f"{level:<8}solved {score.solved(level)} of {of}, {score.solved(level) / of:.0%}"
    for level in levels:
        for puzzle, attempt in zip(score.puzzles, score.attempts[level], strict=True):
            if not attempt.solved:
                yield f"  {level}, {puzzle.name}: {attempt.told}"
