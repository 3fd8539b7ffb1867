"""9.0 Leader blocks: six abilities, when they may be used and on whom."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep, SideTurn
from vistula.games.strike_of_the_eagle.rules.leader_orders import can_order, may_be_led
from vistula.games.strike_of_the_eagle.rules.leaders import LeaderWindow, SikorskiRecon
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, Game, SeatId

from .lists import ready_leaders
from .table import asked, asks, at, can, offered, orders, piece, play, running, sees, sp, token, unit, where

rule = pytest.mark.rule

BASE = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk; Rovno"
    garrisons.russia = "Mogilev; Vitebsk; Gomel; Elizavetgrad"
"""
NORTHERN = command_of(POLAND, NORTH)
SOVIET_SOUTH = command_of(RUSSIA, SOUTH)


def led(text: str, *frames: Frame, stage: str = "moves", **options: str) -> Game[State]:
    return running(f'{BASE}\nstep = "{stage}"\n{text}', *frames, **options)


PILSUDSKI = """
    blocks.P-Pilsudski = "Bobruisk 1"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-8 = "Minsk 3"
    blocks.R-21 = "Mogilev 3"
"""


def window(text: str, command: int = NORTHERN, stage: int = Stage.MOVES) -> Game[State]:
    return led(text, LeaderWindow(command=command, stage=stage))


@rule("9.0e", "9.0f")
def test_pilsudski_gives_any_order_within_two_areas():
    game = window(PILSUDSKI)
    assert offered(game, "poland", "leader") == {"P-Pilsudski"}
    play(game, "poland", "leader P-Pilsudski")
    assert sees(game, "russia", "P-Pilsudski"), "he shows himself"
    assert game.s.spent >> unit("P-Pilsudski") & 1
    verbs = set(asked(game).verbs())
    assert {"march-to", "march-out", "recon", "move-to", "move-out", "withdraw", "defend"} <= verbs
    assert offered(game, "poland", "defend") == {"Bobruisk", "Zhlobin", "Minsk"}
    play(game, "poland", "defend Zhlobin")
    assert orders(game, "poland") == ["defend Zhlobin"]
    assert game.s.orders[0].shown
    assert game.s.placed == [0, 0, 0, 0], "neither a counter nor an order of the allowance"


@rule("9.0e")
def test_once_a_round():
    assert not window(PILSUDSKI + 'spent = "P-Pilsudski"').decisions
    game = led(PILSUDSKI + 'spent = "P-Pilsudski"')
    assert not ready_leaders(game.s, NORTHERN)


@rule("9.0f")
def test_tukhachevsky_gives_any_order_too():
    text = 'blocks.R-Tukhachevsky = "Vitebsk 1"\nblocks.R-21 = "Vitebsk 3"\nblocks.P-14 = "Lepel 3"'
    game = window(text, command_of(RUSSIA, NORTH))
    play(game, "russia", "leader R-Tukhachevsky", "recon Lepel")
    assert orders(game, "russia") == ["recon Lepel"]


@rule("9.0m", "9.0n")
def test_the_example_of_a_forced_march_in_the_move_step():
    """The Poles give a Forced March Out in their Move step; it can be executed before their other orders or after."""
    text = PILSUDSKI + 'blocks.P-9 = "Bobruisk 3"\norders.poland-north = ["move-out Bobruisk"]'
    game = led(text, ExecutionStep(stage=Stage.MOVES))
    assert asks(game) == "poland: pick"
    play(game, "poland", "leader P-Pilsudski", "march-out Zhlobin")
    assert offered(game, "poland", "order") == {
        token(game, "march-out Zhlobin"),
        token(game, "move-out Bobruisk"),
    }
    play(game, "poland", f"order {token(game, 'march-out Zhlobin')}", "block P-14", "step Rohachev")
    assert where(game, "P-14") == "Rohachev"
    assert game.s.marched >> piece(game, "P-14") & 1


@rule("9.0m")
def test_an_order_of_a_leader_is_only_for_blocks_that_have_executed_nothing():
    game = led(PILSUDSKI)
    game.s.executed |= 1 << piece(game, "P-14")
    game.stack.append(LeaderWindow(command=NORTHERN, stage=Stage.MOVES))
    game.run()
    play(game, "poland", "leader P-Pilsudski")
    assert "Zhlobin" not in offered(game, "poland", "march-out") | offered(game, "poland", "defend")


BUDYONNY = """
    blocks.R-Budyonny = "Fastov 1"
    blocks.R-4K = "Fastov 4"
    blocks.R-6K = "Fastov 4"
    blocks.P-14 = "Kiev 3"
    blocks.P-Haller = "Chernobyl 1"
"""


@rule("9.0h", "9.0o")
def test_the_example_of_budyonny_and_haller():
    """Budyonny's cavalry marches at full strength; Haller cannot help a block that has already moved."""
    game = led(BUDYONNY, SideTurn(command=SOVIET_SOUTH, stage=Stage.WITHDRAWALS), stage="withdrawals")
    play(game, "russia", "leader R-Budyonny")
    assert offered(game, "russia", "march-out") == {"Fastov"}, "his own area only"
    play(game, "russia", "march-out Fastov")
    play(game, "russia", "block R-4K", "step Kiev")
    assert game.s.at_full >> piece(game, "R-4K") & 1, "they fight at full strength"
    for moved in (True, False):
        game = led(BUDYONNY)
        game.s.executed |= moved << piece(game, "P-14")
        game.stack.append(LeaderWindow(command=command_of(POLAND, SOUTH), stage=Stage.WITHDRAWALS))
        game.run()
        play(game, "poland", "leader P-Haller")
        assert ("Kiev" in offered(game, "poland", "defend")) != moved


@rule("9.0i")
def test_haller_defends_an_area_within_two():
    text = 'blocks.P-Haller = "Bobruisk 1"\nblocks.P-14 = "Zhlobin 4"\nblocks.P-8 = "Vilna 3"'
    game = window(text)
    play(game, "poland", "leader P-Haller")
    assert set(asked(game).verbs()) == {"defend"}
    assert offered(game, "poland", "defend") == {"Bobruisk", "Zhlobin"}
    play(game, "poland", "defend Zhlobin")
    assert orders(game, "poland") == ["defend Zhlobin"]


STALIN = 'blocks.R-Stalin = "Elizavetgrad 1"\nblocks.R-44 = "Elizavetgrad 2"\nblocks.R-47 = "Elizavetgrad 3"'


@rule("9.0j")
def test_stalin_reorganizes_a_block_at_once():
    game = window(STALIN, SOVIET_SOUTH)
    play(game, "russia", "leader R-Stalin")
    assert offered(game, "russia", "block") == {"R-44"}, "the 47th is at full strength"
    play(game, "russia", "block R-44")
    assert sp(game, "R-44") == 3
    assert game.s.executed >> piece(game, "R-44") & 1


@rule("9.0j")
def test_stalin_only_on_the_southern_front():
    text = STALIN.replace("Elizavetgrad", "Vitebsk")
    game = led(text)
    assert not can_order(game.s, piece(game, "R-Stalin"))


@rule("9.0l")
def test_an_order_is_countermanded_where_the_block_has_one():
    text = PILSUDSKI + 'orders.poland-north = ["defend Zhlobin"]'
    game = window(text)
    play(game, "poland", "leader P-Pilsudski", "move-out Zhlobin")
    assert asks(game) == "poland: countermand"
    play(game, "poland", f"countermand {token(game, 'defend Zhlobin')}")
    assert orders(game, "poland") == ["move-out Zhlobin"]
    assert not sees(game, "russia", "P-14")


@rule("9.0l")
def test_no_order_is_lost_if_another_block_is_free():
    text = PILSUDSKI + 'blocks.P-9 = "Zhlobin 3"\norders.poland-north = ["defend Zhlobin"]'
    game = window(text)
    play(game, "poland", "leader P-Pilsudski", "move-out Zhlobin", "keep")
    assert sorted(orders(game, "poland")) == ["defend Zhlobin", "move-out Zhlobin"]


@rule("9.0l")
def test_an_order_may_be_countermanded_although_another_block_is_free():
    """Both blocks are to move out: nobody stays behind for the Defend Area that one of them had."""
    text = PILSUDSKI + 'blocks.P-9 = "Zhlobin 3"\norders.poland-north = ["defend Zhlobin", "recon Mogilev"]'
    game = led(text, SideTurn(command=NORTHERN, stage=Stage.MOVES))
    play(game, "poland", "leader P-Pilsudski", "move-out Zhlobin")
    assert offered(game, "poland", "countermand") == {token(game, "defend Zhlobin")}, "no block has the Recon"
    play(game, "poland", f"countermand {token(game, 'defend Zhlobin')}")
    assert orders(game, "poland") == ["recon Mogilev", "move-out Zhlobin"]
    play(game, "poland", "block P-14", "step Charyshi")
    assert offered(game, "poland", "block") == {"P-9"}


@rule("9.0l")
def test_several_orders_may_be_countermanded():
    text = PILSUDSKI + 'blocks.P-9 = "Zhlobin 3"\norders.poland-north = ["defend Zhlobin", "withdraw Zhlobin"]'
    game = window(text)
    play(game, "poland", "leader P-Pilsudski", "move-out Zhlobin")
    assert set(asked(game).verbs()) == {"countermand"}, "both blocks have an order: one of them must go"
    play(game, "poland", f"countermand {token(game, 'withdraw Zhlobin')}")
    assert set(asked(game).verbs()) == {"countermand", "keep"}, "the other may"
    play(game, "poland", f"countermand {token(game, 'defend Zhlobin')}")
    assert orders(game, "poland") == ["move-out Zhlobin"]


@rule("9.0l", "9.0h", "7.2ah")
def test_a_leader_replaces_an_order_of_the_same_type():
    """Budyonny's Forced March Out comes in the place of the one that was laid there, and his blocks fight in full."""
    text = BUDYONNY + 'orders.russia-south = ["march-out Fastov"]'
    game = led(text, SideTurn(command=SOVIET_SOUTH, stage=Stage.MARCHES), stage="marches")
    play(game, "russia", "leader R-Budyonny", "march-out Fastov")
    assert set(asked(game).verbs()) == {"countermand"}, "never two of a type in an area"
    play(game, "russia", f"countermand {token(game, 'march-out Fastov')}")
    assert orders(game, "russia") == ["march-out Fastov"]
    play(game, "russia", "block R-4K", "step Kiev")
    assert game.s.at_full >> piece(game, "R-4K") & 1


@rule("9.0l", "7.2ah", "10.0d")
@pytest.mark.parametrize("ally", ["", 'orders.poland-south = ["move-to Deblin"]'])
def test_no_leader_replaces_an_order_of_an_ally(ally):
    text = 'blocks.P-Pilsudski = "Warsaw 1"\nblocks.P-14 = "Warsaw 4"\nblocks.P-8 = "Lublin 4"\noptions.players = "4"\n'
    game = led(text + ally, players="4")
    game.stack.append(LeaderWindow(command=NORTHERN, stage=Stage.MOVES))
    play(game.run(), "poland-north", "leader P-Pilsudski")
    assert ("Deblin" in offered(game, "poland-north", "move-to")) == (not ally)


@rule("9.0k")
def test_no_leader_orders_anything_once_battles_have_begun():
    game = led(PILSUDSKI, ExecutionStep(stage=Stage.BATTLES + 1), stage="reorganizations")
    assert not game.decisions


@rule("9.0m", "9.0k")
def test_who_has_nothing_to_execute_is_asked_if_a_leader_may_be_there():
    assert may_be_led(led(PILSUDSKI).s, POLAND)
    assert not may_be_led(led(PILSUDSKI).s, RUSSIA)
    game = led(PILSUDSKI, ExecutionStep(stage=Stage.MARCHES), stage="marches")
    assert asks(game) == "poland: use"
    play(game, "poland", "pass")
    assert asks(game) == "poland: use", "the southern front: nobody knows where he is"


@rule("9.0m")
def test_a_standing_answer_for_leaders():
    game = led(PILSUDSKI)
    game.standing = {"poland": ["leader"]}
    game.stack.append(ExecutionStep(stage=Stage.MARCHES))
    game.run()
    assert not game.decisions


SIKORSKI = """
    blocks.P-Sikorski = "Bobruisk 1"
    blocks.R-21 = "Rohachev 3"
    blocks.R-10 = "Gomel 4"
    orders.russia-north = ["move-out Rohachev"]
    orders.poland-north = ["move-out Bobruisk"]
"""


@rule("9.0g")
def test_sikorski_looks_at_any_time():
    game = at(f'{BASE}\nstep = "moves"\n{SIKORSKI}\ninitiative.north = "russia 1"')
    decision = game.decisions[SeatId("poland")]
    assert not decision.waits, "beside the enemy's decision"
    assert {"Rohachev", "Zhlobin", "Minsk"} <= offered(game, "poland", "sikorski")
    assert "Gomel" not in offered(game, "poland", "sikorski"), "three areas away"
    play(game, "poland", "sikorski Rohachev")
    assert sees(game, "poland", "R-21")
    assert sees(game, "russia", "P-Sikorski")
    assert not can(game, "poland", "sikorski Rohachev"), "once a round"


@rule("9.0g", "7.2n")
def test_sikorski_never_looks_into_an_eastern_link():
    game = at(
        f'{BASE}\nstep = "moves"\nblocks.P-Sikorski = "Gomel 1"\nblocks.R-21 = "Rohachev 3"'.replace("; Gomel", "")
    )
    assert "Klintsy" not in offered(game, "poland", "sikorski")
    assert offered(game, "poland", "sikorski")


@rule("9.0g", "3.4h")
def test_fog_hides_even_from_sikorski():
    game = led('blocks.P-Sikorski = "Bobruisk 1"\nblocks.R-21 = "Rohachev 3"\nhands.russia = "R-35"')
    game.stack.append(SikorskiRecon(area=game.s.m.area("Rohachev")))
    game.run()
    play(game, "russia", "react R-35")
    assert not sees(game, "poland", "R-21")
    assert game.s.spent >> unit("P-Sikorski") & 1, "used up all the same"


@rule("9.0e")
def test_a_card_lets_haller_defend_twice():
    text = 'blocks.P-Haller = "Bobruisk 1"\nblocks.P-14 = "Zhlobin 4"\nhands.poland = "P-53"'
    game = window(text)
    play(game, "poland", "leader P-Haller", "defend Zhlobin", "react P-53")
    assert can_order(game.s, piece(game, "P-Haller"))
    assert not game.s.spent


@rule("9.0e", "9.0k")
def test_haller_defends_twice_in_the_last_step_before_battles():
    text = 'blocks.P-Haller = "Bobruisk 1"\nblocks.P-14 = "Zhlobin 4"\nblocks.P-8 = "Charyshi 3"\nhands.poland = "P-53"'
    game = led(text, SideTurn(command=NORTHERN, stage=Stage.WITHDRAWALS), stage="withdrawals")
    play(game, "poland", "leader P-Haller", "defend Zhlobin", "react P-53")
    assert asks(game) == "poland: use"
    play(game, "poland", "leader P-Haller", "defend Charyshi")
    assert orders(game, "poland") == ["defend Zhlobin", "defend Charyshi"]


@rule("9.0k", "9.0m")
def test_one_leader_after_another_in_the_same_step():
    text = BUDYONNY.replace('R-6K = "Fastov 4', 'R-6K = "Fastov 3') + 'blocks.R-Stalin = "Fastov 1"'
    game = led(text, SideTurn(command=SOVIET_SOUTH, stage=Stage.WITHDRAWALS), stage="withdrawals")
    play(game, "russia", "leader R-Stalin", "block R-6K")
    assert asks(game) == "russia: use", "his order is executed, and no other is due"
    play(game, "russia", "leader R-Budyonny", "march-out Fastov")
    assert asks(game) == "russia: pick"


ASTRIDE = """
    blocks.P-Pilsudski = "Deblin 1"
    blocks.P-14 = "Warsaw 4"
    blocks.P-15 = "Lublin 4"
    blocks.R-21 = "Siedlce 3"
"""
SOUTHERN = command_of(POLAND, SOUTH)


@rule("9.0f", "10.0d", "10.1a")
@pytest.mark.parametrize(("players", "seat"), [("2", "poland"), ("4", "poland-south")])
def test_a_leader_orders_blocks_of_both_fronts_where_one_player_commands_them(players, seat):
    """S88."""
    game = led(ASTRIDE + f'options.players = "{players}"', players=players)
    game.stack.append(LeaderWindow(command=SOUTHERN, stage=Stage.MOVES))
    play(game.run(), seat, "leader P-Pilsudski")
    assert ("Warsaw" in offered(game, seat, "defend")) == (players == "2"), "the northern front begins at Warsaw"
    assert "Lublin" in offered(game, seat, "defend")


@rule("9.0m", "9.0o", "10.1a")
@pytest.mark.parametrize("stage", [Stage.MOVES, Stage.WITHDRAWALS])
def test_an_order_for_the_northern_front_is_executed_at_once_when_its_turn_has_passed(stage):
    """S88."""
    game = led(ASTRIDE, SideTurn(command=SOUTHERN, stage=stage))
    play(game, "poland", "leader P-Pilsudski", "move-out Warsaw")
    assert offered(game, "poland", "block") == {"P-14"}
    play(game, "poland", "block P-14", "step Modlin")
    assert where(game, "P-14") == "Modlin"


@rule("9.0m", "10.0b", "10.1a")
def test_an_order_for_the_southern_front_is_executed_in_its_turn():
    """S88."""
    text = ASTRIDE.replace("Deblin", "Warsaw").replace("Lublin", "Deblin")
    game = led(text, SideTurn(command=SOUTHERN, stage=Stage.MOVES), SideTurn(command=NORTHERN, stage=Stage.MOVES))
    play(game, "poland", "leader P-Pilsudski", "move-out Deblin")
    assert game.s.orders[0].command == SOUTHERN
    assert asks(game) == "poland: pick"
    assert game.stack[-1].command == SOUTHERN


@rule("9.0a")
def test_a_leader_of_the_other_front_is_used_by_its_own_commander():
    game = led(PILSUDSKI + 'options.players = "4"', players="4")
    game.stack.append(LeaderWindow(command=command_of(POLAND, SOUTH), stage=Stage.MOVES))
    game.run()
    assert asked(game).seat == "poland-south"
    assert not offered(game, "poland-south", "leader"), "he is in the north; but the question tells nobody so"


@rule("9.0i", "2.0f")
def test_an_enemy_can_imagine_a_leader_who_has_nothing_to_order():
    """Haller can defend one area, on which hidden orders lie: in another world one is a Defend Area already."""
    text = """
scenario = "to-warsaw"
step = "moves"
garrisons.poland = "Warsaw; Minsk"
garrisons.russia = "Yartsevo; Mogilev"
blocks.P-Haller = "Zhlobin 1"
blocks.R-21 = "Orsha 3"
orders.poland-north = ["move-out Zhlobin", "withdraw Zhlobin"]
"""
    game = running(text, ExecutionStep(stage=Stage.MOVES))
    play(game, "poland", "leader P-Haller")
    for seed in range(20):
        game.seat("russia").determinize(random.Random(seed))


@rule("9.0l", "9.0j")
def test_one_block_has_one_order_to_lose():
    """Stalin orders one block: whichever order it had is taken off, and the others stay."""
    text = """
        step = "marches"
        blocks.R-Stalin = "Elizavetgrad 1"
        blocks.R-45 = "Elizavetgrad 2"
        blocks.R-44 = "Elizavetgrad 3"
        blocks.P-15 = "Kiev 3"
        orders.russia-south = ["move-out Elizavetgrad", "defend Elizavetgrad", "withdraw Elizavetgrad"]
        initiative.south = "russia 1"
    """
    game = running(BASE + dedent(text), ExecutionStep(stage=Stage.MARCHES))
    while not can(game, "russia", "leader R-Stalin"):
        decision = asked(game)
        play(game, str(decision.seat), "russia" if "russia" in decision.verbs() else "pass")
    play(game, "russia", "leader R-Stalin", "block R-45")
    play(game, "russia", f"countermand {token(game, 'defend Elizavetgrad')}")
    assert sorted(orders(game, "russia")) == ["move-out Elizavetgrad", "withdraw Elizavetgrad"]
    assert sp(game, "R-45") == 3
