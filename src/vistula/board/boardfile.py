"""The file format of a hex board: the tables of ``board.toml`` and their keys. See ``hexmap`` for what it means.

Hexes are written as numbers (``"0615 0616"``) or, for many in one line of the grid, as ranges (``"06:15-18,20"``);
hexsides as ``"0615|0616"``; sides with a front as ``"0615<0616"``, the hex behind it first; numbers on hexes as
``"0615=4"``.
"""

from typing import Literal, TypeAlias

import msgspec

from vistula.board.data import Datum

PlaceClass: TypeAlias = Literal["major", "city", "fortress", "town", "fort", "name"]
North: TypeAlias = Literal["line", "position", "position-south"]


class BoardDatum(Datum, omit_defaults=True):
    """A table of a board file. Defaults do not count in the hash of the data: a new key changes no old board."""


class GridBlock(BoardDatum):
    lines: int
    length: int
    down: int
    north: North
    source: str


class TerrainBlock(BoardDatum):
    legend: dict[str, str]
    outside: list[str]
    rows: str
    source: str
    by: Literal["line", "position"] = "line"  # what a row of the text is


class PlaceRow(BoardDatum, kw_only=True, rename={"kind": "class"}):
    hex: str
    name: str
    english: str = ""
    local: str = ""  # as people there call it today
    kind: PlaceClass
    owner: str = ""
    source: str = ""


class RegionBlock(BoardDatum):
    id: str
    name: str
    hexes: str
    source: str
    english: str = ""


class RiverBlock(BoardDatum):
    name: str
    sides: str
    english: str = ""
    wide: bool = False
    source: str = ""
    kind: str = ""  # what rules call it where there are several kinds
    label: str = ""  # the name written on the map, where it is not ``name``


class RailRow(BoardDatum):
    name: str
    hexes: str
    source: str = ""
    net: str = ""


class TrenchBlock(BoardDatum):
    sides: str
    source: str


class WallBlock(BoardDatum):
    """A line of sides with a front: ``"1113<1213"`` protects 1113 against 1213."""

    id: str
    name: str
    sides: str
    source: str


class FrontBlock(BoardDatum):
    """The front line: in every line of the grid the last hex on its western side."""

    id: str
    name: str
    last: str
    source: str


class AreaBlock(BoardDatum):
    """An area: these lines of the grid on one side of the front."""

    id: str
    name: str
    owner: str
    side: Literal["west", "east"]
    lines: tuple[int, int]
    source: str


class MarkBlock(BoardDatum):
    id: str
    hexes: str
    source: str
    name: str = ""


class ZoneBlock(BoardDatum):
    """Hexes that a rule speaks of. Zones of one group do not overlap; where they meet, the group's line is drawn."""

    id: str
    name: str
    hexes: str
    source: str
    english: str = ""
    group: str = ""


class SidesBlock(BoardDatum):
    """Hexsides that a rule speaks of: bridges, coast that nobody crosses, navigable water, treaty lines."""

    id: str
    name: str
    sides: str
    source: str
    group: str = ""


class NumbersBlock(BoardDatum):
    """A number on each of these hexes: victory points, capacities."""

    id: str
    name: str
    hexes: str
    source: str


class Sourced(BoardDatum):
    """A list of rows and the source of those that do not name their own."""

    source: str


class PlacesBlock(Sourced, rename={"rows": "list"}):
    rows: list[PlaceRow]


class RiversBlock(Sourced, rename={"rows": "list"}):
    rows: list[RiverBlock]


class RailsBlock(Sourced, rename={"rows": "list"}):
    rows: list[RailRow]


class BoardFile(BoardDatum):
    title: str
    grid: GridBlock
    terrain: TerrainBlock
    places: PlacesBlock
    rivers: RiversBlock
    rails: RailsBlock = msgspec.field(default_factory=lambda: RailsBlock("none", []))
    trenches: TrenchBlock = msgspec.field(default_factory=lambda: TrenchBlock("", "none"))
    region: list[RegionBlock] = []
    front: FrontBlock | None = None
    area: list[AreaBlock] = []
    mark: list[MarkBlock] = []
    zone: list[ZoneBlock] = []
    sides: list[SidesBlock] = []
    wall: list[WallBlock] = []
    numbers: list[NumbersBlock] = []
