"""6.0 Stacking limit: four units in a hex, five in Warszawa."""

from __future__ import annotations

from vistula.board.hexes import collect, members
from vistula.kernel import Bar
from vistula.kernel.views import Refusal

from ..model import LITHUANIA, POLAND, SOVIET
from ..state import State, on_map, units_at, units_under


def limit(s: State, hex: int) -> int:
    """[6.0a, 6.1a] How many units a hex holds."""
    return s.m.stacking.warszawa if hex == s.m.warszawa else s.m.stacking.limit


def full(s: State, unit: int) -> int:
    """[3.1b, 6.0a, 6.1a] Hexes in which a unit cannot stay: as many are there as may be, or units of another army."""
    m, side, place = s.m, s.m.side[unit], s.place
    if s.concealment:
        return _full(s, unit) | other_army(s, unit)
    others = sorted(place[u] for u in members(m.army[side] & s.fielded & ~(1 << unit)))
    crowded, warszawa = other_army(s, unit), 1 << m.warszawa
    for most, where in ((m.stacking.limit, ~warszawa), (m.stacking.warszawa, warszawa)):
        for hex, last in zip(others, others[most - 1 :], strict=False):
            if hex == last:  # `most` of them in a row
                crowded |= 1 << hex & where
    return crowded


def _full(s: State, piece: int) -> int:
    """[6.0a, 6.1a] The same where there are markers: the units under them count, and a dummy counts as one (N-96)."""
    m, numbers = s.m, dict[int, int]()
    for other in m.units_of[m.side[piece]]:
        if other != piece and s.place[other] >= 0:
            numbers[s.place[other]] = numbers.get(s.place[other], 0) + heads(s, other)
    more = heads(s, piece)
    crowded = collect(hex for hex, number in numbers.items() if number + more > limit(s, hex))
    if more > m.stacking.limit:
        crowded |= m.land & ~(1 << m.warszawa)
    return crowded


def heads(s: State, piece: int) -> int:
    """How many units a piece counts as: a marker as many as are known to be under it, a dummy one (N-96)."""
    return 1 if piece < s.m.count else max(1, len(units_under(s, piece)))


def crowd(s: State, side: int, hex: int) -> int:
    """How many units of a side are in a hex."""
    here = units_at(s, side, hex)
    return sum(heads(s, piece) for piece in here) if s.concealment else len(here)


def other_army(s: State, unit: int) -> int:
    """[3.1b, 21.1a] Hexes with units of the other army of the same side: Soviets and Lithuanians never stack."""
    if s.m.side[unit] == POLAND:
        return 0
    return s.occupied[SOVIET] & ~s.lithuanian if s.m.front[unit] == LITHUANIA else s.lithuanian


def no_room(s: State, unit: int) -> Bar:
    """[3.1b, 6.0a, 6.1a] Hexes in which a unit cannot stay."""

    def why(hex: int) -> Refusal:
        if other_army(s, unit) >> hex & 1:
            return Refusal("3.1b", f"Soviet and Lithuanian units may not share {s.m.hex_name(hex)}")
        there = crowd(s, s.m.side[unit], hex) - (heads(s, unit) if s.place[unit] == hex else 0)
        rule = "6.1a" if hex == s.m.warszawa else "6.0a"
        return Refusal(rule, f"{there} units are in {s.m.hex_name(hex)}, and it holds {limit(s, hex)}")

    return Bar("6.0a", full(s, unit), why)


def crowds(s: State, side: int) -> dict[int, int]:
    """How many units of a side are in each hex where there are any."""
    found: dict[int, int] = {}
    for piece in on_map(s, side):
        found[s.place[piece]] = found.get(s.place[piece], 0) + heads(s, piece)
    return found


def overstacked(s: State, side: int) -> list[int]:
    """[6.2a] Hexes with more units than they hold."""
    return sorted(hex for hex, number in crowds(s, side).items() if number > limit(s, hex))
