"""Movement, eligibility, supply and retreat against an oracle in plain words, on units scattered over the map."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import bits, collect
from vistula.games.nest_of_eagles.model import POLAND, SOVIET
from vistula.games.nest_of_eagles.rules.movement import begin_movement
from vistula.games.nest_of_eagles.rules.reactive import eligible
from vistula.games.nest_of_eagles.rules.routes import OFF_MAP, plan
from vistula.games.nest_of_eagles.rules.strength import is_encircled
from vistula.games.nest_of_eagles.rules.supply import in_supply
from vistula.games.nest_of_eagles.rules.ways import allowance, shut, terrain
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, State
from vistula.kernel import barred
from vistula.parts.layers import reach

from .plain import LAND, OFF, Plain, away, best_ways, foot, scattered
from .positions import M, give, hex, numbers, situation, unit

rule = pytest.mark.rule


def somewhere(seed: int) -> tuple[State, Plain, random.Random]:
    """Units of both sides around some hex, and towns of either."""
    rng = random.Random(seed)
    middle, far = rng.choice(sorted(LAND)), rng.choice((3, 4, 5))
    near = [each for each in sorted(LAND) if away(middle, each) <= far]
    s = scattered(situation(), rng, rng.sample(near, len(near) * 2 // 3), rng.choice((0.1, 0.2, 0.3)))
    for town in bits(M.urban & ~s.occupied[POLAND] & ~s.occupied[SOVIET]):
        if rng.random() < 0.5:
            give(s, rng.choice((POLAND, SOVIET)), town)
    return s, Plain(s), rng


@rule(
    "7.1a",
    "7.1b",
    "7.1c",
    "7.1d",
    "7.1e",
    "7.1f",
    "7.1g",
    "7.1h",
    "7.1i",
    "7.1j",
    "7.1k",
    "7.1l",
    "7.1o",
    "7.1p",
    "2.6a",
)
@pytest.mark.parametrize("seed", range(12))
def test_where_a_unit_can_go(seed: int) -> None:
    s, plain, rng = somewhere(seed)
    s.side = rng.choice((POLAND, SOVIET))
    begin_movement(s, s.side)
    walkers = [key for key in plain.at if plain.army(key) == s.side and foot(key)]
    for key in walkers:
        u, home = unit(key), plain.at[key]
        others = {place for other, place in plain.at.items() if other != key and plain.army(other) == s.side}
        walked, ground, points = plain.walk(key, others), terrain(s, u, s.place[u]), allowance(s, u)
        closed = numbers(barred(shut(s, u)))
        if not closed & set(walked):  # else another chapter has closed some of it
            assert numbers(reach(ground, 1 << s.place[u], points, True).within(points)) - {home} == set(walked), key


@rule("8.2a", "8.2b", "8.2d", "8.2e", "8.2f", "8.2g")
@pytest.mark.parametrize("seed", range(40))
def test_who_may_react(seed: int) -> None:
    s, plain, _ = somewhere(seed)
    for side in (POLAND, SOVIET):
        expected = [
            unit(key) for key, place in plain.at.items() if plain.army(key) == side and plain.eligible(place, side)
        ]
        assert eligible(s, side) == collect(expected)


@rule("4.1a", "4.1b")
@pytest.mark.parametrize("seed", range(25))
def test_who_is_encircled(seed: int) -> None:
    s, plain, _ = somewhere(seed)
    for side in (POLAND, SOVIET):
        for place in plain.hexes(side):
            assert is_encircled(s, side, hex(place)) == plain.encircled(place, side), place


@rule("15.0a", "15.0b", "15.0c", "15.2a")
@pytest.mark.parametrize("seed", range(8))
def test_who_is_supplied(seed: int) -> None:
    s, plain, _ = somewhere(seed)
    for key in plain.at:
        assert in_supply(s, unit(key)) == plain.supplied(key), key


@rule(
    "11.1a",
    "11.1b",
    "11.3a",
    "11.3b",
    "11.3c",
    "11.3d",
    "11.3e",
    "11.3g",
    "11.4a",
    "11.5a",
    "11.6a",
    "11.6b",
    "11.6c",
    "11.6d",
    "11.6e",
)
@pytest.mark.parametrize("seed", range(25))
def test_where_a_group_retreats(seed: int) -> None:
    s, plain, rng = somewhere(seed)
    for side in (POLAND, SOVIET):
        for place in sorted(plain.hexes(side)):
            here = [key for key in plain.here(place, side) if unit(key) != M.air]
            for s.phase, length in ((ATTACK_1, 2), (ATTACK_2, 1)) if here else ():
                keys = rng.sample(here, rng.randint(1, len(here)))
                expected, cost = best_ways(plain, keys, length, LAND)
                left = plan(s, [unit(key) for key in keys]).ways.values()
                found = {tuple(OFF if h == OFF_MAP else M.grid.number(h) for h in route.hexes) for route in left}
                assert (found, {route.cost for route in left}) == (expected, {cost}), (keys, place, length)
