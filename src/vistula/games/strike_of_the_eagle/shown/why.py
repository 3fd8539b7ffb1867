"""Why a verb cannot be used in this phase: it belongs to another. All else is said by the bars of what is asked."""

from __future__ import annotations

from vistula.kernel import Action, Seat
from vistula.kernel.views import Refusal

from ..model import ORDERS
from ..state import State

_REINFORCING = ("8.0a", "This is done in the Reinforcement Phase, when the Operation Phases of the round are over.")
_TIMES = {
    **dict.fromkeys(ORDERS, ("7.2a", "Orders are placed before any of the phase is executed.")),
    "card": ("7.1a", "Cards for orders, cubes and events are played as a phase begins."),
    "event": ("7.13a", "An event happens when its card is turned up, as a phase begins."),
    "battle": ("7.4a", "Battles are fought when marches, moves and withdrawals are over."),
    "battle-card": ("3.4g", "Battle Cards are played when a battle begins."),
    "modifier": ("7.41.2a", "Combat Modifier cards are played in battle, after Battle Cards."),
    "react": ("3.4h", "A Reaction Card is played at the moment that its text names."),
    "garrison": _REINFORCING,
    "division": _REINFORCING,
    "strengthen": _REINFORCING,
    "build": _REINFORCING,
}


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """[5.0b] What belongs to another time."""
    if seat.decision is None or action.verb not in _TIMES or action.verb in seat.decision.verbs():
        return None
    if any(offer.verb == action.verb for offer in seat.offers()):
        return None
    return Refusal(*_TIMES[action.verb])
