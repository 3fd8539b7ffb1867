"""9.0 Reinforcements phase: arrival by rail, delay, the Warsaw exception, reorganization."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.rules.queries import in_enemy_zoc
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Action, Game, IllegalAction
from vistula.kernel.views import Refusal

from .table import (
    TITLE,
    M,
    asked,
    asks,
    at,
    can,
    disrupted,
    hex,
    isolated,
    offered,
    play,
    run_on,
    verbs,
    warning,
    where,
)

rule = pytest.mark.rule

WARSAW_RING = """
    units.R-4 = "1708"
    units.R-11 = "1808"
    units.R-33 = "1809"
    units.R-5 = "1710"
    units.R-6 = "1609"
    units.R-21 = "1608"
"""


def polish(text: str, turn: int = 4) -> Game[State]:
    return at(f'turn = {turn}\nside = "poland"\nphase = "reinforcement"\n{text}')


def russian(text: str, turn: int = 4) -> Game[State]:
    return at(f'turn = {turn}\nside = "russia"\nphase = "reinforcement"\n{text}')


def entry(game: Game[State], name: str) -> set[str]:
    """Where a unit may be placed."""
    play(game, f"unit {name}")
    return offered(game, "hex")


# -- 9.0 when ---------------------------------------------------------------------------------------------------


@rule("9.0a", "2.2.9a")
def test_units_arrive_on_their_turn_and_not_before() -> None:
    waiting = 'units.P-1R = "box 2"\nunits.P-3R = "box 3"\nunits.P-2K = "box 4"\nunits.P-21 = "box 6"\n'
    assert offered(polish(waiting, 2), "unit") == {"P-1R"}
    assert offered(polish(waiting, 3), "unit") == {"P-1R", "P-3R"}
    assert offered(polish(waiting, 5), "unit") == {"P-1R", "P-3R", "P-2K"}
    assert offered(polish(waiting, 6), "unit") == {"P-1R", "P-3R", "P-2K", "P-21"}


@rule("9.0a", "9.0b", "2.2.9a")
@pytest.mark.parametrize(("box", "due"), [(1, {"P-1R", "P-3R"}), (4, {"P-1R", "P-3R"}), (5, {"P-3R"})])
def test_from_the_first_box_to_that_of_the_turn(box: int, due: set[str]) -> None:
    assert offered(polish(f'units.P-1R = "box {box}"\nunits.P-3R = "box 3"\nunits.P-8 = "1709"'), "unit") == due


@rule("9.1a", "9.1b", "9.1c", "9.0b")
def test_a_unit_in_hand_may_be_held_back_and_that_is_no_move() -> None:
    game = play(polish('units.P-1R = "box 2"\nunits.P-3R = "box 3"'), "unit P-1R")
    assert {option.verb: option.free for option in asked(game).options} == {"hex": False, "wait": True}
    play(game, "wait")
    assert (where(game, "P-1R"), asks(game)) == ("box 2", "poland: arrivals")
    assert offered(game, "unit") == {"P-1R", "P-3R"}


@rule("9.1a", "9.1b", "9.1c", "8.3.2a")
def test_a_replacement_without_any_place_waits_on_the_turn_track() -> None:
    """Both Russian sources and all towns they serve lie in Polish zones or hands."""
    places = [p for p in M.board.places if p.kind != "name" and M.grid.number(p.hex) not in ("2832", "0931")]
    game = at(f"""
        turn = 4
        side = "russia"
        phase = "resupply"
        tracks.west = 5
        control.poland = [{", ".join(repr(M.grid.number(p.hex)) for p in places)}]
        units.P-8 = "2831"
        units.P-10 = "0930"
        units.R-4 = "eliminated"
        units.R-11 = "eliminated"
    """)
    play(game, "resupply 2", "unit R-4")
    assert where(game, "R-4") == "box 4"
    assert (asks(game), offered(game, "unit")) == ("russia: replace", {"R-11"})


@rule("9.0a", "9.0b", "9.2a", "9.2b", "9.2c")
def test_where_nothing_arrives_and_nobody_is_disrupted_nothing_is_asked() -> None:
    """Not even a player who could rearrange a stack meanwhile."""
    game = polish('units.P-8 = "1709"\nunits.P-10 = "1709"')
    assert asks(game) == "poland: kind"
    assert offered(game, "top") == {"P-8"}


@rule("9.0a")
def test_each_player_places_only_his_own() -> None:
    both = 'units.P-1R = "box 2"\nunits.R-48 = "box 3"\n'
    assert offered(polish(both), "unit") == {"P-1R"}
    assert offered(russian(both), "unit") == {"R-48"}


@rule("9.0a")
def test_the_printed_reinforcements_arrive_in_a_real_game() -> None:
    game = TITLE.start("quick")
    play(game, "stop")
    assert (game.s.turn, asks(game)) == (2, "poland: arrivals")
    assert offered(game, "unit") == {"P-1R", "P-2R"}


@rule("9.0b")
def test_reinforcements_may_be_held_back_and_come_later() -> None:
    game = polish('units.P-1R = "box 2"', 2)
    play(game, "delay")
    assert asks(game) == "poland: kind"
    assert where(game, "P-1R") == "box 2"
    for turn in (3, 4, 5):
        run_on(game, "arrivals")
        assert (game.s.turn, offered(game, "unit")) == (turn, {"P-1R"})
        if turn < 5:
            play(game, "delay")
    play(game, "unit P-1R", "hex Warsaw")
    assert where(game, "P-1R") == "1709"


@rule("9.0b")
def test_a_unit_picked_up_may_still_be_held_back() -> None:
    game = polish('units.P-1R = "box 2"')
    play(game, "unit P-1R", "wait")
    assert asks(game) == "poland: arrivals"
    assert where(game, "P-1R") == "box 2"


@rule("9.0a", "9.2a")
def test_some_may_be_placed_and_some_held_back() -> None:
    game = polish('units.P-1R = "box 2"\nunits.P-2R = "box 2"', 2)
    play(game, "unit P-1R", "hex Lodz", "delay")
    assert (where(game, "P-1R"), where(game, "P-2R")) == ("1505", "box 2")


# -- 9.1 where ----------------------------------------------------------------------------------------------------


@rule("9.1a")
def test_polish_towns_and_cities_on_the_railway() -> None:
    places = entry(polish('units.P-1R = "box 2"'), "P-1R")
    assert {"1709", "0615", "2423", "1505", "0706", "2027"} <= places  # Warsaw, Lvov, Minsk, Lodz, Krakow, Bobruisk
    assert "1710" not in places  # a railway hex without a place
    assert "2815" not in places  # Kowno is only a name
    assert "1627" not in places  # Mozyr is Russian
    assert "0931" not in places


@rule("9.1a")
def test_russian_towns_and_cities_on_the_railway() -> None:
    places = entry(russian('units.R-48 = "box 3"'), "R-48")
    assert {"2832", "0931", "1627", "2525", "0426"} <= places  # Smolensk, Kiev, Mozyr, Borisov, Vinnitsa
    assert "2423" not in places  # Minsk is Polish
    assert not any(M.polish_start >> hex(number) & 1 for number in places)


@rule("9.1a")
def test_conquered_places_serve_too() -> None:
    places = entry(russian('units.R-48 = "box 3"\ncontrol.russia = ["Minsk", "Borisov"]'), "R-48")
    assert "2423" in places


@rule("9.1a")
def test_a_place_cut_from_every_source_does_not_serve() -> None:
    # Artillery on both exits of Pinsk: no zone, but the railway is blocked.
    blocked = polish('units.P-1R = "box 2"\nunits.R-1art = "1619"\nunits.R-2art = "1621"')
    assert "1620" not in entry(blocked, "P-1R")
    open_again = polish('units.P-1R = "box 2"\nunits.R-1art = "1619"')
    assert "1620" in entry(open_again, "P-1R")


@rule("9.1a")
def test_a_zone_on_the_railway_blocks_unless_a_friend_stands_in_it() -> None:
    text = 'units.P-1R = "box 2"\nunits.R-4 = "1518"\nunits.R-2art = "1621"\n'
    assert "1620" not in entry(polish(text), "P-1R")
    held = text + 'units.P-8 = "1617"\nunits.P-10 = "1618"\n'
    assert "1620" in entry(polish(held), "P-1R")


@rule("9.1a", "6.0a", "6.0d")
def test_stacking_limits_hold_for_arrivals() -> None:
    text = 'units.P-1R = "box 2"\nunits.P-8 = "1505"\nunits.P-10 = "1505"\nunits.P-1U = "0706"\nunits.P-17 = "0708"'
    places = entry(polish(text), "P-1R")
    assert "1505" not in places  # two units in Lodz
    assert "0706" not in places  # Ukrainians in Krakow
    assert "0708" in places


@rule("9.1a", "6.0e", "6.0b")
def test_arrivals_do_not_mix_fronts() -> None:
    text = 'units.R-48 = "box 3"\nunits.R-24 = "0931"\nunits.R-4 = "2832"\nunits.R-11 = "2832"\nunits.R-33 = "2832"'
    places = entry(russian(text), "R-48")
    assert "0931" not in places
    assert "2832" not in places


@rule("9.1b")
def test_no_arrival_in_an_enemy_zone_even_with_a_friend_there() -> None:
    text = 'units.P-1R = "box 2"\nunits.R-4 = "1506"\n'
    assert "1505" not in entry(polish(text), "P-1R")
    assert "1505" not in entry(polish(text + 'units.P-8 = "1505"'), "P-1R")
    assert "1502" in entry(polish(text), "P-1R")


@rule("9.1b")
def test_no_russian_arrival_in_an_enemy_zone() -> None:
    text = 'units.R-48 = "box 3"\nunits.P-8 = "2833"\nunits.R-4 = "2832"'
    assert "2832" not in entry(russian(text), "R-48")


@rule("9.1c")
def test_polish_warsaw_takes_arrivals_without_a_railway_and_in_a_zone() -> None:
    game = polish('units.P-1R = "box 2"\n' + WARSAW_RING)
    assert in_enemy_zoc(game.s, 0, hex("Warsaw"))
    assert "1709" in entry(game, "P-1R")


@rule("9.1c")
def test_warsaw_keeps_its_stacking_limit() -> None:
    game = polish('units.P-1R = "box 2"\nunits.P-8 = "1709"\nunits.P-10 = "1709"')
    assert "1709" not in entry(game, "P-1R")


@rule("9.1c")
def test_a_lost_warsaw_takes_nobody() -> None:
    game = polish('tracks.west_resupplied = 2\nunits.P-1R = "box 2"\ncontrol.russia = ["Warsaw"]')
    assert "1709" not in entry(game, "P-1R")


@rule("9.1c", "9.1b")
def test_russians_have_no_such_exception() -> None:
    text = 'tracks.west_resupplied = 2\ncontrol.russia = ["Warsaw"]\nunits.R-48 = "box 3"\nunits.P-8 = "1710"'
    assert "1709" not in entry(russian(text), "R-48")


@rule("9.0a")
def test_with_no_place_at_all_nobody_is_asked() -> None:
    edges = 'control.russia = ["Warsaw", "1501", "1901"]\ntracks.west_resupplied = 2\n'
    game = polish(edges + 'units.P-1R = "box 2"')
    assert asks(game) == "poland: kind"


@rule("9.1a")
def test_an_arrival_next_to_a_disrupted_enemy_routs_it() -> None:
    game = polish('units.P-1R = "box 2"\nunits.R-4 = { hex = "1710", disrupted = true }')
    play(game, "unit P-1R", "hex Warsaw")
    assert asks(game) == "russia: where"
    play(game, "hex 1711")
    assert where(game, "R-4") == "1711"


# -- 9.2 reorganization ------------------------------------------------------------------------------------------------


DISRUPTED = """
    units.P-8 = { hex = "0332", disrupted = true, isolated = true }
    units.P-10 = { hex = "1709", disrupted = true }
    units.P-17 = "1505"
    units.R-4 = { hex = "2832", disrupted = true }
"""


@rule("9.2a")
def test_disrupted_units_may_be_reorganized_at_the_start_of_the_phase() -> None:
    game = polish(DISRUPTED + 'units.P-1R = "box 2"')
    assert asks(game) == "poland: reorganization"
    play(game, "reorganize P-10")
    assert where(game, "P-10") == "box 6"  # two turns after turn 4
    assert not disrupted(game, "P-10")


@rule("9.2a")
def test_wherever_they_are_even_cut_off_and_surrounded() -> None:
    text = """
        units.P-8 = { hex = "0332", disrupted = true, isolated = true }
        units.R-1art = "0331"
        units.R-2art = "0333"
        units.R-4 = "0530"
        units.R-11 = "0534"
    """
    game = polish(text)
    play(game, "reorganize P-8")
    assert where(game, "P-8") == "box 6"
    assert not isolated(game, "P-8")


@rule("9.2a")
def test_they_come_back_two_turns_later_as_reinforcements() -> None:
    game = polish(DISRUPTED, 4)
    play(game, "reorganize P-10", "done")
    run_on(game, "arrivals")
    assert (game.s.turn, offered(game, "unit")) == (6, {"P-10"})
    play(game, "unit P-10", "hex Lublin")
    assert where(game, "P-10") == "1212"
    assert not disrupted(game, "P-10")


@rule("9.2a")
def test_a_unit_reorganized_on_turn_seven_does_not_return() -> None:
    game = polish(DISRUPTED, 7)
    play(game, "reorganize P-10", "done")
    assert where(game, "P-10") == "box 9"
    run_on(game, "never")
    assert game.over
    assert where(game, "P-10") == "box 9"


@rule("9.0b", "9.2a")
def test_a_done_meant_for_the_reorganization_sends_no_reinforcements_away() -> None:
    """After the last disrupted unit the arrivals are asked at once: they are delayed by a verb of their own."""
    game = polish(DISRUPTED + 'units.P-1R = "box 2"\nunits.P-2R = "box 2"')
    play(game, "reorganize P-8", "reorganize P-10")
    assert asks(game) == "poland: arrivals"
    assert "done" not in verbs(game)
    refusal = game.seat("poland").refusal(Action("done"))
    assert refusal == Refusal("9.0b", "2 units can arrive now: place them, or delay what is left")
    with pytest.raises(IllegalAction):
        play(game, "done")
    assert offered(game, "unit") == {"P-1R", "P-2R"}
    assert warning(game, "delay") == "arrivals_wait"
    play(game, "delay")
    assert asks(game) == "poland: kind"


@rule("9.2b")
def test_only_disrupted_units_of_the_own_side() -> None:
    assert offered(polish(DISRUPTED), "reorganize") == {"P-8", "P-10"}
    assert offered(russian(DISRUPTED), "reorganize") == {"R-4"}


@rule("9.2b")
def test_without_disrupted_units_nobody_is_asked() -> None:
    assert asks(polish('units.P-17 = "1505"')) == "poland: kind"


@rule("9.2b")
def test_any_number_may_be_reorganized() -> None:
    game = polish(DISRUPTED)
    play(game, "reorganize P-8", "reorganize P-10")
    assert (where(game, "P-8"), where(game, "P-10")) == ("box 6", "box 6")
    assert asks(game) == "poland: kind"


@rule("9.2c")
def test_some_may_stay() -> None:
    game = polish(DISRUPTED)
    play(game, "reorganize P-8")
    assert "done" in verbs(game)
    play(game, "done")
    assert where(game, "P-10") == "1709"
    assert disrupted(game, "P-10")


@rule("9.2a")
def test_reorganization_comes_before_arrivals_and_makes_room() -> None:
    text = 'units.P-1R = "box 2"\nunits.P-8 = { hex = "1709", disrupted = true }\nunits.P-10 = "1709"'
    game = polish(text)
    play(game, "reorganize P-8")
    play(game, "unit P-1R")
    assert can(game, "hex Warsaw")


@rule("9.2a")
def test_there_is_no_reorganization_after_the_arrivals_have_begun() -> None:
    game = polish(DISRUPTED + 'units.P-1R = "box 2"')
    play(game, "done")
    assert asks(game) == "poland: arrivals"
    assert "reorganize" not in verbs(game)
