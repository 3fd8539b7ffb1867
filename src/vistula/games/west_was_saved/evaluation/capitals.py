"""Whether a capital may fall in the coming turn: the one thing that ends the game at once [2.2a, 2.2b]."""

from __future__ import annotations

from typing import NamedTuple

from ..model import CAVALRY, Model
from ..rules.supply_lines import supply_limit, supply_reach
from ..state import COMBAT, COMMAND_MOVEMENT, State
from .stacks import Stack, prospect

STORMS = 3  # attacks on a capital that are thought of in one turn
RIDE, MARCH = 6, 4  # hexes from which cavalry and infantry can come and attack in a turn
COMES = 0.6  # how likely a stack that could come does come
RIVER = 2  # [9.3c] both capitals lie on rivers, and nearly every way into them crosses one
LOST = 0.9  # the chance that a capital without anybody in it is lost to an enemy who can reach it


def strongholds(m: Model) -> tuple[int, int]:
    """By side: its capital, whose fall ends the game; where that is out of play, the city that both fight for."""
    prize = (m.victory & -m.victory).bit_length() - 1
    poland, russia = (capital if m.land >> capital & 1 else prize for capital in m.capitals)
    return poland, russia


class Stormer(NamedTuple):
    """An enemy stack that may attack a capital in its next combat phase, and how likely it gets there."""

    stack: Stack
    chance: float


def stormers(s: State, capital: int, stacks: dict[int, Stack]) -> list[Stormer]:
    """Those of a side's stacks that could attack a capital, the strongest first."""
    grid, found = s.m.grid, []
    marches = s.phase not in (COMMAND_MOVEMENT, COMBAT)  # from restoration on it is the next turn's march that counts
    for hex, stack in stacks.items():
        away = grid.distance(hex, capital)
        if away <= 1:
            found.append(Stormer(stack, 1.0))
        elif marches and away <= pace(s, stack):
            found.append(Stormer(stack, COMES))
    found.sort(key=lambda comer: -comer.chance * (comer.stack.front + comer.stack.arms))
    return found[:STORMS]


def pace(s: State, stack: Stack) -> int:
    """Hexes from which a stack can come and attack; hidden units are thought to be on foot."""
    riders = stack.units and all(s.m.kind[u] == CAVALRY for u in stack.units)
    return RIDE if riders and len(stack.units) == stack.size else MARCH


def falls(comers: list[Stormer], garrison: Stack | None, friends: float) -> float:
    """The chance that a capital is taken from a garrison by those who may come."""
    if not comers:
        return 0.0
    if garrison is None:
        return LOST
    holds, tired = 1.0, 0
    for n, (stack, chance) in enumerate(comers):
        attack = stack.front + stack.arms + n
        defence = garrison.front + garrison.arms + friends + RIVER - tired
        found = prospect(round(attack - defence), stack.size, garrison.size, stack.steps, garrison.steps)
        holds *= 1 - chance * found.driven
        tired = garrison.size  # [9.3f]
    return 1 - holds


def lets_supply_in(s: State, side: int, home: int, start: int, to: int, leaves: bool) -> bool:
    """[2.2a, 2.2b] Whether a march would open a line of supply to enemies who are in the own capital without one."""
    after, enemy = s.copy(), 1 - side
    after.occupied[side] |= 1 << to
    if leaves:
        after.occupied[side] &= ~(1 << start)
    inside = [unit for unit in s.m.combat_of[enemy] if s.place[unit] == home]
    most = max((supply_limit(s.m, unit) for unit in inside), default=s.m.supply_range)
    return bool(supply_reach(after, enemy, s.depots[enemy], most) >> home & 1)


def fed_in(s: State, side: int, capital: int) -> tuple[bool, bool]:
    """[2.2a, 2.2b] Whether units of a side would be in supply in the enemy's capital once its garrison is gone; the
    second for Russian cavalry."""
    bare = s.copy()
    bare.occupied[1 - side] &= ~(1 << capital)
    m = s.m
    near = supply_reach(bare, side, s.depots[side], m.supply_range) >> capital & 1
    most = max(supply_limit(m, unit) for unit in m.combat_of[side])
    return bool(near), bool(near or supply_reach(bare, side, s.depots[side], most) >> capital & 1)
