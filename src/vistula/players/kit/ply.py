"""One look ahead: an answer given in a trial game, over the faces of the first roll, and what the position is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from vistula.kernel.decision import Action, Decision
from vistula.kernel.dice import Dice
from vistula.kernel.game import Game
from vistula.kernel.seat import Seat
from vistula.players.kit.facts import Brief, Scores

FACES, ANSWERS, FOLLOWING = 6, 8, 4
"""How much is looked at: faces of the first roll, answers to the question, and decisions that follow."""
PATIENCE = 12
"""Rolls after which dice no longer show the middle: ties are often rolled again."""
QUIET = ("done", "pass", "end", "stop", "stay", "order", "resolve")
"""Answers by habit, where there is one: no more of this."""


class Trial(Dice):
    """Dice whose first roll shows what is wanted, and every later one the middle."""

    def __init__(self, values: Sequence[int] | None = None) -> None:
        super().__init__(b"")
        self.values = values
        self.sides: list[int] = []  # of the first roll, once it has been made

    def copy(self) -> Trial:
        twin = Trial(self.values)
        twin.sides, twin.number = self.sides[:], self.number
        return twin

    def roll(self, name: str, sides: Sequence[int]) -> list[int]:
        self.number += 1
        first = not self.sides and bool(sides)
        if first:
            self.sides = list(sides)
        if first and self.values is not None:
            return list(self.values)
        if self.number > PATIENCE:
            return [1 + (7 * self.number + 3 * i) % n for i, n in enumerate(sides)]
        return [(n + 1) // 2 for n in sides]


def expect(brief: Brief, seat: Seat[Any], offered: Sequence[Action]) -> Scores:
    """What each answer comes to; of very many the first few are looked at, and the others thought no better."""
    root = seat.determinize(random.Random(0))  # the same for equal knowledge
    me = brief.side(seat.id)
    found = {action: _mean(brief, seat, root, me, action) for action in offered[:ANSWERS]}
    least = min(found.values())
    return {action: found.get(action, least) for action in offered}


def _mean(brief: Brief, seat: Seat[Any], root: Game[Any], me: int, action: Action) -> float:
    worth, sides = _trial(brief, seat, root, me, action, None)
    if not sides:
        return worth
    faces = list(_faces(sides))
    return sum(_trial(brief, seat, root, me, action, values)[0] for values in faces) / len(faces)


def _faces(sides: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All results of a roll, or so many of them, evenly spread."""
    total = prod(sides)
    if total <= FACES:
        yield from product(*(range(1, n + 1) for n in sides))
        return
    for n in range(FACES):
        at, values = (2 * n + 1) * total // (2 * FACES), []
        for each in sides:
            at, rest = divmod(at, each)
            values.append(rest + 1)
        yield tuple(values)


def _trial(
    brief: Brief, seat: Seat[Any], root: Game[Any], me: int, action: Action, values: Sequence[int] | None
) -> tuple[float, list[int]]:
    game = root.clone()
    game.dice = dice = Trial(values)
    depth = len(game.stack)
    game.push(action, seat.id)
    for _ in range(FOLLOWING):
        if game.over or len(game.stack) < depth:
            break
        asked, decision = next((id, d) for id, d in game.decisions.items() if d.waits)
        game.push(habit(decision), asked)
    return brief.worth(game.s, me, seat.s), dice.sides


def habit(decision: Decision) -> Action:
    """What is answered without a thought."""
    options = [option for option in decision.options if not option.free and option.args] or decision.options
    quiet = next((option for option in options if option.verb in QUIET), options[0])
    return Action(quiet.verb, quiet.args[0])
