"""The record of a game that was played without a journal, from the actions that were noted on the way.

Computer players that think against the clock do not play the same game twice from one seed. What they did is noted
action by action, which costs nothing, and played again with a journal where a record is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.game import Game
from vistula.kernel.packing import packed
from vistula.kernel.record import record_of
from vistula.players.play import Carry

Done = list[tuple[SeatId, Action]]


class Trail:
    """The actions of a game, each noted before it is carried out; in a file too if one is named."""

    def __init__(self, path: str = "") -> None:
        self.actions: Done = []
        self.file = open(path, "wb", buffering=0) if path else None  # noqa: SIM115

    def __enter__(self) -> Trail:
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()

    def before(self, carry: Carry) -> Carry:
        def noted(game: Game[Any], seat: SeatId, action: Action) -> None:
            self.actions.append((seat, action))
            if self.file is not None:
                self.file.write(msgspec.json.encode((seat, action)) + b"\n")
            carry(game, seat, action)

        return noted


def read_trail(path: Path) -> Done:
    """What a process that died had noted, without the action that it died of."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=tuple[SeatId, Action]) for line in lines[:-1]]


def packed_record(start: Callable[[], Game[Any]], done: Done, players: Callable[[], dict[SeatId, str]]) -> bytes:
    """The actions played again with a journal, as far as the game bears them."""
    try:
        game, seats = start(), {str(seat): name for seat, name in players().items()}
    except Exception:
        return b""  # a game that cannot even be set up has no record
    try:
        for seat, action in done:
            game.play(seat, action)
    except Exception:
        pass  # the crash that the record is about
    return packed(msgspec.json.encode(record_of(game, seats)))
