"""Why a verb cannot be used in this phase: it belongs to another. All else is said by the bars of what is asked."""

from __future__ import annotations

from vistula.kernel import Action, Seat
from vistula.kernel.views import Refusal

from ..state import COMBAT, MOVEMENT, REINFORCEMENT, State

_MOVES = ("step", "strategic", "rail", "sail")
_ARRIVALS = ("enter", "recreate", "rebuild", "counter", "split", "join", "withdraw")


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """[6.1a, 6.1b, 6.1c] What belongs to another phase."""
    verb, phase = action.verb, seat.s.phase
    if seat.decision is None or verb in seat.decision.verbs():
        return None
    if verb in _MOVES and phase in (REINFORCEMENT, COMBAT):
        return Refusal("6.1b", "units move in the movement phase, and this is another one")
    if verb == "attack" and phase != COMBAT:
        return Refusal("6.1c", "units attack in the combat phase, after movement")
    if verb in _ARRIVALS and phase in (MOVEMENT, COMBAT):
        return Refusal("6.1a", "reinforcements and replacements come before movement")
    return None
