"""What a choice would leave undone or cost, told before it is made."""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.parts.words import count

from ..rules.attack import Attacks
from ..rules.movement import Marches, movable
from ..rules.targets import targets
from ..state import State

_SET = {
    "boost": "your enemy draws an Event to use later [23.3a]",
    "withdraw": "then you roll: 1 costs a step, 2 or 3 a box of morale [23.2.1b]",
    "flee": "then you roll: 1 or 2 costs a step, 3 to 5 a box of morale [23.2.1c]",
    "pursue": "then you roll: 1 costs a step, 2 or 3 a box of morale [23.2.2b]",
}


def warning(seat: Seat[State], key: str) -> str:
    """The sentence for a warning key, with its figures; none where there is nothing to warn of."""
    s, frame = seat.s, seat.frame
    if key == "movement_ends" and isinstance(frame, Marches):
        free = len(movable(s, frame.command))
        return f"{count(free, 'unit')} could still move [7.0a]" if free else ""
    if key == "attacks_end" and isinstance(frame, Attacks):
        open_ = len(targets(s, frame.command))
        return f"{count(open_, 'hex', 'hexes')} could still be attacked [10.1a]" if open_ else ""
    return _SET.get(key, "")
