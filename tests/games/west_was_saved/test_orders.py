"""7.1, 7.2 One order: who goes, whether the order gets through, markers, facing orders, discarding."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.command import NO_WAY, order_distance

from .campaigning import march, orders
from .table import (
    asks,
    can,
    cannot,
    events,
    facing,
    hex,
    last,
    offered,
    play,
    units,
    verbs,
    where,
)

rule = pytest.mark.rule

# Three Poles in Vinnytsia with their marshal; the Russians are far away.
STACK = """
    units.P-8 = "1515"
    units.P-PL3 = "1515"
    units.P-1Cav = "1515"
    units.Pilsudski = "1515"
    units.R-4 = "2014"
"""
# The same without a command unit near.
ALONE = STACK.replace('units.Pilsudski = "1515"', 'units.Pilsudski = "1715"')


# -- 7.1f, 7.2e, 7.2i who goes ------------------------------------------------------------


@rule("7.1f", "7.1g", "7.4i")
def test_a_whole_stack_marches_together() -> None:
    game = march(orders(STACK, "1515"), "all", "1615 1715", "face 1714")
    assert {where(game, name) for name in ("P-8", "P-PL3", "P-1Cav")} == {"1715"}
    assert where(game, "Pilsudski") == "1515"


@rule("7.2e", "7.2i")
def test_a_stack_may_be_split() -> None:
    game = orders(STACK, "1515 1515")
    march(game, "P-8", "1615", "face 1715")
    assert where(game, "P-PL3") == "1515"
    march(game, "P-1Cav", "1514", "face 1614")
    assert (where(game, "P-8"), where(game, "P-1Cav"), where(game, "P-PL3")) == ("1615", "1514", "1515")


@rule("7.2f", "7.2g")
def test_every_marker_keeps_a_unit_of_its_own() -> None:
    game = orders(STACK, "1515 1515")
    assert cannot(game, "all")  # two markers: at most two of three go with the first
    play(game, "unit P-8", "unit P-PL3")
    assert not offered(game, "unit")


@rule("7.2f", "7.1j")
def test_a_unit_gets_one_order_and_arrivals_are_not_picked_up() -> None:
    game = orders(STACK + 'units.P-12 = "1614"', "1515 1614")
    play(game, "stack 1515")
    march(game, "P-1Cav", "1614")
    assert asks(game) == "poland: plan"
    assert offered(game, "unit") == {"P-12"}


@rule("7.1g")
def test_a_march_does_not_end_where_it_began() -> None:
    game = play(orders(STACK, "1515"), "unit P-1Cav", "step 1615", "step 1515")
    assert cannot(game, "order")
    play(game, "step 1514")
    assert can(game, "order")


@rule("7.1g")
def test_there_is_no_way_back_to_the_start_for_whoever_could_not_go_on() -> None:
    game = play(orders(STACK, "1515"), "unit P-8", "step 1615", "step 1614")
    assert "1515" not in offered(game, "step")


# -- 7.1h command units ------------------------------------------------------------


@rule("7.1h")
def test_a_command_unit_goes_along_all_the_way_or_a_part_of_it() -> None:
    whole = play(orders(STACK, "1515"), "unit P-8", "lead Pilsudski", "step 1615", "step 1715", "order", "face 1714")
    assert where(whole, "Pilsudski") == "1715"
    part = play(
        orders(STACK, "1515"), "unit P-8", "lead Pilsudski", "step 1615", "leave Pilsudski", "step 1715", "order",
        "face 1714",
    )  # fmt: skip
    assert (where(part, "Pilsudski"), where(part, "P-8")) == ("1615", "1715")


@rule("7.1h")
def test_a_command_unit_goes_along_once() -> None:
    game = orders(STACK + 'units.P-12 = "1615"', "1515 1615")
    play(game, "stack 1515", "unit P-8", "lead Pilsudski", "step 1615", "order")
    play(game, "unit P-12")
    assert not offered(game, "lead")  # he came with another unit


@rule("7.1f", "7.1h")
def test_a_command_unit_stays_with_the_group_while_anybody_goes() -> None:
    game = play(orders(STACK, "1515"), "unit P-8", "unit P-PL3", "lead Pilsudski", "drop P-8")
    play(game, "step 1615", "order", "face 1715")
    assert (where(game, "P-8"), where(game, "P-PL3"), where(game, "Pilsudski")) == ("1515", "1615", "1615")


@rule("7.1f", "7.1h")
def test_a_command_unit_does_not_go_with_a_group_that_was_given_up() -> None:
    game = play(orders(STACK, "1515"), "unit P-8", "lead Pilsudski", "drop P-8", "unit P-PL3")
    assert offered(game, "unlead") == set()
    play(game, "step 1615", "order", "face 1715")
    assert (where(game, "P-PL3"), where(game, "Pilsudski")) == ("1615", "1515")


# -- 7.2a – 7.2c the order die ------------------------------------------------------------


@rule("7.2a")
@pytest.mark.parametrize("command", ["1515", "1614"])
def test_no_die_with_or_next_to_a_command_unit(command: str) -> None:
    text = STACK.replace('units.Pilsudski = "1515"', f'units.Pilsudski = "{command}"')
    game = march(orders(text, "1515"), "P-8", "1615", "face 1715")
    assert where(game, "P-8") == "1615"
    assert not events(game, "order_heard")


@rule("7.2b")
@pytest.mark.parametrize(("die", "place"), [(1, "1515"), (2, "1615")])
def test_the_die_must_be_higher_than_the_hexes_between(die: int, place: str) -> None:
    game = orders(ALONE, "1515", dice=[die])
    assert order_distance(game.s, POLAND, hex("1515"), units("P-8")) == 1
    play(game, "unit P-8", "step 1615", "order")
    if die > 1:
        play(game, "face 1715")
    assert where(game, "P-8") == place


@rule("7.2c", "7.2f")
def test_a_failed_order_uses_up_marker_and_unit() -> None:
    game = orders(ALONE, "1515 1515", dice=[1])
    play(game, "unit P-8", "step 1615", "order")
    assert last(game, "order_lost").refs["distance"] == 1
    assert game.s.markers == {hex("1515"): 1}
    assert offered(game, "unit") == {"P-PL3", "P-1Cav"}


@rule("7.2b")
def test_enemy_units_stand_in_the_way_of_orders() -> None:
    game = orders(ALONE + 'units.R-25 = "1614"\nunits.R-44 = "1615"', "1515")
    assert order_distance(game.s, POLAND, hex("1515"), units("P-8")) == 3  # by 1516, 1616 and 1716


@rule("7.2b")
def test_no_way_means_no_order() -> None:
    text = 'units.P-8 = "1515"\nunits.Pilsudski = "0409"\nunits.R-4 = "2014"'
    game = orders(text, "1515")
    assert order_distance(game.s, POLAND, hex("1515"), units("P-8")) >= 6
    play(game, "unit P-8", "step 1615", "order")
    assert where(game, "P-8") == "1515"
    assert events(game, "out_of_reach")
    nobody = orders('units.P-8 = "1515"\nunits.R-4 = "2014"', "1515")
    assert order_distance(nobody.s, POLAND, hex("1515"), units("P-8")) == NO_WAY


@rule("13.1a", "7.2a")
def test_a_russian_order_comes_from_the_right_command_area() -> None:
    north = orders('units.P-8 = "0409"\nunits.R-4 = "1515"\nunits.Kork = "1515"', "", "1515", first="russia")
    assert order_distance(north.s, RUSSIA, hex("1515"), units("R-4")) == NO_WAY
    south = orders('units.P-8 = "0409"\nunits.R-4 = "1515"\nunits.Uborevich = "1515"', "", "1515", first="russia")
    assert order_distance(south.s, RUSSIA, hex("1515"), units("R-4")) == 0


@rule("13.4e", "13.4c", "7.2a")
def test_who_gives_orders_to_ukrainians() -> None:
    game = orders('units.P-8 = "1515"\nunits.U-3 = "1515"\nunits.Pavlenko = "1515"\nunits.R-4 = "2014"', "1515")
    assert order_distance(game.s, POLAND, hex("1515"), units("U-3")) == 0
    assert order_distance(game.s, POLAND, hex("1515"), units("P-8")) == NO_WAY
    assert order_distance(game.s, POLAND, hex("1515"), units("P-8 U-3")) == NO_WAY


# -- 7.2d, 7.2k facing orders ------------------------------------------------------------


@rule("7.1f", "7.2d", "7.2k", "1.2e")
def test_a_facing_order_turns_the_whole_stack_without_a_die() -> None:
    game = orders(ALONE + 'facing.1515 = "SE"', "1515")
    assert "1615" not in offered(game, "turn")  # it looks there already
    play(game, "turn 1514")
    assert facing(game, "1515") == "N"
    assert not events(game, "order_heard")
    assert not events(game, "order_lost")


@rule("7.2k", "7.2f")
def test_a_facing_order_is_everybodys_order() -> None:
    several = orders(STACK, "1515 1515")
    assert cannot(several, "turn 1514")  # the other marker would have nobody left
    with_guns = orders(STACK + 'units.P-Art1 = "1515"', "1515 1515")
    assert can(with_guns, "turn 1514")
    play(with_guns, "turn 1514")
    assert offered(with_guns, "unit") == {"P-Art1"}


@rule("7.2k")
def test_units_that_have_had_their_order_do_not_turn() -> None:
    game = orders(ALONE, "1515 1515", dice=[1])
    play(game, "unit P-8", "step 1615", "order")
    assert cannot(game, "turn 1514")


@rule("1.2n")
def test_artillery_alone_has_no_facing_to_change() -> None:
    game = orders('units.P-Art1 = "1515"\nunits.Pilsudski = "1515"\nunits.R-4 = "2014"', "1515")
    assert "turn" not in verbs(game)
    assert can(game, "unit P-Art1")


# -- 7.2j, 7.4h facing on arrival ------------------------------------------------------------


@rule("7.2j", "1.2c")
def test_units_that_arrive_show_one_facing() -> None:
    game = march(orders(STACK, "1515"), "all", "1615")
    assert offered(game, "face") == {"1614", "1715", "1716", "1616", "1516", "1515"}
    play(game, "face 1516")
    assert facing(game, "1615") == "SW"


@rule("7.4h", "1.2d")
def test_whoever_joins_a_stack_takes_its_facing() -> None:
    game = march(orders(STACK + 'units.P-12 = "1615"\nfacing.1615 = "N"', "1515"), "P-8", "1615")
    assert not events(game, "faces")
    assert facing(game, "1615") == "N"


@rule("1.2n", "7.4h")
def test_artillery_fixes_no_facing() -> None:
    game = march(orders(STACK + 'units.P-Art1 = "1615"', "1515"), "P-8", "1615", "face 1715")
    assert facing(game, "1615") == "NE"


@rule("1.2c", "7.1f")
def test_a_stack_on_the_rim_may_face_off_the_map() -> None:
    game = orders('units.R-4 = "2114"\nunits.Uborevich = "2114"\nunits.P-8 = "0409"', "", "2114", first="russia")
    play(game, "rim 1")
    assert facing(game, "2114") == "NE"


# -- 7.2h discarding ------------------------------------------------------------


@rule("7.2h", "7.2g")
def test_a_marker_is_discarded_only_face_to_face_with_an_enemy() -> None:
    away = orders(STACK + 'units.R-25 = "1615"\nfacing.1515 = "N"', "1515")
    assert cannot(away, "discard")
    facing_him = orders(STACK + 'units.R-25 = "1615"\nfacing.1515 = "SE"', "1515")
    play(facing_him, "discard")
    assert not facing_him.s.markers
    assert facing(facing_him, "1515") == "SE"
    assert where(facing_him, "P-8") == "1515"


@rule("7.2g")
def test_a_marker_whose_stack_can_do_nothing_lapses() -> None:
    guns = 'units.P-Art1 = { hex = "1515", unsupplied = true }\nunits.Pilsudski = "1515"\nunits.R-4 = "2014"'
    game = orders(guns, "1515")
    assert verbs(game) == {"lapse"}
    play(game, "lapse")
    assert not game.s.markers
