"""What keeps hexes and units from being chosen in every game on hexes: one sentence, each with the title's rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from vistula.board.hexes import Hex
from vistula.kernel import UNKNOWN, Bar, only
from vistula.kernel.views import Refusal
from vistula.parts.pieces import box_turn


class Names(Protocol):
    """What these games call things, and their map."""

    @property
    def full_name(self) -> Sequence[str]: ...

    @property
    def grid(self) -> Any: ...

    @property
    def army(self) -> Sequence[int]: ...

    def hex_name(self, hex: Hex) -> str: ...


class OnHexes(Protocol):
    """A state of such a game."""

    @property
    def m(self) -> Names: ...

    @property
    def place(self) -> Sequence[int]: ...


# -- hexes ------------------------------------------------------------------------------------------------------


def placed(s: OnHexes, words: str) -> Callable[[Hex], str]:
    """A sentence about a hex, with braces for its name."""
    return lambda hex: words.format(s.m.hex_name(hex))


def far(s: OnHexes, rule: str, here: Hex) -> Bar:
    """Hexes that are not next to this one."""

    def why(hex: Hex) -> str:
        distance, name = s.m.grid.distance(here, hex), s.m.hex_name(hex)
        away = f"{name} is {distance} hexes from {s.m.hex_name(here)}, not next to it"
        return away if distance else f"{name} is where they stand"

    return only(rule, s.m.grid.around[here], why)


# -- units ------------------------------------------------------------------------------------------------------


def named(s: OnHexes, words: str) -> Callable[[int], str]:
    """A sentence about a unit, its name first."""
    return lambda unit: f"{s.m.full_name[unit]} {words}"


def foes(s: OnHexes, side: int, rule: str) -> Bar:
    """Units of the other side."""
    return only(rule, s.m.army[side], named(s, "is an enemy unit"))


Fates = Mapping[int, tuple[str, str]]
"""By place: the rule and the words for units that lie there."""


def whereabouts(s: OnHexes, unit: int, fates: Fates, waits: str, unseen: str) -> Refusal:
    """Where a unit is that is not on the map; the rules for one that waits and for one that cannot be seen."""
    name, place = s.m.full_name[unit], s.place[unit]
    if turn := box_turn(place):
        return Refusal(waits, f"{name} waits on the turn track for turn {turn}")
    if place == UNKNOWN:
        return Refusal(unseen, f"where {name} stands cannot be seen")
    rule, words = fates[place]
    return Refusal(rule, f"{name} {words}")
