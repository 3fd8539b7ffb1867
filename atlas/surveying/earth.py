"""The Earth on a map sheet: the projection, the fit of a game's grid to it, and a smooth warp.

All layers are in degrees (longitude, latitude). They are projected by Lambert's conformal conic with standard parallels
at 50° and 55° north, so that the whole theatre keeps its shape. A game's grid is an affine picture of that plane; where
a rulebook prints numbers beside names, a warp of at most about a hex brings those names into their hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan, cos, exp, hypot, log, pi, radians, sin, sqrt, tan

import msgspec

Point = tuple[float, float]

A = 6378.137  # the ellipsoid of 1984, in kilometres
E = 0.0818191908426215
LAT_1, LAT_2, LAT_0, LON_0 = 50.0, 55.0, 52.0, 25.0


def _m(lat: float) -> float:
    return cos(lat) / sqrt(1 - (E * sin(lat)) ** 2)


def _t(lat: float) -> float:
    s = E * sin(lat)
    return float(tan(pi / 4 - lat / 2) / ((1 - s) / (1 + s)) ** (E / 2))


N = (log(_m(radians(LAT_1))) - log(_m(radians(LAT_2)))) / (log(_t(radians(LAT_1))) - log(_t(radians(LAT_2))))
F = _m(radians(LAT_1)) / (N * _t(radians(LAT_1)) ** N)
RHO_0 = A * F * _t(radians(LAT_0)) ** N


def kilometres(lon: float, lat: float) -> Point:
    """East and north of 25° east, 52° north."""
    rho, theta = A * F * _t(radians(lat)) ** N, N * radians(lon - LON_0)
    return rho * sin(theta), RHO_0 - rho * cos(theta)


def degrees(east: float, north: float) -> Point:
    """Longitude and latitude of a point of the plane."""
    rho = hypot(east, RHO_0 - north)
    t = (rho / (A * F)) ** (1 / N)
    lat = pi / 2 - 2 * atan(t)
    for _ in range(6):
        s = E * sin(lat)
        lat = pi / 2 - 2 * atan(t * ((1 - s) / (1 + s)) ** (E / 2))
    return LON_0 + atan((east) / (RHO_0 - north)) / N * 180 / pi, lat * 180 / pi


class Anchor(msgspec.Struct, forbid_unknown_fields=True):
    """A point of the Earth that must come to lie in a hex (or, without one, must stay where it is)."""

    lon: float
    lat: float
    hex: str = ""
    why: str = ""


class Fit(msgspec.Struct, forbid_unknown_fields=True):
    """x = a·east + b·north + x0, y = c·east + d·north + y0; one unit is the distance from hex to hex, y grows down."""

    a: float
    b: float
    c: float
    d: float
    x0: float
    y0: float
    sigma: float = 3.5  # reach of the warp, in hexes
    slack: float = 0.28  # how far an anchor may lie from the centre of its hex
    anchor: list[Anchor] = []

    def plane(self, lon: float, lat: float) -> Point:
        east, north = kilometres(lon, lat)
        return self.a * east + self.b * north + self.x0, self.c * east + self.d * north + self.y0

    def earth(self, x: float, y: float) -> Point:
        x, y = x - self.x0, y - self.y0
        det = self.a * self.d - self.b * self.c
        return degrees((self.d * x - self.b * y) / det, (-self.c * x + self.a * y) / det)


class Warp:
    """A smooth shift of the plane: a sum of bells around the anchors."""

    def __init__(self, points: Sequence[Point], shifts: Sequence[Point], sigma: float) -> None:
        self.points, self.reach = points, 2 * sigma**2
        bells = [[self._bell(p, q) + (1e-6 if p == q else 0) for q in points] for p in points]
        self.weights = _solve(bells, [list(s) for s in shifts])

    def _bell(self, p: Point, q: Point) -> float:
        return exp(-((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) / self.reach)

    def shift(self, at: Point) -> Point:
        bells = [self._bell(p, at) for p in self.points]
        dx = sum(b * w[0] for b, w in zip(bells, self.weights, strict=True))
        dy = sum(b * w[1] for b, w in zip(bells, self.weights, strict=True))
        return dx, dy


def _solve(matrix: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*row, *values] for row, values in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
