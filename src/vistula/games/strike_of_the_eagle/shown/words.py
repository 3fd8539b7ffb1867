"""How things are called in sentences: blocks, areas, fronts, sides, orders, cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.kernel import UNKNOWN, Seat
from vistula.parts.words import count

from ..model import ARMIES, BLOCKS, COLOURS, ORDER_TITLES, PEOPLES, Model, Stage, command_of, piece_side
from ..rules.tokens import ref_parts
from ..state import NONE, State

_SIDES: dict[int | str, str] = {-1: "Nobody", 0: "Poland", 1: "Russia", "poland": "Poland", "russia": "Russia"}
FRONTS = ("northern", "southern")
_COMPASS = ("north", "south")
_UNSEEN = {"unit": "a block", "troops": "a block", "order": "an order", "card": "a card"}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    if arg == UNKNOWN:
        return _UNSEEN.get(kind, "something")
    if kind in COLOURS:  # one after another, those that there are
        return f" {arg} {kind}" if arg else ""
    return _SAID[kind](m, arg) if kind in _SAID else str(arg)


def troops(m: Model, unit: int) -> str:
    """A block as a sentence names it: "the 14th Infantry Division", but "Jaworski's Cavalry Brigade"."""
    name = m.full_name[unit]
    return name if m.leader[unit] or "'s " in name else f"the {name}"


_SAID: dict[str, Callable[[Model, Any], str]] = {
    "unit": lambda m, unit: m.full_name[int(unit)],
    "troops": lambda m, unit: troops(m, int(unit)),
    "piece": lambda m, piece: f"a {PEOPLES[piece_side(piece)]} block",
    "space": lambda m, area: m.area_name[int(area)],
    "front": lambda m, front: FRONTS[front],
    "side": lambda m, side: _SIDES[side],
    "army": lambda m, side: f"the {ARMIES[side]}",
    "people": lambda m, side: PEOPLES[side],
    "order": lambda m, ref: ORDER_TITLES[ref_parts(ref)[0]],
    "card": lambda m, card: m.cards[int(card)].name,
    "signed": lambda m, number: f"{number:+d}",
    "points": lambda m, points: amount(points, "victory point"),
    "sp": lambda m, points: amount(points, "strength point"),
}
"""Things in words, by their kind."""


def amount(number: int, one: str) -> str:
    """So many points; "no victory points" where there are none."""
    return count(number, one) if number else f"no {one}s"


# -- prompts ----------------------------------------------------------------------------------------------------

_STEPS = {
    Stage.MARCHES: ("Forced March", "forced marches"),
    Stage.RECONS: ("Recon", "Recon orders"),
    Stage.MOVES: ("Move", "moves"),
    Stage.WITHDRAWALS: ("Withdraw", "withdrawals"),
    Stage.REORGANIZATIONS: ("Reorganization", "reorganizations"),
    Stage.RAILWAYS: ("Rail Transport", "rail transports"),
}
"""What is executed in each step: one order, and all of them."""


def prompt_refs(seat: Seat[State]) -> dict[str, str]:
    """What prompts name besides the fields of the procedure that asks, in words, from what the seat knows."""
    s, frame = seat.s, seat.frame
    type, what = _STEPS.get(getattr(frame, "stage", NONE), ("", "orders"))
    found = {"type": type, "what": what, "battle": "", "to_lose": ""}
    found |= {"placed": _placed(s, frame), "laid": _laid(s, frame), "who": _block(s, frame)}
    order = next((o for o in s.orders if o.id == getattr(frame, "id", NONE)), None)
    if order is not None and order.type != UNKNOWN:
        found |= {"ordered": ORDER_TITLES[order.type], "place": s.m.area_name[order.area]}
    left = getattr(frame, "left", 0)
    if isinstance(left, int):
        found |= {"far": count(left, "area"), "cubes": count(left, "cube")}
    if s.fight is not None:
        points = s.fight.losses[getattr(frame, "side", 0)]
        found |= {"battle": s.m.area_name[s.fight.area], "to_lose": say(s.m, "sp", points)}
    return found


def _placed(s: State, frame: Any) -> str:
    """Which order of a command comes next, and whether its Recon is still owed [7.2b]."""
    front, side = getattr(frame, "front", NONE), getattr(frame, "side", NONE)
    if front == NONE or side == NONE:
        return ""
    command = command_of(side, front)
    owed = "" if s.recons[command] else " One of them must be a Recon."
    return f"Place order {s.placed[command] + 1} of {s.allowance[command]} in the {_COMPASS[front]}, face down.{owed}"


def _laid(s: State, frame: Any) -> str:
    """The card that a command has turned up."""
    command = getattr(frame, "command", NONE)
    card = s.committed[command] if command != NONE else NONE
    return s.m.cards[card].name if card >= 0 else "Your card"


def _block(s: State, frame: Any) -> str:
    """The block that is being led somewhere, grown or built, by its name."""
    piece = next((p for p in (getattr(frame, name, NONE) for name in ("division", "piece")) if p != NONE), NONE)
    known = 0 <= piece < BLOCKS and s.unit[piece] != UNKNOWN
    if not known:
        return "the block"
    unit = s.unit[piece]
    return s.m.full_name[unit] if s.m.leader[unit] else f"the {s.m.full_name[unit]}"
