"""Ways over a board, against a search that simply tries everything on small boards."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import HexGrid, bits
from vistula.board.paths import Way, ways


def board(seed):
    """A small board with costs, barred hexes and hexes where a move ends."""
    rng = random.Random(seed)
    grid = HexGrid(rng.randint(2, 4), rng.randint(2, 5), rng.randint(0, 1))
    costs = [{n: rng.randint(1, 4) for n in near} for near in grid.neighbours]
    barred = sum(1 << h for h in bits(grid.valid) if rng.random() < 0.2)
    stops = sum(1 << h for h in bits(grid.valid) if rng.random() < 0.2)
    first = sum(1 << h for h in bits(grid.valid) if rng.random() < 0.2)
    start = rng.choice(list(bits(grid.valid)))
    return start, rng.randint(1, 6), costs, barred, stops, first, rng.random() < 0.5


def all_ways(start, points, costs, barred, stops, first, free):
    """Every way without a loop, hex by hex."""
    found = {}
    queue = [((start,), 0)]
    while queue:
        path, spent = queue.pop()
        here = path[-1]
        if here != start:
            way = Way(spent, len(path) - 1, path[1:])
            found[here] = min(way, found.get(here, way))
            if stops >> here & 1:
                continue
        for to, cost in costs[here].items():
            fresh = here == start
            if to in path or barred >> to & 1 or (fresh and first >> to & 1):
                continue
            if spent + cost <= points or (fresh and free):
                queue.append(((*path, to), min(spent + cost, points)))
    return found


@pytest.mark.parametrize("seed", range(300))
def test_the_best_way_is_found_to_every_hex_within_reach(seed):
    problem = board(seed)
    assert ways(*problem) == all_ways(*problem)


def test_ties_go_to_fewer_hexes_then_to_lower_numbers():
    #   0 -> 1 -> 3 costs 1 + 1, 0 -> 2 -> 3 as much, 0 -> 3 directly 2
    costs = [{1: 1, 2: 1, 3: 2}, {3: 1}, {3: 1}, {4: 1}, {}]
    assert ways(0, 9, costs, 0, 0)[3] == Way(2, 1, (3,))
    del costs[0][3]
    assert ways(0, 9, costs, 0, 0)[3] == Way(2, 2, (1, 3))


def test_the_first_step_may_take_all_points():
    costs = [{1: 5}, {2: 1}, {}]
    assert ways(0, 2, costs, 0, 0) == {1: Way(2, 1, (1,))}
    assert ways(0, 2, costs, 0, 0, first_is_free=False) == {}
