"""Which hidden units may lie where: a random deal of a side's unseen units over its unseen counters, and every army
that a seat cannot exclude, with its weight.

Every unseen unit is on the map somewhere, and every stack must keep what everyone can see of it: a real unit in each,
at most four, as many free to be ordered as it has markers, cavalry or infantry where it has a facing and only artillery
where it has none, Ukrainians in the south, Lithuanians apart from Russians. What is left over are blanks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from vistula.board.hexes import Hex
from vistula.kernel import UNKNOWN
from vistula.parts.matching import match

from .model import LIT, UKR
from .state import State, units_at


class Slot(NamedTuple):
    """A counter that may be a unit; `needed` ones are, and a `fighter` is cavalry or infantry."""

    hex: Hex
    needed: bool
    fighter: bool


def deal(m: State, side: int, hexes: list[Hex], rng: random.Random) -> dict[Hex, list[int]]:
    """The units that a masked state does not show, by hex."""
    units = [u for u in m.m.combat_of[side] if m.place[u] == UNKNOWN]
    slots = [slot for hex in hexes for slot in slots_of(m, side, hex)]
    rng.shuffle(units)
    rng.shuffle(slots)
    chosen = match(_ways(m, units, slots), [n for n, slot in enumerate(slots) if slot.needed])
    found: dict[Hex, list[int]] = {hex: [] for hex in hexes}
    for unit, n in chosen.items():
        found[slots[n].hex].append(unit)
    return found


def slots_of(m: State, side: int, hex: Hex) -> list[Slot]:
    """The counters of a stack that nobody but its owner knows, those that must be units first."""
    seen = [u for u in m.m.combat_of[side] if m.place[u] == hex]
    free = sum(not m.ordered >> u & 1 for u in seen)
    topped = any(not m.under >> u & 1 for u in seen)  # [13.2a] else the top unit is among those that nobody sees
    needed = max(0 if topped else 1, m.markers.get(hex, 0) - free)
    if hex == m.moving_hex:
        needed = max(needed, m.unseen_moving)
    fighter = m.facing[hex] >= 0 and not any(m.m.fighters >> u & 1 for u in seen)
    needed = max(needed, int(fighter))
    most = min(m.veiled[hex], m.m.stack_limit - len(seen))
    return [Slot(hex, n < needed, fighter and n == 0) for n in range(most)]


def fits(m: State, unit: int, slot: Slot) -> bool:
    """Whether this unit may lie there, for all that the seat can see."""
    t, hex = m.m, slot.hex
    fighter = bool(t.fighters >> unit & 1)
    if (slot.fighter and not fighter) or (fighter and m.facing[hex] < 0):
        return False
    if t.nation[unit] == UKR:
        return bool(t.south >> hex & 1)
    seen = next((u for u in t.combat_of[t.side[unit]] if m.place[u] == hex), -1)
    lithuanian = m.unseen_nation >> hex & 1 or (seen >= 0 and t.nation[seen] == LIT)
    return bool(lithuanian) == (t.nation[unit] == LIT)


def _ways(m: State, units: list[int], slots: list[Slot]) -> dict[int, list[int]]:
    """The slots for every unit; units of one nation that both fight or both do not fit alike."""
    alike: dict[tuple[int, int], list[int]] = {}
    found = {}
    for unit in units:
        kind = m.m.nation[unit], m.m.fighters >> unit & 1
        if kind not in alike:
            alike[kind] = [n for n, slot in enumerate(slots) if fits(m, unit, slot)]
        found[unit] = alike[kind]
    return found


class Army(NamedTuple):
    """Units that may stand in a hex, which of them are weakened, and how much this possibility weighs."""

    weight: int
    units: list[int]
    weak: int


def armies(s: State, side: int, hex: int) -> list[Army]:
    """All that the stack of a side in a hex may be; one army where everything is seen."""
    seen = units_at(s, side, hex)
    hidden = s.veiled.get(hex, 0)
    if not hidden:
        return [Army(1, seen, s.weak)]
    slots = slots_of(s, side, hex)
    least, most = sum(slot.needed for slot in slots), len(slots)
    unseen = [unit for unit in s.m.combat_of[side] if s.place[unit] == UNKNOWN]
    blanks = max(0, _counters(s, side) - len(unseen))
    classes = _classes(s, hex, unseen)
    must_fight = any(slot.fighter for slot in slots)
    found = []
    for count in range(least, min(most, sum(map(len, classes))) + 1):
        rest = comb(blanks, hidden - count)
        for weight, units in _picks(classes, count) if rest else ():
            if not must_fight or any(s.m.fighters >> unit & 1 for unit in units):
                found += _strengths(s, side, seen, units, weight * rest, most)
    return found or [Army(1, seen, s.weak)]


def _counters(s: State, side: int) -> int:
    """All counters of a side at which the seat may not look."""
    return sum(count for hex, count in s.veiled.items() if s.occupied[side] >> hex & 1)


def _classes(s: State, hex: int, unseen: list[int]) -> list[list[int]]:
    """Unseen units that may be in a hex, those that fight alike together."""
    found: dict[object, list[int]] = {}
    for unit in unseen:
        if fits(s, unit, Slot(hex, False, False)):
            found.setdefault((s.m.kind[unit], s.m.cv[unit], s.m.single[unit]), []).append(unit)
    return list(found.values())


def _picks(classes: list[list[int]], count: int) -> Iterator[tuple[int, list[int]]]:
    """Every choice of so many units by class, with the number of ways to make it."""
    if count == 0:
        yield 1, []
        return
    if not classes:
        return
    first, others = classes[0], classes[1:]
    for some in range(min(count, len(first)) + 1):
        for ways, units in _picks(others, count - some):
            yield comb(len(first), some) * ways, [*first[:some], *units]


def _strengths(s: State, side: int, seen: list[int], units: list[int], weight: int, most: int) -> list[Army]:
    """The same units, each full or weakened."""
    weak, full = weak_to_full(s, side)
    doubtful = [unit for unit in units if not s.m.single[unit]]
    scale = (weak + full) ** (most - len(doubtful))
    certain = s.weak | sum(1 << unit for unit in units if s.m.single[unit])
    return [
        Army(
            weight * scale * weak ** mask.bit_count() * full ** (len(doubtful) - mask.bit_count()),
            [*units, *seen],
            certain | sum(1 << unit for n, unit in enumerate(doubtful) if mask >> n & 1),
        )
        for mask in range(1 << len(doubtful))
    ]


def weak_to_full(s: State, side: int) -> tuple[int, int]:
    """How likely a unit that cannot be seen is weakened: so much to so much, judged by those of the side that can."""
    seen = [unit for unit in s.m.combat_of[side] if s.place[unit] >= 0 and not s.m.single[unit]]
    weak = sum(s.weak >> unit & 1 for unit in seen)
    return 1 + weak, 3 + len(seen) - weak
