"""Who stays in Warsaw: its fall ends the game, so no plan may empty it for anything else."""

from __future__ import annotations

from vistula.board.hexes import collect

from ..rules.stacking import LIMIT
from ..state import State, attack, defence, on_map, units_at
from ..units import POLAND, RUSSIA

NEAR = 8
"""Hexes from Warsaw within which Russians count."""
SHARE = 0.3
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
    here = sorted(units_at(s, POLAND, s.m.warsaw), key=lambda unit: (-defence(s, unit), unit))
    need, chosen, primary = wanted(s), list[int](), 0
    for unit in here:
        first = s.m.primary >> unit & 1
        if need <= 0 or (first and primary == LIMIT) or s.m.trains >> unit & 1:
            continue
        chosen.append(unit)
        primary += first
        need -= defence(s, unit)
    return collect(chosen)
