"""The worked examples of the rulebook, played: orders and how they are executed; T1 to T16, T37 to T39."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.model import Stage
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks
from vistula.games.strike_of_the_eagle.shown.position import STEPS

from .table import (
    SUPPLY,
    asked,
    asks,
    at,
    battle,
    can,
    clicks,
    draws,
    events,
    first,
    offered,
    orders,
    play,
    running,
    sees,
    settle,
    sp,
    stage,
    token,
    values,
    verbs,
    where,
)

rule = pytest.mark.rule

LUTSK = 'scenario = "lwow"\ngarrisons.poland = "Warsaw; Lwow"\ngarrisons.russia = "Klintsy; Elizavetgrad"\n'


# -- 1.2 to 6.1 -----------------------------------------------------------------------------------------------------


@rule("1.2b", "1.2c", "1.2d")
@pytest.mark.parametrize(("origin", "losses"), [("Gomel", 0), ("Rohachev", 1)])
def test_t1_a_fortification_helps_only_where_it_faces(origin, losses):
    """4 points and a card of 2 cost the defender 1, behind works none."""
    game = battle(f'blocks.P-14 = "Zhlobin 4"\nblocks.R-10 = "Zhlobin 4 from {origin}"', "R-3", "P-4")
    assert values(game)[0] == (1, 6, losses)


@rule("1.2c")
def test_t1_one_attack_from_the_open_side_undoes_it():
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-10 = "Zhlobin 2 from Gomel"\nblocks.R-21 = "Zhlobin 2 from Rohachev"'
    assert values(battle(text, "R-3", "P-4")) == [(1, 6, 1), (0, 4, 1)], "one flank counts as well"


@rule("2.0a")
def test_t2_a_block_that_loses_a_point_is_turned():
    game = battle('blocks.P-14 = "Zhlobin 4"\nblocks.R-10 = "Zhlobin 4 from Rohachev"', "R-3", "P-4")
    assert sp(game, "P-14") == 3


@rule("2.2a", "2.2b")
def test_t3_a_division_leaves_a_brigade_behind():
    game = stage("moves", 'blocks.P-14 = "Zhlobin 4"\norders.poland-north = "move-out Zhlobin"')
    play(game, "poland", "detach P-b1", "step Rohachev")
    settle(game)
    assert (where(game, "P-14"), sp(game, "P-14")) == ("Rohachev", 3)
    assert (where(game, "P-b1"), sp(game, "P-b1")) == ("Zhlobin", 1)


@rule("6.1d", "6.1e")
@pytest.mark.parametrize(
    ("blocks", "cards", "level"),
    [
        ('blocks.R-10 = "Zhlobin 4 from Rohachev"\nblocks.R-17 = "Zhlobin 3 from Rohachev"', ("R-4", "P-28"), -3),
        ('blocks.R-10 = "Zhlobin 4 from Rohachev"\nblocks.R-17 = "Zhlobin 3 from Rohachev"', ("R-15", "P-28"), -2),
        ('blocks.R-21 = "Zhlobin 1 from Rohachev"', ("R-15", "P-4"), -1),
    ],
)
def test_t4_the_holder_gains_by_more_real_losses_than_his_level_and_loses_by_any_defeat(blocks, cards, level):
    """The Soviets hold 2: three points taken make it 3, two leave it, a defeat makes it 1."""
    game = battle('initiative.north = "russia 2"\nblocks.P-14 = "Zhlobin 4"\n' + blocks, *cards)
    assert game.s.initiative[0] == level


@rule("6.1g", "6.1e")
def test_t5_from_one_the_marker_is_flipped():
    text = 'scenario = "lwow"\ninitiative.south = "poland 1"\ngarrisons.russia = "Klintsy; Elizavetgrad"\n'
    text += 'garrisons.poland = "Warsaw; Lwow"\nblocks.P-5 = "Brody 1 from Lwow"\nblocks.R-4K = "Brody 3"'
    game = battle(text, "P-4", "R-15")
    assert game.s.initiative[1] == -1


# -- 7.1, 7.2 ---------------------------------------------------------------------------------------------------------


@rule("7.11a", "7.11b")
def test_t6_a_card_of_two_orders_makes_four_of_which_one_is_recon():
    text = 'step = "cards"\nblocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.P-9 = "Bobruisk 3"\n'
    game = at(SUPPLY + text + 'blocks.R-21 = "Rohachev 3"\nhands.poland = "P-9"\ninitiative.north = "russia 1"')
    play(game, "poland", "card P-9", "orders")
    play(first(game, "poland"), "poland", "move-out Charyshi")
    play(game, "russia", "pass")
    play(game, "poland", "defend Bobruisk", "move-to Zhlobin")
    assert verbs(game) == {"recon", "pass"}, "the fourth is a Recon"
    play(game, "poland", "recon Rohachev")
    assert game.s.placed[0] == 4


@rule("7.2j", "7.2s")
def test_t7_blocks_that_force_marched_are_halved_each_by_itself():
    marched = 'blocks.R-21 = "Zhlobin 3 from Rohachev marched"\nblocks.R-8 = "Zhlobin 3 from Rohachev marched"\n'
    game = battle('blocks.P-14 = "Zhlobin 4"\n' + marched, "R-6", "P-28")
    assert values(game)[0][:2] == (1, 2), "a card of nothing, and one point each"
    game = battle('blocks.P-14 = "Zhlobin 4"\n' + marched + 'blocks.R-10 = "Zhlobin 4 from Rohachev"', "R-6", "P-28")
    assert values(game)[0][:2] == (1, 6), "a companion who only moved fights in full"


@rule("7.32c", "7.3k")
def test_t8_who_marches_first_pins_a_lone_block_before_it_moves():
    game = stage(
        "marches",
        """
        initiative.north = "poland 1"
        blocks.P-14 = "Charyshi 4"
        blocks.R-21 = "Zhlobin 3"
        orders.poland-north = "march-out Charyshi"
        orders.russia-north = "move-out Zhlobin"
        """,
        ExecutionStep(stage=Stage.MOVES),
    )
    settle(first(game, "poland"))
    clicks(game, "poland", "step Zhlobin")
    assert where(game, "R-21") == "Zhlobin"
    assert orders(game, "russia") == []
    assert events(game, "unfulfilled")


@rule("7.2a", "7.2b", "7.2c")
def test_t9_three_orders_against_two_are_placed_in_turn():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\nblocks.R-8 = "Mogilev 3"\n'
    game = at(SUPPLY + text + 'initiative.north = "poland 1"\nallowance.russia-north = 3')
    first(game, "russia")
    for seat, click in (
        ("russia", "recon Zhlobin"), ("poland", "move-out Charyshi"), ("russia", "defend Mogilev"),
        ("poland", "recon Rohachev"), ("russia", "move-out Rohachev"),
    ):  # fmt: skip
        assert asks(game) == f"{seat}: order"
        play(game, seat, click)
    assert game.s.step == STEPS.index("marches"), "all orders have been placed"


DEFENDED = """
    blocks.R-21 = "Rohachev 4"
    blocks.R-8 = "Rohachev 2"
    blocks.P-14 = "Rohachev 4 from Zhlobin"
    orders.russia-north = ["defend Rohachev", "reorganize Rohachev"]
"""


@rule("7.2am", "7.2aa", "7.2ae")
def test_t10_a_block_reorganizes_in_an_area_that_is_defended():
    text = 'step = "orders"\nblocks.R-21 = "Rohachev 3"\nblocks.R-8 = "Rohachev 2"\nblocks.P-14 = "Charyshi 4"\n'
    game = first(at(SUPPLY + text + "allowance.russia-north = 4"), "russia")
    play(game, "russia", "defend Rohachev")
    play(game, "poland", "pass")
    play(game, "russia", "reorganize Rohachev")
    assert "Rohachev" not in offered(game, "russia", "move-out"), "both blocks have an order"
    game = running('step = "battles"\n' + SUPPLY + dedent(DEFENDED))
    draws(game, "P-4", "R-3")
    game.stack += [ExecutionStep(stage=STEPS.index("reorganizations")), Battles()]
    settle(game.run())
    assert values(game) == [(0, 6, 0), (1, 7, 2)], "4 + half of 2 + 2; the chart's one is saved by Defend Area"
    assert events(game, "victory")[0].refs["side"] == 1
    assert sp(game, "R-8") == 3, "it has reorganized"


@rule("7.2al", "7.2aj")
def test_t11_the_only_block_has_its_order_already():
    game = at(SUPPLY + 'blocks.R-21 = "Rohachev 3"\nblocks.P-14 = "Charyshi 4"\nallowance.russia-north = 4')
    play(first(game, "russia"), "russia", "defend Rohachev")
    play(game, "poland", "pass")
    assert "Rohachev" not in offered(game, "russia", "move-out")
    assert "Zhlobin" not in offered(game, "russia", "move-to"), "no other block could reach it"
    assert offered(game, "russia", "recon"), "a Recon needs no block of its own"


@rule("7.2k", "7.2m")
def test_t39_a_recon_may_bluff():
    game = at(SUPPLY + 'blocks.R-21 = "Rohachev 3"\nblocks.P-14 = "Charyshi 4"')
    play(first(game, "russia"), "russia", "recon Zhlobin")
    assert "recon Zhlobin" in orders(game, "russia")
    game = stage(
        "recons", 'blocks.R-21 = "Rohachev 3"\nblocks.P-14 = "Charyshi 4"\norders.russia-north = "recon Zhlobin"'
    )
    assert events(game, "recon")[0].refs["units"] == []
    assert not sees(game, "russia", "P-14")


# -- 7.3 ------------------------------------------------------------------------------------------------------------


@rule("7.3i", "7.3j")
def test_t12_a_forced_march_must_be_executed_though_the_enemy_has_come():
    """The Soviets have marched to Rohachev, north of Zhlobin; of two blocks there one must march all the same."""
    text = """
        blocks.P-14 = "Zhlobin 4"
        blocks.P-6 = "Zhlobin 3"
        blocks.R-21 = "Rohachev 3 from Krichev marched"
        orders.poland-north = ["march-out Zhlobin", "move-out Zhlobin"]
    """
    game = stage("marches", text)
    assert "done" not in verbs(game), "one block must"
    clicks(game, "poland", "block P-6")
    assert {"Rohachev", "Charyshi", "Gomel"} <= offered(game, "poland", "step")
    clicks(game, "poland", "step Rohachev")
    assert where(game, "P-6") == "Rohachev"
    game.stack.append(Battles())
    draws(game, "P-28", "R-6")
    settle(game.run())
    assert values(game)[0][:2] == (0, 1), "half of 3"
    game = clicks(stage("marches", text), "poland", "block P-6", "step Charyshi")
    assert can(game, "poland", "step Bobruisk"), "or two areas elsewhere"


@rule("7.3k", "7.32c", "7.2j")
def test_t13_all_blocks_pinned_the_order_goes_unfulfilled():
    text = """
        initiative.north = "russia 1"
        blocks.P-14 = "Charyshi 4"
        blocks.R-21 = "Zhlobin 4"
        orders.poland-north = "march-out Charyshi"
        orders.russia-north = "march-out Zhlobin"
    """
    game = stage("marches", text, Battles())
    draws(game, "R-6", "P-28")
    settle(first(game, "russia"))
    clicks(game, "russia", "step Charyshi")
    assert events(game, "unfulfilled")
    assert [row[:2] for row in values(game)] == [(1, 2), (0, 4)], "the marchers at half strength, the others in full"


CAVALRY = """
    blocks.P-BJ2 = "Charyshi 2"
    blocks.R-21 = "Zhlobin 3 from Rohachev marched"
    orders.poland-north = "{order}"
"""


@rule("7.3l", "7.3m")
def test_t14_a_to_order_leads_nowhere_when_the_way_is_blocked():
    game = stage("moves", CAVALRY.format(order="move-to Gomel"))
    assert where(game, "P-BJ2") == "Charyshi"
    assert events(game, "unfulfilled")
    game = stage("moves", CAVALRY.format(order="move-out Charyshi"))
    assert offered(game, "poland", "step") == {"Zhlobin", "Bobruisk"}
    clicks(game, "poland", "step Zhlobin")
    assert where(game, "P-BJ2") == "Zhlobin", "an Out order could attack"


@rule("7.32c", "7.3i")
def test_t15_two_pin_two_of_four():
    four = "\n".join(f'blocks.{name} = "Zhlobin 2"' for name in ("P-14", "P-6", "P-9", "P-16"))
    came = 'blocks.R-21 = "Zhlobin 3 from Rohachev marched"\nblocks.R-8 = "Zhlobin 3 from Rohachev marched"\n'
    game = stage("moves", f'{four}\n{came}orders.poland-north = "move-out Zhlobin"')
    assert "done" not in verbs(game), "one must leave"
    clicks(game, "poland", "block P-14", "step Charyshi")
    assert "done" in verbs(game), "another may stay"
    assert offered(game, "poland", "block") == {"P-6", "P-9", "P-16"}, "the owner says who is pinned"
    assert "Rohachev" not in offered(clicks(game, "poland", "block P-6"), "poland", "step"), "their link is closed"
    clicks(game, "poland", "step Charyshi")
    assert [where(game, name) for name in ("P-9", "P-16")] == ["Zhlobin", "Zhlobin"], "two are pinned"


@rule("7.33e", "7.33f", "7.33g")
@pytest.mark.parametrize(
    ("foes", "goal"),
    [
        ("", "Sokal"),
        ('blocks.R-14K = "Sokal 3"\n', "Dubno"),
        ('blocks.R-14K = "Sokal 3"\nblocks.R-58 = "Vladimir 2"\nblocks.R-25 = "Kovel 3"\nblocks.R-7 = "Dubno 2"\n'
         'blocks.R-24 = "Rovno 2"\n', "gone"),
    ],
)  # fmt: skip
def test_t16_the_fifth_block_before_lutsk(foes, goal):
    blocks = 'blocks.P-5 = "Lutsk 3"\nblocks.P-6 = "Lutsk 3"\n'
    for name in ("P-12", "P-13", "P-U1"):
        blocks += f'blocks.{name} = "Sokal 2"\n'
    game = stage("moves", LUTSK + blocks + 'orders.poland-south = "move-to Lutsk"')
    clicks(game, "poland", "block P-12", "step Lutsk", "block P-13", "step Lutsk", "block P-U1")
    assert {where(game, name) for name in ("P-12", "P-13", "P-U1")} == {"Lutsk"}
    assert game.s.on_link.bit_count() == 1, "the third waits on the road from Sokal"
    for line in foes.splitlines():
        name, place = line.removeprefix("blocks.").split(" = ")
        unit = game.s.unit.index(game.s.m.unit(name))
        game.s.place[unit], game.s.sp[unit] = game.s.m.area(place.strip('"')[:-2]), 1
    game.stack.append(ExcessBlocks())
    settle(game.run())
    assert where(game, "P-U1") == goal
    assert {where(game, name) for name in ("P-5", "P-6", "P-12", "P-13")} == {"Lutsk"}


@rule("7.3a", "7.3b", "7.3c", "7.31c", "7.3h", "6.1c")
def test_t37_one_side_executes_all_of_a_type_then_the_other():
    text = """
        initiative.north = "poland 1"
        blocks.P-14 = "Charyshi 4"
        blocks.P-6 = "Bobruisk 3"
        blocks.P-9 = "Slutsk 3"
        blocks.R-21 = "Rohachev 3"
        blocks.R-8 = "Mogilev 3"
        orders.poland-north = ["march-out Charyshi", "march-to Igumen", "move-out Bobruisk", "recon Mogilev"]
        orders.russia-north = ["march-out Rohachev", "move-out Mogilev", "recon Bobruisk"]
    """
    later = [ExecutionStep(stage=STEPS.index(step)) for step in ("moves", "recons")]
    game = stage("marches", text, *later)
    first(game, "poland")
    clicks(game, "poland", f"order {token(game, 'march-to Igumen')}", "step Igumen")
    assert asked(game).seat == "poland", "both of his, in the order he likes"
    clicks(game, "poland", "step Zhlobin", "halt")
    clicks(game, "russia", "step Krichev", "halt")
    assert asks(game) == "poland: first_executor", "then the Recons"
    settle(first(game, "poland"))
    assert len(events(game, "recon")) == 2
    assert asks(game) == "poland: first_executor", "and he chooses afresh for the Moves"
    first(game, "russia")
    assert asked(settle(game)).seat == "russia"


@rule("7.3i", "7.3p")
def test_t38_one_stays_for_defend_area_one_leaves_for_move_out():
    blocks = 'blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 3"\n'
    game = stage("moves", blocks + 'orders.poland-north = ["defend Zhlobin", "move-out Zhlobin"]')
    assert "done" not in verbs(game)
    clicks(game, "poland", "block P-6", "step Charyshi")
    assert where(game, "P-14") == "Zhlobin"
    assert orders(game, "poland") == ["defend Zhlobin"], "nobody else may leave"
    game = stage("moves", blocks + 'orders.poland-north = "move-out Zhlobin"')
    assert "done" not in verbs(game)
    clicks(game, "poland", "block P-6", "step Charyshi")
    assert verbs(game) == {"block", "done"}, "now he may stop"
