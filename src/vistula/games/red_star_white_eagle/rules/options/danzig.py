"""24.9 Danzig: munitions come over its docks, until the workers strike. Its line for supply: `railnets`."""

from __future__ import annotations

from vistula.board.hexes import Hex
from vistula.kernel import tell

from ...state import State
from ..queries import plays

FEEDS = 4
"""[24.9.1] Divisions that Danzig feeds."""
LASTS = 4
"""[24.9.2] Turns of the strike."""


def on_strike(s: State) -> bool:
    """[24.9.2] Whether the dock workers are on strike now."""
    return bool(s.strike) and s.turn < s.strike + LASTS


def sources(s: State) -> dict[Hex, int]:
    """[24.9, 24.9.1] Danzig with the divisions that it feeds by rail."""
    return {s.m.danzig: FEEDS} if plays(s, "danzig") and not on_strike(s) else {}


def can_strike(s: State) -> bool:
    """[24.9.2] Whether the strike can still be called: once in a game."""
    return plays(s, "danzig") and not s.strike


def strike(s: State) -> None:
    """[24.9.2] It begins with this turn."""
    s.strike = s.turn
    tell(s, "24.9.2", "strike", hex=s.m.danzig)
