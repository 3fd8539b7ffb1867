"""23.4.9 The quiet north: until May II Poles and West Front keep apart, and half of Russia's replacements go there."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet
from vistula.kernel import Bar

from ..state import CAVALRY_POINTS, INFANTRY_POINTS, State
from ..units import POLAND, WEST
from .queries import hexes_of, scene, turn_of
from .seats import RUSSIANS, WESTERN

QUIET = ("April IV", "May I", "May II")
"""[23.4.9.1] The turns."""


def reigns(s: State) -> bool:
    """[23.4.9.1a, 23.4.9.1b] Whether the north is quiet now."""
    return scene(s).campaign and turn_of(s).name in QUIET


def quiet(s: State, unit: int) -> HexSet:
    """[23.4.9.1a, 23.4.9.1b] (A51, A69) Hexes that a unit may not enter by movement or advance: next to the West Front
    for Poles, next to Poles for the West Front."""
    m = s.m
    if unit >= m.count or not reigns(s):
        return 0
    if m.side[unit] == POLAND:
        return m.grid.dilate(hexes_of(s, m.front_army[WEST]))
    return m.grid.dilate(s.occupied[POLAND]) if m.front_army[WEST] >> unit & 1 else 0


def too_near(s: State, unit: int) -> Iterator[Bar]:
    """[23.4.9.1a, 23.4.9.1b] What keeps a unit away from the enemy there."""
    polish = s.m.side[unit] == POLAND
    words = "next to the West Front" if polish else "next to Polish units"
    rule = "23.4.9.1a" if polish else "23.4.9.1b"
    yield Bar(rule, quiet(s, unit), lambda hex: f"{s.m.hex_name(hex)} is {words}: the north is quiet until May III")


# -- 23.4.9.2, 23.4.9.3 replacements ----------------------------------------------------------------------------------


def northern_share(s: State, command: int) -> list[int]:
    """[23.4.9.2] (A52) Of each arm, the factors that must come onto the map in the West Front's area: half of what all
    Russians have off it, rounded up. With three players the West Front's player brings them, as far as he has them."""
    if not reigns(s) or command not in (RUSSIANS, WESTERN):
        return [0, 0]
    whole = [s.pool[2 + arm] + s.pool[4 + arm] for arm in (INFANTRY_POINTS, CAVALRY_POINTS)]
    return [min((factors + 1) // 2, s.pool[2 + arm]) for arm, factors in enumerate(whole)]


def keeps_counters(s: State, side: int) -> Bar:
    """[23.4.9.3] Until May III Russian replacements on the map stay there."""
    words = "Russian replacements cannot be taken back before May III"
    return Bar("23.4.9.3", side != POLAND and reigns(s), words)
