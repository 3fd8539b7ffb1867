"""Edge cases of combat, movement, rails and morale: where two rules meet, or one is at its limit."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.invariants import check
from vistula.games.nest_of_eagles.model import BELARUS, POLISH, SOUTHWEST, UKRAINE
from vistula.games.nest_of_eagles.rules.advance import Onward
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.morale import shift
from vistula.games.nest_of_eagles.rules.operations import polish_income
from vistula.games.nest_of_eagles.rules.reactive import eligible
from vistula.games.nest_of_eagles.rules.routes import plan
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.strength import work_out
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, OPERATIONAL, REACTIVE_1, State, box

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
    events,
    march,
    morale,
    moves,
    offered,
    owner,
    play,
    points_left,
    roll,
    strength,
    table,
    where,
)

rule = pytest.mark.rule


def send_away(game: object) -> None:
    """Retreat by the first way that is offered, until something else is asked."""
    while asked(game).step in ("part", "way"):  # type: ignore[arg-type]
        verb = "together" if asked(game).step == "part" else f"hex {min(offered(game, 'hex'))}"  # type: ignore[arg-type]
        play(game, verb)  # type: ignore[arg-type]


# -- dice and chances ---


@rule("10.4a", "10.4b", "10.7p")
def test_twelve_is_a_bloody_fight_whatever_the_chance_and_an_emptied_hex_may_be_entered() -> None:
    game = attacks("3126 S-45/r; 3125 P-12; 3127 P-2L")
    assert work_out(game.s, units("P-12 P-2L"), hex("3126")).chance > 12
    attack(game, "3126", "P-12 P-2L", 6, 6)
    play(game, "lose P-12")
    assert (strength(game, "P-12"), where(game, "S-45"), morale(game)) == ("reduced", "rebuild", (0, 0, 0))
    assert asks(game) == "poland: who_goes"
    play(game, "unit P-2L")
    assert where(game, "P-2L") == "3126"


@rule("10.4a", "10.7p")
def test_two_is_a_bloody_fight_even_if_nothing_could_succeed() -> None:
    game = attacks("3126 S-24 S-25; 3125 P-4BJ/r", phase=ATTACK_2)
    assert work_out(game.s, units("P-4BJ"), hex("3126")).chance < 2
    attack(game, "3126", "P-4BJ", 1, 1)
    assert where(game, "P-4BJ") == "rebuild"
    assert asks(game) == "russia: who_loses"


@rule("3.4.2c")
def test_support_units_do_not_attack_alone() -> None:
    game = attacks("2623 P-PP1; 2723 S-41; 2524 P-12; 2525 S-44")
    assert not can(game, "attack 2723")
    assert can(game, "attack 2525")


@rule("10.5b", "10.6a")
def test_ratio_and_maximum_morale_cost_a_step_each() -> None:
    s = situation("3126 S-24; 3125 P-12 P-1C", phase=ATTACK_1)
    s.morale[UKRAINE] = -24
    game = attack(attacking(s), "3126", "P-12 P-1C", 2, 2)
    assert strength(game, "S-24") == "reduced"  # by morale alone
    s = situation("3126 S-24/r; 3125 P-12 P-1C", phase=ATTACK_1)
    s.morale[UKRAINE] = -24
    game = attack(attacking(s), "3126", "P-12 P-1C", 2, 2)
    assert where(game, "S-24") == "rebuild"
    game = attack(attacks("3126 S-24/r; 3125 P-12 P-1C"), "3126", "P-12 P-1C", 2, 2)
    assert strength(game, "S-24") == "remnant"  # by ratio alone


# -- support units without strength ---


@rule("3.4.5a", "3.4.6c", "17.1.1a")
@pytest.mark.parametrize("key", ["P-TANK", "P-ART"])
def test_a_tank_or_guns_alone_are_removed_without_dice(key: str) -> None:
    game = declare(attacks(f"3126 {key}; 3127 S-44", side=SOVIET), "3126", "S-44")
    assert (where(game, key), morale(game), game.s.assaults[SOUTHWEST]) == ("removed", (0, 0, 0), 1)
    assert asks(game) == "russia: who_goes"


@rule("3.4.7d", "3.4.7e")
def test_the_air_unit_alone_is_lost_and_comes_back_in_the_round_after_the_next() -> None:
    game = declare(attacks("3126 P-7E; 3127 S-44", side=SOVIET, round=4), "3126", "S-44")
    assert where(game, "P-7E") == "round 6"


@rule("3.4.3i", "3.4.4f", "3.0a")
def test_trains_and_cars_alone_defend_with_a_point_each() -> None:
    s = situation("2623 P-PP1 P-CARS; 2723 S-41", side=SOVIET, phase=ATTACK_1)
    assert work_out(s, units("S-41"), hex("2623")).defence == 2
    s = situation("2623 P-PP1 P-CARS P-12; 2723 S-41", side=SOVIET, phase=ATTACK_1)
    assert work_out(s, units("S-41"), hex("2623")).defence == 4


@rule("3.4.6c")
def test_a_tank_beside_a_train_goes_and_the_train_defends() -> None:
    game = declare(attacks("2623 P-PP1 P-TANK; 2723 S-41", side=SOVIET), "2623", "S-41")
    assert (where(game, "P-TANK"), where(game, "P-PP1")) == ("removed", "2623")
    assert asked(game).step == "orders"


@rule("3.4.2a", "3.4.2b", "10.7k")
def test_support_out_of_supply_helps_in_defence_only() -> None:
    s = situation("3126 P-12 P-CARS; 3127 S-44", phase=ATTACK_1)  # the Poles are far from home
    with_cars = work_out(s, units("P-12 P-CARS"), hex("3127")).chance
    assert with_cars == work_out(s, units("P-12"), hex("3127")).chance
    s.side = SOVIET
    lines = {line.rule: line.value for line in work_out(s, units("S-44"), hex("3126")).lines}
    assert lines["3.4.2b"] == -1


# -- Special Orders ---


@rule("14.1b")
@pytest.mark.parametrize(("key", "asked_first"), [("P-2BJ", "russia: answers"), ("P-SIB", "poland: orders")])
def test_an_order_needs_three_points(key: str, asked_first: str) -> None:
    game = declare(attacks(f"3126 S-45; 3125 {key}"), "3126", key)
    assert asks(game) == asked_first


@rule("14.1c", "14.1d")
def test_one_order_a_turn_counts_and_those_to_horse_elite_and_support_are_free() -> None:
    game = attacks("3126 S-45; 3125 P-12; 3226 P-13; 3127 P-1C; 3026 P-1L")
    attack(game, "3126", "P-12", 5, 5, orders="thrust none")
    assert game.s.orders[POLAND] == 1
    roll(game, 5, 5, 5, 5)
    declare(game, "3126", "P-13")
    assert asks(game) == "russia: answers"  # no second order to infantry
    play(game, "none")
    declare(game, "3126", "P-1C")
    assert asks(game) == "poland: orders"
    play(game, "thrust", "none")
    assert game.s.orders[POLAND] == 1


@rule("14.2a", "14.2c", "14.2e")
def test_assault_and_stubborn_defense_cost_both_a_step_on_an_odd_roll() -> None:
    game = attacks("3126 S-24; 3125 P-12; 3124 P-13")
    base = work_out(game.s, units("P-12"), hex("3126")).chance
    attack(game, "3126", "P-12", 5, 6, orders="assault stubborn")
    assert (strength(game, "P-12"), strength(game, "S-24")) == ("reduced", "reduced")
    assert events(game, "rolled")[-1].refs["chance"] == base


@rule("14.2d", "11.3e")
def test_beaten_by_a_counter_attack_each_hex_of_attackers_retreats_and_the_defenders_may_follow() -> None:
    ring = "3025 P-12; 3127 P-13; 3027 P-14; 2927 P-15; 2926 P-17"
    game = attacks(f"3126 P-16; 3225 S-24; 3226 S-25; 3026 S-58; {ring}", side=SOVIET)
    attack(game, "3126", "S-24 S-25 S-58", 5, 6, orders="none counter")
    send_away(game)
    assert where(game, "S-58") == "rebuild"  # nowhere to go
    assert {where(game, key) for key in ("S-24", "S-25")} & {"3225", "3226"} == set()
    assert asks(game) == "poland: who_goes"


@rule("19.4b", "19.4c")
def test_the_lwow_unit_defends_stubbornly_and_goes_with_a_retreat() -> None:
    stacks = "1322 P-LWOW P-7.4 P-8.4; 1422 S-4K S-6K"
    game = attack(attacks(stacks, side=SOVIET), "1322", "S-4K S-6K", 5, 6)
    assert events(game, "ordered")[-1].rule == "19.4b"
    play(game, "lose P-7.4")
    assert (strength(game, "P-7.4"), where(game, "P-LWOW"), game.s.orders[POLAND]) == ("reduced", "1322", 0)
    game = attack(attacks(stacks, side=SOVIET), "1322", "S-4K S-6K", 1, 2)
    play(game, "lose P-7.4")
    assert where(game, "P-LWOW") == "removed"


@rule("10.3e", "12.0a")
def test_who_dies_of_his_stubborn_defense_in_a_failed_attack_opens_no_way() -> None:
    game = attacks("3126 P-SIB/r P-2BJ; 3127 S-44", side=SOVIET)
    attack(game, "3126", "S-44", 5, 6, orders="none stubborn")
    play(game, "lose P-SIB")
    assert where(game, "P-2BJ") == "3126"
    game = attacks("1322 P-LWOW; 1422 S-4K", side=SOVIET)
    attack(game, "1322", "S-4K", 5, 6)
    assert where(game, "P-LWOW") == "removed"
    assert asks(game) == "russia: declare"


# -- retreat ---


@rule("11.3a", "11.3b", "11.3c")
def test_remnants_lose_nothing_by_lines_and_direction_but_by_rivers() -> None:
    alone = "3126 S-24/x S-25/x; 3025 P-1L; 3026 P-16; 3225 P-14; 3226 P-15; 3127 P-17; 3124 P-18"
    assert {route.cost for route in plan(situation(alone, phase=ATTACK_1), units("S-24 S-25")).ways.values()} == {0}
    ring = "1610 P-17/x; 1710 S-4; 1711 S-11; 1611 S-15; 1511 S-16; 1510 S-21"
    (route,) = plan(situation(ring, side=SOVIET, phase=ATTACK_2), units("P-17")).ways.values()
    assert (route.hexes, route.cost) == ((hex("1609"),), 1)


@rule("11.6b")
def test_the_second_hex_is_not_next_to_where_the_retreat_began() -> None:
    game = attack(attacks("3126 S-24; 3025 P-1L P-16"), "3126", "P-1L P-16", 1, 2)
    first = min(offered(game, "hex"))
    play(game, f"hex {first}")
    near = hex("3225" if first == "3226" else "3226")
    refusal = game.seat("russia").why_not("space", near)
    assert refusal is not None
    assert refusal.rule == "11.6b"


@rule("2.3.2b", "2.3.2c", "11.3b")
def test_soviets_leave_the_map_east_for_a_round_and_south_for_three() -> None:
    s = situation("3723 S-24; 3623 P-1L P-16; 3722 P-14; 3724 P-15", phase=ATTACK_1, round=5)
    game = attack(attacking(s), "3723", "P-1L P-16", 1, 2)
    assert (where(game, "S-24"), strength(game, "S-24")) == ("round 6", "full")
    ring = "3128 S-24; 3127 P-1L P-16; 3027 P-14; 3028 P-15; 3227 P-17; 3228 P-18"
    game = attack(attacking(situation(ring, phase=ATTACK_1, round=5)), "3128", "P-1L P-16", 1, 2)
    assert (where(game, "S-24"), strength(game, "S-24")) == ("round 8", "reduced")  # south is a wrong direction


# -- Remnants ---


@rule("3.3d", "13.3b")
def test_a_remnant_that_goes_next_to_the_enemy_alone_is_lost() -> None:
    game = march(moves("3024 P-17/x; 3126 S-44; 2206 P-16"), "P-17", "3025")
    assert (where(game, "P-17"), morale(game)) == ("rebuild", (0, 0, 2))


@rule("3.3d")
def test_any_company_protects_a_remnant() -> None:
    game = march(moves("3024 P-17/x; 3126 S-44; 3025 P-ART"), "P-17", "3025")
    assert where(game, "P-17") == "3025"
    game = march(moves("3024 P-17/x; 3126 S-44; 3025 P-18/x"), "P-17", "3025")
    assert (where(game, "P-17"), where(game, "P-18")) == ("rebuild", "3025")


@rule("3.3e")
def test_an_enemy_who_comes_next_to_a_remnant_does_not_kill_it() -> None:
    game = march(moves("3024 P-17/x; 3126 S-44", side=SOVIET), "S-44", "3125 3124")
    assert where(game, "P-17") == "3024"


# -- movement ---


@rule("3.4.4b", "3.4.4c")
def test_cars_pass_weak_enemies_and_ignore_lines_but_not_with_a_small_river() -> None:
    game = play(moves("3025 P-CARS; 3126 S-B; 3127 S-44"), "unit P-CARS", "step 3126")
    assert points_left(game) == 4  # the line of the 44th Division between these hexes costs nothing
    assert not can(game, "stop")
    play(game, "step 3226", "stop")
    assert where(game, "P-CARS") == "3226"
    game = play(moves("3025 P-CARS; 3126 S-45"), "unit P-CARS")
    assert not can(game, "step 3126")
    game = play(moves("1710 P-CARS; 1809 S-53"), "unit P-CARS", "step 1709")
    assert asks(game) == "poland: pick"  # a small river under a line: all MP


@rule("3.4.4b", "12.1c")
def test_cars_that_advance_pass_weak_enemies_too() -> None:
    s = situation("3025 P-CARS; 3126 S-B; 2010 P-17")
    game = table(s, Onward(command=0, unit=unit("P-CARS"), origin=hex("3025"), left=4))
    play(game, "step 3126")
    check(game.s, game.stack)  # in a hex with an enemy, on its way
    assert not can(game, "stop")
    play(game, "step 3226", "stop")
    assert where(game, "P-CARS") == "3226"
    assert not game.s.moving


@rule("7.0d", "7.1p")
def test_a_friend_who_began_beyond_a_river_opens_the_way_for_every_unit() -> None:
    ring = "1709 P-3L; 1708 S-53; 1808 S-4; 1809 S-11; 1710 S-15; 1609 S-16; 1608 P-1L"
    game = moves(ring)
    assert can(game, "unit P-3L")


@rule("9.1d", "2.7a")
def test_rails_into_a_town_taken_in_this_phase_only_while_the_unit_that_took_it_is_there() -> None:
    stacks, lost = "2106 P-16; 2005 P-17", "2206"
    game = march(moves(stacks, soviet=lost), "P-16", "2206")
    assert owner(game, lost) == POLAND
    play(game, "unit P-17")
    assert lost in offered(game, "rail")
    game = march(moves(stacks, soviet=lost), "P-16", "2206 2207")
    play(game, "unit P-17")
    assert lost not in offered(game, "rail")


@rule("9.2b")
def test_the_black_and_red_line_carries_one_more() -> None:
    game = moves("2308 P-16 P-17")
    for key in ("P-16", "P-17"):
        play(game, f"unit {key}", "rail 2810" if key == "P-16" else "rail 2610")
    assert (game.s.extra_rail, game.s.rails[0]) == (True, 1)


@rule("9.1b", "2.4.1b")
def test_no_rail_runs_through_a_theater_that_is_not_in_play() -> None:
    game = play(moves("1914 P-16", scenario="berezina"), "unit P-16")
    assert "1514" in offered(game, "rail")  # Kobryń, by Drohiczyn
    game = play(moves("1914 P-16; 1613 P-E1; 1714 S-53", scenario="berezina", soviet="1612"), "unit P-16")
    assert "2114" in offered(game, "rail")
    assert "1514" not in offered(game, "rail")  # not over Sarny, Kowel and Brześć, which nobody enters


@rule("8.2a")
def test_equal_strength_is_not_enough_to_react() -> None:
    assert not eligible(situation("3126 S-45; 3025 P-SIB"), POLAND)
    assert eligible(situation("3126 S-45; 3025 P-12"), POLAND)


@rule("8.1a")
def test_who_will_not_react_in_this_turn_is_not_asked_again_before_the_next() -> None:
    game = table(situation("3126 S-45; 2206 P-17"), PlayerTurn(side=SOVIET), PlayerTurn(side=POLAND))
    seen = []
    while game.s.side == POLAND or game.s.phase < ATTACK_2:
        seen.append((game.s.side, game.s.phase, asks(game)))
        verbs = asked(game).verbs()
        play(game, next(verb for verb in ("off", "pass", "end", "done") if verb in verbs))
    asked_of = [(side, phase) for side, phase, question in seen if question == "poland: activate"]
    assert asked_of == [(POLAND, REACTIVE_1), (SOVIET, REACTIVE_1)]


@rule("5.1d", "16.0a", "8.1a")
def test_without_a_reaction_reinforcements_come_in_the_operational_phase() -> None:
    s = situation("3126 S-45; 2206 P-17")
    s.place[unit("P-16")] = box(s.round)
    game = table(s, PlayerTurn(side=POLAND))
    seen = []
    while asks(game) != "poland: where":
        seen.append(asks(game))
        verbs = asked(game).verbs()
        play(game, next(verb for verb in ("pass", "end", "unit P-16") if verb.split()[0] in verbs))
    assert game.s.phase == OPERATIONAL
    assert seen[:2] == ["poland: activate", "russia: activate"]
    play(game, "place 0612")
    assert where(game, "P-16") == "0612"


# -- replacements ---


@rule("17.1.3a", "17.1.1a")
@pytest.mark.parametrize(
    ("made", "received"),
    [
        ((0, 0, 0), 4), ((0, 1, 0), 3), ((1, 2, 0), 2), ((0, 0, 3), 2), ((0, 2, 3), 1), ((1, 1, 2), 1),
        ((1, 3, 4), 0), ((2, 1, 5), 0), ((0, 3, 3), 0), ((3, 3, 3), 0),
    ],
)  # fmt: skip
def test_polish_replacements(made: tuple[int, ...], received: int) -> None:
    s = situation("1311 S-27")
    s.polish_marker, s.attacks = True, list(made)
    assert polish_income(s) == received


# -- morale ---


@rule("19.1b", "13.4b")
def test_a_retreat_into_the_polish_theater_is_an_entry_too() -> None:
    s = situation("1411 S-27; 2206 P-17; 1920 P-13")
    come(s, unit("S-27"), hex("1311"))
    assert (s.forming, s.polish_marker, s.linked) == (1, True, BELARUS)


@rule("13.4c", "13.1a")
def test_linked_markers_stop_together_at_the_end_of_the_track() -> None:
    s = situation("1311 S-27; 2206 P-17; 1920 P-13")
    s.polish_marker, s.linked, s.morale = True, BELARUS, [24, 24, 0]
    shift(s, SOVIET, BELARUS, 1, "13.3a")
    assert s.morale == [24, 24, 0]


def unified() -> State:
    s = situation("1311 S-27; 2122 S-24; 0612 P-16", side=SOVIET, poland="2017 1920")
    s.unified = s.polish_marker = True
    return s


@rule("13.5b", "13.3d")
@pytest.mark.parametrize(("town", "boxes"), [("2017", 0), ("1920", 2)])
def test_with_one_marker_soviets_gain_by_cities_but_not_by_towns_of_the_outer_theaters(town: str, boxes: int) -> None:
    s = unified()
    come(s, unit("S-24"), hex(town))
    assert s.morale[POLISH] == boxes
    assert M.value[hex(town)] > 0


@rule("13.3d")
def test_lwow_counts_in_all_theaters() -> None:
    s = situation("1422 S-24; 2206 P-17; 1920 P-13", side=SOVIET, poland="1322")
    s.morale = [0, 1, 2]
    come(s, unit("S-24"), hex("1322"))
    assert s.morale == [8, 7, 8]  # the Polish marker came to lie on the Ukrainian one before
