"""3.1c What a seat may not know. Everything lies open, but for what is decided in secret.

With no secret on the table a mask is the state itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from vistula.board.hexes import members
from vistula.kernel import UNKNOWN, SeatId

from .model import POLAND, SEATS, SOVIET
from .rules.alternatives import ROUNDS, face_down, fitting, schedules
from .rules.boost import events_of
from .rules.volunteers import FIRST
from .state import OWN, State


def mask(s: State, seat: SeatId) -> State:
    """The state as one seat knows it; partners know the same."""
    if not secret(s):
        return s
    side = next((i for i, own in enumerate(SEATS) if seat.startswith(own)), -1)
    known = s.copy()
    if s.rebellion == 1:
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
    """[20.4.1a, 9.4a, 23.3a, 23.4a, 23.5a] Whether markers of any kind lie face down, Events are held, or
    units are on a secret journey."""
    if any(s.hands):
        return True
    if s.alternatives and (face_down(s) or unseen_volunteers(s)):
        return True
    if s.has_priorities and any(kept_secret(s, side) for side in (POLAND, SOVIET)):
        return True
    return (s.rebellion == 1 and any(s.emissaries)) or any(hidden(s, pool) for pool in range(3))


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
    if not any(UNKNOWN in each for each in lists):
        return m
    whole = m.copy()
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
