"""Corners where a reading of the rulebook was wrong once: Theaters, allies, advances, arrivals, attrition."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.rules import movement
from vistula.games.nest_of_eagles.rules.advance import Onward
from vistula.games.nest_of_eagles.rules.aircraft import FlyHome
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.fronts import off_limits
from vistula.games.nest_of_eagles.rules.konarmiya import Transfer, recruiting
from vistula.games.nest_of_eagles.rules.morale import cooling_fervor, shift
from vistula.games.nest_of_eagles.rules.reactive import eligible
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals
from vistula.games.nest_of_eagles.rules.replacements import Attrition
from vistula.games.nest_of_eagles.rules.routes import plan
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import PlayerTurn
from vistula.games.nest_of_eagles.rules.steps import eliminate
from vistula.games.nest_of_eagles.rules.supply import in_supply
from vistula.games.nest_of_eagles.rules.theaters import may_enter_poland, review
from vistula.games.nest_of_eagles.rules.ukrainians import kijow_deadline
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, OFF, UKRAINE_BOX, State, box, refresh, remove
from vistula.kernel import Game, barred

from .positions import M, give, hex, numbers, situation, unit, units
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
    moves,
    moving,
    offered,
    owner,
    play,
    roll,
    table,
    where,
)

rule = pytest.mark.rule


def run_to(game: Game[State], question: str) -> Game[State]:
    """Pass, and end every phase, until this is asked."""
    while asks(game) != question:
        verbs = asked(game).verbs()
        play(game, next(verb for verb in ("pass", "end", "none", "done") if verb in verbs))
    return game


# -- 2.4.1, 13.4, 13.5 Theaters ---


@rule("2.4.1a")
def test_poles_who_have_left_a_theater_may_not_come_home_for_that() -> None:
    s = situation("1414 P-17; 1516 P-13; 2122 S-24")
    come(s, unit("P-17"), hex("1416"))
    assert s.forming == 1  # [19.1c] but no Soviet unit has come
    assert not may_enter_poland(s)


@rule("2.4.1a", "13.4e")
def test_once_a_soviet_unit_has_come_poles_may_go_home_for_good() -> None:
    s = situation("1311 S-27; 2206 P-17; 1920 P-13")
    review(s)
    come(s, unit("S-27"), hex("1411"))
    assert not s.polish_marker
    assert may_enter_poland(s)


@rule("13.5a")
@pytest.mark.parametrize(("first", "box_left"), [("P-17 1314", 9), ("P-13 1317", 4)])
def test_without_a_polish_marker_the_theater_left_last_gives_the_box(first: str, box_left: int) -> None:
    s = situation("1414 P-17; 1417 P-13; 2122 S-24")
    s.morale = [0, 4, 9]
    for key, to in sorted({"P-17": "1314", "P-13": "1317"}.items(), key=lambda pair: pair[0] != first.split()[0]):
        come(s, unit(key), hex(to))
    assert s.unified
    assert s.morale[POLISH] == box_left


@rule("13.5a")
def test_a_theater_without_poles_from_the_start_is_empty_all_the_same() -> None:
    s = situation("0913 S-27; 1417 P-13; 0612 P-16", scenario="warsaw")
    s.polish_marker, s.linked, s.morale = True, BELARUS, [17, 17, 14]
    come(s, unit("P-13"), hex("1317"))
    assert s.unified


@rule("13.5c", "13.4e")
def test_when_markers_part_again_the_front_that_stays_in_poland_is_linked() -> None:
    s = situation("1311 S-27; 1317 S-24; 1216 P-13")
    s.unified = s.polish_marker = True
    s.morale = [6, 0, 0]
    come(s, unit("P-13"), hex("1416"))  # back into the Ukrainian Theater
    assert s.unified  # both Fronts are in Poland
    come(s, unit("S-27"), hex("1411"))
    assert not s.unified
    assert s.linked == UKRAINE
    shift(s, SOVIET, BELARUS, 1, "13.3a")
    shift(s, SOVIET, UKRAINE, 2, "13.3a")
    assert s.morale == [8, 7, 8]


# -- 20.4.2, 21 allies ---


@rule("20.4.2a", "20.4.3a")
def test_brigades_that_desert_can_be_raised_again() -> None:
    s = situation("2523 S-G1; 2320 P-12")
    s.morale[UKRAINE] = -15
    shift(s, POLAND, UKRAINE, 1, "13.3a")
    assert where(table(s), "S-G1") == "off"


@rule("21.3a")
def test_lithuanians_stay_inside_the_yellow_line_and_at_home() -> None:
    s = situation("1504 L-1", side=SOVIET)
    closed = numbers(barred(off_limits(s, unit("L-1"))) & M.land)
    assert not closed & {"1504", "1505", "1804", "1408"}
    assert {"1409", "2106", "1109"} <= closed


@rule("1.4a", "2.3.1a")
def test_where_lithuania_is_closed_nobody_retreats_there() -> None:
    ring = "1705 P-17; 1706 S-4; 1805 S-11; 1804 S-15; 1605 S-16; 1606 S-21"
    for scenario, open_ in (("berezina", False), ("war-of-1920", True)):
        s = situation(ring.replace("1605 S-16; ", ""), scenario=scenario, side=SOVIET, phase=ATTACK_2)
        (route, *_) = plan(s, units("P-17")).ways.values()
        assert bool(route.hexes) is open_


@rule("1.4a")
@pytest.mark.parametrize(("round", "introductory", "free"), [(5, False, False), (6, False, True), (5, True, True)])
def test_two_brigades_watch_lithuania_until_the_end_of_may(round: int, introductory: bool, free: bool) -> None:
    s = situation("1804 P-III.2LB P-17", scenario="berezina", round=round)
    s.introductory = introductory
    closed = numbers(barred(off_limits(s, unit("P-III.2LB"))))
    assert ("2206" not in closed) is free
    assert "2105" not in closed  # three hexes away
    assert "2206" not in numbers(barred(off_limits(s, unit("P-17"))))


# -- 12 advance ---


@rule("12.1c")
def test_an_attack_phase_knows_nothing_of_where_units_began_to_move() -> None:
    game = table(situation("3126 S-45; 3125 P-12; 2206 P-17"), PlayerTurn(side=POLAND))
    run_to(game, "poland: pick")
    assert game.s.started
    play(game, "end")
    run_to(game, "poland: declare")
    assert game.s.phase == ATTACK_2
    assert not game.s.started | game.s.started_two


@rule("12.0a", "14.2d")
def test_after_a_counter_attack_each_defender_advances_once() -> None:
    game = attacks("3126 P-1C; 3225 S-24; 3226 S-25", side=SOVIET)
    attack(game, "3126", "S-24 S-25", 5, 6, orders="none counter")
    while asked(game).step in ("part", "way"):
        play(game, f"hex {max(offered(game, 'hex'))}")
    assert asks(game) == "poland: who_goes"
    play(game, "unit P-1C", "step 3126")
    assert asks(game) == "russia: declare"


# -- 17.1.5 the Cheka ---


@rule("17.1.5e")
def test_soviet_units_beside_a_cheka_marker_are_fought_and_the_marker_stays() -> None:
    game = attacks("2604 S-53; 2504 P-17", soviet="2604")
    game.s.cheka = 1 << hex("2604")
    roll(game, 5, 6)
    declare(game, "2604", "P-17")
    play(game, "none", "none")
    assert events(game, "rolled")
    assert game.s.cheka == 1 << hex("2604")


# -- 16 arrivals ---


@rule("19.6b", "20.1.1c")
def test_cossacks_do_not_come_where_poles_may_not_stand() -> None:
    s = situation("3121 S-45; 2206 P-17", round=M.round_of["23.V"])
    s.place[unit("P-CJ")] = box(s.round)
    game = table(s, Arrivals(command=POLES))
    if asked(game).step == "pick":
        play(game, "unit P-CJ")
    places = offered(game, "place")
    assert {"3428", "1504", "1404", "3122"} & places == set()
    assert {"3426", "0612"} <= places


@rule("16.0g", "9.1b")
def test_no_rail_past_an_entry_town_with_an_enemy_next_to_it() -> None:
    s = situation("3711 P-12; 2206 P-17", side=SOVIET, poland="3213")
    s.place[unit("S-16")] = box(s.round)
    game = table(s, Arrivals(command=SOVIETS))
    if asked(game).step == "pick":
        play(game, "unit S-16")
    heads = offered(game, "rail")
    assert "3704" in heads
    assert not {"3712", "3513"} & heads  # Klincy, and Nowozybków on its line


# -- 15.3 attrition ---


@rule("15.3a", "3.4.7f")
def test_the_air_unit_does_not_suffer_from_want() -> None:
    game = table(situation("3126 P-12 P-7E; 3226 S-24"), Attrition(units=units("P-7E P-12")))
    assert [event.refs["unit"] for event in events(game, "attrition")] == [unit("P-12")]
    assert where(game, "P-7E") == "3126"


# -- 3.4.4 cars ---


@rule("7.2a", "3.4.4c")
def test_cars_on_a_bridge_ignore_the_line_altogether() -> None:
    game = march(moves("1510 P-CARS; 1610 S-53"), "P-CARS", "1609")
    assert not game.s.barred
    game = march(moves("1510 P-2BJ; 1610 S-53; 1609 P-41"), "P-2BJ", "1609")
    assert not game.s.barred  # a friend began there


# -- 3.4.7 aircraft ---


@rule("3.4.7c")
def test_the_air_unit_flies_to_the_nearest_town_when_its_company_leaves() -> None:
    game = moves("3022 P-7E P-12; 3326 S-24; 2206 P-17", poland="2922")
    march(game, "P-12", "3021")
    assert where(game, "P-7E") == "2922"
    game = moves("2922 P-7E P-12; 3326 S-24; 2206 P-17")
    march(game, "P-12", "3021")
    assert where(game, "P-7E") == "2922"  # a town already, and no enemy next to it


@rule("3.4.7c", "3.4.7d")
def test_alone_in_a_town_the_air_unit_stays_and_can_be_attacked() -> None:
    game = moves("2922 P-7E; 3124 S-24; 2206 P-17", side=SOVIET)
    march(game, "S-24", "3023 2923")
    assert where(game, "P-7E") == "2922"
    assert can(attacks("2922 P-7E; 2923 S-24; 2206 P-17", side=SOVIET), "attack 2922")


# -- 20.4.1 the rebellion ---


@rule("20.4.1g", "20.4.1c")
def test_a_rebel_that_falls_has_not_stayed_loyal() -> None:
    s = situation("2523 S-G1; 2424 S-G2; 2326 S-G3; 2521 P-12; 2206 P-17")
    s.rebellion, s.emissaries = 1, [1, 2]
    s.place[unit("P-H")] = UKRAINE_BOX
    game = march(moving(s), "P-12", "2522")
    assert game.s.rebel == 1 << unit("S-G1")
    eliminate(game.s, unit("S-G1"), "10.4a")
    assert where(game, "P-H") == f"round {s.round + 1}"


# -- 20.1.4 Konarmiya changes its Front ---


@rule("20.1.4b", "13.4d", "13.4e")
def test_with_konarmiya_the_polish_marker_changes_to_the_western_theater() -> None:
    s = situation("1317 S-4K; 1318 S-6K; 2206 P-17; 1920 P-13", side=SOVIET)
    s.morale = [0, 3, 9]
    review(s)
    assert (s.linked, s.morale[POLISH]) == (UKRAINE, 9)
    play(table(s, Transfer()), "transfer")
    assert (s.linked, s.morale[POLISH]) == (BELARUS, 3)


# -- edge cases of the analysis ---


@rule("3.3d", "13.3b", "11.0a")
def test_a_lone_remnant_whose_retreat_ends_next_to_an_enemy_is_lost() -> None:
    stacks = "3126 S-24/x; 3025 P-1L P-16; 3327 P-14; 3326 P-15; 3225 P-18; 3127 P-17; 3125 P-12; 2206 P-10"
    game = attacks(stacks, phase=ATTACK_2)
    attack(game, "3126", "P-1L P-16", 1, 2)
    while asked(game).step in ("part", "way"):
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert where(game, "S-24") == "rebuild"
    assert game.s.morale[UKRAINE] == -3  # one box for the success, two for the division


@rule("9.2a", "9.2b")
def test_three_transports_and_one_more_on_the_black_and_red_line_need_no_doubling() -> None:
    game = moves("2308 P-16 P-17 P-10 P-14; 3003 S-4")
    for key, town in (("P-16", "2010"), ("P-17", "2010"), ("P-10", "2010"), ("P-14", "2810")):
        play(game, f"unit {key}", f"rail {town}")
    assert (game.s.rails[0], game.s.extra_rail) == (3, True)
    play(game, "end")
    assert not game.s.rails_barred[0]


@rule("8.2e", "8.2b")
def test_a_helper_may_have_a_second_enemy_across_a_large_river_without_a_bridge() -> None:
    alone = situation("1610 P-12; 1710 S-4K")
    assert not eligible(alone, POLAND)
    helped = situation("1610 P-12; 1711 P-1C; 1710 S-4K; 1609 S-53")  # the Niemen lies between 1609 and 1610
    assert eligible(helped, POLAND) >> unit("P-12") & 1
    near = situation("1610 P-12; 1711 P-1C; 1710 S-4K; 1611 S-53")
    assert not eligible(near, POLAND) >> unit("P-12") & 1


@rule("8.2b", "20.4.1d")
def test_a_rebel_alone_is_nobody_to_react_to_and_does_not_react() -> None:
    s = situation("2523 S-G1; 2522 S-45; 2424 P-17", scenario="kiev")
    s.rebel = 1 << unit("S-G1")
    refresh(s, hex("2523"))
    assert s.occupied[POLAND] >> hex("2523") & 1
    assert not eligible(s, POLAND) >> unit("S-G1") & 1
    assert not eligible(s, SOVIET) >> unit("S-G1") & 1


@rule("20.1.2a")
def test_an_attack_of_its_brigade_alone_denies_recruits_to_all_of_konarmiya() -> None:
    s = situation("3126 P-12; 3125 S-SK S-44; 3524 S-4K/r; 2206 P-17", side=SOVIET, phase=ATTACK_1)
    assert recruiting(s) == [unit("S-4K")]
    game = declare(attacking(s), "3126", "S-SK S-44")
    assert recruiting(game.s) == []
    s = situation("3126 P-12; 3125 S-SK S-44; 3524 S-4K/r; 2206 P-17", side=SOVIET, phase=ATTACK_1)
    game = declare(attacking(s), "3126", "S-44")
    assert recruiting(game.s) == [unit("S-4K")]


@rule("21.3b", "21.4d")
def test_soviets_caught_behind_the_yellow_line_are_free_again_without_lithuania() -> None:
    s = situation("1807 S-4; 2106 S-27; 1804 L-1; 1805 P-1LB", side=SOVIET)
    s.wilno_taken = s.lithuania_out = True
    give(s, 2, M.wilno)
    inside = numbers(barred(off_limits(s, unit("S-4"))))
    assert "1806" not in inside  # who is behind the line moves there
    assert "2005" in numbers(barred(off_limits(s, unit("S-27"))))
    eliminate(s, unit("L-1"), "3.6a")
    come(s, unit("P-1LB"), M.wilno)
    assert "2005" not in numbers(barred(off_limits(s, unit("S-27"))))


@rule("15.2a")
def test_a_fortress_feeds_whoever_is_in_it_whatever_its_owner_and_whoever_is_around() -> None:
    ring = "1009 S-10/r; 0909 P-12; 1008 P-13; 1109 P-14; 1110 P-15; 1010 P-16; 0908 P-17"
    s = situation(ring, side=SOVIET)
    assert in_supply(s, unit("S-10"))
    give(s, POLAND, hex("1009"))  # as by a scenario: control does not matter
    assert in_supply(s, unit("S-10"))


@rule("14.2b", "10.4b")
def test_a_thrust_adds_nothing_to_the_advance_after_a_bloody_fight() -> None:
    for dice, points in (((6, 6), 1), ((1, 2), 3)):
        game = attacks("3126 S-45/r; 3125 P-12; 3127 P-2L; 2206 P-17")
        attack(game, "3126", "P-12 P-2L", *dice, orders="thrust none")
        while asked(game).step != "who_goes":
            decision = asked(game)
            play(game, "lose P-2L" if decision.step == "who_loses" else f"hex {min(offered(game, 'hex'))}")
        play(game, "unit P-12")
        assert asked(game).step == "go"
        assert game.stack[-1].left == points  # type: ignore[attr-defined]


@rule("12.1a", "12.1c", "3.4.3b")
def test_an_advancing_train_pays_for_every_hex_of_the_railroad() -> None:
    game = attacks("2623 P-16 P-PP1; 2723 S-41/r; 2206 P-17")
    attack(game, "2723", "P-16 P-PP1", 1, 2)
    while asked(game).step != "who_goes":
        play(game, f"hex {min(offered(game, 'hex'))}")
    play(game, "unit P-PP1")
    gone = 1
    while asked(game).step == "go" and gone < 9:
        steps = offered(game, "step")
        assert all(M.rail_next[game.s.place[unit("P-PP1")]] >> hex(number) & 1 for number in steps)
        play(game, f"step {max(steps)}")
        gone += 1
    assert gone == 2  # 2 MP: the attacked hex and one more


@rule("6.2b")
def test_who_could_only_go_into_a_full_hex_does_not_keep_the_phase_open() -> None:
    ring = "3225 S-4; 3226 S-11; 3127 S-15; 3026 S-16; 3025 S-21; 3124 S-27; 3224 S-29"
    stacks = f"3126 P-12 P-13 P-14 P-15 P-16; 3125 P-17 P-18 P-1L P-2L; {ring}"
    assert can(moves(f"{stacks}; 3024 S-33"), "end")
    assert not can(moves(f"{stacks.replace(' P-2L', '')}; 3024 S-33"), "end")


@rule("6.2b", "9.0a")
def test_a_full_hex_can_be_left_by_rail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "ends", lambda *_: 0)  # as if all ways on foot were closed
    assert movement.leaves(situation("2106 P-16"), unit("P-16"))
    assert not movement.leaves(situation("2107 P-16"), unit("P-16"))


def beaten(game: Game[State]) -> Game[State]:
    """Retreat by the first way that is offered, and take losses, until something else is asked."""
    while asked(game).step in ("part", "way", "who_loses"):
        verb = {"part": "together", "way": "hex", "who_loses": "lose"}[asked(game).step]
        play(game, verb if verb == "together" else f"{verb} {min(offered(game, verb))}")
    return game


@rule("3.4.7c", "12.0a", "10.4b")
@pytest.mark.parametrize(("key", "dice"), [("P-12", (1, 2)), ("P-SIB/r", (6, 6))])
def test_aircraft_do_not_hold_the_hex_that_their_companions_have_left(key: str, dice: tuple[int, int]) -> None:
    game = attacks(f"3126 {key} P-7E; 3127 S-44; 3226 S-45; 2206 P-17", side=SOVIET, poland="2922")
    beaten(attack(game, "3126", "S-44 S-45", *dice))
    assert (where(game, "P-7E"), asks(game)) == ("2922", "russia: who_goes")
    play(game, "unit S-45")
    assert where(game, "S-45") == "3126"


@rule("3.4.7c", "14.2d")
def test_nor_the_hex_from_where_a_counter_attack_has_driven_them() -> None:
    game = attacks("3126 S-44 S-45; 3125 P-12 P-7E; 2206 P-17", poland="2922")
    beaten(attack(game, "3126", "P-12 P-7E", 5, 6, orders="none counter"))
    assert (where(game, "P-7E"), asks(game)) == ("2922", "russia: who_goes")


@rule("3.4.4a", "3.4.6a", "12.0b")
@pytest.mark.parametrize("key", ["P-TANK", "P-CARS"])
def test_tanks_and_cars_do_not_follow_a_beaten_attacker_over_a_large_river(key: str) -> None:
    game = attacks(f"1610 P-17 {key}; 1609 S-53; 2010 P-16", side=SOVIET)
    beaten(attack(game, "1610", "S-53", 5, 6, orders="none counter"))
    assert asks(game) == "poland: who_goes"
    assert offered(game, "unit") == {"P-17"}


@rule("19.5c", "12.0b")
def test_trucks_attack_over_a_large_river_but_do_not_follow_without_a_bridge() -> None:
    game = beaten(attack(attacks("1609 S-53/r; 1610 P-21 P-MOT; 2206 P-16"), "1609", "P-21 P-MOT", 1, 2))
    assert offered(game, "unit") == {"P-21"}


@rule("3.4.3d", "3.4.3e")
def test_a_train_that_takes_a_town_goes_no_further() -> None:
    game = play(moves("1911 P-PP1; 1909 P-16", soviet="2010"), "unit P-PP1", "step 2010")
    assert (owner(game, "2010"), asks(game)) == (POLAND, "poland: pick")
    game = march(moves("1911 P-PP1; 2009 P-16", soviet="2010"), "P-16", "2010")
    assert can(play(game, "unit P-PP1", "step 2010"), "step 2110")  # a friend has taken it before


@rule("3.4.3d", "12.1c")
def test_an_advancing_train_that_takes_a_town_goes_no_further() -> None:
    game = attacks("1911 P-16 P-PP1; 2010 S-41/r; 2206 P-17")
    beaten(attack(game, "2010", "P-16 P-PP1", 1, 2))
    play(game, "unit P-PP1")
    assert (owner(game, "2010"), where(game, "P-PP1"), asks(game)) == (POLAND, "2010", "poland: who_goes")
    s = situation("1911 P-PP1; 1811 P-16; 2206 P-17", soviet="2010")
    game = table(s, Onward(command=0, unit=unit("P-PP1"), origin=hex("1811"), left=2))
    play(game, "step 2010")
    assert owner(game, "2010") == POLAND
    assert not game.stack or not isinstance(game.stack[-1], Onward)


@rule("7.1p", "21.3b")
def test_soviets_inside_the_yellow_line_move_there_whoever_is_outside() -> None:
    s = situation("3003 S-4; 1903 S-11; 1504 L-1; 2010 P-17", side=SOVIET)
    s.wilno_taken = True
    assert {"S-4", "S-11"} <= offered(moving(s), "unit")


@rule("13.3.1a", "13.4c")
@pytest.mark.parametrize(("done_in", "cooled"), [((), 2), ((BELARUS,), 2), ((POLISH,), 0)])
def test_linked_markers_cool_once_by_what_was_done_in_poland(done_in: tuple[int, ...], cooled: int) -> None:
    s = situation("1311 S-27; 2206 P-17; 1920 P-13", side=SOVIET)
    s.polish_marker, s.linked, s.morale = True, BELARUS, [20, 20, 0]
    s.fought_in[SOVIET] = s.captured_in[SOVIET] = sum(1 << theater for theater in done_in)
    cooling_fervor(s)
    assert s.morale == [20 - cooled, 20 - cooled, 0]
    s.side, s.morale = POLAND, [-20, -20, 0]
    cooling_fervor(s)
    assert s.morale == [-20, -20, 0]  # the Poles never cool in Poland


@rule("19.1c", "3.4.7c")
def test_the_air_unit_may_be_the_last_to_leave_a_theater() -> None:
    s = situation("1414 P-7E; 1920 P-13; 2122 S-24; 2206 S-4", soviet="1514 1510 1512 1408")
    s.escorted = True
    table(s, FlyHome())  # to Brześć, the nearest town
    assert M.theater_of[s.place[M.air]] == POLISH
    assert s.forming == 1


@rule("19.1c", "13.4d", "19.8.1a")
def test_whoever_is_removed_has_left_a_theater_too() -> None:
    s = situation("2124 P-U1; 2206 P-17; 3121 S-24", round=M.round_of["30.V"])
    kijow_deadline(s)
    assert s.forming == 1  # no Pole is left in Ukraine
    s = situation("1317 S-G1; 1311 S-27; 2206 P-17; 1920 P-13", side=SOVIET)
    review(s)
    come(s, unit("S-27"), hex("1411"))
    assert s.linked == UKRAINE
    remove(s, unit("S-G1"), OFF)  # as when a brigade deserts
    table(s, PlayerTurn(side=SOVIET, at="over"))
    assert not s.polish_marker
