"""13.2 Reconnaissance: looking into enemy stacks at the start of the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel.bars import Bar, Offer, only
from vistula.kernel.decision import Option
from vistula.kernel.procedure import AGAIN, DONE, Choice, Frame, Next, choose, procedure, step
from vistula.kernel.state import tell
from vistula.parts.words import count

from ..cards import effects
from ..changes import conceal, show_stack
from ..model import SEATS
from ..state import State, units_at
from .bars import by_hex, placed
from .queries import friends, height
from .seats import acting


def out_of_sight(s: State, side: int, seen: list[int]) -> Iterator[Bar]:
    """[7.1a, 13.2b] Hexes that a side may not look into: seen already, without enemies, or too far from its units."""
    allowed = effects.inspections(s, side)
    yield Bar("13.2b", collect(seen), placed(s, "{} has been inspected already"))
    enough = len(seen) >= allowed.count
    yield Bar("13.2b", enough, lambda _: f"{count(allowed.count, 'stack')} have been inspected, and that is all")
    yield only("13.2b", s.occupied[1 - side], placed(s, "no enemy stack is in {}"))
    if allowed.within:
        near = friends(s, side)
        for _ in range(allowed.within):
            near |= s.m.grid.dilate(near)
        yield only("13.2b", near, placed(s, f"none of your units is within {allowed.within} hexes of {{}}"))


@procedure
class Inspections(Frame):
    """[7.1a, 13.2b] A player looks into enemy stacks, one after another; what he saw he may not look at again."""

    side: int
    seen: list[int] = []

    @choose("13.2b", "7.1a", who=acting, prompt="Inspect which enemy stack?", always=True)
    def which(self, s: State) -> Choice:
        stacks = Offer("inspect", "space", out_of_sight(s, self.side, self.seen), "Look into this stack")
        if not stacks and not self.seen:
            return DONE
        done = Option("done", label="Enough seen" if self.seen else "Inspect none", publish=True)
        return [stacks, by_hex(s), done]

    which.to("done")

    @which.on("inspect")
    def _(self, s: State, hex: int) -> Next:
        self.seen.append(hex)
        tell(s, "13.2b", "inspects", side=SEATS[self.side], hex=hex)
        show_stack(s, hex, "13.2b")
        units = units_at(s, 1 - self.side, hex)
        tell(s, "13.2b", "inspected", to=[SEATS[self.side]], hex=hex, units=units,
             dummies=height(s, 1 - self.side, hex) - len(units))  # fmt: skip
        return AGAIN

    @step("13.2a")
    def covered_again(self, s: State) -> None:
        conceal(s)
