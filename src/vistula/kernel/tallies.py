"""What a title lets studies follow: numbers from turn to turn, the line between the sides, how chance fell.

Studies look at finished games and at games without secrets to keep: everything here is a function of the true state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from vistula.kernel.state import State

S = TypeVar("S", bound=State)


class Gauge(msgspec.Struct, frozen=True):
    """A number worth following from turn to turn; gauges of one chart are drawn together."""

    id: str
    chart: str
    name: str
    side: str = ""


class Tallies(Generic[S]):
    """A title without tallies of its own has these: nothing."""

    gauges: tuple[Gauge, ...] = ()
    luck_in_words: str = ""
    """What one point of luck is, for the caption of a plot."""

    def measure(self, s: S) -> Sequence[int]:
        """The values of the gauges now, in their order."""
        return ()

    def line(self, s: S) -> Iterable[tuple[int, int]]:
        """Neighbouring spaces that are held by different sides: the line runs between them."""
        return ()

    def luck(self, s: S, key: str, refs: dict[str, Any]) -> tuple[str, float] | None:
        """What chance did in this event of the diary: a side, and by how much better than expected it fared."""
        return None
