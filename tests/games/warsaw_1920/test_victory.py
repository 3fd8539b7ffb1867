"""4.0 Victory conditions: cities by rail, elites, surrenders, resupply, the early counterattack, sudden death."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.victory import count, during_play, totals
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Game

from .table import M, altered, asks, at, attack, controller, march, offered, play, points, result, send, where

rule = pytest.mark.rule

POLISH_CITIES = [
    "Lvov",
    "Minsk",
    "Vilna",
    "Brest",
    "Radom",
    "Lublin",
    "Siedlce",
    "Bialystok",
    "Grodno",
    "Baranovichi",
    "Pinsk",
    "Kovel",
    "Rovno",
    "Bobruisk",
    "Lodz",
    "Torun",
    "Bydgoszcz",
    "Kalisz",
    "Piotrkow",
]

# Points of a map as it is at the start, with no units on it.
POLES, RUSSIANS = 26, 7

# In Russian hands these leave the Poles one point ahead.
NINE_POINTS = ["Minsk", "Vilna", "Pinsk", "Baranovichi", "Bobruisk", "Grodno", "Rovno"]


def last_turn(text: str = "") -> Game[State]:
    """The end of turn 8, on a map with no other units than those given."""
    return at('turn = 8\nside = "russia"\nphase = "refit"\n' + text)


def during(text: str = "") -> Game[State]:
    """Before the last Russian operations: the points as they would be counted now."""
    return at('turn = 8\nside = "russia"\nphase = "operation"\n' + text)


# -- 4.1 points -------------------------------------------------------------------------------------------


@rule("4.1a", "5.1e")
def test_more_points_win_after_turn_eight() -> None:
    game = last_turn()
    assert game.over
    assert result(game).winners == ("poland",)
    assert result(game).score == {"poland": POLES, "russia": RUSSIANS}
    assert result(game).level == "points"


@rule("4.1a")
def test_the_russians_win_with_more_points() -> None:
    game = last_turn(f"control.russia = {POLISH_CITIES}")
    assert result(game).winners == ("russia",)
    assert result(game).score == {"poland": 4, "russia": RUSSIANS + POLES - 4}


@rule("4.1a")
def test_equal_points_are_a_draw() -> None:
    game = last_turn(f'control.russia = {NINE_POINTS}\nunits.P-PL1 = "eliminated"')  # the Legion division levels it
    assert result(game).score == {"poland": 17, "russia": 17}
    assert result(game).winners == ()
    assert result(game).level == "draw"


@rule("4.1a")
@pytest.mark.parametrize(("lost", "winner"), [(["P-PL1", "P-PL2"], "russia"), ([], "poland")])
def test_one_point_is_enough(lost: list[str], winner: str) -> None:
    losses = "".join(f'\nunits.{unit} = "eliminated"' for unit in lost)
    game = last_turn(f"control.russia = {NINE_POINTS}{losses}")
    assert abs(result(game).score["poland"] - result(game).score["russia"]) == 1
    assert result(game).winners == (winner,)


@rule("4.1a", "5.1e")
def test_nobody_has_won_before_turn_eight_is_over() -> None:
    game = at('turn = 7\nside = "russia"\nphase = "refit"')
    assert not game.over
    assert game.result is None
    assert game.s.turn == 8


@rule("4.1.1a")
def test_a_city_is_worth_one_and_a_major_city_two() -> None:
    game = during()
    assert points(game, POLAND, "Brest") == 1
    assert points(game, POLAND, "Lvov") == 2
    assert points(game, RUSSIA, "Mozyr") == 1
    assert points(game, RUSSIA, "Kiev") == 2


@rule("4.1.1a")
def test_a_town_is_worth_nothing() -> None:
    game = during()
    towns = {line.hex for line in count(game.s) if line.hex >= 0 and M.town >> line.hex & 1}
    assert not towns


@rule("4.1.1a", "3.4a")
def test_whoever_controls_a_city_scores_it() -> None:
    game = during('control.russia = ["Minsk"]\ncontrol.poland = ["Mozyr"]')
    assert points(game, RUSSIA, "Minsk") == 2
    assert points(game, POLAND, "Minsk") == 0
    assert points(game, POLAND, "Mozyr") == 1
    assert points(game, RUSSIA, "Mozyr") == 0


@rule("4.1.1b", "4.2b")
def test_warsaw_is_worth_four_to_the_poles_and_two_to_the_russians() -> None:
    assert points(during(), POLAND, "Warsaw") == 4
    game = during('tracks.west_resupplied = 5\ncontrol.russia = ["Warsaw", "Siedlce", "Brest"]')
    assert points(game, RUSSIA, "Warsaw") == 2
    assert points(game, POLAND, "Warsaw") == 0


@rule("4.1.1c")
def test_a_russian_warsaw_needs_its_railway_like_any_city() -> None:
    cut_off = 'tracks.west_resupplied = 5\ncontrol.russia = ["Warsaw"]\n[units]\nR-4 = "1709"\n'
    ring = 'P-8 = "1707"\nP-10 = "1608"\nP-17 = "1609"\nP-11 = "1710"\nP-4 = "1708"'
    game = during(cut_off + ring)
    assert points(game, RUSSIA, "Warsaw") == 0


@rule("4.1.1c", "4.1.2b")
def test_enemy_units_on_the_railway_take_the_points() -> None:
    # Pinsk has two exits by rail. Artillery has no zone: here it is the units themselves that block.
    one = during('units.R-1art = "1619"')
    assert points(one, POLAND, "Pinsk") == 1
    both = during('units.R-1art = "1619"\nunits.R-2art = "1621"')
    assert points(both, POLAND, "Pinsk") == 0
    assert controller(both, "Pinsk") == "poland"


@rule("4.1.1c", "4.1.2a")
def test_a_source_in_enemy_hands_does_not_serve() -> None:
    # With Smolensk and Kiev both Polish no Russian city is joined to anything.
    game = during('control.poland = ["Smolensk", "Kiev"]')
    assert totals(game.s)[RUSSIA] == 0


@rule("4.1.2a")
@pytest.mark.parametrize("source", ["1501", "1901"])
def test_the_rail_hexes_on_the_western_edge_are_polish_sources(source: str) -> None:
    # Warsaw is lost and one of the two edge hexes is Russian: the other one alone still serves every city.
    other = "1901" if source == "1501" else "1501"
    game = during(f'tracks.west_resupplied = 5\ncontrol.russia = ["Warsaw", "{other}"]')
    assert points(game, POLAND, "Lvov") == 2
    none = during('tracks.west_resupplied = 5\ncontrol.russia = ["Warsaw", "1501", "1901"]')
    assert totals(none.s)[POLAND] == 0


@rule("4.1.2a")
@pytest.mark.parametrize("source", ["Smolensk", "Kiev"])
def test_each_russian_source_serves_the_whole_net(source: str) -> None:
    lost = "Kiev" if source == "Smolensk" else "Smolensk"
    game = during(f'control.poland = ["{lost}"]')
    assert points(game, RUSSIA, "Zhitomir") == points(game, RUSSIA, "Vitebsk") == 1
    assert points(game, RUSSIA, source) == 2


@rule("4.1.2b", "7.3a")
def test_a_zone_blocks_a_railway_until_a_friendly_unit_stands_in_it() -> None:
    zones = 'control.russia = ["Pinsk"]\n[units]\nP-8 = "1722"\nP-9 = "1519"\n'  # over both exits, not over Pinsk
    assert points(during(zones), RUSSIA, "Pinsk") == 0
    assert points(during(zones + 'R-4 = "1621"'), RUSSIA, "Pinsk") == 1


@rule("4.1.2b")
def test_disrupted_units_and_artillery_exert_no_zone_on_a_railway() -> None:
    game = during('control.russia = ["Pinsk"]\nunits.P-8 = { hex = "1722", disrupted = true }')
    assert points(game, RUSSIA, "Pinsk") == 1
    poles = during('units.R-1art = "1721"')
    assert points(poles, POLAND, "Pinsk") == 1


@rule("4.1.2b")
def test_a_city_in_an_enemy_zone_scores_only_with_a_unit_in_it() -> None:
    game = during('units.R-4 = "1713"')  # two hexes off
    assert points(game, POLAND, "Brest") == 1
    game = during('units.R-4 = "1715"')  # next to Brest
    assert points(game, POLAND, "Brest") == 0
    game = during('units.R-4 = "1715"\nunits.P-8 = "1614"')
    assert points(game, POLAND, "Brest") == 1


@rule("4.1.2c")
def test_warsaw_under_siege_scores_all_the_same() -> None:
    ring = "\n".join(
        f'units.{name} = "{number}"'
        for name, number in zip(
            ("R-4", "R-11", "R-33", "R-5", "R-6", "R-21"), ("1708", "1808", "1809", "1710", "1609", "1608"), strict=True
        )
    )
    game = during(ring)
    assert points(game, POLAND, "Warsaw") == 4
    # As a source in an enemy zone it serves nobody else: Siedlce lives by the edge or not at all.
    assert points(game, POLAND, "Siedlce") == 1


# -- 4.1.3 elites, 4.1.4 surrenders ------------------------------------------------------------------------------


@rule("4.1.3a")
@pytest.mark.parametrize(("name", "worth"), [("R-4cav", 1), ("R-1art", 1), ("R-Special", 0), ("R-27", 0)])
def test_russian_cavalry_divisions_and_artillery_give_the_poles_a_point(name: str, worth: int) -> None:
    game = during(f'units.{name} = "eliminated"')
    assert points(game, POLAND, "elite units eliminated") == worth
    assert points(game, RUSSIA, "elite units eliminated") == 0


@rule("4.1.3b")
@pytest.mark.parametrize(("name", "worth"), [("P-PL1", 1), ("P-PL2cav", 1), ("P-1cav", 0), ("P-15", 0)])
def test_legion_units_give_the_russians_a_point(name: str, worth: int) -> None:
    game = during(f'units.{name} = "eliminated"')
    assert points(game, RUSSIA, "elite units eliminated") == worth
    assert points(game, POLAND, "elite units eliminated") == 0


@rule("4.1.3a", "6.1b")
def test_an_elite_unit_lost_to_overstacking_is_eliminated_too() -> None:
    assert points(during('units.R-4cav = "overstacked"'), POLAND, "elite units eliminated") == 1


@rule("4.1.3a", "4.1.3b", "4.1.4a")
def test_an_elite_unit_that_surrenders_is_not_also_eliminated() -> None:
    game = during('units.R-4cav = "surrendered"\nunits.P-PL1 = "surrendered"')
    assert points(game, POLAND, "elite units eliminated") == points(game, RUSSIA, "elite units eliminated") == 0
    assert points(game, POLAND, "units surrendered") == points(game, RUSSIA, "units surrendered") == 1


@rule("4.1.4a")
@pytest.mark.parametrize(("units", "worth"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_two_surrendered_units_are_a_point_and_an_odd_one_counts(units: int, worth: int) -> None:
    names = ["R-4", "R-11", "R-33", "R-24", "R-25"][:units]
    game = during("\n".join(f'units.{name} = "surrendered"' for name in names))
    assert points(game, POLAND, "units surrendered") == worth
    assert points(game, RUSSIA, "units surrendered") == 0
    names = ["P-8", "P-10", "P-1U", "P-1LB", "P-14"][:units]
    game = during("\n".join(f'units.{name} = "surrendered"' for name in names))
    assert points(game, RUSSIA, "units surrendered") == worth


# -- 4.1.5 resupply, 4.1.6 counterattack, 4.1.7 recording --------------------------------------------------------


@rule("4.1.5a")
@pytest.mark.parametrize(("taken", "worth"), [(1, 1), (2, 1), (3, 2), (6, 3), (7, 4), (12, 6)])
def test_half_the_points_taken_rounded_up_go_to_the_poles_at_once(taken: int, worth: int) -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 0')
    play(game, f"resupply {taken}")
    assert game.s.resupply_vp == worth


@rule("4.1.5a")
def test_each_front_is_rounded_by_itself() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "resupply"\ntracks.west = 5\ntracks.southwest = 3')
    play(game, "resupply 3", "resupply 3")
    assert game.s.resupply_vp == 2 + 2


@rule("4.1.6a")
@pytest.mark.parametrize(("turn", "cost"), [(5, 4), (6, 0)])
def test_the_early_counterattack_costs_four_points_at_the_end(turn: int, cost: int) -> None:
    game = last_turn(f"tracks.counterattack = {turn}")
    assert result(game).score["poland"] == POLES - cost


@rule("4.1.3a", "4.1.3b")
@pytest.mark.parametrize(("side", "name"), [(POLAND, "R-1art"), (RUSSIA, "P-PL1")])
def test_an_elite_unit_is_worth_what_the_data_say(side: int, name: str) -> None:
    game = last_turn(f'units.{name} = "eliminated"')
    assert points(game, side, "elite units eliminated") == 1
    game.s.m = altered(M, points=replace(M.points, elite=3))
    assert points(game, side, "elite units eliminated") == 3


@rule("4.1.6a", "4.2a")
@pytest.mark.parametrize(
    ("shown", "ended", "cost"), [(False, False, 4), (True, True, 4), (True, False, 4), (False, True, 0)]
)
def test_an_order_that_was_never_shown_is_not_paid_for(shown: bool, ended: bool, cost: int) -> None:
    """The owner reckons with it while he keeps it; a sudden death that comes before it is shown makes it void."""
    game = at('turn = 4\nside = "russia"\nphase = "operation"\ntracks.counterattack = 5')
    game.s.order_shown, game.s.ended = shown, ended
    assert points(game, POLAND, "early counterattack") == -cost
    assert totals(game.s)[POLAND] == POLES - cost


@rule("4.1.7a")
def test_points_above_ten_and_below_zero_are_recorded() -> None:
    assert result(last_turn("tracks.resupply_vp = 9")).score["poland"] == POLES + 9
    everything = f'["Warsaw", {", ".join(map(repr, POLISH_CITIES))}]'
    game = last_turn(f"tracks.counterattack = 5\ntracks.west_resupplied = 5\ncontrol.russia = {everything}")
    assert result(game).score["poland"] == -4


@rule("4.1.7b")
def test_only_resupply_points_are_entered_during_play() -> None:
    game = during(
        'tracks.resupply_vp = 3\ntracks.counterattack = 5\nunits.R-4cav = "eliminated"\nunits.R-4 = "surrendered"'
    )
    assert [(line.side, line.points) for line in during_play(game.s)] == [(POLAND, 3)]
    assert points(game, POLAND) == POLES + 3 + 1 + 1 - 4


# -- 4.2 sudden death ----------------------------------------------------------------------------------------------


def before_warsaw(text: str = "") -> Game[State]:
    return at('turn = 5\nside = "russia"\nphase = "movement"\nunits.R-4 = "1610"\n' + text)


@rule("4.2a")
def test_a_russian_unit_in_warsaw_wins_at_once_and_without_a_railway() -> None:
    game = before_warsaw()
    play(game, "unit R-4", "step 1710", "step 1709")
    assert game.over
    assert (result(game).winners, result(game).level, result(game).rule) == (("russia",), "decisive", "4.2a")
    assert result(game).score["poland"] > result(game).score["russia"]  # points do not matter


@rule("4.2a", "11.11a")
def test_an_advance_into_warsaw_wins() -> None:
    game = at("""
        turn = 5
        side = "russia"
        phase = "combat"
        units.R-4cav = "1608"
        units.R-6cav = "1608"
        units.R-27 = "1710"
        units.P-2K = "1709"
    """)
    attack(game, "1709", "R-4cav R-6cav R-27", 6)  # 15 to 6, 2:1: DR3
    while asks(game) == "russia: way":
        send(game, min(offered(game, "hex")))
    play(game, "unit R-27")
    assert game.over
    assert result(game).level == "decisive"


@rule("4.2a", "3.4a", "10.4.2b")
def test_the_russians_may_win_in_the_polish_turn_by_a_rout() -> None:
    game = at("""
        turn = 5
        side = "poland"
        phase = "movement"
        units.R-4 = { hex = "1710", disrupted = true }
        units.P-8 = "1713"
    """)
    play(game, "unit P-8", "step 1712", "step 1711")
    assert asks(game) == "russia: where"
    send(game, "1709")
    assert game.over
    assert result(game).winners == ("russia",)


@rule("4.2a")
@pytest.mark.parametrize("front", ["west", "southwest"])
def test_after_any_resupply_warsaw_wins_nothing_at_once(front: str) -> None:
    game = before_warsaw(f"tracks.{front}_resupplied = 3")
    play(game, "unit R-4", "step 1710", "step 1709")
    assert not game.over
    assert where(game, "R-4") == "1709"


@rule("4.2b", "8.4a")
def test_after_a_resupply_warsaw_is_liberated_like_any_major_city() -> None:
    game = before_warsaw("tracks.west_resupplied = 3\ntracks.west = 4")
    play(game, "unit R-4", "step 1710", "step 1709")
    assert game.s.points[0] == 5


@rule("4.2a")
def test_a_liberated_city_is_no_resupply() -> None:
    game = before_warsaw("tracks.west = 4")
    march(game, "R-4", "1611")  # Siedlce: one point more
    assert game.s.points[0] == 5
    assert not any(game.s.resupplied)
