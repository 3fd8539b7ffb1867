"""Refusals compared, area by area and block by block, with the first of the reasons that hold, in plain words."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import PIECES, POLAND, RUSSIA, Stage, Type
from vistula.games.strike_of_the_eagle.rules.depots import depots, own_depot
from vistula.games.strike_of_the_eagle.rules.detachment import brigades, first_of
from vistula.games.strike_of_the_eagle.rules.execution import SideTurn
from vistula.games.strike_of_the_eagle.rules.leader_orders import can_order
from vistula.games.strike_of_the_eagle.rules.leaders import LeaderWindow
from vistula.games.strike_of_the_eagle.rules.movement import MoveOrder, next_areas, steps_of
from vistula.games.strike_of_the_eagle.rules.queries import controlled, distance
from vistula.games.strike_of_the_eagle.rules.rail_transport import RailOrder, passengers, stations
from vistula.games.strike_of_the_eagle.rules.reorganization import ReorganizeOrder, reorganizers
from vistula.games.strike_of_the_eagle.rules.retreat import no_way_back
from vistula.games.strike_of_the_eagle.rules.stacking import no_room
from vistula.games.strike_of_the_eagle.rules.withdraw import WithdrawOrder
from vistula.games.strike_of_the_eagle.state import Order, State
from vistula.kernel import first
from vistula.kernel.views import Refusal

from .lists import needed_elsewhere
from .plain import FAR, enemies, few, how_far, in_play, may_go, room, scattered, taken
from .table import M, area, barred, start

rule = pytest.mark.rule
Reasons = list[tuple[bool, str, str]]


def position(seed: int, share: float = 0.35) -> State:
    s = start("campaign").s
    s.lithuania = seed % 2 == 1
    middle = ("Minsk", "Gomel", "Vilna")[seed % 3]
    there = [a for a in in_play(s) if distance(s, area(middle), a) <= 3]
    rng = random.Random(seed)
    scattered(s, rng, sorted(there), share)
    s.executed, s.stuck, s.detached = few(rng, 0.15), few(rng, 0.1), few(rng, 0.1)
    s.unsupplied, s.moved, s.fought = few(rng, 0.2), few(rng, 0.2), few(rng, 0.2)
    s.southern, s.spent = few(rng, 0.3), few(rng, 0.3)
    s.free = {a * 2 + side: rng.randint(0, 1) for a in rng.sample(sorted(there), 5) for side in (0, 1)}
    s.sp = [rng.randint(1, max(1, M.max_sp[u])) for u in s.unit]
    return s


def agrees(found: Refusal | None, reasons: Reasons, seen: Counter[str]) -> None:
    """The first reason that holds is the one that is told; where none does, nothing is."""
    rule, words = next(((rule, words) for holds, rule, words in reasons if holds), ("", ""))
    assert (found.rule if found else "") == rule
    assert words in (found.why if found else "")
    seen[f"{rule} {words}"] += 1


def standing(s: State, side: int) -> list[int]:
    return [p for p in PIECES[side] if s.place[p] >= 0]


# -- areas ----------------------------------------------------------------------------------------------------------


def forbidden(side: int, place: int, s: State) -> Reasons:
    link = side == POLAND and bool(M.eastern_links >> place & 1)
    return [(link, "1.4b", "Eastern Link"), (place not in may_go(s, side), "4.0a", "closed")]


def outside(s: State, here: int, place: int, id: str) -> Reasons:
    return [
        (place not in in_play(s), "4.0a", "not in play"),
        (here == place, id, "already"),
        (not M.around[here] >> place & 1, id, "No road or rail"),
    ]


@rule("7.31a", "7.31b", "7.3l", "7.32d", "7.33b", "7.2g", "7.2q", "1.4b", "4.0a")
@pytest.mark.parametrize("seed", range(2))
def test_why_a_block_on_the_march_cannot_go_there(seed):
    s, seen = position(seed), Counter[str]()
    closed, foes = [taken(s, side) for side in (0, 1)], [enemies(s, side) for side in (0, 1)]
    for p in [*standing(s, POLAND)[:6], *standing(s, RUSSIA)[:6]]:
        side, here = int(p >= 56), s.place[p]
        full = random.Random(p).choice(list(members(M.around[here])))
        for q in [q for q in PIECES[side] if s.place[q] < 0][: p % 2 + 3]:
            s.place[q], s.origin[q] = full, here
        for type in (Type.MOVE_OUT, Type.MARCH_OUT, Type.MOVE_TO):
            start = random.Random(p + type).choice(list(members(M.around[here])))
            s.orders = [Order(1, side * 2, start, type)]
            frame = MoveOrder(id=1, command=side * 2, piece=p, left=1)
            why = barred(s, frame, "way", "space")
            for a in M.areas:
                came = sum(s.place[q] == a and s.origin[q] == here for q in PIECES[side])
                reasons = [
                    *outside(s, here, a, "7.31a"),
                    *forbidden(side, a, s),
                    (frozenset((here, a)) in closed[side], "7.32d", "came in over the link"),
                    (type == Type.MARCH_OUT and a == start, "7.2g", "leads out"),
                    (type == Type.MOVE_OUT and a == start, "7.2q", "leads out"),
                    (came >= 4 and a in foes[side], "7.33b", "Four blocks"),
                    (type == Type.MOVE_TO and a != start, "7.3l", "0 areas would be left"),
                ]
                agrees(why(a), reasons, seen)
    assert len(seen) >= 7


def no_standing(s: State, side: int, place: int, id: str) -> Reasons:
    return [
        *forbidden(side, place, s),
        (place in enemies(s, side), id, "The enemy is at"),
        (room(s, side, place) <= 0, "7.33a", "Four blocks stand"),
    ]


@rule("7.2v", "7.32d", "7.33a", "1.4b", "4.0a")
@pytest.mark.parametrize("seed", range(2))
def test_why_a_block_cannot_withdraw_there(seed):
    s, seen = position(seed), Counter[str]()
    for p in [*standing(s, POLAND)[:12], *standing(s, RUSSIA)[:12]]:
        side, here = int(p >= 56), s.place[p]
        frame = WithdrawOrder(id=1, command=side * 2, area=here, piece=p)
        goals, why = set(members(depots(s, side) | own_depot(s, p))), barred(s, frame, "haven", "space")
        for a in [*members(M.around[here]), here, area("Lwow"), M.kaunas]:
            reasons = [
                *outside(s, here, a, "7.2v"),
                *no_standing(s, side, a, "7.2v"),
                (frozenset((here, a)) in taken(s, side), "7.32d", "came in over the link"),
                (how_far(s, side, a, goals) >= FAR, "7.2v", "No clear path"),
            ]
            agrees(why(a), reasons, seen)
    assert len(seen) >= 6


def no_refuge(s: State, side: int, here: int, place: int) -> Reasons:
    return [
        *forbidden(side, place, s),
        (place in enemies(s, side), "7.42b", "The enemy is at"),
        (room(s, side, place) <= 0, "7.42d", "Four blocks"),
        (frozenset((here, place)) in taken(s, side), "7.42c", "over the link"),
    ]


@rule("7.42a", "7.42b", "7.42c", "7.42d", "7.42h", "7.33g", "4.0a", "1.4b")
@pytest.mark.parametrize("seed", range(2))
def test_why_the_beaten_and_those_without_room_cannot_go_there(seed):
    s, seen = position(seed), Counter[str]()
    for p in [*standing(s, POLAND)[:12], *standing(s, RUSSIA)[:12]]:
        side, here = int(p >= 56), s.place[p]
        cities, bases = set(members(controlled(s, side))) - {here}, set(members(depots(s, side) | own_depot(s, p)))
        ways = (
            (no_way_back(s, side, here), cities, "7.42a", "7.42h"),
            (no_room(s, side, here, own_depot(s, p)), bases, "7.33g", "7.33g"),
        )
        for bars, goals, id, cut in ways:
            told = list(bars)
            open_ = [a for a in members(M.around[here]) if not any(holds for holds, *_ in no_refuge(s, side, here, a))]
            nearest = min((how_far(s, side, a, goals) for a in open_), default=FAR)
            for a in [*members(M.around[here]), here, area("Lwow"), M.kaunas]:
                far = how_far(s, side, a, goals)
                reasons = [
                    *outside(s, here, a, id),
                    *no_refuge(s, side, here, a),
                    (far >= FAR, cut, "No clear path"),
                    (far > nearest, id, f"{far} area"),
                ]
                agrees(first(told, a), reasons, seen)
    assert len(seen) >= 8


@rule("7.6a", "7.6b", "7.33a", "1.4b", "4.0a")
@pytest.mark.parametrize("seed", range(2))
def test_why_a_block_cannot_ride_there(seed):
    s, seen = position(seed), Counter[str]()
    for p in [*standing(s, POLAND)[:3], *standing(s, RUSSIA)[:3]]:
        side, here = int(p >= 56), s.place[p]
        goals = set(members(depots(s, side) | own_depot(s, p)))
        open_ = set(stations(s, p))
        why = barred(s, RailOrder(id=1, command=side * 2, piece=p), "ride", "space")
        for a in M.areas:
            reasons = [
                (here == a, "7.6a", "already"),
                (not M.rail[a], "7.6a", "No railway runs through"),
                (a not in in_play(s), "4.0a", "not in play"),
                *no_standing(s, side, a, "7.6b"),
                (how_far(s, side, a, goals) > 3, "7.6b", "is not within 3 areas"),
                (a not in open_, "7.6a", "within 8 areas"),
            ]
            agrees(why(a), reasons, seen)
    assert len(seen) >= 6


# -- blocks ---------------------------------------------------------------------------------------------------------


def foreign(s: State, side: int, p: int) -> Reasons:
    return [
        ((p >= 56) != bool(side), "2.0f", "enemy"),
        (s.place[p] == -1, "4.0h", "Force Pool"),
        (s.place[p] < 0, "11.0a", "out of the game"),
    ]


def strange(s: State, command: int, p: int) -> Reasons:
    """Not of the side on the map, or not of the command."""
    own = s.southern >> p & 1 == command & 1
    crossed = s.place[p] >= 0 and s.southern >> p & 1 != M.front[s.place[p]]
    return [
        *foreign(s, command >> 1, p),
        (not own and crossed, "1.1c", "old commander"),
        (not own, "10.0d", "other front"),
    ]


def spent(s: State, p: int) -> Reasons:
    return [
        (bool(s.executed >> p & 1), "7.3n", "has executed an order"),
        (bool(s.detached >> p & 1), "2.2c", "may not move"),
        (bool(s.stuck >> p & 1), "7.13a", "holds it"),
    ]


@rule(
    "7.2i",
    "7.2p",
    "7.2f",
    "7.2g",
    "7.2q",
    "7.32c",
    "7.71b",
    "7.3i",
    "7.3l",
    "7.32f",
    "7.3n",
    "2.2c",
    "1.1c",
    "10.0d",
    "4.0h",
    "11.0a",
    "7.13a",
    "2.0f",
)
@pytest.mark.parametrize("seed", range(2))
def test_why_a_block_does_not_carry_out_a_movement_order(seed):
    s, seen = position(seed), Counter[str]()
    rng = random.Random(seed)
    for p in [p for p in range(110) if s.place[p] == -1 and rng.random() < 0.3]:
        s.place[p] = -2
    for command in range(4):
        for type in (Type.MOVE_OUT, Type.MARCH_OUT, Type.MOVE_TO, Type.MARCH_TO):
            place = rng.choice([s.place[p] for p in standing(s, command >> 1)])
            order = Order(1, command, place, type)
            s.orders = [order, Order(2, command, rng.choice(list(members(M.around[place]))), Type.MOVE_TO)]
            s.fulfilled = [1]  # of an order that nobody has executed, one must go even if all are needed elsewhere
            why = barred(s, MoveOrder(id=1, command=command), "pick", "piece")
            for p in range(110):
                here, side = s.place[p], command >> 1
                to, hungry = type in (Type.MOVE_TO, Type.MARCH_TO), s.unsupplied >> p & 1
                mine = (p >= 56) == bool(side) and here >= 0
                reasons = [
                    *strange(s, command, p),
                    *spent(s, p),
                    (s.free.get(here * 2 + side, 1) <= 0, "7.32c", "pin"),
                    (bool(hungry and type != Type.MOVE_OUT), "7.71b", "out of supply"),
                    (to and here == place, "7.2f", "already"),
                    (not to and here != place, "7.2g" if type == Type.MARCH_OUT else "7.2q", "It stands at"),
                    (mine and to and not next_areas(s, p, order, steps_of(s, p, order)), "7.3l", "cannot reach"),
                    (mine and not next_areas(s, p, order, steps_of(s, p, order)), "7.32f", "no way out"),
                    (mine and needed_elsewhere(s, p, order), "7.3i", "without this block"),
                ]
                agrees(why(p), reasons, seen)
    assert len(seen) >= 12


def idle(s: State, command: int, place: int, p: int, id: str) -> Reasons:
    return [
        *strange(s, command, p),
        (s.place[p] != place, id, "It stands at"),
        *spent(s, p),
        (bool(s.moved >> p & 1), id, "has moved"),
        (bool(s.unsupplied >> p & 1), "7.71b", "out of supply"),
    ]


@rule(
    "7.2ac",
    "7.2ad",
    "7.2ae",
    "7.2af",
    "7.6c",
    "7.6a",
    "7.71b",
    "7.3i",
    "4.0h",
    "7.3n",
    "1.1c",
    "2.2c",
    "2.0f",
    "7.13a",
    "10.0d",
)
@pytest.mark.parametrize("seed", range(2))
def test_why_a_block_neither_reorganizes_nor_rides(seed):
    s, seen = position(seed, 0.5), Counter[str]()
    for command in range(4):
        for place in {s.place[p] for p in standing(s, command >> 1)}:
            s.orders = [Order(1, command, place, Type.REORGANIZE), Order(2, command, place, Type.RAIL)]
            rests, rides = reorganizers(s, s.orders[0]), passengers(s, s.orders[1])
            why = barred(s, ReorganizeOrder(id=1, command=command), "pick", "piece")
            why_not = barred(s, RailOrder(id=2, command=command), "pick", "piece")
            for p in range(110):
                leader = bool(M.leader[s.unit[p]])
                whole = s.sp[p] >= M.max_sp[s.unit[p]]
                reasons = [
                    *idle(s, command, place, p, "7.2ac"),
                    (leader, "7.2ac", "cannot have more"),
                    (whole, "7.2ad", f"full strength of {s.sp[p]}"),
                    (bool(s.fought >> p & 1), "7.2ae", "was not named"),
                    (p not in rests, "7.3i", "without this block"),
                ]
                agrees(why(p), reasons, seen)
                mine = (p >= 56) == bool(command >> 1) and s.place[p] >= 0
                reasons = [
                    *idle(s, command, place, p, "7.2af"),
                    (bool(s.fought >> p & 1), "7.6c", "fought"),
                    (mine and needed_elsewhere(s, p, s.orders[1]), "7.2af", "another order"),
                    (p not in rides, "7.6a", "No station"),
                ]
                agrees(why_not(p), reasons, seen)
    assert len(seen) >= 12


@rule("9.0e", "9.0f", "9.0g", "9.0o", "7.3a", "4.0h", "1.1c", "2.0f", "10.0d")
@pytest.mark.parametrize("seed", range(2))
def test_why_a_leader_is_not_used(seed):
    s, seen = position(seed), Counter[str]()
    rng = random.Random(seed)
    for p in [p for p in range(110) if M.leader[s.unit[p]]]:
        s.place[p] = rng.choice([-1, *in_play(s)])
        s.sp[p] = 1
    for command in range(4):
        for frame in (
            SideTurn(stage=Stage.MOVES, command=command),
            LeaderWindow(command=command, stage=Stage.MOVES, last=True),
        ):
            step = "pick" if isinstance(frame, SideTurn) else "use"
            why = barred(s, frame, step, "piece")
            for p in range(110):
                u = s.unit[p]
                held = [command] if isinstance(frame, SideTurn) else [command, command ^ 1]
                mine = (p >= 56) == bool(command >> 1) and s.place[p] >= 0
                commanded = mine and (command >> 1) * 2 + (s.southern >> p & 1) in held
                reasons = [
                    *([] if commanded else strange(s, command, p)),
                    (not M.leader[u], "7.3a", "Choose the order first"),
                    (bool(s.spent >> u & 1), "9.0e", "has used his ability"),
                    (M.key[u] == "P-Sikorski", "9.0g", "gives no orders"),
                    (mine and not can_order(s, p), "9.0o", "nobody in reach"),
                ]
                agrees(why(p), reasons, seen)
    assert len(seen) >= 7


@rule("2.2a", "2.2d", "2.2f", "7.33a", "7.31a", "2.0f")
@pytest.mark.parametrize("seed", range(2))
def test_why_a_brigade_is_not_left_behind(seed):
    s, seen = position(seed), Counter[str]()
    rng = random.Random(seed)
    for p in [*standing(s, POLAND)[:8], *standing(s, RUSSIA)[:8]]:
        frame = MoveOrder(id=1, command=0, piece=p, gone=rng.choice((0, 0, 0, 1)), split=rng.choice((0, 1, 2)))
        side, here = int(p >= 56), s.place[p]
        inside = [o for o in PIECES[side] if s.place[o] == here and not s.on_link >> o & 1 and o != p]
        fits = len(inside) < 4 or bool(M.eastern_links >> here & 1)
        s.orders = [Order(1, 0, here, Type.MOVE_OUT)]
        why, spare = barred(s, frame, "way", "piece"), first_of(s, brigades(s, p))
        for b in range(110):
            strangers = [(rule_, id, words) for rule_, id, words in foreign(s, side, b) if id == "2.0f"]
            reasons = [
                *strangers,
                (b == p, "7.31a", "on its way"),
                (frame.gone > 0, "2.2f", "where the march begins"),
                (s.place[b] != -1, "2.2d", "Only a brigade in the Force Pool"),
                (not M.division[s.unit[p]], "2.2a", "is no division"),
                (b not in brigades(s, p), "2.2d", "own arm and nation"),
                (s.sp[p] <= 1 or frame.split >= 2, "2.2a", "no strength point to spare"),
                (not fits, "7.33a", "no room"),
                (b not in spare, "2.2d", "highlighted"),
            ]
            agrees(why(b), reasons, seen)
    assert len(seen) >= 7
