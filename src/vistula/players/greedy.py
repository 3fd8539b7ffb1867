"""Officer and Recruit: the title's own judgement, one decision at a time."""

from __future__ import annotations

import random
from typing import Any

from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat
from vistula.players.appraisal import Appraiser, best


class Greedy:
    """Officer: takes the answer that the title's appraiser scores highest; between equals the first offered."""

    def __init__(self) -> None:
        self._appraisers: dict[str, Appraiser] = {}

    def appraiser(self, seat: Seat[Any]) -> Appraiser:
        """The judgement of this seat's title, made when it is first needed."""
        found = self._appraisers.get(seat.title.id)
        if found is None:
            found = self._appraisers[seat.title.id] = seat.title.appraiser()
        return found

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        return best(self.appraiser(seat).scores(seat))


class Recruit(Greedy):
    """Knows what is good as well as an officer, but not what is best: any good answer is as likely as another.

    Good is what lies nearer to the best answer than to the worst, no answer being taken for worse than a point below
    doing nothing.
    """

    reach = 0.5

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        scores = self.appraiser(seat).scores(seat)
        top, bottom = max(scores.values()), min(scores.values())
        enough = top - self.reach * (top - max(bottom, min(top, -1.0)))
        return rng.choice([action for action, score in scores.items() if score >= enough])
