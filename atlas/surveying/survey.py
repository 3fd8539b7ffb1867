"""A survey: all layers laid on the sheet of one game. Its result, a draft, is what overrides then correct."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import cos, hypot, pi, sin

from surveying.earth import Fit, Point
from surveying.layers import RANK, Shape, Site, layers, points
from surveying.sheet import Cell, Sheet, Side, cell
from surveying.tracks import Tracks
from surveying.waters import Waters, cut
from vistula.board.data import Datum

# Nineteen points in a hex at which the ground is looked at.
_RINGS = ((0.0, 1, 0.0), (0.25, 6, 0.0), (0.42, 12, 0.5))
_TURNS = [(r, shift + 2 * pi * i / n) for r, n, shift in _RINGS for i in range(n)]
PROBES = [(r * cos(turn), r * sin(turn)) for r, turn in _TURNS]


class Plan(Datum):
    """How a game's sheet lies on the Earth and how finely the ground is read: survey.toml."""

    columns: int
    rows: int
    down: int
    fit: Fit
    about: str
    forest: float = 0.75
    marsh: float = 0.5
    rough: float = 0.5
    least_river: int = 3
    rivers: list[str] = []  # ids of the layer; none named: all
    pins: dict[str, str] = {}  # places that stand in another hex than their position gives
    on_spot: list[str] = []  # pinned places whose bank is still judged from their true position
    without: list[str] = []  # railways left out
    also: list[str] = []  # railways added


class Survey:
    """The draft of a board."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.layers = plan, layers()
        self.sheet = Sheet(plan.fit, plan.columns, plan.rows, plan.down)

    # -- places

    @cached_property
    def place(self) -> dict[str, Cell]:
        """Every place, on the sheet or not."""
        found = {s.name: self.sheet.of(s.longitude, s.latitude) for s in self.layers.sites}
        return found | {name: _pin(hex) for name, hex in self.plan.pins.items()}

    @cached_property
    def site(self) -> dict[Cell, Site]:
        """The chief place of each hex."""
        ranked = sorted(self.layers.sites, key=lambda s: (RANK[s.kind], s.name), reverse=True)
        return {self.place[s.name]: s for s in ranked}

    @cached_property
    def middle(self) -> dict[Cell, Point]:
        """The point of each hex from which lines are judged: its centre, or its town."""
        found = {c: self.sheet.centre(c) for c in self.sheet.wide}
        for at, site in self.site.items():
            exact = site.name not in self.plan.pins or site.name in self.plan.on_spot
            if at in found and RANK[site.kind] <= 3 and exact:
                found[at] = self._towards(found[at], site)
        return found

    def _towards(self, centre: Point, site: Site) -> Point:
        east, north = self.layers.banks.get(site.name, (0.0, 0.0))
        x, y = self.sheet.xy(site.longitude + east, site.latitude + north)
        away = hypot(x - centre[0], y - centre[1])
        share = min(1.0, 0.62 / away) if away else 1.0
        return centre[0] + (x - centre[0]) * share, centre[1] + (y - centre[1]) * share

    # -- ground

    @cached_property
    def _shapes(self) -> dict[str, list[Shape]]:
        ground = self.layers.ground
        kinds = ("marsh", "rough", "lakes", "forest", "open", "sea")
        return {kind: [Shape(p.outline) for p in getattr(ground, kind)] for kind in kinds}

    def _in(self, kind: str, at: Point) -> bool:
        return any(shape.holds(at) for shape in self._shapes[kind])

    @cached_property
    def terrain(self) -> dict[Cell, str]:
        return {c: self._ground(c) for c in self.sheet.cells}

    def _ground(self, at: Cell) -> str:
        x, y = self.sheet.centre(at)
        seen = [self.sheet.earth(x + dx, y + dy) for dx, dy in PROBES]
        land = [p for p in seen if not self._in("sea", p)]
        if len(seen) - len(land) > 0.75 * len(seen):
            return "sea"
        share = {kind: sum(self._in(kind, p) for p in land) / len(seen) for kind in ("rough", "marsh", "lakes")}
        wooded = sum(self._wooded(p) for p in land) / len(land)
        town = at in self.site and RANK[self.site[at].kind] <= 2
        if share["rough"] > self.plan.rough:
            return "rough"
        if share["marsh"] > self.plan.marsh:
            return "clear" if town else "marsh"
        if wooded > self.plan.forest:
            return "clear" if town else "forest"
        return "lakes" if share["lakes"] > 0.62 else "clear"

    def _wooded(self, at: Point) -> float:
        score = self.layers.forest.score(*at)
        if self._in("open", at):
            score = min(score, 0.0)
        return score + 1 if self._in("forest", at) else score

    @cached_property
    def land(self) -> dict[Cell, str]:
        """The foreign land of each hex that lies in one."""
        shapes = {land.id: Shape(land.outline) for land in self.layers.lands}
        found = {}
        for at in self.sheet.cells:
            here = self.sheet.earth(*self.middle[at])
            name = next((id for id, shape in shapes.items() if shape.holds(here)), "")
            if name:
                found[at] = name
        return found

    # -- lines

    def _course(self, text: str) -> list[Point]:
        return [self.sheet.xy(*p) for p in points(text)]

    @cached_property
    def rivers(self) -> dict[Side, str]:
        wanted = [r for r in self.layers.rivers if not self.plan.rivers or r.id in self.plan.rivers]
        courses = {r.id: self._course(r.course) for r in wanted}
        return Waters(self.sheet, courses, self.middle, self.plan.least_river).sides

    @cached_property
    def trenches(self) -> set[Side]:
        found: set[Side] = set()
        for line in self.layers.war.trench:
            found |= {s for s in cut(self.sheet, self._course(line.course), self.middle) if all(map(self.sheet.on, s))}
        return found

    @cached_property
    def rails(self) -> dict[Side, str]:
        """Links with their class: P west, D between, R east of the lines of the layer."""
        stations = {s.name: (self.place[s.name], self._station(s)) for s in self.layers.sites}
        lines = [line for line in self.layers.railways if " – ".join(line) not in self.plan.without]
        lines += [line.split(" – ") for line in self.plan.also]
        wet = {at for at, kind in self.terrain.items() if kind == "sea"}
        return {link: self._zone(link) for link in Tracks(self.sheet, stations, lines, wet).links}

    def _station(self, site: Site) -> Point:
        if site.name in self.plan.pins:
            return self.sheet.centre(self.place[site.name])
        return self.sheet.xy(site.longitude, site.latitude)

    def _zone(self, link: Side) -> str:
        (x1, y1), (x2, y2) = (self.sheet.centre(c) for c in sorted(link))
        lon, lat = self.sheet.earth((x1 + x2) / 2, (y1 + y2) / 2)
        zones = self.layers.war.rails
        if _east_of(points(zones.west), lon, lat) < 0:
            return "P"
        return "R" if _east_of(points(zones.east), lon, lat) > 0 else "D"


def _east_of(line: list[Point], lon: float, lat: float) -> float:
    """How far a point lies east of a line that runs from north to south."""
    for (x1, y1), (x2, y2) in pairwise(line):
        if y2 <= lat <= y1:
            return lon - (x1 + (x2 - x1) * (y1 - lat) / (y1 - y2))
    return 0.0


def _pin(hex: str) -> Cell:
    column, _, row = hex.partition(",")
    return (int(column), int(row)) if row else cell(hex)
