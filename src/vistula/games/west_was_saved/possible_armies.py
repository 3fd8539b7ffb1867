"""What an enemy stack may turn out to be: every army that a seat cannot exclude, with its weight.

Unseen counters of a side are its unseen units and its blanks, all equally likely to lie in any place where they fit;
units are as likely to be weakened as those that can be seen. Units of the same kind and values are counted together.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from vistula.kernel import UNKNOWN

from .dealing import Slot, fits, slots_of
from .state import State, units_at


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
    weak, full = _odds(s, side)
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


def _odds(s: State, side: int) -> tuple[int, int]:
    """Weakened to full, judged by the units of the side that can be seen."""
    seen = [unit for unit in s.m.combat_of[side] if s.place[unit] >= 0 and not s.m.single[unit]]
    weak = sum(s.weak >> unit & 1 for unit in seen)
    return 1 + weak, 3 + len(seen) - weak
