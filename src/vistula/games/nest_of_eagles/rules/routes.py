"""11.1, 11.3 – 11.6 Ways of retreat.

All routes of a group are listed: two hexes in the First Attack Phase, one in the Second. Then come the preferences in
the rulebook's order [11.5a, 11.6c, 11.6d, 11.6e].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vistula.parts.retreats import Plan, Preference, prefer
from vistula.parts.sides import holds
from vistula.parts.words import count

from ..model import LITHUANIA, POLAND, SOVIET, TRAIN, Model
from ..state import ATTACK_1, State, sp, strength, units_at
from .ground import enemy_lines, rivers
from .queries import in_play, veiled
from .stacking import crowd, limit, other_army

NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST_, NORTHWEST = range(6)
EASTWARD, WESTWARD = (NORTHEAST, SOUTHEAST), (NORTHWEST, SOUTHWEST_)
OFF_MAP = -1
BREAKS_THROUGH, PASSED = 3, 2
"""[11.4a] SP of who breaks through, and of those whom he passes."""


class Route(NamedTuple):
    """A way of retreat: its hexes (OFF_MAP last where it leaves the map), the steps it costs, how it ends."""

    hexes: tuple[int, ...]
    cost: int
    right: int  # steps in the correct direction
    blocked: int = 0  # hexes that could not be entered
    edge: int = 0  # the direction in which it leaves the map


# -- 11.1 direction ---------------------------------------------------------------------------------------------------


POLES, SOVIETS, LITHUANIANS = range(3)
"""Whose direction of retreat."""


def nation(m: Model, unit: int) -> int:
    return LITHUANIANS if m.front[unit] == LITHUANIA else SOVIETS if m.side[unit] == SOVIET else POLES


def correct(s: State, unit: int, here: int, direction: int) -> bool:
    """[11.1a, 11.1b, 21.1b] Whether a step in a direction is correct (N-1, N-2)."""
    return backward(s.m, nation(s.m, unit), here, direction)


def backward(m: Model, nation: int, here: int, direction: int) -> bool:
    """The same for all units of a nation."""
    there = here + m.grid.steps(here)[direction]
    if nation == SOVIETS:
        return direction in EASTWARD
    goal = m.kowno if nation == LITHUANIANS else m.warszawa
    nearer = bool(m.grid.valid >> there & 1) and m.grid.distance(there, goal) < m.grid.distance(here, goal)
    return nearer or (nation == POLES and direction in WESTWARD)


# -- 11.3, 11.4 routes ------------------------------------------------------------------------------------------------


class Group:
    """Units that retreat together, with what the rules ask about them."""

    def __init__(self, s: State, units: Sequence[int]) -> None:
        m = s.m
        self.s, self.units, self.lead = s, units, units[0]
        self.side, self.origin = m.side[units[0]], s.place[units[0]]
        self.remnants = all(s.remnant >> unit & 1 for unit in units)
        self.train = any(m.kind[unit] == TRAIN for unit in units)
        self.lone_train = self.train and len(units) == 1
        self.strong = sum(sp(s, unit) for unit in units) >= BREAKS_THROUGH
        self.lines = enemy_lines(s, self.side)
        self.wide = rivers(m, self.side).wide
        self.friends = s.occupied[self.side]

    def toll(self, here: int, direction: int) -> int:
        """[11.3a, 11.3b, 11.3c, 11.3g, 3.4.3j] The steps that one hex of the way costs, enemies in it not counted."""
        m, hex = self.s.m, here + self.s.m.grid.steps(here)[direction]
        wrong = not correct(self.s, self.lead, here, direction) and not self.remnants and not self.lone_train
        met = bool(m.grid.valid >> hex & 1 and self.friends >> hex & 1)
        lined = not met and not self.remnants and bool(self.lines[direction] >> here & 1)
        drowned = not met and bool(self.wide[direction] >> here & 1)
        return wrong + lined + drowned

    def enterable(self, here: int, hex: int) -> bool:
        """[2.3.1a, 3.1b, 11.6a, 21.2b] Whether a hex can be entered, enemies not counted (N-60)."""
        s, m = self.s, self.s.m
        if hex == m.kowno and self.side == POLAND:
            return False
        if not in_play(s) >> hex & 1 or hex == self.origin or other_army(s, self.lead) >> hex & 1:
            return False
        return not self.train or holds(m.grid, m.rails, here, hex)

    def weak(self, hex: int) -> bool:
        """[11.4a] Whether the enemies in a hex can be passed: 2 SP at most, a support unit counting as one."""
        s, foe = self.s, 1 - self.side
        if veiled(s, foe) >> hex & 1:
            return False  # (N-112)
        there = strength(s, foe, hex) + sum(s.m.support >> u & 1 for u in units_at(s, foe, hex))
        return there <= PASSED

    def exit(self, here: int, direction: int) -> bool:
        """[2.3.2a, 2.3.2b, 2.3.2c] Whether a Soviet unit leaves the map over an edge here."""
        m = self.s.m
        there = here + m.grid.steps(here)[direction]
        if self.side != SOVIET or m.front[self.lead] == LITHUANIA or m.grid.valid >> there & 1:
            return False
        edge = m.north if direction == NORTH else m.south if direction == SOUTH else m.east
        return bool(edge >> here & 1)


def routes(group: Group, length: int) -> list[Route]:
    """Every way a group can go; where none can be completed, ways that break off, then staying (N-20, N-67)."""
    whole: list[Route] = []
    short: list[Route] = []
    s, m, start = group.s, group.s.m, group.origin
    foes = s.occupied[1 - group.side]
    for direction in range(6):
        cost, right = group.toll(start, direction), int(correct(s, group.lead, start, direction))
        hex = start + m.grid.steps(start)[direction]
        if group.exit(start, direction):
            whole.append(Route((OFF_MAP,), cost, right, edge=direction))
        elif not m.grid.valid >> hex & 1 or not group.enterable(start, hex):
            continue
        elif foes >> hex & 1:
            whole += _through(group, hex, cost) if right and group.strong and group.weak(hex) else []
        elif length == 1:
            whole.append(Route((hex,), cost, right))
        else:
            onward = _second(group, hex, cost, right)
            whole += onward
            if not onward:
                short.append(Route((hex,), cost + m.retreat.blocked, right, blocked=1))
    counted = bool(s.rulings & DEAD_ENDS_COUNTED)
    if counted and whole and short:
        return whole + short
    return whole or short or [Route((), m.retreat.blocked * length, 0, blocked=length)]


DEAD_ENDS_COUNTED = 1 << 3


def _second(group: Group, first: int, cost: int, right: int) -> list[Route]:
    """[11.6b] The ways on from the first hex; the second is not next to the start."""
    s, m, found = group.s, group.s.m, []
    shut = s.occupied[1 - group.side] | m.around[group.origin]
    for direction in range(6):
        more, also = cost + group.toll(first, direction), right + correct(s, group.lead, first, direction)
        hex = first + m.grid.steps(first)[direction]
        if group.exit(first, direction):
            found.append(Route((first, OFF_MAP), more, also, edge=direction))
        elif m.grid.valid & ~shut & 1 << hex and group.enterable(first, hex):
            found.append(Route((first, hex), more, also))
    return found


def _through(group: Group, weak: int, cost: int) -> list[Route]:
    """[11.4a, 11.3d] The ways on from a hex of weak enemies, each step in the correct direction."""
    passing = _second(group, weak, cost + group.s.m.retreat.through, 1)
    return [route for route in passing if route.right == 2]


# -- 11.5, 11.6 preferences -------------------------------------------------------------------------------------------


def preferences(group: Group, roomy: int) -> Iterator[Preference[Route]]:
    """[11.5a, 11.6c, 11.6d, 11.6e] What is preferred, in order (N-21); some hexes count as if they had room."""
    s, side = group.s, group.side
    near = s.m.grid.dilate(s.occupied[1 - side])

    def end(route: Route) -> int:
        return route.hexes[-1] if route.hexes else group.origin

    def crowded(route: Route) -> bool:
        hex = end(route)
        moved = hex >= 0 and hex != group.origin and not roomy >> hex & 1
        return moved and crowd(s, side, hex) + len(group.units) > limit(s, hex)

    def exposed(route: Route) -> bool:
        return end(route) >= 0 and bool(near >> end(route) & 1)

    def dearer(route: Route, better: Route) -> str:
        return f"this way costs {count(route.cost, 'step')}, and there is one that costs {better.cost or 'none'}"

    full, foe, wrong = (
        "too many units would be there, and there is another way",
        "this way ends next to an enemy, and another does not",
        "another way has more steps in the correct direction",
    )
    yield Preference("11.6e", crowded, lambda *_: full)
    yield Preference("11.5a", lambda route: route.cost, dearer)
    yield Preference("11.6c", exposed, lambda *_: foe)
    yield Preference("11.6d", lambda route: -route.right, lambda *_: wrong)


def plan(s: State, units: Sequence[int], roomy: int = 0) -> Plan[Route]:
    """[11.0a] The ways that a group may take now, or might if some hexes had room."""
    length = s.m.retreat.first if s.phase == ATTACK_1 else s.m.retreat.second
    group = Group(s, units)
    found = sorted(routes(group, length), key=lambda route: (route.hexes, -route.cost, route.right))
    ways = {route.hexes: route for route in found}  # of two edges of a hex the better
    return prefer(ways, preferences(group, roomy))
