"""6.1 Initiative: on each front one side holds it, at a level from 1 upwards."""

from __future__ import annotations

from vistula.kernel import tell

from ..model import POLAND, foe
from ..state import State
from .queries import holder, level


def win_initiative(s: State, front: int, side: int, rule: str) -> None:
    """[6.1f, 6.1g, 6.1h] One step for a side: a level more if it holds the initiative, else one less for the holder.

    There is no level 0: from 1 the marker is flipped. The track ends at its last space (S42).
    """
    before = s.initiative[front]
    if holder(s, front) == side:
        higher = min(level(s, front, side) + 1, s.m.charts.initiative.track)
        s.initiative[front] = higher if side == POLAND else -higher
    elif level(s, front, foe(side)) == 1:
        s.initiative[front] = 1 if side == POLAND else -1
    else:
        s.initiative[front] += 1 if side == POLAND else -1
    if s.initiative[front] != before:
        now = holder(s, front)
        tell(s, rule, "initiative", front=front, side=now, level=level(s, front, now))


def battle_initiative(s: State, front: int, winner: int, inflicted: int) -> None:
    """[6.1d, 6.1e, 6.1i, 6.1j] After a battle: the holder gains by a victory that costs the enemy more strength points
    than his level just before it (S68), and loses by every defeat; a winner without initiative only takes from him."""
    if holder(s, front) != winner:
        win_initiative(s, front, winner, "6.1e")
    elif inflicted > level(s, front, winner):
        win_initiative(s, front, winner, "6.1d")
