"""Railways at the end of the game: which hexes cut enemy cities off from their sources, which join own cities again."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.board.trace import spread
from vistula.games.warsaw_1920.evaluation.ground import Ground
from vistula.games.warsaw_1920.queries import controlled, own_sources, unblocked, zoc
from vistula.games.warsaw_1920.state import State


def linked_points(s: State, ground: Ground, side: int, open_rails: int) -> int:
    """[4.1.1c] The points of a side's cities that these railway hexes join to its sources."""
    linked = spread(s.m.rail_around, own_sources(s, side), open_rails)
    held = controlled(s, side) & linked & ~(1 << s.m.warsaw)
    return sum(vp for city, vp in ground.vp.items() if held >> city & 1)


def cuts(s: State, ground: Ground, foe: int) -> dict[int, int]:
    """By railway hex: the points the enemy loses if a zone of control lies on it."""
    rails = unblocked(s, foe) & s.m.rail_hexes
    whole = linked_points(s, ground, foe, rails)
    found = {}
    for hex in members(rails & ~s.occupied[foe]):
        lost = whole - linked_points(s, ground, foe, rails & ~(1 << hex))
        if lost:
            found[hex] = lost
    return found


def joints(s: State, ground: Ground, me: int) -> dict[int, int]:
    """By railway hex: the points won if an own unit stands on it, where an enemy zone bars the trace now."""
    rails = unblocked(s, me) & s.m.rail_hexes
    barred = zoc(s, 1 - me) & s.m.rail_hexes & ~s.occupied[me] & ~s.occupied[1 - me]
    whole = linked_points(s, ground, me, rails)
    found = {}
    for hex in members(barred):
        won = linked_points(s, ground, me, rails | 1 << hex) - whole
        if won:
            found[hex] = won
    return found
