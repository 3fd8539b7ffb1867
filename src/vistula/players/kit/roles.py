"""Answers that questions of many titles share. A title's brief says which question is of which kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from vistula.board.hexes import Hex
from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat
from vistula.players.kit.facts import Answer, Scores

if TYPE_CHECKING:
    from vistula.players.kit.officer import Officer

FINISH = ("order", "stop", "done", "end", "discard", "lapse")
"""What ends a move that is laid out as it was meant."""
IDLE = -0.5
"""The score of a piece that had better stay where it is."""
OFF_MAP = -50.0
"""The score of an answer that is no place at all, where places are asked for."""


def kinds(seat: Seat[Any]) -> dict[str, str]:
    """What each verb offered is applied to."""
    assert seat.decision is not None
    return {option.verb: option.kind for option in seat.decision.options}


def named(field: str) -> Callable[[Seat[Any]], Any]:
    """What the asking procedure keeps under this name."""
    return lambda seat: getattr(seat.frame, field)


def only(field: str) -> Callable[[Seat[Any]], list[Any]]:
    """The same as a list of one."""
    return lambda seat: [getattr(seat.frame, field)]


# -- moves --------------------------------------------------------------------------------------------------


def pick(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
    """Whose turn it is to move: units, or hexes whose stacks are to get an order, by what their move brings."""
    goals, kind = o.plan(seat).goals, kinds(seat)
    units = {unit: goal.gain for goal in goals for unit in goal.units}
    stacks: dict[Hex, float] = {}
    for goal in goals:
        stacks[goal.start] = max(stacks.get(goal.start, IDLE), goal.gain)
    by = {"piece": units, "space": stacks}
    return {a: by[kind[a.verb]].get(a.arg, IDLE) if kind[a.verb] in by else 0.0 for a in offered}


def march(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
    """On with the move in hand: who else goes along, the next step, what to face, or the end of it."""
    hand, here = o.brief.in_hand(seat)
    goal = o.plan(seat).of(hand[0]) if hand else o.plan(seat).at(here)
    if goal is not None:
        turn = [Action("turn", goal.target)] if goal.hex == goal.start else []
        more = [Action("unit", u) for u in goal.units if u not in hand]
        wanted = (*turn, *more, *(o.way(seat, goal)[:1] if hand and not more else ()), *map(Action, FINISH))
        found = next((action for action in wanted if action in offered), None)
        if found is not None:
            return {action: 1.0 if action == found else IDLE for action in offered}
    return astray(o, seat, offered, hand)


def astray(o: Officer, seat: Seat[Any], offered: list[Action], hand: Sequence[int]) -> Scores:
    """A move that no plan has an end for: end it if that can be, else go where the units stand best."""
    kind, posture = kinds(seat), o.posture(seat, without=hand)
    found: Scores = {}
    for action in offered:
        if action.verb in FINISH:
            found[action] = 0.0
        elif kind[action.verb] == "space":
            found[action] = max(posture.stand(hand, action.arg), -100.0) - 200.0 if hand else -400.0
        else:
            found[action] = -500.0
    return found


# -- combat -------------------------------------------------------------------------------------------------


def declare(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
    """Attacks worth making, each by what is chosen to declare it."""
    attacks = o.assaults(seat)
    kind = kinds(seat)
    return {a: 0.0 if kind[a.verb] == "button" else attacks[a.arg].gain if a.arg in attacks else -1.0 for a in offered}


def muster(target: Callable[[Seat[Any]], tuple[Hex, Sequence[int]]]) -> Answer:
    """Who takes part in an attack on a target that the seat's procedure names, of those that may."""

    def answer(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
        wanted = o.muster(seat, *target(seat)).ids
        return {a: (1.0 if a.arg in wanted else -1.0) if a.verb == "unit" else 0.0 for a in offered}

    return answer


# -- places and losses --------------------------------------------------------------------------------------


def place(units: Callable[[Seat[Any]], Sequence[int]]) -> Answer:
    """A hex for the units that the seat's procedure names: own ones where they stand best, enemies where least; those
    that are not on the map yet near prizes, where no enemy can strike too hard."""

    def answer(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
        group, field, kind = units(seat), o.field(seat), kinds(seat)
        hexes = [a for a in offered if kind[a.verb] == "space"]
        found = dict.fromkeys(offered, OFF_MAP)
        if group and all(u in field.own for u in group):
            posture = o.posture(seat, without=group, few=True)
            return found | {a: max(posture.stand(group, a.arg), OFF_MAP - 1) for a in hexes}
        if any(unit.id in group for unit in field.facts.foes):
            return found | {a: -field.pull(a.arg) - field.block(a.arg) - 2 * field.prize(a.arg) for a in hexes}
        d, threat = field.doctrine, field.threat_nearby
        return found | {a: d.pull * field.pull(a.arg) + field.block(a.arg) - 0.02 * threat[a.arg] for a in hexes}

    return answer


def follow(target: Callable[[Seat[Any]], Hex]) -> Answer:
    """Who goes into a hex that has been won: whoever stands better there."""

    def answer(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
        field, hex, found = o.field(seat), target(seat), dict[Action, float]()
        posture = o.posture(seat, few=True)
        for action in offered:
            piece = kinds(seat)[action.verb] == "piece"
            unit = field.own.get(action.arg) if piece else None
            found[action] = IDLE if piece else 0.0
            if unit is not None:
                posture.lift((unit.id,), unit.hex)
                found[action] = posture.stand((unit.id,), hex) - posture.stand((unit.id,), unit.hex)
                posture.put((unit.id,), unit.hex)
        return found

    return answer


def least(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
    """What must be given up: own units that are worth least, enemies that are worth most."""
    values = o.values(seat)
    return {a: -values.get(a.arg, 0.0) for a in offered}


def most(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
    """Who comes first: whoever is worth most."""
    return {a: -score for a, score in least(o, seat, offered).items()}


def always(*verbs: str) -> Answer:
    """The first of these that is offered."""

    def answer(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
        return {a: float(len(verbs) - verbs.index(a.verb)) if a.verb in verbs else 0.0 for a in offered}

    return answer


def first(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
    """What stands first, where that is the usual thing."""
    return {a: -float(i) for i, a in enumerate(offered)}


def by_hand(o: Officer, seat: Seat[Any], offered: list[Action]) -> Scores:
    """As the officer answers who was made for this game, where a brief has one: for what only this game asks."""
    brief: Any = o.brief
    found: Scores = brief.by_hand.scores(seat)
    return found
