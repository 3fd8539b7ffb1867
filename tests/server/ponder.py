"""A computer player that takes its time and says so, with the process it runs in: `python -m server.ponder`."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kernel.toy  # noqa: F401 - registers itself
from vistula.kernel import Action, Seat
from vistula.players import PLAYERS, Chance
from vistula.server import pool, worker


class Ponder(Chance):
    """Says three times how far it is, and that it has played here so often before; then leaves it to chance."""

    def __init__(self) -> None:
        self.progress: Callable[[float], None] | None = None
        self.played = 0

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        assert self.progress is not None
        for share in (0.25, 0.5, 0.75):
            self.progress(share + min(self.played, 9) / 1000)
        self.played += 1
        print("this is no answer")
        return super().choose(seat, rng)


class Moody(Chance):
    """Fails for as long as there is a file that says so."""

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        if Path(os.environ["VISTULA_MOOD"]).exists():
            raise RuntimeError("not in the mood")
        return super().choose(seat, rng)


PLAYERS["ponder"] = Ponder
PLAYERS["moody"] = Moody
pool.Worker.module = "server.ponder"
worker.PAUSE = 0.0
worker.BEAT, pool.SILENCE = 0.3, 3.0

if __name__ == "__main__":
    sys.exit(worker.main())
