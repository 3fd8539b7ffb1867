"""Quiet hours and the hour of the digest, in somebody's own zone, also on the days when clocks are changed."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vistula.server import hours
from vistula.server.wire import CallSettings

WARSAW = "Europe/Warsaw"
NIGHT = CallSettings(zone=WARSAW, quiet_from="22:00", quiet_to="07:00")
SPRING, AUTUMN = "2027-03-28", "2027-10-31"
"""When clocks in Poland are put on from two to three, and put back from three to two."""


def at(text: str, zone: str = WARSAW) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def shown(moment: float, zone: str = WARSAW) -> str:
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2027-01-10T21:59", "2027-01-10T21:59+01:00"),
        ("2027-01-10T22:00", "2027-01-11T07:00+01:00"),
        ("2027-01-11T06:59", "2027-01-11T07:00+01:00"),
        ("2027-01-11T07:00", "2027-01-11T07:00+01:00"),
        (f"{SPRING}T01:59", f"{SPRING}T07:00+02:00"),
        (f"{AUTUMN}T01:59", f"{AUTUMN}T07:00+01:00"),
    ],
)
def test_at_night_nobody_is_called(now: str, end: str) -> None:
    assert shown(hours.awake(NIGHT, at(now))) == end


def test_a_night_in_which_clocks_are_changed_is_as_long_as_it_is() -> None:
    lengths = [
        hours.awake(NIGHT, start) - start for day in ("2027-03-27", "2027-10-30") if (start := at(f"{day}T22:00"))
    ]
    assert lengths == [8 * 3600, 10 * 3600]


def test_by_day_too() -> None:
    office = CallSettings(zone=WARSAW, quiet_from="08:00", quiet_to="16:00")
    assert shown(hours.awake(office, at("2027-01-10T12:00"))) == "2027-01-10T16:00+01:00"
    assert hours.awake(office, at("2027-01-10T20:00")) == at("2027-01-10T20:00")
    assert hours.awake(CallSettings(), at("2027-01-10T03:00")) == at("2027-01-10T03:00")


def test_an_end_that_comes_twice_is_the_next_one() -> None:
    """Between the two half past twos, quiet until half past two."""
    settings = CallSettings(zone=WARSAW, quiet_from="23:00", quiet_to="02:30")
    second = datetime.fromisoformat(f"{AUTUMN}T02:10").replace(tzinfo=ZoneInfo(WARSAW), fold=1).timestamp()
    assert shown(hours.awake(settings, second)) == f"{AUTUMN}T02:30+01:00"


@pytest.mark.parametrize(
    ("now", "digest"),
    [
        ("2027-01-10T17:59", "2027-01-10T18:00+01:00"),
        ("2027-01-10T18:00", "2027-01-11T18:00+01:00"),
        ("2027-03-27T18:00", f"{SPRING}T18:00+02:00"),
        ("2027-10-30T18:00", f"{AUTUMN}T18:00+01:00"),
    ],
)
def test_the_digest_comes_at_the_same_hour_every_day(now: str, digest: str) -> None:
    assert shown(hours.next_digest(CallSettings(zone=WARSAW, daily_at="18:00"), at(now))) == digest


def test_an_hour_that_is_left_out_comes_later_and_one_that_comes_twice_once() -> None:
    settings = CallSettings(zone=WARSAW, daily_at="02:30")
    first = hours.next_digest(settings, at("2027-03-27T12:00"))
    assert shown(first) == f"{SPRING}T03:30+02:00"
    first = hours.next_digest(settings, at("2027-10-30T12:00"))
    assert shown(first) == f"{AUTUMN}T02:30+02:00"
    assert shown(hours.next_digest(settings, first)) == "2027-11-01T02:30+01:00"


TIMES = st.times().map(lambda time: time.strftime("%H:%M"))
ZONES = st.sampled_from([WARSAW, "UTC", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"])


@given(st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)), ZONES, TIMES, TIMES, TIMES)
def test_quiet_hours_end_and_a_digest_comes_every_day(
    now: datetime, zone: str, begins: str, ends: str, daily: str
) -> None:
    moment = now.replace(tzinfo=ZoneInfo("UTC")).timestamp()
    settings = CallSettings(zone=zone, quiet_from=begins, quiet_to=ends, daily_at=daily)
    if begins != ends:
        awake = hours.awake(settings, moment)
        assert moment <= awake <= moment + timedelta(hours=26).total_seconds()
        assert hours.awake(settings, awake) == awake
    assert moment < hours.next_digest(settings, moment) <= moment + timedelta(hours=26).total_seconds()
