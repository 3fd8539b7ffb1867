"""11.0 Retreat: the owner parts the stack, each group takes the way that costs it least.

All routes of a group are listed: two hexes in the First Attack Phase, one in the Second. Then come the preferences in
the rulebook's order [11.5a, 11.6c, 11.6d, 11.6e]; what they leave is offered, and a hex that is not offered is refused
by the first preference that its best route fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vistula.board.hexes import collect
from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)
from vistula.kernel.views import Refusal
from vistula.parts.retreats import Plan, Preference, prefer
from vistula.parts.sides import holds
from vistula.parts.words import count

from ..model import CARS, LITHUANIA, MOTORIZED, POLAND, SOVIET, TANK, TRAIN, Model
from ..state import ATTACK_1, REMOVED, State, box, remove, sp, strength, units_at
from .bars import named
from .control import come
from .fronts import strand
from .ground import enemy_lines, rivers
from .priorities import PolishPriority, due
from .queries import in_play, veiled
from .seats import asked, commands, troops
from .stacking import crowd, limit, other_army
from .steps import eliminate, lone_remnant, losses

NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST_, NORTHWEST = range(6)
EASTWARD, WESTWARD = (NORTHEAST, SOUTHEAST), (NORTHWEST, SOUTHWEST_)
OFF_MAP = -1
BREAKS_THROUGH, PASSED = 3, 2
"""[11.4a] SP of who breaks through, and of those whom he passes."""
BACK_SOON, BACK_LATER = 1, 3
"""[2.3.2b, 2.3.2c] Rounds until a unit that left the map comes back: over the north and east, over the south."""


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


def shut_off(s: State, plan: Plan[Route], units: Sequence[int], path: list[int]) -> Iterator[Bar]:
    """[11.1-11.6] Hexes that a retreating group cannot be sent to next."""
    m = s.m
    here = path[-1] if path else s.place[units[0]]

    def why(hex: int) -> Refusal:
        name = m.hex_name(hex)
        if not m.around[here] >> hex & 1:
            return Refusal("11.0a", f"{name} is not next to {m.hex_name(here)}")
        if s.occupied[1 - m.side[units[0]]] >> hex & 1:
            return Refusal("11.4a", f"enemy units hold {name}, and they cannot be passed")
        if path and m.around[s.place[units[0]]] >> hex & 1:
            return Refusal("11.6b", f"{name} is next to the hex where the retreat began")
        return Refusal("11.3e", f"the retreat cannot lead to {name}")

    yield plan.bar(tuple(path), "11.5a", why)


# -- procedures -------------------------------------------------------------------------------------------------------


@procedure
class Retreats(Frame):
    """[11.2a, 11.2b] Beaten units retreat; the owners part them into groups as they like (N-22)."""

    units: list[int]

    @step("11.0a", "19.4c")
    def those_who_cannot(self, s: State) -> None:
        """[19.4c, 3.4.7c] The Lwów unit is removed; the aircraft flies home with the others."""
        if s.m.lwow_unit in self.units:
            tell(s, "19.4c", "eliminated", unit=s.m.lwow_unit, hex=s.place[s.m.lwow_unit])
            remove(s, s.m.lwow_unit, REMOVED)
        self.units = [unit for unit in self.units if s.place[unit] >= 0 and unit != s.m.air]
        for unit in self.units:
            s.marked &= ~(1 << unit)  # [17.3c]
            if s.rebel >> unit & 1:
                eliminate(s, unit, "20.4.1d")  # (N-88)

    @step("11.0a", "11.2b")
    def next_group(self, s: State) -> Next:
        alive = [unit for unit in self.units if s.place[unit] >= 0]
        if not alive:
            return DONE
        side = s.m.side[alive[0]]
        command = next(c for c in commands(s, side) if any(troops(s, c) >> u & 1 for u in alive))
        hex = next(s.place[u] for u in alive if troops(s, command) >> u & 1)
        here = [u for u in alive if s.place[u] == hex and troops(s, command) >> u & 1]
        self.units = [u for u in alive if u not in here]
        return Call(Retreat(command=command, units=here), AGAIN)


def among_markers(retreat: Retreat, s: State) -> bool:
    """Whether there would be a choice if nothing were known of how many units are under markers of its own side: then
    it is asked, also where their hexes are full (N-95)."""
    hidden = veiled(s, s.m.side[retreat.group[0]])
    return bool(hidden) and len(plan(s, retreat.group, hidden).onward(tuple(retreat.path))) > 1


@procedure
class Retreat(Frame):
    """11.2 – 11.6 The units of one hex retreat, together or in groups."""

    command: int
    units: list[int]
    group: list[int] = []
    path: list[int] = []
    edge: int = 0  # the direction in which the map is left

    @choose("11.2a", "11.2b", who=asked, prompt="Who retreats together?", always=True)
    def part(self, s: State) -> Choice:
        self_units = [u for u in self.units if s.place[u] >= 0]
        if not self_units:
            return DONE
        if len(self_units) == 1:
            return goto("alone")
        joined = Bar("11.2a", collect(self.group), named(s, "is in this group already"))
        others = only("11.2b", collect(self_units), named(s, "has no retreat to make now"))
        nobody = Bar("11.2b", not self.group, "choose the units that go together")
        return [
            Offer("unit", "piece", [others, joined], "Join this group"),
            Offer("go", "button", [nobody], "This group goes"),
            Option("together", label="All together"),
            never("space", [Bar("11.2a", True, "choose who goes together first")]),
        ]

    @part.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.group.append(unit)
        return AGAIN

    part.to("go", goto("way"))

    @part.on("together")
    def _(self, s: State, _: int) -> Next:
        self.group = [u for u in self.units if s.place[u] >= 0]
        return goto("way")

    @step("11.2b")
    def alone(self, s: State) -> None:
        self.group = [u for u in self.units if s.place[u] >= 0]

    @choose("11.5a", "11.6c", "11.6d", who=asked, prompt="Retreat to which hex?", always=among_markers)
    def way(self, s: State) -> Choice:
        ways = plan(s, self.group)
        if tuple(self.path) in ways.ways:
            return goto("carry_out")
        hexes = Offer("hex", "space", shut_off(s, ways, self.group, self.path), "Retreat here")
        away = Bar("2.3.2b", OFF_MAP not in ways.onward(tuple(self.path)), "no way off the map is open to it")
        return [hexes, Offer("leave", "button", [away], "Leave the map")]

    @way.on("hex")
    def _(self, s: State, hex: int) -> Next:
        self.path.append(hex)
        return AGAIN

    @way.on("leave")
    def _(self, s: State, _: int) -> Next:
        self.path.append(OFF_MAP)
        return AGAIN

    @step("11.0a", "11.3f")
    def carry_out(self, s: State) -> Next:
        route = self._route(s)
        tell(s, "11.0a", "retreats", units=self.group[:], hex=s.place[self.group[0]],
             hexes=[h for h in self.path if h >= 0], steps=route.cost, blocked=route.blocked)  # fmt: skip
        if OFF_MAP in self.path:
            self.edge = route.edge
        else:
            self._go(s, route)
        return losses(s, self.group, route.cost, "11.3f")

    def _route(self, s: State) -> Route:
        return plan(s, self.group).ways[tuple(self.path)]

    def _go(self, s: State, route: Route) -> None:
        for unit in self.group:
            if s.place[unit] >= 0:
                march_back(s, unit, route)

    @step("2.3.2b", "2.3.2c")
    def depart(self, s: State) -> None:
        """Who leaves the map has borne the losses of his way."""
        if OFF_MAP in self.path:
            self._go(s, Route(tuple(self.path), 0, 0, edge=self.edge))

    @step("3.3d", "11.2b")
    def settled(self, s: State) -> Next:
        for unit in self.group:
            lone_remnant(s, unit)
        self.units = [unit for unit in self.units if unit not in self.group]
        self.group, self.path = [], []
        return Call(PolishPriority(), goto("part")) if due(s) else goto("part")


def march_back(s: State, unit: int, route: Route) -> None:
    """[3.4.4a, 3.4.6a, 19.5c, 2.7a] One unit of a group follows its route; what has wheels is lost in a wide river."""
    m, start = s.m, s.place[unit]
    here = start
    wide = rivers(m, m.side[unit]).wide
    for hex in route.hexes:
        if hex == OFF_MAP:
            late = BACK_LATER if route.edge == SOUTH else BACK_SOON
            tell(s, "2.3.2c" if route.edge == SOUTH else "2.3.2b", "leaves", unit=unit, round=s.round + late)
            s.marked &= ~(1 << unit)
            level = s.reduced >> unit & 1, s.remnant >> unit & 1
            remove(s, unit, box(s.round + late))
            s.reduced |= level[0] << unit
            s.remnant |= level[1] << unit
            return
        if m.kind[unit] in (CARS, TANK, MOTORIZED) and holds(m.grid, wide, here, hex):
            if m.kind[unit] == MOTORIZED:
                eliminate(s, unit, "19.5c")
            else:
                tell(s, "3.4.4a", "eliminated", unit=unit, hex=here)
                remove(s, unit, REMOVED)
            return
        if s.occupied[1 - m.side[unit]] >> hex & 1:  # passed by, not taken [11.4a] (N-116)
            here = hex
            continue
        come(s, unit, hex)
        here = hex
    strand(s, unit, start)  # [2.5.1e]


def retreats(s: State, units: Sequence[int]) -> Retreats | None:
    """The retreat of those who are left; None where nobody is."""
    alive = [unit for unit in units if s.place[unit] >= 0]
    return Retreats(units=alive) if alive else None
