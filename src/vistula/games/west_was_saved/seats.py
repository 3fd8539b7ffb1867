"""Who is asked: the functions that steps name as their `who`, and whose turn it is where players alternate.

A procedure in which players alternate has the fields `side`, who acts now, and `passed`, the set of those who have
declined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from vistula.games.west_was_saved.model import POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.state import State
from vistula.kernel import SeatId


class Alternating(Protocol):
    side: int
    passed: int


class Waiting(Alternating, Protocol):
    """With `idle`: the other player had nothing to do when it was his turn, and nothing has happened since."""

    idle: bool


def acting(frame: Any, s: State) -> SeatId:
    """The player whose turn it is in the procedure."""
    return SEATS[frame.side]


def opponent(frame: Any, s: State) -> SeatId:
    return SEATS[1 - frame.side]


def poland(frame: Any, s: State) -> SeatId:
    return SEATS[POLAND]


def russia(frame: Any, s: State) -> SeatId:
    return SEATS[RUSSIA]


def both(frame: Any, s: State) -> Sequence[SeatId]:
    return SEATS


def higher_trp(s: State) -> int:
    """[5.1a, 8.0e, 11.1c] The player with more total resource points; the Poles where both have the same."""
    return RUSSIA if s.trp[RUSSIA] > s.trp[POLAND] else POLAND


def higher_brp(s: State) -> int:
    """[9.1d] The player with more base resource points; the Poles where both have the same (H-30)."""
    base = s.m.base
    return RUSSIA if base[RUSSIA][s.turn] > base[POLAND][s.turn] else POLAND


def turn_over(frame: Alternating) -> bool:
    """The other player's turn, unless he has declined; False when both have."""
    other = 1 - frame.side
    if not frame.passed >> other & 1:
        frame.side = other
    return frame.passed != 3


def decline(frame: Alternating) -> bool:
    """The acting player declines and has no further turn; False when both have."""
    frame.passed |= 1 << frame.side
    return turn_over(frame)


def wait(frame: Waiting) -> bool:
    """The acting player can do nothing now, which is no declining: the other's turn; False when he cannot either."""
    other = 1 - frame.side
    if frame.idle or frame.passed >> other & 1:
        return False
    frame.idle, frame.side = True, other
    return True
