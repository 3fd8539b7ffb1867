"""Unseen orders of the enemy, dealt anew so that they agree with what everybody can see."""

from __future__ import annotations

import random

from msgspec.structs import replace

from vistula.games.strike_of_the_eagle.effects import COSSACKS, extra_steps, vilna_order
from vistula.games.strike_of_the_eagle.model import (
    CAVALRY,
    COMMANDS,
    MARCH_TO,
    MARCHES,
    ON_BLOCKS,
    ORDERS,
    PIECES,
    POLAND,
    RAIL,
    RECON,
    RUSSIA,
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
    places = [_places(s, c) for c in COMMANDS] if dark else []
    could = {i: _possible(s, s.orders[i], places[s.orders[i].command]) for i in dark}
    _settle(s, could, 1, rng)
    _look_out(s, could, rng)
    _settle(s, could, len(ORDERS), rng)
    for c in COMMANDS:
        if s.recons[c] == UNKNOWN:
            s.recons[c] = sum(o.command == c and o.type == RECON and o.leader == NONE for o in s.orders)
        if s.to_vilna[c] == UNKNOWN:
            own = [o for o in s.orders if o.command == c and o.leader == NONE]
            s.to_vilna[c] = sum(o.type in TO_ORDERS and o.area == s.m.area("Vilna") for o in own)
        if UNKNOWN in s.reserved[c]:
            s.reserved[c] = [0] * len(ORDERS)


# -- one order after another ------------------------------------------------------------------------------------


def _settle(s: State, could: dict[int, list[int]], most: int, rng: random.Random) -> None:
    """Give types to the orders that may have at most so many, always one first that has the fewest left."""
    while could:
        able = {i: _types(s, i, could) for i in could}
        i = min(able, key=lambda i: len(able[i]))
        if len(able[i]) > most:
            return
        _turn(s, could, i, rng.choice(able[i]))


def _turn(s: State, could: dict[int, list[int]], i: int, type: int) -> None:
    s.orders[i] = replace(s.orders[i], type=type)
    del could[i]


def _look_out(s: State, could: dict[int, list[int]], rng: random.Random) -> None:
    """[7.2b] Who has placed all the orders allowed has a Recon among them, until it is revealed."""
    lacking = [c for c in COMMANDS if _lacks_recon(s, c) and _recons(s, could, c)]
    if not _deal_recons(s, could, lacking, rng):
        for c in lacking:
            _deal_recons(s, could, [c], rng)


def _lacks_recon(s: State, command: int) -> bool:
    full = s.placed[command] >= s.allowance[command] + vilna_order(s, command)
    return full and not any(o.command == command and o.type == RECON and o.leader == NONE for o in s.orders)


def _recons(s: State, could: dict[int, list[int]], command: int) -> list[int]:
    """The unseen orders of a command that may be a Recon."""
    return [i for i in could if s.orders[i].command == command and RECON in _types(s, i, could)]


def _deal_recons(s: State, could: dict[int, list[int]], lacking: list[int], rng: random.Random) -> bool:
    """[7.2ah] A Recon for each of these commands, no two of a side in one area; False, and nothing dealt, if that
    cannot be."""
    if not lacking:
        return True
    able = _recons(s, could, lacking[0])
    for i in sorted(rng.sample(able, len(able)), key=lambda i: not _pressed(s, could, i)):
        before, types = s.orders[i], could[i]
        _turn(s, could, i, RECON)
        if _deal_recons(s, could, lacking[1:], rng):
            return True
        s.orders[i], could[i] = before, types
    return False


def _types(s: State, i: int, could: dict[int, list[int]]) -> list[int]:
    """[7.2d, 7.2ah, 7.2al] Types that an unseen order may still have beside the others of its side."""
    order = s.orders[i]
    side = command_side(order.command)
    left = list(s.m.counters)
    there = set()
    for other in s.orders:
        if other.type != UNKNOWN and command_side(other.command) == side:
            left[other.type] -= other.leader == NONE
            if other.area == order.area:
                there.add(other.type)
    free = [type for type in range(len(ORDERS)) if left[type] > 0 and type not in there]
    able = [type for type in could[i] if type in free]
    if _laid(s, order, ON_BLOCKS) >= _blocks_for(s, order):
        able = [type for type in able if type not in ON_BLOCKS] or able
    return able or free or [RECON]


def _pressed(s: State, could: dict[int, list[int]], i: int) -> bool:
    """[7.2al] Whether more orders lie where this one does than blocks can follow, and it cannot bring others there."""
    order = s.orders[i]
    crowd = _laid(s, order, (*ON_BLOCKS, UNKNOWN))
    return crowd > _blocks_for(s, order) and not any(type in TO_ORDERS for type in could[i])


def _laid(s: State, order: Order, types: tuple[int, ...]) -> int:
    """Counters of these types that the command of an order has in its area."""
    own = [o for o in s.orders if o.command == order.command and o.area == order.area and o.leader == NONE]
    return sum(o.type in types for o in own)


def _blocks_for(s: State, order: Order) -> int:
    """[7.2al] Blocks that an order of its command in its area could be laid for: those that began the phase there. The
    first order had one, though that may be gone."""
    pieces = PIECES[command_side(order.command)]
    return max(1, sum(s.start[p] == order.area and block_command(s, p) == order.command for p in pieces))


# -- what an order can be ---------------------------------------------------------------------------------------


def _places(s: State, command: int) -> int:
    """Areas where blocks of a command stand, or stood when the phase began."""
    own = [p for p in PIECES[command_side(command)] if s.place[p] >= 0 and block_command(s, p) == command]
    return sum(1 << area for area in {s.place[p] for p in own} | {s.start[p] for p in own if s.start[p] >= 0})


def _possible(s: State, order: Order, places: int) -> list[int]:
    """Types whose step has not passed and that blocks in these places can have an order of; where there are none, the
    blocks that it was laid for are gone, and its time alone tells."""
    reached = s.step + (s.turned_up >> order.command & 1)
    past = {type for step, types in STEP_ORDERS.items() if MARCHES <= step < reached for type in types}
    timely = [type for type in range(len(ORDERS)) if type not in past]
    return [type for type in timely if _may_lie(s, order, type, places)] or timely


def _may_lie(s: State, order: Order, type: int, places: int) -> bool:
    if type in ON_BLOCKS:
        return bool(places >> order.area & 1) and (type != RAIL or s.m.rail[order.area] != 0)
    side, here = command_side(order.command), 1 << order.area
    if type == RECON:
        barred = s.m.eastern_links if side == POLAND else 0  # [7.2n]
        return not barred & here and bool(within(s, order.area, s.m.charts.orders.recon_range) & places)
    if not may_enter(s, side) & here:  # [1.4b]
        return False
    return bool(within(s, order.area, _range(s, side, type)) & places & ~here)  # a block comes from elsewhere


def _range(s: State, side: int, type: int) -> int:
    """[7.2e, 7.2o] How far from a block a To order may lie: as far as cavalry goes, or a division that a card spurs."""
    farther = extra_steps(s, s.m.unit(COSSACKS)) if side == RUSSIA else 0
    return (s.m.march if type == MARCH_TO else s.m.move)[CAVALRY] + farther
