"""Who plays, and who is asked: the seats behind a procedure's command, front, player or side."""

from __future__ import annotations

from typing import Any

from vistula.kernel import Option, SeatId

from ..model import SEATINGS, Seating, command_of
from ..state import NONE, State
from .queries import front_of, holder

EITHER_SIDE = [Option("poland", label="The Poles"), Option("russia", label="The Soviets")]
"""What a holder of initiative chooses from [7.2c, 7.3h]."""


def seating(s: State) -> Seating:
    return SEATINGS[s.seating]


def players(s: State) -> range:
    return range(len(seating(s).seats))


def seat_of(s: State, player: int) -> SeatId:
    return SeatId(seating(s).seats[player])


def all_seats(s: State) -> list[SeatId]:
    return [SeatId(seat) for seat in seating(s).seats]


def player_of(s: State, seat: str) -> int:
    """The number of a seat's player; an onlooker has none."""
    seats = seating(s).seats
    return seats.index(seat) if seat in seats else NONE


def side_of_player(s: State, player: int) -> int:
    return seating(s).side[player]


def commander(s: State, command: int) -> int:
    """[4.0a, 10.0a] The player who commands a side on a front."""
    return seating(s).commander[command]


def commander_seat(s: State, command: int) -> SeatId:
    return seat_of(s, commander(s, command))


def commands(s: State, player: int) -> list[int]:
    """[10.1a] The commands that a player holds on fronts in play."""
    held = seating(s).commander
    side = seating(s).side[player]
    return [c for c in (command_of(side, front) for front in s.scene.fronts) if held[c] == player]


def players_of(s: State, side: int) -> list[int]:
    return [player for player in players(s) if seating(s).side[player] == side]


def fighter(s: State, area: int, side: int) -> int:
    """The player who plays the cards of a side in a battle: the commander of the area's front (S43)."""
    return commander(s, command_of(side, front_of(s, area)))


# -- who is asked -----------------------------------------------------------------------------------------------


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
