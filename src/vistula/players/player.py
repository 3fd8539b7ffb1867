"""What a computer player is."""

from __future__ import annotations

import random
from typing import Any, Protocol

from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat


class Player(Protocol):
    """Chooses for a seat from what that seat knows.

    The choice depends on the arguments alone: the same knowledge and the same chance give the same
    action, whatever is true behind the mask. Events are told for people; in the lab there are none.
    """

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        """One of the actions that the seat's decision offers."""
        ...


def chance_of(seed: int, seat: str) -> random.Random:
    """The source of chance of one seat in a seeded game; it tells nothing of the dice."""
    return random.Random(f"vistula player {seed} {seat}")
