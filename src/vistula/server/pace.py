"""How much time a move may take: what was agreed on, and the clock of one seat under it. Nothing here tells the time.

`live`: so many minutes for each turn of the game; what is left is kept, and each answer brings a little back.
`days`: so many days for each answer; what goes beyond them is taken from a bank.
"""

from __future__ import annotations

import msgspec

from vistula.server.wire import Pace

DAY = 24 * 60 * 60.0
ALWAYS = 1.0
"""When something was due that is to be looked at again and again."""


class SeatClock(msgspec.Struct):
    """The clock of a seat. Moments are seconds since 1970; 0 is none."""

    bank: float = 0.0  # seconds that are left
    since: float = 0.0  # since when it is asked; in the future, while it is away
    done: float = 0.0  # when it answered, in a step that others have yet to answer
    due: float = 0.0  # when its time is up
    away: float = 0.0  # until when it is away
    holiday: float = 0.0  # seconds that it may yet be away
    turn: int = 0  # the last turn that brought it time
    staffed: int = 0  # the turn that the staff plays for it


def fresh(pace: Pace) -> SeatClock:
    return SeatClock(bank=pace.more if pace.kind == "days" else 0.0, holiday=pace.holiday)


def ask(pace: Pace, clock: SeatClock, now: float) -> None:
    """A question is put to a seat: its time runs."""
    clock.since, clock.done = max(now, clock.away), 0.0
    set_due(pace, clock)


def set_due(pace: Pace, clock: SeatClock) -> None:
    if clock.staffed:
        clock.due = ALWAYS if clock.since else 0.0
    elif pace.kind == "none" or not clock.since or clock.done:
        clock.due = 0.0
    else:
        clock.due = clock.since + allowed(pace, clock)


def allowed(pace: Pace, clock: SeatClock) -> float:
    """Seconds that an answer may take from when it is asked for."""
    return clock.bank + (pace.turn if pace.kind == "days" else 0.0)


def answer(pace: Pace, clock: SeatClock, now: float) -> None:
    """A seat has answered in a step that others have yet to answer: its own time stands."""
    clock.done = max(now, clock.away)
    set_due(pace, clock)


def answer_anew(pace: Pace, clock: SeatClock, now: float) -> None:
    """It has taken its answer back: its time goes on from where it stood."""
    clock.since += max(now, clock.away) - clock.done
    clock.done = 0.0
    set_due(pace, clock)


def stop(pace: Pace, clock: SeatClock, now: float) -> None:
    """Everybody sees that a seat has answered: what it took is taken off."""
    beyond = took(clock, now) - (pace.turn if pace.kind == "days" else 0.0)
    if pace.kind != "none":
        clock.bank = max(0.0, clock.bank - max(0.0, beyond))
    if pace.kind == "live" and not clock.staffed:
        clock.bank += pace.more
    clock.since = clock.done = clock.due = 0.0


def took(clock: SeatClock, now: float) -> float:
    """Seconds that a seat has been asked for; while it is away they stand."""
    return max(0.0, (clock.done or max(now, clock.away)) - clock.since) if clock.since else 0.0


def new_turn(pace: Pace, clock: SeatClock, turn: int) -> None:
    """A turn of the game brings time, once; what the staff did for a seat is over with its turn."""
    runs = clock.due > 0  # one that has run out stands until its seat has answered
    if turn > clock.turn:
        if pace.kind == "live":
            clock.bank += pace.turn
        clock.turn = turn
    if turn != clock.staffed:
        clock.staffed = 0
    if runs:
        set_due(pace, clock)


def run_out(pace: Pace, clock: SeatClock, turn: int) -> None:
    """The time is up: what was agreed on for that begins."""
    clock.bank, clock.due = 0.0, 0.0
    if pace.then == "staff":
        clock.staffed = turn
        set_due(pace, clock)


def go_away(pace: Pace, clock: SeatClock, seconds: float, now: float) -> None:
    """Be away for so long, from now on; 0: be back. What was not used of a holiday is given back."""
    rest = max(0.0, clock.away - now)
    taken = min(seconds, clock.holiday + rest)
    clock.holiday += rest - taken
    clock.away = now + taken if taken else 0.0
    if clock.since and not clock.done:
        clock.since += taken - rest
    set_due(pace, clock)


def left(pace: Pace, clock: SeatClock, now: float) -> float:
    """Seconds until the time is up, or would be if the seat were asked now."""
    return max(0.0, allowed(pace, clock) - took(clock, now))
