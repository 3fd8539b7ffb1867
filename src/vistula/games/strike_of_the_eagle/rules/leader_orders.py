"""9.0 What each leader can order, for which areas and blocks, and who can be used at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import bits, collect
from vistula.kernel import Bar, Offer, barred, left, only

from ..model import ORDER_TITLES, ORDERS, SIDE_SETS, SOUTH, Type, command_side
from ..state import Order, State
from .bars import areas, named, out_of_play, strange, tired, whole
from .executors import Ground, fresh_blocks, ground, pieces_of, targets_of
from .queries import block_command, front_of, piece_of, unseen_links, within
from .seats import commander, commands

SIKORSKI, STALIN, BUDYONNY = "P-Sikorski", "R-Stalin", "R-Budyonny"
LEADERS_ORDERS = {
    "P-Pilsudski": tuple(range(len(ORDERS))),  # [9.0f]
    "R-Tukhachevsky": tuple(range(len(ORDERS))),  # [9.0f]
    "P-Haller": (Type.DEFEND,),  # [9.0i]
    BUDYONNY: (Type.MARCH_OUT,),  # [9.0h]
}
"""Orders that each leader may give; Stalin and Sikorski give none that lies on the map."""


def followers(s: State, piece: int) -> list[int]:
    """[10.0d, 10.1a] The commands whose blocks a leader can order: his own, then the other front's where one player
    holds both (S88)."""
    own = block_command(s, piece)
    return [own, *(c for c in commands(s, commander(s, own)) if c != own)]


def follower(s: State, piece: int, type: int, area: int) -> int:
    """[9.0o] The first of these commands whose blocks could execute an order of his."""
    return next(c for c in followers(s, piece) if areas_for(s, piece, type, c) >> area & 1)


def near(s: State, piece: int) -> int:
    """[9.0f, 9.0h] Areas for which a leader may give orders: Budyonny commands his companions only."""
    here = s.place[piece]
    return 1 << here if s.m.key[s.unit[piece]] == BUDYONNY else within(s, here, s.m.charts.leaders.range)


def beyond(s: State, piece: int) -> Bar:
    """[9.0f, 9.0h] Areas out of a leader's reach."""
    his_own = s.m.key[s.unit[piece]] == BUDYONNY

    def why(area: int) -> str:
        where = "his own area" if his_own else areas(s.m.charts.leaders.range)
        return f"{s.m.area_name[area]} is beyond his reach of {where}."

    return only("9.0h" if his_own else "9.0f", near(s, piece), why)


def not_ordered(s: State, piece: int, type: int, g: Ground) -> Iterator[Bar]:
    """[9.0f, 9.0h, 9.0i, 9.0o, 7.2ah, 7.2n] Areas for which a leader can give no order of a type now, whoever is to
    execute it."""
    yield out_of_play(s)
    yield beyond(s, piece)
    if type == Type.RECON:
        yield Bar("7.2n", unseen_links(s, g.side), "Poles may not place a Recon on an Eastern Link.")
        commands = followers(s, piece)[:1]
    else:
        commands = followers(s, piece)
        fit = 0
        for command in commands:
            fit |= followed(s, command, type, g)
        yield only("9.0o", fit, "No block that could carry out an order of his there is still fresh.")
    free = 0
    for command in commands:
        free |= areas_for(s, piece, type, command, g)
    yield only("7.2ah", free, lambda area: f"A {ORDER_TITLES[type]} order lies there already.")


def leader_areas(s: State, piece: int, type: int, g: Ground | None = None) -> int:
    """[9.0f, 9.0h, 9.0i] Areas for which a leader can give an order now."""
    return ~barred(not_ordered(s, piece, type, g or ground(s, s.m.side[s.unit[piece]])))


def followed(s: State, command: int, type: int, g: Ground) -> int:
    """[9.0o] Areas for which some block of a command could execute an order that has executed nothing in this phase."""
    return targets_of(s, fresh_blocks(s, command), type, g)


def areas_for(s: State, piece: int, type: int, command: int, g: Ground | None = None) -> int:
    """[9.0f, 9.0h, 9.0l, 9.0n, 9.0o] Areas in a leader's range for which blocks of a command can be given an order of
    his; an order of the same type is replaced if it is the command's own."""
    side = command_side(command)
    taken = [o for o in s.orders if o.side == side and o.type == type]
    if type == Type.RECON:
        open_ = near(s, piece) & ~unseen_links(s, side) & ~collect(o.area for o in taken)
        return open_ if command == block_command(s, piece) else 0
    bound = collect(o.area for o in taken if o not in pending(s, command))
    return followed(s, command, type, g or ground(s, side)) & near(s, piece) & ~bound


def not_restored(s: State, piece: int, command: int) -> Iterator[Bar]:
    """[9.0j, 7.2ac, 7.2ad, 7.71b] Blocks that Stalin cannot reorganize at once: not in his area, not on the southern
    front, or not fit for a Reorganization."""
    area = s.place[piece]
    able = sorted(p for c in followers(s, piece) for p in pieces_of(s, c))
    yield only("10.0d", able, lambda p: strange(s, command, p))
    yield Bar("9.0j", lambda p: s.place[p] != area, "It does not share his area.")
    yield Bar("9.0j", front_of(s, area) != SOUTH, "Stalin restores blocks on the southern front only.")
    yield from tired(s)
    yield Bar("9.0j", s.moved, named(s, "has moved in this phase."))
    yield Bar("7.71b", s.unsupplied, "It began the phase out of supply.")
    yield whole(s, "7.2ad", "7.2ac")


def reorganizable(s: State, piece: int) -> list[int]:
    """[9.0j] Blocks that Stalin can reorganize at once."""
    return left(not_restored(s, piece, block_command(s, piece)))


def leader_offers(s: State, piece: int, command: int) -> list[Offer]:
    """[9.0f, 9.0h, 9.0i, 9.0j] What a leader can order."""
    key, g = s.m.key[s.unit[piece]], ground(s, command_side(command))
    if key == STALIN:
        return [Offer("block", "piece", not_restored(s, piece, command), "Reorganize at once")]
    return [
        Offer(ORDERS[type], "space", not_ordered(s, piece, type, g), ORDER_TITLES[type]) for type in LEADERS_ORDERS[key]
    ]


def can_order(s: State, piece: int) -> bool:
    key = s.m.key[s.unit[piece]]
    if key == STALIN:
        return bool(reorganizable(s, piece))
    g = ground(s, s.m.side[s.unit[piece]])
    return any(leader_areas(s, piece, type, g) for type in LEADERS_ORDERS.get(key, ()))


def not_leading(s: State, held: Sequence[int], command: int) -> Iterator[Bar]:
    """[9.0e, 9.0g, 9.0o] Blocks of some commands that are no leaders, have been used in this round or can do nothing
    now; those of others are told from one of the commands."""
    m, unit, spent = s.m, s.unit, s.spent
    own = pieces_of(s, command) if len(held) == 1 else sorted(p for c in held for p in pieces_of(s, c))
    yield only("10.0d", own, lambda p: strange(s, command, p))
    leaders = [p for p in own if m.leader[unit[p]]]
    yield only("7.3a", leaders, "Choose the order first; then the blocks that carry it out.")
    yield Bar("9.0e", lambda p: spent >> unit[p] & 1, named(s, "has used his ability in this round."))
    aloof = "Sikorski gives no orders; he may look at an area near him at any time."
    yield Bar("9.0g", lambda p: m.key[unit[p]] == SIKORSKI, aloof)
    alone = "has nobody in reach who could still carry out an order of his."
    yield Bar("9.0o", lambda p: not can_order(s, p), named(s, alone))


def may_be_led(s: State, side: int) -> bool:
    """Whether everybody must reckon with an order of a leader: who is on the map is known, though not where."""
    for unit in bits(s.m.leaders & ~s.spent & SIDE_SETS[side]):
        if s.m.key[unit] != SIKORSKI and s.place[piece_of(s, unit)] >= 0:
            return True
    return False


def pending(s: State, command: int) -> list[Order]:
    """Orders of a command that no block has executed."""
    return [o for o in s.orders if o.command == command and o.id not in s.fulfilled]
