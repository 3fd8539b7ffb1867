"""7.0 Combat unit movement: inspection, activation markers, and the orders they stand for."""

from __future__ import annotations

from vistula.board.hexes import HexSet, members
from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.cards.actions import BeforeMovement
from vistula.games.west_was_saved.cards.cardfile import FreeMarker
from vistula.games.west_was_saved.changes import spend
from vistula.games.west_was_saved.model import POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.rules.alternation import Alternation
from vistula.games.west_was_saved.rules.initiative import DieRoll
from vistula.games.west_was_saved.rules.inspection import Inspections
from vistula.games.west_was_saved.rules.orders import ExtraOrder, Order
from vistula.games.west_was_saved.rules.queries import count_at, units_at
from vistula.games.west_was_saved.rules.seats import acting
from vistula.games.west_was_saved.state import State
from vistula.kernel import DONE, Call, Choice, Frame, Next, Option, choose, goto, procedure, step, tell

# -- 7.3 what a marker costs ------------------------------------------------------------------------------------


def marker_cost(s: State, side: int, hex: int) -> int:
    """[7.3a] One resource point, two if any unit of the stack was out of supply at the check (H-47)."""
    hungry = s.unsupplied and any(s.unsupplied >> unit & 1 for unit in units_at(s, side, hex))
    return effects.marker_cost(s, side, hex, 2 if hungry else 1)


def has_room(s: State, side: int, hex: int) -> bool:
    """[7.2f] Whether a stack holds fewer markers than combat units, and no card stands against one more."""
    placed = s.markers.get(hex, 0)
    return (not placed or placed < count_at(s, side, hex)) and effects.marker_allowed(s, side, hex)


def markable(s: State, side: int) -> list[int]:
    """[7.1b, 7.2f, 7.3a] Stacks on which a player can place a marker now."""
    hexes = members(s.occupied[side])
    return [hex for hex in hexes if has_room(s, side, hex) and marker_cost(s, side, hex) <= s.rp[side]]


def free_markable(s: State, side: int) -> list[int]:
    """Stacks on which a card lets a player place a marker without cost."""
    hexes = effects.free_marker_hexes(s, side)
    return [hex for hex in members(hexes) if has_room(s, side, hex)] if hexes else []


def _card_gives_one(s: State, side: int) -> bool:
    """Whether a player's card still gives a marker, as everyone can see; on which stack is his secret."""
    return effects.of(s, FreeMarker, side) is not None and s.card_uses[side] > 0


def marked(s: State, side: int) -> HexSet:
    """Own stacks with markers on them."""
    found = 0
    for hex in s.markers:
        found |= 1 << hex
    return found & s.occupied[side]


# -- the phase ----------------------------------------------------------------------------------------------------


@procedure
class MovementPhase(Frame):
    """7.1 The Poles look, markers are placed, orders are given."""

    @step("7.1a", "7.1b")
    def begin(self, s: State) -> Next:
        s.ordered = s.moved = s.moving = s.promised = 0
        s.markers, s.pledges = {}, []
        tell(s, "7.1b", "movement_phase")
        return BeforeMovement()

    @step("7.1a", "13.2a", "13.2b")
    def polish_inspection(self, s: State) -> Next:
        return Inspections(side=POLAND)

    @step("13.2a")
    def russian_inspection(self, s: State) -> Next:
        return Inspections(side=RUSSIA)

    @step("7.1b")
    def allocation(self, s: State) -> Next:
        return Allocation()

    @step("7.1e")
    def orders(self, s: State) -> Next:
        return Orders()

    @step("7.1e")
    def extra_order(self, s: State) -> Next:
        return ExtraOrder() if effects.extra_order_units(s) else None

    @step("7.1e")
    def over(self, s: State) -> None:
        s.moving = s.promised = s.obeyed = 0
        s.moving_hex, s.pledges = -1, []


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

    @step("7.1d", "7.1k")
    def whose(self, s: State) -> Next:
        return None if self.next_player(s) else DONE

    @choose("7.1b", "7.1c", "7.1d", "7.1k", "7.3a", who=acting, always=True,
            prompt="Which stack gets an order this turn? (1 resource point)")  # fmt: skip
    def allocate(self, s: State) -> Choice:
        hexes, free = markable(s, self.side), free_markable(s, self.side)
        return [
            Option("mark", hexes, "space", "Place a marker here"),
            Option("free", free, "space", "Place a marker here by your card, free of charge"),
            Option("pass", label="Place no more markers", warn="markers_left" if hexes else ""),
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
        self.acted()
        return goto("whose")

    @allocate.on("pass")
    def _(self, s: State, _: int) -> Next:
        tell(s, "7.1d", "markers_done", side=SEATS[self.side])
        self.passes(s, True)
        return goto("whose")


@procedure
class Orders(Alternation):
    """[7.1e] Players take turns to give one order for one marker, until all markers are gone [7.2g]."""

    given: bool = False

    def seems_able(self, s: State, side: int) -> bool:
        return bool(marked(s, side))

    @step("7.1i")
    def who_begins(self, s: State) -> Next:
        if not s.markers:
            return DONE
        return Call(DieRoll(cause="7.1i"), into="side")

    @step("7.1e")
    def whose(self, s: State) -> Next:
        return None if self.next_player(s) else DONE

    @choose("7.1e", "7.2g", who=acting, prompt="Give an order to which stack?")
    def which(self, s: State) -> Choice:
        return [Option("stack", members(marked(s, self.side)), "space", "Give an order here")]

    @which.on("stack")
    def _(self, s: State, hex: int) -> Next:
        return Call(Order(side=self.side, hex=hex), into="given")

    @step("7.1e")
    def after(self, s: State) -> Next:
        if self.given:
            self.acted()
        return goto("whose")
