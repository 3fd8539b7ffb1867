"""21.1.4 Ukrainian recruits: dice for the cities that their commander holds."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import Hex, HexSet
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    Roll,
    SeatId,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)

from ..state import State, turn_over
from ..units import FULL, REDUCED
from . import fronts
from .allies import absent, cities, weakened
from .bars import at_hex, enemy_replacements
from .control import come
from .queries import adjective, enemy, hexes_of
from .seats import last_command, seat_of

RECRUIT = 6
"""[21.1.4a] The die that brings a Ukrainian unit, or fills one."""


def commander(frame: Recruiting, s: State) -> SeatId:
    """(A97) Of the Russians the player of the Southwest Front."""
    return seat_of(s, last_command(s, frame.side))


@procedure(who=commander)
class Recruiting(Frame):
    """[21.1.4] In each of his reinforcement phases the commander of the Ukrainians rolls for their cities."""

    side: int
    dice: list[int] = []
    sixes: int = 0
    unit: int = -1

    @step("21.1.4a")
    def rolls(self, s: State) -> Next:
        number = cities(s, self.side).bit_count()
        if s.ukrainians != self.side or not number:
            return DONE
        return Roll(f"{number}d6", into="dice")

    @step("21.1.4a", "21.1.4c")
    def counting(self, s: State) -> None:
        self.sixes = list(self.dice).count(RECRUIT)
        tell(s, "21.1.4a", "recruiting", side=self.side, dice=list(self.dice), count=self.sixes)

    @choose("21.1.4b", prompt="A 6: bring in a Ukrainian unit, or restore one?", always=True)
    def recruit(self, s: State) -> Choice:
        if not self.sixes:
            return DONE
        room = Bar("21.1.4b", lambda unit: not self._where(s, unit), "no Ukrainian city is free for it")
        idle, thin = self._foreign(s, absent(s, self.side), "is in play"), weakened(s, self.side)
        offers = [
            Offer("enter", "piece", [*idle, room], "Bring in this unit"),
            Offer("flip", "piece", self._foreign(s, thin, "is not inverted on the map"), "Restore to full strength"),
        ]
        if not any(offers):
            return DONE  # [21.1.4c]
        nowhere = Bar("21.1.4b", True, "choose a Ukrainian unit")
        return [*offers, Option("pass", label="Waste this 6", publish=True), never("space", [nowhere])]

    def _foreign(self, s: State, able: list[int], words: str) -> Iterator[Bar]:
        m = s.m
        own = m.ukrainians[self.side]
        yield only("21.1.4b", own, lambda unit: f"{m.full_name[unit]} is no {adjective(self.side)} Ukrainian unit")
        yield only("21.1.4b", able, lambda unit: f"{m.full_name[unit]} {words}")

    def _where(self, s: State, unit: int) -> HexSet:
        return homes(s, self.side) & ~fronts.apart(s, unit)

    recruit.to("pass", DONE)
    recruit.to("enter", into="unit")

    @recruit.on("flip", AGAIN)
    def _(self, s: State, unit: int) -> Next:
        self.sixes -= 1
        turn_over(s, unit, FULL)
        tell(s, "21.1.4b", "filled", unit=unit, hex=s.place[unit])
        return None

    @choose("21.1.4b", prompt="In which Ukrainian city does {unit:piece} enter?")
    def where(self, s: State) -> Choice:
        abroad = only(
            "21.1.4b", homes(s, self.side), f"a Ukrainian city under {adjective(self.side)} control is wanted"
        )
        strangers = Bar("12.4.1a", fronts.apart(s, self.unit), at_hex(s, "units with which it does not stack are in "))
        return [Offer("place", "space", [enemy_replacements(s, self.side), abroad, strangers], "Here")]

    @where.on("place", goto("recruit"))
    def _(self, s: State, hex: int) -> Next:
        self.sixes -= 1
        muster(s, self.unit, hex, REDUCED)
        return None


def homes(s: State, side: int) -> HexSet:
    """[21.1.4b] The Ukrainian cities where its recruits can come in: nobody arrives among enemies or on top of their
    replacements."""
    foe = enemy(side)
    return cities(s, side) & ~s.occupied[foe] & ~hexes_of(s, s.m.rcs[foe])


def muster(s: State, unit: int, hex: Hex, strength: int) -> None:
    """[21.1.4b, 24.6] A Ukrainian unit comes into play."""
    turn_over(s, unit, strength)
    s.fresh |= 1 << unit
    tell(s, "21.1.4b", "arrives", unit=unit, hex=hex)
    come(s, unit, hex)
