"""The board of a hex title: its file format, read, checked and laid out for rules and pictures.

A board file is TOML that reads like the map: a text grid of terrain letters with the highest line on top, railways as
chains of hexes (``"1709 1610 1611"``), rivers as chains of hexsides (``"1709|1710 1610|1710"``), trenches as
``"1217<1218"`` (the hex behind the trench < the hex that it faces), places, regions, marks and dividing lines. Every
block says its source: a rulebook section, ``history`` or ``reconstruction``.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Literal

from vistula.board.boardfile import BoardFile, North, PlaceClass, PlaceRow, WallBlock
from vistula.board.data import DataError, read_toml, unique
from vistula.board.hexes import Hex, HexGrid, HexSet, Side, bits, chain, collect, sides_between

LineKind = Literal["front", "border", "frontier"]


@dataclass(frozen=True, slots=True)
class Place:
    """Something with a name on the map. ``owner`` is "" for a mere name."""

    hex: Hex
    name: str
    english: str
    kind: PlaceClass
    owner: str
    source: str


@dataclass(frozen=True, slots=True)
class River:
    """A river with the hexsides it runs along, one list of sides for each unbroken stroke of the pen."""

    name: str
    english: str
    wide: bool
    strokes: tuple[tuple[Side, ...], ...]
    source: str


@dataclass(frozen=True, slots=True)
class Railway:
    """A stretch of railway between two junctions, termini or map edges."""

    name: str
    hexes: tuple[Hex, ...]
    source: str


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
    """A line along hexsides, in strokes: the front line, a set-up border between areas, a frontier between lands."""

    id: str
    kind: LineKind
    name: str
    strokes: tuple[tuple[Side, ...], ...]
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

    @property
    def front(self) -> tuple[Side, ...]:
        """The front line as (hex to the west, hex to the east), from its first end to its last."""
        return next(tuple(s for stroke in line.strokes for s in stroke) for line in self.lines if line.kind == "front")


def load_board(path: Path) -> HexMap:
    """Read and check a board file."""
    return lay_out(path.name, read_toml(path, BoardFile))


def lay_out(file: str, data: BoardFile) -> HexMap:
    """Check the tables of a board file and lay them out; complaints name the file."""
    return _Reader(file, data).board()


class _Reader:
    """Turns the words of a board file into hexes; every complaint names file and key."""

    def __init__(self, file: str, data: BoardFile) -> None:
        self.file, self.data = file, data
        try:
            self.grid = HexGrid(data.grid.lines, data.grid.length, data.grid.down)
        except ValueError as error:
            raise DataError(file, "grid", str(error)) from None

    def board(self) -> HexMap:
        data, grid = self.data, self.grid
        terrain = self.terrain()
        outside = collect(h for h in bits(grid.valid) if terrain[h] in data.terrain.outside)
        play = grid.valid & ~outside
        places = self.places(play)
        regions = {r.id: r for r in self.regions()}
        rivers = self.rivers()
        railways = self.railways()
        west = self.west() & play
        areas = {a.id: a for a in self.areas(west, play & ~west)}
        return HexMap(
            title=data.title, grid=grid, north=data.grid.north, legend=data.terrain.legend, terrain=terrain,
            play=play, outside=outside,
            places=places, place=self.by_hex(places), regions=regions, region=self.region_by_hex(regions),
            rivers=rivers, river=self.by_side(rivers), railways=railways, rails=links(railways),
            trenches=self.trenches(), west=west, east=play & ~west, areas=areas,
            lines=self.lines(west, play & ~west, areas, regions), marks=self.marks(), sources=self.sources(),
        )  # fmt: skip

    # -- words to hexes

    def hex(self, key: str, number: str) -> Hex:
        try:
            return self.grid.index(number)
        except ValueError as error:
            raise DataError(self.file, key, str(error)) from None

    def hexes(self, key: str, numbers: str) -> list[Hex]:
        found = [self.hex(key, n) for n in numbers.split()]
        unique(self.file, key, numbers.split())
        return found

    def side(self, key: str, text: str, sign: str) -> Side:
        one, found, other = text.partition(sign)
        if not found:
            raise DataError(self.file, key, f"{text!r} is no hexside: two hexes with {sign!r} between them are wanted")
        return self.adjacent(key, self.hex(key, one), self.hex(key, other))

    def adjacent(self, key: str, a: Hex, b: Hex) -> Side:
        if not self.grid.around[a] >> b & 1:
            raise DataError(self.file, key, f"{self.grid.number(a)} and {self.grid.number(b)} are not adjacent")
        return a, b

    def once(self, key: str, sides: list[Side]) -> list[Side]:
        unique(self.file, key, ("|".join(sorted(self.grid.number(h) for h in side)) for side in sides))
        return sides

    # -- blocks

    def terrain(self) -> tuple[str, ...]:
        block, grid = self.data.terrain, self.grid
        for name in block.outside:
            if name not in block.legend.values():
                raise DataError(self.file, "terrain.outside", f"{name!r} is not in the legend")
        rows: dict[int, list[str]] = {}
        for text in block.rows.splitlines():
            words = text.split()
            if words:
                rows[self.row(words, rows)] = words[1:]
        missing = [line for line in range(1, grid.lines + 1) if line not in rows]
        if missing:
            raise DataError(self.file, "terrain.rows", f"line {missing[0]:02d} is missing")
        found = [""] * grid.size
        for line, letters in rows.items():
            for position, letter in enumerate(letters, 1):
                found[grid.at(line, position)] = self.letter(line, position, letter)
        return tuple(found)

    def row(self, words: list[str], before: dict[int, list[str]]) -> int:
        number = words[0]
        line = int(number) if number.isascii() and number.isdigit() else 0
        key = f"terrain.rows {number}"
        if not 1 <= line <= self.grid.lines or line in before:
            raise DataError(self.file, key, "every row begins with the number of its line, each line once")
        if len(words) - 1 != self.grid.length:
            raise DataError(self.file, key, f"{self.grid.length} hexes are wanted, {len(words) - 1} stand there")
        return line

    def letter(self, line: int, position: int, letter: str) -> str:
        try:
            return self.data.terrain.legend[letter]
        except KeyError:
            key = f"terrain.rows {line:02d}{position:02d}"
            raise DataError(self.file, key, f"the legend knows no terrain {letter!r}") from None

    def places(self, play: HexSet) -> tuple[Place, ...]:
        rows = self.data.places.list
        unique(self.file, "places", (row.hex for row in rows))
        unique(self.file, "places", (row.name for row in rows))
        return tuple(self.one_place(row, play) for row in rows)

    def one_place(self, row: PlaceRow, play: HexSet) -> Place:
        key = f"places {row.name}"
        hex = self.hex(key, row.hex)
        if row.kind != "name" and not play >> hex & 1:
            raise DataError(self.file, key, f"hex {row.hex} is not part of the game")
        if (row.kind == "name") == bool(row.owner):
            raise DataError(self.file, key, "towns and cities have an owner at the start, mere names have none")
        return Place(hex, row.name, row.english or row.name, row.kind, row.owner, row.source)

    def by_hex(self, places: tuple[Place, ...]) -> tuple[Place | None, ...]:
        at = {p.hex: p for p in places}
        return tuple(at.get(h) for h in range(self.grid.size))

    def regions(self) -> list[Region]:
        unique(self.file, "region", (r.id for r in self.data.region))
        found = []
        taken: HexSet = 0
        for r in self.data.region:
            hexes = collect(self.hexes(f"region {r.id}", r.hexes))
            if hexes & taken:
                twice = self.grid.number(next(bits(hexes & taken)))
                raise DataError(self.file, f"region {r.id}", f"hex {twice} already belongs to another region")
            taken |= hexes
            found.append(Region(r.id, r.name, r.english or r.name, hexes, r.source))
        return found

    def region_by_hex(self, regions: dict[str, Region]) -> tuple[str, ...]:
        at = {h: r.id for r in regions.values() for h in bits(r.hexes)}
        return tuple(at.get(h, "") for h in range(self.grid.size))

    def rivers(self) -> tuple[River, ...]:
        block = self.data.rivers
        unique(self.file, "rivers", (r.name for r in block.list))
        found, every = [], []
        for r in block.list:
            key = f"rivers {r.name}"
            sides = [self.side(key, text, "|") for text in r.sides.split()]
            every += sides
            found.append(River(r.name, r.english or r.name, r.wide, self.strokes(sides), r.source or block.source))
        self.once("rivers", every)
        return tuple(found)

    def strokes(self, sides: list[Side]) -> tuple[tuple[Side, ...], ...]:
        return tuple(tuple(stroke) for stroke in chain(self.grid, sides))

    def by_side(self, rivers: tuple[River, ...]) -> dict[Side, str]:
        named = [(side, r.name) for r in rivers for stroke in r.strokes for side in stroke]
        return dict(named) | {(b, a): name for (a, b), name in named}

    def railways(self) -> tuple[Railway, ...]:
        block = self.data.rails
        found, every = [], []
        for r in block.list:
            key = f"rails {r.name}"
            hexes = [self.hex(key, number) for number in r.hexes.split()]
            if len(hexes) < 2:
                raise DataError(self.file, key, "a railway needs at least two hexes")
            every += [self.adjacent(key, a, b) for a, b in pairwise(hexes)]
            found.append(Railway(r.name, tuple(hexes), r.source or block.source))
        self.once("rails", every)
        return tuple(found)

    def trenches(self) -> tuple[Side, ...]:
        return tuple(self.once("trenches", [self.side("trenches", t, "<") for t in self.data.trenches.sides.split()]))

    def west(self) -> HexSet:
        last = self.hexes("front.last", self.data.front.last)
        lines = [self.grid.line(h) for h in last]
        if sorted(lines) != list(range(1, self.grid.lines + 1)):
            raise DataError(self.file, "front.last", "one hex is wanted for each line of the map")
        return collect(self.grid.at(self.grid.line(h), p) for h in last for p in range(1, self.grid.position(h) + 1))

    def areas(self, west: HexSet, east: HexSet) -> list[Area]:
        unique(self.file, "area", (a.id for a in self.data.area))
        found = []
        for a in self.data.area:
            lines = collect(h for h in bits(self.grid.valid) if a.lines[0] <= self.grid.line(h) <= a.lines[1])
            hexes = lines & (west if a.side == "west" else east)
            found.append(Area(a.id, a.name, a.owner, hexes, a.source))
        for hexes, side in ((west, "west"), (east, "east")):
            self.cover(side, hexes, [a.hexes for a in found if a.hexes & hexes])
        return found

    def cover(self, side: str, hexes: HexSet, areas: list[HexSet]) -> None:
        if sum(area.bit_count() for area in areas) != hexes.bit_count() or sum(areas) != hexes:
            raise DataError(self.file, "area", f"the areas {side} of the front must cover every hex there exactly once")

    def lines(self, west: HexSet, east: HexSet, areas: dict[str, Area], regions: dict[str, Region]) -> tuple[Line, ...]:
        front = self.data.front
        found = [Line(front.id, "front", front.name, self.parting(west, east), front.source)]
        for one, other in combinations(areas.values(), 2):
            if one.owner == other.owner and (strokes := self.parting(one.hexes, other.hexes)):
                found.append(Line(f"{one.id}|{other.id}", "border", f"{one.name} | {other.name}", strokes, one.source))
        lands = list(regions.values())
        rest = (west | east) & ~collect(h for r in lands for h in bits(r.hexes))
        lands.append(Region("", "", "", rest, ""))
        for land, neighbour in combinations(lands, 2):
            if strokes := self.parting(land.hexes, neighbour.hexes):
                name = f"{land.name} | {neighbour.name}" if neighbour.name else land.name
                found.append(Line(f"{land.id}|{neighbour.id}", "frontier", name, strokes, land.source))
        return tuple(found)

    def parting(self, one: HexSet, other: HexSet) -> tuple[tuple[Side, ...], ...]:
        return self.strokes(sides_between(self.grid, one, other))

    def marks(self) -> dict[str, HexSet]:
        unique(self.file, "mark", (m.id for m in self.data.mark))
        return {m.id: collect(self.hexes(f"mark {m.id}", m.hexes)) for m in self.data.mark}

    def sources(self) -> dict[str, str]:
        d = self.data
        found = {"grid": d.grid.source, "terrain": d.terrain.source, "places": d.places.source}
        found |= {"rivers": d.rivers.source, "rails": d.rails.source, "trenches": d.trenches.source}
        return found | {"front": d.front.source} | {f"mark {m.id}": m.source for m in d.mark}


def links(railways: tuple[Railway, ...]) -> frozenset[Side]:
    """All railway links, both ways round."""
    one_way = {(a, b) for r in railways for a, b in pairwise(r.hexes)}
    return frozenset(one_way | {(b, a) for a, b in one_way})
