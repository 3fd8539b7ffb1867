"""7.1 Cards at the start of a phase."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, procedure, step


@procedure
class Commitment(Frame):
    """[7.1b] Both sides commit and reveal a card for one front."""

    front: int

    @step("7.1b")
    def begin(self, s: State) -> None: ...
