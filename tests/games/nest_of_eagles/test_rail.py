"""9 Rail Transport: where to, how many, at what price."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, UKRAINE
from vistula.games.nest_of_eagles.rules.rail import cheapest, end_rails
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals
from vistula.games.nest_of_eagles.rules.seats import SOVIETS
from vistula.games.nest_of_eagles.state import box

from .positions import M, hex, situation, unit
from .table import POLAND, SOVIET, asked, asks, can, moves, moving, offered, play, table, where

rule = pytest.mark.rule


def rides(stacks: str, key: str, **how: str) -> set[str]:
    """The towns to which a unit can go by rail."""
    return offered(play(moves(stacks, **how), f"unit {key}"), "rail")


@rule("9.0a", "9.1a")
def test_from_town_to_town_instead_of_a_march() -> None:
    game = play(moves("2010 P-16"), "unit P-16", "rail 1510")
    assert (where(game, "P-16"), asks(game)) == ("1510", "poland: pick")
    assert not can(game, "unit P-16")
    assert not rides("2009 P-16", "P-16")  # no town
    game = play(moves("2010 P-16"), "unit P-16", "step 2011")
    assert not offered(game, "rail")
    assert not rides("2010 P-16", "P-16") & {"1512", "2011"}  # no railroad, no town


LINE = "2610 2311 2810"
"""Osipowicze, from where a single line leads to Słuck, and Bobrujsk beyond."""


@rule("9.1b")
@pytest.mark.parametrize(
    ("enemy", "open_"),
    [
        ("2702 S-4", True),
        ("2610 S-2K", False),  # in a town on the way
        ("2611 S-2K", False),  # next to it
        ("2411 S-2K", False),  # on the line
        ("2512 S-53", False),  # its line crosses the railroad
        ("2512 S-2K", True),  # it has none
    ],
)
def test_enemies_and_lines_cut_the_way(enemy: str, open_: bool) -> None:
    towns = rides(f"2311 P-16; {enemy}", "P-16", poland=LINE if "2610" not in enemy else "2311 2810")
    assert ("2810" in towns) is open_


@rule("9.1b", "4.2d")
def test_friends_do_not_mend_a_railroad() -> None:
    assert "2810" not in rides("2311 P-16; 2512 S-53; 2411 P-17; 2511 P-14", "P-16", poland=LINE)


@rule("9.1c")
def test_next_to_the_enemy_only_where_a_friend_is() -> None:
    assert "1510" not in rides("2010 P-16; 1509 S-2K", "P-16")
    assert "1510" in rides("2010 P-16; 1509 S-2K; 1510 P-41", "P-16")


@rule("9.1b", "9.1a")
def test_a_unit_may_board_next_to_an_enemy() -> None:
    assert "1510" in rides("2010 P-16; 2110 S-B", "P-16")


@rule("9.2a")
def test_three_transports_or_six_and_then_none() -> None:
    stacks = "2010 P-12 P-13 P-14 P-15; 1510 P-16 P-17; 1804 P-18"
    game = moves(stacks)
    for key in ("P-12", "P-13", "P-14"):
        play(game, f"unit {key}", "rail 1810")
    end_rails(game.s, POLAND)
    assert game.s.rails_barred == [0, 0, 0]
    game = moves(stacks)
    for key, town in (("P-12", "1810"), ("P-13", "1810"), ("P-14", "1810"), ("P-15", "1810"), ("P-16", "1609")):
        play(game, f"unit {key}", f"rail {town}")
    play(game, "unit P-17", "rail 1609", "unit P-18")
    assert not offered(game, "rail")  # six have been used
    end_rails(game.s, POLAND)
    assert game.s.rails_barred == [1, 0, 0]
    again = moving(game.s)
    assert not offered(play(again, "unit P-18"), "rail")
    end_rails(again.s, POLAND)
    assert again.s.rails_barred == [0, 0, 0]


@rule("9.2c")
def test_a_front_has_one_transport_or_two_in_its_own_theater() -> None:
    stacks = "3505 S-4 S-11 S-15; 3213 S-16; 2206 P-17"
    game = moves(stacks, side=SOVIET)
    for key in ("S-4", "S-11"):
        play(game, f"unit {key}", "rail 3106")
    assert not offered(play(game, "unit S-15"), "rail")
    end_rails(game.s, SOVIET)
    assert game.s.rails_barred == [0, 1, 0]
    towns = rides(stacks, "S-4", side=SOVIET, soviet="1209 1212")  # type: ignore[arg-type]
    assert {M.theater_of[hex(town)] for town in towns} == {BELARUS}
    s = situation("3121 S-24; 2206 P-17", side=SOVIET)
    towns = offered(play(moving(s), "unit S-24"), "rail")
    assert {M.theater_of[hex(town)] for town in towns} == {UKRAINE}


@rule("9.2e", "3.4.3m")
def test_a_train_needs_no_transport() -> None:
    game = play(moves("2010 P-PP1"), "unit P-PP1", "step 1911", "step 1811", "stop")
    assert game.s.rails == [0, 0, 0]
    assert not rides("2010 P-PP1", "P-PP1")


@rule("9.2d", "16.0g")
def test_reinforcements_ride_for_nothing() -> None:
    s = situation("2206 P-17; 2702 S-4", side=SOVIET)
    for key in ("S-16", "S-33", "S-21"):
        s.place[unit(key)] = box(s.round)
    game = table(s, Arrivals(command=SOVIETS))
    for key in ("S-16", "S-33", "S-21"):
        if asked(game).step == "pick":
            play(game, f"unit {key}")
        play(game, "rail 3106")
    assert game.over
    assert (where(game, "S-21"), game.s.rails) == ("3106", [0, 0, 0])
    assert game.s.moved >> unit("S-21") & 1  # [5.1e] and do not move on


@rule("9.3a", "9.2b")
def test_the_line_of_the_extra_transport_counts_only_if_the_whole_way_lies_on_it() -> None:
    s = situation("2308 P-16", poland="2810 2814 2715 2617 2619 3011")
    assert cheapest(s, unit("P-16"), hex("2810")).cost == 0
    assert cheapest(s, unit("P-16"), hex("2206")).cost == 1
    s.extra_rail = True
    assert cheapest(s, unit("P-16"), hex("2810")).cost == 1
