"""The attack that is being declared or fought: who takes part, the sums of both sides, and how far it has come."""

from __future__ import annotations

from vistula.board.hexes import Hex
from vistula.kernel import Frame, Seat
from vistula.kernel.gestures import About
from vistula.kernel.views import Panel

from ..state import State


def attack_of(seat: Seat[State]) -> Hex | None:
    """The hex that is attacked, if one is."""
    return None


def attackers_of(seat: Seat[State]) -> list[int]:
    return []


def about(s: State, frame: Frame) -> About:
    """The units that a question of a battle moves, the hex that it fights for."""
    return About()


def panel(seat: Seat[State]) -> Panel | None:
    return None
