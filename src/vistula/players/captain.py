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
from vistula.players.appraisal import Appraiser, Approach, best, for_playouts, seasoned

MOST = 12
"""Approaches that are compared where there is time."""
FIRST_CUT = 1
"""Rounds that all approaches are played before the first are dropped: many approaches once tell more than few often."""
DOUBT = 0.06
"""How much better or worse than the usual approach another may well be, in chances to win, in an even game."""
SURE = 4
"""Rounds, and standard errors, after which a difference between two approaches is beyond doubt."""
CAUTION = 0.025
"""How much worse than the usual approach another is thought to be before it has been played out."""
NOISE = 0.07
"""How far two approaches in one round are usually off their true difference; the rounds played say more and more."""
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
    def approaches(self) -> int:
        """How many approaches are compared: most of the playouts go into a first look at each."""
        return max(2, min(MOST, self.playouts * 3 // 4)) if self.playouts else MOST


class Captain:
    """Thinks at the beginning of an operation, and wherever the title sees more than one way worth comparing.

    The title proposes approaches, the usual one first: to attack at once or to move first, boldly or warily, against
    this city or that. Each is played out in games that agree with all the seat knows: the operation as the approach
    would have it, then both sides as officers would, as far as the title's horizon; there the title says what the
    position is worth. All approaches of a round meet the same dice and the same guesses, so that chance weighs on all
    alike. After a few rounds the worse half is dropped, and so on as long as time is left: more time makes the
    comparison finer, and lets more approaches in. An approach that only seems better after few rounds is not trusted:
    an officer's own choice is given up only for what is better by more than chance would make it seem. The best
    approach holds until the operation is over; within it the captain decides like an officer.
    """

    def __init__(self, budget: Budget | None = None, tell: Callable[[str], None] | None = None) -> None:
        self.budget = budget or Budget()
        self.tell = tell
        self.progress: Callable[[float], None] | None = None
        """Hears, while the captain thinks, which part of the time for this decision has gone."""
        self._judges: dict[Any, tuple[Appraiser, dict[SeatId, Appraiser]]] = {}
        self._approach: tuple[Any, Approach] | None = None
        self._spent: tuple[Any, float] = (None, 0.0)

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        own, _ = self.judges(seat)
        now = seat.title.id, seat.id, own.epoch(seat.s)
        kept = self._approach[1] if self._approach is not None and self._approach[0] == now else None
        judge = kept.appraiser if kept is not None else own
        approaches = list(islice(judge.approaches(seat, fresh=kept is None), self.budget.approaches))
        if len(approaches) > 1:
            approach = self.deliberate(seat, approaches, rng, now)
            self._approach = now, approach
            judge = approach.appraiser
            if approach.answer is not None:
                return approach.answer
        return best(judge.scores(seat))

    def judges(self, seat: Seat[Any]) -> tuple[Appraiser, dict[SeatId, Appraiser]]:
        """The judgement for this seat, and for_playouts ones, a seat each, for what comes later in playouts."""
        found = self._judges.get((seat.title.id, seat.id))
        if found is None:
            anew = partial(self.anew, seat)
            usual = anew()
            own = seasoned(usual)
            later = defaultdict(
                lambda: for_playouts(usual, anew), {seat.id: for_playouts(own, lambda: seasoned(anew()))}
            )
            found = self._judges[seat.title.id, seat.id] = own, later
        return found

    def anew(self, seat: Seat[Any]) -> Appraiser:
        """Judgement as the title makes it."""
        judgement: Appraiser = seat.title.appraiser()
        return judgement

    # -- comparing ----------------------------------------------------------------------------------

    def deliberate(self, seat: Seat[Any], approaches: Sequence[Approach], rng: random.Random, now: Any) -> Approach:
        """The approach that plays out best."""
        field = Field(approaches)
        clock = Clock(self.budget, self._spent[1] if self._spent[0] == now else 0.0)
        while not field.settled() and clock.more():
            seed = rng.getrandbits(64)
            for approach in field.left:
                if not clock.more():
                    break
                field.note(approach, self.playout(seat, approach, random.Random(seed)))
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

    def playout(self, seat: Seat[Any], approach: Approach, rng: random.Random) -> float:
        """What one game that the seat cannot tell from the real one comes to, if it takes this approach."""
        own, later = self.judges(seat)
        game = seat.determinize(rng)
        began, until = own.epoch(game.s), own.horizon(game.s)
        if approach.answer is not None and not game.over:
            game.push(approach.answer, seat.id)
        while not game.over:
            epoch = own.epoch(game.s)
            if epoch >= until:
                break
            asked = next(id for id, d in game.decisions.items() if d.waits)
            judge = approach.appraiser if asked == seat.id and epoch == began else later[asked]
            game.push(best(judge.scores(game.seat(asked, at_once=True))), asked)
        return own.worth(game.s, seat.id)


class Field:
    """Approaches in comparison; the first is the usual one."""

    def __init__(self, approaches: Sequence[Approach]) -> None:
        self.approaches = list(approaches)
        self.left = list(approaches)
        self.notes: dict[int, list[float]] = {id(approach): [] for approach in approaches}
        self.rounds = 0
        self.next_cut = FIRST_CUT

    def note(self, approach: Approach, worth: float) -> None:
        self.notes[id(approach)].append(worth)

    def mean(self, approach: Approach) -> float:
        notes = self.notes[id(approach)]
        return sum(notes) / len(notes) if notes else 0.0

    def gap(self, approach: Approach) -> tuple[float, float]:
        """The mean difference from the usual approach over the rounds that both were played, and its variance."""
        pairs = zip(self.notes[id(approach)], self.notes[id(self.approaches[0])], strict=False)
        gaps = [own - usual for own, usual in pairs]
        noise = (NOISE * self.stake()) ** 2
        if not gaps:
            return 0.0, noise
        mean = sum(gaps) / len(gaps)
        spread = (2 * noise + sum((gap - mean) ** 2 for gap in gaps)) / (2 + len(gaps))
        return mean, spread / len(gaps)

    def stake(self) -> float:
        """How much is at stake: all in an even game, little in one that is as good as won or lost."""
        even = self.mean(self.approaches[0])
        return max(LEAST, 4 * even * (1 - even)) if self.notes[id(self.approaches[0])] else 1.0

    def lead(self, approach: Approach) -> float:
        """How much better than the usual approach one is to be thought: what was expected, mended by what was seen."""
        return self.belief(approach)[0]

    def belief(self, approach: Approach) -> tuple[float, float]:
        """An approach's lead, and how far that may be off."""
        if approach is self.approaches[0]:
            return 0.0, 0.0
        stake = self.stake()
        mean, variance = self.gap(approach)
        doubt = (DOUBT * stake) ** 2
        trust = doubt / (doubt + variance)
        return trust * mean - (1 - trust) * CAUTION * stake, sqrt(trust * variance)

    def hopeless(self, approach: Approach) -> bool:
        """Whether a rival is so far behind that more rounds would hardly change it."""
        lead, doubt = self.belief(approach)
        return lead + doubt < 0

    def settled(self) -> bool:
        """Whether no more rounds are needed: nothing is left to compare, or two approaches that differ beyond doubt."""
        if self.decided():
            return True
        if len(self.left) != 2 or self.rounds < SURE:
            return len(self.left) < 2
        mean, variance = self.gap(self.left[1])
        return mean**2 > SURE**2 * variance

    def decided(self) -> bool:
        """Whether the game is as good as won, or as good as lost, by every approach: there is nothing to find out."""
        if not self.rounds:
            return False
        means = [self.mean(approach) for approach in self.approaches]
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

    def best(self) -> Approach:
        """The approach to be thought best; the usual one where none has a lead on it."""
        return max(self.left, key=self.lead)

    def account(self) -> str:
        """The comparison in words, the best first."""
        ranked = sorted(
            self.approaches, key=lambda c: (c is self.best(), len(self.notes[id(c)]), self.lead(c)), reverse=True
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
