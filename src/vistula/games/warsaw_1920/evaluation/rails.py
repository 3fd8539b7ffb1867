"""Railways at the end of the game: which hexes cut enemy cities off from their sources, which join own cities again."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.parts.traces import hanging, spread

from ..rules.queries import controlled, own_sources, unblocked, zoc
from ..state import State
from .ground import Ground


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
