"""Who is asked: the functions that steps name as their `who`."""

from __future__ import annotations

from typing import Any

from vistula.kernel import SeatId

from ..model import RUSSIA, SEATS
from ..state import State


def phasing(frame: Any, s: State) -> SeatId:
    """The player whose player turn it is."""
    return SEATS[s.side]


def russia(frame: Any, s: State) -> SeatId:
    return SEATS[RUSSIA]


def owner(frame: Any, s: State) -> SeatId:
    """The player whose units the procedure is about."""
    return SEATS[frame.side]
