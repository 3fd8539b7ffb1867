"""The officer of a title that answers its questions by itself: a function for each, and what they share.

A title's officer says how it looks at a position, which doctrines it goes by and who answers what; a brief that the
title has besides takes its look at the position from the same officer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat
from vistula.players.kit.answers import Answers, Scores
from vistula.players.kit.memory import Memory


class Look(Protocol):
    """A position as one side sees it; of the state it looks at what its key tells apart."""

    s: Any


V = TypeVar("V", bound=Look)
Doctrines = tuple[Any, Any]


class OwnOfficer(Generic[V]):
    """Scores the options of a seat by a doctrine for each side; what it remembers it could work out again."""

    ordinary: Doctrines
    """How officers fight."""
    seasoned_by: Doctrines
    """What captains begin with."""
    seats: Sequence[str]
    answers: Answers
    """Who answers which question."""

    def __init__(self, doctrines: Doctrines | None = None) -> None:
        self.doctrines: Doctrines = doctrines or self.ordinary
        self._now: tuple[Any, Any] = (None, None)
        self._views: Memory[V] = Memory()
        self._kept: Memory[Any] = Memory(most=32)

    # -- what the title says ------------------------------------------------------------------------

    def side(self, seat: SeatId) -> int:
        return self.seats.index(seat)

    def plainly(self, seat: Seat[Any], offered: list[Action]) -> Scores:
        """What is thought of a question that nobody answers."""
        return {}

    def at_any_time(self, seat: Seat[Any], action: Action) -> float:
        """How much better than the best answer something is that may be done beside the question, before it."""
        return 0.0

    def key(self, s: Any) -> Hashable:
        """All that `look` looks at."""
        raise NotImplementedError

    def look(self, s: Any, me: int) -> V:
        raise NotImplementedError

    def approaches(self, seat: Seat[Any], fresh: bool) -> Iterable[Any]:
        """Ways worth comparing by playing them out."""
        raise NotImplementedError

    def epoch(self, s: Any) -> int:
        raise NotImplementedError

    def horizon(self, s: Any) -> int:
        raise NotImplementedError

    def chance(self, s: Any, side: int) -> float:
        """The chance of a side to win from a whole state."""
        raise NotImplementedError

    # -- for players --------------------------------------------------------------------------------

    def scores(self, seat: Seat[Any]) -> Scores:
        """Every answer that is not a mere taking back, with what it is thought to be worth."""
        decision = seat.decision
        assert decision is not None
        offered = [Action(o.verb, arg) for o in decision.options if not o.free for arg in o.args]
        if len(offered) < 2:
            return dict.fromkeys(offered or decision.actions(), 0.0)
        beside = {o.verb for o in decision.options if o.beside}
        asked = [action for action in offered if action.verb not in beside]
        answer = self.answers.to(seat.frame, decision.step)
        told = self.plainly(seat, asked) if answer is None else answer(self, seat, asked)
        found = dict.fromkeys(offered, 0.0)
        found.update((action, score) for action, score in told.items() if action in found)
        if beside:
            top = max((found[action] for action in asked), default=0.0)
            found |= {action: top + self.at_any_time(seat, action) for action in offered if action.verb in beside}
        return found

    def seasoned(self) -> Self:
        return type(self)(self.seasoned_by)

    def worth(self, s: Any, seat: SeatId) -> float:
        return self.chance(s, self.side(seat))

    # -- what decisions share -----------------------------------------------------------------------

    def situation(self, seat: Seat[Any]) -> Any:
        """The key of the position, put together once for a decision."""
        if self._now[0] is not seat:
            self._now = seat, self.key(seat.s)
        return self._now[1]

    def survey(self, seat: Seat[Any]) -> V:
        """The position as this seat sees it."""
        return self.view(seat.s, self.side(seat.id), self.situation(seat))

    def view(self, s: Any, me: int, key: Hashable = None) -> V:
        """The position as a side sees it."""
        found = self._views.once((me, self.key(s) if key is None else key), lambda: self.look(s, me))
        found.s = s  # equal in all that has been looked at
        return found

    def keep(self, name: str, key: Hashable, work: Callable[[], Any]) -> Any:
        """Something worked out once for a situation."""
        return self._kept.once((name, key), work)


class OwnBrief(Generic[V]):
    """What a brief for the kit takes from the title's own officer."""

    def __init__(self, m: Any, officer: OwnOfficer[V]) -> None:
        self.m, self.by_hand = m, officer

    def side(self, seat: SeatId) -> int:
        return self.by_hand.side(seat)

    def view(self, s: Any, me: int) -> V:
        """The officer's look at the position, for what both want to know."""
        return self.by_hand.view(s, me)

    def places(self, s: Any) -> Sequence[int]:
        places: Sequence[int] = s.place
        return places

    def epoch(self, s: Any) -> int:
        return self.by_hand.epoch(s)

    def horizon(self, s: Any) -> int:
        return self.by_hand.horizon(s)
