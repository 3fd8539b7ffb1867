"""7.0 Combat unit movement: inspection (13.2), activation markers, and the orders they stand for."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import HexSet, collect, members
from vistula.kernel import AGAIN, DONE, Bar, Call, Choice, Frame, Next, Offer, Option, choose, goto, only, runs, tell
from vistula.kernel.procedure import procedure, step
from vistula.parts.words import count

from ..cards import effects
from ..cards.actions import BeforeMovement
from ..cards.cardfile import FreeMarker
from ..changes import conceal, show_stack, spend
from ..model import POLAND, RUSSIA, SEATS
from ..state import State, units_at
from .alternation import Alternation, DieRoll, whose_turn
from .bars import by_hex, nobody, placed
from .orders import ExtraOrder, Order
from .queries import count_at, friends, height
from .seats import acting

# -- 7.3 what a marker costs ------------------------------------------------------------------------------------


def out_of_sight(s: State, side: int, seen: list[int]) -> Iterator[Bar]:
    """[7.1a, 13.2b] Hexes that a side may not look into: seen already, without enemies, or too far from its units."""
    allowed = effects.inspections(s, side)
    yield Bar("13.2b", collect(seen), placed(s, "{} has been inspected already"))
    enough = len(seen) >= allowed.count
    yield Bar("13.2b", enough, lambda _: f"{count(allowed.count, 'stack')} have been inspected, and that is all")
    yield only("13.2b", s.occupied[1 - side], placed(s, "no enemy stack is in {}"))
    if allowed.within:
        far = placed(s, f"none of your units is within {allowed.within} hexes of {{}}")
        yield only("13.2b", s.m.within(friends(s, side), allowed.within), far)


@procedure
class Inspections(Frame):
    """[7.1a, 13.2b] A player looks into enemy stacks, one after another; what he saw he may not look at again."""

    side: int
    seen: list[int] = []

    @choose("13.2b", "7.1a", who=acting, prompt="Inspect which enemy stack?", always=True)
    def which(self, s: State) -> Choice:
        stacks = Offer("inspect", "space", out_of_sight(s, self.side, self.seen), "Look into this stack")
        if not stacks and not self.seen:
            return DONE
        done = Option("done", label="Enough seen" if self.seen else "Inspect none", publish=True)
        return [stacks, by_hex(s), done]

    which.to("done")

    @which.on("inspect", AGAIN)
    def _(self, s: State, hex: int) -> None:
        self.seen.append(hex)
        tell(s, "13.2b", "inspects", side=SEATS[self.side], hex=hex)
        show_stack(s, hex, "13.2b")
        units = units_at(s, 1 - self.side, hex)
        tell(s, "13.2b", "inspected", to=[SEATS[self.side]], hex=hex, units=units,
             dummies=height(s, 1 - self.side, hex) - len(units))  # fmt: skip

    @step("13.2a")
    def covered_again(self, s: State) -> None:
        conceal(s)


def marker_cost(s: State, side: int, hex: int) -> int:
    """[7.3a] One resource point, two if any unit of the stack was out of supply at the check (H-47)."""
    dear, more = effects.dear_markers(s, side)
    return 1 + (_hungry(s, side) >> hex & 1) + (more if dear >> hex & 1 else 0)


def _hungry(s: State, side: int) -> HexSet:
    """Hexes with units that were out of supply at the check."""
    units = members(s.unsupplied & s.m.of_side[side]) if s.unsupplied else []
    return collect(s.place[unit] for unit in units if s.place[unit] >= 0)


def unpaid(s: State, side: int) -> HexSet:
    """[7.3a] Hexes in which a marker would cost more than there is."""
    hungry, points = _hungry(s, side), s.rp[side]
    dear, more = effects.dear_markers(s, side)
    found = 0
    for cost, hexes in ((1, ~hungry), (2, hungry)):
        found |= hexes if cost > points else hexes & dear if cost + more > points else 0
    return found


def no_marker(s: State, side: int) -> Iterator[Bar]:
    """[7.1b, 7.2f] Hexes on which no marker can be placed, whatever it costs."""
    yield nobody(s, side, "7.1b")
    full = collect(hex for hex, markers in s.markers.items() if markers >= count_at(s, side, hex))
    yield Bar("7.2f", full, lambda hex: _full(s, side, hex))
    closed = placed(s, "a card allows no more markers in the area of {}")
    yield Bar("7.1b", effects.no_more_markers(s, side), closed)


def _full(s: State, side: int, hex: int) -> str:
    units = count(count_at(s, side, hex), "combat unit")
    return f"{s.m.hex_name(hex)} has {count(s.markers[hex], 'marker')} for {units}"


def unmarkable(s: State, side: int) -> Iterator[Bar]:
    """[7.1b, 7.2f, 7.3a] Hexes on which a player cannot place a marker now."""
    yield from no_marker(s, side)
    points = count(s.rp[side], "resource point")
    words = f"and {points} are left"
    yield Bar("7.3a", unpaid(s, side), lambda hex: f"a marker there costs {marker_cost(s, side, hex)}, {words}")


def never_free(s: State, side: int) -> Iterator[Bar]:
    """[3.2c] Hexes on which no card lets a player place a marker without cost."""
    yield from no_marker(s, side)
    ungiven = placed(s, "no card of yours gives a marker to the stack in {}")
    yield only("3.2c", effects.free_marker_hexes(s, side), ungiven)


def _card_gives_one(s: State, side: int) -> bool:
    """Whether a player's card still gives a marker, as everyone can see; on which stack is his secret."""
    return effects.left_of(s, FreeMarker, side) > 0


def marked(s: State, side: int) -> HexSet:
    """Own stacks with markers on them."""
    return collect(s.markers) & s.occupied[side]


def unmarked(s: State, side: int) -> Iterator[Bar]:
    """[7.1e] Hexes to which no order can be given."""
    yield nobody(s, side, "7.1e")
    yield only("7.1e", marked(s, side), placed(s, "there is no activation marker on the stack in {}"))


# -- the phase ----------------------------------------------------------------------------------------------------


@procedure
class Allocation(Alternation):
    """[7.1b] Players take turns to place one activation marker on one of their stacks, and pay for it.

    Which stacks have room for one is not for all to know. But who can place none now cannot later, so passing may
    count as declining.
    """

    def seems_able(self, s: State, side: int) -> bool:
        return s.rp[side] > 0 or _card_gives_one(s, side)

    @step("7.1b")
    def who_begins(self, s: State) -> Next:
        return Call(DieRoll(cause="7.1b"), into="side")

    whose = whose_turn("7.1d", "7.1k")

    @choose("7.1b", "7.1c", "7.1d", "7.1k", "7.3a", who=acting, always=True,
            prompt="Which stack gets an order this turn? (1 resource point)")  # fmt: skip
    def allocate(self, s: State) -> Choice:
        hexes = Offer("mark", "space", unmarkable(s, self.side), "Place a marker here")
        by_card, label = _card_gives_one(s, self.side), "Place a marker here by your card, free of charge"
        return [
            hexes,
            Offer("free", "space", never_free(s, self.side), label, when=by_card),
            Option("pass", label="Place no more markers", warn="markers_left" if hexes else ""),
            by_hex(s),
        ]

    @allocate.on("mark")
    def _(self, s: State, hex: int) -> Next:
        cost = marker_cost(s, self.side, hex)
        spend(s, self.side, cost)  # [7.1c]
        return self._place(s, hex, cost)

    @allocate.on("free")
    def _(self, s: State, hex: int) -> Next:
        effects.use_free_marker(s, self.side, hex)
        return self._place(s, hex, 0)

    def _place(self, s: State, hex: int, cost: int) -> Next:
        s.markers[hex] = s.markers.get(hex, 0) + 1
        effects.marker_placed(s, self.side, hex)
        tell(s, "7.1b", "marker", side=SEATS[self.side], hex=hex, points=cost)
        return self.acted()

    @allocate.on("pass", goto("whose"))
    def _(self, s: State, _: int) -> None:
        tell(s, "7.1d", "markers_done", side=SEATS[self.side])
        self.passes(s, True)


@procedure
class Orders(Alternation):
    """[7.1e] Players take turns to give one order for one marker, until all markers are gone [7.2g]."""

    given: bool = False

    def seems_able(self, s: State, side: int) -> bool:
        return bool(marked(s, side))

    @step("7.1i")
    def who_begins(self, s: State) -> Next:
        return Call(DieRoll(cause="7.1i"), into="side") if s.markers else DONE

    whose = whose_turn("7.1e")

    @choose("7.1e", "7.2g", who=acting, prompt="Give an order to which stack?")
    def which(self, s: State) -> Choice:
        return [Offer("stack", "space", unmarked(s, self.side), "Give an order here"), by_hex(s)]

    @which.on("stack")
    def _(self, s: State, hex: int) -> Next:
        return Call(Order(side=self.side, hex=hex), into="given")

    @step("7.1e")
    def after(self, s: State) -> Next:
        return self.acted(self.given)


@procedure
class MovementPhase(Frame):
    """7.1 The Poles look, markers are placed, orders are given."""

    @step("7.1a", "7.1b")
    def begin(self, s: State) -> Next:
        s.ordered = s.moved = s.moving = s.promised = 0
        s.markers, s.pledges = {}, []
        tell(s, "7.1b", "movement_phase")
        return BeforeMovement()

    polish_inspection = runs(lambda: Inspections(side=POLAND), "7.1a", "13.2a", "13.2b")
    russian_inspection = runs(lambda: Inspections(side=RUSSIA), "13.2a")
    allocation = runs(Allocation, "7.1b")
    orders = runs(Orders, "7.1e")

    @step("7.1e")
    def extra_order(self, s: State) -> Next:
        return ExtraOrder() if effects.extra_order_units(s) else None

    @step("7.1e")
    def over(self, s: State) -> None:
        s.moving = s.promised = s.obeyed = 0
        s.moving_hex, s.pledges = -1, []
