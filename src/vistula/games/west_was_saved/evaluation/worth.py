"""How good a position is: green cities, armies and threats to the capitals, as a chance to win."""

from __future__ import annotations

from math import exp

from vistula.games.west_was_saved.evaluation.ground import ground_of
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.queries import stacks
from vistula.games.west_was_saved.state import State, box_turn
from vistula.games.west_was_saved.victory import cities_held

NEAR = 7


def army(s: State, side: int) -> float:
    """Combat values on the map and to come; weakened units count half of what they have lost."""
    m, total = s.m, 0.0
    for unit in m.combat_of[side]:
        full, weak = max(m.cv[unit][0], 1), m.cv[unit][2]
        if s.place[unit] >= 0:
            total += (full + weak) / 2 if s.weak >> unit & 1 else full
        elif 0 < box_turn(s.place[unit]) <= m.turns:
            total += 0.5 * full
    return total


def hold(s: State, city: int) -> float:
    """Whose a city is likely to be: 1 Polish, -1 Russian."""
    travel = ground_of(s.m).travel[city]
    near = [0.0, 0.0]
    for side in (POLAND, RUSSIA):
        for hex, units in stacks(s, side).items():
            if travel[hex] < NEAR:
                near[side] += sum(s.m.cv[u][2 * (s.weak >> u & 1)] for u in units) * (1 - travel[hex] / NEAR) ** 2
    if s.occupied[POLAND] >> city & 1:
        near[POLAND] += 4
    if s.occupied[RUSSIA] >> city & 1:
        near[RUSSIA] += 4
    return (near[POLAND] - near[RUSSIA]) / (1 + near[POLAND] + near[RUSSIA])


def chance_to_win(s: State, side: int) -> float:
    """The chance of a side to win from a whole state; half of the certainty where the game was drawn."""
    if s.ended:
        return 0.5 if s.winner < 0 else float(s.winner == side)
    poland = 1 / (1 + exp(-outlook(s)))
    return poland if side == POLAND else 1 - poland


def outlook(s: State) -> float:
    """The odds of the Poles: armies decide in the long run, green cities the more the nearer the end is.

    The weights are those of a logistic regression over 76 games of officers, bold, wary and ordinary ones.
    """
    late = s.turn / s.m.turns
    holds = {city: hold(s, city) for city in ground_of(s.m).cities}
    cities = 0.25 * (cities_held(s, POLAND) - cities_held(s, RUSSIA)) + 0.3 * sum(holds.values())
    capitals = 0.3 * holds[s.m.warsaw] + 0.4 * holds[s.m.smolensk]
    return 0.062 * (army(s, POLAND) - army(s, RUSSIA)) + capitals + late * cities
