"""Which thought belongs to which question: declared beside the function that answers it.

answers = Answers()

@answers("Crossing.muster", "Trade.offer")
def boats(officer, seat, offered): ...    # every action with what it is thought to be worth

answers.to(frame, step)    # the answer to a question of a procedure, or to ".step" in any of them
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from vistula.kernel.decision import Action
from vistula.kernel.procedure import Frame

Scores = dict[Action, float]
Answer = Callable[[Any, Any, list[Action]], Scores]
"""Given the officer, the seat and what it is offered."""
Worth = Callable[[Any, Any, int], float]
"""Given the survey and the state, or the officer and the seat, and a thing."""
A = TypeVar("A", bound=Answer)


class Answers:
    """Answers by question: a procedure and its step."""

    def __init__(self) -> None:
        self.by_question: dict[str, Answer] = {}

    def __call__(self, *questions: str) -> Callable[[A], A]:
        """Declare the questions, as Procedure.step or .step, that a function answers."""

        def declare(answer: A) -> A:
            twice = self.by_question.keys() & set(questions)
            if twice:
                raise TypeError(f"{', '.join(sorted(twice))} is answered twice")
            self.by_question.update(dict.fromkeys(questions, answer))
            return answer

        return declare

    def to(self, frame: Frame | None, step: str) -> Answer | None:
        known = self.by_question
        return known.get(f"{type(frame).__name__}.{step}") or known.get(f".{step}")


def by_thing(*verbs: str, **others: float) -> Callable[[Worth], Answer]:
    """Make an answer of what a thing is worth by itself: what these verbs are applied to, or any. What `others` are
    worth is told here, if it is something."""
    return lambda worth: each(*verbs, **others)(lambda officer, seat, thing: worth(officer.survey(seat), seat.s, thing))


def each(*verbs: str, **others: float) -> Callable[[Worth], Answer]:
    """The same by the officer and the seat, where more than the situation has to be asked."""

    def declare(worth: Worth) -> Answer:
        def answer(officer: Any, seat: Any, offered: list[Action]) -> Scores:
            found = {Action(verb): score for verb, score in others.items()}
            found |= {a: worth(officer, seat, a.arg) for a in offered if not verbs or a.verb in verbs}
            return found

        return answer

    return declare


def always(verb: str) -> Answer:
    """The same answer, whatever the situation."""
    return lambda officer, seat, offered: {Action(verb): 1.0}
