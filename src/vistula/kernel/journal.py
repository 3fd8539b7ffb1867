"""The journal of a game: every action in order, the dice that fell, and a mark on the state each turn.

Entries are only ever added. Taking back is an entry of its own, so that the journal tells what
people did and not only what remained of it.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any

import msgspec

from vistula.kernel.decision import Action
from vistula.kernel.dice import Dice, Rolled

if TYPE_CHECKING:
    from vistula.kernel.game import Game
    from vistula.kernel.title import Title


REWIND, REWIND_SAME = "rewind", "rewind-same"
"""Going back by consent of all: to new dice, or to those that fell before."""
REWINDS = (REWIND, REWIND_SAME)


class Entry(msgspec.Struct):
    """Who did what. `arg` is a name printed on board or counter, or a number."""

    seat: str
    verb: str
    arg: str | int
    rolls: list[Rolled] = []


class Checkpoint(msgspec.Struct, array_like=True):
    """The state at the start of a turn, as a hash keyed by the dice secret so that it betrays nothing."""

    entries: int
    turn: int
    hash: str


def state_hash(game: Game[Any]) -> str:
    body = msgspec.json.encode([game.s, game.stack])
    return hmac.digest(game.dice.secret, body, "sha256").hex()


class Point(msgspec.Struct, frozen=True):
    """Where a journal stands: how many entries, how many checkpoints, which turn."""

    entries: int = 0
    marks: int = 0
    turn: int = 0


class Journal:
    """All that is needed to play a game again from its first decision."""

    __slots__ = ("checkpoints", "entries", "opening", "options", "position", "scenario", "secret", "turn")

    def __init__(self, scenario: str, options: dict[str, str], position: str, secret: bytes) -> None:
        self.scenario = scenario
        self.options = options
        self.position = position
        self.secret = secret
        self.entries: list[Entry] = []
        self.opening: list[Rolled] = []
        self.checkpoints: list[Checkpoint] = []
        self.turn = 0

    def opening_of(self, game: Game[Any]) -> None:
        """Run to the first decision, keeping the dice that fall on the way."""
        game.dice.log = []
        game.run()
        self.opening, game.dice.log = game.dice.log, None
        self._mark(game)

    def open(self, seat: str, action: Action, kind: str, dice: Dice, title: Title[Any]) -> None:
        """Write an action down; the dice that fall until `close` belong to it."""
        named = kind not in ("number", "button")
        self.note(seat, action.verb, title.name_of(kind, action.arg) if named else action.arg, dice)

    def note(self, seat: str, verb: str, arg: str | int, dice: Dice | None = None) -> None:
        self.entries.append(Entry(seat, verb, arg))
        if dice is not None:
            dice.log = self.entries[-1].rolls

    def close(self, dice: Dice, game: Game[Any]) -> None:
        dice.log = None
        self._mark(game)

    def point(self) -> Point:
        return Point(len(self.entries), len(self.checkpoints), self.turn)

    def go_back(self, point: Point) -> None:
        """Forget the checkpoints of what is taken back; its entries stay."""
        del self.checkpoints[point.marks :]
        self.turn = point.turn

    def _mark(self, game: Game[Any]) -> None:
        turn = game.title.turn(game.s)
        if turn != self.turn or game.over:
            self.turn = turn
            self.checkpoints.append(Checkpoint(len(self.entries), turn, state_hash(game)))
