"""Which rules a study has seen at work."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

import vistula
from vistula.kernel.checklist import Rule
from vistula.lab import Orders, Plan, play_one
from vistula.lab.observable_rules import spoken, voiced
from vistula.lab.observer import Seen
from vistula.lab.rule_table import rules_section
from vistula.lab.rules_seen import Usage, usages
from vistula.lab.sums import Sums
from vistula.lab.usage import Listener, Use

PLAN = Plan("warsaw-1920", seed=7)


@pytest.fixture(scope="module")
def seen() -> Seen:
    found = play_one(PLAN, 0, Orders(observe=True)).seen
    assert found is not None
    return found


@pytest.fixture(scope="module")
def verdicts(seen: Seen) -> dict[str, Usage]:
    sums = Sums()
    sums.add(seen)
    return {usage.rule.id: usage for usage in usages(vistula.title("warsaw-1920"), sums)}


def test_to_be_watched_changes_nothing() -> None:
    watched, unwatched = (play_one(PLAN, 3, Orders(observe=observe)) for observe in (True, False))
    for name in ("outcome", "level", "score", "turns", "decisions", "error"):
        assert getattr(watched, name) == getattr(unwatched, name)


def test_every_roll_counts_for_its_rules(seen: Seen) -> None:
    rolls = seen.uses["11.5b"].rolled
    assert rolls > 0
    assert seen.uses["2.0a"].rolled == rolls
    assert seen.uses["11.5b"].told == rolls  # the diary tells of each result


def test_a_question_counts_when_there_is_something_to_choose(seen: Seen) -> None:
    turns, russian_operations = 8, 3
    assert 0 < seen.uses["5.2a"].asked <= turns * (russian_operations + 3)
    losses = seen.uses.get("11.9b", Use())
    assert losses.ran >= losses.asked  # the step is passed by where the result is another


def test_what_players_think_of_is_not_counted() -> None:
    title = vistula.title("warsaw-1920")
    listener, game = Listener(title), title.start(journal=False)
    for seat in game.seats:
        game.seat(seat)
    assert listener.uses() == {}
    with listener:
        game.push(next(iter(game.decisions.values())).actions()[0])
    assert listener.uses()


def test_every_rule_has_a_verdict(verdicts: dict[str, Usage]) -> None:
    assert list(verdicts) == [rule.id for rule in vistula.title("warsaw-1920").checklist]
    assert verdicts["5.2a"].verdict == "fired"
    assert verdicts["5.2a"].games == 1
    assert verdicts["7.0a"].verdict == "ran"  # a zone of control says nothing by itself
    assert verdicts["2.2.2a"].verdict == "data"
    assert verdicts["3.4d"].verdict == "shown"
    assert verdicts["3.1b"].verdict == "silent"  # the quick set-up asks nobody to deploy
    assert verdicts["3.1b"].suspect
    assert not verdicts["5.2a"].suspect


def test_rules_without_code_are_suspect() -> None:
    sums = Sums()
    title: Any = vistula.title("warsaw-1920")
    found = usages(title, sums)
    assert {usage.verdict for usage in found} <= {"data", "shown", "silent", "unused", "none"}
    assert all(usage.suspect for usage in found if not usage.rule.code and usage.rule.status != "not-applicable")


def test_rules_are_heard_through_functions_that_pass_them_on() -> None:
    source = """
def eliminate(s, unit, rule):
    tell(s, rule, "eliminated", unit=unit)
def overrun(s, unit, rule="9.9"):
    eliminate(s, unit, rule)
def combat(s):
    tell(s, "1.1", "began")
    eliminate(s, 3, "1.2")
    overrun(s, 3, rule="1.3")
    disclose(s, "1.4" if s.a else "1.5", [], 0)
    enter(s, 3, "1.6")
"""
    found = spoken([ast.parse(source)])
    assert {"1.1", "1.2", "1.3", "1.4", "1.5"} <= found
    assert "1.6" not in found


def test_the_page_marks_what_never_took_effect() -> None:
    rule = Rule(id="4.2a", title="Sudden <death>", says="")
    page = rules_section([Usage(rule, "silent", Use(), 0), Usage(rule, "fired", Use(told=5), 3)], 10)
    assert "Suspect: 1 rules" in page
    assert "In 10 games that may be chance" in page
    assert page.count('class="suspect"') == 1
    assert "Sudden &lt;death&gt;" in page
    assert "30%" in page
    assert "1 of the 2 rules" in page


def test_nothing_watched_is_nothing_said() -> None:
    assert rules_section([], 0) == ""


def test_rules_are_heard_in_whatever_folder_they_stand() -> None:
    """[2.7a] of Nest of Eagles is told by a chapter in `rules`, and no step asks or rolls by it."""
    title = vistula.title("nest-of-eagles")
    folder = Path(sys.modules[type(title).__module__].__file__ or "").parent
    assert "2.7a" in voiced(title, folder)
