"""1.2 Facing: which side of its hex a stack looks at, and the question that settles it.

A facing is named by the neighbouring hex it looks at; a side on the rim of the map, by its number.
"""

from __future__ import annotations

from vistula.games.west_was_saved.changes import face
from vistula.games.west_was_saved.model import ARTILLERY
from vistula.games.west_was_saved.rules.seats import acting
from vistula.games.west_was_saved.state import State
from vistula.kernel import DONE, Choice, Frame, Next, Option, choose, procedure, tell


def facing_options(
    s: State, hex: int, *, without: int = -1, verb: str = "face", label: str = "Face this hex"
) -> list[Option]:
    """[1.2c] All sides of a hex that a stack may point to, but for one."""
    sides = {facing: to for facing, to in enumerate(s.m.toward[hex]) if facing != without}
    rim = [facing for facing, to in sides.items() if to < 0]
    return [
        Option(verb, [to for to in sides.values() if to >= 0], "space", label),
        Option("rim", rim, "number", "Face off the map: 0 north, 1 north-east … 5 north-west"),
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
        return facing_options(s, self.hex) if s.facing[self.hex] >= 0 else DONE

    @which.on("face")
    def _(self, s: State, to: int) -> Next:
        turn(s, self.hex, s.m.grid.direction(self.hex, to), "1.2c")
        return DONE

    @which.on("rim")
    def _(self, s: State, facing: int) -> Next:
        turn(s, self.hex, facing, "1.2c")
        return DONE


def turn(s: State, hex: int, facing: int, rule: str) -> None:
    """Point a stack to one side of its hex and say so."""
    face(s, hex, facing)
    tell(s, rule, "faces", hex=hex, facing=facing)
