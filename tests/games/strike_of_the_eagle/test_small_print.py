"""Small things on which others rest: the front of an order, a lead of one point, what belongs to another time."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH, Type, command_of
from vistula.games.strike_of_the_eagle.rules.victory import leader_of
from vistula.games.strike_of_the_eagle.shown.why import refuse
from vistula.games.strike_of_the_eagle.state import Order
from vistula.kernel import Action

from .table import TITLE, at

rule = pytest.mark.rule


@rule("3.1a")
@pytest.mark.parametrize("front", [NORTH, SOUTH])
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_an_order_is_of_one_side_and_for_one_front(side: int, front: int) -> None:
    order = Order(0, command_of(side, front), 0, Type.MOVE_OUT)
    assert (order.side, order.front) == (side, front)


@rule("7.8b")
@pytest.mark.parametrize(("points", "side"), [(1, POLAND), (2, POLAND), (-1, RUSSIA), (-2, RUSSIA)])
def test_one_point_is_a_lead(points: int, side: int) -> None:
    game = TITLE.start("campaign")
    game.s.vp = points
    assert leader_of(game.s) == side


@rule("5.0b")
def test_only_what_has_a_time_of_its_own_is_told_to_belong_to_another() -> None:
    game = at('step = "orders"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    asked = next(iter(game.decisions))
    idle = next(seat for seat in ("poland", "russia") if seat != asked)
    refusal = refuse(game.seat(asked), Action("battle", 0))
    assert refusal is not None
    assert refusal.rule == "7.4a"
    assert refuse(game.seat(asked), Action("retreat-to", 0)) is None, "it has no time of its own"
    assert all(refuse(game.seat(asked), Action(verb, 0)) is None for verb in game.decisions[asked].verbs())
    assert refuse(game.seat(idle), Action("battle", 0)) is None, "nothing is asked of this seat"


@rule("2.0f", "4.0e")
def test_keys_are_dealt_anew_for_each_game() -> None:
    dealt = {tuple(TITLE.start("campaign", seed=seed).s.unit) for seed in range(4)}
    assert len(dealt) == 4
