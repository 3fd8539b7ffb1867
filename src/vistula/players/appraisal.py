"""What a title must offer so that computer players can think about it.

A title's `appraiser()` makes an `Appraiser`. `scores` is enough for Recruit and Officer; Captain also asks for
`approaches` to compare, for the `epoch` in which one holds, and for what a position is `worth`. docs/players.md has the
whole contract, for titles of any number of seats, with sealed choices and hidden units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat


class Approach(msgspec.Struct):
    """One way to go about things: how to judge while it holds, and perhaps the answer it begins with."""

    name: str
    appraiser: Appraiser
    answer: Action | None = None


class Appraiser(Protocol):
    """A title's judgement. It may remember, but only what can be worked out again from a seat."""

    def scores(self, seat: Seat[Any]) -> Mapping[Action, float]:
        """Every answer to the seat's decision that is not a mere taking back, with what it is worth."""
        ...

    def approaches(self, seat: Seat[Any], fresh: bool) -> Iterable[Approach]:
        """Ways worth comparing by playing them out; none where the scores will do. `fresh`: no approach holds yet.

        A captain in a hurry takes the first few only: a title whose approaches are costly may make them one by one.
        """
        ...

    def epoch(self, s: Any) -> int:
        """A number that grows as the game goes on; an approach holds as long as it stays the same."""
        ...

    def horizon(self, s: Any) -> int:
        """The epoch up to which a playout that begins here should go."""
        ...

    def worth(self, s: Any, seat: SeatId) -> float:
        """The chance of a seat's side to win from a whole state, 0 to 1."""
        ...


@runtime_checkable
class Seasoned(Protocol):
    """What a judgement may have besides."""

    def seasoned(self) -> Appraiser:
        """The judgement that a captain begins with, where that is not the officer's."""
        ...


@runtime_checkable
class Hurried(Protocol):
    """What a judgement may have besides."""

    def for_playouts(self) -> Appraiser:
        """The same judgement for playouts, where speed counts for more than care."""
        ...


def seasoned(judge: Appraiser) -> Appraiser:
    return judge.seasoned() if isinstance(judge, Seasoned) else judge


def for_playouts(judge: Appraiser, anew: Callable[[], Appraiser]) -> Appraiser:
    """A judgement for playouts; one made anew where the title has no quicker one, so that memories do not mix."""
    return judge.for_playouts() if isinstance(judge, Hurried) else anew()


def best(scores: Mapping[Action, float]) -> Action:
    """The answer with the highest score; between equals the first offered."""
    return max(scores, key=lambda action: scores[action])
