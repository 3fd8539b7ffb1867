"""5.0 Stacking: three primary and three secondary units in a hex; who is too many is overstacked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.board.hexes import Hex, HexSet
from vistula.kernel import Bar, Frame, procedure

from ..state import State


def limits(s: State, hex: Hex) -> tuple[int, int]:
    """[5.1.1] How many primary and how many secondary units a hex holds."""
    return 3, 3


def room(s: State, unit: int) -> HexSet:
    """[5.1.1, 12.4.1a, 21.2a] The hexes where a unit may end: within the limits, and with nobody it may not join."""
    raise NotImplementedError


def full(s: State, unit: int) -> HexSet:
    """[5.1.1, 12.4.1a, 21.2a] The hexes where it may not: the others of `room`."""
    raise NotImplementedError


def no_room(s: State, unit: int) -> Bar:
    """The same with words, for choices."""
    raise NotImplementedError


def overfull(s: State, side: int) -> list[Hex]:
    """[5.1.2] The hexes with more units of a side than they hold, or with units of both fronts."""
    raise NotImplementedError


def crowded_out(s: State, side: int, can_leave: Callable[[int], bool]) -> Iterator[Bar]:
    """[5.1.4a, 8.2.3] (A1) What keeps a side from ending its movement phase; `can_leave` says whether a unit that has
    not moved yet could go where there is room."""
    raise NotImplementedError


def settle(s: State, side: int) -> None:
    """[5.1.2] (A65) Units named as overstacked in hexes where nobody is too many any more are so no longer."""
    raise NotImplementedError


@procedure
class Naming(Frame):
    """[5.1.2b, 12.4.1b] (A85) At the start of a combat phase a side names who is overstacked."""

    side: int
