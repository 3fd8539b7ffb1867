"""Where a turn stands in the strip of strip.toml."""

from __future__ import annotations

from vistula.kernel import Frame, Seat
from vistula.kernel.views import StripView

from ..rules.activation import Allocation, Inspections, Orders
from ..rules.avoidance import Avoidance
from ..state import (
    COMBAT,
    COMMAND_MOVEMENT,
    DEPOTS,
    EVENTS,
    MOVEMENT,
    REDEPLOYMENT,
    REINFORCEMENTS,
    RESOURCES,
    RESTORATION,
    SETUP,
    SUPPLY,
    State,
)

STEPS = {
    SETUP: ("set-up", ""),
    EVENTS: ("cards", ""),
    RESOURCES: ("points", ""),
    DEPOTS: ("depots", ""),
    SUPPLY: ("supply", ""),
    MOVEMENT: ("orders", ""),
    COMMAND_MOVEMENT: ("hqs", ""),
    COMBAT: ("battles", "attacks"),
    RESTORATION: ("rebuild", ""),
    REDEPLOYMENT: ("trains", "trains"),
    REINFORCEMENTS: ("trains", "arrivals"),
}
PARTS: tuple[tuple[type[Frame], str], ...] = (
    (Inspections, "scouting"),
    (Allocation, "markers"),
    (Orders, "orders"),
    (Avoidance, "avoiding"),
)


def place(seat: Seat[State]) -> StripView:
    """[2.1c] The phase, which both sides share, and what it is at."""
    s = seat.s
    step, part = STEPS[s.phase]
    part = next((name for kind, name in PARTS if seat.under(kind) is not None), part)
    coming = s.turn if s.phase == SETUP else s.turn + 1
    return StripView(step, part, then=f"turn {coming}" if coming <= s.m.turns else "the end of the game")
