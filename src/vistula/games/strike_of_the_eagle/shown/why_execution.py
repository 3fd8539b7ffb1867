"""7.3 Why an order, a block or an area cannot be chosen while orders are executed."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.model import (
    MARCHING,
    ORDER_TITLES,
    POLAND,
    TO_ORDERS,
    command_front,
    command_side,
    foe,
    piece_side,
)
from vistula.games.strike_of_the_eagle.rules.execution import SideTurn, due_orders
from vistula.games.strike_of_the_eagle.rules.executors import exits, may_leave, needed_elsewhere, rail_areas
from vistula.games.strike_of_the_eagle.rules.leaders import SIKORSKI, LeaderWindow, can_order
from vistula.games.strike_of_the_eagle.rules.movement import (
    MoveOrder,
    brigades,
    link_full,
    next_areas,
    steps_of,
)
from vistula.games.strike_of_the_eagle.rules.queries import (
    UNLIMITED,
    block_command,
    clear_distance,
    depots,
    held_by,
    is_leader,
    link_taken,
    may_enter,
    own_depot,
    space_inside,
)
from vistula.games.strike_of_the_eagle.rules.rail_transport import RailOrder
from vistula.games.strike_of_the_eagle.rules.reorganization import ReorganizeOrder
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN, order_by_id
from vistula.games.strike_of_the_eagle.rules.withdraw import WithdrawOrder
from vistula.games.strike_of_the_eagle.shown.why_common import (
    areas,
    elsewhere,
    name,
    not_commanded,
    not_in_play,
    not_mine,
    not_next_to,
    tired,
)
from vistula.games.strike_of_the_eagle.state import POOL, Order, State
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


# -- movement ---------------------------------------------------------------------------------------------------


def block_to_move(s: State, frame: MoveOrder, piece: int) -> Refusal | None:
    order = order_by_id(s, frame.id)
    found = not_commanded(s, order.command, piece) or tired(s, piece) or _bound(s, order, piece)
    if found is not None:
        return found
    left = steps_of(s, piece, order)
    if not next_areas(s, piece, order, left):
        goal = s.m.area_name[order.area]
        if order.type in TO_ORDERS:
            return Refusal("7.3l", f"{name(s, piece)} cannot reach {goal}: it may go {areas(left)}.")
        return Refusal("7.32f", f"{name(s, piece)} has no way out of {goal}.")
    if needed_elsewhere(s, piece, order):
        return Refusal("7.3i", "Another order could not be carried out without this block.")
    return None


def _bound(s: State, order: Order, piece: int) -> Refusal | None:
    """[7.2i, 7.2p, 7.32c, 7.2g] What keeps a fresh block from an order whatever its range."""
    title, here = ORDER_TITLES[order.type], s.m.area_name[s.place[piece]]
    if not may_leave(s, piece):
        return Refusal("7.32c", f"Enemies that came to {here} pin every block that is left there.")
    if s.unsupplied >> piece & 1 and (order.type in MARCHING or order.type in TO_ORDERS):
        return Refusal("7.71b", f"It began the phase out of supply: {title} is not for it.")
    if order.type in TO_ORDERS:
        return Refusal("7.2f", f"It is at {here} already.") if s.place[piece] == order.area else None
    return elsewhere(s, piece, order.area, "7.2g" if order.type in MARCHING else "7.2q")


def area_to_enter(s: State, frame: MoveOrder, area: int) -> Refusal | None:
    """[7.31a, 7.31b, 7.3l, 7.32d, 7.33b] Why a block on the march cannot go there next."""
    order, side, here = order_by_id(s, frame.id), piece_side(frame.piece), s.place[frame.piece]
    there = s.m.area_name[area]
    found = not_in_play(s, area) or not_next_to(s, here, area, "7.31a")
    if found is not None:
        return found
    if not may_enter(s, side) >> area & 1:
        return _barred(s, side, area)
    if not exits(s, side, here) >> area & 1:
        return Refusal("7.32d", f"Enemies came in over the link to {there}.")
    if order.type not in TO_ORDERS and area == order.area:
        return Refusal(
            "7.2g" if order.type in MARCHING else "7.2q", f"The order leads out of {there}, not round to it."
        )
    if link_full(s, side, area, here):
        return Refusal("7.33b", f"Four blocks have come into the battle of {there} over this link already.")
    if order.type in TO_ORDERS:
        goal, left = s.m.area_name[order.area], frame.left - 1
        return Refusal("7.3l", f"From {there} it could not get to {goal}: {areas(left)} would be left.")
    return None


def _barred(s: State, side: int, area: int) -> Refusal:
    if side == POLAND and s.m.eastern_links >> area & 1:
        return Refusal("1.4b", f"No Pole may enter {s.m.area_name[area]}, an Eastern Link.")
    return Refusal("4.0a", f"{s.m.area_name[area]} is closed to this side in this scenario.")


def brigade_to_leave(s: State, frame: MoveOrder, brigade: int) -> Refusal | None:
    """[2.2a, 2.2d, 7.33a] Why this block cannot be left behind as a detachment."""
    if brigade >= TOKEN or piece_side(brigade) != piece_side(frame.piece):
        return not_mine(s, piece_side(frame.piece), brigade)
    if brigade == frame.piece:
        return Refusal("7.31a", "This is the block that is on its way: choose where it goes.")
    if frame.gone:
        return Refusal("2.2f", "Brigades are left behind only where the march begins.")
    if s.place[brigade] != POOL:
        return Refusal("2.2d", "Only a brigade in the Force Pool can be detached.")
    if not s.m.division[s.unit[frame.piece]]:
        return Refusal("2.2a", f"{name(s, frame.piece)} is no division: only divisions detach brigades.")
    if brigade not in brigades(s, frame.piece):
        return Refusal("2.2d", "A detachment is a brigade of the division's own arm and nation.")
    if s.sp[frame.piece] <= 1 or frame.split >= 2:
        return Refusal("2.2a", "The division has no strength point to spare: it may leave two, and keeps one.")
    if space_inside(s, piece_side(brigade), s.place[frame.piece]) + (not s.on_link >> frame.piece & 1) > 0:
        return Refusal("2.2d", "All brigades of this kind are alike: choose the one that is highlighted.")
    return Refusal("7.33a", "There is no room for one more block where the division leaves.")


# -- withdrawals ------------------------------------------------------------------------------------------------


def block_to_withdraw(s: State, frame: WithdrawOrder, piece: int) -> Refusal | None:
    side = command_side(frame.command)
    return not_mine(s, side, piece) or elsewhere(s, piece, frame.area, "7.2u") or tired(s, piece)


def haven(s: State, frame: WithdrawOrder, area: int) -> Refusal | None:
    """[7.2v] Why a block cannot withdraw there."""
    side, there = command_side(frame.command), s.m.area_name[area]
    found = not_in_play(s, area) or not_next_to(s, frame.area, area, "7.2v") or _no_standing(s, side, area, "7.2v")
    if found is not None:
        return found
    if link_taken(s, side, frame.area, area):
        return Refusal("7.32d", f"Enemies came in over the link to {there}.")
    if clear_distance(s, side, area, depots(s, side) | own_depot(s, frame.piece)) >= UNLIMITED:
        return Refusal("7.2v", f"No clear path leads from {there} to a Supply Depot.")
    return None


def _no_standing(s: State, side: int, area: int, rule: str) -> Refusal | None:
    there = s.m.area_name[area]
    if not may_enter(s, side) >> area & 1:
        return _barred(s, side, area)
    if held_by(s, foe(side)) >> area & 1:
        return Refusal(rule, f"The enemy is at {there}.")
    if space_inside(s, side, area) <= 0:
        return Refusal("7.33a", f"Four blocks stand at {there} already.")
    return None


# -- behind the front -------------------------------------------------------------------------------------------


def block_to_reorganize(s: State, frame: ReorganizeOrder, piece: int) -> Refusal | None:
    order = order_by_id(s, frame.id)
    found = _resting(s, order, piece, "7.2ac")
    if found is not None:
        return found
    if is_leader(s, piece):
        return Refusal("7.2ac", "A leader has one strength point and cannot have more.")
    if s.sp[piece] >= s.m.max_sp[s.unit[piece]]:
        return Refusal("7.2ad", f"{name(s, piece)} is at its full strength of {s.sp[piece]}.")
    if s.fought >> piece & 1:
        return Refusal("7.2ae", "It fought, and was not named to reorganize in a battle that its side won.")
    return Refusal("7.3i", "Another order could not be carried out without this block.")


def _resting(s: State, order: Order, piece: int, rule: str) -> Refusal | None:
    """[7.2ac, 7.2af] What all blocks need that stay behind the front: there, in supply, and idle since."""
    found = not_commanded(s, order.command, piece) or elsewhere(s, piece, order.area, rule) or tired(s, piece)
    if found is not None:
        return found
    if s.moved >> piece & 1:
        return Refusal(rule, f"{name(s, piece)} has moved in this phase.")
    if s.unsupplied >> piece & 1:
        return Refusal("7.71b", "It began the phase out of supply.")
    return None


def block_to_entrain(s: State, frame: RailOrder, piece: int) -> Refusal | None:
    order = order_by_id(s, frame.id)
    found = _resting(s, order, piece, "7.2af")
    if found is not None:
        return found
    if s.fought >> piece & 1:
        return Refusal("7.6c", "It fought in this phase.")
    if needed_elsewhere(s, piece, order):
        return Refusal("7.2af", "It has another order to carry out.")
    return Refusal("7.6a", "No station in supply with room can be reached from here.")


def station(s: State, frame: RailOrder, area: int) -> Refusal | None:
    """[7.6a, 7.6b] Why a block cannot ride there."""
    side, here, there = command_side(frame.command), s.place[frame.piece], s.m.area_name[area]
    if here == area:
        return Refusal("7.6a", f"It is at {there} already.")
    if not s.m.rail[area]:
        return Refusal("7.6a", f"No railway runs through {there}.")
    found = not_in_play(s, area) or _no_standing(s, side, area, "7.6b")
    if found is not None:
        return found
    if not rail_areas(s, side, own_depot(s, frame.piece)) >> area & 1:
        return Refusal(
            "7.6b", f"{there} is not within {areas(s.m.charts.supply.rail)} of a Supply Depot by a clear path."
        )
    return Refusal("7.6a", f"No railway in supply leads there within {areas(s.m.charts.orders.rail_range)}.")
