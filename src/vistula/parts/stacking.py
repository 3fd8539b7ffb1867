"""Stacks as sets of spaces: where how many stand.

A set of spaces is an int, a bit for each. One pass over the pieces answers for every space at once, which is what
listing options wants; how many may share a space is the title's to say.
"""

from __future__ import annotations

from collections.abc import Iterable


def heights(places: Iterable[int], most: int) -> list[int]:
    """Spaces with at least one piece, with at least two, … up to `most`; pieces below 0 stand nowhere."""
    levels = [0] * most
    for place in places:
        if place >= 0:
            bit = 1 << place
            for i in range(most - 1, 0, -1):
                levels[i] |= levels[i - 1] & bit
            levels[0] |= bit
    return levels
