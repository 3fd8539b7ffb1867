"""6.0 Stacking: at the end of a phase the owner eliminates what is over the limit."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import AGAIN, DONE, Bar, Choice, Frame, Offer, Option, choose, never, only, procedure
from vistula.kernel.procedure import Step

from ..state import OVERSTACKED, State, eliminate, put_on_top, units_at
from .queries import overstacked_hexes, units_over
from .seats import owner


def rearrange_options(s: State) -> list[Option]:
    """[6.3b] The Pole may put any unit on top of its stack whenever it is his turn to act (W-46)."""
    under = members(s.under)  # of what Russia knows nothing is covered
    return [Option("top", under, "piece", "Put on top of its stack", free=True)]


def rearranging(st: Step) -> Step:
    """The answer to `top` is the same wherever it is offered."""

    @st.on("top", AGAIN)
    def _(frame: Frame, s: State, unit: int) -> None:
        """[6.3b]"""
        put_on_top(s, unit)

    return st


def spared(s: State, side: int, hex: int) -> Iterator[Bar]:
    """[6.1b, 6.2a] Units that cannot be eliminated for what is too much in a hex."""
    m, there = s.m, units_at(s, side, hex)
    where = m.hex_name(hex)
    elsewhere = f"is not in {where}, where units must be eliminated"
    yield only("6.1b", collect(there), lambda unit: f"{m.full_name[unit]} {elsewhere}")
    apart = f"is not what is too much in {where}: artillery counts apart"
    yield only("6.2a", collect(units_over(s, there)), lambda unit: f"{m.full_name[unit]} {apart}")


def _stack(s: State, side: int, hex: int, over: bool) -> str:
    name, count = s.m.hex_name(hex), len(units_at(s, side, hex))
    return f"choose one of the {count} units in {name}" if over else f"{name} is within the stacking limits"


@procedure
class StackingCheck(Frame):
    """[6.1b] Units over the limit at the end of a phase are eliminated; illegal mixtures likewise (W-44)."""

    side: int

    @choose("6.1b", "6.0d", "6.0e", "6.2a", who=owner, prompt="A stack is over the limit: which unit is eliminated?")
    def excess(self, s: State) -> Choice:
        hexes = overstacked_hexes(s, self.side)
        if not hexes:
            return DONE
        choose_there = never("space", [Bar("6.1b", True, lambda hex: _stack(s, self.side, hex, hex in hexes))])
        return [Offer("unit", "piece", spared(s, self.side, hexes[0]), "Eliminate this unit"), choose_there]

    @excess.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        eliminate(s, unit, "6.1b", OVERSTACKED)
