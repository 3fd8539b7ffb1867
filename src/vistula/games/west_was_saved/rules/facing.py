"""1.2 Facing: which side of its hex a stack looks at, and the question that settles it.

A facing is named by the neighbouring hex it looks at; a side on the rim of the map, by its number.
"""

from __future__ import annotations

from vistula.board.hexes import collect
from vistula.kernel import DONE, Bar, Choice, Frame, Offer, choose, only, procedure, tell

from ..changes import face
from ..model import ARTILLERY
from ..state import State
from .bars import placed
from .seats import acting


def facing_offers(
    s: State, hex: int, afar: Bar, *others: Bar, without: int = -1, verb: str = "face", label: str = "Face this hex"
) -> list[Offer]:
    """[1.2c] All sides of a hex that a stack may point to, but for one; `afar` holds what is not next to it."""
    name, toward = s.m.hex_name, s.m.toward[hex]
    rim = collect(facing for facing, to in enumerate(toward) if to < 0)
    now = 1 << without if without >= 0 else 0
    ahead = 1 << toward[without] if now & ~rim else 0
    looks = Bar("7.1f", ahead, lambda to: f"the stack faces {name(to)} already")
    no_rim = only("1.2c", rim, lambda facing: f"{name(hex)} has no rim of the map on side {facing}")
    off = Bar("7.1f", now, "the stack faces that way already")
    return [
        Offer(verb, "space", (afar, looks, *others), label),
        Offer("rim", "number", (no_rim, off, *others), "Face off the map: 0 north, 1 north-east … 5 north-west"),
    ]


def asks_facing(s: State, hex: int, units: list[int], before: int) -> bool:
    """[1.2d, 1.2n, 7.4h] Whether units that came into a hex may choose its facing: cavalry or infantry among them,

    and none there before (`before` is the facing of the hex before they came, -1 for none).
    """
    return before < 0 and any(s.place[unit] == hex and s.m.kind[unit] < ARTILLERY for unit in units)


@procedure
class Facing(Frame):
    """[1.2c, 1.2d] A player says which way a stack faces; all cavalry and infantry in it face alike."""

    hex: int
    side: int

    @choose("1.2c", "1.2d", "7.2j", "9.5.b6", "9.5.b9", who=acting,
            prompt="Which way does the stack in {hex:space} face?")  # fmt: skip
    def which(self, s: State) -> Choice:
        if s.facing[self.hex] < 0:
            return DONE
        words = placed(s, f"{{}} is not next to {s.m.hex_name(self.hex)}: a stack faces a neighbour")
        return [*facing_offers(s, self.hex, only("1.2c", s.m.grid.around[self.hex], words))]

    @which.on("face", DONE)
    def _(self, s: State, to: int) -> None:
        turn(s, self.hex, s.m.grid.direction(self.hex, to), "1.2c")

    @which.on("rim", DONE)
    def _(self, s: State, facing: int) -> None:
        turn(s, self.hex, facing, "1.2c")


def turn(s: State, hex: int, facing: int, rule: str) -> None:
    """Point a stack to one side of its hex and say so."""
    face(s, hex, facing)
    tell(s, rule, "faces", hex=hex, facing=facing)
