"""What keeps hexes and units from being chosen, where several chapters say the same: ground, enemies, stacks, units.

Everything is worked out from what a seat knows; where a Polish stack is covered, its counters and colour are public.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vistula.games.bars import far as far
from vistula.games.bars import foes as foes
from vistula.games.bars import named as named
from vistula.games.bars import whereabouts as where
from vistula.kernel import Bar, only
from vistula.kernel.views import Refusal
from vistula.parts.stacking import Limit, shut_out

from ..model import Model
from ..shown.words import FRONTS
from ..state import ABSENT, ELIMINATED, INTERNED, OVERSTACKED, SURRENDERED, TRAY, State, on_map
from .queries import beside, full_for

_FATES = {
    TRAY: ("3.0b", "is still in the tray"),
    ELIMINATED: ("11.9a", "has been eliminated"),
    OVERSTACKED: ("6.1b", "has been eliminated"),
    SURRENDERED: ("12.3c", "has surrendered"),
    INTERNED: ("10.5c", "has been removed in East Prussia"),
    ABSENT: ("3.0b", "takes no part in this game"),
}
NATIONS = ("Polish", "Ukrainian", "Lithuanian", "Russian")


# -- hexes ------------------------------------------------------------------------------------------------------


@lru_cache
def closed(m: Model, side: int) -> Bar:
    """[2.1a, 10.5a, 10.5b] Hexes that a side may never enter."""

    def why(hex: int) -> Refusal:
        name = m.hex_name(hex)
        if m.danzig >> hex & 1:
            return Refusal("10.5a", f"{name} belongs to the free city of Danzig, which is closed to both sides")
        if not m.land >> hex & 1:
            return Refusal("2.1a", f"{name} is not part of the game ({m.terrain[hex]})")
        return Refusal("10.5b", f"{name} lies in East Prussia, which is closed to Polish units")

    return Bar("10.5a", m.grid.valid & ~m.enterable[side], why)


def held(s: State, side: int, rule: str = "10.4a") -> Bar:
    """[10.4a] No unit enters a hex with enemy units."""
    return Bar(rule, s.occupied[1 - side], lambda hex: f"{s.m.hex_name(hex)} is held by enemy units")


def shut(s: State, side: int) -> Iterator[Bar]:
    """[10.4a, 10.5a, 10.5b] Hexes that nobody of a side can enter by moving, wherever he comes from."""
    yield closed(s.m, side)
    yield held(s, side)


def crowded(s: State, unit: int) -> Bar:
    """[6.0a, 6.0b, 6.0d, 6.0e, 6.2a] Hexes in which a unit could not end a phase beside those that are there."""
    return Bar("6.0a", full_for(s, unit), lambda hex: _no_room(s, unit, hex))


def _no_room(s: State, unit: int, hex: int) -> Refusal:
    m, there = s.m, [other for place, other in beside(s, unit) if place == hex]
    row = shut_out(m.stacking[m.side[unit]], unit, there)
    assert row is not None
    if isinstance(row, Limit):
        stack = f"the stack in {m.hex_name(hex)} would have {row.count(there) + 1} {row.words}s"
        return Refusal(row.rule, f"{stack}, the limit is {row.most}")
    others = {m.nation[u] for u in there} - {m.nation[unit]}
    mixture = f"{NATIONS[m.nation[unit]]} and {NATIONS[min(others)]} units" if others else "units of the two Fronts"
    return Refusal(row.rule, f"{mixture} may not share {m.hex_name(hex)}")


# -- units ------------------------------------------------------------------------------------------------------


def off_map(s: State, side: int) -> Bar:
    """Units of a side that are not on the map, or cannot be seen there."""
    return only("9.0a", on_map(s, side), lambda unit: whereabouts(s, unit))


def whereabouts(s: State, unit: int) -> Refusal:
    """Where a unit is that is not on the map."""
    return where(s, unit, _FATES, waits="9.0a", unseen="6.3b")


def idle(s: State, doing: str) -> Iterator[Bar]:
    """[8.3.1c, 8.3.1e, 12.1a] Units that may neither move nor attack in this operation; Poles always have it."""
    yield Bar("12.1a", s.disrupted, named(s, f"is disrupted and cannot {doing} before it is refitted"))
    west, southwest = s.m.army_of
    lost = (west if s.operation <= s.lost[0] else 0) | (southwest if s.operation <= s.lost[1] else 0)
    yield Bar("8.3.1c", lost, lambda unit: _resupplied(s, unit, doing))


def _resupplied(s: State, unit: int, doing: str) -> str:
    front = s.m.front[unit]
    lost = "its first operation" if s.lost[front] == 1 else "its first two operations"
    words = f"the {FRONTS[front]} has resupplied and loses {lost} this turn; this is operation {s.operation}"
    return f"{s.m.full_name[unit]} cannot {doing}: {words}"
