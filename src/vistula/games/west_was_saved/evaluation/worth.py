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
        sure = 0.5 if s.winner < 0 else float(s.winner == POLAND)
    else:
        ground = ground_of(s.m)
        holds = {city: hold(s, city) for city in ground.cities}
        cities = sum(holds.values()) + 0.3 * (cities_held(s, POLAND) - cities_held(s, RUSSIA)) * s.turn / s.m.turns
        capitals = holds[s.m.smolensk] + holds[s.m.warsaw]
        balance = army(s, POLAND) - army(s, RUSSIA)
        sure = 1 / (1 + exp(-(0.35 * cities + 0.8 * capitals + 0.03 * balance)))
    return sure if side == POLAND else 1 - sure
