"""Drafts and taking back: what a seat does is its own until a barrier.

A draft is a row of snapshots, one before each message of its seat; the oldest is what the other seats
still see. Undo takes back the last message; a barrier publishes the draft and ends it. Answers to a
sealed step are kept in the procedure that asks and taken back there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from vistula.kernel.barrier import Barrier
from vistula.kernel.course import Course
from vistula.kernel.decision import Action, Decision, SeatId
from vistula.kernel.dice import Dice
from vistula.kernel.errors import IllegalAction
from vistula.kernel.journal import Journal, Point
from vistula.kernel.procedure import Frame
from vistula.kernel.snapshots import TurnSnapshot
from vistula.kernel.state import Event, State
from vistula.kernel.title import Title
from vistula.kernel.views import UndoView

S = TypeVar("S", bound=State)


class Snapshot(msgspec.Struct, Generic[S]):
    """Where undo goes back to, and the message that was carried out from there.

    The oldest snapshot of a draft is what the other seats still see.
    """

    s: S
    stack: list[Frame]
    decisions: dict[SeatId, Decision]
    events: int
    point: Point
    actions: list[Action] = []


class Undoable(Course[S]):
    """A course of which each seat can take back what the others have not seen."""

    __slots__ = ("_back", "_drafter", "_messages", "barrier", "events", "journal", "options", "snapshots")

    def __init__(self, title: Title[S], s: S, stack: list[Frame], dice: Dice, options: dict[str, str]) -> None:
        super().__init__(title, s, stack, dice)
        self.options = options
        self.journal: Journal | None = None
        self.events: list[Event] = []
        self.snapshots: tuple[TurnSnapshot, ...] = ()  # of a game with a journal, one a turn
        self.barrier = Barrier("start")
        self._back: list[Snapshot[S]] = []
        self._drafter: SeatId | None = None
        self._messages: dict[str, list[int]] = {}

    @property
    def seats(self) -> tuple[SeatId, ...]:
        return self.title.seated(self.options)

    def _seen_by(self, seat: SeatId) -> tuple[S, list[Frame], dict[SeatId, Decision], int]:
        if self._back and self._drafter != seat:
            old = self._back[0]
            return old.s, old.stack, old.decisions, old.events
        return self.s, self.stack, self.decisions, len(self.events)

    def _sits(self, seat: SeatId | str) -> SeatId:
        """A seat of this table; whoever has none sees nothing."""
        if seat not in self.seats:
            raise IllegalAction("", f"there is no seat {seat!r} at this table; there are: {', '.join(self.seats)}")
        return SeatId(seat)

    # -- drafts -----------------------------------------------------------------------------------

    def _draft(self, seat: SeatId, action: Action, fresh: bool) -> None:
        if fresh or not self._back:
            self._back.append(self._snapshot())
        self._drafter = seat
        self._back[-1].actions.append(action)

    def _publish(self, barrier: Barrier) -> None:
        """From here on everyone sees what was done, and nobody takes it back."""
        self._back.clear()
        self._drafter = None
        self.barrier = barrier

    def _snapshot(self) -> Snapshot[S]:
        point = self.journal.point() if self.journal is not None else Point()
        stack = [frame.copy() for frame in self.stack]
        return Snapshot(self.s.copy(), stack, self.decisions, len(self.events), point)

    def _go_back(self, old: Snapshot[S]) -> None:
        old.s.desk = self.s.desk
        self.s, self.stack, self.decisions, self.asked = old.s, old.stack, old.decisions, {}
        del self.events[old.events :]
        if self.journal is not None:
            self.journal.go_back(old.point)

    @property
    def published(self) -> tuple[S, list[Frame]]:
        """State and stack without the draft that may be open."""
        return (self._back[0].s, self._back[0].stack) if self._back else (self.s, self.stack)

    @property
    def draft(self) -> tuple[SeatId | None, list[list[Action]]]:
        """Whose draft is open, and its messages."""
        return self._drafter, [old.actions for old in self._back]

    # -- taking back ------------------------------------------------------------------------------

    def undo_view(self, seat: SeatId) -> UndoView:
        if self._answers(seat) or self._own_draft(seat):
            return UndoView(can=True)
        return UndoView(can=False, why=self._no_undo(seat))

    def _own_draft(self, seat: SeatId) -> bool:
        return bool(self._back) and self._drafter == seat and self.options.get("undo") != "consent"

    def _no_undo(self, seat: SeatId) -> str:
        if self._back and self._drafter == seat:
            return "at this table an undo needs everyone's consent"
        return str(self.barrier)

    def undo(self, seat: SeatId | str) -> None:
        """Take back this seat's last message; IllegalAction beyond a barrier."""
        seat = self._sits(seat)
        if self._answers(seat):
            self.retract(seat, self._message_start(seat))
        elif self._own_draft(seat):
            self._restore(self._back.pop())
        else:
            raise IllegalAction("", f"can't undo: {self._no_undo(seat)}")

    def undo_to(self, seat: SeatId | str, entries: int) -> None:
        """Take back messages until the journal stands where it stood after so many entries."""
        marks = [old.point.entries for old in self._back]
        if self._drafter != seat or entries not in marks:
            raise IllegalAction("", f"{seat} cannot go back to entry {entries}: {self._no_undo(SeatId(seat))}")
        del self._back[marks.index(entries) + 1 :]
        self._restore(self._back.pop())

    def reset(self, seat: SeatId | str) -> None:
        """Take back everything since the last barrier."""
        seat = self._sits(seat)
        if self._answers(seat):
            self.retract(seat, 0)
        elif self._own_draft(seat):
            del self._back[1:]
            self._restore(self._back.pop())
        else:
            raise IllegalAction("", f"can't undo: {self._no_undo(seat)}")

    def _restore(self, old: Snapshot[S]) -> None:
        self._go_back(old)
        self.barriers = []
        if self.journal is not None:
            self.journal.note(str(self._drafter), "undo", old.point.entries)
        if not self._back:
            self._drafter = None

    def retract(self, seat: SeatId | str, count: int) -> None:
        """Take back a seat's answers to a sealed step but the first so many."""
        seat = self._sits(seat)
        if not 0 <= count < len(self._given(seat)):
            raise IllegalAction("", f"{seat} has not given more than {count} answers")
        drafts = self.stack[-1].drafts
        assert drafts is not None
        drafts.keep(seat, count)
        self.barriers = []
        if self.journal is not None:
            self.journal.note(seat, "retract", count)
        self.run()

    def _answers(self, seat: SeatId) -> Sequence[Action]:
        """What a seat has answered to the sealed step that waits now and asks others, too; else answers are a draft."""
        return self._given(seat) if self._drafter != seat else ()

    def _given(self, seat: SeatId) -> Sequence[Action]:
        """What a seat has answered to the sealed step that waits now."""
        drafts = self.stack[-1].drafts if self.sealed_step is not None else None
        return drafts.by_seat.get(seat, ()) if drafts is not None else ()

    def _begin_message(self, seat: SeatId) -> None:
        """Remember how many answers a seat had given before a message."""
        given = len(self._answers(seat))
        self._messages[seat] = [*self._messages.get(seat, []), given] if given else [0]

    def _message_start(self, seat: SeatId) -> int:
        """How many answers a seat had given before its last message."""
        given, starts = len(self._answers(seat)), self._messages.get(seat, [])
        while starts:
            start = starts.pop()
            if start < given:
                return start
        return given - 1
