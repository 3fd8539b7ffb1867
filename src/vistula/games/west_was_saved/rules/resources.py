"""4.0 Resource points: base points, white die, red die, cards."""

from __future__ import annotations

from vistula.kernel import Frame, procedure, roll, step, tell

from ..cards import points as card_points
from ..model import POLAND, RUSSIA
from ..state import State


def total(base: int, white: int, red: int, cards: int = 0) -> int:
    """[4.0b, 4.0c] Base points plus the white die, minus the red one, plus what cards give; never below 0 (H-4)."""
    return max(0, base + white - red + cards)


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
        card_points.settle_points(s)
        for side in (POLAND, RUSSIA):
            white, red = self.dice[2 * side : 2 * side + 2]
            base, cards = s.m.base[side][s.turn], card_points.resource_points(s, side)
            s.trp[side] = s.rp[side] = total(base, white, red, cards)
            tell(s, "4.0b", "resources", side=side, base=base, white=white, red=red, cards=cards, points=s.trp[side])
