"""The `go` gesture: a unit is dragged to a hex, and the single clicks that this stands for.

Of several ways the one is taken with the fewest movement points, then the fewest hexes, then the lowest hex numbers.
The path drawn is the path played.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from vistula.games.west_was_saved.model import CAVALRY
from vistula.games.west_was_saved.rules.activation import Orders, marked, unmarked
from vistula.games.west_was_saved.rules.advance import Advance, Exploit, charge_hexes
from vistula.games.west_was_saved.rules.attack import Attack, Further
from vistula.games.west_was_saved.rules.bars import foes, held, off_limits, off_map
from vistula.games.west_was_saved.rules.combat import CombatPhase
from vistula.games.west_was_saved.rules.command import CommandMove, CommandPhase, command_reach, movable_commands
from vistula.games.west_was_saved.rules.engagement import target_of
from vistula.games.west_was_saved.rules.movement import Plan, allowance, hex_cost, may_end, next_hexes, off_course
from vistula.games.west_was_saved.rules.ordering import joining, left_behind, may_go, ready, spare
from vistula.games.west_was_saved.rules.orders import Order
from vistula.games.west_was_saved.rules.redeployment import Redeployment, RedeploymentPhase, in_hand, reach
from vistula.games.west_was_saved.rules.redeployment import ready as redeployable
from vistula.games.west_was_saved.rules.reinforcements import Arrival, ReinforcementsPhase, due, entry_hexes
from vistula.games.west_was_saved.rules.retreat import Retreat
from vistula.games.west_was_saved.state import State
from vistula.kernel import Action, Frame, Seat, first
from vistula.kernel.views import Refusal

# -- where groups can get to ------------------------------------------------------------------------------------------


def ways_of(s: State, plan: Plan, goal: int = -1) -> dict[int, tuple[int, ...]]:
    """[7.4] Every hex where a group may end its march from where it has got to, and the best way there.

    With a goal only as much of the map is looked at as may lie on a way to it.
    """
    distance, most = s.m.grid.distance, max(allowance(s, unit, plan.start, plan.bonus) for unit in plan.group)
    kind = next((s.m.kind[unit] for unit in plan.group if s.m.kind[unit] != CAVALRY), CAVALRY)
    queue: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    seen: set[tuple[int, int]] = set()
    found: dict[int, tuple[int, ...]] = {}
    while queue:
        spent, length, way = heappop(queue)
        here = Plan(plan.side, plan.start, [*plan.path, *way], plan.group, plan.companions, plan.bonus)
        if (here.here, spent) in seen:
            continue
        seen.add((here.here, spent))
        if way and here.here not in found and may_end(s, here):
            found[here.here] = way
            if here.here == goal:
                break
        for to in next_hexes(s, here):
            if to not in found and (goal < 0 or distance(to, goal) < most - length):
                heappush(queue, (spent + hex_cost(s, kind, to), length + 1, (*way, to)))
    return found


# -- gestures ---------------------------------------------------------------------------------------------------------


def route(seat: Seat[State], piece: int, hex: int) -> list[Action]:
    """The clicks that bring a piece to a hex, as far as the pending decision has anything to do with it.

    Whether the first of them is offered is looked at by whoever asks.
    """
    frame = seat.frame
    if seat.decision is None or frame is None:
        return []
    gesture = _GESTURES.get(type(frame))
    return gesture(seat.s, frame, piece, hex) if gesture else []


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


def _walk(way: tuple[int, ...] | None, *before: Action) -> list[Action]:
    return [*before, *(Action("step", to) for to in way)] if way else []


def _from_orders(s: State, frame: Orders, piece: int, hex: int) -> list[Action]:
    """A unit of a stack with a marker goes alone."""
    start = s.place[piece]
    plan = Plan(frame.side, start, [], [piece])
    if start < 0 or not marked(s, frame.side) >> start & 1 or piece not in ready(s, frame.side, start):
        return []
    if spare(s, frame.side, start) < 1 or not may_go(s, plan):
        return []
    return _walk(ways_of(s, plan).get(hex), Action("stack", start), Action("unit", piece))


def _from_order(s: State, frame: Order, piece: int, hex: int) -> list[Action]:
    """On with the group; a unit that does not go yet joins first."""
    plan = frame.planned(s)
    if piece in plan.group:
        return _walk(ways_of(s, plan).get(hex))
    if frame.path or piece not in joining(s, plan):
        return []
    plan.group = [*plan.group, piece]
    return _walk(ways_of(s, plan).get(hex), Action("unit", piece))


def _command(s: State, frame: CommandPhase, piece: int, hex: int) -> list[Action]:
    ready = piece in movable_commands(s, frame.side) and hex in command_reach(s, piece)
    return [Action("commander", piece), Action("hex", hex)] if ready else []


def _command_on(s: State, frame: CommandMove, piece: int, hex: int) -> list[Action]:
    return [Action("hex", hex)] if piece == frame.commander and hex in command_reach(s, piece) else []


def _attack(s: State, frame: CombatPhase | Further, piece: int, hex: int) -> list[Action]:
    """A unit dragged onto the enemy that its stack faces."""
    start = s.place[piece]
    aimed = start >= 0 and s.m.side[piece] == frame.side and target_of(s, frame.side, start) == hex
    return [Action("attack", start)] if aimed else []


def _again(s: State, frame: Further, piece: int, hex: int) -> list[Action]:
    return _attack(s, frame, piece, hex) if frame.units >> piece & 1 else []


def _second(s: State, frame: Attack, piece: int, hex: int) -> list[Action]:
    return [Action("second", s.place[piece])] if frame.at == "call" and hex == frame.target else []


def _retreat(s: State, frame: Retreat, piece: int, hex: int) -> list[Action]:
    if not s.moving >> piece & 1:
        return []
    if frame.at == "to":
        return [Action("hex", hex)]
    ends = sorted(way for way in frame.choices(s) if way[1] == hex)
    return [Action("hex", ends[0][0]), Action("hex", hex)] if ends else []


def _advance(s: State, frame: Advance, piece: int, hex: int) -> list[Action]:
    if frame.at == "charge":
        ready = frame.riders >> piece & 1 and hex in charge_hexes(s, piece)
        return [Action("unit", piece), Action("hex", hex)] if ready else []
    return [Action("unit", piece)] if hex == frame.hex else []


def _exploit(s: State, frame: Exploit, piece: int, hex: int) -> list[Action]:
    return [Action("hex", hex)] if piece == frame.unit else []


def _redeploy(s: State, frame: RedeploymentPhase, piece: int, hex: int) -> list[Action]:
    ready = piece in redeployable(s, frame.side) and reach(s, piece, 0, False) >> hex & 1
    return [Action("unit", piece), Action("step", hex)] if ready else []


def _redeploy_on(s: State, frame: Redeployment, piece: int, hex: int) -> list[Action]:
    passed = sum(1 << each for each in frame.passed)
    ready = piece == in_hand(s) and reach(s, piece, passed, frame.paid) >> hex & 1
    return [Action("step", hex)] if ready else []


def _arrive(s: State, frame: ReinforcementsPhase, piece: int, hex: int) -> list[Action]:
    ready = piece in due(s, frame.side) and entry_hexes(s, piece) >> hex & 1
    return [Action("unit", piece), Action("hex", hex)] if ready else []


def _arrive_on(s: State, frame: Arrival, piece: int, hex: int) -> list[Action]:
    return [Action("hex", hex)] if piece == frame.unit and entry_hexes(s, piece) >> hex & 1 else []


_GESTURES: dict[type[Frame], Callable[[State, Any, int, int], list[Action]]] = {
    Orders: _from_orders,
    Order: _from_order,
    CommandPhase: _command,
    CommandMove: _command_on,
    CombatPhase: _attack,
    Further: _again,
    Attack: _second,
    Retreat: _retreat,
    Advance: _advance,
    Exploit: _exploit,
    RedeploymentPhase: _redeploy,
    Redeployment: _redeploy_on,
    ReinforcementsPhase: _arrive,
    Arrival: _arrive_on,
}
