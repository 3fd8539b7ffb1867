"""Why a verb cannot be used in this phase: it belongs to another. All else is said by the bars of what is asked."""

from __future__ import annotations

from vistula.kernel import Action, Seat
from vistula.kernel.views import Refusal

from ..rules.attack import Attack, Attacks
from ..rules.movement import Marches, Move
from ..rules.reactive import ReactivePhase
from ..rules.reorganization import Reorganizing
from ..rules.replacements import Spending
from ..state import State


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """[5.0b, 7.0b, 10.2a] What belongs to another phase, or comes after what has begun."""
    frame, verb = seat.frame, action.verb
    if seat.decision is None or verb in seat.decision.verbs():
        return None
    if isinstance(frame, (Marches, Move)) and verb in ("attack", "resolve"):
        return Refusal("5.0b", "units attack in an Attack Phase, and this is a Movement Phase")
    if isinstance(frame, (Attacks, Attack)) and verb in ("step", "rail"):
        return Refusal("5.0b", "units move in a Movement Phase, and this is an Attack Phase")
    if isinstance(frame, Move) and verb in ("end", "unit") and not frame.fresh:
        return Refusal("7.0b", f"finish this move first: {frame.left} MP left, or stop here")
    if isinstance(frame, Attack) and verb in ("attack", "end"):
        return Refusal("10.2a", "the attack that has been declared comes first")
    if isinstance(frame, (Marches, Attacks, ReactivePhase)) and verb in ("rebuild", "strengthen"):
        return Refusal("17.0a", "Replacements are spent in the Replacement Phase")
    if isinstance(frame, (Spending, Reorganizing)) and verb in ("unit", "attack", "step", "rail", "end"):
        return Refusal("5.0b", "this is the Replacement Phase: units neither move nor attack")
    return None
