"""7.1 – 7.3 Inspection, activation markers, and who gives orders when."""

from __future__ import annotations

import pytest

from vistula.kernel import IllegalAction

from .campaigning import allocation, march, orders, phase
from .table import asked, asks, at, can, cannot, events, last, offered, play, points, run_on, sees, verbs, where

rule = pytest.mark.rule

FRONT = """
    units.P-8 = { hex = "1615", top = true }
    units.P-1Cav = "1615"
    units.P-PL3 = "1515"
    units.Pilsudski = "1615"
    units.R-4 = { hex = "1814", top = true }
    units.R-25 = "1814"
    units.R-Art1 = "1915"
    units.Uborevich = "1814"
"""


# -- 7.1a, 13.2 reconnaissance ------------------------------------------------------------


@rule("7.1a", "13.2b", "13.2a")
def test_the_poles_look_into_two_stacks_and_forget_them_again() -> None:
    game = phase("movement", FRONT + 'units.R-44 = "1616"\nunits.R-58 = { hex = "1616", top = true }')
    assert asks(game) == "poland: which"
    assert offered(game, "inspect") == {"1814", "1915", "1616"}
    assert not sees(game, "poland", "R-25")
    play(game, "inspect 1814")
    assert sees(game, "poland", "R-25")
    play(game, "inspect 1616")
    assert sees(game, "poland", "R-44")
    assert verbs(game) == {"done"}  # two are enough
    play(game, "done")
    assert not sees(game, "poland", "R-25")
    assert not sees(game, "poland", "R-44")


@rule("7.1a", "13.2b")
def test_only_stacks_within_three_hexes_of_a_polish_unit_are_inspected() -> None:
    game = phase("movement", 'units.P-8 = "1515"\nunits.R-4 = "1716"\nunits.R-25 = "1915"')
    assert offered(game, "inspect") == {"1716"}
    near = phase("movement", 'units.P-8 = "1515"\nunits.Pilsudski = "1615"\nunits.R-4 = "1716"\nunits.R-25 = "1915"')
    assert offered(near, "inspect") == {"1716", "1915"}  # a command unit is a unit too


@rule("13.2b")
def test_what_was_seen_is_told_to_the_poles_alone() -> None:
    game = play(phase("movement", FRONT), "inspect 1814")
    assert last(game, "inspected").to == ("poland",)
    assert last(game, "inspects").to is None


@rule("13.2a")
def test_the_russians_inspect_nothing() -> None:
    game = phase("movement", FRONT, [6, 1])
    play(game, "done")
    assert asks(game) == "poland: allocate"


# -- 7.1b – 7.1d, 7.3 markers ------------------------------------------------------------


@rule("7.1b", "7.1d")
def test_the_higher_die_begins_and_ties_are_rolled_again() -> None:
    game = allocation(FRONT, "russia")
    assert asks(game) == "russia: allocate"
    tied = phase("movement", FRONT, [3, 3, 5, 2])
    play(tied, "done")
    assert asks(tied) == "poland: allocate"
    assert last(tied, "initiative").refs["poland"] == 5


@rule("7.1b", "7.1c", "7.3a", "7.1d")
def test_markers_are_placed_in_turn_and_paid_at_once() -> None:
    game = allocation(FRONT + "points = { poland = 3, russia = 3 }")
    assert offered(game, "mark") == {"1615", "1515"}
    play(game, "mark 1615")
    assert points(game, "poland") == 2
    assert asks(game) == "russia: allocate"
    play(game, "mark 1915")
    assert asks(game) == "poland: allocate"
    assert points(game, "russia") == 2


@rule("7.1d", "7.1k", "7.1b", "7.1c", "7.3a")
def test_who_declines_places_no_more_and_the_other_goes_on() -> None:
    game = play(allocation(FRONT), "pass", "mark 1814", "mark 1814", "mark 1915")
    assert asks(game) == "russia: allocate"
    assert all(event.refs["side"] == "russia" for event in events(game, "marker"))


@rule("7.3a", "7.1b", "7.1d", "7.1c")
def test_a_stack_out_of_supply_costs_two() -> None:
    hungry = FRONT + "points = { poland = 3, russia = 0 }"
    hungry = hungry.replace('units.P-1Cav = "1615"', 'units.P-1Cav = { hex = "1615", unsupplied = true }')
    game = play(allocation(hungry), "mark 1615")
    assert points(game, "poland") == 1
    assert offered(game, "mark") == {"1515"}  # the other marker here would cost two again


@rule("7.1b", "7.1d", "7.1c", "7.3a")
def test_who_has_no_points_is_not_asked() -> None:
    game = allocation(FRONT + "points = { poland = 1, russia = 0 }")
    play(game, "mark 1515")
    assert asks(game) == "poland: plan"  # the one order that there is


@rule("7.2f", "7.1b", "7.1d", "7.1c", "7.3a")
def test_no_more_markers_than_combat_units() -> None:
    game = play(allocation(FRONT), "mark 1615", "pass", "mark 1615")
    assert offered(game, "mark") == {"1515"}
    with pytest.raises(IllegalAction):
        play(game, "mark 1615")


@rule("1.2l", "7.1b", "7.1d")
def test_a_command_unit_alone_gets_no_marker() -> None:
    game = allocation('units.Pilsudski = "1515"\nunits.P-8 = "1615"\nunits.R-4 = "1914"')
    assert offered(game, "mark") == {"1615"}


# -- 7.1e, 7.1i orders in turn ------------------------------------------------------------


@rule("7.1i", "7.1b", "7.1d", "7.1c", "7.3a")
def test_a_second_roll_says_who_gives_the_first_order() -> None:
    game = allocation(FRONT, "poland", [1, 6])
    play(game, "mark 1615", "mark 1814", "pass", "pass")
    assert asks(game) == "russia: plan"
    assert [event.rule for event in events(game, "initiative")] == ["7.1b", "7.1i"]


@rule("7.1e", "7.1i")
def test_orders_are_given_in_turn_and_markers_removed() -> None:
    game = orders(FRONT, "1615 1615", "1814")
    assert asks(game) == "poland: plan"
    march(game, "P-1Cav", "1616", "face 1716")
    assert asks(game) == "russia: plan"
    assert game.s.markers[game.s.place[0]] == 1  # one of two is gone
    march(game, "R-4", "1914", "face 2014")
    assert asks(game) == "poland: plan"
    march(game, "P-8", "1614", "face 1714")
    assert not game.s.markers
    assert where(game, "P-8") == "1614"


@rule("7.1e", "7.2g", "7.1i")
def test_the_other_goes_on_alone_when_one_has_no_markers_left() -> None:
    game = orders(FRONT, "1615 1615 1515", "1814")
    play(game, "stack 1615")
    march(game, "P-1Cav", "1616", "face 1716")
    march(game, "R-4", "1914", "face 2014")
    play(game, "stack 1515")
    march(game, "P-PL3", "1614", "face 1714")
    assert asks(game) == "poland: plan"


@rule("7.2g", "7.1e", "7.1i")
def test_an_order_must_be_given_for_every_marker() -> None:
    game = orders(FRONT, "1515")
    assert asked(game).step == "plan"
    assert cannot(game, "pass")
    assert cannot(game, "discard")
    assert can(game, "unit P-PL3")


@rule("7.1e", "7.1b", "7.1d")
def test_the_phase_ends_when_nobody_places_a_marker() -> None:
    game = play(allocation(FRONT), "pass", "pass")
    assert run_on(game, "pick").s.phase == 6


@rule("7.1b", "7.1i")
@pytest.mark.parametrize("chosen", ["poland", "russia"])
def test_by_a_card_a_player_says_who_begins(chosen: str) -> None:
    text = 'turn = 4\nphase = "movement"\nlaid.poland = 1\nunits.P-8 = "Minsk"\nunits.R-4 = "Smolensk"\n'
    game = run_on(at(text), "by_card")
    play(game, chosen)
    assert asks(game) == f"{chosen}: allocate"
