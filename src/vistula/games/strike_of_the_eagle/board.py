"""The map of Strike of the Eagle: read from its board file, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from vistula.art.area_art import draw_area_map
from vistula.art.style import MapStyle
from vistula.board.areamap import AreaId, AreaMap, load_area_board
from vistula.board.data import pack_file
from vistula.board.surround import Surround

FILE = "board.toml"
SHIPPED = Path(__file__).with_name("data")
LINKS = ("yartsevo", "klintsy", "elizavetgrad")
STYLE = MapStyle(names="english", subtitle="The war of 1920", sea_name="Bałtyk")


def read_board(pack: Path | None = None) -> AreaMap:
    """The board of a data pack, or the shipped one."""
    return load_area_board(pack_file(pack, FILE, SHIPPED))


def steps(
    neighbours: Mapping[AreaId, Iterable[AreaId]], start: AreaId, open_: Callable[[AreaId], bool] = lambda _: True
) -> dict[AreaId, int]:
    """How many areas away every area is that can be reached through open ones."""
    found, queue = {start: 0}, [start]
    for here in queue:  # grows while it is read
        for there in neighbours[here]:
            if there not in found and open_(there):
                found[there] = found[here] + 1
                queue.append(there)
    return found


def picture(pack: Path | None = None, style: MapStyle = STYLE, surround: Surround | None = None) -> str:
    """The printed map as SVG, with its tracks and boxes if they are wanted."""
    return draw_area_map(read_board(pack), style, surround)
