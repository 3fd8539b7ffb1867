"""2.2 Detachments; 7.2 Withdraw."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.model import Stage
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.queries import block_command

from .table import (
    SUPPLY,
    asks,
    clicks,
    diary,
    events,
    first,
    offered,
    piece,
    running,
    settle,
    sp,
    stage,
    verbs,
    where,
)

rule = pytest.mark.rule


# -- detachments ----------------------------------------------------------------------------------------------------


@rule("2.2a", "7.32c")
def test_a_brigade_that_stays_behind_is_pinned_before_those_that_may_still_go():
    """Two enemies pin two of three Poles: the brigade, which cannot leave anyway, and one of the others."""
    text = """
        initiative.north = "poland 1"
        step = "marches"
        blocks.P-14 = "Charyshi 4"
        blocks.P-6 = "Charyshi 3"
        blocks.P-9 = "Charyshi 3"
        blocks.R-21 = "Charyshi 3 from Zhlobin marched"
        blocks.R-8 = "Zhlobin 3"
        orders.poland-north = ["march-out Charyshi", "move-out Charyshi"]
        orders.russia-north = "move-out Zhlobin"
    """
    game = running(SUPPLY + dedent(text), ExecutionStep(stage=Stage.MOVES), ExecutionStep(stage=Stage.MARCHES))
    settle(first(game, "poland"))
    clicks(game, "poland", "block P-14", "detach P-b1", "step Bobruisk", "halt")
    settle(first(game, "russia"))
    clicks(game, "russia", "step Charyshi")
    settle(game)
    assert asks(game) == "poland: pick"
    assert offered(game, "poland", "block") == {"P-6", "P-9"}


@rule("4.0f", "2.2a")
def test_nobody_else_hears_how_strong_a_detachment_is():
    game = stage(
        "moves", 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    )
    clicks(game, "poland", "detach-two P-b1", "step Zhlobin")
    told = [line for line in diary(game, "russia") if "stays behind" in line]
    assert told
    assert not any("strength" in line for line in told)


@rule("2.2a", "2.2b", "2.2f")
def test_the_example_of_a_detachment():
    game = stage(
        "moves", 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    )
    clicks(game, "poland", "detach P-b1", "step Zhlobin")
    assert (where(game, "P-b1"), sp(game, "P-b1")) == ("Charyshi", 1)
    assert (where(game, "P-14"), sp(game, "P-14")) == ("Zhlobin", 3)


@rule("2.2a", "2.2d")
def test_two_points_in_all_as_one_brigade_or_two():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    clicks(game, "poland", "detach-two P-b1")
    assert verbs(game) == {"step"}
    clicks(game, "poland", "step Zhlobin")
    assert (sp(game, "P-b1"), sp(game, "P-14")) == (2, 2)
    game = stage("moves", text)
    clicks(game, "poland", "detach P-b1", "detach P-b2")
    assert "detach" not in verbs(game)
    assert sp(game, "P-14") == 2


@rule("2.2a", "2.2d", "8.4e")
def test_a_division_keeps_a_point_and_needs_a_brigade_of_its_arm():
    text = 'blocks.P-DJ1 = "Charyshi 2"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    assert "P-BJ1" in offered(game, "poland", "detach")
    assert "P-b1" not in offered(game, "poland", "detach")
    assert "detach-two" not in verbs(game)
    game = stage("moves", text.replace("P-DJ1", "P-BJ2"))
    assert offered(game, "poland", "detach") == set(), "a brigade cannot split"
    gone = "\n".join(
        f'blocks.P-{b} = "gone"' for b in ["Ryb", "Sib", "1R", "2R", "3R", "V1", "V2", "V3", "VL", "VPom", "b1", "b2"]
    )
    game = stage("moves", text.replace('P-DJ1 = "Charyshi 2"', 'P-14 = "Charyshi 4"') + "\n" + gone)
    assert offered(game, "poland", "detach") == set(), "no brigade in the pool"


@rule("7.33a", "2.2a")
def test_no_more_is_left_behind_than_may_stand_there():
    three = "\n".join(f'blocks.{n} = "Charyshi 2"' for n in ("P-6", "P-16", "P-9"))
    game = stage(
        "moves",
        f'{three}\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"',
    )
    clicks(game, "poland", "block P-14", "detach P-b1")
    assert verbs(game) == {"step"}, "a fifth block would be left"


@rule("2.2c")
def test_a_detachment_does_not_move_in_this_phase():
    game = running(
        SUPPLY + 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\nstep = "marches"\n'
        'orders.poland-north = ["march-out Charyshi", "move-out Charyshi"]',
        ExecutionStep(stage=Stage.MOVES),
        ExecutionStep(stage=Stage.MARCHES),
    )
    clicks(settle(game), "poland", "detach P-b1", "step Zhlobin", "halt")
    assert where(game, "P-b1") == "Charyshi"
    assert events(game, "unfulfilled")


@rule("2.2a", "1.1b")
@pytest.mark.parametrize("front", ["north", "south"])
def test_a_detachment_is_under_the_command_of_its_division(front):
    place = {"north": "Minsk", "south": "Rovno"}[front]
    text = f'scenario = "campaign"\nstep = "moves"\nblocks.P-14 = "{place} 4"\n'
    text += f'orders.poland-{front} = "move-out {place}"\n'
    game = settle(running(text + 'garrisons.poland = "Warsaw"', ExecutionStep(stage=Stage.MOVES)))
    clicks(game, "poland", "detach P-b1")
    assert block_command(game.s, piece(game, "P-b1")) == block_command(game.s, piece(game, "P-14"))


# -- withdraw -------------------------------------------------------------------------------------------------------

ATTACKED = """
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Charyshi 3"
    blocks.R-21 = "Charyshi 3 from Zhlobin"
    orders.poland-north = "withdraw Charyshi"
"""


@rule("7.2u", "7.2v", "7.3d")
def test_all_blocks_leave_and_one_loses_a_point():
    game = stage("withdrawals", ATTACKED)
    assert asks(game) == "poland: loss"
    clicks(game, "poland", "lose P-6")
    assert sp(game, "P-6") == 2
    clicks(game, "poland", "block P-14")
    assert where(game, "P-14") == where(game, "P-6") == "Bobruisk", "the only friendly area next to Charyshi"


@rule("7.2t")
def test_without_enemy_blocks_nothing_happens():
    game = stage("withdrawals", ATTACKED.replace("Charyshi 3 from Zhlobin", "Zhlobin 3"))
    assert where(game, "P-14") == "Charyshi"
    assert sp(game, "P-6") == 3


@rule("7.2w")
def test_without_a_friendly_area_they_stand_and_lose_the_point():
    text = ATTACKED.replace("Bobruisk; ", "") + 'garrisons.poland = "Mozyr"\n    blocks.R-8 = "Bobruisk 3"\n'
    game = stage("withdrawals", text)
    clicks(game, "poland", "lose P-14")
    assert where(game, "P-14") == where(game, "P-6") == "Charyshi"
    assert events(game, "must_stand")


@rule("7.2x")
@pytest.mark.parametrize(
    ("own", "foe", "free"), [("P-BJ2", "R-21", True), ("P-BJ2", "R-4K", False), ("P-6", "R-21", False)]
)
def test_cavalry_attacked_by_infantry_alone_loses_nothing(own, foe, free):
    game = stage(
        "withdrawals",
        f'blocks.{own} = "Charyshi 2"\n'
        f'blocks.{foe} = "Charyshi 3 from Zhlobin"\norders.poland-north = "withdraw Charyshi"',
    )
    assert where(game, own) == "Bobruisk"
    assert sp(game, own) == (2 if free else 1)


@rule("7.2u")
def test_newcomers_are_carried_along_but_cannot_lead():
    text = ATTACKED.replace('P-6 = "Charyshi 3"', 'P-6 = "Charyshi 3 from Bobruisk"')
    game = stage("withdrawals", text)
    clicks(game, "poland", "lose P-14", "block P-14")
    assert where(game, "P-6") == "Bobruisk"
    game = stage("withdrawals", text, withdraw="fresh")
    assert where(game, "P-6") == "Charyshi", "at a table that agreed on it, only fresh blocks leave"
    lone = ATTACKED.replace('P-6 = "Charyshi 3"', 'P-6 = "pool"').replace('"Charyshi 4"', '"Charyshi 4 from Bobruisk"')
    assert where(stage("withdrawals", lone), "P-14") == "Charyshi", "the order lapses"
