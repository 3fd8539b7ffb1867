"""Why a verb cannot be used in this phase: it belongs to another. All else is said by the bars of what is asked."""

from __future__ import annotations

from vistula.kernel import Action, Seat
from vistula.kernel.views import Refusal

from ..rules.combat import Attack, CombatPhase
from ..rules.movement import Move, MovementPhase
from ..rules.sequence import PlayerTurn, operations_allowed
from ..rules.supply import DefenceSupply, OperationSupply
from ..state import State
from .words import amount


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """[5.2a, 5.2b, 10.1c, 10.1e, 11.0a, 11.4a] What belongs to another phase, or comes after what has begun."""
    s, frame, verb = seat.s, seat.frame, action.verb
    if seat.decision is None or verb in seat.decision.verbs():
        return None
    if isinstance(frame, (PlayerTurn, OperationSupply, DefenceSupply)) and verb in ("unit", "stack", "attack", "end"):
        allowed = operations_allowed(s)
        return Refusal("5.2a", f"this is operation {s.operation} of {allowed}, and its phase has not begun")
    if isinstance(frame, (MovementPhase, CombatPhase)) and verb in ("movement", "combat"):
        kind = "movement" if isinstance(frame, MovementPhase) else "combat"
        return Refusal("5.2b", f"operation {s.operation} is a {kind} phase for all units of the side")
    if isinstance(frame, CombatPhase) and verb in ("step", "stack"):
        return Refusal("10.1e", "units move in a movement phase, and this is a combat phase")
    if isinstance(frame, MovementPhase) and verb in ("attack", "resolve"):
        return Refusal("11.0a", "units attack in a combat phase, and this is a movement phase")
    if isinstance(frame, Move) and verb in ("end", "stack", "unit") and not frame.whole:
        return Refusal("10.1c", f"finish this move first: {amount('movement', frame.left)} left, or stop here")
    if isinstance(frame, Attack) and verb in ("attack", "end"):
        return Refusal("11.4a", "the attack that has been declared comes first")
    return None
