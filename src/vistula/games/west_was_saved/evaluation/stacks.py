"""Stacks in numbers: what their units are worth in a fight."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..model import ARTILLERY, CAVALRY, INFANTRY, Model
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
