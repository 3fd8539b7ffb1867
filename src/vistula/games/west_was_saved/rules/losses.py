"""9.4 Hits: the owner chooses which of his units take them."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import AGAIN, DONE, SKIP, Bar, Choice, Frame, Next, Offer, Return, choose, only, procedure, step

from ..changes import eliminate, hit, remove_command, watch
from ..state import State, commands_at
from .bars import named, off_map
from .seats import acting


@procedure
class Hits(Frame):
    """[9.4c, 9.4d] Hits on the units of one stack, one after another; returns how many were really inflicted [9.4f]."""

    side: int
    units: list[int]
    left: int
    taken: int = 0

    @choose("9.4d", "9.4e", who=acting, prompt="Which unit takes the hit? ({left} left)")
    def which(self, s: State) -> Choice:
        units = Offer("unit", "piece", self._spared(s), "This unit takes the hit")
        return [units] if self.left and units else SKIP

    def _spared(self, s: State) -> Iterator[Bar]:
        """[9.4d, 9.4e] Pieces that cannot take the hit."""
        yield Bar("9.4e", lambda piece: piece in s.m.commands, named(s, "is an HQ and takes no hits"))
        yield off_map(s)
        yield only("9.4d", collect(self.units), named(s, "is not in the stack that takes the hits"))

    @which.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        hit(s, unit, "9.4c")
        self.left -= 1
        self.taken += 1

    @step("9.4f")
    def told(self, s: State) -> Next:
        return Return(self.taken)


@procedure
class Cull(Frame):
    """[9.5.b5] More units retreat into a hex than fit: the owner chooses who is eliminated."""

    side: int
    count: int

    @choose("9.5.b5", who=acting, always=True,
            prompt="{count} retreating units do not fit into the hex: which is eliminated?")  # fmt: skip
    def which(self, s: State) -> Choice:
        staying = only("9.5.b5", s.moving & s.m.of_side[self.side], named(s, "is not among the retreating units"))
        units = Offer("unit", "piece", (off_map(s), staying), "Eliminate this unit")
        return [units] if self.count > 0 and units else DONE

    @which.on("unit", AGAIN)
    def _(self, s: State, unit: int) -> None:
        eliminate(s, unit, "9.5.b5")
        self.count -= 1


def orphans(s: State, side: int, hex: int) -> None:
    """[9.6a, 2.2a, 2.2b] Command units all of whose combat units have been eliminated in combat leave the map."""
    if not s.occupied[side] >> hex & 1:
        for commander in commands_at(s, side, hex):
            remove_command(s, commander, "9.6a")
        watch(s)  # nobody holds the hex any more (H-8)
