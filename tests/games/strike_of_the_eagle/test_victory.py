"""7.8 Victory points: one track without zero, key cities at the VP step; the end of a scenario."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.changes import eliminate, place_garrison, remove_garrison
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.victory import (
    city_changes,
    count_cities,
    last_phase,
    lead,
    leader_of,
    moved_lead,
    result,
    score,
    sudden_victor,
)
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Game

from .table import area, at, events, start

rule = pytest.mark.rule


def led(scenario: str, vp: int) -> State:
    s = start(scenario).s
    s.vp = vp
    return s


# -- the track --------------------------------------------------------------------------------------------------


@rule("7.8b", "7.8c")
@pytest.mark.parametrize(
    ("before", "side", "points", "after"),
    [
        (1, RUSSIA, 2, -2),
        (1, RUSSIA, 1, -1),
        (-1, POLAND, 1, 1),
        (3, RUSSIA, 2, 1),
        (3, RUSSIA, 3, -1),
        (2, POLAND, 3, 5),
    ],
)
def test_one_counter_without_zero(before, side, points, after):
    s = led("campaign", before)
    score(s, side, points, "7.8a")
    assert s.vp == after


@rule("7.8c")
def test_the_example_of_mozyr():
    """The Poles lead by 1 and lose a city of two points: the Soviets lead by 2."""
    s = at('lead = "poland 1"\ngarrisons.poland = "Mozyr"\ngarrisons.russia = ""').s
    remove_garrison(s, POLAND, area("Mozyr"))
    place_garrison(s, RUSSIA, area("Mozyr"))
    count_cities(s)
    assert (leader_of(s), lead(s, RUSSIA)) == (RUSSIA, 2)


@rule("7.8a", "5.0c")
@pytest.mark.parametrize("gained", ["Brest-Litovsk", "Kiev"])
def test_the_marker_is_moved_once_for_all_cities(gained):
    """At 24 two points won and one lost make 25, whichever city the map names first."""
    s = at(
        f'scenario = "campaign"\nlead = "poland 24"\ngarrisons.poland = "Warsaw; Pinsk"\ngarrisons.russia = "{gained}"'
    ).s
    for side, city in ((POLAND, gained), (RUSSIA, "Pinsk")):
        remove_garrison(s, 1 - side, area(city))
        place_garrison(s, side, area(city))
    count_cities(s)
    assert s.vp == 25


@rule("7.8b")
def test_the_track_ends():
    assert moved_lead(24, 5, 25) == 25
    assert moved_lead(-24, -5, 25) == -25


@rule("7.8b")
def test_the_lead_of_the_other_side_is_none():
    s = led("campaign", -3)
    assert (lead(s, POLAND), lead(s, RUSSIA)) == (0, 3)


# -- cities -----------------------------------------------------------------------------------------------------


def minsk(text: str, **options: str) -> State:
    """Minsk is worth two; the Poles lead by 5."""
    return at(f'scenario = "to-warsaw"\nround = 3\nlead = "poland 5"\n{text}', **options).s


@rule("1.3c", "7.8a")
def test_a_city_taken_from_the_enemy_counts_its_value_once():
    s = minsk('garrisons.poland = "Minsk"\ngarrisons.russia = ""')
    place_garrison(s, RUSSIA, area("Minsk"))
    assert city_changes(s) == [(area("Minsk"), RUSSIA, 2)]
    count_cities(s)
    assert s.vp == 3
    count_cities(s)
    assert s.vp == 3, "what has been counted is not counted again"


@rule("1.3c")
def test_a_table_may_agree_that_it_counts_for_both():
    s = minsk('garrisons.poland = "Minsk"\ngarrisons.russia = ""', cities="twice")
    place_garrison(s, RUSSIA, area("Minsk"))
    count_cities(s)
    assert s.vp == 1


@rule("1.3d")
def test_a_city_left_neutral_costs_its_holder_its_value():
    s = minsk('garrisons.poland = "Minsk"\ngarrisons.russia = ""')
    remove_garrison(s, POLAND, area("Minsk"))
    count_cities(s)
    assert s.vp == 3
    place_garrison(s, POLAND, area("Minsk"))
    count_cities(s)
    assert s.vp == 5


@rule("1.3c")
def test_a_city_lost_and_retaken_within_a_phase_changes_nothing():
    s = minsk('garrisons.poland = "Minsk"\ngarrisons.russia = ""')
    place_garrison(s, RUSSIA, area("Minsk"))
    place_garrison(s, POLAND, area("Minsk"))
    count_cities(s)
    assert s.vp == 5


@rule("1.3c")
def test_a_block_holds_a_city_too():
    s = minsk('blocks.P-14 = "Minsk 4"\ngarrisons.poland = ""\ngarrisons.russia = ""')
    assert city_changes(s) == []
    eliminate(s, s.unit.index(s.m.unit("P-14")))
    assert city_changes(s) == [(area("Minsk"), RUSSIA, 2)]


# -- the end ----------------------------------------------------------------------------------------------------


def last_step(scenario: str, text: str) -> Game[State]:
    """A game that is about to count the points of its last phase."""
    scene = next(sc for sc in start(scenario).title.m.scenes if sc.id == scenario)
    return at(f'scenario = "{scenario}"\nround = {scene.last}\nphase = 5\nstep = "points"\n{text}')


@rule("5.0c")
@pytest.mark.parametrize(
    ("scenario", "vp", "winner", "level"),
    [
        ("zhlobin", 1, "poland", "marginal"), ("zhlobin", 3, "poland", "decisive"),
        ("zhlobin", -2, "russia", "marginal"), ("kiev", 8, "poland", "decisive"),
        ("kiev", 4, "poland", "marginal"), ("kiev", 3, None, "draw"),
        ("kiev", 2, "russia", "marginal"), ("kiev", -1, "russia", "decisive"), ("budyonny", -1, None, "draw"),
        ("budyonny", 5, "poland", "decisive"), ("to-warsaw", -1, None, "draw"), ("to-warsaw", -6, "russia", "decisive"),
        ("vistula", 1, None, "draw"), ("vistula", 2, "poland", "marginal"), ("niemen", -1, None, "draw"),
        ("niemen", -5, "russia", "decisive"), ("lwow", 2, None, "draw"), ("lwow", 1, "russia", "marginal"),
        ("lwow", 3, "poland", "marginal"),
        ("campaign", 3, None, "draw"), ("campaign", -4, "russia", "marginal"), ("campaign", 10, "poland", "decisive"),
    ],
)  # fmt: skip
def test_levels_of_victory(scenario, vp, winner, level):
    found = result(led(scenario, vp))
    assert (found.winners, found.level) == ((winner,) if winner else (), level)


@rule("5.0c", "4.0b")
def test_a_scenario_ends_with_the_last_phase_of_its_last_round():
    game = last_step("kiev", 'lead = "poland 5"\ngarrisons.poland = "Warsaw"')
    assert game.over
    assert game.outcome == "poland"
    assert events(game, "scenario_over")
    game = at(
        'scenario = "kiev"\nround = 1\nphase = 5\nstep = "points"\nblocks.P-14 = "Rovno 4"\ngarrisons.poland = "Warsaw"'
    )
    assert not game.over


@rule("5.0c")
def test_an_event_may_end_it_after_this_phase():
    s = led("kiev", 4)
    s.round, s.phase = 2, 3
    assert not last_phase(s)
    s.closing = True
    assert last_phase(s)


@rule("5.0c")
def test_the_fall_of_warsaw_ends_it_at_once():
    game = at('scenario = "to-warsaw"\nround = 3\nstep = "points"\nblocks.R-6 = "Warsaw 3"\nlead = "poland 8"')
    assert game.over
    assert (game.result.winners, game.result.level) == (("russia",), "decisive")
    assert sudden_victor(led("to-warsaw", 8)) == -1


@rule("5.0c")
def test_a_great_lead_ends_the_campaign_at_once():
    game = at('scenario = "campaign"\nstep = "points"\nlead = "russia 25"\ngarrisons.poland = "Warsaw"')
    assert (game.result.winners, game.result.level) == (("russia",), "decisive")
    assert sudden_victor(led("campaign", 24)) == -1


@rule("10.0e")
def test_allies_win_or_lose_together():
    title = start("campaign", players="4").title
    assert {title.side_of(seat) for seat in ("poland-north", "poland-south")} == {"poland"}
    game = start("campaign", players="4")
    game.resign("poland-south")
    assert game.result is None, "the partner goes on"
    game.resign("poland-north")
    assert game.result is not None
    assert game.result.winners == ("russia-north", "russia-south")
    led = at(
        'scenario = "campaign"\noptions.players = "4"\nstep = "points"\nlead = "poland 25"\ngarrisons.poland = "Warsaw"'
    )
    assert led.result.winners == ("poland-north", "poland-south")
