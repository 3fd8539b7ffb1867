"""6.0 and 3.4 Cards."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class Replenish(Frame):
    """[6.0a] Each player draws six cards and discards down to seven."""

    @step("6.0a")
    def begin(self, s: State) -> None: ...


@procedure
class ExtraCards(Frame):
    """[10.1b] Two more cards for a player of two fronts."""

    @step("10.1b")
    def begin(self, s: State) -> None: ...
