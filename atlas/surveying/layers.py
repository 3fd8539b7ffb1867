"""The layers of geography in `atlas/layers`, read into records. Each file says what it holds and how it was made."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from surveying.earth import Point
from vistula.board.data import Datum, read_csv, read_text, read_toml

LAYERS = Path(__file__).resolve().parents[1] / "layers"
RANK = {"major": 0, "fortress": 1, "city": 2, "town": 3, "station": 4}


class Site(Datum):
    """A line of places.csv."""

    name: str
    english: str
    kind: str
    latitude: float
    longitude: float
    lookup: str
    country: str
    geonames: str


class RiverLayer(Datum):
    id: str
    name: str
    english: str
    course: str


class LandLayer(Datum):
    id: str
    name: str
    english: str
    outline: str


class Patch(Datum):
    name: str
    outline: str


class Trace(Datum):
    name: str
    course: str


class Ground(Datum):
    marsh: list[Patch]
    rough: list[Patch]
    lakes: list[Patch]
    forest: list[Patch]
    open: list[Patch]
    sea: list[Patch]


class RailZones(Datum):
    west: str
    east: str


class War(Datum):
    trench: list[Trace]
    rails: RailZones


class RiverFile(Datum):
    river: list[RiverLayer]


class LandFile(Datum):
    land: list[LandLayer]


class RailFile(Datum):
    lines: list[str]


class BankFile(Datum):
    banks: dict[str, tuple[float, float]]


class Layers(msgspec.Struct):
    sites: list[Site]
    rivers: list[RiverLayer]
    railways: list[list[str]]
    lands: list[LandLayer]
    ground: Ground
    war: War
    banks: dict[str, tuple[float, float]]
    forest: Forest


class Forest:
    """How wooded the land is, in standard deviations above the mean."""

    def __init__(self, text: str) -> None:
        self.rows = [line for line in text.splitlines() if line and not line.startswith("#")]

    def score(self, lon: float, lat: float) -> float:
        row = min(max(int((58 - lat) * 15), 0), len(self.rows) - 1)
        column = min(max(int((lon - 14) * 15), 0), len(self.rows[0]) - 1)
        return (ord(self.rows[row][column]) - ord("j")) / 4


@cache
def layers() -> Layers:
    return Layers(
        sites=read_csv(LAYERS / "places.csv", Site),
        rivers=read_toml(LAYERS / "rivers.toml", RiverFile).river,
        railways=[line.split(" – ") for line in read_toml(LAYERS / "railways.toml", RailFile).lines],
        lands=read_toml(LAYERS / "lands.toml", LandFile).land,
        ground=read_toml(LAYERS / "ground.toml", Ground),
        war=read_toml(LAYERS / "war.toml", War),
        banks=read_toml(LAYERS / "banks.toml", BankFile).banks,
        forest=Forest(read_text(LAYERS / "forest.txt")),
    )


def points(text: str) -> list[Point]:
    """``"18.75 49.9, 19.2 50.05"`` as points (longitude, latitude)."""
    pairs = (pair.split() for pair in text.split(","))
    return [(float(lon), float(lat)) for lon, lat in pairs]


class Shape:
    """A polygon that can say whether a point lies in it."""

    def __init__(self, outline: str) -> None:
        self.line = points(outline)
        self.west, self.east = min(p[0] for p in self.line), max(p[0] for p in self.line)
        self.south, self.north = min(p[1] for p in self.line), max(p[1] for p in self.line)

    def holds(self, at: Point) -> bool:
        x, y = at
        if not (self.west <= x <= self.east and self.south <= y <= self.north):
            return False
        inside = False
        for (x1, y1), (x2, y2) in zip(self.line, self.line[1:] + self.line[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
        return inside
