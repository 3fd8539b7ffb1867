"""10.4.2 Rout: what sets it off, who decides, where it may end, what happens without a way out."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.rules.queries import in_enemy_zoc
from vistula.kernel import IllegalAction

from .table import (
    asks,
    at,
    attack,
    controller,
    disrupted,
    events,
    hex,
    offered,
    play,
    poles_attack,
    poles_move,
    russians_attack,
    russians_move,
    send,
    unit,
    units,
    verbs,
    where,
)

rule = pytest.mark.rule

# R-4 comes from 0335 by 0334 to 0333 and stands next to the disrupted Poles in 0332.
MEETING = """
    units.R-4 = "0335"
    units.P-8 = { hex = "0332", disrupted = true }
"""
AWAY = {"0331", "0431", "0231"}  # next to 0332, not next to 0333
CORNERED = """
    units.R-11 = "0330"     # zone over 0331
    units.R-33 = "0531"     # zone over 0431
    units.R-5 = "0131"      # zone over 0231
"""

# -- what sets a rout off -------------------------------------------------------------------------------------


@rule("10.4.2a")
def test_an_enemy_that_moves_adjacent_routs_a_disrupted_unit_at_once() -> None:
    game = russians_move(MEETING)
    play(game, "unit R-4", "step 0334")
    assert asks(game) == "russia: way"  # two hexes away is not adjacent
    play(game, "step 0333")
    assert asks(game) == "poland: where"
    send(game, "0331")
    assert where(game, "P-8") == "0331"
    assert asks(game) == "russia: way"  # and the move goes on


@rule("10.4.2a")
def test_russians_rout_before_moving_poles_just_so() -> None:
    game = poles_move('units.P-8 = "0335"\nunits.R-4 = { hex = "0332", disrupted = true }')
    play(game, "unit P-8", "step 0334", "step 0333")
    assert asks(game) == "russia: where"
    assert offered(game, "hex") == AWAY


@rule("10.4.2a")
def test_units_in_good_order_do_not_rout() -> None:
    game = russians_move(MEETING.replace(", disrupted = true", ""))
    play(game, "unit R-4", "step 0334", "step 0333")
    assert asks(game) == "russia: pick"
    assert where(game, "P-8") == "0332"


@rule("10.4.2a", "12.1a")
def test_a_retreat_that_comes_adjacent_sets_off_a_rout() -> None:
    game = poles_attack("""
        units.P-PL1 = "0331"
        units.P-PL3 = "0331"
        units.R-47 = "0332"
        units.P-8 = { hex = "0335", disrupted = true }
    """)
    attack(game, "0332", "P-PL1 P-PL3", 3)  # 12 to 3, 4:1 with shock: DR3
    send(game, "0333")
    assert asks(game) == "poland: way"
    send(game, "0334")
    assert asks(game) == "poland: where"  # P-8 is Polish, so Poland says where
    assert offered(game, "hex") == {"0435", "0235"}
    send(game, "0235")
    assert where(game, "P-8") == "0235"


@rule("10.4.2a", "10.4.2d", "11.11a")
def test_an_advance_that_comes_adjacent_sets_off_a_rout() -> None:
    game = russians_attack("""
        units.R-27 = "0332"
        units.R-4 = "0332"
        units.P-3U = "0331"
        units.P-8 = { hex = "0330", disrupted = true }
    """)
    attack(game, "0331", "R-27 R-4", 6)  # 9 to 2, 4:1: DE
    play(game, "unit R-27")
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == {"0329", "0429", "0229"}


@rule("10.4.2a")
def test_artillery_that_comes_adjacent_sets_off_a_rout() -> None:
    game = russians_move(MEETING.replace("R-4", "R-1art"))
    play(game, "unit R-1art", "step 0334", "step 0333")
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == AWAY  # and the hexes next to the artillery do not serve, though they are no zone


@rule("10.4.2a", "12.2a")
def test_an_enemy_that_recovers_next_door_sets_off_a_rout() -> None:
    game = at("""
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-4 = { hex = "0333", disrupted = true }
        units.P-8 = { hex = "0332", disrupted = true }
    """)
    play(game, "stop")
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == AWAY


@rule("10.4.2a", "12.2a")
def test_each_of_several_that_recover_sets_off_routs() -> None:
    game = at("""
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-4 = { hex = "0333", disrupted = true }
        units.P-8 = { hex = "0332", disrupted = true }
        units.R-24 = { hex = "0829", disrupted = true }
        units.P-10 = { hex = "0828", disrupted = true }
    """)
    play(game, "stop", "unit P-10")
    assert offered(game, "hex") == {"0728", "0827", "0928"}  # away from R-24, not from R-4
    send(game, "0827")
    assert offered(game, "hex") == AWAY
    send(game, min(AWAY))
    assert {event.refs["unit"] for event in events(game, "routs")} == set(units("P-8 P-10"))


@rule("10.4.2d")
def test_a_routing_unit_sets_off_no_rout_itself() -> None:
    game = russians_move(MEETING + 'units.R-11 = { hex = "0330", disrupted = true }')
    play(game, "unit R-4", "step 0334", "step 0333")
    send(game, "0331")
    assert where(game, "P-8") == "0331"
    assert where(game, "R-11") == "0330"
    assert asks(game) == "russia: way"


# -- who decides, and where to ------------------------------------------------------------------------------------


@rule("10.4.2b")
def test_the_owner_decides_where_his_unit_routs() -> None:
    game = russians_move(MEETING)
    play(game, "unit R-4", "step 0334", "step 0333")
    assert game.decision_of("russia") is None
    assert offered(game, "hex") == AWAY
    with pytest.raises(IllegalAction):
        send(game, "0432")  # next to the enemy


@rule("10.4.2a", "11.10b")
def test_a_rout_goes_one_hex_away_from_the_enemy() -> None:
    game = russians_move(MEETING)
    play(game, "unit R-4", "step 0334", "step 0333")
    send(game, "0431")
    assert where(game, "P-8") == "0431"
    assert disrupted(game, "P-8")


@rule("10.4.2f", "11.10c")
def test_a_rout_does_not_end_in_an_enemy_zone() -> None:
    game = russians_move(MEETING + 'units.R-11 = "0330"')  # zone over 0331
    play(game, "unit R-4", "step 0334", "step 0333")
    assert offered(game, "hex") == AWAY - {"0331"}


@rule("10.4.2f")
def test_a_friend_in_the_zone_does_not_help() -> None:
    game = russians_move(MEETING + 'units.R-11 = "0330"\nunits.P-10 = "0331"')
    play(game, "unit R-4", "step 0334", "step 0333")
    assert offered(game, "hex") == AWAY - {"0331"}


@rule("10.4.2a", "11.10c")
def test_a_rout_does_not_enter_an_enemy_hex() -> None:
    game = russians_move(MEETING + 'units.R-1art = "0331"')
    play(game, "unit R-4", "step 0334", "step 0333")
    assert offered(game, "hex") == AWAY - {"0331"}


@rule("10.4.2a", "11.10e")
def test_a_rout_prefers_hexes_with_room() -> None:
    game = russians_move(MEETING + 'units.P-10 = "0331"\nunits.P-17 = "0331"')
    play(game, "unit R-4", "step 0334", "step 0333")
    assert offered(game, "hex") == AWAY - {"0331"}


@rule("10.4.2a", "10.4.2b", "10.4.2f", "11.10e")
def test_a_rout_into_a_full_hex_goes_on_to_the_next() -> None:
    crowd = 'units.P-10 = "0331"\nunits.P-17 = "0331"\nunits.R-33 = "0532"\nunits.R-5 = "0132"'
    game = russians_move(MEETING + crowd)
    play(game, "unit R-4", "step 0334", "step 0333")
    assert where(game, "P-8") == "0331"  # the only hex: played by itself
    assert asks(game) == "poland: where"
    assert offered(game, "hex") == {"0330", "0430", "0230"}
    send(game, "0330")
    assert where(game, "P-8") == "0330"


# -- no way out ---------------------------------------------------------------------------------------------------


@rule("10.4.2c")
def test_a_unit_without_a_hex_outside_zones_is_reorganized() -> None:
    game = russians_move(MEETING + CORNERED)
    play(game, "unit R-4", "step 0334", "step 0333")
    assert where(game, "P-8") == "box 6"  # turn 4: two turns ahead
    assert not disrupted(game, "P-8")
    assert asks(game) == "russia: way"


@rule("10.4.2c")
def test_the_fallback_is_no_elimination() -> None:
    game = russians_move(MEETING.replace("P-8", "P-PL1") + CORNERED)
    play(game, "unit R-4", "step 0334", "step 0333")
    assert not events(game, "eliminated")
    assert events(game, "reorganized")[0].rule == "10.4.2c"


@rule("10.4.2d")
def test_a_unit_may_rout_again_and_again_in_one_move() -> None:
    game = russians_move('units.R-10cav = "0335"\nunits.P-8 = { hex = "0332", disrupted = true }')
    play(game, "unit R-10cav", "step 0334", "step 0333")
    send(game, "0331")
    for chase, flight in (("0332", "0330"), ("0331", "0329"), ("0330", "0328")):
        play(game, f"step {chase}")
        assert asks(game) == "poland: where"
        send(game, flight)
        assert where(game, "P-8") == flight
        assert not in_enemy_zoc(game.s, 0, hex(flight))


@rule("10.4.2d")
def test_two_movers_rout_the_same_unit_twice() -> None:
    game = russians_move(MEETING + 'units.R-11 = "0530"')
    play(game, "unit R-4", "step 0334", "step 0333")
    send(game, "0331")
    play(game, "stop", "unit R-11", "step 0430")  # now next to 0331
    assert asks(game) == "poland: where"


@rule("10.4.2e")
def test_only_the_disrupted_units_of_a_stack_rout() -> None:
    game = russians_move(MEETING + 'units.P-10 = "0332"')
    play(game, "unit R-4", "step 0334", "step 0333")
    send(game, "0331")
    assert (where(game, "P-8"), where(game, "P-10")) == ("0331", "0332")


@rule("10.4.2e", "10.4.2a")
def test_every_disrupted_unit_next_door_routs() -> None:
    game = russians_move("""
        units.R-4 = "0335"
        units.P-8 = { hex = "0332", disrupted = true }
        units.P-10 = { hex = "0332", disrupted = true }
        units.P-17 = { hex = "0432", disrupted = true }
    """)
    play(game, "unit R-4", "step 0334", "step 0333")
    for name in ("P-17", "P-8"):
        play(game, f"unit {name}")
        send(game, max(offered(game, "hex")))
    send(game, max(offered(game, "hex")))  # the last one is not asked for
    routed = [event.refs["unit"] for event in events(game, "routs")]
    assert len(routed) == len(set(routed)) == 3
    assert asks(game) == "russia: way"


# Two must rout at once, and in the only hex that is open there is room for one.
ONE_PLACE = """
    units.P-7R = { hex = "0332", disrupted = true }
    units.P-PL3 = { hex = "0332", disrupted = true }
    units.P-13 = "0331"
    units.R-4 = "0335"
    units.R-33 = "0531"
    units.R-5 = "0131"
    units.R-10cav = "0329"
"""


@rule("10.4.2b", "10.4.2a", "10.4.2e")
@pytest.mark.parametrize(("first", "second"), [("P-7R", "P-PL3"), ("P-PL3", "P-7R")])
def test_the_owner_says_which_unit_routs_first(first: str, second: str) -> None:
    game = russians_move(ONE_PLACE)
    play(game, "unit R-4", "step 0334", "step 0333")
    assert asks(game) == "poland: next_unit"
    assert offered(game, "unit") == {"P-7R", "P-PL3"}
    play(game, f"unit {first}")
    assert (where(game, first), where(game, second)) == ("0331", "box 6")


@rule("10.4.2b")
def test_of_units_in_two_hexes_either_may_rout_first() -> None:
    game = russians_move("""
        units.P-1R = { hex = "1409", disrupted = true }
        units.P-PL1 = { hex = "1509", disrupted = true }
        units.R-27 = "1611"
    """)
    play(game, "unit R-27", "step 1610", "step 1510")
    assert offered(game, "unit") == {"P-1R", "P-PL1"}
    play(game, "unit P-PL1")
    assert game.s.routing == unit("P-PL1")


@rule("12.2a", "10.4.2a", "7.0a")
def test_artillery_that_recovers_drives_nobody_off() -> None:
    text = 'turn = 4\nside = "russia"\nphase = "operation"\nunits.R-1art = { hex = "1410", disrupted = true }\n'
    game = at(text + 'units.P-8 = { hex = "1409", disrupted = true }')
    play(game, "stop")
    assert not disrupted(game, "R-1art")
    assert where(game, "P-8") == "1409"
    assert asks(game) == "poland: reorganization"


@rule("10.4.2a", "3.4a")
def test_a_routing_unit_takes_control_where_it_comes() -> None:
    game = russians_move(MEETING)
    assert controller(game, "0331") == "russia"
    play(game, "unit R-4", "step 0334", "step 0333")
    send(game, "0331")
    assert controller(game, "0331") == "poland"


@rule("10.4.2a")
def test_routs_are_over_before_the_mover_goes_on() -> None:
    game = russians_move(MEETING)
    play(game, "unit R-4", "step 0334", "step 0333")
    with pytest.raises(IllegalAction):
        game.play("russia", game.decisions["poland"].actions()[0])
    send(game, "0231")
    march_on = offered(game, "step")
    assert "0332" in march_on
    assert verbs(game) == {"step", "stop"}


# -- Russians at the border of East Prussia --------------------------------------------------------------------------


BORDER = """
    units.P-8 = "1910"
    units.R-4 = { hex = "2109", disrupted = true }
"""


@rule("10.4.2c", "10.5c")
def test_a_russian_with_no_other_hex_may_cross_into_east_prussia_or_be_reorganized() -> None:
    game = poles_move(BORDER)
    play(game, "unit P-8", "step 2009")
    assert asks(game) == "russia: where"
    assert offered(game, "hex") == {"2108", "2208", "2209"}  # all in East Prussia
    assert verbs(game) == {"hex", "reorganize"}
    play(game, "reorganize")
    assert where(game, "R-4") == "box 6"
    game = poles_move(BORDER)
    play(game, "unit P-8", "step 2009", "hex 2208")
    assert where(game, "R-4") == "interned"
    assert asks(game) == "poland: way"


@rule("10.4.2c", "10.4.2f")
def test_only_border_hexes_away_from_the_enemy_will_do() -> None:
    game = poles_move('units.P-8 = "1908"\nunits.P-10 = "2010"\nunits.R-4 = { hex = "2109", disrupted = true }')
    play(game, "unit P-8", "step 2008")  # 2110 lies in the zone of P-10, 2108 next to P-8
    assert offered(game, "hex") == {"2208", "2209"}


@rule("10.4.2f", "7.0a")
def test_polish_zones_in_east_prussia_close_that_way_out() -> None:
    game = poles_move(BORDER + 'units.P-10 = "2007"')  # zone over 2108
    play(game, "unit P-8", "step 2009")
    assert offered(game, "hex") == {"2208", "2209"}


@rule("10.4.2a", "10.4.2f")
def test_a_rout_does_not_lead_into_east_prussia_while_there_is_another_hex() -> None:
    game = poles_move(BORDER.replace("1910", "2006"))
    play(game, "unit P-8", "step 2007", "step 2008")
    assert where(game, "R-4") == "2110"  # 2209 would be as far from the enemy


@rule("10.4.2c")
def test_a_rout_does_not_lead_through_a_full_hex_into_east_prussia() -> None:
    game = poles_move("""
        units.R-4 = { hex = "2010", disrupted = true }
        units.R-11 = "2110"     # full: no room for a fourth
        units.R-33 = "2110"
        units.R-5 = "2110"
        units.P-10 = "1909"     # zone over 2009
        units.P-17 = "2112"     # zone over 2111
        units.P-11 = "2008"     # zone over 2109, on the way from 2110
        units.P-8 = "1811"
    """)
    play(game, "unit P-8", "step 1911")
    assert where(game, "R-4") == "box 6"
    assert not events(game, "routs")
