"""Approaches for captains to compare, as most titles make them: the same officer under other doctrines.

A title's officer has a doctrine for each of two sides and is made anew from a pair of them. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from vistula.kernel.decision import Action


class Officer(Protocol):
    """A title's judgement that goes by a doctrine for each side."""

    doctrines: tuple[Any, Any]

    def __init__(self, doctrines: tuple[Any, Any]) -> None: ...


AnyOfficer = TypeVar("AnyOfficer", bound=Officer)
D = TypeVar("D", bound=msgspec.Struct)


class Approach(msgspec.Struct, Generic[AnyOfficer]):
    """An approach; the players' `Approach` has the same shape, but titles do not know the players."""

    name: str
    appraiser: AnyOfficer
    answer: Action | None = None


def under(officer: AnyOfficer, side: int, doctrine: Any) -> AnyOfficer:
    """The same officer with another doctrine for one side; himself if it is the one he has."""
    first, second = officer.doctrines
    if doctrine == officer.doctrines[side]:
        return officer
    return type(officer)((doctrine, second) if side == 0 else (first, doctrine))


def bound_for(doctrine: D, goal: int, weight: float, pull: float = 1.0) -> D:
    """A doctrine under which one prize matters more than others."""
    return msgspec.structs.replace(doctrine, focus=goal, focus_weight=weight, pull=doctrine.pull * pull)  # type: ignore[attr-defined]


def variants(officer: AnyOfficer, side: int, doctrines: Mapping[str, Any]) -> list[Approach[AnyOfficer]]:
    """A way for each doctrine by its name, the officer's own first."""
    named = {"as usual": officer.doctrines[side], **doctrines}
    return [Approach(name, under(officer, side, doctrine)) for name, doctrine in named.items()]
