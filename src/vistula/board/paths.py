"""Ways over a board: where a piece can get with so many movement points, and how.

A leaf: plain tables in, plain tables out. What bars a space and where a move must stop is the caller's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from vistula.board.hexes import Hex, HexSet


class Way(NamedTuple):
    """The best way to a space; ways are compared in this order."""

    spent: int
    length: int
    hexes: tuple[Hex, ...]


def ways(
    start: Hex,
    points: int,
    costs: Sequence[Mapping[Hex, int]],
    barred: HexSet,
    stops: HexSet,
    barred_first: HexSet = 0,
    first_is_free: bool = True,
) -> dict[Hex, Way]:
    """The best way to every space within reach: fewest points, then fewest spaces, then lowest numbers in order.

    `costs[a][b]` is what the step from a to b takes. Nothing enters `barred`; a move ends in `stops`;
    `barred_first` bars the first step only. With `first_is_free` the first step may take more points than
    there are: it then takes all of them.
    """
    queue = [
        Way(min(cost, points), 1, (to,))
        for to, cost in costs[start].items()
        if not (barred | barred_first) >> to & 1 and (cost <= points or first_is_free)
    ]
    queue.sort()
    best = {way.hexes[0]: way for way in queue}
    found: dict[Hex, Way] = {}
    while queue:
        way = heappop(queue)
        here = way.hexes[-1]
        if here in found or here == start:
            continue
        found[here] = way
        if stops >> here & 1:
            continue
        for to, cost in costs[here].items():
            if way.spent + cost > points or barred >> to & 1 or to in found:
                continue
            further = Way(way.spent + cost, way.length + 1, (*way.hexes, to))
            if to not in best or further < best[to]:
                best[to] = further
                heappush(queue, further)
    return found
