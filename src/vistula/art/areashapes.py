"""The shapes of areas: each takes the ground nearest to its point, with borders that wander as if drawn by hand.

A border is bent by halving: the middle of each piece is pushed aside by an amount that depends on its two ends alone.
Then the country bends it: every point is moved by an amount that depends on where it lies, and a great river near by
draws it into its bed, as rivers draw borders. So two neighbours always agree about the line between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot, sin

from vistula.art.svg import add, aside, between
from vistula.board.layout import Point, luck

Polygon = list[Point]


def cells(sites: Mapping[str, Point], page: tuple[float, float]) -> dict[str, Polygon]:
    """For each site the part of the page that is nearer to it than to any other."""
    width, height = page
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    found = {}
    for id, at in sites.items():
        near = sorted((hypot(q[0] - at[0], q[1] - at[1]), q) for other, q in sites.items() if other != id)
        polygon: Polygon = list(corners)
        for away, q in near:
            if away / 2 > max(hypot(p[0] - at[0], p[1] - at[1]) for p in polygon):
                break
            polygon = _nearer(polygon, at, q)
        found[id] = polygon
    return found


def _nearer(polygon: Polygon, at: Point, other: Point) -> Polygon:
    """The part of a polygon that is nearer to one point than to another."""
    mx, my = (at[0] + other[0]) / 2, (at[1] + other[1]) / 2
    nx, ny = other[0] - at[0], other[1] - at[1]

    def beyond(p: Point) -> float:
        return (p[0] - mx) * nx + (p[1] - my) * ny

    kept: Polygon = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        one, two = beyond(p), beyond(q)
        if one <= 0:
            kept.append(p)
        if (one < 0 < two) or (two < 0 < one):
            kept.append(between(p, q, one / (one - two)))
    return kept


def drawn(polygon: Polygon, page: tuple[float, float], country: Country | None = None) -> Polygon:
    """The outline with borders bent as a hand would draw them; along the edge of the page they stay straight."""
    line: Polygon = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        line += [p] if _on_edge(p, q, page) else border(p, q, country)[:-1]
    return line


def border(p: Point, q: Point, country: Country | None = None) -> list[Point]:
    """A bent line between two points: the same, the other way round, from the other end."""
    a, b = min(_rounded(p), _rounded(q)), max(_rounded(p), _rounded(q))
    line = _bent(a, b, 4)
    if country:
        line = [country.bend(point) for point in line]
    return line if _rounded(p) == a else line[::-1]


def _rounded(p: Point) -> Point:
    return round(p[0], 1), round(p[1], 1)


def _bent(a: Point, b: Point, depth: int) -> list[Point]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    if depth == 0 or length < 14:
        return [a, b]
    dice = luck(*(int(v * 10) for v in (*a, *b)))
    middle = add(between(a, b, dice.uniform(0.42, 0.58)), aside(a, b, dice.uniform(-0.13, 0.13) * min(length, 90)))
    return _bent(a, middle, depth - 1)[:-1] + _bent(middle, b, depth - 1)


def _on_edge(p: Point, q: Point, page: tuple[float, float]) -> bool:
    return any(abs(p[i] - v) < 0.5 and abs(q[i] - v) < 0.5 for i in (0, 1) for v in (0.0, page[i]))


# The country bends what is drawn on it


def warped(p: Point, reach: float = 8.0) -> Point:
    """A point moved a little, its neighbours moved alike: smooth chance made of waves that never fall together."""
    x, y = p
    dx = sin(x * 0.021 + y * 0.013 + 1.3) + 0.7 * sin(x * 0.047 - y * 0.039 + 4.1) + 0.5 * sin(y * 0.083 + x * 0.017)
    dy = sin(y * 0.019 - x * 0.015 + 2.6) + 0.7 * sin(y * 0.044 + x * 0.036 + 0.4) + 0.5 * sin(x * 0.079 - y * 0.023)
    return x + reach * dx, y + reach * dy


class Country:
    """What bends borders: the lie of the land and the beds of great rivers; towns and the edge of the page do not."""

    def __init__(self, page: tuple[float, float], sites: Iterable[Point], beds: Iterable[list[Point]]) -> None:
        self.page, self.sites = page, list(sites)
        self._beds: dict[tuple[int, int], list[Point]] = {}
        for bed in beds:
            for p in bed:
                self._beds.setdefault((int(p[0] // _PULL), int(p[1] // _PULL)), []).append(p)

    def bend(self, p: Point) -> Point:
        at_edge = min(p[0], p[1], self.page[0] - p[0], self.page[1] - p[1])
        free = min(max(at_edge / 50, 0.0), 1.0) * min(max((self._town(p) - 16) / 26, 0.0), 1.0)
        moved = between(p, warped(p), free)
        near = (
            min((hypot(q[0] - moved[0], q[1] - moved[1]), q) for q in self._near(moved)) if self._near(moved) else None
        )
        if near is None or near[0] > _PULL:
            return moved
        share = min(1.0, 1.6 * (1 - near[0] / _PULL)) * free
        return between(moved, near[1], share)

    def _town(self, p: Point) -> float:
        return min((hypot(q[0] - p[0], q[1] - p[1]) for q in self.sites), default=1e6)

    def _near(self, p: Point) -> list[Point]:
        column, row = int(p[0] // _PULL), int(p[1] // _PULL)
        return [q for c in (-1, 0, 1) for r in (-1, 0, 1) for q in self._beds.get((column + c, row + r), ())]


_PULL = 30.0  # a river draws borders into its bed from so far away


def tints(sites: Iterable[str], edges: Iterable[tuple[str, str]], count: int) -> dict[str, int]:
    """A colour for every area, another than its neighbours have: the most hemmed in chooses first."""
    near: dict[str, set[str]] = {id: set() for id in sites}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    found: dict[str, int] = {}
    while len(found) < len(near):
        left = [id for id in near if id not in found]
        id = max(left, key=lambda id: (len({found[n] for n in near[id] if n in found}), len(near[id]), id))
        used = [found[n] for n in near[id] if n in found]
        found[id] = min(range(count), key=lambda colour: (used.count(colour), colour))
    return found
