"""What studies of Red Star/White Eagle follow: victory points, factors on the map, the front line, luck of the dice."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import flood, sides_between
from vistula.kernel.tallies import Gauge, Tallies

from ..model import SEATS, Model
from ..rules.control import vp
from ..state import State, attack, on_map
from ..units import POLAND, RUSSIA
from .words import ADJECTIVES

MEAN_DIE = 3.5


class StarTallies(Tallies[State]):
    luck_in_words = "each die of a battle counts for the attacker by how much it differs from the average of 3.5"

    def __init__(self, m: Model) -> None:
        sides = list(zip(SEATS, ADJECTIVES, strict=True))
        self.gauges = (
            *(Gauge(f"vp_{seat}", "Victory points", name, seat) for seat, name in sides),
            *(Gauge(f"factors_{seat}", "Attack factors on the map", name, seat) for seat, name in sides),
        )

    def measure(self, s: State) -> list[int]:
        return [*vp(s), *(sum(attack(s, unit) for unit in on_map(s, side)) for side in (POLAND, RUSSIA))]

    def line(self, s: State) -> list[tuple[int, int]]:
        """Between what is nearer to the Poles and what is nearer to the Russians."""
        grid, ground = s.m.grid, s.m.land
        near = [s.occupied[side] | grid.dilate(s.occupied[side]) for side in (POLAND, RUSSIA)]
        theirs = s.occupied[RUSSIA] | near[RUSSIA] & ~near[POLAND]
        west = flood(grid, s.occupied[POLAND] & ground, ground & ~theirs & s.m.west_of_bug | near[POLAND] & ~theirs)
        return sides_between(grid, west & ground, ground & ~west)

    def luck(self, s: State, key: str, refs: dict[str, Any]) -> tuple[str, float] | None:
        return (SEATS[s.side], refs["die"] - MEAN_DIE) if key == "rolled" else None
