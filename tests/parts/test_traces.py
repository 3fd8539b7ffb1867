"""Zones and traces on small maps, against walking step by step."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vistula.parts.traces import NO_WAY, distance, hanging, spread, steps, within
from vistula.parts.zones import beside, unblocked

SIZE = 7
SETS = st.integers(0, (1 << SIZE) - 1)
PAIRS = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)))


def links_of(pairs: list[tuple[int, int]]) -> list[int]:
    links = [0] * SIZE
    for a, b in pairs:
        links[a] |= 1 << b
        links[b] |= 1 << a
    return links


def members(spaces: int) -> set[int]:
    return {space for space in range(SIZE) if spaces >> space & 1}


def lengths(pairs: list[tuple[int, int]], start: set[int], ground: set[int]) -> dict[int, int]:
    """Steps to every space that a walk over the ground reaches."""
    found = dict.fromkeys(start, 0)
    for _ in range(SIZE):
        for a, b in [*pairs, *((b, a) for a, b in pairs)]:
            if a in found and b in ground:
                found[b] = min(found.get(b, NO_WAY), found[a] + 1)
    return found


@given(PAIRS, SETS)
def test_what_is_beside(pairs: list[tuple[int, int]], spaces: int) -> None:
    near = {b for a, b in [*pairs, *((b, a) for a, b in pairs)] if spaces >> a & 1}
    assert members(beside(links_of(pairs), spaces)) == near


@given(PAIRS, SETS, SETS, st.integers(-1, 4))
def test_traces_of_so_many_steps(pairs: list[tuple[int, int]], start: int, ground: int, most: int) -> None:
    reached = lengths(pairs, members(start), members(ground))
    found = within(links_of(pairs), start, ground, most)
    assert members(found) == {space for space, steps in reached.items() if steps <= max(most, 0)}


@given(PAIRS, SETS, SETS)
def test_traces_of_any_length(pairs: list[tuple[int, int]], start: int, ground: int) -> None:
    reached = lengths(pairs, members(start & ground), members(ground))
    assert members(spread(links_of(pairs), start, ground)) == set(reached)


@given(PAIRS, SETS, SETS, SETS)
def test_how_far_it_is(pairs: list[tuple[int, int]], start: int, goals: int, ground: int) -> None:
    reached = lengths(pairs, members(start), members(ground))
    nearest = min((steps for space, steps in reached.items() if goals >> space & 1), default=NO_WAY)
    assert distance(links_of(pairs), start, goals, ground) == nearest


@given(SETS, SETS, SETS, SETS)
def test_what_blocks_a_trace(ground: int, enemies: int, zone: int, friends: int) -> None:
    found = unblocked(ground, enemies, zone, friends)
    for space in range(SIZE):
        there, enemy, near, friend = (bool(spaces >> space & 1) for spaces in (ground, enemies, zone, friends))
        assert bool(found >> space & 1) == (there and not enemy and (friend or not near))


@given(PAIRS, SETS, SETS, st.lists(st.integers(0, 3), min_size=SIZE, max_size=SIZE))
def test_what_hangs_on_a_space(pairs: list[tuple[int, int]], sources: int, ground: int, worth: list[int]) -> None:
    """Take each space out in turn, and see what no source reaches any more."""
    links = [near & ~(1 << space) for space, near in enumerate(links_of(pairs))]
    sources &= ground
    net = spread(links, sources, ground)
    found = hanging(links, sources, ground, dict(enumerate(worth)))
    assert set(found) == members(net)
    for space in members(net):
        rest = spread(links, sources & ~(1 << space), ground & ~(1 << space))
        assert found[space] == sum(worth[n] for n in members(net & ~rest))


@given(PAIRS, SETS, SETS)
def test_steps_to_every_space(pairs: list[tuple[int, int]], start: int, ground: int) -> None:
    far = lengths(pairs, members(start), members(ground))
    assert steps(links_of(pairs), start, ground) == [far.get(space, NO_WAY) for space in range(SIZE)]
