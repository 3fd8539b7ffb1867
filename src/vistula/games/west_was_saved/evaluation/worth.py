"""How good a position is: armies, green cities and threats to the capitals, as a chance to win."""

from __future__ import annotations

from math import exp

from vistula.parts.pieces import box_turn

from ..model import POLAND, RUSSIA
from ..rules.queries import stacks
from ..rules.victory import cities_held
from ..state import State
from .capitals import strongholds
from .survey import ground_of

NEAR = 7
SAFE = 0.8  # how firmly a side usually holds its capital


def army(s: State, side: int) -> tuple[float, float]:
    """Combat values on the map, where weakened units count half of what they have lost, and those still to come."""
    m, here, coming = s.m, 0.0, 0.0
    for unit in m.combat_of[side]:
        full, weak = max(m.cv[unit][0], 1), m.cv[unit][2]
        if s.place[unit] >= 0:
            here += (full + weak) / 2 if s.weak >> unit & 1 else full
        elif 0 < box_turn(s.place[unit]) <= m.turns:
            coming += full
    return here, coming


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
    """The odds of the Poles: armies decide in the long run, green cities at the end.

    The weights are those of a logistic regression over the turns of games whose officers had all weights of both
    doctrines drawn at random; cities taken early say little. The capitals are not fitted: whoever
    has an army before his own capital is there because it is in danger, which does not make the army a danger. Where
    both fight for one city, who is likely to hold it outweighs everything.
    """
    late = s.turn / s.m.turns
    (poland, soon), (russia, later) = army(s, POLAND), army(s, RUSSIA)
    armies = 0.067 * poland + 0.005 * soon - 0.043 * russia - 0.028 * later
    cities = 0.97 * late**5 * (cities_held(s, POLAND) - cities_held(s, RUSSIA))
    home, prize = strongholds(s.m)
    if home == prize:
        return armies + cities + 2.5 * (0.3 + late) * hold(s, home)
    capitals = 0.5 * (hold(s, home) - SAFE) + 0.5 * (hold(s, prize) + SAFE)
    return armies + cities + capitals + 1.8 * late - 1.73
