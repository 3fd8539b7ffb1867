"""What a choice would leave undone or cost, told before it is made."""

from __future__ import annotations

from vistula.games.west_was_saved.model import SEATS
from vistula.games.west_was_saved.rules.activation import markable
from vistula.games.west_was_saved.rules.depots import depot_cost
from vistula.games.west_was_saved.rules.engagement import attackers
from vistula.games.west_was_saved.state import State
from vistula.kernel import Seat
from vistula.parts.words import count


def warning(seat: Seat[State], key: str) -> str:
    """The sentence for a warning key, with its figures."""
    s, side = seat.s, SEATS.index(seat.id)
    if key == "markers_left":
        stacks, points = len(markable(s, side)), s.rp[side]
        return (
            f"{count(stacks, 'stack')} could still get a marker, and {count(points, 'resource point')} are left [7.1d]"
        )
    if key == "attacks_left":
        return f"{count(len(attackers(s, side)), 'stack')} could still attack [9.2c]"
    if key == "depots_short":
        cost, points = depot_cost(s, side), s.rp[side]
        return f"The depots cost {cost}, and {count(points, 'resource point')} are there: the enemy removes some [5.4b]"
    raise KeyError(key)
