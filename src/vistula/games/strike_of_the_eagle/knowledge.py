"""2.0f, 4.0f What a seat may not know, and worlds that agree with what it knows.

Blocks show side and place; a player knows the faces of his side's blocks and of enemy blocks that he has seen and
can still follow. Order types are hidden until they are revealed, from enemies only: allies share blocks and orders,
not hands, and not what one of them alone has looked at. Decks are known by their size. The Force Pool, discards,
cubes and all tracks, arrivals included, are open. So is which blocks are on the map, not which stands where.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from vistula.board.hexes import bits, members
from vistula.kernel import UNKNOWN, SeatId
from vistula.parts.matching import most

from .model import BOTH, COMMANDS, ORDERS, PIECES, POLAND, RUSSIA, command_side, foe
from .possible_orders import fill_orders
from .rules.queries import unseen_cards
from .rules.seats import commander, fighter, player_of, players, side_of_player
from .rules.tokens import ref_parts
from .state import NONE, State, shadow
from .witnessed import could_be, traced

_DEALS = 12
"""How often blocks are dealt until the orders on the map have some that can follow them."""

# -- masks ------------------------------------------------------------------------------------------------------


def hidden_pieces(s: State, player: int) -> int:
    """[2.0f, 4.0f] Blocks on the map whose face a player may not see; those on the arrival track lie open."""
    if player == NONE:
        return (_standing_of(s, POLAND) | _standing_of(s, RUSSIA)) & ~s.shown
    return _standing_of(s, foe(side_of_player(s, player))) & ~(s.seen[player] | s.shown)


def _standing_of(s: State, side: int) -> int:
    """The pieces of a side on the map."""
    pieces = PIECES[side]
    return _standing(tuple(s.place[pieces.start : pieces.stop])) << pieces.start


@lru_cache(maxsize=4096)
def _pieces(hidden: int) -> tuple[int, ...]:
    return tuple(members(hidden))


@lru_cache(maxsize=4096)
def _standing(places: tuple[int, ...]) -> int:
    """Which of some pieces are on the map, by where each is: asked for whenever a seat looks."""
    return sum(1 << p for p, place in enumerate(places) if place >= 0)


def mask(s: State, seat: SeatId) -> State:
    """The state as one seat knows it; an onlooker sees only what everybody may."""
    player = player_of(s, seat)
    side = side_of_player(s, player) if player != NONE else NONE
    m = shadow(s)
    unit, sp = m.unit, m.sp
    for p in _pieces(hidden_pieces(s, player)):
        unit[p] = sp[p] = UNKNOWN
    m.orders = [order if order.shown or order.side == side else replace(order, type=UNKNOWN) for order in s.orders]
    for c in COMMANDS:
        if command_side(c) != side:
            m.reserved[c] = [UNKNOWN] * len(ORDERS)
            m.recons[c] = m.to_vilna[c] = UNKNOWN
    for other in players(s):
        if other != player:
            m.seen[other] = 0
            m.peeked[other] = [0] * len(s.peeked[other])
    _mask_cards(s, m, player)
    return m


def _mask_cards(s: State, m: State, player: int) -> None:
    """[7.1b, 7.41.2b] Hands, decks and cards that lie face down before their players."""
    m.deck = [[UNKNOWN] * len(deck) for deck in s.deck]
    for other in players(s):
        if other != player:
            m.hands[other] = [UNKNOWN] * len(s.hands[other])
    for c in COMMANDS:
        if s.committed[c] != NONE and not s.uncovered >> c & 1 and commander(s, c) != player:
            m.committed[c] = UNKNOWN
    fight = m.fight
    if fight is not None and not fight.revealed:
        for side in BOTH:
            if fighter(s, fight.area, side) != player:
                fight.cards[side] = UNKNOWN if fight.cards[side] >= 0 else fight.cards[side]
                fight.modifiers[side] = UNKNOWN if fight.modifiers[side] >= 0 else fight.modifiers[side]


def veil(s: State, seat: SeatId, name: str, value: Any) -> Any:
    """A reference in the diary as a seat may hear it now: units by their faces, orders by their types."""
    if name in ("unit", "units"):
        hidden = {s.unit[p] for p in bits(hidden_pieces(s, player_of(s, seat)))}
        if isinstance(value, (list, tuple)):
            return [UNKNOWN if unit in hidden else unit for unit in value]
        return UNKNOWN if value in hidden else value
    if name == "order":
        _, command, shown = ref_parts(value)
        player = player_of(s, seat)
        ours = player != NONE and side_of_player(s, player) == command_side(command)
        return value if shown or ours else UNKNOWN
    return value


# -- worlds -----------------------------------------------------------------------------------------------------


def fill(m: State, seat: SeatId, rng: random.Random) -> State:
    """A whole state that agrees with what a seat knows: blocks, orders and cards dealt anew where it knows nothing.

    While orders are placed every one of them has a block that can follow it. Blocks are dealt at most `_DEALS` times to
    get there: in a position in which that cannot be, or hardly, the last deal stands, and an order goes unfulfilled in
    that world, as it may in play. In games nearly every first deal serves.
    """
    for _ in range(_DEALS):
        s = m.copy()
        for side in BOTH:
            _fill_blocks(s, side, rng)
        if fill_orders(s, rng):  # [7.3k]
            break
    for side in BOTH:
        _fill_cards(s, player_of(m, seat), side, rng)
    return s


def _fill_blocks(s: State, side: int, rng: random.Random) -> None:
    """The unseen blocks of a side over its unseen pieces, those first of which something is known."""
    dark = [p for p in PIECES[side] if s.unit[p] == UNKNOWN]
    if not dark:
        return
    shown = {s.unit[p] for p in PIECES[side]}
    left = [u for u in PIECES[side] if u not in shown]
    rng.shuffle(left)
    known = traced(s)
    able: dict[int, list[int]] = {}
    for p in dark:
        if s.turned[p] or known >> p & 1:
            units = could_be(s, p)
            able[p] = [u for u in left if units >> u & 1]
    dealt = most(able)
    for unit, p in dealt.items():
        s.unit[p] = unit
    rest = [u for u in left if u not in dealt]
    for p in dark:
        if s.unit[p] == UNKNOWN:
            s.unit[p] = rest.pop()
        s.sp[p] = _strength(s, p, s.unit[p], rng)


def _strength(s: State, piece: int, unit: int, rng: random.Random) -> int:
    """About the strength with which the scenario lists the block, within what was seen of it."""
    listed = s.scene.setup.get(unit) or s.scene.due.get(unit)
    most, turned = s.m.max_sp[unit], s.turned[piece]
    usual = listed[1] if listed else rng.randint(1, most)
    low, high = min(most, 1 + max(0, turned)), max(1, most - max(0, -turned))
    return max(min(low, high), min(high, usual + turned + rng.choice((0, 0, 0, -1, 1))))


def _fill_cards(s: State, player: int, side: int, rng: random.Random) -> None:
    """The unseen cards of a side: first what this player knows of other hands, then anything."""
    left = unseen_cards(s, side)
    rng.shuffle(left)
    for other in players(s):
        if side_of_player(s, other) == side and other != player:
            known = s.peeked[player][other] if player != NONE else 0
            _deal(s, other, side, [c for c in left if known >> c & 1], left, rng)
    if UNKNOWN in s.deck[side]:
        s.deck[side] = sorted(left)


def _deal(s: State, player: int, side: int, known: list[int], left: list[int], rng: random.Random) -> None:
    """Fill the hand and the face-down cards of one player; known cards may be in either."""
    hand = s.hands[player]
    dark = sum(card == UNKNOWN for card in [*hand, *_face_down(s, player, side)])
    dealt = [*known, *(c for c in left if c not in known)][:dark]
    rng.shuffle(dealt)
    for card in dealt:
        left.remove(card)
    for c in COMMANDS:
        if commander(s, c) == player and s.committed[c] == UNKNOWN:
            s.committed[c] = dealt.pop()
    if s.fight is not None and fighter(s, s.fight.area, side) == player:
        if s.fight.cards[side] == UNKNOWN:
            s.fight.cards[side] = _battle_card(s, dealt, left, known)
        if s.fight.modifiers[side] == UNKNOWN:
            s.fight.modifiers[side] = dealt.pop()
    if UNKNOWN in hand:
        s.hands[player] = sorted(dealt)


def _face_down(s: State, player: int, side: int) -> list[int]:
    found = [s.committed[c] for c in COMMANDS if commander(s, c) == player]
    if s.fight is not None and fighter(s, s.fight.area, side) == player:
        found += [s.fight.cards[side], s.fight.modifiers[side]]
    return found


def _battle_card(s: State, dealt: list[int], left: list[int], known: list[int]) -> int:
    """One of the dealt cards that is a Battle Card, or one that was not dealt in exchange for another that nobody has
    seen in the hand."""
    able = [c for c in dealt if s.m.cards[c].kind == "battle"]
    if able:
        dealt.remove(able[0])
        return able[0]
    unseen = next((c for c in dealt if c not in known), None)
    found = next((c for c in left if s.m.cards[c].kind == "battle"), None)
    if unseen is None or found is None:
        return dealt.pop()
    dealt.remove(unseen)
    left[left.index(found)] = unseen
    return found
