"""Railway nets against walking from space to space."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from vistula.parts.rails import NO_NET, net, piece, pieces, route

SIZE = 8
SETS = st.integers(0, (1 << SIZE) - 1)
SPACES = st.integers(0, SIZE - 1)
PAIRS = st.lists(st.tuples(SPACES, SPACES).filter(lambda pair: pair[0] != pair[1]), max_size=12)


def walked(pairs: list[tuple[int, int]], start: int, ground: int) -> int:
    """By single links until nothing is added."""
    on_net = {space for pair in pairs for space in pair}
    found = {space for space in on_net if start >> space & 1 and ground >> space & 1}
    for _ in range(SIZE):
        for a, b in [*pairs, *((b, a) for a, b in pairs)]:
            if a in found and ground >> b & 1:
                found.add(b)
    return sum(1 << space for space in found)


@given(PAIRS, SETS, SETS)
def test_a_piece_is_what_single_links_join(pairs: list[tuple[int, int]], start: int, ground: int) -> None:
    assert piece(net(pairs), start, ground) == walked(pairs, start, ground)


@given(PAIRS, SETS, SETS)
def test_pieces_are_all_of_the_net_and_hold_what_is_wanted(
    pairs: list[tuple[int, int]], ground: int, holding: int
) -> None:
    every = {walked(pairs, 1 << space, ground) for pair in pairs for space in pair} - {0}
    assert sorted(pieces(net(pairs), ground)) == sorted(every)
    assert sorted(pieces(net(pairs), ground, holding)) == sorted(found for found in every if found & holding)


@given(PAIRS, SPACES, SETS, SETS, st.integers(0, 3))
def test_the_best_route_is_the_best_of_all(
    pairs: list[tuple[int, int]], start: int, goals: int, ground: int, more: int
) -> None:
    joined = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}

    def price(a: int, b: int) -> int:
        return 1 + (a * b + more) % 3

    best = None
    others = [space for space in range(SIZE) if space != start and ground >> space & 1]
    for length in range(4):
        for way in permutations(others, length):
            steps = list(zip((start, *way), way, strict=False))
            if goals >> (way[-1] if way else start) & 1 and all(step in joined for step in steps):
                found = (sum(price(*step) for step in steps), length, way)
                best = min(best or found, found)
    found = route(net(pairs), start, goals, ground, price)
    if found is None or found.length < 4:
        assert found == best
    else:
        assert best is None or tuple(found) < best


def test_a_city_joins_all_lines_that_enter_it_until_somebody_stands_there() -> None:
    cross = net([(1, 2), (2, 3), (4, 2), (2, 5)])
    assert cross.junctions == sum(1 << space for space in (1, 2, 3, 4, 5))
    assert piece(cross, 1 << 1, -1) == cross.spaces
    assert pieces(cross, ~(1 << 2)) == [1 << 1, 1 << 3, 1 << 4, 1 << 5]


def test_a_ring_without_junctions() -> None:
    ring = net([(1, 2), (2, 3), (3, 1)])
    assert ring.junctions == 1 << 1
    assert piece(ring, 1 << 3, ~(1 << 1)) == 0b1100
    assert route(ring, 2, 1 << 3, ~(1 << 3)) is None
    assert route(ring, 2, 1 << 3, -1) == (0, 1, (3,))


def test_without_a_net_nothing_is_joined() -> None:
    assert net([]) == NO_NET
    assert piece(NO_NET, 0b11, -1) == 0
    assert pieces(NO_NET, -1) == []
