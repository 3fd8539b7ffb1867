"""What only this game asks: arrivals, replacements, declarations, charges and losses, and who answers which question."""

from __future__ import annotations

from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat
from vistula.players.kit import Scores, roles
from vistula.players.kit.officer import Officer

from ..rules.movement import Move
from ..rules.queries import scene
from ..rules.replacements import price
from ..rules.stacking import overfull
from ..state import State
from ..units import FULL
from .worth import step_value, turns_left, value_of

RECREATED = 0.05
"""Victory points for a replacement factor that a recreated unit must be worth."""
STRIKE_AT = 0.6
"""The part of the game that is left when the docks of Danzig are called out."""


# -- arrivals and replacements ----------------------------------------------------------------------------------------


def menu(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whoever can come in does; factors go into the units that are worth most for them."""
    s, usual = seat.s, {"all": 9.0, "enter": 8.0, "rebuild": 7.0, "substitute": 0.5}
    found = {a: usual.get(a.verb, -1.0) for a in offered}
    for a in offered:
        if a.verb == "done":
            found[a] = 0.0
        elif a.verb == "recreate":
            paid = price(s, a.arg, FULL)
            found[a] = value_of(s, a.arg) / paid - RECREATED if paid else 1.0
    return found


def least_number(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The full side of a counter; as little cavalry as will do."""
    return {a: -float(a.arg) for a in offered}


# -- movement ---------------------------------------------------------------------------------------------------------


def pick(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """Whose move brings most; at the end whoever may not stay where he is."""
    found = roles.pick(o, seat, offered)
    if any(a.verb == "end" for a in offered):
        return found
    s = seat.s
    crowded = set(overfull(s, o.brief.side(seat.id)))
    return {a: score + (1.0 if s.place[a.arg] in crowded else 0.0) - 0.1 * value_of(s, a.arg) for a, score in found.items()}


def march(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """On foot, or by the net where the plan's goal lies beyond a march."""
    frame = seat.frame
    assert isinstance(frame, Move)
    goal = o.plan(seat).of(frame.unit)
    if goal is not None and Action("rail", goal.hex) in offered and not _walks(seat, goal.hex):
        return {a: float(a == Action("rail", goal.hex)) for a in offered}
    return roles.march(o, seat, offered)


def _walks(seat: Seat[State], hex: int) -> bool:
    frame = seat.frame
    assert isinstance(frame, Move)
    return any(road.by == "march" for road in seat.title.ways(seat, frame.unit, hex))


# -- declarations -----------------------------------------------------------------------------------------------------


def stand_down(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """As late as can be: what follows it is worth most when all have come."""
    return {a: float(a.verb == "pass") for a in offered}


def docks(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """When the Poles are pressed hardest."""
    now = turns_left(seat.s) <= STRIKE_AT or scene(seat.s).short
    return {a: float((a.verb == "strike") == now) for a in offered}


# -- losses -----------------------------------------------------------------------------------------------------------


def losses(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """The smallest loss; by hand only where it has to be."""
    return {a: 1.0 if a.verb == "usual" else -step_value(seat.s, a.arg) if a.verb == "lose" else -5.0 for a in offered}


ROLES = {
    "Staff.menu": menu,
    "Staff.side": least_number,
    "Staff.payment": least_number,
    "Staff.with_cavalry": least_number,
    "Staff.where": roles.place(roles.only("piece")),
    "Returning.where": roles.place(roles.only("unit")),
    "Recruiting.recruit": roles.always("flip", "enter"),
    "Recruiting.where": roles.place(roles.only("unit")),
    "Rising.where": roles.place(roles.only("unit")),
    "Placement.where": roles.always("place"),
    "Arranging.pick": roles.always("done", "end"),
    "Withdrawal.factors": roles.least,
    "Withdrawal.which_train": roles.least,
    "Breakdowns.order": roles.least,
    "Rations.spare": roles.always("done"),
    "Naming.who": roles.least,
    "Declarations.stand_down": stand_down,
    "Declarations.docks": docks,
    "MovementPhase.pick": pick,
    "Move.go": march,
    "Voyage.sail": roles.always("cancel", "stop"),
    "Losses.who": losses,
}
