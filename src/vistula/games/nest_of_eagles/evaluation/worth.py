"""What a position is worth: the chance to win by the scenario's own measure, and what units and towns count for it."""

from __future__ import annotations

from math import exp

from ..model import BRIGADE, DIVISION, POLAND, REGIMENT
from ..scenarios import Points
from ..state import State, level_of, on_map, sp

POINT, BOX = 1.0, 0.5
"""A victory point and a box of morale, in the measure of prizes."""
UNIT = {DIVISION: 2.0, BRIGADE: 1.0, REGIMENT: 1.0}
STRENGTH = 0.5
"""A strength point on the map."""
SPREAD = 5.0
"""Points that take an even game to about three in four."""


def value_of(s: State, unit: int) -> float:
    """What the loss of a unit costs its owner: points, morale, strength."""
    m = s.m
    boxes = 2 if m.steps[unit] == 3 and m.size[unit] == DIVISION else 0
    fighting = STRENGTH * sp(s, unit) + STRENGTH * m.icons[unit]
    return POINT * UNIT.get(m.size[unit], 0.0) + BOX * boxes + fighting


def step_value(s: State, unit: int) -> float:
    """What the loss of one step costs."""
    now, m = level_of(s, unit), s.m
    if now + 1 >= m.steps[unit]:
        return value_of(s, unit)
    return STRENGTH * (m.sp[now][unit] - m.sp[now + 1][unit]) + 0.2


def chance_to_win(s: State, side: int) -> float:
    """By the points that count at the end, and the strength that could still change them."""
    if s.ended:
        return 0.5 + 0.5 * (1 if balance(s, side) > 0 else -1)
    return 1 / (1 + exp(-balance(s, side) / SPREAD))


def balance(s: State, side: int) -> float:
    """Points above what an even game takes, in favour of a side."""
    scene = s.m.scenarios[s.scenario]
    toward = -1 if side == POLAND else 1
    rule, wanted = scene.victory, 0.0
    if isinstance(rule, Points):
        wanted = (rule.win + rule.draw) / 2 * (1 if rule.side == side else -1)
    left = (scene.last - s.round + 1) / (scene.last - scene.first + 1)
    strength = [sum(sp(s, unit) for unit in on_map(s, army)) for army in (side, 1 - side)]
    morale = BOX * toward * sum(s.morale[theater] for theater in scene.theaters)
    return toward * s.vp - wanted + morale + 0.15 * left * (strength[0] - strength[1])
