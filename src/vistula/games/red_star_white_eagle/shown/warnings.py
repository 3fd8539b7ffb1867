"""What a choice would leave undone or cost, told before it is made."""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.parts.words import count

from ..rules.flotillas import PASSES
from ..state import State


def warning(seat: Seat[State], key: str) -> str:
    """The sentence for a warning key, with its figures; none where there is nothing to warn of."""
    if key == "movement_ends" and seat.decision is not None:
        free = sum(len(option.args) for option in seat.decision.options if option.verb == "unit")
        return f"{count(free, 'unit')} could still move [8.0c]" if free else ""
    if key == "attacks_end" and seat.decision is not None:
        free = sum(len(option.args) for option in seat.decision.options if option.verb == "attack")
        return f"{count(free, 'hex', 'hexes')} could still be attacked [9.0f]" if free else ""
    return _SET.get(key, "")


_SET = {
    "canal": f"then you roll: {PASSES} or less gets through, anything else loses the flotilla [16.6b]",
    "give_up": "the unit is eliminated, and Russia has no reaction [17.1.2b]",
}
