"""What can be laid over the map."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.shown.overlays import KINDS
from vistula.kernel import ONLOOKER

from .situations import random_game
from .table import TITLE, M, at, hex, numbers, play, poles_move, russians_attack, russians_move, unit


def shown(game, who, kind, arg=None):
    return game.seat(who).overlay(kind, arg)


@pytest.mark.rule("7.0a")
def test_zones_of_control_are_the_six_neighbours():
    game = russians_move("units.R-10 = '2020'")
    assert set(shown(game, "russia", "zoc").layers["own"]) == numbers(M.around[hex("2020")])
    assert set(shown(game, "poland", "zoc").layers["enemy"]) == numbers(M.around[hex("2020")])
    assert shown(game, "poland", "zoc").layers["own"] == []


@pytest.mark.rule("7.0a", "7.0b")
def test_artillery_and_disrupted_units_have_no_zone():
    game = russians_move("""
        units.R-1art = "2020"
        units.R-4 = { hex = "2030", disrupted = true }
        units.R-27 = "1525"
    """)
    assert set(shown(game, "russia", "zoc").layers["own"]) == numbers(M.around[hex("1525")])
    for key in ("R-1art", "R-4"):
        assert shown(game, "russia", "zoc", unit(key)).layers["own"] == []
    assert len(shown(game, "poland", "zoc", unit("R-27")).layers["enemy"]) == 6


@pytest.mark.rule("12.3a", "12.3d")
def test_supply_shows_who_is_cut_off():
    game = poles_move("""
        units.P-8 = "2527"
        units.R-4 = "2526"
        units.R-6 = "2528"
        units.R-5 = "2426"
        units.R-11 = "2627"
    """)
    overlay = shown(game, "poland", "supply")
    assert overlay.layers["own-cut-off"] == ["2527"]
    assert overlay.layers["enemy-cut-off"] == []
    assert "2527" in shown(game, "russia", "supply").layers["enemy-cut-off"]


@pytest.mark.rule("8.1a", "8.1b", "12.3e")
def test_supply_shows_the_fronts_and_the_isolated():
    game = at("""
        turn = 4
        phase = "movement"
        [tracks]
        southwest_supplied = false
        [units]
        R-4 = "2832"
        R-45 = "0931"
        P-8 = { hex = "1709", isolated = true }
    """)
    layers = shown(game, "russia", "supply").layers
    assert layers["west-supplied"] == ["2832"]
    assert layers["southwest-out-of-supply"] == ["0931"]
    assert layers["isolated"] == ["1709"]
    assert "west-out-of-supply" not in layers


@pytest.mark.rule("4.1.1c", "4.1.2b", "7.3a")
def test_rail_shows_what_is_joined_and_what_is_blocked():
    game = russians_move("units.P-8 = '1709'\nunits.R-27 = '2020'")
    own = shown(game, "russia", "rail").layers
    assert {"2832", "0931"} <= set(own["joined"])
    assert set(own["sources"]) == {"2832", "0931"}
    assert "1709" in own["blocked"]
    theirs = shown(game, "poland", "rail").layers
    assert "2020" in theirs["blocked"]
    assert "1709" in theirs["joined"]


@pytest.mark.rule("10.3a")
def test_reach_gives_the_points_that_would_be_left():
    game = russians_move("units.R-4 = '0332'\nunits.R-10cav = '0333'")
    labels = shown(game, "russia", "reach", unit("R-4")).labels
    assert all(0 <= int(left) < 4 for left in labels.values())
    assert labels["0331"] == str(4 - M.cost[hex("0332")][hex("0331")])
    assert len(shown(game, "russia", "reach", unit("R-10cav")).labels) > len(labels)


@pytest.mark.rule("7.1a", "8.2a")
def test_reach_ends_in_enemy_zones_and_is_halved_out_of_supply():
    text = """
        turn = 4
        phase = "movement"
        [tracks]
        west_supplied = {supplied}
        [units]
        R-4 = "0332"
        P-8 = "0329"
    """
    full = shown(at(text.replace("{supplied}", "true")), "russia", "reach", unit("R-4"))
    assert "0330" in full.layers["stop"]
    assert full.labels["0330"] == "0"
    assert "0329" not in full.labels
    half = shown(at(text.replace("{supplied}", "false")), "russia", "reach", unit("R-4"))
    assert set(half.labels) < set(full.labels)


def test_reach_of_a_unit_on_its_way_and_of_one_that_has_moved():
    game = russians_move("units.R-4 = '0332'\nunits.R-27 = '0232'")
    before = shown(game, "russia", "reach", unit("R-4"))
    play(game, "unit R-4", "step 0331")
    assert max(map(int, shown(game, "russia", "reach", unit("R-4")).labels.values())) <= 2
    play(game, "stop")
    assert shown(game, "russia", "reach", unit("R-4")).labels == {}
    assert before.labels


def test_reach_of_units_that_cannot_move_is_empty():
    game = russians_move("units.R-4 = { hex = '0332', disrupted = true }\nunits.R-27 = 'eliminated'")
    assert shown(game, "russia", "reach", unit("R-4")).layers == {}
    assert shown(game, "russia", "reach", unit("R-27")).layers == {}
    assert shown(game, "russia", "reach").layers == {}


def test_reach_of_the_enemy_is_that_of_his_full_allowance():
    game = russians_attack("units.P-PL1 = '0615'\nunits.R-4 = '2832'")
    assert shown(game, "russia", "reach", unit("P-PL1")).labels


@pytest.mark.rule("3.4a")
def test_control_is_whole():
    layers = shown(russians_move("units.R-4 = 'Brest'"), "poland", "control").layers
    assert "1614" in layers["russia"]
    assert len(layers["poland"]) + len(layers["russia"]) == M.land.bit_count()


@pytest.mark.rule("4.1.1a", "4.1.1b", "4.1.1c", "4.1.2c")
def test_victory_points_of_cities():
    game = russians_move("units.R-4 = 'Siedlce'\nunits.P-8 = '1613'\ncontrol.russia = ['Brest']")
    overlay = shown(game, "poland", "vp")
    assert overlay.labels["1709"] == "4"
    assert overlay.labels["0615"] == "2"
    assert overlay.labels["1212"] == "1"
    assert overlay.labels["2832"] == "2"
    assert "1614" in overlay.layers["silent"]
    assert overlay.labels["1614"] == "0"


def test_there_is_no_other_kind():
    with pytest.raises(KeyError):
        shown(TITLE.start("quick"), "poland", "weather")
    assert TITLE.catalog().overlays == list(KINDS)


def test_every_overlay_at_any_time_for_everyone():
    rules = TITLE.checklist.rules
    for game in random_game(11):
        if game.s.turn % 3 or (game.stack and game.s.operation != 2):
            continue
        for who in ("poland", "russia", ONLOOKER):
            for kind in KINDS:
                overlay = shown(game, who, kind)
                assert overlay.kind == kind
                assert overlay.rule in rules
