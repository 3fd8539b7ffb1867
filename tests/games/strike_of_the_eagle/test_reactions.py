"""3.4h, 7.41.4c Reaction Cards outside battles, card by card: when they are asked for, of whom, and what they do."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.effects import carts
from vistula.games.strike_of_the_eagle.cards.windows import (
    NO_RETREAT,
    NO_SUPPLY,
    AfterBattles,
    Eliminated,
    LeaderSpent,
    PhaseStart,
    ReconRevealed,
    StepStart,
    SupplyWindow,
    Withdrawal,
)
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.depots import out_of_supply
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Game, SeatId

from .situations import BATTLE_OF_ZHLOBIN, held, quiet
from .table import TITLE, area, asked, can, offered, orders, piece, play, running, sees, sp, token, unit, verbs, where

rule = pytest.mark.rule

# -- who is asked ---------------------------------------------------------------------------------------------------


@rule("3.4h", "7.41.4c")
def test_everybody_with_a_hand_is_asked_whatever_he_holds():
    for hand in ("P-41", "P-36"):
        game = held(f'hands.poland = "{hand}"', ReconRevealed(side=RUSSIA, area=area("Zhlobin")))
        assert asked(game).seat == "poland"
        assert can(game, "poland", "pass")
    assert quiet(held("", ReconRevealed(side=RUSSIA, area=area("Zhlobin")))), "an empty hand is seen by all"


@rule("3.4h")
def test_nobody_is_asked_for_a_card_that_everybody_sees_on_a_pile():
    frame = ReconRevealed(side=RUSSIA, area=area("Zhlobin"))
    assert quiet(held('hands.poland = "P-41"\ndiscards.poland = "P-36"', frame))
    frame = ReconRevealed(side=RUSSIA, area=area("Zhlobin"))
    assert quiet(held('hands.poland = "P-41"\nremoved.poland = "P-36"', frame))


@rule("7.41.4c")
def test_a_standing_answer_passes_unasked():
    game = held('hands.poland = "P-36"')
    game.standing = {"poland": ["recon"]}
    game.stack.append(ReconRevealed(side=RUSSIA, area=area("Zhlobin")))
    game.run()
    assert quiet(game)
    assert card_number("P-36") in game.s.hands[0]


@rule("3.4i")
def test_a_reaction_card_is_discarded_or_leaves_the_game_as_it_says():
    game = held('hands.poland = "P-36"', ReconRevealed(side=RUSSIA, area=area("Zhlobin")))
    play(game, "poland", "react P-36")
    assert game.s.discards[POLAND] == [card_number("P-36")]


def test_every_kind_of_window_is_known_to_the_title():
    kinds = {card.window for card in TITLE.m.cards if card.window} | {"battle-card", "leader"}
    assert kinds == set(TITLE.windows)


# -- start of a phase, start of a step ------------------------------------------------------------------------------


@rule("3.4h")
@pytest.mark.parametrize(("mine", "seat", "other"), [("P-4", "poland", "russia"), ("R-14", "russia", "poland")])
def test_p4_broken_codes_and_r14_polish_communists(mine, seat, other):
    theirs = "R-44 R-45" if seat == "poland" else "P-43 P-44"
    game = held(f'hands.{seat} = "{mine}"\nhands.{other} = "{theirs}"', PhaseStart(), step="cards")
    play(game, seat, f"react {mine}")
    play(game, other, "pass")
    me, they = (0, 1) if seat == "poland" else (1, 0)
    assert game.s.peeked[me][they] == sum(1 << c for c in game.s.hands[they])
    assert game.s.peeked[they][me] == 0


@rule("3.4h")
def test_p4_chooses_one_of_two_enemies():
    hands = 'hands.poland-south = "P-4"\nhands.russia-north = "R-44"\nhands.russia-south = "R-45"'
    game = held(f'options.players = "4"\n{hands}', PhaseStart(), step="cards", players="4")
    play(game, "poland-south", "react P-4")
    for seat in ("russia-north", "russia-south"):
        play(game, seat, "pass")
    play(game, "poland-south", "south")
    assert game.s.peeked[1] == [0, 0, 0, 1 << card_number("R-45")]


@rule("3.4h", "7.2aj")
@pytest.mark.parametrize(("card", "seat"), [("P-37", "poland"), ("R-38", "russia")])
def test_p37_false_orders_and_r38_counter_order(card, seat):
    place = "Zhlobin" if seat == "poland" else "Rohachev"
    text = f'hands.{seat} = "{card}"\norders.{seat}-north = ["move-out {place}"]'
    game = held(text, StepStart(front=NORTH, stage=Stage.MOVES))
    play(game, seat, f"react {card}")
    play(game, seat, f"order {token(game, f'move-out {place}')}")
    assert "march-out" not in verbs(game), "its step has passed"
    assert "move-out" not in verbs(game), "another type is wanted"
    play(game, seat, f"defend {place}")
    assert orders(game, seat) == [f"defend {place}"]
    assert not game.s.orders[0].shown
    assert game.s.placed[command_of(seat == "russia", NORTH)] == 1, "it took the place of the other"


@rule("3.4h")
def test_p37_needs_an_order_that_lies_face_down():
    assert quiet(held('hands.poland = "P-37"', StepStart(front=NORTH, stage=Stage.MOVES)))


@rule("3.4h")
def test_r39_spies():
    game = held('hands.russia = "R-39"\nblocks.P-1L = "Rovno 4"', StepStart(front=NORTH, stage=Stage.MOVES))
    play(game, "russia", "react R-39")
    assert offered(game, "russia", "area") == {"Zhlobin", "Bobruisk"}, "areas of this front with Polish blocks"
    play(game, "russia", "area Zhlobin")
    assert sees(game, "russia", "P-14")
    assert not sees(game, "russia", "P-8")


@rule("3.4h", "7.41.4c")
def test_before_a_step_a_player_may_play_one_card_after_another():
    text = 'hands.russia = "R-38 R-39"\norders.russia-north = ["move-out Rohachev"]'
    game = held(text, StepStart(front=NORTH, stage=Stage.MOVES))
    play(game, "russia", "react R-39", "area Zhlobin")
    assert offered(game, "russia", "react") == {"R-38"}
    play(game, "russia", "pass")
    assert quiet(game)


# -- recon, withdrawal, leaders -------------------------------------------------------------------------------------


@rule("3.4h")
@pytest.mark.parametrize(("card", "seat", "side"), [("P-36", "poland", RUSSIA), ("R-35", "russia", POLAND)])
def test_p36_and_r35_fog_of_war(card, seat, side):
    other = "russia" if seat == "poland" else "poland"
    text = f'hands.{seat} = "{card}"\nhands.{other} = "{card[0].translate({80: 82, 82: 80})}-41"'
    game = held(text, ReconRevealed(side=side, area=area("Zhlobin")))
    assert set(game.decisions) == {SeatId(seat)}, "only the side that is looked at"
    play(game, seat, f"react {card}")
    assert not game.s.hands[0 if seat == "poland" else 1]


@rule("3.4h", "7.2l")
def test_p36_makes_a_recon_order_show_nothing():
    text = 'hands.poland = "P-36"\norders.russia-north = ["recon Zhlobin"]'
    game = held(text, step="recons")
    game.stack.append(ExecutionStep(stage=Stage.RECONS))
    game.run()
    play(game, "poland", "react P-36")
    assert not sees(game, "russia", "P-14")
    assert not orders(game, "russia")


@rule("3.4h")
@pytest.mark.parametrize(("card", "seat", "side"), [("P-33", "poland", POLAND), ("R-37", "russia", RUSSIA)])
def test_p33_stubborn_rearguard_and_r37_rearguard(card, seat, side):
    game = held(f'hands.{seat} = "{card}"', Withdrawal(side=side, area=area("Zhlobin")))
    play(game, seat, f"react {card}")
    assert not game.s.hands[side]
    assert quiet(held(f'hands.{seat} = "{card}"', Withdrawal(side=1 - side, area=area("Zhlobin"))))


@rule("9.0e")
@pytest.mark.parametrize(
    ("card", "seat", "leader"),
    [("P-52", "poland", "P-Sikorski"), ("P-53", "poland", "P-Haller"), ("R-53", "russia", "R-Tukhachevsky")],
)
def test_p52_p53_r53_let_a_leader_be_used_once_more(card, seat, leader):
    game = held(f'spent = "{leader}"\nhands.{seat} = "{card}"', LeaderSpent(unit=unit(leader)))
    play(game, seat, f"react {card}")
    assert not game.s.spent >> unit(leader) & 1
    other = "P-Pilsudski" if seat == "poland" else "R-Stalin"
    assert quiet(held(f'spent = "{other}"\nhands.{seat} = "{card}"', LeaderSpent(unit=unit(other))))


# -- elimination, after battles, supply -----------------------------------------------------------------------------


def doomed(text: str, name: str, cause: int) -> Game[State]:
    game = held(text, step="battles")
    game.stack.append(Eliminated(piece=piece(game, name), cause=cause))
    return game.run()


@rule("7.41.4c", "7.71c")
def test_r16_interned_in_prussia():
    near = 'hands.russia = "R-16"\nblocks.R-15K = "Mlawa 1"'
    game = doomed(near, "R-15K", NO_SUPPLY)
    play(game, "russia", "react R-16")
    assert game.s.discards[RUSSIA] == [card_number("R-16")]
    assert quiet(doomed('hands.russia = "R-16"', "R-21", NO_SUPPLY)), "Rohachev is far from Prussia"


@rule("7.71c")
def test_r16_saves_a_starved_block_for_the_pool():
    game = held('hands.russia = "R-16"\nblocks.R-15K = "Mlawa 1"', SupplyCheck(), step="supply")
    before = game.s.vp
    while "react" not in verbs(game):
        play(game, str(asked(game).seat), "pass")
    play(game, "russia", "react R-16")
    assert where(game, "R-15K") == "pool"
    assert game.s.vp == before


@rule("7.41.4c", "7.8a")
def test_r28_encirclement():
    game = doomed('hands.russia = "R-28"', "P-14", NO_RETREAT)
    before = game.s.vp
    play(game, "russia", "react R-28")
    assert game.s.vp == before - 1
    assert quiet(doomed('hands.russia = "R-28"', "P-14", NO_SUPPLY)), "only for want of a retreat"
    assert quiet(doomed('hands.russia = "R-28"', "R-21", NO_RETREAT)), "only of Poles"


@rule("3.4h", "3.0a")
def test_p12_womens_legion():
    text = 'hands.poland = "P-12"\nblocks.P-16 = "Mozyr 3"'
    game = held(text, AfterBattles(), step="battles")
    play(game, "poland", "react P-12")
    assert game.s.garrisons[POLAND] >> area("Mozyr") & 1
    assert quiet(held('hands.poland = "P-12"', AfterBattles(), step="battles")), "no city without a garrison"


@rule("3.4h")
def test_p21_partisans():
    text = 'hands.poland = "P-21"\nblocks.R-27 = "Slonim 4"'
    game = held(text, SupplyWindow(), step="supply")
    play(game, "poland", "react P-21")
    assert offered(game, "poland", "block") == {"R-27"}, "the others are near their depots"
    play(game, "poland", "block R-27")
    assert sp(game, "R-27") == 3
    assert not sees(game, "poland", "R-27")


@rule("3.4h")
def test_p21_a_leader_shows_himself_and_loses_nothing():
    game = held('hands.poland = "P-21"\nblocks.R-Budyonny = "Slonim 1"', SupplyWindow(), step="supply")
    play(game, "poland", "react P-21", "block R-Budyonny")
    assert where(game, "R-Budyonny") == "Slonim"
    assert sees(game, "poland", "R-Budyonny")


@rule("7.71a")
def test_p28_peasant_carts():
    text = 'hands.poland = "P-28"\nblocks.P-16 = "Lubny 3"'
    game = held(text, step="supply")
    game.s.unsupplied = out_of_supply(game.s, POLAND, [piece(game, "P-16")])
    assert game.s.unsupplied
    game.s.step = Stage.SUPPLY
    game.stack.append(SupplyWindow())
    game.run()
    play(game, "poland", "react P-28")
    assert carts(game.s, POLAND, area("Lubny"))


@rule("7.41.4c", "3.4h")
def test_windows_of_a_whole_battle_do_not_tell_who_holds_what():
    """The same questions are asked whether the Poles could answer or not."""
    seen = []
    for hand in ("P-41 P-42", "P-34 P-7"):
        game = running(f'{BATTLE_OF_ZHLOBIN}\nstep = "battles"\nhands.poland = "{hand}"', Battles())
        asked_now = []
        while game.decisions:
            decision = asked(game)
            asked_now.append((decision.seat, decision.step))
            click = "pass" if "pass" in decision.verbs() else "deck" if "deck" in decision.verbs() else ""
            if not click:
                break
            play(game, str(decision.seat), click)
        seen.append(asked_now)
    assert seen[0] == seen[1]
    assert (SeatId("poland"), "react") in seen[0]
