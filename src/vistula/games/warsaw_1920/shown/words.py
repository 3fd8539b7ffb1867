"""How things are called in sentences: units, hexes, Fronts, armies, results, amounts."""

from __future__ import annotations

from typing import Any

from vistula.kernel import UNKNOWN
from vistula.parts.words import count

from ..model import Model

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
    "supply": "supply point", "victory": "victory point", "units": "unit", "movement": "movement point",
    "factors": "more combat factor",
}  # fmt: skip
_NAMES: dict[str, Any] = {"front": FRONTS, "side": _SIDES, "army": _ARMIES, "operations": _LOST}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    if kind == "piece":
        return UNSEEN if arg == UNKNOWN else m.full_name[arg]
    if kind == "space":
        return m.hex_name(arg)
    if kind in _NAMES:
        return str(_NAMES[kind][arg])
    if kind == "result":
        return f"{arg}: {_RESULTS[arg]}"
    if kind == "die":
        return f"{arg:+d}" if arg else "no modifier"
    if kind == "added":
        return f" {arg:+d}" if arg else ""
    if kind == "stock":
        return f"keeps its {amount('supply', arg)}" if arg else "has no points left"
    return amount(kind, arg) if kind in _AMOUNTS else str(arg)


def amount(kind: str, number: int) -> str:
    """So many of something, in the singular or the plural."""
    return count(number, _AMOUNTS[kind])
