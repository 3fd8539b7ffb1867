"""Intervals, spreads, lines through points, ratings."""

from __future__ import annotations

from collections import Counter
from math import log10

import pytest

from vistula.lab.elo import MEAN, Meeting, inverse, rate, solve
from vistula.lab.statistics import fit, mean, share, spread


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (95, 100, 0.8882, 0.9785)],
)
def test_shares_have_wilson_s_interval(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert found.value == count / of
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_of_no_games_nothing_is_known() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)
    assert mean([]).value == 0
    assert spread(Counter()).count == 0
    assert fit([(1, 1), (2, 2)]) is None


def test_a_mean_with_its_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(1.96 * (5 / 3) ** 0.5 / 2, abs=1e-3)
    assert mean([7.0]) == mean([7.0, 7.0])


@pytest.mark.parametrize(
    ("count", "low", "high"), [(1, 1, 1), (2, 1, 2), (9, 1, 9), (10, 2, 9), (19, 2, 18), (20, 3, 18), (100, 11, 90)]
)
def test_a_spread_leaves_out_a_tenth_at_either_end(count: int, low: int, high: int) -> None:
    found = spread(Counter(range(1, count + 1)))
    middle = (count + 1) / 2
    assert (found.count, found.mean, found.median) == (count, middle, middle)
    assert (found.tenth, found.ninth) == (low, high)
    assert high - low + 1 >= 0.8 * count


def test_a_spread_counts_numbers_as_often_as_they_came() -> None:
    found = spread(Counter({-4: 1, 3: 7, 8: 1, 20: 1}))
    assert (found.tenth, found.median, found.ninth) == (3, 3, 8)


def test_a_line_through_points() -> None:
    found = fit([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)])
    assert found is not None
    assert (found.slope, found.offset, found.r) == pytest.approx((2, 1, 1))
    assert fit([(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]) is None


# -- ratings ----------------------------------------------------------------------------------------------------


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def test_ratings_come_back_from_what_they_predict() -> None:
    truth, advantage, games = [1400.0, 1500.0, 1600.0], 80.0, 10_000
    met = [
        Meeting(a, b, games, games * expected(truth[a] - truth[b] + advantage))
        for a in range(3)
        for b in range(3)
        if a != b
    ]
    found = rate(3, met)
    assert [r.value for r in found.players] == pytest.approx(truth, abs=1)
    assert found.advantage.value == pytest.approx(advantage, abs=1)
    assert all(r.low < r.value < r.high for r in found.players)


def test_more_games_make_intervals_narrower() -> None:
    few, many = (rate(2, [Meeting(0, 1, n, n * 0.7), Meeting(1, 0, n, n * 0.3)]).players[0] for n in (20, 2000))
    assert few.high - few.low > 5 * (many.high - many.low)
    assert many.value - MEAN == pytest.approx(200 * log10(7 / 3), abs=2)


def test_who_wins_every_game_has_a_finite_rating() -> None:
    found = rate(2, [Meeting(0, 1, 100, 100), Meeting(1, 0, 100, 0)])
    best, worst = found.players
    assert 1800 < best.value < 3000
    assert best.value + worst.value == pytest.approx(2 * MEAN)


def test_a_league_without_games_says_nothing() -> None:
    found = rate(3, [])
    assert {r.value for r in found.players} == {MEAN}
    assert found.advantage.value == 0


def test_a_little_algebra() -> None:
    matrix = [[4.0, 1.0], [1.0, 3.0]]
    assert solve(matrix, [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])
    (a, b), (c, d) = inverse(matrix)
    assert [a, b, c, d] == pytest.approx([3 / 11, -1 / 11, -1 / 11, 4 / 11])
