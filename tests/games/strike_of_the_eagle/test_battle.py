"""7.4 Battles: their order, who defends, Combat Values, cards; 7.34 flanks, 1.2 fortifications."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.battle_cards import counting_flanks
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.flanks import defender_of, lay_out_fight
from vistula.games.strike_of_the_eagle.rules.strength import combat_value, fighting_strength

from .situations import battles, fought, laid_out, pass_on
from .table import (
    area,
    asked,
    asks,
    events,
    names,
    offered,
    piece,
    play,
    running,
    sees,
    verbs,
)

rule = pytest.mark.rule

# -- who defends, where from ----------------------------------------------------------------------------------------


@rule("7.32a")
def test_who_began_there_or_has_a_garrison_defends():
    s = running('blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"').s
    assert defender_of(s, area("Zhlobin")) == POLAND
    s = running(
        'garrisons.russia = "Mogilev"\nblocks.P-14 = "Mogilev 4 from Rohachev"\nblocks.R-21 = "Mogilev 3 from Krichev"'
    ).s
    assert defender_of(s, area("Mogilev")) == RUSSIA, "though the Poles were there first"


@rule("7.32b")
def test_of_an_empty_area_the_first_to_come_is_the_defender():
    s = running('blocks.P-14 = "Zhlobin 4 from Charyshi"\nblocks.R-21 = "Zhlobin 3 from Rohachev"').s
    assert defender_of(s, area("Zhlobin")) == POLAND
    s = running('blocks.R-21 = "Zhlobin 3 from Rohachev"\nblocks.P-14 = "Zhlobin 4 from Charyshi"').s
    assert defender_of(s, area("Zhlobin")) == RUSSIA


THREE = """
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 4 from Gomel"
    blocks.R-57 = "Zhlobin 2 from Kalenkovichi"
"""


@rule("7.34a", "7.34b", "7.34c")
def test_the_example_of_an_attack_along_three_links():
    game = laid_out(THREE)
    assert names(1 << game.s.fight.directions[0]) == {"Rohachev"}
    assert counting_flanks(game.s) == 2
    assert combat_value(game.s, game.s.fight, POLAND) == 0
    assert combat_value(game.s, game.s.fight, RUSSIA) == 9


@rule("7.34e", "7.2aa")
def test_a_defend_area_order_cancels_one():
    game = laid_out(THREE + '    orders.poland-north = "defend Zhlobin"\n')
    assert counting_flanks(game.s) == 1
    assert combat_value(game.s, game.s.fight, POLAND) == 2


@rule("7.34d")
def test_the_attacker_is_never_flanked():
    game = laid_out(
        'blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 3 from Charyshi"\nblocks.P-9 = "Zhlobin 3 from Rohachev"\n'
        'blocks.R-10 = "Zhlobin 4 from Gomel"'
    )
    assert combat_value(game.s, game.s.fight, RUSSIA) == 4


@rule("7.34f", "7.34g", "1.2b")
def test_fortification_defend_area_and_support_together():
    """Attacked from three fortified directions but one: support, order and fort cancel up to three flanks."""
    game = laid_out(
        """
        blocks.P-14 = "Zhlobin 4"
        blocks.P-6 = "Zhlobin 3 from Rohachev"
        blocks.R-21 = "Zhlobin 3 from Charyshi"
        blocks.R-10 = "Zhlobin 4 from Gomel"
        blocks.R-57 = "Zhlobin 2 from Kalenkovichi"
        orders.poland-north = "defend Zhlobin"
        """
    )
    assert game.s.fight.fortified
    assert game.s.fight.defended
    assert len(game.s.fight.supports) == 1
    assert counting_flanks(game.s) == 0


@rule("1.2b", "1.2c", "1.2d")
def test_a_fortification_helps_only_against_all_fortified_directions():
    text = 'blocks.P-14 = "Zhlobin 4 from Charyshi"\nblocks.R-10 = "Zhlobin 4 from Gomel"\n'
    assert laid_out(text).s.fight.fortified, "it serves whoever defends, even a newcomer"
    assert not laid_out(text + 'blocks.R-21 = "Zhlobin 3 from Rohachev"').s.fight.fortified, "the north side is open"


@rule("7.34f")
def test_the_first_block_into_an_empty_area_supports_nobody():
    one = 'blocks.P-6 = "Zhlobin 3 from Charyshi marched"\nblocks.R-10 = "Zhlobin 4 from Gomel"\n'
    assert laid_out(one).s.fight.supports == []
    assert len(laid_out(one + 'blocks.P-14 = "Zhlobin 4 from Charyshi"').s.fight.supports) == 1


@rule("7.34f", "7.32a")
def test_who_comes_into_an_area_that_all_have_left_supports_nobody():
    """Poles began at Zhlobin; they have left when another comes in."""
    came = 'blocks.P-6 = "Zhlobin 3 from Charyshi"\n'
    foes = 'blocks.R-10 = "Zhlobin 4 from Gomel"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    left = 'blocks.P-14 = "Kalenkovichi 4 from Zhlobin"\n'
    game = laid_out(left + came + foes)
    assert game.s.fight.attacker == RUSSIA
    assert game.s.fight.supports == []
    assert counting_flanks(game.s) == 1
    assert len(laid_out(came + left + foes).s.fight.supports) == 1, "they were still there"
    assert len(laid_out(left + came + foes + 'blocks.P-9 = "Zhlobin 2 from Kalenkovichi"').s.fight.supports) == 1


@rule("7.2ab")
def test_defend_area_covers_latecomers_while_one_block_began_there():
    text = 'orders.poland-north = "defend Zhlobin"\nblocks.R-10 = "Zhlobin 4 from Gomel"\n'
    text += 'blocks.P-6 = "Zhlobin 3 from Charyshi"\n'
    assert laid_out(text + 'blocks.P-14 = "Zhlobin 4"').s.fight.defended
    assert not laid_out(text).s.fight.defended


# -- strength -------------------------------------------------------------------------------------------------------


@rule("7.2j", "7.32g")
def test_the_example_of_two_blocks_that_force_marched():
    game = laid_out(
        'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev marched"\n'
        'blocks.R-57 = "Zhlobin 3 from Rohachev marched"\n'
        'blocks.R-8 = "Zhlobin 3 from Rohachev"'
    )
    fight = game.s.fight
    assert [fighting_strength(game.s, fight, piece(game, n)) for n in ("R-21", "R-57", "R-8")] == [1, 1, 3]
    assert combat_value(game.s, fight, RUSSIA) == 5
    game.s.at_full |= 1 << piece(game, "R-21")
    assert combat_value(game.s, fight, RUSSIA) == 7


@rule("3.0d", "7.41.3b")
def test_a_garrison_is_worth_one():
    game = running('garrisons.poland = "Mozyr"\nblocks.P-BJ2 = "Mozyr 2"\nblocks.R-57 = "Mozyr 2 from Kalenkovichi"')
    fight = lay_out_fight(game.s, area("Mozyr"))
    game.s.fight = fight
    assert combat_value(game.s, fight, POLAND) == 3


# -- the order of battles -------------------------------------------------------------------------------------------


@rule("7.4a", "7.4b")
def test_the_smallest_battle_first_and_equals_as_the_holder_likes():
    game = battles(
        """
        initiative.north = "poland 1"
        blocks.P-14 = "Zhlobin 4"
        blocks.R-10 = "Zhlobin 4 from Gomel"
        blocks.R-17 = "Zhlobin 4 from Gomel"
        blocks.P-BJ2 = "Mozyr 2"
        blocks.R-57 = "Mozyr 2 from Kalenkovichi"
        blocks.P-2L = "Bobruisk 3"
        blocks.R-21 = "Bobruisk 3 from Rohachev"
        """
    )
    assert asks(game) == "poland: next_battle"
    assert offered(game, "poland", "battle") == {"Mozyr", "Bobruisk"}
    play(game, "poland", "battle Mozyr")
    assert [names(1 << e.refs["area"]) for e in events(game, "battle")] == [{"Mozyr"}, {"Bobruisk"}, {"Zhlobin"}]


@rule("7.3o", "7.3e")
def test_defend_orders_are_revealed_when_battles_begin():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\norders.poland-north = "defend Charyshi"'
    assert not running(text).s.orders[0].shown
    game = battles(text)
    assert events(game, "defends")
    assert game.s.orders[0].shown


# -- cards ----------------------------------------------------------------------------------------------------------

HANDS = """
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    hands.poland = "P-43 P-7"
    hands.russia = "R-44 R-30"
"""


@rule("7.41.1", "3.4g")
def test_attacker_then_defender_may_lay_a_battle_card_face_down():
    game = battles(HANDS)
    assert asks(game) == "russia: lay"
    assert offered(game, "russia", "battle-card") == {"R-30"}, "only Battle Cards"
    play(game, "russia", "battle-card R-30")
    assert asks(game) == "poland: lay"
    assert game.seat("poland").s.fight.cards[RUSSIA] < 0
    play(game, "poland", "pass")
    assert game.s.fight.cards[POLAND] == -1


@rule("7.41.2a", "7.41.2b", "7.41.2c", "3.4e", "3.4f")
def test_each_side_must_commit_a_modifier_from_hand_or_deck():
    game = battles(HANDS)
    play(game, "russia", "pass")
    play(game, "poland", "pass")
    assert asked(game).rule == "7.41.2a"
    assert verbs(game) == {"modifier", "deck"}
    assert offered(game, "russia", "modifier") == {"R-44", "R-30"}
    play(game, "russia", "modifier R-44")
    assert game.seat("poland").s.fight.modifiers[RUSSIA] == -99, "face down"
    play(game, "poland", "deck")
    value = {e.refs["side"]: e.refs["value"] for e in events(game, "value")}
    assert value[RUSSIA] == 3 + 4 + 1, "printed 4, and 1 for the hand"
    drawn = next(e.refs["card"] for e in events(game, "modifier") if e.refs["side"] == POLAND)
    assert value[POLAND] == 4 + game.s.m.cards[drawn].combat


@rule("3.4i")
def test_cards_of_a_battle_are_discarded():
    game = battles(HANDS)
    for seat in ("russia", "poland"):
        play(game, seat, "pass")
    play(game, "russia", "modifier R-44")
    play(game, "poland", "modifier P-43")
    pass_on(game)
    assert 98 in game.s.discards[RUSSIA]
    assert 42 in game.s.discards[POLAND]


@rule("7.41.3a", "4.0f")
def test_all_blocks_of_a_battle_are_revealed():
    game = fought(
        'blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Zhlobin 3 from Rohachev"', "R-6", "P-1"
    )
    assert sees(game, "russia", "P-14")
    assert sees(game, "poland", "R-21")
    assert not sees(game, "russia", "P-6")
    assert not sees(game, "", "P-14"), "when it is over they stand up again; who saw them has seen them"
    assert game.s.shown == 0
