"""Things dealt to slots: everything finds a slot where it fits, and slots that must not stay empty are filled first; or
as many as possible find one; or things of several weights share sources that bear only so much.

Found by augmenting paths in the order given, so that whoever shuffles things and slots beforehand gets a random deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from vistula.kernel.bars import members

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


# -- weights on sources --------------------------------------------------------------------------------------------

LEFT_OUT = -1


def share(weights: Sequence[int], ways: Sequence[int], limits: Sequence[int], small: int = 12) -> list[int]:
    """By thing: the source that bears it, of the set `ways[thing]`, or LEFT_OUT; no source bears more than its limit.

    As many as possible of the heaviest are borne, then of the next weight and so on; among equals the first have the
    better claim. A pocket is things and sources that hang together: one of at most `small` things is tried out, in a
    larger one things make room for others, one after the other: there a better deal may be missed where weights differ.
    """
    found, room = [LEFT_OUT] * len(weights), list(limits)
    for things in _pockets(ways):
        order = sorted(things, key=lambda thing: -weights[thing])
        if not _each_takes_one(order, weights, ways, room, found):
            deal = _tried(order, weights, ways, limits) if len(order) <= small else _moved(order, weights, ways, limits)
            for thing, source in zip(order, deal, strict=True):
                found[thing] = source
    return found


def _pockets(ways: Sequence[int]) -> list[list[int]]:
    """Things that hang together by the sources they can reach."""
    pockets: list[tuple[int, list[int]]] = []
    for thing, sources in enumerate(ways):
        if sources:
            near = [pocket for pocket in pockets if pocket[0] & sources]
            pockets = [pocket for pocket in pockets if not pocket[0] & sources]
            things = [other for _, others in near for other in others]
            for reached, _ in near:
                sources |= reached
            pockets.append((sources, [*things, thing]))
    return [sorted(things) for _, things in pockets]


def _each_takes_one(
    order: list[int], weights: Sequence[int], ways: Sequence[int], room: list[int], found: list[int]
) -> bool:
    """Whether all find one simply in their order, where there is most room; then they have it."""
    left, deal = list(room), {}
    for thing in order:
        source = max(members(ways[thing]), key=left.__getitem__)
        if left[source] < weights[thing]:
            return False
        left[source] -= weights[thing]
        deal[thing] = source
    for thing, source in deal.items():
        found[thing] = source
    return True


def _tried(order: list[int], weights: Sequence[int], ways: Sequence[int], limits: Sequence[int]) -> list[int]:
    """The best of all deals."""

    @cache
    def best(n: int, room: tuple[int, ...]) -> tuple[tuple[bool, ...], tuple[int, ...]]:
        """Who is borne from the n-th on, and by what."""
        if n == len(order):
            return (), ()
        thing = order[n]
        deals = []
        for source in (*members(ways[thing]), LEFT_OUT):
            if source == LEFT_OUT or room[source] >= weights[thing]:
                left = room
                if source != LEFT_OUT:
                    left = (*room[:source], room[source] - weights[thing], *room[source + 1 :])
                borne, rest = best(n + 1, left)
                deals.append(((source != LEFT_OUT, *borne), (source, *rest)))
        return max(deals, key=lambda deal: _claims(deal[0], n))

    def _claims(borne: tuple[bool, ...], n: int) -> tuple[tuple[int, ...], tuple[bool, ...]]:
        counts: dict[int, int] = {}
        for thing, yes in zip(order[n:], borne, strict=True):
            counts[weights[thing]] = counts.get(weights[thing], 0) + yes
        return tuple(counts.values()), borne

    return list(best(0, tuple(limits))[1])


def _moved(order: list[int], weights: Sequence[int], ways: Sequence[int], limits: Sequence[int]) -> list[int]:
    """One after the other, the heaviest first; who finds no room moves others on."""
    room, borne = list(limits), dict[int, int]()

    def settle(thing: int, tried: int) -> int:
        """The sources tried; the thing has one of them, or none at all if it is in `borne` no more."""
        for source in members(ways[thing] & ~tried):
            tried |= 1 << source
            if room[source] < weights[thing]:
                for other in [other for other, at in borne.items() if at == source]:
                    room[source] += weights[other]
                    del borne[other]
                    if room[source] >= weights[thing]:
                        tried = settle(other, tried)
                        if other in borne:
                            break
                    room[source] -= weights[other]
                    borne[other] = source
            if room[source] >= weights[thing]:
                room[source] -= weights[thing]
                borne[thing] = source
                return tried
        return tried

    for thing in order:
        settle(thing, 0)
    return [borne.get(thing, LEFT_OUT) for thing in order]
