"""Behind the front: flotillas with their marines, replacement counters for weakened units, the railroad reserve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.kernel import left
from vistula.kernel.decision import Action
from vistula.kernel.seat import Seat
from vistula.players.kit import Scores
from vistula.players.kit.officer import Officer

from ..rules import reserve
from ..rules.arrival import entries, open_entries
from ..rules.borders import interning
from ..rules.flotillas import reach
from ..rules.fronts import strays
from ..rules.movement import standing_still
from ..rules.national_rail import stations
from ..rules.queries import within
from ..rules.railnets import joined, net_cities
from ..rules.replacements import LARGE, REPLACEABLE, arm_of, factors, mounted, points, spare, wanted
from ..rules.stacking import full
from ..rules.strategic import points as movement_points
from ..rules.supply import MARINES
from ..rules.voyages import Voyage
from ..rules.ways import ends
from ..rules.zoc import in_enemy_zoc
from ..state import State, on_map
from ..units import POLAND
from .worth import step_value

PATIENCE = 0.7
"""What is left of the worth of a step that comes back one turn later, if its unit stays where it is."""
REAR = 6
"""Hexes from the nearest enemy beyond which a unit does nothing for the front."""


# -- flotillas --------------------------------------------------------------------------------------------------------


def harbours(s: State, unit: int) -> HexSet:
    """Where a flotilla may end a voyage."""
    return reach(s, unit) & ~(full(s, unit) | interning(s, s.m.side[unit]) | strays(s, unit))


def sail(o: Officer, seat: Seat[State], offered: list[Action]) -> Scores:
    """To where the plan has the flotilla, with the marines that would be out of its reach; there they go ashore."""
    s, frame = seat.s, seat.frame
    assert isinstance(frame, Voyage)
    goal, here = o.plan(seat).of(frame.unit), s.place[frame.unit]
    wishes = [Action("land", marine) for marine in members(frame.aboard)]
    if goal is not None and here == frame.origin:
        far = s.m.distance(here, goal.hex) > MARINES
        wishes += [a for a in offered if a.verb == "board"] if far else []
        wishes.append(Action("sail", goal.hex))
    wishes += [Action("stop"), *offered]
    chosen = next(wish for wish in wishes if wish in offered)
    return {a: float(a == chosen) for a in offered}


# -- replacement counters ---------------------------------------------------------------------------------------------


class Need(NamedTuple):
    """A weakened unit that replacements could make whole."""

    worth: float  # by factor
    unit: int
    arm: int
    factors: int  # more than lie in its hex


def needs(s: State, side: int) -> list[Need]:
    """Weakened units that could take replacements where they are; who brings most for a factor comes first."""
    return sorted(_needs(s, side), reverse=True)


def _needs(s: State, side: int) -> Iterator[Need]:
    m = s.m
    for unit in members(s.reduced & m.army[side] & ~(m.square | m.freikorps)):
        if s.place[unit] >= 0 and m.kind[unit] in REPLACEABLE and not in_enemy_zoc(s, unit):
            price, arm = wanted(s, unit), int(mounted(s, unit))
            lacking = price - sum(factors(s, unit)[arm:])
            if price and lacking > 0:
                yield Need(step_value(s, unit, whole=True) / price, unit, arm, lacking)


def worth_buying(s: State, command: int, side: int) -> Mapping[int, float]:
    """By replacement counter, what one of its factors would bring to a unit to which the net takes it."""
    m, found = s.m, dict[int, float]()
    on_the_way = [sum(m.factor[rc] for rc in m.rcs_of[side] if s.place[rc] >= 0 and arm_of(s, rc) == arm)
                  for arm in (0, 1)]  # fmt: skip
    for need in needs(s, side):
        carried = min(on_the_way[need.arm], need.factors)
        on_the_way[need.arm] -= carried
        size = LARGE if need.factors - carried >= LARGE and points(s, command, need.arm) >= LARGE else 1
        rcs = spare(s, side, need.arm, size)
        if carried < need.factors and rcs and entries(s, rcs[0]) & _line_to(s, need, side):
            found.setdefault(rcs[0], PATIENCE * need.worth)
    return found


def _line_to(s: State, need: Need, side: int) -> HexSet:
    """The hexes from which the net leads to a unit, and its own."""
    return joined(s, side, s.place[need.unit]) | 1 << s.place[need.unit]


def way_in(s: State, rc: int, side: int) -> HexSet:
    """Where a counter comes in so that the net takes it on to a unit that wants it."""
    mine = [need for need in needs(s, side) if need.arm == arm_of(s, rc)]
    for need in mine:
        if found := open_entries(s, rc) & _line_to(s, need, side):
            return found
    return open_entries(s, rc)


def deliveries(s: State, command: int, side: int) -> Mapping[int, Hex]:
    """Where counters on the map go now: each to a unit that it serves."""
    rcs = [rc for rc in left(standing_still(s, command)) if rc >= s.m.count]
    found: dict[int, Hex] = {}
    for need in needs(s, side) if rcs else ():
        hex, lacking = s.place[need.unit], need.factors
        for rc in rcs:
            if lacking > 0 and rc not in found and arm_of(s, rc) >= need.arm and _comes(s, rc, hex):
                found[rc] = hex
                lacking -= s.m.factor[rc]
    return found


def _comes(s: State, rc: int, hex: Hex) -> bool:
    return bool((stations(s, rc) | ends(s, rc, movement_points(s, rc))) >> hex & 1)


# -- the railroad reserve ---------------------------------------------------------------------------------------------


def to_reserve(s: State, command: int, goals: int) -> int:
    """Poles without anything to do who could come in elsewhere next turn: far from any enemy, while the net leads to a
    city close to one."""
    near = within(s, s.occupied[1 - POLAND], REAR)
    if not s.reserve_allowed or not joined(s, POLAND, s.m.warsaw) & net_cities(s, POLAND) & near:
        return 0
    held = tuple(reserve.not_entrained(s))
    idle = [unit for unit in left(standing_still(s, command)) if unit < s.m.count and not goals >> unit & 1]
    return collect(
        unit for unit in idle if not near >> s.place[unit] & 1 and not any(bar.held(unit) for bar in held)
    ) & collect(on_map(s, POLAND))
