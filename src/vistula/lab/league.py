"""A league: every player meets every other from both sides on the same seeds, and ratings come of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec

from vistula.kernel.errors import BadInput
from vistula.kernel.title import title
from vistula.lab.collecting import gather
from vistula.lab.elo import Meeting, Ratings, rate
from vistula.lab.notebook import Notebook
from vistula.lab.play import Orders, Plan, Row
from vistula.lab.runner import Field, Hire, Task, Tell
from vistula.lab.statistics import Interval
from vistula.lab.study import about, record_name
from vistula.players import PLAYERS, lab_players


class Pairing(msgspec.Struct):
    """One player on the first side, another on the second."""

    first: str
    second: str
    plan: Plan
    rows: list[Row] = []

    def points(self, row: Row) -> float:
        """What the first player made of a game; one that failed counts as a draw."""
        seats = [seat for seat, player in self.plan.seats.items() if player == self.first]
        return 0.5 if row.failed else row.points(seats)

    def count(self, points: float) -> int:
        """How many games the first player made so many points of."""
        return sum(self.points(row) == points for row in self.rows if not row.failed)


class League(msgspec.Struct):
    plan: Plan
    players: list[str]
    games: int  # of each pairing
    pairings: list[Pairing]
    seconds: float = 0.0
    interrupted: bool = False
    kept: Path | None = None

    def record_name(self, row: Row) -> str:
        pairing = self.pairings[row.fixture]
        return f"{pairing.first}-{pairing.second}-{record_name(row)}"

    def note(self, row: Row) -> None:
        self.pairings[row.fixture].rows.append(row)

    @property
    def sides(self) -> list[str]:
        return self.plan.sides()

    @property
    def rows(self) -> list[Row]:
        return [row for pairing in self.pairings for row in pairing.rows]

    @property
    def failed(self) -> list[Row]:
        return [row for row in self.rows if row.failed]

    def meetings(self) -> list[Meeting]:
        found = []
        for pairing in self.pairings:
            won, lost, drawn = (pairing.count(points) for points in (1, 0, 0.5))
            at = self.players.index(pairing.first), self.players.index(pairing.second)
            found.append(Meeting(*at, won + lost + drawn, won + drawn / 2))
        return found

    def ratings(self) -> Ratings:
        return rate(len(self.players), self.meetings())

    def table(self) -> dict[str, Any]:
        """The document that `vistula lab --league --json` prints."""
        ratings, one = self.ratings(), self.sides[0]
        players = [self._line(i, ratings.players[i]) for i in range(len(self.players))]
        known = about(self.plan)
        del known["seats"]  # everybody sits everywhere
        return {
            **known,
            "games": self.games * len(self.pairings),
            "finished": len(self.rows) - len(self.failed),
            "failed": len(self.failed),
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
            "players": sorted(players, key=lambda line: -line["elo"]),
            "advantage": {"side": one, **_points(ratings.advantage)},
            "pairings": [self._result(pairing) for pairing in self.pairings],
        }

    def _line(self, i: int, rating: Interval) -> dict[str, Any]:
        met = self.meetings()
        games = sum(m.games for m in met if i in (m.first, m.second))
        points = sum(m.score for m in met if m.first == i) + sum(m.games - m.score for m in met if m.second == i)
        share = round(points / games, 4) if games else None
        return {"player": self.players[i], **_points(rating), "games": games, "points": points, "share": share}

    def _result(self, pairing: Pairing) -> dict[str, Any]:
        one, other = self.sides
        wins = {one: pairing.count(1), other: pairing.count(0), "draw": pairing.count(0.5)}
        failed = sum(row.failed for row in pairing.rows)
        return {"seats": {one: pairing.first, other: pairing.second}, "outcomes": wins, "failed": failed}


def _points(rating: Interval) -> dict[str, float]:
    return {"elo": round(rating.value, 1), "low": round(rating.low, 1), "high": round(rating.high, 1)}


def pairings(plan: Plan, players: Sequence[str]) -> list[Pairing]:
    """Every two players, each on either side; all seats of a side are one player's."""
    sides = plan.sides()
    if len(sides) != 2:
        raise BadInput("--league", plan.game, f"a league needs two sides; there are: {', '.join(sides)}")
    found = title(plan.game, plan.pack)
    seats = {side: [str(seat) for seat in plan.players() if found.side_of(seat) == side] for side in sides}
    made = []
    for first, second in permutations(players, 2):
        who = {seat: player for side, player in zip(sides, (first, second), strict=True) for seat in seats[side]}
        made.append(Pairing(first, second, msgspec.structs.replace(plan, seats=who)))
    return made


def different_players() -> list[str]:
    """All players, one name for each; some are known by two."""
    return [name for name, player in PLAYERS.items() if next(n for n, p in PLAYERS.items() if p is player) == name]


def check_players(players: Sequence[str]) -> None:
    for player in players:
        if player not in lab_players():
            raise BadInput("--league", player, f"no such player; there are: {', '.join(lab_players())}")
    if len(set(players)) < len(players) or len(players) < 2:
        raise BadInput("--league", ",".join(players), "two or more different players are wanted")


def run_league(
    plan: Plan,
    players: Sequence[str],
    games: int,
    jobs: int | None = None,
    tell: Tell | None = None,
    *,
    keep: Path | None = None,
    hire: Hire | None = None,
    book: Notebook | None = None,
) -> League:
    """So many games of each pairing, all pairings on the same seeds. Ctrl+C ends early with what is done.

    Games are played seed by seed, so that a league that was interrupted is as even as can be.
    """
    check_players(players)
    plan.check()
    league = League(plan, list(players), games, pairings(plan, players), kept=keep)
    tasks: list[Task] = [(fixture, n) for n in range(games) for fixture in range(len(league.pairings))]
    field = Field([pairing.plan for pairing in league.pairings], Orders(keep=keep is not None))
    gather(league, field, tasks, jobs, tell, hire, book)
    return league
