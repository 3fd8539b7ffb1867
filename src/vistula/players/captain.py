"""Captain: compares ways to fight by playing them out."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.game import Game
from vistula.kernel.seat import Seat
from vistula.players.appraisal import Appraiser, Course, best


class Budget(msgspec.Struct, frozen=True):
    """How long a captain may think: seconds for a decision and for an operation, or a number of playouts."""

    decision: float = 5.0
    operation: float = 60.0
    playouts: int = 0  # if given, for each decision, and no clock is looked at


class Captain:
    """Thinks at the beginning of an operation, and wherever the title sees more than one way worth comparing.

    The title proposes courses: to attack at once or to move first, boldly or warily, against this city or that. Each
    is played out in games that agree with all the seat knows: the operation as the course would have it, then both
    sides as officers would, until the seat's next turn begins; there the title says what the position is worth. All
    courses meet the same dice and the same guesses. After each round the worse half is dropped, as long as time is
    left, so that more time makes the comparison finer. The best course holds until the operation is over; within it
    the captain decides like an officer.
    """

    def __init__(self, budget: Budget | None = None, tell: Callable[[str], None] | None = None) -> None:
        self.budget = budget or Budget()
        self.tell = tell
        self._judges: dict[str, tuple[Appraiser, Appraiser]] = {}
        self._course: tuple[Any, Course] | None = None
        self._spent: tuple[Any, float] = (None, 0.0)

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        own, _ = self.judges(seat)
        now = seat.title.id, seat.id, own.epoch(seat.s)
        kept = self._course[1] if self._course is not None and self._course[0] == now else None
        judge = kept.appraiser if kept is not None else own
        courses = judge.courses(seat, fresh=kept is None)
        if len(courses) > 1:
            course = self.deliberate(seat, courses, rng, now)
            self._course = now, course
            judge = course.appraiser
            if course.answer is not None:
                return course.answer
        return best(judge.scores(seat))

    def judges(self, seat: Seat[Any]) -> tuple[Appraiser, Appraiser]:
        """One judgement for this seat and one for the others in playouts."""
        found = self._judges.get(seat.title.id)
        if found is None:
            found = self._judges[seat.title.id] = seat.title.appraiser(), seat.title.appraiser()
        return found

    # -- comparing ----------------------------------------------------------------------------------

    def deliberate(self, seat: Seat[Any], courses: Sequence[Course], rng: random.Random, now: Any) -> Course:
        """The course that plays out best."""
        field = Field(courses)
        clock = Clock(self.budget, self._spent[1] if self._spent[0] == now else 0.0)
        while len(field.left) > 1 and clock.more():
            seed = rng.getrandbits(64)
            for course in field.left:
                field.note(course, self.playout(seat, course, random.Random(seed)))
                clock.count += 1
            field.thin()
        self._spent = now, clock.spent()
        if self.tell is not None:
            self.tell(field.account())
        return field.best()

    def playout(self, seat: Seat[Any], course: Course, rng: random.Random) -> float:
        """What one game that the seat cannot tell from the real one comes to, if it takes this course."""
        own, foe = self.judges(seat)
        game = seat.determinize(rng)
        began, until = own.epoch(game.s), own.horizon(game.s)
        if course.answer is not None and not game.over:
            game.push(course.answer, seat.id)
        while not game.over:
            epoch = own.epoch(game.s)
            if epoch >= until:
                break
            asked = next(id for id, d in game.decisions.items() if d.waits)
            judge = foe if asked != seat.id else course.appraiser if epoch == began else own
            game.push(best(judge.scores(game.seat(asked))), asked)
        return self.outcome(game, own, seat.id)

    def outcome(self, game: Game[Any], judge: Appraiser, seat: SeatId) -> float:
        return judge.worth(game.s, seat)


class Field:
    """Courses in comparison."""

    def __init__(self, courses: Sequence[Course]) -> None:
        self.courses = list(courses)
        self.left = list(courses)
        self.notes: dict[int, list[float]] = {id(course): [] for course in courses}
        self.rounds = 0
        self.next_cut = 3

    def note(self, course: Course, worth: float) -> None:
        self.notes[id(course)].append(worth)

    def mean(self, course: Course) -> float:
        notes = self.notes[id(course)]
        return sum(notes) / len(notes) if notes else 0.0

    def thin(self) -> None:
        """After three rounds, and then after twice as many, drop the worse half."""
        self.rounds += 1
        if self.rounds == self.next_cut and len(self.left) > 2:
            self.left.sort(key=self.mean, reverse=True)
            del self.left[(len(self.left) + 1) // 2 :]
            self.next_cut *= 2

    def best(self) -> Course:
        return max(self.left, key=self.mean)

    def account(self) -> str:
        """The comparison in words, the best first."""
        ranked = sorted(self.courses, key=lambda c: (len(self.notes[id(c)]), self.mean(c)), reverse=True)
        return ", ".join(f"{c.name} {self.mean(c):.3f} ({len(self.notes[id(c)])})" for c in ranked)


class Clock:
    """Watches a budget."""

    def __init__(self, budget: Budget, spent: float) -> None:
        self.budget, self.before = budget, spent
        self.began = time.monotonic()
        self.count = 0

    def spent(self) -> float:
        return self.before + time.monotonic() - self.began

    def more(self) -> bool:
        if self.budget.playouts:
            return self.count < self.budget.playouts
        now = time.monotonic() - self.began
        return now < self.budget.decision and self.before + now < self.budget.operation
