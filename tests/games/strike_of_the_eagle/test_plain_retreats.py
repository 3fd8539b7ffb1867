"""Where blocks fall back, retreat, wait, ride and rest, said once more in plain words over scattered positions."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import INFANTRY, PIECES, POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.depots import depots, own_depot
from vistula.games.strike_of_the_eagle.rules.queries import controlled, distance, may_enter, open_areas, space_inside
from vistula.games.strike_of_the_eagle.rules.rail_transport import passengers, stations
from vistula.games.strike_of_the_eagle.rules.reorganization import reorganizers
from vistula.games.strike_of_the_eagle.rules.stacking import may_stand, open_to, refuges, waiting
from vistula.games.strike_of_the_eagle.rules.withdraw import havens, unhurried, withdrawing
from vistula.games.strike_of_the_eagle.state import FRESH_WITHDRAW, RAIL_DESTINATION, Order, State

from .lists import at_rest, retreat_areas
from .plain import FAR, enemies, few, how_far, room, scattered, stands, taken
from .table import M, area, start

rule = pytest.mark.rule


def position(seed: int, share: float = 0.3) -> State:
    """Both sides mixed up, with full areas, blocks on links and cities of either."""
    s = start("campaign").s
    s.lithuania = seed % 2 == 1
    middle = ("Minsk", "Kiev", "Vilna")[seed % 3]
    there = [a for a in members(open_areas(s)) if distance(s, area(middle), a) <= 4]
    return scattered(s, random.Random(seed), there, share)


def doors(s: State, side: int, here: int) -> list[int]:
    return [a for a in M.next[here] if stands(s, side, a) and frozenset((here, a)) not in taken(s, side)]


def nearest(s: State, side: int, here: int, goals: set[int]) -> list[int]:
    far = {a: how_far(s, side, a, goals) for a in doors(s, side, here)}
    return [a for a in far if far[a] < FAR and far[a] == min(far.values())]


@rule("7.33a", "7.33e", "7.33h")
@pytest.mark.parametrize("seed", range(3))
def test_room_inside_areas(seed):
    s = position(seed)
    for side in (POLAND, RUSSIA):
        for a in M.areas:
            assert space_inside(s, side, a) == room(s, side, a)
            assert may_stand(s, side, a) == stands(s, side, a)
            assert waiting(s, side, a) == [p for p in PIECES[side] if s.place[p] == a and s.on_link >> p & 1]


@rule("7.33g", "7.42a", "7.42b", "7.42c", "7.42h")
@pytest.mark.parametrize("seed", range(3))
def test_the_ways_back(seed):
    """Next to the area, with room and no enemy, over no link of his, where the way to a goal is shortest: of the beaten
    to any friendly city but the lost one, of who finds no room to a depot, which Kaunas is for Lithuanians."""
    s = position(seed)
    found = 0
    for side in (POLAND, RUSSIA):
        for a in members(open_areas(s)):
            goals = set(members(controlled(s, side))) - {a}
            assert retreat_areas(s, side, a) == nearest(s, side, a, goals)
            assert refuges(s, side, a) == nearest(s, side, a, set(members(depots(s, side))))
            found += len(retreat_areas(s, side, a)) > 1
        for p in [p for p in PIECES[side] if s.place[p] >= 0]:
            more = set(members(depots(s, side) | own_depot(s, p)))
            assert open_to(s, p) == nearest(s, side, s.place[p], more)
    assert found


@rule("7.2v", "7.2y", "7.2u", "7.2x")
@pytest.mark.parametrize("seed", range(4))
def test_where_blocks_withdraw_and_who(seed):
    """To any neighbour with room and no enemy from which a depot is reached, over no link of the enemy: all blocks, or
    only fresh ones if the table has agreed on that; free of loss if mounted before infantry."""
    rng = random.Random(seed)
    s = position(seed)
    s.executed = few(rng, 0.4)
    for side in (POLAND, RUSSIA):
        goals = set(members(depots(s, side)))
        for a in members(open_areas(s)):
            expected = [n for n in doors(s, side, a) if how_far(s, side, n, goals) < FAR]
            assert havens(s, side, a) == expected
            there = [p for p in PIECES[side] if s.place[p] == a]
            for s.rulings in (0, FRESH_WITHDRAW):
                going = [p for p in there if not s.rulings or not s.executed >> p & 1]
                assert withdrawing(s, side, a) == going
                foes = [p for p in PIECES[1 - side] if s.place[p] == a]
                riders = [M.kind[s.unit[p]] != INFANTRY for p in going]
                free = all(riders) and all(M.kind[s.unit[p]] == INFANTRY for p in foes)
                assert unhurried(s, side, a) == free


@rule("7.2ac", "7.2ae", "7.2af", "7.5", "7.6c", "7.3i")
@pytest.mark.parametrize("seed", range(6))
def test_who_rests_reorganizes_and_rides(seed):
    """Blocks of the command in the area that began in supply and have done nothing: to reorganize, below their maximum,
    no leaders, and not in a battle unless they were named; to ride, without a battle and with somewhere to go."""
    rng = random.Random(seed)
    s = position(seed, 0.4)
    s.executed, s.moved, s.unsupplied = few(rng, 0.15), few(rng, 0.15), few(rng, 0.15)
    s.fought, s.named, s.southern = few(rng, 0.4), few(rng, 0.5), few(rng, 0.3)
    s.sp = [rng.randint(1, max(1, M.max_sp[u])) for u in s.unit]
    resting = 0
    for command in range(4):
        for a in members(open_areas(s)):
            order = Order(1, command, a, 7)
            s.orders = [order]
            own = [p for p in PIECES[command >> 1] if s.place[p] == a and s.southern >> p & 1 == command & 1]
            calm = [p for p in own if not (s.executed | s.moved | s.unsupplied) >> p & 1]
            assert at_rest(s, order) == calm
            short = [p for p in calm if s.sp[p] < M.max_sp[s.unit[p]] and not M.leader[s.unit[p]]]
            assert reorganizers(s, order) == [p for p in short if not s.fought >> p & 1 or s.named >> p & 1]
            assert passengers(s, order) == [p for p in calm if not s.fought >> p & 1 and stations(s, p)]
            resting += len(calm)
    assert resting > 10


@rule("7.6a", "7.6b", "7.2ag")
@pytest.mark.parametrize("rulings", [0, RAIL_DESTINATION])
@pytest.mark.parametrize("seed", range(4))
def test_where_trains_go(seed, rulings):
    """Up to eight areas along rails, through areas without enemies that are within three of a depot, or to such a one
    if only the end must be supplied; to where there is room."""
    s = position(seed, 0.15)
    s.rulings = rulings
    rides = 0
    for side in (POLAND, RUSSIA):
        for p in [p for p in PIECES[side] if s.place[p] >= 0]:
            clear = set(members(open_areas(s))) - enemies(s, side)
            supplied = edge = set(members(depots(s, side) | own_depot(s, p)))
            for _ in range(3):
                edge = {n for a in edge for n in members(M.around[a]) if n in clear}
                supplied = supplied | edge
            supplied &= clear
            line = (clear if rulings else supplied) & set(members(may_enter(s, side)))
            found = edge = {s.place[p]}
            for _ in range(8):
                edge = {n for a in edge for n in members(M.rail[a]) if n in line and n not in found}
                found = found | edge
            expected = sorted(a for a in found & supplied - {s.place[p]} if stands(s, side, a))
            assert stations(s, p) == expected
            rides += len(expected)
    assert rides > 20
