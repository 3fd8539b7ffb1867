"""How things are called in sentences: pieces, hexes, sides, cards, facings, amounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.kernel import UNKNOWN
from vistula.parts.words import count

from ..model import COMMAND, LIT, NORTH, RUS, UKR, Model

UNSEEN = "an unseen unit"
UNSEEN_TROOPS = "unseen troops"  # among others, however many
FACINGS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
ARMIES = ("the Poles", "the Russians")
_SIDES = {0: "Poland", 1: "Russia", "poland": "Poland", "russia": "Russia"}
_BELONGS = {RUS: "Russian ", LIT: "Lithuanian ", UKR: "Ukrainian "}
_AMOUNTS = {
    "points": ("resource point", ""), "hexes": ("hex", "hexes"), "hits": ("hit", ""), "units": ("unit", ""),
    "cities": ("victory city", "victory cities"), "dummies": ("dummy", "dummies"),
}  # fmt: skip


_KINDS: dict[str, Callable[[Model, Any], str]] = {
    "piece": lambda m, unit: UNSEEN if unit == UNKNOWN else name(m, unit),
    "troops": lambda m, unit: UNSEEN_TROOPS if unit == UNKNOWN else name(m, unit),
    "space": lambda m, hex: m.hex_name(hex),
    "card": lambda m, card: "a card" if card == UNKNOWN else card_name(m, card),
    "side": lambda m, side: _SIDES[side],
    "army": lambda m, side: ARMIES[{"poland": 0, "russia": 1}.get(side, side)],
    "facing": lambda m, facing: FACINGS[facing],
    "area": lambda m, area: f"{'north' if area == NORTH else 'south'} of the Demarcation Line",
    "more": lambda m, number: f"{number:+d}" if number else "±0",
}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    if kind in _AMOUNTS:
        return count(arg, *_AMOUNTS[kind])
    return _KINDS[kind](m, arg) if kind in _KINDS else str(arg)


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
