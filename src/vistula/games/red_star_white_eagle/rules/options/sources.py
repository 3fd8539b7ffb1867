"""10.2, 10.3, 24.8 – 24.11 Polish supply sources with what they can feed, as optional rules change them."""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet, collect

from ...state import State
from ...units import POLAND, RUSSIA
from ..queries import plays
from . import danzig, freikorps, plebiscite


def capacities(s: State) -> dict[Hex, int]:
    """[10.2, 10.3a, 24.9.1, 24.10a, 24.11.1, 24.11.4] Divisions by Polish source, whoever stands there."""
    found = dict(s.m.capacity)
    if plays(s, "freikorps"):
        found = {hex: divisions for hex, divisions in found.items() if not s.m.rail_sources >> hex & 1}
    return found | plebiscite.sources(s) | danzig.sources(s) | freikorps.sources(s)


def working(s: State, side: int) -> HexSet:
    """[10.1a, 10.2, 10.4a, 10.4b] (A63) The supply sources of a side that no enemy unit occupies."""
    if side == RUSSIA:
        return s.m.russian_sources & ~s.occupied[POLAND]
    return collect(capacities(s)) & ~s.occupied[RUSSIA]
