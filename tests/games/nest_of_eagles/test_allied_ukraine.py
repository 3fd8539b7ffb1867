"""3.4.7 aircraft, 17.1.4 and 19.8 the Ukrainians of the Poles, 20.4 those of the Soviets and their rebellion."""

from __future__ import annotations

import random

import pytest

from vistula.games.nest_of_eagles.knowledge import fill, mask
from vistula.games.nest_of_eagles.model import UKRAINE
from vistula.games.nest_of_eagles.rules.aircraft import FlyHome, can_fly, lose_company, nearest_homes, out_of_range
from vistula.games.nest_of_eagles.rules.morale import shift
from vistula.games.nest_of_eagles.rules.rebellion import (
    Emissaries,
    Return,
    end_of_turn,
    no_home,
    returning,
    reveal,
)
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS, troops
from vistula.games.nest_of_eagles.rules.ukrainians import draft, kijow_deadline
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    OFF,
    OPERATIONAL,
    REACTIVE_1,
    REACTIVE_3,
    REMOVED,
    UKRAINE_BOX,
    UKRAINIAN,
    State,
    box,
    box_turn,
    units_at,
)
from vistula.kernel import UNKNOWN, SeatId, left

from .positions import M, hex, numbers, situation, unit, units
from .table import POLAND, SOVIET, attacking, events, moves, moving, offered, play, table, where

rule = pytest.mark.rule


# -- 3.4.7 aircraft ---


@rule("3.4.7a")
def test_the_air_unit_is_placed_where_a_friend_is_near_a_base() -> None:
    s = situation("2122 P-7E P-13; 2124 P-12; 2619 P-16; 2921 S-58", phase=REACTIVE_1, scenario="kiev")
    assert numbers(sum(1 << h for h in left(out_of_range(s)))) == {"2124", "2619"}


@rule("3.4.7a")
def test_the_base_must_have_a_railroad_to_supply() -> None:
    s = situation("2122 P-7E P-13; 3120 P-12", phase=REACTIVE_1, scenario="kiev")
    assert hex("3120") not in left(out_of_range(s))  # every Polish town is further than five hexes away


@rule("3.4.7a")
@pytest.mark.parametrize(
    ("phase", "side", "may"),
    [(REACTIVE_1, POLAND, True), (REACTIVE_1, SOVIET, True), (REACTIVE_3, POLAND, True), (REACTIVE_3, SOVIET, False)],
)
def test_it_flies_in_reactive_phases_without_an_activation(phase: int, side: int, may: bool) -> None:
    s = situation("2122 P-7E P-13; 2124 P-12", phase=phase, side=side, scenario="kiev")
    s.reacted = [1, 1]
    assert can_fly(s) is may


@rule("3.4.7c")
def test_left_alone_it_flies_to_the_nearest_town_without_an_enemy_beside_it() -> None:
    s = situation("2123 P-7E; 2222 S-58", scenario="kiev")
    s.escorted = True
    assert lose_company(s)
    near = nearest_homes(s)
    assert near
    assert {M.grid.distance(hex("2123"), h) for h in near} == {1}
    assert hex("2122") not in near  # a Soviet unit is next to it
    game = table(s, FlyHome())
    assert game.s.place[M.air] in near


@rule("3.4.7c")
def test_with_a_companion_it_stays() -> None:
    s = situation("2123 P-7E P-13; 2222 S-58", scenario="kiev")
    s.escorted = True
    assert not lose_company(s)


@rule("3.4.7c", "3.4.7e")
def test_without_a_home_it_is_lost_for_a_while() -> None:
    s = situation("2123 P-7E", scenario="kiev", round=2)
    s.held = [0, M.urban, 0]
    table(s, FlyHome())
    assert box_turn(s.place[M.air]) == 4


@rule("3.4.7c")
def test_it_flies_home_when_the_last_companion_has_marched_off() -> None:
    game = moves("2124 P-7E P-13; 2224 S-58", scenario="kiev")
    play(game, "unit P-13", "step 2123", "stop")
    home = min(offered(game, "place"))
    play(game, f"place {home}")
    assert where(game, "P-7E") == home != "2124"


# -- 17.1.4, 19.8 Ukrainians of the Poles ---


@rule("17.1.4a")
@pytest.mark.parametrize(("stacks", "got"), [("3121 P-1L", 1), ("3021 P-1L", 0)])
def test_a_polish_unit_in_kijow_brings_a_ukrainian_replacement(stacks: str, got: int) -> None:
    s = situation(stacks, scenario="kiev")
    draft(s)
    assert s.pool[UKRAINIAN] == got


@rule("17.1.4a")
@pytest.mark.parametrize(("forming", "got"), [(1, 0), (2, 1), (4, 1), (5, 0)])
def test_so_does_lwow_while_the_volunteers_form(forming: int, got: int) -> None:
    s = situation("1322 P-LWOW", scenario="warsaw")
    s.forming = forming
    draft(s)
    assert s.pool[UKRAINIAN] == got


@rule("19.8.1a")
@pytest.mark.parametrize(
    ("date", "taken", "gone"), [("30.V", False, True), ("30.V", True, False), ("23.V", False, False)]
)
def test_without_kijow_by_the_end_of_may_the_ukrainians_go_home(date: str, taken: bool, gone: bool) -> None:
    s = situation("2027 P-U3", scenario="spring", round=M.round_of[date])
    s.place[unit("P-U1")], s.kijow_taken = UKRAINE_BOX, taken
    kijow_deadline(s)
    assert (s.place[unit("P-U3")] == REMOVED) is gone
    assert (s.place[unit("P-U1")] == REMOVED) is gone


# -- 20.4.1 rebellion ---

BRIGADES = "2523 S-G1; 2424 S-G2; 2326 S-G3"


def secret(polish: int, soviet: int, stacks: str = BRIGADES, phase: int = OPERATIONAL) -> State:
    s = situation(stacks, scenario="kiev", phase=phase)
    s.rebellion, s.emissaries = 1, [polish, soviet]
    return s


@rule("20.4.1a")
def test_both_sides_choose_a_brigade_in_secret() -> None:
    s = situation(BRIGADES, scenario="kiev")
    s.rebellion = 1
    game = table(s, Emissaries())
    assert offered(game, "send", seat="poland") == {"S-G1", "S-G2", "S-G3"}
    play(game, "send S-G3", seat="poland")
    play(game, "send S-G1", seat="russia")
    assert game.s.emissaries == [3, 1]


@rule("20.4.1a")
def test_neither_side_knows_what_the_other_has_chosen() -> None:
    s = secret(3, 1)
    assert mask(s, SeatId("poland")).emissaries == [3, UNKNOWN]
    assert mask(s, SeatId("russia")).emissaries == [UNKNOWN, 1]
    assert mask(s, SeatId("")).emissaries == [UNKNOWN, UNKNOWN]
    guesses = {fill(mask(s, SeatId("poland")), SeatId("poland"), random.Random(i)).emissaries[1] for i in range(40)}
    assert guesses == {1, 2, 3}


@rule("20.4.1b")
def test_the_choices_are_shown_when_a_polish_unit_that_came_near_has_ended_its_move() -> None:
    s = secret(3, 1, BRIGADES + "; 2223 P-1C")
    game = moving(s)
    play(game, "unit P-1C", "step 2323", "step 2324")
    assert s.rebellion == 1  # next to the brigade in 2424, and still on the move
    play(game, "stop")
    assert game.s.rebellion == 2
    assert events(game, "emissaries")


@rule("20.4.1c", "20.4.1e")
def test_one_rebels_one_is_loyal_one_negotiates() -> None:
    s = secret(3, 1)
    reveal(s)
    assert s.rebel == 1 << unit("S-G3")
    assert s.negotiating == 1 << unit("S-G2")


@rule("20.4.1e")
def test_with_equal_choices_all_negotiate() -> None:
    s = secret(2, 2)
    reveal(s)
    assert not s.rebel
    assert s.negotiating == sum(1 << u for u in units("S-G1 S-G2 S-G3"))


@rule("20.4.1d")
def test_a_rebel_is_of_the_polish_side_and_its_hex_is_open_to_poles() -> None:
    s = secret(3, 1)
    reveal(s)
    assert s.occupied[POLAND] >> hex("2326") & 1
    assert not s.occupied[SOVIET] >> hex("2326") & 1
    assert troops(s, POLES) >> unit("S-G3") & 1
    assert not troops(s, SOVIETS) >> unit("S-G3") & 1
    assert units_at(s, SOVIET, hex("2326")) == []


@rule("20.4.1d")
def test_a_rebel_attacks_with_the_poles() -> None:
    s = secret(3, 1, BRIGADES + "; 2426 S-179; 2325 P-13", ATTACK_1)
    reveal(s)
    game = attacking(s)
    play(game, "attack 2426")
    assert "S-G3" in offered(game, "unit")


@rule("20.4.1d", "20.4.1f", "20.4.1g")
def test_at_the_end_of_the_polish_turn_rebel_and_negotiators_are_gone_and_cavalry_comes() -> None:
    s = secret(3, 1)
    s.place[M.h] = UKRAINE_BOX
    reveal(s)
    end_of_turn(s)
    assert [s.place[u] for u in units("S-G1 S-G2 S-G3")] == [hex("2523"), OFF, OFF]
    assert not s.occupied[POLAND]
    assert s.place[M.h] == box(s.round + 1)


@rule("20.4.1f")
def test_a_brigade_that_the_poles_attack_while_it_negotiates_stays_loyal() -> None:
    s = situation(BRIGADES + "; 2324 P-13 P-12", scenario="kiev", phase=ATTACK_1)
    s.rebellion, s.negotiating = 2, 1 << unit("S-G2")
    game = attacking(s)
    play(game, "attack 2424")
    play(game, "unit P-13")
    play(game, "unit P-12")
    play(game, "resolve")
    assert not game.s.negotiating


@rule("20.4.1g")
def test_where_all_stay_loyal_no_cavalry_comes() -> None:
    s = secret(1, 1)
    s.place[M.h] = UKRAINE_BOX
    reveal(s)
    s.negotiating = 0  # the Poles have attacked all three
    end_of_turn(s)
    assert s.place[M.h] == UKRAINE_BOX


@rule("20.4.1g", "20.4.2a")
def test_negotiators_who_desert_before_the_end_of_the_turn_bring_the_cavalry_too() -> None:
    s = secret(1, 1)
    s.place[M.h] = UKRAINE_BOX
    reveal(s)
    shift(s, POLAND, UKRAINE, 24, "13.3a")
    assert [s.place[u] for u in units("S-G1 S-G2 S-G3")] == [OFF] * 3
    end_of_turn(s)
    assert s.place[M.h] == box(s.round + 1)


# -- 20.4.3 return ---


@rule("20.4.3a")
@pytest.mark.parametrize(
    ("towns", "may"), [("1322", True), ("1526 1124", True), ("1526", False), ("1124", False), ("", False)]
)
def test_brigades_come_back_only_with_lwow_or_both_towns_south_of_it(towns: str, may: bool) -> None:
    s = situation("2523 S-G1", scenario="july", poland="1322 1526 1124", soviet=towns)
    assert bool(returning(s)) is may


@rule("20.4.3a")
@pytest.mark.parametrize("seed", range(1, 25))
def test_a_six_and_nothing_else_brings_one_back(seed: int) -> None:
    s = situation("2523 S-G1; 1418 S-24", scenario="july", side=SOVIET, soviet="1322")
    game = table(s, Return(), seed=seed)
    (told,) = events(game, "recruiting")
    die = told.refs["die"]
    assert game.over is (die != 6)


@rule("20.4.3a")
def test_it_comes_to_a_soviet_town_with_no_enemy_within_two_hexes() -> None:
    s = situation("2124 P-12; 2523 S-G1", scenario="july", side=SOVIET, soviet="2122 2223 2322")
    open_ = left(no_home(s))
    assert hex("2322") in open_
    assert hex("2122") not in open_  # two hexes from the Pole in 2124


@rule("20.4.3a", "6.0a")
def test_it_does_not_come_to_a_town_that_is_full() -> None:
    s = situation("2322 S-24 S-45 S-58 S-44; 2523 S-G1", scenario="july", side=SOVIET, soviet="2322 2122")
    open_ = left(no_home(s))
    assert hex("2122") in open_
    assert hex("2322") not in open_
