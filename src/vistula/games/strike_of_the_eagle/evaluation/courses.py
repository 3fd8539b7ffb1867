"""Ways to go about a phase that a captain compares: boldly or warily, for this city or that."""

from __future__ import annotations

import msgspec

from vistula.games.strike_of_the_eagle.evaluation.choices import Officer, side_of
from vistula.games.strike_of_the_eagle.evaluation.doctrine import Doctrine
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat


class Way(msgspec.Struct):
    """A course in this title's terms; the players' `Course` has the same shape."""

    name: str
    appraiser: Officer
    answer: Action | None = None


def bold(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(d, guard=d.guard * 0.5, losses=0.7, pull=d.pull * 1.4)


def wary(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(d, guard=d.guard * 1.7, losses=1.4, pull=d.pull * 0.7)


def bound_for(d: Doctrine, city: int) -> Doctrine:
    return msgspec.structs.replace(d, focus=city, focus_weight=3.0)


def courses_of(o: Officer, seat: Seat[State], fresh: bool) -> list[Way]:
    """The ways worth comparing for the decision at hand, what an officer would do first."""
    decision = seat.decision
    assert decision is not None
    if fresh and (type(seat.frame).__name__, decision.step) in (("Commitment", "commit"), ("Placement", "order")):
        return spirits(o, seat)
    return []


def spirits(o: Officer, seat: Seat[State]) -> list[Way]:
    """Spirits in which to fight a phase."""
    me = side_of(seat.id)
    usual = o.doctrines[me]
    found = [("as usual", usual), ("boldly", bold(usual)), ("warily", wary(usual))]
    found += [(f"for {seat.s.m.area_name[city]}", bound_for(usual, city)) for city in next_cities(o, seat)]
    return [Way(name, under(o, me, doctrine)) for name, doctrine in found]


def under(o: Officer, me: int, doctrine: Doctrine) -> Officer:
    """The same officer with another doctrine for one side."""
    if doctrine == o.doctrines[me]:
        return o
    return Officer((doctrine, o.doctrines[1]) if me == 0 else (o.doctrines[0], doctrine))


def next_cities(o: Officer, seat: Seat[State]) -> list[int]:
    """The two cities not yet held that are worth most for their distance from own blocks."""
    v = o.survey(seat)
    worth = {
        city: v.worth(city) / (1 + min((v.far[city][place] for place in v.mine), default=9))
        for city in v.m.areas
        if v.worth(city) > 0 and v.enterable >> city & 1 and not v.held[v.me] >> city & 1
    }
    return sorted(worth, key=lambda city: (-worth[city], city))[:2]
