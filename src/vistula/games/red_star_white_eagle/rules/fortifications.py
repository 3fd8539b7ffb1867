"""18.0 The Warsaw fortifications in combat."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import Hex

from ..state import State
from ..units import POLAND, RUSSIA
from .setup import rules_otherwise


def over_wall(s: State, origin: Hex, hex: Hex) -> bool:
    """[18.0a, 18.0b] Whether an attack from one hex into another crosses a fortification hexside from its face."""
    return bool(s.m.fortification[s.m.grid.direction(origin, hex)] >> origin & 1)


def across(s: State, attackers: Sequence[int], hex: Hex) -> list[int]:
    """[18.0b] The attackers who come over a fortification hexside from its face."""
    return [unit for unit in attackers if over_wall(s, s.place[unit], hex)]


def doubled(s: State, hex: Hex, attackers: Sequence[int]) -> bool:
    """[9.6a, 9.6c, 18.0b, 18.1] (A4, A5) Whether the defenders of a hex are doubled: Poles, if any attacker comes over
    the fortifications."""
    if not s.m.fortified >> hex & 1 or not s.occupied[POLAND] >> hex & 1 or s.occupied[RUSSIA] >> hex & 1:
        return False
    over = across(s, attackers, hex)
    return len(over) == len(attackers) if rules_otherwise(s, "fortified") else bool(over)
