"""The titles that Vistula plays, each a folder of its own, read when first asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from vistula.kernel.title import Title, register

BOARDS = {
    "warsaw-1920": "warsaw_1920",
    "west-was-saved": "west_was_saved",
    "strike-of-the-eagle": "strike_of_the_eagle",
    "nest-of-eagles": "nest_of_eagles",
    "red-star-white-eagle": "red_star_white_eagle",
}
"""Games whose board is built; those with rules too stand in TITLES."""

TITLES = {
    "warsaw-1920": "vistula.games.warsaw_1920.title",
    "west-was-saved": "vistula.games.west_was_saved.title",
    "strike-of-the-eagle": "vistula.games.strike_of_the_eagle.title",
    "nest-of-eagles": "vistula.games.nest_of_eagles.title",
    "red-star-white-eagle": "vistula.games.red_star_white_eagle.title",
}


def _load(module: str, pack: Path | None) -> Title[Any]:
    found: Title[Any] = import_module(module).load(pack)
    return found


for _id, _module in TITLES.items():
    register(_id, lambda pack, module=_module: _load(module, pack))  # type: ignore[misc]
