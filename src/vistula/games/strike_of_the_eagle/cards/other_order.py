"""Polish card 37, Soviet card 38: a hidden order is taken back for one of another type."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import (
    ORDER_TITLES,
    ORDERS,
    STEP_ORDERS,
    command_front,
    command_side,
)
from vistula.games.strike_of_the_eagle.rules.orders import count_order, order_areas
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN, order_by_id, order_ref, place_order, remove_order
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.kernel import DONE, Choice, Frame, Next, Option, choose, goto, procedure, tell
from vistula.kernel.procedure import Step


def take_back(s: State, order: Order) -> None:
    """[7.2b] The order and its slot are free again."""
    remove_order(s, order)
    count_order(s, order, -1)


def substitutes(s: State, order: Order, stage: int) -> dict[int, int]:
    """[7.2aj] What may be placed instead: types whose step has not passed, and the areas for each."""
    bare = s.copy()
    take_back(bare, order)
    types = [type for step, group in STEP_ORDERS.items() if step >= stage for type in group if type != order.type]
    found = {type: order_areas(bare, order.command, type) for type in types}
    return {type: areas for type, areas in found.items() if areas}


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

    def able(self, s: State) -> list[Order]:
        own = [o for o in s.orders if o.command == self.command and not o.shown and o.leader == NONE]
        return [o for o in own if substitutes(s, o, self.stage)]

    @choose("3.4h", who=commander_asked, prompt="Which of your orders do you withdraw?", always=True)
    def which(self, s: State) -> Choice:
        tokens = [TOKEN + order.id for order in self.able(s)]
        return [Option("order", tokens, "piece", "Take back"), Option("keep", label="Leave them all")]

    @which.on("order")
    def _(self, s: State, token: int) -> None:
        self.id = token - TOKEN

    @which.on("keep")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @placing
    @choose("3.4h", "7.2aj", who=commander_asked, prompt="Which order do you place instead?", always=True)
    def instead(self, s: State) -> Choice:
        found = substitutes(s, order_by_id(s, self.id), self.stage)
        options = [Option(ORDERS[type], members(areas), "space", ORDER_TITLES[type]) for type, areas in found.items()]
        return [*options, Option("back", label="Another order", free=True)]

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
