"""Tables of the map for the computer players: those of every map, the cities of this one; and railways at the end of
the game: which hexes cut enemy cities off from their sources, which join own cities again.
"""

from __future__ import annotations

from functools import cache

from vistula.board.hexes import members
from vistula.parts.traces import hanging, spread
from vistula.players.kit.ground import Ground as AnyGround

from ..model import ARTILLERY, POLAND, Model
from ..rules.queries import controlled, own_sources, unblocked, zoc
from ..state import State


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


def city_points(s: State, ground: Ground, side: int) -> dict[int, int]:
    """[4.1.1c] The points of a side's cities that hang on a railway trace; Warsaw's do not."""
    held = controlled(s, side) & ~(1 << s.m.warsaw)
    return {city: vp for city, vp in ground.vp.items() if held >> city & 1}


def cuts(s: State, ground: Ground, foe: int) -> dict[int, int]:
    """By railway hex: the points the enemy loses if a zone of control lies on it and no unit of his."""
    rails = unblocked(s, foe) & s.m.rail_hexes
    points = city_points(s, ground, foe)
    found = hanging(s.m.rail_around, own_sources(s, foe) & rails, rails, points)
    return {hex: lost for hex, lost in found.items() if lost and not s.occupied[foe] >> hex & 1}


def joints(s: State, ground: Ground, me: int) -> dict[int, int]:
    """By railway hex: the points won if an own unit stands on it, where an enemy zone bars the trace now."""
    links = s.m.rail_around
    rails = unblocked(s, me) & s.m.rail_hexes
    points = city_points(s, ground, me)
    linked = spread(links, own_sources(s, me), rails)
    barred = zoc(s, 1 - me) & s.m.rail_hexes & ~s.occupied[me] & ~s.occupied[1 - me]
    found = {}
    for hex in members(barred):
        if links[hex] & linked:
            won = spread(links, links[hex] & rails & ~linked, rails & ~linked) | 1 << hex
            total = sum(vp for city, vp in points.items() if won >> city & 1)
            if total:
                found[hex] = total
    return found
