"""Corners of the rules: positions in which two rules meet, or a rule is easily read too narrowly."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.cards.windows import BattleEnd, StepStart
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH, command_of
from vistula.games.strike_of_the_eagle.rules.advance import Advance
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.reinforcement import ReinforcementPhase
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks
from vistula.games.strike_of_the_eagle.shown.position import STEPS
from vistula.games.strike_of_the_eagle.state import Effect, Fight, State
from vistula.kernel import Game

from .table import (
    SUPPLY,
    TITLE,
    area,
    asks,
    at,
    battle,
    can,
    clicks,
    first,
    offered,
    orders,
    piece,
    play,
    running,
    sees,
    settle,
    sp,
    stage,
    token,
    verbs,
    where,
)

rule = pytest.mark.rule

PN, RS = command_of(POLAND, NORTH), command_of(RUSSIA, SOUTH)
ZELIGOWSKI, RED_COSSACKS = 22, 55 + 23


# -- the order more for Vilna (Polish card 23) --------------------------------------------------------------------


def vilna(text: str, **options: str) -> Game[State]:
    """The Poles may place one order more, which is for Vilna."""
    head = 'scenario = "campaign"\ngarrisons.poland = "Warsaw; Grodno"\ngarrisons.russia = "Yartsevo; Minsk"\n'
    blocks = 'blocks.P-8 = "Lida 3"\nblocks.P-10 = "Lida 3"\nblocks.P-17 = "Grodno 3"\nblocks.R-4 = "Minsk 3"\n'
    game = at(head + blocks + dedent(text), **options)
    game.s.effects.append(Effect(ZELIGOWSKI, PN))
    return game


@rule("7.2b")
def test_the_order_on_vilna_is_beyond_the_others_whenever_it_is_placed():
    game = first(vilna(""), "poland")
    play(game, "poland", "move-to Vilna")
    play(game, "russia", "pass")
    play(game, "poland", "move-out Lida")
    assert verbs(game) == {"recon", "pass"}, "the two that everybody has are not used up by it"
    play(game, "poland", "recon Minsk")
    assert game.s.passed >> PN & 1, "three orders in all"


@rule("7.2b", "7.2a")
def test_nobody_learns_whether_an_order_on_vilna_is_the_one_more():
    seen = []
    for click in ("move-to Vilna", "recon Vilna"):
        game = play(first(vilna(""), "poland"), "poland", click)
        s = game.seat("russia").s
        seen.append((s.placed, s.to_vilna, s.recons, s.effects, [o.type for o in s.orders]))
    assert seen[0] == seen[1]


@rule("7.2b", "7.2aj")
@pytest.mark.parametrize(
    ("taken", "instead"),
    [
        ("move-to Vilna", {"march-to": {"Vilna"}}),
        ("move-out Lida", {"defend": {"Lida", "Grodno"}, "march-to": {"Vilna"}}),
    ],
)
def test_in_place_of_an_order_taken_back_no_more_may_be_placed_than_before(taken, instead):
    """Polish card 37: without its order on Vilna a command has only those that everybody has."""
    head = 'scenario = "campaign"\nstep = "marches"\nhands.poland = "P-37"\nallowance.poland-north = 2\n'
    places = 'garrisons.poland = "Warsaw; Grodno"\ngarrisons.russia = "Yartsevo; Minsk"\nblocks.R-4 = "Minsk 3"\n'
    blocks = 'blocks.P-8 = "Lida 3"\nblocks.P-10 = "Lida 3"\nblocks.P-17 = "Grodno 3"\n'
    listed = 'orders.poland-north = ["move-to Vilna", "move-out Lida", "recon Minsk"]\n'
    game = running(head + places + blocks + listed)
    game.s.allowance[PN] = 2
    game.s.effects.append(Effect(ZELIGOWSKI, PN))
    game.stack.append(StepStart(front=NORTH, stage=STEPS.index("marches")))
    game.run()
    play(game, "poland", "react P-37", f"order {token(game, taken)}")
    for verb, areas in instead.items():
        assert areas <= offered(game, "poland", verb)
    if taken == "move-to Vilna":
        assert verbs(game) == {"march-to", "back"}
        assert offered(game, "poland", "march-to") == {"Vilna"}


@rule("7.2b", "8.0a")
def test_with_the_order_on_vilna_what_was_placed_is_forgotten():
    """When the Reinforcement Phase begins, orders, the card's leave to place one more, and their count are gone."""
    game = vilna("")
    game.s.placed[PN], game.s.to_vilna[PN], game.s.recons[PN] = 3, 1, 1
    game.stack[:] = [ReinforcementPhase()]
    game.run()
    assert (game.s.orders, game.s.effects, game.s.placed) == ([], [], [0, 0, 0, 0])
    TITLE.check(game.s, game.stack)


# -- movement -------------------------------------------------------------------------------------------------------


@rule("7.32c")
def test_who_comes_in_later_can_be_the_one_who_is_pinned():
    """One enemy came, then a block in support, then another enemy: two of three are pinned, and one may leave."""
    blocks = [
        'blocks.P-14 = "Zhlobin 4"',
        'blocks.P-6 = "Zhlobin 3"',
        'blocks.R-21 = "Zhlobin 3 from Rohachev marched"',
    ]
    support = 'blocks.P-2L = "Zhlobin 3 from Charyshi marched"'
    second = 'blocks.R-10 = "Zhlobin 4 from Gomel"'
    order = 'orders.poland-north = "move-out Zhlobin"\n'
    game = stage("moves", "\n".join([*blocks, support, second, order]))
    assert offered(game, "poland", "block") == {"P-14", "P-6"}
    play(game, "poland", "block P-14", "step Charyshi")
    assert where(settle(game), "P-6") == "Zhlobin", "the other one is pinned"
    game = stage("moves", "\n".join([*blocks, second, support, order]))
    assert not orders(game, "poland"), "whoever comes after both enemies sets nobody free"


@rule("7.2g", "7.2q", "7.3i")
def test_an_out_order_leads_out_and_not_round_to_where_it_began():
    game = stage("moves", 'blocks.P-BJ2 = "Zhlobin 2"\norders.poland-north = "move-out Zhlobin"')
    play(game, "poland", "step Rohachev")
    assert "Zhlobin" not in offered(game, "poland", "step")
    assert "Mogilev" in offered(game, "poland", "step")


@rule("7.3l", "7.33b")
def test_a_to_order_is_not_begun_that_could_end_only_on_a_full_link():
    """Four have come from Charyshi: cavalry behind it may not set out for Zhlobin and come up short."""
    four = "\n".join(f'blocks.{name} = "Zhlobin 2 from Charyshi"' for name in ("P-14", "P-6", "P-9", "P-16"))
    held = 'blocks.R-21 = "Zhlobin 3"\nblocks.R-8 = "Rohachev 3"\n'
    text = f'{held}{four}\nblocks.P-BJ2 = "Bobruisk 2"\norders.poland-north = "move-to Zhlobin"'
    game = stage("moves", text)
    assert where(game, "P-BJ2") == "Bobruisk"
    assert not orders(game, "poland")
    three = text.replace('blocks.P-16 = "Zhlobin 2 from Charyshi"\n', "")
    assert where(stage("moves", three), "P-BJ2") == "Zhlobin", "over a link with room it goes, all the way"


@rule("2.0e", "7.2e", "7.2o")
def test_an_order_for_the_red_cossacks_may_lie_an_area_farther_off():
    """Soviet card 24: the 8th Cavalry Division reaches three areas by a Move."""
    text = 'scenario = "lwow"\ngarrisons.russia = "Rovno; Klintsy; Elizavetgrad"\nblocks.R-8K = "Rovno 3"\n'
    text += 'garrisons.poland = "Warsaw; Lwow"\nblocks.P-5 = "Lwow 3"\n'
    game = first(at(text), "russia")
    assert {"Sokal", "Zamosc"} & offered(game, "russia", "move-to") == {"Sokal"}
    game = at(text)
    game.s.effects.append(Effect(RED_COSSACKS, RS))
    first(game, "russia")
    assert {"Sokal", "Zamosc", "Lublin"} & offered(game, "russia", "move-to") == {"Sokal", "Zamosc"}
    assert "Lublin" in offered(game, "russia", "march-to"), "and four by a Forced March"


# -- withdrawing ----------------------------------------------------------------------------------------------------

LAST_STAND = """
    blocks.P-14 = "Zhlobin 1"
    blocks.P-6 = "Zhlobin 3 from Charyshi"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    orders.poland-north = "withdraw Zhlobin"
"""


@rule("7.2u")
def test_all_leave_though_the_block_that_led_them_is_lost():
    game = play(stage("withdrawals", LAST_STAND), "poland", "lose P-14")
    assert where(game, "P-14") == "pool"
    play(settle(game), "poland", "step Charyshi")
    assert where(game, "P-6") == "Charyshi", "the newcomer was to leave too"


@rule("7.2u", "9.0c")
def test_any_block_may_lose_the_point_even_a_leader():
    text = """
        scenario = "to-warsaw"
        garrisons.poland = "Warsaw; Bobruisk"
        garrisons.russia = "Mogilev; Yartsevo"
        blocks.P-14 = "Zhlobin 4"
        blocks.P-Haller = "Zhlobin 1"
        blocks.R-21 = "Zhlobin 3 from Rohachev"
        orders.poland-north = "withdraw Zhlobin"
    """
    game = stage("withdrawals", text)
    play(game, "poland", f"order {token(game, 'withdraw Zhlobin')}")
    assert offered(game, "poland", "lose") == {"P-14", "P-Haller"}


# -- trains and other orders ----------------------------------------------------------------------------------------


@rule("7.2af")
def test_the_block_with_the_defend_order_does_not_ride():
    """Two blocks with a Defend Area and a Rail Transport: one rides."""
    text = 'blocks.P-14 = "Bobruisk 4"\nblocks.P-6 = "Bobruisk 3"\n'
    listed = '["rail Bobruisk", "defend Bobruisk"]'
    game = stage("railways", text + f"orders.poland-north = {listed}")
    assert offered(game, "poland", "block") == {"P-14", "P-6"}
    play(game, "poland", "block P-14", "step Charyshi")
    assert not orders(game, "poland") or offered(game, "poland", "block") == set()
    assert where(settle(game), "P-6") == "Bobruisk"
    game = stage("railways", text + 'orders.poland-north = "rail Bobruisk"')
    play(game, "poland", "block P-14", "step Charyshi")
    assert can(game, "poland", "block P-6"), "without it both may"


@rule("7.3o")
def test_all_orders_are_off_the_map_when_supply_is_checked():
    text = 'step = "railways"\nblocks.P-14 = "Bobruisk 4"\nblocks.R-21 = "Rohachev 3"\n'
    game = at(SUPPLY + text + 'orders.poland-north = "defend Bobruisk"')
    assert game.s.phase == 2, "the phase is over"
    assert orders(game, "poland") == []


# -- after a battle -------------------------------------------------------------------------------------------------


@rule("7.41.4c")
@pytest.mark.parametrize("gone", ["Charyshi", "Zhlobin"])
def test_hospitals_reach_blocks_wherever_they_went_after_the_battle(gone):
    """Polish card 39: a block that has retreated survives as well."""
    text = 'step = "battles"\nhands.poland = "P-39"\nblocks.P-14 = "Zhlobin 3"\nblocks.R-21 = "Zhlobin 3 from Rohachev"'
    game = running(SUPPLY + text)
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    game.s.fight.winner = RUSSIA
    game.s.fight.hurt = 1 << piece(game, "P-14")
    if gone == "Charyshi":
        game.s.place[piece(game, "P-14")] = area("Charyshi")
        game.s.fight.engaged[POLAND] = 0
    game.stack.append(BattleEnd())
    play(game.run(), "poland", "react P-39")
    assert sp(settle(game), "P-14") == 4


@rule("7.41.4c")
def test_a_block_that_follows_the_enemy_is_still_the_one_that_was_hurt():
    """Polish cards 32 and 39: keys of blocks change as one of them leaves."""
    blocks = 'blocks.P-14 = "Zhlobin 3"\nblocks.P-6 = "Zhlobin 2"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    for follower, hurt in (("P-14", "P-6"), ("P-6", "P-14"), ("P-6", "P-6")):
        game = running(SUPPLY + 'step = "battles"\nhands.poland = "P-39"\n' + blocks)
        game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
        game.s.fight.winner, game.s.fight.revealed = POLAND, True
        game.s.fight.cards[POLAND] = 32 - 1
        game.s.deck[POLAND].remove(32 - 1)
        game.s.fight.hurt = 1 << piece(game, hurt)
        game.s.place[piece(game, "R-21")] = area("Mogilev")
        game.stack.append(BattleEnd())
        play(game.run(), "poland", f"block {follower}", "step Rohachev", "react P-39")
        settle(game)
        assert (sp(game, "P-14"), sp(game, "P-6")) == ((4, 2) if hurt == "P-14" else (3, 3))


CROWD = "".join(f'blocks.{name} = "Zhlobin 2 from Rohachev"\n' for name in ("R-21", "R-10", "R-17", "R-8"))


@rule("7.43a", "7.43b", "7.43c", "7.43d")
def test_of_winners_who_cannot_go_back_the_owner_says_who_stays():
    """Five have won; the areas that they came from are held by the enemy."""
    text = CROWD + 'blocks.R-57 = "Zhlobin 2 from Gomel"\nblocks.P-14 = "Zhlobin 3"\n'
    game = running('garrisons.poland = "Bobruisk"\ngarrisons.russia = "Klintsy"\nstep = "battles"\n' + text)
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    for name, place in (("P-14", "Rohachev"), ("P-6", "Gomel")):
        game.s.place[piece(game, name)], game.s.sp[piece(game, name)] = area(place), 1
    game.s.fight.engaged[POLAND] = 0
    game.stack += [ExcessBlocks(), Advance(side=RUSSIA)]
    game.run()
    left = {"R-57", "R-21", "R-10", "R-17", "R-8"}
    for name in ("R-57", "R-10", "R-17", "R-8"):
        assert asks(game) == "russia: crowd"
        assert offered(game, "russia", "come-in") == left
        play(game, "russia", f"come-in {name}")
        left -= {name}
    settle(game)
    assert where(game, "R-21") != "Zhlobin"
    assert {where(game, name) for name in ("R-57", "R-10", "R-17", "R-8")} == {"Zhlobin"}


@rule("7.43a", "7.43c")
def test_four_winners_who_cannot_go_back_come_in_unasked():
    game = running('garrisons.poland = "Bobruisk"\ngarrisons.russia = "Klintsy"\nstep = "battles"\n' + CROWD)
    game.s.fight = Fight(area("Zhlobin"), RUSSIA)
    names = ("R-21", "R-10", "R-17", "R-8")
    game.s.fight.engaged[RUSSIA] = game.s.on_link = sum(1 << piece(game, name) for name in names)
    game.s.place[piece(game, "P-14")], game.s.sp[piece(game, "P-14")] = area("Rohachev"), 1
    game.stack.append(Advance(side=RUSSIA))
    game.run()
    assert asks(game) == "nobody"
    assert game.s.on_link == 0


@rule("7.33f")
def test_of_waiting_blocks_the_owner_says_who_goes_back_where_there_is_little_room():
    names = ("P-14", "P-6", "P-9", "P-16")
    full = "".join(f'blocks.{name} = "Charyshi 1"\n' for name in names)
    more = "".join(f'blocks.{name} = "Charyshi 2 from Bobruisk"\n' for name in ("P-2L", "P-4"))
    game = running(SUPPLY + 'step = "battles"\n' + full + more)
    for name, place in (("P-8", "Bobruisk"), ("P-10", "Bobruisk"), ("P-11", "Bobruisk")):
        game.s.place[piece(game, name)], game.s.sp[piece(game, name)] = area(place), 1
    game.stack.append(ExcessBlocks())
    game.run()
    assert offered(game, "poland", "block") == {"P-2L", "P-4"}
    play(game, "poland", "block P-4")
    settle(game)
    assert where(game, "P-4") == "Bobruisk"
    assert where(game, "P-2L") == "Zhlobin"


@rule("7.42d", "7.33e")
def test_who_supported_a_victory_has_his_room_before_others_retreat_there():
    """At Kalenkovichi three have won with the help of a fourth: two who are beaten at Zhlobin find no room there."""
    inside = "".join(f'blocks.{name} = "Kalenkovichi 3"\n' for name in ("P-14", "P-9", "P-16"))
    won = inside + 'blocks.R-57 = "Kalenkovichi 1 from Rechitsa"\nblocks.P-8 = "Kalenkovichi 1 from Mozyr"\n'
    lost = 'blocks.P-6 = "Zhlobin 3"\nblocks.P-10 = "Zhlobin 2"\n'
    lost += "".join(f'blocks.{name} = "Zhlobin 4 from Rohachev"\n' for name in ("R-21", "R-10"))
    lost += "".join(f'blocks.{name} = "Zhlobin 1 from Rohachev"\n' for name in ("R-17", "R-8"))
    game = battle(won + lost, "R-6", "P-28", "R-21", "P-38")
    assert where(game, "P-8") == "Kalenkovichi"
    clicks(game, "russia", "lose R-21")
    clicks(game, "poland", "lose P-6")
    assert [where(game, name) for name in ("P-6", "P-10")] == ["Charyshi", "Charyshi"], "the only area with room"


@rule("2.0f", "7.33e")
def test_nobody_can_tell_which_of_the_waiting_blocks_comes_in():
    """Two wait before Charyshi, both seen by the Soviets; there is room for one."""
    three = "".join(f'blocks.{name} = "Charyshi 1"\n' for name in ("P-14", "P-6", "P-9", "P-16"))
    text = three + 'blocks.P-2L = "Charyshi 3 from Bobruisk"\nblocks.P-4 = "Charyshi 3 from Bobruisk"\n'
    for comes in ("P-2L", "P-4"):
        game = running(SUPPLY + 'step = "battles"\nseen.russia = "P-2L P-4"\n' + text)
        before = {piece(game, name) for name in ("P-2L", "P-4")}
        game.s.seen[1] |= sum(1 << p for p in before)
        game.s.place[piece(game, "P-16")] = area("Bobruisk")
        game.stack.append(ExcessBlocks())
        settle(play(game.run(), "poland", f"come-in {comes}"))
        assert where(game, comes) == "Charyshi"
        assert piece(game, comes) == min(before), "the same wooden block whichever it is"
        assert not sees(game, "russia", comes)
