"""The rulebook's worked examples of orders and combat (7.2, 9.0)."""

from __future__ import annotations

import pytest

from .campaigning import orders, phase
from .table import asks, cannot, facing, last, offered, play, roll, unit, verbs, weak, where

rule = pytest.mark.rule


@rule("7.2h", "7.2g", "7.1e")
def test_discarding_an_activation_marker() -> None:
    """[7.2] A Polish division moves into Ostrog and faces the Russian one in Zwiahel, which then has three options."""
    text = """
        units.P-13 = "1113"
        units.Pilsudski = "1113"
        units.R-44 = "1313"
        units.Mezheninov = "1513"
        facing.1313 = "SW"
        facing.1113 = "NE"
    """
    before = orders(text, "1113", "1313", first="russia")
    assert cannot(before, "discard")  # nobody is in Ostrog yet
    game = orders(text, "1113", "1313", dice=[6])
    play(game, "unit P-13", "step 1213", "order", "face 1313")
    assert asks(game) == "russia: plan"
    assert verbs(game) == {"unit", "turn", "discard"}
    play(game, "discard")
    assert where(game, "R-44") == "1313"
    assert facing(game, "1313") == "SW"


# Hex B = 1515, C = 1414 (forest), D = 1514, E = 1314; the cavalry that avoids combat is in 1517, A = 1716.
COMBAT = """
    units.R-11Cav = "1515"
    units.R-45 = "1515"
    units.R-60 = "1515"
    units.R-Art1 = "1515"
    units.Uborevich = "1515"
    facing.1515 = "NW"
    units.R-6 = "1514"
    facing.1514 = "NE"
    units.P-7Cav = "1414"
    units.P-12 = "1414"
    facing.1414 = "SE"
    units.P-2LB = "1314"
    facing.1314 = "SE"
    units.R-8Cav = "1616"
    facing.1616 = "SW"
    units.R-18 = "1715"
    facing.1715 = "N"
    units.P-15 = "1517"
    facing.1517 = "NE"
    units.Pilsudski = "1517"
"""


@rule("9.1a", "9.1c", "9.1e", "9.5.b6")
def test_avoiding_combat() -> None:
    """[9.1] The 8th Cavalry Division withdraws onto the 18th Rifle Division and takes its facing; the Poles follow."""
    game = phase("combat", COMBAT, [1, 6], turn=5)
    assert asks(game) == "russia: which"
    play(game, "avoid 1616")
    while asks(game) != "poland: who_goes":
        ends = offered(game, "hex")
        play(game, "hex 1715" if "1715" in ends else "hex 1615" if "1615" in ends else f"hex {min(ends)}")
    assert where(game, "R-8Cav") == "1715"
    assert facing(game, "1715") == "N"
    play(game, "unit P-15", "done", "face 1615")
    assert where(game, "P-15") == "1616"


@rule("9.2a", "9.2d", "9.3a", "9.3b", "9.3c", "9.3d", "9.3h", "9.4a", "9.4b", "9.5.b1", "9.5.b7", "9.5.b8", "9.2g")
def test_combat_resolution() -> None:
    """[9.0] 10 + 1 + 4 + die 2 against 5 + 1 + 2 + 2 + die 4: a difference of three."""
    game = phase("combat", COMBAT, [1, 6], turn=5)
    play(game, "pass")
    assert asks(game) == "russia: declare"
    play(game, "attack 1515")
    assert not offered(game, "second")  # the 6th Division does not face the Polish stack
    roll(game, 2, 4)
    play(game, "alone")
    told = last(game, "combat").refs
    assert (told["attack"], told["defence"]) == (15, 10)
    assert (told["attack_total"], told["defence_total"]) == (17, 14)
    assert offered(game, "unit") == {"P-7Cav", "P-12"}
    play(game, "unit P-12")
    assert weak(game, "P-12")
    assert asks(game) == "poland: through"  # nothing comes back: half of one hit is none
    play(game, "hex 1315")
    play(game, f"hex {min(offered(game, 'hex'))}", "face 1315")
    assert offered(game, "unit") == {"R-11Cav", "R-45", "R-60", "Uborevich"}
    play(game, "all", "unit R-11Cav", "hex 1413", "face 1313", "face 1315")
    assert {where(game, name) for name in ("R-45", "R-60", "Uborevich")} == {"1414"}
    assert where(game, "R-11Cav") == "1413"
    for name in ("R-11Cav", "R-45", "R-60", "R-Art1", "P-7Cav", "P-12"):
        assert game.s.fought >> unit(name) & 1
    for name in ("R-11Cav", "R-45", "R-60", "R-Art1"):
        assert game.s.attacked >> unit(name) & 1
