"""The boards of all titles, also of those that cannot be played yet: checked and drawn by name."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Literal

from vistula.board.data import located, pack_file
from vistula.board.hexmap import load_board
from vistula.board.picture import draw_map
from vistula.board.style import MapStyle
from vistula.board.surround import load_surround
from vistula.games import BOARDS

Names = Literal["polish", "english", "local"]


def check_board(title_id: str, pack: Path | None = None) -> list[str]:
    """The statements about the map of a title that hold; a DataError for the first that does not.

    Those that begin with "[board]" are true of any sound board, the others cite the rule that states them.
    """
    folder = BOARDS[title_id]
    checks = import_module(f"vistula.games.{folder}.board_checks")
    with located(pack_file(pack, "board.toml", Path(__file__).parent / folder / "data")):
        proved: list[str] = checks.check_board(title_id, pack)
    return proved


def board_picture(title_id: str, pack: Path | None = None, names: Names | None = None) -> str:
    """The printed map of a title as SVG, with names in the language wanted (or the title's own)."""
    folder = f"vistula.games.{BOARDS[title_id]}"
    if title_id == "warsaw-1920":
        shipped = Path(__file__).parent / "warsaw_1920" / "data"
        hexmap = load_board(pack_file(pack, "board.toml", shipped))
        return draw_map(hexmap, MapStyle(names=names or "polish"), load_surround(shipped, pack))
    module = import_module(f"{folder}.board")
    style: MapStyle = module.STYLE
    svg: str = module.picture(pack, replace(style, names=names) if names else style)
    return svg
