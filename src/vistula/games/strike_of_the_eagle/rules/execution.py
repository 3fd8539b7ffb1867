"""7.3 Execute orders: type by type, front by front, first one side and then the other.

The holder of the initiative says for every step who goes first. When its turn comes, a side reveals all its orders of
the step, and executes them in any order; whatever still lies face down is of another type. Moves (7.31, 7.32) are in
`movement`, stacking (7.33) is in `stacking`, directions of attack (7.34) are in `strength`.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel.bars import Bar, Offer, only
from vistula.kernel.procedure import DONE, Call, Choice, Frame, Next, choose, goto, procedure, step
from vistula.kernel.state import disclose, tell
from vistula.kernel.views import Refusal

from ..cards.effects import raiding
from ..cards.gais_raid import AfterMoves
from ..cards.windows import ReconRevealed, StepStart
from ..changes import look_into
from ..model import (
    BOTH,
    MARCHING,
    MOVING,
    NORTH,
    ORDER_TITLES,
    SIDES,
    SOUTH,
    STEP_ORDERS,
    Stage,
    Type,
    command_front,
    command_of,
    command_side,
    foe,
)
from ..state import NONE, Order, State
from .bars import no_orders
from .leader_orders import may_be_led, not_leading
from .leaders import LeaderWindow, UseLeader
from .movement import MoveOrder, any_mover
from .queries import holder
from .rail_transport import RailOrder
from .reorganization import ReorganizeOrder
from .seats import EITHER_SIDE, all_seats, commander, commander_asked, commands, holder_asked, players_of
from .tokens import TOKEN, OrderInHand, order_by_id, remove_order, show_order, tell_order, tokens
from .withdraw import WithdrawOrder

_RULES = {
    Stage.MARCHES: "7.3a",
    Stage.RECONS: "7.3b",
    Stage.MOVES: "7.3c",
    Stage.WITHDRAWALS: "7.3d",
    Stage.REORGANIZATIONS: "7.3f",
    Stage.RAILWAYS: "7.3g",
}
"""The paragraph of each step."""
_FRONTS = ("northern", "southern")
_STAGES = {type: stage for stage, types in STEP_ORDERS.items() for type in types}
"""The step in which an order of each type is executed."""


def before_battles(stage: int) -> bool:
    return Stage.MARCHES <= stage <= Stage.WITHDRAWALS


def due_orders(s: State, command: int, stage: int) -> list[Order]:
    """[7.3a, 9.0m, 9.0n] Orders that a command executes in a step: those of its types, and what a leader has ordered
    of a type whose step has passed, or of the northern front in the southern front's turn (S88)."""
    found = _due(s, command, stage)
    if command_front(command) == SOUTH and before_battles(stage):
        found += [o for o in _due(s, command_of(command_side(command), NORTH), stage) if o.leader != NONE]
    return found


def _due(s: State, command: int, stage: int) -> list[Order]:
    own = [o for o in s.orders if o.command == command]
    return [o for o in own if _STAGES[o.type] == stage or (o.leader != NONE and _late(o, stage))]


def _late(order: Order, stage: int) -> bool:
    return before_battles(stage) and before_battles(_STAGES[order.type]) and _STAGES[order.type] < stage


def may_have(s: State, command: int, stage: int) -> bool:
    """Whether everybody must reckon with an order of a command in this step: one that lies face down, or a due one."""
    return any(o.command == command and (not o.shown or _STAGES[o.type] == stage or _late(o, stage)) for o in s.orders)


def may_act(s: State, command: int, stage: int) -> bool:
    """[7.3h, 9.0m] Whether everybody must reckon with something that a command does in this step: an order, one that a
    leader gives, or the raid of a card that lies open."""
    if may_have(s, command, stage) or (stage == Stage.MOVES and raiding(s, command)):
        return True
    return before_battles(stage) and may_be_led(s, command_side(command))


@procedure(who=holder_asked)
class ExecutionStep(Frame):
    """[7.3a, 10.0b] One step on both fronts, the northern one first (S13)."""

    stage: int
    fronts_done: int = 0
    front: int = NONE
    side: int = NONE

    @step("10.0b")
    def next_front(self, s: State) -> Next:
        if self.fronts_done == len(s.scene.fronts):
            return DONE
        self.front = s.scene.fronts[self.fronts_done]
        if not self.fronts_done:
            s.turned_up = 0  # what the north has turned up stays so while the south executes (S93)
        self.fronts_done += 1
        return StepStart(front=self.front, stage=self.stage) if before_battles(self.stage) else None

    @step("7.3h")
    def worth_asking(self, s: State) -> Next:
        """Where everybody sees that one side has nothing to execute, the question is idle."""
        both = all(may_act(s, command_of(side, self.front), self.stage) for side in BOTH)
        return None if both else goto("idle")

    @choose("7.3h", "6.1c", prompt="You have the initiative on the {front:front} front: who executes {what} first?")
    def first_executor(self, s: State) -> Choice:
        return EITHER_SIDE

    @first_executor.each(SIDES)
    def _(self, s: State, _: int, side: int) -> Next:
        self.side = side
        tell(s, "7.3h", "first_executor", side=side, front=self.front)
        return goto("one_side")

    @step("7.3h")
    def idle(self, s: State) -> None:
        self.side = holder(s, self.front)

    @step("7.3a")
    def one_side(self, s: State) -> Next:
        return SideTurn(stage=self.stage, command=command_of(self.side, self.front))

    @step("7.3a")
    def other_side(self, s: State) -> Next:
        return Call(SideTurn(stage=self.stage, command=command_of(foe(self.side), self.front)), goto("next_front"))


@procedure(who=commander_asked)
class SideTurn(Frame):
    """[7.3a] One side executes all its orders of a step on a front, in any order."""

    stage: int
    command: int
    last: bool = False  # only what a leader has ordered just before battles, after which the enemy may answer (S29)
    led: int = 0  # whether a leader has been used with nothing left to execute

    @step("7.3a", "7.3b", "7.3c", "7.3d", "7.3f", "7.3g")
    def begin(self, s: State) -> None:
        """All its orders of the step are revealed; everybody learns now whether it has any."""
        rule = _RULES[self.stage]
        if may_have(s, self.command, self.stage):
            disclose(s, rule, all_seats(s), None)
        for order in due_orders(s, self.command, self.stage):
            if not order.shown:
                shown = show_order(s, order, rule)
                tell_order(s, rule, "revealed", shown)
        s.turned_up |= 1 << self.command

    @step("7.3k")
    def hopeless(self, s: State) -> Next:
        """When no order of the step can be executed any more, those that are left go unfulfilled. The only order of a
        side that everybody knows to be without a leader is carried out unasked."""
        due = due_orders(s, self.command, self.stage)
        if any(executable(s, order) for order in due):
            alone = len(due) == 1 and not self.perhaps_led(s)
            return Call(self.carried_out(due[0]), goto("hopeless")) if alone else None
        for order in due:
            tell_order(s, "7.3k", "unfulfilled", order)
            remove_order(s, order)
        return goto("leaders")

    @choose(
        "7.3a",
        "7.3b",
        "7.3c",
        "7.3d",
        "7.3f",
        "7.3g",
        "9.0m",
        prompt="Which {type} order first?",
        always=True,
        cites=lambda self: _RULES[self.stage],
    )
    def pick(self, s: State) -> Choice:
        led = Offer("leader", "piece", self.silent(s), "Use this leader", when=self.perhaps_led(s))
        return [Offer("order", "piece", self.not_due(s, led), "Carry it out"), led]

    def silent(self, s: State) -> Iterator[Bar]:
        """[9.0k] Blocks that are no leaders who could give an order beside those of this step."""
        yield from not_leading(s, (self.command,), self.command)
        yield Bar("9.0k", not self.perhaps_led(s), "Leaders give orders up to Resolve Battles, each side in its turn.")

    def not_due(self, s: State, led: Offer) -> Iterator[Bar]:
        """[7.3a, 10.0b] Pieces that are no orders of this step; of a block is said why it is no leader to be used."""
        due = due_orders(s, self.command, self.stage)
        choose_order = Refusal("7.3a", "Choose the order first; then the blocks that carry it out.")
        yield from no_orders(s, command_side(self.command), "7.3a", lambda piece: led.refusal(piece) or choose_order)
        others = {TOKEN + o.id: o for o in s.orders if o not in due}

        def why(token: int) -> Refusal:
            order = others[token]
            if order.command != self.command:
                front = _FRONTS[order.front]
                return Refusal("10.0b", f"It is for the {front} front, which has its own turn.")
            return Refusal("7.3a", f"{ORDER_TITLES[order.type]} orders are not executed in this step.")

        yield only("7.3a", tokens(due), why)

    def perhaps_led(self, s: State) -> bool:
        """[9.0k] Whether everybody must reckon with a leader beside the orders of this step."""
        return before_battles(self.stage) and not self.last and may_be_led(s, command_side(self.command))

    @pick.on("order")
    def _(self, s: State, token: int) -> Next:
        return Call(self.carried_out(order_by_id(s, token - TOKEN)), goto("hopeless"))

    @pick.on("leader")
    def _(self, s: State, piece: int) -> Next:
        return Call(UseLeader(piece=piece, command=self.command), goto("hopeless"))

    @step("9.0k", "9.0m", "9.0n")
    def leaders(self, s: State) -> Next:
        """With nothing left to execute, a leader may still order something."""
        if not before_battles(self.stage) or self.last:
            return DONE
        return Call(LeaderWindow(command=self.command, stage=self.stage), None, "led")

    @step("9.0m", "9.0k", "7.13a")
    def afterwards(self, s: State) -> Next:
        """After one leader another may be used, or the same once more if a card lets him."""
        if due_orders(s, self.command, self.stage):
            return goto("hopeless")
        if self.led:
            return goto("leaders")
        return AfterMoves(command=self.command) if self.stage == Stage.MOVES else DONE

    def carried_out(self, order: Order) -> Frame:
        """The procedure of an order's type."""
        return _PROCEDURES[order.type](id=order.id, command=order.command)


def executable(s: State, order: Order) -> bool:
    """[7.3k] Whether some block could carry out a movement order now; orders of other types look for themselves."""
    if order.type in MARCHING or order.type in MOVING:
        return any_mover(s, order)
    return True


@procedure
class ReconOrder(OrderInHand):
    """[7.2l, 7.3b] The player, and only he, looks at all enemy blocks of an area."""

    fogged: int = 0

    @step("7.2l")
    def window(self, s: State) -> Next:
        return Call(ReconRevealed(side=self.side, area=self.order(s).area), None, "fogged")

    @step("7.2l", "7.2m")
    def see(self, s: State) -> None:
        order = self.order(s)
        if not self.fogged:
            look_into(s, commander(s, self.command), order.area, "7.2l")
        remove_order(s, order)


_PROCEDURES: dict[int, type[OrderInHand]] = {
    **dict.fromkeys((*MARCHING, *MOVING), MoveOrder),
    Type.RECON: ReconOrder,
    Type.WITHDRAW: WithdrawOrder,
    Type.REORGANIZE: ReorganizeOrder,
    Type.RAIL: RailOrder,
}


# -- 9.0 leaders up to Resolve Battles: either side may still answer the other (S29) --------------------------------


@procedure(who=holder_asked)
class ClosingRound(Frame):
    """[9.0k, 9.0m] When all withdrawals are over, each side in turn may use a leader, until both have declined one
    after the other (S29). With two fronts the holder of the northern initiative says who begins."""

    front: int = NONE
    side: int = NONE
    stage: int = Stage.WITHDRAWALS
    asked: int = 0  # players of the side, in this turn
    used: int = 0
    declined: int = 0  # sides, one after the other

    @step("9.0k")
    def begin(self, s: State) -> Next:
        """Nobody is asked where everybody sees that no leader can be used; who is alone in having one begins."""
        able = [side for side in BOTH if may_be_led(s, side)]
        self.front = s.scene.fronts[0]
        if not able:
            return DONE
        self.side = able[0]
        return None if len(able) == 2 else goto("turn")

    @choose("7.3h", "9.0k", prompt="Last orders before battles: whose leaders go first?")
    def first_executor(self, s: State) -> Choice:
        return EITHER_SIDE

    @first_executor.each(SIDES)
    def _(self, s: State, _: int, side: int) -> None:
        self.side = side

    @step("9.0k", "9.0m")
    def turn(self, s: State) -> Next:
        """The players of the side are asked, one after the other, until one of them uses a leader."""
        players = players_of(s, self.side) if may_be_led(s, self.side) else []
        if self.used or self.asked == len(players):
            return None
        command = commands(s, players[self.asked])[0]
        self.asked += 1
        return Call(LeaderWindow(command=command, stage=self.stage, last=True), goto("turn"), "used")

    @step("9.0m", "9.0n")
    def carry_out(self, s: State) -> Next:
        """What the leader has ordered is executed at once; a Reorganization or a rail transport waits for its step."""
        for front in s.scene.fronts:
            command = command_of(self.side, front)
            if due_orders(s, command, self.stage):
                return Call(SideTurn(stage=self.stage, command=command, last=True, at="hopeless"), goto("carry_out"))
        return None

    @step("9.0k")
    def other_side(self, s: State) -> Next:
        self.declined = 0 if self.used else self.declined + 1
        if self.declined == len(SIDES):
            return DONE
        self.side, self.asked, self.used = foe(self.side), 0, 0
        return goto("turn")
