"""Why a verb cannot be used now: it belongs to another phase. All else is said by the bars of what is asked."""

from __future__ import annotations

from vistula.kernel import Action, Seat
from vistula.kernel.views import Refusal

from ..rules.activation import Orders
from ..rules.losses import Hits
from ..rules.orders import Order
from ..rules.retreat import Retreat
from ..state import State


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """[7.1f, 7.2g, 9.4d, 9.5.b1] What cannot be declined, and what comes after a march that has been laid down."""
    frame, verb = seat.frame, action.verb
    if seat.decision is None or verb in seat.decision.verbs():
        return None
    if isinstance(frame, Order) and verb == "cancel":
        return Refusal("7.1f", "the march has been begun: go back hex by hex first")
    if verb not in ("pass", "done"):
        return None
    if isinstance(frame, (Orders, Order)):
        return Refusal("7.2g", "an order must be given for every marker")
    if isinstance(frame, (Retreat, Hits)):
        return Refusal("9.5.b1" if isinstance(frame, Retreat) else "9.4d", "this cannot be declined")
    return None
