"""Matchings against every deal that there is."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from vistula.parts.matching import match, most


def deals(ways: dict[int, list[int]], slots: int) -> list[dict[int, int]]:
    """Every way to put all things into slots where they fit."""
    found = (dict(zip(ways, order, strict=True)) for order in permutations(range(slots), len(ways)))
    return [deal for deal in found if all(slot in ways[thing] for thing, slot in deal.items())]


def dealt(ways: dict[int, list[int]], needed: list[int]) -> dict[int, int] | None:
    try:
        return match(ways, needed)
    except LookupError:
        return None


@pytest.mark.parametrize("seed", range(60))
def test_a_deal_is_found_where_there_is_one_and_needed_slots_are_filled(seed: int) -> None:
    rng = random.Random(seed)
    slots, things = 5, rng.randint(1, 5)
    ways = {thing: rng.sample(range(slots), rng.randint(1, 3)) for thing in range(10, 10 + things)}
    needed = rng.sample(range(slots), rng.randint(0, 2))
    every = deals(ways, slots)
    full = [deal for deal in every if set(needed) <= set(deal.values())]
    assert dealt(ways, needed) in (full or every or [None])


def test_what_comes_first_is_dealt_first_and_moves_on_for_others() -> None:
    assert match({1: [0, 1], 2: [0]}, []) == {1: 1, 2: 0}
    assert match({1: [0, 1], 2: [0, 1]}, [1]) == {1: 1, 2: 0}
    assert match({}, []) == {}
    assert match({7: [3]}, [4]) == {7: 3}


@pytest.mark.parametrize("seed", range(60))
def test_as_many_as_possible_find_a_slot(seed: int) -> None:
    rng = random.Random(seed)
    ways = {f"thing {n}": rng.sample(range(4), rng.randint(0, 3)) for n in range(rng.randint(0, 5))}
    few = [dict(zip(some, order, strict=True)) for r in range(5) for some in combinations(ways, r)
           for order in permutations(range(4), r)]  # fmt: skip
    fitting = [deal for deal in few if all(slot in ways[thing] for thing, slot in deal.items())]
    found = most(ways)
    assert {thing: slot for slot, thing in found.items()} in fitting
    assert len(found) == max(map(len, fitting))
