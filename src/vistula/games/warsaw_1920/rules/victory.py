"""4.0 Victory conditions: the points at the end, and the sudden death before it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from vistula.board.hexes import members
from vistula.kernel import Result

from ..model import POLAND, RUSSIA, SEATS, Model
from ..state import ELIMINATED, OVERSTACKED, SURRENDERED, State
from .queries import controlled, railed


class Score(msgspec.Struct, frozen=True):
    """One line of the count: what, for whom, how much, by which rule."""

    side: int
    what: str
    points: int
    rule: str
    hex: int = -1


def city_scores(s: State, side: int) -> list[Score]:
    """[4.1.1a] – [4.1.1c], [4.1.2c] Cities joined by rail to an own source; Polish Warsaw needs no rail."""
    held = (s.m.city | s.m.major) & controlled(s, side)
    return list(_city_scores(s.m, side, held, held & railed(s, side)))


@lru_cache(maxsize=1024)
def _city_scores(m: Model, side: int, held: int, linked: int) -> tuple[Score, ...]:
    scores = []
    for hex in members(held):
        if hex == m.warsaw and side == POLAND:
            scores.append(Score(side, m.place[hex], m.points.warsaw_polish, "4.1.2c", hex))
        elif linked >> hex & 1:
            scores.append(_city(m, side, hex))
    return tuple(scores)


def _city(m: Model, side: int, hex: int) -> Score:
    if hex == m.warsaw:
        return Score(side, m.place[hex], m.points.warsaw_russian, "4.1.1b", hex)
    return Score(side, m.place[hex], m.points.major if m.major >> hex & 1 else m.points.city, "4.1.1a", hex)


def loss_scores(s: State, side: int) -> list[Score]:
    """[4.1.3a, 4.1.3b, 4.1.4a] What a side scores for enemy elites eliminated and enemy units surrendered (W-17)."""
    m = s.m
    foes = m.russian if side == POLAND else m.polish
    fates = s.place[foes.start : foes.stop]
    elites = 0
    if ELIMINATED in fates or OVERSTACKED in fates:
        elites = sum(m.elite[u] and s.place[u] in (ELIMINATED, OVERSTACKED) for u in foes)
    return list(_loss_scores(m, side, elites, fates.count(SURRENDERED)))


@lru_cache(maxsize=1024)
def _loss_scores(m: Model, side: int, elites: int, given_up: int) -> tuple[Score, ...]:
    rule = "4.1.3a" if side == POLAND else "4.1.3b"
    fallen = Score(side, "elite units eliminated", elites * m.points.elite, rule)  # [4.1.3a] [4.1.3b]
    return fallen, Score(side, "units surrendered", -(-given_up // m.points.surrendered_a_vp), "4.1.4a")


def during_play(s: State) -> list[Score]:
    """[4.1.5a, 4.1.7a, 4.1.7b] The only points entered on the record track while the game lasts."""
    return [Score(POLAND, "Russian resupply", s.resupply_vp, "4.1.5a")]


def count(s: State) -> list[Score]:
    """[4.1a, 4.1.7b] Every line of the count if the game ended now."""
    scores = [line for side in (POLAND, RUSSIA) for line in city_scores(s, side) + loss_scores(s, side)]
    scores += during_play(s)
    shown = s.order_shown or not s.ended  # [4.1.6a] an order that was never shown is never paid for
    if s.counterattack == s.m.counterattack.turns[0] and shown:  # [4.1.6a]
        scores.append(Score(POLAND, "early counterattack", -s.m.counterattack.cost, "4.1.6a"))
    return scores


def totals(s: State) -> tuple[int, int]:
    """[4.1.7a] The points of both sides as plain numbers: no track comes to an end."""
    points = [0, 0]
    for line in count(s):
        points[line.side] += line.points
    return points[POLAND], points[RUSSIA]


def result(s: State) -> Result:
    """[4.1a, 4.2a] Who has won."""
    poland, russia = totals(s)
    score: dict[str, int] = {SEATS[POLAND]: poland, SEATS[RUSSIA]: russia}
    if s.sudden:
        return Result((SEATS[RUSSIA],), "decisive", "4.2a", score)
    if poland == russia:
        return Result((), "draw", "4.1a", score)
    return Result((SEATS[POLAND] if poland > russia else SEATS[RUSSIA],), "points", "4.1a", score)
