"""Where a turn stands in the strip of strip.toml."""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.kernel.views import StripView

from ..model import SEATS
from ..rules.sequence import PlayerTurn
from ..state import ATTACK_1, ATTACK_2, OPERATIONAL, REACTIVE_1, REACTIVE_2, REACTIVE_3, REPLACEMENT, State

STEPS = {
    0: "opening",
    REACTIVE_1: "reaction-1",
    ATTACK_1: "attack-1",
    REACTIVE_2: "reaction-2",
    OPERATIONAL: "march",
    REACTIVE_3: "reaction-3",
    ATTACK_2: "attack-2",
    REPLACEMENT: "replace",
}
NAMES = ("Poland’s turn", "the Soviet turn")


def place(seat: Seat[State]) -> StripView:
    """[5.1a] The phase of the player turn; beside it what comes before the first and between two."""
    s = seat.s
    scenario = s.m.scenarios[s.scenario]
    if seat.under(PlayerTurn) is None:
        step = "set-up" if s.round == scenario.first else "opening"
        return StripView(step, then=NAMES[scenario.begins])
    last = s.side != scenario.begins
    then = NAMES[1 - s.side] if not last else "the next round" if s.round < scenario.last else "the count"
    return StripView(STEPS[s.phase], side=SEATS[s.side], then=then)
