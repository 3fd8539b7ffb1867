"""Windows for Reaction Cards."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class PhaseStart(Frame):
    """Before any card is committed."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class AfterBattles(Frame):
    """After the last battle of a phase."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...
