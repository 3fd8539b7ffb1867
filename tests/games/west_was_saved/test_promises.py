"""7.4b Friends who stay where they are: who promises it for a step beside the enemy, and for how long (H-13)."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .campaigning import march, orders
from .table import asks, cannot, numbers, offered, play, verbs, where

rule = pytest.mark.rule

BESIDE = """
    units.P-8 = "1614"
    units.P-6 = "1614"
    units.P-10 = "1714"
    units.Pilsudski = "1614"
    units.R-4 = "1715"
    facing.1614 = "NW"
    facing.1714 = "N"
    depots.poland = ["1714"]
"""


def either() -> Game[State]:
    """P-8 has gone from 1614 to 1714, both beside the enemy, and in either of them somebody could stay."""
    game = orders(BESIDE + 'units.P-9 = "1614"\nunits.P-12 = "1714"\n', "1614 1614 1714")
    return march(play(game, "stack 1614"), "P-8", "1714")


@rule("7.4b", "7.2g", "7.1e")
def test_a_unit_that_still_has_a_marker_to_follow_gives_no_promise() -> None:
    """P-6 must be ordered yet, so that it is P-10 who covers P-8."""
    game = march(orders(BESIDE, "1614 1614"), "P-8", "1714")
    assert numbers(game.s.promised) == {"1714"}
    assert offered(game, "unit") == {"P-6"}


@rule("7.4b", "7.1e")
def test_whoever_was_relied_on_may_not_leave_with_all_the_others() -> None:
    game = march(play(orders(BESIDE + 'units.P-9 = "1714"\n', "1614 1614 1714"), "stack 1614"), "P-8", "1714")
    play(game, "stack 1714")
    assert "all" not in verbs(game)
    assert offered(game, "unit") == {"P-9", "P-10"}
    play(game, "unit P-9")
    assert cannot(game, "unit P-10")


@rule("7.4b", "7.1e")
def test_where_two_friends_cover_a_step_neither_is_bound_before_the_other_goes() -> None:
    game = either()
    assert not game.s.promised
    assert [numbers(pair) for pair in game.s.pledges] == [{"1614", "1714"}]


@rule("7.4b", "7.1e")
def test_when_the_one_stack_goes_the_other_must_stay() -> None:
    game = march(play(either(), "stack 1614"), "all", "1613")
    assert (where(game, "P-6"), where(game, "P-9")) == ("1613", "1613")
    assert numbers(game.s.promised) == {"1714"}
    assert not game.s.pledges
    if asks(game) == "poland: which":
        play(game, "face 1714")
    assert "all" not in verbs(game)
    assert "turn" not in verbs(game)  # a change of facing is a move too


@rule("7.4b", "7.1f", "7.1e")
def test_to_turn_is_to_leave_the_promise_to_the_other() -> None:
    game = play(either(), "stack 1614", "turn 1714")
    assert numbers(game.s.promised) == {"1714"}
    assert not game.s.pledges


@rule("7.4b", "13.2a", "7.1e")
def test_the_enemy_does_not_learn_who_has_promised() -> None:
    game = either()
    assert game.seat("poland").s.pledges
    assert not game.seat("russia").s.pledges
