"""The state record that every title extends, and the desk beside it that hears what happens.

A state is one flat, mutable, typed record with a copy() made from its fields. It holds no text, no caches
and no static data. What happens is told to the desk of the game that owns the state; a copy made
for search has no desk, so that telling costs nothing there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

import msgspec

from vistula.kernel.decision import SeatId

UNKNOWN = -99
"""Stands in a masked state for a value that the seat may not know."""


def row(*values: int) -> Any:
    """The default of a field that is a list of so many numbers."""
    return msgspec.field(default_factory=lambda: [*values])


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, as the table saw it: a rule, a key of the diary, and what it was about.

    `to` limits who hears of it at all; `veiled` holds, for seats that may not know everything in
    `refs`, the same with UNKNOWN in place of the secret.
    """

    rule: str
    key: str
    refs: dict[str, Any] = {}
    actor: str = ""
    to: tuple[str, ...] | None = None
    veiled: dict[str, dict[str, Any]] = {}

    def seen_by(self, seat: str) -> Event | None:
        """This event as one seat may hear it, or None if it may not."""
        if self.to is not None and seat not in self.to:
            return None
        return Event(self.rule, self.key, self.veiled.get(seat, self.refs), self.actor)


class Desk(Protocol):
    """Where a game hears from its rules."""

    def tell(self, s: Any, rule: str, key: str, to: Sequence[str] | None, refs: dict[str, Any]) -> None: ...

    def disclose(self, rule: str, seats: Sequence[str], fact: object) -> None: ...

    def settle(self, rule: str) -> None: ...


class State(msgspec.Struct, dict=True):
    """What every title's state has: whether the game has ended."""

    ended: bool = False

    if TYPE_CHECKING:  # beside the record, never in it: not saved, compared or copied

        @property
        def desk(self) -> Desk | None: ...

        @desk.setter
        def desk(self, desk: Desk | None) -> None: ...

    def copy(self) -> Self:
        """Written for each title's state by `@copied`."""
        raise NotImplementedError


State.desk = None  # type: ignore[method-assign, assignment]
M = TypeVar("M")


class OnModel(State, Generic[M]):
    """A state that stands on static data, its model: beside the record like the desk, but copies have it, too."""

    if TYPE_CHECKING:

        @property
        def m(self) -> M: ...

        @m.setter
        def m(self, m: M) -> None: ...


def tell(s: State, rule: str, key: str, *, to: Sequence[SeatId] | None = None, **refs: Any) -> None:
    """Write a line into the campaign diary: what happened, by which rule, to what."""
    if s.desk is not None:
        s.desk.tell(s, rule, key, to, refs)


def disclose(s: State, rule: str, seats: Sequence[SeatId], fact: object) -> None:
    """These seats learn something that was hidden from them, be the answer yes or no: a barrier to undo."""
    if s.desk is not None:
        s.desk.disclose(rule, seats, fact)


def settle(s: State, rule: str) -> None:
    """A move is complete: where the table plays without taking back, undo stops here."""
    if s.desk is not None:
        s.desk.settle(rule)
