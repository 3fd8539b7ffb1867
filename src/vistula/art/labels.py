"""Finding room for words on a map: what is already taken, and which of several places for a label is the best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from vistula.board.layout import Point

_CELL = 48.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """The area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: Box) -> bool:
        inside = self.left >= other.left and self.right <= other.right
        return inside and self.top >= other.top and self.bottom <= other.bottom


@dataclass(slots=True)
class _Taken:
    box: Box
    cost: float  # for each square unit of overlap


class Room:
    """What stands on the page already. Costs say how bad it is to write over a thing."""

    def __init__(self, page: Box) -> None:
        self.page = page
        self._boxes: dict[tuple[int, int], list[_Taken]] = {}
        self._points: dict[tuple[int, int], list[tuple[Point, float]]] = {}

    def take(self, box: Box, cost: float) -> None:
        taken = _Taken(box, cost)
        for cell in _cells(box):
            self._boxes.setdefault(cell, []).append(taken)

    def release(self, box: Box) -> None:
        for cell in _cells(box):
            self._boxes[cell] = [t for t in self._boxes[cell] if t.box != box]

    def take_line(self, points: Iterable[Point], cost: float, step: float = 7.0) -> None:
        """Take up the room of a thin line; the cost is for each ``step`` of its length."""
        line = list(points)
        for a, b in pairwise(line):
            count = max(int(hypot(b[0] - a[0], b[1] - a[1]) / step), 1)
            for i in range(count):
                p = a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count
                self._points.setdefault((int(p[0] // _CELL), int(p[1] // _CELL)), []).append((p, cost))

    def cost(self, box: Box) -> float:
        """How bad it is to write here."""
        if not box.within(self.page):
            return 1e6
        total = 0.0
        seen: set[int] = set()
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        for cell in _cells(box):
            for taken in self._boxes.get(cell, ()):
                if id(taken) not in seen:
                    seen.add(id(taken))
                    total += taken.box.overlap(box) * taken.cost
            for (x, y), cost in self._points.get(cell, ()):
                if left <= x <= right and top <= y <= bottom:
                    total += cost
        return total


def _cells(box: Box) -> list[tuple[int, int]]:
    columns = range(int(box.left // _CELL), int(box.right // _CELL) + 1)
    rows = range(int(box.top // _CELL), int(box.bottom // _CELL) + 1)
    return [(column, row) for column in columns for row in rows]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a label beside a symbol: where its text begins or ends, and how little we like it there."""

    at: Point
    anchor: str
    box: Box
    dislike: float


def spots(centre: Point, radius: float, width: float, size: float) -> list[Spot]:
    """The places for a label of this width and type size around a symbol."""
    x, y = centre
    cap, gap = size * 0.7, 3.5
    below, above = y + radius + gap + cap, y - radius - gap
    level, slant = y + cap / 2, radius * 0.72
    lower, upper = y + radius + cap * 0.8, y - radius * 0.4
    places = [
        ((x, below), "middle", 0.0), ((x, above), "middle", 2.0),
        ((x + radius + gap, level), "start", 1.0), ((x - radius - gap, level), "end", 2.0),
        ((x + slant + gap, y + slant + cap), "start", 2.5), ((x + slant + gap, y - slant), "start", 2.5),
        ((x - slant - gap, y + slant + cap), "end", 3.5), ((x - slant - gap, y - slant), "end", 3.5),
        ((x + width * 0.24, below), "middle", 1.2), ((x - width * 0.24, below), "middle", 1.2),
        ((x + width * 0.24, above), "middle", 3.0), ((x - width * 0.24, above), "middle", 3.0),
        ((x + radius + gap, lower), "start", 3.0), ((x - radius - gap, lower), "end", 4.0),
        ((x + radius + gap, upper), "start", 3.0), ((x - radius - gap, upper), "end", 4.0),
        ((x, below + size * 0.35), "middle", 4.0), ((x, above - size * 0.35), "middle", 5.0),
    ]  # fmt: skip
    return [Spot(at, anchor, text_box(at, anchor, width, size), dislike) for at, anchor, dislike in places]


def text_box(at: Point, anchor: str, width: float, size: float) -> Box:
    left = at[0] - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return Box(left, at[1] - size * 0.74, left + width, at[1] + size * 0.2)
