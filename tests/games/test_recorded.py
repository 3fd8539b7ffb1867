"""Recorded games, replayed entry by entry: every state, die, card and result as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from recorded import GAMES, path_of

from vistula.games import TITLES
from vistula.kernel.record import read, replay, verify


def test_every_title_has_recorded_games_and_no_others_lie_about() -> None:
    assert {name.partition("/")[0] for name in GAMES} == set(TITLES)
    found = sorted(Path(__file__).parent.glob("*/records/*"))
    assert found == sorted(path_of(name) for name in GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_replays_to_the_same_states(name: str) -> None:
    record = read(path_of(name))
    *_, game = replay(record, name, check=True)
    assert game.over
    assert game.result is not None
    assert len(game.seats) == len(record.header.seats) == GAMES[name].count("--seat")


@pytest.mark.parametrize("name", GAMES)
def test_its_chance_can_be_proved(name: str) -> None:
    assert verify(read(path_of(name)), name) > 10
