"""8.0 Command unit movement, and whom command units command (13.1, 13.3, 13.4)."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.command import NO_WAY, die_needed, in_command

from .campaigning import orders, phase
from .table import M, asked, asks, at, can, hex, members, offered, play, points, units, verbs, where

rule = pytest.mark.rule

STAFFS = """
    units.Pilsudski = "1515"
    units.Szeptycki = "1307"
    units.Uborevich = "1815"
    units.P-8 = "1515"
    units.R-4 = "1815"
"""


@rule("8.0a", "8.0e", "8.0b")
@pytest.mark.parametrize(("poland", "russia", "first"), [(9, 8, "poland"), (8, 9, "russia"), (8, 8, "poland")])
def test_more_total_points_move_first_and_equal_ones_are_polish(poland: int, russia: int, first: str) -> None:
    game = phase("command", STAFFS + f"total = {{ poland = {poland}, russia = {russia} }}")
    assert asks(game) == f"{first}: pick"


@rule("8.0a", "8.0c", "8.0b")
def test_players_move_in_turn_and_a_refusal_is_final() -> None:
    game = phase("command", STAFFS + "total = { poland = 9, russia = 8 }")
    before = points(game, "poland")
    play(game, "commander Pilsudski", "hex 1615")
    assert points(game, "poland") == before
    assert asks(game) == "russia: pick"
    play(game, "pass")
    assert asks(game) == "poland: pick"  # Szeptycki is left
    play(game, "commander Szeptycki", "hex 1306")
    assert where(game, "Szeptycki") == "1306"
    assert game.s.phase > 6


@rule("8.0b", "8.0a")
def test_each_moves_once_up_to_five_hexes_over_any_ground() -> None:
    game = play(phase("command", STAFFS + "total = { poland = 9, russia = 8 }"), "commander Pilsudski")
    reach = offered(game, "hex")
    assert "1414" in reach  # forest
    assert "1015" in reach
    assert "0915" not in reach  # six hexes
    play(game, "hex 1015", "pass")
    assert offered(game, "commander") == {"Szeptycki"}


@rule("8.0d", "8.0b", "8.0a")
def test_enemy_units_bar_a_hex_and_their_neighbours_do_not() -> None:
    game = play(phase("command", STAFFS + "total = { poland = 9, russia = 8 }"), "commander Pilsudski")
    reach = offered(game, "hex")
    assert "1815" not in reach
    assert "1715" in reach
    lone = STAFFS.replace('units.R-4 = "1815"', 'units.R-4 = "1915"')
    game = play(phase("command", lone + "total = { poland = 9, russia = 8 }"), "commander Pilsudski")
    assert "1815" not in offered(game, "hex")  # a command unit alone bars another


@rule("8.0d", "1.3d", "1.3e", "8.0a", "8.0b")
def test_no_impassable_ground() -> None:
    game = play(phase("command", STAFFS + "total = { poland = 9, russia = 8 }"), "commander Szeptycki")
    assert not offered(game, "hex") & {"1209", "1309", "1310", "1302", "0905"}


@rule("8.0c", "8.0a", "8.0b")
def test_a_command_unit_moves_even_after_going_along() -> None:
    game = orders('units.P-8 = "1515"\nunits.Pilsudski = "1515"\nunits.R-4 = "2014"', "1515")
    play(game, "unit P-8", "lead Pilsudski", "step 1615", "order", "face 1715")
    assert asks(game) == "poland: pick"
    assert can(game, "commander Pilsudski")


@rule("13.4a", "8.0d", "8.0a", "8.0b")
def test_the_ukrainian_command_stays_south() -> None:
    game = play(at('turn = 4\nphase = "command"\nunits.Pavlenko = "1511"\nunits.R-4 = "2014"'), "commander Pavlenko")
    assert not offered(game, "hex") & {"1510", "1610", "1609"}
    assert "1512" in offered(game, "hex")


@rule("13.5b", "8.0a", "8.0b")
def test_a_russian_command_unit_may_go_to_east_prussia() -> None:
    game = at('turn = 4\nphase = "command"\ndice = [2]\nunits.Gai = "0607"\nunits.P-8 = "0210"')
    play(game, "pass", "commander Gai")
    assert "0606" in offered(game, "hex")
    assert "0205" not in offered(game, "hex")  # not through it
    play(game, "hex 0606")
    assert where(game, "Gai") == "turn 6"


# -- whom they command ------------------------------------------------------------


def commanded(text: str, side: int, place: str, names: str) -> bool:
    game = at(f'turn = 4\nphase = "combat"\nlithuania = true\nunits.P-Sib = "0108"\n{text}')
    return in_command(game.s, side, hex(place), units(names))


@rule("13.1a")
def test_russian_commands_serve_their_area_alone() -> None:
    south, north = "1511", "1510"
    assert commanded(f'units.R-4 = "{south}"\nunits.Uborevich = "{south}"', RUSSIA, south, "R-4")
    assert not commanded(f'units.R-4 = "{south}"\nunits.Kork = "{south}"', RUSSIA, south, "R-4")
    assert commanded(f'units.R-4 = "{north}"\nunits.Kork = "{south}"', RUSSIA, north, "R-4")
    assert not commanded(f'units.R-4 = "{north}"\nunits.Uborevich = "{north}"', RUSSIA, north, "R-4")


@rule("13.3d", "13.3g")
def test_lithuanians_have_their_own_command_and_it_has_nobody_else() -> None:
    assert commanded('units.L-1 = "0804"\nunits.Zukauskas = "0804"', RUSSIA, "0804", "L-1")
    assert not commanded('units.L-1 = "0804"\nunits.Gai = "0804"', RUSSIA, "0804", "L-1")
    assert not commanded('units.R-4 = "0806"\nunits.Zukauskas = "0806"', RUSSIA, "0806", "R-4")


@rule("13.4c", "13.4e", "13.4f")
def test_ukrainians_look_to_either_command_and_mixed_stacks_to_a_polish_one() -> None:
    ukrainian, polish, both = 'units.U-3 = "1515"\n', 'units.P-8 = "1515"\n', 'units.U-3 = "1515"\nunits.P-8 = "1515"\n'
    assert commanded(ukrainian + 'units.Pavlenko = "1515"', POLAND, "1515", "U-3")
    assert commanded(ukrainian + 'units.Pilsudski = "1614"', POLAND, "1515", "U-3")
    assert not commanded(polish + 'units.Pavlenko = "1515"', POLAND, "1515", "P-8")
    assert not commanded(both + 'units.Pavlenko = "1515"', POLAND, "1515", "U-3 P-8")
    assert commanded(both + 'units.Pilsudski = "1515"', POLAND, "1515", "U-3 P-8")


@rule("9.2a", "7.2a")
def test_command_reaches_the_next_hex_and_no_further() -> None:
    assert commanded('units.P-8 = "1515"\nunits.Pilsudski = "1614"', POLAND, "1515", "P-8")
    assert not commanded('units.P-8 = "1515"\nunits.Pilsudski = "1714"', POLAND, "1515", "P-8")


@rule("8.0a", "8.0b", "8.0d")
def test_a_choice_can_be_thought_over() -> None:
    game = play(phase("command", STAFFS + "total = { poland = 9, russia = 8 }"), "commander Pilsudski")
    assert {option.verb: option.free for option in asked(game).options} == {"hex": False, "cancel": True}
    play(game, "cancel")
    assert verbs(game) == {"commander", "pass"}
    assert asks(game) == "poland: pick"  # he has not moved
    assert [option.verb for option in asked(game).options if option.publish] == ["pass"]


@rule("8.0b", "8.0d")
def test_a_command_unit_that_is_shut_in_is_not_moved() -> None:
    ring = "".join(f'units.R-{n} = "{M.grid.number(h)}"\n' for n, h in zip(
        (4, 5, 6, 7, 8, 10), members(M.grid.around[hex("1615")]), strict=True))  # fmt: skip
    text = f'units.Pilsudski = "1615"\nunits.P-8 = "1615"\nunits.Sikorski = "Warsaw"\n{ring}units.Kork = "Smolensk"\n'
    game = phase("command", text + "total = { poland = 9, russia = 8 }")
    assert offered(game, "commander") == {"Sikorski"}


@rule("8.0a", "1.4b", "13.2a", "8.0b")
def test_who_has_no_command_unit_to_move_may_still_rearrange_his_stacks() -> None:
    game = at('turn = 4\nphase = "command"\nunits.Pilsudski = "Warsaw"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"')
    while asks(game).startswith("poland"):
        play(game, "pass")
    assert asks(game) == "russia: pick"
    assert not offered(game, "commander")
    play(game, "dummy Smolensk", "pass")
    assert game.s.phase > 6


@rule("7.2b", "3.2c")
def test_a_card_makes_no_way_no_longer() -> None:
    s = at(
        'turn = 4\nphase = "movement"\nlaid.poland = 14\nunits.R-44 = "1713"\nunits.R-4 = "2014"\nunits.P-8 = "Warsaw"'
    ).s
    assert die_needed(s, RUSSIA, hex("1713"), units("R-44")) == NO_WAY
