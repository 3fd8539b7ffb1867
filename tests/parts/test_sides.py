"""Hexsides as six sets, against hexsides as pairs of hexes."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from vistula.board.hexes import HexGrid, HexSet, Side, bits, collect, members
from vistula.parts.sides import (
    Sides,
    back_through,
    between,
    both,
    common,
    common_gates,
    edge,
    edges,
    entering,
    every,
    gates_of,
    holds,
    leaving,
    minus,
    pairs_of,
    rim,
    sides_of,
    some,
    through,
    turned,
    union,
)


class Case(NamedTuple):
    grid: HexGrid
    pairs: set[Side]
    others: set[Side]
    hexes: HexSet

    @property
    def sides(self) -> Sides:
        return sides_of(self.grid, self.pairs)


def case(seed: int) -> Case:
    rng = random.Random(seed)
    grid = HexGrid(rng.randint(1, 5), rng.randint(1, 5), rng.randint(0, 1))
    every_side = [(a, b) for a in bits(grid.valid) for b in grid.neighbours[a]]
    hexes = collect(h for h in bits(grid.valid) if rng.random() < 0.4)
    return Case(grid, *({s for s in every_side if rng.random() < 0.4} for _ in range(2)), hexes)


CASES = [case(seed) for seed in range(12)]


@pytest.mark.parametrize("c", CASES)
def test_sides_are_the_pairs_they_were_made_of(c: Case) -> None:
    assert pairs_of(c.grid, c.sides) == c.pairs
    for a in bits(c.grid.valid):
        assert {b for b in c.grid.neighbours[a] if holds(c.grid, c.sides, a, b)} == {b for x, b in c.pairs if x == a}
    assert some(c.sides) == collect(a for a, _ in c.pairs)


@pytest.mark.parametrize("c", CASES)
def test_sides_are_put_together_like_sets_of_pairs(c: Case) -> None:
    grid, others = c.grid, sides_of(c.grid, c.others)
    assert pairs_of(grid, union(c.sides, others)) == c.pairs | c.others
    assert pairs_of(grid, common(c.sides, others)) == c.pairs & c.others
    assert pairs_of(grid, minus(c.sides, others)) == c.pairs - c.others
    assert pairs_of(grid, turned(grid, c.sides)) == {(b, a) for a, b in c.pairs}
    assert pairs_of(grid, both(grid, c.sides)) == c.pairs | {(b, a) for a, b in c.pairs}


@pytest.mark.parametrize("c", CASES)
def test_sides_of_sets_of_hexes(c: Case) -> None:
    grid, inside = c.grid, set(members(c.hexes))
    next_to = [(a, b) for a in bits(grid.valid) for b in grid.neighbours[a]]
    assert pairs_of(grid, leaving(c.hexes)) == {(a, b) for a, b in next_to if a in inside}
    assert pairs_of(grid, entering(grid, c.hexes)) == {(a, b) for a, b in next_to if b in inside}
    assert pairs_of(grid, rim(grid, c.hexes)) == {(a, b) for a, b in next_to if a in inside and b not in inside}
    rest = collect(b for a, b in c.pairs)
    expected = {(a, b) for a, b in next_to if a in inside and rest >> b & 1}
    assert pairs_of(grid, between(grid, c.hexes, rest)) == expected


@pytest.mark.parametrize("c", CASES)
def test_the_edge_of_the_map_has_sides_too(c: Case) -> None:
    grid = c.grid
    lost = [[] for _ in range(6)]
    for hex in bits(c.hexes):
        for direction, step in enumerate(grid.steps(hex)):
            if not grid.valid >> hex + step & 1:
                lost[direction].append(hex)
    assert edge(grid, c.hexes) == tuple(collect(row) for row in lost)
    assert union(edge(grid, c.hexes), between(grid, c.hexes, grid.valid & ~c.hexes)) == rim(grid, c.hexes)


@pytest.mark.parametrize("c", CASES)
def test_the_four_edges_are_told_by_what_runs_out(c: Case) -> None:
    grid = c.grid
    expected = [[0] * 6 for _ in range(4)]
    for hex in bits(grid.valid):
        for direction, step in enumerate(grid.steps(hex)):
            line, position = divmod(hex + step, grid.stride)
            beyond = (line < 1, line > grid.lines, position < 1, position > grid.length)
            if any(beyond):
                expected[beyond.index(True)][direction] |= 1 << hex
    assert edges(grid) == tuple(tuple(row) for row in expected)


@pytest.mark.parametrize("c", CASES)
def test_all_sides_of_a_hex(c: Case) -> None:
    grid = c.grid
    closed = union(c.sides, edge(grid, grid.valid))
    expected = collect(a for a in bits(grid.valid) if all((a, b) in c.pairs for b in grid.neighbours[a]))
    assert every(closed) == expected


@pytest.mark.parametrize("c", CASES)
def test_gates_lead_over_their_sides_and_back(c: Case) -> None:
    made = gates_of(c.grid, union(c.sides, edge(c.grid, c.grid.valid)))  # sides off the map lead nowhere
    assert through(made, c.hexes) == collect(b for a, b in c.pairs if c.hexes >> a & 1)
    assert gates_of(c.grid, c.sides).doors == collect(a for a, _ in c.pairs)
    assert back_through(made, c.hexes) == collect(a for a, b in c.pairs if c.hexes >> b & 1)


@pytest.mark.parametrize("c", CASES)
def test_a_set_is_shifted_as_its_hexes_are(c: Case) -> None:
    for direction in range(6):
        expected = collect(to for h in bits(c.hexes) if c.grid.valid >> (to := h + c.grid.steps(h)[direction]) & 1)
        assert c.grid.shift(c.hexes, direction) == expected


@pytest.mark.parametrize("c", CASES)
def test_gates_in_common_lead_where_both_do(c: Case) -> None:
    other = sides_of(c.grid, c.others)
    both_ways = common_gates(gates_of(c.grid, c.sides), gates_of(c.grid, other))
    assert both_ways == gates_of(c.grid, common(c.sides, other))
