"""Where pieces are, against looking at one space after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vistula.kernel import UNKNOWN
from vistula.parts.pieces import at, box, box_turn, on_board, spaces, stacks

PLACES = st.lists(st.integers(-3, 5), max_size=12)


@given(PLACES, st.data())
def test_pieces_by_space(place: list[int], data: st.DataObject) -> None:
    some = data.draw(st.permutations(range(len(place))).map(lambda order: order[: len(order) // 2 + 1]))
    by_space = {space: [p for p in some if place[p] == space] for space in range(6)}
    assert {space: at(place, some, space) for space in range(6)} == by_space
    assert stacks(place, some) == {space: here for space, here in by_space.items() if here}
    assert on_board(place, some) == [p for p in some if place[p] in by_space]
    assert spaces(place, some) == sum(1 << space for space, here in by_space.items() if here)


def test_boxes_of_the_turn_track_are_places_of_their_own() -> None:
    boxes = [box(turn) for turn in range(1, 40)]
    assert [box_turn(place) for place in boxes] == list(range(1, 40))
    assert max(boxes) < -10
    assert min(boxes) > UNKNOWN
    assert not any(box_turn(place) for place in (UNKNOWN, *range(-10, 5)))
