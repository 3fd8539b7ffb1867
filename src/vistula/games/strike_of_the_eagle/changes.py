"""What can happen to blocks and garrisons: the only functions that change where they are and what they are worth.

Knowledge goes with it. Blocks of one side that stand together cannot be told apart from behind: when one leaves the
others, the enemy can no longer say which is which. The leaving block then takes the lowest key of those that it could
be, and enemies forget their faces (2.0f). Blocks with other marks it cannot be: they keep face and key. A block that
stands or moves alone can be followed with the eyes.
"""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import bits, collect
from vistula.kernel import disclose, tell

from .model import BOTH, PIECES, SIDE_SETS, SOUTH, foe, piece_side
from .rules.queries import blocks_at, front_of, held_by, inside, piece_of, stack_of
from .rules.seats import all_seats, players_of, seat_of, side_of_player
from .state import DUE, GONE, NONE, POOL, Entry, State
from .witnessed import FACTS

_LISTS = ("unit", "sp", "due", "start", "origin", "turned", "place")
SETS = (
    "on_link", "behind", "moved", "executed", "marched", "at_full", "fought", "detached", "stuck", "unsupplied",
    "southern", "named", "shown", *FACTS,
)  # fmt: skip
"""The sets of pieces of a state, but for those of a battle and what players have seen."""
MARKS = ("executed", "marched", "unsupplied", "stuck", "fought", "detached")
"""What a block has done or suffered in this phase: everybody sees it on the map."""

# -- knowing faces ----------------------------------------------------------------------------------------------


def forget(s: State, pieces: int) -> None:
    """[2.0f] Nobody but their owners can say any more which of these blocks is which; what is true of all is known."""
    side = piece_side(pieces.bit_length() - 1)
    for player in players_of(s, foe(side)):
        s.seen[player] &= ~pieces
    for fact in FACTS:
        if getattr(s, fact) & pieces != pieces:
            setattr(s, fact, getattr(s, fact) & ~pieces)
    for p in bits(pieces):
        s.turned[p] = 0


def look(s: State, player: int, pieces: int, rule: str) -> None:
    """[7.2l] One player, and only he, looks at enemy blocks."""
    s.seen[player] |= pieces
    disclose(s, rule, [seat_of(s, player)], pieces)


def look_into(s: State, player: int, area: int, rule: str) -> None:
    """[7.2l] A player looks at all enemy blocks of an area, be anybody there or not."""
    side = side_of_player(s, player)
    found = blocks_at(s, foe(side), area)
    look(s, player, collect(found), rule)
    tell(s, rule, "recon", side=side, area=area, units=[s.unit[p] for p in found])


def show(s: State, pieces: int, rule: str) -> None:
    """[4.0f, 7.41.3a] Blocks lie open to everybody until they are hidden again."""
    s.shown |= pieces
    for side in BOTH:
        for player in players_of(s, foe(side)):
            s.seen[player] |= pieces & SIDE_SETS[side]
    disclose(s, rule, all_seats(s), pieces)


def recognize(s: State, piece: int) -> None:
    """[2.0f] Everybody can tell which block it is, and follow it."""
    for player in players_of(s, foe(piece_side(piece))):
        s.seen[player] |= 1 << piece


def hide(s: State) -> None:
    """[4.0f] Blocks stand up again; who saw them can follow them until they mix with others."""
    s.shown = 0


# -- coming, going, standing ------------------------------------------------------------------------------------


def deploy(s: State, piece: int, area: int) -> None:
    """[4.0e] Put a block down inside an area without moving it."""
    s.place[piece] = area
    s.origin[piece] = NONE
    s.on_link &= ~(1 << piece)


def put_under(s: State, piece: int, area: int) -> None:
    """[1.1c] A block is under the commander of its side on the front of an area."""
    s.southern = s.southern & ~(1 << piece) | (front_of(s, area) == SOUTH) << piece


def depart(s: State, piece: int) -> int:
    """[2.0f] A block is about to leave those it stands with. Returns the key under which it goes on."""
    stack = lookalikes(s, piece)
    if len(stack) == 1:
        return piece
    forget(s, collect(stack))
    lowest = min(stack)
    if lowest != piece:
        exchange(s, piece, lowest)
    return lowest


def lookalikes(s: State, piece: int) -> list[int]:
    """[2.0f, 2.2c] Of those it stands with, the blocks that an enemy cannot tell from this one, itself included: none
    that bears other marks or is under the other commander (1.1c), and none while it lies open."""
    if s.shown >> piece & 1:
        return [piece]
    others = 0
    for name in (*MARKS, "southern", "behind"):
        marked = getattr(s, name)
        others |= ~marked if marked >> piece & 1 else marked
    return [p for p in stack_of(s, piece) if not others >> p & 1]


def swapped(pieces: int, one: int, other: int) -> int:
    """A set of pieces after two of them have changed keys."""
    return pieces ^ (1 << one | 1 << other) if (pieces >> one ^ pieces >> other) & 1 else pieces


def exchange(s: State, one: int, other: int) -> None:
    """Two blocks of a side change keys, with everything that is theirs."""
    for name in _LISTS:
        values = getattr(s, name)
        values[one], values[other] = values[other], values[one]
    for name in SETS:
        setattr(s, name, swapped(getattr(s, name), one, other))
    s.seen = [swapped(seen, one, other) for seen in s.seen]
    if s.fight is not None:
        s.fight.engaged = [swapped(engaged, one, other) for engaged in s.fight.engaged]
        s.fight.hurt = swapped(s.fight.hurt, one, other)


def mix_stacks(s: State, pieces: Sequence[int]) -> None:
    """[2.0f] Blocks that stand together change places out of sight: their keys are dealt anew, in the order given."""
    stacks: dict[tuple[int, int], list[int]] = {}
    for p in pieces:
        stacks.setdefault((piece_side(p), s.place[p]), []).append(p)
    for dealt in stacks.values():
        _deal_keys(s, sorted(dealt), dealt)


def _deal_keys(s: State, keys: list[int], dealt: list[int]) -> None:
    """What was called by the n-th of `dealt` is called by the n-th of `keys` from now on."""
    for name in _LISTS:
        values = getattr(s, name)
        for key, value in zip(keys, [values[p] for p in dealt], strict=True):
            values[key] = value
    off = ~collect(keys)
    for name in SETS:
        found = getattr(s, name)
        setattr(s, name, found & off | collect(k for k, p in zip(keys, dealt, strict=True) if found >> p & 1))
    s.seen = [seen & off | collect(k for k, p in zip(keys, dealt, strict=True) if seen >> p & 1) for seen in s.seen]


def enter(s: State, piece: int, area: int) -> int:
    """[7.31b] A block leaves its area for the next one and stops there. Returns its key from then on."""
    piece = depart(s, piece)
    advance(s, piece, area)
    halt(s, piece)
    return piece


def advance(s: State, piece: int, area: int) -> None:
    """[7.33c] A block on the march goes over a link into the next area, perhaps to go on from there."""
    side, origin = piece_side(piece), s.place[piece]
    if not s.moved >> piece & 1:
        _count_out(s, side, origin)  # [7.32c]
    s.place[piece] = area
    s.origin[piece] = origin
    s.moved |= 1 << piece
    s.on_link &= ~(1 << piece)


def halt(s: State, piece: int) -> None:
    """[7.31b, 7.32c, 7.33b, 7.33e, 7.34a] A block on the march ends its move.

    Where the enemy has a block or a garrison it stands on the link and pins one block; where four of its own blocks
    stand, it waits on the link. It waits behind four others that came over the same link: an enemy may come yet.
    """
    side, area = piece_side(piece), s.place[piece]
    others = len(inside(s, side, area)) - 1
    crowded = others >= s.m.charts.stacking.area and not s.m.eastern_links >> area & 1
    contested = bool(held_by(s, foe(side)) >> area & 1)
    if contested:
        pin(s, foe(side), area)
    if crowded or contested:
        s.on_link |= 1 << piece
    if crowded and came_over(s, side, area, s.origin[piece]) > s.m.charts.stacking.link:
        s.behind |= 1 << piece
    join_late(s, piece)
    found = len(blocks_at(s, side, area)) > 1 or s.garrisons[side] >> area & 1  # others, or their garrison [7.34f]
    note_entry(s, piece, support=bool(found))


def came_over(s: State, side: int, area: int, origin: int) -> int:
    """[7.33b] How many blocks of a side in an area have come over one link in this phase."""
    place, came = s.place, s.origin
    return len([p for p in PIECES[side] if place[p] == area and came[p] == origin])


def note_entry(s: State, piece: int, *, support: bool) -> None:
    """[7.34a, 7.34f] Over which link a side has come in, and whether anybody was there whom it supports (S19)."""
    side, area, origin = piece_side(piece), s.place[piece], s.origin[piece]
    for i, e in enumerate(s.entries):
        if (e.area, e.origin, e.side) == (area, origin, side):
            s.entries[i] = Entry(area, origin, side, e.support or support)
            return
    s.entries.append(Entry(area, origin, side, support))


def join_late(s: State, piece: int) -> None:
    """[7.32c] A block that cannot leave any more stands where an enemy has come in: the next will pin it (S11)."""
    key = s.place[piece] * 2 + piece_side(piece)
    if key in s.free:
        s.late[key] = s.late.get(key, 0) + 1


def pin(s: State, side: int, area: int) -> None:
    """[7.32c] One more block of a side is pinned: who came in since the first enemy did, and has moved anyway, before
    those that were there; but he releases nobody who was pinned before he came (S11)."""
    key = area * 2 + side
    if key not in s.free:
        s.free[key] = len(blocks_at(s, side, area))
    if s.late.get(key):
        s.late[key] -= 1
    else:
        s.free[key] = max(0, s.free[key] - 1)


def _count_out(s: State, side: int, area: int) -> None:
    key = area * 2 + side
    if key in s.free:
        s.free[key] = max(0, s.free[key] - 1)


def come_in(s: State, piece: int) -> None:
    """From the link into the area itself."""
    s.on_link &= ~(1 << piece)
    s.behind &= ~(1 << piece)


def send(s: State, pieces: Sequence[int], area: int) -> None:
    """Blocks go together to stand inside another area: a retreat, a return. Nobody loses sight of them."""
    for p in pieces:
        s.place[p] = area
        s.origin[p] = NONE
        come_in(s, p)
        s.moved |= 1 << p


def fall_back(s: State, piece: int, area: int) -> None:
    """[7.2u, 7.32b] A block withdraws into an area. It has come in over a link as others do: who marches in after it
    finds it there and attacks it. But it supports nobody (S94)."""
    origin = s.place[piece]
    send(s, [piece], area)
    s.origin[piece] = origin
    note_entry(s, piece, support=False)


def arrive(s: State, piece: int, area: int, rule: str) -> None:
    """[4.0g] A block that was due comes into play. The track is open, so everybody knows it."""
    deploy(s, piece, area)
    s.due[piece] = NONE
    recognize(s, piece)
    tell(s, rule, "arrives", block=piece, area=area)


def raise_block(s: State, unit: int, area: int, sp: int) -> int:
    """[2.2a, 8.4a] A block of the Force Pool comes onto the map. The pool is open, so everybody knows it."""
    piece = piece_of(s, unit)
    deploy(s, piece, area)
    s.sp[piece] = sp
    s.start[piece] = NONE
    s.turned[piece] = 0
    recognize(s, piece)
    return piece


# -- strength ---------------------------------------------------------------------------------------------------


def gain(s: State, piece: int) -> None:
    """[7.2ad, 8.3] A block is turned to one point more."""
    s.sp[piece] += 1
    s.turned[piece] += 1


def lose(s: State, piece: int) -> bool:
    """[2.0a, 2.0b] A block loses a point. True if it was its last: whoever asked says where the block goes."""
    s.sp[piece] -= 1
    s.turned[piece] -= 1
    return s.sp[piece] == 0


def to_pool(s: State, piece: int) -> None:
    """[4.0h, 7.41.5b, 8.2b, 11.0a] A destroyed or absorbed block; a leader leaves the game instead [9.0c]."""
    _take_off(s, piece, GONE if s.m.leader[s.unit[piece]] else POOL)


def eliminate(s: State, piece: int) -> None:
    """[7.42e, 7.71c, 8.4c, 11.0a] A block leaves the game for good."""
    _take_off(s, piece, GONE)


def _take_off(s: State, piece: int, fate: int) -> None:
    """The block lies open beside the map, without any of its markers."""
    off = ~(1 << piece)
    for name in SETS:
        if name != "southern":
            setattr(s, name, getattr(s, name) & off)
    s.place[piece] = fate
    s.sp[piece] = 0
    s.turned[piece] = 0
    s.origin[piece] = s.start[piece] = s.due[piece] = NONE
    if s.fight is not None:
        s.fight.engaged = [engaged & off for engaged in s.fight.engaged]


def put_on_track(s: State, piece: int, slot: int, sp: int) -> None:
    """[4.0g] A block waits on the track for its phase."""
    s.place[piece], s.due[piece], s.sp[piece] = DUE, slot, sp


# -- garrisons --------------------------------------------------------------------------------------------------


def place_garrison(s: State, side: int, area: int) -> None:
    """[3.0a] One garrison in a key city, its controller's side up."""
    s.garrisons[side] |= 1 << area
    s.garrisons[foe(side)] &= ~(1 << area)


def remove_garrison(s: State, side: int, area: int) -> None:
    s.garrisons[side] &= ~(1 << area)
