"""What is at stake: victory points and boxes of morale by the scenario's own terms, and the chance to win by them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from typing import NamedTuple

from vistula.board.hexes import Hex, members

from ..model import BELARUS, DIVISION, POLAND, POLISH, SOVIET, UKRAINE, Model
from ..rules.morale import marker_of
from ..rules.victory import DRAW, WORTH, boxes, home_box, standing, verdict
from ..scenarios import Campaign, CountTowns, KeepCities, MoraleSum, Points
from ..state import State, level_of, on_map, sp, units_under

BOX = 0.4
"""A box of morale that nobody counts in the end: eight of them are a level, and a level is felt in every attack."""
DECIDING = 1.0
"""A box that is counted."""
CAPITAL, CITY = 20.0, 10.0
"""Warszawa where its loss ends the war, and a city that a scenario is won or lost by."""
LISTED = 4.0
"""One of the towns that a scenario counts."""
TOWN = 0.15
"""A town without a number: a place to draw supply from and to rail to."""
STRENGTH = 0.5
"""A strength point on the map."""
NARROW, WIDE = 3.0, 9.0
"""Points that take an even game to about three in four, at the end and at the beginning."""


class Terms(NamedTuple):
    """What a scenario counts, in one measure."""

    point: float
    boxes: tuple[float, float, float]  # of each Theater's marker
    number: float  # a town's number, beside the points and boxes that it brings
    cities: Mapping[Hex, float]


@lru_cache(maxsize=32)
def terms(m: Model, scenario: int) -> Terms:
    scene = m.scenarios[scenario]
    rule, cities = scene.victory, dict[Hex, float]()
    theaters, number = (BOX, BOX, BOX), 0.0
    if isinstance(rule, Points):
        cities = dict.fromkeys(members(rule.needed), CITY)
    elif isinstance(rule, MoraleSum):
        theaters = (BOX, DECIDING, DECIDING)
        cities = {hex: float(more) for hexes, more in rule.bonus for hex in members(hexes)}
    elif isinstance(rule, KeepCities):
        theaters = (DECIDING, BOX, BOX)
        cities = dict.fromkeys(members(rule.keep | rule.lost), CITY)
    elif isinstance(rule, CountTowns):
        theaters = (DECIDING, BOX, BOX)
        cities = dict.fromkeys(members(rule.hexes), LISTED)
    elif isinstance(rule, Campaign):
        theaters, number = (BOX, DECIDING, DECIDING), 1.0
    if scene.sudden_death:
        cities[m.warszawa] = CAPITAL
    return Terms(1.0 if scene.points else 0.0, theaters, number, cities)


def box_price(s: State, theater: int) -> float:
    """What a box of a Theater's marker is worth, with the marker that moves along."""
    known, theater = terms(s.m, s.scenario).boxes, marker_of(s, theater)
    if s.unified:
        return sum(known)
    if s.linked and theater in (POLISH, s.linked):
        return known[POLISH] + known[s.linked]
    return known[theater]


def prices(s: State) -> Mapping[Hex, float]:
    """What it means to have each town rather than to leave it to the enemy."""
    return _prices(s.m, s.scenario, tuple(box_price(s, theater) for theater in range(3)))


@lru_cache(maxsize=64)
def _prices(m: Model, scenario: int, boxed: tuple[float, float, float]) -> Mapping[Hex, float]:
    known, found = terms(m, scenario), dict[Hex, float]()
    for hex in members(m.urban & m.scenarios[scenario].ground):
        moved = sum(boxed) if hex == m.lwow else boxed[m.theater_of[hex]]
        number = m.value[hex] * (known.point + known.number + moved)
        found[hex] = number + known.cities.get(hex, 0.0) + TOWN
    return found


def value_of(s: State, unit: int) -> float:
    """What the loss of a unit costs its owner: points, morale, strength."""
    m = s.m
    if unit >= m.count:  # what is known to be under a marker, or about a unit
        return sum(value_of(s, each) for each in units_under(s, unit)) or 1.0
    shifted = 2 if m.steps[unit] == 3 and m.size[unit] == DIVISION else m.divisional >> unit & 1
    fighting = STRENGTH * (sp(s, unit) + m.icons[unit] + (m.elite >> unit & 1))
    box = box_price(s, m.theater_of[s.place[unit]]) if s.place[unit] >= 0 else BOX
    return terms(m, s.scenario).point * WORTH.get(m.size[unit], 0) + box * shifted + fighting + 0.3


def step_value(s: State, unit: int) -> float:
    """What the loss of one step costs."""
    now, m = level_of(s, unit), s.m
    if now + 1 >= m.steps[unit]:
        return value_of(s, unit)
    return STRENGTH * (m.sp[now][unit] - m.sp[now + 1][unit]) + 0.2


# -- the chance to win ------------------------------------------------------------------------------------------------


def chance_to_win(s: State, side: int) -> float:
    """By what counts at the end, and the strength that could still change it."""
    if s.ended:
        winner, _ = verdict(s)
        return 0.5 if winner == DRAW else float(winner == side)
    left = rounds_left(s)
    return 1 / (1 + exp(-balance(s, side) / (NARROW + (WIDE - NARROW) * left)))


def rounds_left(s: State) -> float:
    """The part of the game that is still to come."""
    scene = s.m.scenarios[s.scenario]
    return (scene.last - s.round + 1) / (scene.last - scene.first + 1)


def balance(s: State, side: int) -> float:
    """Points above what an even game takes, in favour of a side."""
    strength = [sum(sp(s, unit) for unit in on_map(s, army)) for army in (SOVIET, POLAND)]
    soviet = ahead(s) + 0.25 * rounds_left(s) * (strength[0] - strength[1])
    soviet += 0.15 * (boxes(s, BELARUS) + boxes(s, UKRAINE)) * rounds_left(s)
    return soviet if side == SOVIET else -soviet


def ahead(s: State) -> float:
    """How far the Soviets are beyond what would be a draw."""
    rule, held = s.m.scenarios[s.scenario].victory, s.held[SOVIET]
    if isinstance(rule, Points):
        toward, without = 1 if rule.side == SOVIET else -1, bool(rule.needed & ~s.held[rule.side])
        return s.vp - toward * ((rule.win + rule.draw) / 2 + CITY / 2 * without)
    if isinstance(rule, MoraleSum):
        return standing(s) - (rule.win + rule.draw) / 2
    if isinstance(rule, KeepCities):
        return boxes(s, POLISH) - rule.box / 2 + CITY * (rule.keep & held).bit_count()
    if isinstance(rule, CountTowns):
        taken = (rule.hexes & held).bit_count() - (rule.soviet + rule.poland) / 2
        return LISTED * taken + max(-6.0, min(6.0, home_box(s) / 2))
    return standing(s) + (rule.poland + rule.draw) / 2
