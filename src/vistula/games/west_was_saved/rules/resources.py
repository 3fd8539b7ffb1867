"""4.0 Resource points: base points, white die, red die, and what event cards add to the total or take off (H-57)."""

from __future__ import annotations

from vistula.kernel import Frame, procedure, roll, step, tell

from ..cards.cardfile import Points
from ..cards.effects import NATIONS, POINTS, SIDES, acting
from ..model import POLAND, RUSSIA
from ..state import State
from .restoration import restorable


def total(base: int, white: int, red: int, cards: int = 0) -> int:
    """[4.0b, 4.0c] Base points plus the white die, minus the red one, plus what cards give; never below 0 (H-4)."""
    return max(0, base + white - red + cards)


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


@procedure
class ResourcePhase(Frame):
    """4.0 Both players find their total for the turn."""

    dice: tuple[int, ...] = ()

    @roll("4.0b", "4d6")
    def roll_dice(self, s: State, dice: tuple[int, ...]) -> None:
        """White and red of the Poles, white and red of the Russians."""
        self.dice = dice

    @step("4.0b", "4.0c")
    def count(self, s: State) -> None:
        settle_points(s)
        for side in (POLAND, RUSSIA):
            white, red = self.dice[2 * side :][:2]
            base, cards = s.m.base[side][s.turn], resource_points(s, side)
            s.trp[side] = s.rp[side] = total(base, white, red, cards)
            tell(s, "4.0b", "resources", side=side, base=base, white=white, red=red, cards=cards, points=s.trp[side])
