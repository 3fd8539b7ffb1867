"""Where units do not go, whom they do not attack, what moves set off: allies, Konarmiya, Lithuania, points."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import AIR, ARTILLERY, CARS, SOUTHWEST, TANK, TRAIN, WEST
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.fronts import off_limits
from vistula.games.nest_of_eagles.rules.reorganization import divisions_of
from vistula.games.nest_of_eagles.rules.routes import correct
from vistula.games.nest_of_eagles.rules.seats import army_of, front_of
from vistula.games.nest_of_eagles.rules.steps import eliminate
from vistula.games.nest_of_eagles.rules.supply import in_supply
from vistula.games.nest_of_eagles.rules.targets import targets_of
from vistula.games.nest_of_eagles.state import ATTACK_1, BRIGADES, RESERVES, State
from vistula.kernel import barred

from .positions import M, hex, numbers, situation, unit
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asks,
    attack,
    attacking,
    attacks,
    can,
    declare,
    march,
    moves,
    moving,
    offered,
    owner,
    play,
    points_left,
    table,
    where,
)

rule = pytest.mark.rule


def closed(s: State, key: str) -> set[str]:
    return numbers(barred(off_limits(s, unit(key))))


# -- 3 units ---


@rule("3.4.1d")
def test_five_kinds_of_support_units() -> None:
    kinds = [[sum(M.kind[u] == kind for u in M.units_of[side]) for kind in (TRAIN, CARS, ARTILLERY, AIR, TANK)]
             for side in (POLAND, SOVIET)]  # fmt: skip
    assert kinds == [[2, 1, 1, 1, 1], [2, 1, 1, 0, 0]]


@rule("3.1c")
def test_with_nothing_secret_both_players_see_everything() -> None:
    s = situation("3126 S-45; 3125 P-12 P-13")
    assert TITLE.mask(s, "russia") is s  # type: ignore[arg-type]


@rule("7.1m")
def test_railroads_and_towns_do_not_change_costs() -> None:
    game = play(moves("2307 P-12; 2206 P-17"), "unit P-12", "step 2308")  # Mińsk, on the railroad
    assert points_left(game) == 2
    game = play(moves("2322 P-12; 2206 P-17"), "unit P-12", "step 2221")  # forest, on the railroad
    assert points_left(game) == 1


# -- 2.0 Victory Points ---


@rule("2.0c")
def test_towns_and_eliminated_units_score_where_points_are_kept() -> None:
    s = situation("2407 S-53; 2206 P-17 P-15.8 P-PP1", scenario="berezina", side=SOVIET, poland="2308")
    come(s, unit("S-53"), hex("2308"))
    assert s.vp == 4
    for key, total in (("P-17", 6), ("P-15.8", 7), ("P-PP1", 7)):
        eliminate(s, unit(key), "3.6a")
        assert s.vp == total
    s = situation("2407 S-53; 2206 P-17", side=SOVIET, poland="2308")
    come(s, unit("S-53"), hex("2308"))
    assert s.vp == 0  # the campaign keeps none


# -- 13.5 the last outer Theater ---


@rule("13.5d", "2.4.1a")
def test_the_last_pole_may_leave_a_theater_that_the_soviets_dominate() -> None:
    s = situation("1311 S-27; 1417 P-13; 0612 P-16")
    s.home_open = s.polish_marker = True
    s.linked, s.morale = 1, [4, 4, 24]
    game = march(moving(s), "P-13", "1317")
    assert where(game, "P-13") == "1317"
    assert game.s.unified
    assert game.s.morale[0] == 4


# -- 14.1 free orders ---


@rule("3.4.2f", "14.1d")
def test_support_units_do_not_make_an_order_count() -> None:
    game = attacks("3126 S-24; 3125 P-1C P-CARS; 2206 P-17")
    attack(game, "3126", "P-1C P-CARS", 5, 6, orders="thrust none")
    assert game.s.orders[POLAND] == 0


# -- 17.1.5 ---


@rule("17.1.5d")
@pytest.mark.parametrize(("key", "left"), [("S-53", 0), ("S-24", 1)])
def test_an_attack_of_the_western_front_sends_the_cheka_away(key: str, left: int) -> None:
    game = attacks(f"1311 P-12; 1411 {key}; 2206 P-17; 1920 P-13", side=SOVIET)
    game.s.cheka = 1 << hex("3213")
    declare(game, "1311", key)
    assert game.s.cheka.bit_count() == left
    assert game.s.cheka_left == 4  # they may come back


# -- 19 Polish special units ---


@rule("19.3a")
def test_lithuanian_belarusian_units_stay_out_of_ukraine() -> None:
    s = situation("2415 P-1LB P-IV.2LB P-17")
    for key in ("P-1LB", "P-IV.2LB"):
        assert "2416" in closed(s, key)
        assert "2414" not in closed(s, key)
    assert "2416" not in closed(s, "P-17")


@rule("19.3c")
def test_the_second_lithuanian_belarusian_division_is_made_of_its_brigades() -> None:
    s = situation("1804 P-III.2LB P-IV.2LB P-7.4")
    s.place[unit("P-2LB")] = s.place[unit("P-4")] = BRIGADES
    assert divisions_of(s, unit("P-III.2LB"), unit("P-IV.2LB"), False) == [unit("P-2LB")]
    assert not divisions_of(s, unit("P-III.2LB"), unit("P-7.4"), False)


@rule("3.2f")
def test_who_has_no_icon_does_not_merge() -> None:
    s = situation("1804 P-E1 P-E2 P-21b P-SIB")
    assert not divisions_of(s, unit("P-E1"), unit("P-E2"), True)
    assert not divisions_of(s, unit("P-21b"), unit("P-SIB"), True)


@rule("19.4a")
def test_the_lwow_unit_neither_moves_nor_attacks() -> None:
    assert not can(moves("1322 P-LWOW P-12"), "unit P-LWOW")
    game = play(attacks("1322 P-LWOW P-12; 1422 S-24"), "attack 1422")
    assert offered(game, "unit") == {"P-12"}


@rule("19.7c")
@pytest.mark.parametrize(
    ("key", "way", "called"), [("S-27", "0613", True), ("S-27", "0814", False), ("L-1", "0613", False)]
)
def test_soviets_over_the_wisla_bring_the_russian_division(key: str, way: str, called: bool) -> None:
    s = situation(f"0714 {key}; 2206 P-17; 1920 P-13", side=SOVIET)
    s.place[unit("P-CR1")] = RESERVES
    come(s, unit(key), hex(way))
    assert (where(table(s), "P-CR1") != "reserves") is called


@rule("19.8a")
def test_ukrainian_allies_stay_out_of_the_north() -> None:
    s = situation("2416 P-U1 P-H P-12")
    assert "2415" in closed(s, "P-U1") & closed(s, "P-H")
    assert "2415" not in closed(s, "P-12")


# -- 20.1 Konarmiya ---


@rule("20.1.4a")
def test_konarmiya_belongs_to_the_southwestern_front_until_it_is_transferred() -> None:
    s = situation("3126 S-4K")
    assert front_of(s, unit("S-4K")) == SOUTHWEST
    s.konarmiya_west = True
    assert front_of(s, unit("S-4K")) == WEST
    assert army_of(s, WEST) >> unit("S-SK") & 1
    assert not army_of(s, SOUTHWEST) >> unit("S-SK") & 1


@rule("20.1.4c")
def test_in_the_turn_of_its_transfer_konarmiya_does_not_attack() -> None:
    s = situation("3126 P-12; 3125 S-4K S-44; 2206 P-17", side=SOVIET, phase=ATTACK_1)
    s.konarmiya_held = True
    game = play(attacking(s), "attack 3126")
    assert offered(game, "unit") == {"S-44"}


@rule("20.1.1c")
@pytest.mark.parametrize(("date", "shut"), [("9.V", False), ("16.V", True), ("6.VI", True), ("13.VI", False)])
def test_star_hexes_are_closed_to_the_poles_for_four_rounds(date: str, shut: bool) -> None:
    s = situation("3426 P-12", round=M.round_of[date])
    assert ("3427" in closed(s, "P-12")) is shut


# -- 21 Lithuania ---


@rule("21.2a")
def test_soviets_do_not_cross_the_demarcation_line() -> None:
    s = situation("1804 S-27; 1504 L-1", side=SOVIET)
    assert closed(s, "S-27") >= numbers(M.lithuania)
    s.lithuania_out = True
    assert closed(s, "S-27") >= numbers(M.lithuania)


@rule("21.2b", "21.1e")
def test_poles_enter_lithuania_after_it_has_crossed_but_never_kowno() -> None:
    s = situation("1705 P-12; 1604 L-1; 1504 L-2; 1503 P-13", phase=ATTACK_1)
    assert closed(s, "P-12") >= numbers(M.lithuania)
    assert not targets_of(s, POLAND) & s.lithuanian
    s.lithuania_out = True
    assert closed(s, "P-12") & numbers(M.lithuania) == {"1504"}
    assert numbers(targets_of(s, POLAND)) == {"1604"}


@rule("21.3b")
def test_soviets_stay_out_of_what_lithuania_wants_once_it_has_wilno() -> None:
    s = situation("2106 S-27; 1804 L-1", side=SOVIET)
    assert "2005" not in closed(s, "S-27")
    s.wilno_taken = True
    assert "2005" in closed(s, "S-27")
    gone = situation("2106 S-27", side=SOVIET)
    gone.wilno_taken = True
    assert "2005" not in closed(gone, "S-27")


@rule("21.3c", "21.4e", "13.3d")
def test_lithuanians_hold_towns_for_themselves() -> None:
    s = situation("1704 L-1; 2206 P-17; 1920 P-13", side=SOVIET, soviet="1804")
    come(s, unit("L-1"), hex("1804"))
    game = table(s)
    assert owner(game, "1804") == 2
    assert s.morale[1] == 0  # taken from the Soviets it shifts nothing
    s = situation("1704 L-1; 2206 P-17; 1920 P-13", side=SOVIET, poland="1804")
    come(s, unit("L-1"), hex("1804"))
    assert s.morale[1] == M.value[hex("1804")] > 0


@rule("21.1b")
def test_lithuanians_look_to_kowno() -> None:
    s = situation("1704 L-1")
    towards = {d for d in range(6) if correct(s, unit("L-1"), hex("1704"), d)}
    ends = {M.grid.number(hex("1704") + M.grid.steps(hex("1704"))[d]) for d in towards}
    assert ends == {"1603", "1604"}
    assert in_supply(s, unit("L-1"))
    assert not in_supply(situation("1704 L-1; 1504 P-12"), unit("L-1"))


@rule("19.3d", "21.4c")
def test_only_red_brown_units_attack_wilno_in_lithuanian_hands() -> None:
    s = situation("1804 L-1; 1805 P-1LB P-12 P-III.2LB; 1905 P-13", phase=ATTACK_1)
    s.lithuania_out = True
    game = play(attacking(s), "attack 1804")
    assert offered(game, "unit") == {"P-1LB", "P-III.2LB"}


@rule("21.1a")
def test_soviets_and_lithuanians_do_not_attack_together() -> None:
    game = play(attacks("1805 P-12; 1804 L-1; 1806 S-27; 2206 P-17", side=SOVIET), "attack 1805", "unit L-1")
    assert not can(game, "unit S-27")


@rule("21.1d")
def test_lithuanian_attacks_do_not_count_for_the_western_front() -> None:
    game = attack(attacks("1805 P-12; 1804 L-1; 2206 P-17", side=SOVIET), "1805", "L-1", 5, 6)
    assert game.s.assaults == [0, 0]
    assert game.s.morale[1] == -1
    assert asks(game) == "russia: declare"
