"""The `go` gesture: a unit is dragged to a hex, and the single clicks that this stands for.

Of several ways the one is taken that costs the fewest movement points, then the one with the fewest hexes, then the
one whose hex numbers, read from the first, are lowest. The path drawn is the path played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vistula.board.paths import Way
from vistula.games.warsaw_1920.model import CAVALRY
from vistula.games.warsaw_1920.rules.combat import (
    Advance,
    Attack,
    Charge,
    CombatPhase,
    attackers_of,
    charge_hexes,
    targets,
)
from vistula.games.warsaw_1920.rules.movement import (
    Move,
    MovementPhase,
    allowance,
    movable,
    out_of_step,
    standing_still,
    ways_from,
)
from vistula.games.warsaw_1920.rules.reinforcements import Placement, ReinforcementPhase, entry_hexes
from vistula.games.warsaw_1920.rules.retreat import Retreat, Retreats, retreat_hexes
from vistula.games.warsaw_1920.rules.setup import PolishDeployment, RussianDeployment, start_hexes
from vistula.games.warsaw_1920.state import MOVEMENT, TRAY, State, remove
from vistula.kernel import UNDO, Action, Frame, Seat, first
from vistula.kernel.views import Refusal

# -- where units can get to -----------------------------------------------------------------------------------


def points_of(s: State, unit: int) -> int:
    """The movement points of a unit in this movement phase, or, outside of its own, its full allowance."""
    mine = s.phase == MOVEMENT and s.m.side[unit] == s.side
    return allowance(s, unit) if mine else s.m.ma[unit]


def ways_of(s: State, unit: int) -> dict[int, Way]:
    """All hexes that a unit which has not moved yet could reach, and how."""
    return ways_from(s, s.m.side[unit], s.place[unit], points_of(s, unit), whole=True)


# -- gestures ---------------------------------------------------------------------------------------------------


def route(seat: Seat[State], unit: int, hex: int) -> list[Action]:
    """The clicks that bring a unit to a hex, as far as the pending decision has any to do with it."""
    frame = seat.frame
    if seat.decision is None or frame is None:
        return []
    for kind, gesture in _GESTURES.items():
        if isinstance(frame, kind):
            return gesture(seat.s, frame, unit, hex)
    return []


def no_way(seat: Seat[State], unit: int, hex: int) -> Refusal | None:
    """Why a unit cannot be dragged to a hex: in a movement phase, why it could not walk there if it were chosen."""
    s, frame = seat.s, seat.frame
    if unit not in s.m.units:
        return seat.why_not("piece", unit)
    under_way = isinstance(frame, Move) and s.moving >> unit & 1
    if seat.decision is None or under_way or not isinstance(frame, (MovementPhase, Move)):
        return seat.why_not("space", hex) or seat.why_not("piece", unit)
    still = seat.why_not("space", hex) if not 0 <= hex < s.m.grid.size else first(standing_still(s, s.side), unit)
    return still or first(out_of_step(s, s.side, s.place[unit], points_of(s, unit), True), hex)


def halt(seat: Seat[State], unit: int) -> Action | None:
    """[10.1c] Dragged units stay where they were let go, whatever movement points are left: undo brings them back to
    go on from, and once the phase is published nothing can. Where undo does not reach beyond a move (or not without
    the others) the rest would be lost by a slip of the hand, so there the player is asked."""
    frame = seat.frame
    under_way = isinstance(frame, Move) and not frame.whole and seat.s.moving >> unit & 1
    return Action("stop") if under_way and seat.options.get("undo") == UNDO.default else None


def _walk(way: Way | None, *before: Action) -> list[Action]:
    return [*before, *(Action("step", to) for to in way.hexes)] if way else []


def _from_pick(s: State, frame: MovementPhase, unit: int, hex: int) -> list[Action]:
    return _walk(ways_of(s, unit).get(hex), Action("unit", unit)) if unit in movable(s, s.side) else []


def _from_move(s: State, frame: Move, unit: int, hex: int) -> list[Action]:
    """On with the moving units; for another unit these are let go first."""
    if s.moving >> unit & 1:
        return _walk(ways_from(s, s.side, frame.hex, frame.left, frame.whole).get(hex))
    if unit not in movable(s, s.side):
        return []
    return _walk(ways_of(s, unit).get(hex), Action("cancel" if frame.whole else "stop"), Action("unit", unit))


def _deploy(s: State, frame: PolishDeployment | RussianDeployment, unit: int, hex: int) -> list[Action]:
    if s.m.side[unit] != s.side or (s.place[unit] != TRAY and s.place[unit] < 0):
        return []
    lifted = s.copy()
    remove(lifted, unit, TRAY)
    if s.place[unit] == hex or not start_hexes(lifted, unit) >> hex & 1:
        return []
    return [Action("pick" if s.place[unit] == TRAY else "lift", unit), Action("place", hex)]


def _arrive(s: State, frame: ReinforcementPhase, unit: int, hex: int) -> list[Action]:
    if frame.at != "arrivals" or s.m.side[unit] != frame.side or not entry_hexes(s, unit) >> hex & 1:
        return []
    return [Action("unit", unit), Action("hex", hex)]


def _place(s: State, frame: Placement, unit: int, hex: int) -> list[Action]:
    return [Action("hex", hex)] if unit == frame.unit and entry_hexes(s, unit) >> hex & 1 else []


def _declare(s: State, frame: CombatPhase, unit: int, hex: int) -> list[Action]:
    ready = hex in targets(s) and unit in attackers_of(s, hex)
    return [Action("attack", hex), Action("unit", unit)] if ready else []


def _muster(s: State, frame: Attack, unit: int, hex: int) -> list[Action]:
    """One attacker more; dragged to another hex, it opens an attack there instead."""
    if frame.at != "muster":
        return []
    if hex != frame.target:
        there = targets(s) if unit in attackers_of(s, hex) else []
        return [Action("cancel"), Action("attack", hex), Action("unit", unit)] if hex in there else []
    joins = unit in attackers_of(s, hex) and unit not in frame.attackers
    return [Action("unit", unit)] if joins else []


def _retreats(s: State, frame: Retreats, unit: int, hex: int) -> list[Action]:
    if unit not in frame.units or not retreat_hexes(s, unit, frame.origin, frame.distance) >> hex & 1:
        return []
    return [Action("unit", unit), Action("hex", hex)]


def _retreat(s: State, frame: Retreat, unit: int, hex: int) -> list[Action]:
    ready = unit == frame.unit and retreat_hexes(s, unit, frame.origin, frame.left) >> hex & 1
    return [Action("hex", hex)] if ready else []


def _advance(s: State, frame: Advance, unit: int, hex: int) -> list[Action]:
    if unit not in frame.units:
        return []
    if hex == frame.target:
        return [Action("unit", unit)]
    far = s.m.kind[unit] == CAVALRY and hex in charge_hexes(s, unit, frame.target)
    return [Action("unit", unit), Action("hex", hex)] if far else []


def _charge(s: State, frame: Charge, unit: int, hex: int) -> list[Action]:
    return [Action("hex", hex)] if unit == frame.unit and hex in charge_hexes(s, unit, frame.target) else []


_GESTURES: dict[type[Frame], Callable[[State, Any, int, int], list[Action]]] = {
    MovementPhase: _from_pick,
    Move: _from_move,
    PolishDeployment: _deploy,
    RussianDeployment: _deploy,
    ReinforcementPhase: _arrive,
    Placement: _place,
    CombatPhase: _declare,
    Attack: _muster,
    Retreats: _retreats,
    Retreat: _retreat,
    Advance: _advance,
    Charge: _charge,
}
