"""1.4 Initial deployment: units, facing and depots by the set-up card, the event cards ready to be drawn."""

from __future__ import annotations

from vistula.board.hexes import collect

from ..cards.cardfile import CARDS, HELD_BACK
from ..changes import deploy
from ..model import Model
from ..scenarios import first_places
from ..state import TRAY, State


def new_state(m: Model) -> State:
    """Nothing on the map yet: reinforcements lie on the turn track, the deck is without seven cards."""
    s = State(
        place=[TRAY if place >= 0 else place for place in first_places(m)],
        facing=[-1] * m.grid.size,
        weak=m.single_sided,  # [1.2h]
        deck=collect(range(1, CARDS + 1)) & ~collect(HELD_BACK) & ~m.left_out,  # [3.1a]
    )
    s.m = m
    return s


def set_up(s: State) -> None:
    """[1.4a, 5.2h] Everything as the set-up card has it."""
    for unit, place in enumerate(first_places(s.m)):
        if place >= 0:
            deploy(s, unit, place, s.m.start_facing[unit])
    s.depots = list(s.m.depots)
