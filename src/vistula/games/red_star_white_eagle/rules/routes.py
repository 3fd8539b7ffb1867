"""9.13 Ways of retreat: every way of full length, and which of them the priorities leave.

Only where no way on the map has the full length does a unit leave it over an edge that is open to it (A13), and only
where it cannot do that either does it walk into internment (A40). A way off the map ends with a code below zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from vistula.board.hexes import Hex, HexSet, bits
from vistula.kernel import Bar, only
from vistula.kernel.bars import left
from vistula.kernel.views import Refusal
from vistula.parts.retreats import Plan, Preference, Way, every_way, prefer
from vistula.parts.sides import through
from vistula.parts.words import count

from ..model import Model
from ..state import State
from ..units import POLAND
from . import borders, edges, fronts, railnets, stacking
from .options.sources import working
from .queries import enemy
from .trains import linked, shielded
from .zoc import dry, ignores_zoc, total_delay


class End(NamedTuple):
    """What the priorities look at in a way: where it ends, how far that is, and what is wrong with it."""

    hex: Hex
    distance: int
    crowded: bool  # it would be overstacked there, or with units that it may not join
    astray: bool  # no nearer to supply
    lost: bool  # out of command


def off(stretch: int) -> int:
    """The code with which a way leaves the map over a stretch of its edge."""
    return -1 - stretch


def stretch_of(code: int) -> int:
    return -1 - code


# -- 9.13.4.1 every way -----------------------------------------------------------------------------------------------


def shut(s: State, unit: int, walked: Way, interning: HexSet) -> Iterator[Bar]:
    """[9.13.4.1, 9.13.6, 9.13.7, 14.6a, 17.4.1a, 18.2b, 19.0b] Hexes into which a retreat cannot lead next."""
    m, start = s.m, s.place[unit]
    here = walked[-1] if walked else start
    name = m.hex_name
    yield only("9.13.1", m.around[here], lambda hex: f"{name(hex)} is not next to {name(here)}")
    yield Bar("9.13.6", s.occupied[enemy(m.side[unit])], lambda hex: f"enemy units hold {name(hex)}")
    yield Bar("9.13.7", ~through(dry(m), 1 << here), "an all-sea hexside lies between")
    been = 1 << start
    for hex in walked:
        been |= 1 << hex
    yield Bar("9.13.4.1", been, "it has been there on this retreat")
    if m.trains >> unit & 1:
        yield Bar("14.6a", lambda hex: not linked(s, m.side[unit], here, hex), "no railroad leads there")
    if m.immobile >> unit & 1:
        inside = m.fortified if m.fortified >> start & 1 else 0
        yield Bar("18.2b" if inside else "19.0b", ~inside, "it does not move but within the fortified zone")
    yield Bar("17.4.1a", interning, lambda hex: f"it would be interned in {name(hex)}, and another way is open")


def whole_ways(s: State, unit: int, length: int) -> list[Way]:
    """[9.13.4.1, 9.13.2b] The ways on the map that have the full length, in hexes; points do not matter."""
    closed = borders.interning(s, s.m.side[unit])
    found = every_way(lambda walked: shut(s, unit, walked, closed), lambda walked: len(walked) == length)
    return [way for way, whole in found if whole]


def ways_off(s: State, unit: int, length: int) -> list[Way]:
    """[9.13.4.1b, 17.3.1a, 17.3.1b] (A13) The ways over an edge that is open to it, sooner or later."""
    closed = borders.interning(s, s.m.side[unit])
    found: list[Way] = []
    queue: list[Way] = [()]
    while queue:
        walked = queue.pop(0)
        here = walked[-1] if walked else s.place[unit]
        found += [(*walked, off(stretch)) for stretch in edges.permitted(s, unit, here)]
        if len(walked) < length - 1:
            queue += [(*walked, hex) for hex in left(shut(s, unit, walked, closed))]
    return found


def ways_to_internment(s: State, unit: int, length: int) -> list[Way]:
    """[17.4.1a] (A40) The ways that end in a foreign land, sooner or later."""
    foreign = borders.interning(s, s.m.side[unit])
    found = every_way(
        lambda walked: shut(s, unit, walked, 0),
        lambda walked: bool(foreign >> walked[-1] & 1) or len(walked) == length,
    )
    return [way for way, whole in found if whole]


# -- 9.13.4.2 – 9.13.4.5 priorities -----------------------------------------------------------------------------------


def end_of(s: State, unit: int, hex: Hex) -> End:
    """What the priorities say of ending a retreat in a hex."""
    m, start = s.m, s.place[unit]
    crowded = bool(stacking.full(s, unit) >> hex & 1)
    return End(hex, m.distance(start, hex), crowded, not nearer(s, unit, hex), fronts.out_of_command(s, unit, hex))


def nearer(s: State, unit: int, hex: Hex) -> bool:
    """[9.13.4.4a, 9.13.4.4b] (A11, A64) Whether a hex lies nearer to supply than where the retreat begins: to any
    working city of the Polish net, to the east edge, to Lithuania, to the west edge."""
    m, start = s.m, s.place[unit]
    if m.side[unit] == POLAND:
        cities = working(s, POLAND) & railnets.own_net(s, POLAND).spaces & m.cities
        return any(m.distance(hex, city) < m.distance(start, city) for city in bits(cities))
    if m.lithuanians >> unit & 1:
        return to_lithuania(m)[hex] < to_lithuania(m)[start] or bool(m.lithuania >> hex & 1)
    if m.freikorps >> unit & 1:
        return m.grid.line(hex) < m.grid.line(start)
    return m.grid.line(hex) > m.grid.line(start)


@lru_cache
def to_lithuania(m: Model) -> tuple[int, ...]:
    """By hex, how far it is from Lithuania."""
    found, seen, far = [0] * m.grid.size, m.lithuania, 0
    ring = seen
    while ring:
        for hex in bits(ring):
            found[hex] = far
        ring, far = m.grid.dilate(ring) & ~seen & m.grid.valid, far + 1
        seen |= ring
    return tuple(found)


def _preferences(s: State, unit: int) -> Iterator[Preference[End]]:
    """[9.13.4.2, 9.13.4.3, 9.13.4.4, 9.13.4.5, 9.13.5] (A12) The priorities after the first, each stricter than the
    next."""
    m = s.m
    goal = _goal(s, unit)

    def short(end: End, better: End) -> str:
        far = count(better.distance, "hex", "hexes")
        return f"{m.hex_name(end.hex)} is {end.distance} away, and it can end its retreat {far} away"

    yield Preference("9.13.4.2", lambda end: -end.distance, short)
    full = "would be overfull, and there is room elsewhere"
    yield Preference("9.13.4.3", lambda end: end.crowded, lambda end, _: f"{m.hex_name(end.hex)} {full}")
    rule = "9.13.4.4a" if m.side[unit] == POLAND else "21.2c" if m.lithuanians >> unit & 1 else "9.13.4.4b"
    yield Preference(rule, lambda end: end.astray, lambda end, _: f"{m.hex_name(end.hex)} is no nearer to {goal}")
    yield Preference("9.13.4.5", lambda end: end.lost,
                     lambda end, _: f"it would be out of command in {m.hex_name(end.hex)}")  # fmt: skip


def _goal(s: State, unit: int) -> str:
    if s.m.side[unit] == POLAND:
        return "a city that supplies Poles"
    if s.m.lithuanians >> unit & 1:
        return "Lithuania"
    return "the west edge" if s.m.freikorps >> unit & 1 else "the east edge"


def plan(s: State, unit: int, length: int) -> Plan[End]:
    """[9.13.4] The ways that a unit may take to retreat so far; none where it is lost."""
    whole = whole_ways(s, unit, length)
    if not whole:
        forced = ways_off(s, unit, length) or ways_to_internment(s, unit, length)
        return Plan(dict.fromkeys(forced, End(s.place[unit], 0, False, False, False)), {})
    ends = {hex: end_of(s, unit, hex) for hex in {way[-1] for way in whole}}
    return prefer({way: ends[way[-1]] for way in whole}, _preferences(s, unit))


def elsewhere(s: State, unit: int, walked: Way) -> Callable[[Hex], str | Refusal]:
    """Why a retreat that has come so far does not lead into a hex to which no way of full length leads."""
    closed = borders.interning(s, s.m.side[unit])

    def why(hex: Hex) -> Refusal:
        for bar in shut(s, unit, walked, closed):
            if bar.held(hex):
                return bar.refusal(hex)
        return Refusal("9.13.4.1", f"from {s.m.hex_name(hex)} the retreat cannot go on to its full length")

    return why


# -- 9.14.1 zones of control ------------------------------------------------------------------------------------------


def danger(s: State, unit: int, way: Way) -> int:
    """[9.14.1a, 9.14.1b, 9.14.1c, 14.5a, 20.1.1, 23.4.7.3b] (A15) The delay factors that a unit meets on a way, those
    of each hex entered added up."""
    if ignores_zoc(s, unit):
        return 0
    foe = enemy(s.m.side[unit])
    return sum(total_delay(s, foe, hex) for hex in way if hex >= 0 and not shielded(s, unit, hex))
