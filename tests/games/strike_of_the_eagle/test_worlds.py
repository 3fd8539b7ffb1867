"""Unseen orders of worlds, compared with plain statements of what each of them can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import pytest

from vistula.games.strike_of_the_eagle import knowledge
from vistula.games.strike_of_the_eagle.cards.effects import RED_COSSACKS
from vistula.games.strike_of_the_eagle.model import (
    CAVALRY,
    COMMANDS,
    NORTH,
    ORDERS,
    PIECES,
    POLAND,
    RUSSIA,
    STEP_ORDERS,
    Stage,
    Type,
    command_of,
    command_side,
)
from vistula.games.strike_of_the_eagle.possible_orders import _lacks_recon, fill_orders
from vistula.games.strike_of_the_eagle.rules.executors import fresh, pieces_of, targets
from vistula.games.strike_of_the_eagle.rules.queries import distance, open_areas
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import NONE, Effect, Fight, Order, State
from vistula.kernel import UNKNOWN

from .plain import few
from .table import SUPPLY, TITLE, M, area, at, running, start

rule = pytest.mark.rule
TYPES = range(len(ORDERS))
NEED_SUPPLY = (Type.MARCH_TO, Type.MARCH_OUT, Type.MOVE_TO, Type.REORGANIZE, Type.RAIL)
ON_BLOCKS = (
    Type.MARCH_OUT,
    Type.MOVE_OUT,
    Type.WITHDRAW,
    Type.DEFEND,
    Type.REORGANIZE,
    Type.RAIL,
)


class Turn(random.Random):
    """Chance that takes the n-th of what there is: every possible choice comes up once in so many turns."""

    def __init__(self, turn: int) -> None:
        super().__init__(turn)
        self.turn = turn

    def choice(self, seq):
        return seq[self.turn % len(seq)]


def dealt(s: State, i: int) -> set[int]:
    """The types that an unseen order gets in worlds that are otherwise the same."""
    found = set()
    for turn in TYPES:
        world = s.copy()
        fill_orders(world, Turn(turn))
        found.add(world.orders[i].type)
    return found


def near(s: State, middle: str, far: int) -> list[int]:
    return [a for a in M.areas if distance(s, area(middle), a) <= far]


def scattered(rng: random.Random, scenario: str, middle: str, share: float) -> State:
    """Some blocks of both sides round an area, some of them not where they began the phase."""
    s = start(scenario).s
    there = near(s, middle, 3)
    for p in range(len(s.place)):
        s.place[p] = rng.choice(there) if rng.random() < share else -1
        s.start[p] = s.place[p] if rng.random() < 0.7 else rng.choice([-1, *there])
    s.southern = few(rng, 0.4)
    s.allowance, s.placed = [9] * 4, [0] * 4
    return s


# -- one order ------------------------------------------------------------------------------------------------------


def plain_types(s: State, order: Order) -> set[int]:
    """What an order can be that lies face down alone: its step has not come for its command, it is no Reorganization
    under attack, and a block stands or stood so that it could have been laid for it."""
    reached = s.step + (s.turned_up >> order.command & 1)
    timely = {type for step, types in STEP_ORDERS.items() if step >= reached for type in types}
    if under_attack(s, order):
        timely.discard(Type.REORGANIZE)
    return {type for type in timely if laid_for_somebody(s, order, type)} or timely


def under_attack(s: State, order: Order) -> bool:
    side = command_side(order.command)
    if s.fight is not None and s.fight.area == order.area:
        return s.fight.attacker != side
    return any(
        s.place[p] == order.area and s.fought >> p & 1 and not s.moved >> p & 1
        for p in PIECES[command_side(order.command)]
    )


def laid_for_somebody(s: State, order: Order, type: int) -> bool:
    side = command_side(order.command)
    blocks = [p for p in PIECES[side] if s.place[p] >= 0]
    if type != Type.RECON:
        blocks = [p for p in blocks if side * 2 + (s.southern >> p & 1) == order.command]
    if type in NEED_SUPPLY:
        blocks = [p for p in blocks if not s.unsupplied >> p & 1]
    stood = {s.place[p] for p in blocks} | {s.start[p] for p in blocks if s.start[p] >= 0}
    if type in ON_BLOCKS:
        return order.area in stood and (type != Type.RAIL or M.rail[order.area] != 0)
    link = M.eastern_links >> order.area & 1
    far = {distance(s, order.area, a) for a in stood}
    if type == Type.RECON:
        return not (link and side == POLAND) and min(far, default=99) <= 3
    closed = link if side == POLAND else s.scene.guarded >> order.area & 1
    if closed or not open_areas(s) >> order.area & 1:
        return False
    spurred = side == RUSSIA and any(e.card == RED_COSSACKS for e in s.effects)
    most = (M.march if type == Type.MARCH_TO else M.move)[CAVALRY] + spurred
    return any(0 < each <= most for each in far)


@rule("1.4b", "7.2e", "7.2o", "7.2k", "7.2n", "7.2i", "7.2p", "7.2ac", "7.2ae", "7.2af", "7.71b")
@pytest.mark.parametrize(
    ("scenario", "middle"),
    [("campaign", "Klintsy"), ("campaign", "Rovno"), ("zhlobin", "Zhlobin"), ("campaign", "Vilna")],
)
def test_what_an_order_that_lies_face_down_can_be(scenario, middle):
    rng = random.Random(middle)
    seen: Counter[int] = Counter()
    for round in range(4):
        s = scattered(rng, scenario, middle, 0.06)
        s.unsupplied, s.fought, s.moved = few(rng, 0.5), few(rng, 0.4), few(rng, 0.4)
        s.turned_up = rng.getrandbits(4)
        if round % 2:
            s.effects = [Effect(RED_COSSACKS, 3)]
        for place in near(s, middle, 4):
            s.step = rng.randint(Stage.MARCHES, Stage.RAILWAYS - 1)
            s.fight = rng.choice([None, Fight(place, rng.randint(0, 1)), Fight(area("Warsaw"), POLAND)])
            order = Order(0, rng.randrange(4), place, UNKNOWN)
            s.orders = [order]
            expected = plain_types(s, order)
            assert dealt(s, 0) == expected
            seen.update(expected)
    assert len(seen) >= len(ORDERS) - 1


# -- beside others --------------------------------------------------------------------------------------------------


def plain_beside(s: State, i: int) -> set[int]:
    """What an order can be beside others that are known: no type twice in an area, no more than there are counters, of
    those on blocks no more than blocks began there; the last Recon is kept for the front that must have it."""
    order = s.orders[i]
    side = command_side(order.command)
    others = [o for o in s.orders if o.type != UNKNOWN and command_side(o.command) == side]
    there = {o.type for o in others if o.area == order.area}
    used = Counter(o.type for o in others if o.leader == NONE)
    looks = [c for c in COMMANDS if any(o.command == c and o.type == Type.RECON and o.leader == NONE for o in s.orders)]
    ally = order.command ^ 1
    kept = M.counters[Type.RECON] - used[Type.RECON] == 1 and order.command in looks
    kept = kept and ally not in looks and s.placed[ally] >= s.allowance[ally]
    free = {t for t in TYPES if t not in there and used[t] < M.counters[t] and not (kept and t == Type.RECON)}
    able = plain_types(s, order) & free
    own = [o for o in others if o.command == order.command and o.area == order.area and o.leader == NONE]
    blocks = [p for p in PIECES[side] if s.start[p] == order.area and side * 2 + (s.southern >> p & 1) == order.command]
    if sum(o.type in ON_BLOCKS for o in own) >= max(1, len(blocks)):
        able = {t for t in able if t not in ON_BLOCKS} or able
    return able or free or {Type.RECON}


@rule("7.2b", "7.2d", "7.2ah", "7.2al")
@pytest.mark.parametrize("middle", ["Klintsy", "Rovno", "Minsk"])
def test_what_an_order_can_be_beside_others(middle):
    rng = random.Random(middle)
    seen: Counter[int] = Counter()
    for _ in range(20):
        s = scattered(rng, "campaign", middle, 0.1)
        s.step = Stage.MARCHES
        places = rng.sample(near(s, middle, 2), 4)
        types = rng.sample(TYPES, rng.choice((2, 4, 9)))
        known = rng.randint(0, 24)
        s.placed = [rng.choice((8, 8, 9, 10)) for _ in COMMANDS]
        s.orders = [
            Order(i, rng.randrange(4), rng.choice(places), rng.choice(types), leader=rng.choice((NONE, NONE, 3)))
            for i in range(known)
        ]
        s.orders.append(Order(99, rng.randrange(4), rng.choice(places), UNKNOWN))
        if s.placed[s.orders[-1].command] >= 9:  # a Recon may be due, which is another question
            s.orders.append(Order(98, s.orders[-1].command, area("Warsaw"), Type.RECON))
        i = next(i for i, o in enumerate(s.orders) if o.type == UNKNOWN)
        expected = plain_beside(s, i)
        assert dealt(s, i) == expected
        seen.update(expected)
    assert len(seen) == len(ORDERS)


@rule("7.2b", "7.2ah")
@pytest.mark.parametrize("apart", [False, True])
def test_each_front_has_its_recon_or_as_many_as_there_is_room_for(apart):
    for turn in range(6):
        s = scattered(random.Random(turn), "campaign", "Minsk", 0.3)
        s.step, s.allowance, s.placed = Stage.MARCHES, [2, 2, 9, 9], [2, 2, 0, 0]
        places = [area("Minsk"), area("Minsk"), area("Borisov" if apart else "Minsk")]
        s.orders = [Order(i, command, places[i], UNKNOWN) for i, command in enumerate((0, 0, 1))]
        fill_orders(s, random.Random(turn))
        looking = [o.command for o in s.orders if o.type == Type.RECON]
        assert len(looking) == (2 if apart else 1)
        assert set(looking) <= {0, 1}
        assert len({*looking}) == len(looking)


@rule("7.2b")
def test_one_recon_is_owed_and_no_more():
    """The other order may be a Recon too, but need not be."""
    found = set()
    for turn in range(8):
        s = scattered(random.Random(turn), "campaign", "Minsk", 0.3)
        s.step, s.allowance, s.placed = Stage.MARCHES, [2, 9, 9, 9], [2, 0, 0, 0]
        s.orders = [Order(1, 0, area("Minsk"), UNKNOWN), Order(2, 0, area("Borisov"), UNKNOWN)]
        fill_orders(s, random.Random(turn))
        found.add(sum(o.type == Type.RECON for o in s.orders))
    assert min(found) == 1


# -- all together ---------------------------------------------------------------------------------------------------


def assignments(s: State, unseen: Sequence[int]) -> Iterator[list[Order]]:
    for types in product(TYPES, repeat=len(unseen)):
        orders = s.orders[:]
        for i, type in zip(unseen, types, strict=True):
            orders[i] = Order(orders[i].id, orders[i].command, orders[i].area, type)
        yield orders


def orderly(s: State, orders: list[Order]) -> bool:
    """No type twice in an area, no more than counters, a Recon of everybody who has placed all."""
    for side in (POLAND, RUSSIA):
        own = [(o.area, o.type) for o in orders if command_side(o.command) == side]
        if len({*own}) < len(own) or any(n > M.counters[t] for t, n in Counter(t for _, t in own).items()):
            return False
    full = [c for c in COMMANDS if s.placed[c] >= s.allowance[c] and s.placed[c]]
    return all(any(o.command == c and o.type == Type.RECON for o in orders) for c in full)


def followed(s: State, command: int, orders: list[Order]) -> bool:
    """Whether every order of a command can have a block of its own."""
    wanted = [o for o in orders if o.command == command and o.type != Type.RECON]
    blocks = [p for p in pieces_of(s, command) if fresh(s, p)]
    return any(
        all(targets(s, p, o.type) >> o.area & 1 for p, o in zip(taken, wanted, strict=True))
        for taken in permutations(blocks, len(wanted))
    )


@rule("7.2aj", "7.2al", "7.2b", "7.2ah")
@pytest.mark.parametrize("seed", range(3))
def test_orders_are_dealt_so_that_every_one_has_a_block_where_that_can_be(seed):
    """And if it cannot be, that is said."""
    rng = random.Random(seed)
    told: Counter[bool] = Counter()
    for _ in range(18):
        s = start("campaign").s
        s.garrisons = [1 << area("Warsaw"), 1 << area("Kiev")]
        s.place = [-1] * len(s.place)
        there = near(s, "Minsk", 2)
        for p in rng.sample(PIECES[POLAND], rng.randint(1, 3)):
            s.place[p] = rng.choice(there)
        s.start = s.place[:]
        s.southern = 0 if rng.random() < 0.5 else few(rng, 0.5)
        s.unsupplied, s.executed = few(rng, 0.3), few(rng, 0.2)
        s.step = Stage.PLACING
        where = [
            a
            for a in near(s, "Minsk", 4)
            if not M.eastern_links >> a & 1 and min(distance(s, a, b) for b in s.place if b >= 0) <= 3
        ]
        few_places = rng.sample(where, min(len(where), 2))
        s.orders = [Order(i, rng.randrange(2), rng.choice(few_places), UNKNOWN) for i in range(rng.randint(1, 3))]
        s.allowance = [rng.choice((9, sum(o.command == c for o in s.orders))) for c in range(2)] + [9, 9]
        s.placed = [sum(o.command == c for o in s.orders) for c in COMMANDS]
        unseen = range(len(s.orders))
        can_be = [
            [o.type for o in orders]
            for orders in assignments(s, unseen)
            if orderly(s, orders) and all(followed(s, c, orders) for c in range(2))
        ]
        agrees = fill_orders(s, rng)
        assert agrees == bool(can_be)
        assert UNKNOWN not in [o.type for o in s.orders]
        assert not agrees or [o.type for o in s.orders] in can_be
        told[agrees] += 1
    assert told[True] > 3
    assert told[False] > 1


@rule("7.2aj", "7.3k")
@pytest.mark.parametrize(("place", "deals"), [("Rohachev", 1), ("Slutsk", 12)])
def test_where_no_world_has_a_block_for_an_order_the_last_deal_stands(place, deals, monkeypatch):
    """The Soviets have two orders at a place; at Slutsk none of their blocks could follow both."""
    text = (
        SUPPLY + 'step = "orders"\nblocks.P-14 = "Bobruisk 4"\nblocks.R-21 = "Rohachev 3"\nblocks.R-10 = "Rohachev 3"\n'
    )
    game = running(text + f'orders.russia-north = ["defend {place}", "withdraw {place}", "reorganize {place}"]')
    game.s.step, game.s.allowance[2] = Stage.PLACING, 9
    tried = []

    def counted(s: State, rng: random.Random) -> bool:
        tried.append(fill_orders(s, rng))
        return tried[-1]

    monkeypatch.setattr(knowledge, "fill_orders", counted)
    own = game.seat("poland")
    world = TITLE.fill(own.s, own.id, random.Random(1))
    assert len(tried) == deals
    assert tried[-1] == (deals == 1)
    assert UNKNOWN not in [o.type for o in world.orders]
    assert UNKNOWN not in world.unit


@rule("7.2b")
@pytest.mark.parametrize(("card", "placed", "lacks"), [("", 3, True), ("P-23", 3, False), ("P-23", 4, True)])
def test_whoever_has_placed_all_orders_that_he_may_must_have_a_recon_among_them(card, placed, lacks):
    """Żeligowski gives an order more: who could still place one may still owe the Recon."""
    s, command = at('scenario = "campaign"').s, command_of(POLAND, NORTH)
    s.effects = [Effect(card_number(card), command, NONE)] if card else []
    s.allowance[command], s.placed[command] = 3, placed
    assert _lacks_recon(s, command) == lacks
