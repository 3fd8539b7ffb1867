"""7.13 Historical Events, card by card."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.blocks import put_on_track
from vistula.games.strike_of_the_eagle.effects import extra_steps, jammed, nameable, rail_cut, vilna_order
from vistula.games.strike_of_the_eagle.model import (
    MARCH_OUT,
    MARCH_TO,
    MOVE_OUT,
    NORTH,
    POLAND,
    RUSSIA,
    SOUTH,
    command_of,
)
from vistula.games.strike_of_the_eagle.names import card_number
from vistula.games.strike_of_the_eagle.queries import may_enter, out_of_supply
from vistula.games.strike_of_the_eagle.raids import AfterMoves
from vistula.games.strike_of_the_eagle.state import Effect, Order, State
from vistula.kernel import Action, Game, IllegalAction

from .table import area, asks, at, can, draws, offered, piece, play, sees, sp, unit, verbs, where

rule = pytest.mark.rule

BASE = """
    scenario = "campaign"
    step = "cards"
    garrisons.poland = "Warsaw; Torun; Vilna; Minsk; Lwow"
    garrisons.russia = "Mogilev; Kiev; Vitebsk; Smolensk; Klintsy"
    initiative.north = "poland 2"
    initiative.south = "poland 1"
"""


def laid(card: str, text: str = "", front: str = "north", **options: str) -> Game[State]:
    """A card lies open before its player, who says what it is for; the others have no cards."""
    seat = "poland" if card.startswith("P") else "russia"
    hands = "" if f"hands.{seat}" in text else f'hands.{seat} = "{card} {card[0]}-44"\n'
    game = at(BASE + text + "\n" + hands, **options)
    if front == "south":
        play(game, seat, "none")
    return play(game, seat, f"card {card}")


def event(card: str, text: str = "", front: str = "north", **options: str) -> Game[State]:
    seat = "poland" if card.startswith("P") else "russia"
    return play(laid(card, text, front, **options), seat, "event")


def no_event(card: str, text: str = "", front: str = "north") -> bool:
    """Whether the card can be used, but not for its event."""
    game = laid(card, text, front)
    return verbs(game) == {"orders", "cubes"}


# -- the Polish deck ------------------------------------------------------------------------------------------------


@rule("6.1f", "7.13a")
def test_p1_pilsudskis_resolve():
    game = event("P-1")
    assert game.s.initiative == [3, 2], "held before: both fronts"
    assert event("P-1", front="south").s.initiative == [3, 2]


@rule("6.1f")
def test_p1_wins_only_this_front_if_it_was_not_held():
    text = BASE.replace('initiative.north = "poland 2"', 'initiative.north = "russia 2"')
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
    assert game.s.vp == at(BASE).s.vp, "nobody scores"


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
    game = at(BASE + 'hands.poland = "P-5"\nhands.russia = "R-44"')
    play(game, "russia", "card R-44")
    play(game, "poland", "card P-5")
    play(game, "russia", "orders")
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == 6
    play(game, "poland", "event")
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == 2
    text = BASE.replace('initiative.north = "poland 2"', 'initiative.north = "russia 1"')
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
    play(game, "poland", "build P-V1")
    assert asks(game) == "poland: commit", "all four cubes are spent"
    assert no_event("P-11", 'blocks.R-27 = "Baranovichi 4"'), "no enemy near Warsaw"


@rule("7.13a")
def test_p13_government_of_national_defence():
    game = event("P-13")
    assert game.s.vp == at(BASE).s.vp + 1
    assert game.s.cubes[0] == [1, 0, 0]


def order(command: int, type: int, id: int = 7) -> Order:
    return Order(id, command, area("Minsk"), type)


@rule("7.13a")
def test_p15_strike_from_the_wieprz():
    game = event("P-15")
    north = command_of(POLAND, NORTH)
    assert nameable(game.s, order(north, MARCH_OUT)) == [card_number("P-15")]
    assert not nameable(game.s, order(north, MOVE_OUT))
    assert not nameable(game.s, order(command_of(POLAND, SOUTH), MARCH_OUT))


@rule("7.13a")
def test_p16_koziatyn_raid():
    game = event("P-16")
    for type in (MARCH_OUT, MOVE_OUT):
        assert nameable(game.s, order(command_of(POLAND, NORTH), type)) == [card_number("P-16")]


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
    assert game.s.vp == at(BASE).s.vp


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
    text = BASE.replace("Torun; ", "")
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
    game = at(BASE + text)
    play(game, "russia", "none")
    play(game, "poland", "card P-27", "event")
    assert asks(game) == "russia: answer"
    play(game, "russia", "discard R-44")
    assert game.s.discards[RUSSIA] == [card_number("R-44")]
    game = at(BASE + text)
    play(game, "russia", "none")
    play(game, "poland", "card P-27", "event")
    play(game, "russia", "concede")
    assert game.s.vp == at(BASE).s.vp + 1
    assert event("P-27").s.vp == at(BASE).s.vp + 1, "an empty hand has no choice"


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
    assert nameable(game.s, order(command_of(POLAND, NORTH), MOVE_OUT)) == [card_number("P-54")]
    assert not nameable(game.s, order(command_of(POLAND, NORTH), MARCH_OUT))


@rule("5.0c")
def test_p55_cease_fire_talks():
    last = "round = 6\nphase = 3\n"
    assert event("P-55", last).s.closing
    assert no_event("P-55", "round = 6\nphase = 2\n")
    assert no_event("P-55", "round = 5\nphase = 5\n")
    assert no_event("P-55", last + 'lead = "russia 1"\n')


# -- the Soviet deck ------------------------------------------------------------------------------------------------


@rule("6.1f")
def test_r1_give_us_warsaw():
    game = event("R-1")
    assert game.s.initiative == [1, 1]
    assert len(game.s.hands[1]) == 2


@rule("7.11a", "7.13a")
def test_r2_order_of_2_july():
    game = event("R-2")
    north = command_of(RUSSIA, NORTH)
    assert game.s.allowance[north] == 6
    assert nameable(game.s, order(north, MARCH_TO)) == [card_number("R-2")]
    assert not nameable(game.s, order(north, MOVE_OUT))


RAID = """
    scenario = "campaign"
    step = "moves"
    garrisons.poland = "Warsaw; Minsk"
    garrisons.russia = "Polotsk; Vitebsk"
    blocks.R-10K = "Polotsk 3"
    blocks.R-15K = "Vitebsk 3"
    blocks.R-11 = "Polotsk 3"
"""


@rule("7.13a", "7.31a", "7.31b")
def test_r5_gais_raid():
    game = at(RAID)
    game.s.effects = [Effect(card_number("R-5"), command_of(RUSSIA, NORTH))]
    game.s.executed |= 1 << piece(game, "R-10K")
    game.stack.append(AfterMoves(command=command_of(RUSSIA, NORTH)))
    game.run()
    assert offered(game, "russia", "block") == {"R-10K", "R-15K"}, "even after another order"
    play(game, "russia", "block R-10K", "step Glubokoye")
    assert sees(game, "poland", "R-10K"), "the card tells who rides"
    play(game, "russia", "step Molodechno")
    assert where(game, "R-10K") == "Molodechno"
    assert offered(game, "russia", "block") == {"R-15K"}
    play(game, "russia", "done")


@rule("7.13a")
def test_r5_only_with_the_card():
    game = at(RAID)
    asking = asks(game)
    game.stack.append(AfterMoves(command=command_of(RUSSIA, NORTH)))
    game.run()
    assert asks(game) == asking


@rule("7.12")
def test_r7_trotskys_train():
    assert event("R-7").s.cubes[1] == [2, 1, 0]
    game = at(BASE + 'options.players = "4"\nhands.russia-north = "R-7"', players="4")
    play(game, "russia-north", "card R-7", "event", "south", "north", "south")
    assert (game.s.cubes[2], game.s.cubes[3]) == ([1, 0, 0], [1, 1, 0])


@rule("7.13a")
def test_r8_brusilovs_appeal():
    assert event("R-8").s.cubes[1] == [4, 0, 0]


@rule("7.13a")
def test_r9_liberated_lands():
    assert event("R-9").s.cubes[1] == [1, 0, 0], "one at least"
    game = laid("R-9")
    game.s.round_held[RUSSIA] &= ~(1 << area("Kiev") | 1 << area("Mogilev"))
    play(game, "russia", "event")
    assert game.s.cubes[1] == [2, 0, 0]


@rule("7.7b")
def test_r10_cart_columns():
    text = 'blocks.R-21 = "Lida 3"\nblocks.R-11 = "Suwalki 3"'
    game = laid("R-10", text)
    infantry, far = (1 << piece(game, name) for name in ("R-21", "R-11"))
    assert game.s.unsupplied & infantry
    play(game, "russia", "event")
    assert not game.s.unsupplied & infantry, "it counts as having begun in supply"
    assert game.s.unsupplied & far, "still too far"
    assert not out_of_supply(game.s, RUSSIA, [piece(game, "R-21")]), "and so at the check of this phase"
    south = laid("R-10", text, "south")
    play(south, "russia", "event")
    assert south.s.unsupplied & infantry, "another front"


@rule("4.0g", "7.13a")
def test_r12_makhno_quiet():
    assert event("R-12", front="south").s.cubes[1] == [0, 2, 0], "on a cleared map nobody is due"
    game = laid("R-12", front="south")
    slots = game.s.scene.slots
    for name, gate in (("R-54", "Klintsy"), ("R-4K", "Elizavetgrad"), ("R-12", "Yartsevo")):
        slot = next(i for i, slot in enumerate(slots) if slot.area == area(gate) and slot.round <= 2)
        put_on_track(game.s, piece(game, name), slot, 2)
    play(game, "russia", "event")
    assert offered(game, "russia", "block") == {"R-54", "R-4K"}
    play(game, "russia", "block R-4K")
    assert (where(game, "R-4K"), where(game, "R-54")) == ("Elizavetgrad", "due")
    assert game.s.cubes[1] == [0, 0, 0]


@rule("7.8a", "7.13a")
def test_r13_polrevkom_in_bialystok():
    game = event("R-13", 'blocks.R-27 = "Bialystok 4"')
    assert game.s.vp == at(BASE).s.vp - 1
    assert game.s.cubes[1] == [1, 0, 0]
    assert no_event("R-13")


@rule("7.12")
def test_r15_dock_strike():
    game = event("R-15", 'cubes.poland = "2B 1G"')
    assert asks(game) == "poland: give"
    play(game, "poland", "black", "green")
    assert game.s.cubes[0] == [1, 0, 0]
    assert event("R-15", 'cubes.poland = "1W"').s.cubes[0] == [0, 0, 0], "all he has"


@rule("7.13a")
def test_r17_siberian_reserves():
    game = event("R-17")
    assert (where(game, "R-27"), sp(game, "R-27")) == ("Yartsevo", 4)
    assert no_event("R-17", 'blocks.R-27 = "Vitebsk 3"')


@rule("7.13a")
def test_r19_latvian_riflemen():
    game = event("R-19")
    assert "R-29" in offered(game, "russia", "build")
    assert "R-139" not in offered(game, "russia", "build"), "a brigade only if there is no division"
    play(game, "russia", "build R-29")
    assert offered(game, "russia", "site") == {"Yartsevo", "Klintsy", "Elizavetgrad"}
    play(game, "russia", "site Klintsy")
    assert (where(game, "R-29"), sp(game, "R-29")) == ("Klintsy", 3)


@rule("7.13a")
def test_r20_cheka_sweep():
    assert event("R-20").s.cubes[1] == [1, 0, 0], "Mogilev, Vitebsk, Smolensk: a cube for every two"


@rule("6.1f")
def test_r21_stalins_objection():
    game = event("R-21", front="south")
    assert game.s.initiative == [2, -1]
    assert game.s.cubes[1] == [1, 0, 0]


@rule("1.1c", "7.13a")
def test_r22_kamenevs_directive():
    game = event("R-22", 'blocks.R-21 = "Rohachev 3"')
    play(game, "russia", "block R-21")
    assert offered(game, "russia", "go") == {"Kiev", "Elizavetgrad"}
    play(game, "russia", "go Kiev")
    assert where(game, "R-21") == "Kiev"
    assert game.s.stuck >> piece(game, "R-21") & 1
    assert not game.s.southern >> piece(game, "R-21") & 1, "it changes hands with the next phase"
    assert no_event("R-22")


@rule("8.5e", "7.13a")
def test_r23_lithuanian_alliance():
    text = BASE.replace("Vilna; ", "")
    game = at(text + 'blocks.R-27 = "Vilna 4"\nhands.russia = "R-23"')
    assert not may_enter(game.s, POLAND) >> area("Olita") & 1
    play(game, "russia", "card R-23", "event")
    assert may_enter(game.s, POLAND) >> area("Olita") & 1
    assert game.s.garrisons[RUSSIA] >> area("Kaunas") & 1
    found = {name: (where(game, name), sp(game, name)) for name in ("R-Lit1", "R-Lit2", "R-Lit3")}
    assert found == {"R-Lit1": ("Kaunas", 3), "R-Lit2": ("Olita", 3), "R-Lit3": ("Kaunas", 2)}
    assert no_event("R-23"), "Vilna is Polish"


@rule("7.13a")
def test_r24_red_cossacks():
    game = event("R-24", front="south")
    assert extra_steps(game.s, unit("R-8K")) == 1
    assert extra_steps(game.s, unit("R-4K")) == 0


@rule("7.11a")
def test_r54_yegorovs_order():
    game = event("R-54", front="south")
    assert game.s.allowance[command_of(RUSSIA, SOUTH)] == 6
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == 2


@rule("5.0c")
def test_r55_riga_talks():
    last = 'round = 6\nphase = 4\nlead = "russia 2"\n'
    assert event("R-55", last).s.closing
    assert no_event("R-55", "round = 6\nphase = 4\n")
    assert not can(laid("R-55", "round = 6\nphase = 4\n"), "russia", "event")


@rule("7.13a", "10.0d", "3.4d")
@pytest.mark.parametrize(
    ("card", "text", "said"),
    [
        ("P-18", "", "other front"),
        ("P-41", "", "no Historical Event"),
        ("R-13", "", "do not control Bialystok"),
        ("P-24", "", "nothing to apply it to"),
    ],
)
def test_an_event_that_cannot_be_chosen_is_refused_with_a_reason(card, text, said):
    game = laid(card, text)
    seat = "poland" if card[0] == "P" else "russia"
    with pytest.raises(IllegalAction, match=said):
        game.play(seat, Action("event", 0))
