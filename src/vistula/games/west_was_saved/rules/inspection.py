"""13.2 Reconnaissance: looking into enemy stacks at the start of the movement phase."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.changes import conceal, show_stack
from vistula.games.west_was_saved.model import SEATS
from vistula.games.west_was_saved.rules.bars import by_hex
from vistula.games.west_was_saved.rules.queries import friends, height, units_at
from vistula.games.west_was_saved.rules.seats import acting
from vistula.games.west_was_saved.state import State, bits_of
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    left,
    only,
    procedure,
    step,
    tell,
)
from vistula.parts.words import count


def out_of_sight(s: State, side: int, seen: list[int]) -> Iterator[Bar]:
    """[7.1a, 13.2b] Hexes that a side may not look into: seen already, without enemies, or too far from its units."""
    allowed, name = effects.inspections(s, side), s.m.hex_name
    yield Bar("13.2b", bits_of(seen), lambda hex: f"{name(hex)} has been inspected already")
    enough = len(seen) >= allowed.count
    yield Bar("13.2b", enough, lambda _: f"{count(allowed.count, 'stack')} have been inspected, and that is all")
    yield only("13.2b", s.occupied[1 - side], lambda hex: f"no enemy stack is in {name(hex)}")
    if allowed.within:
        near = friends(s, side)
        for _ in range(allowed.within):
            near |= s.m.grid.dilate(near)
        words = f"none of your units is within {allowed.within} hexes of"
        yield only("13.2b", near, lambda hex: f"{words} {name(hex)}")


def inspectable(s: State, side: int, seen: list[int]) -> list[int]:
    """[7.1a, 13.2b] Enemy stacks that a side may look into."""
    return left(out_of_sight(s, side, seen))


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
