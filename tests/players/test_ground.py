"""What planners ask of a map again and again is kept, and is what working it out anew would give."""

from __future__ import annotations

import random

from vistula.board.hexes import HexGrid, collect, members
from vistula.players.kit.ground import Ground, reach

GRID = HexGrid(9, 9, 0)
COST = [{n: 1 + (h + n) % 2 for n in GRID.neighbours[h]} for h in range(GRID.size)]
HEXES = members(GRID.valid)


def scattered(rng: random.Random, count: int) -> int:
    return collect(rng.sample(HEXES, count))


def test_reach_is_kept_and_still_right_when_the_enemy_has_moved() -> None:
    rng, ground = random.Random(1), Ground(GRID, COST, GRID.valid)
    for _ in range(60):
        start, barred = rng.choice(HEXES), scattered(rng, 6)
        zone, allowance = GRID.dilate(barred), rng.randrange(1, 6)
        barred &= ~(1 << start)
        for whole in (True, False):
            given = start, allowance, barred, zone, whole
            found = ground.reach(*given)
            assert found == reach(ground, *given)
            assert ground.reach(*given) is found


def walks_out(hex: int, sources: int) -> bool:
    """Three hexes away from where it began, each step farther, never next to these units or onto them."""
    zone = sources | GRID.dilate(sources)
    at = {hex}
    for distance in (1, 2, 3):
        at = {
            n for h in at for n in GRID.neighbours[h] if GRID.distance(hex, n) == distance and not zone >> n & 1
        }  # fmt: skip
    return bool(at)


def test_who_is_shut_in_has_no_way_of_three_hexes() -> None:
    rng, ground = random.Random(2), Ground(GRID, COST, GRID.valid)
    found = []
    for _ in range(300):
        hex, sources = rng.choice(HEXES), scattered(rng, rng.randrange(1, 8))
        found.append(ground.shut_in(hex, sources))
        assert found[-1] == (not walks_out(hex, sources))
        assert ground.shut_in(hex, sources) == found[-1]
    assert 30 < sum(found) < 270
