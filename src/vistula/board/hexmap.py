"""The board of a hex title: its file format, read, checked and laid out for rules and pictures.

A board file is TOML that reads like the map: a text grid of terrain letters with the highest line on top, railways as
chains of hexes (``"1709 1610 1611"``), rivers as chains of hexsides (``"1709|1710 1610|1710"``), trenches as
``"1217<1218"`` (the hex behind the trench < the hex that it faces), places, regions, marks, zones, bridges and dividing
lines. Every block says its source: a rulebook section, ``history`` or ``reconstruction``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from vistula.board.boardfile import BoardFile, North, PlaceClass
from vistula.board.data import located, part, read_toml
from vistula.board.hexes import Hex, HexGrid, HexSet, Side

LineKind = Literal["front", "border", "frontier", "zone"]


@dataclass(frozen=True, slots=True)
class Place:
    """Something with a name on the map. ``owner`` is "" for a mere name."""

    hex: Hex
    name: str
    english: str
    kind: PlaceClass
    owner: str
    source: str
    local: str = ""


@dataclass(frozen=True, slots=True)
class River:
    """A river with the hexsides it runs along, one list of sides for each unbroken stroke of the pen."""

    name: str
    english: str
    wide: bool
    strokes: tuple[tuple[Side, ...], ...]
    source: str
    kind: str = ""
    label: str = ""  # what is written on the map


@dataclass(frozen=True, slots=True)
class Railway:
    """A stretch of railway between two junctions, termini or map edges."""

    name: str
    hexes: tuple[Hex, ...]
    source: str
    net: str = ""


@dataclass(frozen=True, slots=True)
class Region:
    """A named land."""

    id: str
    name: str
    english: str
    hexes: HexSet
    source: str


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the map that set-up rules speak of, on one side of the front line."""

    id: str
    name: str
    owner: str
    hexes: HexSet
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line along hexsides, in strokes: the front line, a set-up border between areas, a frontier between lands, the
    line where zones of a group meet."""

    id: str
    kind: LineKind
    name: str
    strokes: tuple[tuple[Side, ...], ...]
    source: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Hexes that a rule speaks of."""

    id: str
    name: str
    english: str
    group: str
    hexes: HexSet
    source: str


@dataclass(frozen=True, slots=True)
class SideSet:
    """Hexsides that a rule speaks of, in the order of the file, and as strokes of the pen."""

    id: str
    name: str
    group: str
    sides: tuple[Side, ...]
    both: frozenset[Side]  # both ways round
    strokes: tuple[tuple[Side, ...], ...]
    source: str


@dataclass(frozen=True, slots=True)
class Wall:
    """A line of fortified hexsides as (protected, face)."""

    id: str
    name: str
    sides: tuple[Side, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers on hexes: victory points, capacities."""

    id: str
    name: str
    at: dict[Hex, int]
    source: str


@dataclass(frozen=True, slots=True)
class HexMap:
    """A board. ``terrain``, ``region``, ``place`` are by hex index ("" or None where there is none)."""

    title: str
    grid: HexGrid
    north: North  # which half of the hex number grows to the north; see hexes drawn north up
    legend: dict[str, str]  # letter -> terrain, as in the file
    terrain: tuple[str, ...]
    play: HexSet  # hexes that are part of the game
    outside: HexSet  # hexes of sea and foreign land that are only drawn
    places: tuple[Place, ...]
    place: tuple[Place | None, ...]
    regions: dict[str, Region]
    region: tuple[str, ...]
    rivers: tuple[River, ...]
    river: dict[Side, str]  # both ways round -> name
    railways: tuple[Railway, ...]
    rails: frozenset[Side]  # both ways round
    trenches: tuple[Side, ...]  # (defended, face)
    west: HexSet  # hexes west of the front line, out-of-play hexes not counted
    east: HexSet
    areas: dict[str, Area]
    lines: tuple[Line, ...]
    marks: dict[str, HexSet]  # emblems and other symbols printed on hexes
    sources: dict[str, str]  # block of the file -> where it comes from
    nets: dict[str, frozenset[Side]] = field(default_factory=dict)  # railway links by net, both ways round
    zones: dict[str, Zone] = field(default_factory=dict)
    sides: dict[str, SideSet] = field(default_factory=dict)
    walls: dict[str, Wall] = field(default_factory=dict)
    numbers: dict[str, Numbers] = field(default_factory=dict)
    mark_names: dict[str, str] = field(default_factory=dict)

    @property
    def front(self) -> tuple[Side, ...]:
        """The front line as (hex to the west, hex to the east), from its first end to its last."""
        return next(tuple(s for stroke in line.strokes for s in stroke) for line in self.lines if line.kind == "front")

    def must_have(self, file: str, wanted: Mapping[str, Iterable[str]]) -> None:
        """Refuse a board that lacks a zone, a mark, a region … of which its game speaks."""
        there: dict[str, Mapping[str, object]] = {
            "zone": self.zones, "sides": self.sides, "wall": self.walls, "numbers": self.numbers, "mark": self.marks,
            "region": self.regions, "rails of net": self.nets,
        }  # fmt: skip
        for what, ids in wanted.items():
            for id in ids:
                part(file, what, there[what], id)

    def named(self, english: str) -> Hex:
        """The hex of a place, by its English or its Polish name."""
        for place in self.places:
            if english in (place.english, place.name):
                return place.hex
        raise KeyError(english)

    def by_name(self) -> dict[str, Hex]:
        """Hexes by Polish and English names, casefolded; a Polish name goes before another place's English one."""
        english = {p.english.casefold(): p.hex for p in self.places}
        return english | {p.name.casefold(): p.hex for p in self.places}


def called(hexmap: HexMap, names: str) -> HexMap:
    """The same board for a picture, with the names in the language wanted and rivers by the name that is written.

    Lands, rivers and zones have no name of their own in the languages of today: beside those they are English.
    """
    english = names != "polish"
    places = tuple(replace(p, name=getattr(p, _NAMES[names])) for p in hexmap.places)
    at = {p.hex: p for p in places}
    return replace(
        hexmap,
        places=places,
        place=tuple(at.get(h) for h in range(hexmap.grid.size)),
        rivers=tuple(replace(r, name=r.english if english else r.label or r.name) for r in hexmap.rivers),
        regions={id: replace(r, name=r.english if english else r.name) for id, r in hexmap.regions.items()},
        zones={id: replace(z, name=z.english if english else z.name) for id, z in hexmap.zones.items()},
    )


_NAMES = {"polish": "name", "english": "english", "local": "local"}


def load_board(path: Path) -> HexMap:
    """Read and check a board file."""
    data = read_toml(path, BoardFile)
    with located(path):
        return lay_out(path.name, data)


def lay_out(file: str, data: BoardFile) -> HexMap:
    """Check the tables of a board file and lay them out; complaints name the file."""
    from vistula.board.boardreader import Reader

    return Reader(file, data).board()
