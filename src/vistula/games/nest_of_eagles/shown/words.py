"""How things are called in sentences: units, hexes, Theaters, Fronts, levels, orders, amounts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from vistula.parts.words import count

from ..model import SEATS, THEATERS, Model
from ..rules.alternatives import ROUNDS, schedule_words, set_words
from ..rules.priorities import CHOICES
from ..rules.special_orders import NAMES as ORDERS
from ..state import State

SIDES = ("Poland", "Soviet Russia")
ARMIES = ("the Poles", "the Red Army")
FRONTS = ("Western Front", "Southwestern Front", "Lithuania")
POOLS = ("Poland", "the Western Front", "the Southwestern Front", "the Ukrainians")
LEVELS = ("at full strength", "reduced", "a remnant")
_AMOUNTS = {
    "steps": ("step", "steps"),
    "points": ("MP", "MP"),
    "boxes": ("box", "boxes"),
    "vp": ("victory point", "victory points"),
    "replacements": ("Replacement", "Replacements"),
    "transports": ("Rail Transport", "Rail Transports"),
}
_RESULTS = {"success": "the attack succeeds", "failure": "the attack fails", "bloody": "a bloody fight"}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    match kind:
        case "piece":
            return str(m.full_name[arg]) if arg >= 0 else "a concealed unit"
        case "space":
            return m.hex_name(arg)
        case "side":
            return SIDES[arg if isinstance(arg, int) else int(arg != SEATS[0])]
        case "army":
            return ARMIES[arg]
        case "theater":
            return f"{THEATERS[arg]} Theater"
        case "front":
            return FRONTS[arg]
        case "pool":
            return POOLS[arg]
        case "level":
            return LEVELS[arg]
        case "order":
            return ORDERS[arg]
        case "round":
            return str(m.dates[arg]) if arg < len(m.dates) else "a week after the last"
        case "card":
            return str(m.events[arg].title)
        case "result":
            return _RESULTS[arg]
        case "box":
            return box(arg)
    return count(arg, *_AMOUNTS[kind]) if kind in _AMOUNTS else str(arg)


def box(number: int) -> str:
    """A box of the morale track: "Polish 6", "Soviet 14", "0"."""
    return "0" if not number else f"{'Polish' if number < 0 else 'Soviet'} {abs(number)}"


def numbers(s: State, side: int, verb: str, args: Sequence[int]) -> list[str]:
    """What each number of a choice stands for, where it stands for something."""
    names: dict[str, Callable[[int], str]] = {
        "theater": lambda n: f"{THEATERS[n]} Theater",
        "front": lambda n: FRONTS[n],
        "decoy": lambda n: FRONTS[n],
        "priority": lambda n: CHOICES[side][n],
        "schedule": lambda n: schedule_words(s.m, n),
        "round": lambda n: s.m.dates[n],
        "volunteers": lambda n: set_words([say(s.m, "round", s.round + turn) for turn in range(ROUNDS)], n),
    }
    return [names[verb](arg) for arg in args] if verb in names else []


def card_name(m: Model, card: int) -> str:
    """The key of an Event: its side and number, "P4"."""
    return f"{'PS'[card // m.markers.events]}{m.events[card].number}"


def card_number(m: Model, name: str) -> int:
    found = [card for card in range(len(m.events)) if card_name(m, card) == name]
    if not found:
        raise ValueError(f"there is no Event {name!r}")
    return found[0]
