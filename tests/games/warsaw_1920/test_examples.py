"""Every worked example of the rulebook, by section, on the hexes of our map."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.queries import zoc
from vistula.games.warsaw_1920.rules.strength import column_of, defence_base

from .table import (
    TITLE,
    asks,
    at,
    attack,
    can,
    controller,
    disrupted,
    hex,
    last,
    numbers,
    offered,
    play,
    points,
    russians_attack,
    russians_move,
    unit,
    units,
    verbs,
    where,
)

rule = pytest.mark.rule

# -- 3.1 Polish initial deployment ----------------------------------------------------------------------


@rule("3.1e")
def test_3_1_surplus_southern_units_have_lvov_and_the_line_and_no_other_place() -> None:
    game = TITLE.start("free")
    play(game, "fill", "lift P-5cav", "pick P-5cav")
    rear = offered(game, "place") - numbers(hexes_near_the_southern_line())
    assert rear == {"0615"}


@rule("3.1d", "3.1e")
def test_3_1_a_southern_unit_that_the_line_needs_may_not_go_to_lvov() -> None:
    game = TITLE.start("free")
    play(game, "fill", "lift P-1U", "pick P-1U")  # alone at the southern end of the line
    assert not can(game, "place 0615")
    assert can(game, "place 0122")


def hexes_near_the_southern_line() -> int:
    m = TITLE.m
    return m.frontline[2] | m.grid.dilate(m.frontline[2])


# -- 4.1.5 Russian resupply ------------------------------------------------------------------------------


@rule("4.1.5a", "8.3.1b")
def test_4_1_5_five_points_give_three_and_seven_give_four() -> None:
    game = at('turn = 4\nphase = "resupply"\ntracks.west = 12\ntracks.southwest = 3')
    play(game, "resupply 5")
    assert points(game, POLAND, "Russian resupply") == 3

    game = at('turn = 5\nphase = "resupply"\ntracks.west = 5\ntracks.southwest = 8\ntracks.resupply_vp = 3')
    play(game, "resupply 7")
    assert points(game, POLAND, "Russian resupply") == 3 + 4


# -- 4.2 receiving points from cities --------------------------------------------------------------------

CITIES = """
    turn = 8
    side = "russia"
    phase = "operation"
    control.russia = ["Radom", "Brest"]
    [units]
    P-8 = "1207"    # zone over 1208, the western exit of Radom
    P-10 = "1311"   # zone over 1310, the eastern exit
    R-4 = "1607"    # zone over 1608 and, with the next one, everything west of Warsaw
    R-11 = "1510"   # zone over 1609
    P-4 = "1814"    # zone over 1714, north of Brest
    P-15 = "1513"   # zone over 1613, west of Brest
    P-14 = "1516"   # zone over 1515, south of Brest, and over 1615, east of it
    R-10 = "1615"
"""


@rule("4.1.2c", "4.1.1b")
def test_4_2_warsaw_scores_four_without_a_railway_to_the_west() -> None:
    game = at(CITIES)
    assert points(game, POLAND, "Warsaw") == 4


@rule("4.1.1c", "4.1.2b", "7.3a")
def test_4_2_radom_between_two_zones_scores_for_nobody() -> None:
    game = at(CITIES)
    assert controller(game, "Radom") == "russia"
    assert points(game, RUSSIA, "Radom") == points(game, POLAND, "Radom") == 0
    assert not zoc(game.s, POLAND) >> hex("Radom") & 1  # the town itself is free: its exits are not


@rule("4.1.1a", "4.1.2b", "7.3a")
def test_4_2_brest_scores_over_the_unit_that_cancels_the_zone_east_of_it() -> None:
    game = at(CITIES)
    assert zoc(game.s, POLAND) >> hex("1615") & 1
    assert points(game, RUSSIA, "Brest") == 1
    without = at(CITIES.replace('R-10 = "1615"', ""))
    assert points(without, RUSSIA, "Brest") == 0


# -- 5.2 operation phases ---------------------------------------------------------------------------------


@rule("5.2a", "5.2c")
def test_5_2_three_movement_phases_in_one_turn() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "0332"')
    for hexes in ("0331", "0330", "0329"):
        play(game, "movement", "save", "save", "unit R-4", f"step {hexes}", "stop", "end")
    assert where(game, "R-4") == "0329"
    assert game.s.turn == 5


@rule("5.2b")
def test_5_2_one_kind_of_phase_for_both_fronts() -> None:
    game = at("""
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-4 = "0332"
        units.R-24 = "0932"
        units.P-8 = "0331"
    """)
    play(game, "movement", "spend", "spend")
    assert offered(game, "unit") == {"R-4", "R-24"}  # both Fronts move
    assert "attack" not in verbs(game)


# -- 6.0 stacking -----------------------------------------------------------------------------------------


@rule("6.0d")
def test_6_0_polish_and_lithuanian_units_may_not_stack() -> None:
    game = at("""
        turn = 4
        side = "poland"
        phase = "movement"
        units.P-8 = "2718"
        units.P-1LB = "2717"
    """)
    play(game, "unit P-8", "step 2717", "stop", "end")
    assert asks(game) == "poland: excess"
    assert offered(game, "unit") == {"P-8", "P-1LB"}


# -- 7.0 zones of control ---------------------------------------------------------------------------------


@rule("7.0a")
def test_7_0_the_zone_of_the_russian_10th_division_is_its_six_neighbours() -> None:
    game = at('units.R-10 = "2426"\nphase = "operation"')
    assert numbers(zoc(game.s, RUSSIA)) == {"2425", "2526", "2527", "2427", "2327", "2326"}


# -- 10.5 movement: the West is supplied, the Southwest is not ---------------------------------------------

MOVEMENT = """
    side = "russia"
    turn = 4
    phase = "movement"
    tracks.southwest_supplied = false
    [units]
    R-5 = "2724"      # A
    R-57 = "1522"     # B
    P-9 = "1422"      # holds B in its zone, and with it X and Y
    R-8 = "1825"      # C
    P-3U = { hex = "1924", disrupted = true }
    R-2 = "1722"
    R-17 = "1725"
    R-Special = "1119"  # D
    R-7 = "1322"      # E
"""


@rule("10.3a", "10.3.1a", "10.3.3a")
def test_10_5_unit_a_pays_four_by_rail_over_river_and_trench() -> None:
    game = at(MOVEMENT)
    play(game, "unit R-5", "step 2723", "step 2622", "step 2621")
    assert asks(game) == "russia: way"
    assert game.stack[-1].left == 1
    play(game, "step 2620")
    assert where(game, "R-5") == "2620"
    assert asks(game) == "russia: pick"  # nothing is left


@rule("7.1b", "10.3.2a", "10.3.1b")
def test_10_5_unit_b_goes_round_the_zone_through_the_swamp() -> None:
    game = at(MOVEMENT)
    play(game, "unit R-57")
    assert offered(game, "step") == {"1521", "1621", "1622"}  # not 1421 and 1523: X and Y
    play(game, "step 1622")
    assert game.stack[-1].left == 1
    assert {"1621", "1623"} <= offered(game, "step")
    play(game, "step 1621")
    assert asks(game) == "russia: pick"


@rule("10.4.2a", "10.4.2b", "10.4.2c", "10.4.2d")
def test_10_5_unit_c_routs_the_ukrainians_twice() -> None:
    game = at(MOVEMENT)
    play(game, "unit R-8", "step 1925")
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == {"1823", "1923", "2023"}
    play(game, "hex 1823")
    assert where(game, "P-3U") == "1823"
    play(game, "step 1924")
    assert where(game, "P-3U") == "box 6"  # every way out lies in a zone: reorganized, two turns ahead of turn 4
    assert game.stack[-1].left == 1
    play(game, "step 1823")
    assert where(game, "R-8") == "1823"


@rule("8.2a", "10.3.3a")
def test_10_5_unit_d_has_three_points_for_a_swamp_and_a_railway() -> None:
    game = at(MOVEMENT)
    play(game, "unit R-Special")
    assert game.stack[-1].left == 3
    play(game, "step 1118")
    assert game.stack[-1].left == 1
    assert not can(game, "step 1218")  # swamp
    play(game, "step 1217")
    assert where(game, "R-Special") == "1217"


@rule("10.3b", "8.2a")
def test_10_5_unit_e_enters_one_hex_that_costs_more_than_it_has() -> None:
    game = at(MOVEMENT.replace('P-9 = "1422"', ""))
    play(game, "unit R-7")
    assert game.stack[-1].left == 2
    assert TITLE.m.cost[hex("1322")][hex("1321")] == 3
    play(game, "step 1321")
    assert where(game, "R-7") == "1321"
    assert asks(game) == "russia: pick"


# -- 11.2 attackers of one stack ---------------------------------------------------------------------------

SPLIT = """
    units.R-4 = "0332"
    units.R-11 = "0332"
    units.P-8 = "0331"   # X
    units.P-10 = "0431"  # Y
"""


@rule("11.2b")
def test_11_2_a_and_b_attack_x_together() -> None:
    game = attack(russians_attack(SPLIT), "0331", "R-4 R-11", 2)  # 8 to 4, 2:1: contact
    assert last(game, "attack").refs["attack"] == 8


@rule("11.2b")
def test_11_2_a_attacks_x_and_b_attacks_y() -> None:
    game = russians_attack(SPLIT)
    attack(game, "0331", "R-4", 3)  # 4 to 4: contact
    assert can(game, "attack 0431")
    attack(game, "0431", "R-11", 3)
    assert [event.refs["hex"] for event in game.events if event.key == "attack"] == [hex("0331"), hex("0431")]


@rule("11.2b")
def test_11_2_a_attacks_x_and_b_does_nothing() -> None:
    game = russians_attack(SPLIT)
    attack(game, "0331", "R-4", 3)
    play(game, "end")
    assert where(game, "R-11") == "0332"


# -- 11.5 odds -------------------------------------------------------------------------------------------


@rule("11.5a", "11.5c")
def test_11_5_twenty_six_to_seven_is_three_to_one() -> None:
    game = at('phase = "operation"')
    assert column_of(game.s, 26, 7) == (TITLE.m.columns.index("3:1"), "3:1")


# -- 11.6.1 supply ----------------------------------------------------------------------------------------


@rule("8.2d", "11.6.1a")
def test_11_6_1_two_threes_out_of_supply_defend_with_three() -> None:
    game = at("""
        side = "poland"
        turn = 4
        phase = "combat"
        tracks.west_supplied = false
        units.R-12 = "0332"
        units.R-53 = "0332"
        units.P-8 = "0331"
    """)
    assert defence_base(game.s, units("R-12 R-53"))[0] == 3
    attack(game, "0332", "P-8", 3)
    assert last(game, "attack").refs["defence"] == 3


# -- 11.6.2 terrain -----------------------------------------------------------------------------------------


@rule("11.6.2f", "11.6.2a", "11.6.2b")
def test_11_6_2_a_forest_across_a_river_only_doubles() -> None:
    game = russians_attack("""
        units.P-8 = "2722"   # forest behind a river
        units.R-4 = "2621"
    """)
    assert TITLE.m.terrain[hex("2722")] == "forest"
    assert TITLE.m.river[hex("2722")] >> hex("2621") & 1
    attack(game, "2722", "R-4", 4)
    assert last(game, "attack").refs["defence"] == 8


# -- 11.9 exchange -----------------------------------------------------------------------------------------


@rule("11.9e", "11.9h", "11.9i", "4.1.3b")
def test_11_9_three_fours_exchange_with_the_legion_cavalry() -> None:
    game = russians_attack("""
        units.P-PL2cav = "0517"
        units.R-24 = "0617"
        units.R-25 = "0617"
        units.R-45 = "0518"
    """)
    attack(game, "0517", "R-24 R-25 R-45", 4)
    told = last(game, "attack").refs
    assert (told["attack"], told["defence"], told["odds"]) == (12, 10, "1:1")
    assert last(game, "result").refs["result"] == "EX"
    assert where(game, "P-PL2cav") == "eliminated"
    assert asks(game) == "russia: pay"
    play(game, "unit R-24")
    play(game, "unit R-45")  # 4 are not 5, so a second unit goes
    assert asks(game) == "russia: declare"  # and nobody advances
    assert where(game, "R-25") == "0617"
    assert points(game, RUSSIA, "elite units eliminated") == 1


# -- 11.13 combat: the Southwest Front is supplied ---------------------------------------------------------

COMBAT = """
    [units]
    R-24 = "0617"     # A
    R-25 = "0617"
    R-45 = "0518"     # B
    R-4cav = "0317"   # C
    P-PL1 = "0517"    # X
    P-3U = "0417"     # Y
    P-1cav = "0416"   # Z
"""


@rule("11.6.2b", "11.9e", "11.9h", "11.9i")
def test_11_13_stacks_a_and_b_attack_x_over_the_river() -> None:
    game = attack(russians_attack(COMBAT), "0517", "R-24 R-25 R-45", 4)
    told = last(game, "attack").refs
    assert (told["attack"], told["defence"], told["odds"]) == (12, 12, "1:1")
    assert where(game, "P-PL1") == "eliminated"
    play(game, "unit R-24", "unit R-25")
    assert asks(game) == "russia: declare"
    assert where(game, "R-45") == "0518"


@rule("11.5a", "11.5b", "11.6.2b")
def test_11_13_b_and_c_attack_y_at_four_to_one_because_c_crosses_no_river() -> None:
    game = attack(russians_attack(COMBAT), "0417", "R-45 R-4cav", 5)
    told = last(game, "attack").refs
    assert (told["attack"], told["defence"], told["odds"]) == (9, 2, "4:1")
    assert last(game, "result").refs["result"] == "DR4"


# On our map Y has no way out between A, 0518 and 0317: for the retreat A is away and B across the river in 0318.
RETREAT = COMBAT.replace('"0617"', '"0826"').replace('R-45 = "0518"', 'R-45 = "0318"')


@rule("11.9f", "11.10a", "11.10g", "11.11a", "11.13a")
def test_11_13_b_and_c_drive_y_four_hexes_and_the_cavalry_is_stopped() -> None:
    game = attack(russians_attack(RETREAT), "0417", "R-45 R-4cav", 5)
    assert last(game, "result").refs["result"] == "DR4"
    while asks(game) == "russia: way":
        play(game, f"hex {min(offered(game, 'hex'))}")
    assert disrupted(game, "P-3U")
    assert TITLE.m.grid.distance(hex("0417"), game.s.place[unit("P-3U")]) == 4
    assert asks(game) == "russia: who_goes"
    play(game, "unit R-4cav")
    assert where(game, "R-4cav") == "0417"
    assert asks(game) == "russia: who_goes"  # no second hex: Z covers 0417


@rule("11.12a", "11.13a")
def test_11_13_without_the_cavalry_at_z_the_charge_goes_on() -> None:
    game = attack(russians_attack(RETREAT.replace('P-1cav = "0416"', 'P-12 = "0416"')), "0417", "R-45 R-4cav", 5)
    while asks(game) == "russia: way":
        play(game, f"hex {min(offered(game, 'hex'))}")
    play(game, "unit R-4cav")
    assert asks(game) == "russia: second_hex"
    assert "hex" in verbs(game)


def test_the_examples_use_the_units_that_the_rulebook_names() -> None:
    assert [TITLE.m.cf[u] for u in units("R-24 R-25 R-45 R-4cav P-PL1 P-3U P-PL2cav")] == [4, 4, 4, 5, 6, 2, 5]
    assert russians_move('units.R-10 = "2426"').s.m is TITLE.m
