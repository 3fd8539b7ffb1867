"""The contract of the kernel over every title and scenario, by the same code as the soak.

Of each scenario a few random games are played to the end, or, where a title has many scenarios, one of each; and some
from positions in the middle of games that officers played, where random armies never come. Large numbers are for
`make soak`.
"""

from __future__ import annotations

import re

import pytest

import vistula
from games import recorded
from kernel.contract import agreed, check_game
from kernel.pairwise import rows
from kernel.toy import TOY
from vistula.kernel import BadInput, registered
from vistula.kernel.options import GROUPS, unfit
from vistula.kernel.packing import unpacked

GAMES = 4
MOST = 150
"""Decisions of a game from a kept position."""
SCENARIOS = [(id, scenario.id) for id in registered() for scenario in vistula.title(id).scenarios]


def seeds(id: str, scenario: str) -> range:
    """Seeds are even for the usual options and odd for others: of many scenarios every other one is played by each."""
    among = [each.id for each in vistula.title(id).scenarios]
    if len(among) < 3:
        return range(GAMES)
    first = among.index(scenario)
    return range(first, first + 1)


PLAYED = [(id, scenario, seed) for id, scenario in SCENARIOS for seed in seeds(id, scenario)]


@pytest.mark.parametrize(("title", "scenario", "seed"), PLAYED)
def test_a_random_game_keeps_the_contract(title, scenario, seed):
    played = vistula.title(title)
    every = 0.3 if played is TOY else None
    figures = check_game(played, scenario, seed, every=every, options=agreed(played, scenario, seed))
    assert figures.decisions > 0


KEPT = [(name, part) for name in recorded.GAMES for part in range(len(recorded.middles_of(name)))]


@pytest.mark.parametrize(("name", "part"), KEPT)
def test_a_random_game_from_the_middle_of_another_keeps_the_contract(name, part):
    path = recorded.middles_of(name)[part]
    text = unpacked(path.read_bytes(), str(path)).decode()
    figures = check_game(vistula.title(name.partition("/")[0]), "", part, position=text, most=MOST)
    assert figures.looked > 3


def test_the_toy_is_among_the_titles():
    assert ("toy", "short") in SCENARIOS


@pytest.mark.parametrize("id", vistula.games.TITLES)
def test_every_title_is_played(id):
    assert id in dict(SCENARIOS)


@pytest.mark.parametrize(("id", "scenario"), SCENARIOS)
def test_what_does_not_go_together_is_refused_by_a_rule_with_its_reason(id, scenario):
    title = vistula.title(id)
    known = {option.id for option in title.options}
    assert {option.group for option in title.options} <= {group.id for group in GROUPS}
    for row in rows(title, scenario):
        for refused in unfit(title, scenario, row):
            assert row[refused.option] != refused.choice, f"{refused} was agreed on"
            assert refused.rule in title.checklist or title is TOY
            draft = {**row, refused.option: refused.choice}
            assert all(known.issuperset(misfit.options) for misfit in title.agreeable(scenario, draft))
            with pytest.raises(BadInput, match=re.escape(refused.why)):
                title.start(scenario, options=draft)


@pytest.mark.parametrize("id", vistula.games.TITLES)
def test_every_title_has_a_word_for_each_field_of_its_state_and_procedures(id):
    """A codec that leaves one out cannot be made."""
    assert vistula.title(id).codec is not None
