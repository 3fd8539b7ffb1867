"""What is disclosed, and at which moments players are asked, in whole battles and phases."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.battle import Battle, Battles
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep, SideTurn
from vistula.games.strike_of_the_eagle.rules.initiative import win_initiative
from vistula.games.strike_of_the_eagle.rules.queries import level
from vistula.games.strike_of_the_eagle.rules.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Action, Frame, Game

from .situations import event, fought, reinforcing
from .table import SUPPLY, area, asked, asks, at, draws, events, offered, piece, play, running, settle, sp, stage, where

rule = pytest.mark.rule


def disclosed(game: Game[State]) -> set[str]:
    """The rules by which the last message has disclosed something: undo does not pass it."""
    return {barrier.rule for barrier in game.barriers if barrier.kind == "disclose"}


# -- what everybody learns --------------------------------------------------------------------------------------------


@rule("7.71a")
def test_the_supply_check_tells_everybody():
    assert "7.71a" in disclosed(running(SUPPLY + 'blocks.P-14 = "Charyshi 4"', SupplyCheck()))


@rule("7.3o")
def test_defend_orders_are_turned_up_whether_there_are_any_or_not():
    assert "7.3o" in disclosed(running(SUPPLY + 'blocks.P-14 = "Charyshi 4"', Battles()))


@rule("7.2ae")
def test_whether_a_reorganization_lies_in_an_attacked_area_is_told():
    text = SUPPLY + 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Charyshi 3 from Zhlobin"'
    assert "7.2ae" in disclosed(running(text, Battle(area=area("Charyshi"))))


@rule("10.2b")
def test_where_klintsys_cubes_go_is_told():
    game = reinforcing('blocks.R-21 = "Klintsy 2"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Klintsy"')
    for _ in range(6):
        if "10.2b" in disclosed(game):
            break
        play(game, str(asked(game).seat), "done")
    assert "10.2b" in disclosed(game)


@rule("7.3a", "7.3c")
@pytest.mark.parametrize(("orders", "told"), [('orders.poland-north = ["defend Charyshi"]', True), ("", False)])
def test_a_turn_tells_whether_there_are_orders_of_its_step(orders, told):
    """Only where an order lies face down that could be one."""
    text = SUPPLY + 'blocks.P-14 = "Charyshi 4"\n' + orders
    game = running('step = "moves"\n' + text, SideTurn(stage=Stage.MOVES, command=command_of(POLAND, NORTH)))
    assert ("7.3c" in disclosed(game)) == told


@rule("7.2x", "7.2u")
@pytest.mark.parametrize(("rider", "seen"), [("P-BJ2", True), ("P-14", False)])
def test_a_withdrawal_tells_whether_it_costs_a_point(rider, seen):
    text = f'{SUPPLY}blocks.{rider} = "Charyshi 2"\nblocks.R-21 = "Charyshi 3 from Zhlobin"\n'
    game = running(
        'step = "withdrawals"\n' + text + 'orders.poland-north = "withdraw Charyshi"',
        ExecutionStep(stage=Stage.WITHDRAWALS),
    )
    assert "7.2x" in disclosed(game)
    assert bool(game.s.mounted >> piece(game, rider) & 1) == seen
    assert bool(game.s.foot >> piece(game, "R-21") & 1) == seen, "and the attackers are on foot"


@rule("7.2u", "2.0b")
def test_a_block_that_is_lost_in_a_withdrawal_is_told():
    text = SUPPLY + 'blocks.P-14 = "Charyshi 1"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Charyshi 3 from Zhlobin"\n'
    game = running(
        'step = "withdrawals"\n' + text + 'orders.poland-north = "withdraw Charyshi"',
        ExecutionStep(stage=Stage.WITHDRAWALS),
    )
    play(game, "poland", "lose P-14")
    assert "7.2u" in disclosed(game)
    assert where(game, "P-14") == "pool"


@rule("7.13a")
def test_desertions_tell_the_area():
    game = event("P-2", 'blocks.R-21 = "Mogilev 3"\nblocks.R-8 = "Vitebsk 3"\n')
    play(game, "poland", "area Mogilev")
    assert "7.13a" in disclosed(game)


# -- moments of a battle ----------------------------------------------------------------------------------------------

WHOLE_BATTLE = """
    scenario = "campaign"
    step = "battles"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk; Mozyr"
    garrisons.russia = "Mogilev; Kiev; Vitebsk; Gomel; Klintsy"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-8 = "Charyshi 3"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-17 = "Zhlobin 3 from Gomel"
    hands.poland = "P-34 P-35 P-39 P-40"
    hands.russia = "R-44"
"""


def moments(text: str, *frames: Frame) -> list[tuple[str, str]]:
    """Which procedures ask whom, everybody passing on what he can."""
    game = running(text, *frames)
    draws(game, *["R-42", "P-1"])
    found = []
    while not game.over:
        decision = asked(game) if len([d for d in game.decisions.values() if d.waits]) == 1 else None
        for seat in [*game.decisions]:
            found.append((type(game.stack[-1]).__name__, str(seat)))
        each = decision or next(iter(game.decisions.values()))
        option = next((o for o in each.options if o.verb in ("pass", "none", "deck", "stay")), each.options[0])
        game.play(each.seat, Action(option.verb, option.args[0]))
    return list(dict.fromkeys(found))


@rule("7.41.4c", "3.4h", "7.41.1", "7.41.2a", "7.2ae")
def test_the_moments_of_a_battle_in_their_order():
    asked_at = [name for name, _ in moments(WHOLE_BATTLE, Battles())]
    in_order = ["BattleStart", "BattleCards", "Modifiers", "BattleStepThree", "BattleEnd"]
    assert [name for name in dict.fromkeys(asked_at) if name in in_order] == in_order
    assert "Battle" not in asked_at, "nobody was to reorganize"


# -- rewards ----------------------------------------------------------------------------------------------------------


@rule("7.2ae", "7.44a")
@pytest.mark.parametrize(("cards", "named"), [(("R-4", "P-53"), True), (("R-42", "P-1"), False)])
def test_who_was_to_reorganize_may_when_his_side_has_won(cards, named):
    text = 'blocks.P-14 = "Zhlobin 3"\nblocks.P-6 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    game = fought(text + 'orders.poland-north = "reorganize Zhlobin"')
    assert asks(game) == "poland: named"
    assert offered(game, "poland", "block") == {"P-14"}, "the other is whole"
    draws(game, *cards)
    play(game, "poland", "block P-14")
    settle(game)
    won = bool(events(game, "victory")) and events(game, "victory")[0].refs["side"] == POLAND
    assert bool(game.s.named >> piece(game, "P-14") & 1) == won


@rule("6.1f", "6.1g", "6.1h")
@pytest.mark.parametrize(
    ("side", "start", "after"),
    [
        (POLAND, 2, 3), (RUSSIA, -2, -3), (POLAND, -1, 1), (RUSSIA, 1, -1), (POLAND, -3, -2), (RUSSIA, 3, 2),
        (POLAND, 5, 5), (RUSSIA, -5, -5), (RUSSIA, 2, 1), (POLAND, -2, -1),
    ],
)  # fmt: skip
def test_initiative_moves_one_space_towards_its_winner(side, start, after):
    game = running(SUPPLY + 'blocks.P-14 = "Charyshi 4"')
    game.s.initiative[NORTH] = start
    win_initiative(game.s, NORTH, side, "6.1h")
    assert game.s.initiative[NORTH] == after
    assert level(game.s, NORTH, side) == max(0, after if side == POLAND else -after)


# -- losses -----------------------------------------------------------------------------------------------------------


@rule("7.41.5a", "3.0e", "7.41.6a", "7.41.5b", "2.0b")
def test_losses_are_counted_as_they_are_taken():
    """The garrison takes the first, a block the others; the sums decide who has lost."""
    text = 'garrisons.poland = "Bobruisk; Mozyr"\nblocks.P-14 = "Mozyr 4"\nblocks.R-10 = "Mozyr 4 from Kalenkovichi"\n'
    game = fought(text + 'blocks.R-17 = "Mozyr 3 from Kalenkovichi"', "R-42", "P-1")
    fight = game.s.fight
    assert fight is not None, "the winner says who stays"
    assert fight.chart[POLAND] >= 2
    assert fight.taken[POLAND] == fight.chart[POLAND]
    assert fight.real[POLAND] == fight.taken[POLAND] - 1, "the garrison's point is lost, but no block's"
    assert fight.losses == [0, 0]
    assert not game.s.garrisons[POLAND] >> area("Mozyr") & 1


# -- fronts -----------------------------------------------------------------------------------------------------------


@rule("10.0b")
def test_each_front_has_one_turn_in_a_step_the_northern_one_first():
    text = """
        scenario = "campaign"
        step = "moves"
        garrisons.poland = "Warsaw; Minsk; Lwow"
        garrisons.russia = "Mogilev; Kiev; Klintsy"
        blocks.P-14 = "Minsk 4"
        blocks.P-15 = "Lwow 4"
        blocks.R-21 = "Mogilev 3"
        orders.poland-north = ["move-out Minsk"]
        orders.poland-south = ["move-out Lwow"]
    """
    game = running(text, ExecutionStep(stage=Stage.MOVES))
    play(game, "poland", "block P-14", "step Igumen")
    assert game.stack[0].front == SOUTH
    play(game, "poland", "block P-15", "step Brody")
    assert not game.decisions, "and then it is over"


@rule("7.5", "7.2ad", "7.2ac")
def test_who_has_reorganized_has_executed_his_order():
    text = 'blocks.P-14 = "Bobruisk 3"\nblocks.P-6 = "Bobruisk 2"\norders.poland-north = "reorganize Bobruisk"'
    game = stage("reorganizations", text)
    play(game, "poland", "block P-6")
    assert game.s.executed == 1 << piece(game, "P-6")
    assert (sp(game, "P-6"), sp(game, "P-14")) == (3, 3)
    assert at(SUPPLY + text).s.executed == 0
