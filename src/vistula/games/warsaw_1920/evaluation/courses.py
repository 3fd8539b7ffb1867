"""Ways to fight an operation that a captain compares: attack or move, boldly or warily, hold on or go for a city."""

from __future__ import annotations

from typing import Any

import msgspec

from vistula.games.warsaw_1920.evaluation.answers import sure_supply
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.evaluation.doctrine import Doctrine
from vistula.games.warsaw_1920.evaluation.survey import Survey
from vistula.games.warsaw_1920.model import SEATS
from vistula.games.warsaw_1920.queries import controlled
from vistula.games.warsaw_1920.state import State
from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat


class Way(msgspec.Struct):
    """A course in this title's terms; the players' `Course` has the same shape."""

    name: str
    appraiser: Officer
    answer: Action | None = None


def bold(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(
        d, exposure=d.exposure * 0.5, pull=d.pull * 1.6, care=d.care * 0.4, attack_at=d.attack_at * 0.5
    )


def wary(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(
        d, exposure=d.exposure * 2, pull=d.pull * 0.6, care=d.care * 2, attack_at=d.attack_at + 0.12
    )


def firm(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(d, block=d.block * 2.5)


def bound_for(d: Doctrine, city: int) -> Doctrine:
    return msgspec.structs.replace(d, focus=city, focus_weight=5.0, pull=d.pull * 1.3)


def courses_of(o: Officer, seat: Seat[State]) -> list[Way]:
    """The ways worth comparing for the decision at hand."""
    decision = seat.decision
    assert decision is not None
    step = decision.step
    if step == "kind":
        return operations(o, seat)
    if step in ("spend", "counterattack_order"):
        return [Way(f"{a.verb} {a.arg}".removesuffix(" 0"), o, a) for a in decision.actions()]
    if step == "declare" and type(seat.frame).__name__ == "Resupply":
        amounts = [a for a in decision.actions() if a.verb == "decline" or a.arg in (3, 5, 8)]
        return [Way(f"{a.verb} {a.arg}".removesuffix(" 0"), o, a) for a in amounts]
    return []


def operations(o: Officer, seat: Seat[State]) -> list[Way]:
    """An operation phase: what kind, and in which spirit; ways that come to the same are named once."""
    me = SEATS.index(seat.id)
    usual = o.doctrines[me]
    spirits = [("as usual", usual), ("boldly", bold(usual)), ("warily", wary(usual))]
    cities = [(f"for {seat.s.m.place[c]}", bound_for(usual, c)) for c in next_cities(o.survey(seat))]
    move, attack = Action("movement"), Action("combat")
    found: dict[Any, Way] = {}
    for name, doctrine in [*spirits, ("to hold on", firm(usual)), *cities]:
        officer = under(o, me, doctrine)
        goals = officer.marches(seat, sure_supply(seat.s)).goal
        found.setdefault(("move", tuple(sorted(goals.items()))), Way(f"move {name}", officer, move))
    for name, doctrine in spirits:
        officer = under(o, me, doctrine)
        if assaults := officer.assaults(seat):
            hexes = tuple(a.target for a in assaults)
            found.setdefault(("attack", hexes), Way(f"attack {name}", officer, attack))
    return list(found.values())


def under(o: Officer, me: int, doctrine: Doctrine) -> Officer:
    """The same officer with another doctrine for one side."""
    if doctrine == o.doctrines[me]:
        return o
    pair = (doctrine, o.doctrines[1]) if me == 0 else (o.doctrines[0], doctrine)
    return Officer(pair)


def next_cities(v: Survey) -> list[int]:
    """The two enemy cities that are worth most for their distance from own units."""
    s, m = v.s, v.m
    own = m.polish if v.me == 0 else m.russian
    places = [s.place[u] for u in own if s.place[u] >= 0]
    held = controlled(s, v.foe)
    worth = {
        city: v.city_worth(city) / (4 + min(v.ground.travel[city][h] for h in places))
        for city in v.ground.cities
        if held >> city & 1 and places
    }
    return sorted(worth, key=lambda c: (-worth[c], c))[:2]
