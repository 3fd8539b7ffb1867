"""The same titles through OpenSpiel; skipped where it is not installed."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not part of the test extra: `make extras` runs this")

import vistula.env.spiel  # noqa: E402, F401

NAME = "vistula_warsaw_1920_v0"


@pytest.fixture(scope="module")
def game() -> Any:
    return pyspiel.load_game(NAME)


def walk(state: Any, steps: int, draw: random.Random, until_die: bool = False) -> None:
    for _ in range(steps):
        if state.is_terminal() or (until_die and state.is_chance_node()):
            return
        chosen = [pip for pip, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(draw.choice(chosen))


def test_the_simulation_test_passes(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_die_is_a_chance_node_of_six(game: Any) -> None:
    state = game.new_initial_state()
    walk(state, 5000, random.Random(3), until_die=True)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(pip, 1 / 6) for pip in range(6)]
    results = set()
    for pip in range(6):
        twin = state.clone()
        twin.apply_action(pip)
        results.add(str(twin))
        assert not twin.is_chance_node() or twin.table.thrown
    assert state.is_chance_node()  # what twins do is theirs


def test_a_position_that_is_put_away_is_the_same_when_taken_up(game: Any) -> None:
    state = game.new_initial_state()
    for _ in range(12):
        walk(state, 25, random.Random(5))
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()


def test_a_resampled_position_looks_the_same_to_its_player(game: Any) -> None:
    state, draw = game.new_initial_state(), random.Random(7)
    for _ in range(10):
        walk(state, 20, draw)
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, draw.random)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()


def test_a_scenario_is_a_parameter() -> None:
    state = pyspiel.load_game(NAME, {"scenario": "free"}).new_initial_state()
    assert state.table.game.scenario == "free"
