"""A movement phase planned as a whole: attacks prepared, cities entered, and everyone else where he stands best."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import msgspec

from vistula.board.hexes import members
from vistula.players.kit.posture import NEVER

from ..model import POLAND
from ..rules.movement import allowance, half, movable
from ..rules.sequence import operations_allowed
from ..state import MOVEMENT, State, on_map
from .assault import Judge, sure_supply
from .doors import Ride, find_ride, shut
from .offensive import Offensive
from .posture import Posture
from .survey import Survey

SHORTLIST = 12
"""Places that a unit looks at a second time, beside all cities that it can reach."""


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
    found = {}
    units = movable(v.s, v.me)
    if now is not None and not now.whole:
        before = v.ground.reach(now.hex, now.left, v.barred, v.ezoc, whole=False)
        found = {u: before for u in members(now.units) if len(before) > 1}
    for u in units:
        before = v.ground.reach(v.s.place[u], moving_points(v, u, supplied), v.barred, v.ezoc)
        if len(before) > 1:
            found[u] = before
    return found


class Settled(NamedTuple):
    """Where each unit is to go, what the places are expected to gain over standing still, and whether the Poles, once
    they stand so, have shut every way to Warsaw."""

    goal: dict[int, int]
    stands: float
    shut: bool


class Marches:
    """A movement phase planned for the units that may still move: each part when it is first asked for.

    Whoever only weighs attacks at hand against those that could be prepared never asks where the others would stand.
    """

    def __init__(self, v: Survey, supplied: tuple[bool, bool], now: UnderWay | None = None, twice: bool = True) -> None:
        """`twice` says to look at the places again with the enemy's answer in view."""
        s = v.s
        self.v, self.twice = v, twice
        self.reaches = reaches_of(v, supplied, now)
        self.origin = {u: s.place[u] for u in self.reaches}
        self.ride: Ride | None = find_ride(v, self.reaches)
        self._posture = Posture(v)
        for u in on_map(s, v.me):
            if u not in self.reaches:
                self._posture.put(u, s.place[u])
        self._sent: dict[int, int] = {}  # whom rides and attacks need, and where

    @cached_property
    def attacks(self) -> float:
        """What attacks that it prepares are expected to bring."""
        v, s, ride, free = self.v, self.v.s, self.ride, self.reaches
        if ride is not None and ride.unit in free:
            self._sent[ride.unit] = ride.hop
            self._posture.put(ride.unit, ride.hop)
            free = {u: before for u, before in free.items() if u != ride.unit}
        if s.operation >= operations_allowed(s):
            return 0.0
        offensive = Offensive(v, self._posture, free, Judge(v, sure_supply(s)))
        found = sum(a.gain for a in offensive.plan())
        self._sent |= offensive.goal
        return found

    @cached_property
    def settled(self) -> Settled:
        """Everyone where he stands best, once those whom rides and attacks need have been sent."""
        _ = self.attacks
        v, goal, posture = self.v, self._sent, self._posture
        left = {u: before for u, before in self.reaches.items() if u not in goal}
        stands = _settle(v, posture, left, goal, self.twice)
        rider = self.ride.unit if self.ride is not None else -1
        closed = shut(v, posture, {u: before for u, before in self.reaches.items() if u != rider}, goal)
        return Settled({u: h for u, h in goal.items() if h != self.origin[u]}, stands, closed)

    def holds(self, s: State) -> bool:
        """Whether the units have gone where they were sent, and the others stand where they were found."""
        if "settled" not in vars(self):
            return all(s.place[u] == hex for u, hex in self.origin.items())
        moved = s.moved | s.moving
        return all(moved >> u & 1 or s.place[u] == self.origin[u] for u in self.settled.goal)


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
        ranked = posture.places(u, reaches[u])
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
