"""3.4h, 7.41.4c Reaction Cards in battles, card by card: when they are asked for, of whom, and what they do."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.cards.battle_cards import counting_flanks
from vistula.games.strike_of_the_eagle.cards.reactions import NO_RETREAT
from vistula.games.strike_of_the_eagle.cards.windows import (
    AfterLosses,
    BattleEnd,
    BattleStart,
    BattleStepThree,
    Eliminated,
)
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Action, Game

from .situations import fighting, quiet
from .table import SUPPLY, area, asked, asks, can, offered, piece, play, running, sp, where

rule = pytest.mark.rule

# -- battles --------------------------------------------------------------------------------------------------------


@rule("7.41.4c", "7.34f")
def test_p34_reserves_arrive_as_support():
    game = fighting('hands.poland = "P-34"', BattleStart())
    play(game, "poland", "react P-34")
    assert offered(game, "poland", "block") == {"P-8"}, "Bobruisk is not linked to Zhlobin"
    play(game, "poland", "block P-8")
    assert where(game, "P-8") == "Zhlobin"
    assert game.s.fight.supports == [area("Charyshi")]
    assert game.s.fight.engaged[POLAND] >> piece(game, "P-8") & 1
    assert game.s.executed >> piece(game, "P-8") & 1
    assert not game.s.marched


@rule("7.41.4c", "1.2c")
def test_r40_second_echelon_as_a_further_direction():
    text = 'hands.russia = "R-40 R-36"\nblocks.R-57 = "Kalenkovichi 2"'
    game = fighting(text, BattleStart(), fortified=True)
    play(game, "russia", "react R-40")
    assert asks(game) == "russia: which", "nobody can answer this one"
    assert offered(game, "russia", "block") == {"R-10", "R-57"}
    play(game, "russia", "block R-57")
    assert game.s.fight.directions[-1] == area("Kalenkovichi")
    assert game.s.fight.fortified, "the fortification faces Kalenkovichi"


@rule("7.41.4c")
def test_p34_not_with_blocks_that_have_done_something():
    game = fighting('hands.poland = "P-34"', BattleStart())
    game.s.executed |= 1 << piece(game, "P-8")
    game.stack[-1:] = [BattleStart()]
    game.run()
    assert quiet(game)


@rule("7.41.4c")
@pytest.mark.parametrize("card", ["P-34", "P-35"])
def test_r36_bridge_saved(card):
    frame = BattleStart() if card == "P-34" else BattleStepThree()
    game = fighting(f'hands.poland = "{card}"\nhands.russia = "R-36"', frame)
    if card == "P-34" and "russia" in game.decisions:
        play(game, "russia", "pass")
    play(game, "poland", f"react {card}")
    assert asked(game).seat == "russia"
    play(game, "russia", "react R-36")
    assert quiet(game)
    assert where(game, "P-8") == "Charyshi"
    assert card_number("P-35") not in game.s.fight.reactions
    assert game.s.discards == [[card_number(card)], [card_number("R-36")]]


@rule("7.34c", "7.41.4c")
def test_p35_bridge_blown():
    game = fighting('hands.poland = "P-35"', BattleStepThree())
    assert counting_flanks(game.s) == 1
    play(game, "poland", "react P-35")
    assert counting_flanks(game.s) == 0
    assert quiet(fighting('hands.poland = "P-35"', BattleStepThree(), directions=[area("Rohachev")])), "no flank"
    assert quiet(fighting('hands.poland = "P-35"', BattleStepThree(), attacker=POLAND)), "as defender only"


@rule("7.41.6a", "7.41.4c")
def test_r6_commissars():
    game = fighting('hands.russia = "R-6"', AfterLosses(), attacker=POLAND, taken=[1, 2])
    play(game, "russia", "react R-6")
    assert game.s.fight.winner == RUSSIA
    assert offered(game, "russia", "lose") == {"R-21", "R-17"}
    play(game, "russia", "lose R-17")
    assert sp(game, "R-17") == 2
    for taken in ([1, 1], [1, 3], [2, 1]):
        assert quiet(fighting('hands.russia = "R-6"', AfterLosses(), attacker=POLAND, taken=taken))
    assert quiet(fighting('hands.russia = "R-6"', AfterLosses(), attacker=RUSSIA, taken=[1, 2]))


def won(hand: str, **fields: object) -> Game[State]:
    """The Poles have won the battle of Zhlobin."""
    told = {"winner": POLAND, "taken": [1, 3], **fields}
    return fighting(f'hands.poland = "{hand}"', BattleEnd(), **told)


@rule("3.4l")
def test_p3_spoils_of_war_by_the_example():
    """A hand of 6: after the card is played it is 5, and only two cards are drawn."""
    hand = "P-3 P-41 P-42 P-43 P-44 P-45"
    game = won(hand, area=area("Mozyr"))
    play(game, "poland", "react P-3")
    assert len(game.s.hands[0]) == 7
    assert game.s.removed[POLAND] == [card_number("P-3")], "it leaves the game"


@rule("3.4l")
def test_p3_needs_a_key_city_a_victory_and_three_points():
    assert not can(won("P-3"), "poland", "react P-3"), "Zhlobin is no key city"
    assert not can(won("P-3", area=area("Mozyr"), taken=[0, 2]), "poland", "react P-3")
    assert quiet(won("P-3", area=area("Mozyr"), winner=RUSSIA))
    assert can(won("P-3", area=area("Mozyr"), taken=[0, 3]), "poland", "react P-3")


@rule("3.4h")
def test_p39_field_hospitals():
    game = won("P-39", winner=RUSSIA)
    assert quiet(game), "nobody was hurt"
    game = fighting('hands.poland = "P-39"\nblocks.P-16 = "Zhlobin 2"', BattleEnd(), winner=RUSSIA)
    game.s.fight.hurt = 1 << piece(game, "P-16")
    game.stack.append(BattleEnd())
    game.run()
    play(game, "poland", "react P-39")
    assert sp(game, "P-16") == 3
    assert game.s.fight.winner == RUSSIA, "the result stands"


@rule("3.4h")
def test_p40_captured_stores():
    game = won("P-40")
    play(game, "poland", "react P-40")
    assert game.s.cubes[0] == [1, 1, 0]
    assert quiet(won("P-40", winner=RUSSIA))


@rule("3.4h")
def test_after_one_card_a_player_may_play_another():
    game = won("P-40 P-3", area=area("Mozyr"))
    play(game, "poland", "react P-40", "react P-3")
    assert len(game.s.hands[0]) == 3


@rule("7.33b", "7.41.4c")
def test_no_fifth_block_joins_over_a_link():
    came = "".join(f'blocks.{name} = "Zhlobin 1 from Charyshi"\n' for name in ("P-2L", "P-4", "P-6", "P-16"))
    assert quiet(fighting('hands.poland = "P-34"\n' + came, BattleStart()))
    three = came.replace('blocks.P-16 = "Zhlobin 1 from Charyshi"\n', "")
    assert asked(fighting('hands.poland = "P-34"\n' + three, BattleStart())).seat == "poland"


@rule("10.0d", "7.41.4c")
@pytest.mark.parametrize(("players", "able"), [("2", {"P-5", "P-9"}), ("4", {"P-5"})])
def test_an_ally_sends_no_reserves_into_the_battle_of_another_front(players, able):
    """A battle at Brest-Litovsk in the north; Chelm and Kovel are southern."""
    text = """
        scenario = "campaign"
        step = "battles"
        garrisons.poland = "Warsaw; Lwow"
        garrisons.russia = "Klintsy; Yartsevo"
        blocks.P-14 = "Brest-Litovsk 4"
        blocks.P-5 = "Kobrin 3"
        blocks.P-9 = "Chelm 3"
        blocks.R-21 = "Brest-Litovsk 3 from Pruzhany"
    """
    seat = "poland" if players == "2" else "poland-north"
    game = running(f'{text}\noptions.players = "{players}"\nhands.{seat} = "P-34"')
    game.s.fight = lay_out_fight(game.s, area("Brest-Litovsk"))
    game.stack.append(BattleStart())
    play(game.run(), seat, "react P-34")
    assert offered(game, seat, "block") == able


@rule("7.41.4c")
def test_in_a_battle_an_ally_saves_nobody_of_another_front():
    text = """
        scenario = "campaign"
        options.players = "4"
        step = "battles"
        garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk; Mozyr"
        garrisons.russia = "Mogilev; Kiev; Vitebsk; Gomel"
        blocks.P-14 = "Zhlobin 4"
        blocks.R-21 = "Zhlobin 3 from Rohachev"
        hands.russia-south = "R-28"
        hands.russia-north = "R-44"
    """
    game = running(dedent(text), players="4")
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    game.stack.append(Eliminated(piece=piece(game, "P-14"), cause=NO_RETREAT))
    game.run()
    assert "russia-south" not in game.decisions
    assert "russia-north" in game.decisions, "who plays the cards of this battle"


@rule("3.4i", "3.4j")
def test_the_cards_of_a_battle_are_in_their_piles_when_it_is_over():
    """Spoils of War draws from a deck that is made anew from them, if there is nothing else."""
    text = """
        step = "battles"
        blocks.P-14 = "Gomel 4 from Zhlobin"
        blocks.P-6 = "Gomel 4 from Zhlobin"
        blocks.P-9 = "Gomel 4 from Zhlobin"
        blocks.R-21 = "Gomel 3"
        hands.poland = "P-3"
    """
    game = running(SUPPLY + dedent(text))
    last = card_number("P-45")
    game.s.removed[0] = [card for card in game.s.deck[0] if card != last]
    game.s.deck[0] = [last]
    game.stack.append(Battles())
    game.run()
    while not can(game, "poland", "react P-3"):
        decision = asked(game)
        plain = next((verb for verb in ("deck", "none", "pass") if verb in decision.verbs()), "")
        option = decision.options[0]
        game.play(decision.seat, Action(plain) if plain else Action(option.verb, option.args[0]))
    play(game, "poland", "react P-3")
    assert last in game.s.hands[0]
