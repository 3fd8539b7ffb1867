"""What an attack would bring: the exact chance of each result over two dice, and what it would cost both sides."""

from __future__ import annotations

import random
from itertools import product

from vistula.kernel import Action, Seat
from vistula.kernel.views import Column, Forecast, Outcome, Term
from vistula.parts.odds import terms
from vistula.parts.words import count, listed, span

from ..knowledge import fill
from ..model import SEATS
from ..rules.attack import BLOODY, EVEN, Attack, Attacks
from ..rules.morale import at_maximum
from ..rules.queries import opened, plays, veiled
from ..rules.reveal import lay_open
from ..rules.routes import OFF_MAP, plan
from ..rules.special_orders import ASSAULT, COUNTER, ODD, STUBBORN
from ..rules.strength import Odds, very_favorable, work_out
from ..rules.targets import attackers_of, targets
from ..state import State, sp, units_at

WORLDS = 24
"""So many deals of what is concealed make up the odds against it."""
HIDDEN = "Part of the enemy is concealed, so these odds are an estimate. The attack cannot be called off."
ROLLS = [a + b for a, b in product(range(1, 7), repeat=2)]


def forecast(seat: Seat[State], action: Action | None = None) -> Forecast | None:
    """The distribution of the attack that a seat is about to make or to meet, or would make by this action."""
    planned = _planned(seat, action)
    if planned is None:
        return None
    s, (target, attackers, order, answer) = seat.s, planned
    if veiled(s, 1 - s.side) >> target & 1:
        return _concealed(seat, target, attackers, order)
    odds = work_out(s, attackers, target, order, answer)
    m, side = s.m, s.m.side[attackers[0]]
    defenders = units_at(s, 1 - side, target)
    attackers = opened(s, attackers)
    sides = ((side, "Attacker", attackers, odds.attack), (1 - side, "Defender", defenders, odds.defence))
    columns = [
        Column(name, SEATS[whose], [m.key[u] for u in units], [Term("Strength", str(strength), "10.3a")])
        for whose, name, units, strength in sides
    ]
    lines = [Term("Base chance", str(odds.base), "10.3a"), *terms(odds.lines)]
    lines.append(Term("Chance", str(odds.chance), "10.7m"))
    title = f"{odds.chance} or less against {m.hex_name(target)}"
    return Forecast(title, outcomes(s, odds, target, side, order, answer), columns, lines, note=_way_out(s, defenders))


def _concealed(seat: Seat[State], target: int, attackers: list[int], order: int) -> Forecast:
    """[23.1a] Over what may be under the markers there: worlds that the seat cannot tell from the true one (N-95)."""
    s, found, strengths = seat.s, dict[tuple[str, str], int](), []
    foe = 1 - s.side
    for n in range(WORLDS):
        world = fill(s, seat.id, random.Random(n)).copy()
        if lay_open(world, foe, target, "23.1.3a"):
            odds = work_out(world, attackers, target, order)
            strengths.append(odds.defence)
            made = [(each.label, each.detail, each.numerator) for each in outcomes(world, odds, target, s.side, order)]
        else:
            strengths.append(0)
            made = [("Nobody there", "the attacker may advance [23.1.1g]", len(ROLLS))]
        for label, detail, ways in made:
            found[label, detail] = found.get((label, detail), 0) + ways
    units = opened(s, attackers)
    columns = [
        Column("Attacker", SEATS[s.side], [s.m.key[u] for u in units],
               [Term("Strength", str(sum(sp(s, u) for u in units)), "10.3a")]),
        Column("Defender", SEATS[foe], [s.m.key[u] for u in units_at(s, foe, target)],
               [Term("Strength", span(strengths), "10.3a")]),
    ]  # fmt: skip
    rows = [Outcome(label, ways, WORLDS * len(ROLLS), detail) for (label, detail), ways in sorted(found.items())]
    return Forecast(f"Against {s.m.hex_name(target)}", rows, columns, mixture=True, note=HIDDEN)


def _planned(seat: Seat[State], action: Action | None) -> tuple[int, list[int], int, int] | None:
    """Target, attackers and orders that the question is about."""
    s, frame = seat.s, seat.frame
    if isinstance(frame, Attacks) and action is not None and action.verb == "attack":
        asked = seat.decision is not None and action.arg in targets(s, frame.command)
        near = attackers_of(s, frame.command, action.arg) if asked else []
        return (action.arg, near, 0, 0) if near and units_at(s, 1 - s.side, action.arg) else None
    if not isinstance(frame, Attack) or frame.rolled or not units_at(s, 1 - s.side, frame.target):
        return None
    attackers, order, answer = frame.attackers[:], frame.order, frame.answer
    if action is not None and action.verb == "unit" and action.arg not in attackers:
        if seat.decision is None or action not in seat.decision:
            return None
        attackers.append(action.arg)
    elif action is not None and action.verb == "drop":
        attackers = [u for u in attackers if u != action.arg]
    elif action is not None:
        order = {"assault": ASSAULT, "thrust": 2}.get(action.verb, order)
        answer = {"stubborn": STUBBORN, "counter": COUNTER}.get(action.verb, answer)
    return (frame.target, attackers, order, answer) if any(sp(s, u) for u in attackers) else None


def outcomes(s: State, odds: Odds, target: int, side: int, order: int = 0, answer: int = 0) -> list[Outcome]:
    """[10.3c, 10.4a, 10.5b, 10.6a, 14.2] Every result with its exact chance, worst for the attacker first."""
    utmost = plays(s, "10.6") and at_maximum(s, side, s.m.theater_of[target])
    extra = very_favorable(s, odds) + utmost
    tally: dict[tuple[int, str, int, int], int] = {}
    for roll in ROLLS:
        bloody, won = roll in BLOODY, roll not in BLOODY and roll <= odds.chance
        ours = bloody + (order == ASSAULT and roll in ODD)
        theirs = bloody + (answer == STUBBORN and roll in ODD) + (extra if won and roll in EVEN else 0)
        name = "Bloody fight" if bloody else "Success" if won else "Failure"
        key = ((1 if bloody else 2 if won else 0), name, ours, theirs)
        tally[key] = tally.get(key, 0) + 1
    return [
        Outcome(name, number, len(ROLLS), _meaning(name, ours, theirs, answer))
        for (_, name, ours, theirs), number in sorted(tally.items())
    ]


def _meaning(name: str, ours: int, theirs: int, answer: int) -> str:
    sides = (("the attacker", ours), ("the defender", theirs))
    lost = [f"{who} loses {count(steps, 'step')}" for who, steps in sides if steps]
    back = "the attacker retreats" if answer == COUNTER else "nobody moves"
    return listed([*lost, {"Success": "the defender retreats", "Failure": back}.get(name, "nobody moves")])


def _way_out(s: State, defenders: list[int]) -> str:
    """[11.5a] Where the defenders would have to go together, and what it would cost them."""
    able = [u for u in defenders if u not in (s.m.air, s.m.lwow_unit)]
    if not able:
        return ""
    ways = list(plan(s, able).ways.values())
    ends = sorted({route.hexes[-1] for route in ways if route.hexes})
    names = [s.m.hex_name(hex) if hex != OFF_MAP else "off the map" for hex in ends]
    cost = ways[0].cost
    where = f"would retreat to {listed(names, 'or')}" if names else "could not retreat"
    return f"Together the defenders {where}, at a cost of {count(cost, 'step')} [11.5a]."
