"""The contract of the kernel over every title and scenario: twenty random games each, by the same code as the soak."""

from __future__ import annotations

import random

import pytest

import vistula
from kernel.contract import check_game
from kernel.toy import TOY
from vistula.kernel import registered

GAMES = 20
SCENARIOS = [(id, scenario.id) for id in registered() for scenario in vistula.title(id).scenarios]


def agreed(title: str, seed: int) -> dict[str, str]:
    """What the table agreed on: every other game the defaults, else anything."""
    rng = random.Random(seed)
    return {option.id: rng.choice(option.choices) for option in vistula.title(title).options} if seed % 2 else {}


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_a_random_game_keeps_the_contract(title, scenario, seed):
    every = 0.3 if title == TOY.id else 0.05
    figures = check_game(vistula.title(title), scenario, seed, every=every, options=agreed(title, seed))
    assert figures.decisions > 0


def test_the_toy_is_among_the_titles():
    assert ("toy", "short") in SCENARIOS


@pytest.mark.parametrize("id", vistula.games.TITLES)
def test_every_title_is_played(id):
    assert id in dict(SCENARIOS)
