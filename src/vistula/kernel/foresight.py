"""What an answer would bring, exactly: the real rules run over every face of every die and every card of every draw.

    foresee([game.clone()], [Action("resolve")], lambda events: result_in(events))

gives each result with its chance. Nothing is written twice: what is foretold is what the rules do. Where a seat does
not know everything, the worlds are all those that it cannot exclude. A title whose forecast must be quicker works with
sums of its own, and a test holds them equal to this.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Any, TypeVar

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.dice import Dice
from vistula.kernel.game import Game
from vistula.kernel.state import Event

R = TypeVar("R", bound=Hashable)

MANY = 100_000
"""More branches than this are no forecast but a search: whoever asks for them should count in another way."""


def foresee(
    worlds: Iterable[Game[Any]],
    answers: Sequence[Action],
    read: Callable[[Sequence[Event]], R | None],
    further: Callable[[Game[Any]], tuple[SeatId, Action] | None] = lambda game: None,
) -> dict[R, Fraction]:
    """The chance of each result, over all dice and over worlds that are equally likely.

    The worlds wait for these answers; without any, they go on from where they stand.
    `read` finds the result in what the rules have told since; None as long as there is none. If a question comes before
    that, `further` answers it, as where several rolls follow one another; where it does not, the result is left out.
    """
    found: dict[R, Fraction] = {}
    games = list(worlds)
    for game in games:
        for chance, events in _branches(game, answers, read, further):
            result = read(events)
            if result is not None:
                found[result] = found.get(result, Fraction(0)) + chance / len(games)
    return found


def _branches(
    game: Game[Any], answers: Sequence[Action], read: Callable[[Sequence[Event]], Any], further: Callable[..., Any]
) -> Iterable[tuple[Fraction, Sequence[Event]]]:
    """Every way that chance can go, with how likely it is: the last choice that has another value left goes on."""
    script: list[int] = []
    for _ in range(MANY):
        trial = game.clone().listen()
        before = len(trial.events)
        trial.dice = faces = Faces(script)
        if not answers:
            trial.run()
        for answer in answers:
            trial.push(answer)
        while read(trial.events[before:]) is None and (more := further(trial)) is not None:
            trial.push(more[1], more[0])
        yield Fraction(1, prod(faces.widths)), trial.events[before:]
        script = faces.taken
        while script and script[-1] == faces.widths[len(script) - 1] - 1:
            script.pop()
        if not script:
            return
        script[-1] += 1
    raise OverflowError(f"chance can go in more than {MANY:,} ways here")


class Faces(Dice):
    """Dice that take the values of a script, die by die, and the first ones after its end."""

    __slots__ = ("_script", "taken", "widths")

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(b"")
        self._script = script
        self.taken: list[int] = []
        self.widths: list[int] = []

    def roll(self, name: str, sides: Sequence[int]) -> list[int]:
        values = []
        for width in sides:
            at = len(self.taken)
            value = self._script[at] if at < len(self._script) else 0
            self.taken.append(value)
            self.widths.append(width)
            values.append(value + 1)
        return values
