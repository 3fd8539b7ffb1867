"""Puzzles for captains, which take too long for the ordinary tests: `python tests/soak/puzzles.py TITLE`.

Prints who solves what; the exit code is 1 where captains solve less than nine of ten.
"""

from __future__ import annotations

import sys
from pathlib import Path

import vistula
from vistula.lab.puzzles import read_puzzles
from vistula.lab.solving import solve

FOLDER = Path(__file__).parents[1] / "players" / "puzzles"
ENOUGH = 0.9


def main(title: str) -> int:
    puzzles = read_puzzles(vistula.title(title), FOLDER / title)
    failed = []
    for puzzle in puzzles:
        attempt = solve(puzzle, "captain")
        if not attempt.solved:
            failed.append(puzzle.name)
            print(f"{puzzle.name}: {attempt.told}")
    print(f"{title}: captain solved {len(puzzles) - len(failed)} of {len(puzzles)} puzzles")
    return int(len(puzzles) - len(failed) < ENOUGH * len(puzzles))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
