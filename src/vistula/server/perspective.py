"""What one seat has been shown of a table: its view as bytes, its own revision, its lines of the diary.

The revision grows only when the bytes change, so that it tells nothing of what others do unseen.
"""

from __future__ import annotations

from typing import Any

import msgspec

from vistula.kernel.decision import SeatId
from vistula.kernel.game import Game
from vistula.kernel.seat import Seat
from vistula.kernel.state import Event
from vistula.server.names import line_of
from vistula.server.wire import Line, Tell

encode = msgspec.json.Encoder().encode
ALL = 2**53


class _Update(Tell, tag="update"):
    """`wire.Update` with a view that is bytes already."""

    revision: int
    view: msgspec.Raw
    lines: list[Line] = []
    heard: int = 0
    thinking: list[str] = []


class Perspective:
    """One seat's, or the onlookers', side of a table."""

    __slots__ = ("_told", "body", "floor", "kept", "lines", "missed", "revision", "seat", "waiting")

    def __init__(self, seat: SeatId, revision: int, restored: bool = False) -> None:
        self.seat = seat
        self.revision = revision
        self.body = b""
        self.lines: list[Line] = []
        self.kept = 0  # lines that the last look left as they were
        self.floor = 0 if restored else ALL  # lines below it have never been taken back since the table was opened
        self.missed = False  # the revision is that of a view that nobody has looked at yet
        self.waiting: list[str] = []
        self._told: list[Event] = []

    def refresh(self, game: Game[Any], names: dict[str, str]) -> bool:
        """Look at the game again; whether there is anything new to tell."""
        own = game.seat(self.seat)
        before = self.revision, len(self.lines)
        self._listen(game)
        self._look(own, names)
        return before != (self.revision, len(self.lines)) or self.kept < before[1]

    def miss(self) -> None:
        """Something was published while nobody looked."""
        self.revision += not self.missed
        self.missed = True

    def _look(self, own: Seat[Any], names: dict[str, str]) -> None:
        view = own.view()
        for seat in view.seats:
            seat.who = names.get(seat.id, "")
        body = encode(view)
        if body != self.body:
            self.revision += bool(self.body) and not self.missed
            self.body = body
            self.waiting = [other.seat for other in view.waiting]
        self.missed = False

    def _listen(self, game: Game[Any]) -> None:
        """Add the lines that are new, after dropping what was taken back."""
        told = game.told(self.seat)
        same = min(len(told), len(self._told))
        while same and told[same - 1] is not self._told[same - 1]:
            same -= 1
        if same < len(self._told):
            del self.lines[sum(event.seen_by(self.seat) is not None for event in self._told[:same]) :]
            self.floor = min(self.floor, len(self.lines))
        self.kept = len(self.lines)
        for event in told[same:]:
            heard = event.seen_by(self.seat)
            if heard is not None:
                self.lines.append(line_of(game.title, len(self.lines), heard))
        self._told = told

    def line_after(self, game: Game[Any], events: int) -> int:
        """The number of the first line that was told after so many events."""
        return sum(event.seen_by(self.seat) is not None for event in game.told(self.seat)[:events])

    def update(self, since: int, computers: frozenset[str]) -> bytes:
        """The message that brings someone up to date who has the lines before `since`."""
        view = msgspec.Raw(b'{"revision":%d,' % self.revision + self.body[1:])
        thinking = [seat for seat in self.waiting if seat in computers]
        return encode(
            _Update(
                revision=self.revision,
                view=view,
                lines=self.lines[since:],
                heard=len(self.lines),
                thinking=thinking,
            )
        )
