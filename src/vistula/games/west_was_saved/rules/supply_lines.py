"""5.2, 6.0 Supply lines over a state, true or masked: sources, intervening hexes, what they reach.

Everything here is a function of what both players see: where combat and command units, depots and sources are. So the
same trace is right in either player's knowledge. Whole sets of hexes spread by shifts, layer by layer of their cost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from vistula.board.hexes import Hex, HexSet
from vistula.parts.layers import Ground, reach_back, steps_through

from ..model import CAVALRY, LIT, POLAND, RUSSIA

if TYPE_CHECKING:
    from ..model import Model
    from ..state import State


def supply_land(s: State) -> HexSet:
    """[1.3d, 1.3e, 1.3g, 13.3e] Hexes through which a supply line may run at all; never East Prussia (H-27)."""
    return s.m.open | s.m.lithuania if s.lithuania else s.m.open


def free_hexes(s: State, side: int) -> HexSet:
    """[5.2e, 5.2f] Hexes that may intervene: no enemy unit there, none beside unless held or behind a river.

    A depot is no unit (H-44); any unit of one's own holds a hex, a command unit too (H-3).
    """
    enemy = 1 - side
    held = s.occupied[side] | s.commanded[side]
    beside = s.m.cross(s.occupied[enemy]) & ~held
    return supply_land(s) & ~(s.occupied[enemy] | s.commanded[enemy] | beside)


def sources(s: State, side: int) -> HexSet:
    """[5.0a, 13.4d] The primary sources of Poles and Ukrainians, or of Russians, not held by the enemy (H-43)."""
    source = 1 << s.m.warsaw if side == POLAND else s.m.east_edge
    return source & ~s.occupied[1 - side]


@lru_cache(maxsize=4096)
def spread(m: Model, start: HexSet, free: HexSet, limit: int, edge: HexSet = 0) -> HexSet:
    """[1.3i, 5.2c, 5.2d, 5.2g, 6.0f] Hexes with so many intervening hexes to `start` or less; difficult ones count two.

    The hexes of `start` and those reached need not be free themselves; no hexside on the way is an unbridged river. The
    map's edge, where it is the source itself, lies beyond the hexes of `edge`, and they intervene like others (H-1).
    """
    between = free & ~start
    line = steps_through(m.dry, {1: between & ~m.difficult, 2: between & m.difficult})
    return reach_back(Ground((line,), (), 0), start | m.cross(start) | edge, limit).within(limit)


def supply_reach(s: State, side: int, points: HexSet, limit: int, free: HexSet = 0) -> HexSet:
    """Hexes within so many intervening hexes of these depots or of the side's primary source; `free` where known.

    A way that is taken for granted is open as long as no enemy stands at its end (H-64).
    """
    free, given = free or free_hexes(s, side), s.m.given[side]
    if given:
        given &= ~s.occupied[1 - side]
    if side == RUSSIA and s.edge_line:
        return given | spread(s.m, points, free, limit, sources(s, RUSSIA))
    return given | spread(s.m, points | sources(s, side), free, limit)


def supplied_hexes(s: State, side: int, limit: int, free: HexSet = 0) -> HexSet:
    """[6.0a] Hexes from which a combat unit with this limit is in supply by depot or primary source."""
    return supply_reach(s, side, s.depots[side], limit, free)


def lithuanian_supply(s: State, limit: int) -> HexSet:
    """[13.3b] Hexes that Kaunas supplies, and nothing else does."""
    kaunas = 1 << s.m.kaunas
    if not s.lithuania or s.occupied[POLAND] & kaunas:
        return 0
    return spread(s.m, kaunas, free_hexes(s, RUSSIA), limit)


def supply_limit(m: Model, unit: int) -> int:
    """[6.0a, 6.0b] How many hexes may intervene for this unit."""
    if m.side[unit] == RUSSIA and m.kind[unit] == CAVALRY:
        return m.cavalry_range
    return m.supply_range


def supplied_for(s: State, unit: int, more: int = 0, free: HexSet = 0) -> HexSet:
    """[6.0a, 6.0b, 6.0e] Hexes in which this unit would be in supply; `more` hexes by a card."""
    limit = supply_limit(s.m, unit) + more
    if s.m.nation[unit] == LIT:
        return lithuanian_supply(s, limit)
    return supplied_hexes(s, s.m.side[unit], limit, free)


class Lines:
    """The supply lines of one moment: traced once for each kind of unit, however many units ask."""

    __slots__ = ("_found", "_free", "_kin", "_s")

    def __init__(self, s: State) -> None:
        self._s, self._kin = s, s.m.kin
        self._found: dict[int, HexSet] = {}
        self._free: dict[int, HexSet] = {}

    def of(self, unit: int, more: int = 0) -> HexSet:
        """[6.0a, 6.0b, 6.0e] Hexes in which this unit would be in supply."""
        kind = more << 4 | self._kin[unit]
        found = self._found.get(kind)
        if found is None:
            side = self._s.m.side[unit]
            if side not in self._free:
                self._free[side] = free_hexes(self._s, side)
            found = self._found[kind] = supplied_for(self._s, unit, more, self._free[side])
        return found


def only_cavalry_is_supplied(s: State, side: int, hex: Hex) -> bool:
    """[6.0b] Whether a hex is in supply for Russian cavalry and for no other unit of the side."""
    m = s.m
    far = supplied_hexes(s, side, m.cavalry_range) >> hex & 1 if side == RUSSIA else 0
    return bool(far and not supplied_hexes(s, side, m.supply_range) >> hex & 1)


def depot_chain(s: State, side: int) -> tuple[HexSet, HexSet]:
    """[5.2b, 5.2c] The depots that a chain joins to the side's primary source, and the hexes that it reaches."""
    free, linked = free_hexes(s, side), 0
    while more := (reached := supply_reach(s, side, linked, s.m.supply_range, free)) & s.depots[side] & ~linked:
        linked |= more
    return linked, reached


def linked_depots(s: State, side: int) -> HexSet:
    """[5.2b] The depots that a chain joins to the side's primary source."""
    return depot_chain(s, side)[0]


def border_distance(m: Model, hex: Hex) -> int:
    """[13.3c] Hexes strictly between a hex and the nearest one of Lithuania; none inside."""
    rings = m.grid.rings(hex)
    return next((max(n - 1, 0) for n, ring in enumerate(rings) if ring & m.lithuania), len(rings))
