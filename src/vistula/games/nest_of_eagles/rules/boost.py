"""23.3 Morale Boost, an optional rule: two boxes of morale in a Reactive Movement Phase, and an Event for the enemy.

Here is the boost itself, who holds which Event, and what the chapters ask about Events that are in force. How Events
are played and what they do: `cards`.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import (
    DONE,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    Return,
    choose,
    draw,
    goto,
    only,
    procedure,
    step,
    tell,
)

from ..model import BELARUS, POLISH, UKRAINE
from ..state import State
from .morale import at_maximum, marker_of, shift
from .seats import asked, seats_of, side_of

BOXES = 2
"""[23.3a] What a boost is worth."""
NEXT_TURN, NOW = 1, 2
"""`State.quarrels` [23.3.2.7]: in the next Polish turn, in this one."""


# -- pools and hands --------------------------------------------------------------------------------------------------


def pool(s: State, side: int) -> list[int]:
    """[23.3a] The Events of a side that nobody has drawn yet."""
    gone = s.hands[side]
    return [card for card in events_of(s, side) if card not in gone and not s.spent >> card & 1]


def pool_size(s: State, side: int) -> int:
    """How many they are, which everybody knows."""
    return sum(not s.spent >> card & 1 for card in events_of(s, side)) - len(s.hands[side])


def events_of(s: State, side: int) -> range:
    """[23.3a] The ten Events of a side."""
    number = s.m.markers.events
    return range(side * number, (side + 1) * number)


def owner(s: State, card: int) -> int:
    return card // s.m.markers.events


@procedure
class EventDraw(Frame):
    """[23.3a, 23.3.1.9, 23.3.2.9] A side draws Events, as many as are left at most (N-83)."""

    side: int
    count: int = 1

    @step("23.3a")
    def more(self, s: State) -> Next:
        return None if self.count and pool_size(s, self.side) else DONE

    @draw("23.3a", "23.3.1.9", "23.3.2.9", bag=lambda frame, s: pool(s, frame.side))
    def drawn(self, s: State, card: int) -> Next:
        self.count -= 1
        s.hands[self.side] = sorted([*s.hands[self.side], card])
        tell(s, "23.3a", "event_drawn", side=self.side)
        tell(s, "23.3a", "event_known", to=seats_of(s, self.side), card=card)
        return goto("more")


# -- the boost --------------------------------------------------------------------------------------------------------


def unshaken(s: State, side: int) -> Iterator[Bar]:
    """[23.3a, 23.3b] Theaters where morale cannot be boosted now."""
    yield Bar("23.3b", not pool_size(s, 1 - side), "no Event is left for the enemy to draw, so there is no boost")
    markers = (POLISH, BELARUS, UKRAINE) if s.polish_marker else (BELARUS, UKRAINE)
    tracked = [theater for theater in markers if marker_of(s, theater) == theater]
    yield only("23.3a", tracked, "that Theater has no marker of its own on the track")
    yield Bar("13.2b", lambda t: at_maximum(s, side, t), "your marker is in the last box there")


@procedure
class MoraleBoost(Frame):
    """[23.3a, 23.3b] Once in a Reactive Movement Phase, whoever has declared it (N-68). Returns whether it was used."""

    command: int
    used: bool = False

    @choose("23.3a", "23.3b", who=asked, prompt="Boost your morale, and let the enemy draw an Event?", always=True)
    def decide(self, s: State) -> Choice:
        theaters = Offer("theater", "number", unshaken(s, side_of(self.command)), "2 boxes here", warn="boost")
        return [theaters, Option("pass", label="Not now", publish=True)] if theaters else goto("over")

    decide.to("pass", goto("over"))

    @decide.on("theater")
    def _(self, s: State, theater: int) -> Next:
        side = side_of(self.command)
        tell(s, "23.3a", "boost", side=side, theater=theater)
        shift(s, side, theater, BOXES, "23.3a")
        self.used = True
        return EventDraw(side=1 - side)

    @step("23.3b")
    def over(self, s: State) -> Next:
        return Return(self.used)


# -- Events in force, as chapters ask for them ------------------------------------------------------------------------


def quarrels(s: State, begins: bool) -> None:
    """[23.3.2.7] A Polish turn begins or ends: officers quarrel in the one after the Event."""
    s.quarrels = NOW if begins and s.quarrels else 0


def invited_to(s: State, unit: int) -> int:
    """[23.3.1.2, 23.3.2.5] Where a unit comes that an Event has called: Mińsk; for the Revolutionary Division any city
    of the Polish Theater, as long as no Pole is there (N-65)."""
    m = s.m
    return m.cities & m.theater[POLISH] if unit == m.prd else 1 << m.minsk
