"""9.4 Secret Concentration: who can be sent where, what it costs, what the enemy knows, and where units appear."""

from __future__ import annotations

import random

import pytest

from vistula.games.nest_of_eagles import knowledge
from vistula.games.nest_of_eagles.model import BELARUS, SEATS, UKRAINE
from vistula.games.nest_of_eagles.rules.concentration import appear, no_berth
from vistula.games.nest_of_eagles.rules.queries import present
from vistula.games.nest_of_eagles.rules.reactive import ReactivePhase
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals
from vistula.games.nest_of_eagles.state import (
    OPERATIONAL,
    OWN,
    REACTIVE_1,
    REMOVED,
    TRANSIT,
    WEST_POOL,
    State,
    box,
    remove,
)
from vistula.kernel import ONLOOKER, UNKNOWN, Game

from .positions import hex, situation, unit
from .table import POLAND, SOVIET, asked, can, events, moves, moving, offered, play, roll, table, where

rule = pytest.mark.rule
BARANOWICZE, LIDA, MOLODECZNO, LUNINIEC, SARNY, SMORGONIE = "2010", "1807", "2206", "2114", "2017", "2106"
REAR = "2010 P-17 P-10 P-15; 2708 S-53"


def sent(*dice: int, keys: str = "P-17", to: str = LIDA, stacks: str = REAR) -> Game[State]:
    """Poles leave Baranowicze for a town that is kept secret."""
    game = roll(moves(stacks), *dice)
    for key in keys.split():
        play(game, f"unit {key}", f"conceal {to}")
    return game


@rule("9.3d", "9.4a")
def test_a_unit_leaves_the_map_for_two_rail_transports() -> None:
    game = sent(1)
    assert game.s.place[unit("P-17")] == TRANSIT
    assert game.s.rails[OWN] == 2
    assert not can(game, "unit P-17")


@rule("9.3d")
def test_a_third_unit_takes_the_doubled_capacity_and_a_fourth_finds_none() -> None:
    game = sent(1, keys="P-17 P-10 P-15", stacks="2010 P-17 P-10 P-15 P-2L; 2708 S-53")
    assert game.s.rails[OWN] == 6
    play(game, "unit P-2L")
    assert not offered(game, "conceal")


@rule("9.4b")
def test_a_secret_journey_stays_in_its_theater() -> None:
    game = moves(REAR)
    play(game, "unit P-17")
    towns = offered(game, "conceal")
    assert {LIDA, MOLODECZNO, LUNINIEC} <= towns
    assert not towns & {SARNY, BARANOWICZE}
    assert SARNY in offered(game, "rail")


@rule("9.4b")
def test_all_who_leave_in_a_phase_go_to_one_town() -> None:
    game = sent(1)
    play(game, "unit P-10")
    assert offered(game, "conceal") == {LIDA}


@rule("9.4b", "6.0a")
def test_no_more_leave_for_a_town_than_it_can_hold() -> None:
    full = "2010 P-17 P-10; 1807 P-2L P-3L P-1L; 2708 S-53"
    game = sent(1, stacks=full)
    play(game, "unit P-10")
    assert not offered(game, "conceal")
    assert LIDA in offered(game, "rail")


@rule("9.4a")
def test_they_appear_in_the_next_movement_phase_and_move_by_points_only() -> None:
    game = sent(1)
    s = game.s
    appear(s, POLAND)
    assert where(game, "P-17") == LIDA
    game = moving(s)
    play(game, "unit P-17")
    assert offered(game, "step")
    assert not offered(game, "rail")
    assert not offered(game, "conceal")
    assert not any(s.transit)
    assert not any(s.destination)


@rule("9.4a")
def test_a_reactive_movement_phase_in_the_enemy_turn_is_such_a_phase() -> None:
    game = table(situation(REAR, side=SOVIET, phase=REACTIVE_1), ReactivePhase(side=SOVIET))
    s = game.s
    s.place[unit("P-17")] = TRANSIT
    s.transit[OWN], s.destination[OWN], s.could[OWN] = 1 << unit("P-17"), hex(LIDA), 1 << hex(LIDA)
    s.bound_for[OWN] = BELARUS
    play(game, "pass", "react")  # the Soviets decline, the Poles react
    assert where(game, "P-17") == LIDA


@rule("9.4c")
@pytest.mark.parametrize("taken", [False, True])
def test_a_captured_destination_sends_them_to_the_nearest_town_of_the_railroad(taken: bool) -> None:
    game = sent(1, to=MOLODECZNO)
    s = game.s
    if taken:
        s.held[POLAND] &= ~(1 << hex(MOLODECZNO))
        s.held[SOVIET] |= 1 << hex(MOLODECZNO)
    s.moved = 0
    appear(s, POLAND)
    assert where(game, "P-17") == (SMORGONIE if taken else MOLODECZNO)
    assert bool(s.moved >> unit("P-17") & 1) is taken


@rule("9.4c")
def test_with_no_town_left_they_stay_under_way() -> None:
    s = sent(1).s
    s.held[SOVIET] |= s.held[POLAND]
    s.held[POLAND] = 0
    appear(s, POLAND)
    assert s.place[unit("P-17")] == TRANSIT
    assert s.destination[OWN]


@rule("9.4d", "1.3a")
@pytest.mark.parametrize(("die", "known"), [(5, False), (6, True)])
def test_a_six_tells_the_enemy_where_they_go(die: int, known: bool) -> None:
    game = sent(die)
    seen = [knowledge.mask(game.s, seat).destination[OWN] for seat in (SEATS[POLAND], SEATS[SOVIET], ONLOOKER)]
    assert seen[0] == hex(LIDA)
    assert seen[1:] == ([hex(LIDA)] * 2 if known else [UNKNOWN] * 2)
    assert bool(events(game, "found_out")) is known


@rule("9.4d")
def test_the_die_is_rolled_once_for_a_destination() -> None:
    game = sent(6, keys="P-17 P-10")
    assert len(events(game, "found_out")) == 1
    assert asked(game).step == "pick"


@rule("9.4a")
def test_what_the_enemy_imagines_is_what_the_railroad_allowed() -> None:
    s = sent(1).s
    known = knowledge.mask(s, SEATS[SOVIET])
    guesses = {knowledge.fill(known, SEATS[SOVIET], random.Random(i)).destination[OWN] for i in range(60)}
    assert hex(LIDA) in guesses
    assert len(guesses) > 5
    assert all(s.could[OWN] >> guess & 1 for guess in guesses)
    assert knowledge.mask(s, SEATS[POLAND]).destination == s.destination


@rule("9.4a", "13.5a")
def test_units_under_way_count_in_the_theater_of_their_journey() -> None:
    s = sent(1).s
    assert unit("P-17") in present(s, s.m.army[POLAND], BELARUS)
    assert unit("P-17") not in present(s, s.m.army[POLAND], UKRAINE)


@rule("9.3d", "9.4b")
def test_soviet_reinforcements_come_in_secret_for_one_transport() -> None:
    s = situation("3003 S-53; 2206 P-17", side=SOVIET, phase=OPERATIONAL)
    s.place[unit("S-27")], s.place[unit("S-25")] = box(s.round), box(s.round)
    game = roll(table(s, Arrivals(command=1)), 1)
    play(game, "unit S-27", "conceal 3505")
    assert game.s.place[unit("S-27")] == TRANSIT
    assert game.s.rails[WEST_POOL] == 1
    play(game, "unit S-25") if asked(game).step == "pick" else None
    assert not offered(game, "conceal")  # a Southwestern one: the destination of the phase is in the north


@rule("9.4a")
def test_polish_reinforcements_do_not() -> None:
    s = situation("2206 P-17; 3003 S-53", scenario="spring")
    s.place[unit("P-11")] = box(s.round)
    game = table(s, Arrivals(command=0))
    play(game, "unit P-11") if asked(game).step == "pick" else None
    assert offered(game, "rail")
    assert not offered(game, "conceal")


@rule("1.1a")
def test_the_introductory_game_has_no_secret_concentration() -> None:
    s = situation("2010 P-17; 2708 S-53", scenario="spring")
    s.introductory = True
    game = moving(s)
    play(game, "unit P-17")
    assert not offered(game, "conceal")
    assert offered(game, "rail")


@rule("9.4a", "20.1.3a")
def test_who_leaves_the_game_under_way_is_no_longer_expected() -> None:
    s = sent(1).s
    remove(s, unit("P-17"), REMOVED)
    assert not any(s.transit)


@rule("6.0a", "9.4b")
def test_no_more_leave_for_an_empty_town_than_it_holds() -> None:
    s = situation("2010 P-17; 2708 S-53")
    for full, closed in ((0b111, False), (0b1111, True)):
        s.transit[OWN] = full << unit("P-1L")
        assert bool(no_berth(s, unit("P-17")) >> hex(LIDA) & 1) is closed
