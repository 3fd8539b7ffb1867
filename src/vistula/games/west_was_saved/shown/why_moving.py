"""Why a unit or hex cannot be chosen in movement (7.0) and command movement (8.0)."""

from __future__ import annotations

from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.model import CAVALRY
from vistula.games.west_was_saved.rules.activation import Allocation, Orders, has_room, marker_cost
from vistula.games.west_was_saved.rules.command import COMMAND_HEXES, CommandMove, CommandPhase, command_lands
from vistula.games.west_was_saved.rules.facing import Facing
from vistula.games.west_was_saved.rules.inspection import Inspections
from vistula.games.west_was_saved.rules.movement import (
    Plan,
    bound,
    breaks_promise,
    hex_cost,
    lands,
    left,
    may_end,
    steps,
    uncovered,
)
from vistula.games.west_was_saved.rules.ordering import may_go, may_turn, ready, spare
from vistula.games.west_was_saved.rules.orders import ExtraOrder, Order
from vistula.games.west_was_saved.rules.queries import can_share, count_at, threatened
from vistula.games.west_was_saved.shown.reasons import (
    apart,
    elsewhere,
    enemy_in,
    is_command,
    no_room,
    nobody_in,
    not_on_map,
    not_yours,
    off_limits,
    out_of_theatre,
)
from vistula.games.west_was_saved.shown.words import count
from vistula.games.west_was_saved.state import State
from vistula.kernel.views import Refusal

# -- 13.2 inspection, 7.1 markers -----------------------------------------------------------------------------------


def stack_to_inspect(s: State, frame: Inspections, hex: int) -> Refusal:
    """[13.2b] Why a stack cannot be looked into."""
    allowed, name = effects.inspections(s, frame.side), s.m.hex_name(hex)
    if hex in frame.seen:
        return Refusal("13.2b", f"{name} has been inspected already")
    if len(frame.seen) >= allowed.count:
        return Refusal("13.2b", f"{count(allowed.count, 'stack')} have been inspected, and that is all")
    if not s.occupied[1 - frame.side] >> hex & 1:
        return Refusal("13.2b", f"no enemy stack is in {name}")
    return Refusal("13.2b", f"none of your units is within {allowed.within} hexes of {name}")


def stack_to_mark(s: State, frame: Allocation, hex: int) -> Refusal:
    """[7.1b, 7.2f, 7.3a] Why no marker can be placed on a stack."""
    name, markers = s.m.hex_name(hex), s.markers.get(hex, 0)
    if wrong := nobody_in(s, frame.side, hex, "7.1b"):
        return wrong
    units = count_at(s, frame.side, hex)
    if markers >= units:
        return Refusal("7.2f", f"{name} has {count(markers, 'marker')} for {count(units, 'combat unit')}")
    if not has_room(s, frame.side, hex):
        return Refusal("7.1b", f"a card allows no more markers in the area of {name}")
    cost = marker_cost(s, frame.side, hex)
    return Refusal("7.3a", f"a marker there costs {cost}, and {count(s.rp[frame.side], 'resource point')} are left")


def stack_to_order(s: State, frame: Orders, hex: int) -> Refusal:
    """[7.1e] Why no order can be given to a stack."""
    wrong = nobody_in(s, frame.side, hex, "7.1e")
    return wrong or Refusal("7.1e", f"there is no activation marker on the stack in {s.m.hex_name(hex)}")


def stack_for_extra_order(s: State, frame: ExtraOrder, hex: int) -> Refusal:
    wrong = nobody_in(s, frame.side, hex, "3.2c")
    return wrong or Refusal("3.2c", f"the card speaks of other units than those in {s.m.hex_name(hex)}")


def stack_first(s: State, frame: Allocation | Orders | Inspections | ExtraOrder, piece: int) -> Refusal:
    """Stacks are chosen by their hex."""
    name = s.m.full_name[piece]
    return not_on_map(s, piece) or Refusal("1.2j", f"choose the stack of {name} by its hex")


# -- 7.1, 7.2 one order ----------------------------------------------------------------------------------------------


def unit_to_order(s: State, frame: Order, piece: int) -> Refusal:
    """[7.1h, 7.1j, 7.2f, 7.4] Why a piece cannot be sent off by this order."""
    name = s.m.full_name[piece]
    if wrong := not_yours(s, frame.side, piece, "7.1e") or not_on_map(s, piece):
        return wrong
    if wrong := elsewhere(s, piece, frame.hex, "7.1f"):
        return wrong
    if is_command(s, piece):
        return _companion(s, frame, piece)
    if frame.path:
        return Refusal("7.4i", f"the march has been laid down without {name}: nobody is picked up on the way")
    if s.moving >> piece & 1:
        return Refusal("7.1f", f"{name} goes already")
    if s.ordered >> piece & 1:
        return Refusal("7.2f", f"{name} has had its order in this phase")
    return _left_behind(s, frame, piece)


def _companion(s: State, frame: Order, commander: int) -> Refusal:
    name = s.m.full_name[commander]
    if commander == effects.silent_command(s):
        return Refusal("3.2c", f"a card keeps {name} where it is this turn")
    if s.moved >> commander & 1:
        return Refusal("7.1h", f"{name} has gone along with other units in this phase")
    if not s.moving:
        return Refusal("7.1h", f"choose the units first that {name} is to go with")
    return Refusal("7.1h", f"{name} goes along from the start or not at all")


def _left_behind(s: State, frame: Order, unit: int) -> Refusal:
    name, plan = s.m.full_name[unit], frame.planned(s)
    markers, units = s.markers.get(frame.hex, 0), ready(s, frame.side, frame.hex)
    if len(plan.group) >= spare(s, frame.side, frame.hex):
        words = f"{count(markers - 1, 'other marker')} here must find units of their own among {len(units)}"
        return Refusal("7.2g", f"{name} must stay: {words}")
    plan.group = [*plan.group, unit]
    if breaks_promise(s, plan):
        return Refusal("7.4b", f"{name} must stay: a step beside the enemy relied on a unit here that does not move")
    if any(s.unsupplied >> each & 1 for each in plan.group):
        return Refusal("7.4d", f"{name} is or goes with a unit out of supply, and no hex in supply is within reach")
    return Refusal("7.4a", f"with {name} there is no hex to which the group could go")


def hex_to_order(s: State, frame: Order, hex: int) -> Refusal:
    """[7.4a, 7.4b, 7.4d, 7.4e] Why the group cannot march to a hex next, or the stack cannot turn to it."""
    plan = frame.planned(s)
    if not plan.group:
        return _turn(s, frame, hex)
    return step_to(s, plan, hex)


def _turn(s: State, frame: Order, hex: int) -> Refusal:
    if s.m.grid.distance(hex, frame.hex) == 1:
        if s.facing[frame.hex] >= 0 and s.m.toward[frame.hex][s.facing[frame.hex]] == hex:
            return Refusal("7.1f", f"the stack faces {s.m.hex_name(hex)} already")
        if s.facing[frame.hex] < 0:
            return Refusal("1.2n", "artillery has no facing to change")
        if not may_turn(s, frame.side, frame.hex):
            return Refusal(
                "7.2k", "a facing order is the order of all cavalry and infantry here, and not all may take it"
            )
    return Refusal("7.1f", f"choose the units first that are to march to {s.m.hex_name(hex)}")


def step_to(s: State, plan: Plan, hex: int) -> Refusal:
    """Why a group cannot enter a hex as the next of its march."""
    name, here = s.m.hex_name(hex), plan.here
    wrong = off_limits(s, plan.side, hex) or enemy_in(s, plan.side, hex) or apart(s, "7.1g", hex, here)
    if wrong := wrong or out_of_theatre(s, [*plan.group, *plan.companions], hex):
        return wrong
    if not lands(s, plan) >> hex & 1:
        return Refusal("3.2c", f"a card closes the Demarcation Line, and {name} lies beyond it")
    if wrong := _too_far(s, plan, hex):
        return wrong
    coming = len([unit for unit in plan.group if s.place[unit] != hex])
    if wrong := no_room(s, plan.side, hex, coming):
        return wrong
    if not all(can_share(s, unit, hex) for unit in plan.group):
        return Refusal("13.3h", f"Lithuanian and Russian combat units do not share {name}")
    if bound(s, plan.group) and uncovered(s, plan, hex, threatened(s, plan.side)):
        words = f"{s.m.hex_name(here)} and {name} are both next to enemy units, and no friend covers the step"
        return Refusal("7.4b", f"{words}; only cavalry may do that")
    if hex == plan.start:
        return Refusal("7.1g", f"the march cannot end where it began, and nothing is left to go on from {name}")
    return Refusal("7.4d", f"a unit out of supply must end in supply, which cannot be reached by {name}")


def _too_far(s: State, plan: Plan, hex: int) -> Refusal | None:
    riders, feet = left(s, plan)
    slow = [unit for unit in plan.group if s.m.kind[unit] != CAVALRY]
    cost = max(hex_cost(s, s.m.kind[unit], hex) for unit in slow) if slow else 1
    if slow and cost > feet:
        name = s.m.full_name[min(slow, key=lambda unit: s.m.allowance[s.m.kind[unit]])]
        return Refusal("7.4e", f"{s.m.hex_name(hex)} counts {cost}, and {name} has {max(feet, 0)} left")
    if riders < 1:
        return Refusal("7.4e", "the cavalry has no hexes left")
    return None


def no_order(s: State, frame: Order) -> Refusal:
    """[7.1g, 7.4d] Why the order cannot be given as it stands."""
    plan = frame.planned(s)
    if not plan.path:
        return Refusal("7.1g", "no march has been laid down yet")
    if plan.here == plan.start:
        return Refusal("7.1g", "a march cannot end where it began")
    if not may_end(s, plan):
        return Refusal("7.4d", f"{s.m.hex_name(plan.here)} is out of supply for a unit that was out of supply already")
    return Refusal("7.1f", "the order can be given")


def no_discard(s: State, frame: Order) -> Refusal:
    name = s.m.hex_name(frame.hex)
    return Refusal("7.2h", f"the stack in {name} does not face an enemy stack, so that its marker must be used")


def no_way(s: State, side: int, unit: int, hex: int) -> Refusal:
    """Why a unit cannot be dragged to a hex in this phase."""
    wrong = not_yours(s, side, unit, "7.1e") or not_on_map(s, unit)
    if wrong := wrong or off_limits(s, side, hex) or enemy_in(s, side, hex):
        return wrong
    if not s.markers.get(s.place[unit], 0):
        return Refusal("7.1e", f"there is no activation marker on the stack in {s.m.hex_name(s.place[unit])}")
    if s.ordered >> unit & 1:
        return Refusal("7.2f", f"{s.m.full_name[unit]} has had its order in this phase")
    plan = Plan(side, s.place[unit], [], [unit])
    if not may_go(s, plan) or not steps(s, plan):
        return Refusal("7.4a", f"there is no hex to which {s.m.full_name[unit]} could go")
    if s.m.grid.distance(s.place[unit], hex) == 1:
        return step_to(s, plan, hex)
    reach = s.m.allowance[s.m.kind[unit]]
    words = f"{s.m.hex_name(hex)} is beyond the reach of {s.m.full_name[unit]}, which moves {reach} hexes"
    return Refusal("7.4e", words)


# -- facing ------------------------------------------------------------------------------------------------------------


def hex_to_face(s: State, frame: Facing, hex: int) -> Refusal:
    return Refusal("1.2c", f"{s.m.hex_name(hex)} is not next to {s.m.hex_name(frame.hex)}: a stack faces a neighbour")


def unit_to_face(s: State, frame: Facing, piece: int) -> Refusal:
    return Refusal("1.2c", f"choose the hex that the stack in {s.m.hex_name(frame.hex)} faces")


# -- 8.0 command movement ------------------------------------------------------------------------------------------


def command_to_move(s: State, frame: CommandPhase, piece: int) -> Refusal:
    """[8.0b] Why a command unit cannot be moved."""
    name = s.m.full_name[piece]
    if wrong := not_yours(s, frame.side, piece, "8.0a"):
        return wrong
    if not is_command(s, piece):
        return Refusal("8.0a", f"{name} is no HQ; combat units have moved")
    if wrong := not_on_map(s, piece):
        return wrong
    if s.led >> piece & 1:
        return Refusal("8.0b", f"{name} has moved in this phase")
    if piece == effects.silent_command(s):
        return Refusal("3.2c", f"a card keeps {name} where it is this turn")
    return Refusal("8.0d", f"{name} has nowhere to go")


def command_first(s: State, frame: CommandPhase, hex: int) -> Refusal:
    return Refusal("8.0a", "choose the HQ first")


def hex_for_command(s: State, frame: CommandMove, hex: int) -> Refusal:
    """[8.0b, 8.0d] Why a command unit cannot go to a hex."""
    name, side, here = s.m.hex_name(hex), frame.side, s.place[frame.commander]
    if hex == here:
        return Refusal("8.0b", f"{s.m.full_name[frame.commander]} is in {name} already")
    wrong = off_limits(s, side, hex) or out_of_theatre(s, [frame.commander], hex)
    if wrong := wrong or enemy_in(s, side, hex, "8.0d"):
        return wrong
    if not command_lands(s, frame.commander) >> hex & 1:
        return Refusal("8.0d", f"an enemy HQ is in {name}")
    distance = s.m.grid.distance(here, hex)
    words = f"{name} is {distance} hexes away" if distance > COMMAND_HEXES else f"there is no free way to {name}"
    return Refusal("8.0b", f"{words}; an HQ moves {COMMAND_HEXES}")


def command_under_way(s: State, frame: CommandMove, piece: int) -> Refusal:
    return Refusal("8.0b", f"choose where {s.m.full_name[frame.commander]} goes")
