"""The `go` gesture: a block is dragged to an area, and where a march of several areas leads.

Of several ways the shortest is taken, then the one whose areas come first on the list of the board.
"""

from __future__ import annotations

from vistula.kernel import UNDO, Action, Frame, Seat
from vistula.kernel.gestures import About

from ..model import foe, piece_side
from ..rules.movement import MoveOrder, next_areas
from ..rules.queries import held_by
from ..rules.tokens import order_by_id
from ..state import NONE, State


def about(s: State, frame: Frame) -> About:
    """The block that a question moves, places or retreats."""
    piece = getattr(frame, "piece", NONE)
    return About(pieces=1 << piece) if piece >= 0 else About()


def way(seat: Seat[State], piece: int, area: int) -> list[Action]:
    """[7.31a] The shortest march of the block that an order moves."""
    frame = seat.frame
    if not isinstance(frame, MoveOrder) or frame.at != "way":
        return []
    order, foes = order_by_id(seat.s, frame.id), held_by(seat.s, foe(piece_side(piece)))
    ways: list[tuple[list[int], State]] = [([], seat.s)]
    for left in range(frame.left, 0, -1):
        longer = [([*path, to], s) for path, s in ways for to in next_areas(s, piece, order, left)]
        there = next((path for path, _ in longer if path[-1] == area), None)
        if there is not None:
            return [Action("step", to) for to in there]
        ways = [(path, _moved(s, piece, path[-1])) for path, s in longer if not foes >> path[-1] & 1]
    return []


def halt(seat: Seat[State], piece: int) -> Action | None:
    """[7.31a] A dragged block stays where it was let go, where undo could bring it back to go on."""
    frame, decision = seat.frame, seat.decision
    under_way = isinstance(frame, MoveOrder) and frame.at == "way" and frame.gone
    offered = decision is not None and "halt" in decision.verbs()
    return Action("halt") if under_way and offered and seat.options.get("undo") == UNDO.default else None


def _moved(s: State, piece: int, area: int) -> State:
    twin = s.copy()
    twin.place[piece] = area
    return twin
