"""Recorded games of every title, kept beside its tests in `records`, and how they were played.

A change of a title's data makes its records invalid, and so does a change of its rules that is meant: `make records`
plays them all anew.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from vistula.cli import main as vistula
from vistula.files import make_folder, write_whole
from vistula.kernel.packing import packed

GAMES = {
    "warsaw-1920/officers": "--seed 1 --seat poland=officer --seat russia=officer",
    "warsaw-1920/free": "--scenario free --seed 2 --seat poland=recruit --seat russia=officer",
    "west-was-saved/officers": "--seed 1 --seat poland=officer --seat russia=officer",
    "west-was-saved/chance": "--seed 2 --seat poland=random --seat russia=officer",
    "strike-of-the-eagle/zhlobin": "--scenario zhlobin --seed 1 --seat poland=officer --seat russia=officer",
    "strike-of-the-eagle/campaign": "--scenario campaign --option players=4 --seed 2 --seat poland-north=officer"
    " --seat poland-south=officer --seat russia-north=officer --seat russia-south=officer",
}
"""Title and name of each record, and what `vistula play` was told."""


def path_of(name: str) -> Path:
    title, _, game = name.partition("/")
    return Path(__file__).parent / title.replace("-", "_") / "records" / f"{game}.json.gz"


def main() -> int:
    for name, arguments in GAMES.items():
        title = name.partition("/")[0]
        make_folder(path_of(name).parent)
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "record.json"
            if vistula(["play", title, *arguments.split(), "--record", str(record), "--json"]):
                return 1
            write_whole(path_of(name), packed(record.read_bytes()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
