"""7.41.1 and 7.41.2 Battle Cards, card by card, and Combat Modifier cards."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.battle_cards import (
    BattleCards,
    CounterStroke,
    Modifiers,
    Reveal,
    card_losses,
    card_terms,
    clear_table,
    counting_flanks,
    counts_full,
    defend_void,
    extra_flank,
    fort_everywhere,
    fort_void,
)
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import FROM_DECK, NONE, State
from vistula.kernel import UNKNOWN, Game

from .table import area, asked, asks, draws, offered, piece, play, running, where

rule = pytest.mark.rule

BASE = """
    scenario = "campaign"
    step = "battles"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk; Mozyr; Brest-Litovsk"
    garrisons.russia = "Mogilev; Kiev; Vitebsk; Gomel"
"""
ZHLOBIN = """
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-17 = "Zhlobin 3 from Gomel"
"""
ROHACHEV = """
    blocks.R-21 = "Rohachev 3"
    blocks.P-14 = "Rohachev 4 from Zhlobin"
    blocks.P-8 = "Rohachev 3 from Bobruisk"
"""


def fight(card: str = "", text: str = ZHLOBIN, place: str = "Zhlobin") -> Game[State]:
    """A battle in which one Battle Card lies open."""
    game = running(BASE + text)
    game.s.fight = lay_out_fight(game.s, area(place))
    game.s.fight.revealed = True
    if card:
        game.s.fight.cards["PR".index(card[0])] = card_number(card)
    return game


def bonus(card: str, text: str = ZHLOBIN, place: str = "Zhlobin") -> int:
    """What a Battle Card adds to the Combat Value of its side."""
    game = fight(card, text, place)
    return sum(value for _, value, _ in card_terms(game.s, "PR".index(card[0])))


# -- steps 1 and 2 --------------------------------------------------------------------------------------------------

HANDS = ZHLOBIN + 'hands.poland = "P-7 P-43"\nhands.russia = "R-30 R-44"\n'


@rule("7.41.1", "3.4g")
def test_the_attacker_decides_first_and_lays_face_down():
    game = fight(text=HANDS)
    game.s.fight.revealed = False
    game.stack.append(BattleCards())
    game.run()
    assert asks(game) == "russia: lay"
    assert offered(game, "russia", "battle-card") == {"R-30"}
    play(game, "russia", "battle-card R-30")
    assert asks(game) == "poland: lay"
    assert game.seat("poland").s.fight.cards[RUSSIA] == UNKNOWN
    play(game, "poland", "pass")
    assert game.s.fight.cards == [NONE, card_number("R-30")]
    assert card_number("R-30") not in game.s.hands[1]


@rule("7.41.2a", "7.41.2b", "3.4e")
def test_each_side_lays_a_modifier_from_hand_or_deck():
    game = fight(text=HANDS)
    game.s.fight.revealed = False
    game.stack += [Reveal(), Modifiers()]
    game.run()
    assert asks(game) == "russia: lay"
    play(game, "russia", "modifier R-44")
    assert game.seat("poland").s.fight.modifiers[RUSSIA] == UNKNOWN
    assert asked(game).seat == "poland"
    draws(game, "P-50")
    play(game, "poland", "deck")
    assert game.s.fight.revealed
    assert game.s.fight.modifiers == [card_number("P-50"), card_number("R-44")]
    assert game.s.fight.from_hand == [0, 1]


@rule("7.41.2a")
def test_who_has_no_hand_draws_blind():
    game = fight()
    game.stack.append(Modifiers())
    game.run()
    assert game.s.fight.modifiers == [FROM_DECK, FROM_DECK]


@rule("7.41.2a")
def test_without_any_card_to_draw_there_is_no_modifier():
    game = fight()
    game.s.hands[0], game.s.deck[POLAND] = game.s.deck[POLAND], []
    game.s.fight.modifiers = [FROM_DECK, FROM_DECK]
    game.stack.append(Reveal())
    game.run()
    assert game.s.fight.modifiers[POLAND] == NONE
    assert card_terms(game.s, POLAND) == []


@rule("3.4f", "7.41.2c")
def test_a_card_from_hand_counts_one_more():
    game = fight()
    game.s.fight.modifiers = [card_number("P-43"), card_number("R-44")]
    game.s.fight.from_hand = [1, 0]
    assert sum(value for _, value, _ in card_terms(game.s, POLAND)) == 5
    assert sum(value for _, value, _ in card_terms(game.s, RUSSIA)) == 4


@rule("3.4i")
def test_cards_of_a_battle_go_to_their_piles():
    game = fight("R-3")
    game.s.fight.modifiers = [card_number("P-43"), NONE]
    clear_table(game.s)
    assert game.s.discards[POLAND] == [card_number("P-43")]
    assert game.s.removed[RUSSIA] == [card_number("R-3")], "this one says so"


# -- Combat Values --------------------------------------------------------------------------------------------------


@rule("7.41.1")
def test_p8_kosciuszko_squadron():
    assert bonus("P-8") == 1
    south = 'blocks.P-1L = "Fastov 4"\nblocks.R-44 = "Fastov 3 from Kiev"\n'
    assert bonus("P-8", south, "Fastov") == 2


@rule("7.41.1")
def test_p9_renault_tanks():
    assert bonus("P-9", 'blocks.P-14 = "Mozyr 4"\nblocks.R-21 = "Mozyr 3 from Kalenkovichi"\n', "Mozyr") == 3
    near = 'blocks.P-14 = "Kalenkovichi 4"\nblocks.R-21 = "Kalenkovichi 3 from Rechitsa"\n'
    assert bonus("P-9", near, "Kalenkovichi") == 3, "next to Mozyr, which is Polish"
    far = 'blocks.P-14 = "Krichev 4"\nblocks.R-21 = "Krichev 3 from Klintsy"\n'
    assert bonus("P-9", far, "Krichev") == 0


@rule("7.41.1")
def test_p10_armored_train():
    rail = 'blocks.P-14 = "Kalenkovichi 4"\nblocks.R-21 = "Kalenkovichi 3 from Rechitsa"\n'
    assert bonus("P-10", rail, "Kalenkovichi") == 2
    far = 'blocks.P-14 = "Uman 4"\nblocks.R-21 = "Uman 3 from Elizavetgrad"\n'
    assert bonus("P-10", far, "Uman") == 0


@rule("7.41.1")
@pytest.mark.parametrize("card", ["P-29", "R-30"])
def test_p29_night_assault_and_r30_storm(card):
    attacks, defends = (ROHACHEV, ZHLOBIN) if card[0] == "P" else (ZHLOBIN, ROHACHEV)
    places = {ROHACHEV: "Rohachev", ZHLOBIN: "Zhlobin"}
    assert bonus(card, attacks, places[attacks]) == 2
    assert bonus(card, defends, places[defends]) == 0, "only as attacker"


@rule("7.41.1", "7.41.4b")
def test_p30_cold_steel():
    assert bonus("P-30") == 1
    game = fight("P-30")
    assert (card_losses(game.s, POLAND, 0), card_losses(game.s, RUSSIA, 2)) == (1, 3)


@rule("7.41.1")
def test_p31_lances():
    half = ZHLOBIN + 'blocks.P-BJ2 = "Zhlobin 2"\n'
    assert bonus("P-31", half) == 2
    assert bonus("P-31", half + 'blocks.P-16 = "Zhlobin 3"\n') == 0
    assert bonus("P-31", half + 'blocks.P-16 = "Zhlobin 3"\nblocks.P-Haller = "Zhlobin 1"\n') == 2, "leaders count"


@rule("7.41.1")
def test_r3_konarmia():
    two = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-4K = "Zhlobin 4 from Gomel"\nblocks.R-6K = "Zhlobin 4 from Gomel"\n'
    assert bonus("R-3", two) == 3
    assert bonus("R-3", two.replace('R-6K = "Zhlobin 4', 'R-8K = "Zhlobin 3')) == 0


@rule("7.41.1")
def test_r4_tachanka():
    assert bonus("R-4") == 0
    assert bonus("R-4", ZHLOBIN + 'blocks.R-15K = "Zhlobin 3 from Gomel"\n') == 2
    assert bonus("R-4", ZHLOBIN + 'blocks.R-Budyonny = "Zhlobin 1 from Gomel"\n') == 0, "leaders do not count"


@rule("7.41.1")
def test_r11_dnieper_flotilla():
    there = 'blocks.P-14 = "Kalenkovichi 4"\nblocks.R-21 = "Kalenkovichi 3 from Rechitsa"\n'
    assert bonus("R-11", there, "Kalenkovichi") == 2
    assert bonus("R-11") == 0


@rule("7.41.1")
def test_r18_chapaevs_division():
    assert bonus("R-18") == 0
    assert bonus("R-18", ZHLOBIN + 'blocks.R-25 = "Zhlobin 4 from Gomel"\n') == 2


@rule("7.41.1", "7.41.4b")
def test_r25_kotovski():
    assert bonus("R-25") == 1
    game = fight("R-25")
    assert counting_flanks(game.s) == 1
    assert card_losses(game.s, POLAND, 2) == 3
    game.s.fight.defended = True
    assert card_losses(game.s, POLAND, 2) == 2, "no flank attack counts"


@rule("7.41.1")
def test_r31_ura():
    assert bonus("R-31") == 1, "two blocks are part of three"
    more = 'blocks.R-10 = "Zhlobin 4 from Gomel"\nblocks.R-8 = "Zhlobin 3 from Rohachev"\n'
    assert bonus("R-31", ZHLOBIN + more) == 2


@rule("7.41.1")
def test_r33_deep_flank():
    game = fight("R-33")
    assert extra_flank(game.s) == 2
    assert extra_flank(fight("R-33", ROHACHEV, "Rohachev").s) == 0, "only as attacker"


@rule("7.41.1")
def test_r34_fresh_regiments():
    assert bonus("R-34") == 2
    assert bonus("R-34", ZHLOBIN + 'blocks.P-16 = "Zhlobin 3"\n') == 1


# -- losses, flanks, fortifications ---------------------------------------------------------------------------------


@rule("7.41.4b")
def test_p7_blue_army_veterans():
    game = fight("P-7")
    assert (card_losses(game.s, POLAND, 2), card_losses(game.s, RUSSIA, 2)) == (1, 2)
    assert card_losses(game.s, POLAND, 0) == 0, "never below none"


@rule("7.41.4b")
def test_r32_machine_guns():
    game = fight("R-32", ROHACHEV, "Rohachev")
    assert (card_losses(game.s, RUSSIA, 2), card_losses(game.s, POLAND, 2)) == (1, 2)
    assert card_losses(fight("R-32").s, RUSSIA, 2) == 2, "only as defender"


@rule("7.34c", "7.41.1")
def test_p14_miracle_on_the_vistula():
    came = 'blocks.R-21 = "Siedlce 3 from Ostrow"\nblocks.R-17 = "Siedlce 3 from Bielsk"\n'
    near = 'blocks.P-14 = "Siedlce 4"\n' + came
    game = fight("P-14", near, "Siedlce")
    assert counting_flanks(fight("", near, "Siedlce").s) == 1
    assert counting_flanks(game.s) == 0, "Siedlce is next to Warsaw or Deblin"
    assert counting_flanks(fight("P-14").s) == 1, "Zhlobin is not"


@rule("1.2b", "7.41.1")
def test_p22_old_german_trenches():
    at_pinsk = 'blocks.P-14 = "Pinsk 4"\nblocks.R-21 = "Pinsk 3 from Luninets"\n'
    assert fort_everywhere(fight("P-22", at_pinsk, "Pinsk").s)
    assert not fort_everywhere(fight("P-22").s), "no trenches at Zhlobin"


@rule("1.2b", "7.41.1")
def test_r26_forced_crossing():
    assert fort_void(fight("R-26").s)
    assert not fort_void(fight("R-26", ROHACHEV, "Rohachev").s)
    game = fight("R-26", 'blocks.P-14 = "Pinsk 4"\nblocks.R-21 = "Pinsk 3 from Luninets"\n', "Pinsk")
    game.s.fight.cards[POLAND] = card_number("P-22")
    assert not fort_everywhere(game.s), "trenches are stormed too"


@rule("7.2aa", "7.41.1")
def test_r27_heavy_guns():
    assert defend_void(fight("R-27").s)
    assert not defend_void(fight("R-27", ROHACHEV, "Rohachev").s)


@rule("7.2j", "7.41.1")
def test_r29_night_march():
    assert counts_full(fight("R-29").s, RUSSIA)
    assert not counts_full(fight("R-29").s, POLAND)
    assert not counts_full(fight().s, RUSSIA)


@rule("7.41.1")
def test_p32_counter_stroke():
    game = fight("P-32")
    game.s.fight.winner = POLAND
    for name in ("R-21", "R-17"):
        game.s.place[piece(game, name)] = area("Mogilev")
    game.s.on_link = 0
    game.stack.append(CounterStroke())
    game.run()
    assert offered(game, "poland", "block") == {"P-14"}
    play(game, "poland", "block P-14")
    assert offered(game, "poland", "step") == {"Rohachev"}, "Gomel has a garrison"
    play(game, "poland", "step Rohachev")
    assert where(game, "P-14") == "Rohachev"


@rule("7.41.1")
def test_p32_only_for_a_defender_who_has_won():
    for card, winner in (("P-32", RUSSIA), ("P-7", POLAND)):
        game = fight(card)
        game.s.fight.winner = winner
        game.stack.append(CounterStroke())
        game.run()
        assert not game.decisions
