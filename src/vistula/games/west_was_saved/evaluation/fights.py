"""What an attack promises: hits given and taken, ground won and lost, over both dice."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..rules.results import Outcome, falls

HIT = 1.1
MORE = {Outcome.RETREAT: 1.0, Outcome.ROUT: 2.0}


class Prospect(NamedTuple):
    """An attack judged: what it is worth to the attacker, and the chance that the defender must go."""

    good: float  # what it promises where it succeeds
    bad: float  # what it costs where it fails
    driven: float

    def worth(self, loss: float = 1.0) -> float:
        """The balance, own losses weighed against those of the enemy."""
        return self.good - loss * self.bad


@lru_cache(maxsize=65536)
def prospect(margin: int, attackers: int, defenders: int, steps: int, foe_steps: int) -> Prospect:
    """The mean over both dice: `margin` is the attacker's value less the defender's, steps are hits to be taken."""
    good = bad = driven = 0.0
    for ways, result, hits, back in falls(margin, attackers, defenders, steps, foe_steps):
        gain = HIT * (hits - back) + MORE.get(result.outcome, 0.0)
        if result.margin > 0:
            good += ways * gain
            driven += ways * (result.outcome >= Outcome.RETREAT)
        else:
            bad += ways * gain
    return Prospect(good / 36, bad / 36, driven / 36)
