"""How good a position is: the difference of points that it leads to between equal players, and the chance to win.

The weights were fitted to games of officers of many tempers; docs/players.md says how.
"""

from __future__ import annotations

from math import erf, sqrt

from vistula.games.warsaw_1920.evaluation.ground import ground_of
from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA
from vistula.games.warsaw_1920.state import State, box_turn
from vistula.games.warsaw_1920.victory import totals

NEAR = 7
"""Movement points within which a unit has a say in the fate of a city."""


def features(s: State) -> list[float]:
    """What a position is judged by, from the Polish point of view; the state must be a whole one."""
    m, ground = s.m, ground_of(s.m)
    poland, russia = totals(s)
    mass: tuple[dict[int, float], dict[int, float]] = {}, {}
    on_map, idle, waiting = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for u in m.units:
        h, side = s.place[u], m.side[u]
        if m.kind[u] == ARTILLERY:
            continue
        if h >= 0:
            mass[side][h] = mass[side].get(h, 0.0) + m.cf[u]
            on_map[side] += m.cf[u]
            idle[side] += m.cf[u] * (s.disrupted >> u & 1)
        elif 0 < box_turn(h) <= m.turns:
            waiting[side] += m.cf[u]
    contested, fallen = 0.0, 0.0
    for city in ground.cities:
        travel = ground.travel[city]
        near = [sum(f * (1 - travel[h] / NEAR) for h, f in stacks.items() if travel[h] < NEAR) for stacks in mass]
        balance = (near[RUSSIA] - near[POLAND]) / (8 + near[RUSSIA] + near[POLAND])
        if s.russian >> city & 1:
            fallen += ground.vp[city] * min(0.0, balance)
        else:
            contested += ground.vp[city] * max(0.0, balance)
    sudden = not any(s.resupplied)
    return [
        1.0, poland - russia, on_map[POLAND], on_map[RUSSIA], idle[POLAND], idle[RUSSIA], waiting[POLAND],
        float(s.points[0]), float(s.points[1]), contested, fallen, _press(s, mass) if sudden else 0.0,
    ]  # fmt: skip


def _press(s: State, mass: tuple[dict[int, float], dict[int, float]]) -> float:
    """How near the Russians are to storming Warsaw."""
    travel = ground_of(s.m).travel[s.m.warsaw]
    storm = sum(f * (1 - travel[h] / 12) for h, f in mass[RUSSIA].items() if travel[h] < 12)
    guard = 3 * mass[POLAND].get(s.m.warsaw, 0.0) + sum(
        f * (1 - travel[h] / 6) for h, f in mass[POLAND].items() if 0 < travel[h] < 6
    )
    return max(0.0, storm - 0.5 * guard) / 10


def normal(x: float) -> float:
    return 0.5 * (1 + erf(x / sqrt(2)))


def chance_to_win(s: State, side: int) -> float:
    """The chance of a side to win from here; certainty when the game is over, with a little for the margin."""
    if s.ended:
        poland, russia = totals(s)
        margin: float = -20 if s.sudden else poland - russia
        won = 0.5 + 0.5 * (margin > 0) - 0.5 * (margin < 0)
        sure = 0.96 * won + 0.02 + 0.02 * max(-1.0, min(1.0, margin / 20))
    else:
        margin, spread = prospect(s)
        sure = normal(margin / spread)
    return sure if side == POLAND else 1 - sure


def prospect(s: State) -> tuple[float, float]:
    """The difference of points to be expected at the end, Polish minus Russian, and how far it may be off."""
    spread, weights = FITTED[s.side, max(s.turn, 2 - s.side)]
    return sum(w * f for w, f in zip(weights, features(s), strict=True)), spread


FITTED: dict[tuple[int, int], tuple[float, tuple[float, ...]]] = {
    (0, 2): (11.00, (-19.215, 0.573, 0.509, -0.215, -0.101, 0.000, 0.504, -1.348, -1.613, -2.892, 4.166, 0.000)),
    (0, 3): (10.83, (-9.472, 0.510, 0.355, -0.174, -0.147, 0.000, 0.279, -0.843, -1.050, -2.241, 4.563, 0.000)),
    (0, 4): (9.85, (-7.758, 0.484, 0.351, -0.170, -0.193, 0.000, 0.192, -0.691, -0.551, -2.096, 2.643, -0.210)),
    (0, 5): (9.18, (-6.310, 0.490, 0.343, -0.153, -0.163, 0.000, 0.212, -0.827, -0.335, -2.917, -0.018, -1.478)),
    (0, 6): (8.10, (-3.564, 0.556, 0.263, -0.109, -0.130, 0.000, 0.230, -1.048, 0.004, -3.669, -2.199, -1.304)),
    (0, 7): (6.84, (-2.177, 0.691, 0.169, -0.057, -0.143, 0.000, 0.168, -0.997, 0.296, -3.951, -2.892, -0.655)),
    (0, 8): (4.94, (-2.161, 0.795, 0.122, -0.028, -0.153, 0.000, 0.016, -0.690, 0.087, -3.439, -2.767, -0.433)),
    (1, 1): (12.20, (-3.505, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000)),
    (1, 2): (11.35, (-9.700, 0.947, 0.271, -0.176, 0.000, 0.063, 0.316, -0.961, -1.277, -1.514, 6.809, 0.000)),
    (1, 3): (10.41, (-3.113, 0.578, 0.284, -0.218, 0.000, 0.026, 0.250, -0.749, -0.695, -1.042, 5.893, 0.000)),
    (1, 4): (9.44, (-4.165, 0.461, 0.342, -0.217, 0.000, -0.083, 0.249, -0.807, -0.329, -1.601, 3.823, -2.171)),
    (1, 5): (9.01, (-5.729, 0.503, 0.313, -0.153, 0.000, -0.019, 0.244, -1.059, -0.066, -2.621, 1.289, -2.293)),
    (1, 6): (7.92, (-5.104, 0.575, 0.236, -0.097, 0.000, 0.064, 0.229, -1.199, 0.322, -3.384, -0.367, -1.757)),
    (1, 7): (6.32, (-3.408, 0.693, 0.132, -0.042, 0.000, 0.017, 0.086, -1.140, 0.370, -3.959, -1.581, -0.860)),
    (1, 8): (4.52, (-3.127, 0.801, 0.072, -0.007, 0.000, -0.048, 0.000, -0.813, 0.039, -3.893, -1.163, -0.200)),
}
"""By side to move and turn: how far the estimate was off, and the weights of the features."""
