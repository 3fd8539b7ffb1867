"""5.0c What a seat may not know: nothing. Every stack, pool and table lies open."""

from __future__ import annotations

import random
from typing import Any

from vistula.kernel import SeatId

from .state import State


def mask(s: State, seat: SeatId) -> State:
    """[5.0c] The state as one seat knows it: all of it."""
    return s


def fill(m: State, seat: SeatId, rng: random.Random) -> State:
    """A whole state that agrees with a masked one: the same."""
    return m


def veil(s: State, seat: SeatId, name: str, value: Any) -> Any:
    """Everybody hears everything."""
    return value
