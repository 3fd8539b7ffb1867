"""Decisions, options, actions."""

from __future__ import annotations

import msgspec
import pytest

from kernel.small import A
from vistula.kernel import Action, Decision, Option

DECISION = Decision(A, "1.1", "?", [Option("take", [3, 5], "piece"), Option("end")])


@pytest.mark.parametrize("action", [Action("take", 3), Action("take", 5), Action("end"), Action("end", 0)])
def test_what_is_offered_is_in_the_decision(action):
    assert action in DECISION


@pytest.mark.parametrize(
    "action", [Action("take", 4), Action("take"), Action("end", 1), Action("put", 3), "take", None]
)
def test_anything_else_is_not(action):
    assert action not in DECISION


def test_all_actions_in_order():
    assert DECISION.actions() == [Action("take", 3), Action("take", 5), Action("end", 0)]


def test_the_option_behind_an_action():
    assert DECISION.option(Action("take", 5)) is DECISION.options[0]
    assert DECISION.option(Action("take", 6)) is None


def test_verbs_with_their_arguments():
    assert DECISION.verbs() == {"take": [3, 5], "end": (0,)}


def test_an_action_is_a_short_list_on_the_wire():
    assert msgspec.json.encode(Action("take", 3)) == b'["take",3]'
    assert msgspec.json.decode(b'["end"]', type=Action) == Action("end", 0)


def test_a_range_may_stand_for_arguments():
    assert Action("bid", 2) in Decision(A, "1.1", "?", [Option("bid", range(1, 3), "number")])
