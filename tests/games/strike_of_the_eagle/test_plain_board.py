"""Areas, control, stacking and supply said once more in plain words, and compared over scattered positions."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.cards.effects import CART_COLUMNS
from vistula.games.strike_of_the_eagle.model import INFANTRY, NORTH, PIECES, POLAND, RUSSIA, SOUTH
from vistula.games.strike_of_the_eagle.rules.depots import depots, out_of_supply, passable, supply_reach
from vistula.games.strike_of_the_eagle.rules.executors import exits
from vistula.games.strike_of_the_eagle.rules.queries import (
    UNLIMITED,
    block_command,
    blocks_at,
    controlled,
    controls,
    enemy_next_to,
    fighters,
    front_of,
    holder,
    inside,
    is_mounted,
    may_enter,
    open_areas,
    reach_of,
    room,
    stack_of,
)
from vistula.games.strike_of_the_eagle.rules.seats import commands
from vistula.games.strike_of_the_eagle.state import Effect, State

from .lists import in_supply
from .plain import in_play
from .table import M, area, start

rule = pytest.mark.rule
SCENARIOS = ("campaign", "to-warsaw", "zhlobin")
POSITIONS = [(scenario, seed) for scenario in SCENARIOS for seed in range(3)]


def scattered(scenario: str, seed: int) -> State:
    """Blocks of both sides anywhere in play, some on links, some behind; garrisons in some cities."""
    rng = random.Random(f"{scenario} {seed}")
    s = start(scenario).s
    s.lithuania = seed == 1
    areas = [a for a in M.areas if s.scene.areas >> a & 1]
    cities = [a for a in areas if M.key_cities >> a & 1]
    for p in range(len(s.place)):
        s.place[p] = rng.choice(areas) if rng.random() < 0.35 else -1
        if p < 56 and s.place[p] >= 0 and M.eastern_links >> s.place[p] & 1:
            s.place[p] = -1
        if s.place[p] >= 0 and rng.random() < 0.5:
            s.on_link |= 1 << p
            s.origin[p] = rng.choice(list(members(M.around[s.place[p]])))
    s.behind, s.southern = rng.getrandbits(110), rng.getrandbits(110)
    mine = rng.sample(cities, len(cities) // 2)
    s.garrisons = [sum(1 << a for a in mine), sum(1 << a for a in cities if a not in mine and rng.random() < 0.6)]
    s.began = [sum(1 << a for a in areas if rng.random() < 0.4) for _ in range(2)]
    return s


def held(s: State, side: int) -> set[int]:
    """Where a side has a block or a garrison; the Eastern Links are always Soviet."""
    found = {s.place[p] for p in PIECES[side] if s.place[p] >= 0} | set(members(s.garrisons[side]))
    return found | set(members(M.eastern_links & s.scene.areas)) if side == RUSSIA else found


def reached(s: State, side: int, sources: set[int], limit: int) -> set[int]:
    """Areas within so many steps of some, through areas without enemies."""
    clear = in_play(s) - held(s, 1 - side)
    found = edge = set(sources)
    for _ in range(limit):
        edge = {n for a in edge for n in members(M.around[a]) if n in clear and n not in found}
        found = found | edge
    return found


# -- fronts and areas -----------------------------------------------------------------------------------------------


@rule("1.1a", "1.1b", "1.1c")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_fronts(scenario, seed):
    s = scattered(scenario, seed)
    fronts = s.scene.fronts
    for a in in_play(s):
        assert front_of(s, a) == (M.front[a] if fronts == (NORTH, SOUTH) else fronts[0])
    for p in range(110):
        assert block_command(s, p) == (p >= 56) * 2 + (s.southern >> p & 1)


@rule("10.1a", "4.0a", "10.0a")
@pytest.mark.parametrize(
    ("players", "paired", "expected"),
    [
        ("2", "russia", [[0, 1], [2, 3]]),
        ("3", "russia", [[0, 1], [2], [3]]),
        ("3", "poland", [[0], [1], [2, 3]]),
        ("4", "russia", [[0], [1], [2], [3]]),
    ],
)
def test_who_holds_which_commands(players, paired, expected):
    s = start("campaign", players=players, paired=paired).s
    assert [commands(s, player) for player in range(int(players))] == expected


@rule("6.1a")
@pytest.mark.parametrize("level", [-2, -1, 1, 2])
def test_who_has_the_initiative(level):
    s = start("campaign").s
    s.initiative = [level, -level]
    assert [holder(s, NORTH), holder(s, SOUTH)] == ([POLAND, RUSSIA] if level > 0 else [RUSSIA, POLAND])


@rule("1.4b", "8.5e", "1.31c")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_where_blocks_may_go_and_clear_paths_pass(scenario, seed):
    s = scattered(scenario, seed)
    assert set(members(open_areas(s))) == in_play(s)
    assert set(members(may_enter(s, POLAND))) == in_play(s) - set(members(M.eastern_links))
    assert set(members(may_enter(s, RUSSIA))) == in_play(s) - set(members(s.scene.guarded))
    for side in (POLAND, RUSSIA):
        assert set(members(passable(s, side))) == in_play(s) - held(s, 1 - side)


@rule("8.31a")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_the_front_line(scenario, seed):
    s = scattered(scenario, seed)
    for side in (POLAND, RUSSIA):
        enemies = held(s, 1 - side) & in_play(s)
        for a in M.areas:
            assert enemy_next_to(s, side, a) == bool(enemies & set(members(M.around[a])))


# -- stacks ---------------------------------------------------------------------------------------------------------


@rule("1.0d", "1.4d", "3.0b", "7.33a", "7.33h", "7.33b", "7.33e")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_who_stands_where_and_how_many_more_may(scenario, seed):
    s = scattered(scenario, seed)
    for side in (POLAND, RUSSIA):
        for a in M.areas:
            there = [p for p in PIECES[side] if s.place[p] == a]
            assert blocks_at(s, side, a) == there
            assert fighters(s, side, a) == [p for p in there if not s.behind >> p & 1]
            assert inside(s, side, a) == [p for p in there if not s.on_link >> p & 1]
            assert room(s, side, a) == (UNLIMITED if M.eastern_links >> a & 1 else 4 - len(there))


@rule("2.0f")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_who_stands_together(scenario, seed):
    s = scattered(scenario, seed)

    def stand(p: int) -> tuple[int, ...]:
        on_link = s.on_link >> p & 1
        return (p >= 56, s.place[p], on_link, s.origin[p] if on_link else -1)

    for p in [p for p in range(110) if s.place[p] >= 0]:
        assert stack_of(s, p) == [other for other in range(110) if stand(other) == stand(p)]


@rule("7.32d", "7.42c")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_which_links_enemies_stand_on(scenario, seed):
    s = scattered(scenario, seed)
    for side in (POLAND, RUSSIA):
        standing = [p for p in PIECES[1 - side] if s.on_link >> p & 1]
        taken = {frozenset((s.place[p], s.origin[p])) for p in standing}
        for a in M.areas:
            for n in members(M.around[a]):
                assert (exits(s, side, a) >> n & 1) == (frozenset((a, n)) not in taken)


# -- control and supply ---------------------------------------------------------------------------------------------


def plain_control(s: State, side: int) -> set[int]:
    """Key cities held alone, or with the garrison where both stand; without any garrison, where one began."""
    found = set()
    for a in in_play(s):
        if M.key_cities >> a & 1 and a in held(s, side):
            contested = a in held(s, 1 - side)
            first = s.began[side] >> a & 1 and not s.garrisons[1 - side] >> a & 1
            if not contested or s.garrisons[side] >> a & 1 or first:
                found.add(a)
    return found


def plain_depots(s: State, side: int) -> set[int]:
    mine = plain_control(s, side)
    exits = set(members(s.scene.exits))
    sources = {M.warsaw} | exits if side == POLAND else set(members(M.eastern_links))
    bases = {a for a in sources if s.scene.areas >> a & 1 and a in in_play(s) and a not in held(s, 1 - side)}
    return mine & reached(s, side, {a for a in bases if a in mine or a in exits}, 99)


@rule("1.3b", "1.3d", "1.3e", "1.31a", "1.31b", "1.31c", "11.0b")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_which_cities_are_controlled_and_which_are_depots(scenario, seed):
    s = scattered(scenario, seed)
    for side in (POLAND, RUSSIA):
        expected = plain_control(s, side)
        assert set(members(controlled(s, side))) == expected
        assert {a for a in M.areas if controls(s, side, a)} == expected
        assert set(members(depots(s, side))) == plain_depots(s, side)


@rule("7.7a", "7.7b", "9.0b", "8.5e")
@pytest.mark.parametrize(("scenario", "seed"), POSITIONS)
def test_who_is_out_of_supply(scenario, seed):
    """Who is farther from a depot than blocks of its arm draw supply; a leader never, a Lithuanian also by Kaunas."""
    s = scattered(scenario, seed)
    s.effects = [Effect(CART_COLUMNS, RUSSIA * 2 + NORTH)] if seed != 2 else []
    kaunas = {M.kaunas} if M.kaunas in plain_control(s, RUSSIA) else set()
    hungry = 0
    for side in (POLAND, RUSSIA):
        own = [p for p in PIECES[side] if s.place[p] >= 0]
        expected = 0
        for p in own:
            carts = 2 if side == RUSSIA and seed != 2 and front_of(s, s.place[p]) == NORTH else 0
            far = M.supply[M.kind[s.unit[p]]] + carts
            assert supply_reach(s, p) == far
            lithuanian = M.nation[s.unit[p]] == "Lithuania"
            sources = plain_depots(s, side) | (kaunas if lithuanian else set())
            if not M.leader[s.unit[p]] and s.place[p] not in reached(s, side, sources, far):
                expected |= 1 << p
            assert in_supply(s, p) == (not expected >> p & 1)
        assert out_of_supply(s, side, own) == expected
        hungry += expected.bit_count()
    assert 0 < hungry < 60


@rule("8.5e", "7.7b")
@pytest.mark.parametrize("allied", [True, False])
def test_lithuanians_are_fed_from_kaunas(allied):
    """In Kaunas, which is cut off: only the Lithuanian has supply, and only while it is allied."""
    s = start("campaign").s
    s.place = [-1] * len(s.place)
    s.lithuania = allied
    s.garrisons = [1 << area("Warsaw"), 1 << M.kaunas]
    for p, a in zip(PIECES[POLAND], members(M.around[M.kaunas]), strict=False):
        s.place[p] = a
    lithuanian = next(p for p in PIECES[RUSSIA] if M.nation[s.unit[p]] == "Lithuania")
    russian = next(p for p in PIECES[RUSSIA] if M.key[s.unit[p]] == "R-21")
    s.place[lithuanian] = s.place[russian] = M.kaunas
    assert out_of_supply(s, RUSSIA, [lithuanian, russian]) == 1 << russian | (not allied) << lithuanian
    assert in_supply(s, lithuanian) == allied


# -- arms -----------------------------------------------------------------------------------------------------------


@rule("2.0d", "2.0e", "7.2h", "7.2s", "9.0a")
def test_how_far_blocks_of_each_arm_go():
    s = start("campaign").s
    for p in range(110):
        foot = M.kind[s.unit[p]] == INFANTRY
        assert is_mounted(s, p) == (not foot)
        assert (reach_of(s, p, False), reach_of(s, p, True)) == ((1, 2) if foot else (2, 3))
