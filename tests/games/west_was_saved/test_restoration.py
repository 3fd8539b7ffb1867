"""10.0 Restoration of units, and 13.6 the capitals."""

from __future__ import annotations

import pytest

from vistula.board.hexes import collect
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.restoration import besieged, rallying, restorable
from vistula.games.west_was_saved.state import COMBAT, State
from vistula.kernel import Game

from .table import M, asks, at, cannot, events, facing, hex, offered, play, points, units, verbs, weak

rule = pytest.mark.rule


def restoration(text: str, turn: int = 4) -> Game[State]:
    """The restoration phase, at its first question."""
    return at(f'turn = {turn}\nphase = "restoration"\n{text}')


POLES = """
    units.P-8 = { hex = "Lublin", weak = true }
    units.P-7 = "Lublin"
    units.P-6 = { hex = "1516", weak = true }
    units.P-41Rgt = { hex = "Lublin", weak = true }
    units.R-4 = { hex = "Smolensk", weak = true }
    depots.poland = ["Lublin"]
    points.poland = 2
    points.russia = 1
    total.poland = 9
    total.russia = 8
"""


@rule("10.0a", "10.0b", "10.0d")
def test_weakened_units_in_supply_are_restored_for_a_point_each() -> None:
    game = restoration(POLES)
    assert asks(game) == "poland: restoration"
    assert offered(game, "unit") == {"P-8"}
    play(game, "unit P-8")
    assert not weak(game, "P-8")
    assert points(game, "poland") == 1
    assert offered(game, "unit") == set()


@rule("10.0a", "10.0b", "10.0d")
def test_units_out_of_supply_are_not() -> None:
    game = restoration(POLES)
    assert cannot(game, "unit P-6")
    assert restorable(game.s, POLAND) == collect(units("P-8"))


@rule("10.0c", "1.2h", "10.0a", "10.0b", "10.0d")
@pytest.mark.parametrize("key", ["P-41Rgt", "P-13CavRgt", "U-6"])
def test_single_sided_units_never_are(key: str) -> None:
    game = restoration(
        f"units.{key} = {{ hex = 'Lublin', weak = true }}\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Lublin']\n"
    )
    assert cannot(game, f"unit {key}")
    assert M.single[units(key)[0]]


@rule("10.0a", "1.4b", "13.2a", "10.0d")
def test_without_points_nobody_is_restored_but_stacks_may_be_rearranged() -> None:
    game = restoration(POLES.replace("points.poland = 2", "points.poland = 0"))
    assert asks(game) == "poland: restoration"
    assert offered(game, "unit") == set()
    assert offered(game, "dummy")
    play(game, "done")
    assert asks(game) == "russia: restoration"


@rule("10.0a", "10.0b", "10.0d")
def test_the_points_are_the_limit() -> None:
    text = POLES.replace("points.poland = 2", "points.poland = 1") + "units.P-5 = { hex = 'Lublin', weak = true }\n"
    game = play(restoration(text), "unit P-8")
    assert asks(game) == "russia: restoration"
    assert weak(game, "P-5")


@rule("10.0d", "10.0a")
def test_the_russian_may_keep_points_for_redeployment() -> None:
    game = play(restoration(POLES), "done")
    assert asks(game) == "russia: restoration"
    play(game, "done")
    assert points(game, "russia") == 1
    assert weak(game, "R-4")
    assert asks(game).endswith(": redeploy")


@rule("10.0b", "10.0a", "10.0d")
def test_facing_does_not_change() -> None:
    game = restoration(POLES + "facing.Lublin = 'N'\n")
    assert not {"face", "turn", "rim"} & verbs(game)
    play(game, "unit P-8")
    assert facing(game, "Lublin") == "N"


@rule("10.0a", "10.0d")
def test_that_somebody_has_nobody_to_restore_cannot_be_seen() -> None:
    game = restoration("units.P-8 = 'Lublin'\nunits.R-4 = 'Smolensk'\npoints.poland = 3\ntotal.poland = 20\n")
    assert asks(game) == "poland: restoration"
    assert verbs(game) == {"done"}


# -- 13.6 Smolensk and Warsaw -------------------------------------------------------------------------------------


WARSAW = """
    units.P-8 = { hex = "Warsaw", weak = true }
    units.P-7 = { hex = "Warsaw", weak = true }
    units.P-41Rgt = { hex = "Warsaw", weak = true }
    units.P-6 = { hex = "Lublin", weak = true }
    units.R-4 = "0509"
    points.poland = 0
    points.russia = 0
"""


@rule("13.6a", "10.0a", "10.0d")
def test_poles_in_a_threatened_warsaw_are_restored_free() -> None:
    game = restoration(WARSAW)
    assert not weak(game, "P-8")
    assert not weak(game, "P-7")
    assert weak(game, "P-6")
    assert len(events(game, "rallied")) == 2


@rule("13.6a", "10.0c", "10.0a", "10.0d")
def test_single_sided_units_are_not_even_there() -> None:
    assert weak(restoration(WARSAW), "P-41Rgt")


@rule("13.6a", "10.0a", "10.0d")
def test_without_an_enemy_beside_the_city_nothing_is_free() -> None:
    game = restoration(WARSAW.replace("0509", "0609"))
    assert weak(game, "P-8")
    assert not besieged(game.s, POLAND)


@rule("13.6a", "10.0a", "10.0d")
def test_russians_in_a_threatened_smolensk() -> None:
    text = (
        "units.R-4 = { hex = 'Smolensk', weak = true }\nunits.P-8 = { hex = '1704', weak = true }\npoints.poland = 0\n"
    )
    game = restoration(text + "points.russia = 0\n")
    assert not weak(game, "R-4")
    assert weak(game, "P-8")


@rule("13.6a", "10.0a", "10.0d")
def test_a_command_unit_is_no_threat() -> None:
    text = "units.R-4 = { hex = 'Smolensk', weak = true }\nunits.Pilsudski = '1704'\nunits.P-8 = 'Warsaw'\n"
    assert weak(restoration(text + "points.russia = 0\npoints.poland = 0\n"), "R-4")


@rule("13.6a", "10.0a", "10.0d")
def test_supply_is_not_asked_for_in_the_capital() -> None:
    """Russians who hold Smolensk with no way to the edge (H-50)."""
    ring = ("1803", "1704", "1705", "1805", "1904", "1905")
    text = "units.R-4 = { hex = 'Smolensk', weak = true }\n"
    text += "".join(
        f"units.{key} = '{place}'\n"
        for key, place in zip(("P-8", "P-7", "P-6", "P-5", "P-4", "P-9"), ring, strict=True)
    )
    game = restoration(text + "points.russia = 0\npoints.poland = 0\n")
    assert not weak(game, "R-4")
    assert not restorable(at(f'turn = 4\nphase = "combat"\n{text}').s, RUSSIA)
    assert hex("Smolensk") == M.smolensk
    assert rallying(game.s, RUSSIA) == []


# -- what restoration tells ------------------------------------------------------------

QUIET = """
    units.P-8 = {{ hex = "Warsaw", weak = {weak} }}
    units.P-7 = "Warsaw"
    units.Pilsudski = "Warsaw"
    units.R-4 = "{hex}"
    facing.{hex} = "N"
"""


def learnt(text: str) -> set[str]:
    """The rules under which something is disclosed when combat ends and restoration begins."""
    game = at(f'turn = 4\nphase = "combat"\ndice = [6, 1]\n{text}')
    while game.s.phase == COMBAT:
        play(game, "pass")
    return {barrier.rule for barrier in game.barriers if barrier.kind == "disclose"}


@rule("3.2c", "13.2a", "10.0a", "10.0d")
@pytest.mark.parametrize("weak", ["true", "false"])
def test_what_a_card_restores_tells_of_hidden_units_be_there_any_or_not(weak: str) -> None:
    text = QUIET.format(weak=weak, hex="0610")
    assert "3.2c" in learnt(text + "laid.poland = 7\n")
    assert "3.2c" not in learnt(text)


@rule("13.6a", "13.2a")
@pytest.mark.parametrize("weak", ["true", "false"])
def test_a_capital_that_rallies_tells_of_hidden_units_be_there_any_or_not(weak: str) -> None:
    assert "13.6a" in learnt(QUIET.format(weak=weak, hex="0509"))
    assert "13.6a" not in learnt(QUIET.format(weak=weak, hex="0610"))
