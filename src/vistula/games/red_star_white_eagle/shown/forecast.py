"""What an attack would bring: the exact chance of each result, and what it would cost both sides."""

from __future__ import annotations

from vistula.kernel import Action, Seat
from vistula.kernel.views import Forecast

from ..state import State


def forecast(seat: Seat[State], action: Action | None = None) -> Forecast | None:
    """The distribution of the attack that a seat is about to make, or would make by this action."""
    return None
