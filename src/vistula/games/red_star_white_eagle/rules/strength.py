"""9.0, 9.6, 9.10.4 Strength: who defends a hex, and what each unit adds to the sum of its side."""

from __future__ import annotations

from vistula.board.hexes import Hex
from vistula.parts.odds import Line

from ..state import State, attack, defence, units_at
from .charge import factor
from .stacking import latecomers


def defenders(s: State, side: int, hex: Hex) -> list[int]:
    """[5.1.5c, 9.0d, 9.13.8a, 16.2a] The units that defend a hex of a side, all of them together, flotillas too;
    overstacked ones do not."""
    useless = s.overstacked | latecomers(s, side, hex)
    return [unit for unit in units_at(s, side, hex) if not useless >> unit & 1]


def attacking(s: State, unit: int, charging: int) -> Line:
    """[9.0h, 9.10.1a] What an attacker adds."""
    if charging >> unit & 1:
        return Line(f"{s.m.full_name[unit]}, charging", factor(s, unit, charging), "9.10.1a")
    return Line(s.m.full_name[unit], attack(s, unit), "9.0h")


def defending(s: State, unit: int, twice: bool) -> Line:
    """[9.0h, 9.6a, 9.10.4] What a defender adds, whether it could charge or not."""
    own = defence(s, unit)
    if twice:
        return Line(s.m.full_name[unit], 2 * own, "9.6a", f"{own} x 2 = {2 * own}")
    return Line(s.m.full_name[unit], own, "9.0h")
