"""How things are called in sentences: blocks, areas, fronts, sides, orders, cards."""

from __future__ import annotations

from typing import Any

from vistula.games.strike_of_the_eagle.model import ORDER_TITLES, Model, piece_side
from vistula.games.strike_of_the_eagle.tokens import ref_parts
from vistula.kernel import UNKNOWN

_SIDES: dict[Any, str] = {-1: "Nobody", 0: "Poland", 1: "Russia", "poland": "Poland", "russia": "Russia"}
_ARMIES = ("the Poles", "the Soviets")
FRONTS = ("northern", "southern")
_UNSEEN = {"unit": "a block", "order": "an order", "card": "a card"}
_BLOCKS = ("a Polish block", "a Soviet block")
_AMOUNTS = {"points": ("victory point", "victory points"), "sp": ("strength point", "strength points")}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    if arg == UNKNOWN:
        return _UNSEEN.get(kind, "something")
    if kind == "unit":
        return m.full_name[int(arg)]
    if kind == "piece":
        return _BLOCKS[piece_side(arg)]
    if kind == "space":
        return m.area_name[int(arg)]
    if kind == "front":
        return FRONTS[arg]
    if kind == "side":
        return _SIDES[arg]
    if kind == "army":
        return _ARMIES[arg]
    if kind == "order":
        return ORDER_TITLES[ref_parts(arg)[0]]
    if kind == "card":
        return m.cards[int(arg)].name
    if kind in _AMOUNTS:
        return f"{arg} {_AMOUNTS[kind][arg != 1]}"
    return str(arg)
