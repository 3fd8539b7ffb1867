"""Ways to fight an operation that a captain compares: attack or move, boldly or warily, hold on or go for a city."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import zip_longest

from vistula.games.approaches import Approach, bound_for, under
from vistula.kernel import Action, Seat
from vistula.players.kit.approaches import nearest

from ..model import SEATS
from ..rules.queries import controlled
from ..state import State, on_map
from .assault import supply_in
from .choices import Officer
from .doctrine import WEIGHTS, Doctrine
from .survey import Survey

NARROW, WIDE = 0.06, 3.0
"""How far below the best, in victory points, an answer is still worth playing out."""


def tempers(d: Doctrine, verb: str, *names: str) -> list[tuple[str, Doctrine]]:
    """A doctrine in these tempers: "move boldly"."""
    return [(f"{verb} {name}", WEIGHTS.tempers[name](d)) for name in names]


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
    cities = [(f"move for {seat.s.m.place[c]}", bound_for(usual, c, 5.0, 1.3)) for c in next_cities(o.survey(seat))]
    ways = [
        *tempers(usual, "move", "as usual", "to hold on", "warily", "fiercely"),
        *cities[:1],
        *tempers(usual, "move", "to fall back", "boldly"),
        *cities[1:],
        *tempers(usual, "move", "to stand"),
    ]
    supplied = supply_in(seat.s)

    def plan(officer: Officer) -> Hashable:
        return frozenset(officer.marches(seat, supplied).settled.goal.items())

    return distinct(o, seat, ways, plan, answer)


def attacks(o: Officer, seat: Seat[State], answer: Action | None) -> Iterator[Approach[Officer]]:
    """Tempers in which to attack, as far as anybody is attacked."""
    usual = o.doctrines[SEATS.index(seat.id)]
    ways = tempers(usual, "attack", "as usual", "boldly", "warily", "fiercely", "where it is sure")
    found = distinct(o, seat, ways, lambda officer: tuple(a.target for a in officer.assaults(seat)), answer)
    return (way for way in found if way.appraiser.assaults(seat))


def reorganizations(o: Officer, seat: Seat[State]) -> Iterator[Approach[Officer]]:
    """Whom to take off the map to come back later: as usual, nobody in less than dire need, or freely."""
    usual = o.doctrines[SEATS.index(seat.id)]
    ways = tempers(usual, "reorganize", "as usual", "sparingly", "freely")

    def leaving(officer: Officer) -> tuple[int, ...]:
        return tuple(a.arg for a, score in officer.scores(seat).items() if a.verb == "reorganize" and score > 0)

    return distinct(o, seat, ways, leaving)


def distinct(
    o: Officer,
    seat: Seat[State],
    ways: list[tuple[str, Doctrine]],
    plan: Callable[[Officer], Hashable],
    answer: Action | None = None,
) -> Iterator[Approach[Officer]]:
    """A way for each temper; those that come to the same plan are named once."""
    known: set[Hashable] = set()
    for name, doctrine in ways:
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
