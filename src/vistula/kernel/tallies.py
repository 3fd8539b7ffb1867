"""What a title lets studies follow: numbers from turn to turn, the line between the sides, how chance fell.

Studies look at finished games and at games without secrets to keep: everything here is a function of the true state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    above: str = ""  # of a number that counts for one side and against the other: for whom it counts above zero


class Throw(msgspec.Struct, frozen=True):
    """A throw of chance that mattered: what it could bring to a side, in how many ways each, and what it brought."""

    side: str
    ways: Mapping[float, int]
    came: float
    at: int = -1  # the space, or something below 0
    odds: str = ""

    @property
    def expected(self) -> float:
        """By exact odds."""
        return sum(worth * ways for worth, ways in self.ways.items()) / sum(self.ways.values())

    @property
    def luck(self) -> float:
        return self.came - self.expected


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

    def throw(self, s: S, key: str, refs: dict[str, Any]) -> Throw | None:
        """The throw of chance that this event of the diary tells of."""
        return None

    def luck(self, s: S, key: str, refs: dict[str, Any]) -> tuple[str, float] | None:
        """What chance did in this event: a side, and by how much better than expected it fared."""
        thrown = self.throw(s, key, refs)
        return (thrown.side, thrown.luck) if thrown is not None else None
