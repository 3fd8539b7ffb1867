"""Rivers, trenches and other lines laid along hexsides.

A line runs along the side between two hexes if it passes between them: if the straight way from one hex to the other
crosses it an odd number of times. The way starts from the middle of a hex, in a town hex from the town itself, so that
every town comes to stand on its true bank and every line is unbroken by construction. What is left to mend are the
ends: short fragments at the edge, and mouths of tributaries that stop one side short of their river.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

from surveying.earth import Point
from surveying.sheet import Cell, Sheet, Side

Corner = tuple[int, int]
Ways = dict[Corner, dict[Corner, Side]]


def order(side: Side) -> list[Cell]:
    return sorted(side)


def cut(sheet: Sheet, line: list[Point], middle: dict[Cell, Point]) -> set[Side]:
    """The hexsides along which a line runs."""
    crossed: Counter[Side] = Counter()
    for (x1, y1), (x2, y2) in pairwise(line):
        c0, r0 = sheet.at((x1 + x2) / 2, (y1 + y2) / 2)
        reach = 2 + int(hypot(x2 - x1, y2 - y1))
        for c in range(c0 - reach, c0 + reach + 1):
            for r in range(r0 - reach, r0 + reach + 1):
                if (c, r) in middle:
                    for other in sheet.around((c, r))[:3]:
                        if other in middle and _cross((x1, y1), (x2, y2), middle[c, r], middle[other]):
                            crossed[frozenset(((c, r), other))] += 1
    return {side for side, times in crossed.items() if times % 2}


def _cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    (x1, y1), (x2, y2), (ax, ay), (bx, by) = p, q, a, b
    d = (x2 - x1) * (by - ay) - (y2 - y1) * (bx - ax)
    if d == 0:
        return False
    t = ((ax - x1) * (by - ay) - (ay - y1) * (bx - ax)) / d
    u = ((ax - x1) * (y2 - y1) - (ay - y1) * (x2 - x1)) / d
    return 0 <= t < 1 and 0 <= u < 1


def key(point: Point) -> Corner:
    return round(point[0] * 6), round(point[1] * 6 * 1.1547)


def spot(corner: Corner) -> Point:
    return corner[0] / 6, corner[1] / 6.928


def ends(sheet: Sheet, side: Side) -> tuple[Corner, Corner]:
    one, other = order(side)
    i, corners = sheet.around(one).index(other), sheet.corners(one)
    return key(corners[i]), key(corners[(i + 1) % 6])


def lattice(sheet: Sheet) -> Ways:
    """From corner to corner along hexsides."""
    ways: Ways = {}
    for cell in sheet.wide:
        corners = [key(p) for p in sheet.corners(cell)]
        for i, other in enumerate(sheet.around(cell)):
            a, b = corners[i], corners[(i + 1) % 6]
            side = frozenset((cell, other))
            ways.setdefault(a, {})[b] = ways.setdefault(b, {})[a] = side
    return ways


def pieces(sheet: Sheet, sides: Iterable[Side]) -> list[set[Side]]:
    """Sides that hang together."""
    at: dict[Corner, list[Side]] = {}
    ordered = sorted(sides, key=order)
    for side in ordered:
        for corner in ends(sheet, side):
            at.setdefault(corner, []).append(side)
    seen: set[Side] = set()
    found = []
    for side in ordered:
        if side in seen:
            continue
        piece, queue = {side}, [side]
        for here in queue:
            onward = [s for corner in ends(sheet, here) for s in at[corner] if s not in piece]
            piece.update(onward)
            queue += list(dict.fromkeys(onward))
        seen |= piece
        found.append(piece)
    return found


class Waters:
    """The rivers of a sheet: every hexside with the river that it carries."""

    def __init__(self, sheet: Sheet, courses: dict[str, list[Point]], middle: dict[Cell, Point], least: int) -> None:
        self.sheet, self.courses, self.ways = sheet, courses, lattice(sheet)
        self.sides: dict[Side, str] = {}
        for name, line in courses.items():
            on = {s for s in cut(sheet, line, middle) if any(sheet.on(c) for c in s)}
            for piece in pieces(sheet, on):
                if len(piece) >= least:
                    for side in sorted(piece, key=order):
                        self.sides.setdefault(side, name)
        for name in courses:
            self._mend(name)
        for name in courses:
            self._join(name)

    def of(self, name: str) -> set[Side]:
        return {side for side, river in self.sides.items() if river == name}

    def _add(self, sides: Iterable[Side], name: str) -> None:
        for side in sides:
            if any(self.sheet.on(c) for c in side):
                self.sides.setdefault(side, name)

    # -- one river in several pieces

    def _mend(self, name: str, most: int = 3) -> None:
        """Join pieces of one river whose loose ends are a few sides apart."""
        own = self.of(name)
        for _ in range(6):
            parts = pieces(self.sheet, own)
            if len(parts) < 2:
                return
            part_of = {corner: i for i, part in enumerate(parts) for s in part for corner in ends(self.sheet, s)}
            degree = Counter(corner for s in own for corner in ends(self.sheet, s))
            loose = sorted(corner for corner, count in degree.items() if count == 1)
            ways = [way for corner in loose if (way := self._bridge(corner, part_of, most))]
            if not ways:
                return
            best = min(ways, key=len)
            self._add(best, name)
            own |= set(best)

    def _bridge(self, start: Corner, part_of: dict[Corner, int], most: int) -> list[Side]:
        queue: deque[tuple[Corner, list[Side]]] = deque([(start, [])])
        seen = {start}
        while queue:
            here, way = queue.popleft()
            if len(way) > most:
                break
            if way and here in part_of and part_of[here] != part_of[start]:
                return way
            for onward, side in self.ways[here].items():
                if onward not in seen:
                    seen.add(onward)
                    queue.append((onward, [*way, side]))
        return []

    # -- mouths

    def _join(self, name: str) -> None:
        """Lead a river on to the bed of the one that it flows into."""
        line = self.courses[name]
        for end in (line[0], line[-1]):
            for other, bed in self.courses.items():
                if other != name and _distance(end, bed) <= 0.3:
                    self._reach(name, other, end)

    def _reach(self, name: str, other: str, end: Point, most: float = 4) -> None:
        own, goal = ({c for s in self.of(river) for c in ends(self.sheet, s)} for river in (name, other))
        if any(abs(spot(c)[0] - end[0]) < 1.5 and abs(spot(c)[1] - end[1]) < 1.5 for c in own & goal):
            return
        start = sorted(c for c in own if _away(c, end) < 2.2)
        goal = {c for c in goal if _away(c, end) < 2.2}
        if start and goal:
            self._add(self._shortest(start, goal, end, most), name)

    def _shortest(self, start: list[Corner], goal: set[Corner], end: Point, most: float) -> list[Side]:
        queue: list[tuple[float, int, Corner]] = []
        cost = dict.fromkeys(start, 0.0)
        before: dict[Corner, Corner] = {}
        for i, corner in enumerate(start):
            heappush(queue, (0.0, i, corner))
        count = len(start)
        while queue:
            spent, _, here = heappop(queue)
            if here in goal:
                way = []
                while here in before:
                    way.append(self.ways[here][before[here]])
                    here = before[here]
                return way
            if spent >= most:
                continue
            for onward in self.ways[here]:
                price = spent + 1 + 0.2 * _away(onward, end)
                if price < cost.get(onward, 99):
                    cost[onward], before[onward] = price, here
                    count += 1
                    heappush(queue, (price, count, onward))
        return []


def _away(corner: Corner, point: Point) -> float:
    x, y = spot(corner)
    return hypot(x - point[0], y - point[1])


def _distance(point: Point, line: list[Point]) -> float:
    return min(to_segment(point, a, b) for a, b in pairwise(line))


def to_segment(point: Point, a: Point, b: Point) -> float:
    (x, y), (x1, y1), (x2, y2) = point, a, b
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1e-9
    t = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
    return hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1))
