"""Railways laid from station to station: through the hexes that lie least beside the straight line between the two."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

from surveying.earth import Point
from surveying.sheet import Cell, Sheet, Side
from surveying.waters import to_segment

Station = tuple[Cell, Point]  # the hex and the exact point


class Tracks:
    """All links; ``wet`` hexes are never entered."""

    def __init__(self, sheet: Sheet, stations: dict[str, Station], lines: list[list[str]], wet: set[Cell]) -> None:
        self.sheet, self.wet = sheet, wet
        self.links: dict[Side, None] = {}
        for line in lines:
            for a, b in pairwise(line):
                self._lay(stations[a], stations[b])

    def _lay(self, one: Station, other: Station) -> None:
        if not self.sheet.near(one[0]):
            one, other = other, one
        if not self.sheet.near(one[0]):
            return
        if not self.sheet.near(other[0]):
            other = self._clipped(one, other)
        way = self._way(one, other)
        for a, b in pairwise(way):
            self.links.setdefault(frozenset((a, b)))

    def _clipped(self, one: Station, other: Station) -> Station:
        """The last hex near the sheet on the way to a station far outside."""
        (cell, (x1, y1)), (_, (x2, y2)) = one, other
        last: Station = one
        for i in range(61):
            at = x1 + (x2 - x1) * i / 60, y1 + (y2 - y1) * i / 60
            cell = self.sheet.at(*at)
            if not self.sheet.near(cell):
                break
            last = cell, at
        return last

    def _way(self, one: Station, other: Station) -> list[Cell]:
        (start, a), (goal, b) = one, other
        queue: list[tuple[float, Cell]] = [(0.0, start)]
        cost = {start: 0.0}
        before: dict[Cell, Cell] = {}
        while queue:
            spent, here = heappop(queue)
            if here == goal:
                break
            if spent > cost[here]:
                continue
            for onward in self.sheet.around(here):
                if (onward != goal and not self.sheet.near(onward)) or onward in self.wet:
                    continue
                price = 1 + 1.5 * to_segment(self.sheet.centre(onward), a, b) ** 2
                price *= 0.85 if frozenset((here, onward)) in self.links else 1
                if spent + price < cost.get(onward, 1e9):
                    cost[onward], before[onward] = spent + price, here
                    heappush(queue, (spent + price, onward))
        if goal != start and goal not in before:
            return []
        way = [goal]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[::-1]
