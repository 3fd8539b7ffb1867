"""6.0, 24.2 Who is asked: one player a side, or, with three, one for each Russian front.

A *command* is what one player moves and answers for: 0 the Poles, 1 all Russians, 2 the West Front with the
Lithuanians, 3 the Southwest Front with Ukrainians and Galicians [12.4.3a]. Who has what belongs to no front is ruled
(A94, A95).
"""

from __future__ import annotations

from typing import Any

from vistula.kernel import SeatId

from ..model import SEATS, SEATS3
from ..state import State
from ..units import POLAND, RUSSIA, SOUTHWEST, WEST
from . import fronts

POLES, RUSSIANS, WESTERN, SOUTHWESTERN = range(4)


def side_of(command: int) -> int:
    return POLAND if command == POLES else RUSSIA


def commands(s: State, side: int) -> list[int]:
    """[24.2] The commands of a side in the order in which they act (A93)."""
    if side == POLAND:
        return [POLES]
    return [RUSSIANS] if s.players == 2 else [WESTERN, SOUTHWESTERN]


def first_command(s: State, side: int) -> int:
    """Who decides for a whole side what the West Front's player decides (A97)."""
    return commands(s, side)[0]


def last_command(s: State, side: int) -> int:
    """Who decides for a whole side what the Southwest Front's player decides (A97)."""
    return commands(s, side)[-1]


def command_of(s: State, piece: int) -> int:
    """Who moves a piece and answers for it."""
    if s.m.side[piece] == POLAND:
        return POLES
    if s.players == 2:
        return RUSSIANS
    return SOUTHWESTERN if player_front(s, piece) == SOUTHWEST else WESTERN


def player_front(s: State, piece: int) -> int:
    """[12.4.3b] The front whose player has a Russian piece: reserve divisions by turns (A95), replacement counters by
    who brought them in (A94), Freikorps are never played by three [24.11.11]."""
    m = s.m
    if m.all_rcs >> piece & 1:
        return SOUTHWEST if s.owners >> piece & 1 else WEST
    if m.reserves >> piece & 1:
        before = m.reserves & ((1 << piece) - 1)
        return SOUTHWEST if before.bit_count() % 2 else WEST
    front = fronts.front_of(s, piece)
    return SOUTHWEST if front == SOUTHWEST else WEST


def troops(s: State, command: int) -> int:
    """The pieces of a command, replacement counters with them."""
    side = side_of(command)
    whole = s.m.army[side] | s.m.rcs[side]
    if command in (POLES, RUSSIANS):
        return whole
    mine = 0
    for piece in (*s.m.units_of[RUSSIA], *s.m.rcs_of[RUSSIA]):
        if command_of(s, piece) == command:
            mine |= 1 << piece
    return mine


def seat_of(s: State, command: int) -> SeatId:
    if s.players == 2 or command == POLES:
        return SEATS[side_of(command)]
    return SEATS3[2 if command == SOUTHWESTERN else 1]


def seats_of(s: State, side: int) -> list[SeatId]:
    """The players of a side, who win or lose together and never fight each other [24.2.1]."""
    return [seat_of(s, command) for command in commands(s, side)]


def owner(s: State, piece: int) -> SeatId:
    """The player who answers for a piece: its losses, its retreat, its advance."""
    return seat_of(s, command_of(s, piece))


def asked(frame: Any, s: State) -> SeatId:
    """The player of a procedure's command."""
    return seat_of(s, frame.command)


def phasing(frame: Any, s: State) -> SeatId:
    """[6.0d] Who decides for the phasing side."""
    return seat_of(s, first_command(s, s.side))
