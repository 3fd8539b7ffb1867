"""20.0 Moto-mechanized units [20.0a] break down. How they move: `ground`; why zones do not hold them up: `zoc`."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import DONE, RESTART, Bar, Choice, Frame, Next, Offer, choose, never, only, procedure, roll, tell

from ..state import State, lose_step
from .bars import named
from .queries import first_turn, on_board
from .seats import POLES, asked

CEILING = 3
"""[20.3.2] Steps lost in a turn after which nobody else is checked."""
BREAKS_DOWN = 2
"""[20.3.1] The highest die that costs a step."""


def to_check(s: State) -> int:
    """[20.3.1, 20.3.2, 20.3.4, 20.3.5, 20.3.6, 20.3.7] The motors that are still to be checked in this turn, whether
    they are supplied or not."""
    if first_turn(s) or s.broken_down >= CEILING:
        return 0
    return on_board(s, s.m.motors & ~s.checked & ~s.fresh)


@procedure(who=asked)
class Breakdowns(Frame):
    """[20.3.1, 20.3.3] In the Polish reinforcement phase each motor is checked, in the order that the Poles choose."""

    command: int = POLES
    unit: int = -1

    @choose("20.3.3", "20.3.1", prompt="Which motor unit is checked for breakdown next?")
    def order(self, s: State) -> Choice:
        if not to_check(s):
            s.checked = s.broken_down = 0
            return DONE
        elsewhere = never("space", [Bar("20.3.3", True, "choose the unit that is checked next")])
        return [Offer("check", "piece", self._passed(s), "Check it"), elsewhere]

    def _passed(self, s: State) -> Iterator[Bar]:
        yield only("20.3.1", s.m.motors, named(s, "is no moto-mechanized unit"))
        yield Bar("20.3.1", s.checked, named(s, "has been checked in this turn"))
        yield Bar("20.3.6", ~on_board(s, s.m.motors), named(s, "is not on the map"))

    @order.on("check")
    def _(self, s: State, unit: int) -> Next:
        self.unit = unit
        return None

    @roll("20.3.1", "1d6")
    def engine(self, s: State, dice: tuple[int, ...]) -> Next:
        unit, hex = self.unit, s.place[self.unit]
        s.checked |= 1 << unit
        if dice[0] <= BREAKS_DOWN:
            s.broken_down += 1
            lose_step(s, unit)
            tell(s, "20.3.1", "broken_down", unit=unit, hex=hex, die=dice[0])
        self.unit = -1
        return RESTART
