"""Polish card 37, Soviet card 38: a hidden order is taken back for one of another type."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, Option, choose, goto, only, procedure

from ..model import ORDERS, STEP_ORDERS, command_front, command_side
from ..rules.bars import no_orders
from ..rules.orders import Muster, count_order, order_areas, order_offers
from ..rules.seats import commander_asked
from ..rules.tokens import TOKEN, hidden_orders, order_by_id, place_order, remove_order, tell_order, tokens
from ..state import NONE, Order, State


def take_back(s: State, order: Order) -> None:
    """[7.2b] The order and its slot are free again."""
    remove_order(s, order)
    count_order(s, order, -1)


def without(s: State, order: Order) -> State:
    """The table as if the order had not been placed."""
    bare = s.copy()
    take_back(bare, order)
    return bare


def substitutes(order: Order, stage: int) -> list[int]:
    """[3.4h] Types that may be placed instead: others, whose step has not passed."""
    return [type for step, group in STEP_ORDERS.items() if step >= stage for type in group if type != order.type]


def replaceable(s: State, order: Order, stage: int) -> bool:
    """[7.2aj] Whether there is another order that could be placed instead."""
    bare = without(s, order)
    muster = Muster(bare, order.command)
    return any(order_areas(bare, order.command, type, muster) for type in substitutes(order, stage))


@procedure(who=commander_asked)
class OtherOrder(Frame):
    """[7.2aj] One hidden order of a command is exchanged; everybody sees where."""

    command: int
    stage: int
    id: int = NONE

    def kept(self, s: State) -> Iterator[Bar]:
        """[3.4h, 7.2aj] Orders that cannot be exchanged."""
        own = hidden_orders(s, self.command)
        yield from no_orders(s, command_side(self.command), "3.4h", "Choose one of your orders on the map.")
        yield only("3.4h", tokens(own), "Only a hidden order of this front can be taken back.")
        able = [o for o in own if replaceable(s, o, self.stage)]
        yield only("7.2aj", tokens(able), "No order of another type could be placed instead of it.")

    @choose("3.4h", prompt="Which of your orders do you withdraw?", always=True)
    def which(self, s: State) -> Choice:
        return [Offer("order", "piece", self.kept(s), "Take back"), Option("keep", label="Leave them all")]

    @which.on("order")
    def _(self, s: State, token: int) -> None:
        self.id = token - TOKEN

    which.to("keep", DONE)

    @choose("3.4h", "7.2aj", prompt="Which order do you place instead?", always=True)
    def instead(self, s: State) -> Choice:
        order = order_by_id(s, self.id)
        offers = order_offers(without(s, order), self.command, substitutes(order, self.stage))
        return [*offers, Option("back", label="Another order", free=True)]

    instead.to("back", goto("which"))

    @instead.each(ORDERS)
    def _(self, s: State, area: int, type: int) -> Next:
        old = order_by_id(s, self.id)
        take_back(s, old)
        order = place_order(s, self.command, area, type)
        count_order(s, order, 1)
        tell_order(s, "3.4h", "order_taken_back", old)
        tell_order(s, "7.2a", "order_placed", order, front=command_front(self.command))
        return DONE
