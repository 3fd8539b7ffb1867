"""17.1.5 The Cheka: markers in towns behind the Western Front that may find it Replacements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    SeatId,
    choose,
    goto,
    only,
    procedure,
    roll,
    step,
    tell,
)

from ..model import BELARUS, SOVIET, WEST
from ..state import WEST_POOL, State
from .allies import call_bulak
from .operations import PAUSE, receive, soviet_operation
from .queries import in_play, plays
from .seats import WESTERN, seat_of

FINDS = (2, 3, 4)
"""[17.1.5c] The highest roll that brings a Replacement, by the band of the map from east to west (N-41)."""


def finds(s: State, hex: int) -> int:
    return next(most for most, band in zip(FINDS, s.m.cheka_band, strict=True) if band >> hex & 1)


def may_place(s: State) -> bool:
    """[17.1.5a] After a pause of the Western Front, once the Poles have made an Offensive in the north."""
    spare = s.cheka.bit_count() < s.cheka_left
    return spare and s.offensive and soviet_operation(s, WEST) == PAUSE and plays(s, "17.1.5")


def unsearched(s: State) -> Iterator[Bar]:
    """[17.1.5b] Hexes where no Cheka marker can be placed (N-66)."""
    name = s.m.hex_name
    towns = s.m.urban & s.m.theater[BELARUS] & in_play(s)
    yield only("17.1.5b", towns, "the Cheka works in towns of the Lithuanian-Belarusian Theater")
    yield only("17.1.5b", s.held[SOVIET], lambda hex: f"{name(hex)} is not under Soviet control")
    yield Bar("17.1.5b", s.cheka, lambda hex: f"the Cheka is in {name(hex)} already")


def western(frame: Any, s: State) -> SeatId:
    return seat_of(s, WESTERN)


@procedure
class Cheka(Frame):
    """[17.1.5] In the Soviet Replacement Phase: a roll for each marker on the map, then new ones."""

    hexes: list[int]

    @step("17.1.5c")
    def next_town(self, s: State) -> Next:
        return None if self.hexes else goto("place")

    @roll("17.1.5c", "1d6")
    def search(self, s: State, dice: tuple[int, ...]) -> Next:
        hex = self.hexes.pop(0)
        tell(s, "17.1.5c", "cheka_searches", hex=hex, die=dice[0], most=finds(s, hex))
        if dice[0] <= finds(s, hex):
            receive(s, WEST_POOL + WEST, 1, "17.1.5c")
            s.cheka_paid = True
            call_bulak(s, "17.1.5f")
        return goto("next_town")

    @choose("17.1.5a", "17.1.5b", who=western, prompt="The Western Front paused. Place Cheka markers?", always=True)
    def place(self, s: State) -> Choice:
        towns = Offer("place", "space", unsearched(s), "Place a Cheka marker here", when=may_place(s))
        return [towns, Option("done", label="Place no more", publish=True)] if towns else DONE

    place.to("done", DONE)

    @place.on("place")
    def _(self, s: State, hex: int) -> Next:
        s.cheka |= 1 << hex
        tell(s, "17.1.5a", "cheka_placed", hex=hex)
        return AGAIN
