"""23.3c Playing Events: when they can be played, and what the other side may answer.

In every window all are asked who by number could hold a fitting Event: they have a hand, and one that fits has not been
played. Whether they hold it is nobody's business; with nothing to play they can only pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.kernel import (
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Return,
    SeatId,
    goto,
    only,
    procedure,
    step,
    tell,
    window,
)
from vistula.kernel.views import Refusal

from ..model import POLAND, SOVIET
from ..rules.boost import EventDraw, events_of, owner
from ..rules.seats import first_command, seat_of
from ..state import State
from .effects import EFFECTS, NEEDS

POLISH_PHASE, SOVIET_PHASE, POLISH_REPLACEMENT, SOVIET_REPLACEMENT, POLISH_ATTACK, REACTION = range(6)
"""Moments at which Events are played [23.3c]."""
WHEN = (
    ("any polish",),
    ("any soviet",),
    ("polish replacement", "any polish"),
    ("soviet replacement", "any soviet"),
    ("polish attack",),
    ("reaction",),
)
"""The Events that fit a moment, by the phase they name."""
MOMENTS = {
    "any polish": "in a phase of the Polish turn", "any soviet": "in a phase of the Soviet turn",
    "polish replacement": "in the Polish Replacement Phase", "soviet replacement": "in the Soviet Replacement Phase",
    "polish attack": "after an attack with the air unit", "reaction": "in answer to an enemy Event",
}  # fmt: skip
NOTHING, CANCELS, ESCALATES = range(3)
"""What a reaction has brought about."""
ESCALATION, COUNTERACTION = 9, 10
DRAWN = 2
"""[23.3.1.9, 23.3.2.9] Events drawn after an Escalation."""


# -- who is asked -----------------------------------------------------------------------------------------------------


def fitting(s: State, card: int, moment: int) -> bool:
    return s.m.events[card].when in WHEN[moment]


def could_play(s: State, side: int, moment: int) -> bool:
    """Whether a side could hold an Event for a moment, as everybody may reckon."""
    return bool(s.hands[side]) and any(
        fitting(s, card, moment) and not s.spent >> card & 1 for card in events_of(s, side)
    )


def asked(s: State, side: int, moment: int) -> list[SeatId]:
    """[23.3c] Who plays the Events of a side: with three players who has priority (N-92)."""
    return [seat_of(s, first_command(s, side))] if could_play(s, side, moment) else []


def unplayable(s: State, side: int, moment: int) -> Iterator[Bar]:
    """[23.3c] Events that a side cannot play now."""
    events = s.m.events
    yield only("23.3c", s.hands[side], "that Event is not in your hand")
    yield Bar("23.3c", lambda c: not fitting(s, c, moment), lambda c: f"{events[c].title}: play it {_when(s, c)}")
    idle = "would have no effect now"
    yield Bar("23.3c", lambda c: not NEEDS[c](s), lambda c: Refusal(events[c].rule, f"{events[c].title} {idle}"))


def _when(s: State, card: int) -> str:
    return MOMENTS[s.m.events[card].when]


# -- 23.3c an Event is played -----------------------------------------------------------------------------------------


def of_turn(frame: Events, s: State) -> Sequence[SeatId]:
    return asked(s, frame.sides[0], frame.moment)


@procedure
class Events(Frame):
    """[23.3c] A chance to play Events: one side after the other, and again after each Event."""

    moment: int
    order: list[int]
    sides: list[int]
    card: int = -1

    @window("23.3c", kind="events", seats=of_turn, prompt="Play an Event?")
    def play(self, s: State, seat: SeatId) -> Choice:
        return [Offer("event", "card", unplayable(s, self.sides[0], self.moment), "Play", ends=True)]

    @play.on("event")
    def _(self, s: State, seat: SeatId, card: int) -> Next:
        self.card = card
        return None

    @step("23.3c")
    def carry_out(self, s: State) -> Next:
        if self.card < 0:
            self.sides = self.sides[1:]
            return goto("play") if self.sides else DONE
        card, self.card = self.card, -1
        self.sides = self.order[:]
        return Call(EventPlay(card=card), goto("play"))


def events(s: State, moment: int, *sides: int) -> Events | None:
    """A chance for these sides, if any of them could hold something."""
    if not s.has_events or not any(could_play(s, side, moment) for side in sides):
        return None
    return Events(moment=moment, order=list(sides), sides=list(sides))


def phase_begins(s: State) -> Events | None:
    """[23.3c] Events that name no phase are played when one of their side begins."""
    return events(s, POLISH_PHASE if s.side == POLAND else SOVIET_PHASE, s.side)


def replacement_phase(s: State) -> Events | None:
    """[23.3c] In a Replacement Phase both sides have Events, first the Phasing one."""
    moment = POLISH_REPLACEMENT if s.side == POLAND else SOVIET_REPLACEMENT
    return events(s, moment, s.side, 1 - s.side)


def after_combat(s: State, attackers: Sequence[int]) -> Events | None:
    """[23.3.2.4] After a Polish attack in which the air unit took part and which it has survived."""
    if s.side != POLAND or s.m.air not in attackers or s.place[s.m.air] < 0:
        return None
    return events(s, POLISH_ATTACK, SOVIET)


def answering(frame: EventPlay, s: State) -> Sequence[SeatId]:
    return asked(s, 1 - owner(s, frame.card), REACTION)


@procedure
class EventPlay(Frame):
    """[23.3c] An Event: told, perhaps answered, carried out. An answer is an Event itself (N-44)."""

    card: int
    answer: int = -1
    result: int = NOTHING  # what the last answer has brought about
    cancelled: bool = False
    draws: int = 0

    @step("23.3c")
    def told(self, s: State) -> None:
        side = owner(s, self.card)
        s.hands[side] = [card for card in s.hands[side] if card != self.card]
        s.spent |= 1 << self.card  # (N-83)
        tell(s, s.m.events[self.card].rule, "event", side=side, card=self.card)

    @window("23.3.1.9", "23.3.1.10", "23.3.2.9", "23.3.2.10", kind="answers-to-events", seats=answering,
            prompt="Answer {card:card}?")  # fmt: skip
    def react(self, s: State, seat: SeatId) -> Choice:
        return [Offer("event", "card", unplayable(s, 1 - owner(s, self.card), REACTION), "Play", ends=True)]

    @react.on("event")
    def _(self, s: State, seat: SeatId, card: int) -> Next:
        self.answer = card
        return None

    @step("23.3.1.9", "23.3.1.10", "23.3.2.9", "23.3.2.10")
    def answered(self, s: State) -> Next:
        if self.answer < 0:
            return goto("resolve")
        card, self.answer = self.answer, -1
        return Call(EventPlay(card=card), goto("weigh"), into="result")

    @step("23.3.1.10", "23.3.2.10", "23.3.1.9", "23.3.2.9")
    def weigh(self, s: State) -> Next:
        self.cancelled = self.cancelled or self.result == CANCELS
        self.draws += DRAWN if self.result == ESCALATES else 0
        return goto("react")

    @step("23.3c", "23.3.1.10", "23.3.2.10")
    def resolve(self, s: State) -> Next:
        if self.cancelled:
            tell(s, "23.3c", "event_foiled", card=self.card)
            return None
        return EFFECTS[self.card](s) if self.card in EFFECTS else None

    @step("23.3.1.9", "23.3.2.9")
    def escalate(self, s: State) -> Next:
        return EventDraw(side=1 - owner(s, self.card), count=self.draws)

    @step("23.3c")
    def over(self, s: State) -> Next:
        meant = {ESCALATION: ESCALATES, COUNTERACTION: CANCELS}.get(s.m.events[self.card].number, NOTHING)
        return Return(NOTHING if self.cancelled else meant)
