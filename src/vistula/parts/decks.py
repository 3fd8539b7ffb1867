"""Cards in piles: which are in sight, which are left for a deck, and which are not where they should be.

A pile is a list of cards; a card below 0 is none, or one that a seat may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Pile = Iterable[int]


def in_sight(piles: Iterable[Pile]) -> set[int]:
    """Cards that some piles show."""
    return {card for pile in piles for card in pile if card >= 0}


def left_over(cards: Iterable[int], piles: Iterable[Pile]) -> list[int]:
    """Cards that lie open in none of the piles: those of a deck, or of decks and hands that cannot be seen."""
    seen = in_sight(piles)
    return [card for card in cards if card not in seen]


def in_two_places(piles: Iterable[Pile]) -> list[int]:
    """Cards that lie in several piles, or twice in one."""
    found = Counter(card for pile in piles for card in pile if card >= 0)
    return sorted(card for card, count in found.items() if count > 1)
