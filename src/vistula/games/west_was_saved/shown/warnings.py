"""What a choice would leave undone or cost, told before it is made."""

from __future__ import annotations

from vistula.kernel import Seat, left
from vistula.parts.words import count

from ..model import SEATS
from ..rules.activation import unmarkable
from ..rules.depots import depot_cost
from ..rules.engagement import attackers
from ..state import State


def warning(seat: Seat[State], key: str) -> str:
    """The sentence for a warning key, with its figures."""
    s, side = seat.s, SEATS.index(seat.id)
    if key == "markers_left":
        stacks, points = len(left(unmarkable(s, side))), s.rp[side]
        return (
            f"{count(stacks, 'stack')} could still get a marker, and {count(points, 'resource point')} are left [7.1d]"
        )
    if key == "attacks_left":
        return f"{count(len(attackers(s, side)), 'stack')} could still attack [9.2c]"
    if key == "depots_short":
        cost, points = depot_cost(s, side), s.rp[side]
        return f"The depots cost {cost}, and {count(points, 'resource point')} are there: the enemy removes some [5.4b]"
    raise KeyError(key)
