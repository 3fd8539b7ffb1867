"""How good a position is: the difference of points that it leads to between equal players, and the chance to win.

The weights were fitted to games of officers of many tempers; docs/players.md says how.
"""

from __future__ import annotations

from math import erf, sqrt

from vistula.parts.pieces import box_turn

from ..model import ARTILLERY, POLAND, RUSSIA, Model
from ..rules.queries import zoc
from ..rules.victory import count, totals
from ..state import State
from .doors import open_to_russia
from .ground import ground_of

LOST_AT_ONCE = 0.02
"""The chance of the Poles when Russia, whose player turn begins, can walk into Warsaw."""
HELD = 2
"""Where points of cities by who holds them stand among the features."""

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
        return -(m.points.warsaw_russian if city == m.warsaw else ground_of(m).vp[city])
    return m.points.warsaw_polish if city == m.warsaw else ground_of(m).vp[city]


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
    sudden = not any(s.resupplied)  # [4.2a]
    return [
        1.0, kept, held, linked - held, on_map[POLAND], on_map[RUSSIA], idle[POLAND], idle[RUSSIA], waiting[POLAND],
        float(s.points[0]), float(s.points[1]), contested, fallen, _press(s, mass) if sudden else 0.0,
        float(sudden),
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


def chance_to_win(s: State, side: int) -> float:
    """The chance of a side to win from here; certainty when the game is over, with a little for the margin."""
    if s.ended:
        poland, russia = totals(s)
        margin: float = -20 if s.sudden else poland - russia
        won = 0.5 + 0.5 * (margin > 0) - 0.5 * (margin < 0)
        sure = 0.96 * won + 0.02 + 0.02 * max(-1.0, min(1.0, margin / 20))
    elif s.side == RUSSIA and s.operation < 2 and open_to_russia(s, ground_of(s.m), zoc(s, POLAND)):
        sure = LOST_AT_ONCE
    else:
        margin, spread = prospect(s)
        sure = 0.5 * (1 + erf(margin / spread / sqrt(2)))  # the normal distribution
    return sure if side == POLAND else 1 - sure


def prospect(s: State) -> tuple[float, float]:
    """The difference of points to be expected at the end, Polish minus Russian, and how far it may be off."""
    spread, weights = FITTED[s.side, max(s.turn, 2 - s.side)]
    found = features(s)
    more = beyond(s.m)
    found[HELD] -= more
    return more + sum(w * f for w, f in zip(weights, found, strict=True)), spread


FITTED: dict[tuple[int, int], tuple[float, tuple[float, ...]]] = {
    (0, 2): (10.8, (-16.32, 1.50, 0.30, 0.03, 0.50, -0.19, -0.12, 0.00, 0.53, -1.69, -1.51, -2.82, 3.12, 0.00, 0.00)),
    (0, 3): (10.4, (-7.72, 1.50, 0.22, 0.00, 0.40, -0.12, -0.12, 0.00, 0.41, -1.26, -1.20, -2.03, 3.34, -2.00, -4.70)),
    (0, 4): (9.5, (-14.12, 1.50, 0.19, 0.16, 0.42, -0.10, -0.14, 0.00, 0.39, -1.12, -0.94, -1.58, 2.35, -2.50, -1.00)),
    (0, 5): (8.9, (-10.63, 1.31, 0.24, 0.38, 0.39, -0.10, -0.14, 0.00, 0.38, -1.20, -0.69, -2.13, 0.09, -2.50, -1.50)),
    (0, 6): (7.9, (-6.11, 1.19, 0.41, 0.37, 0.29, -0.07, -0.12, 0.00, 0.34, -1.30, -0.22, -3.50, -2.39, -1.50, -2.50)),
    (0, 7): (6.7, (-4.73, 1.12, 0.65, 0.45, 0.18, -0.03, -0.17, 0.00, 0.21, -1.11, 0.14, -4.17, -3.00, 0.06, -1.00)),
    (0, 8): (4.9, (-4.89, 1.10, 0.81, 0.58, 0.12, -0.01, -0.20, 0.00, 0.02, -0.70, -0.08, -3.81, -2.69, 0.12, 0.00)),
    (1, 1): (12.2, (-3.50, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00)),
    (1, 2): (10.9, (-10.83, 1.50, 0.59, 0.19, 0.30, -0.14, 0.00, -0.11, 0.39, -1.42, -1.27, -2.08, 4.26, 0.00, 0.00)),
    (1, 3): (10.1, (-10.57, 1.50, 0.24, 0.16, 0.37, -0.15, 0.00, -0.04, 0.39, -1.14, -0.93, -1.06, 5.03, 0.00, -4.70)),
    (1, 4): (9.1, (-15.25, 1.36, 0.19, 0.27, 0.40, -0.15, 0.00, -0.05, 0.39, -1.19, -0.70, -0.84, 3.85, -2.50, -1.00)),
    (1, 5): (8.6, (-14.15, 1.32, 0.28, 0.39, 0.35, -0.10, 0.00, 0.02, 0.38, -1.40, -0.36, -1.65, 1.38, -3.50, -1.50)),
    (1, 6): (7.7, (-10.87, 1.22, 0.47, 0.36, 0.25, -0.06, 0.00, 0.09, 0.33, -1.41, 0.13, -3.17, -0.65, -3.00, -2.50)),
    (1, 7): (6.1, (-7.49, 1.13, 0.68, 0.42, 0.13, -0.02, 0.00, 0.03, 0.14, -1.23, 0.21, -4.34, -2.12, -0.50, -1.00)),
    (1, 8): (4.4, (-5.03, 1.04, 0.85, 0.59, 0.05, 0.01, 0.00, -0.05, 0.00, -0.84, -0.12, -4.29, -1.70, 0.20, 0.00)),
}
"""By side to move and turn: how far the estimate was off, and the weights of the features."""
