"""6.0 Stacking: at the end of a phase the owner eliminates what is over the limit."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.warsaw_1920.queries import overstacked_hexes, units_over
from vistula.games.warsaw_1920.seats import owner
from vistula.games.warsaw_1920.state import OVERSTACKED, State, eliminate, put_on_top, units_at
from vistula.kernel import AGAIN, DONE, Choice, Frame, Next, Option, choose, procedure
from vistula.kernel.procedure import Step


def rearrange_options(s: State) -> list[Option]:
    """[6.3b] The Pole may put any unit on top of its stack whenever it is his turn to act (W-46)."""
    under = members(s.under)  # of what Russia knows nothing is covered
    return [Option("top", under, "piece", "Put on top of its stack", free=True)]


def rearranging(st: Step) -> Step:
    """The answer to `top` is the same wherever it is offered."""

    @st.on("top")
    def _(frame: Frame, s: State, unit: int) -> Next:
        """[6.3b]"""
        put_on_top(s, unit)
        return AGAIN

    return st


@procedure
class StackingCheck(Frame):
    """[6.1b] Units over the limit at the end of a phase are eliminated; illegal mixtures likewise (W-44)."""

    side: int

    @choose("6.1b", "6.0d", "6.0e", "6.2a", who=owner, prompt="A stack is over the limit: which unit is eliminated?")
    def excess(self, s: State) -> Choice:
        hexes = overstacked_hexes(s, self.side)
        if not hexes:
            return DONE
        return [Option("unit", units_over(s, units_at(s, self.side, hexes[0])), "piece", "Eliminate this unit")]

    @excess.on("unit")
    def _(self, s: State, unit: int) -> Next:
        eliminate(s, unit, "6.1b", OVERSTACKED)
        return AGAIN
