"""What studies of 1920: Nest of Eagles follow: points, morale, strength, the front line, and the luck of the dice."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import flood, sides_between
from vistula.kernel.tallies import Gauge, Tallies, Throw

from ..model import BELARUS, POLAND, POLISH, SEATS, SOVIET, THEATERS, UKRAINE, Model
from ..state import State, on_map, sp
from .forecast import ROLLS
from .words import SIDES


class NestTallies(Tallies[State]):
    luck_in_words = "each attack counts for the attacker as 1 where it succeeds, less the chance that it had"

    def __init__(self, m: Model) -> None:
        sides = list(zip(SEATS, SIDES, strict=True))
        self.gauges = (
            Gauge("vp", "Victory points, Soviet above zero", "Victory points", above=SEATS[SOVIET]),
            *(
                Gauge(f"morale_{t}", "Morale, Soviet above zero", THEATERS[t], above=SEATS[SOVIET])
                for t in (POLISH, BELARUS, UKRAINE)
            ),
            *(Gauge(f"sp_{seat}", "Strength points on the map", name, seat) for seat, name in sides),
        )

    def measure(self, s: State) -> list[int]:
        return [s.vp, *s.morale, *(sum(sp(s, u) for u in on_map(s, side)) for side in (POLAND, SOVIET))]

    def line(self, s: State) -> list[tuple[int, int]]:
        """Between what the Poles hold or stand next to, and the rest."""
        grid, ground = s.m.grid, s.m.scenarios[s.scenario].ground
        theirs = s.occupied[SOVIET] | s.held[SOVIET] & ~grid.dilate(s.occupied[POLAND])
        free = ground & ~theirs & ~grid.dilate(s.occupied[SOVIET])
        polish = flood(grid, (s.occupied[POLAND] | s.held[POLAND]) & ground, free | s.occupied[POLAND])
        return sides_between(grid, polish & ground, ground & ~polish)

    def throw(self, s: State, key: str, refs: dict[str, Any]) -> Throw | None:
        if key != "rolled":
            return None
        won = sum(3 <= roll <= min(11, refs["chance"]) for roll in ROLLS)
        ways = {1.0: won, 0.0: len(ROLLS) - won}
        return Throw(SEATS[s.side], ways, float(refs["result"] == "success"), refs["hex"], f"{refs['chance']} or less")
