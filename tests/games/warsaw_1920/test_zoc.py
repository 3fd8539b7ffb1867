"""7.0 Zones of control: who has one, where it reaches, what it does to movement, combat and railways."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.movement import steps
from vistula.games.warsaw_1920.rules.queries import in_enemy_zoc, zoc
from vistula.games.warsaw_1920.rules.retreat import retreat_hexes

from .table import (
    M,
    asks,
    at,
    attack,
    can,
    hex,
    march,
    numbers,
    offered,
    play,
    points,
    poles_attack,
    poles_move,
    russians_attack,
    russians_move,
    unit,
    where,
)

rule = pytest.mark.rule

AROUND_0332 = {"0331", "0431", "0432", "0333", "0232", "0231"}


# -- 7.0 ------------------------------------------------------------------------------------------------------


@rule("7.0a")
@pytest.mark.parametrize(("name", "side"), [("R-4", RUSSIA), ("R-4cav", RUSSIA), ("P-8", POLAND), ("P-1U", POLAND)])
def test_a_unit_has_a_zone_in_the_six_hexes_around_it(name: str, side: int) -> None:
    game = at(f'phase = "operation"\nunits.{name} = "0332"')
    assert numbers(zoc(game.s, side)) == AROUND_0332
    assert zoc(game.s, 1 - side) == 0


@rule("7.0a")
def test_artillery_has_no_zone() -> None:
    game = at('phase = "operation"\nunits.R-1art = "0332"')
    assert zoc(game.s, RUSSIA) == 0


@rule("7.0a")
def test_artillery_does_not_take_the_zone_from_the_unit_beside_it() -> None:
    game = at('phase = "operation"\nunits.R-4 = "0332"\nunits.R-1art = "0332"')
    assert numbers(zoc(game.s, RUSSIA)) == AROUND_0332


@rule("7.0a")
def test_artillery_left_behind_has_no_zone() -> None:
    game = march(russians_move('units.R-4 = "0332"\nunits.R-1art = "0332"'), "R-4", "0333 0334")
    assert where(game, "R-1art") == "0332"
    assert not zoc(game.s, RUSSIA) >> hex("0331") & 1


@rule("7.0a")
@pytest.mark.parametrize(("name", "side"), [("R-4", RUSSIA), ("P-8", POLAND)])
def test_zones_of_both_sides_reach_into_east_prussia(name: str, side: int) -> None:
    game = at(f'phase = "operation"\nunits.{name} = "2107"')
    reached = zoc(game.s, side) & M.east_prussia
    assert numbers(reached) == {"2108", "2206", "2207"}


@rule("7.0a")
def test_no_zone_in_danzig() -> None:
    game = at('phase = "operation"\nunits.P-8 = "2404"')
    assert not zoc(game.s, POLAND) & M.danzig


@rule("7.0b", "12.1a")
@pytest.mark.parametrize(("name", "side"), [("R-4", RUSSIA), ("P-8", POLAND)])
def test_disrupted_units_have_no_zone(name: str, side: int) -> None:
    game = at(f'phase = "operation"\nunits.{name} = {{ hex = "0332", disrupted = true }}')
    assert zoc(game.s, side) == 0


@rule("7.0b")
def test_a_disrupted_unit_does_not_take_the_zone_from_the_unit_beside_it() -> None:
    game = at('phase = "operation"\nunits.R-4 = { hex = "0332", disrupted = true }\nunits.R-11 = "0332"')
    assert numbers(zoc(game.s, RUSSIA)) == AROUND_0332


@rule("7.0a", "7.0b")
def test_the_zone_goes_with_the_unit_and_comes_back_with_the_refit() -> None:
    game = russians_move('units.R-4 = "0332"')
    march(game, "R-4", "0333")
    assert not zoc(game.s, RUSSIA) >> hex("0331") & 1
    assert zoc(game.s, RUSSIA) >> hex("0334") & 1
    game = at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = { hex = "0332", disrupted = true }')
    play(game, "stop")
    assert numbers(zoc(game.s, RUSSIA)) == AROUND_0332


# -- 7.1 movement ---------------------------------------------------------------------------------------------


@rule("7.1a", "10.4.1a")
@pytest.mark.parametrize("side", ["poland", "russia"])
def test_a_unit_that_enters_an_enemy_zone_stops_there(side: str) -> None:
    mover, foe = ("P-8", "R-4") if side == "poland" else ("R-4", "P-8")
    game = at(f'turn = 4\nside = "{side}"\nphase = "movement"\nunits.{mover} = "0334"\nunits.{foe} = "0331"')
    play(game, f"unit {mover}", "step 0333")
    assert asks(game) == f"{side}: way"
    play(game, "step 0332")
    assert asks(game) == f"{side}: pick"
    assert not can(game, f"unit {mover}")


@rule("10.4.1a")
def test_it_stops_whatever_points_are_left() -> None:
    game = russians_move('units.R-4cav = "0333"\nunits.P-8 = "0331"')
    play(game, "unit R-4cav", "step 0332")  # one of six points
    assert asks(game) == "russia: pick"


@rule("7.1a", "10.4.1a")
def test_from_a_zone_that_was_entered_no_step_leads_on() -> None:
    s = russians_move('units.R-4 = "0332"\nunits.P-8 = "0331"').s
    assert steps(s, hex("0332"), 5, whole=True)
    assert steps(s, hex("0332"), 5, whole=False) == []


@rule("7.1b")
def test_a_unit_that_starts_in_a_zone_may_leave_it_but_not_into_another() -> None:
    game = russians_move('units.R-4cav = "0332"\nunits.P-8 = "0331"')
    play(game, "unit R-4cav")
    assert offered(game, "step") == {"0432", "0333", "0232"}  # 0431 and 0231 are in the zone too


@rule("7.1b")
def test_after_a_free_hex_it_may_enter_a_zone_again() -> None:
    game = russians_move('units.R-4cav = "0332"\nunits.P-8 = "0331"')
    play(game, "unit R-4cav", "step 0232")
    assert can(game, "step 0231")
    play(game, "step 0231")
    assert where(game, "R-4cav") == "0231"
    assert asks(game) == "russia: pick"


@rule("7.1b", "10.3b")
def test_a_unit_surrounded_by_zones_cannot_move_at_all() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.P-8 = "0331"\nunits.P-10 = "0333"\nunits.R-33 = "0632"')
    assert offered(game, "unit") == {"R-33"}


@rule("7.1a")
def test_a_friendly_unit_does_not_help_a_mover_through_a_zone() -> None:
    game = russians_move('units.R-4 = "0333"\nunits.R-11 = "0332"\nunits.P-8 = "0331"')
    play(game, "unit R-4", "step 0332")
    assert asks(game) == "russia: pick"


@rule("7.1a", "7.0a", "7.0b")
@pytest.mark.parametrize("foe", ['units.R-1art = "0331"', 'units.R-4 = { hex = "0330", disrupted = true }'])
def test_units_without_a_zone_stop_nobody(foe: str) -> None:
    game = poles_move('units.P-8 = "0333"\n' + foe)
    play(game, "unit P-8", "step 0332")
    assert asks(game) == "poland: way"


# -- 7.2 combat ------------------------------------------------------------------------------------------------


@rule("7.2a", "11.10c")
def test_a_retreat_does_not_enter_a_zone_even_with_a_friend_in_it() -> None:
    game = poles_attack("""
        units.P-PL1 = "0331"
        units.R-4 = "0332"
        units.R-11 = "0333"
        units.P-8 = "0334"
    """)
    assert numbers(retreat_hexes(game.s, unit("R-4"), hex("0332"), 1)) == {"0432", "0232"}  # not 0333


@rule("7.2b", "11.11a")
def test_an_advance_ignores_zones() -> None:
    game = russians_attack("""
        units.R-27 = "0332"
        units.R-4 = "0332"
        units.P-3U = "0331"
        units.P-8 = "0430"
    """)
    attack(game, "0331", "R-27 R-4", 6)  # 9 to 2, 4:1: DE
    assert in_enemy_zoc(game.s, RUSSIA, hex("0332")) is False
    assert in_enemy_zoc(game.s, RUSSIA, hex("0331")) is True
    play(game, "unit R-27")
    assert where(game, "R-27") == "0331"


@rule("7.2b", "7.1b")
def test_an_advance_from_zone_to_zone() -> None:
    game = russians_attack("""
        units.R-27 = "0332"
        units.R-4 = "0332"
        units.P-3U = "0331"
        units.P-8 = "0431"    # next to 0332 and to 0331
    """)
    attack(game, "0331", "R-27 R-4", 6)
    play(game, "unit R-27", "unit R-4")
    assert where(game, "R-27") == where(game, "R-4") == "0331"


# -- 7.3 railways -------------------------------------------------------------------------------------------------


@rule("7.3a")
def test_a_zone_over_the_railway_cuts_a_city_from_its_points() -> None:
    free = at('turn = 8\nphase = "operation"')
    assert points(free, POLAND, "Pinsk") == 1
    cut = at('turn = 8\nphase = "operation"\nunits.R-4 = "1519"\nunits.R-11 = "1722"')  # over its two exits
    assert not zoc(cut.s, RUSSIA) >> hex("Pinsk") & 1
    assert points(cut, POLAND, "Pinsk") == 0


@rule("7.3a")
def test_a_friendly_unit_in_the_zone_opens_the_railway_again() -> None:
    text = 'turn = 8\nphase = "operation"\n[units]\nR-4 = "1519"\nR-11 = "1722"\n'
    assert points(at(text), POLAND, "Pinsk") == 0
    opened = at(text + 'P-8 = "1619"\nP-10 = "1618"')
    assert points(opened, POLAND, "Pinsk") == 1
