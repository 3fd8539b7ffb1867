"""Unseen orders of the enemy, dealt anew so that they agree with what everybody can see."""

from __future__ import annotations

import random

from msgspec.structs import replace

from vistula.games.strike_of_the_eagle.effects import vilna_order
from vistula.games.strike_of_the_eagle.model import (
    COMMANDS,
    MARCHES,
    ON_BLOCKS,
    ORDERS,
    PIECES,
    RAIL,
    RECON,
    STEP_ORDERS,
    TO_ORDERS,
    command_side,
)
from vistula.games.strike_of_the_eagle.queries import within
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.kernel import UNKNOWN

_FAR = 4  # no order reaches farther than a forced march of cavalry, an area more by a card (Soviet card 24)


def fill_orders(s: State, rng: random.Random) -> None:
    """Give every unseen order a type that its place, its time and the counters of its side admit."""
    dark = [i for i, order in enumerate(s.orders) if order.type == UNKNOWN]
    rng.shuffle(dark)
    dark.sort(key=lambda i: len(_types(s, s.orders[i])))
    _look_out(s, dark)
    for i in dark:
        if s.orders[i].type == UNKNOWN:
            types = _types(s, s.orders[i])
            s.orders[i] = replace(s.orders[i], type=rng.choice(types) if types else RECON)
    for c in COMMANDS:
        if s.recons[c] == UNKNOWN:
            s.recons[c] = sum(o.command == c and o.type == RECON and o.leader == NONE for o in s.orders)
        if s.to_vilna[c] == UNKNOWN:
            own = [o for o in s.orders if o.command == c and o.leader == NONE]
            s.to_vilna[c] = sum(o.type in TO_ORDERS and o.area == s.m.area("Vilna") for o in own)
        if UNKNOWN in s.reserved[c]:
            s.reserved[c] = [0] * len(ORDERS)


def _look_out(s: State, dark: list[int]) -> None:
    """[7.2b] Who has placed all the orders allowed has a Recon among them, until it is revealed."""
    for c in COMMANDS:
        own = [i for i in dark if s.orders[i].command == c]
        full = s.placed[c] >= s.allowance[c] + vilna_order(s, c)
        if own and full and not any(o.command == c and o.type == RECON and o.leader == NONE for o in s.orders):
            able = [i for i in own if RECON in _types(s, s.orders[i])]
            if able:
                s.orders[able[0]] = replace(s.orders[able[0]], type=RECON)


def _types(s: State, order: Order) -> list[int]:
    """Types that an unseen order may still have."""
    side = command_side(order.command)
    others = [o for o in s.orders if command_side(o.command) == side and o.type != UNKNOWN]
    there = {o.type for o in others if o.area == order.area}
    reached = s.step + (s.turned_up >> order.command & 1)
    past = {type for step, types in STEP_ORDERS.items() if MARCHES <= step < reached for type in types}
    found = []
    for type in range(len(ORDERS)):
        used = sum(o.type == type and o.leader == NONE for o in others)
        if type not in there and type not in past and used < s.m.counters[type] and _possible(s, order, type):
            found.append(type)
    return found


def _possible(s: State, order: Order, type: int) -> bool:
    """Whether blocks stand, or stood when the phase began, where such an order needs them."""
    own = [p for p in PIECES[command_side(order.command)] if s.place[p] >= 0]
    places = {s.place[p] for p in own} | {s.start[p] for p in own if s.start[p] >= 0}
    if type in ON_BLOCKS:
        return order.area in places and (type != RAIL or s.m.rail[order.area] != 0)
    return bool(within(s, order.area, _FAR) & sum(1 << place for place in places))
