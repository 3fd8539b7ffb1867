"""3 Units: steps, Remnants, support units and what becomes of the eliminated."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS
from vistula.games.nest_of_eagles.rules.ground import enemy_lines
from vistula.games.nest_of_eagles.rules.routes import plan
from vistula.games.nest_of_eagles.rules.steps import eliminate, lose
from vistula.games.nest_of_eagles.rules.strength import work_out
from vistula.games.nest_of_eagles.rules.supply import in_supply
from vistula.games.nest_of_eagles.rules.targets import over_large
from vistula.games.nest_of_eagles.rules.ways import allowance
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, level_of, sp
from vistula.parts.sides import some

from .positions import M, hex, situation, unit, units
from .table import (
    POLAND,
    SOVIET,
    asked,
    asks,
    attack,
    attacking,
    attacks,
    can,
    declare,
    march,
    moves,
    offered,
    owner,
    play,
    strength,
    table,
    where,
)

rule = pytest.mark.rule


# -- 3.3 steps ---


@rule("3.3g", "3.3h", "3.3f")
@pytest.mark.parametrize(("key", "ladder"), [("P-12", [1, 2, None]), ("P-2BJ", [1, None]), ("P-41", [None])])
def test_a_unit_goes_down_level_by_level(key: str, ladder: list[int | None]) -> None:
    s = situation(f"3126 {key}; 2206 P-16")
    for level in ladder:
        lose(s, unit(key), "3.3g")
        assert (level_of(s, unit(key)) if s.place[unit(key)] >= 0 else None) == level


@rule("3.3c", "3.2c")
def test_a_remnant_has_one_point_four_mp_and_no_lines() -> None:
    s = situation("3126 P-12/x")
    assert (sp(s, unit("P-12")), allowance(s, unit("P-12"))) == (1, 4)
    assert not some(enemy_lines(s, SOVIET))
    assert some(enemy_lines(situation("3126 P-12/r"), SOVIET))
    assert not some(enemy_lines(situation("3126 S-45/r"), POLAND))  # its reduced side shows no lines
    assert some(enemy_lines(situation("3126 S-45"), POLAND))


@rule("3.3i", "3.4.2d", "3.4.7f")
def test_the_owner_may_give_a_loss_to_support_units_but_not_to_aircraft() -> None:
    game = attacks("3126 S-45; 3125 P-12 P-CARS P-7E")
    attack(game, "3126", "P-12 P-CARS P-7E", 1, 1)
    assert offered(game, "lose") == {"P-12", "P-CARS"}
    play(game, "lose P-CARS")
    assert (where(game, "P-CARS"), strength(game, "P-12")) == ("removed", "full")


# -- 3.4.3 trains ---


@rule("3.4.3b", "3.4.1b")
def test_a_train_goes_any_distance_along_railroads() -> None:
    game = play(moves("2010 P-PP1"), "unit P-PP1")
    assert offered(game, "step") <= {M.grid.number(h) for h in range(M.grid.size) if M.rail_next[hex("2010")] >> h & 1}
    march(game := moves("2010 P-PP1"), "P-PP1", "1911 1811 1712 1612 1513 1413 1514")
    assert where(game, "P-PP1") == "1514"


@rule("3.4.3c")
def test_a_train_crosses_a_line_only_to_a_friend() -> None:
    stacks = "2010 P-PP1; 1912 S-53"  # its line is between 1911 and 1811
    game = play(moves(stacks), "unit P-PP1", "step 1911")
    assert not can(game, "step 1811")
    game = play(moves(stacks + "; 1811 P-41"), "unit P-PP1", "step 1911")
    assert can(game, "step 1811")


@rule("3.4.3d", "3.4.3e", "2.7a")
def test_a_train_stops_in_an_enemy_town_and_takes_it_with_a_friend_near() -> None:
    game = play(moves("1911 P-PP1; 0612 P-16", soviet="2010"), "unit P-PP1", "step 2010")
    assert asks(game) == "poland: pick"  # no further
    assert owner(game, "2010") == SOVIET
    game = play(moves("1911 P-PP1; 1909 P-16", soviet="2010"), "unit P-PP1", "step 2010")
    assert owner(game, "2010") == POLAND


@rule("3.4.3h")
def test_a_train_that_changed_its_theater_does_not_attack() -> None:
    game = march(moves("1413 P-PP1; 1314 P-16; 1313 S-27", poland="1314"), "P-PP1", "1314")
    s = game.s
    s.phase = ATTACK_1
    game = play(attacking(s), "attack 1313", "unit P-16")
    assert not can(game, "unit P-PP1")
    game = play(attacks("1314 P-PP1 P-16; 1313 S-27"), "attack 1313", "unit P-16")
    assert can(game, "unit P-PP1")


@rule("3.4.3j", "11.3b")
def test_a_train_alone_loses_nothing_by_a_wrong_direction() -> None:
    s = situation("2010 S-BPw; 2011 P-1L", phase=ATTACK_2)
    (cost,) = {route.cost for route in plan(s, units("S-BPw")).ways.values()}
    assert cost == 0
    ends = {M.grid.number(route.hexes[-1]) for route in plan(s, units("S-BPw")).ways.values()}
    assert ends <= {"1910", "1911", "2110"}


# -- 3.4.4 – 3.4.6 cars, guns, tanks ---


@rule("3.4.4a", "3.4.6a")
@pytest.mark.parametrize("key", ["P-CARS", "P-TANK"])
def test_wheels_and_tanks_cross_large_rivers_by_bridges_only(key: str) -> None:
    game = play(moves(f"1610 {key}"), f"unit {key}")
    assert not can(game, "step 1609")
    game = play(moves(f"1510 {key}"), f"unit {key}")
    assert can(game, "step 1609")  # over the bridge


@rule("3.4.4a", "3.4.6a")
@pytest.mark.parametrize("key", ["P-CARS", "P-TANK"])
def test_who_is_driven_across_a_large_river_on_wheels_is_removed(key: str) -> None:
    ring = f"1610 {key} P-17; 1710 S-4; 1711 S-11; 1611 S-15; 1511 S-16; 1510 S-21 S-27; 1609 P-41"
    game = attack(attacks(ring, side=SOVIET, phase=ATTACK_2), "1610", "S-21 S-27", 1, 2)
    play(game, "together")
    assert (where(game, key), where(game, "P-17")) == ("removed", "1609")


@rule("3.4.4d", "19.5d")
@pytest.mark.parametrize("key", ["P-CARS", "P-MOT"])
def test_wheels_that_were_supplied_stay_so_for_the_turn(key: str) -> None:
    game = march(moves(f"2606 {key}; 2706 S-B; 2806 S-53"), key, "2706 2705")
    game.s.held = [0, M.urban, 0]  # no town is Polish any more
    assert in_supply(game.s, unit(key))
    game.s.supplied_cars = 0
    assert not in_supply(game.s, unit(key))


@rule("3.4.4e", "3.4.6b")
@pytest.mark.parametrize("key", ["P-CARS", "P-TANK"])
def test_no_wheels_attack_across_a_large_river(key: str) -> None:
    game = play(attacks(f"1609 S-53; 1510 P-12 {key}"), "attack 1609", "unit P-12")
    assert not can(game, f"unit {key}")
    game = play(attacks(f"1511 S-53; 1510 P-12 {key}"), "attack 1511", "unit P-12")
    assert can(game, f"unit {key}")
    assert over_large(game.s, unit(key), hex("1609"))


@rule("3.4.4g", "3.4.5b", "3.4.6c", "3.6b")
@pytest.mark.parametrize("key", ["P-CARS", "P-ART", "P-TANK"])
def test_what_cannot_be_rebuilt_is_removed_by_its_first_loss(key: str) -> None:
    s = situation(f"3126 {key}; 2206 P-16")
    lose(s, unit(key), "3.3h")
    assert where(table(s), key) == "removed"


@rule("3.4.1a", "3.4.7b", "10.7k")
def test_icons_help_attackers_and_hinder_them() -> None:
    s = situation("2323 P-12 P-TANK P-7E; 2423 S-45", phase=ATTACK_1, poland="2322")
    alone = work_out(s, units("P-12"), hex("2423")).chance
    assert work_out(s, units("P-12 P-TANK"), hex("2423")).chance == alone + 2
    assert work_out(s, units("P-12 P-TANK P-7E"), hex("2423")).chance == alone + 3


@rule("3.4.7b")
def test_aircraft_support_units_of_their_own_hex() -> None:
    game = attacks("3126 S-45; 3125 P-12 P-7E; 3127 P-13")
    play(game, "attack 3126", "unit P-13")
    assert not can(game, "unit P-7E")
    play(game, "unit P-12")
    assert can(game, "unit P-7E")


@rule("3.4.2c", "3.4a")
def test_as_many_support_units_as_points_attack() -> None:
    game = play(attacks("3126 S-45; 3125 P-4BJ/r P-CARS P-7E"), "attack 3126", "unit P-4BJ", "unit P-CARS")
    assert not can(game, "unit P-7E")


# -- 3.6 elimination ---


@rule("3.6a", "3.6c", "17.2b", "19.1.3d", "19.1.4c", "19.6c", "19.7b", "20.2.2d", "20.4a", "21.1c")
@pytest.mark.parametrize(
    ("key", "box"),
    [("P-12", "rebuild"), ("S-45", "rebuild"), ("S-19", "rebuild"), ("P-U1", "ukraine"), ("P-1R", "reserves"),
     ("S-8Kw", "reserves"), ("P-WAR", "removed"), ("P-201", "removed"), ("P-CJ", "removed"), ("P-BB", "removed"),
     ("L-1", "removed"), ("P-H", "removed"), ("S-G1", "off"), ("S-PRD", "off"), ("P-MOT", "rebuild")],
)  # fmt: skip
def test_where_the_eliminated_go(key: str, box: str) -> None:
    s = situation(f"1804 {key}; 2206 P-16; 1920 P-13")
    eliminate(s, unit(key), "3.6a")
    assert where(table(s), key) == box


@rule("13.3b", "13.3c")
@pytest.mark.parametrize(("key", "boxes"), [("P-12/r", 2), ("P-13.7", 1), ("P-2BJ", 0), ("S-45", 0), ("S-53", -2)])
def test_what_eliminated_units_are_worth_in_morale(key: str, boxes: int) -> None:
    s = situation(f"2206 {key}; 2006 P-16; 1920 P-14")
    eliminate(s, unit(key.partition("/")[0]), "3.6a")
    assert s.morale[BELARUS] == boxes


@rule("3.4.2d", "3.4.7d")
def test_declaring_an_attack_on_guns_with_infantry_is_an_ordinary_attack() -> None:
    game = declare(attacks("3126 P-ART P-41; 3127 S-44", side=SOVIET), "3126", "S-44")
    assert where(game, "P-ART") == "3126"
    assert asked(game).step == "orders"
