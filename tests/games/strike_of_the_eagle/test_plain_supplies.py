"""Counters, allowances and cubes said once more in plain words, and compared with what the program offers."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.cards.effects import ZELIGOWSKI
from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, PIECES, POLAND, RUSSIA, SOUTH, Type
from vistula.games.strike_of_the_eagle.rules.cubes import (
    ORDINARY,
    Spending,
    building_cities,
    price,
    serves,
    strategic_cities,
    strategic_front,
)
from vistula.games.strike_of_the_eagle.rules.depots import depots
from vistula.games.strike_of_the_eagle.rules.executors import placeable
from vistula.games.strike_of_the_eagle.rules.orders import (
    count_order,
    counters_left,
    may_place,
    not_reservable,
    order_areas,
    slots_left,
)
from vistula.games.strike_of_the_eagle.rules.queries import distance
from vistula.games.strike_of_the_eagle.state import NONE, Effect, Order, State
from vistula.kernel import left

from .table import M, area, start

rule = pytest.mark.rule
TYPES = range(len(ORDERS))

# -- orders ---------------------------------------------------------------------------------------------------------


def placing(rng: random.Random) -> State:
    """Both fronts while orders are placed: some lie there, some counters are put aside, some have passed."""
    s = start("campaign", players="4").s
    areas = [a for a in M.areas if s.scene.areas >> a & 1]
    types = rng.sample(TYPES, 3)
    s.orders = []
    s.recons, s.to_vilna, s.placed = [0] * 4, [0] * 4, [0] * 4
    for i in range(rng.randint(0, 16)):
        leader = rng.choice([NONE, NONE, 3])
        order = Order(i, rng.randrange(4), rng.choice([*areas, area("Vilna")]), rng.choice(types), leader=leader)
        s.orders.append(order)
        if leader == NONE:
            count_order(s, order, 1)
    s.allowance = [max(0, placed + rng.randint(-1, 2)) for placed in s.placed]
    s.reserved = [[rng.choice((0, 0, 1)) for _ in TYPES] for _ in range(4)]
    s.passed = rng.getrandbits(4) & rng.getrandbits(4)
    s.effects = [Effect(ZELIGOWSKI, rng.randrange(2))] if rng.random() < 0.6 else []
    return s


@rule("7.2b")
@pytest.mark.parametrize("more", [1, -1])
def test_what_is_counted_when_an_order_is_placed_or_taken_back(more):
    for type in TYPES:
        for place in ("Vilna", "Minsk"):
            s = start("campaign").s
            count_order(s, Order(1, 2, area(place), type), more)
            assert s.placed == [0, 0, more, 0]
            assert s.recons == [0, 0, more * (type == Type.RECON), 0]
            assert s.to_vilna == [
                0,
                0,
                more * (type in (Type.MARCH_TO, Type.MOVE_TO) and place == "Vilna"),
                0,
            ]


@rule("7.2a", "7.2b", "7.2d", "7.2ah", "7.2ai", "7.2an", "7.11b", "10.2a", "10.2c")
@pytest.mark.parametrize("seed", range(10))
def test_how_many_orders_of_which_types_may_still_be_placed_and_where(seed):
    rng = random.Random(seed)
    s = placing(rng)
    for command in range(4):
        side, ally = command >> 1, command ^ 1
        vilna = any(e.command == command for e in s.effects)
        assert may_place(s, command) == (
            not s.passed >> command & 1 and s.placed[command] < s.allowance[command] + vilna
        )
        for type in TYPES:
            lying = [o for o in s.orders if o.command >> 1 == side and o.type == type]
            left = M.counters[type] - len([o for o in lying if o.leader == NONE]) - s.reserved[ally][type]
            if type == Type.RECON and s.recons[command] and not s.recons[ally] and not s.passed >> ally & 1:
                left -= 1
            assert counters_left(s, command, type) == left
            slots = s.allowance[command] - s.placed[command] + (vilna and s.to_vilna[command] > 0)
            slots -= type != Type.RECON and not s.recons[command]
            assert slots_left(s, command, type) == slots
            areas = set(members(placeable(s, command, type))) - {o.area for o in lying}
            if slots <= 0:
                spare = vilna and type in (Type.MARCH_TO, Type.MOVE_TO) and not s.to_vilna[command]
                areas &= {area("Vilna")} if spare else set()
            assert set(members(order_areas(s, command, type))) == (areas if left > 0 else set())


@rule("10.2a", "10.2c", "7.2b")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_which_counters_a_southern_player_may_put_aside(side):
    """As many as he can place, of which all but one are no Recon; the Soviets only Reorganizations and trains."""
    rng = random.Random(side)
    for _ in range(40):
        s = start("campaign", players="4").s
        most = rng.randint(0, 6)
        s.allowance[side * 2 + SOUTH] = most
        kept = [0] * len(ORDERS)
        for _ in range(rng.randint(0, most)):
            type = rng.choice((Type.RECON, Type.REORGANIZE, Type.RAIL, Type.MOVE_TO))
            kept[type] = min(kept[type] + 1, M.counters[type])
        s.reserved[side * 2 + SOUTH] = kept
        expected = []
        for type in TYPES:
            if sum(kept) >= most or (side == RUSSIA and type not in (Type.REORGANIZE, Type.RAIL)):
                continue
            if type == Type.RECON and kept[Type.RECON] + 1 < M.counters[Type.RECON]:
                expected.append(type)
            if type != Type.RECON and sum(kept) - kept[Type.RECON] + 1 < most and kept[type] < M.counters[type]:
                expected.append(type)
        assert left(not_reservable(s, side)) == expected


# -- cubes ----------------------------------------------------------------------------------------------------------


def spending(rng: random.Random, players: str) -> State:
    """Cities of both sides anywhere, some full; leaders anywhere; Lithuania allied or not."""
    s = start("campaign", players=players).s
    s.lithuania = rng.random() < 0.6
    cities = [a for a in M.areas if M.key_cities >> a & 1 and s.scene.areas >> a & 1]
    s.garrisons = [0, 0]
    for a in cities:
        s.garrisons[rng.choice((M.front[a], rng.randrange(2)))] |= 1 << a
    for p in range(110):
        if rng.random() < 0.25:
            s.place[p] = rng.choice([-1, *cities])
    for a in (area("Warsaw"), M.kaunas):
        for p in rng.sample(PIECES[a == M.kaunas], rng.choice((0, 4))):
            s.place[p] = a
    return s


def side_of(player: int, players: str) -> int:
    return player // (int(players) // 2)


def plain_front(s: State, city: int) -> int:
    """The front that a city's cubes serve: Klintsy's go where Tukhachevsky, or else Stalin or Budyonny, is nearer."""
    if city != M.klintsy:
        return M.front[city]
    far = []
    for names in (["R-Tukhachevsky"], ["R-Stalin", "R-Budyonny"]):
        places = [s.place[s.unit.index(M.unit(name))] for name in names]
        near = next((a for a in places if a >= 0), None)
        far.append(10**9 if near is None else min(10**8, distance(s, near, M.klintsy)))
    return SOUTH if far[1] < far[0] else NORTH


def allied(s: State) -> bool:
    held = {s.place[p] for p in PIECES[RUSSIA]} | set(members(s.garrisons[RUSSIA]))
    foes = {s.place[p] for p in PIECES[POLAND]} | set(members(s.garrisons[POLAND]))
    here = M.kaunas
    first = s.garrisons[RUSSIA] >> here & 1 or (s.began[RUSSIA] >> here & 1 and not s.garrisons[POLAND] >> here & 1)
    return bool(s.lithuania and here in held and (here not in foes or first))


@rule("8.5a", "8.5c", "8.5e", "10.2b")
@pytest.mark.parametrize("seed", range(8))
def test_which_cities_give_a_player_cubes(seed):
    rng = random.Random(seed)
    players = rng.choice(("2", "4"))
    s = spending(rng, players)
    for player in range(int(players)):
        side = side_of(player, players)
        expected = {}
        for city in {*members(depots(s, side)), *([M.kaunas] if side == RUSSIA and allied(s) else [])}:
            front = plain_front(s, city)
            assert strategic_front(s, city) == front
            mine = players == "2" or front == player % 2
            foreign = city == M.kaunas and side == POLAND
            if mine and not foreign and any(M.cubes[city]):
                expected[city] = list(M.cubes[city])
        assert strategic_cities(s, player) == expected


@rule("8.4a", "8.4c", "8.5c", "8.5d", "8.5e", "10.2b")
@pytest.mark.parametrize("seed", range(8))
def test_what_can_be_built_where_and_paid_with_which_cubes(seed):
    rng = random.Random(seed + 50)
    players = rng.choice(("2", "4"))
    s = spending(rng, players)
    for player in range(int(players)):
        side = side_of(player, players)
        s.cubes[player] = [rng.randint(0, 2) for _ in range(3)]
        frame = Spending(player=player, cities=strategic_cities(s, player))
        for cubes in frame.cities.values():
            cubes[:] = [rng.randint(0, n) for n in cubes]
        pool = [p for p in PIECES[side] if s.place[p] == -1]
        pool = [p for p in pool if s.lithuania or M.nation[s.unit[p]] != "Lithuania"]
        can = []
        for p in pool:
            unit = s.unit[p]
            lithuanian = M.nation[unit] == "Lithuania"
            cities = set(members(depots(s, side))) | ({M.kaunas} if lithuanian and allied(s) else set())
            cities = {a for a in cities if players == "2" or M.front[a] == player % 2}
            cities = {a for a in cities if M.eastern_links >> a & 1 or sum(s.place[o] == a for o in PIECES[side]) < 4}
            assert set(building_cities(s, player, unit)) == cities
            assert price(s, unit) == (2 if M.division[unit] else 1)
            sites = set()
            for a in cities:
                own = a in frame.cities and plain_front(s, a) == M.front[a] and (a != M.kaunas or lithuanian)
                colour = M.colour[unit]
                if s.cubes[player][colour] + (frame.cities[a][colour] if own else 0) >= price(s, unit):
                    sites.add(a)
            assert set(frame.sites(s, unit)) == sites
            can += [p] if sites else []
        assert left(frame.not_built(s)) == can


@rule("8.4a", "8.5e")
def test_only_lithuanians_are_built_in_a_kaunas_that_is_cut_off():
    s = start("campaign").s
    s.place = [-1] * len(s.place)
    s.lithuania, s.garrisons = True, [1 << area("Warsaw"), 1 << M.kaunas]
    for p, a in zip(PIECES[POLAND], members(M.around[M.kaunas]), strict=False):
        s.place[p] = a
    lithuanian = next(u for u in M.units if M.nation[u] == "Lithuania")
    assert M.kaunas in building_cities(s, 1, lithuanian)
    assert M.kaunas not in building_cities(s, 1, M.unit("R-21"))
    assert M.kaunas not in building_cities(s, 0, M.unit("P-14"))


@rule("8.5c", "8.5d", "8.5e", "10.2b")
@pytest.mark.parametrize("seed", range(4))
def test_whom_a_cube_serves(seed):
    """Blocks of its city's front, new ones in the city itself; Kaunas's only Lithuanians; a collected one everybody."""
    s = spending(random.Random(seed), "2")
    units = [M.unit("R-21"), next(u for u in M.units if M.nation[u] == "Lithuania")]
    for unit in units:
        for place in M.areas:
            assert serves(s, ORDINARY, unit, place)
            assert serves(s, ORDINARY, unit, place, built=True)
            for city in (M.kaunas, M.klintsy, area("Warsaw"), area("Kiev")):
                fits = plain_front(s, city) == M.front[place] and (city != M.kaunas or unit == units[1])
                assert serves(s, city, unit, place) == fits
                assert serves(s, city, unit, place, built=True) == (fits and city == place)
