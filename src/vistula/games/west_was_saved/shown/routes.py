"""The `go` gesture: a unit is dragged to a hex, and the single clicks that this stands for.

Of several ways the one is taken with the fewest movement points, then the fewest hexes, then the lowest hex numbers.
The path drawn is the path played.
"""

from __future__ import annotations

from vistula.board.hexes import HexSet, collect, members
from vistula.kernel import Action, Frame, Seat, first, left
from vistula.kernel.gestures import About
from vistula.kernel.views import Refusal
from vistula.parts.layers import reach
from vistula.parts.layers import way as way_to

from ..rules.activation import Orders, unmarked
from ..rules.advance import Advance, Exploit
from ..rules.attack import Attack
from ..rules.bars import foes, held, off_limits, off_map
from ..rules.command import CommandMove
from ..rules.movement import Plan, ends, field, off_course, points_left
from ..rules.ordering import left_behind
from ..rules.orders import Order
from ..rules.redeployment import Redeployment, in_hand
from ..rules.reinforcements import Arrival
from ..rules.retreat import Retreat
from ..rules.strength import attacking_units
from ..state import State

# -- where groups can get to ------------------------------------------------------------------------------------------


def ways_of(s: State, plan: Plan, goals: HexSet = -1) -> dict[int, tuple[int, ...]]:
    """[7.4] Every hex, or of these goals every one, where a group may end its march from where it has got to, and the
    best way there."""
    made, here = field(s, plan), 1 << plan.here
    found = reach(made, here, points_left(s, plan))
    within = found.within(len(found.reached)) & ends(s, plan) & goals & ~here
    return {hex: best.hexes for hex in members(within) if (best := way_to(made, found, 1 << hex))}


# -- gestures ---------------------------------------------------------------------------------------------------------


def about(s: State, frame: Frame) -> About:
    """The units that a question moves, the hex that it fights for."""
    match frame:
        case Order():
            plan = frame.planned(s)
            joins = left(left_behind(s, plan)) if plan.group and not frame.path else []
            return About(collect([*plan.group, *joins]))
        case Attack(at="call", side=side, hex=hex, target=target, among=among):
            return About(collect(attacking_units(s, side, hex, among)), 1 << target)
        case Advance(at="who_goes", hex=hex):
            return About(spaces=1 << hex)
        case Exploit(unit=unit) | Arrival(unit=unit) | CommandMove(commander=unit):
            return About(1 << unit)
        case Redeployment():
            return About(1 << in_hand(s))
        case Retreat():
            return About(s.moving)
    return About()


def way(seat: Seat[State], piece: int, hex: int) -> list[Action]:
    """On with a group, which a unit that does not go yet joins first; the two hexes of a retreat."""
    s, frame = seat.s, seat.frame
    if isinstance(frame, Order):
        plan = frame.planned(s)
        first_click = [] if piece in plan.group else [Action("unit", piece)]
        plan.group = [*plan.group, piece] if first_click else plan.group
        found = ways_of(s, plan, 1 << hex).get(hex)
        return [*first_click, *(Action("step", to) for to in found)] if found else []
    if isinstance(frame, Retreat) and frame.at != "to":
        ends = sorted(way for way in frame.choices(s) if way[1] == hex)
        return [Action("hex", ends[0][0]), Action("hex", hex)] if ends else []
    return []


def no_way(seat: Seat[State], piece: int, hex: int) -> Refusal | None:
    """Why a piece cannot be dragged to a hex: where orders are given, why it could not march there alone."""
    s, frame = seat.s, seat.frame
    if seat.decision is not None and isinstance(frame, Orders) and piece in s.m.combat:
        return _no_march(s, frame.side, piece, hex)
    return seat.why_not("space", hex) or seat.why_not("piece", piece)


def _no_march(s: State, side: int, unit: int, hex: int) -> Refusal:
    start, name = s.place[unit], s.m.full_name[unit]
    wrong = first((foes(s, side, "7.1e"), off_map(s)), unit) or first((off_limits(s, side), held(s, side)), hex)
    wrong = wrong or first(unmarked(s, side), start) or first(left_behind(s, Plan(side, start, [], [])), unit)
    if wrong is None and s.m.grid.distance(start, hex) == 1:
        wrong = first(off_course(s, Plan(side, start, [], [unit])), hex)
    far = f"{s.m.hex_name(hex)} is beyond the reach of {name}, which moves {s.m.allowance[s.m.kind[unit]]} hexes"
    return wrong or Refusal("7.4e", far)


def halt(seat: Seat[State], piece: int) -> Action | None:
    """[11.1b] A re-deployment ends where the unit is let go: it could have been dragged at once to any hex that it can
    still go on to, so nothing is lost. Who wants to lead it over a hex of his choice clicks there first.

    An order to march is another thing: who goes, with whom and where is put together before it is given, and a die may
    fall for it. So it is always given by its button.
    """
    frame = seat.frame
    under_way = isinstance(frame, Redeployment) and len(frame.passed) > 1 and piece == in_hand(seat.s)
    return Action("stop") if under_way else None
