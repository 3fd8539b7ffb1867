"""Officer: the best answer by the title's own judgement, one decision at a time."""

from __future__ import annotations

import random
from typing import Any

from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat


class Greedy:
    """Takes the answer that the title's appraiser scores highest; between equals the first offered."""

    def __init__(self) -> None:
        self._appraisers: dict[str, Any] = {}

    def appraiser(self, seat: Seat[Any]) -> Any:
        found = self._appraisers.get(seat.title.id)
        if found is None:
            found = self._appraisers[seat.title.id] = seat.title.appraiser()
        return found

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        scores = self.appraiser(seat).scores(seat)
        best: Action = max(scores, key=lambda a: scores[a])
        return best
