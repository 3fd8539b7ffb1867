"""7.2 Place order markers: front by front, in turn, face down, as many as allowed, one of them Recon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from vistula.board.hexes import collect
from vistula.kernel.bars import Bar, Offer, barred, never, only
from vistula.kernel.decision import Option, SeatId
from vistula.kernel.procedure import AGAIN, DONE, Choice, Frame, Next, choose, goto, procedure, step
from vistula.kernel.state import tell
from vistula.kernel.views import Refusal

from ..cards.effects import vilna_order
from ..model import (
    NORTH,
    ORDER_TITLES,
    ORDERS,
    POLAND,
    RUSSIA,
    SIDES,
    SOUTH,
    TO_ORDERS,
    Type,
    ally_of,
    command_front,
    command_of,
    command_side,
    foe,
)
from ..state import NONE, Order, State
from .bars import ALL_BLOCKS, out_of_play, strangers
from .executors import Ground, free_blocks, ground, placeable
from .queries import blocks_at, controlled, front_of, unseen_links
from .seats import EITHER_SIDE, commander, commander_seat, holder_asked
from .tokens import place_order, tell_order

# -- counters ---------------------------------------------------------------------------------------------------


def counters_left(s: State, command: int, type: int) -> int:
    """[7.2d, 7.2an, 10.2a, 10.2c] Counters that a command may still use: none that its ally has put aside. An order of
    a leader takes none (S27)."""
    side, ally = command_side(command), ally_of(command)
    in_use = [o for o in s.orders if o.type == type and o.side == side and o.leader == NONE]
    left = s.m.counters[type] - len(in_use) - s.reserved[ally][type]
    if type == Type.RECON and s.recons[command]:
        owed = command_front(ally) in s.scene.fronts and not s.recons[ally] and not s.passed >> ally & 1
        left -= owed  # S64: the ally's own Recon, neither placed nor given up, keeps a counter
    return left


# -- allowance --------------------------------------------------------------------------------------------------


def may_place(s: State, command: int) -> bool:
    """[7.2b, 7.2ai] Whether a command has orders left to place: a pass is final (S40). Everybody can count them."""
    if s.passed >> command & 1:
        return False
    return s.placed[command] < s.allowance[command] + vilna_order(s, command)


def slots_left(s: State, command: int, type: int) -> int:
    """[7.2b, 7.11b] How many more orders of a type the allowance admits: the last is kept for Recon (S3).

    One To order on Vilna is beyond the allowance where a card says so (Polish card 23).
    """
    beyond = vilna_order(s, command) and s.to_vilna[command] > 0
    left = s.allowance[command] - s.placed[command] + beyond
    if type == Type.RECON or s.recons[command]:
        return left
    return left - 1


def to_vilna(s: State, command: int, type: int) -> bool:
    """Whether a card lets a command place an order of this type on Vilna beyond its allowance (Polish card 23)."""
    return type in TO_ORDERS and vilna_order(s, command) and not s.to_vilna[command]


class Muster:
    """What a command has to place orders with, worked out once a listing: how many more it may place, and, when first
    asked for, the blocks that could take on one more and what they have before them."""

    __slots__ = ("_free", "_ground", "command", "s", "slots")

    def __init__(self, s: State, command: int) -> None:
        self.s, self.command = s, command
        self.slots = slots_left(s, command, Type.DEFEND), slots_left(s, command, Type.RECON)
        self._free: list[int] | None = None
        self._ground: Ground | None = None

    def may(self, type: int) -> bool:
        """[7.2b] Whether the allowance admits an order of a type, be it on Vilna only."""
        return self.slots[type == Type.RECON] > 0 or to_vilna(self.s, self.command, type)

    def targets(self, type: int) -> int:
        """[7.2aj] Areas on which an order of a type could be placed, as far as blocks go."""
        if type != Type.RECON and self._ground is None:
            self._ground = ground(self.s, command_side(self.command))
            self._free = free_blocks(self.s, self.command, self._ground)
        return placeable(self.s, self.command, type, self._free, self._ground)


def unplaceable(s: State, command: int, type: int, muster: Muster) -> Iterator[Bar]:
    """[7.2a, 7.2ah, 7.2aj, 7.2b, 7.2d, 7.2k, 7.2n] Areas on which a command cannot place an order of a type."""
    side = command_side(command)
    lying = collect([o.area for o in s.orders if o.type == type and o.side == side])
    yield out_of_play(s)
    yield Bar("7.2ah", lying, lambda area: f"{SIDES[side].title()} has an order of this type there already.")
    if counters_left(s, command, type) <= 0:
        yield only("7.2d", 0, lambda area: f"No {ORDER_TITLES[type]} counter is left.")
        return
    if muster.slots[type == Type.RECON] <= 0:
        words = "All orders are placed." if type == Type.RECON else "The last order allowed is kept for a Recon."
        yield only("7.2b", 1 << s.m.area("Vilna") if muster.may(type) else 0, words)
        if not muster.may(type):
            return
    if type == Type.RECON:
        yield Bar("7.2n", unseen_links(s, side), "Poles may not place a Recon on an Eastern Link.")
    far = "Too far: none of your blocks is within 3 areas."
    busy = "No block that is not needed for another order could carry it out."
    yield only("7.2k" if type == Type.RECON else "7.2aj", muster.targets(type), far if type == Type.RECON else busy)


def order_areas(s: State, command: int, type: int, muster: Muster | None = None) -> int:
    """[7.2a] Areas on which a command may place an order of a type now."""
    return ~barred(unplaceable(s, command, type, muster or Muster(s, command)))


def count_order(s: State, order: Order, more: int) -> None:
    """[7.2b] An order is placed (1) or taken back (-1) by its command."""
    command = order.command
    s.placed[command] += more
    s.recons[command] += more * (order.type == Type.RECON)
    s.to_vilna[command] += more * (order.type in TO_ORDERS and order.area == s.m.area("Vilna"))


def order_offers(s: State, command: int, types: Iterable[int]) -> list[Offer]:
    """[7.2a, 7.2aj] The orders that a command may place now; what is said of an area, or of a block, first."""
    muster = Muster(s, command)
    offers = {
        type: Offer(
            ORDERS[type],
            "space",
            unplaceable(s, command, type, muster),
            ORDER_TITLES[type],
            when=muster.may(type),
        )
        for type in types
    }
    return [never("space", (Bar("7.2aj", True, lambda area: _natural(s, command, offers, area)),)),
            *offers.values(),
            never("piece", not_areas(s, command))]  # fmt: skip


def _natural(s: State, command: int, offers: dict[int, Offer], area: int) -> Refusal:
    """Why no order at all can be placed on an area: told for what would be natural there."""
    own = blocks_at(s, command_side(command), area)
    for type in (*((Type.MOVE_OUT, Type.DEFEND) if own else (Type.RECON,)), *offers):
        if type in offers and (refusal := offers[type].refusal(area)):
            return refusal
    return Refusal("7.2a", "An order can be placed there.")


def not_areas(s: State, command: int) -> Iterator[Bar]:
    """[7.2a] Orders lie on areas, not on blocks."""
    yield only("7.2a", ALL_BLOCKS, "An order that lies on the map stays there.")
    yield strangers(s, command)
    yield Bar("7.2a", True, "Orders are placed on areas: choose the area in which it stands.")


# -- procedures -------------------------------------------------------------------------------------------------


def placer(frame: Any, s: State) -> SeatId:
    return commander_seat(s, command_of(frame.side, frame.front))


def first_choice(s: State, side: int) -> int:
    """[10.2a, 10.2c] The front whose commander picks counters first; NONE where one player commands both.

    Of the Soviets that is who has more cities, north on a tie; of the Poles the supreme player.
    """
    if commander(s, command_of(side, NORTH)) == commander(s, command_of(side, SOUTH)) or not s.scene.both:
        return NONE
    if side == POLAND:
        return s.supreme
    cities = [0, 0]
    for area in range(len(s.m.vp)):
        if s.m.vp[area] > 0 and controlled(s, RUSSIA) >> area & 1:
            cities[front_of(s, area)] += 1
    return SOUTH if cities[SOUTH] > cities[NORTH] else NORTH


def not_reservable(s: State, side: int) -> Iterator[Bar]:
    """[10.2a, 10.2c, 7.2b, 7.2d] Types of counters that the southern player may not put aside before the northern one
    places.

    No more than he can place, one of which is a Recon; each front's own Recon keeps a counter (S64).
    """
    kept, most, counters = s.reserved[command_of(side, SOUTH)], s.allowance[command_of(side, SOUTH)], s.m.counters
    kinds = (Type.REORGANIZE, Type.RAIL) if side == RUSSIA else range(len(ORDERS))
    yield only("7.2d", range(len(ORDERS)), "There is no such order.")
    yield only("10.2a", kinds, lambda type: f"{ORDER_TITLES[type]} counters are not among those with first choice.")
    ally = "The other Recon counter is for your ally's front."
    yield Bar("7.2b", lambda type: type == Type.RECON and kept[Type.RECON] >= counters[Type.RECON] - 1, ally)
    yield Bar(
        "7.2d", lambda type: kept[type] >= counters[type], lambda type: f"No {ORDER_TITLES[type]} counter is left."
    )
    others = sum(kept) - kept[Type.RECON] < most - 1
    yield Bar(
        "7.2b",
        lambda type: sum(kept) >= most or (type != Type.RECON and not others),
        f"You may place {most} orders, one of them a Recon: no more can be put aside.",
    )


@procedure(who=placer)
class Reservation(Frame):
    """[10.2a, 10.2c] A southern player with first choice puts counters aside, for the north places first."""

    side: int
    front: int = SOUTH

    @step("10.2a", "10.2c")
    def southern(self, s: State) -> Next:
        """Whoever places first needs to put nothing aside."""
        return None if first_choice(s, self.side) == SOUTH else DONE

    @choose(
        "10.2a",
        "10.2c",
        "10.0f",
        prompt="Which order counters do you keep for your front before your ally places theirs?",
        always=True,
    )
    def reserve(self, s: State) -> Choice:
        kept = [type for type, count in enumerate(s.reserved[command_of(self.side, SOUTH)]) if count]
        return [
            Offer("keep", "number", not_reservable(s, self.side), "Keep a counter"),
            Option("return", kept, "number", "Give it back", free=True),
            Option("done", label="That is all", publish=True),
        ]

    @reserve.on("keep")
    def _(self, s: State, type: int) -> Next:
        s.reserved[command_of(self.side, SOUTH)][type] += 1
        return AGAIN

    @reserve.on("return")
    def _(self, s: State, type: int) -> Next:
        s.reserved[command_of(self.side, SOUTH)][type] -= 1
        return AGAIN

    reserve.to("done")


@procedure(who=holder_asked)
class Placement(Frame):
    """[7.2a, 10.0b, 10.1d] All orders of one front."""

    front: int
    side: int = NONE

    @choose("7.2c", "6.1b", prompt="You have the initiative on the {front:front} front: who places the first order?")
    def first_placer(self, s: State) -> Choice:
        return EITHER_SIDE

    @first_placer.each(SIDES)
    def _(self, s: State, _: int, side: int) -> None:
        self.side = side
        tell(s, "7.2c", "first_placer", side=side, front=self.front)

    @step("7.2a")
    def turn(self, s: State) -> Next:
        """The other side's turn comes when it has orders left; each counts for everybody to see."""
        own, other = (command_of(side, self.front) for side in (self.side, foe(self.side)))
        if may_place(s, own):
            return None
        if may_place(s, other):
            self.side = foe(self.side)
            return None
        s.passed |= 1 << own | 1 << other
        for command in (own, other):
            s.reserved[command] = [0] * len(ORDERS)  # what is not placed by now serves nobody any more (S80)
        return DONE

    @choose("7.2b", "7.2ai", "7.2aj", who=placer, prompt="{placed}", always=True)
    def order(self, s: State) -> Choice:
        found = order_offers(s, command_of(self.side, self.front), range(len(ORDERS)))
        return [*found, Option("pass", label="No more orders", warn="orders_left")]

    @order.on("pass")
    def _(self, s: State, _: int) -> Next:
        command = command_of(self.side, self.front)
        s.passed |= 1 << command
        tell(s, "7.2ai", "passes", side=self.side, front=self.front)
        return self.hand_over()

    @order.each(ORDERS)
    def _(self, s: State, area: int, type: int) -> Next:
        """[7.2a] One order face down; the other sees where, and whose."""
        command = command_of(self.side, self.front)
        if s.reserved[command][type]:
            s.reserved[command][type] -= 1
        order = place_order(s, command, area, type)
        count_order(s, order, 1)
        tell_order(s, "7.2a", "order_placed", order, front=self.front)
        return self.hand_over()

    def hand_over(self) -> Next:
        self.side = foe(self.side)
        return goto("turn")
