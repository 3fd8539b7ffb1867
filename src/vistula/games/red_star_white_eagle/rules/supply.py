"""10.0 Supply: a leg of 15 points off the rails, then any length of rail, to a friendly source.

What a Polish source can bear is in `capacity`. Whole areas are worked out at once and kept by what they depend on.
"""

from __future__ import annotations

from vistula.board.hexes import Hex, HexSet

from ..state import State

NO_SOURCE = -1


def supplied(s: State, unit: int) -> bool:
    """[10.0b] Whether a unit on the map is supplied where it stands."""
    raise NotImplementedError


def unsupplied(s: State, units: int) -> int:
    """The units of a set on the map that are unsupplied."""
    raise NotImplementedError


def supply_area(s: State, side: int) -> HexSet:
    """[10.5] The hexes from which an ordinary unit of a side can trace a line to a source."""
    raise NotImplementedError


def source_of(s: State, unit: int) -> Hex:
    """[10.5.5] The source that feeds a unit; NO_SOURCE where it needs none or has none."""
    raise NotImplementedError
