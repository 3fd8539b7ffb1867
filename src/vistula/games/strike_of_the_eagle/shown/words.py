"""How things are called in sentences: blocks, areas, fronts, sides, orders, cards."""

from __future__ import annotations

from typing import Any

from vistula.games.strike_of_the_eagle.model import (
    BLOCKS,
    MARCHES,
    MOVES,
    ORDER_TITLES,
    RAILWAYS,
    RECONS,
    REORGANIZATIONS,
    WITHDRAWALS,
    Model,
    command_of,
    piece_side,
)
from vistula.games.strike_of_the_eagle.rules.tokens import ref_parts
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.kernel import UNKNOWN, Seat

_SIDES: dict[Any, str] = {-1: "Nobody", 0: "Poland", 1: "Russia", "poland": "Poland", "russia": "Russia"}
_ARMIES = ("the Poles", "the Soviets")
_PEOPLES = ("Polish", "Soviet")
FRONTS = ("northern", "southern")
_COMPASS = ("north", "south")
_UNSEEN = {"unit": "a block", "troops": "a block", "order": "an order", "card": "a card"}
_BLOCKS = ("a Polish block", "a Soviet block")
CUBES = ("black", "white", "green")
_AMOUNTS = {"points": ("victory point", "victory points"), "sp": ("strength point", "strength points")}


def say(m: Model, kind: str, arg: Any) -> str:
    """A thing of some kind in words."""
    if arg == UNKNOWN:
        return _UNSEEN.get(kind, "something")
    if kind == "unit":
        return m.full_name[int(arg)]
    if kind == "troops":
        return troops(m, int(arg))
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
    if kind == "people":
        return _PEOPLES[arg]
    if kind == "order":
        return ORDER_TITLES[ref_parts(arg)[0]]
    if kind == "card":
        return m.cards[int(arg)].name
    if kind in CUBES:  # one after another, those that there are
        return f" {arg} {kind}" if arg else ""
    if kind == "signed":
        return f"{arg:+d}"
    if kind in _AMOUNTS:
        return f"{arg or 'no'} {_AMOUNTS[kind][arg != 1]}"
    return str(arg)


def troops(m: Model, unit: int) -> str:
    """A block as a sentence names it: "the 14th Infantry Division", but "Jaworski's Cavalry Brigade"."""
    name = m.full_name[unit]
    return name if m.leader[unit] or "'s " in name else f"the {name}"


# -- prompts ----------------------------------------------------------------------------------------------------

_STEPS = {
    MARCHES: "forced marches", RECONS: "Recon orders", MOVES: "moves", WITHDRAWALS: "withdrawals",
    REORGANIZATIONS: "reorganizations", RAILWAYS: "rail transports",
}  # fmt: skip


_TYPES = {
    MARCHES: "Forced March", RECONS: "Recon", MOVES: "Move", WITHDRAWALS: "Withdraw",
    REORGANIZATIONS: "Reorganization", RAILWAYS: "Rail Transport",
}  # fmt: skip


def prompt_refs(seat: Seat[State]) -> dict[str, str]:
    """What prompts name besides the fields of the procedure that asks, in words, from what the seat knows."""
    s, frame = seat.s, seat.frame
    stage = getattr(frame, "stage", NONE)
    found = {"type": _TYPES.get(stage, ""), "what": _STEPS.get(stage, "orders"), "battle": "", "to_lose": ""}
    found |= {"placed": _placed(s, frame), "laid": _laid(s, frame), "who": _block(s, frame)}
    order = next((o for o in s.orders if o.id == getattr(frame, "id", NONE)), None)
    if order is not None and order.type != UNKNOWN:
        found |= {"ordered": ORDER_TITLES[order.type], "place": s.m.area_name[order.area]}
    left = getattr(frame, "left", 0)
    if isinstance(left, int):
        found["far"] = f"{left} area" if left == 1 else f"{left} areas"
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
    return (
        f"the {s.m.full_name[s.unit[piece]]}" if known and not s.m.leader[s.unit[piece]] else _leader(s, piece, known)
    )


def _leader(s: State, piece: int, known: bool) -> str:
    return s.m.full_name[s.unit[piece]] if known else "the block"
