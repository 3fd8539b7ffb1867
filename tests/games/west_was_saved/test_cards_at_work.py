"""Event cards where they meet the rest of the rules: what they allow, forbid and keep when other rules come in."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.cards.odd import no_train
from vistula.games.west_was_saved.model import POLAND
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game, barred

from .campaigning import allocation, attack, combat, orders
from .hands import card_bonus, laid
from .table import asked, asks, at, can, events, hexes, numbers, offered, play, run_on, unit, verbs, weak, where
from .test_why import why

rule = pytest.mark.rule


# -- 11 Tachanka ------------------------------------------------------------------------------------------------------


@rule("9.3g", "3.2a", "3.2c")
@pytest.mark.parametrize(
    ("other", "bonus"), [("", 1), ('units.R-Art1 = "1715"', 0), ('units.R-4 = { hex = "1715", attacked = true }', 0)]
)
def test_11_is_for_stacks_in_which_there_is_nobody_but_cavalry(other: str, bonus: int) -> None:
    """Guns without infantry and whoever has had his attack take no part, but they are in the stack."""
    text = f'laid.russia = 11\nunits.P-8 = "1614"\nunits.R-4Cav = "1715"\nfacing.1715 = "NW"\n{other}\n'
    assert card_bonus(combat(text), "R-4Cav", "P-8") == (bonus, 0)


# -- 18, 34 a free marker ---------------------------------------------------------------------------------------------


def two_markers() -> Game[State]:
    """A stack with a marker that was paid for and one of the card, and with its command unit."""
    text = """
        laid.poland = 34
        units.P-8 = "1614"
        units.P-1Cav = "1614"
        units.Pilsudski = "1614"
        units.R-4 = "2001"
        depots.poland = ["1714"]
    """
    game = play(allocation(text, dice=(6, 1, 1, 6)), "free 1614")
    while asked(game).step == "allocate":
        play(game, "mark 1614" if asked(game).seat == "poland" and can(game, "mark 1614") else "pass")
    return game


@rule("7.2a", "7.2b", "3.2a", "3.2c", "7.1b")
def test_34_is_kept_for_an_order_that_needs_a_die() -> None:
    """The first order goes with the command unit; the second would have to be rolled for."""
    game = play(two_markers(), "unit P-8", "lead Pilsudski", "step 1714", "step 1813", "step 1812", "order")
    play(game, "face 1811", "unit P-1Cav", "step 1613", "order")
    assert not events(game, "order_lost")
    assert where(game, "P-1Cav") == "1613"


# -- 19 Petlura's Appeal ----------------------------------------------------------------------------------------------


@rule("3.2c", "4.0c", "3.2a", "3.2b", "10.0a")
@pytest.mark.parametrize("strong", [True, False])
def test_19_gives_points_or_restores_and_never_both(strong: bool) -> None:
    state = "'Kamenets'" if strong else "{ hex = 'Kamenets', weak = true }"
    text = f"units.U-3 = {state}\nunits.P-8 = 'Warsaw'\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Tarnopol']\n"
    game = laid(text, poland=19)
    assert events(game, "resources")[POLAND].refs["cards"] == (2 if strong else 0)
    game.s.weak |= 1 << unit("U-3")
    run_on(game, "redeploy")
    assert weak(game, "U-3") == strong


# -- 27 Forced March, 31 Raid -----------------------------------------------------------------------------------------


@rule("7.4d", "7.4e", "3.2a", "3.2c")
@pytest.mark.parametrize(
    ("card", "key", "place", "depot", "verb", "way"),
    [
        (27, "P-8", "2015", "1213", "forced_march", "1915 1814 1714 1613 1513"),
        (31, "P-1Cav", "2116", "1113", "raid", "2015 1915 1814 1714 1613 1513"),
    ],
    ids=["march", "raid"],
)
def test_a_unit_out_of_supply_goes_by_the_hexes_of_a_card(
    card: int, key: str, place: str, depot: str, verb: str, way: str
) -> None:
    text = f"""
        laid.poland = {card}
        units.{key} = {{ hex = "{place}", weak = true, unsupplied = true }}
        units.Pilsudski = "{place}"
        units.R-4 = "2001"
        depots.poland = ["{depot}"]
    """
    game = orders(text, place)
    assert offered(game, "unit") == {key}
    play(game, f"unit {key}")
    assert not offered(game, "step")
    play(game, verb, *(f"step {hex}" for hex in way.split()), "order")
    assert where(game, key) == "1513"


# -- 38 Lost Orders ---------------------------------------------------------------------------------------------------


@rule("9.5.b7", "3.2c", "3.2a", "7.2a", "8.0a")
def test_38_a_silenced_command_unit_does_not_advance() -> None:
    text = """
        laid.poland = 38
        silent = "Mezheninov"
        units.P-8 = { hex = "1614", weak = true }
        facing.1614 = "SE"
        units.R-4Cav = "1715"
        units.R-8 = "1715"
        units.Mezheninov = "1715"
        facing.1715 = "NW"
        depots.russia = ["1713"]
    """
    game = run_on(attack(combat(text, dice=(6, 1)), "1715"), "who_goes")
    assert offered(game, "unit") == {"R-4Cav", "R-8"}
    assert why(game, "piece", "Mezheninov").rule == "3.2c"


# -- 40 Quiet Front ---------------------------------------------------------------------------------------------------

VICTORS = """
    units.P-8 = { hex = "1614", weak = true }
    units.P-6 = "1613"
    units.Pilsudski = "1614"
    facing.1614 = "SE"
    facing.1613 = "N"
    units.R-4 = "1715"
    units.R-8 = "1715"
    units.R-25 = "1715"
    units.R-4Cav = "1715"
    units.Mezheninov = "1715"
    facing.1715 = "NW"
    depots.poland = ["1515"]
    depots.russia = ["1713"]
"""


@rule("9.5.c3", "3.2c", "3.2a", "4.0c")
@pytest.mark.parametrize("forgone", [True, False])
def test_40_who_has_forgone_attacks_makes_none_after_a_victory_either(forgone: bool) -> None:
    """The Russians defend, win by seven or more and advance to where they face P-6."""
    card = 'laid.russia = 40\nforgone = ["russia"]\n' if forgone else ""
    game = attack(combat(card + VICTORS, first="poland", dice=(1, 6)), "1614")
    while asked(game).step not in ("again", "declare") and asks(game).startswith("russia"):
        step = asked(game).step
        play(game, {"who_goes": "all", "charge": "done"}.get(step, "face 1613"))
    assert (asked(game).step == "again") != forgone
    assert "attack" not in verbs(game) or not forgone


@rule("3.2c", "13.1a")
def test_a_command_train_goes_to_own_cities_in_supply_on_its_side_of_the_line() -> None:
    text = """
        turn = 4
        phase = "depots"
        units.Kork = "Vitebsk"
        units.R-4 = "Vitebsk"
        units.R-5 = "Smolensk"
        units.R-6 = "Orsha"
        units.R-44 = "Kiev"
        units.R-7 = "Lublin"
        units.R-8 = "1903"
        units.P-8 = "Warsaw"
        units.Zukauskas = "Kaunas"
        lithuania = true
        depots.russia = ["Smolensk", "Kiev"]
    """
    s = at(text).s
    assert numbers(~barred(no_train(s, unit("Kork")))) == numbers(hexes("Smolensk Orsha"))
    assert ~barred(no_train(s, unit("Zukauskas"))) == ~barred(no_train(s, unit("Budyonny"))) == 0
