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
    "AE": "the attacker is eliminated",
    "AL": "the attacker loses a unit and retreats",
    "AR": "the attacker retreats",
    "C": "contact, no effect",
    "EX": "exchange",
    "DR2": "the defender retreats two hexes",
    "DR3": "the defender retreats three hexes",
    "DR4": "the defender retreats four hexes",
    "DE": "the defender is eliminated",
}
_LOST = ("no operation", "the first operation", "the first two operations")
_AMOUNTS = {
    "supply": ("supply point", "supply points"),
    "victory": ("victory point", "victory points"),
    "units": ("unit", "units"),
    "movement": ("movement point", "movement points"),
    "factors": ("more combat factor", "more combat factors"),
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
        return f"{arg}: {_RESULTS[arg]}"
    if kind == "operations":
        return _LOST[arg]
    if kind == "die":
        return f"{arg:+d}" if arg else "no modifier"
    if kind == "added":
        return f" {arg:+d}" if arg else ""
    if kind == "stock":
        return f"keeps its {amount('supply', arg)}" if arg else "has no points left"
    return amount(kind, arg) if kind in _AMOUNTS else str(arg)


def amount(kind: str, number: int) -> str:
    """So many of something, in the singular or the plural."""
    return f"{number} {_AMOUNTS[kind][number != 1]}"
