"""What is at stake: victory points, with Warsaw as the end of the game, and the factors that could still win them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp

from vistula.board.hexes import Hex, members

from ..model import Model
from ..rules.calendar import reached
from ..rules.control import vp
from ..rules.queries import plays, scene
from ..state import State, attack, face, on_map
from ..units import CAVALRY, FLOTILLA, FULL, MILITIA, POLAND, REDUCED, RUSSIA, TRAIN

CAPITAL = 22.0
"""Warsaw where its fall ends the game, above its points."""
SURVIVES = 6.0
"""The same where it does not [24.1.2a]."""
UKRAINE = 1.0
"""Lwów and Kiev, which together command the Ukrainians [21.1.2a]."""
DEADLINE = 3.0
"""Kiev in the Campaign, until the Ukrainians have made up their minds."""
AFTER_DEADLINE = "May IV"
LONG, LEAVING = 4, 0.3
"""Turns before the Konarmiya leaves in which it is spared less and less, and how little at last."""
GATE = 1.5
"""A hex next to Warsaw: from there alone it can be attacked."""
SOURCE = 0.4
"""A city of the Polish net: supply, arrivals and, for the Russians, a wedge in the net."""
FACTOR = 0.16
"""An attack factor on the map, in victory points."""
DELAY = 0.15
"""A delay factor: what holds a line."""
BODY = 0.12
"""Any unit: it holds a hex."""
WEAK_KINDS = {TRAIN: 0.5, FLOTILLA: 0.4, MILITIA: 0.7}
NARROW, WIDE = 1.6, 5.0
"""Points that take an even game to about three in four, at the end and at the beginning."""
PRESSING = 8
"""Hexes from Warsaw within which Russians press on it."""
PROMISE = 0.02
"""Points that a factor more than the enemy has may still win in a whole game."""


def prices(s: State) -> Mapping[Hex, float]:
    """What it means to have each city rather than to leave it to the enemy."""
    return _prices(s.m, plays(s, "fall-of-warsaw"), plays(s, "freikorps"), _kiev_decides(s))


def _kiev_decides(s: State) -> bool:
    """[23.4.6.1] Whether the Ukrainians still ask for Kiev."""
    waiting = scene(s).campaign and s.ukrainians == POLAND and not s.kiev_occupied
    return waiting and not reached(s, AFTER_DEADLINE)


@lru_cache(maxsize=16)
def _prices(m: Model, survives: bool, freikorps: bool, kiev: bool) -> Mapping[Hex, float]:
    found: dict[Hex, float] = dict.fromkeys(m.capacity, SOURCE)
    for hex, points in m.vp.items():
        found[hex] = found.get(hex, 0.0) + 2.0 * points  # what one side wins the other has not
    for hex in (m.kiev, m.lwow):
        found[hex] = found.get(hex, 0.0) + UKRAINE
    found[m.kiev] += DEADLINE if kiev else 0.0
    found[m.warsaw] += SURVIVES if survives else CAPITAL
    for hex in members(m.around[m.warsaw]):
        found[hex] = found.get(hex, 0.0) + GATE
    return found


def value_of(s: State, unit: int) -> float:
    """What the loss of a unit costs its owner; the Konarmiya is spent before it must leave."""
    value = _value(s.m, unit, face(s, unit))
    return value * _stay(s) if s.m.konarmiya >> unit & 1 else value


def _stay(s: State) -> float:
    """[11.2] What is left of the worth of units that are to leave soon."""
    if s.konarmiya_stays:
        return 1.0
    track = scene(s).track
    leaves = next((n for n, turn in enumerate(track, 1) if turn.withdrawal & s.m.konarmiya), 0)
    return 1.0 if not leaves or s.turn >= leaves else max(LEAVING, min(1.0, (leaves - s.turn) / LONG))


@lru_cache(maxsize=2048)
def _value(m: Model, unit: int, lies: int) -> float:
    if unit >= m.count:
        return FACTOR * m.factor[unit]
    mounted = 1.15 if m.kind[unit] == CAVALRY else 1.0
    fighting = FACTOR * (m.attack[lies][unit] + m.defence[lies][unit]) * mounted + DELAY * m.delay[unit]
    return BODY + fighting * WEAK_KINDS.get(m.kind[unit], 1.0)


def step_value(s: State, unit: int, whole: bool = False) -> float:
    """What the loss of one step costs, or would if the unit were whole."""
    if s.m.two_steps >> unit & 1 and (whole or face(s, unit) == FULL):
        return _value(s.m, unit, FULL) - _value(s.m, unit, REDUCED)
    return value_of(s, unit)


# -- the chance to win ------------------------------------------------------------------------------------------------


def turns_left(s: State) -> float:
    """The part of the game that is still to come."""
    return (scene(s).turns - s.turn + 1) / scene(s).turns


def chance_to_win(s: State, side: int) -> float:
    """By points, and the strength that could still change them."""
    if s.over:
        return float(side == RUSSIA)
    return 1 / (1 + exp(-balance(s, side) / (NARROW + (WIDE - NARROW) * turns_left(s))))


def balance(s: State, side: int) -> float:
    """Points above what an even game takes, in favour of a side."""
    points = vp(s)
    if scene(s).short:
        ahead = 2.0 * (points[RUSSIA] - scene(s).russian_points + 0.5)
    else:
        ahead = float(points[RUSSIA] - points[POLAND])
    strength = [sum(attack(s, unit) for unit in on_map(s, army)) for army in (POLAND, RUSSIA)]
    ahead += PROMISE * 2 * turns_left(s) * scene(s).turns / 4 * (strength[RUSSIA] - strength[POLAND])
    ahead += _press(s) * turns_left(s)
    return ahead if side == RUSSIA else -ahead


def _press(s: State) -> float:
    """What Russian factors close to Warsaw promise: its fall is worth more than all other cities."""
    near = 0.0
    for unit in on_map(s, RUSSIA):
        far = s.m.distance(s.place[unit], s.m.warsaw)
        if far <= PRESSING:
            near += attack(s, unit) / (2 + far)
    return 0.15 * near
