"""What a choice would leave undone or cost, told before it is made."""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.parts.words import count

from ..rules.combat import targets
from ..rules.movement import movable
from ..rules.queries import overstacked_hexes
from ..rules.reinforcements import due
from ..rules.sequence import operations_allowed
from ..state import State
from .words import amount


def pressing(s: State, key: str) -> str:
    """What is to be said before a phase ends, if anything: it is looked for only when somebody sees the button."""
    if key not in ("movement_ends", "combat_ends"):
        return key
    if overstacked_hexes(s, s.side):
        return "overstacked"
    if key == "movement_ends":
        return "unmoved" if movable(s, s.side) else ""
    return "targets_left" if targets(s) else ""


def warning(seat: Seat[State], key: str) -> str:
    """The sentence for a warning key, with its figures; none where there is nothing to warn of."""
    s = seat.s
    key = pressing(s, key)
    if not key:
        return ""
    if key == "overstacked":
        hexes = ", ".join(s.m.grid.number(hex) for hex in overstacked_hexes(s, s.side))
        return f"Stacks over the limit will lose units: {hexes} [6.1b]"
    if key == "unmoved":
        return f"{amount('units', len(movable(s, s.side)))} could still move [10.1a]"
    if key == "targets_left":
        return f"{count(len(targets(s)), 'hex', 'hexes')} could still be attacked [11.0a]"
    if key == "arrivals_wait":
        return f"{amount('units', len(due(s, s.side)))} will wait on the turn track [9.0b]"
    if key == "operations_left":
        left = operations_allowed(s) - s.operation + 1
        return f"{count(left, 'operation phase is', 'operation phases are')} given up [5.2d]"
    raise KeyError(key)
