"""12.0 Refit phase: surrender, recovery, isolation."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import Frame, Next, procedure, step, tell

from ..model import ARTILLERY
from ..state import REFIT, State, in_the_open, on_map, refit, surrender
from .queries import in_communication
from .retreat import then_routs


def cut_off(s: State, side: int) -> list[int]:
    """[12.3a] Units on the map from which no line of communication leads anywhere."""
    linked = in_communication(s, side)
    return [u for u in on_map(s, side) if not linked >> s.place[u] & 1]


@procedure
class RefitPhase(Frame):
    """12.0 The steps of the refit phase, in order."""

    side: int

    @step("12.3c", "12.3f")
    def surrenders(self, s: State) -> None:
        s.phase = REFIT
        isolated = members(s.isolated & s.m.army[self.side])
        lost = cut_off(s, self.side) if isolated else ()
        for unit in in_the_open(s, isolated):
            if unit in lost:
                surrender(s, unit)
            else:
                s.isolated &= ~(1 << unit)
                tell(s, "12.3f", "relieved", unit=unit, hex=s.place[unit])

    @step("12.2a", "12.1a")
    def recovery(self, s: State) -> Next:
        """Whose zone of control comes back drives off disrupted enemies; artillery has none (W-5)."""
        units = [u for u in members(s.disrupted) if s.m.side[u] == self.side and s.place[u] >= 0]
        for unit in units:
            refit(s, unit)
        if units:
            tell(s, "12.2a", "refitted", side=self.side, count=len(units))
        return then_routs(s, self.side, sorted({s.place[u] for u in units if s.m.kind[u] != ARTILLERY}))

    @step("12.3a", "12.3e")
    def isolation(self, s: State) -> None:
        for unit in in_the_open(s, cut_off(s, self.side)):
            s.isolated |= 1 << unit
            tell(s, "12.3e", "isolated", unit=unit, hex=s.place[unit])
