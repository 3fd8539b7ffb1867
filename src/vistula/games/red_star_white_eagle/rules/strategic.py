"""8.3 Strategic movement: twice as far, out of reach of the enemy, and no attack afterwards. Its ground: `ground`."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import Bar

from ..state import State
from ..units import FLOTILLA, TRAIN
from .ground import STRATEGIC, entry_cost
from .queries import enemy
from .zoc import delay_at, ignores_zoc, zoc

ENTRY_BONUS = 3
"""[7.1.4c] (A20) What a Konarmiya unit has more in the turn in which it enters."""
FACTOR = 2
"""[8.3.1] Times the movement factor."""


def allowance(s: State, unit: int, way: int = 0) -> int:
    """[2.7c, 8.3.1, 7.1.4c] A unit's movement points for one way of moving."""
    points = s.m.mf[unit] * (FACTOR if way == STRATEGIC else 1)
    return points + (ENTRY_BONUS if entered_with_konarmiya(s, unit) else 0)


def entered_with_konarmiya(s: State, unit: int) -> bool:
    """[7.1.4c] Whether a unit of the Konarmiya has entered in this turn."""
    return bool((s.m.konarmiya & s.fresh) >> unit & 1)


def points(s: State, unit: int, way: int = 0) -> int:
    """[7.0b] (A14, A19) What is left of them where a unit stands before it moves: who has come onto the map in this
    turn pays for its hex; who has returned over the edge, for zones of control in it as well."""
    left, hex = allowance(s, unit, way), s.place[unit]
    if (s.fresh | s.returned) >> unit & 1:
        left -= entry_cost(s, unit, hex, way)
        if s.returned >> unit & 1 and not ignores_zoc(s, unit):
            left -= delay_at(s, enemy(s.m.side[unit]), hex)
    return left


def no_strategic(s: State, unit: int) -> Iterator[Bar]:
    """[8.3.2, 14.2a, 16.0, 19.0a] (A36) What keeps a unit from strategic movement altogether."""
    m = s.m
    yield Bar("14.2a", m.kind[unit] == TRAIN, "an armored train does not use strategic movement")
    yield Bar("16.0d", m.kind[unit] == FLOTILLA, "a flotilla sails")
    yield Bar("19.0a", bool(m.immobile >> unit & 1), "it uses no type of movement")
    watched = s.began_in_zoc >> unit & 1 or zoc(s, enemy(m.side[unit])) >> s.place[unit] & 1
    caught = bool(watched) and not ignores_zoc(s, unit)
    yield Bar("8.3.2", caught, "it begins in an enemy zone of control, so it cannot move strategically")
