"""4.0g, 1.4c Blocks that enter later: at the start of their Operation Phase, before cards."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import Bar, Choice, Frame, Next, Offer, choose, goto, only, procedure, step

from ..changes import arrive
from ..model import PIECES, POLAND, RUSSIA, foe
from ..scenarios import Slot
from ..state import DUE, State
from .bars import out_of_play, there
from .depots import depots
from .queries import held_by, room
from .seats import owner_asked

LATER = -2


def slot_of(s: State, piece: int) -> Slot:
    return s.scene.slots[s.due[piece]]


def due_now(s: State, side: int) -> list[int]:
    """[4.0g] Blocks on the track whose phase has come, in the order of the track."""
    waiting = [p for p in PIECES[side] if s.place[p] == DUE]
    ready = [p for p in waiting if (slot_of(s, p).round, slot_of(s, p).phase) <= (s.round, s.phase)]
    return sorted(ready, key=lambda p: (s.due[p], p))


def open_to(s: State, side: int, area: int) -> bool:
    return not held_by(s, foe(side)) >> area & 1 and room(s, side, area) > 0


def no_way_in(s: State, side: int, area: int) -> Iterator[Bar]:
    """[1.4c, 4.0g] Areas in which a block cannot come in: all but its own; if that is held or full, all but Warsaw,
    then all but depots."""
    warsaw, own = s.m.warsaw, depots(s, side)
    yield out_of_play(s)
    yield Bar("1.4c", lambda a: not open_to(s, side, a), there(s, "", " is held by the enemy or full."))
    if open_to(s, side, area):
        yield only("4.0g", 1 << area, "It comes in at its own area.")
    elif side == POLAND and own >> warsaw & 1 and open_to(s, side, warsaw):
        yield only("1.4c", 1 << warsaw, "Where its own area is held or full, a Polish block comes in at Warsaw.")
    yield only("1.4c", own | 1 << area, there(s, "", " is no Supply Depot of this side."))


@procedure(who=owner_asked)
class Arrivals(Frame):
    """[4.0g] The arrivals of one phase, the Poles' first."""

    side: int = POLAND
    piece: int = LATER
    area: int = LATER
    waiting: list[int] = []

    @step("4.0g")
    def next_block(self, s: State) -> Next:
        ready = [p for p in due_now(s, self.side) if p not in self.waiting]
        if not ready:
            return goto("other_side")
        self.piece = ready[0]
        self.area = slot_of(s, self.piece).area
        return None

    @choose("4.0g", "1.4c", prompt="Where does the block come in that was due at {area:space}?")
    def where(self, s: State) -> Choice:
        places = Offer("arrive", "space", no_way_in(s, self.side, self.area), "Bring it in")
        return [places] if places else goto("wait")

    @where.on("arrive")
    def _(self, s: State, area: int) -> Next:
        arrive(s, self.piece, area, "1.4c" if self.side == RUSSIA else "4.0g")
        return goto("next_block")

    @step("4.0g")
    def wait(self, s: State) -> Next:
        self.waiting.append(self.piece)
        return goto("next_block")

    @step("4.0g")
    def other_side(self, s: State) -> Next:
        if self.side == RUSSIA:
            return None
        self.side, self.waiting = RUSSIA, []
        return goto("next_block")
