"""Positions at the edge of the rules, such as break an implementation: nothing left, nothing gained, nobody home."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.rules.victory import count_cities
from vistula.games.strike_of_the_eagle.shown.position import STEPS

from .table import area, battle, clicks, events, running, settle, stage, take_first, values, where

rule = pytest.mark.rule

NORTH_SUPPLY = 'scenario = "to-warsaw"\ngarrisons.poland = "Warsaw; Minsk"\ngarrisons.russia = "Yartsevo; Mogilev"\n'


@rule("7.2j")
def test_a_block_of_one_point_that_force_marched_fights_with_none():
    game = battle('blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 1 from Rohachev marched"', "R-6", "P-28")
    assert values(game)[0] == (1, 0, 0)


@rule("7.41.6a", "3.0d", "7.4a")
def test_a_leader_alone_against_a_garrison_goes_back_as_nobody_loses_anything():
    text = NORTH_SUPPLY.replace("Mogilev", "Mogilev; Gomel") + 'blocks.P-Haller = "Gomel 1 from Zhlobin"'
    game = battle(text, "P-28", "R-6")
    assert values(game) == [(0, 1, 0), (1, 1, 0)]
    assert where(game, "P-Haller") == "Zhlobin"
    assert game.s.garrisons[1] >> area("Gomel") & 1


@rule("7.42i", "1.3d")
def test_where_both_sides_are_wiped_out_the_city_is_nobodys():
    text = 'lead = "poland 3"\ngarrisons.poland = "Bobruisk"\ngarrisons.russia = "Mogilev; Klintsy"\n'
    text += 'blocks.P-14 = "Mozyr 1"\nblocks.R-21 = "Mozyr 1 from Zhitkovichi"'
    game = battle(text, "R-4", "P-7")
    assert [row[2] for row in values(game)] == [1, 1]
    assert {where(game, name) for name in ("P-14", "R-21")} == {"pool"}
    game.s.held[0] |= 1 << area("Mozyr")
    count_cities(game.s)
    assert game.s.vp == 1, "two points for the Soviets, and nobody holds it"


@rule("7.34g")
def test_more_cancellations_than_flanks_are_no_bonus():
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 2 from Charyshi"\nblocks.R-10 = "Zhlobin 4 from Gomel"\n'
    assert values(battle(text + 'orders.poland-north = "defend Zhlobin"', "R-6", "P-28"))[1] == (0, 6, 1)


@rule("7.42f", "7.42g")
def test_who_attacked_and_lost_his_home_meanwhile_is_lost_with_it():
    """Poles have moved from Charyshi to Zhlobin; Soviets have come to Charyshi behind them."""
    text = 'lead = "poland 3"\nblocks.R-10 = "Zhlobin 4"\nblocks.P-16 = "Zhlobin 2 from Charyshi"\n'
    text += 'blocks.R-57 = "Bobruisk 2"\nblocks.R-21 = "Charyshi 3 from Bobruisk"\n'
    game = battle('garrisons.poland = "Mozyr"\ngarrisons.russia = "Gomel; Mogilev; Klintsy"\n' + text, "P-28", "R-6")
    assert where(game, "P-16") == "gone"
    assert game.s.vp == 2


@rule("7.42a")
def test_nobody_retreats_into_an_area_with_a_battle_to_come():
    """From Zhlobin, Kalenkovichi would be as near to a city as Charyshi, but is attacked itself."""
    small = 'blocks.P-6 = "Zhlobin 3"\nblocks.R-10 = "Zhlobin 4 from Rohachev"\n'
    large = "".join(f'blocks.{name} = "Kalenkovichi 3"\n' for name in ("P-14", "P-9", "P-16"))
    large += 'blocks.R-57 = "Kalenkovichi 1 from Rechitsa"\n'
    game = battle(small + large, "R-4", "P-28", "R-6", "P-38")
    assert where(game, "P-6") == "Charyshi"


@rule("7.2u", "7.41.5b")
def test_a_block_of_one_point_that_covers_a_withdrawal_is_destroyed():
    text = (
        'blocks.P-14 = "Zhlobin 1"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\norders.poland-north = "withdraw Zhlobin"'
    )
    game = stage("withdrawals", text)
    assert where(game, "P-14") == "pool"


@rule("7.2u", "6.1e")
def test_where_the_defender_has_withdrawn_there_is_no_battle_and_no_initiative_is_lost():
    text = 'initiative.north = "poland 2"\nblocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    game = stage("withdrawals", text + 'orders.poland-north = "withdraw Zhlobin"', Battles())
    clicks(game, "poland", "step Charyshi")
    assert where(game, "P-14") == "Charyshi"
    assert not events(game, "battle")
    assert game.s.initiative[0] == 2
    assert where(game, "R-21") == "Zhlobin"


@rule("7.71a", "9.0b")
def test_companions_of_a_leader_starve_and_he_stays():
    text = NORTH_SUPPLY + 'lead = "poland 3"\nblocks.P-Haller = "Gomel 1"\nblocks.P-9 = "Gomel 1"\n'
    text += 'blocks.R-57 = "Zhlobin 2"\nblocks.R-72 = "Rechitsa 2"\n'
    game = running('step = "supply"\n' + text, SupplyCheck())
    assert (where(game, "P-9"), where(game, "P-Haller")) == ("gone", "Gomel")
    assert game.s.vp == 2


@rule("7.44a")
def test_a_defender_celebrates_a_great_victory_too():
    text = 'lead = "russia 1"\nblocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 4"\n'
    text += 'blocks.R-10 = "Zhlobin 4 from Rohachev"\n'
    game = battle(text + 'blocks.R-17 = "Zhlobin 3 from Rohachev"', "R-6", "P-45")
    take_first(game)
    assert [e.refs["side"] for e in events(game, "great_victory")] == [0]


@rule("7.3k", "7.32c")
def test_a_to_order_whose_only_block_is_pinned_is_cancelled():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Charyshi 3 from Zhlobin marched"\n'
    game = stage("moves", text + 'orders.poland-north = "move-to Bobruisk"')
    assert where(game, "P-14") == "Charyshi"
    assert events(game, "unfulfilled")


@rule("7.6c", "7.3k")
def test_a_block_that_was_to_ride_and_is_attacked_stays():
    text = NORTH_SUPPLY + 'blocks.P-14 = "Minsk 4"\nblocks.R-21 = "Minsk 1 from Borisov"\n'
    game = running('step = "battles"\n' + text + 'orders.poland-north = "rail Minsk"')
    game.stack += [ExecutionStep(stage=STEPS.index("railways")), Battles()]
    settle(game.run())
    assert where(game, "P-14") == "Minsk"
    assert events(game, "unfulfilled")
