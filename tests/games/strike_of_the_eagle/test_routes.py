"""The `go` gesture: a block is dragged to an area."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.rules.movement import MoveOrder
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Action, Game, IllegalAction

from .table import area, asked, piece, running, where

MARCH = """
    garrisons.poland = "Bobruisk; Mozyr"
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Charyshi 2"
    blocks.R-21 = "Rohachev 3"
    orders.poland-north = "march-out Charyshi"
"""


def marching(**options: str) -> Game[State]:
    game = running(MARCH, **options)
    game.stack.append(MoveOrder(id=game.s.orders[0].id, command=0))
    return game.run()


@pytest.mark.rule("7.31a", "7.31b")
def test_a_block_is_dragged_over_several_areas_and_up_to_the_enemy() -> None:
    game = marching()
    block = piece(game, "P-14")
    route = game.seat("poland").route(block, area("Rohachev"))
    assert [action.verb for action in route] == ["block", "step", "step"]
    assert (route[0].arg, route[2].arg) == (block, area("Rohachev"))
    game.go("poland", block, area("Rohachev"), ends=True)
    assert where(game, "P-14") == "Rohachev"


@pytest.mark.rule("7.31a")
def test_a_block_that_is_let_go_early_stays_there_and_can_be_taken_back() -> None:
    game = marching()
    game.go("poland", piece(game, "P-14"), area("Zhlobin"), ends=True)
    assert where(game, "P-14") == "Zhlobin"
    assert "block" in asked(game).verbs(), "the march is over"
    game.undo("poland")
    assert where(game, "P-14") == "Charyshi"


@pytest.mark.rule("7.31a")
def test_where_undo_does_not_reach_a_march_is_not_ended_by_a_slip_of_the_hand() -> None:
    game = marching(undo="consent")
    game.go("poland", piece(game, "P-14"), area("Zhlobin"), ends=True)
    assert "halt" in asked(game).verbs()


@pytest.mark.rule("7.31a")
def test_who_can_march_is_dragged_elsewhere_and_who_cannot_is_not() -> None:
    game = marching()
    game.play("poland", Action("block", piece(game, "P-6")))
    route = game.seat("poland").route(piece(game, "P-14"), area("Zhlobin"))
    assert [action.verb for action in route] == ["back", "block", "step"]
    with pytest.raises(IllegalAction):
        game.go("poland", piece(game, "P-14"), area("Mozyr"))
