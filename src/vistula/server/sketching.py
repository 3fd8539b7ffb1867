"""A sketch: what a seat tries out on a copy of what it knows.

The copy is filled up as the seat could imagine it, by chance that follows from its knowledge alone: the truth has no
part in it. It goes as far as the seat could go by itself. Where dice would roll, something hidden would show or others
would have to answer, nobody can know what comes, and the sketch ends.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from vistula.kernel.barrier import LEARNING
from vistula.kernel.errors import IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.journal import Journal
from vistula.kernel.seat import Seat
from vistula.server.guests import Declined
from vistula.server.names import deeds
from vistula.server.wire import Deed

MOST = 200
"""Steps of one sketch: as many as one message of a table may have."""
UNKNOWN = "a sketch ends here: dice would roll, or something hidden would show"
OTHERS = "a sketch ends here: the other side would have to answer"
LONG = f"a sketch has at most {MOST} steps"

_encode = msgspec.json.Encoder(enc_hook=list).encode


def imagined(own: Seat[Any]) -> Game[Any]:
    """A game that a seat cannot tell from the real one; the same whenever it knows the same."""
    known = hashlib.sha256(_encode([own.s, own.stack]) + own.id.encode()).digest()
    return own.determinize(random.Random(known))


class Sketch:
    """Steps on such a copy. Every one can be taken back, also those that a table would have shown to others."""

    def __init__(self, own: Seat[Any]) -> None:
        self.seat = own.id
        self._base = imagined(own)
        self.messages: list[list[Deed]] = []
        self._shown: list[bool] = []  # whether a table would have shown each of them to others
        self.game = self._fresh()

    @property
    def steps(self) -> list[Deed]:
        return [deed for message in self.messages for deed in message]

    @property
    def draft(self) -> int:
        """The steps that could still be taken back at the table, were they made there."""
        first = self._shown.index(True) if True in self._shown else len(self._shown)
        return sum(len(message) for message in self.messages[:first])

    def judge(self) -> None:
        """What has just been played counts, or Declined where a sketch cannot go on."""
        game, journal = self.game, self._journal
        fresh = [Deed(verb=entry.verb, arg=str(entry.arg)) for entry in journal.entries[len(self.steps) :]]
        if not fresh:
            return
        why = self._beyond(game) or (LONG if len(self.steps) + len(fresh) > MOST else "")
        if why:
            self._return(len(self.messages))
            raise Declined("sketch", why)
        self.messages.append(fresh)
        self._shown.append(bool(game.barriers))

    def _beyond(self, game: Game[Any]) -> str:
        """Why nobody can know what comes of what was played."""
        if any(barrier.kind in LEARNING for barrier in game.barriers):
            return UNKNOWN
        asked = game.decision_of(self.seat)
        return OTHERS if asked is None or not asked.waits or game.over else ""

    def undo(self, all: bool = False) -> None:
        if not self.messages:
            raise IllegalAction("", "can't undo: nothing has been sketched yet")
        self._return(0 if all else len(self.messages) - 1)

    def take_up(self, steps: Sequence[Deed]) -> int:
        """Make the steps of a sketch that was kept, as far as they are still offered; returns how many."""
        for step in steps:
            try:
                self.game.play_each(self.seat, deeds(self.game, self.seat, [step]))
                self.judge()
            except (IllegalAction, Declined):
                break
        return len(self.steps)

    def again(self) -> None:
        """After something that failed: as it was before."""
        self._return(len(self.messages))

    @property
    def _journal(self) -> Journal:
        assert self.game.journal is not None
        return self.game.journal

    def _return(self, count: int) -> None:
        kept, shown = self.messages[:count], self._shown[:count]
        self.game = self._fresh()
        for message in kept:
            self.game.play_each(self.seat, deeds(self.game, self.seat, message))
        self.messages, self._shown = kept, shown

    def _fresh(self) -> Game[Any]:
        game = self._base.clone().listen()
        game.journal = Journal(game.scenario, game.options, "", game.dice.secret)
        return game
