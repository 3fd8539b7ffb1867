"""24.12 Objective: Warsaw. The Russians must have tried to take it."""

from __future__ import annotations

from vistula.board.hexes import Hex

from ...state import State
from ..fortifications import over_wall
from ..queries import plays, scene

WANTED = 30
"""[24.12.1a] Attack factors that must have attacked the fortified area."""
SHORT_POINTS = 19
"""[24.12.2] Victory points that Russia needs in the short scenario with it."""
PENALTY = 2
"""[24.12.1b] Levels by which victory shifts in Poland's favour."""


def assaulted(s: State, hex: Hex, factors: dict[int, int]) -> None:
    """[24.12.1c] The attack factors, by unit, of those who attack over a fortified hexside are added up."""
    if not s.m.fortified >> hex & 1 or not plays(s, "objective"):
        return
    for unit, attack in factors.items():
        if over_wall(s, s.place[unit], hex):
            s.assault += attack


def met(s: State) -> bool:
    """[24.12.1a, 24.12.3] Whether the Russians have done their duty, or need not."""
    return not plays(s, "objective") or scene(s).gates or s.assault >= WANTED or bool(s.warsaw_taken_by)


def missing(s: State) -> list[int]:
    """[24.12.1a] Factors that are still to attack, for the panel; none where nothing is asked."""
    return [] if met(s) else [WANTED - s.assault]
