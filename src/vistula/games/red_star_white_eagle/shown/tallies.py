"""What studies of Red Star/White Eagle follow: victory points, factors on the map, the front line, luck of the dice."""

from __future__ import annotations

from collections import Counter
from typing import Any

from vistula.board.hexes import flood, sides_between
from vistula.kernel.tallies import Gauge, Tallies, Throw
from vistula.parts.odds import Line

from ..model import ODDS, SEATS, Model
from ..rules.control import vp
from ..rules.odds import Odds
from ..state import State, attack, on_map
from ..units import POLAND, RUSSIA
from .words import ADJECTIVES

WORTH = {
    "A1/2E": -3.0, "A1/2X": -2.0, "A2": -2.0, "A1": -1.0, "-": 0.0, "D1": 1.0, "D2": 1.5, "D3": 2.0, "X": 2.0,
    "1/2X+D3": 2.0, "D1/2E+D3": 2.5, "DE": 3.0,
}  # fmt: skip
"""What a result is worth to the attacker, in steps of the table from worst to best."""


class StarTallies(Tallies[State]):
    luck_in_words = (
        "each battle counts for the attacker as its result less the average result of the six dice at the same odds; "
        "results count from −3 (half of the attackers eliminated) over 0 (contact) to +3 (defender eliminated)"
    )

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

    def throw(self, s: State, key: str, refs: dict[str, Any]) -> Throw | None:
        if key != "rolled":
            return None
        odds = Odds([], [], ODDS.index(refs["odds"]), [Line("", refs["more"], "9.0j")], False, refs["odds"])
        ways = Counter(WORTH[result] for result in odds.results(s))
        return Throw(SEATS[s.side], ways, WORTH[refs["result"]], refs["hex"], refs["odds"])
