"""The board of an area title: its file format, read, checked and laid out for rules and pictures.

Areas are points with a name and a square of the map's grid; play goes from area to area along links, roads or railways.
The picture grows around the points: move one and its borders move with it. Coordinates are units of the page, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from vistula.board.boardfile import BoardDatum
from vistula.board.data import DataError, located, read_toml, unique
from vistula.board.layout import Point

AreaId: TypeAlias = str
Link: TypeAlias = tuple[AreaId, AreaId]
LinkKind: TypeAlias = Literal["rail", "road"]
Front: TypeAlias = Literal["north", "south"]
CUBES = ("B", "W", "G")


class SheetBlock(BoardDatum):
    """The page and its squares: letters between lines from west to east, numbers between lines from north to south."""

    width: float
    height: float
    letters: str
    letter_lines: list[float]
    row_lines: list[float]
    source: str


class AreaRow(BoardDatum, kw_only=True):
    name: str
    polish: str = ""
    local: str = ""
    at: str
    square: str
    front: Front
    points: int | None = None
    cubes: str = ""
    faces: str = ""
    state: str = ""
    source: str = ""


class AreasBlock(BoardDatum):
    source: str
    rows: list[AreaRow] = msgspec.field(name="list")


class LinksBlock(BoardDatum):
    kind: LinkKind
    source: str
    rows: list[str] = msgspec.field(name="list")


class ShapeBlock(BoardDatum):
    """Something for the picture: ground, a foreign land (closed outlines), a river (a course) or woods (spots)."""

    kind: Literal["sea", "marsh", "rough", "land", "river", "woods"]
    points: str
    source: str
    name: str = ""
    english: str = ""
    id: str = ""
    wide: bool = False


class AreaFile(BoardDatum):
    title: str
    sheet: SheetBlock
    areas: AreasBlock
    links: list[LinksBlock]
    shape: list[ShapeBlock] = []


@dataclass(frozen=True, slots=True)
class Area:
    """An area. ``points`` is None where it is no key city; ``faces`` are the neighbours its fortification faces."""

    id: AreaId
    name: str
    polish: str
    local: str
    at: Point
    square: str
    front: Front
    points: int | None
    cubes: dict[str, int]
    faces: frozenset[AreaId]
    state: str
    source: str


@dataclass(frozen=True, slots=True)
class Shape:
    """Something for the picture."""

    kind: str
    id: str
    name: str
    english: str
    points: tuple[Point, ...]
    wide: bool


@dataclass(frozen=True, slots=True)
class AreaMap:
    """A board of areas."""

    title: str
    width: float
    height: float
    letters: str
    letter_lines: tuple[float, ...]
    row_lines: tuple[float, ...]
    areas: dict[AreaId, Area]
    links: dict[Link, LinkKind]  # both ways round
    neighbours: dict[AreaId, tuple[AreaId, ...]]
    shapes: tuple[Shape, ...]
    sources: dict[str, str]

    def square(self, at: Point) -> str:
        """The square of the grid under a point; beyond the outer lines the outer squares go on."""
        letter = sum(at[0] >= line for line in self.letter_lines[1:-1])
        row = sum(at[1] >= line for line in self.row_lines[1:-1])
        return f"{self.letters[letter]}{row + 1}"


def area_id(name: str) -> AreaId:
    return name.lower().replace(" ", "-")


def load_area_board(path: Path) -> AreaMap:
    """Read and check a board file."""
    data = read_toml(path, AreaFile)
    with located(path):
        return lay_out_areas(path.name, data)


def lay_out_areas(file: str, data: AreaFile) -> AreaMap:
    names = [row.name for row in data.areas.rows]
    unique(file, "areas", names)
    known = {area_id(name) for name in names}
    links = _links(file, data, known)
    found = AreaMap(
        title=data.title, width=data.sheet.width, height=data.sheet.height, letters=data.sheet.letters,
        letter_lines=tuple(data.sheet.letter_lines), row_lines=tuple(data.sheet.row_lines),
        areas={area_id(row.name): _area(file, data, row) for row in data.areas.rows},
        links=links, neighbours={id: tuple(sorted(b for a, b in links if a == id)) for id in sorted(known)},
        shapes=tuple(_shape(file, s) for s in data.shape),
        sources={"sheet": data.sheet.source, "areas": data.areas.source},
    )  # fmt: skip
    _check(file, found)
    return found


def points(file: str, key: str, text: str) -> tuple[Point, ...]:
    try:
        pairs = [pair.split() for pair in text.split(",")]
        return tuple((float(x), float(y)) for x, y in pairs)
    except ValueError:
        raise DataError(file, key, f"{text[:30]!r} is no list of points: x y, x y, … is wanted") from None


def _area(file: str, data: AreaFile, row: AreaRow) -> Area:
    key = f"areas {row.name}"
    where = points(file, key, row.at)
    if len(where) != 1:
        raise DataError(file, key, "one point is wanted")
    faces = frozenset(area_id(name.strip()) for name in row.faces.split(";") if name.strip())
    return Area(
        area_id(row.name), row.name, row.polish or row.name, row.local or row.polish or row.name, where[0], row.square,
        row.front, row.points, _cubes(file, key, row.cubes), faces, row.state, row.source or data.areas.source,
    )  # fmt: skip


def _cubes(file: str, key: str, text: str) -> dict[str, int]:
    found = {}
    for word in text.split():
        if len(word) < 2 or word[-1] not in CUBES or not word[:-1].isdigit():
            raise DataError(file, key, f"{word!r} are no cubes: a number and B, W or G are wanted")
        found[word[-1]] = int(word[:-1])
    return found


def _links(file: str, data: AreaFile, known: set[AreaId]) -> dict[Link, LinkKind]:
    found: dict[Link, LinkKind] = {}
    for block in data.links:
        for text in block.rows:
            ends = [area_id(name) for name in text.split(" – ")]
            if len(ends) != 2 or ends[0] == ends[1] or not set(ends) <= known:
                raise DataError(file, f"links {text}", "two areas with ' – ' between them are wanted")
            a, b = ends
            if (a, b) in found:
                raise DataError(file, f"links {text}", "stands twice")
            found[a, b] = found[b, a] = block.kind
    return found


def _shape(file: str, block: ShapeBlock) -> Shape:
    key = f"shape {block.name or block.kind}"
    return Shape(
        block.kind, block.id, block.name, block.english or block.name, points(file, key, block.points), block.wide
    )


def _check(file: str, board: AreaMap) -> None:
    for area in board.areas.values():
        key = f"areas {area.name}"
        if board.square(area.at) != area.square:
            raise DataError(file, key, f"stands in square {board.square(area.at)}, not {area.square}")
        if strange := area.faces - set(board.neighbours[area.id]):
            raise DataError(file, key, f"its fortification faces {min(strange)}, which is no neighbour")
        if not board.neighbours[area.id]:
            raise DataError(file, key, "has no link")


def called_areas(board: AreaMap, names: str) -> AreaMap:
    """The same board for a picture, with the names in the language wanted."""
    if names != "polish":
        board = replace(board, shapes=tuple(replace(s, name=s.english) for s in board.shapes))
    if names == "english":
        return board
    return replace(board, areas={id: replace(a, name=getattr(a, names)) for id, a in board.areas.items()})
