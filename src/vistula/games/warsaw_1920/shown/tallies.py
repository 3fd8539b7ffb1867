"""What studies of Warsaw 1920 follow: points, losses and supply by turn, the front line, and the luck of the die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from vistula.board.hexes import flood, members, sides_between
from vistula.kernel.tallies import Gauge, Tallies, Throw

from ..model import POLAND, RUSSIA, SEATS, Model
from ..rules.queries import controlled, own_sources, zoc
from ..rules.victory import totals
from ..state import ELIMINATED, INTERNED, OVERSTACKED, SURRENDERED, State
from .words import FRONTS, say

LOST = (ELIMINATED, OVERSTACKED, SURRENDERED, INTERNED)
WORTH = {"AE": -3.0, "AL": -2.0, "AR": -1.0, "C": 0.0, "EX": 0.0, "DR2": 1.0, "DR3": 1.5, "DR4": 2.0, "DE": 3.0}
"""What a combat result is worth to the attacker, in steps of the table from worst to best."""


class WarsawTallies(Tallies[State]):
    luck_in_words = (
        "each combat counts for the attacker as its result less the average result at the same odds and die modifiers; "
        "results count from −3 (attacker eliminated) over 0 (contact, exchange) to +3 (defender eliminated)"
    )

    def __init__(self, m: Model) -> None:
        sides = [(seat, say(m, "side", seat)) for seat in SEATS]
        self.gauges = (
            *(Gauge(f"vp_{seat}", "Victory points if the game ended now", name, seat) for seat, name in sides),
            *(Gauge(f"lost_{seat}", "Combat factors lost for good", name, seat) for seat, name in sides),
            *(Gauge(f"disrupted_{seat}", "Units disrupted on the map", name, seat) for seat, name in sides),
            *(Gauge(f"sp_{id}", "Supply points", front, SEATS[RUSSIA])
              for id, front in zip(("west", "southwest"), FRONTS, strict=True)),
        )  # fmt: skip

    def measure(self, s: State) -> list[int]:
        return [*totals(s), *(lost(s, side) for side in (POLAND, RUSSIA)), *_disrupted(s), *s.points]

    def line(self, s: State) -> list[tuple[int, int]]:
        """Between what Poland still holds and what lies behind or before the Red Army."""
        land, polish = s.m.land & ~s.m.east_prussia & ~s.m.lithuania, polish_ground(s)
        return sides_between(s.m.grid, land & polish, land & ~polish)

    def throw(self, s: State, key: str, refs: dict[str, Any]) -> Throw | None:
        if key != "result":
            return None
        ways = Counter(worths(s.m, refs["odds"], refs["bonus"]))
        return Throw(SEATS[s.side], ways, WORTH[refs["result"]], refs.get("hex", -1), refs["odds"])


def polish_ground(s: State) -> int:
    """Hexes of Polish control that Polish units or sources reach; what nobody has entered behind the enemy is not."""
    own = controlled(s, POLAND)
    within = own & ~(zoc(s, RUSSIA) & ~s.occupied[POLAND])
    reached = flood(s.m.grid, s.occupied[POLAND] | own_sources(s, POLAND), within)
    return reached | s.m.grid.dilate(reached) & own


def lost(s: State, side: int) -> int:
    """Printed factors of the units that are out of the game."""
    m, place = s.m, s.place
    return sum(m.cf[u] for u in m.units_of[side] if place[u] in LOST)


def _disrupted(s: State) -> Iterator[int]:
    units = [u for u in members(s.disrupted) if s.place[u] >= 0]
    for side in (POLAND, RUSSIA):
        yield sum(s.m.side[u] == side for u in units)


def worths(m: Model, odds: str, bonus: int) -> list[float]:
    """What each face of the die is worth to the attacker."""
    column = m.columns.index(odds) if odds in m.columns else len(m.columns) - 1
    last = len(m.crt) - 1
    return [WORTH[m.crt[min(die + bonus, last)][column]] for die in range(1, m.die.sides + 1)]
