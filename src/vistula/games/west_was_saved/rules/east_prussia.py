"""13.5 East Prussia: Russian units that cross the border are disarmed, sent round by sea, and come back at Smolensk.

The other special rules stand in the chapters where they bite: command separation (13.1) in command and re-deployment,
reconnaissance (13.2) in inspection and knowledge, Lithuania (13.3) and Ukraine (13.4) in state, queries and command,
the capitals (13.6) in restoration.
"""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.kernel import AGAIN, DONE, Call, Frame, Next, procedure, roll, step, tell
from vistula.kernel.procedure import Flow, Goto
from vistula.parts.pieces import box

from ..changes import weaken
from ..model import COMMAND
from ..state import State


@procedure
class Internment(Frame):
    """[13.5b, 13.5c] A die for each piece that has entered East Prussia: so many turns it waits."""

    @step("13.5b")
    def anybody(self, s: State) -> Next:
        return None if s.camp else DONE

    @roll("13.5b", "1d6")
    def wait(self, s: State, dice: tuple[int, ...]) -> Next:
        piece = members(s.camp)[0]
        bit, turn = 1 << piece, s.turn + dice[0]
        s.camp &= ~bit
        s.place[piece] = box(turn)
        s.repatriated |= bit
        if s.m.kind[piece] != COMMAND:
            weaken(s, piece)
        tell(s, "13.5b", "repatriation", unit=piece, die=dice[0], turn=turn)
        return AGAIN if s.camp else DONE


def then_camp(s: State, following: Flow | Goto | None) -> Next:
    """Go on as said, but first roll for those who have just entered East Prussia."""
    return Call(Internment(), following) if s.camp else following
