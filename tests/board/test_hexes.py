"""Hex grids: every shortcut (shifts, formulas, caches) against the plain definition of six neighbours."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vistula.board.hexes import (
    Hex,
    HexGrid,
    HexSet,
    bit,
    bits,
    chain,
    collect,
    flood,
    members,
    sides_between,
)

W1920 = HexGrid(31, 35, 0)
GRIDS = (W1920, HexGrid(5, 4, 1), HexGrid(4, 5, 0), HexGrid(1, 6, 1), HexGrid(7, 1, 0), HexGrid(51, 36, 1))

grids = st.sampled_from(GRIDS[:5])
drawn = st.data()


def some_set(data: st.DataObject, grid: HexGrid) -> HexSet:
    return collect(data.draw(st.sets(st.sampled_from(members(grid.valid)), max_size=30)))


def some_hex(data: st.DataObject, grid: HexGrid) -> Hex:
    return data.draw(st.sampled_from(members(grid.valid)))


def steps_by_walking(grid: HexGrid, start: Hex) -> dict[Hex, int]:
    """Distances by breadth-first search over neighbours."""
    found = {start: 0}
    queue = [start]
    for here in queue:
        for n in grid.neighbours[here]:
            if n not in found:
                found[n] = found[here] + 1
                queue.append(n)
    return found


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_numbers_and_indices_go_both_ways(grid: HexGrid) -> None:
    hexes = members(grid.valid)
    assert len(hexes) == grid.lines * grid.length
    assert [grid.index(grid.number(h)) for h in hexes] == hexes
    assert all(grid.at(grid.line(h), grid.position(h)) == h for h in hexes)
    assert max(hexes) < grid.size


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_neighbours_are_mutual_and_at_most_six(grid: HexGrid) -> None:
    for h in bits(grid.valid):
        assert len(set(grid.neighbours[h])) == len(grid.neighbours[h]) <= 6
        assert grid.around[h] == collect(grid.neighbours[h])
        for n in grid.neighbours[h]:
            assert h in grid.neighbours[n]
            assert grid.direction(h, n) == (grid.direction(n, h) + 3) % 6


def test_slots_outside_the_grid_have_no_neighbours() -> None:
    assert all(W1920.neighbours[i] == () for i in range(W1920.size) if not W1920.valid >> i & 1)


@pytest.mark.parametrize("grid", GRIDS[:5], ids=repr)
def test_distance_is_the_number_of_steps(grid: HexGrid) -> None:
    for a in members(grid.valid)[::7]:
        assert all(grid.distance(a, b) == n for b, n in steps_by_walking(grid, a).items())


@given(drawn, grids)
def test_dilate_is_the_union_of_neighbours(data: st.DataObject, grid: HexGrid) -> None:
    hexes = some_set(data, grid)
    union = 0
    for h in bits(hexes):
        union |= grid.around[h]
    assert grid.dilate(hexes) == union


@given(drawn, grids)
def test_rings_part_the_map_by_distance(data: st.DataObject, grid: HexGrid) -> None:
    h = some_hex(data, grid)
    rings = grid.rings(h)
    assert sum(rings) == grid.valid
    assert sum(ring.bit_count() for ring in rings) == grid.valid.bit_count()
    assert all(grid.distance(h, b) == n for n, ring in enumerate(rings) for b in bits(ring))
    assert grid.rings(h) is rings


@given(drawn, grids)
def test_flood_reaches_what_walking_reaches(data: st.DataObject, grid: HexGrid) -> None:
    allowed, start = some_set(data, grid), some_set(data, grid)
    seen = {h for h in bits(start) if allowed >> h & 1}
    queue = list(seen)
    for here in queue:
        for n in grid.neighbours[here]:
            if allowed >> n & 1 and n not in seen:
                seen.add(n)
                queue.append(n)
    assert flood(grid, start, allowed) == collect(seen)


@given(st.sets(st.integers(0, 2000), max_size=60))
def test_sets_as_ints(hexes: set[int]) -> None:
    packed = collect(hexes)
    assert list(bits(packed)) == members(packed) == sorted(hexes)
    assert packed == sum(bit(h) for h in hexes)


@given(drawn, grids)
def test_sides_between_part_two_sets(data: st.DataObject, grid: HexGrid) -> None:
    one = some_set(data, grid)
    other = some_set(data, grid) & ~one
    wanted = {(a, b) for a in bits(one) for b in grid.neighbours[a] if other >> b & 1}
    found = sides_between(grid, one, other)
    assert set(found) == wanted
    assert len(found) == len(wanted)


@given(drawn, grids)
def test_chain_keeps_every_side_once_and_joins_neighbours(data: st.DataObject, grid: HexGrid) -> None:
    one = some_set(data, grid)
    sides = sides_between(grid, one, grid.valid & ~one)
    strokes = chain(grid, sides)
    assert sorted(s for stroke in strokes for s in stroke) == sorted(sides)
    for stroke in strokes:
        for (a, b), (c, d) in pairwise(stroke):
            assert len({a, b, c, d}) == 3  # two sides that meet in a corner share a hex


def test_the_side_around_one_hex_is_one_stroke() -> None:
    h = W1920.index("1617")
    (ring,) = chain(W1920, [(h, n) for n in W1920.neighbours[h]])
    assert len(ring) == 6


def test_facts_of_the_printed_numbers() -> None:
    """A unit goes 1925, 1924, 1823; the first and the last are not adjacent. Even lines lie half a hex further east."""
    h1925, h1924, h1823 = (W1920.index(n) for n in ("1925", "1924", "1823"))
    assert W1920.distance(h1925, h1924) == W1920.distance(h1924, h1823) == 1
    assert W1920.distance(h1925, h1823) == 2
    assert {W1920.number(n) for n in W1920.neighbours[h1924]} == {"1923", "1925", "1823", "1824", "2023", "2024"}
    assert {W1920.number(n) for n in W1920.neighbours[W1920.index("1823")]} == {
        "1822", "1824", "1723", "1724", "1923", "1924",
    }  # fmt: skip


def test_directions_turn_from_west_by_north() -> None:
    h = W1920.index("1617")
    ring = ["1616", "1717", "1718", "1618", "1518", "1517"]
    assert [W1920.number(n) for n in W1920.neighbours[h]] == ring
    assert [W1920.direction(h, W1920.index(n)) for n in ring] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("3201", "there is no hex 3201: the map ends at 3135"),
        ("0100", "there is no hex 0100"),
        ("615", "'615' is no hex number: four digits are wanted"),
        ("Lwów", "is no hex number"),
        ("０６１５", "is no hex number"),
    ],
)
def test_wrong_numbers_are_named(number: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        W1920.index(number)


def test_wrong_grids_and_slots_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        HexGrid(100, 35, 0)
    with pytest.raises(ValueError, match=r"even \(0\) or the odd \(1\)"):
        HexGrid(31, 35, 2)
    with pytest.raises(ValueError, match="is no hex of the map"):
        W1920.number(0)
    with pytest.raises(ValueError, match="1823 is not next to 1925"):
        W1920.direction(W1920.index("1925"), W1920.index("1823"))
