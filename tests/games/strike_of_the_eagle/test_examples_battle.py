"""The worked examples of the rulebook, played: battles and what comes after them; T17 to T25."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Game

from .table import (
    SUPPLY,
    asks,
    at,
    battle,
    clicks,
    draws,
    events,
    first,
    offered,
    piece,
    play,
    running,
    sees,
    settle,
    sp,
    take_first,
    values,
    where,
)

rule = pytest.mark.rule

# -- 7.34, 7.4 --------------------------------------------------------------------------------------------------------

THREE = """
    blocks.P-14 = "Zhlobin 4"
    blocks.P-6 = "Zhlobin 3"
    blocks.R-21 = "Zhlobin 2 from Rohachev"
    blocks.R-10 = "Zhlobin 2 from Gomel"
    blocks.R-57 = "Zhlobin 2 from Kalenkovichi"
"""


@rule("7.34a", "7.34b", "7.34c", "7.34e")
@pytest.mark.parametrize(("order", "value"), [("", 3), ('orders.poland-north = "defend Zhlobin"\n', 5)])
def test_t17_an_attack_along_three_links(order, value):
    assert values(battle(THREE + order, "R-6", "P-28"))[1] == (0, value, (value - 1) // 3), "7 less 4, or less 2"


@rule("7.34e", "7.34f", "7.34g", "7.2aa", "1.2b")
def test_t18_fortification_defend_area_and_support_cancel_three_and_save_two():
    """Four attacks upon Grodno, all from where its works look, are three flanks."""
    text = """
        scenario = "to-warsaw"
        garrisons.poland = "Warsaw; Bialystok"
        garrisons.russia = "Yartsevo"
        lithuania = true
        blocks.P-14 = "Grodno 4"
        blocks.P-6 = "Grodno 3 from Bialystok"
        blocks.R-21 = "Grodno 4 from Vilna"
        blocks.R-10 = "Grodno 4 from Volkovysk"
        blocks.R-17 = "Grodno 4 from Olita"
        orders.poland-north = "defend Grodno"
    """
    game = battle(text, "R-3", "P-28")
    assert values(game) == [(1, 14, 2), (0, 7, 2)], "the chart's four are two; no flank counts of two"
    assert values(battle(text.replace(" from Bialystok", ""), "R-3", "P-28"))[1] == (0, 7, 2), "two are cancelled"
    assert values(battle(text.replace('orders.poland-north = "defend Grodno"', ""), "R-3", "P-28"))[0] == (1, 14, 3)


ZHLOBIN = """
    blocks.P-6 = "Charyshi 3"
    blocks.P-14 = "Charyshi 4"
    blocks.P-BJ2 = "Mozyr 2"
    blocks.R-21 = "Rohachev 3"
    blocks.R-10 = "Gomel 4"
    blocks.R-17 = "Gomel 4"
    blocks.R-57 = "Kalenkovichi 2"
    hands.poland = "P-43"
    hands.russia = "R-30"
    lead = "poland 1"
    allowance.poland-north = 3
"""
"""The blocks of the long example: 1 is P-6, 6 P-14, 7 P-BJ2; 2 is R-21, 3 and 4 are R-10 and R-17, 5 is R-57."""


def zhlobin() -> Game[State]:
    """The example from its first order to the last move."""
    game = at(SUPPLY + dedent(ZHLOBIN) + 'initiative.north = "russia 1"')
    for seat in ("poland", "russia"):
        for kind in game.title.windows:
            game.stand(seat, kind, True)
    first(game, "poland")
    play(game, "poland", "march-out Charyshi")
    play(game, "russia", "move-to Zhlobin")
    play(game, "poland", "move-to Zhlobin")
    play(game, "russia", "recon Mozyr")
    play(game, "poland", "pass")
    settle(first(game, "poland"))
    clicks(game, "poland", "block P-6", "step Zhlobin", "halt")
    assert where(game, "P-6") == "Zhlobin"
    return game


def attacked() -> Game[State]:
    """And on to the battle, of which the first question is for the Soviets."""
    game = zhlobin()
    while asks(game) == "russia: first_executor":  # for the Recon, then for the Moves
        settle(first(game, "russia"))
    for name in ("R-21", "R-10", "R-17"):
        clicks(game, "russia", f"block {name}", "step Zhlobin")
    clicks(game, "russia", "done")
    return clicks(game, "poland", "step Zhlobin")


@rule("7.32b", "7.32e", "7.2l", "7.3l")
def test_t19_the_march_to_zhlobin():
    game = zhlobin()
    settle(first(game, "russia"))
    assert sees(game, "russia", "P-BJ2"), "the Recon has shown a cavalry block"
    assert game.seat("russia").s.sp[piece(game, "P-BJ2")] == 2
    assert not sees(game, "russia", "P-6")
    game = attacked()
    assert where(game, "R-57") == "Kalenkovichi", "block 5 stays and bars the way"
    assert where(game, "P-BJ2") == "Mozyr", "block 7 cannot move at all"
    assert [where(game, name) for name in ("P-6", "P-14")] == ["Zhlobin", "Zhlobin"]
    assert game.s.fight.attacker == 1, "the Poles were the first to come and defend"


@rule("7.41.3b", "7.41.2c", "3.4f", "7.34f", "1.2c", "7.41.5a", "7.41.6b", "7.43a", "7.44a")
def test_t21_and_t22_the_battle_of_zhlobin():
    game = attacked()
    game.s.initiative[0] = 1  # the Poles have just won at Kalenkovichi
    draws(game, "R-3")
    clicks(game, "russia", "deck")
    clicks(game, "poland", "modifier P-43")
    assert values(game) == [(1, 13, 4), (0, 10, 3)], "11 + 2; 4 + 1 + 5, no flank and no fortification"
    assert offered(game, "russia", "lose") == {"R-10", "R-17"}, "first one point each of the 4s"
    clicks(game, "russia", "lose R-10")
    assert offered(game, "russia", "lose") == {"R-10", "R-17", "R-21"}
    clicks(game, "russia", "lose R-21")
    assert sorted(sp(game, name) for name in ("R-10", "R-17", "R-21")) == [2, 3, 3]
    assert asks(game) == "poland: block", "one point of the 4, then he chooses between two of 3"
    clicks(game, "poland", "lose P-6", "lose P-14")
    assert sorted((sp(game, "P-6"), sp(game, "P-14"))) == [1, 2]
    assert asks(game) == "russia: back", "the Poles had to go to Charyshi"
    assert [where(game, name) for name in ("P-6", "P-14")] == ["Charyshi", "Charyshi"]
    clicks(game, "russia", "return R-21", "stay")
    assert [where(game, name) for name in ("R-10", "R-17", "R-21")] == ["Zhlobin", "Zhlobin", "Rohachev"]
    assert events(game, "great_victory")
    assert game.s.vp == -1, "from a Polish lead of 1"
    assert game.s.initiative[0] == -1, "and the marker flips back"


@rule("6.1d")
def test_t22_had_the_poles_won():
    """With two points taken their level would have gone from 1 to 2."""
    text = 'initiative.north = "poland 1"\nblocks.P-14 = "Zhlobin 4"\nblocks.R-10 = "Zhlobin 4 from Rohachev"'
    game = battle(text, "R-15", "P-48")
    assert values(game) == [(1, 5, 1), (0, 8, 2)]
    assert game.s.initiative[0] == 2


@rule("7.41.3b", "7.41.6a", "7.42a", "6.1g")
def test_t20_the_battle_of_kalenkovichi():
    text = 'initiative.north = "russia 1"\nblocks.R-57 = "Kalenkovichi 2"\nblocks.P-BJ2 = "Kalenkovichi 2 from Mozyr"'
    game = battle(text + '\nblocks.P-6 = "Zhlobin 3"', "P-7", "R-15")
    assert values(game) == [(0, 5, 1), (1, 3, 0)]
    assert sp(game, "R-57") == 1
    assert where(game, "R-57") == "Rechitsa"
    assert game.s.initiative[0] == 1, "the marker has flipped to the Poles"


RETREAT = """
    scenario = "to-warsaw"
    garrisons.poland = "Warsaw; Pinsk"
    garrisons.russia = "Mogilev; Bobruisk; Yartsevo"
    lead = "poland 8"
    blocks.P-14 = "Rohachev 4"
    blocks.P-6 = "Rohachev 3"
    blocks.P-9 = "Rohachev 3"
    blocks.R-21 = "Rohachev 4 from Mogilev"
    blocks.R-10 = "Rohachev 4 from Mogilev"
    blocks.R-17 = "Rohachev 4 from Mogilev"
    blocks.R-56 = "Krichev 3"
"""


def cornered(more: str) -> Game[State]:
    """Three infantry blocks are beaten at Rohachev and have only Zhlobin to go to; then supply is checked."""
    game = running('step = "battles"\n' + dedent(RETREAT) + more)
    draws(game, "R-14", "P-28")
    game.stack += [SupplyCheck(), Battles()]
    return take_first(game.run())


@rule("7.42e", "7.42g", "7.42h", "7.71a")
def test_t23_a_retreat_out_of_supply_or_none_at_all():
    """Of three infantry blocks, for which the next friendly key city is Pinsk, four areas beyond Zhlobin."""
    game = cornered("")
    assert {where(game, name) for name in ("P-14", "P-6", "P-9")} == {"Zhlobin"}
    assert len(events(game, "out_of_supply")) == 3
    assert game.s.vp == 8 - 1, "a Great Victory"
    game = cornered('blocks.R-57 = "Kalenkovichi 2"')
    assert {where(game, name) for name in ("P-14", "P-6", "P-9")} == {"gone"}
    assert game.s.vp == 8 - 1 - 3


@rule("7.41", "7.41.6a", "7.42i")
def test_t24_a_defender_wiped_out_may_win():
    text = "".join(f'blocks.{name} = "Zhlobin 1 from Rohachev"\n' for name in ("R-21", "R-10", "R-17", "R-8"))
    game = battle(text + 'blocks.P-14 = "Zhlobin 1"\nblocks.P-6 = "Zhlobin 1"', "R-4", "P-45")
    assert [row[2] for row in values(game)] == [2, 2]
    clicks(game, "russia", "lose R-21", "lose R-10")
    clicks(game, "poland", "lose P-14")
    assert [where(game, name) for name in ("P-14", "P-6", "R-21", "R-10")] == ["pool"] * 4
    assert [where(game, name) for name in ("R-17", "R-8")] == ["Rohachev"] * 2, "they go back where they came from"
    assert events(game, "victory")[0].refs["side"] == 0


@rule("7.44a", "7.44b")
def test_t25_no_great_victory_over_a_block_of_two():
    text = 'lead = "poland 1"\nblocks.P-16 = "Zhlobin 2"\nblocks.R-10 = "Zhlobin 4 from Rohachev"\n'
    game = battle(
        text + 'blocks.R-17 = "Zhlobin 3 from Rohachev"\nblocks.R-21 = "Zhlobin 4 from Rohachev"', "R-3", "P-28"
    )
    assert values(game)[0] == (1, 13, 4)
    assert not events(game, "great_victory")
    assert game.s.vp == 1
