"""13.2 Fog of war: what a player may not know of the other, and worlds that agree with what he knows.

Of an enemy stack a player sees the top counter as it lies, the height with its blanks, the facing, command units and
depots (H-33); with full concealment not even the top counter. What combat, inspection or a card shows is in `shown`
while it is shown. Cards in hand and the deck are hidden.
"""

from __future__ import annotations

import random
from typing import Any

from vistula.board.hexes import HexSet, collect, members
from vistula.kernel import ONLOOKER, UNKNOWN, SeatId

from .cards.cardfile import HELD_BACK
from .dealing import deal, weak_to_full
from .model import LIT, POLAND, RUSSIA, SEATS
from .rules.supply_lines import supplied_for
from .state import HOLDS_BLACK, NO_BLACK, SUPPLY, State, shadow, units_at

BLACK = collect(HELD_BACK)


def sides_hidden(seat: SeatId) -> tuple[int, ...]:
    """The sides into whose stacks and hands a seat may not look: the other one, for an onlooker both."""
    return (POLAND, RUSSIA) if seat == ONLOOKER else (1 - SEATS.index(seat),)


def hidden_units(s: State, side: int, onlooker: bool) -> int:
    """[13.2a] Combat units of a side on the map whose face its enemy may not see now."""
    m = s.m
    covered = collect(u for u in m.combat_of[side] if s.place[u] >= 0) if s.full_fog else s.under & m.of_side[side]
    return covered if onlooker else covered & ~s.shown[1 - side]


# -- what is hidden -----------------------------------------------------------------------------------------


def mask(s: State, seat: SeatId) -> State:
    """[13.2a] The state as a seat knows it."""
    m = shadow(s)
    for side in sides_hidden(seat):
        _veil_stacks(m, side, seat == ONLOOKER)
        _veil_cards(m, side)
    return m


def _veil_stacks(m: State, side: int, onlooker: bool) -> None:
    hidden = hidden_units(m, side, onlooker)
    place, veiled = m.place, m.veiled
    units = members(hidden)
    if m.lithuania:
        m.unseen_nation |= collect(place[u] for u in units if m.m.nation[u] == LIT)
    for unit in units:
        hex = place[unit]
        veiled[hex] = veiled.get(hex, 0) + 1
        place[unit] = UNKNOWN
    if m.dummies:
        _veil_dummies(m, side, 0 if onlooker else m.bared[1 - side])
    m.veiled = dict(sorted(veiled.items()))  # in an order that tells nothing
    m.promised &= ~m.occupied[side]
    m.declined &= ~(1 << side)
    m.piles[side] = {}
    if m.pledges:
        m.pledges = [pair for pair in m.pledges if not pair & m.occupied[side]]
    if m.moving & hidden:
        m.unseen_moving = 1  # not how many: a stack's blanks seem to go along
    off = ~hidden
    m.weak &= off
    m.under &= off
    m.unsupplied &= off
    m.ordered &= off
    m.moved &= off
    m.moving &= off
    m.attacked &= off
    m.fought &= off
    m.triumphed &= off
    m.redeployed &= off


def _veil_dummies(m: State, side: int, seen: HexSet) -> None:
    """[1.4b] Blanks look like any other counter that lies face down."""
    veiled = m.veiled
    for hex in [h for h in m.dummies if m.occupied[side] >> h & 1 and not seen >> h & 1]:
        veiled[hex] = veiled.get(hex, 0) + m.dummies.pop(hex)


def _veil_cards(m: State, side: int) -> None:
    """[3.1c] The other's hand and the deck: only together are they known, as all that has not been seen."""
    hand = m.hands[side]
    for card in hand:
        m.deck |= 1 << card
    m.hands[side] = [UNKNOWN] * len(hand)


# -- worlds that agree with what is known ---------------------------------------------------------------


def fill(m: State, seat: SeatId, rng: random.Random) -> State:
    """A whole state: hidden stacks and hands dealt anew from the units and cards that can be there."""
    s = m.copy()
    s.veiled, s.unseen_nation, s.unseen_moving = {}, 0, 0
    for side in sides_hidden(seat):
        _fill_stacks(m, s, side, rng)
        _fill_hand(s, side, rng)
    return s


def _fill_stacks(m: State, s: State, side: int, rng: random.Random) -> None:
    hexes = sorted(hex for hex in m.veiled if m.occupied[side] >> hex & 1)
    if not hexes:
        return
    weak, full = weak_to_full(m, side)
    for hex, units in deal(m, side, hexes, rng).items():
        top = len(units) and all(s.under >> u & 1 for u in m.m.combat_of[side] if m.place[u] == hex)
        for n, unit in enumerate(units):
            s.place[unit] = hex
            if n or not top:
                s.under |= 1 << unit
            if m.m.single[unit] or rng.random() < weak / (weak + full):
                s.weak |= 1 << unit
        if blanks := m.veiled[hex] - len(units):
            s.dummies[hex] = s.dummies.get(hex, 0) + blanks
        if m.spent >> hex & 1:
            s.attacked |= collect(units)
        if units and m.unseen_moving and hex == m.moving_hex:
            s.moving |= collect(units[: rng.randint(1, len(units))])
    for unit in m.m.combat_of[side] if m.phase >= SUPPLY else ():  # who was out of supply: as the lines run now
        if m.place[unit] == UNKNOWN and not supplied_for(s, unit) >> s.place[unit] & 1:
            s.unsupplied |= 1 << unit


def _fill_hand(s: State, side: int, rng: random.Random) -> None:
    """[3.1a, 3.2d] A kept card is never a single instruction card; whether the new one is may be known."""
    hand = []
    for n in range(len(s.hands[side])):
        bag = s.deck
        if n == 0 or s.black[side] == NO_BLACK:
            bag &= ~BLACK
        elif s.black[side] == HOLDS_BLACK:
            bag &= BLACK
        card = rng.choice(members(bag))
        s.deck &= ~(1 << card)
        hand.append(card)
    s.hands[side] = hand


# -- what is told ---------------------------------------------------------------------------------------


def veil(s: State, seat: SeatId, name: str, value: Any) -> Any:
    """An event's reference to a unit as a seat may hear it at this moment.

    Of several units those that it may not see are named together, so that nobody can count them [1.4b].
    """
    if name not in ("unit", "units", "defenders", "support"):
        return value
    hidden = 0
    for side in sides_hidden(seat):
        hidden |= hidden_units(s, side, seat == ONLOOKER)
    if not isinstance(value, list):
        return UNKNOWN if value >= 0 and hidden >> value & 1 else value
    seen = [unit for unit in value if not hidden >> unit & 1]
    return [*seen, UNKNOWN] if len(seen) < len(value) or _with_blanks(s, seat, value) else seen


def _with_blanks(s: State, seat: SeatId, units: list[int]) -> bool:
    """[1.4b] Whether blanks that the seat takes for units lie in the stack which these units make up."""
    if not units:
        return False
    side, hex = s.m.side[units[0]], s.place[units[0]]
    if hex not in s.dummies or side not in sides_hidden(seat) or set(units_at(s, side, hex)) - set(units):
        return False
    return seat == ONLOOKER or not s.bared[1 - side] >> hex & 1
