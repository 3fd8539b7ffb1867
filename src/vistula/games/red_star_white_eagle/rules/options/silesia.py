"""24.8 Upper Silesia: its rails serve the Poles. Which lines are open: `railnets`."""

from __future__ import annotations

from vistula.board.hexes import HexSet

from ...state import State
from ...units import POLAND
from ..queries import plays
from ..railnets import own_net


def transit(s: State, side: int) -> HexSet:
    """[24.8] Hexes of Upper Silesia where Polish units on the rails are not interned."""
    if side != POLAND or not plays(s, "upper-silesia"):
        return 0
    return own_net(s, POLAND).spaces & s.m.regions["upper-silesia"]
