"""5.0 Sequence of play: turns, phases, operations, the counterattack order."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.state import COMBAT, IDLE, MOVEMENT, OUT_OF_SUPPLY, REFIT, SUPPLIED, State
from vistula.kernel import UNKNOWN, Game

from .table import TITLE, asks, at, can, disrupted, events, march, offered, play, run_on, seat, verbs, where

rule = pytest.mark.rule


def operations(turn: int, side: str = "poland", tracks: str = "") -> int:
    """How many operation phases a player can carry out on this turn."""
    game = at(f'turn = {turn}\nside = "{side}"\nphase = "operation"\n{tracks}')
    number = 0
    while not game.over and (seat(game), game.s.turn) == (side, turn):
        play(game, "movement")
        number += 1
        while not can(game, "end"):
            play(game, "save")
        play(game, "end")
    return number


# -- 5.0, 5.1 -------------------------------------------------------------------------------------------------


@rule("5.0a", "5.1b", "5.1e")
def test_the_poles_before_the_russians_for_eight_turns_and_no_polish_turn_one() -> None:
    game = run_on(TITLE.start("quick"), "never")
    assert game.over
    turns = [(event.refs["turn"], event.refs["side"]) for event in events(game, "player_turn")]
    assert turns == [(1, 1)] + [(turn, side) for turn in range(2, 9) for side in (0, 1)]


@rule("5.1a")
def test_reinforcements_come_before_operations_and_refit_after_them() -> None:
    game = at("""
        turn = 2
        side = "poland"
        phase = "reinforcement"
        units.P-1R = "box 2"
        units.P-8 = { hex = "1709", disrupted = true }
        units.R-4 = "0332"
    """)
    assert asks(game) == "poland: reorganization"
    play(game, "done")
    assert asks(game) == "poland: arrivals"
    play(game, "delay")
    assert asks(game) == "poland: kind"
    play(game, "movement", "end")
    assert asks(game) == "russia: kind"
    assert not disrupted(game, "P-8")  # the refit phase has been


@rule("5.1a", "12.2a")
def test_disrupted_units_do_not_recover_before_the_refit_phase() -> None:
    game = at('turn = 2\nside = "poland"\nphase = "operation"\nunits.P-8 = { hex = "1709", disrupted = true }')
    play(game, "movement")
    assert disrupted(game, "P-8")
    play(game, "end")
    assert not disrupted(game, "P-8")


@rule("5.1b")
def test_turn_one_begins_with_the_russians() -> None:
    game = TITLE.start("quick")
    assert (game.s.turn, seat(game)) == (1, "russia")
    play(game, "stop")
    assert (game.s.turn, seat(game)) == (2, "poland")


@rule("5.1c", "5.1d")
@pytest.mark.parametrize(("turn", "allowed"), [(2, 1), (3, 2), (4, 2), (5, 2), (6, 3), (7, 3), (8, 3)])
def test_polish_operations_if_the_counterattack_starts_on_turn_six(turn: int, allowed: int) -> None:
    assert operations(turn) == allowed


@rule("5.3c", "5.1c", "5.1d")
@pytest.mark.parametrize(("turn", "allowed"), [(4, 2), (5, 3), (6, 3), (8, 3)])
def test_polish_operations_if_the_counterattack_starts_on_turn_five(turn: int, allowed: int) -> None:
    assert operations(turn, tracks="tracks.counterattack = 5") == allowed


@rule("5.1a", "5.2a")
@pytest.mark.parametrize("turn", [1, 2, 5, 8])
def test_the_russians_always_have_three_operations(turn: int) -> None:
    assert operations(turn, "russia") == 3


@rule("5.1e")
def test_the_turn_marker_advances_after_the_russian_refit() -> None:
    game = at('turn = 3\nside = "russia"\nphase = "operation"')
    assert game.s.turn == 3
    play(game, "stop")
    assert game.s.turn == 4
    assert seat(game) == "poland"


@rule("5.1e", "4.1a")
def test_the_game_ends_after_turn_eight() -> None:
    game = at('turn = 8\nside = "russia"\nphase = "operation"')
    assert not game.s.ended
    play(game, "stop")
    assert game.over
    assert game.s.ended


@rule("3.0b", "3.0c", "3.1b", "3.2a")
@pytest.mark.parametrize(("scenario", "asked"), [("quick", "russia: kind"), ("free", "poland: deployment")])
def test_armies_are_deployed_only_where_players_deploy_them(scenario: str, asked: str) -> None:
    game = TITLE.start(scenario)
    assert asks(game) == asked
    assert len([place for place in game.s.place if place >= 0]) == (74 if scenario == "quick" else 0)


# -- 5.2 operation phases --------------------------------------------------------------------------------------


@rule("5.2a", "5.2b", "5.2c", "5.2d")
def test_the_end_of_the_operations_is_shown_to_the_other_side() -> None:
    game = at('turn = 6\nside = "poland"\nphase = "operation"\nunits.P-8 = "0331"')
    assert {option.verb: option.publish for option in game.decisions["poland"].options} == {
        "movement": False,
        "combat": False,
        "stop": True,
    }


@rule("5.2a")
@pytest.mark.parametrize("side", ["poland", "russia"])
def test_each_operation_is_a_movement_or_a_combat_phase(side: str) -> None:
    game = at(f'turn = 6\nside = "{side}"\nphase = "operation"\nunits.R-4 = "0332"\nunits.P-8 = "0331"')
    assert verbs(game) == {"movement", "combat", "stop"}
    play(game, "combat")
    while not can(game, "end"):
        play(game, "save")
    assert game.s.phase == COMBAT
    assert "unit" not in verbs(game)  # nobody moves in a combat phase


@rule("5.2a", "5.2c")
def test_three_combat_phases_in_one_turn() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "0332"')
    for number in (1, 2, 3):
        assert game.s.operation == number
        play(game, "combat", "save", "save", "end")
    assert game.s.turn == 5


@rule("5.2c")
def test_any_mixture_of_operations() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "0332"')
    play(game, "combat", "save", "save", "end", "movement", "save", "save", "end", "combat")
    assert game.s.operations == [COMBAT, MOVEMENT, COMBAT]


@rule("5.2b")
def test_units_of_both_fronts_are_in_the_same_phase() -> None:
    text = """
        turn = 4
        side = "russia"
        phase = "operation"
        units.R-4 = "0332"
        units.P-8 = "0331"
        units.R-24 = "0826"
        units.P-10 = "0825"
    """
    moving = play(at(text), "movement", "save", "save")
    assert offered(moving, "unit") == {"R-4", "R-24"}
    fighting = play(at(text), "combat", "save", "save")
    assert offered(fighting, "attack") == {"0331", "0825"}


@rule("5.2d")
@pytest.mark.parametrize("side", ["poland", "russia"])
def test_a_player_may_carry_out_fewer_operations(side: str) -> None:
    game = at(f'turn = 6\nside = "{side}"\nphase = "operation"')
    play(game, "stop")
    assert (game.s.turn, seat(game)) != (6, side)


# -- 5.3 counterattack order -------------------------------------------------------------------------------------


def turn_three() -> Game[State]:
    game = at('turn = 3\nside = "poland"\nphase = "reinforcement"')
    assert asks(game) == "poland: counterattack_order"
    return game


@rule("5.3a")
def test_the_order_is_chosen_in_the_polish_reinforcement_phase_of_turn_three() -> None:
    assert offered(turn_three(), "order") == {"5", "6"}
    for turn in (2, 4, 5):
        game = at(f'turn = {turn}\nside = "poland"\nphase = "reinforcement"')
        assert asks(game) == "poland: kind"


@rule("5.3a", "4.1.6a")
def test_the_russians_choose_no_order() -> None:
    assert asks(at('turn = 3\nside = "russia"\nphase = "reinforcement"')) == "russia: kind"


@rule("5.3a", "5.3b")
@pytest.mark.parametrize("turn", [5, 6])
def test_the_russian_player_does_not_learn_the_order(turn: int) -> None:
    game = play(turn_three(), f"order {turn}")
    assert not game.s.order_shown
    play(game, "stop")
    assert game.s.counterattack == turn
    assert game.seat("russia").s.counterattack == UNKNOWN
    assert game.seat("poland").s.counterattack == turn
    heard = {event.key for event in game.seat("russia").events}
    assert "order_chosen" in heard
    assert "order_kept" not in heard
    assert str(turn) not in "".join(str(e.refs) for e in game.seat("russia").events if e.key == "order_chosen")


@rule("5.3a")
def test_both_orders_look_the_same_to_the_russians() -> None:
    five, six = (play(turn_three(), f"order {turn}", "stop") for turn in (5, 6))
    assert five.seat("russia").s == six.seat("russia").s
    assert five.seat("russia").events == six.seat("russia").events


@rule("5.3b")
@pytest.mark.parametrize("turn", [5, 6])
def test_the_order_is_shown_in_the_polish_reinforcement_phase_of_turn_five(turn: int) -> None:
    game = at(f'turn = 4\nside = "russia"\nphase = "operation"\ntracks.counterattack = {turn}')
    assert game.seat("russia").s.counterattack == UNKNOWN
    play(game, "stop")
    assert game.s.turn == 5
    assert game.s.order_shown
    assert game.seat("russia").s.counterattack == turn
    assert [event.refs["turn"] for event in events(game, "order_shown")] == [turn]


@rule("5.3b")
@pytest.mark.parametrize(("turn", "side"), [(3, "russia"), (4, "poland"), (4, "russia"), (5, "russia"), (6, "poland")])
def test_in_no_other_phase_is_it_shown(turn: int, side: str) -> None:
    game = at(f'turn = {turn}\nside = "{side}"\nphase = "reinforcement"\ntracks.counterattack_shown = false')
    assert asks(game) == f"{side}: kind"
    assert not game.s.order_shown
    assert not events(game, "order_shown")


@rule("5.3c")
def test_the_third_operation_lasts_to_the_end_of_the_game() -> None:
    game = turn_three()
    play(game, "order 5")
    counted = {}
    while not game.over:
        run_on(game, "kind")
        if game.over:
            break
        if seat(game) == "poland":
            counted[game.s.turn] = counted.get(game.s.turn, 0) + 1
            play(game, "movement")
        else:
            play(game, "stop")
    assert counted == {3: 2, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3}


# -- 5.4 Polish movement -------------------------------------------------------------------------------------------


def reach(text: str, name: str) -> int:
    """The movement points of a unit in the movement phase that comes next."""
    game = play(at(text), "movement")
    while not can(game, f"unit {name}"):
        play(game, "spend")
    play(game, f"unit {name}")
    return game.stack[-1].left  # type: ignore[attr-defined]


POLES = 'turn = 6\nside = "poland"\nphase = "operation"\nunits.P-8 = "1705"\nunits.P-1cav = "1804"\n'


@rule("5.4a")
@pytest.mark.parametrize(("name", "full"), [("P-8", 4), ("P-1cav", 6)])
def test_the_first_polish_movement_phase_is_full(name: str, full: int) -> None:
    assert reach(POLES, name) == full


@rule("5.4a")
@pytest.mark.parametrize("before", ['["combat"]', '["combat", "combat"]'])
def test_a_combat_phase_before_it_takes_nothing_from_the_first_movement_phase(before: str) -> None:
    assert reach(f"operations = {before}\n" + POLES, "P-8") == 4


@rule("5.4b", "10.2a")
@pytest.mark.parametrize("before", ['["movement"]', '["movement", "movement"]', '["combat", "movement"]'])
@pytest.mark.parametrize(("name", "half"), [("P-8", 2), ("P-1cav", 3)])
def test_later_polish_movement_phases_have_half_the_allowance(before: str, name: str, half: int) -> None:
    assert reach(f"operations = {before}\n" + POLES, name) == half


@rule("5.4b")
def test_the_second_movement_phase_is_halved_in_play_too() -> None:
    game = at(POLES)
    play(game, "movement")
    march(game, "P-8", "1704 1703 1702 1701")
    play(game, "end", "movement", "unit P-8", "step 1702", "step 1703")
    assert asks(game) == "poland: pick"
    assert where(game, "P-8") == "1703"


@rule("5.4a", "5.4b")
def test_russian_movement_is_never_halved_by_its_number() -> None:
    text = 'turn = 6\nside = "russia"\nphase = "operation"\noperations = ["movement", "movement"]\nunits.R-4 = "0332"'
    assert reach(text, "R-4") == 4


@rule("5.4b")
def test_the_count_of_movement_phases_starts_anew_each_turn() -> None:
    game = at('turn = 3\nside = "poland"\nphase = "operation"\noperations = ["movement"]\nunits.P-8 = "1705"')
    play(game, "movement", "end")
    run_on(game, "kind")
    play(game, "stop")
    run_on(game, "kind")
    assert (game.s.turn, seat(game)) == (4, "poland")
    play(game, "movement", "unit P-8")
    assert game.stack[-1].left == 4  # type: ignore[attr-defined]


# -- 5.4, 5.5 records ------------------------------------------------------------------------------------------------


@rule("5.4c")
def test_polish_operations_are_recorded_by_kind() -> None:
    game = at('turn = 6\nside = "poland"\nphase = "operation"\ntracks.west = 0\ntracks.southwest = 0')
    play(game, "movement", "end", "combat", "end", "movement")
    assert game.s.operations == [MOVEMENT, COMBAT, MOVEMENT]
    assert game.s.movements == 2


@rule("5.5a")
def test_russian_operations_are_recorded_with_their_supply() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "0332"')
    play(game, "movement", "spend", "save", "end", "combat", "save", "spend")
    assert game.s.operations == [MOVEMENT, COMBAT]
    assert game.s.statuses == [SUPPLIED, OUT_OF_SUPPLY, OUT_OF_SUPPLY, SUPPLIED]


@rule("5.5a", "8.1c")
def test_records_are_cleared_for_the_next_player_turn() -> None:
    game = at('turn = 4\nside = "russia"\nphase = "operation"\nunits.R-4 = "0332"')
    play(game, "movement", "spend", "save", "end", "stop")
    assert seat(game) == "poland"
    assert game.s.operations == game.s.statuses == []
    assert game.s.supplied == [IDLE, IDLE]
    assert game.s.phase != REFIT
