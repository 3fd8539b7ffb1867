"""How good a position is: the difference of points that it leads to between equal players, and the chance to win.

The weights were fitted to games of greedy against greedy; docs/players.md says how.
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
    spread, weights = FITTED[s.side, next(turn for turn in (3, 5, 6, 7, 8) if s.turn <= turn)]
    return sum(w * f for w, f in zip(weights, features(s), strict=True)), spread


FITTED: dict[tuple[int, int], tuple[float, tuple[float, ...]]] = {
    (0, 3): (8.46, (-22.104, 0.251, 0.522, -0.336, 0.289, 0.000, 0.878, -1.385, -1.551, -0.935, 1.184, -2.719)),
    (0, 5): (5.57, (-11.375, -0.351, 0.410, -0.194, -0.163, 0.000, 0.423, -0.731, -0.748, -1.118, 1.194, -7.498)),
    (0, 6): (6.30, (8.934, -0.015, 0.250, -0.253, 0.133, 0.000, 0.162, -0.453, -0.269, -2.530, -0.480, -3.353)),
    (0, 7): (4.39, (-8.699, 0.756, 0.343, -0.197, 0.427, 0.000, 0.706, -0.139, -1.032, -2.895, 1.095, -2.247)),
    (0, 8): (3.77, (-15.729, 0.508, 0.304, -0.081, 0.248, 0.000, 0.383, 0.659, -0.115, 0.037, -1.290, 0.547)),
    (1, 3): (9.00, (-44.729, 0.141, 0.448, -0.049, 0.000, 0.846, 0.690, -1.395, -1.035, -1.837, 0.459, -1.834)),
    (1, 5): (6.33, (-17.553, -0.125, 0.433, -0.148, 0.000, 0.002, 0.249, -0.845, -0.794, -0.577, 1.012, -6.943)),
    (1, 6): (5.02, (-18.656, 0.241, 0.465, -0.188, 0.000, 0.025, 0.539, -0.098, -1.028, -3.137, 0.613, -2.155)),
    (1, 7): (3.55, (-12.618, 0.415, 0.356, -0.089, 0.000, -0.512, 0.247, -0.600, -1.441, -2.667, 0.484, -3.273)),
    (1, 8): (3.35, (-16.706, 0.549, 0.248, -0.008, 0.000, -0.047, 0.000, 0.303, 0.131, -0.803, -0.599, 0.127)),
}
"""By side to move and last turn of a stretch: how far the estimate was off, and the weights of the features."""
