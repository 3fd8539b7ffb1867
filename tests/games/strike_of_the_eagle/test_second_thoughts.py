"""Thinking again and declining where that is allowed; who may be spared; whose counters and cities count."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.gais_raid import AfterMoves
from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, POLAND, RUSSIA, SOUTH, Stage, Type, command_of
from vistula.games.strike_of_the_eagle.rules.cubes import klintsy_front
from vistula.games.strike_of_the_eagle.rules.executors import dispensable, least_missed
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.leader_orders import areas_for, followers, leader_areas
from vistula.games.strike_of_the_eagle.rules.leaders import LeaderWindow, in_the_way, rivals
from vistula.games.strike_of_the_eagle.rules.orders import counters_left, first_choice
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import Effect
from vistula.kernel import UNKNOWN, left

from .lists import arrival_areas
from .situations import FOUR_PLAYERS, LEADERS_CAN_ACT, event
from .table import (
    area,
    asked,
    asks,
    at,
    can,
    clicks,
    events,
    names,
    offered,
    option,
    orders,
    piece,
    play,
    running,
    sp,
    stage,
    start,
    token,
    unit,
    where,
)

rule = pytest.mark.rule

PN, PS = command_of(POLAND, NORTH), command_of(POLAND, SOUTH)
RN, RS = command_of(RUSSIA, NORTH), command_of(RUSSIA, SOUTH)

# -- thinking again ---------------------------------------------------------------------------------------------------


@rule("7.31a", "7.3i")
def test_another_block_may_be_chosen_before_one_has_left():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    play(game, "poland", "block P-14", "back")
    assert asks(game) == "poland: pick"
    assert game.s.entries == [], "nobody has gone anywhere"
    assert offered(game, "poland", "block") == {"P-14", "P-6"}
    play(game, "poland", "block P-6", "step Bobruisk")
    assert (where(game, "P-6"), where(game, "P-14")) == ("Bobruisk", "Charyshi")


@rule("2.2a", "7.31a")
def test_who_has_left_a_brigade_behind_must_go():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    play(game, "poland", "block P-14")
    assert option(game, "back").free
    play(game, "poland", "detach P-b1")
    assert set(asked(game).verbs()) == {"step", "detach"}


@rule("7.31b", "7.3l")
def test_a_to_order_ends_at_its_area_whatever_steps_are_left():
    text = 'blocks.P-BJ2 = "Charyshi 2"\norders.poland-north = "march-to Bobruisk"'
    game = play(stage("marches", text), "poland", "step Bobruisk")
    assert game.over or asked(game).step != "way"
    assert where(game, "P-BJ2") == "Bobruisk"


@rule("2.0f", "7.31a")
def test_who_marches_on_past_others_is_not_mixed_up_with_them():
    text = 'blocks.P-BJ2 = "Charyshi 2"\nblocks.P-6 = "Bobruisk 3 from Slutsk marched"\n'
    game = stage("marches", text + 'orders.poland-north = "march-out Charyshi"')
    game.s.seen[RUSSIA] = 1 << piece(game, "P-BJ2") | 1 << piece(game, "P-6")
    clicks(game, "poland", "step Bobruisk", "step Igumen", "halt")
    assert where(game, "P-BJ2") == "Igumen"
    assert game.s.seen[RUSSIA] == 1 << piece(game, "P-BJ2") | 1 << piece(game, "P-6")


@rule("7.3i", "7.3p", "7.2ak", "7.6a", "7.6c")
@pytest.mark.parametrize(("step", "verb", "to"), [("moves", "move-out", "Igumen"), ("railways", "rail", "Charyshi")])
def test_that_no_more_blocks_go_is_told_at_once(step, verb, to):
    """Others wait for it: the answer is not held back while its player may think again."""
    text = f'blocks.P-14 = "Bobruisk 4"\nblocks.P-6 = "Bobruisk 3"\norders.poland-north = "{verb} Bobruisk"'
    game = play(stage(step, text), "poland", "block P-14", f"step {to}")
    assert option(game, "done").publish


@rule("7.6a")
def test_another_block_may_be_chosen_before_a_train_leaves():
    text = 'blocks.P-14 = "Bobruisk 4"\nblocks.P-6 = "Bobruisk 3"\norders.poland-north = "rail Bobruisk"'
    game = stage("railways", text)
    play(game, "poland", "block P-14", "back")
    assert asks(game) == "poland: pick"
    play(game, "poland", "block P-6", "step Charyshi")
    assert (where(game, "P-6"), where(game, "P-14")) == ("Charyshi", "Bobruisk")
    assert can(game, "poland", "done"), "one has ridden"
    play(game, "poland", "done")
    assert not orders(game, "poland")


@rule("7.13a")
def test_rested_troops_may_be_fewer_than_two():
    text = 'blocks.P-14 = "Warsaw 2"\nblocks.P-6 = "Warsaw 2"\n'
    game = event("P-38", text)
    play(game, "poland", "block P-14")
    assert offered(game, "poland", "block") == {"P-6"}, "each gains one point"
    play(game, "poland", "done")
    assert (sp(game, "P-14"), sp(game, "P-6")) == (3, 2)
    assert asked(game).step != "which"


@rule("7.13a")
def test_latvian_riflemen_may_be_another_block():
    game = event("R-19", "")
    first, second = sorted(offered(game, "russia", "build"))[:2]
    play(game, "russia", f"build {first}", "back")
    assert asks(game) == "russia: which"
    play(game, "russia", f"build {second}", "site Klintsy")
    assert (where(game, first), where(game, second)) == ("pool", "Klintsy")
    assert sp(game, second) == 3


# -- raids ------------------------------------------------------------------------------------------------------------

RAID = """
    scenario = "to-warsaw"
    step = "moves"
    garrisons.poland = "Warsaw; Minsk"
    garrisons.russia = "Yartsevo; Vitebsk; Polotsk"
    blocks.R-10K = "Polotsk 3"
    blocks.R-15K = "Vitebsk 3"
    blocks.P-14 = "Minsk 4"
"""


@rule("7.31a", "2.2a")
def test_a_raider_may_leave_two_points_behind():
    game = running(RAID)
    game.s.effects = [Effect(card_number("R-5"), RN)]
    game.stack.append(AfterMoves(command=RN))
    play(game.run(), "russia", "block R-10K")
    brigade = min(offered(game, "russia", "detach-two"))
    play(game, "russia", f"detach-two {brigade}")
    assert (sp(game, brigade), sp(game, "R-10K")) == (2, 1)
    assert set(asked(game).verbs()) == {"step"}, "two points are all that may be left"


@rule("7.31a", "7.13a")
def test_only_raiders_of_the_command_ride_and_none_that_a_card_holds():
    game = running(RAID)
    frame = AfterMoves(command=RN)
    assert {game.s.m.key[game.s.unit[p]] for p in left(frame.not_raiding(game.s))} == {"R-10K", "R-15K"}
    assert left(AfterMoves(command=RS).not_raiding(game.s)) == []
    game.s.stuck = 1 << piece(game, "R-15K")
    assert left(frame.not_raiding(game.s)) == [piece(game, "R-10K")]
    frame.ridden = [unit("R-10K")]
    assert left(frame.not_raiding(game.s)) == []
    game = running(RAID.replace('R-10K = "Polotsk 3"', 'R-10K = "pool"'))
    assert left(frame.not_raiding(game.s)) == [piece(game, "R-15K")]


# -- leaders ----------------------------------------------------------------------------------------------------------

LED = f"""{LEADERS_CAN_ACT}
    blocks.P-Pilsudski = "Bobruisk 1"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-8 = "Vilna 3"
    blocks.R-21 = "Mogilev 3"
"""


@rule("9.0f", "9.0o")
def test_a_leaders_recon_is_within_two_areas_of_himself_and_counts_for_his_own_front():
    game = running(LED)
    here = piece(game, "P-Pilsudski")
    found = names(areas_for(game.s, here, Type.RECON, PN))
    assert {"Zhlobin", "Minsk", "Bobruisk", "Mogilev"} <= found
    assert "Gomel" not in found, "three areas away"
    assert "Vilna" not in found, "though a block is there"
    assert areas_for(game.s, here, Type.RECON, PS) == 0
    assert not leader_areas(game.s, here, Type.RECON) & game.s.m.eastern_links


@rule("7.2n", "9.0f")
def test_no_pole_looks_into_an_eastern_link_at_a_leaders_word_either():
    game = running(
        LED.replace('P-Pilsudski = "Bobruisk', 'P-Pilsudski = "Zhlobin') + 'blocks.R-Tukhachevsky = "Gomel 1"'
    )
    found = names(areas_for(game.s, piece(game, "P-Pilsudski"), Type.RECON, PN))
    assert "Gomel" in found
    assert "Klintsy" not in found, "two areas away"
    found = names(areas_for(game.s, piece(game, "R-Tukhachevsky"), Type.RECON, RN))
    assert {"Klintsy", "Zhlobin"} <= found


@rule("9.0f", "7.2ah", "9.0l")
def test_a_leader_gives_no_recon_where_one_lies():
    game = running(LED + 'orders.poland-north = ["recon Zhlobin"]')
    found = names(areas_for(game.s, piece(game, "P-Pilsudski"), Type.RECON, PN))
    assert "Zhlobin" not in found
    assert "Minsk" in found


@rule("9.0f", "9.0h", "9.0n", "9.0o")
def test_a_leaders_order_needs_a_block_in_reach_that_has_executed_nothing():
    game = running(LED + 'blocks.R-Budyonny = "Mogilev 1"')
    here = piece(game, "P-Pilsudski")
    assert names(areas_for(game.s, here, Type.DEFEND, PN)) == {"Bobruisk", "Zhlobin"}, "Vilna is too far"
    game.s.executed = 1 << piece(game, "P-14")
    assert names(areas_for(game.s, here, Type.DEFEND, PN)) == {"Bobruisk"}, "he may defend himself"
    budyonny = piece(game, "R-Budyonny")
    assert names(areas_for(game.s, budyonny, Type.MARCH_OUT, RN)) == {"Mogilev"}, "his own area only"


@rule("10.0d", "10.1a")
def test_whose_blocks_a_leader_can_order():
    game = running(LED)
    assert followers(game.s, piece(game, "P-Pilsudski")) == [PN, PS]
    game = running(LED + 'options.players = "4"', players="4")
    assert followers(game.s, piece(game, "P-Pilsudski")) == [PN]


@rule("9.0l")
def test_orders_that_could_be_taken_off_are_those_of_the_blocks_concerned():
    text = LED + 'blocks.P-9 = "Zhlobin 3"\nblocks.P-6 = "Minsk 4"\n'
    text += 'orders.poland-north = ["defend Zhlobin", "withdraw Minsk", "recon Mogilev"]'
    game = running(text)

    def moves_out(s, p):
        return s.place[p] == area("Zhlobin")

    found = rivals(game.s, PN, moves_out)
    assert [(o.type, o.area) for o in found] == [(Type.DEFEND, area("Zhlobin"))], "neither that of Minsk nor the Recon"
    game.s.executed = 1 << piece(game, "P-9") | 1 << piece(game, "P-14")
    assert rivals(game.s, PN, moves_out) == [], "who has executed an order has none to lose"


@rule("9.0l")
@pytest.mark.parametrize(("goal", "freeing"), [("Chernobyl", ["march-to", "defend"]), ("Rechitsa", [])])
def test_an_order_of_somebody_else_may_be_the_one_that_keeps_a_block(goal, freeing):
    """To Chernobyl only the riders could march. Without that order they defend, and without the order to defend they
    march: either way the 14th is free. With the 9th beside them nobody is wanted twice."""
    text = LED + 'blocks.P-BJ2 = "Zhlobin 2"\n' + ('blocks.P-9 = "Zhlobin 3"\n' if not freeing else "")
    game = running(text + f'orders.poland-north = ["defend Zhlobin", "march-to {goal}"]')
    found = in_the_way(game.s, PN, lambda s, p: p == piece(game, "P-14"))
    assert {(o.type, o.area) for o in found} == {
        (ORDERS.index(verb), area(goal if verb == "march-to" else "Zhlobin")) for verb in freeing
    }


@rule("9.0l", "9.0f")
@pytest.mark.parametrize(("verb", "again"), [("reorganize", False), ("defend", True)])
def test_one_block_reorganizes_so_one_order_is_taken_off_for_it(verb, again):
    """Any number of blocks may defend in place of what they were ordered."""
    text = LED.replace('P-14 = "Zhlobin 4"', 'P-14 = "Zhlobin 2"') + 'blocks.P-9 = "Zhlobin 2"\n'
    text += 'orders.poland-north = ["move-out Zhlobin", "march-out Zhlobin"]'
    game = running(text, LeaderWindow(command=PN, stage=Stage.MOVES))
    play(game, "poland", "leader P-Pilsudski", f"{verb} Zhlobin")
    assert set(asked(game).verbs()) == {"countermand"}, "nobody is free"
    play(game, "poland", f"countermand {token(game, 'move-out Zhlobin')}")
    assert bool(game.decisions) == again
    assert offered(game, "poland", "countermand") == ({token(game, "march-out Zhlobin")} if again else set())


@rule("9.0k", "9.0m")
def test_leaders_of_a_front_are_used_in_its_turn_and_all_of_them_just_before_battles():
    text = LED + 'blocks.P-Haller = "Rovno 1"'
    for last, expected in ((False, {"P-Haller"}), (True, {"P-Haller", "P-Pilsudski"})):
        game = running(text, LeaderWindow(command=PS, stage=Stage.MOVES, last=last))
        assert offered(game, "poland", "leader") == expected
        play(game, "poland", "leader P-Haller")
        assert asked(game).step == "order"


@rule("9.0e")
def test_a_leader_shows_himself_to_the_enemy_and_stays_turned():
    game = running(LED, LeaderWindow(command=PN, stage=Stage.MOVES))
    play(game, "poland", "leader P-Pilsudski")
    assert game.s.spent == 1 << unit("P-Pilsudski")
    assert game.s.seen == [0, 1 << piece(game, "P-Pilsudski")]
    assert "9.0e" in {barrier.rule for barrier in game.barriers}


# -- who may be spared ------------------------------------------------------------------------------------------------

SPARED = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev; Klintsy"
    blocks.P-14 = "Charyshi 4"
    blocks.P-BJ2 = "Charyshi 2"
    blocks.P-9 = "Slutsk 3"
    orders.poland-north = ["move-out Charyshi", "march-to Rohachev"]
"""


@rule("7.3i")
def test_a_block_that_alone_could_carry_out_another_order_is_not_spared():
    """Only the cavalry reaches Gomel: the infantry moves out."""
    game = running('step = "moves"\n' + SPARED.replace("march-to Rohachev", "move-to Gomel"))
    order = next(o for o in game.s.orders if o.type == Type.MOVE_OUT)
    both = [piece(game, "P-14"), piece(game, "P-BJ2")]
    assert dispensable(game.s, both, order) == [piece(game, "P-14")]
    assert least_missed(game.s, both, order) == [piece(game, "P-14")]
    assert least_missed(game.s, both[1:], order) == both[1:], "somebody must go"
    assert dispensable(game.s, both[1:], order) == []


# -- counters and cities ----------------------------------------------------------------------------------------------


@rule("7.2d", "7.2an", "10.2a", "10.2c")
def test_counters_that_are_left_for_a_command():
    text = f"""{FOUR_PLAYERS}
        blocks.P-14 = "Minsk 4"
        blocks.P-15 = "Rovno 4"
        allowance.poland-north = 4
    """
    game = at(text)
    assert (counters_left(game.s, PN, Type.RECON), counters_left(game.s, PS, Type.RECON)) == (2, 2)
    game = at(text + 'orders.poland-north = ["recon Minsk"]')
    assert counters_left(game.s, PN, Type.RECON) == 0, "the second is kept for the ally"
    assert counters_left(game.s, PS, Type.RECON) == 1
    game.s.passed = 1 << PS
    assert counters_left(game.s, PN, Type.RECON) == 1, "the ally has given it up"
    game.s.reserved[PS][Type.DEFEND] = 2
    assert counters_left(game.s, PN, Type.DEFEND) == 3
    assert counters_left(game.s, PS, Type.DEFEND) == 5, "what is put aside is his own"


@rule("10.2a", "10.2c")
def test_who_of_two_allies_picks_counters_first():
    text = 'scenario = "campaign"\noptions.players = "4"\ngarrisons.poland = "Warsaw"\n'
    south = at(text + 'garrisons.russia = "Mogilev; Kiev; Zhitomir; Vinnitsa"').s
    assert first_choice(south, RUSSIA) == SOUTH
    tied = at(text + 'garrisons.russia = "Mogilev; Kiev; Gomel; Vinnitsa"').s
    north = at(text + 'garrisons.russia = "Mogilev; Gomel; Vitebsk; Kiev"').s
    assert first_choice(north, RUSSIA) == NORTH
    assert first_choice(tied, RUSSIA) == NORTH, "a tie"
    assert first_choice(north, POLAND) == NORTH
    assert first_choice(at(text, supreme="south").s, POLAND) == SOUTH
    assert first_choice(at(text.replace('options.players = "4"', "")).s, RUSSIA) == -1, "one player commands both"


# -- movement ---------------------------------------------------------------------------------------------------------


@rule("7.33b", "7.2q")
def test_no_fifth_block_attacks_over_a_link_by_a_move_out():
    four = "".join(f'blocks.{name} = "Zhlobin 1 from Charyshi"\n' for name in ("P-6", "P-9", "P-16", "P-8"))
    text = 'blocks.R-21 = "Zhlobin 3"\nblocks.P-14 = "Charyshi 4"\norders.poland-north = "move-out Charyshi"\n' + four
    assert offered(stage("moves", text), "poland", "step") == {"Bobruisk"}
    three = text.replace('blocks.P-8 = "Zhlobin 1 from Charyshi"\n', "")
    assert "Zhlobin" in offered(stage("moves", three), "poland", "step"), "a fourth does"


@rule("7.3j", "7.3i", "7.2j", "7.3k")
def test_once_a_block_has_executed_an_order_the_others_need_not():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\norders.poland-north = "march-out Charyshi"'
    game = stage("marches", text)
    assert not can(game, "poland", "done"), "at least one must"
    play(game, "poland", "block P-14", "step Bobruisk", "halt")
    assert game.s.marched == game.s.executed == 1 << piece(game, "P-14"), "one area is a forced march as well"
    assert len(game.s.fulfilled) == 1
    assert can(game, "poland", "done")
    play(game, "poland", "done")
    assert where(game, "P-6") == "Charyshi"
    assert not orders(game, "poland"), "the order goes back to its pool"


@rule("7.32c")
def test_who_leaves_takes_the_place_of_one_that_may_leave():
    """Two of three are pinned: when the third has gone nobody else may."""
    text = """
        blocks.P-14 = "Zhlobin 4"
        blocks.P-6 = "Zhlobin 3"
        blocks.P-9 = "Zhlobin 3"
        blocks.R-21 = "Zhlobin 3 from Rohachev"
        blocks.R-8 = "Zhlobin 3 from Rohachev"
        orders.poland-north = "move-out Zhlobin"
    """
    game = stage("moves", text)
    assert offered(game, "poland", "block") == {"P-14", "P-6", "P-9"}
    clicks(game, "poland", "block P-6", "step Charyshi")
    assert asks(game) == "nobody"
    assert (where(game, "P-6"), where(game, "P-14"), where(game, "P-9")) == ("Charyshi", "Zhlobin", "Zhlobin")


# -- arrivals, cities, cards ------------------------------------------------------------------------------------------


@rule("1.4c", "4.0g")
def test_where_a_block_comes_in_whose_area_is_full():
    full = "".join(f'blocks.{name} = "Minsk 1"\n' for name in ("P-6", "P-9", "P-16", "P-8"))
    text = 'scenario = "to-warsaw"\ngarrisons.poland = "Warsaw; Minsk; Vilna"\ngarrisons.russia = "Yartsevo; Vitebsk"\n'
    s = running(text).s
    assert arrival_areas(s, POLAND, area("Minsk")) == [area("Minsk")]
    s = running(text + full).s
    assert arrival_areas(s, POLAND, area("Minsk")) == [area("Warsaw")]
    in_warsaw = full.replace("Minsk", "Warsaw") + full.replace("P-6", "P-14").replace("P-9", "P-10").replace(
        "P-16", "P-1L"
    ).replace("P-8", "P-3L")
    s = running(text + in_warsaw).s
    assert arrival_areas(s, POLAND, area("Minsk")) == [area("Vilna")], "any depot with room"
    s = running(text + 'blocks.P-14 = "Vitebsk 4 from Polotsk"\n').s
    found = arrival_areas(s, RUSSIA, area("Vitebsk"))
    assert area("Yartsevo") in found
    assert area("Vitebsk") not in found, "an enemy is there"


@rule("10.2b")
@pytest.mark.parametrize(
    ("leaders", "front"),
    [
        ('blocks.R-Tukhachevsky = "Gomel 1"\nblocks.R-Stalin = "Kiev 1"', NORTH),
        ('blocks.R-Tukhachevsky = "Vitebsk 1"\nblocks.R-Stalin = "Chernigov 1"', SOUTH),
        ('blocks.R-Tukhachevsky = "Gomel 1"\nblocks.R-Stalin = "Chernigov 1"', NORTH),
        ('blocks.R-Stalin = "Kiev 1"', SOUTH),
        ("", NORTH),
    ],
)
def test_the_front_that_klintsys_cubes_serve(leaders, front):
    text = 'scenario = "campaign"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Klintsy; Gomel; Kiev; Vitebsk"\n'
    assert klintsy_front(running(text + leaders).s) == front


@rule("10.2b")
def test_with_one_front_in_play_klintsys_cubes_serve_it():
    assert klintsy_front(running('scenario = "to-warsaw"\ngarrisons.poland = "Warsaw"').s) == NORTH


@rule("7.41.2b", "7.1b")
def test_a_battle_card_that_was_not_laid_is_known_not_to_lie_there():
    text = (
        'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\nhands.poland = "P-8"\nhands.russia = "R-3"'
    )
    game = running('garrisons.poland = "Bobruisk; Mozyr"\n' + text)
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    assert game.seat("poland").s.fight.cards == [-1, -1]
    game.s.fight.cards = [card_number("P-8"), card_number("R-3")]
    assert game.seat("poland").s.fight.cards == [card_number("P-8"), UNKNOWN]
    assert game.seat("russia").s.fight.cards == [UNKNOWN, card_number("R-3")]
    game.s.fight.revealed = True
    assert game.seat("poland").s.fight.cards == [card_number("P-8"), card_number("R-3")]


@rule("4.0e", "2.0f")
def test_nobody_can_tell_blocks_by_their_place_in_the_roster():
    s = start("campaign").s
    assert s.unit != sorted(s.unit), "keys are dealt when the blocks are set up"
    assert sorted(s.unit) == list(range(len(s.unit)))
    assert s.unit != start("campaign", 2).s.unit


@rule("2.2a", "2.2b", "2.2c", "2.2f")
def test_a_detachment_takes_its_points_from_the_division_and_may_not_move():
    text = 'blocks.P-14 = "Charyshi 4"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    play(game, "poland", "detach-two P-b1")
    assert (sp(game, "P-14"), sp(game, "P-b1")) == (2, 2)
    assert game.s.detached == 1 << piece(game, "P-b1")
    assert game.s.southern == 0
    assert game.s.origin[piece(game, "P-b1")] == -1, "its division began the phase there"
    assert game.s.start[piece(game, "P-b1")] == -1


@rule("7.3k")
def test_an_order_that_nobody_can_follow_any_more_goes_back():
    """Both Poles are pinned."""
    text = """
        blocks.P-14 = "Zhlobin 4"
        blocks.R-21 = "Zhlobin 3 from Rohachev marched"
        orders.poland-north = ["move-out Zhlobin", "move-to Charyshi"]
    """
    game = stage("moves", text)
    assert not orders(game, "poland")
    assert len(events(game, "unfulfilled")) == 2
    assert where(game, "P-14") == "Zhlobin"
