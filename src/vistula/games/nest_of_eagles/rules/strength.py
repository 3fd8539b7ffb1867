"""10.3, 10.7 The Attack Success Chance: the cell of the table and every modifier, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from vistula.parts.odds import Line, total
from vistula.parts.sides import Sides, holds

from ..model import POLAND, SOVIET, Model
from ..state import ATTACK_2, State, sp, stands, units_at
from . import special_orders
from .friction import encircled
from .ground import enemy_lines, friction_ground, rivers
from .morale import level
from .queries import defence, elite, opened, plain_now, riders_with_lof
from .supply import in_supply

MOST = 8
"""[10.3a] Strength above this counts no more."""


class Odds(NamedTuple):
    """What an attack stands at, before any order is known or after."""

    attack: int
    defence: int
    base: int
    lines: tuple[Line, ...]

    @property
    def chance(self) -> int:
        """[10.7m, 10.7p] The final Attack Success Chance, which no limit holds."""
        return self.base + total(self.lines)


def work_out(s: State, attackers: Sequence[int], target: int, order: int = 0, answer: int = 0) -> Odds:
    """[10.3a, 10.7m] The chance of an attack as it stands."""
    side = s.side
    attackers = opened(s, attackers) if s.concealment else attackers
    strong = sum(sp(s, unit) for unit in attackers)
    weak = defence(s, units_at(s, 1 - side, target))
    base = s.m.chance[min(strong, MOST)][min(weak, MOST)]
    lines = modifiers(s, attackers, target, order, answer)
    return Odds(strong, weak, base, tuple(line for line in lines if line.value))


def very_favorable(s: State, odds: Odds) -> bool:
    """[10.5a, 10.5c] By strength alone."""
    return s.m.very_favorable[min(odds.attack, MOST)][min(odds.defence, MOST)]


def modifiers(s: State, attackers: Sequence[int], target: int, order: int, answer: int) -> Iterator[Line]:
    """[10.7a, 10.7b, 10.7c, 10.7d, 10.7e, 10.7f, 10.7g, 10.7h, 10.7i, 10.7j, 10.7k, 10.7l, 14.2]
    Every modifier; of the defender neither elite nor morale counts [10.7n]."""
    m, side = s.m, s.side
    theater = m.theater_of[target]
    yield Line("difficult terrain", -1 if m.difficult >> target & 1 else 0, "10.7a")
    yield Line("city", -1 if m.cities >> target & 1 else 0, "10.7b")
    yield Line("fortress", -2 if m.fortresses >> target & 1 else 0, "10.7c")
    yield worst_side(s, attackers, target)
    yield Line("Second Attack Phase", -3 if s.phase == ATTACK_2 else 0, "10.7g")
    hungry = any(not in_supply(s, unit) for unit in attackers)
    yield Line("out of supply", -1 if hungry else 0, "10.7h")
    yield Line("elite", 1 if any(counts_elite(s, unit) for unit in attackers) else 0, "10.7i")
    yield Line("morale", level(s, side, theater), "10.7j")
    yield Line(
        "support", sum(m.icons[u] for u in attackers if m.icons[u] and in_supply(s, u)), "10.7k"
    )  # [3.4.1a, 3.4.2a]
    against = sum(m.icons[u] for u in units_at(s, 1 - side, target))
    yield Line("support of the defender", -against, "3.4.2b")  # [3.4.1a, 3.4.3g]
    yield Line("encircled", 2 if is_encircled(s, 1 - side, target) else 0, "10.7l")  # [4.1c]
    german = s.freikorps and side == SOVIET and m.near_germany >> target & 1
    yield Line("Freikorps", 1 if german else 0, "23.3.2.8")
    for given in (order, answer):
        yield Line(special_orders.NAMES[given], special_orders.CHANCE[given], special_orders.RULES[given])


def counts_elite(s: State, unit: int) -> bool:
    """[10.7i, 10.8c] Elite, or cavalry that generates LOF in the Second Attack Phase."""
    riders = riders_with_lof(s) & ~plain_now(s) if s.phase == ATTACK_2 else 0
    return bool((elite(s) | riders) >> unit & 1)


@lru_cache(maxsize=16384)
def side_modifier(m: Model, side: int, here: int, target: int) -> Line:
    """[10.7d, 10.7e, 10.7f] What the hexside between an attacking hex and its target takes off."""
    view = rivers(m, side)
    value, words = 0, []
    rule = "10.7d"
    if holds(m.grid, view.small, here, target):
        value, words = -1, ["small river"]
    elif holds(m.grid, view.bridge, here, target) or holds(m.grid, view.wide, here, target):
        value, words, rule = -2, ["large river"], "10.7e"
    if holds(m.grid, m.fortified, here, target):
        value, words, rule = value - 2, [*words, "fortification line"], "10.7f"
    return Line(" and ".join(words), value, rule)


def worst_side(s: State, attackers: Sequence[int], target: int) -> Line:
    """[10.7o] Of the hexside modifiers the worst that half of the attacking SP meet, or worse ones."""
    side = s.side
    strength: dict[int, int] = {}
    for unit in attackers:
        here = stands(s, unit)
        strength[here] = strength.get(here, 0) + sp(s, unit)
    found = sorted((side_modifier(s.m, side, hex, target) for hex in strength), key=lambda term: term.value)
    by_value = {hex: side_modifier(s.m, side, hex, target).value for hex in strength}
    for term in found:
        met = sum(strength[hex] for hex, value in by_value.items() if value <= term.value)
        if 2 * met >= sum(strength.values()):
            return term
    return found[-1]


def is_encircled(s: State, side: int, hex: int) -> bool:
    """[4.1a, 4.1b] Whether the units of a side in a hex are Encircled (N-8, N-23)."""
    m = s.m
    return bool(_ring(m, side, s.occupied[side], s.occupied[1 - side], enemy_lines(s, side)) >> hex & 1)


@lru_cache(maxsize=256)
def _ring(m: Model, side: int, units: int, enemies: int, lines: Sides) -> int:
    ground = friction_ground(m)
    return encircled(ground, ground.polish if side == POLAND else ground.soviet, units, enemies, lines)
