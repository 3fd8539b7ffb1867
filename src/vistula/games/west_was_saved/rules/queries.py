"""Pure questions over a state, true or masked: stacks (1.2), ground (1.3), neighbours of the enemy, facing."""

from __future__ import annotations

from functools import lru_cache

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.parts import pieces

from ..model import LIT, RUSSIA, UKR, Model
from ..state import State, units_at
from .supply_lines import border_distance, supply_land

# -- 1.2 stacks -----------------------------------------------------------------------------------------


def stacks(s: State, side: int) -> dict[Hex, list[int]]:
    """The combat units of a side on the map by hex, as far as the state shows them, in no order."""
    return pieces.stacks(s.place, s.m.combat_of[side])


def top_at(s: State, side: int, hex: Hex) -> int:
    """The unit that lies on top of a stack, or -1 where nobody may see it."""
    here = units_at(s, side, hex)
    return here[-1] if here and not s.under >> here[-1] & 1 else -1


def open_top(s: State, side: int, hex: Hex) -> int:
    """The unit that everyone sees on top of a stack, or -1 with full concealment."""
    return -1 if s.full_fog else top_at(s, side, hex)


def count_at(s: State, side: int, hex: Hex) -> int:
    """Combat units of a side in a hex; of an enemy stack, the counters that may be such."""
    return len(units_at(s, side, hex)) + s.veiled.get(hex, 0)


def height(s: State, side: int, hex: Hex) -> int:
    """[1.4b] The counters of a stack, blanks included: what everyone sees."""
    return count_at(s, side, hex) + s.dummies.get(hex, 0) if s.occupied[side] >> hex & 1 else 0


def full_hexes(s: State, side: int) -> HexSet:
    """[1.2k] Hexes that can take no more combat units of the side."""
    return collect(hex for hex, units in stacks(s, side).items() if len(units) >= s.m.stack_limit)


def can_share(s: State, unit: int, hex: Hex) -> bool:
    """[13.3h, 13.4b] Whether a combat unit may be in a hex with the friendly combat units that are there (H-48)."""
    m = s.m
    lithuanian = m.nation[unit] == LIT
    return all((m.nation[other] == LIT) == lithuanian for other in units_at(s, m.side[unit], hex))


def unshared_hexes(s: State, unit: int) -> HexSet:
    """[13.3h] Hexes held by friendly combat units with which this unit may not stack."""
    m = s.m
    if m.side[unit] != RUSSIA or not s.lithuania:
        return 0
    foreign = m.of_nation[LIT] if m.nation[unit] != LIT else m.of_side[RUSSIA] & ~m.of_nation[LIT]
    return collect(s.place[u] for u in members(foreign) if s.place[u] >= 0)


# -- 1.3 ground -----------------------------------------------------------------------------------------


def open_to(s: State, side: int) -> HexSet:
    """[1.3d, 1.3e, 1.3g, 13.5b] Hexes that units of a side may enter of their own will; Russians also East Prussia."""
    return supply_land(s) | s.m.east_prussia & s.m.land if side == RUSSIA else supply_land(s)


@lru_cache(maxsize=16)
def theatre(m: Model, nation: int) -> HexSet:
    """[13.3c, 13.4a] Where pieces of a nation go of their own will: Ukrainians in the south, Lithuanians at home."""
    if nation == UKR:
        return m.south
    if nation == LIT:
        home = m.land & ~m.east_prussia
        return collect(hex for hex in members(home) if border_distance(m, hex) <= m.lithuanian_hexes)
    return m.land


# -- beside the enemy -----------------------------------------------------------------------------------


def near_enemy(s: State, side: int) -> HexSet:
    """Hexes next to an enemy combat unit, rivers or not."""
    return s.m.grid.dilate(s.occupied[1 - side]) & s.m.land


def threatened(s: State, side: int) -> HexSet:
    """Hexes, abroad too, next to an enemy combat unit from which no unbridged river parts them (H-63)."""
    return s.m.beside(s.occupied[1 - side])


def friends(s: State, side: int) -> HexSet:
    """Hexes with any unit of the side, combat or command."""
    return s.occupied[side] | s.commanded[side]


def neighbours_held(s: State, side: int, hex: Hex) -> list[Hex]:
    """The hexes next to this one that hold combat units of a side."""
    return members(s.occupied[side] & s.m.grid.around[hex])


# -- 1.2 facing -----------------------------------------------------------------------------------------


def facing_hex(s: State, hex: Hex) -> Hex:
    """[1.2c] The hex at which the stack in a hex looks, or -1."""
    facing = s.facing[hex]
    return s.m.toward[hex][facing] if facing >= 0 else -1


def faces(s: State, hex: Hex, other: Hex) -> bool:
    """Whether the stack in a hex faces another hex."""
    return facing_hex(s, hex) == other


def facing_enemy(s: State, side: int, hex: Hex) -> bool:
    """[7.2h] Whether a stack of the side faces an enemy stack."""
    other = facing_hex(s, hex)
    return other >= 0 and bool(s.occupied[1 - side] >> other & 1)


def faced_by(s: State, side: int, hex: Hex) -> list[Hex]:
    """[9.1a] The enemy stacks that face this hex."""
    return [other for other in neighbours_held(s, 1 - side, hex) if faces(s, other, hex)]
