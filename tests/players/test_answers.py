"""Answers stand beside the functions that give them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kernel.small import a
from vistula.kernel import Action, Frame, choose, procedure
from vistula.players.kit.answers import Answers, always, by_thing, each


@procedure(who=a)
class Trade(Frame):
    offer = choose("1.1")(lambda self, s: [])
    pay = choose("1.2")(lambda self, s: [])


def test_a_question_is_answered_by_its_procedure_and_step_or_by_its_step_alone() -> None:
    answers = Answers()
    sell, wait = always("sell"), always("wait")
    answers("Trade.offer")(sell)
    answers(".pay", ".offer")(wait)
    assert [answers.to(Trade(), step) for step in ("offer", "pay", "haggle")] == [sell, wait, None]


def test_no_question_is_answered_twice() -> None:
    answers = Answers()
    answers("Trade.offer", "Trade.pay")(always("sell"))
    with pytest.raises(TypeError, match=r"Trade\.pay is answered twice"):
        answers("Trade.pay")(always("wait"))


def test_a_thing_is_worth_something_by_itself() -> None:
    officer = SimpleNamespace(survey=lambda seat: 10.0)
    seat = SimpleNamespace(s=[3, 1, 2])
    offered = [Action("boat", 0), Action("boat", 2), Action("pass")]
    boats = by_thing("boat")(lambda survey, s, boat: survey * s[boat])
    assert boats(officer, seat, offered) == {Action("boat", 0): 30.0, Action("boat", 2): 20.0}
    assert set(by_thing()(lambda survey, s, thing: 0.0)(officer, seat, offered)) == set(offered)


def test_what_else_is_worth_something_is_told_beside_the_things() -> None:
    offered = [Action("boat", 0), Action("boat", 2), Action("pass")]
    boats = each("boat", wait=0.5)(lambda officer, seat, boat: officer + seat + boat)
    assert boats(10, 5, offered) == {Action("wait"): 0.5, Action("boat", 0): 15, Action("boat", 2): 17}
