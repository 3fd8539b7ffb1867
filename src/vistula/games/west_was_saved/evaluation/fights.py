"""What an attack promises: hits given and taken, ground won and lost, over both dice."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vistula.games.west_was_saved.rules.results import Outcome, decide, losers_hits

HIT, DRIVEN, ROUTED = 1.1, 1.0, 2.0


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
    for difference in range(-5, 6):
        ways = 6 - abs(difference)
        result = decide(margin + difference, 0, attackers, defenders)
        if result.outcome is Outcome.TIE:
            continue
        sign = 1 if result.margin > 0 else -1
        inflicted = min(result.hits, foe_steps if sign > 0 else steps)
        back = losers_hits(inflicted, defenders if sign > 0 else attackers, result.outcome)
        gain = HIT * (inflicted - back)
        if result.outcome >= Outcome.RETREAT:
            gain += ROUTED if result.outcome is Outcome.ROUT else DRIVEN
            driven += ways * (sign > 0)
        if sign > 0:
            good += ways * gain
        else:
            bad += ways * gain
    return Prospect(good / 36, bad / 36, driven / 36)
