"""7.0, 7.2 What a reinforcement phase begins with: who is due, and replacement points."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell
from vistula.parts.pieces import box_turn

from ..state import ARRIVING, CAVALRY_POINTS, GARRISON_BOX, INFANTRY_POINTS, RALLY, State
from ..units import POLAND, RUSSIA
from . import rally, withdrawal
from .calendar import date, today
from .options import freikorps
from .queries import plays, scene, turn_of
from .replacements import receive
from .seats import SOUTHWESTERN, WESTERN, commands


def schedule(s: State, side: int) -> None:
    """[7.0a, 7.0e, 17.2.2, 22.5a] Units that the track has for this turn, or had before, wait to come in."""
    due = [unit for unit in members(turn_of(s).arrivals[side]) if s.place[unit] in (RALLY, GARRISON_BOX)]
    due += [unit for unit in s.m.units_of[side] if 0 < box_turn(s.place[unit]) <= s.turn]
    for unit in due:
        s.place[unit] = ARRIVING
    if due:
        tell(s, "7.0a", "due", units=due)


def points_of(s: State, side: int, doubled: bool) -> tuple[int, int]:
    """[7.2a, 17.1.1a, 22.6] What a side receives in this turn."""
    points = turn_of(s).points[side]
    more = rally.extra_points(s) if side == POLAND else (0, 0)
    times = 2 if doubled else 1
    return points.infantry * times + more[0], points.cavalry * times + more[1]


def receive_points(s: State, side: int, doubled: bool = False) -> None:
    """[7.2a, 7.2c, 11.2b] Points go into the pool; with three players each front has its own (A94)."""
    infantry, cavalry = points_of(s, side, doubled)
    if side == RUSSIA:
        cavalry = withdrawal.pay_deficit(s, cavalry)
    tell(s, "7.2a", "points", side=side, infantry=infantry, cavalry=cavalry)
    for arm, number in ((INFANTRY_POINTS, infantry), (CAVALRY_POINTS, cavalry)):
        if commands(s, side) == [WESTERN, SOUTHWESTERN]:
            half, odd = divmod(number, 2)
            west = half + (odd if _odd_row(s) else 0)
            receive(s, WESTERN, arm, west)
            receive(s, SOUTHWESTERN, arm, number - west)
        else:
            receive(s, commands(s, side)[0], arm, number)


def _odd_row(s: State) -> bool:
    """(A94) Whether this turn stands in an odd row of the campaign's track."""
    return (today(s) - date("April IV")) % 2 == 0


def freikorps_points(s: State) -> None:
    """[24.11.5a] (A57) Freikorps factors of this turn: more in the first Russian player turn of the game."""
    if not plays(s, "freikorps"):
        return
    first = 1 if scene(s).begins == RUSSIA else 2
    number = freikorps.FIRST_POINTS if s.turn == first else freikorps.POINTS
    s.freikorps_points += number
    tell(s, "24.11.5a", "freikorps_points", count=number)
