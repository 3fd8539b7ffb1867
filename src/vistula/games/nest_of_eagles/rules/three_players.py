"""22.1 Priority: which of the two Soviet players goes first and decides what the Soviet side has only once."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell

from ..model import SOUTHWEST, WEST
from ..state import State
from .seats import army_of
from .theaters import HOME

THREE = 3
RIDERS, ELITE_RIDERS = 2, 3
"""[22.1b] What a cavalry division counts, and an elite one; every other unit counts 1."""


def weight(s: State, unit: int) -> int:
    """[22.1b] What a unit counts west of the line; Remnants count nothing."""
    if s.remnant >> unit & 1:
        return 0
    if not (s.m.cavalry & s.m.divisions) >> unit & 1:
        return 1
    return ELITE_RIDERS if s.m.elite >> unit & 1 else RIDERS


def forces(s: State, front: int) -> int:
    """[22.1b] What a Front has west of Grodno, Kobryń and Kołomyja."""
    west = s.m.priority_west
    return sum(weight(s, u) for u in members(army_of(s, front)) if s.place[u] >= 0 and west >> s.place[u] & 1)


def first_front(s: State) -> int:
    """[22.1a, 22.1b] The Front with priority: the lower Soviet morale in its Theater; fewer units in the west while the
    Polish marker is on the track (N-103); if both are equal, the Western one (N-51)."""
    north, south = (forces(s, f) if s.polish_marker else s.morale[HOME[f]] for f in (WEST, SOUTHWEST))
    return SOUTHWEST if south < north else WEST


def review_priority(s: State) -> None:
    """[22.1e, 22.2a] At the start of a Soviet turn, and at the end of the last one."""
    if s.players == THREE:
        s.priority = first_front(s)
        tell(s, "22.1e", "goes_first", front=s.priority)
