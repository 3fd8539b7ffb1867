"""The map of How the West was Saved: read from its board file, as sets of hexes and tables by hex, and how it looks."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from vistula.art.picture import draw_map
from vistula.art.style import MapStyle, Stroke
from vistula.board.data import DataError, pack_file, part
from vistula.board.hexes import Hex, HexGrid, HexSet, bits, collect, linked
from vistula.board.hexmap import HexMap, load_board
from vistula.board.hexnames import HexNames
from vistula.board.surround import Surround
from vistula.parts.sides import between, gates_of, leaving, minus, sides_of, through, union

FILE = "board.toml"
SHIPPED = Path(__file__).with_name("data")
DIFFICULT = ("forest", "marsh", "rough")
IMPASSABLE = ("deep marsh", "lake", "mountain", "sea", "abroad")
NEUTRAL = ("czechoslovakia", "latvia", "romania", "germany", "danzig", "memel")
# What the rules speak of, and a board must have.
WANTED = {
    "region": ("lithuania", "east-prussia", "czechoslovakia", "latvia"),
    "mark": ("victory-city", "supply-poland", "supply-lithuania"),
    "zone": ("north", "south", "russian-edge", "south-of-the-sejm"),
}

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


class Map(HexNames):
    """[1.3a] The map in the rulebook's words; ``[h]`` is by hex."""

    def __init__(self, board: HexMap, area: str = "") -> None:
        """All of it, or what lies on one side of the Demarcation Line: the rest is as impassable as the sea (H-64)."""
        grid, lands = board.grid, {id: region.hexes for id, region in board.regions.items()}
        zones = {id: zone.hexes for id, zone in board.zones.items()}
        board.must_have(FILE, WANTED)
        self.board: Final = board  # for pictures
        self.grid = grid
        self.closed: Final = grid.valid & ~zones[area] if area else 0  # out of play
        self.impassable: Final = _of(board, *IMPASSABLE) | self.closed
        self.deep_marsh: Final = _of(board, "deep marsh")  # the closed Pripet hexes [1.3d]
        self.neutral: Final = collect(h for id in NEUTRAL for h in bits(lands.get(id, 0)))  # [1.3e]
        self.lithuania: Final = lands["lithuania"] & ~self.closed  # [1.3g]
        self.east_prussia: Final = lands["east-prussia"] & ~self.closed
        abroad = self.neutral | self.lithuania | self.east_prussia
        self.open: Final = grid.valid & ~abroad & ~self.impassable  # hexes that both sides may enter from the start
        self.land: Final = self.open | self.lithuania | self.east_prussia & ~self.impassable  # passable hexes
        self.difficult: Final = _of(board, *DIFFICULT) & self.land  # counts two [1.3b]
        self.cities: Final = collect(p.hex for p in board.places if p.kind == "city") & ~self.closed
        self.green: Final = board.marks["victory-city"]  # cities with green names [1.3c]
        self.forts: Final = collect(p.hex for p in board.places if p.kind == "fort") & ~self.closed
        self.north: Final = zones["north"]  # of the Demarcation Line [13.1a]
        self.south: Final = zones["south"]
        self.areas: Final = self.north, self.south
        self.east_edge: Final = zones["russian-edge"] & ~self.closed
        self.below_sejm: Final = zones["south-of-the-sejm"] & ~self.closed
        self.trenches: Final = zones.get("old-trenches", 0)
        self.warsaw, self.smolensk, self.kaunas = (_named(board, name) for name in ("Warsaw", "Smolensk", "Kaunas"))
        self.capitals: Final = self.warsaw, self.smolensk  # by side
        known = self.land | self.neutral
        self.around: Final = tuple(near & self.land if known >> h & 1 else 0 for h, near in enumerate(grid.around))
        self.next: Final = tuple(tuple(bits(near)) for near in self.around)  # neighbours in ``land``
        cut = board.river.keys() - part(FILE, "sides", board.sides, "bridge").both
        self.river: Final = linked(grid, board.river)  # neighbours across any river
        self.unbridged: Final = linked(grid, cut)
        wet = sides_of(grid, cut)
        self.dry: Final = gates_of(grid, minus(between(grid, self.land, self.land), wet))  # over no unbridged river
        self._dry_abroad = gates_of(grid, minus(between(grid, known, known), wet))
        line = union(between(grid, self.north, self.south), between(grid, self.south, self.north))
        self.over_the_line: Final = gates_of(grid, line)  # the Demarcation Line [13.1b]
        self.within_area: Final = gates_of(grid, minus(leaving(grid.valid), line))
        self.toward: Final = tuple(toward(grid, h) for h in range(grid.size))  # [h][facing]: -1 off the map
        self.rivers: Final = banks(board)
        self.place = tuple(p.name if p else "" for p in board.place)
        self.hexes_by_name = board.by_name()

    def cross(self, hexes: HexSet) -> HexSet:
        """All neighbours of a set that can be reached from it without crossing an unbridged river."""
        return through(self.dry, hexes)

    def beside(self, hexes: HexSet) -> HexSet:
        """The same with the hexes of neutral countries."""
        return through(self._dry_abroad, hexes)

    def near(self, hex: Hex, distance: int) -> HexSet:
        """The hexes at most so far from a hex, as the crow flies."""
        return disc(self.grid, hex, distance)

    def within(self, hexes: HexSet, distance: int) -> HexSet:
        """The hexes at most so far from one of these."""
        for _ in range(distance):
            hexes |= self.grid.dilate(hexes)
        return hexes


def read_board(pack: Path | None = None) -> Map:
    """The board of a data pack, or the shipped one."""
    return Map(load_board(pack_file(pack, FILE, SHIPPED)))


def _of(board: HexMap, *kinds: str) -> HexSet:
    return collect(h for h in bits(board.grid.valid) if board.terrain[h] in kinds)


def _named(board: HexMap, name: str) -> Hex:
    try:
        return board.named(name)
    except KeyError:
        raise DataError(FILE, f"places {name}", "is missing") from None


def toward(grid: HexGrid, hex: Hex) -> tuple[Hex, ...]:
    """The six neighbours in the order of the facings, -1 where the map ends."""
    if not grid.valid >> hex & 1:
        return (-1,) * 6
    return tuple([hex + step if grid.valid >> hex + step & 1 else -1 for step in grid.steps(hex)])


def banks(board: HexMap) -> dict[str, HexSet]:
    """By the small-letter names of a river, Polish and English: the hexes that have a side on it."""
    found: dict[str, HexSet] = {}
    for river in board.rivers:
        hexes = collect(h for stroke in river.strokes for side in stroke for h in side)
        for name in (river.name, river.english):
            if name:
                found[name.casefold()] = found.get(name.casefold(), 0) | hexes
    return found


@lru_cache(maxsize=4096)
def disc(grid: HexGrid, hex: Hex, distance: int) -> HexSet:
    """The hexes at most so far from a hex, itself included."""
    return sum(grid.rings(hex)[: distance + 1])


def picture(pack: Path | None = None, style: MapStyle = STYLE, surround: Surround | None = None) -> str:
    """The printed map as SVG, with its tracks and boxes if they are wanted."""
    return draw_map(read_board(pack).board, style, surround)
