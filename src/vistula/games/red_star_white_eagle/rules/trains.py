"""14.0 Armored trains: on rails only, in standard movement or by the net. Their ground: `ground`."""

from __future__ import annotations

from vistula.board.hexes import Hex

from ..state import State
from .railnets import own_net, rail_sides


def linked(s: State, side: int, a: Hex, b: Hex) -> bool:
    """[14.1, 14.7b] Whether a railroad passes through the hexside between two neighbours."""
    return bool(rail_sides(s, side)[s.m.grid.direction(a, b)] >> a & 1)


def shielded(s: State, unit: int, hex: Hex) -> bool:
    """[14.5a, 14.5b] Whether a train ignores enemy zones in a hex when it retreats or advances: on its own net."""
    return bool(s.m.trains >> unit & 1 and own_net(s, s.m.side[unit]).spaces >> hex & 1)
