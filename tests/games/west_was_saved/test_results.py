"""9.3 – 9.5 From two combat factors to hits and outcome."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from vistula.games.west_was_saved.rules.outcomes import (
    Outcome,
    decide,
    falls,
    half,
    losers_hits,
    outcome_of,
    winners_hits,
)

rule = pytest.mark.rule


@rule("1.5a", "9.3h")
def test_fractions_are_dropped() -> None:
    assert [half(number) for number in range(6)] == [0, 0, 1, 1, 2, 2]


@rule("9.5.a", "9.5.b1", "9.5.c1", "9.3j", "9.3h")
@pytest.mark.parametrize(
    ("difference", "outcome"),
    [
        (0, Outcome.TIE),
        (1, Outcome.STAND),
        (2, Outcome.STAND),
        (3, Outcome.RETREAT),
        (6, Outcome.RETREAT),
        (7, Outcome.ROUT),
        (20, Outcome.ROUT),
    ],
)
def test_the_difference_says_what_follows(difference: int, outcome: Outcome) -> None:
    assert outcome_of(difference) is outcome


@rule("9.4a", "9.3h")
@pytest.mark.parametrize(
    ("difference", "units", "hits"), [(1, 4, 0), (2, 4, 1), (3, 4, 1), (9, 4, 4), (10, 4, 4), (9, 1, 1)]
)
def test_the_winner_inflicts_half_the_difference_but_one_a_unit(difference: int, units: int, hits: int) -> None:
    assert winners_hits(difference, units) == hits


@rule("9.4b", "9.4f", "9.5.c2", "9.3h")
@pytest.mark.parametrize(
    ("inflicted", "units", "outcome", "hits"),
    [
        (1, 4, Outcome.RETREAT, 0),
        (2, 4, Outcome.RETREAT, 1),
        (3, 4, Outcome.RETREAT, 1),
        (2, 0, Outcome.RETREAT, 0),
        (4, 1, Outcome.RETREAT, 1),
        (4, 4, Outcome.ROUT, 0),
    ],
)
def test_the_loser_inflicts_half_of_what_he_took(inflicted: int, units: int, outcome: Outcome, hits: int) -> None:
    assert losers_hits(inflicted, units, outcome) == hits


@rule("9.3h", "9.3j")
def test_the_higher_factor_wins_whoever_attacks() -> None:
    assert decide(17, 14, 4, 2).margin == 3
    lost = decide(10, 15, 4, 1)
    assert lost.margin < 0
    assert lost.hits == 1  # half of five, but the winning defender is one unit
    tie = decide(12, 12, 4, 4)
    assert tie.outcome is Outcome.TIE
    assert tie.hits == 0


@rule("9.3h", "9.3j", "9.4a", "9.4b", "9.4f")
def test_what_both_dice_may_bring_is_what_each_roll_brings() -> None:
    for margin, attackers, defenders, steps, foes in product(
        range(-9, 10, 3), (1, 2, 4), (1, 3, 4), (1, 2, 8), (1, 3, 8)
    ):
        expected = Counter[tuple[int, int, int]]()
        for attack, defence in product(range(1, 7), repeat=2):
            result = decide(margin + attack, defence, attackers, defenders)
            winner_is_attacker = result.margin > 0
            hits = min(result.hits, foes if winner_is_attacker else steps)
            losers = defenders if winner_is_attacker else attackers
            back = 0 if result.outcome is Outcome.ROUT else min(hits // 2, losers)
            expected[result.margin, hits, back] += 1
        found = Counter[tuple[int, int, int]]()
        for fall in falls(margin, attackers, defenders, steps, foes):
            found[fall.result.margin, fall.hits, fall.back] += fall.ways
        assert found == expected
