"""How good a position is: the difference of points that it leads to between equal players, and the chance to win.

The weights were fitted to games of officers of many tempers; docs/players.md says how.
"""

from __future__ import annotations

from math import erf, sqrt

from vistula.games.warsaw_1920.evaluation.ground import ground_of
from vistula.games.warsaw_1920.model import ARTILLERY, POLAND, RUSSIA, Model
from vistula.games.warsaw_1920.state import State, box_turn
from vistula.games.warsaw_1920.victory import count, totals

NEAR = 7
"""Movement points within which a unit has a say in the fate of a city."""

OPENING = 11
"""Polish less Russian points of cities at the start, in the data of the games that the weights were fitted to."""


def beyond(m: Model) -> int:
    """Points of cities at the start beyond those of the fitted games. They were given to places that hardly change
    hands: such a point is one at the end as well, whatever a city that is fought over is worth now."""
    return sum(_held(m, city, russian=not m.polish_start >> city & 1) for city in ground_of(m).cities) - OPENING


def _held(m: Model, city: int, *, russian: bool) -> int:
    """Polish less Russian points for a city, by who holds it."""
    if russian:
        return -(m.vp_warsaw_russian if city == m.warsaw else ground_of(m).vp[city])
    return m.vp_warsaw_polish if city == m.warsaw else ground_of(m).vp[city]


def features(s: State) -> list[float]:
    """What a position is judged by, from the Polish point of view; the state must be a whole one."""
    m, ground = s.m, ground_of(s.m)
    kept, linked = _points(s)
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
    held, contested, fallen = 0.0, 0.0, 0.0
    for city in ground.cities:
        travel = ground.travel[city]
        near = [sum(f * (1 - travel[h] / NEAR) for h, f in stacks.items() if travel[h] < NEAR) for stacks in mass]
        balance = (near[RUSSIA] - near[POLAND]) / (8 + near[RUSSIA] + near[POLAND])
        russian = bool(s.russian >> city & 1)
        held += _held(m, city, russian=russian)
        if russian:
            fallen += ground.vp[city] * min(0.0, balance)
        else:
            contested += ground.vp[city] * max(0.0, balance)
    sudden = not any(s.resupplied)
    return [
        1.0, kept, held, linked - held, on_map[POLAND], on_map[RUSSIA], idle[POLAND], idle[RUSSIA], waiting[POLAND],
        float(s.points[0]), float(s.points[1]), contested, fallen, _press(s, mass) if sudden else 0.0,
    ]  # fmt: skip


def _points(s: State) -> tuple[float, float]:
    """Polish less Russian points: those that nobody can take back, and those of cities that are joined by rail now."""
    kept, linked = 0.0, 0.0
    for line in count(s):
        points = line.points if line.side == POLAND else -line.points
        if line.hex < 0:
            kept += points
        else:
            linked += points
    return kept, linked


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
    found = features(s)
    more = beyond(s.m)
    found[HELD] -= more
    return more + sum(w * f for w, f in zip(weights, found, strict=True)), spread


HELD = 2
"""Where points of cities by who holds them stand among the features."""


FITTED: dict[tuple[int, int], tuple[float, tuple[float, ...]]] = {
    (0, 2): (12.3, (4.00, 1.70, 0.41, 0.03, 0.41, -0.31, -0.03, 0.00, 0.46, -1.90, -1.05, -5.07, 4.22, 0.00)),
    (0, 3): (11.8, (-0.30, 2.12, 0.29, 0.00, 0.32, -0.21, -0.05, 0.00, 0.33, -1.50, -0.64, -3.95, 5.18, -5.04)),
    (0, 4): (11.3, (-11.02, 1.72, 0.27, 0.16, 0.35, -0.14, -0.12, 0.00, 0.24, -1.30, -0.09, -2.81, 5.28, -4.92)),
    (0, 5): (10.8, (-9.10, 1.11, 0.37, 0.38, 0.33, -0.13, -0.10, 0.00, 0.15, -1.15, 0.31, -2.51, 4.39, -4.78)),
    (0, 6): (9.8, (-3.23, 0.97, 0.54, 0.37, 0.23, -0.10, -0.04, 0.00, 0.22, -1.21, 0.11, -4.16, 1.09, -4.32)),
    (0, 7): (6.8, (-1.14, 1.01, 0.73, 0.45, 0.12, -0.04, 0.00, 0.00, 0.40, -1.26, -0.17, -4.96, -0.73, -3.58)),
    (0, 8): (5.3, (-2.44, 1.05, 0.83, 0.58, 0.09, 0.00, 0.02, 0.00, 0.36, -1.05, -0.20, -4.70, 0.39, -2.64)),
    (1, 1): (14.0, (-9.76, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00)),
    (1, 2): (12.8, (3.76, 2.28, 0.52, 0.19, 0.23, -0.23, 0.00, -0.08, 0.34, -1.39, -0.79, -3.21, 4.75, -5.61)),
    (1, 3): (13.8, (-8.95, 1.98, 0.18, 0.16, 0.28, -0.17, 0.00, 0.00, 0.31, -1.13, -0.04, -2.25, 5.56, -7.28)),
    (1, 4): (12.3, (-12.36, 1.37, 0.26, 0.27, 0.32, -0.15, 0.00, -0.04, 0.22, -1.11, 0.59, -2.48, 6.05, -5.16)),
    (1, 5): (10.8, (-10.18, 1.06, 0.36, 0.39, 0.30, -0.12, 0.00, -0.02, 0.16, -1.15, 0.50, -3.13, 4.75, -5.05)),
    (1, 6): (8.8, (-5.63, 0.99, 0.54, 0.36, 0.20, -0.09, 0.00, 0.01, 0.24, -1.19, 0.23, -4.21, 2.63, -4.51)),
    (1, 7): (6.3, (-3.99, 1.00, 0.70, 0.42, 0.11, -0.04, 0.00, 0.02, 0.33, -1.24, 0.14, -4.74, 1.41, -3.70)),
    (1, 8): (6.8, (-4.99, 1.01, 0.79, 0.59, 0.06, 0.01, 0.00, 0.03, 0.27, -1.01, -0.16, -4.75, 1.11, -2.86)),
}
"""By side to move and turn: how far the estimate was off, and the weights of the features."""
