"""3.1 Orders as tokens on the map: placed face down, revealed, taken off [3.1a, 7.2a, 7.3k]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from vistula.kernel import Frame, disclose, tell

from ..model import COMMANDS, command_side
from ..state import NONE, Order, State
from .seats import all_seats

TOKEN = 1000
"""An order on the map is named as a piece: this number and its own."""
_SHOWN = 256


def ref_parts(ref: int) -> tuple[int, int, bool]:
    """Type, command and whether it is public, of an order in the diary."""
    return ref & 15, ref >> 4 & 3, bool(ref & _SHOWN)


def tokens(orders: Iterable[Order]) -> list[int]:
    """Orders as pieces."""
    return [TOKEN + order.id for order in orders]


def order_by_id(s: State, id: int) -> Order:
    return next(order for order in s.orders if order.id == id)


class OrderInHand(Frame):
    """[7.3a] An order of a command that is being carried out."""

    id: int
    command: int

    def order(self, s: State) -> Order:
        return order_by_id(s, self.id)

    @property
    def side(self) -> int:
        return command_side(self.command)


def tell_order(s: State, rule: str, key: str, order: Order, **more: Any) -> None:
    """A line of the diary about an order: its type, whose it is and whether everybody may know it, as one number."""
    ref = order.type | order.command << 4 | (_SHOWN if order.shown else 0)
    side = order.side
    tell(s, rule, key, side=side, area=order.area, order=ref, **more)


def orders_at(s: State, side: int, area: int) -> list[Order]:
    return [order for order in s.orders if order.area == area and order.side == side]


def hidden_orders(s: State, command: int) -> list[Order]:
    """A command's orders that lie face down; those of leaders lie open."""
    return [o for o in s.orders if o.command == command and not o.shown and o.leader == NONE]


def place_order(s: State, command: int, area: int, type: int, leader: int = NONE) -> Order:
    """[7.2a] An order is laid face down; one that a leader gives is public with him [9.0e]."""
    order = Order(s.next_order, command, area, type, leader != NONE, leader)
    s.next_order += 1
    s.orders.append(order)
    return order


def show_order(s: State, order: Order, rule: str) -> Order:
    """[7.3a, 7.3o] An order is turned face up. Returns it as it is now."""
    shown = replace(order, shown=True)
    s.orders[s.orders.index(order)] = shown
    disclose(s, rule, all_seats(s), order.type)
    return shown


def clear_orders(s: State) -> None:
    """No order is on the map, none has been placed, and no card is in force."""
    s.orders, s.fulfilled, s.effects = [], [], []
    s.placed, s.recons, s.to_vilna = ([0 for _ in COMMANDS] for _ in range(3))


def remove_order(s: State, order: Order) -> None:
    """[7.3k] An order goes back to its pool."""
    s.orders = [other for other in s.orders if other.id != order.id]
