"""7.3 Why an order, a block or an area cannot be chosen while orders are executed."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.model import (
    ORDER_TITLES,
    command_front,
    command_side,
)
from vistula.games.strike_of_the_eagle.rules.execution import SideTurn, due_orders
from vistula.games.strike_of_the_eagle.rules.leaders import SIKORSKI, LeaderWindow, can_order
from vistula.games.strike_of_the_eagle.rules.queries import (
    block_command,
    is_leader,
)
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN
from vistula.games.strike_of_the_eagle.shown.why_common import (
    name,
    not_commanded,
)
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import UNKNOWN
from vistula.kernel.views import Refusal

_FRONTS = ("northern", "southern")


# -- which order ------------------------------------------------------------------------------------------------


def order_to_execute(s: State, frame: SideTurn, arg: int) -> Refusal | None:
    if arg < TOKEN:
        return leader_to_use(s, frame, arg)
    order = next((o for o in s.orders if TOKEN + o.id == arg), None)
    if order is None:
        return Refusal("7.3k", "That order is no longer on the map.")
    if command_side(order.command) != command_side(frame.command):
        return Refusal("7.3a", "It is an order of the enemy.")
    due = order in due_orders(s, frame.command, frame.stage)
    if order.command != frame.command and not due:
        return Refusal("10.0b", f"It is for the {_FRONTS[command_front(order.command)]} front, which has its own turn.")
    if not due and order.type != UNKNOWN:
        return Refusal("7.3a", f"{ORDER_TITLES[order.type]} orders are not executed in this step.")
    return None


def leader_to_use(s: State, frame: SideTurn | LeaderWindow, piece: int) -> Refusal | None:
    """[9.0e, 9.0f] Why a leader gives no order now."""
    held = frame.held(s) if isinstance(frame, LeaderWindow) else [frame.command]
    own = block_command(s, piece)
    found = not_commanded(s, own if own in held else frame.command, piece)
    if found is not None:
        return found
    if not is_leader(s, piece):
        return Refusal("7.3a", "Choose the order first; then the blocks that carry it out.")
    if s.spent >> s.unit[piece] & 1:
        return Refusal("9.0e", f"{name(s, piece)} has used his ability in this round.")
    if s.m.key[s.unit[piece]] == SIKORSKI:
        return Refusal("9.0g", "Sikorski gives no orders; he may look at an area near him at any time.")
    if not can_order(s, piece):
        return Refusal("9.0o", f"{name(s, piece)} has nobody in reach who could still carry out an order of his.")
    return None
