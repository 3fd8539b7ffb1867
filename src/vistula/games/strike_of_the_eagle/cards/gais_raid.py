"""Soviet card 5, Gai's Raid: two cavalry divisions ride once more when the northern moves are over."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import Option
from vistula.kernel.procedure import AGAIN, DONE, Choice, Frame, Next, choose, goto, procedure, step
from vistula.kernel.state import disclose, tell

from ..changes import advance, halt, recognize
from ..model import CAVALRY, POLAND
from ..rules.bars import named, strangers
from ..rules.detachment import DETACHMENTS, detach, detachments
from ..rules.movement import not_ahead
from ..rules.queries import held_by, piece_of
from ..rules.seats import all_seats, commander_asked
from ..state import NONE, State
from .effects import RIDERS, raiding


def not_onward(s: State, piece: int, start: int) -> Iterator[Bar]:
    """[7.31b, 7.32d] Areas that a rider cannot enter next: all where the enemy is upon it. It rides as with Move Out:
    not back to where it started (S84)."""
    yield Bar("7.31b", bool(held_by(s, POLAND) >> s.place[piece] & 1), "It has met the enemy, and stops there.")
    yield from not_ahead(s, piece, start, "7.2q")


@procedure(who=commander_asked)
class AfterMoves(Frame):
    """[7.31a] The raid, if the card is in force for this command."""

    command: int
    ridden: list[int] = []  # units
    piece: int = NONE
    start: int = NONE
    left: int = 0
    split: int = 0  # strength points detached from it

    def not_raiding(self, s: State) -> Iterator[Bar]:
        """[7.13a, 7.31b] Blocks that do not raid: two divisions do, once each."""
        units = [s.m.unit(key) for key in RIDERS]
        yield strangers(s, self.command)
        words = "The raid is for the 10th and the 15th Cavalry Division."
        yield only("7.13a", collect(piece_of(s, unit) for unit in units), words)
        yield Bar("7.13a", lambda p: s.unit[p] in self.ridden, named(s, "has ridden already."))
        yield Bar("7.13a", s.stuck, "A card holds it where it is until the phase is over.")
        nowhere = named(s, "has nowhere to ride.")
        yield Bar("7.31b", lambda p: not left(not_onward(s, p, s.place[p])), nowhere)

    @step("7.13a")
    def in_force(self, s: State) -> Next:
        return None if raiding(s, self.command) else DONE

    @choose("7.13a", prompt="Which division raids?", always=True)
    def which(self, s: State) -> Choice:
        riders = Offer("block", "piece", self.not_raiding(s), "Raids")
        return [riders, Option("done", label="No more", publish=True)]

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        """[2.0f] The card tells which division it is, so that nobody loses sight of those it leaves."""
        self.ridden.append(s.unit[piece])
        recognize(s, piece)
        disclose(s, "7.13a", all_seats(s), s.unit[piece])
        self.piece, self.start, self.left, self.split = piece, s.place[piece], s.m.move[CAVALRY], 0

    which.to("done", DONE)

    @choose("7.31a", "7.31b", "2.2a", prompt="Where does it ride? {far} left.", always=True)
    def ride(self, s: State) -> Choice:
        ways = Offer("step", "space", not_onward(s, self.piece, self.start), "Ride here")
        if not self.left or not ways:
            return goto("stop")
        begun = self.left < s.m.move[CAVALRY]
        return [ways, Option("halt", label="Halt")] if begun else [ways, *detachments(s, self.piece, self.split)]

    @ride.each(DETACHMENTS)
    def _(self, s: State, brigade: int, less: int) -> Next:
        self.split += detach(s, self.piece, brigade, 1 + less)
        return AGAIN

    @ride.on("step")
    def _(self, s: State, area: int) -> Next:
        origin = s.place[self.piece]
        advance(s, self.piece, area)
        self.left -= 1
        s.executed |= 1 << self.piece
        tell(s, "7.31a", "moves", block=self.piece, unit=s.unit[self.piece], area=origin, to_area=area)
        return AGAIN

    ride.to("halt")

    @step("7.31b")
    def stop(self, s: State) -> Next:
        halt(s, self.piece)
        self.piece = NONE
        return goto("which")
