"""The boards of all titles, also of those that cannot be played yet: checked and drawn by name."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Literal

from vistula.art.picture import draw_map
from vistula.art.style import MapStyle
from vistula.board.data import located, pack_file
from vistula.board.hexmap import load_board
from vistula.board.surround import Surround, load_surround
from vistula.games import BOARDS

Names = Literal["polish", "english", "local"]
NAMES: tuple[Names, ...] = ("polish", "english", "local")


def check_board(title_id: str, pack: Path | None = None) -> list[str]:
    """The statements about the map of a title that hold; a DataError for the first that does not.

    Those that begin with "[board]" are true of any sound board, the others cite the rule that states them.
    """
    checks = import_module(f"vistula.games.{BOARDS[title_id]}.board_checks")
    with located(pack_file(pack, "board.toml", _data(title_id))):
        proved: list[str] = checks.check_board(title_id, pack)
    load_surround(_data(title_id), pack)
    return proved


def board_picture(title_id: str, pack: Path | None = None, names: Names | None = None) -> str:
    """The printed sheet of a title as SVG, with names in the language wanted (or the title's own)."""
    return _drawn(title_id, pack, names, load_surround(_data(title_id), pack))


def map_picture(title_id: str, pack: Path | None = None, names: Names | None = None) -> str:
    """The map alone, as a client lays it under its pieces: every space has its place whatever the names."""
    return _drawn(title_id, pack, names, None)


def _data(title_id: str) -> Path:
    return Path(__file__).parent / BOARDS[title_id] / "data"


def _drawn(title_id: str, pack: Path | None, names: Names | None, surround: Surround | None) -> str:
    if title_id == "warsaw-1920":
        hexmap = load_board(pack_file(pack, "board.toml", _data(title_id)))
        return draw_map(hexmap, MapStyle(names=names or "polish"), surround)
    module = import_module(f"vistula.games.{BOARDS[title_id]}.board")
    style: MapStyle = replace(module.STYLE, names=names) if names else module.STYLE
    svg: str = module.picture(pack, style, surround)
    return svg
