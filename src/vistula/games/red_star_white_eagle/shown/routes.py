"""The `go` gesture: what questions are about, and the ways of a unit that is dragged.

Of several ways the one is taken that costs the fewest movement points, then the one with the fewest hexes, then the one
whose hex numbers, read from the first, are lowest. A unit that has not moved has up to three: on foot, by its own rail
net, strategically.
"""

from __future__ import annotations

from vistula.board.hexes import Hex
from vistula.kernel import UNDO, Action, Frame, Seat, barred, first
from vistula.kernel.gestures import About, Road
from vistula.kernel.views import Refusal
from vistula.parts.layers import reach
from vistula.parts.layers import way as best_way
from vistula.parts.words import count

from ..rules.ground import STANDARD, STRATEGIC, ground
from ..rules.movement import UNDECIDED, VERBS, Move, MovementPhase, standing_still
from ..rules.national_rail import load
from ..rules.strategic import no_strategic, points
from ..rules.voyages import Voyage
from ..rules.ways import may_not_stay, out_of_step
from ..state import State
from .panel import about as about_battle

BY = {STANDARD: ("march", "On foot"), STRATEGIC: ("strategic", "Strategically")}


def about(s: State, frame: Frame) -> About:
    """The units that a question moves, the hex that it fights for."""
    match frame:
        case Move(unit=unit) | Voyage(unit=unit):
            return About(pieces=1 << unit)
    return about_battle(s, frame)


def ways(seat: Seat[State], unit: int, hex: Hex) -> list[Road]:
    """[8.0a] The ways of a unit under way to a hex where it may end its move."""
    frame, s = seat.frame, seat.s
    if not isinstance(frame, Move):
        return []
    found = [_walk(s, frame, hex, way) for way in (STANDARD, STRATEGIC) if frame.way in (UNDECIDED, way)]
    roads = [road for road in found if road is not None]
    if seat.decision is not None and Action("rail", hex) in seat.decision:
        price = f"{count(load(s, unit), 'quarter')} of a division" if load(s, unit) else "free"
        on_foot = sum(road.by == BY[STANDARD][0] for road in roads)
        roads.insert(on_foot, Road([Action("rail", hex)], "rail", "By rail", price))
    return roads


def _walk(s: State, frame: Move, hex: Hex, way: int) -> Road | None:
    """The cheapest march, with what it costs."""
    unit = frame.unit
    if way == STRATEGIC and frame.way == UNDECIDED and any(bar.held(0) for bar in no_strategic(s, unit)):
        return None
    left = points(s, unit, way) if frame.way == UNDECIDED else frame.left
    if left < 0 or barred(may_not_stay(s, unit, left, way)) >> hex & 1:
        return None
    made = ground(s, unit, way)
    found = best_way(made, reach(made, 1 << s.place[unit], left), 1 << hex)
    if found is None:
        return None
    price = f"{found.spent} of {count(left, 'movement point')}"
    return Road([Action(VERBS[way], to) for to in found.hexes], *BY[way], price)


def no_way(seat: Seat[State], unit: int, hex: Hex) -> Refusal | None:
    """Why a unit cannot be dragged to a hex: while units move, why it could not walk there if it were chosen."""
    s, frame = seat.s, seat.frame
    if not 0 <= unit < s.m.pieces:
        return seat.why_not("piece", unit)
    under_way = isinstance(frame, (Move, Voyage)) and frame.unit == unit
    if seat.decision is None or under_way or not isinstance(frame, (MovementPhase, Move, Voyage)):
        return seat.why_not("space", hex) or seat.why_not("piece", unit)
    if not s.m.grid.valid >> max(hex, 0) & 1:
        return seat.why_not("space", hex)
    still = first(standing_still(s, frame.command), unit)
    return still or first(out_of_step(s, unit, points(s, unit), STANDARD), hex)


def halt(seat: Seat[State], unit: int) -> Action | None:
    """[8.0c] A dragged unit stays where it was let go, whatever points are left: undo brings it back to go on from."""
    frame = seat.frame
    moving = isinstance(frame, Move) and frame.unit == unit and frame.way != UNDECIDED
    sailing = isinstance(frame, Voyage) and frame.unit == unit and frame.sailed and not frame.aboard
    offered = seat.decision is not None and Action("stop") in seat.decision
    return Action("stop") if (moving or sailing) and offered and seat.options.get("undo") == UNDO.default else None
