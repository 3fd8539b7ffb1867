"""7.5 Reorganization, 7.6 Rail Transport, and cards that change orders."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, POLAND, RUSSIA, SOUTH, command_of
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.orders import order_areas
from vistula.games.strike_of_the_eagle.rules.reorganization import ReorganizeOrder
from vistula.games.strike_of_the_eagle.rules.tokens import place_order
from vistula.games.strike_of_the_eagle.shown.position import STEPS
from vistula.games.strike_of_the_eagle.state import Effect, State
from vistula.kernel import Game

from .table import (
    SUPPLY,
    area,
    asks,
    at,
    clicks,
    events,
    names,
    offered,
    orders,
    piece,
    play,
    running,
    settle,
    sp,
    stage,
    verbs,
    where,
)

rule = pytest.mark.rule

PN, RN = command_of(POLAND, NORTH), command_of(RUSSIA, NORTH)


# -- reorganization -------------------------------------------------------------------------------------------------


@rule("7.2ac", "7.2ad", "7.5", "7.3f")
def test_one_block_gains_a_point():
    game = stage(
        "reorganizations",
        'blocks.P-14 = "Bobruisk 3"\nblocks.P-6 = "Bobruisk 2"\n'
        'blocks.R-8 = "Mogilev 3"\norders.poland-north = "reorganize Bobruisk"',
    )
    assert offered(game, "poland", "block") == {"P-14", "P-6"}
    clicks(game, "poland", "block P-6")
    assert (sp(game, "P-6"), sp(game, "P-14")) == (3, 3)


@rule("7.2ac", "7.5")
def test_who_moved_or_is_full_or_fought_does_not_reorganize():
    text = 'blocks.P-14 = "Bobruisk 3 from Charyshi"\nblocks.P-6 = "Bobruisk 4"\nblocks.R-8 = "Mogilev 3"\n'
    game = stage("reorganizations", text + 'orders.poland-north = "reorganize Bobruisk"')
    assert events(game, "unfulfilled")
    assert sp(game, "P-14") == 3


# -- rail transport -------------------------------------------------------------------------------------------------

RAIL = """
    scenario = "to-warsaw"
    step = "railways"
    garrisons.poland = "Warsaw; Brest-Litovsk; Bialystok; Minsk"
    blocks.P-14 = "Warsaw 4"
    blocks.P-6 = "Warsaw 3"
    blocks.R-8 = "Mogilev 3"
    orders.poland-north = "rail Warsaw"
"""


def rail(text: str, **options: str) -> Game[State]:
    return stage("railways", dedent(text).replace('step = "railways"\n', ""), **options)


@rule("7.6a", "7.6d", "7.2ag", "7.3g")
def test_blocks_ride_to_different_places():
    game = rail(RAIL)
    clicks(game, "poland", "block P-14", "step Brest-Litovsk")
    clicks(game, "poland", "block P-6", "step Bialystok")
    assert (where(game, "P-14"), where(game, "P-6")) == ("Brest-Litovsk", "Bialystok")


@rule("7.6b", "7.2ag")
def test_the_line_runs_through_supplied_areas():
    game = rail(RAIL)
    clicks(game, "poland", "block P-14")
    near = offered(game, "poland", "step")
    assert {"Siedlce", "Brest-Litovsk", "Grodno"} <= near
    assert "Mogilev" not in near
    assert not near & {"Slutsk", "Smolensk"}
    cut = rail(RAIL + '    blocks.R-6 = "Siedlce 3"\n    blocks.R-5 = "Ostrow 3"\n    blocks.R-4 = "Mlawa 3"\n')
    clicks(cut, "poland", "block P-14")
    assert not offered(cut, "poland", "step") & {"Brest-Litovsk", "Bialystok"}


@rule("7.6b")
def test_a_table_may_ask_for_supply_at_the_end_only():
    text = RAIL.replace("Warsaw; Brest-Litovsk; Bialystok; Minsk", "Warsaw; Mogilev").replace("Mogilev 3", "Gomel 3")
    plain, loose = rail(text), rail(text, rail="destination")
    for game in (plain, loose):
        clicks(game, "poland", "block P-14")
    assert offered(plain, "poland", "step") < offered(loose, "poland", "step")


@rule("7.2aj", "7.6b")
def test_where_supply_is_asked_for_at_the_end_only_the_order_can_be_placed_too():
    text = """
        scenario = "campaign"
        garrisons.poland = "Warsaw"
        garrisons.russia = "Smolensk"
        blocks.P-BJ2 = "Zamosc 2"
        blocks.R-21 = "Smolensk 3"
    """
    for options, able in (({}, False), ({"rail": "destination"}, True)):
        s = at(dedent(text), **options).s
        assert bool(order_areas(s, command_of(POLAND, SOUTH), ORDERS.index("rail")) >> area("Zamosc") & 1) == able


@rule("7.6c")
def test_who_moved_or_fought_does_not_ride():
    game = rail(RAIL.replace('P-14 = "Warsaw 4"', 'P-14 = "Warsaw 4 from Siedlce"'))
    clicks(game, "poland", "step Siedlce")
    assert where(game, "P-14") == "Warsaw"


@rule("7.6c")
def test_who_fought_does_not_ride():
    game = running(dedent(RAIL) + 'blocks.P-9 = "Warsaw 3"')
    game.s.fought |= 1 << piece(game, "P-14")
    game.stack.append(ExecutionStep(stage=STEPS.index("railways")))
    settle(game.run())
    assert offered(game, "poland", "block") == {"P-6", "P-9"}


@rule("7.2ag")
def test_four_blocks_at_most():
    five = "".join(f'    blocks.{n} = "Klintsy 3"\n' for n in ("R-4", "R-5", "R-6", "R-10", "R-11"))
    game = rail(
        'scenario = "to-warsaw"\nstep = "railways"\ngarrisons.russia = "Gomel; Mogilev"\n'
        + "\n".join(line.strip() for line in five.splitlines())
        + '\norders.russia-north = "rail Klintsy"'
    )
    for name in ("R-4", "R-5", "R-6", "R-10"):
        clicks(game, "russia", f"block {name}", "step Gomel")
    assert where(game, "R-11") == "Klintsy"


# -- cards that change orders ---------------------------------------------------------------------------------------


def played(text: str, card: int, step: str, order: tuple[int, str, int]) -> Game[State]:
    """A card is in force and an order of its side lies on the map; its step is executed."""
    game = running(SUPPLY + text)
    command, where_, type = order
    game.s.effects.append(Effect(card, command))
    place_order(game.s, command, area(where_), type)
    game.s.step = STEPS.index(step)
    game.stack.append(ExecutionStep(stage=game.s.step))
    return settle(game.run())


@rule("7.13a", "7.2j")
def test_named_for_a_card_marching_blocks_fight_at_full_strength():
    """Polish card 15."""
    game = played('blocks.P-14 = "Charyshi 4"\nblocks.R-8 = "Mogilev 3"', 14, "marches", (PN, "Charyshi", 1))
    assert asks(game) == "poland: name"
    clicks(game, "poland", "name P-15", "step Zhlobin", "halt")
    assert game.s.at_full == 1 << piece(game, "P-14")


@rule("7.13a", "7.31b")
def test_cavalry_rides_through_one_enemy_area():
    """Polish card 16."""
    game = played(
        'blocks.P-BJ2 = "Charyshi 2"\nblocks.R-21 = "Zhlobin 3"\nblocks.R-8 = "Mogilev 3"',
        15,
        "moves",
        (PN, "Charyshi", 4),
    )
    clicks(game, "poland", "name P-16", "step Zhlobin")
    assert verbs(game) == {"step", "halt"}
    clicks(game, "poland", "step Kalenkovichi")
    assert where(game, "P-BJ2") == "Kalenkovichi"
    assert game.s.free == {}, "it pins nobody on the way"
    assert names(1 << game.s.entries[-1].area) == {"Kalenkovichi"}


@rule("7.13a", "2.0d")
def test_infantry_moves_two_areas():
    """Polish card 54."""
    game = played('blocks.P-14 = "Charyshi 4"\nblocks.R-8 = "Mogilev 3"', 53, "moves", (PN, "Charyshi", 4))
    clicks(game, "poland", "name P-54", "step Zhlobin", "step Gomel")
    assert where(game, "P-14") == "Gomel"
    assert game.s.mounted == 0


@rule("7.13a", "7.6a")
def test_a_cut_railway_stops_soviet_trains():
    """Polish card 17."""
    game = played('blocks.R-21 = "Gomel 3"\nblocks.P-14 = "Slutsk 4"', 16, "railways", (RN, "Gomel", 8))
    assert where(game, "R-21") == "Gomel"
    assert events(game, "unfulfilled")


@rule("7.2ac", "7.2ad", "7.5", "7.3k")
def test_in_an_imagined_world_where_all_are_whole_nobody_reorganizes():
    """The enemy, who does not know strengths, may think of one while the question is asked."""
    text = 'step = "reorganizations"\nblocks.P-14 = "Bobruisk 4"\norders.poland-north = "reorganize Bobruisk"\n'
    game = running(SUPPLY + text)
    game.stack.append(ReorganizeOrder(id=game.s.orders[0].id, command=0, at="pick"))
    assert verbs(game.run()) == {"nobody"}
    play(game, "poland", "nobody")
    assert len(events(game, "unfulfilled")) == 1
    assert not orders(game, "poland")
