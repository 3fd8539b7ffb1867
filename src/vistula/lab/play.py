"""One game of a study: planned, seeded, played out, put into a row."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Callable, Collection
from typing import Any, Protocol

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.game import Game
from vistula.kernel.title import title
from vistula.lab.observer import Observer, Seen
from vistula.lab.records import Trail, packed_record
from vistula.players import lab_players
from vistula.players.play import carry_out, play_out, players_of, seat_players


class Plan(msgspec.Struct, frozen=True, kw_only=False):
    """What is played in a study: all that a worker process needs to know."""

    game: str
    scenario: str | None = None
    seats: dict[str, str] = {}
    seed: int = 1
    options: dict[str, str] = {}
    pack: str | None = None
    playouts: int = 0  # how long captains think: playouts a decision; 0: by the clock, as at the table

    def seed_of(self, n: int) -> int:
        """The seed of the n-th game; `vistula play --seed` with it plays the same game."""
        return int.from_bytes(hashlib.sha256(b"vistula lab %d %d" % (self.seed, n)).digest()[:6], "big")

    def players(self) -> dict[SeatId, str]:
        return players_of(title(self.game, self.pack), self.options, self.seats, "random", tuple(lab_players()))

    def sides(self) -> list[str]:
        """The sides of the game in the order of its seats."""
        found = title(self.game, self.pack)
        return list(dict.fromkeys(found.side_of(seat) for seat in self.players()))

    def check(self) -> None:
        """BadInput for anything that cannot be played, before the first process starts."""
        found = title(self.game, self.pack)
        self.players()
        found.settle(self.scenario, self.options)

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


class Orders(msgspec.Struct, frozen=True):
    """What is wanted of each game besides its result."""

    watches: tuple[Watch, ...] = ()
    observe: bool = False  # all that a report draws
    keep: bool = False  # its record
    trail: str = ""  # a file that is told of each action before it is carried out


class Row(msgspec.Struct, kw_only=True):
    """What a study keeps of one game."""

    n: int
    seed: int
    fixture: int = 0  # which of several plans it was a game of
    outcome: str = ""  # who won, in one word
    winners: list[str] = []  # seats
    level: str = ""
    rule: str = ""
    score: dict[str, int] = {}
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0
    more: dict[str, Any] = {}
    error: str = ""
    trace: str = ""
    seen: Seen | None = None
    record: bytes = b""  # compressed

    @property
    def failed(self) -> bool:
        return bool(self.error)

    def points(self, seats: Collection[str]) -> float:
        """What a player on these seats made of the game against whoever had the others: 1 for a win of any of them,
        half a point where the others have won as well, or nobody has."""
        mine = any(seat in seats for seat in self.winners)
        theirs = any(seat not in seats for seat in self.winners)
        return 0.5 if mine == theirs else float(mine)


def play_one(plan: Plan, n: int, orders: Orders = Orders()) -> Row:
    """The n-th game of a plan. A crash is a row with its error and record, never an exception."""
    row = Row(n=n, seed=plan.seed_of(n))
    began = time.perf_counter()
    with Trail(orders.trail) as trail:
        try:
            plan.check()  # reads the title's data, so that no game's time holds that
            began = time.perf_counter()
            _play(plan, row, orders, trail)
        except Exception as error:
            row.error = f"{type(error).__name__}: {error}"
            row.trace = traceback.format_exc()
    row.seconds = time.perf_counter() - began
    if orders.keep or row.failed:
        row.record = packed_record(lambda: plan.start(n, journal=True), trail.actions, plan.players)
    return row


def _play(plan: Plan, row: Row, orders: Orders, trail: Trail) -> None:
    observer = Observer(title(plan.game, plan.pack)) if orders.observe else None
    game = observer.begin(lambda: plan.start(row.n)) if observer else plan.start(row.n)
    carry = observer.carry if observer else carry_out
    watching = [watch() for watch in orders.watches]
    for watcher in watching:
        watcher.before(game)
    for seat, action in play_out(game, seat_players(plan.players(), row.seed, plan.playouts), trail.before(carry)):
        row.decisions += 1
        for watcher in watching:
            watcher.step(game, seat, action)
    for watcher in watching:
        row.more |= watcher.after(game)
    result = game.result
    assert result is not None
    row.outcome, row.winners = game.outcome, list(result.winners)
    row.level, row.rule, row.score = result.level, result.rule, result.score
    row.turns = game.title.turn(game.s)
    if observer is not None:
        row.seen = observer.seen(game)
        row.more |= {f"luck_{side}": round(luck, 2) for side, luck in row.seen.luck.items()}
