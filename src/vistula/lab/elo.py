"""Ratings from results: Bradley and Terry's model in Elo's points, with what it is worth to play the first side.

The chance that a player on the first side beats one on the second is 1 / (1 + 10^(-d/400)), where d is the difference
of their ratings plus the first side's advantage. A draw counts as half a win. Ratings are those under which the
results are most likely; a weak prior (each rating was drawn around the mean, and the advantage around zero, with a
deviation of 1,000 points) keeps those finite who have won or lost every game. Intervals of 95 % come from the curvature
at the maximum, the prior included; they hold for the rating as a distance from the mean of all players, which is set to
1,500.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

import msgspec

from vistula.lab.statistics import Z95, Interval

MEAN = 1500.0
POINTS = 400.0 / log(10.0)  # Elo points to one unit of log odds
PRIOR = (1000.0 / POINTS) ** -2  # precision of the prior, in log odds

Matrix = list[list[float]]


class Meeting(msgspec.Struct, frozen=True):
    """Games between two players on fixed sides; `score` is what the first side's player made of them."""

    first: int
    second: int
    games: int
    score: float


class Ratings(msgspec.Struct, frozen=True):
    players: list[Interval]
    advantage: Interval  # of the first side


def rate(players: int, meetings: Sequence[Meeting]) -> Ratings:
    """Newton's method on the log posterior, which has one maximum."""
    values = [0.0] * (players + 1)  # ratings, then the advantage
    for _ in range(100):
        slope, curvature = _derivatives(values, meetings, players)
        step = solve(curvature, slope)
        largest = max(abs(d) for d in step)
        scale = min(1.0, 2.0 / largest) if largest else 1.0
        values = [v + scale * d for v, d in zip(values, step, strict=True)]
        if largest < 1e-10:
            break
    _, curvature = _derivatives(values, meetings, players)
    return _in_points(values, inverse(curvature), players)


def _derivatives(values: list[float], meetings: Sequence[Meeting], players: int) -> tuple[list[float], Matrix]:
    size = players + 1
    slope = [-PRIOR * v for v in values]
    curvature = [[PRIOR if i == j else 0.0 for j in range(size)] for i in range(size)]
    for met in meetings:
        signs = {met.first: 1.0, players: 1.0}
        signs[met.second] = signs.get(met.second, 0.0) - 1.0
        p = 1.0 / (1.0 + exp(-sum(sign * values[i] for i, sign in signs.items())))
        for i, one in signs.items():
            slope[i] += one * (met.score - met.games * p)
            for j, other in signs.items():
                curvature[i][j] += one * other * met.games * p * (1.0 - p)
    return slope, curvature


def _in_points(values: list[float], covariance: Matrix, players: int) -> Ratings:
    middle = sum(values[:players]) / players
    found = []
    for i in range(players):
        weights = [(1.0 if j == i else 0.0) - 1.0 / players for j in range(players)] + [0.0]
        found.append(_interval(values[i] - middle, weights, covariance, MEAN))
    return Ratings(found, _interval(values[players], [0.0] * players + [1.0], covariance, 0.0))


def _interval(value: float, weights: list[float], covariance: Matrix, zero: float) -> Interval:
    size = len(weights)
    variance = sum(weights[i] * weights[j] * covariance[i][j] for i in range(size) for j in range(size))
    middle, reach = zero + value * POINTS, Z95 * sqrt(max(variance, 0.0)) * POINTS
    return Interval(middle, middle - reach, middle + reach)


# -- a little algebra -------------------------------------------------------------------------------


def solve(matrix: Matrix, right: list[float]) -> list[float]:
    """Gauss's elimination; the matrix is symmetric and positive."""
    size = len(right)
    rows = [[*row, right[i]] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [v / pivot for v in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[-1] for row in rows]


def inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    columns = [solve(matrix, [1.0 if i == j else 0.0 for i in range(size)]) for j in range(size)]
    return [[columns[j][i] for j in range(size)] for i in range(size)]
