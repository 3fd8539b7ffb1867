"""Where blocks may go by an order, found by walking every path, and what they may leave behind."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.cards.effects import COSSACKS, RED_COSSACKS, SMIGLY
from vistula.games.strike_of_the_eagle.model import INFANTRY, PIECES, POLAND, RUSSIA, Type
from vistula.games.strike_of_the_eagle.rules.detachment import brigades, detachments, first_of
from vistula.games.strike_of_the_eagle.rules.executors import fresh, may_leave
from vistula.games.strike_of_the_eagle.rules.movement import (
    any_mover,
    full_link,
    kept_back,
    marchers,
    movers,
    next_areas,
    steps_of,
)
from vistula.games.strike_of_the_eagle.rules.queries import block_command, distance, may_enter, open_areas
from vistula.games.strike_of_the_eagle.state import Effect, Order, State

from .plain import enemies, few, taken
from .table import M, area, start, unit

rule = pytest.mark.rule
TO = (Type.MARCH_TO, Type.MOVE_TO)


def scattered(seed: int) -> State:
    """Both sides close together; some stand on links, over some of which four have come."""
    rng = random.Random(seed)
    s = start("campaign").s
    there = [a for a in M.areas if distance(s, area(("Zhlobin", "Minsk", "Klintsy")[seed % 3]), a) <= 2]
    s.garrisons = [1 << area("Warsaw") | 1 << area("Bobruisk"), 1 << area("Gomel")]
    for p in range(110):
        s.place[p] = rng.choice(there) if rng.random() < 0.18 else -1
        if s.place[p] >= 0 and not (M.eastern_links >> s.place[p] & 1 and p < 56) and rng.random() < 0.6:
            s.origin[p] = rng.choice([a for a in there if M.around[s.place[p]] >> a & 1] or [-1])
            s.on_link |= (s.origin[p] >= 0) << p
        elif p < 56 and s.place[p] >= 0 and M.eastern_links >> s.place[p] & 1:
            s.place[p] = -1
    for side in (POLAND, RUSSIA):  # four over one link
        goal = rng.choice([s.place[p] for p in PIECES[1 - side] if s.place[p] >= 0])
        over = rng.choice(list(members(M.around[goal])))
        for p in rng.sample(PIECES[side], rng.choice((3, 4))):
            s.place[p], s.origin[p] = goal, over
    s.unsupplied, s.executed, s.moved = few(rng, 0.25), few(rng, 0.2), few(rng, 0.3)
    s.southern = few(rng, 0.3)
    s.free = {a * 2 + side: rng.randint(0, 1) for a in rng.sample(there, 3) for side in (0, 1)}
    return s


def doors(s: State, side: int, here: int) -> set[int]:
    """Areas that a block may step into: over no link on which an enemy stands, nor over one by which four have come
    into an area of battle."""
    closed, foes = taken(s, side), enemies(s, side)
    found = set()
    for a in members(M.around[here] & open_areas(s)):
        came = sum(s.place[p] == a and s.origin[p] == here for p in PIECES[side])
        full = a in foes and came >= 4
        if frozenset((here, a)) not in closed and not full and not (side == POLAND and M.eastern_links >> a & 1):
            found.add(a)
    return found


def arrives(s: State, side: int, here: int, goal: int, left: int) -> bool:
    """Whether some path leads on from an area to the goal: enemies end it."""
    if here == goal:
        return True
    if left <= 0 or here in enemies(s, side):
        return False
    return any(arrives(s, side, a, goal, left - 1) for a in doors(s, side, here))


@rule("7.33b")
@pytest.mark.parametrize("seed", range(6))
def test_over_which_links_four_have_come_into_battle(seed):
    s = scattered(seed)
    found = set()
    for side in (POLAND, RUSSIA):
        for a in M.areas:
            for n in members(M.around[a]):
                came = [p for p in PIECES[side] if s.place[p] == a and s.origin[p] == n]
                expected = len(came) >= 4 and a in enemies(s, side)
                assert full_link(s, side, n).held(a) == expected
                found.add(expected)
    assert False in found


@rule("7.31a", "7.31b", "7.32d", "7.32e", "7.3l", "7.33b", "7.2g", "7.2q")
@pytest.mark.parametrize("seed", range(4))
def test_which_areas_a_block_may_enter_next(seed):
    s = scattered(seed)
    steps = 0
    for p in [p for p in range(110) if s.place[p] >= 0]:
        side, here = p >= 56, s.place[p]
        for type in (Type.MOVE_OUT, Type.MARCH_OUT):
            start = random.Random(p).choice([here, *members(M.around[here])])
            order = Order(1, 0, start, type)
            expected = doors(s, side, here) - {start}
            assert set(next_areas(s, p, order, 1)) == expected
            assert next_areas(s, p, order, 0) == []
        goals = members(may_enter(s, side))
        for left in (1, 2, 3):
            for goal in [a for a in goals if a != here and distance(s, here, a) <= 3][::3]:
                order = Order(1, 0, goal, Type.MOVE_TO)
                expected = {a for a in doors(s, side, here) if arrives(s, side, a, goal, left - 1)}
                assert set(next_areas(s, p, order, left)) == expected
                steps += len(expected)
            assert next_areas(s, p, Order(1, 0, here, Type.MOVE_TO), 0) == []
    assert steps > 50


@rule("7.2f", "7.2i", "7.2p", "7.2r", "7.3n", "7.32c", "7.32f", "7.3i", "7.3p")
@pytest.mark.parametrize("seed", range(4))
def test_who_can_execute_a_movement_order(seed):
    """A fresh block of the command that is not pinned: by an Out order where it lies, by a To order from elsewhere; in
    supply but for a Move Out; if it can leave, and reach the goal."""
    s = scattered(seed)
    told = {True: 0, False: 0}
    for place in [a for a in M.areas if distance(s, area("Zhlobin"), a) <= 2 or distance(s, area("Minsk"), a) <= 2]:
        for type in (Type.MOVE_OUT, Type.MARCH_OUT, Type.MOVE_TO, Type.MARCH_TO):
            command = (place + type) % 4
            order = Order(1, command, place, type)
            able = []
            for p in [p for p in PIECES[command >> 1] if s.place[p] >= 0 and block_command(s, p) == command]:
                here = s.place[p]
                on_foot = M.kind[s.unit[p]] == INFANTRY
                far = (1 if on_foot else 2) + (type in (Type.MARCH_TO, Type.MARCH_OUT))
                pinned = s.free.get(here * 2 + (command >> 1), 1) <= 0
                hungry = s.unsupplied >> p & 1 and type != Type.MOVE_OUT
                expected = not s.executed >> p & 1 and not pinned and not hungry
                if type in TO:
                    expected &= here != place and any(
                        arrives(s, command >> 1, a, place, far - 1) for a in doors(s, command >> 1, here)
                    )
                else:
                    expected &= here == place and bool(doors(s, command >> 1, here))
                assert (fresh(s, p), may_leave(s, p)) == (not s.executed >> p & 1, not pinned)
                able += [p] if expected else []
                told[expected] += 1
            assert marchers(s, order, kept_back(s, order)) == able
            s.orders = [order]
            for fulfilled in ([], [1]):
                s.fulfilled = fulfilled
                assert movers(s, order) == able, "no other order needs them"
                assert any_mover(s, order) == bool(able)
    assert min(told.values()) > 0


@rule("2.0d", "2.0e", "7.2h", "7.2s")
@pytest.mark.parametrize("type", [Type.MOVE_OUT, Type.MARCH_OUT, Type.MOVE_TO, Type.MARCH_TO])
def test_how_far_blocks_go_by_an_order(type):
    """Infantry one area, others two, one more by a forced march; cards give the infantry of one order and the Red
    Cossacks one more."""
    s = start("campaign").s
    order = Order(7, 0, area("Minsk"), type)
    for effects in ([], [Effect(SMIGLY, 0, 7)], [Effect(SMIGLY, 0, 8)], [Effect(RED_COSSACKS, 3)]):
        s.effects = effects
        for p in range(110):
            on_foot = M.kind[s.unit[p]] == INFANTRY
            far = (1 if on_foot else 2) + (type in (Type.MARCH_TO, Type.MARCH_OUT))
            far += on_foot and effects == [Effect(SMIGLY, 0, 7)]
            far += s.unit[p] == unit(COSSACKS) and effects == [Effect(RED_COSSACKS, 3)]
            assert steps_of(s, p, order) == far


# -- detachments ----------------------------------------------------------------------------------------------------


@rule("2.2a", "2.2d", "2.2e")
@pytest.mark.parametrize("seed", range(6))
def test_what_a_division_may_leave_behind(seed):
    """A brigade of its arm and nation from the pool, of one or two points in all, as long as it keeps one itself and
    there is room inside the area."""
    rng = random.Random(seed)
    s = scattered(seed)
    some = {True: 0, False: 0}
    for p in range(110):
        if s.place[p] < 0:
            s.place[p] = rng.choice((-1, -1, -2))
        s.sp[p] = rng.randint(1, 4)
    for p in [p for p in range(110) if s.place[p] >= 0]:
        u, side = s.unit[p], p >= 56
        pool = [b for b in PIECES[side] if s.place[b] == -1 and M.brigade[s.unit[b]]]
        alike = [b for b in pool if (M.colour[s.unit[b]], M.nation[s.unit[b]]) == (M.colour[u], M.nation[u])]
        expected = alike if M.division[u] else []
        assert brigades(s, p) == expected
        first = first_of(s, brigades(s, p))
        assert len(first) == min(1, len(expected))
        assert set(first) <= set(expected)
        for split in (0, 1, 2):
            inside = [o for o in PIECES[side] if s.place[o] == s.place[p] and not s.on_link >> o & 1 and o != p]
            room = len(inside) < 4 or bool(M.eastern_links >> s.place[p] & 1)
            spare = min(2 - split, s.sp[p] - 1) if room else 0
            options = {o.verb: list(o.args) for o in detachments(s, p, split)}
            assert options["detach"] == (first if spare > 0 else [])
            assert options.get("detach-two", []) == (first if spare > 1 else [])
            some[bool(options["detach"])] += 1
    assert min(some.values()) > 0
