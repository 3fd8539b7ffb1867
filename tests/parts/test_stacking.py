"""Stacks as sets, against counting one space after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vistula.parts.stacking import heights


@given(st.lists(st.integers(-3, 12)), st.integers(1, 4))
def test_heights_are_counted(places: list[int], most: int) -> None:
    levels = heights(places, most)
    assert len(levels) == most
    for space in range(14):
        assert [bool(level >> space & 1) for level in levels] == [places.count(space) > n for n in range(most)]
    assert not any(level < 0 for level in levels)
