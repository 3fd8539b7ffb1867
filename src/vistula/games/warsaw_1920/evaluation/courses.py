"""Ways to fight an operation that a captain compares: attack or move, boldly or warily, hold on or go for a city."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

import msgspec

from vistula.games.courses import Way, under
from vistula.games.warsaw_1920.evaluation.answers import supply_in
from vistula.games.warsaw_1920.evaluation.choices import Officer
from vistula.games.warsaw_1920.evaluation.doctrine import Doctrine
from vistula.games.warsaw_1920.evaluation.survey import Survey
from vistula.games.warsaw_1920.model import SEATS
from vistula.games.warsaw_1920.rules.queries import controlled
from vistula.games.warsaw_1920.state import State
from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat

NARROW, WIDE = 0.06, 3.0
"""How far below the best, in victory points, an answer is still worth playing out."""
NO_ATTACK = 99.0
"""More than any attack promises."""


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


def shy(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(
        d,
        exposure=d.exposure * 2.5,
        share=d.share * 1.8,
        pull=d.pull * 0.3,
        care=d.care * 2,
        attack_at=d.attack_at + 0.4,
    )


def fierce(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(
        d, attack_at=d.attack_at * 0.3, care=d.care * 0.2, effort=d.effort * 0.3, setback=d.setback * 0.5,
        share=d.share * 0.5,
    )  # fmt: skip


def calm(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(d, attack_at=NO_ATTACK)


def choosy(d: Doctrine) -> Doctrine:
    return msgspec.structs.replace(d, attack_at=d.attack_at + 0.4)


def bound_for(d: Doctrine, city: int) -> Doctrine:
    return msgspec.structs.replace(d, focus=city, focus_weight=5.0, pull=d.pull * 1.3)


def courses_of(o: Officer, seat: Seat[State], fresh: bool) -> Iterable[Way[Officer]]:
    """The ways worth comparing for the decision at hand, what an officer would do first; `fresh` if none holds yet.

    Each is planned only when its turn comes, for a captain in a hurry looks at the first few alone.
    """
    decision = seat.decision
    assert decision is not None
    question = type(seat.frame).__name__, decision.step
    if question == ("PlayerTurn", "kind"):
        return operations(o, seat)
    if question == ("MovementPhase", "pick") and fresh:
        return movements(o, seat, None)
    if question == ("CombatPhase", "declare") and fresh:
        return attacks(o, seat, None)
    if question == ("ReinforcementPhase", "reorganization") and fresh:
        return reorganizations(o, seat)
    if decision.step == "spend":
        return answers(o, seat, NARROW)
    if question == ("Resupply", "declare"):
        return answers(o, seat, WIDE)
    return []


def operations(o: Officer, seat: Seat[State]) -> Iterator[Way[Officer]]:
    """An operation phase: an officer's choice, then the best of the other kind, then others in turn."""
    scores = o.scores(seat)
    kinds = [movements(o, seat, Action("movement")), attacks(o, seat, Action("combat"))]
    if scores[Action("combat")] > scores[Action("movement")]:
        kinds.reverse()
    return (way for pair in zip_longest(*kinds) for way in pair if way is not None)


def answers(o: Officer, seat: Seat[State], gap: float) -> list[Way[Officer]]:
    """Plain answers that an officer thinks not much worse than the best; none where he is sure."""
    scores = o.scores(seat)
    top = max(scores.values())
    close = sorted((a for a in scores if scores[a] > top - gap), key=lambda a: -scores[a])
    return [Way(_words(a), o, a) for a in close[:4]] if len(close) > 1 else []


def _words(action: Action) -> str:
    return f"{action.verb} {action.arg}" if action.arg else action.verb


def movements(o: Officer, seat: Seat[State], answer: Action | None) -> Iterator[Way[Officer]]:
    """Spirits in which to move; those that come to the same are named once."""
    me = SEATS.index(seat.id)
    usual = o.doctrines[me]
    cities = [(f"for {seat.s.m.place[c]}", bound_for(usual, c)) for c in next_cities(o.survey(seat))]
    known: set[Any] = set()
    tempers = [
        ("as usual", usual), ("to hold on", firm(usual)), ("warily", wary(usual)), ("to strike", fierce(usual)),
        *cities[:1], ("to fall back", shy(usual)), ("boldly", bold(usual)), *cities[1:], ("to stand", calm(usual)),
    ]  # fmt: skip
    for name, doctrine in tempers:
        officer = under(o, me, doctrine)
        plan = frozenset(officer.marches(seat, supply_in(seat.s)).goal.items())
        if plan not in known:
            known.add(plan)
            yield Way(f"move {name}", officer, answer)


def attacks(o: Officer, seat: Seat[State], answer: Action | None) -> Iterator[Way[Officer]]:
    """Spirits in which to attack, likewise."""
    me = SEATS.index(seat.id)
    known: set[Any] = set()
    usual = o.doctrines[me]
    tempers = [
        ("as usual", usual), ("boldly", bold(usual)), ("warily", wary(usual)), ("fiercely", fierce(usual)),
        ("where it is sure", choosy(usual)),
    ]  # fmt: skip
    for name, doctrine in tempers:
        officer = under(o, me, doctrine)
        plan = tuple(a.target for a in officer.assaults(seat))
        if plan and plan not in known:
            known.add(plan)
            yield Way(f"attack {name}", officer, answer)


def reorganizations(o: Officer, seat: Seat[State]) -> list[Way[Officer]]:
    """Whom to take off the map to come back later: as usual, nobody in less than dire need, or freely."""
    me = SEATS.index(seat.id)
    usual = o.doctrines[me]
    found: dict[Any, Way[Officer]] = {}
    for name, rest in (("as usual", usual.rest), ("sparingly", usual.rest * 3), ("freely", usual.rest * 0.4)):
        officer = under(o, me, msgspec.structs.replace(usual, rest=rest))
        leave = tuple(a.arg for a, score in officer.scores(seat).items() if a.verb == "reorganize" and score > 0)
        found.setdefault(leave, Way(f"reorganize {name}", officer))
    return list(found.values())


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
