"""Stacks in numbers: what their units are worth in a fight, and what an attack promises over both dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..model import ARTILLERY, CAVALRY, INFANTRY, Model
from ..rules.outcomes import Outcome, falls
from ..state import State

UNSEEN_FRONT, UNSEEN_OTHER = 2.6, 1.7
ARMS = 2


class Stack(NamedTuple):
    """A stack in numbers; of an enemy stack, what is likely."""

    units: tuple[int, ...]
    front: float  # values to the front
    other: float  # and elsewhere
    steps: int  # hits that it can take
    size: int
    guns: bool
    arms: int  # [9.3d] for the arms in it


@lru_cache(maxsize=32768)
def _stack(m: Model, units: tuple[int, ...], weak: int, unseen: float) -> Stack:
    """[9.3a, 1.2i] Most stacks stay as they are from one decision to the next."""
    front = other = steps = kinds = 0
    foot = any(m.kind[u] == INFANTRY for u in units)
    for u in units:
        kind, tired = m.kind[u], weak >> u & 1
        kinds |= 1 << kind
        steps += 2 - tired
        if kind == ARTILLERY:
            front += foot or not tired
            other += foot or not tired
        else:
            front += m.cv[u][2 * tired]
            other += m.cv[u][2 * tired + 1]
    return Stack(
        units,
        front + unseen * UNSEEN_FRONT,
        other + unseen * UNSEEN_OTHER,
        max(1, steps + round(2 * unseen)),
        max(1, len(units) + round(unseen)),
        bool(kinds >> ARTILLERY & 1),
        ARMS * ((kinds >> CAVALRY & 1) + (kinds >> ARTILLERY & 1)) if kinds >> INFANTRY & 1 else 0,
    )


def stack_of(s: State, units: Iterable[int], unseen: float = 0.0) -> Stack:
    """These units as a stack, with so many more that nobody has seen."""
    group = tuple(units)
    bits = 0
    for unit in group:
        bits |= 1 << unit
    return _stack(s.m, group, s.weak & bits, unseen)


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
