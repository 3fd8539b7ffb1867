"""Where a turn stands in the strip of strip.toml."""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.kernel.views import StripView

from ..model import SEATS
from ..rules.deployment import Deployment
from ..rules.queries import scene
from ..rules.sequence import PlayerTurn
from ..state import COMBAT, MOVEMENT, REINFORCEMENT, State
from ..units import RUSSIA
from .words import turn_name

STEPS = {0: "opening", REINFORCEMENT: "arrivals", MOVEMENT: "move", COMBAT: "fight"}


def place(seat: Seat[State]) -> StripView:
    """[6.0a] The phase of the player turn; beside it the set-up and what a game turn begins with."""
    s = seat.s
    if seat.under(PlayerTurn) is None:
        step = "set-up" if seat.under(Deployment) is not None else "opening"
        return StripView(step, then=turn_name(s))
    last = s.turn >= scene(s).turns
    then = "the next turn" if not last else "the count"
    if s.side == RUSSIA and not (scene(s).short and last):
        then = "Poland’s turn"
    return StripView(STEPS[s.phase], side=SEATS[s.side], then=then)
