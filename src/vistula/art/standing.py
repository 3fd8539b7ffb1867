"""Where pieces stand on a board of areas: in the open part of their area, beside its town rather than on it."""

from __future__ import annotations

from math import hypot

from vistula.art.areashapes import Polygon
from vistula.board.layout import Point

ENOUGH = 74.0
"""Room on every side of a place beyond which more is of no use."""
_TOWN = 58.0
_GRID = 24


def standing_place(cell: Polygon, town: Point) -> Point:
    """The place in an area (a convex cell around its town) that is far from all borders and clear of the town."""
    left, right = min(p[0] for p in cell), max(p[0] for p in cell)
    top, bottom = min(p[1] for p in cell), max(p[1] for p in cell)
    places = [
        (left + (right - left) * i / _GRID, top + (bottom - top) * j / _GRID)
        for i in range(1, _GRID)
        for j in range(1, _GRID)
    ]
    return max([*places, town], key=lambda place: _worth(cell, town, place))


def _worth(cell: Polygon, town: Point, place: Point) -> float:
    room = border_distance(cell, place)
    away = hypot(place[0] - town[0], place[1] - town[1])
    on_town = max(0.0, _TOWN - away) * 0.55
    return min(room, ENOUGH) - on_town - away * 0.12 if room > 0 else room - 1000


def border_distance(cell: Polygon, place: Point) -> float:
    """How far a place lies inside a convex polygon; below zero outside."""
    turn = _area(cell)
    least = float("inf")
    for (ax, ay), (bx, by) in zip(cell, cell[1:] + cell[:1], strict=True):
        length = hypot(bx - ax, by - ay)
        if length:
            across = ((bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)) / length
            least = min(least, across if turn > 0 else -across)
    return least


def _area(cell: Polygon) -> float:
    """Twice the area; its sign tells which way round the corners go."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(cell, cell[1:] + cell[:1], strict=True))
