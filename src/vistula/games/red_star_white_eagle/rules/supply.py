"""10.0 Supply: who can trace a line to a friendly source, and who is fed otherwise. It matters in combat and in
retreat alone [10.0a].

The lines are in `lines`, what a Polish source can bear in `capacity`.
"""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import Hex, HexSet, bits, collect, members

from ..model import Model
from ..state import State
from ..units import POLAND, RUSSIA
from . import capacity, fronts, standdown
from .lines import area, leg, pockets, reached_from
from .options import freikorps, partisans
from .queries import hexes_of, on_board, within

NO_SOURCE = -1
MARINES = 2
"""[16.7.2a] Hexes between marines and a flotilla that feeds them."""
NEAR_LITHUANIA = 4
"""[21.2c] Hexes from the border at which Lithuanians can still be supplied."""


def supplied(s: State, unit: int) -> bool:
    """[10.0b] Whether a unit on the map is supplied where it stands."""
    return not unsupplied(s, 1 << unit)


def unsupplied(s: State, units: int) -> int:
    """[10.0b, 10.1b, 10.7.1, 10.7.2, 10.7.3, 12.3.1b, 24.5] The units of a set on the map that are unsupplied. Trains
    have a leg like others, and Russian sources feed any number."""
    m, place = s.m, s.place
    tracing = on_board(s, units & ~(m.flotillas | m.all_rcs | standdown.fed(s)))
    found = tracing & (collect(fronts.astray(s, tracing)) | partisans.cut_off(s))
    for kind, side, group in _kinds(m):
        if here := tracing & group & ~found:
            area = _area(s, kind, side)
            found |= collect(unit for unit in members(here) if not area >> place[unit] & 1)
    if poles := tracing & capacity.tracing(m) & ~found:
        found |= poles & capacity.unfed(s)
    return found


FOOT, MOTORS, SHIPS, BORDER, BASES = range(5)
"""[10.5, 20.2, 16.7.2, 21.2, 24.11.3] What a unit's supply hangs on."""


@lru_cache(maxsize=4)
def _kinds(m: Model) -> tuple[tuple[int, int, int], ...]:
    """What units hang on, with side and units; but for the Poles, who are fed as capacity allows."""
    special = ((MOTORS, m.motors), (SHIPS, m.marines), (BORDER, m.lithuanians), (BASES, m.freikorps))
    plain = m.army[POLAND] | m.army[RUSSIA]
    for _, units in special:
        plain &= ~units
    poles = capacity.tracing(m)
    found = [(kind, side, units & m.army[side] & ~poles)
             for kind, units in ((FOOT, plain), *special) for side in (POLAND, RUSSIA)]  # fmt: skip
    return tuple(row for row in found if row[2])


def _area(s: State, kind: int, side: int) -> HexSet:
    """The hexes in which units of a kind and side are supplied, as far as lines go."""
    if kind == SHIPS:
        return beside_flotillas(s, side)
    if kind == BORDER:
        return lithuanian_area(s)
    return freikorps_area(s) if kind == BASES else area(s, side, kind == MOTORS)


def supply_area(s: State, side: int) -> HexSet:
    """[10.5] The hexes from which an ordinary unit of a side can trace a line to a source."""
    return area(s, side, motors=False)


def source_of(s: State, unit: int) -> Hex:
    """[10.5.5] The source that feeds a unit; NO_SOURCE where it needs none of these or has none."""
    m, side = s.m, s.m.side[unit]
    if not supplied(s, unit) or (m.flotillas | m.all_rcs | m.marines | m.lithuanians | m.freikorps) >> unit & 1:
        return NO_SOURCE
    if side == POLAND:
        return capacity.deal(s).get(unit, NO_SOURCE)
    for pocket in pockets(s, side):
        if reached_from(s, side, (pocket,), motors=False) >> s.place[unit] & 1:
            return min(bits(pocket.sources), key=lambda hex: m.distance(hex, s.place[unit]))
    return NO_SOURCE


# -- 16.7.2, 21.2, 24.11.3 who is fed otherwise -----------------------------------------------------------------------


def beside_flotillas(s: State, side: int) -> HexSet:
    """[16.7.2a, 16.7.2b] The hexes from which marines find a flotilla: two steps round enemy units, whatever zones."""
    found = hexes_of(s, s.m.flotillas & s.m.army[side])
    for _ in range(MARINES):
        found |= _next_to(s.m, found) & ~s.occupied[1 - side]
    return found


def _next_to(m: Model, hexes: HexSet) -> HexSet:
    ring = 0
    for hex in bits(hexes):
        ring |= m.around[hex]
    return ring


def lithuanian_area(s: State) -> HexSet:
    """[21.2b, 21.2c] The hexes where Lithuanians are supplied: at home, and near the border with a leg to it."""
    home = s.m.lithuania & s.m.land
    return home | leg(s, RUSSIA, home, motors=False) & within(s, home, NEAR_LITHUANIA)


def freikorps_area(s: State) -> HexSet:
    """[24.11.3] The hexes from which Freikorps trace a leg to one of their bases."""
    return leg(s, RUSSIA, freikorps.bases(s), motors=False)
