"""13.2 Reconnaissance: looking into enemy stacks at the start of the movement phase."""

from __future__ import annotations

from vistula.board.hexes import HexSet, members
from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.changes import conceal, show_stack
from vistula.games.west_was_saved.model import SEATS
from vistula.games.west_was_saved.rules.queries import height, units_at
from vistula.games.west_was_saved.rules.seats import acting
from vistula.games.west_was_saved.state import State
from vistula.kernel import AGAIN, DONE, Choice, Frame, Next, Option, choose, procedure, step, tell


def inspectable(s: State, side: int, seen: list[int]) -> HexSet:
    """[7.1a, 13.2b] Enemy stacks that a side may look into: near enough to any of its units, not seen already."""
    reach = effects.inspections(s, side).within
    stacks = s.occupied[1 - side]
    if reach:
        around = s.occupied[side] | s.commanded[side]
        for _ in range(reach):
            around |= s.m.grid.dilate(around)
        stacks &= around
    for hex in seen:
        stacks &= ~(1 << hex)
    return stacks


@procedure
class Inspections(Frame):
    """[7.1a, 13.2b] A player looks into enemy stacks, one after another; what he saw he may not look at again."""

    side: int
    seen: list[int] = []

    @choose("13.2b", "7.1a", who=acting, prompt="Inspect which enemy stack?", always=True)
    def which(self, s: State) -> Choice:
        allowed = effects.inspections(s, self.side).count
        if not allowed:
            return DONE
        hexes = members(inspectable(s, self.side, self.seen)) if len(self.seen) < allowed else []
        if not hexes and not self.seen:
            return DONE
        return [
            Option("inspect", hexes, "space", "Look into this stack"),
            Option("done", label="Enough seen" if self.seen else "Inspect none", publish=True),
        ]

    @which.on("inspect")
    def _(self, s: State, hex: int) -> Next:
        self.seen.append(hex)
        tell(s, "13.2b", "inspects", side=SEATS[self.side], hex=hex)
        show_stack(s, hex, "13.2b")
        units = units_at(s, 1 - self.side, hex)
        tell(s, "13.2b", "inspected", to=[SEATS[self.side]], hex=hex, units=units,
             dummies=height(s, 1 - self.side, hex) - len(units))  # fmt: skip
        return AGAIN

    @which.on("done")
    def _(self, s: State, _: int) -> Next:
        return None

    @step("13.2a")
    def covered_again(self, s: State) -> None:
        conceal(s)
