"""Pure questions over a state, true or masked: stacking (6), zones of control (7), traces (4.1.2, 9.1, 12.3)."""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import flood, members
from vistula.board.trace import spread
from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA, Model
from vistula.games.warsaw_1920.state import State, bits_of, units_at
from vistula.parts.stacking import heights

# -- 6.0 stacking ---------------------------------------------------------------------------------------


def height(s: State, side: int, hex: int) -> int:
    """How many counters of a side lie in a hex, seen or unseen, artillery included."""
    seen = len(units_at(s, side, hex))
    return seen + (sum(ghost.hex == hex for ghost in s.ghosts) if side == POLAND and s.ghosts else 0)


def full_for(s: State, unit: int) -> int:
    """Hexes held by own units in which this unit could not end a phase."""
    return _full_for_pole(s, unit) if s.m.side[unit] == POLAND else _full_for_russian(s, unit)


def _full_for_pole(s: State, unit: int) -> int:
    """[6.0a, 6.0d] Two units of one nationality to a hex."""
    m, place, nation = s.m, s.place, s.m.nation[unit]
    others = [place[u] for u in m.polish if u != unit] + [ghost.hex for ghost in s.ghosts]
    foreign = [place[u] for u in m.polish if u != unit and m.nation[u] != nation and place[u] >= 0]
    foreign += [ghost.hex for ghost in s.ghosts if ghost.nation != nation]
    return heights(others, m.stack_limit[POLAND])[-1] | bits_of(foreign)


def _full_for_russian(s: State, unit: int) -> int:
    """[6.0b, 6.0e, 6.2a] Three units of one Front to a hex, and one artillery unit that does not count."""
    m, place, front = s.m, s.place, s.m.front[unit]
    guns = m.kind[unit] == ARTILLERY
    other_front = [place[u] for u in m.russian if m.front[u] != front and place[u] >= 0]
    like = [place[u] for u in m.russian if u != unit and m.front[u] == front and (m.kind[u] == ARTILLERY) == guns]
    return heights(like, m.artillery_limit if guns else m.stack_limit[RUSSIA])[-1] | bits_of(other_front)


def excess(s: State, side: int, hex: int) -> bool:
    """[6.1b] Whether the stack in a hex breaks a limit."""
    return not legal_stack(s, units_at(s, side, hex))


def legal_stack(s: State, units: list[int]) -> bool:
    """[6.0a, 6.0b, 6.0d, 6.0e, 6.2a, 6.2b] Whether these units may share a hex at the end of a phase."""
    m = s.m
    if not units:
        return True
    if m.side[units[0]] == POLAND:
        return len(units) <= m.stack_limit[POLAND] and len({m.nation[u] for u in units}) == 1
    guns = sum(m.kind[u] == ARTILLERY for u in units)
    return (
        guns <= m.artillery_limit
        and len(units) - guns <= m.stack_limit[RUSSIA]
        and len({m.front[u] for u in units}) == 1
    )


def units_over(s: State, units: list[int]) -> list[int]:
    """[6.1b, 6.2a] The units of a stack over the limit that may be eliminated for it: in a mixture any (W-44)."""
    m = s.m
    mixed = len({(m.nation[u], m.front[u]) for u in units}) > 1
    guns = [u for u in units if m.kind[u] == ARTILLERY]
    if mixed or not guns:
        return units
    others = [u for u in units if u not in guns]
    too_many = len(others) > m.stack_limit[RUSSIA]
    return [*(others if too_many else ()), *(guns if len(guns) > m.artillery_limit else ())]


def overstacked_hexes(s: State, side: int) -> list[int]:
    """[6.1a, 6.1c] Hexes of a side whose stacks break a limit now; inside a phase that costs nothing."""
    stacks: dict[int, list[int]] = {}
    place = s.place
    for unit in s.m.polish if side == POLAND else s.m.russian:
        if place[unit] >= 0:
            stacks.setdefault(place[unit], []).append(unit)
    return sorted(hex for hex, units in stacks.items() if len(units) > 1 and not legal_stack(s, units))


# -- 7.0 zones of control -------------------------------------------------------------------------------


def zoc(s: State, side: int) -> int:
    """[7.0a, 7.0b] All hexes in a side's zone of control: next to a unit that is neither artillery nor disrupted."""
    return s.m.grid.dilate(s.zoc_from[side]) & s.m.land


def in_enemy_zoc(s: State, side: int, hex: int) -> bool:
    return bool(s.m.around[hex] & s.zoc_from[1 - side])


def undisrupted(s: State, side: int) -> int:
    """[7.0b, 7.0a] Hexes where a side has a unit that is not disrupted: all its zones come from them, and its guns."""
    guns = s.m.artillery & ~s.disrupted if side == RUSSIA else 0
    return s.zoc_from[side] | bits_of([s.place[u] for u in members(guns) if s.place[u] >= 0])


# -- traces ---------------------------------------------------------------------------------------------


def unblocked(s: State, side: int) -> int:
    """[4.1.2b, 7.3a, 12.3d] Hexes that a trace may use: no enemy unit, and no enemy zone without a friendly unit."""
    return s.m.land & ~s.occupied[1 - side] & ~(zoc(s, 1 - side) & ~s.occupied[side])


def controlled(s: State, side: int) -> int:
    """[3.4a] Hexes that a side controls."""
    return s.russian if side == RUSSIA else s.m.land & ~s.russian


def most_points(s: State, front: int) -> int:
    """[8.3.1a, 8.4a] The most a Front can have: the limit of resupply, and the cities liberated so far (W-15)."""
    liberated = s.paid & s.m.polish_start & (s.m.city | s.m.major)
    return s.m.sp_max[front] + s.m.sp_liberated * liberated.bit_count()


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
