"""The keys by which the outside world calls pieces, cards and links; they tell nothing that is hidden."""

from __future__ import annotations

from ..model import CARDS_IN_ALL, PIECES, POLAND, RUSSIA, Model, card_no, card_side, piece_side
from ..rules.tokens import TOKEN

_PREFIXES = {"p": POLAND, "r": RUSSIA}


def piece_name(piece: int) -> str:
    """The key of a wooden block, which tells nothing but its side; of an order, its number."""
    if piece >= TOKEN:
        return f"order-{piece - TOKEN}"
    side = piece_side(piece)
    return f"{'pr'[side]}{piece - PIECES[side].start + 1}"


def piece_number(name: str) -> int:
    """The inverse of piece_name."""
    head, digits = (name[:6], name[6:]) if name.startswith("order-") else (name[:1], name[1:])
    if digits.isascii() and digits.isdigit():
        if head == "order-":
            return TOKEN + int(digits)
        pieces = PIECES[_PREFIXES[head]] if head in _PREFIXES else range(0)
        if 1 <= int(digits) <= len(pieces):
            return pieces[int(digits) - 1]
    raise ValueError(f"there is no piece {name!r}")


def card_name(card: int) -> str:
    """The deck and the number printed on a card: "P-43"."""
    return f"{'PR'[card_side(card)]}-{card_no(card)}"


CARD_NUMBERS = {card_name(card): card for card in range(CARDS_IN_ALL)}


def card_number(name: str) -> int:
    if name not in CARD_NUMBERS:
        raise ValueError(f"there is no card {name!r}")
    return CARD_NUMBERS[name]


def link_name(m: Model, one: int, other: int) -> str:
    """A road or rail by its two areas, in the order of the catalog."""
    return "-".join(m.area_key[area] for area in sorted((one, other)))
