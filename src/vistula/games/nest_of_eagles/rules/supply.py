"""15.0 – 15.2 Supply: a route of at most 6 MP to an urban hex whose railroad reaches a source. Attrition: below."""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import members
from vistula.parts.layers import reach_back
from vistula.parts.sides import Sides, back_through, gates_of, minus

from ..model import LITHUANIA, SOVIET, Model
from ..state import HELD_BY_LITHUANIA, State, stands
from .ground import enemy_lines, unhindered, unless_met
from .queries import in_play, open_towns

ROUTE = 6


def supplied_hexes(s: State, owner: int) -> int:
    """[15.0a, 15.2a] The hexes in which a unit of an owner (Poland, Soviets, Lithuania) is In Supply."""
    side = side_of_owner(owner)
    towns, open_ = s.m.urban & s.held[owner], open_towns(s, owner)
    return _fed(s.m, owner, enemy_lines(s, side), s.occupied[side], s.occupied[1 - side], towns, open_, in_play(s))


@lru_cache(maxsize=256)
def _fed(m: Model, owner: int, lof: Sides, friends: int, foes: int, towns: int, open_: int, land: int) -> int:
    """[15.0b, 15.0c] Routes avoid enemy units, and enemy LOF unless a friend is in the hex entered (N-36, N-58)."""
    blocked = unless_met(m, lof, friends)
    ground = unhindered(m, side_of_owner(owner), blocked, foes | ~land & m.grid.valid)
    goals = _net(m, owner, blocked, foes | m.urban & ~open_) & towns
    return reach_back(ground, goals, ROUTE).within(ROUTE) | m.fortresses


def side_of_owner(owner: int) -> int:
    return SOVIET if owner == HELD_BY_LITHUANIA else owner


def connected(s: State, owner: int) -> int:
    """[15.0a, 15.0b] The hexes with a railroad connection to a source of supply (N-37)."""
    side = side_of_owner(owner)
    blocked = unless_met(s.m, enemy_lines(s, side), s.occupied[side])
    foreign = s.m.urban & ~open_towns(s, owner)
    return _net(s.m, owner, blocked, s.occupied[1 - side] | foreign)


@lru_cache(maxsize=256)
def _net(m: Model, owner: int, blocked: Sides, shut: int) -> int:
    """The rail net that hangs together with the sources, over open hexes."""
    rails = gates_of(m.grid, minus(m.rails, blocked))
    found = edge = m.rail_sources[owner] & ~shut
    while edge:
        edge = back_through(rails, edge) & ~shut & ~found
        found |= edge
    return found


def owner_of(s: State, unit: int) -> int:
    return HELD_BY_LITHUANIA if s.m.front[unit] == LITHUANIA else s.m.side[unit]


def in_supply(s: State, unit: int) -> bool:
    """[15.0a] Whether a unit is In Supply; cars and trucks that were so stay so for the turn [3.4.4d, 19.5d]."""
    if s.supplied_cars >> unit & 1:
        return True
    return bool(supplied_hexes(s, owner_of(s, unit)) >> stands(s, unit) & 1)


def out_of_supply(s: State, units: int) -> list[int]:
    """The units of a set on the map that are Out of Supply."""
    found: dict[int, int] = {}
    lost = []
    for unit in members(units & ~s.supplied_cars):
        hex = s.place[unit]
        if hex >= 0:
            owner = owner_of(s, unit)
            if owner not in found:
                found[owner] = supplied_hexes(s, owner)
            if not found[owner] >> hex & 1:
                lost.append(unit)
    return lost
