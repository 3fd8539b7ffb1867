"""Refusals of placing, leaders, battles and reinforcements, compared with the first reason that holds."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, PIECES, POLAND, RUSSIA, SOUTH, Type
from vistula.games.strike_of_the_eagle.rules.advance import staying
from vistula.games.strike_of_the_eagle.rules.bars import across
from vistula.games.strike_of_the_eagle.rules.battle import battle_areas, not_reorganizing, quiet, size, spared
from vistula.games.strike_of_the_eagle.rules.cubes import (
    Spending,
    building_cities,
    price,
    serves,
    strategic_cities,
)
from vistula.games.strike_of_the_eagle.rules.depots import depots
from vistula.games.strike_of_the_eagle.rules.executors import ground, targets
from vistula.games.strike_of_the_eagle.rules.leader_orders import followers, not_ordered
from vistula.games.strike_of_the_eagle.rules.leaders import UseLeader
from vistula.games.strike_of_the_eagle.rules.orders import (
    Reservation,
    counters_left,
    order_areas,
    slots_left,
)
from vistula.games.strike_of_the_eagle.rules.queries import block_command, distance, enemy_next_to
from vistula.games.strike_of_the_eagle.rules.reinforcement import no_garrison
from vistula.games.strike_of_the_eagle.rules.retreat import not_from, unbeaten
from vistula.games.strike_of_the_eagle.rules.sequence import OperationPhase
from vistula.games.strike_of_the_eagle.state import Fight, Order, State
from vistula.kernel import first

from .lists import in_supply
from .plain import in_play, stands
from .table import M, area, barred, no_order, start
from .test_plain_refusals import agrees, foreign, position, spent, standing, strange

rule = pytest.mark.rule

# -- placing --------------------------------------------------------------------------------------------------------


@rule("7.2aj", "7.2ah", "7.2d", "7.2b", "7.2n", "7.2k")
@pytest.mark.parametrize("seed", range(2))
def test_why_an_order_cannot_be_placed(seed):
    s, seen = position(seed), Counter[str]()
    rng = random.Random(seed)
    s.allowance, s.placed, s.recons = [2, 9, 2, 9], [1, 0, 1, 0], [0, 1, 0, 0]
    places = sorted(in_play(s))
    s.orders = [
        Order(i, rng.randrange(4), rng.choice(places), rng.choice((Type.DEFEND, Type.RAIL, Type.RECON)))
        for i in range(9)
    ]
    for command in range(4):
        side = command >> 1
        for type in (Type.RECON, Type.DEFEND, Type.MARCH_OUT, Type.RAIL):
            lying = {o.area for o in s.orders if o.type == type and o.command >> 1 == side}
            for a in places[::2]:
                found = no_order(s, command, type, a)
                link = side == POLAND and bool(M.eastern_links >> a & 1)
                reasons = [
                    (a in lying, "7.2ah", "already"),
                    (counters_left(s, command, type) <= 0, "7.2d", "counter is left"),
                    (
                        slots_left(s, command, type) <= 0,
                        "7.2b",
                        "All orders" if type == Type.RECON else "kept for a Recon",
                    ),
                    (type == Type.RECON and link, "7.2n", "Eastern Link"),
                    (type == Type.RECON, "7.2k", "within 3 areas"),
                    (True, "7.2aj", "No block"),
                ]
                if order_areas(s, command, type) >> a & 1:
                    reasons = []
                agrees(found, reasons, seen)
    assert len(seen) >= 5


@rule("10.2a", "10.2c", "7.2b", "7.2d")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_why_a_counter_cannot_be_put_aside(side):
    s, seen = start("campaign", players="4").s, Counter[str]()
    rng = random.Random(side)
    for _ in range(30):
        kept = [rng.randint(0, M.counters[type]) for type in range(len(ORDERS))]
        s.reserved[side * 2 + SOUTH] = kept
        why = barred(s, Reservation(side=side), "reserve", "number")
        for type in range(len(ORDERS)):
            most = s.allowance[side * 2 + SOUTH]
            full = sum(kept) >= most or (type != Type.RECON and sum(kept) - kept[Type.RECON] >= most - 1)
            reasons = [
                (side == RUSSIA and type not in (Type.REORGANIZE, Type.RAIL), "10.2a", "first choice"),
                (type == Type.RECON and kept[type] >= M.counters[type] - 1, "7.2b", "ally"),
                (kept[type] == M.counters[type], "7.2d", "is left"),
                (full, "7.2b", "no more can be put aside"),
            ]
            agrees(why(type), reasons, seen)
        assert why(len(ORDERS)) is not None
    assert len(seen) >= 3


# -- leaders --------------------------------------------------------------------------------------------------------


@rule("9.0f", "9.0h", "9.0i", "9.0o", "7.2ah", "4.0a")
@pytest.mark.parametrize("key", ["P-Pilsudski", "P-Haller", "R-Budyonny", "R-Tukhachevsky"])
def test_why_a_leader_has_no_order_for_an_area(key):
    s, seen = position(1), Counter[str]()
    p = s.unit.index(M.unit(key))
    side = int(p >= 56)
    s.place[p] = area("Gomel")
    only = {"P-Haller": Type.DEFEND, "R-Budyonny": Type.MARCH_OUT}.get(key)
    reach = 0 if key == "R-Budyonny" else 2
    places = sorted(in_play(s))
    s.orders = [Order(i, (i + 1) % 4, a, only or Type.DEFEND) for i, a in enumerate([area("Gomel"), *places])]
    for seating in (0, 3):  # one player on both fronts, or one on each
        s.seating = seating
        own = block_command(s, p)
        able = [own, own ^ 1] if seating == 0 else [own]
        type = only or Type.DEFEND
        for a in M.areas:
            ready = {c for c in able for q in standing(s, side) if block_command(s, q) == c and could(s, q, type, a)}
            lying = {o.command for o in s.orders if o.area == a and o.type == type and o.command >> 1 == side}
            reasons = [
                (a not in in_play(s), "4.0a", "not in play"),
                (distance(s, area("Gomel"), a) > reach, "9.0f" if reach else "9.0h", "beyond his reach"),
                (not ready, "9.0o", "still fresh"),
                (not any(lying <= {c} for c in ready), "7.2ah", "lies there already"),
            ]
            agrees(first(not_ordered(s, p, type, ground(s, side)), a), reasons, seen)
    assert len(seen) >= 3


def could(s: State, p: int, type: int, place: int) -> bool:
    """Whether a fresh block could be given an order, on its own."""
    fresh = not (s.executed | s.stuck | s.detached) >> p & 1
    return fresh and bool(targets(s, p, type) >> place & 1)


@rule("9.0g", "7.2n", "4.0a")
def test_why_sikorski_does_not_look_there():
    s, seen = position(0), Counter[str]()
    here = s.unit.index(M.unit("P-Sikorski"))
    s.place[here], s.spent = area("Gomel"), 0
    why = barred(s, OperationPhase(), "sikorski", "space")
    for a in M.areas:
        reasons = [
            (bool(M.eastern_links >> a & 1), "7.2n", "Eastern Link"),
            (a not in in_play(s), "4.0a", "not in play"),
            (distance(s, area("Gomel"), a) > 2, "9.0g", "2 areas"),
        ]
        agrees(why(a), reasons, seen)
    assert len(seen) == 4


@rule("9.0j", "2.0f", "4.0h", "7.2ad", "7.3n", "1.1c")
@pytest.mark.parametrize("where", [NORTH, SOUTH])
@pytest.mark.parametrize("players", ["2", "4"])
def test_why_stalin_does_not_restore_a_block(players, where):
    s, seen = position(1), Counter[str]()
    s.seating = 0 if players == "2" else 3
    stalin = s.unit.index(M.unit("R-Stalin"))
    place = max({s.place[p] for p in standing(s, RUSSIA)}, key=lambda a: (M.front[a] == where, len(there(s, a))))
    s.place[stalin] = place
    own = block_command(s, stalin)
    why = barred(s, UseLeader(piece=stalin, command=own), "order", "piece")
    for p in range(110):
        followed = p >= 56 and 2 + (s.southern >> p & 1) in followers(s, stalin)
        reasons = [
            *(foreign(s, RUSSIA, p) if followed else strange(s, own, p)),
            (s.place[p] != place, "9.0j", "share his area"),
            (where == NORTH, "9.0j", "southern front only"),
            *spent(s, p),
            (bool(s.moved >> p & 1), "9.0j", "has moved"),
            (bool(s.unsupplied >> p & 1), "7.71b", "out of supply"),
            (bool(M.leader[s.unit[p]]), "7.2ac", "cannot have more"),
            (s.sp[p] >= M.max_sp[s.unit[p]], "7.2ad", "full strength"),
        ]
        agrees(why(p), reasons, seen)
    assert len(seen) >= 4


def there(s: State, place: int) -> list[int]:
    return [p for p in standing(s, RUSSIA) if s.place[p] == place]


# -- battles --------------------------------------------------------------------------------------------------------


@rule("7.4a", "7.4b", "10.0b", "4.0a")
@pytest.mark.parametrize("seed", range(2))
def test_why_another_battle_comes_first(seed):
    s, seen = position(seed), Counter[str]()
    for front in (0, 1):
        fought = {side: [a for a in battle_areas(s) if M.front[a] == side] for side in (0, 1)}
        least = min((size(s, a) for a in fought[front]), default=0)
        for a in M.areas if fought[front] else ():
            reasons = [
                (a not in in_play(s), "4.0a", "not in play"),
                (M.front[a] != front and a in fought[M.front[a]], "10.0b", "front by front"),
                (a not in fought[front], "7.4a", "not blocks of both sides"),
                (a in fought[front] and size(s, a) > least, "7.4b", f"fewer, {least}, come first"),
            ]
            agrees(first(quiet(s, front), a), reasons, seen)
    assert len(seen) >= 3


@rule(
    "7.2ae",
    "7.2ac",
    "7.2ad",
    "7.41.5a",
    "7.42a",
    "7.42f",
    "7.43a",
    "7.43b",
    "7.43d",
    "4.0h",
    "1.1c",
    "2.0f",
    "2.2c",
    "7.3n",
)
@pytest.mark.parametrize("seed", range(2))
def test_why_a_block_is_not_chosen_in_a_battle(seed):
    s, seen = position(seed), Counter[str]()
    rng = random.Random(seed)
    for side in (POLAND, RUSSIA):
        here = Counter(s.place[p] for p in standing(s, side)).most_common(1)[0][0]
        inside = [p for p in standing(s, side) if s.place[p] == here]
        for count in (1, 2, len(inside)):
            engaged = sum(1 << p for p in inside[:count])
            s.fight = Fight(here, 1 - side)
            s.fight.engaged[side] = engaged
            s.orders = [Order(1, side * 2, here, Type.REORGANIZE, shown=True)]
            for p in inside:
                s.origin[p] = rng.choice(list(members(M.around[here])))
            most = max(s.sp[p] for p in inside[:count])
            for p in range(110):
                out = not engaged >> p & 1
                reasons = [
                    *foreign(s, side, p),
                    (out, "7.41.5a", "not in the battle"),
                    (s.sp[p] < most, "7.41.5a", f"with {most}"),
                ]
                agrees(first(spared(s, side), p), reasons, seen)
                reasons = [
                    *strange(s, side * 2, p),
                    (s.place[p] != here, "7.2ae", "It stands at"),
                    *spent(s, p),
                    (bool(s.moved >> p & 1), "7.2ae", "has moved"),
                    (bool(s.unsupplied >> p & 1), "7.71b", "out of supply"),
                    (bool(M.leader[s.unit[p]]), "9.0a", "cannot have more"),
                    (s.sp[p] >= M.max_sp[s.unit[p]], "7.2ad", "full strength"),
                ]
                agrees(first(not_reorganizing(s), p), reasons, seen)
                reasons = [*foreign(s, side, p), (out, "7.42a", "not among the beaten")]
                agrees(first(unbeaten(s, side), p), reasons, seen)
                reasons.append((s.origin[p] != s.origin[inside[0]], "7.42f", "goes back there in its turn"))
                agrees(first(not_from(s, side, s.origin[inside[0]]), p), reasons, seen)
                closed = not out and not stands(s, side, s.origin[p])
                reasons = [
                    *foreign(s, side, p),
                    (out, "7.43d", "fought here"),
                    (count == 1, "7.43b", "One block must stay"),
                    (closed, "7.43a", "held by the enemy or full"),
                ]
                agrees(first(staying(s, side), p), reasons, seen)
    assert len(seen) >= 12


# -- reinforcements -------------------------------------------------------------------------------------------------


def own_front(s: State, player: int, p: int, players: int) -> bool:
    return players == 2 or (p >= 56) * 2 + (s.southern >> p & 1) == player


@rule("8.1a", "8.1b", "10.0d", "1.3a", "3.0a", "4.0a")
@pytest.mark.parametrize("players", [2, 4])
def test_why_no_garrison_can_be_placed(players):
    s, seen = position(2), Counter[str]()
    s.seating = 0 if players == 2 else 3
    cities = sorted(a for a in in_play(s) if M.key_cities >> a & 1)
    s.garrisons = [sum(1 << a for a in cities[::3]), sum(1 << a for a in cities[1::3])]
    for player in range(players):
        side = player // (players // 2)
        bars = [*no_garrison(s, side), across(s, player)]
        for a in M.areas:
            reasons = [
                (a not in in_play(s), "4.0a", "not in play"),
                (M.vp[a] < 0, "1.3a", "no key city"),
                (bool(s.garrisons[side] >> a & 1), "3.0a", "already"),
                (all(s.place[p] != a for p in PIECES[side]), "8.1b", "No block of yours"),
                (not depots(s, side) >> a & 1, "8.1b", "not in supply"),
                (players == 4 and M.front[a] != player % 2, "10.0d", "other front"),
            ]
            agrees(first(bars, a), reasons, seen)
    assert len(seen) >= 5


@rule(
    "8.3",
    "8.4a",
    "8.4b",
    "8.4c",
    "8.31b",
    "8.5c",
    "8.5d",
    "8.5e",
    "3.2c",
    "9.0a",
    "9.0c",
    "10.0d",
    "2.0f",
    "1.1c",
    "4.0h",
)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(2))
def test_why_a_block_is_neither_strengthened_nor_built(players, seed):
    s, seen = position(seed), Counter[str]()
    rng = random.Random(seed)
    s.seating = 0 if players == 2 else 3
    s.cubes = [[rng.randint(0, 1) for _ in range(3)] for _ in range(players)]
    for p in [p for p in range(110) if s.place[p] == -1 and rng.random() < 0.2]:
        s.place[p] = -2
    colours = ("black", "white", "green")
    for player in range(players):
        side = player // (players // 2)
        frame = Spending(player=player, cities=strategic_cities(s, player))
        frame.raised, frame.built = rng.getrandbits(len(M.areas)), rng.getrandbits(110) & rng.getrandbits(110)
        why, strategic = barred(s, frame, "spend", "piece"), list(frame.cities.items())
        for p in range(110):
            u, mine = s.unit[p], (p >= 56) == bool(side)
            colour, cost = colours[M.colour[u]] if M.colour[u] >= 0 else "", price(s, u)
            have = s.cubes[player][M.colour[u]] + sum(cubes[M.colour[u]] for cubes in frame.cities.values())
            pool = mine and s.place[p] == -1
            field = mine and s.place[p] >= 0
            front = field and frame.raised >> s.place[p] & 1 and enemy_next_to(s, side, s.place[p])
            crossed = field and s.southern >> p & 1 != M.front[s.place[p]]
            served = any(cubes[M.colour[u]] and serves(s, city, u, s.place[p]) for city, cubes in strategic)
            reasons = [
                (pool and M.nation[u] == "Lithuania" and not s.lithuania, "8.5e", "not at war"),
                (pool and bool(M.leader[u]), "9.0c", "does not come back"),
                (pool and have < cost, "8.4a", f"It costs {cost}"),
                (pool and not building_cities(s, player, u), "8.4a", "no Supply Depot with room"),
                (pool and not frame.sites(s, u), "8.5d", "In no one city"),
                (pool, "", ""),
                (mine and s.place[p] == -2, "8.4c", "never rebuilt"),
                *foreign(s, side, p),
                (not own_front(s, player, p, players) and crossed, "1.1c", "old commander"),
                (not own_front(s, player, p, players), "10.0d", "other front"),
                (bool(M.leader[u]), "9.0a", "cannot have more"),
                (s.sp[p] >= M.max_sp[u], "8.3", "full strength"),
                (bool(frame.built >> p & 1), "8.4b", "stays at 1"),
                (field and not in_supply(s, p), "8.3", "out of supply"),
                (bool(front), "8.31b", "front line"),
                (have == 0, "3.2c", f"no {colour} cube"),
                (not s.cubes[player][M.colour[u]] and not served, "8.5c", "the other front"),
            ]
            agrees(why(p), reasons, seen)
    assert len(seen) >= 7
