"""9.10 Cavalry charges: a factor of its own for cavalry that came from out of reach of the enemy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vistula.board.hexes import Hex, collect
from vistula.kernel import Bar, only

from ..state import State, attack, face
from ..units import FULL, REDUCED, RUSSIA
from . import standdown
from .fortifications import over_wall
from .queries import enemy
from .setup import rules_otherwise
from .zoc import zoc


def charge_factor(s: State, unit: int) -> int:
    """[9.10.1a] The charge factor as the counter lies; 0 where it has none."""
    return s.m.charge[face(s, unit)][unit]


def factor(s: State, unit: int, charging: int) -> int:
    """[9.10.1a, 9.10.5, 9.10.6a] What a unit attacks with, if these units charge and others do not."""
    return charge_factor(s, unit) if charging >> unit & 1 else attack(s, unit)


def no_charge(s: State, hex: Hex) -> Iterator[Bar]:
    """[9.10.1a, 9.10.1b, 9.10.1c, 9.10.3a, 9.10.3b] Units that cannot charge a hex. Its ground does not matter, nor
    an enemy nearby without a zone (A34), but the fortifications do."""
    m = s.m
    able = m.chargers[FULL] & ~s.reduced | m.chargers[REDUCED] & s.reduced
    free = standdown.bound(s) if rules_otherwise(s, "charge-out") and standdown.zoc_free(s) else 0  # (A35)

    def named(words: str) -> Callable[[int], str]:
        return lambda unit: f"{m.full_name[unit]} {words}"

    yield only("9.10.1a", able, named("has no charge factor"))
    began, left = s.began_in_zoc & ~free, s.left_zoc & ~free
    yield Bar("9.10.1b", began, named("began the movement phase in an enemy zone of control"))
    yield Bar("9.10.1c", left, named("left an enemy zone of control on its way"))
    yield Bar("9.10.3b", lambda unit: m.side[unit] == RUSSIA and over_wall(s, s.place[unit], hex),
              named("cannot charge over the fortifications"))  # fmt: skip


def leave(s: State, unit: int) -> None:
    """[9.10.1c] (A35) A unit leaves its hex; cavalry that leaves an enemy zone of control will not charge."""
    if zoc(s, enemy(s.m.side[unit])) >> s.place[unit] & 1:
        s.left_zoc |= s.m.cavalry & 1 << unit


def chargers(s: State, units: Iterable[int], hex: Hex) -> int:
    """[9.10.1a] (A89) Those of a force who charge a hex unless their player holds them back: all to whom it adds."""
    bars = tuple(no_charge(s, hex))
    able = [unit for unit in units if not any(bar.held(unit) for bar in bars)]
    return collect(unit for unit in able if charge_factor(s, unit) > attack(s, unit))
