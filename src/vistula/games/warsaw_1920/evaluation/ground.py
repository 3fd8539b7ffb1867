"""Tables of the map for the computer players: travelling distances, free reach, hexes that can be struck from afar."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from vistula.board.hexes import collect, members
from vistula.games.warsaw_1920.model import POLAND, Model

FAR = 99


class Ground:
    """What follows from the map alone; made once for each model."""

    def __init__(self, m: Model) -> None:
        self.m = m
        self.open = m.enterable[POLAND]  # Russians may cross into East Prussia, but they never come back
        self.roads: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple((n, c) for n, c in m.cost[h].items() if self.open >> n & 1) if self.open >> h & 1 else ()
            for h in range(m.grid.size)
        )
        self.cities = members(m.city | m.major)
        self.travel = {city: self.distances([city]) for city in self.cities}
        self.vp = {city: m.vp_major if m.major >> city & 1 else m.vp_city for city in self.cities}
        self._within: dict[tuple[int, int], int] = {}
        self._strikes: dict[tuple[int, int], tuple[int, ...]] = {}
        self._around: dict[int, tuple[int, ...]] = {}

    def distances(self, sources: list[int], blocked: int = 0) -> list[int]:
        """Movement points from each hex to the nearest of these, as if no enemy were there; FAR if there is no way."""
        best = [FAR] * self.m.grid.size
        heap = [(0, h) for h in sources]
        for h in sources:
            best[h] = 0
        while heap:
            d, h = heappop(heap)
            if d > best[h]:
                continue
            for n, c in self.roads[h]:
                if d + c < best[n] and not blocked >> n & 1:
                    best[n] = d + c
                    heappush(heap, (d + c, n))
        return best

    def within(self, hex: int, allowance: int) -> int:
        """The hexes that a unit could move to over empty ground."""
        key = hex, allowance
        found = self._within.get(key)
        if found is None:
            found = self._within[key] = collect(reach(self, hex, allowance, 0, 0)) if allowance else 1 << hex
        return found

    def strikes(self, hex: int, allowance: int) -> tuple[int, ...]:
        """The hexes that a unit could attack after one move over empty ground; with no allowance, its neighbours."""
        key = hex, allowance
        found = self._strikes.get(key)
        if found is None:
            within = self.within(hex, allowance)
            struck = (self.m.grid.dilate(within) | within) & self.open
            found = self._strikes[key] = tuple(members(struck))
        return found

    def near(self, hex: int) -> tuple[int, ...]:
        """A hex and its neighbours, as far as both sides may enter them."""
        found = self._around.get(hex)
        if found is None:
            around = (1 << hex | self.m.around[hex]) & self.open
            found = self._around[hex] = tuple(members(around))
        return found


def reach(ground: Ground, start: int, allowance: int, barred: int, ezoc: int, whole: bool = True) -> dict[int, int]:
    """[10.3a, 7.1a, 7.1b] Every hex a unit can move to, with the hex before it on the cheapest way.

    `whole` says that it has spent nothing yet.
    """
    left = {start: allowance}
    before = {start: start}
    layers: list[list[int]] = [[] for _ in range(allowance + 1)]
    if whole:
        first = barred | ezoc if ezoc >> start & 1 else barred
        for n, cost in ground.roads[start]:
            if not first >> n & 1:
                rest = max(0, allowance - cost)  # [10.3b] one hex is always possible
                left[n], before[n] = rest, start
                layers[rest].append(n)
    else:
        layers[allowance].append(start)
    for points in range(allowance, 0, -1):
        for h in layers[points]:
            if left[h] != points or ezoc >> h & 1:
                continue
            for n, cost in ground.roads[h]:
                rest = points - cost
                if rest >= 0 and left.get(n, -1) < rest and not barred >> n & 1:
                    left[n], before[n] = rest, h
                    layers[rest].append(n)
    return before


def way(before: dict[int, int], goal: int) -> list[int]:
    """The hexes from the start, which is left out, to the goal."""
    path = []
    while before[goal] != goal:
        path.append(goal)
        goal = before[goal]
    path.reverse()
    return path


@cache
def ground_of(m: Model) -> Ground:
    return Ground(m)
