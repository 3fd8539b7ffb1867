"""The file format of a hex board: the tables of ``board.toml`` and their keys. See ``hexmap`` for what it means."""

from typing import Literal, TypeAlias

from vistula.board.data import Record

PlaceClass: TypeAlias = Literal["major", "city", "town", "name"]
North: TypeAlias = Literal["line", "position"]


class GridBlock(Record):
    lines: int
    length: int
    down: int
    north: North
    source: str


class TerrainBlock(Record):
    legend: dict[str, str]
    outside: list[str]
    rows: str
    source: str


class PlaceRow(Record, kw_only=True, rename={"kind": "class"}):
    hex: str
    name: str
    english: str = ""
    kind: PlaceClass
    owner: str = ""
    source: str


class RegionBlock(Record):
    id: str
    name: str
    hexes: str
    source: str
    english: str = ""


class RiverBlock(Record):
    name: str
    sides: str
    english: str = ""
    wide: bool = False
    source: str = ""


class RailRow(Record):
    name: str
    hexes: str
    source: str = ""


class TrenchBlock(Record):
    sides: str
    source: str


class FrontBlock(Record):
    """The front line: in every line of the grid the last hex on its western side."""

    id: str
    name: str
    last: str
    source: str


class AreaBlock(Record):
    """An area: these lines of the grid on one side of the front."""

    id: str
    name: str
    owner: str
    side: Literal["west", "east"]
    lines: tuple[int, int]
    source: str


class MarkBlock(Record):
    id: str
    hexes: str
    source: str


class Sourced(Record):
    """A list of rows and the source of those that do not name their own."""

    source: str


class PlacesBlock(Sourced):
    list: list[PlaceRow]


class RiversBlock(Sourced):
    list: list[RiverBlock]


class RailsBlock(Sourced):
    list: list[RailRow]


class BoardFile(Record):
    title: str
    grid: GridBlock
    terrain: TerrainBlock
    places: PlacesBlock
    rivers: RiversBlock
    rails: RailsBlock
    trenches: TrenchBlock
    region: list[RegionBlock]
    front: FrontBlock
    area: list[AreaBlock]
    mark: list[MarkBlock]
