"""Who is asked: the seats behind a procedure's command, front, player or side."""

from __future__ import annotations

from typing import Any

from vistula.kernel import Option, SeatId

from ..knowledge import fighter
from ..model import command_of
from ..state import State
from .queries import commander_seat, front_of, holder, seat_of

EITHER_SIDE = [Option("poland", label="The Poles"), Option("russia", label="The Soviets")]
"""What a holder of initiative chooses from [7.2c, 7.3h]."""


def commander_asked(frame: Any, s: State) -> SeatId:
    """[10.0a] Who holds the command."""
    return commander_seat(s, frame.command)


def holder_asked(frame: Any, s: State) -> SeatId:
    """[6.1b, 6.1c] Who has the initiative on the front."""
    return commander_seat(s, command_of(holder(s, frame.front), frame.front))


def player_asked(frame: Any, s: State) -> SeatId:
    return seat_of(s, frame.player)


def owner_asked(frame: Any, s: State) -> SeatId:
    """Who commands a side on the front of an area (S43)."""
    return commander_seat(s, command_of(frame.side, front_of(s, frame.area)))


def fighter_asked(frame: Any, s: State) -> SeatId:
    """Who plays the cards of a side in the battle that is being fought (S43)."""
    assert s.fight is not None, "there is no battle"
    return seat_of(s, fighter(s, s.fight.area, frame.side))
