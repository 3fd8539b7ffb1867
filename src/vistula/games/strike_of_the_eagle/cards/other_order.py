"""Polish card 37, Soviet card 38: a hidden order is taken back for one of another type."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.games.strike_of_the_eagle.model import (
    ORDERS,
    STEP_ORDERS,
    command_front,
    command_side,
)
from vistula.games.strike_of_the_eagle.rules.bars import no_orders
from vistula.games.strike_of_the_eagle.rules.orders import Muster, count_order, order_areas, order_offers
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.tokens import (
    TOKEN,
    order_by_id,
    order_ref,
    place_order,
    remove_order,
    tokens,
)
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, Option, choose, goto, only, procedure, tell
from vistula.kernel.procedure import Step


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


def placing(st: Step) -> Step:
    """What the nine kinds of orders have in common when one takes the place of another."""
    for type, verb in enumerate(ORDERS):

        @st.on(verb)
        def _(frame: OtherOrder, s: State, area: int, type: int = type) -> Next:
            return frame.put(s, area, type)

    return st


@procedure
class OtherOrder(Frame):
    """[7.2aj] One hidden order of a command is exchanged; everybody sees where."""

    command: int
    stage: int
    id: int = NONE

    def kept(self, s: State) -> Iterator[Bar]:
        """[3.4h, 7.2aj] Orders that cannot be exchanged."""
        own = [o for o in s.orders if o.command == self.command and not o.shown and o.leader == NONE]
        yield from no_orders(s, command_side(self.command), "3.4h", "Choose one of your orders on the map.")
        yield only("3.4h", tokens(own), "Only a hidden order of this front can be taken back.")
        able = [o for o in own if replaceable(s, o, self.stage)]
        yield only("7.2aj", tokens(able), "No order of another type could be placed instead of it.")

    @choose("3.4h", who=commander_asked, prompt="Which of your orders do you withdraw?", always=True)
    def which(self, s: State) -> Choice:
        return [Offer("order", "piece", self.kept(s), "Take back"), Option("keep", label="Leave them all")]

    @which.on("order")
    def _(self, s: State, token: int) -> None:
        self.id = token - TOKEN

    @which.on("keep")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @placing
    @choose("3.4h", "7.2aj", who=commander_asked, prompt="Which order do you place instead?", always=True)
    def instead(self, s: State) -> Choice:
        order = order_by_id(s, self.id)
        offers = order_offers(without(s, order), self.command, substitutes(order, self.stage))
        return [*offers, Option("back", label="Another order", free=True)]

    @instead.on("back")
    def _(self, s: State, _: int) -> Next:
        return goto("which")

    def put(self, s: State, area: int, type: int) -> Next:
        old = order_by_id(s, self.id)
        take_back(s, old)
        order = place_order(s, self.command, area, type)
        count_order(s, order, 1)
        side, front = command_side(self.command), command_front(self.command)
        tell(s, "3.4h", "order_taken_back", side=side, area=old.area, order=order_ref(old))
        tell(s, "7.2a", "order_placed", side=side, front=front, area=area, order=order_ref(order))
        return DONE
