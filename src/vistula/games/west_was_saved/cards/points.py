"""4.0 What event cards add to the total of resource points, or take from it (H-57)."""

from __future__ import annotations

from ..rules.restoration import restorable
from ..state import State
from .cardfile import Points
from .effects import NATIONS, POINTS, SIDES, acting


def resource_points(s: State, side: int) -> int:
    """[4.0c] The sum for a side, as things stand when points are determined."""
    found = [effect for _, effect in acting(s, Points) if SIDES[effect.side] == side]
    return s.card_points[side] + sum(_points(s, effect) for effect in found)


def settle_points(s: State) -> None:
    """[3.2c] A card that gives points because there is nobody to restore restores nobody later in the turn."""
    for by, effect in acting(s, Points):
        if effect.unless_restored and _points(s, effect):
            s.card_choice[by] = POINTS


def _points(s: State, effect: Points) -> int:
    side = SIDES[effect.side]
    if not effect.turns[0] <= s.turn <= effect.turns[1]:
        return 0
    if effect.enemy_within and not enemy_near(s, side, effect.near, effect.enemy_within):
        return 0
    if effect.unless_restored and restorable(s, side) & s.m.of_nation[NATIONS[effect.unless_restored]]:
        return 0
    if not effect.held:
        return effect.add
    held = sum(s.occupied[SIDES[effect.by]] >> s.m.card_places[name] & 1 for name in effect.held)
    return effect.add * {"each": held, "any": min(held, 1), "none": int(not held)}[effect.count]


def enemy_near(s: State, side: int, place: str, hexes: int) -> bool:
    """Whether an enemy combat unit stands so near to a place."""
    return bool(s.occupied[1 - side] & s.m.near(s.m.card_places[place], hexes))
