"""6.1 Initiative: gains, losses, the flip; 7.8 the track of victory points."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH
from vistula.games.strike_of_the_eagle.rules.battle import Battle
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.initiative import battle_initiative, win_initiative
from vistula.games.strike_of_the_eagle.rules.queries import holder, level
from vistula.games.strike_of_the_eagle.state import State

from .table import M, area, asks, at, events, play, running, start

rule = pytest.mark.rule


def track(north: int, south: int = 1) -> State:
    s = start("campaign").s
    s.initiative = [north, south]
    return s


@rule("6.1a")
def test_each_front_has_a_holder_and_a_level_of_its_own():
    s = track(2, -3)
    assert (holder(s, NORTH), level(s, NORTH, POLAND), level(s, NORTH, RUSSIA)) == (POLAND, 2, 0)
    assert (holder(s, SOUTH), level(s, SOUTH, POLAND), level(s, SOUTH, RUSSIA)) == (RUSSIA, 0, 3)
    battle_initiative(s, NORTH, POLAND, 9)
    assert s.initiative == [3, -3]


@rule("6.1d", "6.1e")
@pytest.mark.parametrize(("winner", "inflicted", "after"), [(RUSSIA, 3, -3), (RUSSIA, 2, -2), (POLAND, 0, -1)])
def test_the_example_of_a_soviet_initiative_of_two(winner, inflicted, after):
    s = track(-2)
    battle_initiative(s, NORTH, winner, inflicted)
    assert s.initiative[NORTH] == after


@rule("6.1f")
def test_a_battle_moves_a_level_by_one_whatever_its_size():
    s = track(1)
    battle_initiative(s, NORTH, POLAND, 9)
    assert s.initiative[NORTH] == 2
    battle_initiative(s, NORTH, RUSSIA, 9)
    assert s.initiative[NORTH] == 1


@rule("6.1g")
def test_the_example_of_a_flip():
    s = track(2, 1)
    battle_initiative(s, SOUTH, RUSSIA, 1)
    assert s.initiative == [2, -1]


@rule("6.1i")
def test_a_flip_counts_for_the_next_battle():
    s = track(-1)
    battle_initiative(s, NORTH, POLAND, 1)
    assert s.initiative[NORTH] == 1
    battle_initiative(s, NORTH, RUSSIA, 4)
    assert s.initiative[NORTH] == -1


@rule("6.1j")
def test_a_winner_without_initiative_only_takes_from_the_holder():
    s = track(3)
    battle_initiative(s, NORTH, RUSSIA, 9)
    assert s.initiative[NORTH] == 2
    s = track(1)
    battle_initiative(s, NORTH, RUSSIA, 9)
    assert s.initiative[NORTH] == -1


@rule("6.1d")
def test_the_level_just_before_the_battle_is_what_must_be_exceeded():
    s = track(1)
    battle_initiative(s, NORTH, POLAND, 2)
    battle_initiative(s, NORTH, POLAND, 2)
    assert s.initiative[NORTH] == 2


@rule("6.1h")
def test_an_event_moves_it_one_step():
    s = track(2, -2)
    win_initiative(s, NORTH, POLAND, "6.1h")
    win_initiative(s, SOUTH, POLAND, "6.1h")
    assert s.initiative == [3, -1]
    win_initiative(s, SOUTH, POLAND, "6.1h")
    assert s.initiative == [3, 1]


@rule("6.1a")
def test_the_track_has_an_end():
    s = track(5, -5)
    win_initiative(s, NORTH, POLAND, "6.1h")
    win_initiative(s, SOUTH, RUSSIA, "6.1h")
    assert s.initiative == [5, -5]


@rule("6.1b", "7.2c")
def test_the_holder_says_who_places_first():
    game = at('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\ninitiative.north = "russia 1"')
    assert asks(game) == "russia: first_placer"
    play(game, "russia", "poland")
    assert asks(game) == "poland: order"
    game = at('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\ninitiative.north = "poland 2"')
    assert asks(game) == "poland: first_placer"
    play(game, "poland", "poland")
    assert asks(game) == "poland: order"


def test_the_diary_tells_of_it():
    game = start("campaign")
    game.s.initiative = [1, 2]
    win_initiative(game.s, SOUTH, RUSSIA, "6.1h")
    assert events(game, "initiative")[-1].refs == {"front": SOUTH, "side": POLAND, "level": 1}


@rule("6.1f", "6.1g", "6.1h", "6.1d")
@pytest.mark.parametrize(("here", "told"), [(1, 1), (M.charts.initiative.track, 0)])
def test_at_the_end_of_the_track_nothing_is_won_and_nothing_told(here, told):
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Gomel"\nstep = "battles"\n'
    game = running('garrisons.poland = "Bobruisk; Mozyr"\ngarrisons.russia = "Gomel"\n' + text)
    game.s.initiative[NORTH] = here
    fight = game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    fight.winner, fight.real = POLAND, [0, 99]
    game.stack.append(Battle(area=area("Zhlobin"), at="reward"))
    game.run()
    assert len(events(game, "initiative")) == told
    assert game.s.initiative[NORTH] == here + told
