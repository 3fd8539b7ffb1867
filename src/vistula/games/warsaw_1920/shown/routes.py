"""The `go` gesture: a unit is dragged to a hex, and the single clicks that this stands for.

Of several ways the one is taken that costs the fewest movement points, then the one with the fewest hexes, then the
one whose hex numbers, read from the first, are lowest. The path drawn is the path played.
"""

from __future__ import annotations

from vistula.board.hexes import collect
from vistula.board.paths import Way
from vistula.kernel import UNDO, Action, Frame, Seat, first
from vistula.kernel.gestures import About, Road
from vistula.kernel.views import Refusal

from ..rules.combat import Advance, Attack, Charge
from ..rules.movement import Move, MovementPhase, allowance, out_of_step, standing_still, ways_from
from ..rules.reinforcements import Placement
from ..rules.retreat import Retreat, Routs
from ..rules.setup import PolishDeployment, RussianDeployment
from ..state import MOVEMENT, State

# -- where units can get to -----------------------------------------------------------------------------------


def points_of(s: State, unit: int) -> int:
    """The movement points of a unit in this movement phase, or, outside of its own, its full allowance."""
    mine = s.phase == MOVEMENT and s.m.side[unit] == s.side
    return allowance(s, unit) if mine else s.m.ma[unit]


def ways_of(s: State, unit: int) -> dict[int, Way]:
    """All hexes that a unit which has not moved yet could reach, and how."""
    return ways_from(s, s.m.side[unit], s.place[unit], points_of(s, unit), whole=True)


# -- gestures ---------------------------------------------------------------------------------------------------


def about(s: State, frame: Frame) -> About:
    """The units that a question moves, the hex that it fights for."""
    match frame:
        case Move():
            return About(pieces=s.moving)
        case Attack(at="muster", target=hex, attackers=units):
            return About(collect(units), 1 << hex)
        case Advance(target=hex):
            return About(spaces=1 << hex)
        case Routs() if s.routing >= 0:
            return About(pieces=1 << s.routing)
        case Retreat(unit=unit) | Charge(unit=unit) | Placement(unit=unit):
            return About(pieces=1 << unit)
        case PolishDeployment(unit=unit) | RussianDeployment(unit=unit) if unit >= 0:
            return About(pieces=1 << unit)
    return About()


def ways(seat: Seat[State], unit: int, hex: int) -> list[Road]:
    """The cheapest way of units under way, with what it costs."""
    frame = seat.frame
    if not isinstance(frame, Move):
        return []
    found = ways_from(seat.s, seat.s.side, frame.hex, frame.left, frame.whole).get(hex)
    if found is None:
        return []
    price = f"{found.spent} of {frame.left} MP" if found.spent <= frame.left else "all MP"
    return [Road([Action("step", to) for to in found.hexes], price=price)]


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
