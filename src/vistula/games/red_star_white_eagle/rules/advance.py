"""9.15 Advance after combat, by either side, unit by unit and in movement points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vistula.board.hexes import Hex, HexSet, collect, members
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
from vistula.parts.layers import Ground, next_hexes, price, reach

from ..state import State
from . import stacking
from .control import come, game_over, stay
from .ground import ADVANCE, ground, shut
from .options import lithuania
from .seats import asked, command_of
from .ways import too_dear

UNTOLD = -1


def pursuit(s: State, unit: int) -> Ground:
    """[9.15.5, 14.5b] What each step of an advance costs: as in standard movement."""
    return ground(s, unit, ADVANCE)


def award(s: State, unit: int, points: int) -> int:
    """[9.15.6] The points that a unit may use: no more than its movement factor."""
    return min(points, s.m.mf[unit]) if not s.m.immobile >> unit & 1 else points


def after_entering(s: State, unit: int, hex: Hex, points: int) -> int:
    """[9.15.7b] What is left to a unit that has entered a vacated hex; who has too few points spends them all."""
    return max(0, award(s, unit, points) - price(pursuit(s, unit), s.place[unit], hex))


# -- who advances -----------------------------------------------------------------------------------------------------


def staying(s: State, units: Sequence[int], vacated: Sequence[Hex], points: int) -> Iterator[Bar]:
    """[9.15.1, 9.15.3, 9.15.7a] Units that cannot advance into any of the vacated hexes."""
    m = s.m

    def named(words: str) -> Callable[[int], str]:
        return lambda unit: f"{m.full_name[unit]} {words}"

    yield only("9.15.3", collect(units), named("took no part in this battle, or has advanced"))
    yield Bar("9.15.3", lambda unit: s.place[unit] < 0, named("has been eliminated"))
    yield Bar("16.4", m.flotillas, named("never advances"))
    yield Bar("5.1.5c", s.overstacked, named("is overstacked and took no part"))
    yield Bar("24.4.3b", lithuania.must_hold(s), named("is the last Lithuanian unit in Wilno"))
    yield Bar("9.15.7a", lambda unit: not enterable(s, unit, vacated), lambda unit: _closed(s, unit, vacated))
    yield Bar("9.15.4", lambda unit: not _open(s, unit, vacated, points),
              named("could not stay in a hex where it would come"))  # fmt: skip


def enterable(s: State, unit: int, vacated: Sequence[Hex]) -> list[Hex]:
    """[9.15.7a, 14.7b, 18.2b, 19.0b] The vacated hexes into which a step leads."""
    here, made = s.place[unit], pursuit(s, unit)
    return [hex for hex in vacated if s.m.around[here] >> hex & 1 and price(made, here, hex) >= 0]


def _closed(s: State, unit: int, vacated: Sequence[Hex]) -> Refusal:
    """Why no step leads into any vacated hex."""
    m, here = s.m, s.place[unit]
    near = [hex for hex in vacated if m.around[here] >> hex & 1]
    if not near:
        return Refusal("9.15.7a", f"{m.full_name[unit]} is not next to a vacated hex")
    for bar in shut(s, unit):
        if all(bar.held(hex) for hex in near):
            return bar.refusal(near[0])
    rule = "14.7b" if m.trains >> unit & 1 else "19.0b" if m.immobile >> unit & 1 else "9.5"
    return Refusal(rule, too_dear(s, unit, near[0], 0, ADVANCE).why)


def _open(s: State, unit: int, vacated: Sequence[Hex], points: int) -> list[Hex]:
    """[9.15.4] The vacated hexes where a unit could stay, or from where it could go on to one where it can."""
    return [hex for hex in enterable(s, unit, vacated) if _leads_on(s, unit, hex, after_entering(s, unit, hex, points))]


def _leads_on(s: State, unit: int, hex: Hex, left: int) -> bool:
    found = reach(pursuit(s, unit), 1 << hex, left).within(left)
    return bool(found & ~stacking.full(s, unit))


@procedure
class Advance(Frame):
    """[9.15.1, 9.15.2] Units of one player advance into the hexes that a battle has emptied."""

    command: int
    units: list[int]
    vacated: list[int]
    points: int

    @choose("9.15.1", "9.15.2", "9.15.3", who=asked, prompt="Who advances? {points:points} for each unit.", always=True)
    def who(self, s: State) -> Choice:
        units = Offer("unit", "piece", staying(s, self.units, self.vacated, self.points), "Advance this unit")
        if game_over(s) or not units:
            return DONE
        first = Bar("9.15.8", True, "choose the unit that advances first")
        return [units, Option("done", label="End the advance"), never("space", [first])]

    who.to("done", DONE)

    @who.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.units.remove(unit)
        frame = Onward(command=self.command, unit=unit, vacated=self.vacated[:], points=self.points)
        return Call(frame, AGAIN)


# -- one unit ---------------------------------------------------------------------------------------------------------


@procedure
class Onward(Frame):
    """[9.15.5, 9.15.8] One unit advances, hex by hex; the first is a vacated one."""

    command: int
    unit: int
    vacated: list[int]
    points: int
    left: int = UNTOLD  # until it has entered a vacated hex

    @choose("9.15.7a", "9.15.7b", who=asked, prompt="Advance {unit:piece} into which hex?")
    def enter(self, s: State) -> Choice:
        return [Offer("step", "space", self._not_first(s), "Advance here")]

    def _not_first(self, s: State) -> Iterator[Bar]:
        unit = self.unit
        yield only("9.15.7a", enterable(s, unit, self.vacated), "the first hex of an advance is one that was vacated")
        yield stacking_bar(s, unit, lambda hex: _leads_on(s, unit, hex, after_entering(s, unit, hex, self.points)))

    @enter.on("step")
    def _(self, s: State, hex: int) -> Next:
        self.left = after_entering(s, self.unit, hex, self.points)
        tell(s, "9.15.1", "advances", unit=self.unit, hex=hex)
        come(s, self.unit, hex)
        return goto("go")

    @choose("9.15.5", "9.15.4", who=asked, prompt="Advance {unit:piece} further? {left:points} left.")
    def go(self, s: State) -> Choice:
        here = s.place[self.unit]
        if here < 0 or game_over(s):
            return goto("halt")
        hexes = Offer("step", "space", self._out_of_step(s), "Advance here")
        stay = stacking.no_room(s, self.unit)
        if not hexes:
            return goto("halt")
        crowded = Bar("5.1.3c", stay.held(here), lambda _: stay.refusal(here))
        return [hexes, Offer("stop", "button", [crowded], "Stay here")]

    def _out_of_step(self, s: State) -> Iterator[Bar]:
        unit, here, made = self.unit, s.place[self.unit], pursuit(s, self.unit)
        yield from shut(s, unit)
        name = s.m.hex_name
        yield only("9.15.5", s.m.around[here], lambda hex: f"{name(hex)} is not next to {name(here)}")
        near = next_hexes(made, here, self.left)
        yield only("9.15.5", near, lambda hex: too_dear(s, unit, hex, self.left, ADVANCE))
        yield stacking_bar(s, unit, lambda hex: _leads_on(s, unit, hex, self.left - price(made, here, hex)))

    @go.on("step")
    def _(self, s: State, hex: int) -> Next:
        self.left -= price(pursuit(s, self.unit), s.place[self.unit], hex)
        tell(s, "9.15.5", "advances", unit=self.unit, hex=hex)
        come(s, self.unit, hex)
        return AGAIN

    go.to("stop")

    @step("9.15.8", "9.0d")
    def halt(self, s: State) -> None:
        stay(s, self.unit)


def stacking_bar(s: State, unit: int, leads_on: Callable[[Hex], bool]) -> Bar:
    """[5.1.3c, 9.15.4] Hexes where a unit may not stay, and from where it could not go on."""
    bar = stacking.no_room(s, unit)
    return Bar(
        "5.1.3c",
        lambda hex: bar.held(hex) and not leads_on(hex),
        lambda hex: Refusal("5.1.3c", f"{bar.refusal(hex).why}, and the advance could not go on from there"),
    )


def advances(s: State, units: Sequence[int], vacated: HexSet, points: int, commands: Sequence[int]) -> list[Frame]:
    """[9.15.1, 9.15.2] (A93) The advances of a side's units into emptied hexes, a player at a time."""
    return [
        Advance(command=command, units=mine, vacated=members(vacated), points=points)
        for command in commands
        if (mine := [unit for unit in units if s.place[unit] >= 0 and command_of(s, unit) == command])
    ]
