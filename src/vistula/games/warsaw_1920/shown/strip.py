"""Where a turn stands in the strip of strip.toml."""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.kernel.views import StripView

from ..model import POLAND, SEATS
from ..rules.sequence import PlayerTurn, operations_allowed
from ..rules.supply import DefenceSupply, OperationSupply, Resupply
from ..state import COMBAT, MOVEMENT, OPERATION, REFIT, REINFORCEMENT, State

STEPS = {
    REINFORCEMENT: ("arrivals", ""),
    OPERATION: ("operation", ""),
    MOVEMENT: ("operation", "move"),
    COMBAT: ("operation", "fight"),
    REFIT: ("refit", ""),
}
MOST = 3  # operations of a turn


def place(seat: Seat[State]) -> StripView:
    """[5.1a] The step of the player turn, and what an operation of it is at."""
    s = seat.s
    if seat.under(PlayerTurn) is None:
        return StripView("set-up", then=f"turn {s.turn}")
    step, part = STEPS[s.phase]
    if seat.under(Resupply) is not None:
        step = "resupply"
    if seat.under(OperationSupply) is not None or seat.under(DefenceSupply) is not None:
        part = "supply"
    if step == "operation":
        step = f"operation-{s.operation}"
    skipped = [f"operation-{n}" for n in range(operations_allowed(s) + 1, MOST + 1)]
    then = "Russia’s turn" if s.side == POLAND else f"turn {s.turn + 1}" if s.turn < s.m.turns else "the count"
    return StripView(step, part, SEATS[s.side], skipped, then)
