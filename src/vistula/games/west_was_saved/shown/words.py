"""How things are called in sentences: pieces, hexes, sides, cards, facings, amounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.games.wording import Wording
from vistula.kernel import UNKNOWN

from ..model import COMMAND, LIT, NORTH, RUS, UKR, Model

UNSEEN = "an unseen unit"
UNSEEN_TROOPS = "unseen troops"  # among others, however many
WORDS = Wording.beside(__file__)
_BELONGS = {RUS: "Russian ", LIT: "Lithuanian ", UKR: "Ukrainian "}
_KINDS: dict[str, Callable[[Model, Any], str]] = {
    "piece": lambda m, unit: UNSEEN if unit == UNKNOWN else name(m, unit),
    "troops": lambda m, unit: UNSEEN_TROOPS if unit == UNKNOWN else name(m, unit),
    "space": lambda m, hex: m.hex_name(hex),
    "card": lambda m, card: "a card" if card == UNKNOWN else card_name(m, card),
    "area": lambda m, area: f"{'north' if area == NORTH else 'south'} of the Demarcation Line",
    "more": lambda m, number: f"{number:+d}" if number else "±0",
}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    return _KINDS[kind](m, arg) if kind in _KINDS else WORDS.say(kind, arg)


def name(m: Model, piece: int) -> str:
    """A unit by its full name; a Russian or allied one with its army, since both sides number their divisions."""
    if m.kind[piece] == COMMAND or any(word in m.full_name[piece] for word in ("Ukrainian", "Lithuanian")):
        return m.full_name[piece]
    army = _BELONGS.get(m.nation[piece], "Polish ")
    return f"{army}{m.full_name[piece]}"


def card_name(m: Model, number: int) -> str:
    """ "12 Armour" """
    card = m.cards[number]
    return f"“{card.title}” (card {number})" if card is not None else str(number)
