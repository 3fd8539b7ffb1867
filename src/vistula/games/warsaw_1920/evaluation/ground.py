"""Tables of the map for the computer players: those of every map, and the cities of this one."""

from __future__ import annotations

from functools import cache

from vistula.board.hexes import members
from vistula.players.kit.ground import Ground as AnyGround

from ..model import ARTILLERY, POLAND, Model


class Ground(AnyGround):
    """What follows from the map alone; made once for each model."""

    def __init__(self, m: Model) -> None:
        # Russians may cross into East Prussia, but they never come back
        super().__init__(m.grid, m.cost, m.enterable[POLAND])
        self.m = m
        self.cities = members(m.city | m.major)
        self.times = tuple(  # what a defender is multiplied by, a river nearly all round him counting half
            1.5 if m.defence[h] < 2 and m.river[h].bit_count() >= 3 else float(m.defence[h]) for h in range(m.grid.size)
        )
        self.factor = tuple(0 if m.kind[u] == ARTILLERY else m.cf[u] for u in m.units)
        self.vp = {city: m.points.major if m.major >> city & 1 else m.points.city for city in self.cities}


@cache
def ground_of(m: Model) -> Ground:
    return Ground(m)
