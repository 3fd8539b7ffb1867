"""The few statistics that reports and leagues need: intervals of shares and means, quantiles, a line through points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import sqrt

import msgspec

Z95 = 1.959964  # of the normal distribution, for intervals of 95 %


class Interval(msgspec.Struct, frozen=True):
    value: float
    low: float
    high: float


def share(count: int, of: int) -> Interval:
    """A share with its 95 % interval after Wilson, which holds for few games and for shares near 0 and 1."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    p, zz = count / of, Z95 * Z95
    middle = (p + zz / (2 * of)) / (1 + zz / of)
    reach = Z95 / (1 + zz / of) * sqrt(p * (1 - p) / of + zz / (4 * of * of))
    return Interval(p, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Interval:
    """A mean with its 95 % interval by the normal distribution; of a single value nothing is known."""
    n = len(values)
    if not n:
        return Interval(0.0, 0.0, 0.0)
    average = sum(values) / n
    reach = Z95 * sqrt(sum((v - average) ** 2 for v in values) / (n - 1) / n) if n > 1 else 0.0
    return Interval(average, average - reach, average + reach)


class Spread(msgspec.Struct, frozen=True):
    """How numbers lie: their mean and median, and the lowest and the highest of them without a tenth at either end.

    A tenth is rounded down, so that at least eight of ten lie between those two.
    """

    count: int
    mean: float
    tenth: float
    median: float
    ninth: float


def spread(counts: Counter[int]) -> Spread:
    """Of numbers that have been counted."""
    total = sum(counts.values())
    if not total:
        return Spread(0, 0.0, 0.0, 0.0, 0.0)
    average = sum(value * times for value, times in counts.items()) / total
    tail, last = total // 10, total - 1
    median = (_nth(counts, last // 2) + _nth(counts, total // 2)) / 2
    return Spread(total, average, _nth(counts, tail), median, _nth(counts, last - tail))


def _nth(counts: Counter[int], n: int) -> int:
    """The number at this place, from 0, when all stand in rising order."""
    ordered = sorted(counts)
    passed = accumulate(counts[value] for value in ordered)
    return next(value for value, before in zip(ordered, passed, strict=True) if before > n)


class Fit(msgspec.Struct, frozen=True):
    """The straight line nearest to points, and how well it holds: r is −1 … 1."""

    slope: float
    offset: float
    r: float


def fit(points: Sequence[tuple[float, float]]) -> Fit | None:
    """None where the points do not say: fewer than three, or all one above another."""
    n = len(points)
    if n < 3:
        return None
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    sxx, syy = sum((x - mx) ** 2 for x, _ in points), sum((y - my) ** 2 for _, y in points)
    sxy = sum((x - mx) * (y - my) for x, y in points)
    if not sxx:
        return None
    slope = sxy / sxx
    return Fit(slope, my - slope * mx, sxy / sqrt(sxx * syy) if syy else 0.0)
