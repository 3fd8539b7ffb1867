"""The open door: who can walk into Warsaw, which ends the game [4.2a], and how the Poles shut the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from vistula.board.hexes import collect
from vistula.games.warsaw_1920.evaluation.ground import Ground
from vistula.games.warsaw_1920.evaluation.posture import Posture
from vistula.games.warsaw_1920.evaluation.survey import Survey
from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.movement import half, may_act
from vistula.games.warsaw_1920.sequence import operations_allowed
from vistula.games.warsaw_1920.state import MOVEMENT, State, on_map

MOST_SCREENS = 60
"""Places off Warsaw that are tried for a screen where nobody can get into the city."""


class Ride(msgspec.Struct):
    """A unit that can be in Warsaw this turn: where it goes in this phase, and how many more phases it needs then."""

    unit: int
    hop: int
    more: int


# -- the Russian way in -----------------------------------------------------------------------------------


def find_ride(v: Survey, reaches: Mapping[int, Mapping[int, int]]) -> Ride | None:
    """The quickest way into Warsaw in what is left of this player turn, if it is open."""
    s, m = v.s, v.m
    if v.me != RUSSIA or s.side != RUSSIA or not v.sudden or s.occupied[POLAND] >> m.warsaw & 1:
        return None
    later = operations_allowed(s) - max(1, s.operation)
    best: Ride | None = None
    for u in on_map(s, RUSSIA):
        if s.disrupted >> u & 1 or not may_act(s, u):
            continue
        first = reaches.get(u) or {s.place[u]: s.place[u]}
        found = _ride(v, u, first, later if best is None else min(later, best.more - 1))
        best = found or best
        if best is not None and not best.more:
            break
    return best


def _ride(v: Survey, unit: int, first: Iterable[int], later: int) -> Ride | None:
    """How one unit gets there in at most so many phases after this one."""
    target = v.m.warsaw
    hops = collect(first)
    if hops >> target & 1:
        return Ride(unit, target, 0)
    allowances = later_allowances(v.s, unit, max(0, later))
    more = _phases(v, hops, allowances)
    if not more:
        return None
    travel = v.ground.travel[target]
    hop = min(first, key=lambda h: (_phases(v, 1 << h, allowances) or 9, travel[h], h))
    return Ride(unit, hop, more)


def _phases(v: Survey, starts: int, allowances: list[int]) -> int:
    """How many movement phases it takes from these hexes into Warsaw; 0 if these are not enough."""
    found = starts
    for n, allowance in enumerate(allowances, 1):
        found = v.ground.flow(found, allowance, v.barred, v.ezoc)
        if found >> v.m.warsaw & 1:
            return n
    return 0


def later_allowances(s: State, unit: int, phases: int) -> list[int]:
    """What a Russian unit has in the phases after this one, as long as its Front's supply points last."""
    front, full = s.m.front[unit], s.m.ma[unit]
    points = s.points[front] - (s.phase != MOVEMENT)
    return [full if n < points else half(full) for n in range(phases)]


def open_to_russia(s: State, ground: Ground, zone: int) -> bool:
    """Whether Russia, whose player turn begins, can walk into Warsaw; `zone` is the Polish zone of control."""
    m = s.m
    if any(s.resupplied) or s.occupied[POLAND] >> m.warsaw & 1:
        return False
    starts: dict[int, int] = {}
    for u in on_map(s, RUSSIA):
        if not s.disrupted >> u & 1:
            starts[m.ma[u]] = starts.get(m.ma[u], 0) | 1 << s.place[u]
    barred = s.occupied[POLAND] | ~ground.open
    return any(
        raid(ground, hexes, allowance, m.russian_ops, barred, zone) >> m.warsaw & 1
        for allowance, hexes in starts.items()
    )


def raid(ground: Ground, starts: int, allowance: int, phases: int, barred: int, zone: int) -> int:
    """Every hex that units on these hexes can be on after so many movement phases."""
    for _ in range(phases):
        starts = ground.flow(starts, allowance, barred, zone)
    return starts


# -- the Polish bolt --------------------------------------------------------------------------------------


def shut(v: Survey, posture: Posture, reaches: Mapping[int, Mapping[int, int]], goal: dict[int, int]) -> bool:
    """See to it that no Russian can walk into Warsaw in his next player turn; False if nobody can prevent it.

    `goal` says where the units that move are bound for; one of them is sent elsewhere if need be.
    """
    if v.me != POLAND or not v.sudden or not posture.way_to_warsaw():
        return True
    return _garrison(v, posture, reaches, goal) or _screen(v, posture, reaches, goal)


def _garrison(v: Survey, posture: Posture, reaches: Mapping[int, Mapping[int, int]], goal: dict[int, int]) -> bool:
    """Send whoever is missed least elsewhere into the city."""
    able = [u for u in reaches if v.m.warsaw in reaches[u]]
    return _send(posture, goal, [(u, v.m.warsaw) for u in able])


def _screen(v: Survey, posture: Posture, reaches: Mapping[int, Mapping[int, int]], goal: dict[int, int]) -> bool:
    """Send somebody to where his zone of control bars the last way."""
    travel = v.ground.travel[v.m.warsaw]
    places = sorted({h for before in reaches.values() for h in before}, key=lambda h: (travel[h], h))[:MOST_SCREENS]
    offers = []
    for h in places:
        able = [u for u in reaches if h in reaches[u] and posture.factor(u)]
        for u in able[:4]:
            posture.lift(u, goal[u])
            if posture.room(u, h):
                posture.put(u, h)
                if not posture.way_to_warsaw():
                    offers.append((u, h))
                posture.lift(u, h)
            posture.put(u, goal[u])
    return _send(posture, goal, offers)


def _send(posture: Posture, goal: dict[int, int], offers: list[tuple[int, int]]) -> bool:
    """Take the best of these: what the new place is worth to the unit less what the old one was."""
    gains = []
    for u, h in offers:
        posture.lift(u, goal[u])
        if posture.room(u, h):
            gains.append((posture.stand(u, h) - posture.stand(u, goal[u]), -u, h))
        posture.put(u, goal[u])
    if not gains:
        return False
    _, unit, hex = max(gains)
    posture.lift(-unit, goal[-unit])
    posture.put(-unit, hex)
    goal[-unit] = hex
    return True
