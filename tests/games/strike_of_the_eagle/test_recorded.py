"""Two recorded games, replayed entry by entry: every state, card and result as it was.

They were played by

    vistula play strike-of-the-eagle --scenario zhlobin --seed 1 --seat poland=greedy --seat russia=greedy
        --record zhlobin.json
    vistula play strike-of-the-eagle --scenario campaign --option players=4 --seed 2 --seat poland-north=greedy
        --seat poland-south=greedy --seat russia-north=greedy --seat russia-south=greedy --record campaign.json

in `records`, and compressed. A change of the data makes them invalid: play them anew. A change of the rules that makes
them differ is either a mistake or, if it is meant, a reason to play them anew as well.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import vistula.games  # noqa: F401  registers the titles
from vistula.kernel.record import read, replay, verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json.gz"))


def test_there_are_two() -> None:
    assert [path.name for path in RECORDS] == ["campaign.json.gz", "zhlobin.json.gz"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_recorded_game_replays_to_the_same_states(path: Path) -> None:
    record = read(path)
    *_, game = replay(record, path.name, check=True)
    assert game.over
    assert game.result is not None
    assert len(game.seats) == (4 if path.name.startswith("campaign") else 2)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_its_chance_can_be_proved(path: Path) -> None:
    assert verify(read(path), path.name) > 10
