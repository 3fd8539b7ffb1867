"""7.4 – 7.6 Movement restrictions: allowances, enemies next door, supply, tired horses, depots and commands overrun."""

from __future__ import annotations

import pytest

from .campaigning import march, orders
from .table import asks, can, cannot, depots, events, offered, play, points, verbs, weak, where

rule = pytest.mark.rule
FAR = 'units.R-4 = "2016"\n'


def pole(units: str, where: str = "1515", more: str = FAR) -> str:
    """Polish units in one hex with Piłsudski among them."""
    lines = [f'units.{name} = "{where}"' for name in units.split()]
    return "\n".join([*lines, f'units.Pilsudski = "{where}"', more])


# -- 7.4e, 7.4f how far ------------------------------------------------------------


@rule("7.4e")
@pytest.mark.parametrize(
    ("unit", "way"),
    [
        ("P-Art1", "1614 1714"),
        ("P-8", "1614 1714 1814"),
        ("P-1Cav", "1614 1714 1814 1914 1913"),
    ],
)
def test_how_far_units_go_over_open_ground(unit: str, way: str) -> None:
    game = play(orders(pole(unit), "1515"), f"unit {unit}", *(f"step {hex}" for hex in way.split()))
    assert not offered(game, "step")
    assert can(game, "order")


@rule("7.4e", "1.3b")
def test_difficult_hexes_count_two_but_not_for_cavalry() -> None:
    # 1414 and 1415 west of Vinnytsia are forest.
    foot = play(orders(pole("P-8"), "1515"), "unit P-8", "step 1414")
    assert "1315" in offered(foot, "step")
    assert "1415" not in offered(foot, "step")  # forest again: four in all
    play(foot, "step 1315")
    assert not offered(foot, "step")
    riders = play(orders(pole("P-1Cav"), "1515"), "unit P-1Cav", "step 1414", "step 1415", "step 1315", "step 1314")
    assert offered(riders, "step")
    guns = play(orders(pole("P-Art1"), "1515"), "unit P-Art1", "step 1414")
    assert not offered(guns, "step")


@rule("1.3h")
def test_rivers_cost_nothing() -> None:
    # 1516 and 1517 lie on two banks of an unbridged river.
    game = play(orders(pole("P-8", "1516"), "1516"), "unit P-8", "step 1517", "step 1617", "step 1616")
    assert can(game, "order")


@rule("7.4f", "7.4i")
def test_the_slowest_unit_sets_the_pace() -> None:
    game = play(orders(pole("P-1Cav P-8 P-Art1"), "1515"), "all", "step 1615", "step 1715")
    assert not offered(game, "step")


# -- 7.4a where to ------------------------------------------------------------


@rule("7.4a", "1.3d", "1.3e", "1.3g")
def test_impassable_and_neutral_ground_is_closed() -> None:
    pripet = play(orders(pole("P-8", "1110"), "1110"), "unit P-8")
    assert not offered(pripet, "step") & {"1111", "1209", "1210"}
    lithuania = play(orders(pole("P-8", "1005"), "1005"), "unit P-8")
    assert "0905" not in offered(lithuania, "step")
    latvia = play(orders(pole("P-8", "1203"), "1203"), "unit P-8")
    assert not offered(latvia, "step") & {"1202", "1102"}


@rule("13.3e", "1.3g")
def test_lithuania_is_open_once_it_is_at_war() -> None:
    game = play(orders(pole("P-8", "1005") + "lithuania = true", "1005"), "unit P-8")
    assert {"0905", "1004"} <= offered(game, "step")


@rule("7.4a")
def test_enemy_combat_units_bar_a_hex() -> None:
    game = play(orders(pole("P-1Cav", more='units.R-4 = "1615"'), "1515"), "unit P-1Cav")
    assert "1615" not in offered(game, "step")


@rule("7.4a", "7.6a", "7.5a")
def test_a_lone_command_unit_and_a_depot_do_not_bar_it_and_are_lost() -> None:
    text = pole("P-1Cav", "1614", FAR) + 'units.Uborevich = "1714"\ndepots.russia = ["1714"]'
    game = march(orders(text, "1614"), "P-1Cav", "1714 1713", "face 1712")
    assert where(game, "Uborevich") == "turn 5"
    assert depots(game, "russia") == set()
    assert where(game, "P-1Cav") == "1713"  # it only passed through


@rule("13.5b")
def test_russians_may_go_to_east_prussia_and_come_back_some_day() -> None:
    text = 'units.R-15Cav = "0607"\nunits.Gai = "0607"\nunits.P-8 = "0409"'
    game = orders(text, "", "0607", first="russia", dice=[3, 2])
    play(game, "unit R-15Cav", "lead Gai", "step 0606")
    assert not offered(game, "step")
    play(game, "order")
    assert (where(game, "R-15Cav"), where(game, "Gai")) == ("turn 7", "turn 6")


@rule("13.5a")
def test_poles_do_not_go_to_east_prussia() -> None:
    game = play(orders(pole("P-8", "0607"), "0607"), "unit P-8")
    assert not offered(game, "step") & {"0606", "0507", "0506"}


@rule("13.4a")
def test_ukrainians_stay_south_of_the_line() -> None:
    # 1511 is southern, 1510 and 1610 are northern.
    game = orders('units.U-3 = "1511"\nunits.P-8 = "1511"\nunits.Pilsudski = "1511"\n' + FAR, "1511 1511")
    play(game, "unit U-3")
    assert not offered(game, "step") & {"1510", "1610"}
    play(game, "drop U-3", "unit P-8")
    assert {"1510", "1610"} & offered(game, "step")


@rule("1.2k")
def test_four_to_a_hex_also_on_the_way() -> None:
    full = "".join(f'units.{name} = "1615"\n' for name in ("P-12", "P-13", "P-14", "P-15"))
    three = "".join(f'units.{name} = "1616"\n' for name in ("P-4", "P-5", "P-6"))
    game = orders(pole("P-8 P-9") + full + three, "1515 1515")
    play(game, "unit P-8")
    assert "1615" not in offered(game, "step")
    both = play(orders(pole("P-8 P-9", "1516") + three, "1516"), "all")
    assert "1616" not in offered(both, "step")


@rule("13.3h")
def test_lithuanians_and_russians_do_not_share_a_hex() -> None:
    text = 'lithuania = true\nunits.L-1 = "0805"\nunits.Zukauskas = "0805"\nunits.R-4 = "0806"\nunits.P-8 = "0409"'
    game = play(orders(text, "", "0805", first="russia"), "unit L-1")
    assert "0806" not in offered(game, "step")
    assert offered(game, "step")


@rule("13.3c")
def test_lithuanians_stay_near_home() -> None:
    text = 'lithuania = true\nunits.L-1 = "0808"\nunits.Zukauskas = "0808"\nunits.P-8 = "0409"'
    game = play(orders(text, "", "0808", first="russia"), "unit L-1")
    assert "0809" not in offered(game, "step")  # three hexes from Lithuania lie between
    assert "0807" in offered(game, "step")


# -- 7.4b, 7.4c next to the enemy ------------------------------------------------------------

# R-4 in 1715 is next to 1614, 1615, 1714, 1716, 1814, 1815.
BESIDE = 'units.R-4 = "1715"\n'


@rule("7.4b")
def test_infantry_does_not_slip_from_one_enemy_hex_to_the_next() -> None:
    game = play(orders(pole("P-8", "1615", BESIDE), "1615"), "unit P-8")
    assert not offered(game, "step") & {"1614", "1716"}
    play(game, "step 1515")  # away first
    assert "1614" in offered(game, "step")


@rule("7.4c")
def test_cavalry_does() -> None:
    game = play(orders(pole("P-1Cav", "1615", BESIDE), "1615"), "unit P-1Cav")
    assert {"1614", "1716"} <= offered(game, "step")
    mixed = play(orders(pole("P-1Cav P-8", "1615", BESIDE), "1615"), "all")
    assert not offered(mixed, "step") & {"1614", "1716"}


@rule("7.4b")
def test_an_unbridged_river_keeps_the_enemy_off() -> None:
    # 1813 is parted from 1714 and 1814 by the Dnieper.
    text = pole("P-8", "1714", 'units.R-4 = "1813"\n')
    game = play(orders(text, "1714"), "unit P-8")
    assert "1814" in offered(game, "step")  # next to 1813 too, but neither hex is reached from there


@rule("7.4b")
def test_a_friend_who_stays_covers_the_step_and_must_stay() -> None:
    text = pole("P-8", "1615", BESIDE) + 'units.P-12 = "1614"\nunits.P-13 = "1614"\n'
    game = orders(text, "1615 1614")
    play(game, "stack 1615", "unit P-8")
    assert "1614" in offered(game, "step")
    play(game, "step 1614", "order")
    assert asks(game) == "poland: plan"
    assert cannot(game, "all")  # one of the two stays
    assert cannot(game, "turn 1514")  # turning would be a move
    play(game, "unit P-12")
    assert not offered(game, "unit")


@rule("7.4b")
def test_nobody_can_promise_for_a_unit_that_must_still_be_ordered() -> None:
    text = pole("P-8", "1615", BESIDE) + 'units.P-12 = "1614"\nfacing.1614 = "N"\n'
    game = play(orders(text, "1615 1614"), "stack 1615", "unit P-8")
    assert "1614" not in offered(game, "step")  # the marker there needs P-12
    face_to_face = text.replace('facing.1614 = "N"', 'facing.1614 = "SE"')
    game = play(orders(face_to_face, "1615 1614"), "stack 1615", "unit P-8")
    assert "1614" in offered(game, "step")  # that marker can be discarded
    play(game, "step 1614", "order")
    assert verbs(game) == {"discard"}


@rule("7.4b")
def test_those_who_stay_behind_cover_as_well() -> None:
    game = play(orders(pole("P-8 P-9", "1615", BESIDE), "1615"), "unit P-8")
    assert "1614" in offered(game, "step")
    play(game, "unit P-9")
    assert "1614" not in offered(game, "step")


@rule("7.4b")
def test_a_unit_that_has_moved_covers_nobody() -> None:
    text = pole("P-8", "1615", BESIDE) + 'units.P-12 = "1514"\nunits.P-13 = "1613"\n'
    game = orders(text, "1514 1615")
    play(game, "stack 1514")
    march(game, "P-12", "1614", "face 1715")
    play(game, "unit P-8")
    assert "1614" not in offered(game, "step")


# -- 7.4d out of supply ------------------------------------------------------------


@rule("7.4d")
def test_a_hungry_unit_moves_only_into_supply() -> None:
    text = 'units.P-8 = { hex = "1615", unsupplied = true }\nunits.Pilsudski = "1615"\n' + FAR
    game = orders(text + 'depots.poland = ["Tarnopol"]', "1615")
    assert offered(game, "turn")  # it may turn
    play(game, "unit P-8")
    assert "1515" in offered(game, "step")
    assert "1715" not in offered(game, "step")  # no supplied hex can be reached from there
    play(game, "step 1515")
    assert cannot(game, "order")
    play(game, "step 1414")  # within three hexes of Tarnopol
    assert can(game, "order")


@rule("7.4d")
def test_where_no_supply_is_in_reach_it_does_not_move() -> None:
    text = 'units.P-8 = { hex = "1515", unsupplied = true }\nunits.Pilsudski = "1515"\n' + FAR
    game = orders(text, "1515")
    assert not offered(game, "unit")


@rule("7.3a")
def test_the_marker_of_a_hungry_stack_costs_two_even_if_the_order_fails() -> None:
    text = 'units.P-1Cav = { hex = "1515", unsupplied = true }\nunits.Pilsudski = "1715"\n' + FAR
    text += 'depots.poland = ["Tarnopol"]\npoints = { poland = 2, russia = 0 }'
    game = orders(text, "1515", dice=[1])
    assert points(game, "poland") == 0
    play(game, "unit P-1Cav", "step 1414", "step 1315", "order")
    assert where(game, "P-1Cav") == "1515"


# -- 7.4g tired horses ------------------------------------------------------------

FIVE = "1614 1714 1814 1914 1913"


@rule("7.4g")
@pytest.mark.parametrize(("die", "tired"), [(4, False), (5, True), (6, True)])
def test_five_hexes_tire_cavalry(die: int, tired: bool) -> None:
    game = march(orders(pole("P-1Cav"), "1515", dice=[die]), "P-1Cav", FIVE, "face 1912")
    assert weak(game, "P-1Cav") is tired


@rule("7.4g")
def test_four_hexes_do_not() -> None:
    game = march(orders(pole("P-1Cav"), "1515", dice=[6]), "P-1Cav", FIVE[:-5], "face 1913")
    assert not events(game, "horses_tire")
    assert not events(game, "horses_hold")


@rule("7.4g")
def test_a_die_for_each_unit_and_a_weak_one_is_lost() -> None:
    text = pole("P-1Cav").replace('units.P-1Cav = "1515"', 'units.P-1Cav = { hex = "1515", weak = true }')
    game = orders(text + 'units.P-2Cav = "1515"', "1515", dice=[5, 5])
    march(game, "all", FIVE, "face 1912")
    assert where(game, "P-1Cav") == "eliminated"
    assert weak(game, "P-2Cav")
    assert where(game, "P-2Cav") == "1913"


@rule("7.4g")
def test_a_command_unit_outlives_its_riders() -> None:
    text = pole("P-1Cav").replace('units.P-1Cav = "1515"', 'units.P-1Cav = { hex = "1515", weak = true }')
    game = play(orders(text, "1515", dice=[5]), "unit P-1Cav", "lead Pilsudski")
    play(game, *(f"step {hex}" for hex in FIVE.split()), "order", "face 1912")
    assert where(game, "P-1Cav") == "eliminated"
    assert where(game, "Pilsudski") == "1913"
