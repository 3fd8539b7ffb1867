"""The worked examples of the rulebook, played: supply, points, reinforcements, leaders, cards; T26 to T36."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.cards.windows import BattleEnd
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.commitment import Commitment
from vistula.games.strike_of_the_eagle.rules.depots import depots
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.strength import fighting_strength
from vistula.games.strike_of_the_eagle.rules.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.rules.victory import count_cities
from vistula.games.strike_of_the_eagle.shown.position import STEPS
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Game

from .table import (
    area,
    asks,
    at,
    can,
    clicks,
    events,
    first,
    names,
    offered,
    piece,
    play,
    running,
    settle,
    sp,
    token,
    where,
)

rule = pytest.mark.rule


# -- 7.71, 7.8 --------------------------------------------------------------------------------------------------------


@rule("7.71e", "1.31b")
def test_t26_a_garrison_that_is_cut_off_is_removed():
    text = """
        scenario = "to-warsaw"
        step = "supply"
        garrisons.poland = "Warsaw; Mozyr"
        garrisons.russia = "Yartsevo"
        blocks.R-57 = "Kalenkovichi 2"
        blocks.R-72 = "Zhitkovichi 2"
    """
    game = running(dedent(text), SupplyCheck())
    assert names(game.s.garrisons[POLAND]) == {"Warsaw"}
    assert "Mozyr" not in names(depots(game.s, POLAND))
    game = running(dedent(text.replace('blocks.R-72 = "Zhitkovichi 2"', "")), SupplyCheck())
    assert names(game.s.garrisons[POLAND]) == {"Warsaw", "Mozyr"}, "by Zhitkovichi a way is clear"


@rule("7.8b", "7.8c", "1.3c")
def test_t27_the_fall_of_mozyr_turns_a_lead_of_one_into_one_of_two():
    game = running('lead = "poland 1"\ngarrisons.poland = "Bobruisk; Mozyr"\nblocks.R-57 = "Kalenkovichi 2"')
    s = game.s
    s.garrisons[POLAND] &= ~(1 << area("Mozyr"))
    s.place[piece(game, "R-57")] = area("Mozyr")
    count_cities(s)
    assert s.vp == -2, "one to flip the counter, one more"


# -- 8.1 to 8.5 -------------------------------------------------------------------------------------------------------


def reinforcing(text: str) -> Game[State]:
    return at('step = "reinforcement"\n' + dedent(text))


@rule("8.1a", "8.1b")
def test_t28_a_garrison_for_polotsk():
    text = 'scenario = "to-warsaw"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Yartsevo"\n'
    game = reinforcing(text + 'blocks.R-18 = "Polotsk 3"')
    play(game, "russia", "garrison Polotsk")
    assert "Polotsk" in names(game.s.garrisons[RUSSIA])
    cut = "".join(f'blocks.{name} = "{where_} 2"\n' for name, where_ in (("P-8", "Lepel"), ("P-10", "Vitebsk")))
    game = reinforcing(text + cut + 'blocks.R-18 = "Polotsk 3"\nblocks.P-17 = "Glubokoye 3"')
    assert not can(game, "russia", "garrison Polotsk"), "not where no clear path leads to an Eastern Link"


INLAND = """
    scenario = "to-warsaw"
    garrisons.poland = "Warsaw"
    garrisons.russia = "Yartsevo"
    initiative.north = "russia 1"
"""


@rule("8.2a", "8.2b")
def test_t29_a_division_absorbs_two_blocks():
    game = reinforcing(dedent(INLAND) + 'blocks.P-14 = "Warsaw 2"\nblocks.P-V1 = "Warsaw 1"\nblocks.P-7 = "Warsaw 1"\n')
    play(game, "poland", "division P-14", "absorb P-V1", "division P-14", "absorb P-7")
    assert sp(game, "P-14") == 4
    assert [where(game, name) for name in ("P-V1", "P-7")] == ["pool", "pool"]


def spending(text: str) -> Game[State]:
    """The Poles spend cubes in Warsaw, having combined nothing."""
    game = reinforcing(dedent(INLAND) + text)
    while asks(game) == "poland: pick":
        play(game, "poland", "done")
    return game


@rule("8.3")
def test_t30_three_cubes_bring_a_division_from_one_to_four():
    game = spending('blocks.P-14 = "Warsaw 1"\ncubes.poland = "3B"\n')
    for _ in range(3):
        play(game, "poland", "strengthen P-14", "ordinary")
    assert sp(game, "P-14") == 4
    assert game.s.cubes[0] == [0, 0, 0]
    assert not can(game, "poland", "strengthen P-14")


@rule("8.3")
def test_t31_five_cubes_for_three_divisions():
    blocks = "".join(f'blocks.{name} = "Warsaw 2"\n' for name in ("P-14", "P-6", "P-9"))
    game = spending(blocks + 'cubes.poland = "5B"\n')
    for name in ("P-14", "P-14", "P-6", "P-6", "P-9"):
        play(game, "poland", f"strengthen {name}", "ordinary")
    assert [sp(game, name) for name in ("P-14", "P-6", "P-9")] == [4, 4, 3]
    assert game.s.cubes[0] == [0, 0, 0]


@rule("8.31b", "8.31c")
def test_t32_one_point_in_a_front_line_area():
    blocks = "".join(f'blocks.{name} = "Siedlce 2"\n' for name in ("P-14", "P-6", "P-9"))
    game = spending(blocks + 'blocks.P-DJN = "Siedlce 2"\nblocks.R-4 = "Bielsk 3"\ncubes.poland = "3B 1W"\n')
    assert offered(game, "poland", "strengthen") == {"P-14", "P-6", "P-9", "P-DJN"}
    play(game, "poland", "strengthen P-DJN", "ordinary")
    assert sp(game, "P-DJN") == 3
    assert offered(game, "poland", "strengthen") == set(), "nothing more there in this phase"


# -- 9.0 ------------------------------------------------------------------------------------------------------------

LED = """
    scenario = "niemen"
    step = "moves"
    garrisons.poland = "Warsaw; Brest-Litovsk; Bialystok"
    garrisons.russia = "Yartsevo; Minsk; Baranovichi"
    initiative.north = "russia 1"
    blocks.P-Pilsudski = "Bielsk 1"
    blocks.P-14 = "Brest-Litovsk 4"
    blocks.P-16 = "Brest-Litovsk 3"
    blocks.P-21M = "Bialystok 3"
    blocks.R-8 = "Slonim 2"
    orders.poland-north = ["move-out Bialystok", "move-out Brest-Litovsk"]
    orders.russia-north = "move-out Slonim"
"""


def led() -> Game[State]:
    """The Soviets have moved; the Poles are about to."""
    game = running(dedent(LED), ExecutionStep(stage=STEPS.index("moves")))
    settle(first(game, "russia"))
    return clicks(game, "russia", "step Pruzhany")


@rule("9.0f", "9.0m", "9.0n")
@pytest.mark.parametrize("leader_first", [True, False])
def test_t33_pilsudski_orders_a_forced_march_in_the_move_step(leader_first):
    game = led()
    bialystok = f"order {token(game, 'move-out Bialystok')}"
    if not leader_first:
        clicks(game, "poland", bialystok, "step Grodno")
    clicks(game, "poland", "leader P-Pilsudski", "march-out Brest-Litovsk", "keep")
    clicks(game, "poland", f"order {token(game, 'march-out Brest-Litovsk')}", "block P-14", "step Kobrin", "halt")
    assert where(game, "P-14") == "Kobrin"
    assert game.s.marched >> piece(game, "P-14") & 1
    if leader_first:
        assert where(game, "P-21M") == "Bialystok", "his other Moves he may execute afterwards"


@rule("9.0n")
def test_t33_only_by_blocks_that_have_executed_nothing():
    game = led()
    clicks(game, "poland", f"order {token(game, 'move-out Brest-Litovsk')}", "block P-14", "step Kobrin")
    clicks(game, "poland", "block P-16", "step Kobrin")
    clicks(game, "poland", "leader P-Pilsudski")
    assert "Kobrin" not in offered(game, "poland", "march-out")
    assert "Brest-Litovsk" not in offered(game, "poland", "march-out")


@rule("9.0h", "9.0o")
def test_t34_budyonny_rides_into_kiev_and_haller_cannot_help():
    text = """
        scenario = "budyonny"
        step = "withdrawals"
        initiative.south = "russia 1"
        garrisons.poland = "Warsaw"
        garrisons.russia = "Elizavetgrad; Klintsy"
        blocks.R-Budyonny = "Uman 1"
        blocks.R-4K = "Uman 4"
        blocks.R-6K = "Uman 4"
        blocks.P-7 = "Kiev 3 from Korosten"
        blocks.P-Haller = "Korosten 1"
    """
    game = running(dedent(text), ExecutionStep(stage=STEPS.index("withdrawals")))
    assert asks(game) == "russia: first_executor", "both have a leader, and nobody an order"
    first(game, "russia")
    assert asks(game) == "russia: use"
    clicks(game, "russia", "leader R-Budyonny")
    for name in ("R-4K", "R-6K"):
        clicks(game, "russia", f"block {name}", "step Belaya Tserkov", "step Fastov", "step Kiev")
    clicks(game, "russia", "done")
    assert [where(game, name) for name in ("R-4K", "R-6K")] == ["Kiev", "Kiev"]
    fight = lay_out_fight(game.s, area("Kiev"))
    assert [fighting_strength(game.s, fight, piece(game, name)) for name in ("R-4K", "R-6K")] == [4, 4], "in full"
    assert asks(game) == "poland: use"
    play(game, "poland", "leader P-Haller")
    assert offered(game, "poland", "defend") == {"Korosten"}, "the block at Kiev has already executed an order"


# -- 3.4 ------------------------------------------------------------------------------------------------------------


@rule("3.4k", "7.13b")
def test_t35_desertions():
    text = """
        step = "cards"
        initiative.north = "poland 2"
        garrisons.poland = "Bobruisk; Mozyr"
        garrisons.russia = "Gomel; Klintsy"
        hands.poland = "P-2"
        blocks.P-14 = "Charyshi 4"
        blocks.R-21 = "Rohachev 2"
        blocks.R-8 = "Rohachev 1"
        blocks.R-10 = "Gomel 4"
    """
    game = running(dedent(text), Commitment(front=NORTH))
    play(game, "poland", "card P-2", "event", "area Rohachev")
    play(game, "russia", "lose R-21")
    assert offered(game, "russia", "lose") == {"R-21", "R-8"}, "both have one left"
    play(game, "russia", "lose R-8")
    assert (sp(game, "R-21"), where(game, "R-8")) == (1, "pool")
    assert game.s.removed[POLAND] == [2 - 1]
    assert sp(game, "R-10") == 4


@rule("3.4l")
def test_t36_spoils_of_war():
    hand = "P-3 P-41 P-42 P-43 P-44 P-45"
    text = (
        f'step = "battles"\nhands.poland = "{hand}"\nblocks.P-14 = "Mogilev 3 from Rohachev"\nblocks.R-21 = "Mogilev 1"'
    )
    for taken, asked_for in ((3, True), (2, False)):
        game = running('garrisons.poland = "Bobruisk"\ngarrisons.russia = "Klintsy"\n' + text)
        game.s.fight = lay_out_fight(game.s, area("Mogilev"))
        game.s.fight.winner = POLAND
        game.s.fight.taken = [0, taken]
        game.stack.append(BattleEnd())
        game.run()
        assert can(game, "poland", "react P-3") == asked_for
        if asked_for:
            play(game, "poland", "react P-3")
            assert len(game.s.hands[0]) == 7, "five were left, two were drawn"
            assert game.s.removed[POLAND] == [3 - 1]
            assert events(game, "draws")
