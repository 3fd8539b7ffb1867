"""How things are called in sentences: units, hexes, Fronts, armies, results, amounts."""

from __future__ import annotations

from typing import Any

from vistula.games.warsaw_1920.model import Model
from vistula.kernel import UNKNOWN

UNSEEN = "an unseen unit"
FRONTS = ("Western Front", "Southwest Front")
_SIDES = {0: "Poland", 1: "Russia", "poland": "Poland", "russia": "Russia"}
_ARMIES = ("the Poles", "the Red Army")
_RESULTS = {
    "AE": "attacker eliminated",
    "AL": "attacker loses a unit and retreats",
    "AR": "attacker retreats",
    "C": "contact, no effect",
    "EX": "exchange",
    "DR2": "defender retreats two hexes",
    "DR3": "defender retreats three hexes",
    "DR4": "defender retreats four hexes",
    "DE": "defender eliminated",
}
_LOST = ("no operation", "the first operation", "the first two operations")
_AMOUNTS = {
    "supply": ("supply point", "supply points"),
    "victory": ("victory point", "victory points"),
    "units": ("unit", "units"),
}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    if kind == "piece":
        return UNSEEN if arg == UNKNOWN else m.full_name[arg]
    if kind == "space":
        return m.hex_name(arg)
    if kind == "front":
        return FRONTS[arg]
    if kind == "side":
        return _SIDES[arg]
    if kind == "army":
        return _ARMIES[arg]
    if kind == "result":
        return f"{arg}, {_RESULTS[arg]}"
    if kind == "operations":
        return _LOST[arg]
    if kind == "die":
        return f"{arg:+d}" if arg else "nothing added"
    if kind in _AMOUNTS:
        return f"{arg} {_AMOUNTS[kind][arg != 1]}"
    return str(arg)
