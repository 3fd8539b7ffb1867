"""7.2 Which block can carry out which order, as the one who places it knows [7.2aj, 7.2al].

An order may be placed if some block could execute it that is not already needed for another order: a matching between
orders and blocks. `free_blocks` finds the blocks that could take on one more order, if need be by passing theirs on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations, product

from vistula.board.hexes import bits, collect
from vistula.kernel import UNKNOWN
from vistula.parts import traces
from vistula.parts.matching import most

from ..cards.effects import extra_steps
from ..model import PIECES, SIDE_SETS, Model, Type, command_front, command_side, foe, piece_side
from ..state import NONE, RAIL_DESTINATION, Order, State
from .depots import clear_from, depots, kaunas, own_depot, passable
from .queries import held_by, may_enter, occupied, open_areas, spread, unseen_links, within


def pieces_of(s: State, command: int) -> list[int]:
    """[10.0d] The blocks on the map that a command may give orders to."""
    place, southern, front = s.place, s.southern, command_front(command)  # as `block_command` has it, of many at once
    return [p for p in PIECES[command_side(command)] if place[p] >= 0 and southern >> p & 1 == front]


def fresh(s: State, piece: int) -> bool:
    """[7.3n] Whether a block may still execute an order in this phase."""
    return not (s.executed | s.stuck | s.detached) >> piece & 1


def fresh_blocks(s: State, command: int) -> list[int]:
    """[7.3n] The blocks of a command that may still execute an order in this phase."""
    tired = s.executed | s.stuck | s.detached
    return [p for p in pieces_of(s, command) if not tired >> p & 1] if tired else pieces_of(s, command)


def may_leave(s: State, piece: int) -> bool:
    """[7.32c] Whether there are blocks in its area that are not pinned; the owner says which ones they are (S11)."""
    return s.free.get(s.place[piece] * 2 + piece_side(piece)) != 0


LEAVING = (Type.MARCH_TO, Type.MARCH_OUT, Type.MOVE_TO, Type.MOVE_OUT)
"""Orders by which a block leaves its area of its own will: not if it is pinned."""

Links = tuple[tuple[int, int], ...]


class Ground:
    """What all blocks of a side have before them: where they may go, where the enemy is, which links he stands on, and
    by which areas trains set out. It is made for one listing and forgotten."""

    __slots__ = ("_rails", "enterable", "foes", "s", "side", "taken")

    def __init__(self, s: State, side: int) -> None:
        self.s, self.side, self._rails = s, side, NONE
        self.enterable, self.foes, self.taken = may_enter(s, side), held_by(s, foe(side)), taken_links(s, side)

    @property
    def rails(self) -> int:
        if self._rails == NONE:
            self._rails = first_stops(self.s, self.side)
        return self._rails


def ground(s: State, side: int) -> Ground:
    return Ground(s, side)


def taken_links(s: State, side: int) -> Links:
    """[7.32d] Links that enemy blocks stand on: areas, with the neighbours that cannot be reached."""
    standing = s.on_link & SIDE_SETS[foe(side)]
    if not standing:
        return ()
    found: dict[int, int] = {}
    for p in bits(standing):
        one, other = s.place[p], s.origin[p]
        found[one] = found.get(one, 0) | 1 << other
        found[other] = found.get(other, 0) | 1 << one
    return tuple(found.items())


def ways(s: State, side: int, start: int, limit: int, g: Ground | None = None) -> int:
    """[7.31b, 7.32d] Areas that can be entered from one in at most so many steps: a block stops where the enemy is."""
    if g is not None:
        return _ways(s.m, g.enterable, g.foes, g.taken, start, limit)
    return _ways(s.m, may_enter(s, side), held_by(s, foe(side)), taken_links(s, side), start, limit)


@lru_cache(maxsize=16384)
def _ways(m: Model, enterable: int, foes: int, taken: Links, start: int, limit: int) -> int:
    barred = dict(taken)
    found = 0
    edge = 1 << start
    for _ in range(limit):
        spread = 0
        for area in bits(edge):
            spread |= m.around[area] & ~barred.get(area, 0)
        spread &= enterable & ~found
        found |= spread
        edge = spread & ~foes
    return found & ~(1 << start)


def exits(s: State, side: int, area: int) -> int:
    """[7.32d] Neighbours over links that no enemy block stands on."""
    around = s.m.around[area]
    for place, barred in taken_links(s, side):
        if place == area:
            return around & ~barred
    return around


def targets(s: State, piece: int, type: int, g: Ground | None = None) -> int:
    """[7.2e, 7.2o] Areas on which an order of this type could be placed for this block, as things stand."""
    return targets_of(s, (piece,), type, g)


def targets_of(s: State, pieces: Sequence[int], type: int, g: Ground | None = None) -> int:
    """[7.2e, 7.2o, 7.2t, 7.2z, 7.2ac, 7.2ag, 7.71b] The same for any of some blocks of one side."""
    place, unsupplied = s.place, s.unsupplied
    if type not in (Type.WITHDRAW, Type.DEFEND, Type.MOVE_OUT) and unsupplied:  # [7.2i, 7.2p, 7.2ac, 7.2af, 7.71b]
        pieces = [p for p in pieces if not unsupplied >> p & 1]
    if not pieces:
        return 0
    if type in LEAVING:
        return _ways_of(s, [p for p in pieces if may_leave(s, p)] if s.free else pieces, type, g)
    if type == Type.REORGANIZE:  # S25
        m, unit, sp = s.m, s.unit, s.sp
        pieces = [p for p in pieces if sp[p] < m.max_sp[unit[p]] and not m.leader[unit[p]]]
    elif type == Type.RAIL:
        rail, stops = s.m.rail, (g or ground(s, piece_side(pieces[0]))).rails
        favoured = kaunas(s, piece_side(pieces[0]))  # [8.5e]
        pieces = [p for p in pieces if rail[place[p]] & (_own_stops(s, p, stops) if favoured else stops)]
    return collect({place[p] for p in pieces})


def _own_stops(s: State, piece: int, stops: int) -> int:
    """[7.2ag, 8.5e] Areas by which a block may set out by rail that may have a depot of its own (S90)."""
    more = own_depot(s, piece)
    return first_stops(s, piece_side(piece), more) if more else stops


def _ways_of(s: State, pieces: Sequence[int], type: int, g: Ground | None) -> int:
    """[7.2g, 7.2h, 7.2q, 7.2r, 7.2s] Areas to which, or out of which, some of these blocks could be ordered."""
    if not pieces:
        return 0
    side, place = piece_side(pieces[0]), s.place
    g = g or ground(s, side)
    if type in (Type.MARCH_OUT, Type.MOVE_OUT):
        return collect(area for area in {place[p] for p in pieces} if ways(s, side, area, 1, g))
    paces, kind, unit, found = s.m.march if type == Type.MARCH_TO else s.m.move, s.m.kind, s.unit, 0
    for area, steps in {(place[p], paces[kind[unit[p]]] + extra_steps(s, unit[p])) for p in pieces}:
        found |= ways(s, side, area, steps, g)
    return found


def able_to(s: State, pieces: Sequence[int], type: int, area: int, g: Ground) -> list[int]:
    """Those of some blocks that could carry out an order; most orders lie where their block stands."""
    near = around(s, area) if type in (Type.MARCH_TO, Type.MOVE_TO) else 1 << area
    return [p for p in pieces if near >> s.place[p] & 1 and targets(s, p, type, g) >> area & 1]


def around(s: State, area: int) -> int:
    """Areas from which a block could get to one, were nothing in its way: most others need not be looked at."""
    return within(s, area, max(s.m.march) + 1)  # and one for the card that speeds a division


def rail_areas(s: State, side: int, sources: int) -> int:
    """[7.2ag, 7.6b] Areas that a rail transport may run through: clear, within 3 clear areas of a depot (S24), or of
    what is one for the block that rides (S90)."""
    return clear_from(s, side, sources, s.m.charts.supply.rail) & passable(s, side)


def first_stops(s: State, side: int, more: int = 0) -> int:
    """[7.2ag, 7.2aj] Areas by which a rail transport may set out; where only the last one must be in supply (S24), also
    those from which one that is can still be reached."""
    supplied = rail_areas(s, side, depots(s, side) | more)
    if not s.rulings & RAIL_DESTINATION:
        return supplied
    line, steps = rail_line(s, side, more), s.m.charts.orders.rail_range - 1
    return traces.within(s.m.rail, supplied & may_enter(s, side), line, steps)


def rail_line(s: State, side: int, more: int) -> int:
    """[7.6b] Areas through which trains may run (S24)."""
    everywhere = s.rulings & RAIL_DESTINATION
    line = passable(s, side) if everywhere else rail_areas(s, side, depots(s, side) | more)
    return line & may_enter(s, side)


def recon_areas(s: State, command: int) -> int:
    """[7.2k, 7.2m, 7.2n] Areas within three of any friendly block, across enemies; no Pole looks into a link."""
    side = command_side(command)
    found = spread(s.m, open_areas(s), occupied(s, side), s.m.charts.orders.recon_range)
    return found & ~unseen_links(s, side)


Able = dict[tuple[int, int], list[int]]
"""By type and area of orders, the blocks that could carry each of them out."""


# -- blocks and orders ------------------------------------------------------------------------------------------


def demands(s: State, command: int) -> list[tuple[int, int]]:
    """Type and area of the known orders of a command that need a block; a Recon needs none (S26)."""
    return [(o.type, o.area) for o in s.orders if o.command == command and o.type not in (Type.RECON, UNKNOWN)]


def assignment(s: State, command: int, g: Ground | None = None) -> tuple[dict[tuple[int, int], int], Able]:
    """[7.2al, 7.2am] A block for each order, as many orders as can have one; and the blocks that could execute each."""
    wanted = demands(s, command)
    if not wanted:
        return {}, {}
    blocks, g = fresh_blocks(s, command), g or ground(s, command_side(command))
    able = {(type, area): able_to(s, blocks, type, area, g) for type, area in wanted}
    return {order: p for p, order in most(able).items()}, able


def dispensable(s: State, pieces: list[int], order: Order) -> list[int]:
    """[7.3i] Those of some blocks without which every other order of the same command could be carried out as well."""
    able = _others(s, order)
    if not able or not pieces:
        return pieces
    all_ = _most(s, able)
    return [p for p in pieces if _without(s, able, p, order, all_) == all_]


def least_missed(s: State, pieces: list[int], order: Order) -> list[int]:
    """[7.3i] Those of some blocks, one of which must carry an order out, that leave the most for the other orders."""
    able = _others(s, order)
    if not able or len(pieces) < 2:
        return pieces
    all_ = _most(s, able)
    left = {p: _without(s, able, p, order, all_) for p in pieces}
    return [p for p in pieces if left[p] == max(left.values())]


def _others(s: State, order: Order) -> Able:
    """Every other order of a command that is still to be carried out, with the blocks that could."""
    wanted = [
        (o.type, o.area)
        for o in s.orders
        if o.command == order.command and o.id != order.id and o.type != Type.RECON and o.id not in s.fulfilled
    ]
    if not wanted:
        return {}
    g = ground(s, order.side)
    blocks = fresh_blocks(s, order.command)
    return {(type, area): able_to(s, blocks, type, area, g) for type, area in wanted}


def _without(s: State, able: Able, piece: int, order: Order, all_: int) -> int:
    """How many of the other orders, at most so many, could be carried out if this block carries out one."""
    leaves = s.place[piece] if order.type in LEAVING and s.place[piece] * 2 + piece_side(piece) in s.free else NONE
    if leaves == NONE and not any(piece in those for those in able.values()):
        return all_
    return _most(s, {demand: [p for p in those if p != piece] for demand, those in able.items()}, leaves)


def _most(s: State, able: Able, left: int = NONE) -> int:
    """[7.32c] How many orders can have a block of their own, if no more blocks leave an area than are not pinned; one
    has just left the area that is given."""
    blocks = {p for those in able.values() for p in those}
    held = []
    for key, free in s.free.items():
        there = [p for p in blocks if s.place[p] * 2 + piece_side(p) == key]
        may_go = max(0, free - (key // 2 == left))
        if len(there) > may_go:
            could = {p: tuple(p in those for those in able.values()) for p in there}  # of alike ones any is pinned
            choices = combinations(there, len(there) - may_go)
            held.append({tuple(sorted(could[p] for p in stay)): stay for stay in choices}.values())
    if not held:
        return len(most(able))
    pinned = [{*chain.from_iterable(stay)} for stay in product(*held)]
    return max(
        len(most({d: [p for p in those if p not in stay] if d[0] in LEAVING else those for d, those in able.items()}))
        for stay in pinned
    )


def feasible(s: State, command: int) -> bool:
    """[7.2aj] Whether every order of a command on the map can have a block of its own."""
    found, able = assignment(s, command)
    return len(found) == len(able)


def free_blocks(s: State, command: int, g: Ground | None = None) -> list[int]:
    """[7.2aj, 7.2al] Blocks that could carry out one more order: without one, or able to pass theirs on."""
    given, able = assignment(s, command, g)
    busy = {p: order for order, p in given.items()}
    found = [p for p in fresh_blocks(s, command) if p not in busy]
    for p in found:  # grows while it is read
        for other, order in busy.items():
            if other not in found and p in able[order]:
                found.append(other)
    return found


def placeable(s: State, command: int, type: int, free: Sequence[int] | None = None, g: Ground | None = None) -> int:
    """[7.2aj] Areas on which a command could place an order of this type, as far as blocks go."""
    if type == Type.RECON:
        return recon_areas(s, command)
    return targets_of(s, free_blocks(s, command) if free is None else free, type, g)
