"""One order: what is offered at every moment of it, the die, who goes and who stays, what everyone is left with."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import RUSSIA
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .campaigning import orders
from .table import asked, asks, at, can, events, facing, hex, offered, play, roll, unit, units, where

rule = pytest.mark.rule

STACK = """
    units.P-8 = "1515"
    units.P-1Cav = "1515"
    units.Pilsudski = "1515"
    units.Szeptycki = "1515"
    units.R-4 = "2014"
    facing.1515 = "N"
"""


def free(game: Game[State]) -> set[str]:
    return {option.verb for option in asked(game).options if option.free}


def bound(game: Game[State]) -> set[str]:
    return {option.verb for option in asked(game).options if not option.free}


@rule("7.1f", "7.1g", "7.1h", "7.2e")
def test_what_is_offered_at_every_moment_of_an_order() -> None:
    game = orders(STACK, "1515")
    assert (bound(game), free(game)) == ({"unit", "all", "turn"}, {"cancel", "top", "dummy"} & free(game) | {"cancel"})
    play(game, "unit P-8")
    assert bound(game) == {"step", "unit", "lead"}
    assert {"drop", "cancel"} <= free(game)
    assert not {"unlead", "back"} & free(game)
    assert offered(game, "lead") == {"Pilsudski", "Szeptycki"}
    play(game, "lead Szeptycki")
    assert (offered(game, "lead"), offered(game, "unlead")) == ({"Pilsudski"}, {"Szeptycki"})
    assert {"drop", "cancel", "unlead"} <= free(game)
    play(game, "lead Pilsudski")
    assert bound(game) == {"step", "unit"}
    assert offered(game, "unlead") == {"Pilsudski", "Szeptycki"}
    play(game, "unlead Szeptycki", "step 1615")
    assert (bound(game), free(game) & {"back", "cancel", "drop"}) == ({"step", "order", "leave"}, {"back"})
    assert offered(game, "leave") == {"Pilsudski"}


@rule("7.1f", "7.1g", "7.1h")
def test_a_step_back_takes_with_it_who_was_left_behind_there_and_nobody_else() -> None:
    game = play(orders(STACK, "1515"), "unit P-8", "lead Szeptycki", "lead Pilsudski", "step 1615", "leave Szeptycki")
    play(game, "step 1715", "leave Pilsudski", "back")
    assert offered(game, "leave") == {"Pilsudski"}  # he goes on again, the other has stayed one hex before
    play(game, "step 1614", "order", "face 1613")
    assert [where(game, name) for name in ("P-8", "Szeptycki", "Pilsudski")] == ["1614", "1615", "1614"]


@rule("7.1f", "7.1h")
def test_who_is_dropped_and_who_led_him_stay() -> None:
    game = play(orders(STACK, "1515"), "unit P-8", "lead Szeptycki", "drop P-8")
    assert game.s.moving == 0
    play(game, "unit P-1Cav")
    assert offered(game, "unlead") == set()
    play(game, "unit P-8", "drop P-1Cav", "lead Szeptycki", "step 1615", "order", "face 1715")
    assert [where(game, name) for name in ("P-8", "P-1Cav", "Szeptycki", "Pilsudski")] == [
        "1615",
        "1515",
        "1615",
        "1515",
    ]
    assert game.s.moving == 0


@rule("7.1f", "7.1e")
def test_a_stack_that_is_put_back_is_as_before() -> None:
    game = orders(STACK + 'units.P-12 = "1714"', "1515 1714")
    before = game.s.copy()
    play(game, "stack 1515", "unit P-8")
    assert (game.s.moving, game.s.moving_hex) == (1 << unit("P-8"), hex("1515"))
    play(game, "cancel")
    assert asks(game) == "poland: which"
    assert game.s == before


@rule("7.1f", "7.2d", "7.2k", "7.2c")
def test_to_turn_is_the_order_and_the_move_of_cavalry_and_infantry() -> None:
    game = play(orders(STACK + 'units.P-Art1 = "1515"', "1515 1515"), "turn 1615")
    turned = sum(1 << each for each in units("P-8 P-1Cav"))
    assert (game.s.ordered, game.s.moved, game.s.markers) == (turned, turned, {hex("1515"): 1})
    assert facing(game, "1515") == "SE"


@rule("7.1h", "7.1g", "7.2f")
def test_who_has_gone_has_had_his_order_and_has_moved() -> None:
    game = orders(STACK + 'units.P-12 = "1714"', "1515 1714")
    play(game, "stack 1515", "unit P-8", "lead Szeptycki", "step 1615", "order", "face 1715")
    assert game.s.ordered == 1 << unit("P-8")
    assert game.s.moved == 1 << unit("P-8") | 1 << unit("Szeptycki")
    assert (game.s.moving, game.s.moving_hex, game.s.markers) == (0, -1, {hex("1714"): 1})


# -- 7.2 the die ------------------------------------------------------------------------------------------------------

FAR = """
    units.R-4 = "1515"
    units.R-8 = "1514"
    units.Uborevich = "1715"
    units.P-8 = "Warsaw"
"""


def distant(text: str = "laid.russia = 14\n" + FAR) -> Game[State]:
    """A Russian order to a unit with one hex between it and its command unit."""
    return orders(text, "", "1515 1514", first="russia")


@rule("7.2b", "7.2c")
@pytest.mark.parametrize(("dice", "heard"), [([1, 1], False), ([1, 2], True), ([2], True)])
def test_the_second_die_of_a_card_is_read_as_the_first(dice: list[int], heard: bool) -> None:
    game = play(roll(distant(), *dice), "stack 1515", "unit R-4", "step 1615", "order")
    if len(dice) > 1:
        assert (asks(game), bound(game)) == ("russia: again", {"roll", "accept"})
        play(game, "roll")
    assert len(events(game, "order_lost")) == dice.count(1)
    assert where(game, "R-4") == ("1615" if heard else "1515")
    assert game.s.markers == {hex("1514"): 1}


@rule("7.2b", "7.2c")
def test_a_lost_order_may_be_left_lost() -> None:
    game = play(roll(distant(), 1, 6), "stack 1515", "unit R-4", "step 1615", "order", "accept")
    assert (where(game, "R-4"), game.s.card_uses[RUSSIA]) == ("1515", 3)
    assert asks(game) == "russia: plan"  # the next order


@rule("7.2c", "7.1e")
def test_after_a_lost_order_nobody_is_in_hand() -> None:
    game = orders(FAR + 'units.R-10 = "1714"', "", "1515 1514 1714", first="russia", dice=[1])
    play(game, "stack 1515", "unit R-4", "step 1615", "order")
    assert (asks(game), offered(game, "stack")) == ("russia: which", {"1514", "1714"})
    assert (game.s.moving, game.s.moving_hex, game.s.moved) == (0, -1, 0)


@rule("7.2a")
@pytest.mark.parametrize(("command", "kept"), [("1515", True), ("1715", False)])
def test_an_order_that_a_card_makes_sure_is_kept_until_it_is_needed(command: str, kept: bool) -> None:
    game = distant(FAR.replace("1715", command) + 'units.R-44 = "1515"')
    game.s.obeyed = 1 << hex("1515") | 1 << hex("1514")
    play(game, "stack 1515", "unit R-4", "step 1615", "order")
    assert where(game, "R-4") == "1615"
    assert not events(game, "order_heard")
    assert game.s.obeyed == (1 << hex("1515") if kept else 0) | 1 << hex("1514")


# -- card 4 -----------------------------------------------------------------------------------------------------------


@rule("3.2c", "3.2e", "7.1f")
def test_one_more_order_is_for_the_chosen_stack_alone() -> None:
    text = """
        laid.poland = 4
        units.R-4Cav = "Uman"
        units.R-6Cav = "Uman"
        units.Budyonny = "Uman"
        units.R-11Cav = "Cherkasy"
        units.R-8 = "Kiev"
        units.P-8 = "Warsaw"
        depots.russia = ["Uman", "Cherkasy"]
        points = { russia = 0, poland = 0 }
    """
    game = at(f'turn = 5\nphase = "movement"\n{text}')
    while not can(game, "stack 1716"):
        play(game, "done")
    everyone = sum(1 << each for each in units("R-4Cav R-6Cav Budyonny R-11Cav R-8"))
    game.s.ordered = game.s.moved = everyone
    assert offered(game, "stack") == {"1716", "2014"}
    play(game, "stack 1716")
    here = sum(1 << each for each in units("R-4Cav R-6Cav Budyonny"))
    assert (game.s.ordered, game.s.moved) == (everyone & ~here, everyone & ~here)
    assert game.s.card_muted
    play(game, "unit R-4Cav", "cancel")
    assert not game.s.card_muted
    assert offered(game, "stack") == {"1716", "2014"}  # it has not been given
