"""Rules said once more in plain words, and compared with the program over many positions."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.cards.effects import RED_COSSACKS
from vistula.games.strike_of_the_eagle.changes import advance, join_late, lookalikes, pin
from vistula.games.strike_of_the_eagle.model import (
    ORDERS,
    PIECES,
    POLAND,
    RUSSIA,
    SOUTH,
    Stage,
    Type,
    command_of,
    command_side,
    piece_side,
)
from vistula.games.strike_of_the_eagle.rules.bars import tired
from vistula.games.strike_of_the_eagle.rules.cubes import Spending, serves
from vistula.games.strike_of_the_eagle.rules.detachment import detach
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.executors import fresh, pieces_of, targets
from vistula.games.strike_of_the_eagle.rules.leader_orders import areas_for, pending
from vistula.games.strike_of_the_eagle.rules.queries import block_command, distance, may_enter, open_areas
from vistula.games.strike_of_the_eagle.rules.seats import commander, side_of_player
from vistula.games.strike_of_the_eagle.state import Effect, Entry, Fight, Order, State
from vistula.kernel import first, left

from .lists import in_supply
from .situations import reinforcing, to_spending
from .table import CAMPAIGN, M, area, asked, asks, clicks, offered, piece, play, running, settle, stage, start, verbs

rule = pytest.mark.rule


# -- cubes ----------------------------------------------------------------------------------------------------------


def front_line(s: State, side: int, place: int) -> bool:
    enemies = {s.place[p] for p in PIECES[1 - side]} | {a for a in M.areas if s.garrisons[1 - side] >> a & 1}
    return any(M.around[place] >> a & 1 for a in enemies if a >= 0)


@rule("8.3", "8.31b", "8.31c", "8.4b")
@pytest.mark.parametrize("player", range(4))
def test_who_may_be_strengthened(player):
    """A block of his own front, no leader, in supply, not built just now, below its maximum, with a cube that serves
    it, and in a front line area only if nobody has gained there."""
    rng = random.Random(player)
    counted = 0
    for _ in range(12):
        s = start("campaign", players="4").s
        side = side_of_player(s, player)
        for p in PIECES[side]:
            s.sp[p] = rng.randint(1, max(1, M.max_sp[s.unit[p]]))
        s.cubes[player] = [rng.randint(0, 1) for _ in range(3)]
        frame = Spending(player=player, cities={area("Warsaw"): [rng.randint(0, 1), 0, 0]})
        frame.raised, frame.built = rng.getrandbits(len(M.areas)), rng.getrandbits(110) & rng.getrandbits(110)
        expected = []
        for p in PIECES[side]:
            place, unit = s.place[p], s.unit[p]
            if place < 0 or commander(s, block_command(s, p)) != player or M.leader[unit] or frame.built >> p & 1:
                continue
            if s.sp[p] >= M.max_sp[unit] or not in_supply(s, p):
                continue
            if frame.raised >> place & 1 and front_line(s, side, place):
                continue
            colour = M.colour[unit]
            city = frame.cities[area("Warsaw")][colour] and serves(s, area("Warsaw"), unit, place)
            if s.cubes[player][colour] or city:
                expected.append(p)
        assert left(frame.not_strengthened(s)) == expected
        counted += len(expected)
    assert counted > 10


@rule("8.31b", "8.3")
def test_only_in_a_front_line_area_is_a_point_the_last():
    text = """
        garrisons.poland = "Warsaw; Minsk; Bialystok"
        blocks.P-14 = "Igumen 1"
        blocks.P-6 = "Minsk 1"
        blocks.P-8 = "Bialystok 1"
        blocks.P-9 = "Bialystok 1"
        blocks.R-8 = "Mogilev 3"
        cubes.poland = "9B"
    """
    game = to_spending(reinforcing(text))
    game.stack[-1].cities.clear()
    play(game, "poland", "strengthen P-8")
    assert offered(game, "poland", "strengthen") == {"P-14", "P-6", "P-8", "P-9"}
    play(game, "poland", "strengthen P-14")
    assert offered(game, "poland", "strengthen") == {"P-6", "P-8", "P-9"}
    assert game.stack[-1].raised == 1 << area("Igumen")


@rule("8.4a")
@pytest.mark.parametrize("blocks", [3, 4])
def test_a_fourth_block_may_be_built_and_no_fifth(blocks):
    standing = "\n".join(f'blocks.{name} = "Warsaw 4"' for name in ("P-14", "P-6", "P-9", "P-16")[:blocks])
    game = to_spending(reinforcing(f'garrisons.poland = "Warsaw; Bialystok"\n{standing}\ncubes.poland = "2B"'))
    game.stack[-1].cities.clear()
    play(game, "poland", "build P-8")
    where = offered(game, "poland", "site") if asked(game).step == "site" else {"Bialystok"}
    assert where == ({"Warsaw", "Bialystok"} if blocks == 3 else {"Bialystok"})


@rule("8.3", "8.4d")
def test_who_can_do_nothing_with_his_cubes_is_asked_all_the_same():
    """Otherwise everybody would know that he has no block for them."""
    game = to_spending(reinforcing('blocks.P-14 = "Lida 4"\ncubes.poland = "1G"\ngarrisons.poland = "Grodno; Warsaw"'))
    game.stack[-1].cities.clear()
    game.run()
    for seat in ("poland",):
        assert asks(game) == f"{seat}: spend"
        assert verbs(game) <= {"build", "done"}
        play(game, seat, "done")
    assert asks(game) != "poland: spend"
    assert game.s.cubes[0] == [0, 0, 1]


# -- movement -------------------------------------------------------------------------------------------------------


@rule("7.3n", "2.2c")
def test_who_has_executed_an_order_is_held_up_or_was_just_detached_executes_none():
    s = running('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"').s
    for p in (*PIECES[POLAND], *PIECES[RUSSIA]):
        for mark in ("executed", "stuck", "detached"):
            assert fresh(s, p)
            assert first(tired(s), p) is None
            setattr(s, mark, 1 << p)
            assert not fresh(s, p)
            assert sum(not fresh(s, other) for other in range(110)) == 1
            assert (refusal := first(tired(s), p))
            assert refusal.rule == {"executed": "7.3n", "stuck": "7.13a", "detached": "2.2c"}[mark]
            setattr(s, mark, 0)


@rule("2.2a", "2.2b", "2.2c", "2.2f")
@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("southern", [False, True])
def test_a_detachment_is_under_the_command_of_its_division_and_came_with_it(moved, southern):
    game = running(CAMPAIGN)
    s, division, brigade = game.s, piece(game, "P-14"), piece(game, "P-b1")
    others = 1 << piece(game, "P-1L") | 1 << piece(game, "R-44")
    s.moved, s.southern = others | moved << division, others | southern << division | (not southern) << brigade
    s.origin[division] = area("Borisov") if moved else -1
    s.free[area("Minsk") * 2 + POLAND] = 1
    detach(s, division, brigade, 2)
    assert (s.sp[division], s.sp[brigade], s.place[brigade]) == (2, 2, area("Minsk"))
    assert s.detached == 1 << brigade
    assert s.moved == others | moved << division | moved << brigade
    assert s.southern == others | southern << division | southern << brigade
    assert s.origin[brigade] == s.origin[division]
    assert s.late == {area("Minsk") * 2 + POLAND: 1}


@rule("7.3i", "7.3k")
def test_when_the_last_block_has_gone_nobody_is_asked_for_another():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    assert asks(game) == "poland: way"
    play(game, "poland", "step Zhlobin")
    assert game.over or asked(game).step not in ("pick", "way")
    assert not game.s.orders
    game = clicks(stage("moves", text + '\nblocks.P-9 = "Charyshi 4"'), "poland", "block P-9", "step Zhlobin")
    assert asks(game) == "poland: pick", "the other may follow"
    assert offered(game, "poland", "block") == {"P-14"}


@rule("2.0e", "2.0d", "2.0f")
def test_cavalry_that_goes_no_farther_than_cavalry_goes_is_not_recognized():
    """Not even the division that Soviet card 24 would let go on."""
    text = 'scenario = "campaign"\nstep = "moves"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Elizavetgrad"\n'
    text += 'blocks.R-8K = "Elizavetgrad 3"\nblocks.R-17K = "Kiev 3"\nblocks.P-14 = "Rovno 4"\n'
    game = running(text + 'orders.russia-south = "move-out Elizavetgrad"')
    game.s.effects.append(Effect(RED_COSSACKS, command_of(RUSSIA, SOUTH)))
    game.stack.append(ExecutionStep(stage=Stage.MOVES))
    clicks(settle(game.run()), "russia", "step Uman", "step Belaya Tserkov", "halt")
    assert not game.s.seen[POLAND] >> piece(game, "R-8K") & 1


# -- faces ----------------------------------------------------------------------------------------------------------


@rule("2.0f", "2.2c", "7.3n")
def test_who_could_be_taken_for_whom():
    """Blocks of a side that stand together, with the same marks and under the same commander, while none lies open."""
    rng = random.Random(3)
    marks = ("executed", "marched", "unsupplied", "stuck", "fought", "detached", "southern", "behind")
    several = 0
    for _ in range(15):
        s = start("campaign").s
        cities = [area(name) for name in ("Minsk", "Kiev", "Lwow")]
        for p in range(len(s.place)):
            s.place[p] = rng.choice(cities)
            s.origin[p] = rng.choice((area("Borisov"), area("Igumen")))
        s.shown, s.on_link = _few(rng), _few(rng)
        for mark in marks:
            setattr(s, mark, _few(rng))
        for p in range(len(s.place)):
            alike = [
                o
                for o in PIECES[piece_side(p)]
                if s.place[o] == s.place[p]
                and all(getattr(s, name) >> o & 1 == getattr(s, name) >> p & 1 for name in (*marks, "on_link"))
                and (not s.on_link >> p & 1 or s.origin[o] == s.origin[p])
            ]
            assert lookalikes(s, p) == ([p] if s.shown >> p & 1 else alike)
            several += len(alike) > 1
    assert several > 300


def _few(rng: random.Random) -> int:
    """One piece in sixteen."""
    return rng.getrandbits(110) & rng.getrandbits(110) & rng.getrandbits(110) & rng.getrandbits(110)


# -- leaders --------------------------------------------------------------------------------------------------------


@rule("9.0f", "9.0h", "9.0l", "9.0n", "9.0o")
def test_where_leaders_may_give_orders():
    """In their range, Budyonny only where he stands: where a fresh block of the command could execute the order, and no
    order of its type lies but one of the command's own that nobody has executed; a Recon wherever no other Recon of
    the side lies, but no Pole's on an Eastern Link."""
    rng = random.Random(5)
    given = dict.fromkeys(range(len(ORDERS)), 0)
    s = start("campaign").s
    areas = [a for a in M.areas if open_areas(s) >> a & 1]
    chiefs = [p for p in range(len(s.place)) if M.leader[s.unit[p]]]
    for _ in range(5):
        s = start("campaign").s
        for p in chiefs:
            s.place[p] = rng.choice(areas)
        s.executed = rng.getrandbits(110)
        here = rng.choice(chiefs)
        near = [a for a in areas if distance(s, s.place[here], a) <= M.charts.leaders.range]
        s.orders = [Order(i, rng.randrange(4), rng.choice(near), rng.randrange(len(ORDERS))) for i in range(20)]
        for p in (here, next(p for p in chiefs if M.key[s.unit[p]] == "R-Budyonny")):
            for type in range(len(ORDERS)):
                for command in (command_of(piece_side(p), front) for front in (0, 1)):
                    expected = {a for a in areas if _ordered(s, p, type, command, a)}
                    assert set(members(areas_for(s, p, type, command))) == expected
                    given[type] += len(expected)
    assert all(given.values())


def _ordered(s: State, leader: int, type: int, command: int, place: int) -> bool:
    far = distance(s, s.place[leader], place)
    if far > (0 if M.key[s.unit[leader]] == "R-Budyonny" else M.charts.leaders.range):
        return False
    side = piece_side(leader)
    lying = [o for o in s.orders if o.area == place and o.type == type and command_side(o.command) == side]
    if type == Type.RECON:
        link = side == POLAND and M.eastern_links >> place & 1
        return not lying and not link and block_command(s, leader) == command
    if any(o not in pending(s, command) for o in lying):
        return False
    return any(fresh(s, p) and targets(s, p, type) >> place & 1 for p in pieces_of(s, command))


# -- the beginning --------------------------------------------------------------------------------------------------


MARKERS = (
    "executed", "marched", "at_full", "moved", "fought", "detached", "stuck", "unsupplied", "shown", "on_link",
    "behind", "turned_up", "named", "spent", "uncovered", "lithuania",
)  # fmt: skip


@rule(
    "2.2c", "7.1c", "7.2ae", "7.2j", "7.31b", "7.33b", "7.33e", "7.3a", "7.3n", "7.41.3a", "7.71b", "8.5e", "9.0e",
    "9.0h",
)  # fmt: skip
def test_nothing_is_marked_when_a_game_begins():
    for scenario in ("zhlobin", "campaign"):
        s = start(scenario).s
        assert [mark for mark in MARKERS if getattr(s, mark)] == []


@rule("1.2b", "7.2aa", "7.34f")
def test_nothing_helps_a_side_before_it_is_found_to():
    fight = Fight(area("Zhlobin"), RUSSIA)
    assert not fight.fortified
    assert not fight.defended
    assert not Entry(area("Zhlobin"), area("Gomel"), POLAND).support


# -- where an order may lie -----------------------------------------------------------------------------------------


def plain_ways(s: State, side: int, here: int, limit: int) -> set[int]:
    """Step by step, over no link on which an enemy stands, and no farther than the first enemies."""
    enemies = {s.place[p] for p in PIECES[1 - side]} | set(members(s.garrisons[1 - side]))
    closed = {frozenset((s.place[p], s.origin[p])) for p in PIECES[1 - side] if s.on_link >> p & 1}
    found, edge = set(), {here}
    for _ in range(limit):
        steps = {(a, b) for a in edge for b in members(M.around[a]) if frozenset((a, b)) not in closed}
        edge = {b for _, b in steps if may_enter(s, side) >> b & 1}
        found |= edge
        edge -= enemies
    return found - {here}


def plain_targets(s: State, p: int, type: int) -> set[int]:
    here, side, unit = s.place[p], piece_side(p), s.unit[p]
    leaves = s.free.get(here * 2 + side, 9) > 0
    if type in (Type.WITHDRAW, Type.DEFEND):
        return {here}
    if s.unsupplied >> p & 1 and type != Type.MOVE_OUT:
        return set()
    if type in (Type.MOVE_OUT, Type.MARCH_OUT):
        return {here} if leaves and plain_ways(s, side, here, 1) else set()
    if type == Type.REORGANIZE:
        return {here} if s.sp[p] < M.max_sp[unit] and not M.leader[unit] else set()
    far = (M.march if type == Type.MARCH_TO else M.move)[M.kind[unit]]
    return plain_ways(s, side, here, far) if leaves else set()


@rule(
    "7.2e", "7.2g", "7.2i", "7.2o", "7.2p", "7.2q", "7.2r", "7.2t", "7.2z", "7.2ac", "7.31b", "7.32c", "7.32d", "7.71b"
)
def test_for_which_areas_a_block_may_have_an_order():
    rng = random.Random(11)
    types = (
        Type.WITHDRAW,
        Type.DEFEND,
        Type.MOVE_OUT,
        Type.MARCH_OUT,
        Type.REORGANIZE,
        Type.MOVE_TO,
        Type.MARCH_TO,
    )
    seen = dict.fromkeys(types, 0)
    none = dict.fromkeys(types, 0)
    for corner in ("", "Minsk", "Kiev") * 3:
        s = start("campaign").s
        middle = area(corner) if corner else 0
        near = [a for a in M.areas if distance(s, middle, a) <= 2]
        for p in range(len(s.place)):
            s.place[p] = rng.choice(near) if rng.random() < 0.15 else -1
            s.sp[p] = rng.randint(1, max(1, M.max_sp[s.unit[p]]))
            if s.place[p] >= 0 and rng.random() < 0.6:
                s.on_link |= 1 << p
                s.origin[p] = rng.choice(list(members(M.around[s.place[p]])))
        s.garrisons = [0, 0]
        s.unsupplied = _few(rng)
        s.free = {place * 2 + side: rng.randint(0, 2) for place in rng.sample(near, 2) for side in (0, 1)}
        for p in [p for p in range(len(s.place)) if s.place[p] >= 0]:
            for type in types:
                expected = plain_targets(s, p, type)
                assert set(members(targets(s, p, type))) == expected
                seen[type] += bool(expected)
                none[type] += not expected
    assert all(seen.values())
    assert all(none[type] for type in types[2:])


# -- coming and going -----------------------------------------------------------------------------------------------


@rule("7.33c", "7.32c")
def test_who_goes_over_a_link_is_counted_out_of_where_he_was_once():
    game = running('blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Mogilev 3"')
    s, p, other = game.s, piece(game, "P-14"), piece(game, "P-6")
    charyshi, bobruisk = area("Charyshi"), area("Bobruisk")
    s.moved, s.on_link = 1 << other, 1 << p | 1 << other
    s.free = {charyshi * 2 + POLAND: 3, charyshi * 2 + RUSSIA: 3, bobruisk * 2 + POLAND: 3}
    advance(s, p, bobruisk)
    assert (s.place[p], s.origin[p]) == (bobruisk, charyshi)
    assert s.moved == 1 << p | 1 << other
    assert s.on_link == 1 << other
    assert s.free == {charyshi * 2 + POLAND: 2, charyshi * 2 + RUSSIA: 3, bobruisk * 2 + POLAND: 3}
    advance(s, p, area("Slutsk"))
    assert s.free[bobruisk * 2 + POLAND] == 3, "he was only passing through"
    assert (s.place[p], s.origin[p]) == (area("Slutsk"), bobruisk)


@rule("7.32c")
def test_each_enemy_pins_one_and_who_came_late_before_the_others():
    game = running('blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Mogilev 3"')
    s, p, key = game.s, piece(game, "P-14"), area("Charyshi") * 2 + POLAND
    join_late(s, p)
    assert s.late == {}, "no enemy has come"
    pin(s, POLAND, area("Charyshi"))
    assert s.free == {key: 1}, "one of two"
    join_late(s, p)
    join_late(s, p)
    assert s.late == {key: 2}
    for late, free in ((1, 1), (0, 1), (0, 0), (0, 0)):
        pin(s, POLAND, area("Charyshi"))
        assert (s.late[key], s.free) == (late, {key: free})
