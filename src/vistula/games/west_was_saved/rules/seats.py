"""Who is asked: the functions that steps name as their `who`, and who comes first where players alternate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vistula.kernel import SeatId, step
from vistula.kernel.procedure import Step

from ..model import POLAND, RUSSIA, SEATS
from ..state import State


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


def richer_first(*rules: str) -> Step:
    """The step of a phase in which both players wait for their turn, the one with more total resource points first."""

    def begin(frame: Any, s: State) -> None:
        first = higher_trp(s)
        frame.waiting = [first, 1 - first]

    return step(*rules)(begin)


def higher_brp(s: State) -> int:
    """[9.1d] The player with more base resource points; the Poles where both have the same (H-30)."""
    base = s.m.base
    return RUSSIA if base[RUSSIA][s.turn] > base[POLAND][s.turn] else POLAND


def leader(s: State) -> int:
    """[3.1d] Who draws and lays cards first this turn; on turn 1 the Russian player draws first (H-10)."""
    lead = s.m.lead[s.turn]
    return RUSSIA if lead < 0 else lead
