"""7.1g, 2.2 and H-33: stacks go together, keep their order, and nobody has won before all have arrived."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.changes import put_on_top
from vistula.games.west_was_saved.model import POLAND
from vistula.games.west_was_saved.rules.queries import facing_hex, height, top_at
from vistula.games.west_was_saved.state import State, pile
from vistula.kernel import Game
from vistula.kernel.codec import position_of

from .campaigning import attack, combat, march, orders, phase
from .table import TITLE, can, hex, play, result, sees, unit, units, where

rule = pytest.mark.rule

# -- 2.2 the capitals -------------------------------------------------------------------------------------------------

RAID = """
    units.P-1Cav = "1905"
    units.Sikorski = "2006"
    units.R-4 = "1906"
    depots.poland = ["Roslavl"]
"""


@rule("2.2a", "7.1g")
@pytest.mark.parametrize(
    ("other", "click"), [("P-2Cav", "unit P-2Cav"), ("Pilsudski", "lead Pilsudski")], ids=["cavalry", "command"]
)
def test_the_last_of_a_stack_holds_no_road_for_the_first(other: str, click: str) -> None:
    """Supply would run through 1905 only if somebody had stayed there."""
    game = play(orders(RAID + f'units.{other} = "1905"\n', "1905"), "unit P-1Cav", click, "step Smolensk", "order")
    assert {where(game, "P-1Cav"), where(game, other)} == {"1804"}
    assert not game.over


@rule("2.2a", "7.1g", "7.4i")
def test_who_stays_behind_does_hold_the_road() -> None:
    game = march(orders(RAID + 'units.P-2Cav = "1905"\n', "1905"), "P-1Cav", "Smolensk")
    assert result(game).level == "sudden"


BARRED = """
    units.R-4 = "Warsaw"
    units.P-8 = { hex = "0509", weak = true }
    units.R-8 = "0609"
    units.R-17 = "0609"
    units.Kork = "0609"
    facing.0609 = "NW"
    units.P-6 = "0310"
    units.P-10 = "0310"
    units.Pilsudski = "0310"
    facing.0310 = "NE"
    depots.russia = ["Ostroleka"]
"""


@rule("2.2b", "9.2a")
@pytest.mark.parametrize("staff", ["", 'units.Sikorski = "0509"\n'], ids=["alone", "with a command unit"])
def test_a_unit_that_barred_the_road_to_warsaw_and_falls_lets_the_russians_win(staff: str) -> None:
    """Nobody is asked anything more, be it that a command unit fell with it (9.6a)."""
    game = combat(BARRED + staff, first="russia", dice=(1, 1), turn=9)
    assert not game.over
    attack(game, "0609")
    assert where(game, "P-8") == "eliminated"
    assert (result(game).winners, result(game).rule) == (("russia",), "2.2b")


# Three hexes from 1905 through Smolensk to 1704; the depot in Orsha supplies them all.
THROUGH = """
    units.P-1Cav = "1905"
    units.P-8 = "1805"
    units.Sikorski = "1905"
    units.R-4 = "2107"
    depots.poland = ["Orsha"]
"""


@rule("2.2a", "7.1g", "7.4i")
@pytest.mark.parametrize(("way", "won"), [("1804 1704", False), ("1804", True)], ids=["through", "into"])
def test_who_marches_through_the_capital_does_not_occupy_it(way: str, won: bool) -> None:
    """H-62: the move must end there."""
    game = march(orders(THROUGH, "1905"), "P-1Cav", way)
    assert game.over == won
    assert where(game, "P-1Cav") == way[-4:]


@rule("2.2b", "7.5a", "7.1g", "7.4i")
@pytest.mark.parametrize(("way", "won"), [("Warsaw 0310", False), ("Warsaw", True)], ids=["through", "into"])
def test_nor_who_takes_a_depot_there_on_the_way(way: str, won: bool) -> None:
    text = 'units.R-4Cav = "0509"\nunits.Kork = "0509"\nunits.P-8 = "Krakow"\ndepots.poland = ["Warsaw"]\n'
    game = march(orders(text + 'depots.russia = ["Ostroleka"]\n', russia="0509", first="russia"), "R-4Cav", way)
    assert not game.s.depots[POLAND]
    assert game.over == won


@rule("2.2b", "9.5.b1", "9.2a")
@pytest.mark.parametrize(
    ("stood", "foe", "die", "way", "won"),
    [("0509", "0609", 5, "0409 0310", False), ("0608", "0709", 3, "0509 0409", True)],
    ids=["through", "into"],
)
def test_a_retreat_through_the_capital_wins_nothing(stood: str, foe: str, die: int, way: str, won: bool) -> None:
    text = f"""
        units.R-4 = "{stood}"
        units.P-8 = "{foe}"
        units.P-12 = "{foe}"
        units.Pilsudski = "{foe}"
        facing.{foe} = "NW"
        facing.{stood} = "SE"
        depots.russia = ["Ostroleka"]
    """
    game = attack(combat(text, first="poland", dice=(die, 3)), foe)
    play(game, *(f"hex {hex}" for hex in way.split()))
    assert game.over == won
    assert where(game, "R-4") == way[-4:]


@rule("2.2b", "11.1b")
@pytest.mark.parametrize(("stops", "won"), [("0310", False), ("Warsaw", True)], ids=["through", "into"])
def test_a_unit_that_re_deploys_through_the_capital_wins_nothing(stops: str, won: bool) -> None:
    game = phase("redeployment", """
        units.R-4 = "0508"
        units.P-8 = "Krakow"
        depots.russia = ["Ostroleka"]
        total.russia = 20
    """)  # fmt: skip
    play(game, "unit R-4", "step Warsaw")
    assert not game.over
    play(game, *([f"step {stops}"] if stops != "Warsaw" else []), "stop")
    assert game.over == won


# -- 13.2 the order of stacks -------------------------------------------------------------------------------------

STACK = """
    units.P-1Cav = "1614"
    units.P-6 = { hex = "1614", top = true }
    units.Pilsudski = "1614"
    units.R-4 = "2016"
    dummies.1614 = 2
    depots.poland = ["1714"]
"""


@rule("13.2a", "1.4b", "7.1g", "7.4i")
@pytest.mark.parametrize("friend", ["1714", "1315"], ids=["through friends", "through nobody"])
def test_a_stack_that_marches_through_friends_comes_out_as_it_went_in(friend: str) -> None:
    game = march(orders(STACK + f'units.P-8 = "{friend}"\n', "1614"), "all", "1714 1813", "face 1812")
    assert top_at(game.s, POLAND, hex("1813")) == unit("P-6")
    assert height(game.s, POLAND, hex("1813")) == 4
    assert game.s.dummies == {hex("1813"): 2}


FOUR = """
    units.P-Art1 = "1614"
    units.P-6 = "1614"
    units.P-8 = "1614"
    units.P-1Cav = "1614"
    units.Pilsudski = "1614"
    units.R-4 = "2003"
    units.Kork = "2003"
    depots.poland = ["1714"]
"""


def laid_by_hand(*names: str) -> Game[State]:
    """A stack whose owner has put these units on top, one after another."""
    game = orders(FOUR, "1614", "2003")
    for name in names:
        put_on_top(game.s, unit(name))
    return game


@rule("13.2a", "7.1g", "7.4i")
@pytest.mark.parametrize(("order", "seen"), [("P-6 P-8 P-1Cav", "P-8"), ("P-8 P-6 P-1Cav", "P-6")])
def test_when_the_top_unit_goes_the_one_beneath_lies_open(order: str, seen: str) -> None:
    game = march(laid_by_hand(*order.split()), "P-1Cav", "1714", "face 1715")
    assert [name for name in ("P-Art1", "P-6", "P-8") if sees(game, "russia", name)] == [seen]


@rule("13.2a", "7.1g", "7.4i")
@pytest.mark.parametrize(("order", "seen"), [("P-6 P-8 P-1Cav", "P-8"), ("P-8 P-6 P-1Cav", "P-6")])
def test_of_those_who_go_the_uppermost_lies_open(order: str, seen: str) -> None:
    game = march(laid_by_hand(*order.split()), "P-6 P-8", "1714", "face 1715")
    assert [name for name in ("P-Art1", "P-6", "P-8") if sees(game, "russia", name)] == [seen]


@rule("13.2a", "7.1g", "7.4i")
def test_whoever_arrives_lies_beneath_those_who_are_there() -> None:
    game = march(orders(STACK + 'units.P-8 = "1714"\n', "1614"), "all", "1714")
    assert pile(game.s, POLAND, hex("1714")) == tuple(units("P-1Cav P-6 P-8"))


@rule("13.2a")
def test_the_enemy_does_not_learn_the_order_of_a_stack() -> None:
    game = laid_by_hand("P-8")
    assert game.seat("poland").s.piles[POLAND]
    assert not game.seat("russia").s.piles[POLAND]


@rule("13.2a")
def test_the_order_of_a_stack_is_written_into_a_position() -> None:
    game = laid_by_hand("P-6", "P-8", "P-1Cav")
    again = TITLE.position(position_of(game), "again.toml").s
    assert again.piles == game.s.piles
    assert pile(again, POLAND, hex("1614")) == tuple(units("P-Art1 P-6 P-8 P-1Cav"))


@rule("9.5.b1", "1.4b", "9.2a")
def test_dummies_retreat_with_their_stack_through_friends() -> None:
    """Whoever is beaten takes his blanks along, be it through a hex of friends."""
    text = """
        units.P-8 = "1614"
        units.P-6 = "1613"
        facing.1614 = "SE"
        facing.1613 = "N"
        units.R-4 = "1715"
        units.R-8 = "1715"
        units.Mezheninov = "1715"
        facing.1715 = "NW"
        depots.poland = ["1515"]
        depots.russia = ["1713"]
        dummies.1614 = 2
    """
    game = attack(combat(text, first="russia", dice=(2, 1)), "1715")
    assert can(game, "hex 1613")
    play(game, "hex 1613", "hex 1612")
    assert where(game, "P-8") == "1612"
    assert game.s.dummies == {hex("1612"): 2}


@rule("1.2c")
def test_a_hex_without_a_stack_looks_nowhere() -> None:
    game = orders(STACK, "1614")
    assert facing_hex(game.s, hex("1714")) == -1
    assert facing_hex(game.s, hex("1614")) >= 0
