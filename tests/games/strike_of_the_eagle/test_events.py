"""7.13 Historical Events of the Polish deck, card by card."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.effects import jammed, nameable, rail_cut, vilna_order
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH, Type, command_of
from vistula.games.strike_of_the_eagle.shown.names import card_number

from .situations import CARDS_LAID, an_order, event, laid, no_event
from .table import area, asks, at, diary, draws, offered, piece, play, sees, sp, verbs, where

rule = pytest.mark.rule

# -- the Polish deck ------------------------------------------------------------------------------------------------


@rule("6.1h", "7.13a")
def test_p1_pilsudskis_resolve():
    game = event("P-1")
    assert game.s.initiative == [3, 2], "held before: both fronts"
    assert event("P-1", front="south").s.initiative == [3, 2]


@rule("6.1h")
def test_p1_wins_only_this_front_if_it_was_not_held():
    text = CARDS_LAID.replace('initiative.north = "poland 2"', 'initiative.north = "russia 2"')
    game = at(text + 'hands.poland = "P-1"')
    play(game, "poland", "card P-1", "event")
    assert game.s.initiative == [-1, 1]


@rule("3.4k", "7.13a")
def test_p2_desertions_by_the_example():
    """The Poles hold the initiative at 2; blocks of 2 and 1 points: 2 points are lost, the strongest first."""
    game = event("P-2", 'blocks.R-21 = "Rohachev 2"\nblocks.R-57 = "Rohachev 1"')
    assert asks(game) == "poland: where"
    play(game, "poland", "area Rohachev")
    assert asks(game) == "russia: which"
    assert offered(game, "russia", "lose") == {"R-21"}
    play(game, "russia", "lose R-21")
    assert offered(game, "russia", "lose") == {"R-21", "R-57"}, "equals: the owner chooses"
    play(game, "russia", "lose R-57")
    assert where(game, "R-57") == "pool"
    assert (sp(game, "R-21"), where(game, "R-21")) == (1, "Rohachev")
    assert game.s.removed[POLAND] == [card_number("P-2")]
    assert game.s.vp == at(CARDS_LAID).s.vp, "nobody scores"


@rule("4.0h", "3.4k")
def test_p2_everybody_hears_which_block_has_melted_away():
    """It lies open in the Force Pool; who only loses a point stays unknown."""
    game = event("P-2", 'blocks.R-21 = "Rohachev 2"\nblocks.R-57 = "Rohachev 1"')
    play(game, "poland", "area Rohachev")
    play(game, "russia", "lose R-21", "lose R-57")
    told = [line for line in diary(game, "poland") if "slip away" in line]
    assert ["57th" in line for line in told] == [False, True]
    assert not any("21st" in line for line in told)


@rule("3.4k")
def test_p2_takes_leaders_last_and_leaves_the_garrison():
    game = event("P-2", 'blocks.R-Tukhachevsky = "Mogilev 1"\nblocks.R-57 = "Mogilev 1"')
    play(game, "poland", "area Mogilev")
    assert offered(game, "russia", "lose") == {"R-57"}
    play(game, "russia", "lose R-57")
    assert where(game, "R-Tukhachevsky") == "gone", "the second point was his"
    assert game.s.garrisons[RUSSIA] >> area("Mogilev") & 1


@rule("3.4k")
def test_p2_needs_initiative_on_the_front_of_the_area():
    text = 'blocks.R-44 = "Kiev 3"'
    assert not no_event("P-2", text)
    game = laid("P-2", text)
    play(game, "poland", "event")
    assert offered(game, "poland", "area") == {"Kiev"}
    assert no_event("P-2", "")


@rule("7.11a")
def test_p5_radio_jamming_after_and_before_the_soviet_card():
    game = at(CARDS_LAID + 'hands.poland = "P-5"\nhands.russia = "R-44"')
    play(game, "russia", "card R-44")
    play(game, "poland", "card P-5")
    play(game, "russia", "orders")
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == 6
    play(game, "poland", "event")
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == 2
    text = CARDS_LAID.replace('initiative.north = "poland 2"', 'initiative.north = "russia 1"')
    game = at(text + 'hands.poland = "P-5"\nhands.russia = "R-44 R-45"')
    play(game, "poland", "card P-5")
    play(game, "russia", "card R-44")
    play(game, "poland", "event")
    play(game, "russia", "orders")
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == 2
    assert jammed(game.s, command_of(RUSSIA, NORTH))
    assert not jammed(game.s, command_of(RUSSIA, SOUTH))


@rule("7.13a")
def test_p6_french_mission():
    assert event("P-6").s.cubes[0] == [2, 2, 0]


@rule("7.13a", "8.4a")
def test_p11_volunteer_army():
    text = 'blocks.R-27 = "Mlawa 4"\nblocks.P-8 = "Warsaw 2"'
    game = event("P-11", text)
    assert verbs(game) == {"build", "strengthen", "done"}
    play(game, "poland", "strengthen P-8", "build P-Vol")
    assert (sp(game, "P-8"), sp(game, "P-Vol"), where(game, "P-Vol")) == (3, 1, "Warsaw")
    assert "P-Vol" not in offered(game, "poland", "strengthen"), "not what was built just now"
    assert not offered(game, "poland", "build") & {"P-9", "P-10"}, "one cube pays for no division"
    play(game, "poland", "build P-V1")
    assert asks(game) == "poland: commit", "all four cubes are spent"
    full = event("P-11", 'blocks.R-27 = "Mlawa 4"\nblocks.P-8 = "Warsaw 4"\nblocks.P-7 = "Warsaw 2"')
    assert offered(full, "poland", "strengthen") == {"P-7"}, "not one at its maximum"
    assert no_event("P-11", 'blocks.R-27 = "Baranovichi 4"'), "no enemy near Warsaw"


@rule("7.13a")
def test_p13_government_of_national_defence():
    game = event("P-13")
    assert game.s.vp == at(CARDS_LAID).s.vp + 1
    assert game.s.cubes[0] == [1, 0, 0]


@rule("7.13a")
def test_p15_strike_from_the_wieprz():
    game = event("P-15")
    north = command_of(POLAND, NORTH)
    assert nameable(game.s, an_order(north, Type.MARCH_OUT)) == [card_number("P-15")]
    assert not nameable(game.s, an_order(north, Type.MOVE_OUT))
    assert not nameable(game.s, an_order(command_of(POLAND, SOUTH), Type.MARCH_OUT))


@rule("7.13a")
def test_p16_koziatyn_raid():
    game = event("P-16")
    for type in (Type.MARCH_OUT, Type.MOVE_OUT):
        assert nameable(game.s, an_order(command_of(POLAND, NORTH), type)) == [card_number("P-16")]


@rule("7.6a")
def test_p17_cut_the_railway():
    game = event("P-17")
    assert rail_cut(game.s, RUSSIA)
    assert not rail_cut(game.s, POLAND)


@rule("7.13a")
def test_p18_petlura_alliance():
    assert event("P-18", front="south").s.cubes[0] == [0, 0, 3]
    assert no_event("P-18")


@rule("7.13a")
def test_p19_galician_mutiny():
    text = 'blocks.R-Gal1 = "Zhitomir 2"\nblocks.R-Gal2 = "Kazatin 2"\nhands.poland = "P-19"'
    game = laid("P-19", text, "south")
    draws(game, "P-1", "P-2")
    play(game, "poland", "event")
    assert (where(game, "R-Gal1"), where(game, "R-Gal2")) == ("gone", "Kazatin"), "0 is even, 1 is not"
    assert sorted(game.s.discards[POLAND]) == [card_number("P-1"), card_number("P-2")]
    assert not sees(game, "poland", "R-Gal2")
    assert game.s.vp == at(CARDS_LAID).s.vp


@rule("7.13a")
def test_p20_bulak_balakhovich():
    game = event("P-20")
    assert offered(game, "poland", "site") == {"Warsaw", "Torun", "Vilna", "Minsk"}, "northern depots only"
    play(game, "poland", "site Minsk")
    assert (where(game, "P-BB"), sp(game, "P-BB")) == ("Minsk", 2)
    assert sees(game, "russia", "P-BB")
    assert no_event("P-20", 'blocks.P-BB = "Minsk 1"')


@rule("7.13a")
def test_p23_zeligowskis_march():
    game = event("P-23")
    assert vilna_order(game.s, command_of(POLAND, NORTH))


@rule("7.3n")
def test_p24_latvian_border():
    game = event("P-24", 'blocks.R-11 = "Polotsk 3"\nblocks.R-21 = "Rohachev 3"')
    assert offered(game, "poland", "block") == {"R-11"}
    play(game, "poland", "block R-11")
    assert game.s.stuck == 1 << piece(game, "R-11")
    assert not sees(game, "poland", "R-11")
    assert no_event("P-24", 'blocks.R-21 = "Rohachev 3"')


@rule("7.12")
def test_p25_danzig_shipments():
    game = event("P-25")
    play(game, "poland", "black", "green", "green")
    assert game.s.cubes[0] == [1, 0, 2]
    assert asks(game) == "poland: commit"
    text = CARDS_LAID.replace("Torun; ", "")
    game = at(text + 'hands.poland = "P-25"')
    play(game, "poland", "card P-25")
    assert verbs(game) == {"orders", "cubes"}


@rule("7.13a")
def test_p26_entente_credits():
    game = event("P-26")
    assert len(game.s.hands[0]) == 3
    game = event("P-26", 'hands.poland = "P-26 P-41 P-42 P-43 P-44 P-45 P-46"')
    assert len(game.s.hands[0]) == 7, "to a hand of seven, not more"


@rule("7.13a")
def test_p27_curzons_note():
    text = 'hands.russia = "R-44 R-45"\nhands.poland = "P-27"'
    game = at(CARDS_LAID + text)
    play(game, "russia", "none")
    play(game, "poland", "card P-27", "event")
    assert asks(game) == "russia: answer"
    play(game, "russia", "discard R-44")
    assert game.s.discards[RUSSIA] == [card_number("R-44")]
    game = at(CARDS_LAID + text)
    play(game, "russia", "none")
    play(game, "poland", "card P-27", "event")
    play(game, "russia", "concede")
    assert game.s.vp == at(CARDS_LAID).s.vp + 1
    assert event("P-27").s.vp == at(CARDS_LAID).s.vp + 1, "an empty hand has no choice"


@rule("7.13a")
def test_p38_rested_troops():
    text = """
    blocks.P-8 = "Warsaw 2"
    blocks.P-9 = "Warsaw 4"
    blocks.P-14 = "Minsk 2"
    blocks.P-16 = "Vilna 2"
    blocks.R-21 = "Borisov 3"
    """
    game = event("P-38", text)
    assert offered(game, "poland", "block") == {"P-8", "P-16"}, (
        "Minsk is next to the enemy; the 9th is at full strength"
    )
    play(game, "poland", "block P-8", "block P-16")
    assert (sp(game, "P-8"), sp(game, "P-16")) == (3, 3)
    assert asks(game) == "poland: commit"
    assert no_event("P-38", 'blocks.P-9 = "Warsaw 4"')


@rule("7.13a")
def test_p54_smiglys_march():
    game = event("P-54")
    assert nameable(game.s, an_order(command_of(POLAND, NORTH), Type.MOVE_OUT)) == [card_number("P-54")]
    assert not nameable(game.s, an_order(command_of(POLAND, NORTH), Type.MARCH_OUT))


@rule("5.0c", "7.13a")
def test_p55_cease_fire_talks():
    last = "round = 6\nphase = 3\n"
    assert event("P-55", last).s.closing
    assert no_event("P-55", "round = 6\nphase = 2\n")
    assert no_event("P-55", "round = 5\nphase = 5\n")
    assert no_event("P-55", last + 'lead = "russia 1"\n')
