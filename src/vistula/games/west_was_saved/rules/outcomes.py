"""9.3 – 9.5 Combat outcomes: what two combat factors come to, who wins, how many hits, and what becomes of the loser.

Numbers in, numbers out: the combat itself, its forecast and the computer players all read the same table.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import NamedTuple

import msgspec


class Outcome(enum.IntEnum):
    """9.5 What follows from the difference between the factors."""

    TIE = 0
    STAND = 1
    RETREAT = 2
    ROUT = 3


RETREAT_FROM, ROUT_FROM = 3, 7


class Result(msgspec.Struct, frozen=True):
    """A combat decided: by how much the attacker won (below zero: lost), and the hits that each side may inflict."""

    margin: int
    outcome: Outcome
    hits: int  # by the winner, at most


def half(number: int) -> int:
    """[1.5a] Half, rounded down, as every halving in this game."""
    return number // 2


def outcome_of(difference: int) -> Outcome:
    """[9.5.a, 9.5.b1, 9.5.c1] Two or less: all stay; three to six: a retreat; seven or more: the winner directs it."""
    if difference == 0:
        return Outcome.TIE  # [9.3j]
    if difference < RETREAT_FROM:
        return Outcome.STAND
    return Outcome.RETREAT if difference < ROUT_FROM else Outcome.ROUT


def winners_hits(difference: int, winners: int) -> int:
    """[9.4a] Half the difference, at most one for each combat unit that the winning stack began with."""
    return min(half(difference), winners)


def losers_hits(inflicted: int, losers: int, outcome: Outcome) -> int:
    """[9.4b, 9.4f] Half of the hits really inflicted, at most one a unit of the losing stack."""
    return 0 if outcome is Outcome.ROUT else min(half(inflicted), losers)  # [9.5.c2]


def decide(attack: int, defence: int, attackers: int, defenders: int) -> Result:
    """[9.3h, 9.3j] Two combat factors and the number of combat units in each stack."""
    margin = attack - defence
    outcome = outcome_of(abs(margin))
    return Result(margin, outcome, winners_hits(abs(margin), attackers if margin > 0 else defenders))


class Fall(NamedTuple):
    """A difference of two dice: in how many ways of 36 it falls, the result, the winner's hits and the loser's."""

    ways: int
    result: Result
    hits: int
    back: int


def falls(margin: int, attackers: int, defenders: int, steps: int, foe_steps: int) -> Iterator[Fall]:
    """[9.3h, 9.4a, 9.4b, 9.4f] What both dice may bring: `margin` is the attacker's value less the defender's, steps
    are the hits that each stack can take."""
    for difference in range(-5, 6):
        result = decide(margin + difference, 0, attackers, defenders)
        won = result.margin > 0
        hits = min(result.hits, foe_steps if won else steps)
        back = losers_hits(hits, defenders if won else attackers, result.outcome)
        yield Fall(6 - abs(difference), result, hits, back)
