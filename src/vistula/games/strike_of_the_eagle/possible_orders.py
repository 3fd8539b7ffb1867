"""Unseen orders of the enemy, dealt anew so that they agree with what everybody can see."""

from __future__ import annotations

import random
from typing import NamedTuple

from msgspec.structs import replace

from vistula.board.hexes import collect
from vistula.kernel import UNKNOWN

from .cards.effects import COSSACKS, extra_steps, vilna_order
from .model import COMMANDS, ON_BLOCKS, ORDERS, RUSSIA, STEP_ORDERS, TO_ORDERS, Stage, Type, ally_of, command_side
from .rules.executors import assignment, feasible, fresh_blocks, ground, pieces_of, placeable
from .rules.queries import block_command, blocks_at, may_enter, on_map, unseen_links, within
from .state import NONE, Order, State

_IN_SUPPLY = (*TO_ORDERS, Type.MARCH_OUT, Type.REORGANIZE, Type.RAIL)
"""Orders that only a block without an Out of Supply marker executes [7.71b]."""


def fill_orders(s: State, rng: random.Random) -> bool:
    """Give every unseen order a type that its place, its time and the counters of its side admit; whether the blocks of
    the world let each be carried out."""
    dark = [i for i, order in enumerate(s.orders) if order.type == UNKNOWN]
    rng.shuffle(dark)
    places = {c: _places(s, c) for c in {s.orders[i].command for i in dark}}
    could = {i: _possible(s, s.orders[i], places[s.orders[i].command]) for i in dark}
    _deal(s, could, rng)
    agrees = True
    if s.step == Stage.PLACING:
        for side in sorted({command_side(c) for c in places}):
            unseen = {i: could[i] for i in dark if s.orders[i].side == side}
            agrees = _find_blocks(s, unseen, rng) and agrees
    for c in COMMANDS:
        if s.recons[c] == UNKNOWN:
            s.recons[c] = sum(o.command == c and o.type == Type.RECON and o.leader == NONE for o in s.orders)
        if s.to_vilna[c] == UNKNOWN:
            own = [o for o in s.orders if o.command == c and o.leader == NONE]
            s.to_vilna[c] = sum(o.type in TO_ORDERS and o.area == s.m.area("Vilna") for o in own)
        if UNKNOWN in s.reserved[c]:
            s.reserved[c] = [0] * len(ORDERS)
    return agrees


def _deal(s: State, could: dict[int, list[int]], rng: random.Random) -> None:
    left = could.copy()
    _settle(s, left, 1, rng)
    _look_out(s, left, rng)
    _settle(s, left, len(ORDERS), rng)


# -- blocks for the orders --------------------------------------------------------------------------------------


def _find_blocks(s: State, could: dict[int, list[int]], rng: random.Random) -> bool:
    """[7.2aj, 7.2al, 7.2b] While orders are placed and nobody has moved, each has a block of its own in a world as
    well, and nobody lacks a Recon: otherwise everything is tried for the unseen orders of the side. False, and they
    stay as dealt, if nothing serves."""
    commands = {s.orders[i].command for i in could}
    if not _unmatched(s, could) and not any(_lacks_recon(s, c) for c in commands):
        return True
    dealt = s.orders[:]
    for i in could:
        s.orders[i] = replace(s.orders[i], type=UNKNOWN)
    if _search(s, {i: _followed(s, s.orders[i], could[i]) for i in could}, commands, rng):
        return True
    s.orders = dealt
    return False


def _search(s: State, could: dict[int, list[int]], commands: set[int], rng: random.Random) -> bool:
    """Turn up the rest of the orders so that every one has a block and nobody lacks a Recon, whichever way that can be;
    False, and nothing turned up, if it cannot."""
    if not could:
        return not any(_lacks_recon(s, c) for c in commands)
    able = {i: [type for type in _types(s, i, could) if type in could[i]] for i in could}
    i = min(able, key=lambda i: len(able[i]))
    before, left = s.orders[i], {other: types for other, types in could.items() if other != i}
    for type in rng.sample(able[i], len(able[i])):
        s.orders[i] = replace(before, type=type)
        if feasible(s, before.command) and _search(s, left, commands, rng):
            return True
    s.orders[i] = before
    return False


def _unmatched(s: State, could: dict[int, list[int]]) -> list[int]:
    """Those of some orders that no block is left for; a Recon needs none (S26)."""
    orders = {i: s.orders[i] for i in could if s.orders[i].type != Type.RECON}
    found = {c: assignment(s, c)[0] for c in {o.command for o in orders.values()}}
    return [i for i, o in orders.items() if (o.type, o.area) not in found[o.command]]


def _followed(s: State, order: Order, types: list[int]) -> list[int]:
    """[7.2aj] Of some types those that a block of the world could execute in the area of an order."""
    g = ground(s, order.side)
    blocks = fresh_blocks(s, order.command)
    return [t for t in types if placeable(s, order.command, t, blocks, g) >> order.area & 1]


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
    """[7.2b] Who may place no order at all needs no Recon."""
    full = s.placed[command] >= max(1, s.allowance[command] + vilna_order(s, command))
    return full and not _has_recon(s, command)


def _has_recon(s: State, command: int) -> bool:
    return any(o.command == command and o.type == Type.RECON and o.leader == NONE for o in s.orders)


def _recons(s: State, could: dict[int, list[int]], command: int) -> list[int]:
    """The unseen orders of a command that may be a Recon."""
    return [i for i in could if s.orders[i].command == command and Type.RECON in _types(s, i, could)]


def _deal_recons(s: State, could: dict[int, list[int]], lacking: list[int], rng: random.Random) -> bool:
    """[7.2ah] A Recon for each of these commands, no two of a side in one area; False, and nothing dealt, if that
    cannot be."""
    if not lacking:
        return True
    able = _recons(s, could, lacking[0])
    for i in sorted(rng.sample(able, len(able)), key=lambda i: not _pressed(s, could, i)):
        before, types = s.orders[i], could[i]
        _turn(s, could, i, Type.RECON)
        if _deal_recons(s, could, lacking[1:], rng):
            return True
        s.orders[i], could[i] = before, types
    return False


def _types(s: State, i: int, could: dict[int, list[int]]) -> list[int]:
    """[7.2b, 7.2d, 7.2ah, 7.2al] Types that an unseen order may still have beside the others of its side."""
    order = s.orders[i]
    side = order.side
    left = list(s.m.counters)
    there = set()
    for other in s.orders:
        if other.type != UNKNOWN and other.side == side:
            left[other.type] -= other.leader == NONE
            if other.area == order.area:
                there.add(other.type)
    if left[Type.RECON] == 1 and _has_recon(s, order.command) and _lacks_recon(s, ally_of(order.command)):
        left[Type.RECON] = 0  # S64: it is the other front's
    free = [type for type in range(len(ORDERS)) if left[type] > 0 and type not in there]
    able = [type for type in could[i] if type in free]
    if _laid(s, order, ON_BLOCKS) >= _blocks_for(s, order):
        able = [type for type in able if type not in ON_BLOCKS] or able
    return able or free or [Type.RECON]


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
    began = [p for p, area in enumerate(s.start) if area == order.area]
    return max(1, sum(block_command(s, p) == order.command for p in began))


# -- what an order can be ---------------------------------------------------------------------------------------


class _Places(NamedTuple):
    """Areas where blocks of a command stand, or stood when the phase began; and of those that bear no marker; and of
    all blocks of its side."""

    all: int
    supplied: int
    friendly: int


def _places(s: State, command: int) -> _Places:
    own, friends = pieces_of(s, command), on_map(s, command_side(command))
    return _Places(_stood(s, own), _stood(s, [p for p in own if not s.unsupplied >> p & 1]), _stood(s, friends))


def _stood(s: State, pieces: list[int]) -> int:
    return collect({s.place[p] for p in pieces} | {s.start[p] for p in pieces if s.start[p] >= 0})


def _possible(s: State, order: Order, places: _Places) -> list[int]:
    """Types whose step has not passed and that blocks in these places can have an order of; where there are none, the
    blocks that it was laid for are gone, and its time alone tells."""
    reached = s.step + (s.turned_up >> order.command & 1)
    past = {type for step, types in STEP_ORDERS.items() if Stage.MARCHES <= step < reached for type in types}
    if _attacked(s, order):
        past.add(Type.REORGANIZE)
    timely = [type for type in range(len(ORDERS)) if type not in past]
    return [type for type in timely if _may_lie(s, order, type, places)] or timely


def _attacked(s: State, order: Order) -> bool:
    """[7.2ae] Whether its side has had to defend the area: a Reorganization there would lie open."""
    side = order.side
    if s.fight is not None and s.fight.area == order.area:
        return s.fight.attacker != side
    stayed = s.fought & ~s.moved
    return any(stayed >> p & 1 for p in blocks_at(s, side, order.area))


def _may_lie(s: State, order: Order, type: int, places: _Places) -> bool:
    """[7.2i, 7.2ac, 7.2af, 7.71b] What needs supply is laid for blocks without a marker."""
    near = places.supplied if type in _IN_SUPPLY else places.all
    if type in ON_BLOCKS:
        return bool(near >> order.area & 1) and (type != Type.RAIL or s.m.rail[order.area] != 0)
    side, here = order.side, 1 << order.area
    if type == Type.RECON:
        seen = within(s, order.area, s.m.charts.orders.recon_range) & places.friendly
        return bool(seen) and not unseen_links(s, side) & here  # [7.2k, 7.2n]
    if not may_enter(s, side) & here:  # [1.4b]
        return False
    return bool(within(s, order.area, _range(s, side, type)) & near & ~here)  # a block comes from elsewhere


def _range(s: State, side: int, type: int) -> int:
    """[7.2e, 7.2o] How far from a block a To order may lie: as far as cavalry goes, or a division that a card spurs."""
    farther = extra_steps(s, s.m.unit(COSSACKS)) if side == RUSSIA else 0
    return max(s.m.march if type == Type.MARCH_TO else s.m.move) + farther
