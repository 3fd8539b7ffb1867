"""The shapes of areas: each takes the ground nearest to its point, with borders that wander as if drawn by hand.

A border is bent by halving: the middle of each piece is pushed aside by an amount that depends on its two ends alone,
so that two neighbours always agree about the line between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from vistula.board.layout import luck
from vistula.board.svg import Point, add, aside, between

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


def drawn(polygon: Polygon, page: tuple[float, float]) -> Polygon:
    """The outline with borders bent as a hand would draw them; along the edge of the page they stay straight."""
    line: Polygon = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        line += [p] if _on_edge(p, q, page) else border(p, q)[:-1]
    return line


def border(p: Point, q: Point) -> list[Point]:
    """A bent line between two points: the same, the other way round, from the other end."""
    a, b = min(_rounded(p), _rounded(q)), max(_rounded(p), _rounded(q))
    line = _bent(a, b, 3)
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
