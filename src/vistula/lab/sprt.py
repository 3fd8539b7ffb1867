"""A study that stops when its answer is clear: Wald's sequential probability ratio test, as chess programmers use it.

Two players meet in pairs of games on one seed, each on either side, so that neither the side nor the seed favours one
of them. The test weighs two hypotheses about the first player's lead in Elo points, `low` and `high`, by the mean and
the variance of what he makes of a pair (0 to 2 points, a draw half a point), as if that were normally distributed.
Pairs are weighed in the order of their seeds, so that the number of processes changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import Any

import msgspec

from vistula.kernel.errors import BadInput
from vistula.lab.collecting import gather
from vistula.lab.elo import POINTS
from vistula.lab.league import League, check_players, pairings
from vistula.lab.play import Orders, Plan, Row
from vistula.lab.runner import Field, Hire, Task, Tell
from vistula.lab.statistics import Interval, mean

PRIOR = (0.0, 0.5, 1.0, 1.5, 2.0)
"""Pairs that are added to estimate the variance, so that a few equal pairs are not taken for certainty."""


class Hypotheses(msgspec.Struct, frozen=True):
    """Two leads in Elo points, and how often the test may take the one for the other."""

    low: float
    high: float
    alpha: float = 0.05  # chance to find `high` where `low` is true
    beta: float = 0.05  # chance to find `low` where `high` is true

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios, as logarithms, at which the answer is `low` or `high`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio of `high` to `low` after these pairs."""
        if not pairs:
            return 0.0
        seen = [*pairs, *PRIOR]
        average = sum(pairs) / len(pairs)
        middle = sum(seen) / len(seen)
        variance = sum((pair - middle) ** 2 for pair in seen) / len(seen)
        low, high = 2 * expected(self.low), 2 * expected(self.high)
        return len(pairs) * (high - low) * (2 * average - low - high) / (2 * variance)

    def answer(self, pairs: Sequence[float]) -> str:
        """`low`, `high`, or nothing as long as it is not clear."""
        ratio, (below, above) = self.ratio(pairs), self.bounds
        return "high" if ratio >= above else "low" if ratio <= below else ""


def expected(lead: float) -> float:
    """What a player with this lead in Elo points makes of a game."""
    return 1 / (1 + 10 ** (-lead / 400))


def lead_of(score: float) -> float:
    """The lead in Elo points that such a share of the points stands for."""
    within = min(max(score, 0.001), 0.999)
    return POINTS * log(within / (1 - within))


class Decided(KeyboardInterrupt):
    """The answer is clear: games under way are finished and no more are begun, as after Ctrl+C."""


def _none_yet() -> list[float]:
    return [0.0, 0.0]


class Match(msgspec.Struct):
    """Two players, and the pairs of games that they have played."""

    league: League
    test: Hypotheses
    pairs: list[float] = []  # what the first player made of each, in the order of the seeds, up to the answer
    answer: str = ""
    by_side: list[float] = msgspec.field(default_factory=_none_yet)  # of these, what he made on either side
    open: dict[int, dict[int, float]] = {}  # games whose pair, or one before it, is not complete

    def hear(self, row: Row) -> None:
        """Take a game in; a game that failed counts as a draw."""
        self.open.setdefault(row.n, {})[row.fixture] = self._points(row)
        while not self.answer and len(self.open.get(len(self.pairs), ())) == 2:
            pair = self.open.pop(len(self.pairs))
            self.pairs.append(sum(pair.values()))
            for side, points in pair.items():
                self.by_side[side] += points
            self.answer = self.test.answer(self.pairs)

    def _points(self, row: Row) -> float:
        points = self.league.pairings[row.fixture].points(row)
        return points if row.fixture == 0 else 1 - points

    @property
    def lead(self) -> Interval:
        """The first player's lead in Elo points."""
        of = mean([pair / 2 for pair in self.pairs])
        return Interval(lead_of(of.value), lead_of(of.low), lead_of(of.high))

    def table(self) -> dict[str, Any]:
        """The document that `vistula lab --sprt --json` prints."""
        lead, (below, above) = self.lead, self.test.bounds
        known = self.league.table()
        for name in ("players", "advantage", "pairings"):
            del known[name]
        return {
            **known,
            "players": self.league.players,
            **msgspec.structs.asdict(self.test),
            "pairs": len(self.pairs),
            "points": sum(self.pairs),
            "sides": dict(zip(self.league.sides, self.by_side, strict=True)),
            "elo": {"value": round(lead.value, 1), "low": round(lead.low, 1), "high": round(lead.high, 1)},
            "ratio": round(self.test.ratio(self.pairs), 3),
            "bounds": [round(below, 3), round(above, 3)],
            "answer": self.answer or None,
        }

    def lines(self) -> Iterable[str]:
        """The same for people."""
        first, second = self.league.players
        lead, test, (below, above) = self.lead, self.test, self.test.bounds
        share = sum(self.pairs) / (2 * len(self.pairs)) if self.pairs else 0.0
        yield f"{len(self.pairs)} pairs of games: {first} made {share:.1%} of the points against {second}"
        games = max(1, len(self.pairs))
        made = (f"{points / games:.1%} as {side}" for side, points in zip(self.league.sides, self.by_side, strict=True))
        yield f"of them {' and '.join(made)}"
        yield f"lead of {first}: {lead.value:+.0f} Elo ({lead.low:+.0f} to {lead.high:+.0f})"
        yield f"log likelihood ratio {test.ratio(self.pairs):.2f}, bounds {below:.2f} and {above:.2f}"
        told = {
            "high": f"{test.high:+g} Elo rather than {test.low:+g}",
            "low": f"{test.low:+g} Elo rather than {test.high:+g}",
        }
        yield f"answer: {told.get(self.answer, 'not clear yet')}"


def read_hypotheses(words: str, errors: str | None) -> Hypotheses:
    """LOW:HIGH and ALPHA:BETA as they stand on the command line."""
    low, high = _two("--sprt", words, "LOW:HIGH in Elo points, such as -20:20")
    alpha, beta = _two("--errors", errors, "ALPHA:BETA, such as 0.05:0.05") if errors else (0.05, 0.05)
    if low >= high:
        raise BadInput("--sprt", words, "the first number must be below the second")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise BadInput("--errors", errors or "", "both must lie between 0 and 0.5")
    return Hypotheses(low, high, alpha, beta)


def _two(flag: str, words: str, wanted: str) -> tuple[float, float]:
    try:
        one, other = map(float, words.split(":"))
    except ValueError:
        raise BadInput(flag, words, f"wanted: {wanted}") from None
    return one, other


def run_sprt(
    plan: Plan,
    players: Sequence[str],
    games: int,
    test: Hypotheses,
    jobs: int | None = None,
    tell: Tell | None = None,
    hire: Hire | None = None,
) -> Match:
    """Pairs of games, at most so many, until the answer is clear."""
    check_players(players)
    if len(players) != 2:
        raise BadInput("--sprt", ",".join(players), "two players are wanted")
    plan.check()
    match = Match(League(plan, list(players), games, pairings(plan, players)), test)
    tasks: list[Task] = [(fixture, n) for n in range(games) for fixture in range(2)]

    def hear(row: Row) -> None:
        before = match.answer
        match.hear(row)
        if tell is not None:
            tell(row)
        if match.answer and not before:
            raise Decided

    gather(match.league, Field([p.plan for p in match.league.pairings], Orders()), tasks, jobs, hear, hire)
    match.league.interrupted = match.league.interrupted and not match.answer
    return match
