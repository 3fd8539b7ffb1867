"""A question that cannot be ended yet says so, and why: its button is shown, held by the bar that speaks first."""

from __future__ import annotations

import pytest

import vistula
from vistula.kernel import Action, IllegalAction


def test_what_holds_the_way_out_of_a_question_is_told_with_its_rule() -> None:
    game = vistula.title("red-star-white-eagle").start("gates", seed=1)
    game.play("poland", Action("done"))
    asked = game.seat("poland").decision_view()
    assert asked is not None
    (held,) = asked.held
    assert (held.verb, held.label, held.rule) == ("end", "End movement", "5.1.4a")
    with pytest.raises(IllegalAction) as refused:
        game.play("poland", Action("end"))
    assert (refused.value.rule, refused.value.why) == (held.rule, held.why)


def test_where_there_is_a_button_nothing_is_said_to_be_held() -> None:
    game = vistula.title("red-star-white-eagle").start("gates", seed=1)
    asked = game.seat("poland").decision_view()
    assert asked is not None
    assert [option.verb for option in asked.options if option.kind == "button"] == ["done"]
    assert asked.held == []
