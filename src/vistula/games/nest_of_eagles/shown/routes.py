"""The `go` gesture: what questions are about, and the ways of a unit that is dragged.

Of several ways the one is taken that costs the fewest movement points, then the one with the fewest hexes, then the one
whose hex numbers, read from the first, are lowest. Where a march does not lead to a hex, the railroad may.
"""

from __future__ import annotations

from vistula.board.hexes import collect
from vistula.kernel import UNDO, Action, Frame, Seat, barred, first
from vistula.kernel.gestures import About
from vistula.kernel.views import Refusal
from vistula.parts.layers import reach
from vistula.parts.layers import way as best_way

from ..rules.advance import Advance, Onward
from ..rules.attack import Attack
from ..rules.movement import Marches, Move, standing_still
from ..rules.reinforcements import Arrivals
from ..rules.retreat import Retreat
from ..rules.ways import allowance, may_not_stay, out_of_step, terrain
from ..state import State


def about(s: State, frame: Frame) -> About:
    """The units that a question moves, the hex that it fights for."""
    match frame:
        case Move(unit=unit) | Onward(unit=unit):
            return About(pieces=1 << unit)
        case Arrivals(unit=unit) if unit >= 0:
            return About(pieces=1 << unit)
        case Attack(at="muster", target=hex, attackers=units):
            return About(collect(units), 1 << hex)
        case Advance(target=hex):
            return About(spaces=1 << hex)
        case Retreat(group=units) if units:
            return About(pieces=collect(units))
    return About()


def way(seat: Seat[State], unit: int, hex: int) -> list[Action]:
    """[7.1p] The cheapest march of a unit under way that may end in a hex."""
    frame, s = seat.frame, seat.s
    if not isinstance(frame, (Move, Onward)) or barred(may_not_stay(s, unit, frame.origin)) >> hex & 1:
        return []
    forced, fresh = (frame.forced, frame.fresh) if isinstance(frame, Move) else (0, False)
    ground = terrain(s, unit, frame.origin, forced)
    found = best_way(ground, reach(ground, 1 << s.place[unit], frame.left, fresh), 1 << hex)
    return [Action("step", to) for to in found.hexes] if found else []


def no_way(seat: Seat[State], unit: int, hex: int) -> Refusal | None:
    """Why a unit cannot be dragged to a hex: while units move, why it could not walk there if it were chosen."""
    s, frame = seat.s, seat.frame
    if unit not in s.m.units:
        return seat.why_not("piece", unit)
    under_way = isinstance(frame, Move) and frame.unit == unit
    if seat.decision is None or under_way or not isinstance(frame, (Marches, Move)):
        return seat.why_not("space", hex) or seat.why_not("piece", unit)
    if not s.m.grid.valid >> max(hex, 0) & 1:
        return seat.why_not("space", hex)
    still = first(standing_still(s, frame.command), unit)
    return still or first(out_of_step(s, unit, s.place[unit], allowance(s, unit), True), hex)


def halt(seat: Seat[State], unit: int) -> Action | None:
    """[7.1p] A dragged unit stays where it was let go, whatever MP are left: undo brings it back to go on from."""
    frame = seat.frame
    under_way = isinstance(frame, (Move, Onward)) and frame.unit == unit and not getattr(frame, "fresh", False)
    offered = seat.decision is not None and Action("stop") in seat.decision
    return Action("stop") if under_way and offered and seat.options.get("undo") == UNDO.default else None
