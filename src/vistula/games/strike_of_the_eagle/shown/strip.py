"""Where a phase stands in the strip of strip.toml."""

from __future__ import annotations

from vistula.kernel import Seat
from vistula.kernel.views import StripView

from ..model import PHASES, Stage
from ..state import State

STEPS = {
    Stage.REPLENISH: ("cards", "hand"),
    Stage.ARRIVALS: ("cards", "arrivals"),
    Stage.CARDS: ("cards", "cards"),
    Stage.PLACING: ("orders", ""),
    Stage.MARCHES: ("march", ""),
    Stage.RECONS: ("recon", ""),
    Stage.MOVES: ("move", "moves"),
    Stage.WITHDRAWALS: ("move", "withdrawals"),
    Stage.BATTLES: ("battle", ""),
    Stage.REORGANIZATIONS: ("rest", "rest"),
    Stage.RAILWAYS: ("rest", "rail"),
    Stage.SUPPLY: ("supply", ""),
    Stage.POINTS: ("supply", ""),
    Stage.REINFORCEMENT: ("reinforce", ""),
}


def place(seat: Seat[State]) -> StripView:
    """[5.0a, 5.0b] The step of the operation phase; after the fifth comes the Reinforcement Phase."""
    s = seat.s
    step, part = STEPS[s.step]
    closing = s.phase >= PHASES and s.scene.reinforcements
    return StripView(step, part, skipped=[] if closing else ["reinforce"], then=_then(s))


def _then(s: State) -> str:
    if s.phase < PHASES:
        return f"phase {s.phase + 1} of {PHASES}"
    return f"round {s.round + 1}" if s.round < s.scene.last else "the count"
