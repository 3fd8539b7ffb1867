"""9.0 – 9.9 The sums of an attack, its column and what changes the die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vistula.board.hexes import Hex, collect
from vistula.parts.odds import Columns, Line, total
from vistula.parts.sides import holds
from vistula.parts.words import count

from ..model import ODDS
from ..state import State, defence
from ..units import RUSSIA
from .fortifications import doubled as are_doubled
from .options import fall
from .queries import enemy
from .setup import rules_otherwise
from .strength import attacking, defending
from .strength import defenders as defenders
from .supply import unsupplied

COLUMNS = Columns(ODDS)
BEST = len(ODDS) - 1
HIGHEST = 6


class Odds(NamedTuple):
    """What an attack comes to before the die."""

    attack: list[Line]
    defence: list[Line]  # doubled where fortifications double it [9.6a]
    column: int  # of `m.results`; -1 below the table, where the attack is refused (A8)
    modifiers: list[Line]
    doubled: bool
    label: str  # "3:1", as the sums stand

    @property
    def shift(self) -> int:
        """What is added to the die."""
        return total(self.modifiers)

    def results(self, s: State) -> list[str]:
        """[9.0j] What each of the six dice brings."""
        return [s.m.results[self.column][modified(self, die) - 1] for die in range(1, HIGHEST + 1)]


def modified(odds: Odds, die: int) -> int:
    """[9.0j] The die with what is added to it, not above 6 and not below 1."""
    return min(max(die + odds.shift, 1), HIGHEST)


def work_out(
    s: State, attackers: Sequence[int], hex: Hex, charging: int, lowered: int = 0, squadron: bool = False
) -> Odds:
    """[9.0h, 9.0i] The odds of these attackers on a hex; `charging` are those who use their charge factor,
    `lowered` how many columns the attacker gives away, and the Squadron helps or not."""
    side = s.m.side[attackers[0]] if attackers else s.side
    foes = defenders(s, enemy(side), hex)
    twice = are_doubled(s, hex, attackers)
    ours = [attacking(s, unit, charging) for unit in attackers]
    theirs = [defending(s, unit, twice) for unit in foes]
    strength, against = total(ours), max(total(theirs), 1)  # (A33)
    column = COLUMNS.column(strength, against)
    if column >= 0:
        column = max(column - lowered, 0)
    modifiers = list(_modifiers(s, attackers, foes, hex, squadron)) if attackers else []
    return Odds(ours, theirs, column, modifiers, twice, COLUMNS.label(strength, against) if strength else "-")


# -- 9.2 – 9.9 the die ------------------------------------------------------------------------------------------------


def _modifiers(s: State, attackers: Sequence[int], foes: Sequence[int], hex: Hex, squadron: bool) -> Iterator[Line]:
    """[9.1, 9.7] The ground is that of the defender; towns and railroads do not count, nor where attackers stand."""
    m, name = s.m, s.m.hex_name(hex)
    side = m.side[attackers[0]]
    if m.defensible >> hex & 1:  # [9.2] (A2)
        yield Line(f"the ground of {name}", -1, "9.2")
    yield from hexside_modifiers(s, [s.place[unit] for unit in attackers], hex, side)
    factors = sum(defence(s, unit) for unit in foes)
    if factors <= 1:  # [9.8] (A33)
        yield Line(f"{count(factors, 'defence factor')} only", 1, "9.8")
    if in_want(s, enemy(side), foes):  # [9.9a]
        yield Line("unsupplied defenders", 1, "9.9a")
    if in_want(s, side, attackers):  # [9.9b]
        yield Line("unsupplied attackers", -1, "9.9b")
    if squadron:  # [24.7.1]
        yield Line("the Kościuszko Squadron", 1, "24.7.1")


def hexside_modifiers(s: State, origins: Sequence[Hex], hex: Hex, side: int) -> Iterator[Line]:
    """[9.3, 9.4a, 9.4b] (A3) Rivers against everyone, trenches against Russians: one point for both together, unless a
    table counts them twice where every hexside is both."""
    grid = s.m.grid
    wet = [holds(grid, s.m.river, origin, hex) for origin in origins]
    dug = [side == RUSSIA and holds(grid, s.m.trench, origin, hex) for origin in origins]
    if all(wet):
        yield Line("all over rivers", -1, "9.3")
        if all(dug) and rules_otherwise(s, "river-trench"):
            yield Line("all into trenches", -1, "9.4a")
    elif all(one or other for one, other in zip(wet, dug, strict=True)):
        yield Line("all into trenches or over rivers" if any(wet) else "all into trenches", -1, "9.4a")


def in_want(s: State, side: int, units: Sequence[int]) -> bool:
    """[9.9a, 9.9b, 10.6.1, 10.6.2, 24.1.2b] Whether any of these units of a side is unsupplied, or fights as if it
    were."""
    return bool(units) and (fall.disheartened(s, side) or bool(unsupplied(s, collect(units))))
