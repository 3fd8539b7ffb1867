"""Who stays in Warsaw: its fall ends the game, so no plan may empty it for anything else."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import Hex, collect, members

from ..rules.national_rail import CAPACITY, load, stations
from ..rules.stacking import LIMIT
from ..rules.strategic import points
from ..rules.ways import ends
from ..state import State, attack, defence, on_map, units_at
from ..units import POLAND, RUSSIA
from .worth import value_of

NEAR = 8
"""Hexes from Warsaw within which Russians count."""
SHARE, PRESSED = 0.12, 0.4
"""Of their attack factors, the defence that the capital wants: while they are off, and when they are next to it."""
FIRST = 3.0
"""A Russian that is this near is one that could come next turn."""


def wanted(s: State) -> float:
    """The defence factors that Warsaw should have: the nearer the Russians, the more."""
    near = 0.0
    for unit in on_map(s, RUSSIA):
        far = s.m.distance(s.place[unit], s.m.warsaw)
        if far <= NEAR:
            near += attack(s, unit) * min(1.0, FIRST / max(far - 1, 1))
    return (PRESSED if s.m.around[s.m.warsaw] & s.occupied[RUSSIA] else SHARE) * near


def garrison(s: State) -> int:
    """The units in Warsaw that stay there: the strongest, as many as the Russians around it make necessary."""
    return strongest(s, units_at(s, POLAND, s.m.warsaw))


def posted(s: State) -> dict[int, Hex]:
    """Who is to be where at the end of a movement phase that begins: in Warsaw the strongest of those who can come, in
    each hex around it somebody, the cheapest who can. No enemy who is not next to it can attack it."""
    if wanted(s) <= 0:
        return {}
    m, able = s.m, [unit for unit in on_map(s, POLAND) if reaches(s, unit, s.m.warsaw)]
    found = dict.fromkeys(members(strongest(s, able)), m.warsaw)
    cheap = sorted((u for u in on_map(s, POLAND) if u not in found), key=lambda u: (value_of(s, u), u))
    for hex in members(m.around[m.warsaw] & ~s.occupied[RUSSIA]):
        here = [unit for unit in cheap if s.place[unit] == hex]
        near = (unit for unit in cheap if unit not in found and reaches(s, unit, hex))
        unit = here[0] if here else next(near, -1)
        if unit >= 0:
            found[unit] = hex
    return found


def reaches(s: State, unit: int, hex: Hex) -> bool:
    """Whether a unit is in a hex, or could come there now, on foot or by the net."""
    m, here = s.m, s.place[unit]
    if here == hex:
        return True
    if (s.moved | m.immobile | m.flotillas | m.guards & ~s.guards_released) >> unit & 1:
        return False
    if m.distance(here, hex) <= m.mf[unit] and ends(s, unit, points(s, unit)) >> hex & 1:
        return True
    return load(s, unit) <= CAPACITY - s.rail_used and bool(stations(s, unit) >> hex & 1)


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
