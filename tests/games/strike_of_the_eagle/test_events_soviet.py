"""7.13 Historical Events of the Soviet deck, card by card."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.effects import extra_steps, nameable
from vistula.games.strike_of_the_eagle.cards.gais_raid import AfterMoves
from vistula.games.strike_of_the_eagle.changes import put_on_track
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH, Stage, Type, command_of
from vistula.games.strike_of_the_eagle.rules.depots import clear_distance, depots, out_of_supply
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.queries import block_command, may_enter
from vistula.games.strike_of_the_eagle.rules.stacking import prove
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import Effect
from vistula.kernel import Action, IllegalAction

from .situations import CARDS_LAID, an_order, event, laid, no_event
from .table import (
    M,
    area,
    asks,
    at,
    battle,
    can,
    clicks,
    offered,
    piece,
    play,
    running,
    sees,
    sp,
    stage,
    unit,
    where,
)  # fmt: skip

rule = pytest.mark.rule

# -- the Soviet deck ------------------------------------------------------------------------------------------------


@rule("6.1h")
def test_r1_give_us_warsaw():
    game = event("R-1")
    assert game.s.initiative == [1, 1]
    assert len(game.s.hands[1]) == 2


@rule("7.11a", "7.13a")
def test_r2_order_of_2_july():
    game = event("R-2")
    north = command_of(RUSSIA, NORTH)
    assert game.s.allowance[north] == 6
    assert nameable(game.s, an_order(north, Type.MARCH_TO)) == [card_number("R-2")]
    assert not nameable(game.s, an_order(north, Type.MOVE_OUT))


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


@rule("7.13a", "2.0f")
def test_r5_nobody_loses_sight_of_those_that_a_raider_leaves():
    game = at(RAID + '    seen.poland = "R-11"\n')
    game.s.effects = [Effect(card_number("R-5"), command_of(RUSSIA, NORTH))]
    game.stack.append(AfterMoves(command=command_of(RUSSIA, NORTH)))
    play(game.run(), "russia", "block R-10K", "step Glubokoye")
    assert sees(game, "poland", "R-10K")
    assert sees(game, "poland", "R-11"), "who is left at Polotsk was known before"


@rule("7.13a", "7.2q", "2.2a")
def test_r5_rides_as_with_a_move_out():
    game = at(RAID)
    game.s.effects = [Effect(card_number("R-5"), command_of(RUSSIA, NORTH))]
    game.stack.append(AfterMoves(command=command_of(RUSSIA, NORTH)))
    game.run()
    play(game, "russia", "block R-10K")
    brigade = min(offered(game, "russia", "detach"))
    play(game, "russia", f"detach {brigade}", "step Glubokoye")
    assert (where(game, brigade), sp(game, "R-10K")) == ("Polotsk", 2), "a division may leave a brigade behind"
    assert "Polotsk" not in offered(game, "russia", "step"), "out, not round"


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
    game = at(CARDS_LAID + 'options.players = "4"\nhands.russia-north = "R-7"', players="4")
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


@rule("7.7b")
@pytest.mark.parametrize(("name", "limit"), [("R-21", 5), ("R-15K", 7)])
def test_r10_reaches_two_areas_farther_and_no_more(name, limit):
    s = running(CARDS_LAID).s
    plain = [a for a in M.areas if M.front[a] == NORTH and M.vp[a] < 0]
    far = {clear_distance(s, RUSSIA, a, depots(s, RUSSIA)): M.area_name[a] for a in plain}
    for areas, fed in ((limit, True), (limit + 1, False)):
        game = event("R-10", f'blocks.{name} = "{far[areas]} 1"')
        assert bool(game.s.unsupplied >> piece(game, name) & 1) != fed


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
    assert block_command(game.s, piece(game, "R-4K")) == command_of(RUSSIA, SOUTH), "it can be ordered at once"
    assert game.s.cubes[1] == [0, 0, 0]


@rule("7.8a", "7.13a")
def test_r13_polrevkom_in_bialystok():
    game = event("R-13", 'blocks.R-27 = "Bialystok 4"')
    assert game.s.vp == at(CARDS_LAID).s.vp - 1
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


@rule("6.1h")
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
    text = CARDS_LAID.replace("Vilna; ", "")
    game = at(text + 'blocks.R-27 = "Vilna 4"\nhands.russia = "R-23"')
    assert not may_enter(game.s, POLAND) >> area("Olita") & 1
    play(game, "russia", "card R-23", "event")
    assert may_enter(game.s, POLAND) >> area("Olita") & 1
    assert game.s.garrisons[RUSSIA] >> area("Kaunas") & 1
    found = {name: (where(game, name), sp(game, name)) for name in ("R-Lit1", "R-Lit2", "R-Lit3")}
    assert found == {"R-Lit1": ("Kaunas", 3), "R-Lit2": ("Olita", 3), "R-Lit3": ("Kaunas", 2)}
    assert no_event("R-23"), "Vilna is Polish"


KAUNAS = """
    scenario = "campaign"
    lithuania = true
    garrisons.poland = "Warsaw; Minsk; Lwow; Grodno"
    garrisons.russia = "Mogilev; Vitebsk; Gomel; Kaunas"
    blocks.P-9 = "Suwalki 3"
"""
"""Lithuania, cut off from Russia by what is added."""


@rule("8.5e", "7.2v", "7.2w", "2.0f")
def test_lithuanians_withdraw_towards_kaunas():
    """S90: it is their depot; who is no Lithuanian finds none and stands."""
    text = (
        KAUNAS
        + """
    blocks.R-Lit2 = "Olita 3"
    blocks.R-27 = "Olita 4"
    blocks.P-14 = "Olita 4 from Grodno"
    blocks.P-8 = "Vilna 3"
    orders.russia-north = ["withdraw Olita"]
    """
    )
    game = stage("withdrawals", text)
    assert asks(game) == "russia: loss"
    clicks(game, "russia", "lose R-27")
    assert (where(game, "R-Lit2"), where(game, "R-27")) == ("Kaunas", "Olita")
    assert sees(game, "poland", "R-Lit2"), "it goes where others may not"
    assert not sees(game, "poland", "R-27")


@rule("8.5e", "7.33g", "2.0f")
@pytest.mark.parametrize(("late", "place"), [("R-Lit2", "Kaunas"), ("R-27", "gone")])
def test_a_lithuanian_who_finds_no_room_goes_towards_kaunas(late, place):
    """S90."""
    crowd = "".join(f'blocks.{name} = "Olita 2"\n' for name in ("R-21", "R-10", "R-17", "R-56"))
    game = battle(KAUNAS + crowd + f'blocks.{late} = "Olita 3 from Vilna"\nblocks.P-8 = "Vilna 3"')
    assert where(game, late) == place
    assert sees(game, "poland", late), "only a Lithuanian finds that way, and who is lost lies open"
    assert not any(sees(game, "poland", name) for name in ("R-21", "R-10", "R-17", "R-56"))


@rule("8.5e", "2.0f")
def test_only_lithuanians_prove_that_they_are():
    game = running('step = "moves"\n' + KAUNAS + 'blocks.R-Lit2 = "Olita 3"\nblocks.R-27 = "Olita 4"\n')
    prove(game.s, [piece(game, "R-27"), piece(game, "R-Lit2")], "7.33g")
    assert game.s.seen == [1 << piece(game, "R-Lit2"), 0]


@rule("8.5e", "7.6b")
def test_lithuanians_ride_by_the_rails_near_kaunas():
    """S90."""
    text = (
        KAUNAS
        + """
    blocks.R-Lit1 = "Kaunas 3"
    blocks.R-27 = "Kaunas 4"
    blocks.R-21 = "Vilna 3"
    blocks.P-14 = "Oshmiany 4"
    blocks.P-8 = "Lida 3"
    blocks.P-6 = "Svenciany 3"
    orders.russia-north = ["rail Kaunas"]
    """
    )
    game = running('step = "railways"\n' + text, ExecutionStep(stage=Stage.RAILWAYS))
    assert offered(game, "russia", "block") == {"R-Lit1"}
    play(game, "russia", "block R-Lit1")
    assert offered(game, "russia", "step") == {"Vilna"}
    play(game, "russia", "step Vilna")
    assert sees(game, "poland", "R-Lit1")


@rule("8.5e", "7.2v", "2.0f")
def test_a_lithuanian_shows_himself_where_kaunas_is_one_more_way_out():
    """By Grodno all may leave, Kaunas is a way for him alone; whoever asks for it is known, wherever he goes."""
    text = """
        scenario = "campaign"
        lithuania = true
        garrisons.poland = "Warsaw; Minsk; Lwow"
        garrisons.russia = "Mogilev; Vitebsk; Gomel; Kaunas"
        blocks.R-Lit2 = "Olita 3"
        blocks.R-27 = "Olita 4"
        blocks.P-14 = "Olita 4 from Vilna"
        blocks.P-8 = "Vilna 3"
        orders.russia-north = ["withdraw Olita"]
    """
    game = stage("withdrawals", text)
    play(game, "russia", "lose R-27")
    assert asks(game) == "russia: block"
    assert sees(game, "poland", "R-Lit2")
    assert not sees(game, "poland", "R-27")


@rule("7.13a")
def test_r24_red_cossacks():
    game = event("R-24", 'blocks.R-8K = "Kiev 3"', front="south")
    assert extra_steps(game.s, unit("R-8K")) == 1
    assert extra_steps(game.s, unit("R-4K")) == 0


@rule("7.11a")
def test_r54_yegorovs_order():
    game = event("R-54", front="south")
    assert game.s.allowance[command_of(RUSSIA, SOUTH)] == 6
    assert game.s.allowance[command_of(RUSSIA, NORTH)] == 2


@rule("5.0c", "7.13a")
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
        ("P-24", "", "would have no effect now"),
    ],
)
def test_an_event_that_cannot_be_chosen_is_refused_with_a_reason(card, text, said):
    game = laid(card, text)
    seat = "poland" if card[0] == "P" else "russia"
    with pytest.raises(IllegalAction, match=said):
        game.play(seat, Action("event", 0))


@rule("7.13a")
@pytest.mark.parametrize(
    ("card", "front", "what"),
    [
        ("R-5", "north", 'blocks.R-15K = "Vitebsk 3"'), ("R-15", "north", 'cubes.poland = "1G"'),
        ("R-20", "north", 'garrisons.russia = "Mogilev; Vitebsk; Klintsy"'),
        ("R-24", "south", 'blocks.R-8K = "Kiev 3"'), ("P-19", "south", 'blocks.R-Gal1 = "Kiev 2"'),
    ],
)  # fmt: skip
def test_an_event_needs_something_to_be_applied_to(card, front, what):
    base = CARDS_LAID.replace('"Mogilev; Kiev; Vitebsk; Smolensk; Klintsy"', '"Mogilev; Klintsy"')
    seat = "poland" if card[0] == "P" else "russia"
    for text, able in (("", False), (what, True)):
        place = base.replace('garrisons.russia = "Mogilev; Klintsy"', "") if "garrisons" in text else base
        game = at(place + f'hands.{seat} = "{card}"\n' + text)
        if front == "south":
            play(game, seat, "none")
        play(game, seat, f"card {card}")
        assert can(game, seat, "event") == able
