"""24.10 The plebiscite area of East Prussia has voted for Poland. Which lines are open: `railnets`."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet

from ...state import State
from ..queries import plays

CITIES = ("Olsztyn", "Malbork")
"""[24.10a] Allenstein and Marienburg."""
FEEDS = 4
"""[10.3b] Divisions that a city on the Polish net can feed."""


def polish(s: State) -> HexSet:
    """[24.10a] What has become Polish land."""
    return s.m.plebiscite if plays(s, "plebiscite") else 0


def sources(s: State) -> dict[Hex, int]:
    """[24.10a] New Polish sources, with the divisions that they feed."""
    return {s.m.hex(city): FEEDS for city in CITIES} if plays(s, "plebiscite") else {}
