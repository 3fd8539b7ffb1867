"""Pure questions over a state, true or masked: stacking (6), zones of control (7), traces (4.1.2, 9.1, 12.3)."""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import collect, flood, members
from vistula.parts import zones
from vistula.parts.pieces import stacks
from vistula.parts.stacking import broken, full, over
from vistula.parts.traces import spread

from ..model import POLAND, RUSSIA, Model
from ..state import State

# -- 6.0 stacking ---------------------------------------------------------------------------------------


def beside(s: State, unit: int) -> list[tuple[int, int]]:
    """The other units of a side on the map with their hexes. Of an unseen one only its colour counts, so any unit of
    that colour stands in for it."""
    m, place = s.m, s.place
    side = m.side[unit]
    found = [(place[u], u) for u in m.units_of[side] if place[u] >= 0 and u != unit]
    return found + [(ghost.hex, m.nation.index(ghost.nation)) for ghost in s.ghosts] if side == POLAND else found


def full_for(s: State, unit: int) -> int:
    """[6.0a, 6.0b, 6.0d, 6.0e, 6.2a] Hexes held by own units in which this unit could not end a phase."""
    return full(s.m.stacking[s.m.side[unit]], unit, beside(s, unit))


def legal_stack(s: State, units: list[int]) -> bool:
    """[6.0a, 6.0b, 6.0d, 6.0e, 6.2a, 6.2b] Whether these units may share a hex at the end of a phase."""
    return _lawful(s.m, tuple(units))


@lru_cache(maxsize=1 << 16)
def _lawful(m: Model, units: tuple[int, ...]) -> bool:
    """The same few stacks are asked about again and again."""
    return not units or broken(m.stacking[m.side[units[0]]], units) is None


def units_over(s: State, units: list[int]) -> list[int]:
    """[6.1b, 6.2a] The units of a stack over the limit that may be eliminated for it: in a mixture any (W-44)."""
    return over(s.m.stacking[s.m.side[units[0]]], units)


def overstacked_hexes(s: State, side: int) -> list[int]:
    """[6.1a, 6.1c] Hexes of a side whose stacks break a limit now; inside a phase that costs nothing."""
    found = stacks(s.place, s.m.units_of[side])
    return sorted(hex for hex, units in found.items() if len(units) > 1 and not legal_stack(s, units))


# -- 7.0 zones of control -------------------------------------------------------------------------------


def zoc(s: State, side: int) -> int:
    """[7.0a, 7.0b] All hexes in a side's zone of control: next to a unit that is neither artillery nor disrupted."""
    return s.m.grid.dilate(s.zoc_from[side]) & s.m.land


def in_enemy_zoc(s: State, side: int, hex: int) -> bool:
    return bool(s.m.around[hex] & s.zoc_from[1 - side])


def undisrupted(s: State, side: int) -> int:
    """[7.0b, 7.0a] Hexes where a side has a unit that is not disrupted: all its zones come from them, and its guns."""
    guns = s.m.artillery & ~s.disrupted if side == RUSSIA else 0
    return s.zoc_from[side] | collect([s.place[u] for u in members(guns) if s.place[u] >= 0])


# -- traces ---------------------------------------------------------------------------------------------


def unblocked(s: State, side: int) -> int:
    """[4.1.2b, 7.3a, 12.3d] Hexes that a trace may use: no enemy unit, and no enemy zone without a friendly unit."""
    return zones.unblocked(s.m.land, s.occupied[1 - side], zoc(s, 1 - side), s.occupied[side])


def controlled(s: State, side: int) -> int:
    """[3.4a] Hexes that a side controls."""
    return s.russian if side == RUSSIA else s.m.land & ~s.russian


def most_points(s: State, front: int) -> int:
    """[8.3.1a, 8.4a] The most a Front can have: the limit of resupply, and the cities liberated so far (W-15)."""
    liberated = s.paid & s.m.polish_start & (s.m.city | s.m.major)
    return s.m.supply[front].maximum + s.m.resupply.liberated * liberated.bit_count()


def own_sources(s: State, side: int) -> int:
    """[4.1.2a] The friendly supply sources that a side still controls."""
    return s.m.sources[side] & controlled(s, side)


def railed(s: State, side: int) -> int:
    """[4.1.1c, 9.1a] Hexes joined by unblocked railroad to a controlled friendly supply source, ends included."""
    return _rail_net(s.m, own_sources(s, side), unblocked(s, side) & s.m.rail_hexes)


@lru_cache(maxsize=2048)
def _rail_net(m: Model, sources: int, free: int) -> int:
    """Many states have the same railways open: most moves neither block nor free one."""
    return spread(m.rail_around, sources, free)


def in_communication(s: State, side: int) -> int:
    """[12.3a, 12.3b, 12.3d] Hexes from which a line of communication leads to a city or source of the side."""
    m = s.m
    free = unblocked(s, side) & (m.enterable[POLAND] if side == POLAND else m.land)
    ends = (m.major | m.city | m.sources[side]) & controlled(s, side) & free
    return flood(m.grid, ends, free)
