"""4.0 Resource points: base points, white die, red die."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.resources import total
from vistula.games.west_was_saved.state import DEPOTS

from .table import M, asks, at, last, play, points

rule = pytest.mark.rule


@rule("4.0b")
@pytest.mark.parametrize(("white", "red", "stated"), [(6, 3, 15), (2, 4, 10)])
def test_the_example_of_the_rulebook(white: int, red: int, stated: int) -> None:
    """A base of 12: white 6 and red 3 make 15, white 2 and red 4 make 10."""
    assert total(12, white, red) == stated


@rule("4.0b")
def test_totals_are_never_below_nothing() -> None:
    assert total(3, 1, 6) == 0
    assert total(3, 1, 6, cards=4) == 2


@rule("4.0b", "4.0c")
def test_both_players_find_their_total_by_four_dice_before_depots() -> None:
    game = at('turn = 2\nphase = "resources"\nlaid.russia = 3\ndice = [6, 3, 2, 4]')
    assert game.s.trp == [M.base[POLAND][2] + 3 - 2, 12 - 2]  # card 3 takes two Polish points
    assert game.s.rp == game.s.trp
    assert game.s.phase == DEPOTS
    told = last(game, "resources")
    assert (told.refs["side"], told.refs["base"], told.refs["white"], told.refs["red"]) == (RUSSIA, 12, 2, 4)
    assert told.refs["points"] == 10


@rule("4.0d", "4.0b")
def test_unspent_points_are_lost_with_the_turn() -> None:
    hands = "hands.poland = [3]\nhands.russia = [5]"
    game = at(f'turn = 3\nphase = "reinforcements"\npoints.poland = 9\npoints.russia = 7\n{hands}')
    assert asks(game) == "russia: card"  # the cards of the next turn
    assert game.s.turn == 4
    assert (points(game, "poland"), points(game, "russia")) == (0, 0)


@rule("4.0a", "4.0b")
def test_points_pay_for_depots_and_what_is_left_goes_on_to_movement() -> None:
    game = at("""
        turn = 3
        phase = "depots"
        units.P-8 = "Minsk"
        units.R-4 = "Smolensk"
        depots.poland = ["Brest"]
        depots.russia = ["Smolensk"]
        points.poland = 6
        points.russia = 5
    """)
    assert asks(game) == "poland: actions"
    play(game, "pass", "pass")
    assert (points(game, "poland"), points(game, "russia")) == (5, 4)


@rule("4.0b")
def test_the_track_gives_each_side_a_base_for_every_turn() -> None:
    assert len(M.base[POLAND]) == len(M.base[RUSSIA]) == M.turns + 1
