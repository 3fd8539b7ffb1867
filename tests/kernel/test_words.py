"""The words of tests, and the marks that tests carry."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import GAMES, pytest_collection_modifyitems, unknown_rules
from kernel.toy import TOY
from vistula.kernel import IllegalAction
from words import at, can, cannot, dice, play

POSITION = """
    watch = "red"
    shoals = ["north", "south"]
    boats = { red-1 = "fog", green-1 = "fog" }
"""


@pytest.fixture
def game():
    return at(POSITION, "toy")


def test_at_reads_a_text(game):
    assert game.title is TOY
    assert "red" in game.decisions


def test_at_reads_a_file(tmp_path):
    path = tmp_path / "fog.toml"
    path.write_text('game = "toy"\nwatch = "blue"\n')
    assert "blue" in at(path).decisions
    assert "blue" in at(str(path)).decisions


def test_at_takes_options():
    assert at(POSITION, "toy", undo="consent").options["undo"] == "consent"


def test_dice_are_laid(game):
    dice(game, 4, 2)
    assert game.dice.laid == [4, 2]


def test_can_says_yes(game):
    assert can(game, "boat", "red-1")
    assert can(game, "end")
    assert can(game, "boat", "red-1", seat="red")


def test_can_says_what_is_offered_instead(game):
    with pytest.raises(AssertionError, match=r"boat green-1 is not offered: red \[3\.1\] boat red-1 red-2 red-3; red"):
        can(game, "boat", "green-1")
    with pytest.raises(AssertionError, match="fly 0 is not offered"):
        can(game, "fly")


def test_cannot_wants_it_not_offered(game):
    assert cannot(game, "boat", "green-1")
    with pytest.raises(AssertionError, match=r"boat red-1 is offered to red by \[3\.1\]"):
        cannot(game, "boat", "red-1")


def test_cannot_wants_the_right_rule(game):
    assert cannot(game, "boat", "green-1", rule="3.1")
    with pytest.raises(AssertionError, match=r"boat green-1: not \[3\.2\] refuses it but .*3\.1.*not your boat"):
        cannot(game, "boat", "green-1", rule="3.2")


def test_cannot_works_for_verbs_that_are_not_offered_at_all(game):
    assert cannot(game, "space", "market", rule="3.1")
    play(game, "red", "boat", "red-1")
    assert cannot(game, "step", "redhaven", rule="3.2")
    assert cannot(game, "boat", "red-1", rule="3.1")


def test_play_takes_names(game):
    play(game, "red", "boat", "red-1")
    play(game, "red", "step", "market")
    assert game.s.place[0] == TOY.arg_of("space", "market")


def test_play_refuses_what_is_not_offered(game):
    with pytest.raises(IllegalAction):
        play(game, "red", "boat", "green-1")
    with pytest.raises(ValueError, match="there is no piece 'red-9'"):
        play(game, "red", "boat", "red-9")
    with pytest.raises(IllegalAction, match="fly is not offered"):
        play(game, "red", "fly")


# -- marks ------------------------------------------------------------------------------------------------------


def test_rules_of_a_title_are_known():
    assert unknown_rules(GAMES / "warsaw_1920" / "test_any.py", ["2.0a"]) == []


def test_a_rule_that_does_not_exist_is_found():
    assert unknown_rules(GAMES / "warsaw_1920" / "deeper" / "test_any.py", ["2.0a", "99.9z"]) == ["99.9z"]


def test_a_test_outside_a_title_proves_no_rule():
    assert unknown_rules(Path(__file__), ["2.0a"]) == ["2.0a"]


class Item:
    """A collected test with its mark."""

    nodeid = "tests/games/warsaw_1920/test_any.py::test_this"
    path = GAMES / "warsaw_1920" / "test_any.py"

    def __init__(self, *ids: str) -> None:
        self.ids = ids

    def iter_markers(self, name: str) -> list[pytest.Mark]:
        return [pytest.mark.rule(*self.ids).mark] if name == "rule" and self.ids else []


def test_an_unknown_rule_stops_the_run():
    with pytest.raises(pytest.UsageError, match=r"test_this: no such rule in the checklist: 99\.9z, 99\.9y"):
        pytest_collection_modifyitems([Item("2.0a"), Item("99.9z", "2.0a", "99.9y")])


def test_known_rules_and_unmarked_tests_do_not():
    pytest_collection_modifyitems([Item("2.0a"), Item()])
