"""23.1 What may lie under the markers of the enemy: hidden units dealt anew, so that the world could be the true one.

A player knows which units are nowhere to be seen, and every marker with its place and Front. Each Group covers at least
one of them and two divisions at most, each Patrol any number or, as a dummy, a second Patrol. The true deal is one of
those that can come out, so there always is one.
"""

from __future__ import annotations

import random

from vistula.kernel import UNKNOWN

from .model import DIVISION
from .rules.seats import front_of
from .rules.stacking import heads, limit
from .state import ABSENT, OFF, UNDER, State, beneath, units_at

HIDDEN = (UNKNOWN, OFF, ABSENT)
"""Places of markers that are not in sight."""
HALVES = 4
"""[23.1.2c] What a Group holds, in half divisions."""
REDUCED_SHARE = 0.2
"""About how many units are Reduced, where nothing is known."""
DUMMY_SHARE = 0.2


def deal(s: State, side: int, rng: random.Random) -> None:
    """Put the hidden units of a side under its markers."""
    own = s.m.patrols[side] + s.m.groups[side]
    dark = [piece for piece in own if s.place[piece] == UNKNOWN]
    units = [u for u in s.m.units_of[side] if u < s.m.count and s.place[u] == UNKNOWN]
    if not dark and not units:
        return
    for piece in dark:
        s.place[piece] = OFF
    seen = [piece for piece in own if s.place[piece] not in HIDDEN]
    rng.shuffle(units)
    fronts = sorted({front_of(s, piece) for piece in seen})
    armies = [Army(_serving(s, seen, front), _serving(s, units, front), s.m.all_groups) for front in fronts]
    spare = sum(s.place[piece] == OFF for piece in s.m.patrols[side]) - sum(army.dummies for army in armies)
    for army in armies:
        bluffs = min(spare, sum(rng.random() < DUMMY_SHARE for _ in army.patrols))
        spare -= bluffs
        _deal_army(s, army, bluffs, rng)
    for marker in seen:
        if not beneath(s, marker):
            second = next(piece for piece in s.m.patrols[side] if s.place[piece] == OFF)
            s.place[second] = UNDER - marker  # a dummy [23.1.1f]


def _serving(s: State, pieces: list[int], front: int) -> list[int]:
    return [piece for piece in pieces if front_of(s, piece) == front]


class Army:
    """The markers and hidden units of one Front."""

    def __init__(self, markers: list[int], units: list[int], groups: int) -> None:
        self.groups = [marker for marker in markers if groups >> marker & 1]
        self.patrols = [marker for marker in markers if not groups >> marker & 1]
        self.units = units
        self.dummies = max(0, len(self.patrols) + len(self.groups) - len(units))  # there must be so many


def _deal_army(s: State, army: Army, bluffs: int, rng: random.Random) -> None:
    """One unit to each Group, one to each Patrol that is to have any, the others where there is room."""
    units = army.units
    if not army.patrols:
        units = sorted(units, key=lambda unit: s.m.size[unit] != DIVISION)  # they fit if the large ones come first
    rng.shuffle(army.patrols)
    needy = army.groups + army.patrols[bluffs:]
    for unit in units:
        marker = needy.pop(0) if needy else _roomiest(s, unit, army.groups, army.patrols, rng)
        s.place[unit] = UNDER - marker
        if s.m.steps[unit] > 1 and rng.random() < REDUCED_SHARE:
            s.reduced |= 1 << unit


def _roomiest(s: State, unit: int, groups: list[int], patrols: list[int], rng: random.Random) -> int:
    """A marker under which one more unit finds room: in the Group, in the hex; else any Patrol."""
    fit = [group for group in groups if _halves(s, beneath(s, group)) + _halves(s, [unit]) <= HALVES]
    roomy = [marker for marker in fit + patrols if _has_room(s, marker)]
    if not patrols:
        return min(fit, key=lambda group: _halves(s, beneath(s, group)))
    return rng.choice(roomy or fit or patrols)


def _halves(s: State, units: list[int]) -> int:
    return sum(2 if s.m.size[unit] == DIVISION else 1 for unit in units)


def _has_room(s: State, marker: int) -> bool:
    hex = s.place[marker]
    if hex < 0:
        return True
    return sum(heads(s, piece) for piece in units_at(s, s.m.side[marker], hex)) < limit(s, hex)
