"""11.6 – 11.8 What an attack is worth: supply, terrain, river, trench, artillery, shock."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.rules.strength import Odds, attacking_factor, die_bonus, printed, work_out
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Game

from .table import (
    M,
    altered,
    asks,
    at,
    attack,
    can,
    hex,
    last,
    play,
    poles_attack,
    russians_attack,
    unit,
    units,
    verbs,
    where,
)

rule = pytest.mark.rule


def odds(game: Game[State], attackers: str, defenders: str, target: str) -> Odds:
    return work_out(game.s, units(attackers), units(defenders), hex(target))


def defence(place: str, attacker: str, name: str = "P-8") -> int:
    """The factor of one Polish unit of 4 in a hex that is attacked from another."""
    game = russians_attack(f'units.{name} = "{place}"\nunits.R-4 = "{attacker}"')
    return odds(game, "R-4", name, place).defence


# -- 2.2.6, 11.6.1 supply ---------------------------------------------------------------------------------------


@rule("2.2.6a")
def test_one_factor_serves_for_attack_and_defence() -> None:
    game = russians_attack('units.R-27 = "0332"\nunits.P-PL1 = "0331"')
    assert (odds(game, "R-27", "P-PL1", "0331").attack, odds(game, "R-27", "P-PL1", "0331").defence) == (5, 6)
    game = poles_attack('units.R-27 = "0332"\nunits.P-PL1 = "0331"')
    assert (odds(game, "P-PL1", "R-27", "0332").attack, odds(game, "P-PL1", "R-27", "0332").defence) == (6, 5)


@rule("11.6.1a", "8.2b")
def test_attackers_without_supply_are_added_from_all_hexes_and_halved_once() -> None:
    game = russians_attack("""
        tracks.west_supplied = false
        units.R-12 = "0332"
        units.R-53 = "0430"
        units.P-8 = "0331"
    """)
    assert odds(game, "R-12 R-53", "P-8", "0331").attack == 3  # (3 + 3) / 2, not 2 + 2


@rule("11.6.1a", "8.2b")
def test_both_fronts_without_supply_are_halved_together() -> None:
    game = russians_attack("""
        tracks.west_supplied = false
        tracks.southwest_supplied = false
        units.R-12 = "0332"
        units.R-47 = "0430"
        units.P-8 = "0331"
    """)
    assert odds(game, "R-12 R-47", "P-8", "0331").attack == 3


@rule("11.6.1a", "8.2b")
def test_in_a_mixed_attack_only_the_front_without_supply_is_halved() -> None:
    text = 'units.R-4 = "0332"\nunits.R-24 = "0430"\nunits.P-8 = "0331"\n'
    game = russians_attack("tracks.southwest_supplied = false\n" + text)
    assert odds(game, "R-4 R-24", "P-8", "0331").attack == 4 + 2
    game = russians_attack("tracks.west_supplied = false\ntracks.southwest_supplied = true\n" + text)
    assert odds(game, "R-4 R-24", "P-8", "0331").attack == 2 + 4


@rule("11.6.1a", "8.2d")
def test_a_defence_without_supply_is_added_in_its_hex_and_halved_once() -> None:
    game = poles_attack("""
        tracks.west_supplied = false
        units.R-12 = "0332"
        units.R-53 = "0332"
        units.P-8 = "0331"
    """)
    assert odds(game, "P-8", "R-12 R-53", "0332").defence == 3


@rule("11.6.1a", "8.2d")
def test_odd_sums_are_rounded_up() -> None:
    game = poles_attack('tracks.west_supplied = false\nunits.R-27 = "0332"\nunits.P-8 = "0331"')
    assert odds(game, "P-8", "R-27", "0332").defence == 3
    game = russians_attack('tracks.west_supplied = false\nunits.R-27 = "0332"\nunits.P-8 = "0331"')
    assert odds(game, "R-27", "P-8", "0331").attack == 3


@rule("11.6.1a")
def test_poles_are_never_out_of_supply() -> None:
    text = 'tracks.west_supplied = false\ntracks.southwest_supplied = false\nunits.R-27 = "0332"\nunits.P-8 = "0331"'
    assert odds(poles_attack(text), "P-8", "R-27", "0332").attack == 4
    assert odds(russians_attack(text), "R-27", "P-8", "0331").defence == 4


@rule("11.6.1b", "12.3e")
def test_isolation_changes_no_factor() -> None:
    text = 'units.R-27 = { hex = "0332", isolated = true }\nunits.P-8 = { hex = "0331", isolated = true }'
    assert odds(russians_attack(text), "R-27", "P-8", "0331").attack == 5
    assert odds(russians_attack(text), "R-27", "P-8", "0331").defence == 4
    assert odds(poles_attack(text), "P-8", "R-27", "0332").attack == 4
    assert odds(poles_attack(text), "P-8", "R-27", "0332").defence == 5


# -- 11.6.2 terrain ----------------------------------------------------------------------------------------------


@rule("11.6.2a", "11.6.2e")
@pytest.mark.parametrize(
    ("place", "attacker", "factor"),
    [
        ("0331", "0332", 1),  # clear
        ("1218", "1119", 1),  # swamp
        ("2026", "1926", 2),  # forest
        ("0314", "0315", 2),  # mountain
        ("1614", "1715", 2),  # Brest, a city
        ("1709", "1608", 3),  # Warsaw
        ("0615", "0616", 3),  # Lvov, a major city
        ("0230", "0231", 1),  # Uman, a town in the clear
    ],
)
def test_the_defenders_hex(place: str, attacker: str, factor: int) -> None:
    assert not M.river[hex(place)] >> hex(attacker) & 1
    assert not M.trench_front[hex(place)] >> hex(attacker) & 1
    assert defence(place, attacker) == 4 * factor


@rule("11.6.2a")
def test_terrain_helps_russian_defenders_as_well() -> None:
    game = poles_attack('units.R-4 = "1614"\nunits.P-8 = "1715"')
    assert odds(game, "P-8", "R-4", "1614").defence == 8


@rule("11.6.2b")
def test_a_river_before_all_attackers_doubles() -> None:
    assert M.river[hex("0417")] >> hex("0518") & 1
    assert defence("0417", "0518") == 8


@rule("11.6.2b")
def test_one_attacker_without_a_river_cancels_it() -> None:
    text = 'units.P-8 = "0417"\nunits.R-24 = "0518"\nunits.R-25 = "0418"\nunits.R-45 = "0317"'
    game = russians_attack(text)
    assert odds(game, "R-24 R-25", "P-8", "0417").defence == 8
    assert odds(game, "R-24 R-25 R-45", "P-8", "0417").defence == 4


@rule("11.6.2a", "11.6.2b", "11.6.2f")
def test_effects_are_not_multiplied() -> None:
    assert M.river[hex("2722")] >> hex("2621") & 1
    assert defence("2722", "2621") == 8  # forest and river
    assert M.river[hex("1709")] >> hex("1710") & 1
    assert defence("1709", "1710") == 12  # Warsaw and the Vistula: tripled, not six times
    assert M.river[hex("1614")] >> hex("1613") & 1
    assert defence("1614", "1613") == 8  # Brest and the Bug


# -- trenches -------------------------------------------------------------------------------------------------------


TRENCH = 'units.P-8 = "2220"\n'  # clear; its front faces 2121, 2221 and 2321


@rule("11.6.2c")
def test_an_attack_over_the_front_of_a_trench_is_halved() -> None:
    game = russians_attack(TRENCH + 'units.R-27 = "2121"')
    assert M.trench_front[hex("2220")] >> hex("2121") & 1
    assert odds(game, "R-27", "P-8", "2220").attack == 3  # 5 / 2, rounded up
    assert odds(game, "R-27", "P-8", "2220").defence == 4


@rule("11.6.2c")
def test_those_over_the_trench_are_added_before_they_are_halved() -> None:
    game = russians_attack(TRENCH + 'units.R-27 = "2121"\nunits.R-12 = "2121"')
    assert odds(game, "R-27 R-12", "P-8", "2220").attack == 4
    game = russians_attack(TRENCH + 'units.R-12 = "2121"\nunits.R-53 = "2121"')
    assert odds(game, "R-12 R-53", "P-8", "2220").attack == 3


@rule("11.6.2c")
def test_only_those_over_the_trench_are_halved() -> None:
    game = russians_attack(TRENCH + 'units.R-27 = "2121"\nunits.R-4 = "2219"')
    assert not M.trench[hex("2220")] >> hex("2219") & 1
    assert odds(game, "R-27 R-4", "P-8", "2220").attack == 3 + 4


@rule("11.6.2c")
def test_from_behind_a_trench_does_nothing() -> None:
    game = russians_attack('units.R-27 = "2220"\nunits.P-8 = "2121"')
    assert M.trench[hex("2121")] >> hex("2220") & 1
    assert odds(game, "R-27", "P-8", "2121").attack == 5


@rule("11.6.2c")
def test_beside_a_trench_front_the_back_of_another_trench_does_nothing() -> None:
    """No hex of our map has both, so 2220 gets a second trench that faces the other way."""
    game = russians_attack(TRENCH + 'units.R-27 = "2121"\nunits.R-4 = "2219"')
    trench = list(M.trench)
    trench[hex("2220")] |= 1 << hex("2219")
    game.s.m = altered(M, trench=tuple(trench))
    assert odds(game, "R-27 R-4", "P-8", "2220").attack == 3 + 4


@rule("11.6.2c")
def test_poles_are_halved_by_a_trench_too() -> None:
    game = poles_attack('units.P-PL1 = "2121"\nunits.R-4 = "2220"')
    assert odds(game, "P-PL1", "R-4", "2220").attack == 3


@rule("11.6.2d")
def test_attackers_without_supply_ignore_trenches() -> None:
    game = russians_attack("tracks.west_supplied = false\n" + TRENCH + 'units.R-27 = "2121"')
    assert odds(game, "R-27", "P-8", "2220").attack == 3
    game = russians_attack("tracks.west_supplied = false\n" + TRENCH + 'units.R-4 = "2121"\nunits.R-11 = "2121"')
    assert odds(game, "R-4 R-11", "P-8", "2220").attack == 4  # never less than half


@rule("11.6.2d")
def test_in_a_mixed_attack_each_front_is_halved_for_its_own_reason() -> None:
    text = TRENCH + 'units.R-12 = "2121"\nunits.R-47 = "2221"'
    game = russians_attack("tracks.southwest_supplied = false\n" + text)
    assert odds(game, "R-12 R-47", "P-8", "2220").attack == 2 + 2


@rule("11.6.2d", "11.6.2a")
def test_supply_comes_before_terrain() -> None:
    game = poles_attack('tracks.west_supplied = false\nunits.R-12 = "1614"\nunits.P-8 = "1715"')
    assert odds(game, "P-8", "R-12", "1614").defence == 4  # 3 halved to 2, then doubled; doubled first it would be 3


@rule("11.6.2a", "11.6.2c")
def test_of_trench_and_other_terrain_only_the_better_one_counts() -> None:
    # Baranovichi is a city behind a trench: doubled or halved, never both.
    assert M.trench_front[hex("2020")] >> hex("2121") & 1
    game = russians_attack('units.P-8 = "2020"\nunits.R-4 = "2121"\nunits.R-11 = "2121"')
    found = odds(game, "R-4 R-11", "P-8", "2020")
    assert (found.attack, found.defence) in {(4, 4), (8, 8)}
    assert found.label == "1:1"


@rule("11.6.2a", "11.6.2c")
def test_the_effect_with_the_lowest_odds_is_used() -> None:
    # Only one of two attackers comes over the trench: doubling the city is better for the defender.
    game = russians_attack('units.P-8 = "2020"\nunits.R-4 = "2121"\nunits.R-11 = "2019"')
    found = odds(game, "R-4 R-11", "P-8", "2020")
    assert (found.attack, found.defence) == (8, 8)  # not 6 to 4
    # In the clear behind a trench with an open flank the trench is all there is.
    game = russians_attack(TRENCH + 'units.R-4 = "2121"\nunits.R-11 = "2219"')
    found = odds(game, "R-4 R-11", "P-8", "2220")
    assert (found.attack, found.defence) == (6, 4)


@rule("11.6.2d", "11.6.2a")
def test_against_attackers_without_supply_other_terrain_still_counts() -> None:
    game = russians_attack('tracks.west_supplied = false\nunits.P-8 = "2020"\nunits.R-4 = "2121"\nunits.R-11 = "2121"')
    found = odds(game, "R-4 R-11", "P-8", "2020")
    assert (found.attack, found.defence) == (4, 8)


# -- 11.7 artillery ----------------------------------------------------------------------------------------------------


@rule("11.7a")
def test_artillery_alone_defends_with_its_factor() -> None:
    game = poles_attack('units.R-1art = "0332"\nunits.P-8 = "0331"')
    assert odds(game, "P-8", "R-1art", "0332").defence == 1


@rule("11.7a")
def test_stacked_artillery_adds_nothing_to_a_defence() -> None:
    game = poles_attack('units.R-1art = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"')
    assert odds(game, "P-8", "R-1art R-4", "0332").defence == 4
    assert printed(game.s, units("R-1art R-4")) == 4


@rule("11.7a")
def test_attacking_artillery_has_no_factor() -> None:
    game = russians_attack('units.R-1art = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"')
    assert attacking_factor(game.s, unit("R-1art")) == 0
    assert odds(game, "R-1art R-4", "P-8", "0331").attack == 4


@rule("11.7a")
def test_artillery_does_not_attack_alone() -> None:
    game = russians_attack('units.R-1art = "0332"\nunits.P-8 = "0331"')
    assert verbs(game) == {"end"}
    game = russians_attack('units.R-1art = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"')
    play(game, "attack 0331", "unit R-1art")
    assert not can(game, "resolve")
    play(game, "unit R-4")
    assert can(game, "resolve")


@rule("11.7b")
def test_supplied_artillery_adds_one_to_the_die() -> None:
    game = russians_attack('units.R-1art = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"')
    attack(game, "0331", "R-4 R-1art", 3)  # 1:1 with 3 would be contact, with 4 it is an exchange
    assert last(game, "result").refs["bonus"] == 1
    assert last(game, "result").refs["result"] == "EX"


@rule("11.7b")
def test_two_artillery_units_add_no_more() -> None:
    game = russians_attack("""
        units.R-1art = "0332"
        units.R-4 = "0332"
        units.R-2art = "0430"
        units.P-8 = "0331"
    """)
    assert die_bonus(game.s, units("R-4 R-1art R-2art"))[0] == 1


@rule("11.7b", "8.2c")
def test_the_western_front_must_be_supplied_for_it() -> None:
    text = 'units.R-1art = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"\nunits.R-24 = "0430"\n'
    assert die_bonus(russians_attack("tracks.west_supplied = false\n" + text).s, units("R-1art R-24"))[0] == 0
    assert die_bonus(russians_attack("tracks.southwest_supplied = false\n" + text).s, units("R-1art R-24"))[0] == 1


@rule("11.7b")
def test_artillery_that_stays_out_adds_nothing() -> None:
    game = russians_attack('units.R-1art = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"')
    attack(game, "0331", "R-4", 3)
    assert last(game, "result").refs["bonus"] == 0


@rule("11.7b")
def test_defending_artillery_changes_no_die() -> None:
    game = poles_attack('units.R-1art = "0332"\nunits.R-4 = "0332"\nunits.P-8 = "0331"')
    attack(game, "0332", "P-8", 3)
    assert last(game, "result").refs["bonus"] == 0
    assert last(game, "result").refs["result"] == "C"


# -- 11.8 shock ------------------------------------------------------------------------------------------------------


@rule("11.8a")
@pytest.mark.parametrize(
    ("attackers", "bonus"),
    [("P-PL1", 1), ("P-PL2cav", 1), ("P-15", 0), ("P-1cav", 0), ("P-PL1 P-PL3", 1), ("P-15 P-PL1", 1)],
)
def test_a_legion_unit_adds_one_to_the_die_once(attackers: str, bonus: int) -> None:
    game = at('phase = "operation"')
    assert die_bonus(game.s, units(attackers))[0] == bonus


@rule("11.8a")
def test_shock_is_added_in_an_attack() -> None:
    game = poles_attack('units.P-PL2cav = "0331"\nunits.R-27 = "0332"')
    attack(game, "0332", "P-PL2cav", 3)  # 5 to 5: contact becomes an exchange
    assert last(game, "result").refs["result"] == "EX"


@rule("11.8a")
def test_a_defending_legion_adds_nothing() -> None:
    game = russians_attack('units.P-PL2cav = "0331"\nunits.R-27 = "0332"')
    attack(game, "0331", "R-27", 3)
    assert last(game, "result").refs["bonus"] == 0
    assert last(game, "result").refs["result"] == "C"
    assert where(game, "R-27") == "0332"
    assert asks(game) == "russia: declare"


@rule("11.7b", "11.8a", "11.5b")
def test_a_seven_has_a_row_of_its_own() -> None:
    game = poles_attack('units.P-PL1 = "0331"\nunits.R-12 = "0332"')
    attack(game, "0332", "P-PL1", 6)  # 6 to 3, 2:1
    column = M.columns.index("2:1")
    assert M.crt[7][column] != M.crt[6][column]
    assert last(game, "result").refs["result"] == M.crt[7][column]
