"""A rule about one unit or one hex holds nobody else: every unit and every hex is looked at."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, LITHUANIA, POLISH, SOUTHWEST, TRAIN, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.advance import Onward, pursuit, staying
from vistula.games.nest_of_eagles.rules.concentration import not_in_secret
from vistula.games.nest_of_eagles.rules.ground import track, unless_met
from vistula.games.nest_of_eagles.rules.movement import begin_movement, hurries, standing_still
from vistula.games.nest_of_eagles.rules.rebellion import no_home
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals
from vistula.games.nest_of_eagles.rules.replacements import not_rebuilt
from vistula.games.nest_of_eagles.rules.reserves import undisbanded
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS, side_of
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.targets import unfit
from vistula.games.nest_of_eagles.rules.three_players import first_front, forces, weight
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    OFF,
    OPERATIONAL,
    OWN,
    REACTIVE_1,
    REBUILD,
    RESERVES,
    UKRAINE_BOX,
    UKRAINIAN,
    State,
    box,
    lift,
    put,
    units_at,
)
from vistula.kernel import Bar
from vistula.parts.sides import NONE

from .positions import M, give, hex, situation, unit, units
from .table import POLAND, SOVIET, events, offered, play, table, where

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"
FOES = "3005 S-4; 3121 S-45"


def refusal(bars: list[Bar], thing: int) -> str:
    return next((bar.refusal(thing).rule for bar in bars if bar.held(thing)), "")


def everybody(side: int) -> State:
    """Every unit of a side is on the map, each in a hex of its own, far from any enemy."""
    s = situation(FOES if side == POLAND else FRIENDS, side=side)
    near = {h for u in M.units if s.place[u] >= 0 for h in bits(M.around[s.place[u]] | 1 << s.place[u])}
    free = [h for h in bits(M.land) if h not in near and h not in (M.wilno, M.kowno)]
    rails = [h for h in free if M.rail_next[h]]
    for u in M.units_of[side]:
        if u < M.count and s.place[u] < 0:
            pool = rails if M.kind[u] == TRAIN else free
            h = pool.pop()
            if h in free:
                free.remove(h)
            if h in rails:
                rails.remove(h)
            put(s, u, h)
    return s


@rule("10.1a", "10.1c", "10.1d", "19.4a", "20.1.4c", "20.4.1f", "3.4.3h", "7.2a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_who_is_not_fit_to_attack(side: int) -> None:
    s, command = everybody(side), POLES if side == POLAND else SOVIETS
    s.phase = ATTACK_1
    mine = [u for u in M.units_of[side] if u < M.count]

    def held() -> dict[str, str]:
        bars = list(unfit(s, command))
        return {M.key[u]: refusal(bars, u) for u in mine if refusal(bars, u)}

    usual = {"P-LWOW": "19.4a"} if side == POLAND else {}
    assert held() == usual
    foreign = list(unfit(s, command))
    assert {refusal(foreign, u) for u in M.units_of[1 - side] if u < M.count} == {"10.1a"}
    key = "P-12" if side == POLAND else "S-5"
    for field, cited in (
        ("fought", "10.1c"),
        ("barred", "10.1d"),
        ("negotiating", "20.4.1f"),
        ("left_theater", "3.4.3h"),
    ):
        setattr(s, field, 1 << unit(key))
        assert held() == {**usual, key: cited}
        setattr(s, field, 0)
    s.konarmiya_held = True
    assert held() == {**usual, **({M.key[u]: "20.1.4c" for u in bits(M.konarmiya)} if side == SOVIET else {})}


@rule("7.0a", "7.0b", "7.0c", "3.4.7a", "19.4a", "20.4.1f", "8.2a", "5.1f")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_who_stands_still(side: int) -> None:
    s, command = everybody(side), POLES if side == POLAND else SOVIETS
    s.phase = OPERATIONAL
    begin_movement(s, side)
    mine = [u for u in M.units_of[side] if u < M.count]
    usual = {"P-LWOW": "19.4a", "P-7E": "3.4.7a"} if side == POLAND else {}

    def held() -> dict[str, str]:
        bars = list(standing_still(s, command))[:-1]  # who has nowhere to go is looked at elsewhere
        return {M.key[u]: refusal(bars, u) for u in mine if refusal(bars, u)}

    assert held() == usual
    key = "P-12" if side == POLAND else "S-5"
    for field, cited in (("moved", "7.0b"), ("attacked", "7.0a"), ("negotiating", "20.4.1f")):
        setattr(s, field, 1 << unit(key))
        assert held() == {**usual, key: cited}
        setattr(s, field, 0)
    s.phase, s.eligible = REACTIVE_1, 1 << unit(key)
    assert key not in held()
    assert set(held().values()) <= {"8.2a", "19.4a", "3.4.7a"}
    assert len(held()) == len(mine) - 1


@rule("12.0a", "12.1b", "19.4a", "20.4.1d", "12.0b", "3.4.3b")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_who_stays_behind_in_an_advance(side: int) -> None:
    target = hex("2317")
    for u in M.units_of[side]:
        if u >= M.count or M.front[u] == LITHUANIA:
            continue
        s = situation(f"{FRIENDS}; {FOES}", side=side, phase=ATTACK_1)
        put(s, u, hex("2316"))
        found = refusal(list(staying(s, [u], target, False)), u)
        wanted = "19.4a" if u == M.lwow_unit else "12.1b" if u == M.air else "3.4.3b" if M.trains >> u & 1 else ""
        if wanted or not found:
            assert found == wanted, M.key[u]
        else:
            assert found in ("12.0b", "19.3a", "19.8a", "2.5.1c", "3.4.4a"), M.key[u]
        assert refusal(list(staying(s, [], target, False)), u) == "12.0a"


@rule("17.2a", "17.2b", "19.2d", "19.8b", "19.8c", "3.4.3k", "3.4.3l")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
@pytest.mark.parametrize("paused", [True, False])
def test_who_is_not_rebuilt_out_of_which_box(side: int, paused: bool) -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=side)
    command = POLES if side == POLAND else SOVIETS
    s.pool = [5, 5, 5, 5]
    s.attacks, s.assaults = ([0, 0, 0], [0, 0]) if paused else ([1, 1, 1], [1, 1])
    for place in (REBUILD, RESERVES, UKRAINE_BOX, OFF):
        for u in M.units_of[side]:
            if u >= M.count or s.place[u] >= 0 or M.pairs.get(u):
                continue
            s.place[u] = place
            found = refusal(list(not_rebuilt(s, command)), u)
            wanted = ""
            if place == OFF:
                wanted = "17.2a"
            elif place == RESERVES and not M.reserves_polish >> u & 1:
                wanted = "17.2b"
            elif u == M.h:
                wanted = "19.8c"
            elif u == M.p23r:
                wanted = "19.2d"
            elif M.trains >> u & 1 and not paused:
                wanted = "3.4.3k"
            assert found == wanted, (M.key[u], place)
            s.place[u] = OFF
    s.place[unit("P-1C" if side == POLAND else "S-10K")] = REBUILD
    rider = unit("P-1C" if side == POLAND else "S-10K")
    for have, able in ((1, False), (2, True)):
        s.pool = [have, have, have, 0]
        assert (refusal(list(not_rebuilt(s, command)), rider) == "") == able
    if side == POLAND:
        s.place[unit("P-U1")] = UKRAINE_BOX
        assert refusal(list(not_rebuilt(s, command)), unit("P-U1")) == "17.2a"
        s.pool[UKRAINIAN] = 1
        assert refusal(list(not_rebuilt(s, command)), unit("P-U1")) == ""


@rule("20.2.2a", "20.2.2b", "20.2.2c")
def test_who_is_not_disbanded_for_cavalry() -> None:
    s = everybody(SOVIET)
    for u in bits(M.reserve_cavalry):
        lift(s, u, RESERVES)
    bars = list(undisbanded(s, SOVIETS))
    for u in M.units_of[SOVIET]:
        if u >= M.count or M.reserve_cavalry >> u & 1:
            continue
        regular = bool(M.regular_soviets >> u & 1)
        weak = M.sp[0][u] < 2
        assert refusal(bars, u) == ("" if regular and not weak else "20.2.2b" if regular else "20.2.2a"), M.key[u]


@rule("22.1b", "22.1a")
def test_what_a_front_has_in_the_west() -> None:
    line = M.hex("1409")
    for west, east in ((True, False), (False, True)):
        where_ = next(h for h in bits(M.land) if bool(M.priority_west >> h & 1) == west and h != line)
        for u in (*bits(M.front_army[WEST]), *bits(M.front_army[SOUTHWEST])):
            s = situation(FRIENDS)
            put(s, u, where_)
            own, other = M.front[u], 1 - M.front[u]
            assert (forces(s, own), forces(s, other)) == (weight(s, u) if west else 0, 0), M.key[u]
        assert west != east
    s = situation(f"{FRIENDS}; {FOES}")
    s.polish_marker, s.morale = False, [0, 5, 4]
    assert first_front(s) == SOUTHWEST
    s.morale = [0, 4, 4]
    assert first_front(s) == WEST
    s.polish_marker, s.morale = True, [0, 9, 1]
    assert first_front(s) == WEST


@rule("20.4.3a")
def test_where_a_brigade_comes_back() -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=SOVIET)
    give(s, SOVIET, M.lwow)
    for key in ("S-G1", "S-G2", "S-G3"):
        s.place[unit(key)] = OFF
    bars = list(no_home(s))
    for h in bits(M.land):
        town = M.urban & s.held[SOVIET] & M.theater[UKRAINE] & ~s.occupied[POLAND] & 1 << h
        near = any(M.grid.distance(h, other) <= 2 for other in bits(s.occupied[POLAND]))
        assert (refusal(bars, h) == "") == bool(town and not near), M.grid.number(h)


@rule("3.4.3b", "3.4.3c", "3.4.3d", "12.1c")
def test_a_train_goes_into_open_hexes_along_open_rails() -> None:
    here = hex("2308")
    ends = list(bits(M.rail_next[here]))
    for shut in (0, 1 << ends[0]):
        ground = track(M, NONE, shut, 0)
        (steps,) = ground.steps
        hexes = 0
        for _, entered in steps.entries:
            hexes |= entered
        assert hexes == M.land & ~shut
    s = situation(f"2308 P-PP1; {FOES}; 1920 P-13", phase=ATTACK_1)
    put(s, unit("S-5"), ends[0])
    hexes = 0
    for each in pursuit(s, unit("P-PP1"), here).steps:
        for _, entered in each.entries:
            hexes |= entered
    assert not hexes & (1 << ends[0] | ~M.land)
    assert hexes & ~M.difficult


@rule("4.2d")
def test_only_a_friend_in_the_hex_entered_cancels_a_line() -> None:
    everywhere = tuple(M.land for _ in range(6))
    assert unless_met(M, everywhere, 0) == everywhere
    left = unless_met(M, everywhere, 1 << hex("2308"))
    for direction in range(6):
        for h in bits(M.land):
            into = h + M.grid.steps(h)[direction] == hex("2308") and M.around[h] >> hex("2308") & 1
            assert bool(left[direction] >> h & 1) == (not into)


@rule("9.3d", "20.1.1b", "9.4a", "21.1c", "9.2e")
def test_who_does_not_leave_in_secret() -> None:
    for side in (POLAND, SOVIET):
        for u in M.units_of[side]:
            if u >= M.count:
                continue
            s = situation(f"{FRIENDS}; {FOES}", side=side)
            found = refusal(list(not_in_secret(s, u, M.urban, 2)), M.wilno)
            wanted = "9.2e" if M.trains >> u & 1 else "21.1c" if M.front[u] == LITHUANIA else ""
            assert found == wanted, M.key[u]
            if not wanted:
                s.entered = 1 << u
                assert refusal(list(not_in_secret(s, u, M.urban, 2)), M.wilno) == "20.1.1b"
                s.entered, s.unloaded = 0, 1 << u
                assert refusal(list(not_in_secret(s, u, M.urban, 2)), M.wilno) == "20.1.1b"


@rule("5.1a", "5.1d", "9.4a")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_who_left_in_secret_appears_when_the_movement_of_its_side_begins(side: int) -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=side)
    key, pool = ("P-16", OWN) if side == POLAND else ("S-5", 1)
    town = hex("2010") if side == POLAND else next(h for h in bits(M.urban & s.held[SOVIET] & M.theater[BELARUS]))
    s.place[unit(key)] = -9
    s.transit[pool], s.destination[pool], s.could[pool], s.bound_for[pool] = 1 << unit(key), town, 1 << town, BELARUS
    s.moved = M.land
    game = table(s, PlayerTurn(side=side, at="operational"))
    assert s.place[unit(key)] == town
    assert s.active == side
    assert s.moved == 0
    assert game.stack


@rule("16.0a", "16.0c", "16.0g", "5.1e")
@pytest.mark.parametrize(("key", "moved"), [("P-PP1", True), ("P-10", False)])
def test_of_those_put_down_only_a_train_has_moved(key: str, moved: bool) -> None:
    s = situation(f"{FRIENDS}; {FOES}")
    s.home_open = True
    s.place[unit(key)] = box(s.round)
    game = table(s, Arrivals(command=POLES))
    towns = offered(game, "place")
    if towns:
        play(game, f"place {min(towns)}")
        assert bool(s.moved >> unit(key) & 1) == moved
        assert s.place[unit(key)] >= 0


@rule("12.1c", "12.1a")
def test_the_advance_of_a_unit_that_is_gone_is_over() -> None:
    s = situation(f"3126 P-12; {FRIENDS}; {FOES}", phase=ATTACK_1)
    lift(s, unit("P-12"), OFF)
    assert not table(s, Onward(command=POLES, unit=unit("P-12"), origin=hex("3125"), left=2)).stack


@rule("23.2.1a", "23.2.2a")
def test_only_at_a_table_with_forced_marches_anybody_hurries() -> None:
    s = situation(f"3126 P-12; {FRIENDS}; {FOES}")
    s.morale = [0, 20, 20]
    begin_movement(s, POLAND)
    assert hurries(s, unit("P-12")) == []
    s.forced_march = True
    assert hurries(s, unit("P-12"))


@rule("20.4.1d")
def test_a_rebel_is_no_unit_of_the_soviets() -> None:
    s = situation(f"2514 S-G1 S-4; {FRIENDS}; 3121 S-45")
    assert units_at(s, SOVIET, hex("2514")) == units("S-4 S-G1")
    s.rebel = 1 << unit("S-G1")
    assert units_at(s, SOVIET, hex("2514")) == units("S-4")
    assert side_of(SOVIETS) == SOVIET
    assert POLISH == 0
    assert not events(table(s), "rebels")
    assert where(table(s), "S-G1") == "2514"
