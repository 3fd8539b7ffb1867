"""Sums with their lines, and columns of odds, against counting."""

from __future__ import annotations

import pytest

from vistula.kernel.views import Term
from vistula.parts.odds import Columns, Line, terms, total

LABELS = ("1:3", "1:2", "1:1", "2:1", "3:1")


def test_a_sum_and_its_lines() -> None:
    lines = [Line("units", 7, "1", "3+4 = 7"), Line("river", -2, "2"), Line("card", 3, "3")]
    assert total(lines) == 8
    assert terms(lines) == [Term("units", "3+4 = 7", "1"), Term("river", "-2", "2"), Term("card", "+3", "3")]
    assert total([]) == 0


@pytest.mark.parametrize("attack", range(1, 30))
@pytest.mark.parametrize("defence", range(1, 12))
def test_odds_are_dropped_in_the_defenders_favour(attack: int, defence: int) -> None:
    """The best odds that the attacker has in full."""
    ladder = [(1, n) for n in range(99, 0, -1)] + [(n, 1) for n in range(2, 99)]
    a, d = [(a, d) for a, d in ladder if attack * d >= defence * a][-1]
    columns = Columns(LABELS)
    assert columns.label(attack, defence) == f"{a}:{d}"
    expected = -1 if d > 3 else 4 if a > 3 else LABELS.index(f"{a}:{d}")
    assert columns.column(attack, defence) == expected


def test_odds_of_mean_sums() -> None:
    columns = Columns(LABELS)
    assert [columns.column(attack, 2.5) for attack in (0, 1, 2, 3, 5, 8)] == [-1, 0, 1, 2, 3, 4]
