"""Railways at the end of the game: which hexes cut enemy cities off from their sources, which join own cities again."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.board.trace import spread
from vistula.games.warsaw_1920.evaluation.ground import Ground
from vistula.games.warsaw_1920.rules.queries import controlled, own_sources, unblocked, zoc
from vistula.games.warsaw_1920.state import State


def city_points(s: State, ground: Ground, side: int) -> dict[int, int]:
    """[4.1.1c] The points of a side's cities that hang on a railway trace; Warsaw's do not."""
    held = controlled(s, side) & ~(1 << s.m.warsaw)
    return {city: vp for city, vp in ground.vp.items() if held >> city & 1}


def cuts(s: State, ground: Ground, foe: int) -> dict[int, int]:
    """By railway hex: the points the enemy loses if a zone of control lies on it and no unit of his."""
    rails = unblocked(s, foe) & s.m.rail_hexes
    points = city_points(s, ground, foe)
    found = Severance(s, rails, points).lost(own_sources(s, foe) & rails)
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


class Severance:
    """What hangs on each hex of a railway net: one walk through the net, after Tarjan."""

    def __init__(self, s: State, rails: int, points: dict[int, int]) -> None:
        self.links, self.rails, self.points = s.m.rail_around, rails, points
        self.order: dict[int, int] = {}
        self.low: dict[int, int] = {}
        self.weight: dict[int, int] = {}
        self.found: dict[int, int] = {}

    def lost(self, sources: int) -> dict[int, int]:
        """By hex: the points that are cut off from all sources without it."""
        for source in members(sources):
            self._enter(source)
        for source in members(sources):
            self._walk(source, sources & ~(1 << source))
        return self.found

    def _enter(self, hex: int) -> None:
        self.low[hex] = self.order[hex] = len(self.order) + 1
        self.weight[hex] = self.points.get(hex, 0)
        self.found[hex] = self.weight[hex]

    def _walk(self, root: int, others: int) -> None:
        """From one source on; what also reaches another source hangs on neither of them."""
        trail = [(root, members(self.links[root] & self.rails))]
        while trail:
            hex, left = trail[-1]
            if left:
                other = left.pop()
                if other not in self.order:
                    self._enter(other)
                    trail.append((other, members(self.links[other] & self.rails & ~(1 << hex))))
                else:
                    self.low[hex] = min(self.low[hex], 0 if others >> other & 1 else self.order[other])
            else:
                trail.pop()
                if trail:
                    self._leave(hex, trail[-1][0])

    def _leave(self, hex: int, before: int) -> None:
        self.low[before] = min(self.low[before], self.low[hex])
        self.weight[before] += self.weight[hex]
        if self.low[hex] >= self.order[before]:
            self.found[before] += self.weight[hex]
