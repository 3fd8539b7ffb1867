"""What can be laid over the map: the kinds of a title, each a function of a seat that gives sets of spaces by layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from vistula.kernel import Seat
from vistula.kernel.views import Overlay

Layers: TypeAlias = dict[str, int]
Kind: TypeAlias = Callable[[Any, int | None], Layers | Overlay]


class Overlays(dict[str, Callable[[Any, int | None], Overlay]]):
    """By name, in the order in which they are declared; what has labels or sides gives its overlay whole."""

    def kind(self, name: str, rule: str) -> Callable[[Kind], Kind]:
        def declare(paint: Kind) -> Kind:
            def painted(seat: Any, arg: int | None) -> Overlay:
                found = paint(seat, arg)
                return found if isinstance(found, Overlay) else Overlay(name, rule, seat.s.m.painted(found))

            self[name] = painted
            return paint

        return declare

    def overlay(self, seat: Seat[Any], kind: str, arg: int | None = None) -> Overlay:
        """One overlay, from what a seat knows; KeyError for a kind that does not exist."""
        return self[kind](seat, arg)


def own_side(seat: Seat[Any]) -> int:
    """Whose lines are "own": an onlooker looks over the shoulders of the first side, without its knowledge."""
    seats = seat.title.seats
    return seats.index(seat.id) if seat.id in seats else 0
