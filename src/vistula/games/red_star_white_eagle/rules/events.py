"""6.0 What happens between the phases: declarations, what movement and game turns bring with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vistula.kernel import Choice, Frame, Next, Option, SeatId, procedure, step, window

from ..state import State
from ..units import RUSSIA
from . import galicians, standdown, ukraine
from .options import danzig, squadron
from .queries import plays
from .seats import first_command, seat_of


def begin_game_turn(s: State) -> Next:
    """[6.1] Before the first player turn."""
    ukraine.begin_turn(s)
    return Declarations()


def begin_player_turn(s: State, side: int) -> None:
    """[23.4.7.1b] (A49) Attacks of the last one are forgotten."""
    standdown.begin_player_turn(s, side)


def begin_movement(s: State, side: int) -> Next:
    """[23.4.6.1, 24.7.2a] Before a movement phase."""
    ukraine.begin_movement(s)
    return squadron.Placement() if side == RUSSIA and plays(s, "squadron") else None


def end_of_movement(s: State, side: int) -> Next:
    """[23.4.6.1, 23.4.8.2a] After a movement phase."""
    ukraine.end_of_movement(s)
    return galicians.Mutiny() if galicians.due(s, side) else None


def end_of_combat(s: State, side: int) -> None:
    """[24.7.2b] After a combat phase."""
    if side == RUSSIA:
        squadron.land(s)


def end_game_turn(s: State) -> None:
    """[23.4.6.1, 24.6] After the last player turn."""
    ukraine.end_of_turn(s)


# -- declarations -----------------------------------------------------------------------------------------------------


def _russian(s: State) -> list[SeatId]:
    """(A97) Who declares for Russia: with three players the West Front's."""
    return [seat_of(s, first_command(s, RUSSIA))]


def perhaps_stands_down(frame: Any, s: State) -> Sequence[SeatId]:
    return _russian(s) if standdown.can_declare(s) else []


def perhaps_strikes(frame: Any, s: State) -> Sequence[SeatId]:
    return _russian(s) if danzig.can_strike(s) else []


@procedure
class Declarations(Frame):
    """[23.4.7.2a, 24.9.2] (A92) What Russia can declare at the start of a game turn; not now is kept as an answer."""

    @step("23.4.7.1a", "23.4.7.2b")
    def deadline(self, s: State) -> None:
        if standdown.must_declare(s):
            standdown.declare(s)

    @window("23.4.7.2a", "23.4.7.1a", kind="standdown", seats=perhaps_stands_down, prompt="Declare the Standdown?")
    def stand_down(self, s: State, seat: SeatId) -> Choice:
        return [Option("declare", label="Declare the Standdown", ends=True)]

    @stand_down.on("declare")
    def _(self, s: State, seat: SeatId, arg: int) -> Next:
        standdown.declare(s)
        return None

    @window("24.9.2", kind="strike", seats=perhaps_strikes, prompt="Call the dock workers of Danzig out on strike?")
    def docks(self, s: State, seat: SeatId) -> Choice:
        return [Option("strike", label="Call the strike", ends=True)]

    @docks.on("strike")
    def _(self, s: State, seat: SeatId, arg: int) -> Next:
        danzig.strike(s)
        return None
