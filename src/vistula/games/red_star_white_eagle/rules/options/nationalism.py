"""24.6 Ukrainian nationalism: a Kiev that stays Polish for a whole turn brings the Ukrainians to arms."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet
from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, choose, goto, never, only, procedure, step, tell

from ...state import State, turn_over
from ...units import FULL, POLAND
from ..allies import absent, weakened
from ..queries import plays
from ..recruits import homes, muster
from ..seats import POLES, asked

DUE, HAPPENED = 1, 2
"""`State.nationalism`."""


def roused(s: State) -> None:
    """[24.6] Kiev has been Polish for a whole game turn, for the first time."""
    if plays(s, "nationalism") and not s.nationalism:
        s.nationalism = DUE


def rise(s: State) -> bool:
    """[24.6] Whether the Ukrainians rise in this Polish reinforcement phase; who lost them since has missed it."""
    if s.nationalism == DUE and s.ukrainians != POLAND:
        s.nationalism = 0
    return s.nationalism == DUE


@procedure(who=asked)
class Rising(Frame):
    """[24.6] All Ukrainian units come into play at full strength, and those on the map are filled."""

    command: int = POLES
    unit: int = -1

    @step("24.6")
    def fill(self, s: State) -> Next:
        if not rise(s):
            return DONE
        s.nationalism = HAPPENED
        tell(s, "24.6", "nationalism", hex=s.m.kiev)
        for unit in weakened(s, POLAND):
            turn_over(s, unit, FULL)
            tell(s, "24.6", "filled", unit=unit, hex=s.place[unit])
        return None

    @step("24.6")
    def next_unit(self, s: State) -> Next:
        waiting = absent(s, POLAND)
        if not waiting or not _homes(s):
            return DONE
        self.unit = waiting[0]
        return None

    @choose("24.6", prompt="Where does {unit:piece} come in?")
    def where(self, s: State) -> Choice:
        return [Offer("place", "space", _homeless(s), "Here"), never("piece", [Bar("24.6", True, "choose a city")])]

    @where.on("place", goto("next_unit"))
    def _(self, s: State, hex: int) -> Next:
        muster(s, self.unit, hex, FULL)
        return None


def _homes(s: State) -> HexSet:
    """(A78) Ukrainian cities that Poland controls."""
    return homes(s, POLAND)


def _homeless(s: State) -> Iterator[Bar]:
    yield only("21.1.4b", _homes(s), "a Ukrainian city under Polish control is wanted")
