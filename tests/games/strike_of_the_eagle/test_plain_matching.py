"""Blocks and orders matched by trying everything, compared with what the program finds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import INFANTRY, ORDERS, PIECES, POLAND, RUSSIA, Type
from vistula.games.strike_of_the_eagle.rules.depots import depots, own_depot
from vistula.games.strike_of_the_eagle.rules.executors import (
    assignment,
    dispensable,
    exits,
    feasible,
    first_stops,
    free_blocks,
    fresh,
    ground,
    least_missed,
    pieces_of,
    placeable,
    rail_line,
    recon_areas,
    targets,
)
from vistula.games.strike_of_the_eagle.rules.leaders import in_the_way, rivals
from vistula.games.strike_of_the_eagle.rules.queries import distance, held_by, may_enter, open_areas
from vistula.games.strike_of_the_eagle.state import GONE, RAIL_DESTINATION, Order, State

from .lists import needed_elsewhere
from .plain import few
from .table import M, area, start

rule = pytest.mark.rule
LEAVING = (Type.MARCH_TO, Type.MARCH_OUT, Type.MOVE_TO, Type.MOVE_OUT)


def small(rng: random.Random, side: int) -> State:
    """A handful of blocks of a side close together, some enemies, some orders, some blocks pinned."""
    s = start("campaign").s
    middle = "Minsk" if side == POLAND else "Mogilev"
    there = [a for a in M.areas if distance(s, area(middle), a) <= 1]
    s.place = [-1] * len(s.place)
    for p in rng.sample(PIECES[side], 5):
        s.place[p] = rng.choice(there[:3])
    s.southern, s.executed, s.unsupplied = few(rng, 0.2), few(rng, 0.15), few(rng, 0.15)
    s.garrisons = [1 << area("Warsaw") | 1 << area("Minsk"), 1 << area("Mogilev") | 1 << area("Vitebsk")]
    s.sp = [rng.randint(1, M.max_sp[u]) for u in s.unit]
    types = rng.choice(
        [
            (Type.MOVE_OUT, Type.REORGANIZE),
            (Type.MOVE_OUT, Type.MARCH_OUT, Type.DEFEND),
            (Type.MOVE_TO, Type.MARCH_TO, Type.WITHDRAW),
            range(len(ORDERS)),
        ]
    )
    pairs = {(rng.choice(types), rng.choice(there)) for _ in range(4)}
    s.orders = [Order(i, side * 2, place, type) for i, (type, place) in enumerate(sorted(pairs))]
    s.free = {a * 2 + side: rng.randint(0, 2) for a in rng.sample(there[:3], 2)}
    return s


Demand = tuple[int, int]


def plans(s: State, blocks: list[int], wanted: list[Demand], free: dict[int, int]) -> Iterator[dict[Demand, int]]:
    """Every way to give orders blocks of their own, no more leaving an area than are not pinned."""
    for taken in product([None, *blocks], repeat=len(wanted)):
        plan = {d: p for d, p in zip(wanted, taken, strict=True) if p is not None}
        if len({*plan.values()}) < len(plan) or not all(targets(s, p, d[0]) >> d[1] & 1 for d, p in plan.items()):
            continue
        gone = [s.place[p] * 2 + (p >= 56) for d, p in plan.items() if d[0] in LEAVING]
        if all(gone.count(key) <= most for key, most in free.items()):
            yield plan


def most(found: Iterable[dict[Demand, int]]) -> int:
    return max(len(plan) for plan in found)


def demands(orders: Iterable[Order]) -> list[Demand]:
    return [(o.type, o.area) for o in orders if o.type != Type.RECON]


@rule("7.3i", "7.32c")
@pytest.mark.parametrize("seed", range(16))
def test_who_may_be_spared_and_without_whom_least_is_missed(seed):
    rng = random.Random(seed)
    s = small(rng, seed % 2)
    command = seed % 2 * 2
    blocks = [p for p in pieces_of(s, command) if fresh(s, p)]
    for order in s.orders:
        s.fulfilled = [rng.choice([*(o.id for o in s.orders if o.id != order.id), 99])]
        others = demands(o for o in s.orders if o.id != order.id and o.id not in s.fulfilled)
        full = most(plans(s, blocks, others, s.free))
        left = {}
        for p in blocks:
            free = dict(s.free)
            key = s.place[p] * 2 + (p >= 56)
            if order.type in LEAVING and key in free:
                free[key] = max(0, free[key] - 1)
            left[p] = most(plans(s, [b for b in blocks if b != p], others, free))
        assert dispensable(s, blocks, order) == [p for p in blocks if left[p] == full]
        assert least_missed(s, blocks, order) == [p for p in blocks if left[p] == max(left.values())]
        assert [needed_elsewhere(s, p, order) for p in blocks] == [left[p] < full for p in blocks]


@rule("7.3i", "7.32c")
def test_who_is_pinned_still_carries_out_what_keeps_it_where_it_is():
    """Of three blocks in Minsk two are pinned, and one of those can reorganize."""
    s = start("campaign").s
    s.place = [-1] * len(s.place)
    worn, *fit = [p for p in PIECES[POLAND] if M.kind[s.unit[p]] == INFANTRY and not s.southern >> p & 1][:3]
    for p in (worn, *fit):
        s.place[p], s.sp[p] = area("Minsk"), M.max_sp[s.unit[p]]
    s.sp[worn] -= 1
    s.free = {area("Minsk") * 2 + POLAND: 1}
    types = (Type.DEFEND, Type.MOVE_OUT, Type.REORGANIZE)
    s.orders = [Order(i, POLAND * 2, area("Minsk"), type) for i, type in enumerate(types)]
    assert dispensable(s, [worn, *fit], s.orders[0]) == fit


@rule("7.2aj", "7.2al", "7.2am")
@pytest.mark.parametrize("seed", range(12))
def test_as_many_orders_as_can_have_a_block_and_who_could_take_one_more(seed):
    rng = random.Random(seed)
    side = seed % 2
    s = small(rng, side)
    s.free = {}
    blocks = [p for p in pieces_of(s, side * 2) if fresh(s, p)]
    wanted = demands(s.orders)
    full = most(plans(s, blocks, wanted, {}))
    found, able = assignment(s, side * 2)
    assert len(found) == full
    assert len({*found.values()}) == len(found)
    assert able == {d: [p for p in blocks if targets(s, p, d[0]) >> d[1] & 1] for d in wanted}
    assert all(p in able[d] for d, p in found.items())
    assert feasible(s, side * 2) == (full == len(wanted))
    spare = {p for p in blocks if most(plans(s, [b for b in blocks if b != p], wanted, {})) == full}
    assert set(free_blocks(s, side * 2)) == spare
    for type in range(len(ORDERS)):
        areas = set(members(placeable(s, side * 2, type)))
        if type != Type.RECON:
            assert areas == {a for a in M.areas if any(targets(s, p, type) >> a & 1 for p in spare)}


@rule("9.0l")
@pytest.mark.parametrize("seed", range(30))
def test_which_orders_stand_in_the_way_of_a_leaders(seed):
    """None while a block that could follow him is free; else those without which one would be; else all that such
    blocks could execute. What has been executed stands in nobody's way."""
    rng = random.Random(seed)
    side = seed % 2
    s = small(rng, side)
    s.free = {}
    s.fulfilled = [rng.choice([99, *(o.id for o in s.orders)])]
    blocks = [p for p in pieces_of(s, side * 2) if fresh(s, p)]
    able = rng.sample(blocks, min(len(blocks), rng.choice((1, 1, 2))))

    def spare(orders: list[Order]) -> set[int]:
        wanted = demands(orders)
        full = most(plans(s, blocks, wanted, {}))
        return {p for p in blocks if most(plans(s, [b for b in blocks if b != p], wanted, {})) == full}

    pending = [o for o in s.orders if o.id not in s.fulfilled]
    led = [o for o in pending if o.type != Type.RECON and any(targets(s, p, o.type) >> o.area & 1 for p in able)]
    freeing = [o for o in pending if spare([other for other in s.orders if other != o]) & {*able}]
    expected = [] if spare(s.orders) & {*able} else freeing or led
    assert in_the_way(s, side * 2, lambda _, p: p in able) == expected
    assert rivals(s, side * 2, lambda _, p: p in able) == led


@rule("7.2k", "7.2m", "7.2n")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_where_a_recon_may_lie(side):
    for seed in range(4):
        s = small(random.Random(seed), side)
        eyes = {s.place[p] for p in PIECES[side] if s.place[p] >= 0}
        near = {a for a in members(open_areas(s)) if any(distance(s, a, b) <= 3 for b in eyes)}
        if side == POLAND:
            near -= set(members(M.eastern_links))
        assert set(members(recon_areas(s, side * 2))) == near == set(members(placeable(s, side * 2, Type.RECON)))


@rule("7.32d")
def test_over_which_links_a_side_may_leave():
    rng = random.Random(4)
    s = start("campaign").s
    for p in range(110):
        if s.place[p] >= 0 and rng.random() < 0.6:
            s.on_link |= 1 << p
            s.origin[p] = rng.choice(list(members(M.around[s.place[p]])))
    for side in (POLAND, RUSSIA):
        taken = {frozenset((s.place[p], s.origin[p])) for p in PIECES[1 - side] if s.on_link >> p & 1}
        assert len(taken) > 5
        for a in M.areas:
            free = {n for n in members(M.around[a]) if frozenset((a, n)) not in taken}
            assert set(members(exits(s, side, a))) == free


# -- trains ---------------------------------------------------------------------------------------------------------


def supplied_line(s: State, side: int, more: set[int]) -> set[int]:
    """Areas without enemies within three clear areas of a depot."""
    clear = set(members(open_areas(s) & ~held_by(s, 1 - side)))
    found = edge = set(members(depots(s, side))) | more
    for _ in range(3):
        edge = {n for a in edge for n in members(M.around[a]) if n in clear and n not in found}
        found = found | edge
    return found & clear


@rule("7.2ag", "7.6b", "7.2af", "7.2aj")
@pytest.mark.parametrize("rulings", [0, RAIL_DESTINATION])
@pytest.mark.parametrize("seed", range(4))
def test_where_a_rail_transport_may_be_ordered_and_run(seed, rulings):
    """Where a railway leads on to an area that it may pass; if only the end must be in supply (S24), to one from which
    the rest of the way by rail brings it to such an end."""
    rng = random.Random(seed)
    s = start("campaign").s
    s.rulings = rulings
    s.lithuania = bool(seed % 2)
    for p in range(110):
        if s.place[p] >= 0 and rng.random() < 0.3:
            s.place[p] = rng.choice([a for a in M.areas if open_areas(s) >> a & 1])
    for side in (POLAND, RUSSIA):
        enter = set(members(may_enter(s, side)))
        for p in [p for p in PIECES[side] if s.place[p] >= 0 and not s.unsupplied >> p & 1]:
            more = set(members(own_depot(s, p)))
            supplied = supplied_line(s, side, more)
            clear = set(members(open_areas(s) & ~held_by(s, 1 - side)))
            line = (clear if rulings else supplied) & enter
            assert set(members(rail_line(s, side, own_depot(s, p)))) == line
            stops = set(supplied)
            if rulings:
                stops = edge = supplied & enter
                for _ in range(M.charts.orders.rail_range - 1):
                    edge = {n for a in edge for n in members(M.rail[a]) if n in line and n not in stops}
                    stops = stops | edge
            expected = bool(set(members(M.rail[s.place[p]])) & stops)
            assert targets(s, p, Type.RAIL) == expected << s.place[p]
            assert targets(s, p, Type.RAIL, ground(s, side)) == expected << s.place[p]


@rule("7.2ag", "7.2aj")
def test_from_how_far_a_train_comes_to_supplied_ground():
    """S24, where only its end must be in supply: one area short of the range, to which it goes first."""
    farthest, limit = 0, M.charts.orders.rail_range - 1
    for seed in range(12):
        rng = random.Random(seed)
        s = start("campaign").s
        s.rulings = RAIL_DESTINATION
        s.garrisons = [1 << M.warsaw, 0]
        land = list(members(open_areas(s)))
        for p in range(110):
            if s.place[p] >= 0:
                s.place[p] = rng.choice(land) if rng.random() < 0.3 else GONE
        for side in (POLAND, RUSSIA):
            enter = set(members(may_enter(s, side)))
            line = set(members(open_areas(s) & ~held_by(s, 1 - side))) & enter
            away = dict.fromkeys(supplied_line(s, side, set()) & enter, 0)
            waiting = [*away]
            for a in waiting:
                new = [n for n in members(M.rail[a]) if n in line and n not in away]
                away |= dict.fromkeys(new, away[a] + 1)
                waiting += new
            assert set(members(first_stops(s, side))) == {a for a in away if away[a] <= limit}
            farthest = max(farthest, *away.values())
    assert farthest > limit + 1
