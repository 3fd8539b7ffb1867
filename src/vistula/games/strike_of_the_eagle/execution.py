"""7.3 Execute orders."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class ExecutionStep(Frame):
    """[7.3h] One step: all orders of its types, north then south."""

    stage: int

    @step("7.3h")
    def begin(self, s: State) -> None: ...
