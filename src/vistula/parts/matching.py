"""Things dealt to slots: everything finds a slot where it fits, and slots that must not stay empty are filled first; or
as many as possible find one.

Found by augmenting paths in the order given, so that whoever shuffles things and slots beforehand gets a random deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")


def match(ways: Mapping[int, Sequence[int]], needed: Sequence[int]) -> dict[int, int]:
    """A slot for every thing, of those in `ways[thing]`, at most one thing in each; all of `needed` get one.

    LookupError, with the thing, where one finds no slot. A needed slot that nothing fits stays empty.
    """
    takers: dict[int, list[int]] = {}
    for thing, slots in ways.items():
        for slot in slots:
            takers.setdefault(slot, []).append(thing)
    slot_of: dict[int, int] = {}
    thing_in: dict[int, int] = {}
    for slot in needed:
        _find(slot, takers, slot_of, thing_in, set())
    for thing in ways:
        if thing not in slot_of and not _find(thing, ways, thing_in, slot_of, set()):
            raise LookupError(thing)
    return slot_of


def most(ways: Mapping[One, Sequence[Other]]) -> dict[Other, One]:
    """Slots with the thing in each, when as many things as possible have one of those in `ways[thing]`."""
    taken: dict[Other, One] = {}
    found: dict[One, Other] = {}
    for thing in ways:
        _find(thing, ways, taken, found, set())
    return taken


def _find(
    one: One,
    ways: Mapping[One, Sequence[Other]],
    taken: dict[Other, One],
    found: dict[One, Other],
    tried: set[Other],
) -> bool:
    """A partner for one of either kind, moving others of its kind if need be; who has a partner keeps one."""
    for other in ways.get(one, ()):
        if other not in tried:
            tried.add(other)
            if other not in taken or _find(taken[other], ways, taken, found, tried):
                taken[other], found[one] = one, other
                return True
    return False
