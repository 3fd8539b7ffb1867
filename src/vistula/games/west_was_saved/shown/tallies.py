"""What studies of How the West was Saved follow: cities, losses, depots by turn, the front line, the luck of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from vistula.board.hexes import HexSet, sides_between
from vistula.kernel.tallies import Gauge, Tallies, Throw

from ..model import POLAND, RUSSIA, SEATS, Model
from ..rules.outcomes import Outcome, outcome_of
from ..rules.victory import cities_held
from ..state import ELIMINATED, INTERNED, LOST, State, on_map
from .words import say

GONE = (ELIMINATED, INTERNED, LOST)
WORTH = {Outcome.TIE: 0.0, Outcome.STAND: 1.0, Outcome.RETREAT: 2.0, Outcome.ROUT: 3.0}
"""What a combat is worth to its winner; the loser has as much less."""
DIE = range(1, 7)


class WestTallies(Tallies[State]):
    luck_in_words = (
        "each combat counts for the attacker as its outcome less the average outcome of the same values; outcomes "
        "count from −3 (attacker routed) over 0 (a tie) to +3 (defender routed)"
    )

    def __init__(self, m: Model) -> None:
        sides = [(seat, say(m, "side", seat)) for seat in SEATS]
        charts = (
            ("cities", "Victory cities held"),
            ("lost", "Combat values lost for good"),
            ("weak", "Units weakened on the map"),
            ("depots", "Depots"),
            ("units", "Combat units on the map"),
        )
        self.gauges = tuple(Gauge(f"{id}_{seat}", chart, name, seat) for id, chart in charts for seat, name in sides)

    def measure(self, s: State) -> list[int]:
        both = (POLAND, RUSSIA)
        return [
            *(cities_held(s, side) for side in both),
            *(lost(s, side) for side in both),
            *(weakened(s, side) for side in both),
            *(s.depots[side].bit_count() for side in both),
            *(len(on_map(s, side)) for side in both),
        ]

    def line(self, s: State) -> list[tuple[int, int]]:
        """Where the ground that Poles are nearer to ends."""
        polish, russian = grounds(s)
        return sides_between(s.m.grid, polish, russian)

    def throw(self, s: State, key: str, refs: dict[str, Any]) -> Throw | None:
        if key != "combat":
            return None
        attacker = SEATS[s.m.side[refs["units"][0]]]
        came = worth(refs["attack_total"] - refs["defence_total"])
        values = f"{refs['attack']} against {refs['defence']}"
        return Throw(attacker, ways(refs["attack"] - refs["defence"]), came, refs["to_hex"], values)


def lost(s: State, side: int) -> int:
    """Full-strength facing values of the combat units that are out of the game."""
    return sum(s.m.cv[u][0] for u in s.m.combat_of[side] if s.place[u] in GONE)


def weakened(s: State, side: int) -> int:
    """Two-sided units on the map that lie on their reverse."""
    return sum(s.weak >> u & 1 for u in s.m.combat_of[side] if s.place[u] >= 0 and not s.m.single[u])


def grounds(s: State) -> Sequence[HexSet]:
    """The hexes to which each side's combat units, depots and sources are nearer; the Poles have what lies between."""
    land, grid = s.m.open, s.m.grid
    held = [s.occupied[POLAND] | s.depots[POLAND] | 1 << s.m.warsaw, s.occupied[RUSSIA] | s.depots[RUSSIA]]
    held[RUSSIA] |= s.m.east_edge & ~held[POLAND]
    held[POLAND] &= ~s.occupied[RUSSIA]
    held[RUSSIA] &= ~held[POLAND]
    while True:
        before = held[POLAND] | held[RUSSIA]
        for side in (POLAND, RUSSIA):
            held[side] |= grid.dilate(held[side]) & land & ~held[1 - side]
        if held[POLAND] | held[RUSSIA] == before:
            return held[POLAND] & land, held[RUSSIA] & land


def worth(difference: int) -> float:
    """What this difference of factors is worth to the attacker."""
    value = WORTH[outcome_of(abs(difference))]
    return value if difference > 0 else -value


@lru_cache(maxsize=256)
def ways(difference: int) -> Counter[float]:
    """What an attack may be worth before the dice are thrown, by the difference of the values."""
    return Counter(worth(difference + attack - defence) for attack in DIE for defence in DIE)


def expected(difference: int) -> float:
    """The average of it."""
    found = ways(difference)
    return sum(worth * count for worth, count in found.items()) / found.total()
