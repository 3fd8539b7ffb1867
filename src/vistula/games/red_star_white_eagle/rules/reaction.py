"""17.1 The Russian reaction: Poles too far in the east rouse the country."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import tell
from vistula.parts.pieces import box_turn

from ..state import ARRIVING, State
from ..units import POLAND


def provoked(s: State) -> bool:
    """[17.1.1a, 17.1.2a] Whether a Polish unit stands east of the Reaction Line."""
    return bool(s.occupied[POLAND] & s.m.reaction)


def next_reserve(s: State) -> int:
    """[17.1.1b] The reserve division that is scheduled latest and has not come; -1 where none is left (A39)."""
    later = [unit for unit in members(s.m.reserves) if box_turn(s.place[unit]) > s.turn]
    return max(later, key=lambda unit: box_turn(s.place[unit]), default=-1)


def react(s: State) -> bool:
    """[17.1.1a, 17.1.1b, 17.0] The start of a Russian reinforcement phase; whether points are doubled in it."""
    if not provoked(s):
        return False
    unit = next_reserve(s)
    tell(s, "17.1.1a", "reaction")
    if unit >= 0:
        s.place[unit] = ARRIVING
        tell(s, "17.1.1b", "called_up", unit=unit)
    return True
