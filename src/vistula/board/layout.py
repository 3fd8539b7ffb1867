"""Where the hexes of a grid lie on the page: centres, corners and sides in picture units.

Everything is computed on a lattice of whole numbers, so that a corner that three hexes share is one and the same node.
Lines of hexes may run west to east (pointed hexes) or north to south (flat-topped ones): two directions say it all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from typing import TypeAlias

from vistula.board.hexes import Hex, HexGrid, HexSet, Side, members

Point: TypeAlias = tuple[float, float]
Node: TypeAlias = tuple[int, int]  # a corner, on the lattice

HEX = 84.0  # from the centre of a hex to the centre of the next
MARGIN = 46.0  # paper around the map field
BLEED = 12.0  # map field beyond the outermost hexes

# Growing positions, then growing lines, as directions on the page (y runs down), by what grows to the north.
_AXES: dict[str, tuple[Point, Point]] = {
    "line": ((1, 0), (0, -1)),
    "position": ((0, -1), (1, 0)),
    "position-south": ((0, 1), (1, 0)),
}
CORNERS: tuple[Node, ...] = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


class Layout:
    """A grid laid out north up; the map field begins at MARGIN."""

    def __init__(self, grid: HexGrid, north: str = "line", spacing: float = HEX) -> None:
        self.grid, self.spacing = grid, spacing
        self.radius = spacing / sqrt(3)  # centre to corner
        along, across = _AXES.get(north, _AXES["line"])
        half, third = spacing / 2, spacing * sqrt(3) / 6
        self._u = along[0] * half, along[1] * half
        self._v = across[0] * third, across[1] * third
        mirrored = along[0] * across[1] - along[1] * across[0] > 0
        self._around = CORNERS[::-1] if mirrored else CORNERS  # clockwise on the page
        self._origin: Point = (0, 0)
        self._centres: tuple[Point, ...] = ()
        points = [self.point(n) for h in members(grid.valid) for n in self.corners(h)]
        left, top = min(p[0] for p in points), min(p[1] for p in points)
        right, bottom = max(p[0] for p in points), max(p[1] for p in points)
        self._origin = MARGIN + BLEED - left, MARGIN + BLEED - top
        # x, y, width, height
        self.field: tuple[float, float, float, float] = (
            MARGIN, MARGIN, right - left + 2 * BLEED, bottom - top + 2 * BLEED,
        )  # fmt: skip
        self.width, self.height = self.field[2] + 2 * MARGIN, self.field[3] + 2 * MARGIN
        self._centres = tuple(self.point(self.lattice(h)) for h in range(grid.size))

    def lattice(self, hex: Hex) -> Node:
        line, position = self.grid.line(hex), self.grid.position(hex)
        return 2 * position + (line % 2 == self.grid.down), 3 * line

    def point(self, node: Node) -> Point:
        u, v = node
        x, y = self._origin
        return x + u * self._u[0] + v * self._v[0], y + u * self._u[1] + v * self._v[1]

    def centre(self, hex: Hex) -> Point:
        return self._centres[hex]

    def within(self, dx: float, dy: float) -> bool:
        """Whether a point this far from the centre of a hex still lies in that hex."""
        along = abs(dx * self._u[0] + dy * self._u[1]) * 2 / self.spacing
        across = abs(dx * self._u[1] + dy * self._u[0]) * 2 / self.spacing
        return along < self.spacing / 2 and along / 2 + across * 0.8660254 < self.spacing / 2

    def corners(self, hex: Hex) -> list[Node]:
        u, v = self.lattice(hex)
        return [(u + du, v + dv) for du, dv in self._around]

    def outline(self, hex: Hex) -> list[Point]:
        return [self.point(n) for n in self.corners(hex)]

    def side(self, side: Side) -> tuple[Node, Node]:
        """The two corners that two neighbours share."""
        shared = set(self.corners(side[1]))
        one, other = (n for n in self.corners(side[0]) if n in shared)
        return one, other

    def rim(self) -> list[Hex]:
        """The empty slots around the map, which take the colour of the hex next to them."""
        valid = self.grid.valid
        return [h for h in range(self.grid.size) if not valid >> h & 1]

    def nearest(self, hex: Hex) -> Hex:
        """The hex of the map next to a slot outside of it."""
        line = min(max(self.grid.line(hex), 1), self.grid.lines)
        position = min(max(self.grid.position(hex), 1), self.grid.length)
        return self.grid.at(line, position)

    def on_rim(self, node: Node) -> bool:
        """Whether a corner lies on the edge of the map."""
        return sum(1 for h in self.touching(node)) < 3

    def touching(self, node: Node) -> list[Hex]:
        """The hexes of the map that meet in a corner."""
        found = []
        for du, dv in CORNERS:
            u, v = node[0] - du, node[1] - dv
            line, rest = divmod(v, 3)
            position, odd = divmod(u - (line % 2 == self.grid.down), 2)
            if not rest and not odd and 1 <= line <= self.grid.lines and 1 <= position <= self.grid.length:
                found.append(self.grid.at(line, position))
        return found

    def inside(self, point: Point) -> Hex | None:
        """The hex under a point of the page, if there is one."""
        best: Hex | None = None
        x, y = point[0] - self._origin[0], point[1] - self._origin[1]
        scale_u, scale_v = (self.spacing / 2) ** 2, self.spacing**2 / 12
        u, v = (x * self._u[0] + y * self._u[1]) / scale_u, (x * self._v[0] + y * self._v[1]) / scale_v
        reach = self.radius**2
        for line in (int(v // 3), int(v // 3) + 1):
            position = round((u - (line % 2 == self.grid.down)) / 2)
            if 1 <= line <= self.grid.lines and 1 <= position <= self.grid.length:
                hex = self.grid.at(line, position)
                cx, cy = self.centre(hex)
                away = (point[0] - cx) ** 2 + (point[1] - cy) ** 2
                if away < reach:
                    best, reach = hex, away
        return best


def trace(edges: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Edges joined end to end: each list runs from one free end or fork to the next, or round and closes itself."""
    ways: dict[Node, list[Node]] = {}
    for a, b in dict.fromkeys(edges):
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    used: set[frozenset[Node]] = set()
    lines = []
    ends = [n for n, next_ in ways.items() if len(next_) != 2]
    for start in ends + list(ways):
        for onward in ways[start]:
            if frozenset((start, onward)) not in used:
                lines.append(_follow(start, onward, ways, used))
    return lines


def _follow(start: Node, onward: Node, ways: dict[Node, list[Node]], used: set[frozenset[Node]]) -> list[Node]:
    line = [start, onward]
    used.add(frozenset((start, onward)))
    while len(ways[line[-1]]) == 2 and line[-1] != start:
        one, other = ways[line[-1]]
        line.append(other if one == line[-2] else one)
        used.add(frozenset(line[-2:]))
    return line


def boundary(layout: Layout, hexes: Sequence[Hex]) -> list[list[Node]]:
    """The outlines of a set of hexes (rim slots may be among them), as closed loops."""
    around: dict[frozenset[Node], tuple[Node, Node]] = {}
    for h in hexes:
        corners = layout.corners(h)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            edge = frozenset((a, b))
            if edge in around:
                del around[edge]
            else:
                around[edge] = (a, b)
    return _loops(list(around.values()))


def _loops(edges: list[tuple[Node, Node]]) -> list[list[Node]]:
    """Directed edges joined into closed loops (a hex corner has at most one outgoing edge of an outline)."""
    onward = dict(edges)
    loops = []
    while onward:
        start, here = next(iter(onward.items()))
        loop = [start]
        del onward[start]
        while here != start:
            loop.append(here)
            here = onward.pop(here)
        loops.append(loop)
    return loops


def spread(layout: Layout, hexes: HexSet) -> list[Hex]:
    """The members of a set, and the rim slots that continue it to the edge of the map field."""
    return members(hexes) + [h for h in layout.rim() if hexes >> layout.nearest(h) & 1]


def luck(*seed: int) -> Random:
    """Chance that is the same in every picture: drawn from numbers of the map alone."""
    value = 0x9E3779B9
    for part in seed:
        value = (value ^ (part & 0xFFFFFFFF)) * 0x01000193 & 0xFFFFFFFFFFFF
    return Random(value)
