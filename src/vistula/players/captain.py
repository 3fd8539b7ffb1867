"""Captain: compares ways to fight by playing them out."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from math import sqrt
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.seat import Seat
from vistula.players.appraisal import Appraiser, Course, best, hasty, seasoned

MOST = 12
"""Courses that are compared where there is time."""
FIRST_CUT = 1
"""Rounds that all courses are played before the first are dropped: many courses once tell more than few often."""
DOUBT = 0.06
"""How much better or worse than the usual course another may well be, in chances to win, in an even game."""
SURE = 4
"""Rounds, and standard errors, after which a difference between two courses is beyond doubt."""
CAUTION = 0.025
"""How much worse than the usual course another is thought to be before it has been played out."""
NOISE = 0.07
"""How far two courses in one round are usually off their true difference; the rounds played say more and more."""
LEAST = 0.1
"""What is left of all these where a game is as good as decided."""
CERTAIN = 0.96
"""A chance to win at which a game is as good as won."""


class Budget(msgspec.Struct, frozen=True):
    """How long a captain may think: seconds for a decision and for an operation, or a number of playouts."""

    decision: float = 4.7  # the last playout begins before, so that the answer is there within five seconds
    operation: float = 60.0
    playouts: int = 0  # if given, for each decision, and no clock is looked at

    @property
    def courses(self) -> int:
        """How many courses are compared: most of the playouts go into a first look at each."""
        return max(2, min(MOST, self.playouts * 3 // 4)) if self.playouts else MOST


class Captain:
    """Thinks at the beginning of an operation, and wherever the title sees more than one way worth comparing.

    The title proposes courses, the usual one first: to attack at once or to move first, boldly or warily, against this
    city or that. Each is played out in games that agree with all the seat knows: the operation as the course would have
    it, then both sides as officers would, as far as the title's horizon; there the title says what the position is
    worth. All courses of a round meet the same dice and the same guesses, so that chance weighs on all alike. After a
    few rounds the worse half is dropped, and so on as long as time is left: more time makes the comparison finer, and
    lets more courses in. A course that only seems better after few rounds is not trusted: an officer's own choice is
    given up only for what is better by more than chance would make it seem. The best course holds until the operation
    is over; within it the captain decides like an officer.
    """

    def __init__(self, budget: Budget | None = None, tell: Callable[[str], None] | None = None) -> None:
        self.budget = budget or Budget()
        self.tell = tell
        self.progress: Callable[[float], None] | None = None
        """Hears, while the captain thinks, which part of the time for this decision has gone."""
        self._judges: dict[Any, tuple[Appraiser, dict[SeatId, Appraiser]]] = {}
        self._course: tuple[Any, Course] | None = None
        self._spent: tuple[Any, float] = (None, 0.0)

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        own, _ = self.judges(seat)
        now = seat.title.id, seat.id, own.epoch(seat.s)
        kept = self._course[1] if self._course is not None and self._course[0] == now else None
        judge = kept.appraiser if kept is not None else own
        courses = list(islice(judge.courses(seat, fresh=kept is None), self.budget.courses))
        if len(courses) > 1:
            course = self.deliberate(seat, courses, rng, now)
            self._course = now, course
            judge = course.appraiser
            if course.answer is not None:
                return course.answer
        return best(judge.scores(seat))

    def judges(self, seat: Seat[Any]) -> tuple[Appraiser, dict[SeatId, Appraiser]]:
        """The judgement for this seat, and hasty ones, a seat each, for what comes later in playouts."""
        found = self._judges.get((seat.title.id, seat.id))
        if found is None:
            anew = partial(self.anew, seat)
            usual = anew()
            own = seasoned(usual)
            later = defaultdict(lambda: hasty(usual, anew), {seat.id: hasty(own, lambda: seasoned(anew()))})
            found = self._judges[seat.title.id, seat.id] = own, later
        return found

    def anew(self, seat: Seat[Any]) -> Appraiser:
        """Judgement as the title makes it."""
        judgement: Appraiser = seat.title.appraiser()
        return judgement

    # -- comparing ----------------------------------------------------------------------------------

    def deliberate(self, seat: Seat[Any], courses: Sequence[Course], rng: random.Random, now: Any) -> Course:
        """The course that plays out best."""
        field = Field(courses)
        clock = Clock(self.budget, self._spent[1] if self._spent[0] == now else 0.0)
        while not field.settled() and clock.more():
            seed = rng.getrandbits(64)
            for course in field.left:
                if not clock.more():
                    break
                field.note(course, self.playout(seat, course, random.Random(seed)))
                clock.count += 1
                if self.progress is not None:
                    self.progress(clock.share())
            field.thin()
        self._spent = now, clock.spent()
        if self.progress is not None:
            self.progress(1.0)  # also when there was no doubt left before time was up
        if self.tell is not None:
            self.tell(field.account())
        return field.best()

    def playout(self, seat: Seat[Any], course: Course, rng: random.Random) -> float:
        """What one game that the seat cannot tell from the real one comes to, if it takes this course."""
        own, later = self.judges(seat)
        game = seat.determinize(rng)
        began, until = own.epoch(game.s), own.horizon(game.s)
        if course.answer is not None and not game.over:
            game.push(course.answer, seat.id)
        while not game.over:
            epoch = own.epoch(game.s)
            if epoch >= until:
                break
            asked = next(id for id, d in game.decisions.items() if d.waits)
            judge = course.appraiser if asked == seat.id and epoch == began else later[asked]
            game.push(best(judge.scores(game.seat(asked))), asked)
        return own.worth(game.s, seat.id)


class Field:
    """Courses in comparison; the first is the usual one."""

    def __init__(self, courses: Sequence[Course]) -> None:
        self.courses = list(courses)
        self.left = list(courses)
        self.notes: dict[int, list[float]] = {id(course): [] for course in courses}
        self.rounds = 0
        self.next_cut = FIRST_CUT

    def note(self, course: Course, worth: float) -> None:
        self.notes[id(course)].append(worth)

    def mean(self, course: Course) -> float:
        notes = self.notes[id(course)]
        return sum(notes) / len(notes) if notes else 0.0

    def gap(self, course: Course) -> tuple[float, float]:
        """The mean difference from the usual course over the rounds that both were played, and its variance."""
        pairs = zip(self.notes[id(course)], self.notes[id(self.courses[0])], strict=False)
        gaps = [own - usual for own, usual in pairs]
        noise = (NOISE * self.stake()) ** 2
        if not gaps:
            return 0.0, noise
        mean = sum(gaps) / len(gaps)
        spread = (2 * noise + sum((gap - mean) ** 2 for gap in gaps)) / (2 + len(gaps))
        return mean, spread / len(gaps)

    def stake(self) -> float:
        """How much is at stake: all in an even game, little in one that is as good as won or lost."""
        even = self.mean(self.courses[0])
        return max(LEAST, 4 * even * (1 - even)) if self.notes[id(self.courses[0])] else 1.0

    def lead(self, course: Course) -> float:
        """How much better than the usual course one is to be thought: what was expected, mended by what was seen."""
        return self.belief(course)[0]

    def belief(self, course: Course) -> tuple[float, float]:
        """A course's lead, and how far that may be off."""
        if course is self.courses[0]:
            return 0.0, 0.0
        stake = self.stake()
        mean, variance = self.gap(course)
        doubt = (DOUBT * stake) ** 2
        trust = doubt / (doubt + variance)
        return trust * mean - (1 - trust) * CAUTION * stake, sqrt(trust * variance)

    def hopeless(self, course: Course) -> bool:
        """Whether a rival is so far behind that more rounds would hardly change it."""
        lead, doubt = self.belief(course)
        return lead + doubt < 0

    def settled(self) -> bool:
        """Whether no more rounds are needed: nothing is left to compare, or two courses that differ beyond doubt."""
        if self.decided():
            return True
        if len(self.left) != 2 or self.rounds < SURE:
            return len(self.left) < 2
        mean, variance = self.gap(self.left[1])
        return mean**2 > SURE**2 * variance

    def decided(self) -> bool:
        """Whether the game is as good as won, or as good as lost, by every course: there is nothing to find out."""
        if not self.rounds:
            return False
        means = [self.mean(course) for course in self.courses]
        return min(means) > CERTAIN or max(means) < 1 - CERTAIN

    def thin(self) -> None:
        """Drop hopeless rivals; after some rounds, and then after twice as many, the worse half of them as well."""
        self.rounds += 1
        usual, *rivals = self.left
        rivals = sorted((rival for rival in rivals if not self.hopeless(rival)), key=self.lead, reverse=True)
        if self.rounds == self.next_cut:
            rivals = rivals[: len(self.left) // 2]
            self.next_cut *= 2
        self.left = [usual, *rivals]

    def best(self) -> Course:
        """The course to be thought best; the usual one where none has a lead on it."""
        return max(self.left, key=self.lead)

    def account(self) -> str:
        """The comparison in words, the best first."""
        ranked = sorted(
            self.courses, key=lambda c: (c is self.best(), len(self.notes[id(c)]), self.lead(c)), reverse=True
        )
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
        return self.share() < 1

    def share(self) -> float:
        """Which part of the time has gone, 0 to 1."""
        if self.budget.playouts:
            return min(1.0, self.count / self.budget.playouts)
        now = time.monotonic() - self.began
        allowed = min(self.budget.decision, self.budget.operation - self.before)
        return min(1.0, now / allowed) if allowed > 0 else 1.0
