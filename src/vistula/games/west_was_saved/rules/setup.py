"""1.4 Initial deployment: units, facing and depots by the set-up card, the event cards ready to be drawn."""

from __future__ import annotations

from vistula.board.hexes import collect
from vistula.parts.pieces import box

from ..cards.cardfile import CARDS, HELD_BACK
from ..changes import deploy
from ..model import Model
from ..state import CARD, TRAY, State


def new_state(m: Model) -> State:
    """Nothing on the map yet: reinforcements lie on the turn track, the deck is without seven cards."""
    due = [box(m.entry[u]) if m.entry[u] else TRAY for u in m.units]
    s = State(
        place=[CARD if card else place for card, place in zip(m.by_card, due, strict=True)],
        facing=[-1] * m.grid.size,
        weak=m.single_sided,  # [1.2h]
        deck=collect(range(1, CARDS + 1)) & ~collect(HELD_BACK),  # [3.1a]
    )
    s.m = m
    return s


def set_up(s: State) -> None:
    """[1.4a, 5.2h] Everything as the set-up card has it."""
    for unit in s.m.units:
        if s.m.start[unit] >= 0:
            deploy(s, unit, s.m.start[unit], s.m.start_facing[unit])
    s.depots = list(s.m.depots)
