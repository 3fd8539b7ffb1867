"""7.33 Stacking."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class ExcessBlocks(Frame):
    """[7.33f] Excess blocks go back."""

    @step("7.33f")
    def begin(self, s: State) -> None: ...
