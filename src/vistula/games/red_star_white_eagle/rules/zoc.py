"""4.0 Zones of control: the hexes round units with a delay factor, and what it costs to come into them.

Zones are sets of hexes by the greatest delay factor that works there; they are kept by what they depend on, never in
the state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from vistula.board.hexes import Hex, HexSet, members
from vistula.parts.pieces import stacks
from vistula.parts.sides import Gates, gates_of, leaving, minus, through

from ..model import Model
from ..state import DELAYS, State, delay
from ..units import POLAND, RUSSIA, WEST
from . import fronts, standdown
from .options import fall
from .queries import plays

Zones: TypeAlias = tuple[HexSet, ...]
"""By delay factor, the hexes where it is the greatest of a side; 0 where there is no zone."""


def has_zoc(s: State, side: int) -> bool:
    """[24.1.2f] Whether the units of a side have zones at all."""
    return side != POLAND or not fall.fallen(s)


def zones(s: State, side: int, aloft: bool = False) -> Zones:
    """[4.1a, 4.1b, 4.1c, 4.1d, 4.2, 4.3.2, 17.4.2c] The zones of a side: round its units with a delay factor, over all
    hexsides but all-sea ones; with the Squadron where it delays who moves [24.7.2b] (A58).

    Friends of who comes take nothing away, and zones of both sides exist side by side [4.3.5a, 4.3.5b]; one's own are
    never asked for [4.3.6].
    """
    if not has_zoc(s, side):
        return _no_zones(s.m)
    doubled = _freikorps(s) if side == RUSSIA and plays(s, "freikorps") else ()  # [24.11.8]
    found = _zones(s.m, tuple(s.sources[side * DELAYS : (side + 1) * DELAYS]), doubled)
    return _over(found, s.place[s.m.squadron]) if aloft and side == POLAND and squadron_up(s) else found


def zoc(s: State, side: int) -> HexSet:
    """[4.0] All hexes in a side's zones; the Squadron has none (A90)."""
    return s.m.grid.valid & ~zones(s, side)[0]


def delay_at(s: State, side: int, hex: Hex) -> int:
    """[4.3.1, 4.3.2] What a side's zones add to the cost of entering a hex."""
    found = zones(s, side, aloft=True)
    return next((factor for factor in range(DELAYS - 1, 0, -1) if found[factor] >> hex & 1), 0)


def total_delay(s: State, side: int, hex: Hex) -> int:
    """[4.4.1, 4.4.2, 9.14.1a, 24.7.2b, 24.11.8] The delay factors of all units of a side that work in a hex, added
    up."""
    above = int(side == POLAND and squadron_up(s) and s.place[s.m.squadron] == hex)
    if not zoc(s, side) >> hex & 1:
        return above
    return above + sum(_delay_in(s, unit, hex) for near in members(_touching(s.m, hex)) for unit in _at(s, side, near))


def ignores_zoc(s: State, unit: int) -> bool:
    """[16.0e, 20.0b, 20.1.1, 23.4.7.3b] Units that zones do not hold up, neither on the move nor in retreat."""
    m = s.m
    if (m.motors | m.flotillas) >> unit & 1:
        return True
    if m.side[unit] == POLAND or m.lithuanians >> unit & 1:  # [23.4.7.5] (A69)
        return False
    return standdown.zoc_free(s) and fronts.front_of(s, unit) == WEST


def in_enemy_zoc(s: State, piece: int) -> bool:
    """Whether a piece on the map stands in an enemy zone of control."""
    return bool(zoc(s, 1 - s.m.side[piece]) >> s.place[piece] & 1)


def squadron_up(s: State) -> bool:
    """[24.7.2a] Whether the Squadron is over the map."""
    return s.place[s.m.squadron] >= 0


# -- how they are found -----------------------------------------------------------------------------------------------


def dry(m: Model) -> Gates:
    """[4.2] All hexsides but the all-sea ones."""
    return _dry(m)


@lru_cache
def _dry(m: Model) -> Gates:
    return gates_of(m.grid, minus(leaving(m.grid.valid), m.all_sea))


@lru_cache
def _no_zones(m: Model) -> Zones:
    return (m.grid.valid, *(0,) * (DELAYS - 1))


@lru_cache(maxsize=512)
def _zones(m: Model, sources: tuple[HexSet, ...], doubled: tuple[tuple[int, HexSet], ...]) -> Zones:
    reached = [0] * DELAYS
    for factor in range(1, DELAYS):
        if sources[factor]:
            reached[factor] = through(_dry(m), sources[factor])
    for factor, hexes in doubled:
        reached[factor] |= hexes
    found, seen = [0] * DELAYS, 0
    for factor in range(DELAYS - 1, 0, -1):
        found[factor] = reached[factor] & ~seen
        seen |= reached[factor]
    found[0] = m.grid.valid & ~seen
    return tuple(found)


def _over(found: Zones, hex: Hex) -> Zones:
    """[24.7.2b] (A58) The Squadron delays by 1 where nothing delays more."""
    if not found[0] >> hex & 1:
        return found
    return (found[0] & ~(1 << hex), found[1] | 1 << hex, *found[2:])


def _freikorps(s: State) -> tuple[tuple[int, HexSet], ...]:
    """[24.11.8] Where the delay of Freikorps is doubled."""
    m = s.m
    area, found = _baltic(m), dict[int, HexSet]()
    for unit in members(m.freikorps):
        if s.place[unit] >= 0 and delay(s, unit):
            twice = 2 * delay(s, unit)
            found[twice] = found.get(twice, 0) | through(_dry(m), 1 << s.place[unit]) & area
    return tuple(found.items())


def _baltic(m: Model) -> HexSet:
    return m.regions["east-prussia"] | m.regions["danzig"]


def _delay_in(s: State, unit: int, hex: Hex) -> int:
    twice = s.m.freikorps >> unit & _baltic(s.m) >> hex & 1
    return delay(s, unit) << twice


def _touching(m: Model, hex: Hex) -> HexSet:
    """[4.2] The hexes from which zones reach a hex."""
    return through(_dry(m), 1 << hex)


@lru_cache(maxsize=64)
def _stacks(m: Model, place: tuple[int, ...], side: int) -> dict[Hex, list[int]]:
    return stacks(place, m.units_of[side])


def _at(s: State, side: int, hex: Hex) -> list[int]:
    if not s.occupied[side] >> hex & 1:
        return []
    return _stacks(s.m, tuple(s.place), side).get(hex, [])
