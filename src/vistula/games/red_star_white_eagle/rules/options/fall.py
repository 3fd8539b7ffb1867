"""24.1 The Fall of Warsaw: the war goes on without the capital."""

from __future__ import annotations

from ...state import State
from ...units import POLAND, RUSSIA
from ..calendar import date, today
from ..queries import plays

IN_TIME = "Sept III"
"""[24.1.4] The last Russian player turn whose capture of Warsaw keeps the Konarmiya at the front."""


def goes_on(s: State) -> bool:
    """[24.1.2a, 24.11.10] Whether the game goes on when a Russian unit enters Warsaw."""
    return plays(s, "fall-of-warsaw")


def fallen(s: State) -> bool:
    """[24.1.2, 24.1.3] Whether Russian units hold Warsaw and the Poles feel it."""
    return plays(s, "fall-of-warsaw") and bool(s.occupied[RUSSIA] >> s.m.warsaw & 1)


def disheartened(s: State, side: int) -> bool:
    """[24.1.2b] Whether a side attacks and defends as if it were unsupplied."""
    return side == POLAND and fallen(s)


def captured(s: State) -> None:
    """[24.1.4] A Russian unit has entered Warsaw: in time, the Konarmiya stays."""
    if plays(s, "fall-of-warsaw") and (today(s) < date(IN_TIME) or (today(s) == date(IN_TIME) and s.side == RUSSIA)):
        s.konarmiya_stays = True
