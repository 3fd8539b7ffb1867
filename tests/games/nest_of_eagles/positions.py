"""Situations of a few units, made by hand: which unit stands where and how strong, whose turn it is, in which phase.

    s = situation("2106 S-53; 2005 S-2K; 2105 P-17; 2107 P-10/r", side=SOVIET, phase=OPERATIONAL)

Only the units listed are on the map; `/r` is Reduced, `/x` a Remnant. Urban hexes belong to whom the scenario gives
them, those with units to their units' side, those named to whom they are given.
"""

from __future__ import annotations

from vistula.games.nest_of_eagles.model import POLAND, SOVIET, shipped
from vistula.games.nest_of_eagles.state import OFF, OPERATIONAL, State, put, set_level

M = shipped()
LEVELS = {"": 0, "r": 1, "x": 2}


def hex(number: str) -> int:
    return M.hex(number)


def unit(key: str) -> int:
    return M.unit_by_key[key]


def units(keys: str) -> list[int]:
    return [unit(key) for key in keys.split()]


def numbers(hexes: int) -> set[str]:
    return {M.grid.number(h) for h in range(M.grid.size) if hexes >> h & 1}


def situation(
    stacks: str = "",
    *,
    scenario: str = "war-of-1920",
    side: int = POLAND,
    phase: int = OPERATIONAL,
    round: int = 0,
    poland: str = "",
    soviet: str = "",
) -> State:
    """A state with these units on the map, each hex as "2105 P-17 P-10/r"."""
    number = next(i for i, scene in enumerate(M.scenarios) if scene.id == scenario)
    scene = M.scenarios[number]
    s = State(scenario=number, place=[OFF] * len(M.key), held=list(scene.control))
    s.m = M
    s.round, s.side, s.active, s.phase = round or scene.first, side, side, phase
    for row in filter(str.strip, stacks.split(";")):
        where, *keys = row.split()
        for key in keys:
            name, _, level = key.partition("/")
            stand(s, name, where, LEVELS[level])
    for owner, names in ((POLAND, poland), (SOVIET, soviet)):
        for name in names.split():
            give(s, owner, hex(name))
    return s


def stand(s: State, key: str, where: str, level: int = 0) -> None:
    """A unit stands in a hex, which belongs to its side if it is urban."""
    put(s, unit(key), hex(where))
    set_level(s, unit(key), level)
    if M.urban >> hex(where) & 1:
        give(s, M.side[unit(key)], hex(where))


def give(s: State, owner: int, town: int) -> None:
    """An urban hex belongs to Poland, the Soviets or Lithuania."""
    s.held = [held & ~(1 << town) for held in s.held]
    s.held[owner] |= 1 << town
