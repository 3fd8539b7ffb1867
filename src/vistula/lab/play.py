"""One game of a study: planned, seeded, played out, put into a row."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.game import Game
from vistula.kernel.record import Record, record_of
from vistula.kernel.title import title
from vistula.players import PLAYERS
from vistula.players.play import play_out, players_of, seat_players


class Plan(msgspec.Struct, frozen=True, kw_only=False):
    """What is played in a study: all that a worker process needs to know."""

    game: str
    scenario: str | None = None
    seats: dict[str, str] = {}
    seed: int = 1
    options: dict[str, str] = {}
    pack: str | None = None

    def seed_of(self, n: int) -> int:
        """The seed of the n-th game; `vistula play --seed` with it plays the same game."""
        return int.from_bytes(hashlib.sha256(b"vistula lab %d %d" % (self.seed, n)).digest()[:6], "big")

    def players(self) -> dict[SeatId, str]:
        return players_of(title(self.game, self.pack), self.options, self.seats, "random", tuple(PLAYERS))

    def check(self) -> None:
        """BadInput for anything that cannot be played, before the first process starts."""
        title(self.game, self.pack).scenario(self.scenario)
        self.players()

    def start(self, n: int, journal: bool = False) -> Game[Any]:
        found = title(self.game, self.pack)
        return found.start(self.scenario, seed=self.seed_of(n), options=self.options, journal=journal)


class Accumulator(Protocol):
    """Watches one game. What `after` returns becomes columns of the game's row.

    A class is handed to the runner and each game makes its own; it must be importable by name,
    because games are played in other processes.
    """

    def before(self, game: Game[Any]) -> None: ...

    def step(self, game: Game[Any], seat: SeatId, action: Action) -> None: ...

    def after(self, game: Game[Any]) -> dict[str, Any]: ...


Watch = Callable[[], Accumulator]


class Row(msgspec.Struct, kw_only=True):
    """What a study keeps of one game."""

    n: int
    seed: int
    outcome: str = ""
    level: str = ""
    rule: str = ""
    score: dict[str, int] = {}
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0
    more: dict[str, Any] = {}
    error: str = ""
    trace: str = ""

    @property
    def failed(self) -> bool:
        return bool(self.error)


def play_one(plan: Plan, n: int, watches: Sequence[Watch] = ()) -> Row:
    """The n-th game of a plan. A crash is a row with its error, never an exception."""
    row = Row(n=n, seed=plan.seed_of(n))
    began = time.perf_counter()
    try:
        _play(plan, row, watches)
    except Exception as error:
        row.error = f"{type(error).__name__}: {error}"
        row.trace = traceback.format_exc()
    row.seconds = time.perf_counter() - began
    return row


def _play(plan: Plan, row: Row, watches: Sequence[Watch]) -> None:
    game = plan.start(row.n)
    watching = [watch() for watch in watches]
    for watcher in watching:
        watcher.before(game)
    for seat, action in play_out(game, seat_players(plan.players(), row.seed)):
        row.decisions += 1
        for watcher in watching:
            watcher.step(game, seat, action)
    for watcher in watching:
        row.more |= watcher.after(game)
    result = game.result
    assert result is not None
    row.outcome, row.level, row.rule, row.score = result.outcome, result.level, result.rule, result.score
    row.turns = game.title.turn(game.s)


def record_of_crash(plan: Plan, n: int) -> Record:
    """Play a game again with a journal, up to where it crashes: the record of it."""
    game = plan.start(n, journal=True)
    players = plan.players()
    try:
        for _ in play_out(game, seat_players(players, plan.seed_of(n))):
            pass
    except Exception:
        pass
    return record_of(game, {str(seat): name for seat, name in players.items()})
