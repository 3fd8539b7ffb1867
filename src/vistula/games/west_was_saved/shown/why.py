"""Why something cannot be chosen now: the rule and one sentence with its arithmetic, from what a seat knows.

Each procedure that asks has its own reasons; this module finds the right one. `why_not` is asked about a unit, hex or
card, `refuse` about an action that is not offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.games.west_was_saved.cards.cardfile import CARDS
from vistula.games.west_was_saved.model import SEATS
from vistula.games.west_was_saved.rules.activation import Allocation, Orders
from vistula.games.west_was_saved.rules.arrange import Disguise
from vistula.games.west_was_saved.rules.command import CommandMove, CommandPhase
from vistula.games.west_was_saved.rules.depots import DepotPhase
from vistula.games.west_was_saved.rules.events import EventsPhase
from vistula.games.west_was_saved.rules.facing import Facing
from vistula.games.west_was_saved.rules.inspection import Inspections
from vistula.games.west_was_saved.rules.losses import Hits
from vistula.games.west_was_saved.rules.orders import ExtraOrder, Order
from vistula.games.west_was_saved.rules.redeployment import Redeployment, RedeploymentPhase
from vistula.games.west_was_saved.rules.reinforcements import Arrival, ReinforcementsPhase
from vistula.games.west_was_saved.rules.restoration import RestorationPhase
from vistula.games.west_was_saved.rules.retreat import Retreat
from vistula.games.west_was_saved.shown import why_moving, why_supplying
from vistula.games.west_was_saved.state import State
from vistula.kernel import Action, Frame, Seat
from vistula.kernel.views import Refusal

Reason = Callable[[State, Any, int], Refusal]

_REASONS: dict[type[Frame], tuple[Reason, Reason]] = {  # why not this piece, why not this hex
    Disguise: (why_supplying.unit_for_dummy, why_supplying.hex_for_dummy),
    EventsPhase: (why_supplying.cards_first, why_supplying.cards_first),
    DepotPhase: (why_supplying.unit_for_depot, why_supplying.hex_for_depot),
    Inspections: (why_moving.stack_first, why_moving.stack_to_inspect),
    Allocation: (why_moving.stack_first, why_moving.stack_to_mark),
    Orders: (why_moving.stack_first, why_moving.stack_to_order),
    ExtraOrder: (why_moving.stack_first, why_moving.stack_for_extra_order),
    Order: (why_moving.unit_to_order, why_moving.hex_to_order),
    Facing: (why_moving.unit_to_face, why_moving.hex_to_face),
    CommandPhase: (why_moving.command_to_move, why_moving.command_first),
    CommandMove: (why_moving.command_under_way, why_moving.hex_for_command),
    RestorationPhase: (why_supplying.unit_to_restore, why_supplying.hex_to_restore),
    RedeploymentPhase: (why_supplying.unit_to_redeploy, why_supplying.hex_first_unit),
    Redeployment: (why_supplying.unit_in_hand, why_supplying.hex_to_redeploy),
    ReinforcementsPhase: (why_supplying.unit_to_arrive, why_supplying.arrivals_first),
    Arrival: (why_supplying.unit_arriving, why_supplying.hex_to_arrive),
}

_WORDS = {"piece": "unit", "space": "hex", "card": "card"}


def why_not(seat: Seat[State], kind: str, arg: int) -> Refusal | None:
    """Why a unit ("piece"), hex ("space"), card or number cannot be chosen now; None if it can."""
    if seat.offers():
        return seat.barred(kind, arg)
    decision, frame = seat.decision, seat.frame
    if decision is None or frame is None:
        return _not_asked(seat)
    if any(option.kind == kind and arg in option.args for option in decision.options):
        return None
    if kind in _WORDS and not exists(seat.s, kind, arg):
        return Refusal("1.1a", f"there is no such {_WORDS[kind]}")
    if kind == "card":
        if isinstance(frame, EventsPhase):
            return why_supplying.card_to_lay(seat.s, frame, arg)
        return Refusal("3.2c", "cards are played at the start of the turn")
    if kind in ("piece", "space") and type(frame) in _REASONS:
        of_piece, of_hex = _REASONS[type(frame)]
        return (of_piece if kind == "piece" else of_hex)(seat.s, frame, arg)
    return Refusal(decision.rule, f"that is not what is asked: {seat.prompt()}")


def exists(s: State, kind: str, arg: int) -> bool:
    if kind == "piece":
        return arg in s.m.units
    if kind == "card":
        return 1 <= arg <= CARDS
    return kind == "space" and 0 <= arg < s.m.grid.size and bool(s.m.grid.valid >> arg & 1)


def _not_asked(seat: Seat[State]) -> Refusal:
    if not seat.waiting:
        return Refusal("2.2d", "the game is over")
    other = seat.waiting[0]
    return Refusal(other.rule, f"the table waits for {seat.title.say('side', other.seat)}")


# -- actions that are not offered -----------------------------------------------------------------------------------

_VERBS = {
    "unit": "piece", "drop": "piece", "lead": "piece", "unlead": "piece", "leave": "piece", "commander": "piece",
    "top": "piece", "hex": "space", "step": "space", "stack": "space", "attack": "space", "mark": "space",
    "free": "space", "second": "space", "face": "space", "turn": "space", "avoid": "space", "inspect": "space",
    "establish": "space", "remove": "space", "dummy": "space", "undummy": "space", "lay": "card",
}  # fmt: skip


def refuse(seat: Seat[State], action: Action) -> Refusal | None:
    """Why an action is refused, where more can be said than that it is not offered."""
    decision, frame = seat.decision, seat.frame
    if decision is None or frame is None or action in decision:
        return None
    if reason := _of_verb(seat.s, frame, action.verb):
        return reason
    if seat.offers():
        return None
    kind = next((option.kind for option in decision.options if option.verb == action.verb), _VERBS.get(action.verb))
    return why_not(seat, kind, action.arg) if kind in _WORDS else None


def _of_verb(s: State, frame: Frame, verb: str) -> Refusal | None:
    """Reasons that lie in the verb itself."""
    if isinstance(frame, Order):
        if verb == "order":
            return why_moving.no_order(s, frame)
        if verb == "discard" and not s.moving:
            return why_moving.no_discard(s, frame)
        if verb == "cancel":
            return Refusal("7.1f", "the march has been begun: go back hex by hex first")
        if verb in ("pass", "done"):
            return Refusal("7.2g", "an order must be given for every marker")
    if isinstance(frame, Orders) and verb in ("pass", "done"):
        return Refusal("7.2g", "an order must be given for every marker")
    if isinstance(frame, (Retreat, Hits)) and verb in ("pass", "done"):
        return Refusal("9.5.b1" if isinstance(frame, Retreat) else "9.4d", "this cannot be declined")
    return None


def no_way(seat: Seat[State], piece: int, hex: int) -> Refusal | None:
    """Why a piece cannot be dragged to a hex."""
    if not exists(seat.s, "piece", piece) or not exists(seat.s, "space", hex):
        return Refusal("1.1a", "there is no such unit or hex")
    frame = seat.frame
    if seat.decision is None or frame is None:
        return _not_asked(seat)
    if isinstance(frame, Orders) and piece in seat.s.m.combat:
        return why_moving.no_way(seat.s, SEATS.index(seat.id), piece, hex)
    return why_not(seat, "space", hex) or why_not(seat, "piece", piece)
