"""2.0f What everybody can put together about a block whose face is hidden, by what it was seen to do."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from vistula.games.strike_of_the_eagle.cards.effects import KOZIATYN, RED_COSSACKS
from vistula.games.strike_of_the_eagle.model import (
    BLACK,
    GREEN,
    INFANTRY,
    LEADER,
    ORDERS,
    POLAND,
    RUSSIA,
    SOUTH,
    WHITE,
    Stage,
    Type,
    command_of,
)
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.state import Effect, State
from vistula.games.strike_of_the_eagle.witnessed import FACTS, betray, could_be, fact_units, facts_of_cube, traced
from vistula.kernel import Game

from .table import M, area, at, clicks, piece, play, running, sees, settle, stage, start, unit

rule = pytest.mark.rule

CUT_OFF = """
scenario = "to-warsaw"
step = "supply"
garrisons.poland = "Warsaw"
garrisons.russia = "Yartsevo"
"""


def facts(game: Game[State], name: str) -> set[str]:
    """What everybody has seen of a block."""
    return {fact for fact in FACTS if getattr(game.s, fact) >> piece(game, name) & 1}


@rule("2.0f")
def test_facts_narrow_down_which_block_it_can_be():
    game = running('blocks.R-21 = "Rohachev 3"')
    assert could_be(game.s, piece(game, "R-21")).bit_count() == len(M.units)
    betray(game.s, 1 << piece(game, "R-21"), "foot", "divisions")
    able = could_be(game.s, piece(game, "R-21"))
    assert able >> unit("R-21") & 1
    assert not able & (M.mounted | M.leaders | 1 << unit("R-55"))
    game.s.turned[piece(game, "R-21")] = -3
    assert {M.max_sp[u] for u in M.units if could_be(game.s, piece(game, "R-21")) >> u & 1} == {4}
    assert traced(game.s) == 1 << piece(game, "R-21")


@rule("3.2c")
def test_what_a_cube_tells():
    units = fact_units(M)
    for colour in (BLACK, WHITE, GREEN):
        able = [u for u in M.units if all(units[fact] >> u & 1 for fact in facts_of_cube(colour))]
        assert {u for u in M.units if M.colour[u] == colour and M.kind[u] != LEADER} <= set(able)
        assert all((M.kind[u] == INFANTRY) == (colour != WHITE) and M.kind[u] != LEADER for u in able)
        assert {M.colour[u] for u in able} == {colour}, "a black cube strengthens no allies"


@rule("7.71a", "9.0b")
def test_what_markers_tell():
    """From Warsaw infantry is fed for three areas and cavalry for five; leaders everywhere."""
    text = CUT_OFF + 'blocks.P-14 = "Volkovysk 3"\nblocks.P-BJ2 = "Lida 2"\n'
    text += 'blocks.P-BJ1 = "Postavy 2"\nblocks.P-Haller = "Glubokoye 1"\nblocks.P-9 = "Slonim 3"\n'
    s = (game := running(text)).s
    for fact in FACTS:
        setattr(s, fact, 0)
    game.stack.append(SupplyCheck())
    game.run()
    assert facts(game, "P-14") == set(), "three areas off any block is fed"
    assert facts(game, "P-BJ2") == {"mounted"}, "four areas off without a marker"
    assert facts(game, "P-9") == {"men", "foot"}, "four areas off with a marker"
    assert facts(game, "P-BJ1") == {"men"}, "out of everybody's reach"
    assert facts(game, "P-Haller") == {"chiefs", "mounted"}, "there without a marker"


@rule("7.2ac", "7.5")
def test_who_reorganizes_is_no_leader():
    game = stage("reorganizations", 'blocks.P-14 = "Bobruisk 3"\norders.poland-north = "reorganize Bobruisk"')
    assert "men" in facts(game, "P-14")


@rule("2.2a")
def test_who_left_a_brigade_behind_is_a_division():
    game = stage("moves", 'blocks.P-14 = "Zhlobin 4"\norders.poland-north = "move-out Zhlobin"')
    clicks(play(game, "poland", "detach P-b1"), "poland", "step Rohachev")
    assert facts(game, "P-14") == {"divisions", "foot", "regulars"}


@rule("2.2a", "2.0f")
def test_a_detachment_is_a_brigade():
    game = stage("moves", 'blocks.P-14 = "Zhlobin 4"\norders.poland-north = "move-out Zhlobin"')
    clicks(play(game, "poland", "detach P-b1"), "poland", "step Rohachev")
    able = could_be(game.s, piece(game, "P-b1"))
    assert able >> unit("P-b1") & 1
    assert not any(M.division[u] or M.leader[u] for u in M.units if able >> u & 1)
    assert traced(game.s) >> piece(game, "P-b1") & 1


@rule("2.2a", "2.2c", "2.0f")
def test_everybody_knows_the_detachment_and_the_division_that_left_it():
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Mogilev 3"\nseen.russia = "P-14"\n'
    game = stage("moves", text + 'orders.poland-north = "move-out Zhlobin"')
    clicks(play(game, "poland", "detach P-b1"), "poland", "step Rohachev")
    assert sees(game, "russia", "P-b1")
    assert sees(game, "russia", "P-14")


@rule("7.31b")
def test_who_rides_through_enemies_is_mounted():
    """Polish card 16, with a Forced March Out: infantry goes as far."""
    text = 'scenario = "campaign"\nstep = "marches"\ngarrisons.poland = "Warsaw; Lwow; Rovno"\n'
    text += 'garrisons.russia = "Kiev"\nblocks.P-BJ3 = "Shepetovka 2"\nblocks.R-44 = "Novograd-Volynsk 2"\n'
    game = running(text + 'orders.poland-south = "march-out Shepetovka"')
    game.s.effects.append(Effect(KOZIATYN, command_of(POLAND, SOUTH)))
    game.stack.append(ExecutionStep(stage=Stage.MARCHES))
    clicks(settle(game.run()), "poland", "name P-16", "step Novograd-Volynsk")
    assert facts(game, "P-BJ3") == set()
    clicks(game, "poland", "step Zhitomir")
    assert facts(game, "P-BJ3") == {"mounted"}


@rule("2.0e", "2.0f")
def test_who_goes_farther_than_cavalry_is_the_division_of_the_card():
    """Soviet card 24."""
    text = 'scenario = "campaign"\nstep = "moves"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Elizavetgrad"\n'
    text += 'blocks.R-8K = "Elizavetgrad 3"\nblocks.R-17K = "Kiev 3"\nblocks.P-14 = "Rovno 4"\n'
    game = running(text + 'orders.russia-south = "move-out Elizavetgrad"')
    game.s.effects.append(Effect(RED_COSSACKS, command_of(RUSSIA, SOUTH)))
    game.stack.append(ExecutionStep(stage=Stage.MOVES))
    clicks(settle(game.run()), "russia", "step Uman", "step Belaya Tserkov")
    assert not sees(game, "poland", "R-8K")
    clicks(game, "russia", "step Fastov")
    assert sees(game, "poland", "R-8K")


@rule("7.2x")
def test_who_gets_away_without_loss_rides_and_who_came_walks():
    text = (
        'blocks.P-BJ2 = "Zhlobin 2"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\norders.poland-north = "withdraw Zhlobin"'
    )
    game = stage("withdrawals", text)
    assert facts(game, "P-BJ2") == {"mounted"}
    assert facts(game, "R-21") == {"foot"}


@rule("8.2a")
def test_who_absorbs_others_is_a_division():
    text = (
        'scenario = "to-warsaw"\nstep = "reinforcement"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Yartsevo"\n'
    )
    game = at(text + 'initiative.north = "russia 1"\nblocks.P-14 = "Warsaw 2"\nblocks.P-V1 = "Warsaw 1"\n')
    play(game, "poland", "division P-14", "absorb P-V1")
    assert facts(game, "P-14") == {"divisions", "foot", "regulars"}


@rule("2.0f", "7.2b")
def test_worlds_agree_with_all_that_was_seen():
    """Faces with what blocks did, orders with the Recon that must be among them."""
    text = """
scenario = "kiev"
garrisons.poland = "Warsaw; Lwow; Rovno"
garrisons.russia = "Klintsy; Elizavetgrad"
blocks.R-58 = "Berdichev 2"
blocks.R-17K = "Fastov 2"
blocks.R-Gal1 = "Zhitomir 2"
blocks.R-45 = "Kazatin 3"
blocks.P-13 = "Rovno 3"
orders.russia-south = ["move-out Berdichev", "recon Korosten", "defend Kazatin"]
"""
    game = running(text)
    s = game.s
    for name, seen in (("R-58", ("foot", "divisions")), ("R-17K", ("mounted", "men")), ("R-Gal1", ("allies",))):
        betray(s, 1 << piece(game, name), *seen)
    rng = random.Random(3)
    for _ in range(40):
        world = game.title.fill(game.title.mask(s, "poland"), "poland", rng)
        for p in range(56, 110):
            assert world.place[p] < 0 or could_be(world, p) >> world.unit[p] & 1
        assert any(order.type == Type.RECON for order in world.orders)
    assert {world.unit[piece(game, "R-Gal1")]} == {unit("R-Gal1")}, "the only allied block on the map"


@rule("2.0f")
def test_nothing_is_known_of_blocks_in_full_supply():
    assert traced(start("zhlobin").s) == 0


@rule("7.2e", "7.2k", "7.2o", "7.2n")
@pytest.mark.parametrize(
    ("place", "types"),
    [
        ("Zhlobin", {"march-to", "recon", "move-to"}), ("Rechitsa", {"march-to", "recon"}), ("Klintsy", set()),
        ("Charyshi", set(ORDERS) - {"march-to", "move-to"}),
    ],
)  # fmt: skip
def test_an_unseen_order_has_a_type_that_can_lie_there(place, types):
    """Of the only block, at Charyshi: as far as cavalry may go, not to where it is, and no Pole looks or goes into an
    Eastern Link."""
    text = 'step = "marches"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\ngarrisons.poland = "Bobruisk"\n'
    game = running(text + 'orders.poland-north = "recon Zhlobin"\nallowance.poland-north = 4')
    (order,) = game.s.orders
    game.s.orders = [replace(order, area=area(place))]
    found = set()
    for seed in range(60):
        world = game.title.fill(game.title.mask(game.s, "russia"), "russia", random.Random(seed))
        found.add(ORDERS[world.orders[0].type])
    assert found == (types or set(ORDERS)), "where none can lie its block must be gone"


@rule("7.2d", "7.2b")
def test_orders_that_can_only_be_recons_leave_none_for_others():
    """When marches are over, what lies three areas from the nearest block is a Recon; each side has two."""
    text = """
scenario = "campaign"
step = "recons"
garrisons.poland = "Warsaw; Minsk; Rovno"
garrisons.russia = "Yartsevo; Elizavetgrad"
blocks.P-14 = "Minsk 4"
blocks.P-6 = "Minsk 3"
blocks.P-13 = "Rovno 3"
orders.poland-north = ["move-out Minsk", "move-to Borisov", "recon Vitebsk"]
orders.poland-south = ["defend Rovno", "recon Zhitomir"]
"""
    game = running(text)
    for seed in range(30):
        world = game.title.fill(game.title.mask(game.s, "russia"), "russia", random.Random(seed))
        recons = {M.area_name[order.area] for order in world.orders if order.type == Type.RECON}
        assert recons == {"Vitebsk", "Zhitomir"}
