"""Who stays in Warsaw: its fall ends the game, so no plan may empty it for anything else."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import collect

from ..rules.national_rail import CAPACITY, load, stations
from ..rules.stacking import LIMIT
from ..rules.strategic import points
from ..rules.ways import ends
from ..state import State, attack, defence, on_map, units_at
from ..units import POLAND, RUSSIA

NEAR = 8
"""Hexes from Warsaw within which Russians count."""
SHARE = 0.25
"""Of their attack factors, the defence that the capital wants."""
FIRST = 3.0
"""A Russian that is this near is one that could come next turn."""


def wanted(s: State) -> float:
    """The defence factors that Warsaw should have: the nearer the Russians, the more."""
    near = 0.0
    for unit in on_map(s, RUSSIA):
        far = s.m.distance(s.place[unit], s.m.warsaw)
        if far <= NEAR:
            near += attack(s, unit) * min(1.0, FIRST / max(far - 1, 1))
    return SHARE * near


def garrison(s: State) -> int:
    """The units in Warsaw that stay there: the strongest, as many as the Russians around it make necessary."""
    return strongest(s, units_at(s, POLAND, s.m.warsaw))


def posted(s: State) -> int:
    """The same for a movement phase that begins: also of those who can come there in it."""
    m, room, able = s.m, CAPACITY - s.rail_used, list[int]()
    for unit in sorted(on_map(s, POLAND), key=lambda unit: (-defence(s, unit), unit)):
        if s.place[unit] == m.warsaw or walks(s, unit):
            able.append(unit)
        elif m.primary >> unit & 1 and load(s, unit) <= room and stations(s, unit) >> m.warsaw & 1:
            able.append(unit)
            room -= load(s, unit)
    return strongest(s, able)


def walks(s: State, unit: int) -> bool:
    """Whether a unit could march into Warsaw now."""
    m = s.m
    if s.moved >> unit & 1 or not m.primary >> unit & 1 or m.distance(s.place[unit], m.warsaw) > m.mf[unit]:
        return False
    return bool(ends(s, unit, points(s, unit)) >> m.warsaw & 1)


def strongest(s: State, units: Sequence[int]) -> int:
    """The best garrison of these units."""
    need, chosen = wanted(s), list[int]()
    room = {True: LIMIT, False: LIMIT}
    for unit in sorted(units, key=lambda unit: (-defence(s, unit), unit)):
        first = bool(s.m.primary >> unit & 1)
        if need <= 0 or not room[first] or s.m.trains >> unit & 1:
            continue
        room[first] -= 1
        chosen.append(unit)
        need -= defence(s, unit)
    return collect(chosen)
