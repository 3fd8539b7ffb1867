"""Recorded games of every title, kept beside its tests in `records`, and how they were played.

A change of a title's data makes its records invalid, and so does a change of its rules that is meant: `make records`
plays them all anew, `make records TITLE=warsaw-1920` those of one title. From the middle of each, where random armies
never come, two positions are kept in `middles`: the contract is played from there, too.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from vistula.cli import main as vistula
from vistula.files import make_folder, write_whole
from vistula.kernel.codec import position_of
from vistula.kernel.packing import packed
from vistula.kernel.record import read, replay
from vistula.kernel.snapshots import load

GAMES = {
    "warsaw-1920/officers": "--seed 1 --seat poland=officer --seat russia=officer",
    "warsaw-1920/free": "--scenario free --seed 2 --seat poland=recruit --seat russia=officer",
    "west-was-saved/officers": "--seed 1 --seat poland=officer --seat russia=officer",
    "west-was-saved/chance": "--seed 2 --seat poland=random --seat russia=officer",
    "west-was-saved/kiev": "--scenario kiev --seed 3 --seat poland=officer --seat russia=officer",
    "strike-of-the-eagle/zhlobin": "--scenario zhlobin --seed 1 --seat poland=officer --seat russia=officer",
    "strike-of-the-eagle/campaign": "--scenario campaign --option players=4 --seed 2 --seat poland-north=officer"
    " --seat poland-south=officer --seat russia-north=officer --seat russia-south=officer",
    "nest-of-eagles/berezina": "--seed 1 --seat poland=officer --seat russia=officer",
    "nest-of-eagles/kiev": "--scenario kiev --seed 2 --seat poland=recruit --seat russia=officer",
    "nest-of-eagles/warsaw": "--scenario warsaw --option players=3 --option patrols=yes --seed 3 --seat poland=officer"
    " --seat russia-west=officer --seat russia-southwest=officer",
    "red-star-white-eagle/gates": "--seed 1 --seat poland=officer --seat russia=officer",
    "red-star-white-eagle/belarus": "--scenario belarus-short --option squadron=yes --seed 2 --seat poland=recruit"
    " --seat russia=officer",
}
"""Title and name of each record, and what `vistula play` was told."""


def path_of(name: str) -> Path:
    title, _, game = name.partition("/")
    return Path(__file__).parent / title.replace("-", "_") / "records" / f"{game}.json.gz"


def middles_of(name: str) -> list[Path]:
    title, _, game = name.partition("/")
    folder = Path(__file__).parent / title.replace("-", "_") / "middles"
    return [folder / f"{game}-{part}.toml.gz" for part in ("half", "late")]


def keep_middles(name: str) -> None:
    """Positions at the beginning of a turn, half and four fifths of the way through a recorded game."""
    *_, game = replay(read(path_of(name)), name)
    assert game.journal is not None
    for path, part in zip(middles_of(name), (0.5, 0.8), strict=True):
        make_folder(path.parent)
        chain = game.snapshots[: 1 + int(part * len(game.snapshots))]
        write_whole(path, packed(position_of(load(game.title, game.journal, chain)).encode()))


def main(titles: list[str]) -> int:
    for name, arguments in GAMES.items():
        title = name.partition("/")[0]
        if titles and title not in titles:
            continue
        make_folder(path_of(name).parent)
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "record.json"
            if vistula(["play", title, *arguments.split(), "--record", str(record), "--json"]):
                return 1
            write_whole(path_of(name), packed(record.read_bytes()))
        keep_middles(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
