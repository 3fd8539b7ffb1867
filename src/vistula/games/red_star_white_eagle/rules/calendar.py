"""6.0 Dates: turns by their names, as the tracks have them."""

from __future__ import annotations

from ..state import State
from .queries import turn_of

MONTHS = ("April", "May", "June", "July", "Aug", "Sept", "Oct")
WEEKS = ("I", "II", "III", "IV")


def date(name: str) -> int:
    """A number for a turn's name, rising with time [2.8]."""
    month, week = name.split()
    return MONTHS.index(month) * len(WEEKS) + WEEKS.index(week)


def today(s: State) -> int:
    return date(turn_of(s).name)


def is_now(s: State, *names: str) -> bool:
    """Whether this is one of these turns."""
    return turn_of(s).name in names


def reached(s: State, name: str) -> bool:
    """Whether this turn or a later one is played."""
    return today(s) >= date(name)
