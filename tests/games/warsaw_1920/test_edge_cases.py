"""Corner cases, numbered as in the analysis of the rules."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.rules.movement import allowance, half
from vistula.games.warsaw_1920.rules.setup import uncovered
from vistula.games.warsaw_1920.rules.strength import work_out
from vistula.kernel import UNKNOWN, BadInput, IllegalAction

from .table import (
    TITLE,
    M,
    asks,
    at,
    attack,
    can,
    controller,
    disrupted,
    events,
    hex,
    last,
    march,
    numbers,
    offered,
    play,
    points,
    poles_attack,
    poles_move,
    result,
    run_on,
    russians_attack,
    russians_move,
    seat,
    send,
    unit,
    units,
    verbs,
    where,
)

rule = pytest.mark.rule


@rule("5.1b")
def test_01_a_polish_turn_one_does_not_exist() -> None:
    game = TITLE.start("quick")
    assert seat(game) == "russia"
    with pytest.raises(IllegalAction):
        game.play("poland", game.decisions["russia"].actions()[0])
    with pytest.raises(BadInput, match=r"5\.1b"):
        at('turn = 1\nside = "poland"\nphase = "operation"')


@rule("5.1c")
def test_03_there_is_no_third_polish_operation_on_turn_four() -> None:
    game = at('turn = 4\nside = "poland"\nphase = "operation"\noperations = ["movement"]')
    play(game, "movement", "end")
    assert seat(game) == "russia"


@rule("5.3a")
def test_05_the_russian_player_cannot_see_the_choice() -> None:
    game = play(at('turn = 3\nside = "poland"\nphase = "reinforcement"'), "order 5", "stop")
    assert game.seat("russia").s.counterattack == UNKNOWN


@rule("5.4b", "8.2a")
def test_07_odd_numbers_are_halved_up() -> None:
    assert half(5) == 3
    game = at('turn = 6\nside = "poland"\nphase = "movement"\noperations = ["movement"]\nunits.P-1cav = "1709"')
    assert allowance(game.s, unit("P-1cav")) == 3


@rule("5.2b")
def test_09_movement_for_one_front_and_combat_for_the_other() -> None:
    game = at("""
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-4 = "0332"
        units.R-24 = "0826"
        units.P-8 = "0825"
    """)
    play(game, "movement", "spend", "spend")
    march(game, "R-4", "0333")
    assert "attack" not in verbs(game)
    with pytest.raises(IllegalAction):
        play(game, "attack 0825")


@rule("8.1c")
def test_11_supply_is_asked_again_in_each_polish_combat_phase() -> None:
    game = at('turn = 6\nside = "poland"\nphase = "operation"\ntracks.west = 2\ntracks.southwest = 2')
    asked = 0
    for _ in range(3):
        play(game, "combat")
        while asks(game) == "russia: spend":
            asked += 1
            play(game, "spend")
        play(game, "end")
    assert asked == 4  # the third phase finds both tracks empty
    assert game.s.points == [0, 0]


@rule("11.6.1a")
def test_13_in_a_mixed_attack_only_the_hungry_front_is_halved() -> None:
    game = russians_attack("""
        tracks.southwest_supplied = false
        units.R-27 = "0332"
        units.R-4cav = "0430"
        units.P-8 = "0331"
    """)
    assert work_out(game.s, units("R-27 R-4cav"), units("P-8"), hex("0331")).attack == 5 + 3


@rule("11.6.2d")
def test_15_out_of_supply_over_a_trench_is_halved_once() -> None:
    game = russians_attack('tracks.west_supplied = false\nunits.P-8 = "2220"\nunits.R-4 = "2121"\nunits.R-11 = "2121"')
    assert work_out(game.s, units("R-4 R-11"), units("P-8"), hex("2220")).attack == 4


@rule("11.6.2b")
def test_17_one_of_three_not_across_the_river() -> None:
    game = russians_attack('units.P-8 = "0417"\nunits.R-24 = "0518"\nunits.R-25 = "0418"\nunits.R-45 = "0317"')
    assert work_out(game.s, units("R-24 R-25 R-45"), units("P-8"), hex("0417")).defence == 4
    assert work_out(game.s, units("R-24 R-25"), units("P-8"), hex("0417")).defence == 8


@rule("11.9h")
def test_19_an_exchange_that_can_only_be_overpaid() -> None:
    game = russians_attack('units.R-24 = "0617"\nunits.R-25 = "0617"\nunits.R-45 = "0518"\nunits.P-PL2cav = "0517"')
    attack(game, "0517", "R-24 R-25 R-45", 4)
    play(game, "unit R-24")
    assert asks(game) == "russia: pay"
    play(game, "unit R-25")
    assert asks(game) == "russia: declare"


@rule("11.10e")
def test_21_through_friends_to_a_full_last_hex_and_one_further() -> None:
    game = poles_attack("""
        units.P-PL1 = "0331"
        units.P-PL3 = "0331"
        units.R-47 = "0332"
        units.R-7 = "0333"
        units.R-24 = "0334"
        units.R-25 = "0334"
        units.R-45 = "0334"
        units.P-8 = "0532"
        units.P-10 = "0132"
        units.P-17 = "0534"
        units.P-11 = "0134"
    """)
    attack(game, "0332", "P-PL1 P-PL3", 1)  # DR2
    assert where(game, "R-47") == "0335"


POCKET = """
    units.P-PL1 = "0331"
    units.P-PL3 = "0331"
    units.R-47 = "0332"
    units.P-8 = "0532"
    units.P-10 = "0132"
    units.P-17 = "0534"     # zones over 0433, 0434
    units.P-11 = "0134"     # zones over 0233, 0234
"""


@rule("11.10f")
def test_23_three_hexes_of_four_are_not_enough() -> None:
    """A pocket that is three hexes deep: a retreat of three ends in it, one of four does not begin."""
    walls = POCKET + 'units.P-4 = "0535"\nunits.P-15 = "0135"'  # zones over 0435 and 0235
    three = attack(poles_attack(walls), "0332", "P-PL1 P-PL3", 2)
    assert where(three, "R-47") == "0335"
    four = attack(poles_attack(walls), "0332", "P-PL1 P-PL3", 4)
    assert where(four, "R-47") == "eliminated"
    assert not events(four, "retreats")


@rule("11.10c", "11.10f", "10.4.2a")
def test_23_disrupted_enemies_at_the_end_of_the_pocket_rout_out_of_the_way() -> None:
    walls = POCKET + 'units.P-4 = { hex = "0435", disrupted = true }\nunits.P-15 = { hex = "0235", disrupted = true }'
    game = attack(poles_attack(walls), "0332", "P-PL1 P-PL3", 4)
    assert where(game, "R-47") == "0335"  # one way so far; here it drives both of them off
    play(game, "unit P-4")
    assert (where(game, "P-4"), where(game, "P-15")) == ("0535", "0135")
    assert offered(game, "hex") == {"0435", "0235"}
    send(game, "0435")
    assert where(game, "R-47") == "0435"
    assert offered(game, "hex") == {"0534", "0634", "0635"}  # P-4 is driven off once more


@rule("10.4.2d", "10.4.2c", "9.2a")
def test_25_routed_three_times_by_one_mover_and_reorganized_on_turn_eight() -> None:
    game = at("""
        turn = 8
        side = "russia"
        phase = "movement"
        units.R-10cav = "0334"
        units.P-8 = { hex = "0332", disrupted = true }
        units.R-11 = "0327"     # zone over 0328
        units.R-33 = "0528"     # zone over 0427 and 0428
        units.R-5 = "0128"      # zone over 0227 and 0228
    """)
    play(game, "unit R-10cav", "step 0333")
    send(game, "0331")
    play(game, "step 0332")
    send(game, "0330")
    play(game, "step 0331")
    send(game, "0329")
    play(game, "step 0330")
    assert len(events(game, "routs")) == 3
    assert where(game, "P-8") == "box 10"
    before = points(game, 1)
    run_on(game, "never")
    assert result(game).score["russia"] == before  # a unit that never returns is worth nothing


@rule("10.4.2f")
def test_27_no_rout_into_the_zone_of_another_enemy() -> None:
    game = russians_move("""
        units.R-4 = "0334"
        units.P-8 = { hex = "0332", disrupted = true }
        units.R-11 = "0531"     # zone over 0431
    """)
    play(game, "unit R-4", "step 0333")
    assert offered(game, "hex") == {"0331", "0231"}


@rule("9.1c")
def test_29_reinforcements_into_warsaw_under_siege_are_polish() -> None:
    game = at('turn = 2\nside = "poland"\nphase = "reinforcement"\nunits.P-1R = "box 2"\nunits.R-4 = "1710"')
    play(game, "unit P-1R")
    assert can(game, "hex Warsaw")
    game = at("""
        turn = 4
        side = "russia"
        phase = "reinforcement"
        tracks.west_resupplied = 2
        control.russia = ["Warsaw"]
        units.R-48 = "box 3"
        units.P-8 = "1710"
    """)
    play(game, "unit R-48")
    assert not can(game, "hex Warsaw")


@rule("9.0b")
def test_31_reinforcements_delayed_three_turns() -> None:
    game = at('turn = 2\nside = "poland"\nphase = "reinforcement"\nunits.P-1R = "box 2"')
    for _ in range(3):
        play(game, "delay")
        run_on(game, "arrivals")
    assert game.s.turn == 5
    play(game, "unit P-1R", "hex Warsaw")
    assert where(game, "P-1R") == "1709"


@rule("8.4b")
def test_33_a_city_retaken_and_taken_again() -> None:
    game = russians_move('tracks.west = 3\nunits.R-4 = "2424"\ncontrol.retaken = ["Minsk"]')
    play(game, "unit R-4", "step 2423")
    assert controller(game, "Minsk") == "russia"
    assert game.s.points[0] == 3


@rule("8.3.1c", "8.3.1e")
def test_35_six_points_cost_two_operations_and_the_other_front_moves_alone() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 0\nunits.R-4 = "0332"\nunits.R-24 = "0826"')
    play(game, "resupply 6")
    movers = []
    for _ in range(3):
        play(game, "movement")
        while asks(game) == "russia: spend":
            play(game, "save")
        movers.append(offered(game, "unit"))
        play(game, "end")
    assert movers == [{"R-24"}, {"R-24"}, {"R-4", "R-24"}]


@rule("8.3.2b")
def test_37_a_surrendered_infantry_unit_is_not_replaced() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5\nunits.R-4 = "surrendered"')
    play(game, "resupply 5")
    assert asks(game) == "russia: kind"


@rule("4.1.4a")
def test_39_three_surrendered_units_are_two_points() -> None:
    game = at(
        'turn = 8\nphase = "operation"\n' + "\n".join(f'units.{n} = "surrendered"' for n in ("R-4", "R-11", "R-33"))
    )
    assert points(game, 0, "units surrendered") == 2


@rule("4.2a", "3.4a")
def test_41_warsaw_taken_in_the_polish_turn_by_a_rout() -> None:
    game = poles_move('units.R-4 = { hex = "1710", disrupted = true }\nunits.P-8 = "1712"')
    play(game, "unit P-8", "step 1711", "hex 1709")
    assert game.over
    assert result(game).level == "decisive"


@rule("4.2a", "3.4a", "11.10a")
def test_41_warsaw_taken_in_the_polish_turn_by_a_retreat_without_another_hex() -> None:
    """The Poles themselves must send the beaten unit into their capital."""
    game = poles_attack("""
        units.P-PL1 = "1711"    # zone over 1810 and 1610
        units.P-PL3 = "1711"
        units.R-12 = "1710"
        units.P-8 = "1910"      # zone over 1809
        units.P-10 = "1510"     # zone over 1609
    """)
    attack(game, "1710", "P-PL1 P-PL3", 3)  # 12 to 6 across the river, 2:1 with shock: DR2
    assert where(game, "R-12") == "1709"
    assert game.over
    assert result(game).level == "decisive"


@rule("11.12a", "11.13a")
def test_43_the_second_hex_may_lie_in_a_zone_and_the_counter_charge_stops() -> None:
    text = 'units.R-4cav = "0332"\nunits.R-24 = "0332"\nunits.P-3U = "0331"\n'
    game = play(attack(russians_attack(text + 'units.P-8 = "0329"'), "0331", "R-4cav R-24", 6), "unit R-4cav")
    assert can(game, "hex 0330")
    game = play(attack(russians_attack(text + 'units.P-5cav = "0330"'), "0331", "R-4cav R-24", 6), "unit R-4cav")
    assert asks(game) == "russia: who_goes"


@rule("10.3.3a")
def test_45_by_rail_across_a_river_for_one_point() -> None:
    assert M.river[hex("1709")] >> hex("1710") & 1
    game = poles_move('units.P-8 = "1709"')
    play(game, "unit P-8", "step 1710")
    assert game.stack[-1].left == 3  # type: ignore[attr-defined]


@rule("11.7a", "11.7c")
def test_47_artillery_alone_uses_its_factor_and_retreats() -> None:
    game = attack(poles_attack('units.P-8 = "0331"\nunits.R-1art = "0332"'), "0332", "P-8", 2)  # 4 to 1, 4:1: DR2
    assert last(game, "attack").refs["defence"] == 1
    send(game, "0333 0334")
    assert disrupted(game, "R-1art")


@rule("3.1b", "3.1c", "3.1d")
def test_49_a_hex_left_uncovered_keeps_the_deployment_open_and_is_named() -> None:
    places = {M.key[u]: M.grid.number(M.quick[u]) for u in M.polish if M.quick[u] >= 0}
    places |= {"P-8": "Grodno", "P-13": "Lvov"}
    lines = [f'units.{key} = "{place}"' for key, place in places.items()]
    game = at("\n".join(['turn = 1\nside = "poland"\nphase = "deployment"\nscenario = "free"', *lines]))
    assert "done" not in verbs(game)
    bare = numbers(uncovered(game.s, 0) | uncovered(game.s, 2))
    assert bare == {"3123", "0623"}
    decision = game.decisions["poland"]
    with pytest.raises(IllegalAction) as refused:
        game.play("poland", type(decision.actions()[0])("done"))
    assert all(number in refused.value.why for number in bare)
