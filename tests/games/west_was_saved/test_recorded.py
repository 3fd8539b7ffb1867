"""Two recorded games, replayed entry by entry: every state, die and result as it was.

They were played by

    vistula play west-was-saved --seed 1 --seat poland=greedy --seat russia=greedy --record greedy.json
    vistula play west-was-saved --seed 2 --seat poland=random --seat russia=greedy --record random-greedy.json

in `records`. A change of the data makes them invalid: play them anew. A change of the rules that makes them differ is
either a mistake or, if it is meant, a reason to play them anew as well.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import vistula.games  # noqa: F401  registers the titles
from vistula.kernel.record import read, replay, verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


def test_there_are_two() -> None:
    assert [path.name for path in RECORDS] == ["greedy.json", "random-greedy.json"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_the_same_states(path: Path) -> None:
    record = read(path)
    *_, game = replay(record, path.name, check=True)
    assert game.over
    assert game.result is not None
    assert game.s.turn == 14 or game.s.sudden


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_its_dice_can_be_proved(path: Path) -> None:
    assert verify(read(path), path.name) > 100
