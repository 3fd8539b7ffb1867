"""The staff does it: an officer plays a seat on to the end of its phase, as that seat's own draft.

The staff works in a game that the seat cannot tell from the real one, so that neither what it does nor where it stops
can tell anything the seat does not know. It leaves alone whatever would end the draft (dice, something shown, the other
side) and stops before the phase would end, for that is for the seat to say. What it did is one message, which one undo
takes back.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from vistula.kernel.bars import members
from vistula.kernel.decision import Action, Decision, Option
from vistula.kernel.errors import BadInput, IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.gestures import Group
from vistula.kernel.seat import Seat
from vistula.players.appraisal import Appraiser, best
from vistula.players.kit.officer import question

MOST = 1000
"""Actions after which even the largest phase is over."""

_STOPPED = {
    "phase": "Your staff has done all it would in this phase. End it when you are ready.",
    "dice": "Your staff stopped before the dice.",
    "disclose": "Your staff stopped before something hidden would be shown.",
    "others": "Your staff stopped where the other side comes in.",
    "most": f"Your staff stopped after {MOST} actions. You can ask it again.",
}
_WHY = {"roll": "dice", "draw": "dice", "mix": "dice", "disclose": "disclose"}
_LEFT = " What would roll dice, show something hidden or ask the other side is left to you."


class Orders(msgspec.Struct, frozen=True):
    """What the staff would do, and why it stopped there."""

    actions: list[Action]
    told: str


def plan(seat: Seat[Any], group: str = "") -> Orders:
    """What an officer would do for this seat up to the end of its phase, with one group of pieces or with all."""
    others = _others(seat, group)
    if seat.decision is None or not seat.decision.waits:
        raise IllegalAction("", "your staff can act only when it is your turn")
    if seat.options.get("undo", "free") != "free":
        raise IllegalAction("", "your staff works only where its moves can be undone, and the house rules forbid it")
    try:
        judge: Appraiser = seat.title.appraiser()
    except BadInput as error:
        raise IllegalAction("", error.reason) from None
    return Staff(seat, judge, others).work()


class Staff:
    """An officer at work. What would end the draft is left alone, and he goes on with the next unit or attack."""

    def __init__(self, seat: Seat[Any], judge: Appraiser, others: int) -> None:
        self.judge, self.others, self.id = judge, others, seat.id
        self.game = seat.determinize(random.Random(1920)).listen()
        view = seat.view()
        self.phase = view.turn, view.phase
        self.done: list[Action] = []
        self.left: set[tuple[str, Action]] = set()  # what would end the draft, by the question that it answers
        self._depth = len(seat.stack)
        self._begun: tuple[str, Action] | None = None  # the last choice among all that the phase offers
        self._safe = 0, self.game

    def work(self) -> Orders:
        first: Orders | None = None
        while len(self.done) < MOST:
            why = self._step()
            if why == "phase" or (why and self._begun is None):
                told = _STOPPED[why] + (_LEFT if self.left else "")
                return Orders(self.done, told) if self.done or first is None else first
            if why:
                first = first or Orders(self.done, _STOPPED[why])
                self._leave()
        return Orders(self.done, _STOPPED["most"])

    def _step(self) -> str:
        """One action in the staff's own game; or why it must not be done in the real one."""
        own = self.game.seat(self.id)
        if own.decision is None or not own.decision.waits:
            return "others"
        outermost = len(own.stack) <= self._depth
        if outermost:
            self._depth, self._begun = len(own.stack), None
            self._safe = len(self.done), self.game.clone().listen()
        action = self._chosen(own, own.decision)
        if action is None:
            return "phase"
        if outermost:
            self._begun = question(own), action
        why = _try(self.game, own, action, self.phase)
        if not why:
            self.done.append(action)
        return why

    def _leave(self) -> None:
        """Go back to where the last unit or attack was chosen, and leave that one alone."""
        assert self._begun is not None
        count, self.game = self._safe
        self.done = self.done[:count]
        self.left.add(self._begun)

    def _chosen(self, own: Seat[Any], decision: Decision) -> Action | None:
        """What the officer thinks best of what is not to be left alone."""
        asked, outermost = question(own), len(own.stack) <= self._depth
        away = self._away(own) if self.others and outermost else set()
        scores = {
            action: score
            for action, score in self.judge.scores(own).items()
            if (asked, action) not in self.left
            and not (self.others and _of_others(decision, action, self.others, away))
        }
        return best(scores) if scores else None

    def _away(self, own: Seat[Any]) -> set[int]:
        """The spaces where pieces of other groups stand."""
        return {own.title.stands(own.s, piece) for piece in members(self.others)}


def carry_out(game: Game[Any], seat: str, orders: Orders) -> int:
    """Do what the staff has planned; refused with the reason where that is nothing."""
    if not orders.actions:
        raise IllegalAction("", f"there is nothing left for your staff to do here. {orders.told}")
    return game.play_on(seat, orders.actions)


def _others(seat: Seat[Any], name: str) -> int:
    """The pieces of all groups but the one named; none if all are meant."""
    if not name:
        return 0
    groups: list[Group] = seat.title.groups(seat)
    for group in groups:
        if name.casefold() in (group.id.casefold(), group.title.casefold()):
            return reduce(or_, (other.pieces for other in groups if other is not group), 0)
    known = ", ".join(group.id for group in groups)
    raise IllegalAction("", f"there is no group {name!r}; {f'there are: {known}' if known else 'you have none now'}")


def _of_others(decision: Decision, action: Action, others: int, away: Collection[int]) -> bool:
    """Whether an action takes up a piece of another group, or a space where one stands."""
    option = decision.option(action)
    assert option is not None
    return bool(others >> action.arg & 1) if option.kind == "piece" else option.kind == "space" and action.arg in away


def _try(game: Game[Any], own: Seat[Any], action: Action, phase: tuple[int, str]) -> str:
    """Do an action in the staff's own game. Why it must not be done in the real one, or nothing."""
    assert own.decision is not None
    option = own.decision.option(action)
    assert option is not None
    if option.publish or _seals(own, option):
        return "others"
    game.play(own.id, action)
    if game.barriers:
        return _WHY.get(game.barriers[0].kind, "others")
    view = game.seat(own.id).view()
    return "" if (view.turn, view.phase) == phase else "phase"


def _seals(own: Seat[Any], option: Option) -> bool:
    """Whether an answer would make this seat ready while others are asked the same."""
    return option.ends and len(own.waiting) > 1
