"""Statements of the rulebook that are easily taken for granted, each by itself."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.battle import Battles, size
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.movement import leads_on
from vistula.games.strike_of_the_eagle.rules.queries import held_by
from vistula.games.strike_of_the_eagle.shown.position import STEPS

from .table import (
    SUPPLY,
    area,
    battle,
    clicks,
    draws,
    events,
    offered,
    piece,
    running,
    settle,
    stage,
    take_first,
    token,
    values,
    where,
)

rule = pytest.mark.rule

BOTH = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Rovno; Lwow"
    garrisons.russia = "Klintsy; Elizavetgrad; Yartsevo; Mogilev; Kiev"
    initiative.north = "russia 1"
    initiative.south = "poland 1"
"""


@rule("7.32g", "7.2j")
@pytest.mark.parametrize("order", ["", 'orders.poland-north = "defend Zhlobin"\n'])
def test_who_force_marches_against_works_or_a_defended_area_is_halved_all_the_same(order):
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-10 = "Zhlobin 4 from Gomel marched"\n'
    assert values(battle(text + order, "R-6", "P-28"))[0][:2] == (1, 2)


@rule("7.32e", "7.3l")
def test_of_several_ways_to_an_area_the_player_chooses():
    """From Bobruisk cavalry reaches Zhlobin by Charyshi or by Rohachev; with an enemy at Rohachev only by Charyshi."""
    text = 'blocks.P-BJ2 = "Bobruisk 2"\norders.poland-north = "move-to Zhlobin"\n'
    game = stage("moves", text)
    assert offered(game, "poland", "step") == {"Charyshi", "Rohachev"}
    game = stage("moves", text + 'blocks.R-21 = "Rohachev 3"')
    assert where(game, "P-BJ2") == "Zhlobin"
    assert game.s.origin[piece(game, "P-BJ2")] == area("Charyshi")


@rule("7.33b")
def test_any_number_comes_over_a_link_where_there_is_no_battle():
    names = ("P-14", "P-6", "P-9", "P-16")
    text = "".join(f'blocks.{name} = "Charyshi 1 from Bobruisk"\n' for name in names)
    game = stage("moves", text + 'blocks.P-8 = "Bobruisk 2"\norders.poland-north = "move-to Charyshi"')
    clicks(game, "poland", "step Charyshi")
    assert where(game, "P-8") == "Charyshi"
    assert game.s.on_link == 1 << piece(game, "P-8"), "there it waits"


FIVE = ("R-21", "R-10", "R-17", "R-8", "R-6")
FIFTH = (
    "".join(f'blocks.{name} = "Zhlobin 1 from Rohachev"\n' for name in FIVE)
    + """
    blocks.P-14 = "Zhlobin 4 from Charyshi"
    blocks.P-6 = "Zhlobin 4 from Charyshi"
    blocks.P-8 = "Zhlobin 3 from Charyshi"
"""
)


@rule("7.33b", "7.4b")
def test_who_came_fifth_over_a_link_stays_out_of_a_battle_that_comes_later():
    """The Soviets were first in Zhlobin, five over one link; then the Poles have come."""
    game = running(SUPPLY + FIFTH)
    assert size(game.s, area("Zhlobin")) == 7
    fight = lay_out_fight(game.s, area("Zhlobin"))
    assert fight.attacker == POLAND
    assert fight.engaged[RUSSIA].bit_count() == 4
    assert not fight.engaged[RUSSIA] & game.s.behind
    assert game.s.behind & game.s.on_link == 1 << piece(game, "R-6"), "the last of them stands on the link"
    game = running(SUPPLY + FIFTH.replace('R-6 = "Zhlobin 1 from Rohachev', 'R-6 = "Zhlobin 1 from Gomel'))
    assert size(game.s, area("Zhlobin")) == 8, "over another link it is not the fifth"
    assert not game.s.behind


@rule("7.33b", "7.3l")
@pytest.mark.parametrize(("there", "follows"), [("", True), ('blocks.P-14 = "Zhlobin 4"\n', False)])
def test_a_fifth_is_ordered_to_follow_over_a_link_unless_there_is_a_battle(there, follows):
    four = "".join(f'blocks.{name} = "Zhlobin 1 from Rohachev"\n' for name in FIVE[:4])
    game = running(SUPPLY + four + there + 'blocks.R-6 = "Mogilev 2"\norders.russia-north = "march-to Zhlobin"\n')
    order = game.s.orders[0]
    foes = held_by(game.s, POLAND)
    assert leads_on(game.s, RUSSIA, order, area("Rohachev"), 1, foes) == follows


@rule("7.33b", "7.33f", "7.4a")
def test_who_stayed_out_goes_back_when_his_side_has_lost():
    game = take_first(battle(FIFTH, "P-43", "R-4"))
    assert len(events(game, "battle")) == 1, "no second battle with the block on the link"
    assert where(game, "R-6") == "Rohachev"
    assert [e.refs["side"] for e in events(game, "victory")] == [POLAND]


@rule("1.4d", "7.33h")
def test_nobody_waits_before_an_eastern_link():
    names = ("R-21", "R-10", "R-17", "R-8")
    text = "".join(f'blocks.{name} = "Klintsy 1"\n' for name in names)
    game = stage("moves", text + 'blocks.R-56 = "Krichev 2"\norders.russia-north = "move-to Klintsy"')
    clicks(game, "russia", "step Klintsy")
    assert where(game, "R-56") == "Klintsy"
    assert game.s.on_link == 0


@rule("9.0a")
@pytest.mark.parametrize(("step", "verb", "far"), [("moves", "move-out", 2), ("marches", "march-out", 3)])
def test_a_leader_moves_as_cavalry(step, verb, far):
    text = 'scenario = "to-warsaw"\ngarrisons.poland = "Warsaw; Minsk"\ngarrisons.russia = "Yartsevo"\n'
    text += f'initiative.north = "russia 1"\nblocks.P-Haller = "Minsk 1"\norders.poland-north = "{verb} Minsk"'
    game = stage(step, text)
    clicks(game, "poland", f"order {token(game, f'{verb} Minsk')}")
    way = ("Igumen", "Bobruisk", "Rohachev")[:far]
    clicks(game, "poland", *(f"step {place}" for place in way))
    assert where(game, "P-Haller") == way[-1]
    assert not offered(game, "poland", "step")


@rule("9.0a", "7.33a")
def test_a_leader_fights_with_one_point_and_takes_the_room_of_a_block():
    text = 'scenario = "to-warsaw"\ngarrisons.poland = "Warsaw; Minsk"\ngarrisons.russia = "Yartsevo; Mogilev"\n'
    game = battle(text + 'blocks.P-Haller = "Zhlobin 1"\nblocks.R-21 = "Zhlobin 3 from Rohachev"', "R-6", "P-28")
    assert values(game)[1][:2] == (0, 1)
    four = "".join(f'blocks.{name} = "Charyshi 1"\n' for name in ("P-14", "P-6", "P-9"))
    text += four + 'blocks.P-Haller = "Charyshi 1"\nblocks.P-8 = "Charyshi 2 from Bobruisk"'
    game = running(text)
    assert game.s.on_link == 1 << piece(game, "P-8"), "the fifth block waits on the link"


@rule("10.0b", "7.4b")
def test_northern_battles_come_first_however_large():
    north = 'blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 3"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    south = 'blocks.P-5 = "Fastov 3"\nblocks.R-58 = "Fastov 2 from Kiev"\n'
    game = running('step = "battles"\n' + BOTH + south + north)
    draws(game, "R-6", "P-28", "R-15", "P-4")
    game.stack.append(Battles())
    settle(game.run())
    assert [e.refs["area"] for e in events(game, "battle")][:2] == [area("Zhlobin"), area("Fastov")]


@rule("10.0b", "7.3h")
def test_each_step_is_executed_in_the_north_and_then_in_the_south():
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.P-5 = "Fastov 3"\n'
    text += 'orders.poland-north = "move-out Zhlobin"\norders.poland-south = "move-out Fastov"\n'
    game = running('step = "moves"\n' + BOTH + text, ExecutionStep(stage=STEPS.index("moves")))
    settle(game)
    assert offered(game, "poland", "step") <= {"Charyshi", "Rohachev", "Gomel", "Kalenkovichi"}
    clicks(game, "poland", "step Charyshi")
    assert "Kazatin" in offered(game, "poland", "step")
