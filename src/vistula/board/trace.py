"""Tracing along links: rail nets, road nets, anything where only some neighbours are joined."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import HexSet, members


def spread(links: Sequence[HexSet], start: HexSet, allowed: HexSet) -> HexSet:
    """All spaces that can be reached from `start` over links, `links[space]` being the set of spaces joined to it.

    Only spaces in `allowed` are used, the starting ones included.
    """
    queue = members(start & allowed)
    left = allowed & ~start
    for space in queue:
        new = links[space] & left
        left ^= new
        while new:
            top = new.bit_length() - 1
            queue.append(top)
            new ^= 1 << top
    return allowed & ~left
