"""The contract of the kernel over every title and scenario, by the same code as the soak: twenty random games of each
scenario, or, where a title has many, twenty and some of them together, the longest once."""

from __future__ import annotations

import pytest

import vistula
from kernel.contract import agreed, check_game
from kernel.toy import TOY
from vistula.kernel import registered

GAMES = 20
SCENARIOS = [(id, scenario.id) for id in registered() for scenario in vistula.title(id).scenarios]


def games(id: str, scenario: str) -> int:
    """How many games of a scenario. One game of the longest takes as long as ten of the others."""
    among = vistula.title(id).scenarios
    if len(among) < 3:
        return GAMES
    longest = max(among, key=lambda each: each.turns)
    return 1 if scenario == longest.id else -(-GAMES // (len(among) - 1))


PLAYED = [(id, scenario, seed) for id, scenario in SCENARIOS for seed in range(games(id, scenario))]


@pytest.mark.parametrize(("title", "scenario", "seed"), PLAYED)
def test_a_random_game_keeps_the_contract(title, scenario, seed):
    played = vistula.title(title)
    figures = check_game(
        played, scenario, seed, every=0.3 if played is TOY else 0.05, options=agreed(played, scenario, seed)
    )
    assert figures.decisions > 0


def test_the_toy_is_among_the_titles():
    assert ("toy", "short") in SCENARIOS


@pytest.mark.parametrize("id", vistula.games.TITLES)
def test_every_title_is_played(id):
    assert id in dict(SCENARIOS)


@pytest.mark.parametrize("id", vistula.games.TITLES)
def test_every_title_has_a_word_for_each_field_of_its_state_and_procedures(id):
    """A codec that leaves one out cannot be made."""
    assert vistula.title(id).codec is not None
