"""Movement phases of a few counters, and what moves cost in the plainest code that there is."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TypeAlias

from clicks import offered, play

from vistula.board.hexes import Hex, bits
from vistula.games.red_star_white_eagle.rules.movement import MovementPhase, begin_movement
from vistula.games.red_star_white_eagle.rules.seats import commands
from vistula.games.red_star_white_eagle.state import State, delay, units_at
from vistula.games.red_star_white_eagle.units import POLAND
from vistula.kernel import Game

from .desk import situation, table
from .fields import M

Stands: TypeAlias = dict[str, str]
DEAR = {"clear": 1, "forest": 2, "marsh": 2, "rough": 2, "lakes": 2}
TERRAINS = ("clear", "forest", "marsh", "rough", "lakes", "sea")


def moves(
    stands: dict[str, str], side: int = POLAND, command: int = -1, at: str = "July III", **how: object
) -> Game[State]:
    """A movement phase of a side, or of one player of three."""
    s = situation(stands, at=at, side=side, **how)  # type: ignore[arg-type]
    return marching(s, side, command)


def marching(s: State, side: int, command: int = -1) -> Game[State]:
    begin_movement(s, side)
    return table(s, MovementPhase(command=commands(s, side)[0] if command < 0 else command))


def moving(stands: dict[str, str], key: str, side: int = POLAND, **how: object) -> Game[State]:
    """A movement phase in which a unit has been picked."""
    return play(moves(stands, side, **how), f"unit {key}")  # type: ignore[arg-type]


def steps(stands: dict[str, str], key: str, verb: str = "step", side: int = POLAND, **how: object) -> set[str]:
    """Where a unit can step first."""
    return offered(moving(stands, key, side, **how), verb)


def walk(
    stands: dict[str, str], key: str, path: str, side: int = POLAND, verb: str = "step", **how: object
) -> Game[State]:
    """A unit goes hex by hex."""
    return play(moving(stands, key, side, **how), *(f"{verb} {hex}" for hex in path.split()))


# -- in plain code ----------------------------------------------------------------------------------------------------


def river_between(a: Hex, b: Hex) -> bool:
    return (a, b) in M.board.river


def rail_between(a: Hex, b: Hex) -> bool:
    return any((a, b) in M.nets[name] for name in ("polish", "russian", "devastated"))


def sea_between(a: Hex, b: Hex) -> bool:
    return (a, b) in M.board.sides["all-sea"].both


def terrain(hex: Hex) -> int:
    return 1 if M.cities >> hex & 1 else DEAR[TERRAINS[M.terrain[hex]]]


def greatest_delay(s: State, side: int, hex: Hex) -> int:
    """[4.3.2] By looking at every neighbour."""
    near = [n for n in M.grid.neighbours[hex] if not sea_between(n, hex)]
    return max((delay(s, unit) for n in near for unit in units_at(s, side, n)), default=0)


def sum_of_delays(s: State, side: int, hex: Hex) -> int:
    """[9.14.1a]"""
    near = [n for n in M.grid.neighbours[hex] if not sea_between(n, hex)]
    return sum(delay(s, unit) for n in near for unit in units_at(s, side, n))


def standard(s: State, side: int, a: Hex, b: Hex, motor: bool = False) -> int:
    """[8.1.1, 8.1.3a, 20.1.2] What a step costs an ordinary unit or a motor."""
    dear, wet = terrain(b), river_between(a, b)
    if motor:
        return (dear if dear == 1 else 4) + 2 * wet
    return dear + wet + greatest_delay(s, 1 - side, b)


def strategic(s: State, side: int, a: Hex, b: Hex, motor: bool = False) -> int:
    """[8.3.5, 8.3.6, 20.1.3]"""
    dear, wet = terrain(b), river_between(a, b)
    if rail_between(a, b):
        return 1 + (2 if motor else 1) * wet
    if motor:
        return (2 if dear == 1 else 8) + 4 * wet
    return 3 * dear + 3 * wet


def reached(s: State, unit: int, points: int, way: str) -> dict[Hex, int]:
    """Every hex that a unit comes to with so many points, and the fewest for it."""
    side, motor = M.side[unit], bool(M.motors >> unit & 1)
    train = bool(M.trains >> unit & 1)
    queue, found = [(0, s.place[unit])], dict[Hex, int]()
    while queue:
        spent, here = heappop(queue)
        if here in found:
            continue
        found[here] = spent
        if here != s.place[unit] and M.interning >> here & 1:
            continue
        for to in M.grid.neighbours[here]:
            if not M.land >> to & 1 or sea_between(here, to) or units_at(s, 1 - side, to):
                continue
            if way == "strategic" and not motor and greatest_delay(s, 1 - side, to):
                continue
            if train:
                if not rail_between(here, to):
                    continue
                cost = 1 + river_between(here, to) + greatest_delay(s, 1 - side, to)
            else:
                cost = (strategic if way == "strategic" else standard)(s, side, here, to, motor)
            if spent + cost <= points:
                heappush(queue, (spent + cost, to))
    return found


def among(*sets: int) -> set[str]:
    return {M.grid.number(hex) for hexes in sets for hex in bits(hexes)}
