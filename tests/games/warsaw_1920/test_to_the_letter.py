"""Rules at their edges: operations that are lost, the first turn, whose rule a score is."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.sequence import PlayerTurn
from vistula.games.warsaw_1920.rules.victory import loss_scores
from vistula.games.warsaw_1920.shown.position import _before
from vistula.games.warsaw_1920.state import COMBAT, IDLE, MOVEMENT, OPERATION, OUT_OF_SUPPLY, REFIT, SUPPLIED

from .table import TITLE, poles_move, russians_move

rule = pytest.mark.rule


def tracks(game, who: str = "poland"):
    return {track.id: track for track in game.seat(who).view().tracks}


# -- operations -------------------------------------------------------------------------------------------------------


@rule("5.1c", "8.3.1c", "5.2a", "5.5a")
@pytest.mark.parametrize(("lost", "gone"), [([2, 2], 2), ([2, 1], 1), ([1, 2], 1), ([0, 0], 0)])
def test_an_operation_that_both_fronts_lose_is_marked_and_passed_over(lost, gone):
    game = russians_move("")
    s = game.s
    s.lost, s.operation, s.operations, s.statuses = lost, 0, [], []
    game.stack[:] = [PlayerTurn(side=RUSSIA, at="next_operation")]
    game.run()
    assert s.operations[:gone] == [OPERATION] * gone
    assert s.statuses[: 2 * gone] == [IDLE, IDLE] * gone
    assert (len(s.operations), s.operation) in ((gone, gone + 1), (gone + 1, gone + 1))


@rule("5.1c")
def test_the_poles_have_no_operations_on_the_first_turn():
    game = poles_move("")
    assert tracks(game)["operation"].high > 0
    game.s.turn = 1
    assert tracks(game)["operation"].high == 0
    russians = russians_move("")
    russians.s.turn = 1
    assert tracks(russians)["operation"].high > 0


@rule("5.4c", "5.5a")
def test_what_the_operations_of_a_turn_were_is_told_one_by_one():
    game = russians_move("")
    game.s.operations = [MOVEMENT, COMBAT, OPERATION]
    game.s.statuses = [SUPPLIED, OUT_OF_SUPPLY, OUT_OF_SUPPLY, IDLE, IDLE, SUPPLIED]
    told = [tracks(game)[f"operation-{i}"].flag for i in (1, 2, 3)]
    assert told == ["movement: W supplied, SW out", "combat: W out", "lost by resupply: SW supplied"]


@rule("5.4c", "5.5a")
def test_a_position_numbers_the_operation_that_runs_and_none_between_turns():
    text = 'clear = true\nturn = 2\nside = "poland"\nphase = "reinforcement"\n'
    assert TITLE.position(text, "position").s.operation == 0
    game = russians_move("")
    assert game.s.operation >= 1
    s = game.s
    s.operations, s.operation, s.phase = [MOVEMENT, COMBAT], 2, COMBAT
    assert _before(s) == [MOVEMENT]
    s.operation, s.phase = 0, REFIT
    assert _before(s) == [MOVEMENT, COMBAT], "all are over"


# -- scores -----------------------------------------------------------------------------------------------------------


@rule("4.1.3a", "4.1.3b", "4.1.4a")
def test_each_side_scores_for_elites_by_its_own_rule():
    s = poles_move("").s
    assert [line.rule for line in loss_scores(s, POLAND)] == ["4.1.3a", "4.1.4a"]
    assert [line.rule for line in loss_scores(s, RUSSIA)] == ["4.1.3b", "4.1.4a"]
    assert {line.side for line in loss_scores(s, RUSSIA)} == {RUSSIA}
