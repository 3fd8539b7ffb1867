"""8.0 Reinforcement Phase."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class ReinforcementPhase(Frame):
    """[8.0a] Garrisons, combining, strengthening and building."""

    @step("8.0a")
    def begin(self, s: State) -> None: ...
