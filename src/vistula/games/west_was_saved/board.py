"""The map of How the West was Saved: read from its board file, as sets of hexes, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vistula.art.picture import draw_map
from vistula.art.style import MapStyle, Stroke
from vistula.board.data import DataError, pack_file
from vistula.board.hexes import Hex, HexSet, Side, bits, collect
from vistula.board.hexmap import HexMap, load_board
from vistula.board.surround import Surround

FILE = "board.toml"
SHIPPED = Path(__file__).with_name("data")
DIFFICULT = ("forest", "marsh", "rough")
IMPASSABLE = ("deep marsh", "lake", "mountain", "sea", "abroad")
NEUTRAL = ("czechoslovakia", "latvia", "romania", "germany", "danzig", "memel")

STYLE = MapStyle(
    subtitle="April to October 1920",
    sea_name="Bałtyk",
    kilometres=58,
    halos={"victory-city": "#3f8f3a"},
    edges={
        "russian-edge": Stroke("#b3122a", 9, "", "Russian source"),
        "south-of-the-sejm": Stroke("#5e0d18", 9, "", "Russian source, south of the Sejm"),
    },
    strokes={
        "demarcation": Stroke("#b3122a", 7, "22 9 3 9", "Russian Command Demarcation Line", 0.8),
    },
)


@dataclass(frozen=True, slots=True)
class Board:
    """The map in the rulebook's words."""

    map: HexMap
    difficult: HexSet  # counts two [1.3b]
    impassable: HexSet
    neutral: HexSet  # units that get in are interned
    lithuania: HexSet
    east_prussia: HexSet
    open: HexSet  # hexes that both sides may enter from the start
    cities: HexSet
    victory: HexSet
    fortifications: HexSet
    river: frozenset[Side]
    unbridged: frozenset[Side]
    north: HexSet  # of the Demarcation Line
    south: HexSet
    east_edge: HexSet
    below_sejm: HexSet
    warsaw: Hex
    smolensk: Hex
    kaunas: Hex


def read_board(pack: Path | None = None) -> Board:
    """The board of a data pack, or the shipped one."""
    return tables_of(load_board(pack_file(pack, FILE, SHIPPED)))


def tables_of(board: HexMap) -> Board:
    """A board that has been read, in the rulebook's words."""
    for what, ids in (("region", board.regions), ("mark", board.marks), ("zone", board.zones), ("sides", board.sides)):
        for id in _WANTED[what]:
            if id not in ids:
                raise DataError(FILE, f"{what} {id}", "is missing")
    return _tables(board)


_WANTED = {
    "region": ("lithuania", "east-prussia", "czechoslovakia", "latvia"),
    "mark": ("victory-city", "supply-poland", "supply-lithuania"),
    "zone": ("north", "south", "russian-edge", "south-of-the-sejm"),
    "sides": ("bridge",),
}


def _tables(board: HexMap) -> Board:
    lands = {id: region.hexes for id, region in board.regions.items()}
    neutral = collect(h for id in NEUTRAL for h in bits(lands.get(id, 0)))
    impassable = _of(board, IMPASSABLE)
    closed = neutral | impassable | lands["lithuania"] | lands["east-prussia"]
    river = frozenset(board.river)
    return Board(
        map=board,
        difficult=_of(board, DIFFICULT),
        impassable=impassable,
        neutral=neutral,
        lithuania=lands["lithuania"],
        east_prussia=lands["east-prussia"],
        open=board.grid.valid & ~closed,
        cities=collect(p.hex for p in board.places if p.kind == "city"),
        victory=board.marks["victory-city"],
        fortifications=collect(p.hex for p in board.places if p.kind == "fort"),
        river=river,
        unbridged=river - board.sides["bridge"].both,
        north=board.zones["north"].hexes,
        south=board.zones["south"].hexes,
        east_edge=board.zones["russian-edge"].hexes,
        below_sejm=board.zones["south-of-the-sejm"].hexes,
        warsaw=_named(board, "Warsaw"),
        smolensk=_named(board, "Smolensk"),
        kaunas=_named(board, "Kaunas"),
    )


def _of(board: HexMap, kinds: tuple[str, ...]) -> HexSet:
    return collect(h for h in bits(board.grid.valid) if board.terrain[h] in kinds)


def _named(board: HexMap, name: str) -> Hex:
    try:
        return board.named(name)
    except KeyError:
        raise DataError(FILE, f"places {name}", "is missing") from None


def picture(pack: Path | None = None, style: MapStyle = STYLE, surround: Surround | None = None) -> str:
    """The printed map as SVG, with its tracks and boxes if they are wanted."""
    return draw_map(read_board(pack).map, style, surround)
