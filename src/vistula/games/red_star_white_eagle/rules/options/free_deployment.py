"""24.3 Polish free deployment in the Belarusian scenarios: the north is defended as the Poles see fit."""

from __future__ import annotations

from vistula.board.hexes import HexSet

from ...scenarios import Area
from ...state import State
from ...units import POLAND
from ..queries import plays, scene

NORTH_OF = "Bobrujsk"


def shared(s: State) -> list[Area]:
    """[24.3] The Polish areas north of Babruysk, whose units may deploy in any of them."""
    if not plays(s, "free-poland"):
        return []
    return [area for area in scene(s).areas if area.units & s.m.army[POLAND] and _north(s, area.hexes)]


def _north(s: State, hexes: HexSet) -> bool:
    """All of an area lies north of the city."""
    city = s.m.grid.number(s.m.hex(NORTH_OF))[2:]
    return all(number[2:] < city for number in s.m.numbers(hexes))
