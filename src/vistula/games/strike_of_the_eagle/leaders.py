"""9.0 Leader blocks."""

from __future__ import annotations

from typing import Any

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import DONE, Choice, Frame, Option, SeatId, procedure, step


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


def leader_options(s: State, command: int) -> list[Option]:
    """Leaders of a command who may give an order now, for the decision of the player who executes orders."""
    return []


@procedure
class UseLeader(Frame):
    """[9.0e] A leader gives his order."""

    piece: int
    command: int

    @step("9.0e")
    def begin(self, s: State) -> None: ...


@procedure
class LeaderWindow(Frame):
    """[9.0m] A player who has no order to execute in a step may still use a leader."""

    command: int
    stage: int

    @step("9.0m")
    def begin(self, s: State) -> None: ...
