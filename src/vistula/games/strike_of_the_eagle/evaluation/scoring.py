"""What an answer to a question looks like: every action with what it is thought to be worth, in victory points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.kernel import Action

from ..state import State
from .survey import Survey

Scores = dict[Action, float]
Answer = Callable[[Any, Any, list[Action]], Scores]
"""Given the officer, the seat and what it is offered."""
Worth = Callable[[Survey, State, int], float]


def by_thing(*verbs: str) -> Callable[[Worth], Answer]:
    """Make an answer of what a thing is worth by itself: what these verbs are applied to, or any."""

    def declare(worth: Worth) -> Answer:
        def answer(o: Any, seat: Any, offered: list[Action]) -> Scores:
            v = o.survey(seat)
            return {a: worth(v, seat.s, a.arg) for a in offered if not verbs or a.verb in verbs}

        answer.__doc__ = worth.__doc__
        return answer

    return declare


def always(verb: str) -> Answer:
    """The same answer, whatever the situation."""
    return lambda o, seat, offered: {Action(verb): 1.0}
