"""Ways to go about a phase that a captain compares: boldly or warily, for this city or that, with this order first."""

from __future__ import annotations

from vistula.games.approaches import Approach, bound_for, variants
from vistula.kernel import Seat

from ..model import Type, command_of
from ..rules.commitment import Commitment
from ..rules.orders import Placement
from ..state import State
from .choices import Officer
from .doctrine import ORDINARY, WEIGHTS, Doctrine
from .orders import TYPES

OPENINGS = 8
"""First orders of a phase that are compared."""


def tempers(d: Doctrine, ordinary: Doctrine) -> dict[str, Doctrine]:
    """The same doctrine in other tempers, the most promising first."""
    found = {name: temper(d) for name, temper in WEIGHTS.tempers.items()}
    return found if d == ordinary else found | {"by the book": ordinary}


def approaches_of(o: Officer, seat: Seat[State], fresh: bool) -> list[Approach[Officer]]:
    """The ways worth comparing for the decision at hand, what an officer would do first."""
    decision, frame = seat.decision, seat.frame
    assert decision is not None
    if isinstance(frame, Commitment) and decision.step == "commit" and fresh:
        return variants(o, o.side(seat.id), doctrines(o, seat))
    if isinstance(frame, Placement) and decision.step == "order":
        command = command_of(frame.side, frame.front)
        if not any(order.command == command for order in seat.s.orders):
            return openings(o, seat)
    return []


def openings(o: Officer, seat: Seat[State]) -> list[Approach[Officer]]:
    """The first order of a phase: what an officer would place, and others that send other blocks elsewhere."""
    scores = o.scores(seat)
    frame = seat.frame
    assert isinstance(frame, Placement)
    scheme = o.scheme(seat, command_of(frame.side, frame.front))
    found: list[Approach[Officer]] = []
    seen = set()
    for action in sorted(scores, key=lambda action: -scores[action]):
        if (
            action.verb not in TYPES
            or TYPES[action.verb] == Type.RECON
            or scores[action] <= 0
            or len(found) == OPENINGS
        ):
            continue
        plan = scheme.plan(TYPES[action.verb], action.arg)
        sent = frozenset(plan.moves) or (action.verb, action.arg)
        if sent not in seen:
            seen.add(sent)
            found.append(Approach(f"{action.verb} {seat.s.m.area_name[action.arg]}", o, action))
    return found if len(found) > 1 else []


def doctrines(o: Officer, seat: Seat[State]) -> dict[str, Doctrine]:
    """Doctrines to fight a phase by, besides the usual one."""
    me = o.side(seat.id)
    usual = o.doctrines[me]
    cities = {f"for {seat.s.m.area_name[city]}": bound_for(usual, city, 3.0) for city in next_cities(o, seat)}
    return cities | tempers(usual, ORDINARY[me])


def next_cities(o: Officer, seat: Seat[State]) -> list[int]:
    """The two cities not yet held that are worth most for their distance from own blocks."""
    v = o.survey(seat)
    worth = {
        city: v.worth(city) / (1 + min((v.far[city][place] for place in v.mine), default=9))
        for city in v.m.areas
        if v.worth(city) > 0 and v.enterable >> city & 1 and not v.held[v.me] >> city & 1
    }
    return sorted(worth, key=lambda city: (-worth[city], city))[:2]
