"""3.0 How the game is won: by cities, by Warsaw, or as a scenario has it."""

from __future__ import annotations

from vistula.kernel import Result, SeatId, tell

from ..model import SEATS, SEATS3
from ..state import State
from ..units import POLAND, RUSSIA, SOUTHWEST, WEST
from . import control
from .options import objective
from .queries import plays, scene

DRAW = -1
RUSSIAN_LEVELS = ("unimpressive", "marginal", "major", "cataclysmic")
POLISH_LEVELS = ("scant", "marginal", "major", "crowning")
STALEMATE = "stalemate"
LADDER = (*reversed(RUSSIAN_LEVELS), STALEMATE, *POLISH_LEVELS)
"""[3.2.3b, 3.2.3c] (A56) From the best Russian result to the best Polish one."""
BANDS = (20, 24, 28, 37)
"""[3.2.3b, 3.2.3c] The victory points from which each level counts; from the first on somebody is ahead (A55)."""
CLEARLY = 4
"""[24.2.5a] Points by which one front has done substantially better than the other."""


def conclude(s: State) -> None:
    """[3.0a, 6.1g] The last turn is over."""
    s.ended = True
    poland, russia = control.vp(s)
    tell(s, "3.0a", "concluded", poland=poland, russia=russia)
    if s.players > 2:
        fronts = front_points(s)
        tell(s, "24.2.5a", "fronts_compared", west=fronts[WEST], southwest=fronts[SOUTHWEST])


def rung(s: State) -> int:
    """[3.2.3b, 3.2.3c, 3.2.3d, 3.2.3e] The place of the result on the ladder; below the middle Russia has won."""
    poland, russia = control.vp(s)
    middle = len(RUSSIAN_LEVELS)
    if cataclysm(s):
        return 0
    if poland == russia:
        found = middle
    else:
        band = max(sum(max(poland, russia) >= least for least in BANDS), 1)
        found = middle + band if poland > russia else middle - band
    if not objective.met(s):  # [24.12.1b]
        found = min(found + objective.PENALTY, len(LADDER) - 1)
    return found


def cataclysm(s: State) -> bool:
    """[3.1, 24.1.1] Whether Russia has won by Warsaw: at once, or at the end where the war went on."""
    return s.over == control.FALLEN or bool(s.occupied[RUSSIA] >> s.m.warsaw & 1)


def short_result(s: State) -> tuple[int, str]:
    """[23.3b, 24.12.2] Who has won the short scenario."""
    if cataclysm(s):
        return RUSSIA, RUSSIAN_LEVELS[-1]
    wanted = objective.SHORT_POINTS if plays(s, "objective") else scene(s).russian_points
    enough = control.vp(s)[RUSSIA] >= wanted and objective.met(s)
    return (RUSSIA if enough else POLAND), "victory"


def verdict(s: State) -> tuple[int, str]:
    """[3.0b] The side that has won, or DRAW, and how."""
    if scene(s).short:
        return short_result(s)
    place, middle = rung(s), len(RUSSIAN_LEVELS)
    return (POLAND if place > middle else RUSSIA if place < middle else DRAW), LADDER[place]


# -- 24.2.5 three players ---------------------------------------------------------------------------------------------


def front_points(s: State) -> tuple[int, int]:
    """[24.2.5a] The points of the cities that Russia holds, by the front whose unit was there last."""
    cities = control.worth(s)
    russian = {city: points for city, points in cities.items() if control.controls(s, RUSSIA, city)}
    west = sum(points for city, points in russian.items() if s.won[WEST] >> city & 1)
    return west, sum(russian.values()) - west


def better_front(s: State) -> tuple[int, str]:
    """[24.2.5a, 24.2.5b] (A98) The front that has done better, -1 if none, and by how much; who took Warsaw comes
    first."""
    west, southwest = front_points(s)
    if s.warsaw_taken_by and cataclysm(s):
        return s.warsaw_taken_by - 1, "hero"
    if west == southwest:
        return DRAW, "equal"
    ahead = "substantially" if abs(west - southwest) >= CLEARLY else "marginally"
    return (WEST if west > southwest else SOUTHWEST), ahead


def result(s: State) -> Result | None:
    """[3.0, 24.2.5a] (A98) Who has won: with three players both Russians win or lose together, and the score tells them
    apart."""
    if not s.ended:
        return None
    side, level = verdict(s)
    poland, russia = control.vp(s)
    score: dict[str, int] = {SEATS[POLAND]: poland, SEATS[RUSSIA]: russia}
    winners: tuple[SeatId, ...] = () if side == DRAW else (SEATS[side],)
    if s.players > 2:
        west, southwest = front_points(s)
        score |= {SEATS3[1]: west, SEATS3[2]: southwest}
        if side == RUSSIA:
            winners = (SEATS3[1], SEATS3[2])
    rule = "3.1" if s.over == control.FALLEN else "23.3b" if scene(s).short else "3.2.3d" if side == DRAW else "3.2.3a"
    return Result(winners, "draw" if side == DRAW else level, rule, score)
