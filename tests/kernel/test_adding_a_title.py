"""The game on one page of docs/adding-a-title.md is a whole one: it is read from there, and played."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kernel.contract import check_game
from vistula.kernel import Action, IllegalAction
from vistula.kernel.foresight import foresee

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-title.md"


@pytest.fixture(scope="module")
def rafts() -> Any:
    """The module that the page is."""
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf8"), re.DOTALL)
    module = ModuleType("a_title_on_one_page")
    sys.modules[module.__name__] = module  # where types of fields are looked up
    exec(compile(source, str(PAGE), "exec"), module.__dict__)
    registry = import_module("vistula.kernel.title")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._register, "rafts", module.load)
        patch.setitem(registry._loaded, ("rafts", None), module.load())
        yield module
    del sys.modules[module.__name__]


@pytest.mark.parametrize("seed", range(100))
def test_it_keeps_the_contract(rafts, seed):
    assert check_game(rafts.load(), "river", seed, every=0.3).decisions > 0


def test_it_refuses_by_its_bars(rafts):
    game = rafts.load().start()
    with pytest.raises(IllegalAction, match=r"that raft is not yours"):
        game.play("west", Action("raft", 3))
    game.play("west", Action("raft", 1))
    refusal = game.seat("west").why_not("space", 4)
    assert (refusal.rule, refusal.why) == ("1.2a", "it lies 3 stretches away, a raft goes one")
    assert game.seat("west").why_not("space", 0).rule == "1.2b"


def test_a_raft_can_be_dragged_and_its_fight_foreseen(rafts):
    game = rafts.load().start()
    assert [action.verb for action in game.seat("west").route(1, 2)] == ["raft", "step"]
    game.go("west", 1, 2)
    game.play("east", Action("raft", 3))
    seen = foresee([game], [Action("step", 2)], lambda heard: next((e.refs["raft"] for e in heard), None))
    assert seen == {1: Fraction(1, 2), 3: Fraction(1, 2)}
