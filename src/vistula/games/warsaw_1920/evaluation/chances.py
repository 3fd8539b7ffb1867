"""What an attack promises: odds and results as the rules have them, weighed by what they bring and cost."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise

import msgspec

from ..model import ARTILLERY, Model


@cache
def spread(m: Model, column: int, bonus: int) -> tuple[tuple[str, float], ...]:
    """[11.5b] The results of a column of the table, each with how likely it is."""
    found: dict[str, float] = {}
    for die in range(1, m.die.sides + 1):
        result = m.crt_worse if column < 0 else m.crt[min(die + bonus, len(m.crt) - 1)][column]
        found[result] = found.get(result, 0.0) + 1 / m.die.sides
    return tuple(found.items())


class Odds(msgspec.Struct, frozen=True):
    column: int
    bonus: int
    attack: int  # printed factors of the attackers, as an exchange counts them


@lru_cache(maxsize=8192)
def odds(m: Model, attackers: tuple[tuple[int, int], ...], target: int, base: float, fed: tuple[bool, bool]) -> Odds:
    """[11.5d, 11.6.2f] Units with the hexes they attack from, against `base` factors in the target hex."""
    river, front = m.river[target], m.trench_front[target]
    plain = over = hungry = 0
    wet, guns, shock = True, False, False
    for u, h in attackers:
        if m.kind[u] == ARTILLERY:
            guns = guns or fed[m.front[u]]
        elif m.front[u] >= 0 and not fed[m.front[u]]:
            hungry += m.cf[u]
        elif front >> h & 1:
            over += m.cf[u]
        else:
            plain += m.cf[u]
        shock = shock or m.shock[u]
        wet = wet and bool(river >> h & 1)
    times = max(m.defence[target], m.hexside.river_defence) if wet else m.defence[target]
    attack, defence = plain + over + (hungry + 1) // 2, base * times
    if over:
        dug = plain + (over + 1) // 2 + (hungry + 1) // 2
        if dug * defence < attack * base:
            attack, defence = dug, base
    bonus = (m.die.artillery if guns else 0) + (m.die.shock if shock else 0)
    return Odds(m.odds.column(attack, defence), bonus, plain + over + hungry)


class Stakes(msgspec.Struct):
    """What both sides put at risk in one attack."""

    defenders: float  # value
    printed: float  # factors of the defenders
    attackers: float
    cheapest: float  # the attacker that can best be spared
    hex: float  # what the target hex brings if it is taken
    trapped: bool  # no way to retreat
    factor: float  # value of a factor, for exchanges
    disruption: float
    setback: float


def expected(m: Model, o: Odds, at: Stakes) -> float:
    """The mean of an attack's results, in victory points."""
    return sum(chance * _outcome(result, o, at) for result, chance in spread(m, o.column, o.bonus))


def _outcome(result: str, o: Odds, at: Stakes) -> float:
    if result == "DE" or (result[:2] == "DR" and at.trapped):
        return at.defenders + at.hex
    if result[:2] == "DR":
        return at.disruption * at.defenders + at.hex
    if result == "EX":
        return _exchange(o, at)
    if result == "AR":
        return -at.setback * at.attackers
    if result == "AL":
        return -at.cheapest - at.setback * (at.attackers - at.cheapest)
    return -at.attackers if result == "AE" else 0.0


def _exchange(o: Odds, at: Stakes) -> float:
    if o.attack > at.printed:
        return at.defenders - min(at.attackers, 1.1 * at.printed * at.factor) + 0.3 * at.hex
    if o.attack < at.printed:
        return at.defenders * o.attack / at.printed - at.attackers
    return at.defenders - at.attackers + 0.3 * at.hex


FINE = 8
_BENDS = ((0.25, 0.03, 0.0), (0.5, 0.1, 0.2), (1.0, 0.13, 0.4), (2.0, 0.13, 0.57), (3.0, 0.16, 0.75), (4.0, 0.3, 0.9),
          (5.0, 0.35, 1.0), (6.0, 0.5, 1.0))  # fmt: skip


def _bend(ratio: float, at: int) -> float:
    """A value between the bends of the curves above."""
    for low, high in pairwise(_BENDS):
        if ratio <= high[0]:
            if ratio < low[0]:
                return low[at] * ratio / low[0]
            return low[at] + (high[at] - low[at]) * (ratio - low[0]) / (high[0] - low[0])
    return _BENDS[-1][at]


LOST = tuple(_bend(i / FINE, 1) for i in range(6 * FINE + 1))
"""By odds of attack to defence in eighths: the chance that a defender with a way to retreat is lost for good."""
TAKEN = tuple(_bend(i / FINE, 2) for i in range(6 * FINE + 1))
"""Likewise: the chance that his hex is lost."""


def grade(attack: float, defence: float) -> int:
    """Where these odds stand in LOST and TAKEN."""
    return min(int(attack * FINE / defence), 6 * FINE)
