"""Which hidden units may lie where: a random deal of a side's unseen units over its unseen counters.

Every unseen unit is on the map somewhere, and every stack must keep what everyone can see of it: a real unit in each,
at most four, as many free to be ordered as it has markers, cavalry or infantry where it has a facing and only artillery
where it has none, Ukrainians in the south, Lithuanians apart from Russians. What is left over are blanks.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from vistula.board.hexes import Hex
from vistula.kernel import UNKNOWN
from vistula.parts.matching import match

from .model import LIT, UKR
from .state import State


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
