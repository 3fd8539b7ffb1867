"""Why something cannot be chosen: the right rule and the right figures, in every phase."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import collect, members
from vistula.games.warsaw_1920.rules.setup import group_hexes
from vistula.games.warsaw_1920.state import TRAY
from vistula.kernel import ONLOOKER, Action, IllegalAction

from .situations import game_at, random_game
from .table import (
    TITLE,
    M,
    asked,
    at,
    hex,
    play,
    poles_move,
    roll,
    russians_attack,
    russians_move,
    seat,
    unit,
)
from .test_brute_force import fewest


def why(game, name, kind=None, who=None):
    """The refusal for a unit key or a hex number, as the seat that is asked reads it."""
    is_unit = name in M.unit_by_key
    arg = unit(name) if is_unit else hex(name)
    return game.seat(seat(game) if who is None else who).why_not(kind or ("piece" if is_unit else "space"), arg)


def cannot(game, name, rule, words=""):
    refusal = why(game, name)
    assert refusal is not None, f"{name} can be chosen"
    assert refusal.rule == rule, refusal
    assert words in refusal.why, refusal


def refused(game, verb, rule, words="", arg=0):
    with pytest.raises(IllegalAction) as caught:
        game.play(seat(game), Action(verb, arg))
    assert caught.value.rule == rule, caught.value
    assert words in caught.value.why


def test_what_can_be_chosen_is_not_refused():
    game = russians_move("units.R-4 = '0332'")
    assert why(game, "R-4") is None
    play(game, "unit R-4")
    assert why(game, "0331") is None


# -- movement ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("10.3a", "10.3.1b", "10.3.2a")
def test_a_hex_that_costs_too_much_is_refused_with_the_sum():
    game = russians_move("units.R-4 = '0533'")
    play(game, "unit R-4", "step 0633")
    cannot(game, "0534", "10.3a", "0534 costs 3 movement points (forest 2 + river 1), and this unit has 2")


@pytest.mark.rule("7.1b")
def test_from_zone_to_zone():
    game = russians_move("units.R-4 = '0331'\nunits.P-8 = '0330'")
    play(game, "unit R-4")
    cannot(game, "0430", "7.1b", "from one enemy ZOC into another")


@pytest.mark.rule("7.1b")
def test_a_unit_with_enemy_zones_all_around():
    game = russians_move("units.R-4 = '0332'\nunits.P-8 = '0331'\nunits.P-10 = '0333'")
    cannot(game, "R-4", "7.1b", "every hex next to 0332")


@pytest.mark.rule("10.4a")
def test_a_hex_with_enemies():
    game = russians_move("units.R-4 = '0331'\nunits.P-8 = '0330'")
    play(game, "unit R-4")
    cannot(game, "0330", "10.4a", "held by enemy")


@pytest.mark.rule("10.5a", "10.5b", "2.1a")
def test_closed_lands():
    game = poles_move("units.P-8 = '2107'\nunits.P-10 = '2503'")
    play(game, "unit P-8")
    cannot(game, "2206", "10.5b", "East Prussia")
    cannot(game, "2504", "10.5a", "Danzig")
    cannot(game, "0101", "2.1a", "not part of the game")


@pytest.mark.rule("10.3a", "7.1a")
def test_hexes_far_away_are_refused_with_the_price_of_the_way():
    game = russians_move("units.R-4 = '0332'\nunits.P-8 = '2020'")
    play(game, "unit R-4")
    cannot(game, "0332", "10.3a", "already")
    cannot(game, "0330", "10.3a", "hex by hex")
    cannot(game, "0325", "10.3a", "(0325) is too far: it costs 8 movement points and this unit has 4")


@pytest.mark.rule("7.1a", "7.1b")
def test_a_hex_behind_enemy_zones():
    game = russians_move("units.R-4 = '0434'\nunits.P-8 = '0428'\nunits.P-10 = '0431'\nunits.P-14 = '0130'")
    play(game, "unit R-4")
    cannot(game, "0330", "7.1a", "leads through enemy zones of control")


@pytest.mark.rule("10.1a", "10.1b", "10.1e", "12.1a", "9.0a", "11.9a")
def test_units_that_cannot_begin_a_move():
    game = russians_move("""
        units.R-4 = { hex = "0332", moved = true }
        units.R-5 = { hex = "2832", disrupted = true }
        units.R-48 = "box 5"
        units.R-8 = "eliminated"
        units.R-27 = "0330"
    """)
    cannot(game, "R-4", "10.1b", "moved already")
    cannot(game, "R-5", "12.1a", "disrupted")
    cannot(game, "R-48", "9.0a", "turn 5")
    cannot(game, "R-8", "11.9a", "eliminated")
    cannot(game, "P-8", "10.1e", "enemy")
    cannot(game, "0332", "10.1b", "a stack needs two units that may still move; 0332 has 0")
    cannot(game, "0330", "10.1b", "has 1")
    cannot(game, "0331", "10.1b", "choose the unit")


@pytest.mark.rule("8.3.1c", "8.3.1e")
def test_a_front_that_has_lost_the_operation():
    text = """
        turn = 4
        phase = "{phase}"
        [tracks]
        west_resupplied = 4
        west_lost = 1
        [units]
        R-4 = "0331"
        R-45 = "0230"
        P-8 = "0330"
    """
    game = at(text.replace("{phase}", "movement"))
    cannot(game, "R-4", "8.3.1c", "Western Front has resupplied and loses its first operation")
    assert why(game, "R-45") is None
    game = at(text.replace("{phase}", "combat"))
    play(game, "attack 0330")
    cannot(game, "R-4", "8.3.1c")


@pytest.mark.rule("10.1b", "10.1c")
def test_units_that_cannot_join_a_move():
    game = russians_move("units.R-4 = '0332'\nunits.R-27 = '0332'\nunits.R-8 = '0334'")
    play(game, "unit R-4")
    assert why(game, "R-27") is None
    cannot(game, "R-4", "10.1b", "moving now")
    cannot(game, "R-8", "10.1b", "does not stand with")
    play(game, "step 0331")
    cannot(game, "R-27", "10.1c", "completed")
    refused(game, "end", "10.1c", "left, or stop here")
    refused(game, "cancel", "10.1c")


@pytest.mark.rule("5.2b", "11.0a")
def test_the_wrong_kind_of_phase():
    game = russians_move("units.R-4 = '0331'\nunits.P-8 = '0330'")
    refused(game, "attack", "11.0a", "movement phase", hex("0330"))
    refused(game, "combat", "5.2b")
    game = russians_attack("units.R-4 = '0331'\nunits.P-8 = '0330'")
    refused(game, "step", "10.1e", "combat phase", hex("0332"))
    refused(game, "movement", "5.2b")


@pytest.mark.rule("10.1b", "10.1e", "10.3a", "2.1a", "12.1a")
def test_a_unit_that_cannot_be_dragged():
    game = russians_move("units.R-4 = '0332'\nunits.R-8 = { hex = '0334', moved = true }\nunits.P-8 = '0615'")
    mine = game.seat("russia")
    assert TITLE.no_way(mine, unit("R-4"), hex("0325")).rule == "10.3a"
    assert TITLE.no_way(mine, unit("R-8"), hex("0333")).rule == "10.1b"
    assert TITLE.no_way(mine, unit("P-8"), hex("0614")).rule == "10.1e"
    assert TITLE.no_way(mine, unit("R-5"), hex("0614")).rule == "3.0b"
    assert TITLE.no_way(mine, 999, hex("0614")).why == "there is no such unit"
    hurt = russians_move("units.R-4 = { hex = '0332', disrupted = true }").seat("russia")
    assert TITLE.no_way(hurt, unit("R-4"), hex("0331")).rule == "12.1a"
    assert "waits for Russia" in TITLE.no_way(game.seat("poland"), unit("P-8"), hex("0614")).why


# -- combat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("11.0a", "11.3a")
def test_hexes_that_cannot_be_attacked():
    game = russians_attack("units.R-4 = '0331'\nunits.P-8 = '0330'\nunits.P-10 = '2020'")
    cannot(game, "0332", "11.0a", "no enemy")
    cannot(game, "2020", "11.3a", "none of your units")
    cannot(game, "R-4", "11.5d", "hex that is attacked first")
    cannot(game, "P-8", "11.0a")


@pytest.mark.rule("11.1a", "11.1b", "12.1a", "11.4a")
def test_who_has_fought_already():
    game = russians_attack("""
        units.R-4 = { hex = "0331", fought = true }
        units.R-27 = "0332"
        units.R-5 = "0430"
        units.P-8 = { hex = "0330", attacked = true }
        units.P-10 = "0530"
    """)
    cannot(game, "0330", "11.1a", "attacked already")
    cannot(game, "R-4", "11.1a", "attacked already")
    cannot(game, "R-27", "11.3a", "no enemy unit")
    play(game, "attack 0530")
    cannot(game, "R-4", "11.1a")
    cannot(game, "R-27", "11.3a", "stands in 0332, not next to 0530")
    cannot(game, "P-10", "11.2a", "defends")
    cannot(game, "P-8", "11.3a")
    cannot(game, "0530", "11.5d")
    cannot(game, "0330", "11.3a", "one hex")
    refused(game, "resolve", "11.5d", "no unit")
    refused(game, "end", "11.4a")
    refused(game, "attack", "11.4a", arg=hex("0330"))
    assert TITLE.refuse(game.seat("russia"), Action("stay")) is None


@pytest.mark.rule("11.1a", "11.2a", "6.3b")
@pytest.mark.parametrize(("mark", "reason"), [(", attacked = true", "11.1a"), ("", None)])
def test_a_covered_unit_that_was_attacked_closes_its_hex(mark, reason):
    """Defenders are attacked together, so one that has been attacked protects all; both sides saw that it was."""
    game = russians_attack(
        f"units.R-4 = '0331'\nunits.P-8 = {{ hex = '0330', under = true{mark} }}\nunits.P-10 = '0330'"
    )
    assert ("attack" in asked(game).verbs()) == (reason is None)
    refusal = why(game, "0330")
    assert (refusal and refusal.rule) == reason


@pytest.mark.rule("11.7a")
def test_artillery_does_not_attack_alone():
    game = russians_attack("units.R-1art = '0331'\nunits.R-4 = '0632'\nunits.P-8 = '0330'\nunits.P-10 = '0631'")
    cannot(game, "0330", "11.7a", "artillery")
    game = russians_attack("units.R-1art = '0331'\nunits.R-4 = '0331'\nunits.P-8 = '0330'")
    play(game, "attack 0330", "unit R-1art")
    refused(game, "resolve", "11.7a", "artillery")


@pytest.mark.rule("11.9b")
def test_only_attackers_pay_for_a_lost_attack():
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0331'\nunits.R-8 = '0334'\nunits.P-PL1 = '0330'")
    roll(game, 1)
    play(game, "attack 0330", "unit R-4", "unit R-11", "resolve")
    assert asked(game).step == "attacker_loses"
    cannot(game, "R-8", "11.9b", "did not attack")
    cannot(game, "0330", "11.9b")


@pytest.mark.rule("11.9h")
def test_only_those_who_fought_pay_for_an_exchange():
    game = russians_attack("""
        units.R-4 = "0331"
        units.R-11 = "0331"
        units.R-33 = "0430"
        units.R-8 = "0334"
        units.P-PL2cav = "0330"
    """)
    roll(game, 3)
    play(game, "attack 0330", "unit R-4", "unit R-11", "unit R-33", "resolve")
    assert asked(game).step == "pay"
    cannot(game, "R-8", "11.9h", "not among")
    cannot(game, "0330", "11.9h")


# -- retreat, rout, advance -------------------------------------------------------------------------------------


@pytest.mark.rule("11.10a", "11.10b", "11.10c")
def test_hexes_that_no_retreat_may_enter():
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0331'\nunits.P-1U = '0330'\nunits.P-14 = '0615'")
    roll(game, 5)
    play(game, "attack 0330", "unit R-4", "unit R-11", "resolve")
    assert asked(game).step == "way"
    cannot(game, "0331", "11.10c", "held by enemy")
    cannot(game, "0430", "11.10c", "zone of control")
    cannot(game, "0615", "11.10a", "not next to")
    cannot(game, "P-14", "11.10a", "Retreat 1st Zaporozhian Division to which hex?")
    play(game, "hex 0329")
    cannot(game, "0330", "11.10b", "0330 is 0 from 0330, it must go on to 2")


@pytest.mark.rule("11.10f")
def test_a_dead_end_is_no_retreat_while_there_is_a_way():
    found = set()
    for seed in range(12):
        for game in random_game(seed):
            if game.over or asked(game).step != "way" or type(game.stack[-1]).__name__ != "Retreat":
                continue
            here = game.s.place[game.stack[-1].unit]
            found |= {r.rule for h in M.next[here] if (r := why(game, M.grid.number(h)))}
    assert {"11.10b", "11.10c"} <= found
    assert found <= {"11.10b", "11.10c", "11.10d", "11.10e", "11.10f", "10.5a", "10.5b", "2.1a"}


@pytest.mark.rule("10.4.2b", "10.4.2f", "10.4.2a")
def test_hexes_that_no_rout_may_enter():
    game = russians_move("""
        units.R-4 = "0333"
        units.R-27 = "0528"
        units.P-8 = { hex = "0330", disrupted = true }
    """)
    play(game, "unit R-4", "step 0332", "step 0331")
    assert seat(game) == "poland"
    cannot(game, "0331", "10.4a", "enemy")
    cannot(game, "0430", "10.4.2f", "zone of control")
    cannot(game, "0615", "10.4.2a", "not next to")
    cannot(game, "P-8", "10.4.2b", "to which hex?")


@pytest.mark.rule("10.4.2a", "10.4.2e")
def test_units_that_have_no_rout_to_make():
    game = russians_move("""
        units.R-4 = "0334"
        units.P-8 = { hex = "0332", disrupted = true }
        units.P-10 = { hex = "0432", disrupted = true }
        units.P-17 = { hex = "0330", disrupted = true }
        units.P-14 = "0615"
    """)
    play(game, "unit R-4", "step 0333")
    assert asked(game).step == "next_unit"
    assert why(game, "P-10") is None
    cannot(game, "P-17", "10.4.2a", "no enemy has come next to")
    cannot(game, "P-14", "10.4.2e", "not disrupted")
    cannot(game, "R-4", "10.4.2a", "enemy unit")
    cannot(game, "P-1R", "3.0b")
    cannot(game, "0331", "10.4.2a", "Which of your disrupted units routs next?")


@pytest.mark.rule("11.11a", "6.0b")
def test_who_cannot_advance():
    game = russians_attack("""
        units.R-4 = "0331"
        units.R-11 = "0331"
        units.R-33 = "0331"
        units.R-27 = "0430"
        units.R-8 = "0334"
        units.P-1U = "0330"
    """)
    roll(game, 6)
    play(game, "attack 0330", "unit R-4", "unit R-11", "unit R-33", "unit R-27", "resolve")
    assert asked(game).step == "who_goes"
    cannot(game, "R-8", "11.11a", "no part")
    cannot(game, "P-8", "11.11a")
    cannot(game, "0330", "11.11a", "choose the unit")
    cannot(game, "0329", "11.11a", "hex that was attacked")
    play(game, "unit R-4")
    cannot(game, "R-4", "11.11a", "advanced already")
    play(game, "unit R-11", "unit R-33")
    assert asked(game).step != "who_goes" or why(game, "R-27").rule == "6.0b"


@pytest.mark.rule("11.12a")
def test_where_cavalry_cannot_charge():
    game = russians_attack("""
        units.R-4cav = "0331"
        units.R-6cav = "0331"
        units.P-1U = "0330"
        units.P-8 = "0229"
    """)
    roll(game, 6)
    play(game, "attack 0330", "unit R-4cav", "unit R-6cav", "resolve", "unit R-4cav")
    assert asked(game).step == "second_hex"
    cannot(game, "0229", "10.4a", "enemy")
    cannot(game, "0332", "11.12a", "not next to")
    cannot(game, "R-6cav", "11.12a", "Charge on with")


@pytest.mark.rule("6.1b")
def test_only_units_over_the_limit_are_eliminated():
    game = russians_move("""
        units.R-4 = "0331"
        units.R-11 = "0331"
        units.R-33 = "0331"
        units.R-27 = { hex = "0331", moved = true }
        units.R-8 = "0334"
    """)
    play(game, "end")
    assert asked(game).step == "excess"
    cannot(game, "R-8", "6.1b", "not in 0331")
    cannot(game, "0334", "6.1b", "within")
    cannot(game, "0331", "6.1b", "4 units")


# -- reinforcement, resupply, supply ----------------------------------------------------------------------------


def arriving():
    return at("""
        turn = 3
        side = "poland"
        phase = "reinforcement"
        control.russia = ["Brest"]
        units.P-3R = "box 3"
        units.P-1K = "box 3"
        units.P-Sib = "box 5"
        units.P-8 = "Grodno"
        units.P-10 = "Grodno"
        units.P-6U = "Lublin"
        units.R-4 = "2021"
    """)


@pytest.mark.rule("2.2.9a", "9.0a")
def test_units_that_do_not_arrive():
    game = arriving()
    cannot(game, "P-Sib", "2.2.9a", "arrives on turn 5, this is turn 3")
    cannot(game, "P-10", "9.0a", "on the map")
    cannot(game, "R-4", "9.0a", "enemy")
    cannot(game, "1709", "9.0a", "choose which of the 2 units")


@pytest.mark.rule("9.1a", "9.1b", "6.0a", "6.0d")
def test_places_where_no_unit_arrives():
    game = play(arriving(), "unit P-3R")
    assert why(game, "1709") is None
    cannot(game, "1710", "9.1a", "neither a town nor a city")
    cannot(game, "1614", "9.1a", "enemy control")
    cannot(game, "2020", "9.1b", "zone of control")
    cannot(game, "2215", "6.0a", "would have 3 units, the limit is 2")
    cannot(game, "1212", "6.0d", "Polish and Ukrainian")
    cannot(game, "P-1K", "9.1a", "Place 3rd Reserve Brigade where?")


@pytest.mark.rule("9.1a")
def test_a_town_without_a_railway_to_a_source():
    game = at("""
        turn = 3
        side = "poland"
        phase = "reinforcement"
        units.P-3R = "box 3"
        units.P-1K = "box 3"
        units.R-4 = "2125"
    """)
    play(game, "unit P-3R")
    cannot(game, "2023", "9.1a", "has no unblocked railway to a supply source")


@pytest.mark.rule("9.2b")
def test_only_disrupted_units_are_reorganized():
    game = at("""
        turn = 3
        side = "poland"
        phase = "reinforcement"
        units.P-8 = { hex = "0615", disrupted = true }
        units.P-10 = "0614"
    """)
    cannot(game, "P-10", "9.2b", "not disrupted")
    cannot(game, "0614", "9.2a")
    cannot(game, "R-4", "9.0a")


@pytest.mark.rule("5.3a")
def test_the_order_is_for_one_of_two_turns():
    game = at('turn = 3\nside = "poland"\nphase = "reinforcement"')
    assert asked(game).step == "counterattack_order"
    refused(game, "order", "5.3a", "5 or 6", 7)
    cannot(game, "P-8", "5.3a")
    assert game.seat("poland").why_not("number", 5) is None
    assert game.seat("poland").why_not("number", 7).rule == "5.3a"


def resupplying():
    return at("""
        turn = 4
        phase = "resupply"
        tracks.west = 5
        tracks.southwest = 8
        units.R-4 = "eliminated"
        units.R-11 = "surrendered"
        units.R-33 = "overstacked"
        units.R-10cav = "eliminated"
        units.R-45 = "eliminated"
        units.R-27 = "2832"
    """)


@pytest.mark.rule("8.3a", "8.3.1a")
def test_how_many_points_a_front_may_take():
    game = resupplying()
    refused(game, "resupply", "8.3.1a", "has 5 supply points and may rise to 12: at most 7, not 8", 8)
    refused(game, "resupply", "8.3.1a", "at least one", 0)
    cannot(game, "R-4", "8.3a", "Western Front")
    assert game.seat("russia").why_not("number", 8).rule == "8.3.1a"


@pytest.mark.rule("8.3.2a", "8.3.2b")
def test_who_cannot_be_replaced():
    game = play(resupplying(), "resupply 3")
    assert asked(game).step == "replace"
    assert why(game, "R-4") is None
    cannot(game, "R-11", "8.3.2b", "not eliminated in combat")
    cannot(game, "R-33", "8.3.2b", "not eliminated in combat")
    cannot(game, "R-10cav", "8.3.2b", "no infantry")
    cannot(game, "R-45", "8.3.2a", "other Front")
    cannot(game, "R-27", "8.3.2a", "on the map")
    cannot(game, "P-8", "8.3.2a")


@pytest.mark.rule("5.2a", "8.1a", "8.1c")
def test_questions_that_come_before_units():
    game = at('turn = 4\nunits.R-4 = "0331"\nunits.P-8 = "0330"')
    cannot(game, "R-4", "5.2a", "movement or combat")
    cannot(game, "0331", "5.2a")
    refused(game, "unit", "5.2a", "operation 1 of 3", unit("R-4"))
    play(game, "movement")
    cannot(game, "R-4", "8.1a", "Supply the Western Front")
    game = at('turn = 4\nside = "poland"\nunits.R-4 = "0331"\nunits.P-8 = "0330"')
    play(game, "combat")
    assert seat(game) == "russia"
    cannot(game, "R-4", "8.1c", "something else is asked now")


# -- deployment -------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1a", "3.1e", "3.0a", "3.0b")
def test_where_poles_cannot_deploy():
    game = game_at('scenario = "free"\nside = "poland"\nphase = "deployment"')
    cannot(game, "1022", "3.0b", "choose a unit")
    cannot(game, "P-1R", "3.0a", "turn 2")
    cannot(game, "R-4", "3.0b", "enemy unit")
    play(game, "pick P-PL1")
    cannot(game, "2423", "3.1e", "area of the Northern Group, the unit belongs to the Southern Group")
    cannot(game, "1023", "3.1a", "east of the front line")
    cannot(game, "0611", "3.1e", "neither on the front line")
    cannot(game, "2504", "10.5a")
    assert why(game, "0615") is None
    play(game, "place 1022", "pick P-PL3", "place 1022", "pick P-18")
    cannot(game, "1022", "6.0a", "3 units, the limit is 2")
    play(game, "lift P-PL1", "place 1022")
    cannot(game, "0921", "3.0b", "choose a unit from the tray")


@pytest.mark.rule("3.0b")
def test_a_unit_in_hand_that_was_deployed_with_the_rest_is_not_placed_again():
    game = game_at('scenario = "free"\nside = "poland"\nphase = "deployment"')
    play(game, "pick P-PL1", "fill")
    assert "place" not in asked(game).verbs()
    cannot(game, "1022", "3.0b", "choose a unit from the tray")


@pytest.mark.rule("3.0b", "3.1b", "3.1c", "3.1d")
def test_a_deployment_is_not_done_before_the_line_is_covered():
    game = game_at('scenario = "free"\nside = "poland"\nphase = "deployment"')
    refused(game, "done", "3.1b", "uncovered frontline hexes of the Northern Group: ")
    refused(game, "done", "3.1b", "32 units in the tray")
    told = game.seat("poland").refusal(Action("done")).why.split("; ")
    for group, (name, words) in enumerate(zip(("Northern", "Polesie", "Southern"), told, strict=False)):
        numbers = " ".join(M.grid.number(h) for h in members(M.frontline[group]))
        assert words == f"uncovered frontline hexes of the {name} Group: {numbers}"
    assert len(told) == 4
    play(game, "fill", "lift P-PL2")
    assert "done" not in asked(game).verbs()
    refused(game, "done", "3.0b", "1 units in the tray: P-PL2")


def _too_few(s, group, place):
    """What would be uncovered, the fewest units that could cover it from empty hexes, and how many would be left."""
    mine = [u for u in M.polish if M.group[u] == group]
    held = {s.place[u] for u in mine if s.place[u] >= 0} | {place}
    bare = [h for h in members(M.frontline[group]) if not held & {h, *M.grid.neighbours[h]}]
    empty = [h for h in members(group_hexes(M, group)) if not s.occupied[0] >> h & 1]
    needed = fewest(group, collect(bare), empty)
    left = sum(s.place[u] == TRAY for u in mine) - 1
    name = ("Northern Group", "Polesie Group", "Southern Group")[group]
    words = f"{len(bare)} frontline hexes of the {name} would stay uncovered"
    return f"{words}; they need {needed} units, {left} would be left"


@pytest.mark.rule("3.1b", "3.1c", "3.1d")
def test_a_place_that_would_leave_too_few_for_the_line():
    """Units piled up at one end of the line: sooner or later every other one is needed elsewhere."""
    found = set()
    for group, at_one_end in ((0, "3023"), (1, "1222"), (2, "0122")):
        game = game_at('scenario = "free"\nside = "poland"\nphase = "deployment"')
        mine = [u for u in M.polish if M.group[u] == group and not M.entry[u]]
        near = sorted(range(M.grid.size), key=lambda h: M.grid.distance(h, hex(at_one_end)) if M.land >> h & 1 else 999)
        for u in mine:
            game.play("poland", Action("pick", u))
            for place in near[:25]:
                refusal = game.seat("poland").why_not("space", place)
                if refusal is None:
                    game.play("poland", Action("place", place))
                    break
                if refusal.rule in ("3.1b", "3.1c", "3.1d"):
                    found.add(refusal.rule)
                    assert refusal.why == _too_few(game.s, group, place)
            else:
                game.play("poland", Action("place", asked(game).verbs()["place"][0]))
    assert found == {"3.1b", "3.1c", "3.1d"}


@pytest.mark.rule("3.2a", "3.2b")
def test_where_russians_cannot_deploy():
    game = game_at('scenario = "free"\nside = "russia"\nphase = "deployment"')
    play(game, "pick R-4")
    cannot(game, "0423", "3.2a", "part of the Southwest Front")
    cannot(game, "2423", "3.2a", "west of the front line")
    play(game, "pick R-45")
    cannot(game, "2925", "3.2b", "part of the Western Front")
    for key in ("R-45", "R-44", "R-41"):
        play(game, f"pick {key}", "place 0931")
    play(game, "pick R-47")
    cannot(game, "0931", "6.0b", "4 units, the limit is 3")
    refused(game, "done", "3.0b", "39 units in the tray")


# -- everybody, always ------------------------------------------------------------------------------------------


def test_who_is_not_asked_is_told_for_whom_the_table_waits():
    game = russians_move("units.R-4 = '0332'")
    refusal = why(game, "R-4", who="poland")
    assert "waits for Russia" in refusal.why
    assert why(game, "R-4", who=ONLOOKER) == refusal


def test_what_does_not_exist():
    mine = russians_move("units.R-4 = '0332'").seat("russia")
    assert mine.why_not("piece", 999).why == "there is no such unit"
    assert mine.why_not("piece", -1).why == "there is no such unit"
    assert mine.why_not("space", 0).why == "there is no such hex"
    assert mine.why_not("space", 10**9).why == "there is no such hex"
    assert "something else is asked now" in mine.why_not("card", 0).why


def test_the_end():
    *_, game = random_game(5)
    assert game.seat("poland").why_not("piece", 0).why == "the game is over"


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_to_everything_at_any_time(seed):
    """Exactly what is offered has no refusal; everything else has one that cites a rule."""
    rng = random.Random(seed)
    rules = TITLE.checklist.rules
    spaces = [h for h in range(M.grid.size) if M.grid.valid >> h & 1]
    for game in random_game(seed, "free" if seed % 2 else "quick"):
        if game.over:
            break
        mine = game.seat(seat(game))
        offered = {(o.kind, arg) for o in mine.decision.options for arg in o.args}
        things = [("piece", u) for u in rng.sample(M.units, 3)] + [("space", h) for h in rng.sample(spaces, 3)]
        for kind, arg in things:
            refusal = mine.why_not(kind, arg)
            assert (refusal is None) == ((kind, arg) in offered)
            assert refusal is None or (refusal.rule in rules and refusal.why)
        for verb in ("done", "end", "resolve", "stay", "cancel", "stop", "unit", "hex", "step", "attack", "order"):
            action = Action(verb, rng.choice(M.units))
            refusal = TITLE.refuse(mine, action)
            assert action not in mine.decision or refusal is None
            assert refusal is None or refusal.rule in rules
