"""A movement phase planned as a whole: attacks prepared, cities entered, and everyone else where he stands best."""

from __future__ import annotations

import msgspec

from vistula.board.hexes import members
from vistula.games.warsaw_1920.evaluation.assault import Judge
from vistula.games.warsaw_1920.evaluation.doors import Ride, find_ride, shut
from vistula.games.warsaw_1920.evaluation.ground import reach
from vistula.games.warsaw_1920.evaluation.offensive import Offensive
from vistula.games.warsaw_1920.evaluation.posture import NEVER, Posture
from vistula.games.warsaw_1920.evaluation.survey import Survey
from vistula.games.warsaw_1920.model import POLAND
from vistula.games.warsaw_1920.rules.movement import allowance, half, movable
from vistula.games.warsaw_1920.rules.sequence import operations_allowed
from vistula.games.warsaw_1920.state import MOVEMENT, on_map

SHORTLIST = 12
"""Places that a unit looks at a second time, beside all cities that it can reach."""


class Marches(msgspec.Struct):
    """Where each unit is to go, and what the whole plan is expected to gain over standing still."""

    goal: dict[int, int]
    stands: float
    attacks: float
    ride: Ride | None = None
    shut: bool = True  # whether the Poles, once they stand so, have shut every way to Warsaw


def moving_points(v: Survey, unit: int, supplied: tuple[bool, bool]) -> int:
    """[2.2.7a] A unit's allowance in this movement phase, or in one that came now."""
    s = v.s
    if s.phase == MOVEMENT:
        return allowance(s, unit)
    full = s.m.ma[unit]
    if v.me == POLAND:
        return full if s.movements < 1 else half(full)
    return full if supplied[s.m.front[unit]] else half(full)


class UnderWay(msgspec.Struct, frozen=True):
    """A move that has begun: who, where, with how much left."""

    units: int
    hex: int
    left: int
    whole: bool


def reaches_of(v: Survey, supplied: tuple[bool, bool], now: UnderWay | None = None) -> dict[int, dict[int, int]]:
    """For each unit that may still move the hexes it can get to; units with nowhere to go are left out."""
    known: dict[tuple[int, int], dict[int, int]] = {}
    found = {}
    units = movable(v.s, v.me)
    if now is not None and not now.whole:
        before = reach(v.ground, now.hex, now.left, v.barred, v.ezoc, whole=False)
        found = {u: before for u in members(now.units) if len(before) > 1}
    for u in units:
        key = v.s.place[u], moving_points(v, u, supplied)
        if key not in known:
            known[key] = reach(v.ground, *key, v.barred, v.ezoc)
        if len(known[key]) > 1:
            found[u] = known[key]
    return found


def plan_marches(v: Survey, supplied: tuple[bool, bool], now: UnderWay | None = None, twice: bool = True) -> Marches:
    """The plan for the units that may still move; `twice` says to look at it again with the enemy's answer in view."""
    s = v.s
    reaches = reaches_of(v, supplied, now)
    posture = Posture(v)
    for u in on_map(s, v.me):
        if u not in reaches:
            posture.put(u, s.place[u])
    goal: dict[int, int] = {}
    attacks = 0.0
    ride = find_ride(v, reaches)
    if ride is not None and ride.unit in reaches:
        goal[ride.unit] = ride.hop
        posture.put(ride.unit, ride.hop)
        reaches = {u: before for u, before in reaches.items() if u != ride.unit}
    if s.operation < operations_allowed(s):
        offensive = Offensive(v, posture, reaches, Judge(v, (s.points[0] > 0, s.points[1] > 0)))
        attacks = sum(a.gain for a in offensive.plan())
        goal |= offensive.goal
    stands = _settle(v, posture, {u: r for u, r in reaches.items() if u not in goal}, goal, twice)
    safe = shut(v, posture, reaches, goal)
    return Marches({u: h for u, h in goal.items() if h != s.place[u]}, stands, attacks, ride, safe)


def _settle(
    v: Survey, posture: Posture, reaches: dict[int, dict[int, int]], goal: dict[int, int], twice: bool
) -> float:
    """Let each unit in turn take the place where it stands best beside the others.

    Once round over all that it can reach; then, with the enemy's answer in view, again over the best of that.
    """
    place, gained = v.s.place, 0.0
    order = sorted(reaches, key=lambda u: (not posture.room(u, place[u]), -v.values[u], u))
    for u in order:
        goal[u] = place[u]
        posture.put(u, place[u])
    short: dict[int, list[int]] = {}
    for u in order:
        posture.lift(u, goal[u])
        ranked = sorted(((posture.stand(u, h), -h) for h in reaches[u]), reverse=True)
        short[u] = [-h for _, h in ranked[:SHORTLIST]]
        short[u] += [city for city in v.ground.cities if city in reaches[u] and city not in short[u]]
        gained += _take(u, ranked[0], posture, goal)
    if twice:
        posture.reconnoitre()
    for u in order if twice else ():
        posture.lift(u, goal[u])
        gained += _take(u, max((posture.stand(u, h), -h) for h in short[u]), posture, goal)
    return gained


def _take(unit: int, best: tuple[float, int], posture: Posture, goal: dict[int, int]) -> float:
    """Send a unit, which has been lifted, to the best place if that is better than where it is bound for."""
    here, gain = posture.stand(unit, goal[unit]), 0.0
    if best[0] > max(here, NEVER / 2) + 1e-6:
        gain = best[0] - max(here, -1.0)
        goal[unit] = -best[1]
    posture.put(unit, goal[unit])
    return gain


__all__ = ["Marches", "UnderWay", "moving_points", "plan_marches", "reaches_of"]
