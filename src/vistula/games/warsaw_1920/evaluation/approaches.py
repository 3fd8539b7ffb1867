"""Ways to fight an operation that a captain compares: attack or move, boldly or warily, hold on or go for a city."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import zip_longest

import msgspec

from vistula.games.approaches import Approach, under
from vistula.kernel import Action, Seat
from vistula.players.kit.approaches import nearest

from ..model import SEATS
from ..rules.queries import controlled
from ..state import State, on_map
from .answers import supply_in
from .choices import Officer
from .doctrine import Doctrine
from .survey import Survey

NARROW, WIDE = 0.06, 3.0
"""How far below the best, in victory points, an answer is still worth playing out."""
NO_ATTACK = 99.0
"""More than any attack promises."""


def but(d: Doctrine, more: float = 0.0, **times: float) -> Doctrine:
    """A doctrine with some weights multiplied, and more promise asked of an attack."""
    changed = {name: getattr(d, name) * by for name, by in times.items()}
    changed["attack_at"] = changed.get("attack_at", d.attack_at) + more
    return msgspec.structs.replace(d, **changed)


def bold(d: Doctrine) -> Doctrine:
    return but(d, exposure=0.5, pull=1.6, care=0.4, attack_at=0.5)


def wary(d: Doctrine) -> Doctrine:
    return but(d, more=0.12, exposure=2, pull=0.6, care=2)


def fierce(d: Doctrine) -> Doctrine:
    return but(d, attack_at=0.3, care=0.2, effort=0.3, setback=0.5, share=0.5)


def bound_for(d: Doctrine, city: int) -> Doctrine:
    return msgspec.structs.replace(d, focus=city, focus_weight=5.0, pull=d.pull * 1.3)


def approaches_of(o: Officer, seat: Seat[State], fresh: bool) -> Iterable[Approach[Officer]]:
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


def operations(o: Officer, seat: Seat[State]) -> Iterator[Approach[Officer]]:
    """An operation phase: an officer's choice, then the best of the other kind, then others in turn."""
    scores = o.scores(seat)
    kinds = [movements(o, seat, Action("movement")), attacks(o, seat, Action("combat"))]
    if scores[Action("combat")] > scores[Action("movement")]:
        kinds.reverse()
    return (way for pair in zip_longest(*kinds) for way in pair if way is not None)


def answers(o: Officer, seat: Seat[State], gap: float) -> list[Approach[Officer]]:
    """Plain answers that an officer thinks not much worse than the best; none where he is sure."""
    scores = o.scores(seat)
    top = max(scores.values())
    close = sorted((a for a in scores if scores[a] > top - gap), key=lambda a: -scores[a])
    return [Approach(_words(a), o, a) for a in close[:4]] if len(close) > 1 else []


def _words(action: Action) -> str:
    return f"{action.verb} {action.arg}" if action.arg else action.verb


def movements(o: Officer, seat: Seat[State], answer: Action | None) -> Iterator[Approach[Officer]]:
    """Tempers in which to move."""
    usual = o.doctrines[SEATS.index(seat.id)]
    cities = [(f"move for {seat.s.m.place[c]}", bound_for(usual, c)) for c in next_cities(o.survey(seat))]
    tempers = [
        ("move as usual", usual),
        ("move to hold on", but(usual, block=2.5)),
        ("move warily", wary(usual)),
        ("move to strike", fierce(usual)),
        *cities[:1],
        ("move to fall back", but(usual, more=0.4, exposure=2.5, share=1.8, pull=0.3, care=2)),
        ("move boldly", bold(usual)),
        *cities[1:],
        ("move to stand", but(usual, more=NO_ATTACK)),
    ]
    supplied = supply_in(seat.s)

    def plan(officer: Officer) -> Hashable:
        return frozenset(officer.marches(seat, supplied).settled.goal.items())

    return distinct(o, seat, tempers, plan, answer)


def attacks(o: Officer, seat: Seat[State], answer: Action | None) -> Iterator[Approach[Officer]]:
    """Tempers in which to attack, as far as anybody is attacked."""
    usual = o.doctrines[SEATS.index(seat.id)]
    tempers = [
        ("attack as usual", usual),
        ("attack boldly", bold(usual)),
        ("attack warily", wary(usual)),
        ("attack fiercely", fierce(usual)),
        ("attack where it is sure", but(usual, more=0.4)),
    ]
    found = distinct(o, seat, tempers, lambda officer: tuple(a.target for a in officer.assaults(seat)), answer)
    return (way for way in found if way.appraiser.assaults(seat))


def reorganizations(o: Officer, seat: Seat[State]) -> Iterator[Approach[Officer]]:
    """Whom to take off the map to come back later: as usual, nobody in less than dire need, or freely."""
    usual = o.doctrines[SEATS.index(seat.id)]
    tempers = [
        ("reorganize as usual", usual),
        ("reorganize sparingly", but(usual, rest=3)),
        ("reorganize freely", but(usual, rest=0.4)),
    ]

    def leaving(officer: Officer) -> tuple[int, ...]:
        return tuple(a.arg for a, score in officer.scores(seat).items() if a.verb == "reorganize" and score > 0)

    return distinct(o, seat, tempers, leaving)


def distinct(
    o: Officer,
    seat: Seat[State],
    tempers: list[tuple[str, Doctrine]],
    plan: Callable[[Officer], Hashable],
    answer: Action | None = None,
) -> Iterator[Approach[Officer]]:
    """A way for each temper; those that come to the same plan are named once."""
    known: set[Hashable] = set()
    for name, doctrine in tempers:
        officer = under(o, SEATS.index(seat.id), doctrine)
        meant = plan(officer)
        if meant not in known:
            known.add(meant)
            yield Approach(name, officer, answer)


def next_cities(v: Survey) -> list[int]:
    """The two enemy cities that are worth most for their distance from own units."""
    held = controlled(v.s, v.foe)
    cities = {city: v.city_worth(city) for city in v.ground.cities if held >> city & 1}
    return nearest(cities, v.ground.travel, [v.s.place[u] for u in on_map(v.s, v.me)])
