"""Reach by layers, against every way without a loop on small boards, and against the search by hexes on a real one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from vistula.board.hexes import HexGrid, HexSet, Side, bits, collect, members
from vistula.board.paths import Way, ways
from vistula.games.nest_of_eagles.board import read_board
from vistula.parts.layers import (
    Ground,
    along,
    exits,
    ground,
    next_hexes,
    price,
    reach,
    reach_back,
    steps,
    takes_all,
    way,
)
from vistula.parts.sides import between, gates_of, leaving, minus, sides_of


class Problem(NamedTuple):
    """A small board, once as ground and once as a table of steps: (cost, whether it ends the move)."""

    grid: HexGrid
    ground: Ground
    table: dict[Side, list[tuple[int, bool]]]
    whole: set[Side]
    stops: HexSet
    start: HexSet
    points: int


def problem(seed: int) -> Problem:
    rng = random.Random(seed)
    grid = HexGrid(rng.randint(2, 3), rng.randint(2, 4), rng.randint(0, 1))
    hexes = list(bits(grid.valid))
    sides = [(a, b) for a in hexes for b in grid.neighbours[a]]
    table: dict[Side, list[tuple[int, bool]]] = {side: [] for side in sides}
    kinds = []
    for last in (False, False, True):
        chosen = {side for side in sides if rng.random() < 0.4}
        costs = {hex: rng.randint(0 if seed % 3 == 0 else 1, 4) for hex in hexes if rng.random() < 0.8}
        entries = {cost: collect(h for h in costs if costs[h] == cost) for cost in set(costs.values())}
        kinds.append(steps(grid, sides_of(grid, chosen), entries, last))
        for a, b in chosen:
            if b in costs:
                table[a, b].append((costs[b], last))
    whole = {side for side in sides if rng.random() < 0.1}
    one_kind = steps(grid, sides_of(grid, whole), {7: grid.valid})
    stops = collect(h for h in hexes if rng.random() < 0.2)
    start = collect(rng.sample(hexes, rng.choice((1, 1, 2))))
    return Problem(grid, Ground(tuple(kinds), (one_kind,), stops), table, whole, stops, start, rng.randint(1, 6))


def every_way(p: Problem, start: int, fresh: bool) -> Iterator[Way]:
    """Every way without a loop from one hex, hex by hex."""
    queue = [(Way(0, 0, ()), False)]
    while queue:
        walked, ended = queue.pop()
        here = walked.hexes[-1] if walked.hexes else start
        yield walked
        if ended or (walked.hexes and p.stops >> here & 1):
            continue
        for to in p.grid.neighbours[here]:
            if to == start or to in walked.hexes:
                continue
            for cost, last in p.table[here, to]:
                if walked.spent + cost <= p.points:
                    queue.append((Way(walked.spent + cost, walked.length + 1, (*walked.hexes, to)), last))
            if fresh and not walked.hexes and (here, to) in p.whole:
                queue.append((Way(p.points, 1, (to,)), True))


@cache
def best(seed: int, fresh: bool) -> dict[tuple[int, int], Way]:
    """The best way from each hex to each."""
    p, found = problem(seed), {}
    for start in bits(p.grid.valid):
        for found_way in every_way(p, start, fresh):
            pair = start, found_way.hexes[-1] if found_way.hexes else start
            found[pair] = min(found_way, found.get(pair, found_way))
    return found


def by_cost(costs: dict[int, int], points: int) -> list[HexSet]:
    return [collect(hex for hex in costs if costs[hex] == spent) for spent in range(points + 1)]


SEEDS = range(150)


@pytest.mark.parametrize("fresh", [True, False])
def test_layers_are_the_cheapest_ways_from_the_nearest_start(fresh: bool) -> None:
    for seed in SEEDS:
        p, costs = problem(seed), {}
        for (start, to), found in best(seed, fresh).items():
            if p.start >> start & 1:
                costs[to] = min(found.spent, costs.get(to, found.spent))
        layers = reach(p.ground, p.start, p.points, fresh)
        assert layers.reached == by_cost(costs, p.points), seed
        assert all(layers.cost(hex) == costs.get(hex, -1) for hex in bits(p.grid.valid))
        for points in range(p.points + 1):
            assert layers.within(points) == collect(hex for hex in costs if costs[hex] <= points)


@pytest.mark.parametrize("fresh", [True, False])
def test_backwards_they_are_the_cheapest_ways_to_the_nearest_goal(fresh: bool) -> None:
    for seed in SEEDS:
        p, costs = problem(seed), {}
        for (start, to), found in best(seed, fresh).items():
            if p.start >> to & 1:
                costs[start] = min(found.spent, costs.get(start, found.spent))
        assert reach_back(p.ground, p.start, p.points, fresh).reached == by_cost(costs, p.points)


@pytest.mark.parametrize("fresh", [True, False])
def test_the_way_traced_is_the_best_of_all(fresh: bool) -> None:
    for seed in SEEDS:
        p, known = problem(seed), best(seed, fresh)
        layers = reach(p.ground, p.start, p.points, fresh)
        pairs = [(1 << goal | 1 << other) for goal in bits(p.grid.valid) for other in bits(p.grid.valid)]
        for goals in pairs:
            found = [w for (a, b), w in known.items() if p.start >> a & 1 and goals >> b & 1]
            assert way(p.ground, layers, goals) == min(found, default=None)


def test_the_next_hexes_are_where_one_step_leads() -> None:
    for seed in SEEDS:
        p = problem(seed)
        for here in bits(p.grid.valid):
            for points in range(5):
                near = {b for (a, b), kinds in p.table.items() if a == here and any(c <= points for c, _ in kinds)}
                assert next_hexes(p.ground, here, points, fresh=False) == collect(near)
                assert next_hexes(p.ground, here, points) == collect(near | {b for a, b in p.whole if a == here})


def test_a_step_has_the_price_of_its_cheapest_kind() -> None:
    for seed in SEEDS:
        p = problem(seed)
        for (a, b), kinds in p.table.items():
            assert price(p.ground, a, b) == min((cost for cost, _ in kinds), default=-1)
            assert takes_all(p.ground, a, b) == ((a, b) in p.whole)


def test_exits_are_where_a_step_can_be_taken() -> None:
    for seed in SEEDS:
        p = problem(seed)
        for points in range(5):
            able = {a for (a, b), kinds in p.table.items() if any(cost <= points for cost, _ in kinds)}
            assert exits(p.ground, points, fresh=False) == collect(able)
            assert exits(p.ground, points) == collect(able | {a for a, _ in p.whole})


# -- the usual ground ----------------------------------------------------------------------------------------------


@cache
def nest() -> Any:
    """The board of Nest of Eagles with rivers that cost, borders, and an enemy whose zones end a move."""
    b, rng = read_board(), random.Random(20)
    grid = b.map.grid
    enemies = collect(rng.sample(members(b.play), 40))
    zone = grid.dilate(enemies) & ~enemies
    free = b.play & ~enemies
    entries = {1: free & ~b.difficult, 2: free & b.difficult}
    river = sides_of(grid, b.small | b.large)
    wide = sides_of(grid, b.large)
    shut = between(grid, zone, zone)
    rest = minus(leaving(grid.valid), shut)
    forced = (steps(grid, rest, {1: free}),)
    made = ground(grid, entries, {1: river, 3: wide}, shut, zone, forced)
    cost = [dict.fromkeys(b.map.grid.neighbours[a], 0) for a in range(grid.size)]
    for a, row in enumerate(cost):
        for to in row:
            row[to] = 1 + (b.difficult >> to & 1) + (3 if (a, to) in b.large else (a, to) in b.small)
    starts = [hex for hex in members(free) if hex % 7 == 0]
    return b, made, cost, zone, enemies, starts


def test_on_a_whole_map_layers_are_what_a_search_by_hexes_finds() -> None:
    b, made, cost, zone, enemies, starts = nest()
    barred = ~b.play | enemies
    for start in starts:
        first = zone if zone >> start & 1 else 0
        for points, fresh in ((4, False), (2, True)):
            known = ways(start, points, cost, barred, zone, first, first_is_free=fresh)
            layers = reach(made, 1 << start, points, fresh)
            spent = {hex: found.spent for hex, found in known.items()} | {start: 0}
            assert layers.reached == by_cost(spent, points)
        goal = max(known, default=start)
        assert way(made, layers, 1 << goal) == known.get(goal, Way(0, 0, ()))


def test_on_a_whole_map_forwards_and_backwards_agree() -> None:
    b, made, _, _, _, starts = nest()
    towns = b.urban & b.play
    back = reach_back(made, towns, 6)
    for start in starts:
        forwards = reach(made, 1 << start, 6)
        assert back.cost(start) == min((c for c in map(forwards.cost, members(towns)) if c >= 0), default=-1)


def test_no_way_goes_on_after_a_step_that_ends_the_move() -> None:
    """The hex that such a step leads to lies on ways as good, which enter it otherwise."""
    grid = HexGrid(4, 4, 0)
    start, detour, low, high, beyond, goal = map(grid.index, ("0102", "0101", "0201", "0202", "0302", "0301"))
    one = sides_of(grid, [(start, detour), (detour, low), (low, beyond), (high, beyond), (beyond, goal)])
    kinds = (
        steps(grid, one, {1: grid.valid}),
        steps(grid, sides_of(grid, [(start, high)]), {2: grid.valid}),
        steps(grid, sides_of(grid, [(start, low)]), {2: grid.valid}, last=True),
    )
    field = Ground(kinds, (), 0)
    assert way(field, reach(field, 1 << start, 4), 1 << goal) == Way(4, 3, (high, beyond, goal))


def test_half_points_count_in_halves() -> None:
    grid = HexGrid(1, 5, 0)
    road = ground(grid, {1: grid.valid})  # half a point a hex
    assert reach(road, 1 << grid.index("0101"), 3).within(3) == collect(
        map(grid.index, ("0101", "0102", "0103", "0104"))
    )


def test_without_an_end_of_points_everything_joined_is_reached() -> None:
    grid = HexGrid(1, 9, 0)
    line = ground(grid, {0: grid.valid & ~(1 << grid.index("0105"))})
    assert reach(line, 1 << grid.index("0101"), 0).within(0) == collect(
        map(grid.index, ("0101", "0102", "0103", "0104"))
    )


def test_ground_along_some_sides_is_the_ground_without_the_others() -> None:
    for seed in range(40):
        p = problem(seed)
        rng = random.Random(seed)
        open_ = {side for side in p.table if rng.random() < 0.5}
        less = p._replace(
            ground=along(p.ground, gates_of(p.grid, sides_of(p.grid, open_))),
            table={side: kinds if side in open_ else [] for side, kinds in p.table.items()},
            whole=p.whole & open_,
        )
        found = reach(less.ground, less.start, less.points)
        wanted = {way.hexes[-1] for start in members(less.start) for way in every_way(less, start, True) if way.hexes}
        assert set(members(found.within(less.points) & ~less.start)) == wanted - set(members(less.start))
