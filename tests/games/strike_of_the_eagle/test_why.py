"""Refusals: why a block, an order, an area or a card cannot be chosen, each with the rule that says so."""

from __future__ import annotations

import random
from typing import Any

import pytest

from vistula.games.strike_of_the_eagle.model import BLOCKS, NORTH, POLAND, RUSSIA, Stage, Type, command_of
from vistula.games.strike_of_the_eagle.rules.advance import staying
from vistula.games.strike_of_the_eagle.rules.arrivals import no_way_in
from vistula.games.strike_of_the_eagle.rules.battle import Battles, TakeLosses, not_reorganizing, quiet, spared
from vistula.games.strike_of_the_eagle.rules.cubes import Spending
from vistula.games.strike_of_the_eagle.rules.execution import SideTurn
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.leaders import LeaderWindow, UseLeader
from vistula.games.strike_of_the_eagle.rules.movement import MoveOrder
from vistula.games.strike_of_the_eagle.rules.orders import Placement, Reservation
from vistula.games.strike_of_the_eagle.rules.rail_transport import RailOrder
from vistula.games.strike_of_the_eagle.rules.reinforcement import complete, no_garrison, not_absorbed
from vistula.games.strike_of_the_eagle.rules.reorganization import ReorganizeOrder
from vistula.games.strike_of_the_eagle.rules.retreat import no_way_back, not_from, unbeaten
from vistula.games.strike_of_the_eagle.rules.sequence import OperationPhase
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks, no_room, not_waiting
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN
from vistula.games.strike_of_the_eagle.rules.withdraw import WithdrawOrder
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import Order, State
from vistula.kernel import Action, IllegalAction, first

from .table import TITLE, area, asked, at, barred, no_order, piece, play, random_game, running, start

rule = pytest.mark.rule
NORTHERN, SOVIET, SOUTHERN = command_of(POLAND, NORTH), command_of(RUSSIA, NORTH), command_of(POLAND, 1)

LINE = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev"
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Slutsk 2"
    blocks.P-BJ2 = "Zhlobin 2 from Charyshi"
    blocks.R-21 = "Rohachev 3"
    blocks.R-10 = "Zhlobin 3 from Gomel"
    orders.poland-north = ["move-out Charyshi", "march-to Igumen", "recon Gomel"]
    orders.russia-north = ["move-out Rohachev"]
"""


def state(text: str = LINE, **options: str) -> State:
    return running(text, **options).s


def block(s: State, name: str) -> int:
    return s.unit.index(TITLE.m.unit(name))


def order(s: State, nth: int = 0) -> int:
    return s.orders[nth].id


def cites(found: Any, id: str, words: str = "") -> bool:
    """A refusal by this rule, with these words in it."""
    assert found is not None, "nothing is said against it"
    assert found.rule in TITLE.checklist
    assert (found.rule, words in found.why) == (id, True), found
    return True


# -- placing orders ---------------------------------------------------------------------------------------------


@rule("7.2aj", "7.2k", "7.2a", "10.0d")
def test_placing_orders():
    s, frame = state(), Placement(front=NORTH, side=POLAND)
    s.allowance[NORTHERN] = 9
    assert cites(barred(s, frame, "order", "space")(area("Warsaw")), "4.0a", "not in play")
    assert cites(barred(s, frame, "order", "piece")(block(s, "P-14")), "7.2a", "choose the area")
    assert cites(barred(s, frame, "order", "piece")(block(s, "R-21")), "2.0f", "enemy")
    assert cites(barred(s, frame, "order", "piece")(TOKEN + order(s)), "7.2a", "stays there")
    assert cites(no_order(s, NORTHERN, Type.MARCH_OUT, area("Gomel")), "7.2aj")
    far = state('scenario = "campaign"\n' + LINE.replace(', "recon Gomel"', ""))
    far.allowance[NORTHERN] = 9
    assert cites(barred(far, frame, "order", "space")(area("Kiev")), "7.2k", "within 3 areas")


@rule("10.2a", "10.2c", "7.2d")
def test_keeping_counters():
    s = start("campaign", players="4").s
    frame = Reservation(side=RUSSIA)
    assert cites(barred(s, frame, "reserve", "number")(Type.MARCH_OUT), "10.2a", "first choice")
    s.reserved[command_of(RUSSIA, 1)][Type.RAIL] = 1
    assert cites(barred(s, frame, "reserve", "number")(Type.RAIL), "7.2d", "left")
    assert cites(barred(s, frame, "reserve", "number")(Type.REORGANIZE), "7.2b", "no more can be put aside")
    s.reserved[command_of(POLAND, 1)][Type.RECON] = 1
    assert cites(barred(s, Reservation(side=POLAND), "reserve", "number")(Type.RECON), "7.2b", "ally")


# -- execution --------------------------------------------------------------------------------------------------


@rule("7.3a", "10.0b", "7.3k")
def test_choosing_an_order_to_execute():
    s, frame = state(), SideTurn(stage=Stage.MARCHES, command=NORTHERN)
    assert cites(barred(s, frame, "pick", "piece")(TOKEN + order(s, 0)), "7.3a", "Move Out")
    assert cites(barred(s, frame, "pick", "piece")(TOKEN + order(s, 3)), "7.3a", "enemy")
    assert cites(barred(s, frame, "pick", "piece")(TOKEN + 77), "7.3k")
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-14")), "7.3a", "order first")
    other = SideTurn(stage=Stage.MARCHES, command=SOUTHERN)
    assert cites(barred(s, other, "pick", "piece")(TOKEN + order(s, 0)), "10.0b", "northern")


LED = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk"
    garrisons.russia = "Mogilev; Vitebsk; Gomel; Elizavetgrad"
    blocks.P-Pilsudski = "Warsaw 1"
    blocks.P-Sikorski = "Bobruisk 1"
    blocks.P-Haller = "Bobruisk 1"
    blocks.P-14 = "Bobruisk 4"
    blocks.R-Budyonny = "Gomel 1"
    blocks.R-Stalin = "Elizavetgrad 1"
    blocks.R-10K = "Elizavetgrad 3"
    blocks.R-21 = "Mogilev 3"
    spent = "P-Haller"
"""


@rule("9.0e", "9.0g", "9.0o")
def test_using_a_leader():
    s, frame = state(LED), LeaderWindow(command=NORTHERN, stage=Stage.MOVES)
    assert cites(barred(s, frame, "use", "piece")(block(s, "P-Haller")), "9.0e", "in this round")
    assert cites(barred(s, frame, "use", "piece")(block(s, "P-Sikorski")), "9.0g")
    s.spent = 0
    assert barred(s, frame, "use", "piece")(block(s, "P-Haller")) is None
    for name in ("P-Haller", "P-Sikorski", "P-14"):
        s.executed |= 1 << block(s, name)
    assert cites(barred(s, frame, "use", "piece")(block(s, "P-Haller")), "9.0o", "nobody in reach")


@rule("9.0f", "9.0h", "9.0g", "9.0j", "7.2n")
def test_what_leaders_can_reach():
    s = state(LED)
    pilsudski = UseLeader(piece=block(s, "P-Pilsudski"), command=NORTHERN)
    assert cites(barred(s, pilsudski, "order", "space")(area("Minsk")), "9.0f", "beyond his reach of 2 areas")
    budyonny = UseLeader(piece=block(s, "R-Budyonny"), command=SOVIET)
    assert cites(barred(s, budyonny, "order", "space")(area("Rechitsa")), "9.0h", "his own area")
    assert cites(barred(s, OperationPhase(), "sikorski", "space")(area("Warsaw")), "9.0g", "2 areas")
    assert cites(barred(s, OperationPhase(), "sikorski", "space")(area("Klintsy")), "7.2n")
    stalin = UseLeader(piece=block(s, "R-Stalin"), command=command_of(RUSSIA, 1))
    s.sp[block(s, "R-10K")] = s.m.max_sp[s.unit[block(s, "R-10K")]]
    assert cites(barred(s, stalin, "order", "piece")(block(s, "R-10K")), "7.2ad", "full strength")
    assert cites(barred(s, stalin, "order", "piece")(block(s, "R-21")), "9.0j", "share his area")


@rule("7.3n", "7.32c", "7.71b", "7.2q", "7.3l", "2.2c", "7.2f")
def test_blocks_that_cannot_execute_a_movement_order():
    s = state()
    out, to = (MoveOrder(id=order(s, n), command=NORTHERN) for n in (0, 1))
    assert cites(barred(s, out, "pick", "piece")(block(s, "P-BJ2")), "7.3n", "executed")
    assert cites(barred(s, out, "pick", "piece")(block(s, "P-6")), "7.2q", "stands at Slutsk")
    assert cites(barred(s, out, "pick", "piece")(block(s, "R-21")), "2.0f")
    assert cites(barred(s, to, "pick", "piece")(block(s, "P-14")), "7.3i", "Another order")
    far = state(LINE.replace('"march-to Igumen"', '"move-to Igumen"').replace("Slutsk 2", "Mozyr 2"))
    goes = MoveOrder(id=order(far, 1), command=NORTHERN)
    assert cites(barred(far, goes, "pick", "piece")(block(far, "P-6")), "7.3l", "1 area")
    s.unsupplied |= 1 << block(s, "P-6")
    assert cites(barred(s, to, "pick", "piece")(block(s, "P-6")), "7.71b", "out of supply")
    s.detached |= 1 << block(s, "P-6")
    assert cites(barred(s, to, "pick", "piece")(block(s, "P-6")), "2.2c")
    s.free[area("Charyshi") * 2 + POLAND] = 0
    assert cites(barred(s, out, "pick", "piece")(block(s, "P-14")), "7.32c", "pin")
    there = MoveOrder(id=order(far, 0), command=NORTHERN)
    assert barred(far, there, "pick", "piece")(block(far, "P-14")) is None


@rule("7.31a", "7.2q", "1.4b", "7.33b", "7.3l", "7.32d")
def test_areas_that_a_block_on_the_march_cannot_enter():
    s = state()
    out = MoveOrder(id=order(s, 0), command=NORTHERN, piece=block(s, "P-14"), left=1)
    assert cites(barred(s, out, "way", "space")(area("Gomel")), "7.31a", "No road or rail")
    assert cites(barred(s, out, "way", "space")(area("Charyshi")), "7.31a", "already")
    assert cites(barred(s, out, "way", "space")(area("Kiev")), "4.0a")
    s.place[out.piece] = area("Bobruisk")
    assert cites(barred(s, out, "way", "space")(area("Charyshi")), "7.2q", "leads out")
    to = MoveOrder(id=order(s, 1), command=NORTHERN, piece=block(s, "P-6"), left=1)
    assert cites(barred(s, to, "way", "space")(area("Bobruisk")), "7.3l", "0 areas")
    s.place[to.piece] = area("Zhlobin")
    s.on_link &= ~(1 << to.piece)
    assert cites(barred(s, to, "way", "space")(area("Gomel")), "7.32d", "came in over the link")
    links = state('scenario = "campaign"\nblocks.P-14 = "Gomel 4"\norders.poland-north = ["move-out Gomel"]')
    east = MoveOrder(id=order(links), command=NORTHERN, piece=block(links, "P-14"), left=1)
    assert cites(barred(links, east, "way", "space")(area("Klintsy")), "1.4b", "Eastern Link")


@rule("2.2a", "2.2d", "2.2f")
def test_brigades_that_cannot_be_left_behind():
    s = state()
    frame = MoveOrder(id=order(s, 0), command=NORTHERN, piece=block(s, "P-14"), left=1)
    assert cites(barred(s, frame, "way", "piece")(block(s, "P-6")), "2.2d", "Force Pool")
    assert cites(barred(s, frame, "way", "piece")(block(s, "P-BJ1")), "2.2d", "arm and nation")
    assert cites(barred(s, frame, "way", "piece")(block(s, "R-21")), "2.0f")
    assert cites(barred(s, frame, "way", "piece")(block(s, "P-14")), "7.31a", "where it goes")
    spare = next(p for p in range(BLOCKS) if TITLE.m.key[s.unit[p]] == "P-Ryb")
    s.sp[frame.piece] = 1
    assert cites(barred(s, frame, "way", "piece")(spare), "2.2a", "keeps one")
    frame.gone = 1
    assert cites(barred(s, frame, "way", "piece")(spare), "2.2f")


@rule("7.2u", "7.2v")
def test_withdrawals():
    s = state()
    frame = WithdrawOrder(id=0, command=NORTHERN, area=area("Zhlobin"))
    assert cites(barred(s, frame, "loss", "piece")(block(s, "P-14")), "7.2u", "stands at Charyshi")
    assert cites(barred(s, frame, "haven", "space")(area("Rohachev")), "7.2v", "enemy")
    assert cites(barred(s, frame, "haven", "space")(area("Slutsk")), "7.2v", "No road or rail")
    full = state(LINE + "".join(f'    blocks.P-{n} = "Charyshi 2"\n' for n in ("8", "9", "16")))
    assert cites(barred(full, frame, "haven", "space")(area("Charyshi")), "7.33a", "Four blocks")
    cut = state(LINE.replace("Bobruisk; Mozyr", ""))
    assert cites(barred(cut, frame, "haven", "space")(area("Charyshi")), "7.2v", "Supply Depot")


REAR = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev"
    blocks.P-14 = "Bobruisk 4"
    blocks.P-6 = "Bobruisk 2"
    blocks.P-8 = "Slutsk 2"
    blocks.R-21 = "Mogilev 3"
    orders.poland-north = ["reorganize Bobruisk", "rail Bobruisk"]
"""


@rule("7.2ac", "7.2ad", "7.2ae", "7.5")
def test_reorganization():
    s = state(REAR)
    frame = ReorganizeOrder(id=order(s, 0), command=NORTHERN)
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-8")), "7.2ac", "stands at Slutsk")
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-14")), "7.2ad", "full strength of 4")
    s.fought |= 1 << block(s, "P-6")
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-6")), "7.2ae", "fought")
    s.moved |= 1 << block(s, "P-6")
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-6")), "7.2ac", "moved")


@rule("7.6a", "7.6b", "7.6c", "7.2af")
def test_rail_transport():
    s = state(REAR)
    frame = RailOrder(id=order(s, 1), command=NORTHERN, piece=block(s, "P-14"))
    s.fought |= 1 << block(s, "P-14")
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-14")), "7.6c", "fought")
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-8")), "7.2af", "stands at Slutsk")
    assert cites(barred(s, frame, "pick", "piece")(block(s, "P-6")), "7.2af", "another order")
    assert cites(barred(s, frame, "ride", "space")(area("Bobruisk")), "7.6a", "already")
    assert cites(barred(s, frame, "ride", "space")(area("Gomel")), "7.6b", "enemy")
    assert cites(barred(s, frame, "ride", "space")(area("Slutsk")), "7.6a", "No railway")


# -- battles ----------------------------------------------------------------------------------------------------

FIGHT = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-6 = "Zhlobin 2"
    blocks.P-8 = "Slutsk 2"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 2 from Gomel"
    blocks.R-8 = "Rohachev 2"
    blocks.P-9 = "Kalenkovichi 2"
    blocks.R-57 = "Kalenkovichi 2 from Rechitsa"
"""


def fight(text: str = FIGHT) -> State:
    s = state(text)
    s.fight = lay_out_fight(s, area("Zhlobin"))
    return s


@rule("7.4a", "7.4b")
def test_which_battle_is_next():
    s = state(FIGHT)
    assert cites(first(quiet(s, NORTH), area("Zhlobin")), "7.4b", "4 blocks")
    assert cites(first(quiet(s, NORTH), area("Gomel")), "7.4a")
    assert cites(first(quiet(s, 1), area("Zhlobin")), "10.0b", "front by front")


@rule("7.41.5a", "7.2ae")
def test_who_loses_strength():
    s = fight()
    assert cites(first(spared(s, POLAND), block(s, "P-6")), "7.41.5a", "with 4")
    assert cites(first(spared(s, POLAND), block(s, "P-8")), "7.41.5a", "not in the battle")
    assert cites(first(spared(s, POLAND), block(s, "R-21")), "2.0f")
    s.orders = [Order(1, NORTHERN, area("Zhlobin"), Type.REORGANIZE, shown=True)]
    assert cites(first(not_reorganizing(s), block(s, "P-14")), "7.2ad", "full strength")
    assert cites(first(not_reorganizing(s), block(s, "P-8")), "7.2ae")


@rule("7.42a", "7.42b", "7.42c", "7.42d", "7.42f")
def test_where_the_beaten_cannot_go():
    s, here = fight(), area("Zhlobin")
    assert cites(first(no_way_back(s, POLAND, here), area("Rohachev")), "7.42b", "enemy")
    assert cites(first(no_way_back(s, POLAND, here), area("Slutsk")), "7.42a", "No road or rail")
    assert cites(first(unbeaten(s, POLAND), block(s, "P-8")), "7.42a", "not among the beaten")
    assert cites(first(not_from(s, RUSSIA, area("Rohachev")), block(s, "R-10")), "7.42f", "came from Gomel")
    empty = fight(FIGHT.replace('blocks.R-8 = "Rohachev 2"', ""))
    assert cites(first(no_way_back(empty, POLAND, here), area("Rohachev")), "7.42c", "over the link")
    full = fight(FIGHT + "".join(f'    blocks.P-{n} = "Charyshi 2"\n' for n in ("7", "11", "16", "17")))
    assert cites(first(no_way_back(full, POLAND, here), area("Charyshi")), "7.42d", "Four blocks")


@rule("7.43a", "7.43b", "7.43d")
def test_who_of_the_victors_cannot_go_back():
    s = fight()
    assert cites(first(staying(s, RUSSIA), block(s, "R-8")), "7.43d")
    s.fight.engaged[RUSSIA] = 1 << block(s, "R-21")
    assert cites(first(staying(s, RUSSIA), block(s, "R-21")), "7.43b", "must stay")
    s.fight.engaged[RUSSIA] |= 1 << block(s, "R-10")
    s.place[block(s, "P-8")] = area("Gomel")
    assert cites(first(staying(s, RUSSIA), block(s, "R-10")), "7.43a", "Gomel")


@rule("7.33e", "7.33g")
def test_blocks_too_many():
    text = "".join(f'    blocks.P-{n} = "Charyshi 2"\n' for n in ("7", "11", "16", "17"))
    s = state(f'    garrisons.poland = "Bobruisk; Mozyr"\n{text}    blocks.P-14 = "Charyshi 2 from Bobruisk"\n')
    here = area("Charyshi")
    assert cites(first(not_waiting(s, POLAND, here), block(s, "P-7")), "7.33e", "inside")
    assert first(not_waiting(s, POLAND, here), block(s, "P-14")) is None
    frame = ExcessBlocks(side=POLAND, area=here, piece=block(s, "P-14"), origin=area("Bobruisk"))
    assert cites(barred(s, frame, "which", "piece")(block(s, "P-7")), "7.33e", "inside")
    assert barred(s, frame, "which", "piece")(block(s, "P-14")) is None
    s.origin[block(s, "P-14")] = area("Slutsk")
    assert cites(barred(s, frame, "which", "piece")(block(s, "P-14")), "7.33f", "in its turn")
    assert cites(first(no_room(s, POLAND, here), area("Slutsk")), "7.33g")


# -- arrivals and reinforcement ---------------------------------------------------------------------------------

HOME = """
    scenario = "to-warsaw"
    garrisons.poland = "Warsaw; Minsk"
    garrisons.russia = "Vitebsk; Polotsk"
    blocks.P-14 = "Minsk 2"
    blocks.P-Ryb = "Minsk 1"
    blocks.P-BJ1 = "Minsk 1"
    blocks.P-1L = "Minsk 4"
    blocks.P-10 = "Igumen 2"
    blocks.R-21 = "Borisov 3"
    cubes.poland = "1B"
"""


@rule("8.1a", "8.1b", "1.3a", "3.0a")
def test_garrisons():
    s = state(HOME)
    assert cites(first(no_garrison(s, POLAND), area("Igumen")), "1.3a")
    assert cites(first(no_garrison(s, POLAND), area("Minsk")), "3.0a")
    assert cites(first(no_garrison(s, POLAND), area("Vilna")), "8.1b", "No block")


@rule("8.2a", "8.4e")
def test_combining():
    s = state(HOME)
    division = block(s, "P-14")
    assert cites(first(complete(s, 0), block(s, "P-Ryb")), "8.4e", "no division")
    assert cites(first(complete(s, 0), block(s, "P-1L")), "8.2a", "full strength")
    assert cites(first(complete(s, 0), block(s, "P-10")), "8.2a", "No block here can join it")
    assert cites(first(not_absorbed(s, division), block(s, "P-10")), "8.2a", "not with the division")
    assert cites(first(not_absorbed(s, division), block(s, "P-BJ1")), "8.2a", "colour")
    assert cites(first(not_absorbed(s, division), block(s, "P-1L")), "8.2a", "can take 2")
    assert cites(first(not_absorbed(s, division), division), "8.2a", "absorbs")


@rule("8.3", "8.31b", "8.4a", "8.4b", "8.4c", "3.2c")
def test_spending_cubes():
    s, frame = state(HOME), Spending(player=0)
    assert cites(barred(s, frame, "spend", "piece")(block(s, "P-1L")), "8.3", "full strength of 4")
    assert cites(barred(s, frame, "spend", "piece")(block(s, "P-BJ1")), "3.2c", "no white cube")
    frame.raised = 1 << area("Minsk")
    assert cites(barred(s, frame, "spend", "piece")(block(s, "P-14")), "8.31b", "front line")
    frame.built = 1 << block(s, "P-14")
    assert cites(barred(s, frame, "spend", "piece")(block(s, "P-14")), "8.4b", "built")
    assert cites(barred(s, frame, "spend", "piece")(block(s, "P-2L")), "8.4a", "costs 2 black; you have 1")
    assert cites(barred(s, frame, "spend", "piece")(block(s, "R-21")), "2.0f")
    frame.piece = block(s, "P-2L")
    assert cites(barred(s, frame, "site", "space")(area("Vilna")), "8.4a", "no Supply Depot")
    assert cites(barred(s, frame, "site", "space")(area("Warsaw")), "8.5d", "costs 2")
    assert cites(barred(s, frame, "pay", "space")(area("Vilna")), "8.5a")
    frame.cities = {area("Warsaw"): [0, 1, 0]}
    assert cites(barred(s, frame, "pay", "space")(area("Warsaw")), "8.5b", "no black cube")
    frame.cities = {area("Warsaw"): [1, 0, 0], area("Lwow"): [1, 0, 0]}
    assert barred(s, frame, "pay", "space")(area("Warsaw")) is None
    assert cites(barred(s, frame, "pay", "space")(area("Lwow")), "8.5c", "other front")
    frame.area = area("Warsaw")
    assert cites(barred(s, frame, "pay", "space")(area("Lwow")), "8.5d", "only there")


@rule("1.4c", "4.0g")
def test_arrivals():
    s = state(HOME + 'blocks.R-8 = "Igumen 2 from Bobruisk"')
    assert cites(first(no_way_in(s, POLAND, area("Igumen")), area("Borisov")), "1.4c", "held")
    assert cites(first(no_way_in(s, POLAND, area("Igumen")), area("Vilna")), "1.4c", "Warsaw")


# -- cards ------------------------------------------------------------------------------------------------------

CARDS = """
    garrisons.poland = "Bobruisk; Mozyr"
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    step = "battles"
    hands.poland = "P-1 P-43 P-7 P-35"
    discards.poland = "P-2"
    removed.poland = "P-3"
"""


@rule("3.4a", "3.4d", "3.4g", "3.4h", "3.4i", "7.41.4c")
def test_cards():
    game = running(CARDS, Battles())
    while "battle-card" not in asked(game).verbs():
        play(game, str(asked(game).seat), "pass")
    seat = game.seat("poland")
    rules = {
        name: seat.why_not("card", card_number(name)).rule for name in ("P-1", "P-43", "P-35", "P-2", "P-3", "P-9")
    }
    assert rules == {"P-1": "3.4d", "P-43": "3.4a", "P-35": "3.4h", "P-2": "3.4i", "P-3": "3.4i", "P-9": "3.4a"}
    assert cites(seat.why_not("card", card_number("R-9")), "4.0c", "enemy")
    assert cites(seat.why_not("card", 500), "7.41.1", "no such card")
    assert seat.why_not("card", card_number("P-7")) is None


@rule("7.41.4c")
def test_a_reaction_card_names_its_moment():
    game = running(CARDS.replace("P-35", "P-35 P-39") + 'blocks.R-10 = "Zhlobin 3 from Gomel"', Battles())
    while asked(game).step != "react":
        play(game, str(asked(game).seat), "pass" if "pass" in asked(game).verbs() else "deck")
    seat = game.seat("poland")
    assert seat.why_not("card", card_number("P-35")) is None, "two directions: a bridge may be blown"
    assert cites(seat.why_not("card", card_number("P-7")), "3.4g", "Battle Card")
    assert cites(seat.why_not("card", card_number("P-39")), "7.41.4c", "is played")


# -- everything -------------------------------------------------------------------------------------------------


@rule("5.0b")
def test_who_is_not_asked_is_told_for_whom_the_table_waits():
    game = at(LINE)
    waited = asked(game)
    other = "poland" if waited.seat == "russia" else "russia"
    assert cites(game.seat(other).why_not("space", area("Gomel")), waited.rule, f"waits for {waited.seat.title()}")


def test_what_is_not_there():
    game = at(LINE)
    found = game.seat(asked(game).seat).why_not("space", 4000)
    assert cites(found, asked(game).rule, "no such area")


@rule("7.1a", "7.4a", "8.0a", "3.4g", "3.4h", "5.0b")
@pytest.mark.parametrize(
    ("verb", "id"),
    [("card", "7.1a"), ("battle", "7.4a"), ("battle-card", "3.4g"), ("react", "3.4h"), ("build", "8.0a")],
)
def test_a_verb_of_another_time_is_told_its_own(verb, id):
    game = at(LINE)
    with pytest.raises(IllegalAction) as refused:
        game.play(asked(game).seat, Action(verb))
    assert refused.value.rule == id


@rule("7.41.5a")
def test_losses_cannot_be_declined():
    game = running(FIGHT)
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    game.s.sp[piece(game, "P-6")] = 4
    game.s.fight.losses = [1, 0]
    game.stack.append(TakeLosses(side=POLAND))
    game.run()
    with pytest.raises(IllegalAction, match=r"\[7\.41\.5a\] Losses must be taken"):
        game.play("poland", Action("pass"))


@pytest.mark.parametrize(("scenario", "players"), [("zhlobin", "2"), ("to-warsaw", "2"), ("vistula", "4")])
def test_every_question_says_why_anything_else_cannot_be_chosen(scenario, players):
    """Over a stretch of a random game: what is offered is never refused, anything else always, by a rule that is."""
    rng = random.Random(7)
    for n, game in enumerate(random_game(scenario, 7, players=players)):
        if game.over or n > 500:
            break
        if n % 4:
            continue
        for id, decision in game.decisions.items():
            seat = game.seat(id)
            for kind, things in (("piece", BLOCKS), ("space", len(TITLE.m.areas)), ("card", 110)):
                for arg in rng.sample(range(things), 9):
                    found = seat.why_not(kind, arg)
                    offered = any(option.kind == kind and arg in option.args for option in decision.options)
                    assert (found is None) == offered, (decision, kind, arg, found)
                    assert found is None or (found.rule in TITLE.checklist and found.why), found
