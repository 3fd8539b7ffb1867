"""How good a position is, as a chance to win."""

from __future__ import annotations

from math import exp

from vistula.games.strike_of_the_eagle.model import PHASES, PIECES, POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.state import State
from vistula.games.strike_of_the_eagle.victory import city_changes, result

SIDES = ("poland", "russia")


def army(s: State, side: int) -> float:
    """Strength points on the map, and those still to come at a part of their value."""
    return sum(s.sp[p] * (1.0 if s.place[p] >= 0 else 0.6 if s.place[p] == -3 else 0.0) for p in PIECES[side])


def chance_to_win(s: State, side: int) -> float:
    """The chance of a side to win from a whole state; half of the certainty where the game was drawn."""
    if s.ended:
        winner = result(s).winner
        return 0.5 if winner is None else float(winner == SIDES[side])
    poland = 1 / (1 + exp(-outlook(s)))
    return poland if side == POLAND else 1 - poland


def outlook(s: State) -> float:
    """The odds of the Poles: points beyond what the scenario wants of them, and armies while there is time."""
    left = (s.scene.last - s.round) * PHASES + PHASES - min(s.phase, PHASES)
    points = s.vp - (s.vp > 0) + sum(value if who == POLAND else -value for _, who, value in city_changes(s))
    lead = points - middle(s)
    strength = army(s, POLAND) - army(s, RUSSIA)
    return (0.9 * lead + 0.12 * strength * min(1.0, left / 5)) / (1 + 0.12 * left)


def middle(s: State) -> float:
    """The place on the track between a Polish victory and a Soviet one."""
    poland = min((r.low if r.side == POLAND else 1 - r.high for r in s.scene.levels if r.winner == POLAND), default=1)
    russia = max((-r.low if r.side == RUSSIA else r.high for r in s.scene.levels if r.winner == RUSSIA), default=-1)
    return (poland - (poland > 0) + russia - (russia > 0)) / 2
