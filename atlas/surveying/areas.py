"""A board of areas: towns become areas on a plain map, layers become the picture under them."""

from __future__ import annotations

from math import hypot

from surveying.layers import Site, layers, points
from surveying.writing import inline, long, table, text
from vistula.board.areamap import AreaRow
from vistula.board.data import DataError, Datum

HEADER = """\
# {title}: the board.
# Made by atlas/build.py from the files in atlas/{folder} and atlas/layers; lasting changes belong there.
# In a data pack this file may be changed at will: the program checks it when it is loaded. "at" is where an area lies.
#
# Sources: "rulebook N" is the section that states it; "history" is history and geography; "reconstruction" is our own
# choice, because the rulebook's text does not print the map.
"""
SOURCE = "history"


class Frame(Datum):
    """The page: from west to east and from north to south in degrees, and the squares of its grid."""

    west: float
    east: float
    north: float
    south: float
    scale: float  # units of the page for a degree of latitude
    squeeze: float  # how much shorter a degree of longitude is
    first_letter: float
    letter: float
    first_row: float
    source: str

    def xy(self, lon: float, lat: float) -> tuple[float, float]:
        return round((lon - self.west) * self.scale * self.squeeze, 1), round((self.north - lat) * self.scale, 1)


class AreaSheet(Datum):
    title: str
    sheet: Frame
    links: list[dict[str, str | list[str]]]


class AreaLine(Datum):
    """A line of areas.csv."""

    name: str
    town: str
    square: str
    front: str
    points: str
    cubes: str
    faces: str
    state: str
    source: str


class AreaWriter:
    """Writes the board."""

    def __init__(self, folder: str, sheet: AreaSheet, lines: list[AreaLine]) -> None:
        self.folder, self.sheet, self.lines, self.layers = folder, sheet, lines, layers()
        self.sites = {s.name: s for s in self.layers.sites}

    def board(self) -> str:
        lines = [HEADER.format(title=self.sheet.title, folder=self.folder), f"title = {text(self.sheet.title)}", ""]
        return "\n".join(lines + self.frame() + self.areas() + self.links() + self.shapes()).rstrip() + "\n"

    def frame(self) -> list[str]:
        frame = self.sheet.sheet
        width, height = frame.xy(frame.east, frame.south)
        letters = [frame.xy(frame.first_letter + i * frame.letter, frame.north)[0] for i in range(12)]
        rows = [frame.xy(frame.west, frame.first_row - i)[1] for i in range(9)]
        return table(
            "[sheet]", width=width, height=height, letters="ABCDEFGHIJK", letter_lines=letters, row_lines=rows,
            source=frame.source,
        )  # fmt: skip

    def areas(self) -> list[str]:
        about = "history (positions); choice of areas and what they hold: reconstruction where a row says nothing else"
        rows = [f"    {inline(self.area(line))}," for line in self.lines]
        return [*table("[areas]", source=about)[:-1], "list = [", *rows, "]", ""]

    def area(self, line: AreaLine) -> AreaRow:
        site = self.sites.get(line.town)
        if site is None and " " not in line.town:
            raise DataError("areas.csv", line.name, f"{line.town!r} is not in the layer of places")
        lon, lat = (site.longitude, site.latitude) if site else map(float, line.town.split())
        x, y = self.sheet.sheet.xy(lon, lat)
        polish = site.name if site and line.name != "Danzig Corridor" else ""
        return AreaRow(
            name=line.name, polish="Korytarz" if line.name == "Danzig Corridor" else polish, local=self.local(site),
            at=f"{x:g} {y:g}", square=line.square, front=line.front,  # type: ignore[arg-type]
            points=int(line.points) if line.points else None, cubes=line.cubes, faces=line.faces, state=line.state,
            source=line.source,
        )  # fmt: skip

    @staticmethod
    def local(site: Site | None) -> str:
        return site.lookup if site and site.country not in ("", "PL") else ""

    def links(self) -> list[str]:
        lines: list[str] = []
        for block in self.sheet.links:
            rows = [f"    {text(row)}," for row in block["list"]]
            lines += [*table("[[links]]", kind=block["kind"], source=block["source"])[:-1], "list = [", *rows, "]", ""]
        return lines

    # -- what is drawn under the areas

    def shapes(self) -> list[str]:
        ground, lines = self.layers.ground, []
        for kind in ("sea", "marsh", "rough"):
            for patch in getattr(ground, kind):
                lines += self.shape(kind, patch.outline, name=patch.name if kind == "sea" else "")
        for land in self.layers.lands:
            lines += self.shape("land", land.outline, id=land.id, name=land.name, english=land.english)
        for river in self.layers.rivers:
            lines += self.shape("river", river.course, name=river.name, english=river.english, wide=river.id in WIDE)
        woods = ", ".join(f"{x:g} {y:g}" for x, y in self.woods())
        return [*lines, "[[shape]]", 'kind = "woods"', f"points = {long(woods.split(' '))}", f"source = {text(SOURCE)}"]

    def shape(self, kind: str, outline: str, **more: str | bool) -> list[str]:
        where = [self.sheet.sheet.xy(*p) for p in points(outline)]
        words = ", ".join(f"{x:g} {y:g}" for x, y in where).split(" ")
        lines = table("[[shape]]", kind=kind, **more)[:-1]
        return [*lines, f"points = {long(words)}", f"source = {text(SOURCE)}", ""]

    def woods(self) -> list[tuple[float, float]]:
        """Spots where the forest mask is darkest, spread evenly."""
        frame, forest = self.sheet.sheet, self.layers.forest
        found: list[tuple[float, float]] = []
        rows = int((frame.north - frame.south) / 0.16)
        for i in range(rows):
            for j in range(int((frame.east - frame.west) / 0.26)):
                lon, lat = frame.west + 0.26 * (j + (i % 2) / 2), frame.north - 0.16 * i
                score = sum(forest.score(lon + dx, lat + dy) for dx in (-0.07, 0.07) for dy in (-0.05, 0.05)) / 4
                at = frame.xy(lon, lat)
                towns = (self.area(line).at.split() for line in self.lines)
                if score > 1.0 and all(hypot(at[0] - float(x), at[1] - float(y)) > 34 for x, y in towns):
                    found.append(at)
        return found


WIDE = {"Vistula", "Bug", "Neman", "Daugava", "Dnipro", "Byarezina", "Pripyat", "Dniester", "Desna"}
