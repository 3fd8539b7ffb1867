"""8.0 Russian supply: points phase by phase, their lack, resupply, replacements, liberated cities."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.model import SOUTHWEST, WEST
from vistula.games.warsaw_1920.rules.movement import allowance, half
from vistula.games.warsaw_1920.rules.strength import die_bonus, out_of_supply, work_out
from vistula.games.warsaw_1920.state import IDLE, OUT_OF_SUPPLY, SUPPLIED, State
from vistula.kernel import Game

from .table import (
    asked,
    asks,
    at,
    attack,
    can,
    controller,
    hex,
    last,
    march,
    offered,
    play,
    points,
    poles_attack,
    run_on,
    russians_attack,
    russians_move,
    unit,
    units,
    verbs,
    where,
)

rule = pytest.mark.rule


def operation(text: str = "") -> Game[State]:
    return at('turn = 4\nside = "russia"\nphase = "operation"\n' + text)


def resupply(text: str = "") -> Game[State]:
    return at('turn = 4\nside = "russia"\nphase = "resupply"\n' + text)


def front(game: Game[State]) -> int:
    """The Front that the question is about."""
    return game.stack[-1].front  # type: ignore[attr-defined]


# -- 8.1 supply points --------------------------------------------------------------------------------------


@rule("8.1a")
@pytest.mark.parametrize("kind", ["movement", "combat"])
def test_each_front_is_asked_at_the_start_of_a_russian_operation(kind: str) -> None:
    game = play(operation("tracks.west = 5\ntracks.southwest = 4"), kind)
    assert asks(game) == "russia: spend"
    assert (front(game), verbs(game)) == (WEST, {"spend", "save"})
    play(game, "spend")
    assert (asks(game), front(game)) == ("russia: spend", SOUTHWEST)
    play(game, "save")
    assert game.s.points == [4, 4]
    assert game.s.supplied == [SUPPLIED, OUT_OF_SUPPLY]


@rule("8.1a")
def test_the_question_comes_back_in_every_operation() -> None:
    game = operation("tracks.west = 5\ntracks.southwest = 4")
    for _ in range(3):
        play(game, "movement", "spend", "spend", "end")
    assert game.s.points == [2, 1]


@rule("8.1b")
def test_a_front_that_saves_is_out_of_supply() -> None:
    game = play(operation(), "movement", "save", "spend")
    assert game.s.supplied == [OUT_OF_SUPPLY, SUPPLIED]
    assert game.s.points == [12, 7]


@rule("8.1c")
def test_each_front_is_asked_at_the_start_of_a_polish_combat_phase() -> None:
    game = at('turn = 4\nside = "poland"\nphase = "operation"\ntracks.west = 5\ntracks.southwest = 4')
    play(game, "combat")
    assert (asks(game), front(game)) == ("russia: spend", WEST)
    play(game, "save", "spend")
    assert asks(game) == "poland: declare"
    assert game.s.points == [5, 3]
    assert game.s.supplied == [OUT_OF_SUPPLY, SUPPLIED]


@rule("8.1c")
def test_the_question_comes_back_in_every_polish_combat_phase() -> None:
    game = at('turn = 6\nside = "poland"\nphase = "operation"\ntracks.west = 5\ntracks.southwest = 4')
    for _ in range(3):
        play(game, "combat", "spend", "spend", "end")
    assert game.s.points == [2, 1]


@rule("8.1c")
def test_polish_movement_costs_the_russians_nothing() -> None:
    game = at('turn = 4\nside = "poland"\nphase = "operation"\ntracks.west = 5\ntracks.southwest = 4')
    play(game, "movement")
    assert asks(game) == "poland: pick"
    assert game.s.points == [5, 4]


@rule("8.1d")
def test_an_empty_track_leaves_the_front_out_of_supply_without_a_question() -> None:
    game = play(operation("tracks.west = 0\ntracks.southwest = 4"), "movement")
    assert front(game) == SOUTHWEST
    play(game, "spend")
    assert game.s.supplied == [OUT_OF_SUPPLY, SUPPLIED]
    assert game.s.points == [0, 3]


@rule("8.1d")
def test_an_empty_track_in_a_polish_combat_phase() -> None:
    game = at('turn = 4\nside = "poland"\nphase = "operation"\ntracks.west = 0\ntracks.southwest = 0')
    play(game, "combat")
    assert asks(game) == "poland: declare"
    assert game.s.supplied == [OUT_OF_SUPPLY, OUT_OF_SUPPLY]
    assert game.s.points == [0, 0]


@rule("8.1d")
def test_the_last_point_can_be_spent_once() -> None:
    game = play(operation("tracks.west = 1\ntracks.southwest = 0"), "movement", "spend", "end", "movement")
    assert game.s.supplied == [OUT_OF_SUPPLY, OUT_OF_SUPPLY]
    assert game.s.points == [0, 0]


# -- 8.2 out of supply ---------------------------------------------------------------------------------------


@rule("8.2a", "10.2a")
@pytest.mark.parametrize(("name", "full", "half"), [("R-4", 4, 2), ("R-10cav", 6, 3), ("R-1art", 4, 2)])
def test_out_of_supply_the_allowance_is_halved(name: str, full: int, half: int) -> None:
    supplied = russians_move(f'units.{name} = "0332"')
    assert allowance(supplied.s, unit(name)) == full
    hungry = russians_move(f'tracks.west_supplied = false\nunits.{name} = "0332"')
    assert allowance(hungry.s, unit(name)) == half


@rule("8.2a")
def test_odd_allowances_are_rounded_up() -> None:
    assert [half(n) for n in (1, 2, 3, 5, 7)] == [1, 1, 2, 3, 4]


@rule("8.2a", "8.2e")
def test_only_the_front_without_supply_is_slowed() -> None:
    game = russians_move('tracks.southwest_supplied = false\nunits.R-4 = "0332"\nunits.R-24 = "0826"')
    assert allowance(game.s, unit("R-4")) == 4
    assert allowance(game.s, unit("R-24")) == 2


@rule("8.2a")
def test_out_of_supply_a_unit_goes_half_as_far() -> None:
    game = russians_move('tracks.west_supplied = false\nunits.R-4 = "0332"')
    play(game, "unit R-4", "step 0331", "step 0330")
    assert asks(game) == "russia: pick"


@rule("8.2b", "11.6.1a")
def test_attackers_out_of_supply_are_added_and_then_halved() -> None:
    game = russians_attack("""
        tracks.west_supplied = false
        units.R-12 = "0332"
        units.R-53 = "0332"
        units.R-54 = "0431"
        units.P-3U = "0331"
    """)
    attack(game, "0331", "R-12 R-53 R-54", 3)  # 3 + 3 + 3, halved to 5: not 2 + 2 + 2 nor 3 + 2
    assert last(game, "attack").refs["attack"] == 5


@rule("8.2c", "11.7b")
def test_artillery_out_of_supply_gives_no_support() -> None:
    text = 'units.R-4 = "0332"\nunits.R-1art = "0332"\nunits.P-3U = "0331"\n'
    assert die_bonus(russians_attack(text).s, units("R-4 R-1art"))[0] == 1
    assert die_bonus(russians_attack("tracks.west_supplied = false\n" + text).s, units("R-4 R-1art"))[0] == 0


@rule("8.2d", "11.6.1a")
def test_a_defending_hex_out_of_supply_is_added_and_then_halved() -> None:
    text = 'units.R-12 = "0332"\nunits.R-53 = "0332"\nunits.R-54 = "0332"\nunits.P-PL1 = "0331"\n'
    assert work_out(poles_attack(text).s, units("P-PL1"), units("R-12 R-53 R-54"), hex("0332")).defence == 9
    hungry = poles_attack("tracks.west_supplied = false\n" + text)
    assert work_out(hungry.s, units("P-PL1"), units("R-12 R-53 R-54"), hex("0332")).defence == 5


@rule("8.2e")
def test_a_supplied_front_has_no_penalty() -> None:
    game = russians_attack('tracks.southwest_supplied = false\nunits.R-4 = "0332"\nunits.P-3U = "0331"')
    assert not out_of_supply(game.s, unit("R-4"))
    attack(game, "0331", "R-4", 3)
    assert last(game, "attack").refs["attack"] == 4


@rule("8.2e", "8.1a")
def test_supply_lasts_for_its_phase_and_no_longer() -> None:
    game = operation('tracks.west = 5\ntracks.southwest = 0\nunits.R-4 = "0332"')
    play(game, "movement", "spend", "end", "movement", "save")
    assert allowance(game.s, unit("R-4")) == 2


# -- 8.3 resupply ----------------------------------------------------------------------------------------------


@rule("8.3a")
def test_resupply_is_declared_at_the_start_of_the_russian_turn_front_by_front() -> None:
    game = resupply("tracks.west = 5\ntracks.southwest = 3")
    assert (asks(game), front(game)) == ("russia: declare", WEST)
    play(game, "decline")
    assert (asks(game), front(game)) == ("russia: declare", SOUTHWEST)
    play(game, "decline")
    assert asks(game) == "russia: kind"


@rule("8.3a")
def test_it_comes_right_after_the_polish_turn_and_before_reinforcements() -> None:
    game = at("""
        turn = 3
        side = "poland"
        phase = "operation"
        tracks.west = 5
        units.R-48 = "box 3"
    """)
    play(game, "stop")
    assert asks(game) == "russia: declare"
    play(game, "decline")
    assert asks(game) == "russia: arrivals"


@rule("8.3a")
def test_both_fronts_may_resupply_on_one_turn() -> None:
    game = play(resupply("tracks.west = 5\ntracks.southwest = 3"), "resupply 2", "resupply 1")
    assert game.s.points == [7, 4]
    assert game.s.resupplied == [4, 4]


@rule("8.3a")
def test_each_front_resupplies_once_in_the_game() -> None:
    game = resupply("tracks.west = 0\ntracks.southwest = 3\ntracks.west_resupplied = 2")
    assert front(game) == SOUTHWEST
    game = resupply(
        "tracks.west = 0\ntracks.southwest = 3\ntracks.west_resupplied = 2\ntracks.southwest_resupplied = 2"
    )
    assert asks(game) == "russia: kind"


@rule("8.3a")
@pytest.mark.parametrize("turn", [1, 4, 8])
def test_on_any_turn(turn: int) -> None:
    game = at(f'turn = {turn}\nside = "russia"\nphase = "resupply"\ntracks.west = 3')
    assert asks(game) == "russia: declare"


@rule("8.3b")
def test_nobody_has_to_resupply() -> None:
    game = resupply("tracks.west = 0\ntracks.southwest = 0")
    assert "decline" in verbs(game)
    run_on(game, "never")
    assert game.over
    assert game.s.resupplied == [0, 0]
    assert game.s.resupply_vp == 0


@rule("8.3.1a")
def test_points_may_rise_to_twelve_and_eight_and_less_may_be_taken() -> None:
    game = resupply("tracks.west = 5\ntracks.southwest = 3")
    assert offered(game, "resupply") == {str(n) for n in range(1, 8)}
    play(game, "decline")
    assert offered(game, "resupply") == {str(n) for n in range(1, 6)}


@rule("8.3.1a")
def test_a_full_track_cannot_be_resupplied() -> None:
    assert asks(resupply("tracks.west = 12\ntracks.southwest = 8")) == "russia: kind"


@rule("8.3.1b", "4.1.5a")
def test_the_poles_score_half_of_it_rounded_up() -> None:
    game = play(resupply("tracks.west = 5"), "resupply 7")
    assert points(game, 0, "Russian resupply") == 4


@rule("8.3.1c")
@pytest.mark.parametrize(("taken", "lost"), [(1, 1), (5, 1), (6, 2), (12, 2)])
def test_lost_operations(taken: int, lost: int) -> None:
    game = play(resupply('tracks.west = 0\nunits.R-4 = "0332"\nunits.R-24 = "0826"'), f"resupply {taken}")
    acted = []
    for number in (1, 2, 3):
        assert game.s.operation == number
        play(game, "movement")
        while asked(game).step == "spend":
            play(game, "save")
        acted.append(can(game, "unit R-4"))
        assert can(game, "unit R-24")
        play(game, "end")
    assert acted == [number > lost for number in (1, 2, 3)]


@rule("8.3.1c", "8.3.1e")
def test_units_of_the_front_do_not_fight_in_a_lost_operation() -> None:
    text = """
        turn = 4
        side = "russia"
        phase = "combat"
        tracks.west_resupplied = 4
        tracks.west_lost = 1
        units.R-4 = "0332"
        units.R-24 = "0431"
        units.P-8 = "0331"
    """
    game = at(text)
    play(game, "attack 0331")
    assert offered(game, "unit") == {"R-24"}
    alone = at(text.replace('units.R-24 = "0431"\n', ""))
    assert verbs(alone) == {"end"}


@rule("8.3.1c", "8.1a")
def test_no_point_is_asked_for_a_front_in_a_lost_operation() -> None:
    game = play(resupply("tracks.west = 5\ntracks.southwest = 8"), "resupply 5", "movement")
    assert front(game) == SOUTHWEST
    play(game, "spend")
    assert game.s.points == [10, 7]
    assert game.s.supplied == [IDLE, SUPPLIED]


@rule("8.3.1c")
def test_when_both_fronts_lose_an_operation_it_is_passed_over() -> None:
    game = play(resupply("tracks.west = 5\ntracks.southwest = 1"), "resupply 6", "resupply 6")
    assert asks(game) == "russia: kind"
    assert game.s.operation == 3


@rule("8.3.1c")
def test_reinforcements_and_refit_take_place_all_the_same() -> None:
    game = at("""
        turn = 3
        side = "russia"
        phase = "resupply"
        tracks.west = 0
        units.R-48 = "box 3"
        units.R-4 = { hex = "0332", disrupted = true }
    """)
    play(game, "resupply 12")
    assert asks(game) == "russia: reorganization"
    play(game, "done")
    assert asks(game) == "russia: arrivals"
    play(game, "unit R-48", "hex Smolensk")
    assert where(game, "R-48") == "2832"
    play(game, "stop")
    assert not game.s.disrupted


@rule("8.3.1c")
def test_operations_are_lost_on_that_turn_only() -> None:
    game = play(resupply('tracks.west = 0\nunits.R-4 = "0332"'), "resupply 6", "stop")
    run_on(game, "kind")
    play(game, "stop")
    run_on(game, "kind")
    assert game.s.turn == 5
    assert game.s.lost == [0, 0]
    play(game, "movement", "save", "save")
    assert can(game, "unit R-4")


@rule("8.3.1e")
def test_the_other_front_acts_in_the_operations_that_one_loses() -> None:
    game = play(resupply('tracks.west = 0\nunits.R-4 = "0332"\nunits.R-24 = "0826"'), "resupply 6", "movement", "spend")
    assert offered(game, "unit") == {"R-24"}
    march(game, "R-24", "0825")
    assert where(game, "R-24") == "0825"


@rule("8.3.1d")
def test_the_marker_shows_that_the_front_has_resupplied() -> None:
    game = play(resupply("tracks.west = 5\ntracks.southwest = 3"), "resupply 2", "decline")
    assert game.s.resupplied == [4, 0]


# -- 8.3.2 replacements --------------------------------------------------------------------------------------------


LOST = """
    tracks.west = 5
    tracks.southwest = 8
    units.R-4 = "eliminated"
    units.R-11 = "eliminated"
    units.R-33 = "surrendered"
    units.R-5 = "overstacked"
    units.R-6 = "interned"
    units.R-10cav = "eliminated"
    units.R-1art = "eliminated"
    units.R-24 = "eliminated"
"""


@rule("8.3.2a", "8.3.2b")
def test_only_infantry_of_the_front_eliminated_in_combat_comes_back() -> None:
    game = play(resupply(LOST), "resupply 5")
    assert asks(game) == "russia: replace"
    assert offered(game, "unit") == {"R-4", "R-11"}


@rule("8.3.2a")
def test_one_unit_for_each_point_taken() -> None:
    game = play(resupply(LOST), "resupply 1", "unit R-4", "hex Vitebsk")
    assert where(game, "R-4") == "2929"
    assert asks(game) == "russia: kind"  # one point, one unit


@rule("8.3.2a", "9.1a")
def test_replacements_are_placed_at_once_like_reinforcements() -> None:
    game = play(resupply(LOST + '\nunits.P-8 = "2930"'), "resupply 2", "unit R-4")
    assert asks(game) == "russia: where"
    assert can(game, "hex Smolensk")
    assert not can(game, "hex Vitebsk")  # a Polish zone
    assert not can(game, "hex 2831")  # no town
    play(game, "hex Smolensk")
    assert where(game, "R-4") == "2832"
    assert asks(game) == "russia: replace"


@rule("8.3.2a", "8.3a")
@pytest.mark.parametrize("west", [["decline"], ["resupply 3", "done"]])
def test_without_a_resupply_nothing_is_replaced(west: list[str]) -> None:
    """Neither by a Front that declines nor with what the other Front has left."""
    game = play(resupply(LOST.replace("southwest = 8", "southwest = 6")), *west)
    assert (asks(game), front(game)) == ("russia: declare", SOUTHWEST)
    assert game.s.replacements == [0, 0]
    play(game, "decline")
    assert (asks(game), game.s.replacements) == ("russia: kind", [0, 0])


@rule("8.3.2a")
def test_replacement_is_a_choice() -> None:
    game = play(resupply(LOST), "resupply 5", "done")
    assert where(game, "R-4") == "eliminated"
    assert asks(game) == "russia: kind"


@rule("8.3.2a")
def test_the_other_front_replaces_its_own() -> None:
    game = play(resupply(LOST.replace("southwest = 8", "southwest = 6")), "decline", "resupply 2")
    assert offered(game, "unit") == {"R-24"}


@rule("8.3.2a")
def test_a_replaced_unit_without_a_place_waits() -> None:
    game = play(resupply(LOST), "resupply 2", "unit R-4", "wait", "done")
    assert where(game, "R-4") == "box 4"
    assert asks(game) == "russia: arrivals"
    assert offered(game, "unit") == {"R-4"}


@rule("8.3.2a")
def test_a_replaced_unit_is_no_longer_lost() -> None:
    game = play(resupply(LOST), "resupply 2", "unit R-4", "hex Smolensk")
    assert offered(game, "unit") == {"R-11"}


@rule("8.3.2b")
def test_without_infantry_to_replace_nobody_is_asked() -> None:
    game = play(resupply('tracks.west = 5\nunits.R-10cav = "eliminated"\nunits.R-1art = "eliminated"'), "resupply 5")
    assert asks(game) == "russia: kind"


@rule("8.3.2b", "10.5c")
def test_interned_and_surrendered_units_never_return() -> None:
    game = resupply('tracks.west = 5\nunits.R-6 = "interned"\nunits.R-33 = "surrendered"')
    play(game, "resupply 5")
    assert asks(game) == "russia: kind"


# -- 8.4 liberated cities --------------------------------------------------------------------------------------------


@rule("8.4a")
@pytest.mark.parametrize(
    ("name", "start", "city", "gain"),
    [
        ("R-24", "0922", "0921", (0, 1)),  # Rovno, a city
        ("R-4", "2424", "2423", (1, 0)),  # Minsk, a major city
        ("R-4", "2523", "2522", (0, 0)),  # Molodechno, a town
        ("R-24", "0827", "0826", (0, 0)),  # Zhitomir is Russian
    ],
)
def test_a_liberated_city_gives_its_liberator_a_point(name: str, start: str, city: str, gain: tuple[int, int]) -> None:
    game = russians_move(f'tracks.west = 3\ntracks.southwest = 3\nunits.{name} = "{start}"')
    play(game, f"unit {name}", f"step {city}")
    assert controller(game, city) == "russia"
    assert (game.s.points[WEST] - 3, game.s.points[SOUTHWEST] - 3) == gain


@rule("8.4a")
def test_the_point_comes_at_once_but_the_running_phase_stays_as_it_was() -> None:
    game = russians_move('tracks.west = 0\ntracks.west_supplied = false\nunits.R-10cav = "2424"')
    play(game, "unit R-10cav", "step 2423")
    assert game.s.points[WEST] == 1
    assert game.s.supplied[WEST] == OUT_OF_SUPPLY


@rule("8.4a", "11.11a")
def test_an_advance_liberates() -> None:
    game = russians_attack("""
        tracks.southwest = 3
        units.R-4cav = "1118"
        units.R-6cav = "1118"
        units.P-Jaworski = "1217"
    """)
    attack(game, "1217", "R-4cav R-6cav", 6)  # 10 to 2 in the city, 5:1: DE
    play(game, "unit R-4cav")
    assert game.s.points[SOUTHWEST] == 4


@rule("8.4a", "10.4.2b")
def test_a_rout_into_a_city_liberates_it_in_the_polish_turn() -> None:
    game = at("""
        turn = 4
        side = "poland"
        phase = "movement"
        tracks.west = 3
        units.R-4 = { hex = "2424", disrupted = true }
        units.P-8 = "2427"
    """)
    play(game, "unit P-8", "step 2426", "step 2425", "hex 2423")
    assert controller(game, "Minsk") == "russia"
    assert game.s.points[WEST] == 4


@rule("8.4b")
def test_each_city_pays_once() -> None:
    game = russians_move('tracks.west = 3\nunits.R-4 = "2424"\ncontrol.retaken = ["Minsk"]')
    play(game, "unit R-4", "step 2423")
    assert controller(game, "Minsk") == "russia"
    assert game.s.points[WEST] == 3


@rule("8.4b")
def test_walking_in_and_out_of_a_city_pays_nothing_more() -> None:
    game = russians_move('tracks.west = 3\nunits.R-10cav = "2424"')
    march(game, "R-10cav", "2423 2424 2423")
    assert game.s.points[WEST] == 4


@rule("8.4b")
def test_a_city_that_was_russian_from_the_start_never_pays() -> None:
    game = russians_move('tracks.west = 3\nunits.R-4 = "1628"\ncontrol.poland = ["Mozyr"]')
    play(game, "unit R-4", "step 1627")
    assert controller(game, "Mozyr") == "russia"
    assert game.s.points[WEST] == 3


@rule("8.4a")
@pytest.mark.parametrize(
    ("front", "name", "start", "city", "full"),
    [(WEST, "R-4", "2424", "2423", 12), (SOUTHWEST, "R-24", "0922", "0921", 8)],
)
def test_the_limits_of_resupply_do_not_hold_back_the_point_of_a_city(
    front: int, name: str, start: str, city: str, full: int
) -> None:
    game = russians_move(f'tracks.west = 12\ntracks.southwest = 8\nunits.{name} = "{start}"')
    play(game, f"unit {name}", f"step {city}")
    assert game.s.points[front] == full + 1


@rule("8.3a", "8.3.2a", "8.3.2b")
def test_the_second_front_is_asked_after_the_replacements_of_the_first() -> None:
    game = resupply(LOST.replace("southwest = 8", "southwest = 5"))
    play(game, "resupply 2", "unit R-4", "wait", "done")
    assert front(game) == SOUTHWEST
    assert game.s.replacements == [0, 0]  # the one that is left is lost
