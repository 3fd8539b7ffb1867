"""20.1 Konarmiya: entry, recruits, demoralization, transfer."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import POLISH, SOUTHWEST, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.fronts import off_limits
from vistula.games.nest_of_eagles.rules.konarmiya import Horsemen, Transfer, disperse, recruiting
from vistula.games.nest_of_eagles.rules.rail import unreachable
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals
from vistula.games.nest_of_eagles.rules.seats import SOVIETS, front_of
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.state import REBUILD, REMOVED, REPLACEMENT, SOUTHWEST_POOL, State, board_train, box
from vistula.kernel import Game, barred, left

from .positions import M, hex, numbers, situation, unit, units
from .table import POLAND, SOVIET, asks, can, march, moving, offered, play, rolled, strength, table, where

rule = pytest.mark.rule
LATE = M.round_of["4.VII"]
ALL = "S-4K S-6K S-11K S-14K S-SK S-9A"


# -- 20.1.1 entry ---


@rule("20.1.1a", "20.1.1b")
def test_konarmiya_comes_on_the_stars_and_marches_but_takes_no_train() -> None:
    s = situation("2206 P-17; 3121 S-45", side=SOVIET, round=M.round_of["23.V"])
    s.place[unit("S-4K")] = box(s.round)
    game = table(s, Arrivals(command=SOVIETS))
    assert offered(game, "place") == numbers(M.stars)
    assert not offered(game, "enter") | offered(game, "rail")
    star = min(numbers(M.stars & M.urban) or numbers(M.stars))
    play(game, f"place {star}")
    assert s.entered == 1 << unit("S-4K")
    game = moving(s)
    play(game, "unit S-4K")
    assert offered(game, "step")
    assert not offered(game, "rail")


@rule("20.1.1b")
def test_in_the_next_turn_it_may_ride() -> None:
    s = situation("2206 P-17; 3121 S-4K; 3126 S-45", side=SOVIET, round=LATE)
    s.entered = 1 << unit("S-4K")
    assert not left(unreachable(s, unit("S-4K")))
    table(s, PlayerTurn(side=SOVIET))
    assert left(unreachable(s, unit("S-4K")))


# -- 20.1.2 special Replacements ---


@rule("20.1.2a")
@pytest.mark.parametrize(("die", "helped"), [(4, False), (5, True)])
def test_each_weak_or_lost_division_rolls_for_recruits(die: int, helped: bool) -> None:
    s = situation("3121 S-4K S-6K/x S-SK/r; 2206 P-17", side=SOVIET, phase=REPLACEMENT)
    s.place[unit("S-11K")] = REBUILD
    assert recruiting(s) == units("S-6K S-11K")
    game = rolled(s, Horsemen(units=recruiting(s)), die, die)
    assert bool(s.marked >> unit("S-6K") & 1) == helped
    assert where(game, "S-11K") == (f"round {s.round + 1}" if helped else "rebuild")
    assert (strength(game, "S-11K") == "remnant") == helped
    assert s.pool == [0, 0, 0, 0]


@rule("20.1.2a")
def test_no_recruits_in_a_turn_in_which_it_attacked() -> None:
    s = situation("3121 S-4K/r; 2206 P-17", side=SOVIET, phase=REPLACEMENT)
    assert recruiting(s)
    s.konarmiya_fought = True
    assert not recruiting(s)


@rule("20.1.2b")
@pytest.mark.parametrize("stacks", ["3121 S-4K/r; 3122 P-17", "1816 S-4K/r; 2206 P-17"])
def test_next_to_the_enemy_or_out_of_supply_nobody_joins(stacks: str) -> None:
    assert not recruiting(situation(stacks, side=SOVIET, phase=REPLACEMENT))


# -- 20.1.3 demoralization ---


def weak(advantage: int = 0, stacks: str = "3121 S-4K/r S-9A S-SK; 2206 P-17", round: int = LATE) -> State:
    s = situation(stacks, side=SOVIET, round=round)
    for key in set(ALL.split()) - set(stacks.replace("/r", "").split()):
        s.place[unit(key)] = REBUILD
    s.morale[UKRAINE] = advantage
    return s


@rule("20.1.3a")
def test_without_a_full_division_and_an_advantage_all_of_it_leaves_the_game() -> None:
    s = weak()
    disperse(s)
    assert [s.place[u] for u in units(ALL)] == [REMOVED] * 6


@rule("20.1.3a")
@pytest.mark.parametrize(
    "s",
    [
        pytest.param(weak(advantage=1), id="a box ahead in Ukraine"),
        pytest.param(weak(stacks="3121 S-4K S-6K/r; 2206 P-17"), id="a Full division"),
        pytest.param(weak(round=M.round_of["16.V"]), id="before it has come"),
    ],
)
def test_otherwise_it_fights_on(s: State) -> None:
    before = s.place[:]
    disperse(s)
    assert s.place == before


@rule("20.1.3a")
def test_an_advantage_in_poland_saves_it_too() -> None:
    s = weak()
    s.polish_marker, s.morale[POLISH] = True, 1
    disperse(s)
    assert s.place[unit("S-9A")] == hex("3121")


@rule("20.1.3a", "9.4a")
def test_a_full_division_under_way_in_secret_saves_it_too() -> None:
    s = weak(stacks="2206 P-17; 3121 S-4K S-6K/r")
    board_train(s, unit("S-4K"), SOUTHWEST_POOL)
    disperse(s)
    assert s.place[unit("S-6K")] == hex("3121")


# -- 20.1.4 transfer ---


def transferred(stacks: str) -> Game[State]:
    s = situation(f"{stacks}; 1316 S-24; 1317 S-45", side=SOVIET, round=LATE)
    return play(table(s, Transfer()), "transfer")


@rule("20.1.4a", "20.1.4b")
def test_two_units_in_poland_let_the_konarmiya_change_its_front() -> None:
    assert front_of(situation(""), unit("S-4K")) == SOUTHWEST
    s = situation("1317 S-45; 1915 S-4K; 0612 P-17", side=SOVIET, round=LATE)
    assert not table(s, Transfer()).stack  # one is not enough
    s = situation("1317 S-45 S-9A; 1915 S-4K; 0612 P-17", side=SOVIET, round=LATE)
    game = table(s, PlayerTurn(side=SOVIET))  # (N-53)
    assert asks(game) == "russia: decide"
    play(game, "transfer")
    assert front_of(game.s, unit("S-4K")) == WEST


@rule("20.1.4c")
@pytest.mark.parametrize(("answer", "attacks"), [("transfer", False), ("pass", True)])
def test_it_does_not_attack_in_the_turn_of_its_transfer(answer: str, attacks: bool) -> None:
    s = situation("1317 S-45; 1316 S-24; 1319 S-4K; 1219 P-17; 0612 P-16", side=SOVIET, round=LATE)
    game = table(s, PlayerTurn(side=SOVIET))
    play(game, answer)
    while asks(game) != "russia: declare":
        play(game, "pass")
    assert can(game, "attack 1219") == attacks


@rule("20.1.4d")
def test_in_ukraine_it_comes_closer_to_another_theater_in_every_movement_phase() -> None:
    game = transferred("2320 S-4K S-6K; 0612 P-17")
    s = game.s
    assert not barred(off_limits(s, unit("S-4K"))) >> hex("2221") & 1
    game = moving(s)
    assert not can(game, "end")
    play(game, "unit S-4K")
    assert not can(game, "step 2421")
    play(game, "step 2319", "stop")
    assert not can(game, "end")  # the other one
    march(game, "S-6K", "2319 2318")
    assert can(game, "end")


# -- N-81 units where they may not stay ---


@rule("20.1.1c", "19.3a", "19.8a", "21.2b", "2.5.1e")
@pytest.mark.parametrize(
    ("stacks", "side", "way"),
    [
        ("3427 P-17; 2206 P-16; 3003 S-4", POLAND, "P-17 3426"),
        ("1916 P-1LB; 2206 P-16; 3003 S-4", POLAND, "P-1LB 1915"),
        ("1915 P-U1; 2206 P-16; 3003 S-4", POLAND, "P-U1 1916"),
        ("1604 P-17; 2206 P-16; 3003 S-4", POLAND, "P-17 1705"),
        ("2216 S-4; 2217 S-5; 3003 S-6; 0612 P-17", SOVIET, "S-4 2215"),
    ],
)
def test_who_may_not_stay_leaves_before_the_phase_can_end(stacks: str, side: int, way: str) -> None:
    s = situation(stacks, side=side, round=M.round_of["23.V"])
    game = moving(s)
    assert not can(game, "end")
    key, _, hexes = way.partition(" ")
    march(game, key, hexes)
    assert can(game, "end")
