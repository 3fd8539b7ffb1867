"""22 Who is asked: one player a side, or, with three, one for each Soviet Front.

A *command* is what one player moves and answers for: 0 the Poles, 1 all Soviets, 2 the Western Front with Lithuania and
the Revolutionary Division, 3 the Southwestern Front (N-93).
"""

from __future__ import annotations

from typing import Any

from vistula.kernel import SeatId

from ..model import LITHUANIA, POLAND, SEATS, SEATS3, SOUTHWEST, SOVIET, WEST
from ..state import State, sp, units_at

POLES, SOVIETS, WESTERN, SOUTHWESTERN = range(4)


def side_of(command: int) -> int:
    return POLAND if command == POLES else SOVIET


def commands(s: State, side: int) -> list[int]:
    """[22.1f] The commands of a side in the order in which they act (N-90)."""
    if side == POLAND:
        return [POLES]
    if s.players == 2:
        return [SOVIETS]
    return [WESTERN, SOUTHWESTERN] if s.priority == WEST else [SOUTHWESTERN, WESTERN]


def front_of(s: State, unit: int) -> int:
    """[2.5a, 3.4.1c, 20.1.4a] The Front of a unit; -1 for Poles."""
    if s.konarmiya_west and s.m.konarmiya >> unit & 1:
        return WEST
    if unit >= s.m.count and s.m.side[unit] == SOVIET:
        return WEST if s.western >> unit & 1 else SOUTHWEST  # (N-108)
    return s.m.front[unit]


def army_of(s: State, front: int) -> int:
    """[2.5a, 20.1.4a] The units of a Front."""
    army = s.m.front_army[front]
    if s.konarmiya_west and front != LITHUANIA:
        army = army | s.m.konarmiya if front == WEST else army & ~s.m.konarmiya
    if s.concealment and front != LITHUANIA:
        markers = s.m.army[SOVIET] >> s.m.count << s.m.count
        army |= markers & (s.western if front == WEST else ~s.western)
    return army


def troops(s: State, command: int) -> int:
    """The units of a command."""
    if command <= SOVIETS:
        return s.m.army[POLAND] | s.rebel if command == POLES else s.m.army[SOVIET] & ~s.rebel
    if command == WESTERN:
        return army_of(s, WEST) | s.m.front_army[LITHUANIA]
    return army_of(s, SOUTHWEST)


def command_of(s: State, unit: int) -> int:
    """Who moves a unit and answers for it."""
    if s.m.side[unit] == POLAND or s.rebel >> unit & 1:
        return POLES
    if s.players == 2:
        return SOVIETS
    return SOUTHWESTERN if front_of(s, unit) == SOUTHWEST else WESTERN


def first_command(s: State, side: int) -> int:
    """[22.1] Who decides for a whole side: with three players, who has priority."""
    return commands(s, side)[0]


def defending(s: State, hex: int, side: int) -> int:
    """The command that decides in defence of a hex: who has more SP there, with priority if equal (N-91)."""
    found = commands(s, side)
    if len(found) == 1:
        return found[0]
    here = units_at(s, side, hex)
    return max(found, key=lambda c: (sum(sp(s, u) for u in here if troops(s, c) >> u & 1), c == found[0]))


def seat_of(s: State, command: int) -> SeatId:
    if s.players == 2 or command == POLES:
        return SEATS[side_of(command)]
    return SEATS3[1 if command in (SOVIETS, WESTERN) else 2]


def seats_of(s: State, side: int) -> list[SeatId]:
    """The players of a side."""
    return [seat_of(s, command) for command in commands(s, side)]


def everyone(s: State) -> list[SeatId]:
    return [*seats_of(s, POLAND), *seats_of(s, SOVIET)]


def asked(frame: Any, s: State) -> SeatId:
    """The player of a procedure's command."""
    return seat_of(s, frame.command)


def phasing(frame: Any, s: State) -> SeatId:
    """Who decides for the Phasing side."""
    return seat_of(s, first_command(s, s.side))


def chosen_front(s: State, command: int) -> list[int]:
    """The Fronts of a command."""
    return {SOVIETS: [WEST, SOUTHWEST], WESTERN: [WEST], SOUTHWESTERN: [SOUTHWEST]}.get(command, [])
