"""The clock of a seat, against one that counts second by second."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vistula.server import pace as paces
from vistula.server.pace import DAY, SeatClock
from vistula.server.wire import Pace

LIVE = Pace(kind="live", turn=600, more=20)
DAYS = Pace(kind="days", turn=3 * DAY, more=5 * DAY, holiday=14 * DAY)


class Counted:
    """What a clock ought to tell: it is asked every second what has become of that second."""

    def __init__(self, holiday: int) -> None:
        self.asked = self.done = False
        self.away = 0
        self.holiday = holiday
        self.took = 0

    def second(self, now: int) -> None:
        self.took += self.asked and not self.done and now >= self.away


EVENTS = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from(["ask", "answer", "anew", "stop", "away", "back"])), max_size=30
)


@given(EVENTS)
def test_a_clock_takes_the_seconds_that_one_counts(events: list[tuple[int, str]]) -> None:
    pace = Pace(kind="days", turn=7, more=40, holiday=25)
    clock, counted, now, bank = paces.fresh(pace), Counted(25), 1000, 40.0
    for wait, what in events:
        for _ in range(wait):
            counted.second(now)
            now += 1
        if what == "ask" and not counted.asked:
            paces.ask(pace, clock, now)
            counted.asked, counted.took = True, 0
        elif what == "answer" and counted.asked and not counted.done:
            paces.answer(pace, clock, now)
            counted.done = True
        elif what == "anew" and counted.done:
            paces.answer_anew(pace, clock, now)
            counted.done = False
        elif what == "stop" and counted.asked:
            paces.stop(pace, clock, now)
            bank = max(0.0, bank - max(0, counted.took - 7))
            counted.asked = counted.done = False
            assert clock.bank == bank
        elif what in ("away", "back"):
            seconds = 10 if what == "away" else 0
            rest = max(0, counted.away - now)
            taken = min(seconds, counted.holiday + rest)
            counted.holiday += rest - taken
            counted.away = now + taken
            paces.go_away(pace, clock, seconds, now)
            assert clock.holiday == counted.holiday
        if counted.asked:
            assert paces.took(clock, now) == counted.took
            assert paces.left(pace, clock, now) == max(0, bank + 7 - counted.took)
            if not counted.done and clock.due > now:  # nobody answers, and nobody is away any longer than said
                rest = max(0, counted.away - now)
                assert clock.due - now == rest + bank + 7 - counted.took
        else:
            assert clock.due == 0


def test_days_are_given_for_each_answer_and_the_bank_once() -> None:
    clock = paces.fresh(DAYS)
    paces.ask(DAYS, clock, 10 * DAY)
    assert clock.due == 18 * DAY
    paces.stop(DAYS, clock, 12 * DAY)
    assert clock.bank == 5 * DAY
    paces.ask(DAYS, clock, 20 * DAY)
    paces.stop(DAYS, clock, 25 * DAY)
    assert clock.bank == 3 * DAY
    paces.ask(DAYS, clock, 30 * DAY)
    assert clock.due == 36 * DAY


def test_minutes_are_given_for_each_turn_and_kept() -> None:
    clock = paces.fresh(LIVE)
    paces.new_turn(LIVE, clock, 1)
    paces.ask(LIVE, clock, 1000)
    assert clock.due == 1600
    paces.stop(LIVE, clock, 1100)
    assert clock.bank == 520
    paces.new_turn(LIVE, clock, 1)
    assert clock.bank == 520, "once a turn"
    paces.new_turn(LIVE, clock, 2)
    assert clock.bank == 1120
    paces.new_turn(LIVE, clock, 1)
    paces.new_turn(LIVE, clock, 2)
    assert clock.bank == 1120, "an undo into the last turn brings no time"


@pytest.mark.parametrize("then", ["staff", "substitute", "lost"])
def test_a_time_is_up_once(then: Any) -> None:
    pace = Pace(kind="days", turn=DAY, then=then)
    clock = paces.fresh(pace)
    paces.new_turn(pace, clock, 4)
    paces.ask(pace, clock, DAY)
    assert clock.due == 2 * DAY
    paces.run_out(pace, clock, 4)
    assert (clock.staffed, clock.due) == ((4, paces.ALWAYS) if then == "staff" else (0, 0))


def test_the_staff_plays_to_the_end_of_the_turn() -> None:
    pace = Pace(kind="live", turn=60, more=5, then="staff")
    clock = SeatClock()
    paces.new_turn(pace, clock, 3)
    paces.ask(pace, clock, 1000)
    paces.run_out(pace, clock, 3)
    paces.stop(pace, clock, 1061)
    assert clock.bank == 0, "what the staff answers brings nothing back"
    paces.ask(pace, clock, 1070)
    assert clock.due == paces.ALWAYS
    paces.new_turn(pace, clock, 4)
    assert (clock.staffed, clock.bank, clock.due) == (0, 60, 1130)


def test_without_a_pace_it_is_known_since_when_and_nothing_runs_out() -> None:
    clock = paces.fresh(Pace())
    paces.ask(Pace(), clock, 5)
    assert (clock.since, clock.due) == (5, 0)
    paces.stop(Pace(), clock, 10 * DAY)
    assert clock.bank == 0
