"""Distances that never change: how far a marching division is from every green city."""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import members
from vistula.parts.layers import ground, reach_back
from vistula.parts.sides import leaving

from ..model import Model

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
    free = m.land & ~m.east_prussia
    open_ground = ground(m.grid, {1: free & ~m.difficult, 2: free & m.difficult}, closed=leaving(~free))
    layers = reach_back(open_ground, 1 << goal, FAR - 1).reached
    found = [FAR] * m.grid.size
    for points, layer in enumerate(layers):
        for hex in members(layer):
            found[hex] = points
    return tuple(found)


@lru_cache(maxsize=4)
def ground_of(m: Model) -> Ground:
    return Ground(m)
