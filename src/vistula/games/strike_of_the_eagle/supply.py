"""7.7 Check supply."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class SupplyCheck(Frame):
    """[7.7a] Supply at the end of a phase."""

    @step("7.7a")
    def begin(self, s: State) -> None: ...
