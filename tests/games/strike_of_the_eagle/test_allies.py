"""7.2, 10.0 Orders of two fronts: who may place which, and how allies share counters."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, POLAND, RUSSIA, SOUTH, Stage, Type, command_of
from vistula.games.strike_of_the_eagle.rules.executors import pieces_of
from vistula.games.strike_of_the_eagle.rules.orders import Reservation, counters_left, first_choice
from vistula.games.strike_of_the_eagle.rules.sequence import begin_phase
from vistula.games.strike_of_the_eagle.state import Effect
from vistula.kernel import UNKNOWN

from .table import CAMPAIGN, asked, asks, at, first, offered, option, piece, play, running, verbs

rule = pytest.mark.rule

PN, PS, RN, RS = (command_of(side, front) for side in (POLAND, RUSSIA) for front in (NORTH, SOUTH))


# -- fronts and allies ------------------------------------------------------------------------------------------


@rule("10.0b", "10.1d", "3.1b")
def test_all_northern_orders_are_placed_before_the_southern_ones():
    game = at(CAMPAIGN)
    assert asked(game).step == "first_placer"
    assert game.stack[-1].front == NORTH
    play(first(game, "poland"), "poland", "move-out Minsk")
    play(game, "russia", "move-out Mogilev")
    play(game, "poland", "recon Minsk")
    play(game, "russia", "recon Mogilev")
    assert game.stack[-1].front == SOUTH
    play(first(game, "poland"), "poland", "move-out Rovno")


@rule("10.0d", "1.1b")
def test_a_commander_gives_orders_to_blocks_of_his_front_only():
    game = first(at(CAMPAIGN + 'options.players = "4"'), "poland")
    assert asks(game) == "poland-north: order"
    assert offered(game, "poland-north", "move-out") == {"Minsk"}
    assert offered(game, "poland-north", "defend") == {"Minsk"}
    assert not offered(game, "poland-south", "move-out"), "his front has its own turn"


@rule("1.1c")
def test_a_block_that_crossed_the_line_changes_hands_with_the_next_phase():
    game = at(CAMPAIGN.replace('"Minsk 4"', '"Deblin 4 from Siedlce"') + 'options.players = "4"')
    assert pieces_of(game.s, PN) == [piece(game, "P-14")]
    begin_phase(game.s)
    assert pieces_of(game.s, PN) == []
    assert piece(game, "P-14") in pieces_of(game.s, PS)


@rule("7.2an", "10.0f")
def test_allies_share_the_counters_of_their_side():
    game = first(
        at(CAMPAIGN + 'options.players = "4"\nallowance.poland-north = 4\nallowance.poland-south = 4'), "poland"
    )
    play(game, "poland-north", "rail Minsk")
    assert counters_left(game.s, PS, Type.RAIL) == 0
    assert counters_left(game.s, RS, Type.RAIL) == 1


@rule("10.0f")
def test_a_counter_that_is_kept_can_be_given_back_until_all_is_said():
    game = running(CAMPAIGN + 'options.players = "4"\noptions.supreme = "south"', Reservation(side=POLAND))
    assert set(asked(game).verbs()) == {"keep", "done"}, "nothing is kept yet"
    play(game, "poland-south", f"keep {Type.RAIL}")
    assert option(game, "return").args == (Type.RAIL,)
    assert option(game, "return").free
    assert option(game, "done").publish


@rule("7.2b")
def test_each_fronts_own_recon_keeps_a_counter():
    game = first(at(CAMPAIGN + "allowance.poland-north = 4"), "poland")
    play(game, "poland", "recon Minsk")
    play(game, "russia", "pass")
    assert offered(game, "poland", "recon") == set()
    game.s.passed |= 1 << PS
    assert counters_left(game.s, PN, Type.RECON) == 1, "the ally has given his up"


@rule("10.2a")
def test_the_soviet_player_with_more_cities_has_first_choice():
    game = at(CAMPAIGN + 'options.players = "4"')
    assert first_choice(game.s, RUSSIA) == NORTH, "one each: the north on a tie"
    game = at(CAMPAIGN.replace("Mogilev; Kiev", "Mogilev; Kiev; Zhitomir") + 'options.players = "4"')
    assert first_choice(game.s, RUSSIA) == SOUTH
    assert asks(game) == "russia-south: reserve"
    assert game.seat("russia-north").why_not("space", 0).why == "the table waits for Russia (south)"
    assert offered(game, "russia-south", "keep") == {str(Type.REORGANIZE), str(Type.RAIL)}
    play(game, "russia-south", "keep rail", "done")
    assert counters_left(game.s, RN, Type.RAIL) == 0
    assert counters_left(game.s, RS, Type.RAIL) == 1
    assert game.seat("poland-north").s.reserved[RS] == [UNKNOWN] * 9
    assert game.seat("russia-north").s.reserved[RS][Type.RAIL] == 1


@rule("10.2a")
def test_what_was_kept_can_be_given_back_before_it_is_published():
    game = at(CAMPAIGN.replace("Mogilev; Kiev", "Mogilev; Kiev; Zhitomir") + 'options.players = "3"')
    play(game, "russia-south", "keep rail", "return rail", "keep reorganize", "done")
    assert game.s.reserved[RS] == [0, 0, 0, 0, 0, 0, 0, 1, 0]


@rule("10.2c")
def test_the_polish_supreme_player_has_first_choice_of_all_orders():
    game = at(CAMPAIGN + 'options.players = "4"\noptions.supreme = "south"')
    assert asks(game) == "poland-south: reserve"
    assert len(offered(game, "poland-south", "keep")) == 9
    play(game, "poland-south", "keep recon", "keep march-out")
    assert offered(game, "poland-south", "keep") == set(), "no more than he may place"
    play(game, "poland-south", "done")
    assert counters_left(game.s, PN, ORDERS.index("march-out")) == 4
    assert first_choice(game.s, POLAND) == SOUTH


@rule("10.2c", "7.2b")
def test_each_fronts_own_recon_cannot_be_put_aside():
    game = at(CAMPAIGN + 'options.players = "4"\noptions.supreme = "south"\nallowance.poland-south = 4')
    play(game, "poland-south", "keep recon")
    assert str(Type.RECON) not in offered(game, "poland-south", "keep")
    play(game, "poland-south", "done")
    assert counters_left(game.s, PN, Type.RECON) == 1


@rule("10.2a", "7.2b")
def test_no_more_is_put_aside_than_can_be_placed_beside_the_recon():
    game = at(CAMPAIGN.replace("Mogilev; Kiev", "Mogilev; Kiev; Zhitomir") + 'options.players = "4"')
    assert game.s.allowance[RS] == 2
    play(game, "russia-south", "keep rail")
    assert offered(game, "russia-south", "keep") == set()


@rule("10.2a")
def test_what_was_put_aside_and_not_placed_serves_the_ally_again():
    cities = CAMPAIGN.replace("Mogilev; Kiev", "Mogilev; Kiev; Zhitomir")
    game = at(cities + 'options.players = "4"\nhands.russia-north = "R-38"')
    play(game, "russia-south", "keep rail", "done")
    while game.s.step == Stage.PLACING:
        seat = str(asked(game).seat)
        orders = "move-out Mogilev" if seat == "russia-north" and not game.s.orders else "pass"
        play(game, seat, "russia" if "first_placer" in asks(game) else orders)
    assert asks(game).startswith("russia-north"), "whether he plays his card for another order"
    assert counters_left(game.s, RN, Type.RAIL) == 1


@rule("10.2a", "10.2c")
def test_one_player_of_both_fronts_is_not_asked():
    game = at(CAMPAIGN.replace("Mogilev; Kiev", "Mogilev; Kiev; Zhitomir"))
    assert first_choice(game.s, RUSSIA) == -1
    assert asked(game).step == "first_placer"


@rule("7.2b")
def test_an_order_more_for_vilna():
    """Polish card 23."""
    game = at(CAMPAIGN + 'blocks.P-8 = "Lida 3"\nblocks.P-10 = "Lida 3"')
    game.s.effects.append(Effect(22, PN))
    play(first(game, "poland"), "poland", "move-out Lida")
    play(game, "russia", "pass")
    assert offered(game, "poland", "move-to") == {"Vilna"}
    play(game, "poland", "move-to Vilna")
    assert verbs(game) == {"recon", "pass"}
