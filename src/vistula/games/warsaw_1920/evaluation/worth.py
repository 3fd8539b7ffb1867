"""How good a position is: the difference of points that it leads to between equal players, and the chance to win.

The weights were fitted to games of officers of many tempers; docs/players.md says how.
"""

from __future__ import annotations

from math import erf, sqrt

from vistula.parts.pieces import box_turn

from ..model import ARTILLERY, POLAND, RUSSIA, SEATS, Model
from ..rules.queries import zoc
from ..rules.victory import count, totals
from ..state import State
from .doctrine import WEIGHTS
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
    spread, *weights = FITTED[s.side, max(s.turn, 2 - s.side)]
    found = features(s)
    more = beyond(s.m)
    found[HELD] -= more
    return more + sum(w * f for w, f in zip(weights, found, strict=True)), spread


FITTED = {(side, int(turn)): row for side, seat in enumerate(SEATS) for turn, row in WEIGHTS.fitted[seat].items()}
"""By side to move and turn: how far the estimate was off, and the weights of the features."""
