"""Nothing leaks at a table of any title: seats and onlookers receive the same in worlds that they cannot tell apart."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from server.twins import lay
from server.worlds import WorldHouse, compare, worlds

COUNT = max(2, int(os.environ.get("VISTULA_TWINS", "8")) // 2)
TITLES: list[tuple[str, str, dict[str, str]]] = [
    ("strike-of-the-eagle", "zhlobin", {}),
    ("west-was-saved", "campaign", {}),
    ("nest-of-eagles", "berezina", {"patrols": "yes", "groups": "yes"}),
]


@pytest.mark.parametrize(("game", "scenario", "options"), TITLES)
def test_twin_worlds_of_other_titles(tmp_path: Path, game: str, scenario: str, options: dict[str, str]) -> None:
    house = WorldHouse(tmp_path, "--no-limits")
    found = worlds(game, scenario, seed=6, count=COUNT, options=options)
    laid = [lay(house.database, pair, n, game=game, scenario=scenario, options=options) for n, pair in enumerate(found)]
    acted = 0
    with house:
        for n, (pair, sides) in enumerate(zip(found, laid, strict=True)):
            compared, done = compare(house, sides, pair, random.Random(n))
            assert compared > 100, pair.about
            acted += done
        assert not [line for line in house.log_lines() if line["level"] == "error"]
    assert acted > COUNT


@pytest.mark.parametrize(("game", "scenario", "options"), TITLES)
def test_a_leak_of_another_title_is_found(tmp_path: Path, game: str, scenario: str, options: dict[str, str]) -> None:
    """A view that is made from the truth, for a seat and for onlookers."""
    house = WorldHouse(tmp_path, "--no-limits")
    (pair,) = worlds(game, scenario, seed=6, count=1, options=options)
    leaks = {leak: lay(house.database, pair, 0, leak, game, scenario, options) for leak in ("view", "watching")}
    with house:
        for sides in leaks.values():
            with pytest.raises(AssertionError, match="can tell"):
                compare(house, sides, pair, random.Random(1))
