"""The sheet of a game: its hexes as columns and rows on the projected Earth.

A hex is (column, row), flat-topped, both counted from 1; every other column lies half a hex lower. A game whose printed
numbers say it differently (west at the top, say) turns the Earth by its fit and keeps this frame.
"""

from __future__ import annotations

from functools import cached_property
from math import cos, hypot, radians, sin, sqrt

from surveying.earth import Fit, Point, Warp

Cell = tuple[int, int]
Side = frozenset[Cell]
STEP = sqrt(3) / 2  # from column to column


class Sheet:
    """``columns`` times ``rows`` hexes; columns of parity ``down`` lie half a hex lower."""

    def __init__(self, fit: Fit, columns: int, rows: int, down: int) -> None:
        self.fit, self.columns, self.rows, self.down = fit, columns, rows, down
        self._warp: Warp | None = None
        if fit.anchor:
            self._warp = Warp(*self._shifts(), fit.sigma)

    def _shifts(self) -> tuple[list[Point], list[Point]]:
        points, shifts = [], []
        for anchor in self.fit.anchor:
            x, y = self.fit.plane(anchor.lon, anchor.lat)
            points.append((x, y))
            cx, cy = self.centre(cell(anchor.hex)) if anchor.hex else (x, y)
            away = hypot(cx - x, cy - y)
            share = max(0.0, away - self.fit.slack) / away if away else 0.0
            shifts.append(((cx - x) * share, (cy - y) * share))
        return points, shifts

    def xy(self, lon: float, lat: float) -> Point:
        x, y = self.fit.plane(lon, lat)
        dx, dy = self._warp.shift((x, y)) if self._warp else (0.0, 0.0)
        return x + dx, y + dy

    def earth(self, x: float, y: float) -> Point:
        u, v = x, y
        if self._warp:
            for _ in range(6):
                dx, dy = self._warp.shift((u, v))
                u, v = x - dx, y - dy
        return self.fit.earth(u, v)

    def centre(self, cell: Cell) -> Point:
        column, row = cell
        return (column - 1) * STEP, row + (0.5 if column % 2 == self.down else 0.0)

    def corners(self, cell: Cell) -> list[Point]:
        """The corners; from corner i to i + 1 runs the side to neighbour i."""
        x, y = self.centre(cell)
        turns = (radians(a) for a in (-120, -60, 0, 60, 120, 180))
        return [(x + cos(t) / sqrt(3), y + sin(t) / sqrt(3)) for t in turns]

    def at(self, x: float, y: float) -> Cell:
        """The hex under a point."""
        near = round(x / STEP) + 1
        offers = []
        for column in (near - 1, near, near + 1):
            row = round(y - (0.5 if column % 2 == self.down else 0.0))
            for r in (row - 1, row, row + 1):
                cx, cy = self.centre((column, r))
                offers.append(((cx - x) ** 2 + (cy - y) ** 2, (column, r)))
        return min(offers)[1]

    def of(self, lon: float, lat: float) -> Cell:
        return self.at(*self.xy(lon, lat))

    def on(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.columns and 1 <= cell[1] <= self.rows

    def near(self, cell: Cell) -> bool:
        """On the sheet or in the ring of hexes around it."""
        return 0 <= cell[0] <= self.columns + 1 and 0 <= cell[1] <= self.rows + 1

    def around(self, cell: Cell) -> list[Cell]:
        """The neighbours from north, clockwise."""
        c, r = cell
        if c % 2 == self.down:
            return [(c, r - 1), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c - 1, r + 1), (c - 1, r)]
        return [(c, r - 1), (c + 1, r - 1), (c + 1, r), (c, r + 1), (c - 1, r), (c - 1, r - 1)]

    @cached_property
    def cells(self) -> list[Cell]:
        return [(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]

    @cached_property
    def wide(self) -> list[Cell]:
        """All cells and the ring around them."""
        return [(c, r) for c in range(self.columns + 2) for r in range(self.rows + 2)]


def cell(number: str) -> Cell:
    return int(number[:2]), int(number[2:])


def number(cell: Cell) -> str:
    return f"{cell[0]:02d}{cell[1]:02d}"


def side_name(side: Side) -> str:
    return "|".join(sorted(number(c) for c in side))
