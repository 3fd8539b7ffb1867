"""Pure chance: a verb, every one alike, then what to apply it to."""

from __future__ import annotations

import random
from typing import Any

from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat


class Chance:
    """Draws a verb uniformly and then its argument; verbs that only take back are never drawn."""

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        decision = seat.decision
        assert decision is not None
        option = rng.choice([option for option in decision.options if not option.free] or decision.options)
        return Action(option.verb, rng.choice(option.args))
