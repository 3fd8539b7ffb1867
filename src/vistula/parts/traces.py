"""Traces along links: lines of supply and communication, railway nets, clear paths of so many spaces.

`links[space]` is the set of spaces joined to a space: neighbours, or only those by rail. A set is an int, a bit for
each space. Whoever asks often keeps the answers (`lru_cache` over model, start and ground): most moves change none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vistula.kernel.bars import members
from vistula.parts.zones import beside

NO_WAY = 10**6
"""The length of a way where there is none."""


def spread(links: Sequence[int], start: int, ground: int) -> int:
    """All spaces of a ground that can be reached over links from those of `start` that are in it."""
    return within(links, start & ground, ground, NO_WAY)


def within(links: Sequence[int], start: int, ground: int, most: int) -> int:
    """`start`, which need not be of the ground, and what can be reached from it in so many steps over the ground."""
    found = edge = start
    while edge and most > 0:
        edge = beside(links, edge) & ground & ~found
        found |= edge
        most -= 1
    return found


def distance(links: Sequence[int], start: int, goals: int, ground: int) -> int:
    """Steps from a set of spaces to the nearest goal over the ground, which the goal must be of; NO_WAY if none leads
    there."""
    found = edge = start
    steps = 0
    while edge:
        if edge & goals:
            return steps
        edge = beside(links, edge) & ground & ~found
        found |= edge
        steps += 1
    return NO_WAY


def steps(links: Sequence[int], start: int, ground: int, far: int = NO_WAY) -> list[int]:
    """By space: how many steps it is from a set of spaces over the ground; `far` where no way leads."""
    row, found, count = [far] * len(links), start, 0
    edge = found
    while edge:
        for space in members(edge):
            row[space] = count
        edge = beside(links, edge) & ground & ~found
        found |= edge
        count += 1
    return row


def hanging(links: Sequence[int], sources: int, ground: int, worth: Mapping[int, int]) -> dict[int, int]:
    """By space of a net: the worth that would be cut off from all sources without it, its own included.

    One walk through the net, after Tarjan: what lies behind a space and reaches neither a space that was entered
    before it nor another source hangs on it.
    """
    order = {source: n for n, source in enumerate(members(sources), 1)}
    low, weight = dict(order), {source: worth.get(source, 0) for source in order}
    found = dict(weight)

    def leave(space: int, before: int) -> None:
        low[before] = min(low[before], low[space])
        weight[before] += weight[space]
        if low[space] >= order[before]:
            found[before] += weight[space]

    for source in members(sources):
        trail = [(source, members(links[source] & ground))]
        while trail:
            space, left = trail[-1]
            if not left:
                trail.pop()
                if trail:
                    leave(space, trail[-1][0])
            elif (other := left.pop()) in order:
                low[space] = min(low[space], 0 if sources >> other & 1 and other != source else order[other])
            else:
                order[other] = low[other] = len(order) + 1
                weight[other] = found[other] = worth.get(other, 0)
                trail.append((other, members(links[other] & ground & ~(1 << space))))
    return found
