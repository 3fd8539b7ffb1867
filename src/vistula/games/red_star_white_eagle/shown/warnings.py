"""What a choice would leave undone or cost, told before it is made."""

from __future__ import annotations

from vistula.kernel import Seat, barred
from vistula.parts.words import count

from ..rules.flotillas import PASSES
from ..rules.movement import MovementPhase, standing_still
from ..rules.seats import side_of
from ..state import State, on_map


def warning(seat: Seat[State], key: str) -> str:
    """The sentence for a warning key, with its figures; none where there is nothing to warn of."""
    s, frame = seat.s, seat.frame
    if key == "movement_ends" and isinstance(frame, MovementPhase):
        still = barred(standing_still(s, frame.command))
        free = sum(not still >> unit & 1 for unit in on_map(s, side_of(frame.command)))
        return f"{count(free, 'unit')} could still move [8.0c]" if free else ""
    return _SET.get(key, "")


_SET = {
    "canal": f"then you roll: {PASSES} or less gets through, anything else loses the flotilla [16.6b]",
}
