"""12.0 Advance: attackers follow into the hex that was left, and some of them beyond."""

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
    Return,
    barred,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)
from vistula.kernel.views import Refusal
from vistula.parts.layers import Ground, price
from vistula.parts.sides import holds

from ..model import AIR, ARTILLERY, TANK, TRAIN
from ..state import ATTACK_1, State
from .bars import named, off_map
from .control import come
from .fronts import off_limits
from .ground import enemy_lines, next_hexes, on_rails, rivers, unless_met
from .priorities import PolishPriority, due
from .queries import veiled
from .reveal import reveal
from .seats import asked, commands, troops
from .special_orders import THRUST_MP
from .stacking import full, no_room
from .steps import lone_remnant
from .ways import NO_FORDS, ends_here, leads_on, may_not_stay, nowhere, shut, terrain, too_dear, unseeing


def reach_of(s: State, unit: int, thrust: bool) -> int:
    """[12.1a, 12.1b, 12.1d, 10.8b] Advance MP: by side and kind, none beyond the attacked hex in the Second Attack
    Phase (N-25)."""
    kind = s.m.kind[unit]
    own = s.m.advance_mp[s.m.side[unit]][kind] if s.phase == ATTACK_1 else 0
    return own if kind in (TANK, ARTILLERY, AIR) else own + (THRUST_MP if thrust else 0)


def pursuit(s: State, unit: int, origin: int) -> Ground:
    """[12.1c] What each step of an advance costs: as in movement; a train pays too, along its railroad (N-60)."""
    m, side = s.m, s.m.side[unit]
    if m.kind[unit] != TRAIN:
        return terrain(s, unit, origin)
    blocked = unless_met(m, enemy_lines(s, side), s.occupied[side])
    return on_rails(m, side, blocked, barred(shut(s, unit)) | s.occupied[1 - side], m.urban & ~s.held[side])


def points_beyond(s: State, unit: int, here: int, target: int, thrust: bool) -> int:
    """[12.1c, 12.2a] What is left after the attacked hex (N-50): nothing after a large river."""
    if ends_here(s, unit, target) or _over_large(s, unit, here, target):
        return 0
    reach = reach_of(s, unit, thrust)
    if s.phase != ATTACK_1:
        return reach
    cost = price(pursuit(s, unit, here), here, target)
    return max(0, reach - cost) if cost >= 0 else 0


def _over_large(s: State, unit: int, here: int, hex: int) -> bool:
    """[12.2a] Whether a step leads over a large river, by a bridge or not: it ends an advance (N-117)."""
    view = rivers(s.m, s.m.side[unit])
    return holds(s.m.grid, view.bridge, here, hex) or holds(s.m.grid, view.wide, here, hex)


def staying(s: State, units: Sequence[int], target: int, thrust: bool) -> Iterator[Bar]:
    """[12.0a, 12.0b, 12.1b] Units that cannot advance into a hex."""
    m = s.m
    yield only("12.0a", collect(units), named(s, "took no part in this attack, or has advanced"))
    yield off_map(s)
    yield Bar("12.1b", 1 << m.air, named(s, "never advances"))
    yield Bar("19.4a", 1 << m.lwow_unit, named(s, "never moves"))
    yield Bar("20.4.1d", s.rebel, named(s, "does not advance"))
    yield Bar("12.0a", lambda u: not m.around[target] >> s.place[u] & 1, named(s, "is not next to the hex"))
    yield Bar("3.4.3b", lambda u: m.kind[u] == TRAIN and not holds(m.grid, m.rails, s.place[u], target),
              named(s, "moves along railroads only"))  # fmt: skip
    yield Bar("3.4.4a", lambda u: _no_bridge(s, u, target), named(s, "crosses large rivers by bridges only"))
    yield Bar("12.0b", lambda u: any(bar.held(target) for bar in off_limits(s, u)), lambda u: _forbidden(s, u, target))
    yield Bar("6.0a", lambda u: _no_place(s, u, target, thrust), lambda u: no_room(s, u).refusal(target))


def _no_bridge(s: State, unit: int, target: int) -> bool:
    """[3.4.4a, 3.4.6a, 19.5c] What has wheels or tracks does not follow over a large river without a bridge (N-70)."""
    wide = rivers(s.m, s.m.side[unit]).wide
    return s.m.kind[unit] in NO_FORDS and holds(s.m.grid, wide, s.place[unit], target)


def _forbidden(s: State, unit: int, target: int) -> Refusal:
    return next(bar.refusal(target) for bar in off_limits(s, unit) if bar.held(target))


def _no_place(s: State, unit: int, target: int, thrust: bool) -> bool:
    """[6.0a] The hex is full, and the unit could not go on from there (N-57)."""
    if not full(s, unit) >> target & 1:
        return False
    points = points_beyond(s, unit, s.place[unit], target, thrust)
    ways = next_hexes(pursuit(s, unit, s.place[unit]), target, points, False)
    return not ways & ~full(s, unit)


@procedure
class Advance(Frame):
    """[12.0a] All, some or none of one player's units advance, one after another."""

    command: int
    units: list[int]
    target: int
    thrust: bool

    @choose("12.0a", "12.0b", who=asked, prompt="Advance into {target:space}?", always=True)
    def who_goes(self, s: State) -> Choice:
        units = Offer("unit", "piece", staying(s, self.units, self.target, self.thrust), "Advance this unit")
        if not units or s.occupied[1 - s.m.side[self.units[0]]] >> self.target & 1:
            return goto("over")
        where = s.m.hex_name(self.target)
        here = Bar("12.0a", True, f"choose the unit that advances into {where}")
        return [units, Option("done", label="End the advance"), never("space", [here])]

    who_goes.to("done", goto("over"))

    @who_goes.on("unit")
    def _(self, s: State, unit: int) -> Next:
        here = s.place[unit]
        points = points_beyond(s, unit, here, self.target, self.thrust)
        self.units.remove(unit)
        tell(s, "12.0a", "advances", unit=unit, hex=self.target)
        come(s, unit, self.target)
        return Call(Onward(command=self.command, unit=unit, origin=here, left=points), AGAIN)

    @step("12.0a")
    def over(self, s: State) -> Next:
        return Return(self.units)  # who has not advanced


def beside_markers(onward: Onward, s: State) -> bool:
    """Whether a unit might go on to markers of its own side, whose hexes could be full (N-95)."""
    here, hidden = s.place[onward.unit], veiled(s, s.m.side[onward.unit])
    if not hidden or here < 0 or onward.left <= 0:
        return False
    return bool(hidden & next_hexes(pursuit(s, onward.unit, onward.origin), here, onward.left, False))


@procedure
class Onward(Frame):
    """[12.1c] A unit that has advanced goes on, at the ordinary costs."""

    command: int
    unit: int
    origin: int
    left: int
    scouted: bool = False  # it has revealed a hex [23.1.3c]

    @step("23.5b")
    def politics(self, s: State) -> Next:
        return PolishPriority() if due(s) else None

    @choose("12.1c", "12.1a", who=asked, prompt="Advance {unit:piece} further: {left:points} left.",
            always=beside_markers)  # fmt: skip
    def go(self, s: State) -> Choice:
        if s.place[self.unit] < 0:
            return goto("halt")
        steps = Offer("step", "space", self._out_of_step(s), "Advance here", when=self.left > 0)
        looks = self._looks(s)
        here = s.place[self.unit]
        stay = [bar.refusal(here) for bar in may_not_stay(s, self.unit, self.origin) if bar.held(here)]
        if not steps and not any(looks) and (stay or not beside_markers(self, s)):
            return goto("halt")
        return [steps, *looks, Offer("stop", "button", [Bar("6.0a", bool(stay), lambda _: stay[0])], "Stay here")]

    def _looks(self, s: State) -> list[Offer]:
        """[23.1.3c] What an advancing unit may reveal (N-114)."""
        if not self.left or not veiled(s, 1 - s.m.side[self.unit]):
            return []
        return [Offer("reveal", "space", self._unseeing(s), "Reveal this hex")]

    def _unseeing(self, s: State) -> Iterator[Bar]:
        yield Bar("23.1.3c", self.scouted, "an advancing unit reveals one hex only")
        yield from unseeing(s, self.unit, self.origin, self.left)

    @go.on("reveal")
    def _(self, s: State, hex: int) -> Next:
        self.scouted = True
        return goto("halt") if reveal(s, self.unit, hex) else AGAIN

    def _out_of_step(self, s: State) -> Iterator[Bar]:
        here, ground = s.place[self.unit], pursuit(s, self.unit, self.origin)
        yield from shut(s, self.unit)
        near = next_hexes(ground, here, self.left, False)
        yield only("12.1c", near, lambda hex: _far(s, self.unit, self.origin, hex, self.left))
        no_end = 0
        for bar in may_not_stay(s, self.unit, self.origin):
            no_end |= bar.holds
        yield Bar("6.0a", lambda hex: bool(no_end >> hex & 1) and not leads_on(s, ground, here, hex, self.left, no_end),
                  lambda hex: nowhere(s, self.unit, self.origin, hex))  # fmt: skip

    @go.on("step")
    def _(self, s: State, hex: int) -> Next:
        here = s.place[self.unit]
        cost = price(pursuit(s, self.unit, self.origin), here, hex)
        ends = ends_here(s, self.unit, hex) or _over_large(s, self.unit, here, hex)
        self.left = 0 if ends else self.left - max(0, cost)
        tell(s, "12.1c", "advances", unit=self.unit, hex=hex)
        s.moving = 1 << self.unit  # cars may pass through weak enemies [3.4.4b]
        come(s, self.unit, hex)
        return goto("politics")

    go.to("stop")

    @step("3.3d")
    def halt(self, s: State) -> None:
        s.moving = 0
        lone_remnant(s, self.unit)


def _far(s: State, unit: int, origin: int, hex: int, points: int) -> Refusal:
    here = s.place[unit]
    if not s.m.around[here] >> hex & 1:
        return Refusal("12.1c", f"{s.m.hex_name(hex)} is not next to {s.m.hex_name(here)}")
    return too_dear(s, unit, origin, hex, points)


@procedure
class Advances(Frame):
    """[12.0a] The players of a side advance in turn, into one hex or several (N-26)."""

    units: list[int]
    hexes: list[int]
    thrust: bool
    side: int
    turn: int = 0
    asked: list[int] = []
    stayed: list[int] = []

    @step("12.0a", "22.1f")
    def each(self, s: State) -> Next:
        self.units = [u for u in self.units if u not in self.asked or u in self.stayed]
        orders = [(command, hex) for hex in self.hexes for command in commands(s, self.side)]
        if self.turn >= len(orders):
            return DONE
        command, hex = orders[self.turn]
        self.turn += 1
        self.asked = [u for u in self.units if s.place[u] >= 0 and troops(s, command) >> u & 1]
        if not self.asked:
            return AGAIN
        advance = Advance(command=command, units=self.asked[:], target=hex, thrust=self.thrust)
        return Call(advance, AGAIN, into="stayed")


def advances(s: State, units: Sequence[int], hexes: list[int], thrust: bool) -> Advances | None:
    """The advance of those who are left; None where nobody is."""
    alive = [unit for unit in units if s.place[unit] >= 0]
    return Advances(units=alive, hexes=hexes, thrust=thrust, side=s.m.side[alive[0]]) if alive else None
