"""11.0 Retreat: the owner parts the stack, each group takes the way that costs it least. Its ways: `routes`.

What the preferences leave is offered, and a hex that is not offered is refused by the first preference that its best
route fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from vistula.parts.retreats import Plan
from vistula.parts.sides import holds

from ..model import CARS, MOTORIZED, TANK
from ..state import REMOVED, State, box, remove
from .bars import named
from .control import come
from .fronts import strand
from .ground import rivers
from .priorities import PolishPriority, due
from .queries import veiled
from .routes import OFF_MAP, SOUTH, Route, plan
from .seats import asked, commands, troops
from .steps import eliminate, lone_remnant, losses

BACK_SOON, BACK_LATER = 1, 3
"""[2.3.2b, 2.3.2c] Rounds until a unit that left the map comes back: over the north and east, over the south."""


def shut_off(s: State, plan: Plan[Route], units: Sequence[int], path: list[int]) -> Iterator[Bar]:
    """[11.3e, 11.4a, 11.5a, 11.6a, 11.6b] Hexes that a retreating group cannot be sent to next."""
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
        return Call(PolishPriority(), goto("part")) if due(s) else goto("part")  # [23.5b]


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
