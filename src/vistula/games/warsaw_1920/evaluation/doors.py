"""The open door: who can walk into Warsaw, which ends the game [4.2a], and how the Poles shut the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from vistula.board.hexes import collect

from ..model import POLAND, RUSSIA
from ..rules.movement import half, may_act
from ..rules.sequence import operations_allowed
from ..state import MOVEMENT, State, on_map
from .ground import Ground
from .posture import Posture
from .survey import Survey

MOST_PLACES, MOST_SCREENS = 80, 4
"""Where nobody can get into the city: places that are looked at for a screen, and units that are sent to some."""


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
    later = operations_allowed(s) - s.operation  # before the first operation, all of them
    best: Ride | None = None
    travel = v.ground.travel[m.warsaw]
    for u in on_map(s, RUSSIA):
        if s.disrupted >> u & 1 or not (may_act(s, u) or not s.operation):
            continue
        if travel[s.place[u]] > (later + 1) * (m.ma[u] + 3):
            continue  # it cannot be there in time
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
    points = s.points[front] - (s.operation > 0 and s.phase != MOVEMENT)  # this one's point is not spent yet
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
        raid(ground, hexes, allowance, m.operations.russian, barred, zone) >> m.warsaw & 1
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
    return _send(posture, goal, [(u, v.m.warsaw) for u in able]) >= 0


def _screen(v: Survey, posture: Posture, reaches: Mapping[int, Mapping[int, int]], goal: dict[int, int]) -> bool:
    """Send one or a few to where their zones of control bar the last ways; nobody if that does not bar all of them."""
    before = dict(goal)
    for _ in range(MOST_SCREENS):
        ways = ways_in(v, posture)
        if not ways:
            return True
        if not any(_bar(v, posture, reaches, goal, place, ways) for place in _places(v, posture, reaches, ways)):
            break
    for u, h in before.items():
        if goal[u] != h:
            _move(posture, goal, u, h)
    return False


def _places(v: Survey, posture: Posture, reaches: Mapping[int, Mapping[int, int]], ways: int) -> list[int]:
    """Free hexes from which one more unit would bar at least one way, those that bar the most first."""
    travel = v.ground.travel[v.m.warsaw]
    near = sorted({h for before in reaches.values() for h in before} - set(posture.at), key=lambda h: (travel[h], h))
    left = {h: ways_in(v, posture, 1 << h) for h in near[:MOST_PLACES]}
    return sorted((h for h in left if left[h] < ways), key=lambda h: (left[h], travel[h], h))[:MOST_SCREENS]


def _bar(
    v: Survey, posture: Posture, reaches: Mapping[int, Mapping[int, int]], goal: dict[int, int], hex: int, ways: int
) -> bool:
    """Send somebody there, if no other way is opened by that."""
    before = dict(goal)
    able = [(u, hex) for u in reaches if hex in reaches[u] and posture.factor(u)]
    while able:
        sent = _send(posture, goal, able)
        if sent < 0:
            break
        if ways_in(v, posture) < ways:
            return True
        _move(posture, goal, sent, before[sent])
        able.remove((sent, hex))
    return False


def ways_in(v: Survey, posture: Posture, more: int = 0) -> int:
    """How many enemy stacks could walk into Warsaw past these units, and past others on the hexes `more`."""
    m, ground = v.m, v.ground
    if posture.mass.get(m.warsaw):
        return 0
    held = collect(h for h, mass in posture.mass.items() if mass) | more
    zone, barred = m.grid.dilate(held), held | ~ground.open
    travel = ground.travel[m.warsaw]
    return sum(
        raid(ground, 1 << hex, allowance, v.enemy_operations, barred, zone) >> m.warsaw & 1
        for hex, allowance in {(hex, allowance) for hex, allowance, _ in v.strikers}
        if allowance and travel[hex] <= v.enemy_operations * allowance + 2
    )


def _send(posture: Posture, goal: dict[int, int], offers: list[tuple[int, int]]) -> int:
    """Take the best of these, by what a unit gains or loses by going there. Returns who goes, -1 if nobody can."""
    gains = []
    for u, h in offers:
        posture.lift(u, goal[u])
        if posture.room(u, h):
            gains.append((posture.stand(u, h) - posture.stand(u, goal[u]), -u, h))
        posture.put(u, goal[u])
    if not gains:
        return -1
    _, unit, hex = max(gains)
    _move(posture, goal, -unit, hex)
    return -unit


def _move(posture: Posture, goal: dict[int, int], unit: int, hex: int) -> None:
    posture.lift(unit, goal[unit])
    posture.put(unit, hex)
    goal[unit] = hex
