"""Stacks as sets, against counting one space after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vistula.parts.stacking import Alike, Limit, broken, full, heights, over, overfull, shut_out

NATION = (0, 0, 0, 1, 1, 0, 0, 1)
GUNS = 0b11100000
ROWS = (Alike("1", NATION, "two nations"), Limit("2", GUNS, 1, "gun"), Limit("3", ~GUNS, 2))
PLACES = st.lists(st.integers(-2, 3), min_size=8, max_size=8)


def lawful(pieces: list[int]) -> bool:
    guns = [p for p in pieces if GUNS >> p & 1]
    return len({NATION[p] for p in pieces}) < 2 and len(guns) < 2 and len(pieces) - len(guns) < 3


@given(st.lists(st.integers(-3, 12)), st.integers(1, 4))
def test_heights_are_counted(places: list[int], most: int) -> None:
    levels = heights(places, most)
    assert len(levels) == most
    for space in range(14):
        assert [bool(level >> space & 1) for level in levels] == [places.count(space) > n for n in range(most)]
    assert not any(level < 0 for level in levels)


@given(PLACES)
def test_stacks_that_break_a_row(place: list[int]) -> None:
    stacks = {space: [p for p in range(8) if place[p] == space] for space in range(4)}
    assert overfull(ROWS, place, range(8)) == [space for space, here in stacks.items() if not lawful(here)]
    for here in stacks.values():
        assert (broken(ROWS, here) is None) == lawful(here)


def test_the_first_row_that_is_broken_is_named() -> None:
    assert broken(ROWS, [0, 3, 5, 6]) is ROWS[0]
    assert broken(ROWS, [0, 1, 2, 5, 6]) is ROWS[1]
    assert broken(ROWS, [0, 1, 2, 5]) is ROWS[2]
    assert broken(ROWS, [0, 1, 5]) is None
    assert broken(ROWS, []) is None


@given(PLACES, st.integers(0, 7))
def test_where_one_more_finds_no_room(place: list[int], piece: int) -> None:
    """In a lawful stack there is no room where the stack with the piece would not be lawful."""
    others = [(place[p], p) for p in range(8) if p != piece and place[p] >= 0]
    found = full(ROWS, piece, others)
    for space in range(4):
        here = [p for at, p in others if at == space]
        if lawful(here):
            assert bool(found >> space & 1) == (not lawful([*here, piece]))
        assert bool(found >> space & 1) == (shut_out(ROWS, piece, here) is not None)
    assert found >> 4 == 0


def test_who_is_shut_out_by_what() -> None:
    assert shut_out(ROWS, 0, [3]) is ROWS[0]
    assert shut_out(ROWS, 5, [1, 2, 6]) is ROWS[1]
    assert shut_out(ROWS, 0, [1, 2]) is ROWS[2]
    assert shut_out(ROWS, 0, [1, 5, 6]) is None, "that there are too many guns is not its affair"


@given(st.lists(st.integers(0, 7), unique=True))
def test_who_may_be_taken_away(pieces: list[int]) -> None:
    """Without anyone of a mixture, and without anyone of those that are too many, less is too much."""
    found = over(ROWS, pieces)
    guns = [p for p in pieces if GUNS >> p & 1]
    mixed = len({NATION[p] for p in pieces}) > 1
    too_many = {p for p in pieces if (len(guns) > 1 if p in guns else len(pieces) - len(guns) > 2)}
    assert found == [p for p in pieces if mixed or p in too_many]
