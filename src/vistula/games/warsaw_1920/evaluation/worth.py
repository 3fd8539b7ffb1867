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
    spread, weights = FITTED[s.side, max(s.turn, 2 - s.side)]
    return sum(w * f for w, f in zip(weights, features(s), strict=True)), spread


FITTED: dict[tuple[int, int], tuple[float, tuple[float, ...]]] = {
    (0, 2): (11.14, (-32.897, 0.836, 0.387, -0.221, -0.056, 0.000, 0.222, 0.455, 0.739, -0.931, 5.207, 5.929)),
    (0, 3): (10.41, (-13.786, 0.601, 0.346, -0.230, -0.017, 0.000, 0.214, 0.106, 0.358, -1.515, 2.750, 0.134)),
    (0, 4): (9.51, (-2.990, 0.537, 0.292, -0.203, -0.031, 0.000, 0.226, -0.290, 0.011, -1.381, 0.339, -1.716)),
    (0, 5): (8.82, (-0.099, 0.558, 0.222, -0.137, -0.053, 0.000, 0.208, -0.592, -0.130, -2.235, -2.290, -2.689)),
    (0, 6): (7.93, (3.443, 0.574, 0.161, -0.095, -0.027, 0.000, 0.078, -0.853, -0.057, -2.560, -3.235, -2.788)),
    (0, 7): (6.14, (2.651, 0.689, 0.102, -0.062, 0.016, 0.000, 0.033, -0.768, 0.080, -3.066, -4.379, -1.931)),
    (0, 8): (4.31, (1.508, 0.723, 0.071, -0.048, -0.038, 0.000, 0.016, -0.745, 0.234, -2.105, -4.175, -1.280)),
    (1, 1): (12.51, (-2.243, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000)),
    (1, 2): (10.95, (-25.978, 0.618, 0.399, -0.214, 0.000, 0.327, 0.201, -0.142, 0.611, -1.394, 7.068, 8.702)),
    (1, 3): (10.09, (-14.269, 0.611, 0.322, -0.197, 0.000, 0.298, 0.201, -0.045, 0.163, -2.278, 2.791, -1.641)),
    (1, 4): (9.31, (-5.935, 0.561, 0.268, -0.165, 0.000, 0.218, 0.185, -0.450, 0.082, -2.664, -0.756, -3.085)),
    (1, 5): (8.66, (-2.700, 0.580, 0.208, -0.098, 0.000, 0.136, 0.082, -0.749, 0.037, -2.911, -0.430, -3.180)),
    (1, 6): (7.51, (-0.608, 0.623, 0.139, -0.062, 0.000, 0.076, -0.023, -0.892, 0.119, -2.740, -0.479, -3.015)),
    (1, 7): (6.10, (-0.956, 0.691, 0.096, -0.045, 0.000, -0.014, -0.000, -0.775, 0.275, -2.784, -2.106, -2.245)),
    (1, 8): (3.29, (-2.122, 0.749, 0.063, -0.027, 0.000, -0.020, 0.000, -0.679, 0.313, -2.951, -0.999, -1.323)),
}
"""By side to move and turn: how far the estimate was off, and the weights of the features."""
