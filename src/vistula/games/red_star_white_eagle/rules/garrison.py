"""17.2 The garrison of the Latvian border, which comes when Poles cross the Dvina."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell

from ..state import GARRISON_BOX, State
from ..units import POLAND


def watch(s: State) -> None:
    """[17.2.1a, 17.0] The start of a Russian reinforcement phase: with Poles north of the Dvina the garrison is free to
    enter, for good."""
    if s.latvians_released or not s.occupied[POLAND] & s.m.north_of_dvina:
        return
    s.latvians_released = True
    tell(s, "17.2.1a", "garrison_released", units=[u for u in members(s.m.latvian) if s.place[u] == GARRISON_BOX])
