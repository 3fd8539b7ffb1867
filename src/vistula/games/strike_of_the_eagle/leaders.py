"""9.0 Leader blocks."""

from __future__ import annotations

from typing import Any

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import DONE, Choice, Frame, SeatId, procedure, step


def sikorski_seat(frame: Any, s: State) -> SeatId | None:
    """Who may use Sikorski now, whatever is asked."""
    return None


def sikorski_options(s: State) -> Choice:
    return DONE


@procedure
class SikorskiRecon(Frame):
    """[9.0g] Sikorski looks at an area."""

    area: int

    @step("9.0g")
    def look(self, s: State) -> None: ...
