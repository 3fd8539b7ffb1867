"""Distances that never change: how far a marching division is from every green city."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from vistula.board.hexes import members
from vistula.games.west_was_saved.model import Model

FAR = 99


class Ground:
    """The map as a planner sees it."""

    def __init__(self, m: Model) -> None:
        self.cities = tuple(members(m.victory))
        self.capitals = (m.warsaw, m.smolensk)  # by side
        self.travel = {city: _travel(m, city) for city in self.cities}
        self.cost = tuple(2 if m.difficult >> hex & 1 else 1 for hex in range(m.grid.size))


def _travel(m: Model, goal: int) -> tuple[int, ...]:
    """Movement points of infantry from every hex to a goal, over ground that is open from the start."""
    found = [FAR] * m.grid.size
    queue = [(0, goal)]
    while queue:
        spent, hex = heappop(queue)
        if spent >= found[hex]:
            continue
        found[hex] = spent
        step = 2 if m.difficult >> hex & 1 else 1
        for to in m.next[hex]:
            if not m.east_prussia >> to & 1 and spent + step < found[to]:
                heappush(queue, (spent + step, to))
    return tuple(found)


@lru_cache(maxsize=4)
def ground_of(m: Model) -> Ground:
    return Ground(m)
