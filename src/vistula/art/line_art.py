"""Lines of the map: rivers, railways, trenches, frontiers, the front line and the hex grid itself."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from vistula.art.style import MapStyle, Net
from vistula.art.svg import add, aside, between, group, middle, path, polyline, shifted, smooth, use, xy
from vistula.board.hexes import Hex, Side, bits
from vistula.board.hexmap import HexMap, Line, River
from vistula.board.layout import Layout, Node, Point, luck, trace

# The grid


def draw_grid(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """The sides of all hexes; fainter where nothing can happen."""
    seen: set[frozenset[Node]] = set()
    inside: list[str] = []
    outside: list[str] = []
    for hex in bits(hexmap.grid.valid):
        corners = layout.corners(hex)
        for a, b in pairwise([*corners, corners[0]]):
            if (edge := frozenset((a, b))) not in seen:
                seen.add(edge)
                (inside if hexmap.play >> hex & 1 else outside).append(polyline([layout.point(a), layout.point(b)]))
    return group(
        path("".join(outside), stroke_opacity=0.16), path("".join(inside), stroke_opacity=0.42),
        fill="none", stroke=style.grid, stroke_width=1.1,
    )  # fmt: skip


def _beyond(layout: Layout, point: Point, reach: float) -> Point:
    """A point farther out, over the nearest edge of the map field."""
    x, y = point
    left, top, width, height = layout.field
    ways = (
        (x - left, -reach, 0.0),
        (left + width - x, reach, 0.0),
        (y - top, 0.0, -reach),
        (top + height - y, 0.0, reach),
    )
    _, right, down = min(ways)
    return x + right, y + down


# Rivers


class Rivers:
    """All rivers drawn as curves that meet where their hexsides meet.

    At a corner the bed is drawn in a little, so that the line swings; a river that ends on another one ends on that
    river's bed. ``courses`` keeps the curves for the labels.
    """

    def __init__(self, hexmap: HexMap, layout: Layout) -> None:
        self.hexmap, self.layout = hexmap, layout
        self._bed: dict[Node, Point] = {}
        lines = [(river, line) for river in hexmap.rivers for line in _strokes(river, layout)]
        lines.sort(key=lambda pair: (not pair[0].wide, -len(pair[1])))
        for _, line in lines:
            self._settle(line)
        self.courses = [(river, self._course(line), self._sources(line)) for river, line in lines]

    def _settle(self, line: list[Node]) -> None:
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            corner, chord = self.layout.point(b), middle(self.layout.point(a), self.layout.point(c))
            self._bed.setdefault(b, between(corner, chord, 0.26))

    def _spot(self, node: Node) -> Point:
        return self._bed.get(node, self.layout.point(node))

    def _course(self, line: list[Node]) -> list[Point]:
        points = [*self._outflow(line[1], line[0]), self._spot(line[0])]
        for a, b in pairwise(line):
            points += self._meander(a, b)
            points.append(self._spot(b))
        return points + self._outflow(line[-2], line[-1])[::-1]

    def _meander(self, a: Node, b: Node) -> list[Point]:
        dice = luck(*min(a, b), *max(a, b), 8)
        sway = dice.choice((-1, 1)) * dice.uniform(1.0, 3.6)
        p, q = self.layout.point(min(a, b)), self.layout.point(max(a, b))
        one = add(between(p, q, 0.36), aside(p, q, sway))
        other = add(between(p, q, 0.64), aside(p, q, -sway))
        return [one, other] if a < b else [other, one]

    def _outflow(self, inner: Node, end: Node) -> list[Point]:
        """Where a river reaches the edge of the map it runs on, out of the picture."""
        if not self.layout.on_rim(end) or end in self._bed:
            return []
        return [_beyond(self.layout, self.layout.point(end), 60)]

    def _sources(self, line: list[Node]) -> tuple[bool, bool]:
        """Whether the first and the last end of a river is a spring: neither mouth nor edge of the map."""
        first, last = (self._is_spring(line, end) for end in (0, -1))
        return first, last

    def _is_spring(self, line: list[Node], end: int) -> bool:
        node, grid = line[end], self.hexmap.grid
        near = (n for h in self.layout.touching(node) for n in (h, *grid.neighbours[h]))
        at_sea = any(self.hexmap.terrain[h] == "sea" for h in near)
        return not (at_sea or self.layout.on_rim(node) or node in self._bed or line[0] == line[-1])

    def draw(self, style: MapStyle) -> str:
        kinds = dict.fromkeys(river.kind if river.kind in style.waters else "" for river, _, _ in self.courses)
        return "".join(self._kind(kind, style) for kind in sorted(kinds))

    def _kind(self, kind: str, style: MapStyle) -> str:
        """The rivers of one kind, in its colours: all banks first, then all beds."""
        strokes: dict[float, list[str]] = {}
        for river, course, (first, last) in self.courses:
            if (river.kind if river.kind in style.waters else "") != kind:
                continue
            widths = _widths(len(course), 8.6 if river.wide else 5.0, first, last)
            start = 0
            for i in range(1, len(course)):
                if i == len(course) - 1 or widths[i] != widths[start]:
                    strokes.setdefault(widths[start], []).append(_part(course, start, i))
                    start = i
        widths = sorted(strokes)
        id = f"river-{kind}" if kind else "river"
        banks = (group(path("".join(strokes[w]), id=f"{id}-{i}"), stroke_width=w + 2.6) for i, w in enumerate(widths))
        beds = (use(f"{id}-{i}", stroke_width=w) for i, w in enumerate(widths))
        bed, edge = style.waters.get(kind, (style.water, style.water_edge))
        return group(group(*banks, stroke=edge), group(*beds, stroke=bed), **_PEN)


_PEN: dict[str, str | float | None] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def _strokes(river: River, layout: Layout) -> list[list[Node]]:
    return trace(layout.side(side) for stroke in river.strokes for side in stroke)


def _widths(count: int, full: float, first: bool, last: bool) -> list[float]:
    """The width of each stretch of a course: thin at a spring, full after some hexsides, in steps."""
    growth = 30.0 if full > 6 else 9.0
    widths = []
    for i in range(count):
        grown = min(i / growth if first else 1.0, (count - 1 - i) / growth if last else 1.0, 1.0)
        widths.append(round((2.2 + (full - 2.2) * grown) / 0.6) * 0.6)
    return widths


def _part(course: list[Point], start: int, end: int) -> str:
    """A piece of the smooth curve through all points of a course."""
    data = ["M", xy(course[start])]
    for i in range(start, end):
        a, b = course[i], course[i + 1]
        before, after = course[max(i - 1, 0)], course[min(i + 2, len(course) - 1)]
        first = a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6
        second = b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6
        data += ["C", xy(first), " ", xy(second), " ", xy(b)]
    return "".join(data)


# Railways


def draw_railways(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """All railways, net by net; those of no net, and nets without a look of their own, in the plain one."""
    plain = Net(style.rail, "Railway")
    looks = {net: style.nets.get(net, plain) for net in hexmap.nets}
    rest = hexmap.rails - frozenset(side for links in hexmap.nets.values() for side in links)
    parts = [_net(hexmap, layout, style, links, looks[net], f"rails-{net}") for net, links in hexmap.nets.items()]
    return (_net(hexmap, layout, style, rest, plain, "rails") if rest else "") + "".join(parts)


def _net(
    hexmap: HexMap, layout: Layout, style: MapStyle, links: frozenset[Side], look: Net, id: str
) -> str:  # fmt: skip
    """Tracks with ties, from the middle of one hexside to the next; they pass through towns and meet at junctions."""
    lines = rail_lines(hexmap, links)
    data = "".join(smooth_track(layout, hexmap, line) for line in lines)
    ends = "".join(_buffers(layout, hexmap, line) for line in lines)
    faint = None if look.opacity == 1 else look.opacity
    return group(
        group(path(data, id=id), stroke=style.paper, stroke_width=8, stroke_opacity=0.75),
        *double_line(id, look, style),
        path(ends, stroke=look.colour, stroke_width=4, stroke_opacity=faint),
        **_PEN,
    )  # fmt: skip


def double_line(id: str, look: Net, style: MapStyle) -> list[str]:
    """Two rails with light between them, and ties across, over a path that is drawn already."""
    faint = None if look.opacity == 1 else look.opacity
    dash = look.dash or None
    ties = use(
        id, stroke=look.colour, stroke_width=TIE, stroke_dasharray=look.ties, stroke_linecap="butt",
        stroke_opacity=faint,
    ) if look.ties else ""  # fmt: skip
    rails = use(id, stroke=look.colour, stroke_width=RAILS, stroke_dasharray=dash, stroke_opacity=faint)
    return [rails, use(id, stroke=style.between_rails, stroke_width=GAUGE), ties]


RAILS, GAUGE, TIE = 5.4, 2.3, 9.4  # from outside to outside, the light between, the length of a tie


def rail_lines(hexmap: HexMap, of: frozenset[Side] | None = None) -> list[list[Hex]]:
    """The railways, all or some, as lines from junction to junction."""
    links = sorted({(min(a, b), max(a, b)) for a, b in (hexmap.rails if of is None else of)})
    lines = trace(((a, 0), (b, 0)) for a, b in links)
    return [[node[0] for node in line] for line in lines]


def _buffers(layout: Layout, hexmap: HexMap, line: list[Hex]) -> str:
    """A bar across the track where it ends in open country."""
    bars = []
    for end, before in ((line[0], line[1]), (line[-1], line[-2])):
        links = sum(1 for n in hexmap.grid.neighbours[end] if (end, n) in hexmap.rails)
        if links == 1 and not hexmap.place[end] and not _runs_on(layout, hexmap, end):
            at, across = layout.centre(end), aside(layout.centre(before), layout.centre(end), 6)
            bars.append(f"M{xy(add(at, across))}L{xy((at[0] - across[0], at[1] - across[1]))}")
    return "".join(bars)


def track_points(layout: Layout, hexmap: HexMap, line: list[Hex]) -> list[Point]:
    """The middles of a line's hexes; a line that ends at the edge of the map runs on, out of the picture."""
    points = [layout.centre(h) for h in line]
    first, last = (_runs_on(layout, hexmap, line[end]) for end in (0, -1))
    return ([first] if first else []) + points + ([last] if last else [])


def _runs_on(layout: Layout, hexmap: HexMap, hex: Hex) -> Point | None:
    """Where a line goes that ends in this hex, if the hex lies on the edge of the map."""
    grid = hexmap.grid
    if len(grid.neighbours[hex]) == 6 or sum(1 for n in grid.neighbours[hex] if (hex, n) in hexmap.rails) != 1:
        return None
    return _beyond(layout, layout.centre(hex), layout.spacing * 1.5)


def smooth_track(layout: Layout, hexmap: HexMap, line: list[Hex]) -> str:
    points = track_points(layout, hexmap, line)
    stops = {h for h in line if hexmap.place[h]}
    data = [f"M{xy(points[0])}", f"L{xy(middle(points[0], points[1]))}"]
    for i in range(1, len(points) - 1):
        onward = middle(points[i], points[i + 1])
        if layout.inside(points[i]) in stops:
            data.append(f"L{xy(points[i])}L{xy(onward)}")
        else:
            data.append(f"Q{xy(points[i])} {xy(onward)}")
    return "".join(data) + f"L{xy(points[-1])}"


# Trenches


def draw_trenches(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """A parapet just inside the defended hex with teeth towards the hex that it faces."""
    return draw_parapet(trench_lines(hexmap, layout), style, style.trench)


def draw_parapet(lines: list[list[Point]], style: MapStyle, colour: str) -> str:
    walls, teeth = [], []
    for line in lines:
        wall = shifted(line, 6.5)
        walls.append(polyline(wall))
        for a, b in pairwise(wall):
            for share in (0.1, 0.3, 0.5, 0.7, 0.9):
                foot = between(a, b, share)
                teeth.append(f"M{xy(foot)}L{xy(add(foot, aside(a, b, -7)))}")
    return group(
        path("".join(walls) + "".join(teeth), stroke=style.paper, stroke_width=6, stroke_opacity=0.65),
        path("".join(walls), stroke=colour, stroke_width=3),
        path("".join(teeth), stroke=colour, stroke_width=2.4, stroke_linecap="butt"),
        **_PEN,
    )  # fmt: skip


def trench_lines(hexmap: HexMap, layout: Layout) -> list[list[Point]]:
    """Trench sides joined into lines with the defended hexes on the left hand."""
    return facing(layout, hexmap.trenches)


def facing(layout: Layout, sides: Iterable[Side]) -> list[list[Point]]:
    """Hexsides joined into lines, the first hex of every side on the left hand."""
    directed = []
    for side in sides:
        one, other = layout.side(side)
        a, b = layout.point(one), layout.point(other)
        home, left = layout.centre(side[0]), aside(a, b, 1)
        on_left = (home[0] - a[0]) * left[0] + (home[1] - a[1]) * left[1] > 0
        directed.append((one, other) if on_left else (other, one))
    return [[layout.point(n) for n in line] for line in _join(directed)]


def _join(directed: list[tuple[Node, Node]]) -> list[list[Node]]:
    onward = dict(directed)
    targets = set(onward.values())
    lines = []
    for start in [n for n in onward if n not in targets] + list(onward):
        line = [start]
        while line[-1] in onward:
            line.append(onward.pop(line[-1]))
        if len(line) > 1:
            lines.append(line)
    return lines


# Frontiers, set-up borders and the front line


def draw_lines(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    found = {"frontier": "", "border": "", "front": "", "zone": ""}
    for line in hexmap.lines:
        found[line.kind] += "".join(polyline(p) for p in _points(line, hexmap, layout))
    return group(
        path(found["frontier"], stroke="#5e5246", stroke_width=2.2, stroke_dasharray="12 5 2 5"),
        path(found["border"], stroke="#3d342a", stroke_width=4.5, stroke_dasharray="0 13", stroke_opacity=0.75),
        **_PEN,
    )  # fmt: skip


def draw_front(hexmap: HexMap, layout: Layout, style: MapStyle) -> str:
    """Two rows of dashes, one on each side's ground, with room for a river between them."""
    parts = []
    for points in front_lines(hexmap, layout):
        parts.append(path(smooth(points, tension=0.08), stroke=style.front, stroke_width=30, stroke_opacity=0.16))
        for reach, colour in ((8.5, style.front), (-8.5, style.front_other)):
            data = smooth(shifted(points, reach), tension=0.08)
            parts.append(path(data, stroke=colour, stroke_width=5, stroke_dasharray="17 10"))
    return group(*parts, fill="none", stroke_linejoin="round")


def front_lines(hexmap: HexMap, layout: Layout) -> list[list[Point]]:
    """The front line, with the hexes to the west of it on the left hand."""
    fronts = [line for line in hexmap.lines if line.kind == "front"]
    sides = [side for line in fronts for stroke in line.strokes for side in stroke]
    return [_run_out(layout, points) for points in facing(layout, sides)]


def _run_out(layout: Layout, points: list[Point]) -> list[Point]:
    """A line that ends near the edge of the map field is led on to it."""
    _, top, _, height = layout.field
    ends = []
    for x, y in (points[0], points[-1]):
        near = next((edge for edge in (top, top + height) if abs(y - edge) < layout.radius), None)
        ends.append([] if near is None else [(x, near)])
    return ends[0] + points + ends[1]


def _points(line: Line, hexmap: HexMap, layout: Layout) -> list[list[Point]]:
    """A line's corners, joined; stretches along a coast are left out."""
    sides = (s for stroke in line.strokes for s in stroke)
    land = [s for s in sides if "sea" not in (hexmap.terrain[s[0]], hexmap.terrain[s[1]])]
    return [[layout.point(n) for n in nodes] for nodes in trace(layout.side(s) for s in land)]
