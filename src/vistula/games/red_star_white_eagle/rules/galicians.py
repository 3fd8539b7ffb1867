"""23.4.8 The Galicians: three brigades under Russian command, which may mutiny."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import DONE, Frame, Next, goto, procedure, roll, step, tell

from ..state import ASIDE, DEAD, State, lift, put
from ..units import POLAND, RUSSIA
from .queries import first_turn, scene

DEFECTS, DESERTS = 2, 5
"""[23.4.8.2a] The highest die at which a brigade goes over, and at which it goes home; with more it stays."""


def due(s: State, side: int) -> bool:
    """[21.6, 23.4.8.2a] Whether the end of this movement phase is the moment."""
    return scene(s).campaign and first_turn(s) and side == POLAND and not s.mutiny


@procedure
class Mutiny(Frame):
    """[23.4.8.2] A die is rolled for each brigade."""

    waiting: list[int] = []

    @step("23.4.8.2a")
    def muster(self, s: State) -> None:
        s.mutiny = True
        self.waiting = [unit for unit in members(s.m.galicians[RUSSIA]) if s.place[unit] >= 0]

    @step("23.4.8.2a")
    def next_brigade(self, s: State) -> Next:
        return None if self.waiting else DONE

    @roll("23.4.8.2a", "1d6")
    def mood(self, s: State, dice: tuple[int, ...]) -> None:
        unit = self.waiting.pop(0)
        hex = s.place[unit]
        if dice[0] <= DEFECTS:
            tell(s, "23.4.8.2a", "defects", unit=unit, hex=hex, die=dice[0])
            lift(s, unit, ASIDE)
            put(s, s.m.twin[unit], hex)  # [23.4.8.2b]
        elif dice[0] <= DESERTS:
            tell(s, "23.4.8.2a", "deserts", unit=unit, hex=hex, die=dice[0])
            lift(s, unit, DEAD)  # [23.4.8.2c]
        else:
            tell(s, "23.4.8.2a", "stays_loyal", unit=unit, hex=hex, die=dice[0])

    @step("23.4.8.2a")
    def another(self, s: State) -> Next:
        return goto("next_brigade")
