"""7.4 Movement restrictions: where a group of combat units may go next, and where it may end.

A group is the units chosen for one order (`s.moving`); its way is planned hex by hex before the order is issued.
Everything here is a pure question about that plan. Markers and turns (7.1, 7.3) are in `activation`, one order
(7.1, 7.2) is in `orders`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from vistula.board.hexes import HexSet, collect, members
from vistula.kernel import Bar, barred, left, only
from vistula.parts.layers import Ground, ground, reach_back
from vistula.parts.sides import NONE, between

from ..cards import effects
from ..model import CAVALRY
from ..state import State, units_at
from .bars import astray, crowded, far, held, line_shut, off_limits, placed, unshared
from .queries import facing_enemy, threatened, unshared_hexes
from .supply_lines import supplied_for


class Plan(msgspec.Struct):
    """[7.1g, 7.4i] A move as ordered: who goes from where, and the hexes they enter, all together."""

    side: int
    start: int
    path: list[int]
    group: list[int]
    companions: list[int] = []  # command units still with the group
    bonus: int = 0  # hexes that a card adds
    issued: bool = False  # the order has been given, and its marker is gone

    @property
    def here(self) -> int:
        return self.path[-1] if self.path else self.start

    def onward(self, hex: int) -> Plan:
        return Plan(self.side, self.start, [*self.path, hex], self.group, self.companions, self.bonus, self.issued)


# -- 7.4e how far ---------------------------------------------------------------------------------------------


def allowance(s: State, unit: int, start: int, bonus: int) -> int:
    """[7.4e] How many hexes a unit may move from a hex: artillery 2, infantry 3, cavalry 5; cards may change it."""
    return effects.allowance(s, unit, start, s.m.allowance[s.m.kind[unit]] + bonus)


def hex_cost(s: State, kind: int, hex: int) -> int:
    """[7.4e, 1.3b, 1.3h] Difficult hexes count two for all but cavalry; rivers cost nothing."""
    return 2 if kind != CAVALRY and s.m.difficult >> hex & 1 else 1


def hexes_left(s: State, plan: Plan) -> tuple[int, int]:
    """[7.4f] Hexes left to the slowest rider and to the slowest unit on foot; 99 where the group has none."""
    difficult = s.m.difficult
    hexes = len(plan.path)
    cost = hexes + sum(difficult >> hex & 1 for hex in plan.path)
    riders = feet = 99
    for unit in plan.group:
        if s.m.kind[unit] == CAVALRY:
            riders = min(riders, allowance(s, unit, plan.start, plan.bonus) - hexes)
        else:
            feet = min(feet, allowance(s, unit, plan.start, plan.bonus) - cost)
    return riders, feet


# -- 7.4b next to the enemy -----------------------------------------------------------------------------------


def bound(s: State, group: list[int]) -> bool:
    """[7.4c] Whether a group holds a unit that may not slip from one enemy to the next: any but cavalry."""
    return any(s.m.kind[unit] != CAVALRY for unit in group)


def covers(s: State, plan: Plan, hex: int) -> bool:
    """[7.4b] Whether a friendly combat unit in a hex has not moved and can still promise not to (H-13).

    The promise needs one unit more than there are orders to come, a unit whose order has failed, or markers that may
    be discarded because the stack faces an enemy.
    """
    gone = s.moved | collect(plan.group)
    staying = [unit for unit in units_at(s, plan.side, hex) if not gone >> unit & 1]
    if not staying:
        return False
    free = sum(not s.ordered >> unit & 1 for unit in staying)
    orders = s.markers.get(hex, 0) - (hex == plan.start and not plan.issued)
    return free < len(staying) or free > orders or facing_enemy(s, plan.side, hex)


def uncovered(s: State, plan: Plan, hex: int, near: HexSet) -> bool:
    """[7.4b] Whether the group would go from enemy to enemy if it went on to `hex`, and no friend covers the step."""
    here = plan.here
    return bool(near >> here & near >> hex & 1) and not (covers(s, plan, here) or covers(s, plan, hex))


def relied_on(s: State, plan: Plan) -> list[HexSet]:
    """[7.4b] For each step that needs a friend, the hexes of one of which a unit must stay if this plan is carried out:
    one that has promised already, or else every one that can."""
    if not bound(s, plan.group):
        return []
    near = threatened(s, plan.side)
    walked = Plan(plan.side, plan.start, [], plan.group, issued=plan.issued)
    found = []
    for hex in plan.path:
        if near >> walked.here & near >> hex & 1:
            able = collect(each for each in (walked.here, hex) if covers(s, walked, each))
            found.append(able & s.promised or able)
        walked = walked.onward(hex)
    return found


def breaks_promise(s: State, plan: Plan) -> bool:
    """[7.4b] Whether a promise could not be kept any more if the group left its hex, or turned in it (H-13)."""
    bit = 1 << plan.start
    alone, others = bool(s.promised & bit), [pair & ~bit for pair in s.pledges if pair & bit]
    if not (alone or others) or covers(s, plan, plan.start):
        return False
    return alone or not all(covers(s, plan, hex) for pair in others for hex in members(pair))


def promise(s: State, plan: Plan) -> None:
    """[7.4b] The group goes, or turns: where one of two hexes was to keep a unit and this one does not, the other must,
    and whoever covers the group's own way gives a promise now."""
    bit = 1 << plan.start
    if s.pledges and not covers(s, plan, plan.start):
        for pair in s.pledges:
            s.promised |= pair & ~bit if pair & bit else 0
    for hexes in relied_on(s, plan):
        if hexes.bit_count() > 1:
            s.pledges.append(hexes)
        else:
            s.promised |= hexes
    s.pledges = [pair for pair in s.pledges if not pair & s.promised]


# -- where to --------------------------------------------------------------------------------------------------


def shut(s: State, plan: Plan) -> Iterator[Bar]:
    """[1.3d, 3.2c, 7.4a, 13.3c, 13.4a] Hexes that the group may not enter, wherever it comes from."""
    yield off_limits(s, plan.side)
    yield held(s, plan.side)
    yield from astray(s, (*plan.group, *plan.companions))
    yield from line_shut(s, plan.side, plan.start)


def not_next(s: State, plan: Plan) -> Iterator[Bar]:
    """[1.2k, 7.1g, 7.4a, 7.4b, 7.4c, 7.4e, 7.4f, 13.3h, 13.5b] Hexes that the group may not enter next."""
    m, side, here, group = s.m, plan.side, plan.here, plan.group
    off, enemies, *abroad = shut(s, plan)
    yield off
    yield enemies
    yield far(s, "7.1g", here)
    yield from abroad
    interned = bool(m.east_prussia >> here & 1)
    yield Bar("13.5b", interned, lambda _: f"{m.hex_name(here)} lies in East Prussia, where the group leaves the map")
    riders, feet = hexes_left(s, plan)
    tired = riders < 1 or feet < 1
    yield Bar("7.4e", tired or (m.difficult if feet < 2 else 0), lambda hex: _too_far(s, plan, hex))
    yield _no_room(s, plan)
    yield unshared(s, unshared_hexes(s, group[0]))  # all of them are Lithuanian, or nobody
    near = threatened(s, side)
    if near >> here & 1 and bound(s, group):
        yield Bar("7.4b", lambda hex: uncovered(s, plan, hex, near), lambda hex: _from_enemy_to_enemy(s, here, hex))


def _too_far(s: State, plan: Plan, hex: int) -> str:
    _, feet = hexes_left(s, plan)
    slow = [unit for unit in plan.group if s.m.kind[unit] != CAVALRY]
    cost = max(hex_cost(s, s.m.kind[unit], hex) for unit in slow) if slow else 1
    if cost > feet:
        name = s.m.full_name[min(slow, key=lambda unit: s.m.allowance[s.m.kind[unit]])]
        return f"{s.m.hex_name(hex)} counts {cost}, and {name} has {max(feet, 0)} left"
    return "the cavalry has no hexes left"


def _no_room(s: State, plan: Plan) -> Bar:
    """[1.2k] Hexes into which the group does not fit, which holds on the way as well as at its end (H-14)."""
    going, limit = collect(plan.group), s.m.stack_limit - len(plan.group)

    def full(hex: int) -> bool:
        return sum(not going >> unit & 1 for unit in units_at(s, plan.side, hex)) > limit

    return Bar("1.2k", full, lambda hex: crowded(s, plan.side, hex, len(plan.group)))


def _from_enemy_to_enemy(s: State, here: int, hex: int) -> str:
    both = f"{s.m.hex_name(here)} and {s.m.hex_name(hex)} are both next to enemy units"
    return f"{both}, and no friend covers the step; only cavalry may do that"


def next_hexes(s: State, plan: Plan) -> list[int]:
    """[7.4a, 7.4b, 7.4c, 7.4e, 7.4f] The hexes that the group may enter next, whether or not it could stop there."""
    return left(not_next(s, plan))


def no_end(s: State, plan: Plan) -> Iterator[Bar]:
    """[7.1g, 7.4d] Why the group may not stop here: where it began, or out of supply for units that were it already."""
    yield Bar("7.1g", not plan.path, "no march has been laid down yet")
    yield Bar("7.1g", plan.here == plan.start, "a march cannot end where it began")
    fed = all(supplied_for(s, unit) >> plan.here & 1 for unit in plan.group if s.unsupplied >> unit & 1)
    words = "is out of supply for a unit that was out of supply already"
    yield Bar("7.4d", not fed, lambda _: f"{s.m.hex_name(plan.here)} {words}")


def off_course(s: State, plan: Plan) -> Iterator[Bar]:
    """[7.1g, 7.4d] Hexes that the group may not enter next, or from which the order could not be completed."""
    yield from not_next(s, plan)
    hungry = [unit for unit in plan.group if s.unsupplied >> unit & 1]
    if hungry:
        fed = placed(s, "a unit out of supply must end in supply, which cannot be reached by {}")
        yield only("7.4d", fed_by(s, plan), fed)
    elif plan.path:
        back = placed(s, "the march cannot end where it began, and nothing is left to go on from {}")
        yield Bar("7.1g", lambda hex: hex == plan.start and not next_hexes(s, plan.onward(hex)), back)


def steps(s: State, plan: Plan) -> list[int]:
    """The hexes that the group may enter next and from which the order can still be completed."""
    return left(off_course(s, plan))


# -- how far -----------------------------------------------------------------------------------------------------------


def field(s: State, plan: Plan) -> Ground:
    """[1.2k, 7.4a, 7.4b, 7.4c, 7.4e, 13.3h, 13.5b] What each step costs the group, wherever it has got to: what
    `not_next` says of one hex, for all at once."""
    m, on_foot, own = s.m, bound(s, plan.group), members(s.occupied[plan.side])
    room = _no_room(s, plan)
    full = collect(hex for hex in own if room.held(hex))
    free = m.land & ~barred(shut(s, plan)) & ~full & ~unshared_hexes(s, plan.group[0])
    hard, closed = m.difficult if on_foot else 0, NONE
    if on_foot and (near := threatened(s, plan.side)):
        bare = near & ~collect(hex for hex in own if near >> hex & 1 and covers(s, plan, hex))
        closed = between(m.grid, bare, bare)
    return ground(m.grid, {1: free & ~hard, 2: free & hard}, closed=closed, stops=m.east_prussia)


def points_left(s: State, plan: Plan) -> int:
    """[7.4e, 7.4f, 13.5b] What the group can still spend: nothing in East Prussia, where it leaves the map.

    Whoever walks has no more than whoever rides, so that riders keep up wherever others can walk.
    """
    return 0 if s.m.east_prussia >> plan.here & 1 else max(min(hexes_left(s, plan)), 0)


def ends(s: State, plan: Plan) -> HexSet:
    """[7.1g, 7.4d] Hexes where the group may stop, if it gets there: as `no_end` has it."""
    found = s.m.land & ~(1 << plan.start)
    for unit in plan.group:
        if s.unsupplied >> unit & 1:
            found &= supplied_for(s, unit)
    return found


def fed_by(s: State, plan: Plan) -> HexSet:
    """[7.4d] Hexes by which a group with units out of supply still gets to one where all of them are in supply."""
    made, left = field(s, plan), points_left(s, plan)
    back, found = reach_back(made, ends(s, plan), left), 0
    for cost, hexes in made.steps[0].entries:
        if cost <= left:
            found |= hexes & back.within(left - cost)
    return found
