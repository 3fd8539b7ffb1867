"""21.5 Polish frontier guards, which stay where they are until Russians come near."""

from __future__ import annotations

from vistula.board.hexes import Hex, collect, members
from vistula.kernel import Bar, tell

from ..state import State
from ..units import RUSSIA
from .queries import hexes_of

NEAR = 5
"""[21.5b] Hexes between a guard and the Russian unit that releases it."""


def held(s: State, unit: int) -> bool:
    """[21.5a] Whether a unit may neither move nor attack because it guards the frontier."""
    return bool((s.m.guards & ~s.guards_released) >> unit & 1)


def on_guard(s: State) -> Bar:
    """[21.5a] Guards that may neither move nor attack."""
    words = "guards the frontier until a Russian unit comes within five hexes"
    return Bar("21.5a", s.m.guards & ~s.guards_released, lambda unit: f"{s.m.full_name[unit]} {words}")


def release(s: State, unit: int, hex: Hex) -> None:
    """[21.5b, 21.5c] (A48) A unit has come into a hex: guards within five hexes of a Russian unit are released.
    Lithuanians release nobody before they have crossed their border; replacement counters never do (A87)."""
    m = s.m
    if m.side[unit] != RUSSIA:
        return
    if m.lithuanians >> unit & 1 and not s.border_crossed:
        if m.lithuania >> hex & 1:
            return
        cross(s)
    _free(s, [hex])


def crossed(s: State, attackers: int, target: Hex) -> None:
    """[21.5c] An attack of Lithuanians over their border is as good as crossing it."""
    land = s.m.lithuania
    if any((land >> s.place[unit] ^ land >> target) & 1 for unit in members(attackers & s.m.lithuanians)):
        cross(s)


def cross(s: State) -> None:
    """[21.5c] (A48) From now on Lithuanians count as Russians."""
    s.border_crossed = True
    _free(s, members(hexes_of(s, s.m.lithuanians)))


def _free(s: State, hexes: list[Hex]) -> None:
    m = s.m
    guards = [unit for unit in members(m.guards & ~s.guards_released) if s.place[unit] >= 0]
    near = [unit for unit in guards if any(m.grid.distance(s.place[unit], hex) <= NEAR for hex in hexes)]
    s.guards_released |= collect(near)
    for unit in near:
        tell(s, "21.5b", "guard_released", unit=unit, hex=s.place[unit])
