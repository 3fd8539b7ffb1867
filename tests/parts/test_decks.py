"""Cards in piles, against looking for one card after another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vistula.parts.decks import in_sight, in_two_places, left_over

PILES = st.lists(st.lists(st.integers(-2, 12)))


@given(PILES)
def test_every_card_is_where_it_lies(piles: list[list[int]]) -> None:
    for card in range(14):
        count = sum(pile.count(card) for pile in piles)
        assert (card in in_sight(piles)) == (count > 0)
        assert (card in left_over(range(14), piles)) == (count == 0)
        assert (card in in_two_places(piles)) == (count > 1)
    assert all(card >= 0 for card in [*in_sight(piles), *in_two_places(piles)])


@given(st.lists(st.integers(0, 12)), PILES)
def test_what_is_left_keeps_its_order(cards: list[int], piles: list[list[int]]) -> None:
    left = left_over(cards, piles)
    assert left == [card for card in cards if not any(card in pile for pile in piles)]
