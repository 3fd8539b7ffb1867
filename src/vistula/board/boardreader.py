"""Reading a board file: the words of its tables become hexes, and what is wrong in it is refused with file and key."""

from collections.abc import Iterable
from itertools import combinations, pairwise

from vistula.board.boardfile import BoardFile, PlaceRow
from vistula.board.data import DataError, unique
from vistula.board.hexes import Hex, HexGrid, HexSet, Side, bits, chain, collect, sides_between
from vistula.board.hexmap import (
    Area,
    HexMap,
    Line,
    Numbers,
    Place,
    Railway,
    Region,
    River,
    SideSet,
    Wall,
    Zone,
)

Strokes = tuple[tuple[Side, ...], ...]


class Reader:
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
        zones = {z.id: z for z in self.zones()}
        return HexMap(
            title=data.title, grid=grid, north=data.grid.north, legend=data.terrain.legend, terrain=terrain,
            play=play, outside=outside,
            places=places, place=self.by_hex(places), regions=regions, region=self.region_by_hex(regions),
            rivers=rivers, river=self.by_side(rivers), railways=railways, rails=links(railways),
            trenches=self.trenches(), west=west, east=play & ~west, areas=areas,
            lines=self.lines(west, play & ~west, areas, regions) + self.zone_lines(zones),
            marks=self.marks(), sources=self.sources(), nets=nets(railways), zones=zones, sides=self.side_sets(),
            walls=self.walls(), numbers=self.numbers(), mark_names={m.id: m.name for m in data.mark},
        )  # fmt: skip

    # -- words to hexes

    def hex(self, key: str, number: str) -> Hex:
        try:
            return self.grid.index(number)
        except ValueError as error:
            raise DataError(self.file, key, str(error)) from None

    def hexes(self, key: str, numbers: str) -> list[Hex]:
        words = [n for word in numbers.split() for n in self.spelt_out(key, word)]
        found = [self.hex(key, n) for n in words]
        unique(self.file, key, words)
        return found

    def spelt_out(self, key: str, word: str) -> Iterable[str]:
        """``"06:15-17,20"`` as ``0615 0616 0617 0620``; a plain number as it is."""
        line, colon, rest = word.partition(":")
        if not colon:
            return [word]
        found = []
        for part in rest.split(","):
            first, dash, last = part.partition("-")
            if not (line.isdigit() and first.isdigit() and (last.isdigit() or not dash)):
                raise DataError(self.file, key, f"{word!r} is no range: line:first-last,… is wanted")
            found += [f"{line}{position:02d}" for position in range(int(first), int(last or first) + 1)]
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
        by_line = block.by == "line"
        count, length = (grid.lines, grid.length) if by_line else (grid.length, grid.lines)
        found = [""] * grid.size
        for row, letters in self.rows(count, length).items():
            for place, letter in enumerate(letters, 1):
                line, position = (row, place) if by_line else (place, row)
                found[grid.at(line, position)] = self.letter(line, position, letter)
        return tuple(found)

    def rows(self, count: int, length: int) -> dict[int, list[str]]:
        """The text grid: letters by the number that begins their row."""
        found: dict[int, list[str]] = {}
        for text in self.data.terrain.rows.splitlines():
            if words := text.split():
                found[self.row(words, found, count, length)] = words[1:]
        what = "line" if self.data.terrain.by == "line" else "row"
        for number in range(1, count + 1):
            if number not in found:
                raise DataError(self.file, "terrain.rows", f"{what} {number:02d} is missing")
        return found

    def row(self, words: list[str], before: dict[int, list[str]], count: int, length: int) -> int:
        number = words[0]
        row = int(number) if number.isascii() and number.isdigit() else 0
        key = f"terrain.rows {number}"
        if not 1 <= row <= count or row in before:
            what = "line, each line" if self.data.terrain.by == "line" else "position, each position"
            raise DataError(self.file, key, f"every row begins with the number of its {what} once")
        if len(words) - 1 != length:
            raise DataError(self.file, key, f"{length} hexes are wanted, {len(words) - 1} stand there")
        return row

    def letter(self, line: int, position: int, letter: str) -> str:
        try:
            return self.data.terrain.legend[letter]
        except KeyError:
            key = f"terrain.rows {line:02d}{position:02d}"
            raise DataError(self.file, key, f"the legend knows no terrain {letter!r}") from None

    def places(self, play: HexSet) -> tuple[Place, ...]:
        rows = self.data.places.rows
        unique(self.file, "places", (row.hex for row in rows))
        unique(self.file, "places", (row.name for row in rows))
        return tuple(self.one_place(row, play) for row in rows)

    def one_place(self, row: PlaceRow, play: HexSet) -> Place:
        key = f"places {row.name}"
        hex = self.hex(key, row.hex)
        if row.kind != "name" and not play >> hex & 1:
            raise DataError(self.file, key, f"hex {row.hex} is not part of the game")
        if self.data.front and (row.kind == "name") == bool(row.owner):
            raise DataError(self.file, key, "towns and cities have an owner at the start, mere names have none")
        source = row.source or self.data.places.source
        return Place(hex, row.name, row.english or row.name, row.kind, row.owner, source, row.local or row.name)

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
        unique(self.file, "rivers", (r.name for r in block.rows))
        found, every = [], []
        for r in block.rows:
            key = f"rivers {r.name}"
            sides = [self.side(key, text, "|") for text in r.sides.split()]
            every += sides
            found.append(
                River(r.name, r.english or r.name, r.wide, self.strokes(sides), r.source or block.source,
                      r.kind, r.label or r.name)
            )  # fmt: skip
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
        for r in block.rows:
            key = f"rails {r.name}"
            hexes = [self.hex(key, number) for number in r.hexes.split()]
            if len(hexes) < 2:
                raise DataError(self.file, key, "a railway needs at least two hexes")
            every += [self.adjacent(key, a, b) for a, b in pairwise(hexes)]
            found.append(Railway(r.name, tuple(hexes), r.source or block.source, r.net))
        self.once("rails", every)
        return tuple(found)

    def trenches(self) -> tuple[Side, ...]:
        return tuple(self.once("trenches", [self.side("trenches", t, "<") for t in self.data.trenches.sides.split()]))

    def west(self) -> HexSet:
        if self.data.front is None:
            return 0
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
        for hexes, side in ((west, "west"), (east, "east")) if self.data.front else ():
            self.cover(side, hexes, [a.hexes for a in found if a.hexes & hexes])
        return found

    def cover(self, side: str, hexes: HexSet, areas: list[HexSet]) -> None:
        if sum(area.bit_count() for area in areas) != hexes.bit_count() or sum(areas) != hexes:
            raise DataError(self.file, "area", f"the areas {side} of the front must cover every hex there exactly once")

    def lines(self, west: HexSet, east: HexSet, areas: dict[str, Area], regions: dict[str, Region]) -> tuple[Line, ...]:
        found = []
        if front := self.data.front:
            found.append(Line(front.id, "front", front.name, self.parting(west, east), front.source))
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

    # -- zones, hexsides, walls and numbers

    def zones(self) -> list[Zone]:
        unique(self.file, "zone", (z.id for z in self.data.zone))
        found = []
        taken: dict[str, HexSet] = {}
        for z in self.data.zone:
            hexes, before = collect(self.hexes(f"zone {z.id}", z.hexes)), taken.get(z.group, 0)
            if z.group and hexes & before:
                twice = self.grid.number(next(bits(hexes & before)))
                raise DataError(self.file, f"zone {z.id}", f"hex {twice} already belongs to another zone of {z.group}")
            taken[z.group] = before | hexes
            found.append(Zone(z.id, z.name, z.english or z.name, z.group, hexes, z.source))
        return found

    def zone_lines(self, zones: dict[str, Zone]) -> tuple[Line, ...]:
        """The line along which zones of one group meet."""
        found = []
        for one, other in combinations([z for z in zones.values() if z.group], 2):
            if one.group == other.group and (strokes := self.parting(one.hexes, other.hexes)):
                name = f"{one.name} | {other.name}"
                found.append(Line(f"{one.id}|{other.id}", "zone", name, strokes, one.source, one.group))
        return tuple(found)

    def side_sets(self) -> dict[str, SideSet]:
        unique(self.file, "sides", (b.id for b in self.data.sides))
        found = {}
        for b in self.data.sides:
            key = f"sides {b.id}"
            sides = self.once(key, [self.side(key, text, "|") for text in b.sides.split()])
            both = frozenset(sides) | frozenset((y, x) for x, y in sides)
            found[b.id] = SideSet(b.id, b.name, b.group, tuple(sides), both, self.strokes(sides), b.source)
        return found

    def walls(self) -> dict[str, Wall]:
        unique(self.file, "wall", (w.id for w in self.data.wall))
        found = {}
        for w in self.data.wall:
            key = f"wall {w.id}"
            sides = self.once(key, [self.side(key, text, "<") for text in w.sides.split()])
            found[w.id] = Wall(w.id, w.name, tuple(sides), w.source)
        return found

    def numbers(self) -> dict[str, Numbers]:
        unique(self.file, "numbers", (n.id for n in self.data.numbers))
        return {
            n.id: Numbers(n.id, n.name, self.numbered(f"numbers {n.id}", n.hexes), n.source) for n in self.data.numbers
        }

    def numbered(self, key: str, text: str) -> dict[Hex, int]:
        pairs = [word.partition("=") for word in text.split()]
        unique(self.file, key, (hex for hex, _, _ in pairs))
        for hex, sign, value in pairs:
            if not sign or not value.isdigit():
                raise DataError(self.file, key, f"{hex + sign + value!r}: a hex, = and a number are wanted")
        return {self.hex(key, hex): int(value) for hex, _, value in pairs}

    def sources(self) -> dict[str, str]:
        d = self.data
        found = {"grid": d.grid.source, "terrain": d.terrain.source, "places": d.places.source}
        found |= {"rivers": d.rivers.source, "rails": d.rails.source, "trenches": d.trenches.source}
        found |= {"front": d.front.source} if d.front else {}
        blocks = (("mark", d.mark), ("zone", d.zone), ("sides", d.sides), ("wall", d.wall), ("numbers", d.numbers))
        return found | {f"{kind} {b.id}": b.source for kind, list in blocks for b in list}


def links(railways: tuple[Railway, ...]) -> frozenset[Side]:
    """All railway links, both ways round."""
    one_way = {(a, b) for r in railways for a, b in pairwise(r.hexes)}
    return frozenset(one_way | {(b, a) for a, b in one_way})


def nets(railways: tuple[Railway, ...]) -> dict[str, frozenset[Side]]:
    """Railway links by net, both ways round."""
    names = dict.fromkeys(r.net for r in railways if r.net)
    return {net: links(tuple(r for r in railways if r.net == net)) for net in names}
