"""13.0 Polish substitution: the 21st Mountain Division."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import Bar, tell

from ..state import ASIDE, DEAD, State, face, lift, put
from ..units import FULL
from .calendar import reached

FROM = "July II"


def not_substituted(s: State) -> Iterator[Bar]:
    """[13.1, 13.2] What keeps the 21st Mountain Division from being formed."""
    m = s.m
    brigade, regiment = m.mountain_brigade, m.mountain_regiment
    yield Bar("13.1", not reached(s, FROM), f"the 21st Mountain Division is formed from {FROM} on")
    yield Bar("13.4", s.place[m.mountain_division] != ASIDE, "the 21st Mountain Division has been formed")
    apart = s.place[brigade] < 0 or s.place[brigade] != s.place[regiment]
    yield Bar("13.1", apart, "the Rybak Brigade and the 4th Mountain Regiment are not in one hex")
    yield Bar("13.1", face(s, brigade) != FULL, "the Rybak Brigade is not at full strength")


def substitute(s: State) -> None:
    """[13.1, 13.3, 13.4] The division takes their place at full strength (A61); they are gone for good."""
    m = s.m
    hex = s.place[m.mountain_brigade]
    for unit in (m.mountain_brigade, m.mountain_regiment):
        lift(s, unit, DEAD)
    put(s, m.mountain_division, hex)
    tell(s, "13.1", "substituted", unit=m.mountain_division, hex=hex)
