"""What a report needs to know of one game: gauges and the line between the sides by turn, luck, use of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.game import Game
from vistula.kernel.title import Title
from vistula.lab.usage import Listener, Use
from vistula.players.play import carry_out


class Turn(msgspec.Struct, array_like=True):
    """How things stood at the end of a turn; turn 0 is the start."""

    number: int
    gauges: list[int]
    line: list[tuple[int, int]]


class Seen(msgspec.Struct):
    turns: list[Turn]
    luck: dict[str, float]
    uses: dict[str, Use]


class Observer:
    """Looks on while one game is played; it changes nothing."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.tallies = title.tallies()
        self.listener = Listener(title)
        self.luck: dict[str, float] = {}
        self.turns: list[Turn] = []

    def begin(self, start: Callable[[], Game[Any]]) -> Game[Any]:
        with self.listener:
            game = start()
        game.s.desk = self
        self.luck = {game.title.side_of(seat): 0.0 for seat in game.seats}
        self._note(game, 0)
        return game

    def carry(self, game: Game[Any], seat: SeatId, action: Action) -> None:
        before = self.title.turn(game.s)
        with self.listener:
            carry_out(game, seat, action)
        if self.title.turn(game.s) != before:
            self._note(game, before)

    def _note(self, game: Game[Any], turn: int) -> None:
        self.turns.append(Turn(turn, list(self.tallies.measure(game.s)), list(self.tallies.line(game.s))))

    def seen(self, game: Game[Any]) -> Seen:
        self._note(game, self.title.turn(game.s))
        return Seen(self.turns, self.luck, self.listener.uses())

    # -- the desk: what rules tell ------------------------------------------------------------------

    def tell(self, s: Any, rule: str, key: str, to: Sequence[str] | None, refs: dict[str, Any]) -> None:
        self.listener.told[rule] += 1
        found = self.tallies.luck(s, key, refs)
        if found is not None:
            side, luck = found
            for other in self.luck:
                self.luck[other] += luck if other == side else -luck

    def disclose(self, rule: str, seats: Sequence[str], fact: object) -> None:
        self.listener.told[rule] += 1

    def settle(self, rule: str) -> None:
        self.listener.told[rule] += 1
