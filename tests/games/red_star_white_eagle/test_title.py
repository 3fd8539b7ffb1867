"""The table: which options go with which scenario and with one another, seats, groups, rulings."""

from __future__ import annotations

import random

import pytest
from clicks import play_out

from vistula.games.red_star_white_eagle.model import SEATS, SEATS3
from vistula.games.red_star_white_eagle.rules.setup import RULINGS, new_state, rules_otherwise
from vistula.games.red_star_white_eagle.title import RedStarWhiteEagle
from vistula.kernel import BadInput

from .desk import TITLE
from .fields import SCENARIOS, M

rule = pytest.mark.rule
GATES, SHORT, LONG, CAMPAIGN = SCENARIOS
# [24.2.4, 24.3, 24.4, 24.5, 24.6, 24.9.3, 24.10b, 24.12.3] Where each option is for all tables.
FITS = {
    "fall-of-warsaw": SCENARIOS,
    "free-poland": (SHORT, LONG),
    "lithuania": (SHORT, LONG, CAMPAIGN),
    "partisans": (CAMPAIGN,),
    "nationalism": (CAMPAIGN,),
    "squadron": SCENARIOS,
    "upper-silesia": SCENARIOS,
    "danzig": (SHORT, LONG, CAMPAIGN),
    "plebiscite": (SHORT, LONG, CAMPAIGN),
    "objective": (SHORT, LONG, CAMPAIGN),
}


def rules_against(scenario: str, **options: str) -> set[str]:
    """The rules that refuse a table."""
    return {misfit.rule for misfit in TITLE.agreeable(scenario, TITLE.settle_options(options))}


@rule("24.0", "24.3", "24.9.3", "24.10b", "24.12.3", "24.2.4", "23.0i")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("option", FITS)
def test_where_each_option_may_be_played(scenario: str, option: str) -> None:
    deployment = {"deployment": "free"} if option == "free-poland" else {}
    assert bool(rules_against(scenario, **{option: "yes"} | deployment)) is (scenario not in FITS[option])


@rule("24.9.3", "24.10b", "24.12.3")
def test_the_gates_refuse_by_the_rule_that_says_so() -> None:
    """(A53)"""
    for option, cited in (("danzig", "24.9.3"), ("plebiscite", "24.10b"), ("objective", "24.12.3")):
        assert rules_against(GATES, **{option: "yes"}) == {cited}
        with pytest.raises(BadInput):
            TITLE.settle(GATES, {option: "yes"})


@rule("24.3")
def test_free_deployment_of_the_north_is_free_deployment() -> None:
    assert rules_against(LONG, **{"free-poland": "yes"}) == {"24.3"}
    assert not rules_against(LONG, **{"free-poland": "yes", "deployment": "free"})


@rule("24.11.11")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_freikorps_want_the_fall_of_warsaw_and_nothing_else(scenario: str) -> None:
    both = {"freikorps": "yes", "fall-of-warsaw": "yes"}
    assert not rules_against(scenario, **both)
    assert rules_against(scenario, freikorps="yes") == {"24.11.11"}
    for option in (each for each in TITLE.options if each.group == "optional" and each.id != "deployment"):
        if option.id not in both:
            assert "24.11.11" in rules_against(scenario, **both | {option.id: "yes"})
    assert "24.11.11" in rules_against(LONG, players="3", **both)


@rule("24.2.4", "24.2")
def test_three_players_in_two_scenarios() -> None:
    for scenario in SCENARIOS:
        assert bool(rules_against(scenario, players="3")) is (scenario in (GATES, SHORT))
    assert rules_against(GATES, players="3") == {"24.2.4"}
    assert TITLE.seated({"players": "3"}) == SEATS3
    assert TITLE.seated({}) == SEATS
    assert [TITLE.side_of(seat) for seat in SEATS3] == ["poland", "russia", "russia"]
    assert {scene.id: len(scene.variants) for scene in TITLE.scenarios} == {GATES: 1, SHORT: 1, LONG: 2, CAMPAIGN: 2}


def test_rulings_that_a_table_may_switch() -> None:
    """A3, A4, A7, A35: the first choice is the standard one, the other is what the state remembers."""
    switches = [option for option in TITLE.options if option.group == "rulings"]
    assert {option.id: option.choices[1] for option in switches} == RULINGS
    assert [option.ruling for option in switches] == ["A3", "A4", "A7", "A35"]
    for option in switches:
        other = new_state(M, GATES, {option.id: RULINGS[option.id]})
        assert rules_otherwise(other, option.id)
        assert other.rulings.bit_count() == 1
        assert not rules_otherwise(new_state(M, GATES, {option.id: option.default}), option.id)


@rule("12.1")
def test_one_player_of_both_fronts_has_them_as_groups() -> None:
    game = TITLE.start(GATES)
    assert [group.id for group in TITLE.groups(game.seat("russia"))] == ["west", "southwest"]
    assert TITLE.groups(game.seat("poland")) == []
    west, southwest = (group.pieces for group in TITLE.groups(game.seat("russia")))
    assert west & southwest == 0
    assert west & M.lithuanians == M.lithuanians


@rule("6.1g", "3.0a", "23.1.1b")
def test_a_random_game_ends_and_has_a_result() -> None:
    game = TITLE.start(GATES, seed=5, journal=False)
    for _ in play_out(game, random.Random(5)):
        pass
    assert game.over
    assert game.result is not None
    assert sum(game.result.score.values()) == 38


def test_a_title_is_made_from_its_model() -> None:
    title = RedStarWhiteEagle(M)
    assert title.data_hash == M.hash
    assert title.name == "Red Star/White Eagle"
    assert set(title.windows) == {"standdown", "strike"}
