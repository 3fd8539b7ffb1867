"""Unseen orders of the enemy, dealt anew so that they agree with what everybody can see."""

from __future__ import annotations

import random

from msgspec.structs import replace

from vistula.games.strike_of_the_eagle.effects import RED_COSSACKS, in_force, vilna_order
from vistula.games.strike_of_the_eagle.model import (
    CAVALRY,
    COMMANDS,
    MARCH_TO,
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
from vistula.games.strike_of_the_eagle.queries import block_command, may_enter, within
from vistula.games.strike_of_the_eagle.state import NONE, Order, State
from vistula.kernel import UNKNOWN


def fill_orders(s: State, rng: random.Random) -> None:
    """Give every unseen order a type that its place, its time and the counters of its side admit."""
    dark = [i for i, order in enumerate(s.orders) if order.type == UNKNOWN]
    rng.shuffle(dark)
    dark.sort(key=lambda i: len(_types(s, s.orders[i])))
    _look_out(s, dark, rng)
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


def _look_out(s: State, dark: list[int], rng: random.Random) -> None:
    """[7.2b] Who has placed all the orders allowed has a Recon among them, until it is revealed."""
    for c in COMMANDS:
        own = [i for i in dark if s.orders[i].command == c]
        full = s.placed[c] >= s.allowance[c] + vilna_order(s, c)
        if own and full and not any(o.command == c and o.type == RECON and o.leader == NONE for o in s.orders):
            able = [i for i in own if RECON in _types(s, s.orders[i])]
            if able:
                i = rng.choice(able)
                s.orders[i] = replace(s.orders[i], type=RECON)


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
    """Whether blocks of the command stand, or stood when the phase began, where such an order needs them."""
    side = command_side(order.command)
    own = [p for p in PIECES[side] if s.place[p] >= 0 and block_command(s, p) == order.command]
    places = {s.place[p] for p in own} | {s.start[p] for p in own if s.start[p] >= 0}
    if type in ON_BLOCKS:
        return order.area in places and (type != RAIL or s.m.rail[order.area] != 0)
    if not may_enter(s, side) >> order.area & 1:  # [1.4b, 7.2n]
        return False
    return bool(within(s, order.area, _range(s, order, type)) & sum(1 << place for place in places))


def _range(s: State, order: Order, type: int) -> int:
    """[7.2e, 7.2k, 7.2o] How far from a block an order of a type may lie: as far as cavalry goes."""
    if type == RECON:
        return s.m.charts.orders.recon_range
    farther = in_force(s, RED_COSSACKS, order.command) is not None
    return (s.m.march if type == MARCH_TO else s.m.move)[CAVALRY] + farther
