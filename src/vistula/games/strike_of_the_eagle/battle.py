"""7.4 Battles."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class Battles(Frame):
    """[7.4a] All battles of a phase, north first."""

    @step("7.4a")
    def begin(self, s: State) -> None: ...
