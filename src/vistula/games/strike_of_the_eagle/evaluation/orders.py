"""7.1 to 7.3 as an officer sees them: who places first, which order is worth most, who executes first, leaders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.board.hexes import bits
from vistula.kernel import Action

from ..model import ORDERS, SIDES, STEP_ORDERS, Stage, Type, command_of, command_side, foe
from ..rules.executors import ground
from ..rules.queries import block_command
from ..rules.tokens import TOKEN, order_by_id
from ..state import NONE
from .scheme import Given, Scheme
from .scoring import Scores, answers, each

TYPES = {verb: type for type, verb in enumerate(ORDERS)}
LEADER_AT = 0.35
"""What the one order that a leader may give in a round must promise."""


@answers("Placement.first_placer")
def first_placer(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[7.2c] Let the other side show where it means to act."""
    other = SIDES[foe(o.survey(seat).me)]
    return {action: float(action.verb == other) for action in offered}


@answers("Placement.order")
def place(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[7.2a] The order that promises most beside those that lie there already."""
    frame = seat.frame
    scheme = o.scheme(seat, command_of(frame.side, frame.front))
    found = {action: order_worth(scheme, action) for action in offered if action.verb in TYPES}
    found[Action("pass")] = 0.0
    return found


def order_worth(scheme: Scheme, action: Action) -> float:
    type = TYPES[action.verb]
    gain = scheme.plan(type, action.arg).gain
    return gain if type == Type.RECON else gain - scheme.v.d.order_at


class Prospects:
    """What one order after another would bring, the best first, looked at as far as somebody asks; `scheme_with` gives
    the scheme with these orders more, which is at hand when they are placed."""

    def __init__(self, scheme_with: Callable[[Given], Scheme], options: list[Action]) -> None:
        self.scheme_with, self.options = scheme_with, options
        self.gains: list[float] = []
        self.given: Given = ()

    def of(self, first: int, count: int) -> float:
        """What so many orders bring after some."""
        while len(self.gains) < first + count and self.options:
            self._look_on()
        return sum(self.gains[first : first + count])

    def _look_on(self) -> None:
        scheme = self.scheme_with(self.given)
        worths = {action: order_worth(scheme, action) for action in self.options}
        best = max(worths, key=lambda action: worths[action])
        if worths[best] > 0:
            self.gains.append(worths[best])
            self.given = *self.given, (TYPES[best.verb], best.arg)
        self.options = [action for action in self.options if action != best and worths[action] > 0]


@answers("ExecutionStep.first_executor", "ClosingRound.first_executor")
def first_executor(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[7.3h] Who strikes first pins the other; but before withdrawals, and after battles, let him go first."""
    frame, me = seat.frame, o.survey(seat).me
    own = any(o.command == command_of(me, frame.front) for o in seat.s.orders)
    first = me if own and frame.stage in (Stage.MARCHES, Stage.MOVES) else foe(me)
    return {action: float(action.verb == SIDES[first]) for action in offered}


@answers("SideTurn.pick")
def pick_order(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[7.3a] Any order is as good as another; a leader where that promises much."""
    frame = seat.frame
    found: Scores = {}
    for action in offered:
        if action.verb == "order":
            order = order_by_id(seat.s, action.arg - TOKEN)
            found[action] = 1.0 + 0.01 * (order.type % 2) - 0.0001 * order.id
        elif action.verb == "leader":
            found[action] = 1.0 + leader_worth(o, seat, action.arg, frame.command, frame.stage)
    return found


# -- leaders --------------------------------------------------------------------------------------


@answers("LeaderWindow.use")
@each("leader")
def leader_window(o: Any, seat: Any, piece: int) -> float:
    return leader_worth(o, seat, piece, block_command(seat.s, piece), seat.frame.stage)


def leader_worth(o: Any, seat: Any, piece: int, command: int, stage: int) -> float:
    """[9.0e] Above nothing if now is the time for the one order of the round."""
    from ..rules.leader_orders import LEADERS_ORDERS, STALIN, leader_areas

    s = seat.s
    v = o.survey(seat)
    key = v.m.key[s.unit[piece]]
    late = s.phase >= 4 or not v.left
    if key == STALIN:
        return float(v.point) if v.left else -1.0
    scheme, g = o.scheme(seat, command), ground(s, v.me)
    best = 0.0
    for type in LEADERS_ORDERS.get(key, ()):
        if not timely(type, stage):
            continue
        for area in bits(leader_areas(s, piece, type, g)):
            best = max(best, scheme.plan(type, area).gain)
    return best - (0.5 * LEADER_AT if late else LEADER_AT)


def timely(type: int, stage: int) -> bool:
    """Orders to move as late as others see them, to defend when it is known who comes."""
    if type == Type.DEFEND:
        return stage == Stage.WITHDRAWALS
    return type != Type.RECON and (
        stage == Stage.MOVES or (stage == Stage.MARCHES and type in STEP_ORDERS[Stage.MARCHES])
    )


@answers("UseLeader.order")
def leader_order(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[9.0f] What he orders."""
    scheme = o.scheme(seat, seat.frame.command)
    found: Scores = {}
    for action in offered:
        if action.verb in TYPES:
            found[action] = order_worth(scheme, action) - (0.0 if TYPES[action.verb] != Type.RECON else 0.02)
        else:
            found[action] = o.survey(seat).field(seat.s.place[action.arg]) - 0.1 * seat.s.sp[action.arg]
    return found


@answers("UseLeader.countermand")
@each("countermand", keep=0.01)
def countermand(o: Any, seat: Any, token: int) -> float:
    """[9.0l] The order that promises least, and one that promises something only if it must be."""
    order = order_by_id(seat.s, token - TOKEN)
    return -float(o.scheme(seat, seat.frame.command, order.id).plan(order.type, order.area).gain)


def curiosity(o: Any, seat: Any, area: int) -> float:
    """[9.0g] Whether Sikorski should look into an area before orders are placed: 1 if the more unseen blocks are near
    own ones."""
    decision, v = seat.decision, o.survey(seat)
    if decision.step != "order" or command_side(command_of(v.me, 0)) != v.me:
        return 0.0
    unseen = sum(seat.s.unit[p] < 0 for p in v.theirs.get(area, ()))
    near = any(v.m.around[area] >> place & 1 for place in v.mine)
    return 0.5 + 0.1 * unseen if unseen > 1 and near else 0.0


# -- another order ----------------------------------------------------------------------------------


@answers("OtherOrder.which")
@each("order", keep=0.1)
def take_back(o: Any, seat: Any, token: int) -> float:
    """[3.4h] An order that has come to nothing is given up; the others are kept."""
    order = order_by_id(seat.s, token - TOKEN)
    return float(0.15 - o.scheme(seat, seat.frame.command, order.id).plan(order.type, order.area).gain)


@answers("OtherOrder.instead")
def instead(o: Any, seat: Any, offered: list[Action]) -> Scores:
    scheme = o.scheme(seat, seat.frame.command, seat.frame.id if seat.frame.id != NONE else -1)
    return {action: order_worth(scheme, action) for action in offered if action.verb in TYPES}
