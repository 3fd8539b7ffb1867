"""Names on the wire and integers in the engine; and why something that was asked for is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from vistula.kernel.decision import Action, Decision, Option
from vistula.kernel.errors import IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.seat import Seat
from vistula.kernel.state import Event
from vistula.kernel.title import Title
from vistula.server.wire import Deed, Die, Line

KINDS = ("space", "piece", "card", "link")


def arg_of(title: Title[Any], kind: str, name: str) -> int:
    """A thing by its name; IllegalAction for one that does not exist."""
    if kind not in KINDS:
        raise IllegalAction("", f"there are no things of kind {kind!r}; there are: {', '.join(KINDS)}")
    try:
        arg = title.arg_of(kind, name)
    except (ValueError, LookupError) as error:
        raise IllegalAction("", str(error)) from None
    if title.name_of(kind, arg) != name:
        raise IllegalAction("", f"there is no {kind} {name!r}")
    return arg


def deeds(game: Game[Any], seat: str, asked: Sequence[Deed]) -> Iterator[Action]:
    """The actions that deeds stand for, each named when its turn has come; ends at the first that is not offered."""
    for n, deed in enumerate(asked):
        decision = game.decision_of(seat)
        action = offered(game.title, decision, deed) if decision is not None else None
        if action is None:
            if n:
                return
            raise refusal(game, seat, deed)
        yield action


def offered(title: Title[Any], decision: Decision, deed: Deed) -> Action | None:
    """The action that a deed names, if a decision offers it."""
    for option in decision.options:
        if option.verb == deed.verb:
            arg = _named(title, option, deed.arg)
            if arg is not None and arg in option.args:
                return Action(deed.verb, arg)
    return None


def _named(title: Title[Any], option: Option, name: str) -> int | None:
    """What a name stands for: exactly that name, not another way to write it."""
    if not name:
        return option.args[0] if len(option.args) == 1 else None
    number = option.kind in ("number", "button")
    try:
        arg = int(name) if number else title.arg_of(option.kind, name)
    except (ValueError, LookupError):
        return None
    return arg if name == (str(arg) if number else title.name_of(option.kind, arg)) else None


def refusal(game: Game[Any], seat: str, deed: Deed) -> IllegalAction:
    """Why a deed is not offered, from what its seat knows."""
    own = game.seat(seat)
    decision = own.decision
    if decision is None:
        return _not_asked(game, own)
    for option in decision.options:
        if option.verb == deed.verb and deed.arg:
            arg = _named(game.title, option, deed.arg)
            reason = _reason(own, option, arg) if arg is not None else None
            return reason or IllegalAction(decision.rule, f"{deed.verb} cannot be applied to {deed.arg} now")
    verbs = ", ".join(dict.fromkeys(option.verb for option in decision.options))
    return IllegalAction(decision.rule, f"{deed.verb} is not offered now; offered: {verbs}")


def _reason(own: Seat[Any], option: Option, arg: int) -> IllegalAction | None:
    found = own.title.refuse(own, Action(option.verb, arg))
    if found is None and option.kind in KINDS:
        found = own.why_not(option.kind, arg)
    return IllegalAction(found.rule, found.why) if found is not None else None


def _not_asked(game: Game[Any], own: Seat[Any]) -> IllegalAction:
    if game.over:
        return IllegalAction("", "the game is over")
    waiting = [other.seat for other in own.waiting]
    if own.id in waiting:
        return IllegalAction("", f"{own.id} has answered; undo takes an answer back")
    return IllegalAction("", f"it is not {own.id}'s decision; the table waits for {', '.join(waiting)}")


def line_of(title: Title[Any], n: int, heard: Event) -> Line:
    """One line of the diary, with the pieces and spaces that it names."""
    pieces: list[str] = []
    spaces: list[str] = []
    for name, value in heard.refs.items():
        kind = title.ref_kinds.get(name, "")
        if kind in ("piece", "space"):
            things = value if isinstance(value, (list, tuple)) else [value]
            into = pieces if kind == "piece" else spaces
            into += [title.name_of(kind, thing) for thing in things if type(thing) is int and thing >= 0]
    return Line(
        n=n, rule=heard.rule, key=heard.key, text=title.tale(heard), actor=heard.actor, side=side_told(title, heard),
        pieces=pieces, spaces=spaces, dice=dice_in(heard.refs),
    )  # fmt: skip


def dice_in(refs: Mapping[str, Any]) -> list[Die]:
    """The dice of an event: its references say by their names which numbers are pips."""
    told = refs.get("dice", refs.get("die"))
    if told is not None:
        return [Die(pips=pips) for pips in (told if isinstance(told, list) else [told]) if pips > 0]
    pairs = (pair for pair in PAIRS if pair.keys() <= refs.keys())
    return [Die(pips=refs[name], look=look) for pair in pairs for name, look in pair.items() if refs[name] > 0]


PAIRS: tuple[dict[str, Literal["attack", "defence", "white", "red"]], ...] = (
    {"attack_die": "attack", "defence_die": "defence"},
    {"white": "white", "red": "red"},
)
"""Dice of one roll that are told apart."""


def side_told(title: Title[Any], heard: Event) -> str:
    """The side that a line tells of, or else who acted."""
    side = heard.refs.get("side")
    if isinstance(side, str):
        return side
    sides = list(dict.fromkeys(title.side_of(seat) for seat in title.seats))
    return sides[side] if type(side) is int and 0 <= side < len(sides) else heard.actor


def way_of(title: Title[Any], route: Sequence[Action]) -> list[str]:
    """The spaces that a route passes."""
    return [title.name_of("space", action.arg) for action in route if action.verb in title.space_verbs]
