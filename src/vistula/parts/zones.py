"""Zones: what units do to the spaces next to them, as sets of spaces.

A set of spaces is an int, a bit for each. Which units have a zone and over which sides it reaches is the title's to
say; a hex grid spreads a set by `grid.dilate`, a map of areas by `beside`.
"""

from __future__ import annotations

from collections.abc import Sequence

from vistula.kernel.bars import members


def beside(around: Sequence[int], spaces: int) -> int:
    """The spaces next to those of a set, `around[space]` being the set of a space's neighbours."""
    found = 0
    for space in members(spaces):
        found |= around[space]
    return found


def unblocked(ground: int, enemies: int, zone: int, friends: int) -> int:
    """Spaces of a ground through which a trace may run: no enemy is there, and where only his zone is, a friend is."""
    return ground & ~enemies & ~(zone & ~friends)
