"""Reasons that many refusals share: what is wrong with a hex, a unit, a stack. Each with its rule and its arithmetic.

Everything is computed from what a seat knows; where a Polish stack is covered, its counters and colour are public.
"""

from __future__ import annotations

from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA, Model
from vistula.games.warsaw_1920.movement import may_act
from vistula.games.warsaw_1920.queries import height
from vistula.games.warsaw_1920.state import (
    ABSENT,
    ELIMINATED,
    INTERNED,
    OVERSTACKED,
    SURRENDERED,
    TRAY,
    State,
    box_turn,
    units_at,
)
from vistula.games.warsaw_1920.words import FRONTS
from vistula.kernel import UNKNOWN
from vistula.kernel.views import Refusal

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


def off_limits(s: State, side: int, hex: int) -> Refusal | None:
    """[10.5a, 10.5b] Hexes that a side may never enter."""
    m = s.m
    name = m.hex_name(hex)
    if m.danzig >> hex & 1:
        return Refusal("10.5a", f"{name} belongs to the free city of Danzig, which is closed to both sides")
    if not m.land >> hex & 1:
        return Refusal("2.1a", f"{name} is not part of the game ({m.terrain[hex]})")
    if side == POLAND and m.east_prussia >> hex & 1:
        return Refusal("10.5b", f"{name} lies in East Prussia, which is closed to Polish units")
    return None


def apart(s: State, rule: str, hex: int, other: int) -> Refusal | None:
    """Whether a hex is too far away to be the next one."""
    distance = s.m.grid.distance(hex, other)
    if distance == 1:
        return None
    here, there = s.m.hex_name(hex), s.m.hex_name(other)
    return Refusal(rule, f"{here} is {distance} hexes from {there}, not next to it" if distance else "is already there")


def enemy_in(s: State, side: int, hex: int, rule: str = "10.4a") -> Refusal | None:
    return held_by_enemy(s, hex, rule) if s.occupied[1 - side] >> hex & 1 else None


def held_by_enemy(s: State, hex: int, rule: str = "10.4a") -> Refusal:
    return Refusal(rule, f"{s.m.hex_name(hex)} is held by enemy units")


# -- stacks -----------------------------------------------------------------------------------------------------


def no_room(s: State, unit: int, hex: int) -> Refusal:
    """[6.0a, 6.0b, 6.0d, 6.0e, 6.2a] Why a unit could not stay in a hex with those that are there."""
    return _no_room_for_pole(s, unit, hex) if s.m.side[unit] == POLAND else _no_room_for_russian(s, unit, hex)


def _no_room_for_pole(s: State, unit: int, hex: int) -> Refusal:
    m = s.m
    nations = {m.nation[u] for u in units_at(s, POLAND, hex)} | {g.nation for g in s.ghosts if g.hex == hex}
    if others := nations - {m.nation[unit]}:
        words = f"{NATIONS[m.nation[unit]]} and {NATIONS[min(others)]} units may not share {m.hex_name(hex)}"
        return Refusal("6.0d", words)
    return _too_many(m, hex, height(s, POLAND, hex) - (s.place[unit] == hex) + 1, m.stack_limit[POLAND], "6.0a")


def _no_room_for_russian(s: State, unit: int, hex: int) -> Refusal:
    m = s.m
    there = [u for u in units_at(s, RUSSIA, hex) if u != unit]
    if any(m.front[u] != m.front[unit] for u in there):
        return Refusal("6.0e", f"units of the two Fronts may not share {m.hex_name(hex)}")
    guns = sum(m.kind[u] == ARTILLERY for u in there)
    if m.kind[unit] == ARTILLERY:
        return _too_many(m, hex, guns + 1, m.artillery_limit, "6.2a", "artillery unit")
    return _too_many(m, hex, len(there) - guns + 1, m.stack_limit[RUSSIA], "6.0b")


def _too_many(m: Model, hex: int, count: int, limit: int, rule: str, word: str = "unit") -> Refusal:
    return Refusal(rule, f"the stack in {m.hex_name(hex)} would have {count} {word}s, the limit is {limit}")


# -- units ------------------------------------------------------------------------------------------------------


def not_yours(s: State, side: int, unit: int, rule: str) -> Refusal | None:
    if s.m.side[unit] != side:
        return Refusal(rule, f"{s.m.full_name[unit]} is an enemy unit")
    return None


def not_on_map(s: State, unit: int) -> Refusal | None:
    """Where a unit is that is not on the map."""
    name, place = s.m.full_name[unit], s.place[unit]
    if place >= 0:
        return None
    if turn := box_turn(place):
        return Refusal("9.0a", f"{name} waits on the turn track for turn {turn}")
    if place == UNKNOWN:
        return Refusal("6.3b", f"where {name} stands cannot be seen")
    rule, words = _FATES[place]
    return Refusal(rule, f"{name} {words}")


def cannot_act(s: State, unit: int, doing: str) -> Refusal | None:
    """[8.3.1c, 12.1a] Why a unit on the map may neither move nor attack now."""
    name = s.m.full_name[unit]
    if s.disrupted >> unit & 1:
        return Refusal("12.1a", f"{name} is disrupted and cannot {doing} before it is refitted")
    if not may_act(s, unit):
        front = s.m.front[unit]
        lost = "its first operation" if s.lost[front] == 1 else "its first two operations"
        words = f"the {FRONTS[front]} has resupplied and loses {lost} this turn; this is operation {s.operation}"
        return Refusal("8.3.1c", f"{name} cannot {doing}: {words}")
    return None
