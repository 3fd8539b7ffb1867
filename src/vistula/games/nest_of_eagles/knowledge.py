"""3.1c What a seat may not know. Everything lies open, but for what is decided in secret.

With no secret on the table a mask is the state itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from vistula.board.hexes import members
from vistula.kernel import UNKNOWN, SeatId

from .dealing import HIDDEN, deal
from .model import POLAND, SEATS, SOVIET
from .rules.alternatives import ROUNDS, face_down, fitting, schedules
from .rules.boost import events_of
from .rules.volunteers import FIRST
from .state import OFF, OWN, UNDER, State


def mask(s: State, seat: SeatId) -> State:
    """The state as one seat knows it; partners know the same."""
    if not secret(s):
        return s
    side = next((i for i, own in enumerate(SEATS) if seat.startswith(own)), -1)
    known = s.copy()
    if s.concealment:
        for hidden_side in (POLAND, SOVIET):
            if hidden_side != side:
                _conceal(known, hidden_side)
    if s.rebellion == 1 and any(s.emissaries):
        known.emissaries = [chosen if i == side else UNKNOWN for i, chosen in enumerate(s.emissaries)]
    known.hands = [hand if i == side else [UNKNOWN] * len(hand) for i, hand in enumerate(s.hands)]
    known.politics = [UNKNOWN if kept_secret(s, i) and i != side else chosen for i, chosen in enumerate(s.politics)]
    for marker in face_down(s) if side != SOVIET else ():
        known.markers[marker] = UNKNOWN
    for turn in unseen_volunteers(s) if side != POLAND else ():
        known.volunteers_a[turn] = UNKNOWN
    known.destination = [
        UNKNOWN if hidden(s, pool) and side_of_pool(pool) != side else hex for pool, hex in enumerate(s.destination)
    ]
    return known


def secret(s: State) -> bool:
    """[20.4.1a, 9.4a, 23.1a, 23.3a, 23.4a, 23.5a] Whether markers of any kind lie face down, Events are held, units are
    on a secret journey, or the table plays with Patrols or Groups."""
    if s.concealment or any(s.hands):
        return True
    if s.alternatives and (face_down(s) or unseen_volunteers(s)):
        return True
    if s.has_priorities and any(kept_secret(s, side) for side in (POLAND, SOVIET)):
        return True
    return (s.rebellion == 1 and any(s.emissaries)) or (any(s.transit) and any(hidden(s, pool) for pool in range(3)))


def kept_secret(s: State, side: int) -> bool:
    """[23.5a] Whether the Political Priority of a side is known to itself only."""
    return bool(s.politics[side]) and not s.politics_shown[side]


def unseen_volunteers(s: State) -> list[int]:
    """[23.4a] Turns of forming that are still to come and have markers on them."""
    return [turn for turn, number in enumerate(s.volunteer_markers) if number and turn > s.forming - FIRST]


def hidden(s: State, pool: int) -> bool:
    """[9.4a, 9.4d] Whether a destination is known to its own side only."""
    return bool(s.transit[pool]) and not s.found_out[pool]


def side_of_pool(pool: int) -> int:
    return POLAND if pool == OWN else SOVIET


def fill(m: State, seat: SeatId, rng: random.Random) -> State:
    """A whole state that agrees with a masked one: destinations that the railroad of that moment allowed."""
    lists = (m.emissaries, m.destination, m.politics, m.markers, m.volunteers_a, *m.hands)
    if not any(UNKNOWN in each for each in lists) and not (m.concealment and UNKNOWN in m.place):
        return m
    whole = m.copy()
    for side in (POLAND, SOVIET) if m.concealment else ():
        deal(whole, side, rng)
    whole.emissaries = [rng.randint(1, 3) if chosen == UNKNOWN else chosen for chosen in m.emissaries]
    whole.politics = [rng.randint(1, 3) if chosen == UNKNOWN else chosen for chosen in m.politics]
    for side in (POLAND, SOVIET):
        if UNKNOWN in m.hands[side]:
            left = [card for card in events_of(m, side) if not m.spent >> card & 1]
            whole.hands[side] = sorted(rng.sample(left, len(m.hands[side])))
    if UNKNOWN in m.markers:
        whole.markers = rng.choice(list(fitting(m)) or [[*rounds, 0] for rounds in schedules(m.m)])
    if UNKNOWN in m.volunteers_a:
        whole.volunteers_a = rng.choice([list(way) for way in _lettered(m)])
    for pool, hex in enumerate(m.destination):
        if hex == UNKNOWN:
            whole.destination[pool] = rng.choice(members(m.could[pool]))
    return whole


def _lettered(m: State) -> Iterator[tuple[int, ...]]:
    """[23.4.1a] All ways in which three of the volunteers' markers may be A, as far as a masked state tells."""
    known = zip(m.volunteers_a, m.volunteer_markers, strict=True)
    for way in product(*(range(number + 1) if a == UNKNOWN else (a,) for a, number in known)):
        if sum(way) == ROUNDS:
            yield way


# -- 23.1 concealment -------------------------------------------------------------------------------------------------


def in_sight(s: State, side: int) -> list[int]:
    """Markers of a side that everyone sees: on the map, about to arrive, or under way."""
    return [m for m in s.m.patrols[side] + s.m.groups[side] if s.place[m] > UNDER and s.place[m] not in HIDDEN]


def concealed_pieces(s: State, side: int) -> list[int]:
    """[23.1a, 23.1.2f] What the enemy of a side may not know (N-95): units under markers, and markers that lie under
    others or have not been used, so that nobody can count dummies."""
    units = [u for u in s.m.units_of[side] if u < s.m.count and s.place[u] <= UNDER]
    if not in_sight(s, side):
        return units
    return units + [m for m in s.m.patrols[side] + s.m.groups[side] if s.place[m] <= UNDER or s.place[m] == OFF]


def _conceal(known: State, side: int) -> None:
    off = 0
    for piece in concealed_pieces(known, side):
        known.place[piece] = UNKNOWN
        off |= 1 << piece
    known.reduced &= ~off
    known.remnant &= ~off
    known.marked &= ~off
    known.regained &= ~off
    known.western &= ~off


def veil(s: State, seat: SeatId, name: str, value: Any) -> Any:
    """[23.1a] A unit in the diary as a seat may hear of it."""
    if not s.concealment or name not in ("unit", "units", "defenders", "to_unit", "other"):
        return value
    side = next((i for i, own in enumerate(SEATS) if seat and seat.startswith(own)), -1)

    def heard(piece: int) -> int:
        under = piece < s.m.count and piece >= 0 and s.place[piece] <= UNDER
        return UNKNOWN if under and s.m.side[piece] != side else piece

    return [heard(each) for each in value] if isinstance(value, list) else heard(value)
