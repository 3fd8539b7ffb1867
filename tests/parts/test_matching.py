"""Matchings against every deal that there is."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product

import pytest

from vistula.parts.matching import LEFT_OUT, match, most, share


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


def borne(deal: tuple[int, ...], weights: list[int], ways: list[int], limits: list[int]) -> bool:
    """Whether everything is where it may be, and no source bears too much."""
    loads = [0] * len(limits)
    for thing, source in enumerate(deal):
        if source != LEFT_OUT:
            loads[source] += weights[thing]
            if not ways[thing] >> source & 1:
                return False
    return all(load <= limit for load, limit in zip(loads, limits, strict=True))


def claim(deal: tuple[int, ...], weights: list[int]) -> list[int]:
    """How many are borne of each weight, the heaviest first; then who, by weight and order."""
    order = sorted(range(len(weights)), key=lambda thing: -weights[thing])
    counts = [sum(deal[t] != LEFT_OUT for t in order if weights[t] == weight) for weight in (4, 2, 1)]
    return [*counts, *(deal[thing] != LEFT_OUT for thing in order)]


def drawn(rng: random.Random, things: int) -> tuple[list[int], list[int], list[int]]:
    weights = [rng.choice((1, 2, 4)) for _ in range(things)]
    limits = [rng.choice((2, 3, 4, 6)) for _ in range(3)]
    return weights, [rng.randint(0, 7) for _ in range(things)], limits


@pytest.mark.parametrize("seed", range(150))
def test_small_pockets_are_shared_as_well_as_can_be(seed: int) -> None:
    rng = random.Random(seed)
    weights, ways, limits = drawn(rng, rng.randint(0, 5))
    every = [
        deal for deal in product((LEFT_OUT, 0, 1, 2), repeat=len(weights)) if borne(deal, weights, ways, limits)
    ]  # fmt: skip
    found = tuple(share(weights, ways, limits))
    assert borne(found, weights, ways, limits)
    if any(source == LEFT_OUT for source in found):
        assert claim(found, weights) == max(claim(deal, weights) for deal in every)


@pytest.mark.parametrize("seed", range(60))
def test_larger_pockets_bear_no_more_than_they_can_and_as_many_of_one_weight_as_possible(seed: int) -> None:
    rng = random.Random(seed)
    weights, ways, limits = drawn(rng, 5)
    assert borne(tuple(share(weights, ways, limits, small=0)), weights, ways, limits)
    same = [2] * 5
    few, best = share(same, ways, limits, small=0), share(same, ways, limits)
    assert sum(source == LEFT_OUT for source in few) == sum(source == LEFT_OUT for source in best)


def test_a_division_makes_room_for_a_brigade_that_has_no_other_source() -> None:
    assert share([4, 2], [0b11, 0b01], [4, 4]) == [1, 0]
    assert share([4, 2], [0b11, 0b01], [4, 4], small=0) == [1, 0]
    assert share([4, 4, 1], [1, 1, 1], [4]) == [0, LEFT_OUT, LEFT_OUT]
    assert share([1, 4], [0, 0], [4]) == [LEFT_OUT, LEFT_OUT]
