"""4.0g, 1.4c Blocks that enter later: at the start of their Operation Phase, before cards."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.changes import arrive
from vistula.games.strike_of_the_eagle.model import PIECES, POLAND, RUSSIA, foe
from vistula.games.strike_of_the_eagle.rules.queries import depots, held_by, room
from vistula.games.strike_of_the_eagle.rules.seats import owner_asked
from vistula.games.strike_of_the_eagle.scenarios import Slot
from vistula.games.strike_of_the_eagle.state import DUE, State
from vistula.kernel import Choice, Frame, Next, Option, choose, goto, procedure, step

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


def arrival_areas(s: State, side: int, area: int) -> list[int]:
    """[1.4c] Where a block may come in: at its area; if that is held or full, at Warsaw, then at any depot.

    Without a depot it waits.
    """
    if open_to(s, side, area):
        return [area]
    own = depots(s, side)
    if side == POLAND and own >> s.m.warsaw & 1 and open_to(s, side, s.m.warsaw):
        return [s.m.warsaw]
    return [a for a in s.m.areas if own >> a & 1 and open_to(s, side, a)]


@procedure
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

    @choose("4.0g", "1.4c", who=owner_asked, prompt="Where does the block come in that was due at {area:space}?")
    def where(self, s: State) -> Choice:
        places = arrival_areas(s, self.side, self.area)
        return [Option("arrive", places, "space", "Bring it in")] if places else goto("wait")

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
