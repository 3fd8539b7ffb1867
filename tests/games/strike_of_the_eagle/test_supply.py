"""7.7 Check supply; 7.33 blocks that find no room."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA, Stage
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.queries import inside
from vistula.games.strike_of_the_eagle.rules.stacking import ExcessBlocks, refuges
from vistula.games.strike_of_the_eagle.rules.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.state import Effect, State
from vistula.kernel import UNKNOWN, Game

from .table import (
    SUPPLY,
    area,
    asks,
    at,
    diary,
    draws,
    events,
    first,
    names,
    offered,
    piece,
    play,
    running,
    sees,
    settle,
    sp,
    stage,
    where,
)

rule = pytest.mark.rule

CUT_OFF = """
    step = "supply"
    garrisons.poland = "Bobruisk"
    garrisons.russia = "Gomel; Mogilev"
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Rechitsa 3"
    blocks.P-16 = "Rechitsa 1"
    blocks.P-BJ2 = "Rechitsa 2"
    blocks.R-21 = "Rohachev 3"
    lead = "poland 5"
"""


@rule("7.71a", "7.7a")
def test_every_block_out_of_supply_is_marked_and_loses_a_point():
    game = at(CUT_OFF)
    assert sp(game, "P-6") == 2
    assert sp(game, "P-14") == 4
    assert sp(game, "P-BJ2") == 2, "cavalry is in supply at four areas"
    assert sp(game, "R-21") == 3
    assert game.s.unsupplied == 1 << piece(game, "P-6")


@rule("7.71c", "7.71d", "8.4c", "11.0a")
def test_the_last_point_is_fatal_and_worth_a_victory_point():
    game = at(CUT_OFF)
    assert where(game, "P-16") == "gone"
    assert game.s.vp == 4
    assert events(game, "starved")


@rule("7.71c", "4.0f")
@pytest.mark.parametrize("seat", ["poland", "russia", ""])
def test_everybody_hears_which_block_has_starved(seat):
    """It lies open beside the map from now on."""
    game = at(CUT_OFF)
    assert not sees(game, "russia", "P-6")
    assert sees(game, seat, "P-16")
    assert any("16th" in line and "lays down" in line for line in diary(game, seat))


@rule("7.71a", "9.0b")
def test_a_leader_takes_no_loss():
    text = 'scenario = "to-warsaw"\nstep = "supply"\ngarrisons.poland = "Warsaw"\n'
    game = at(text + 'blocks.P-Haller = "Slutsk 1"\nblocks.P-8 = "Slutsk 2"')
    assert where(game, "P-Haller") == "Slutsk"
    assert sp(game, "P-8") == 1


@rule("7.71e", "1.3d")
def test_a_garrison_without_a_way_to_warsaw_is_removed():
    game = at(
        """
        scenario = "to-warsaw"
        step = "supply"
        lead = "poland 5"
        garrisons.poland = "Warsaw; Bobruisk"
        blocks.R-6 = "Igumen 3"
        blocks.R-8 = "Slutsk 3"
        blocks.R-10 = "Rohachev 3"
        blocks.R-17 = "Charyshi 3"
        blocks.R-4 = "Minsk 3"
        """
    )
    assert names(game.s.garrisons[POLAND]) == {"Warsaw"}
    assert events(game, "garrison_starved")
    assert game.s.vp == 4, "Bobruisk is neutral and lost by the Poles"


@rule("7.71e")
def test_a_city_with_blocks_stays_controlled_without_its_garrison():
    game = at(
        'step = "supply"\ngarrisons.poland = "Mozyr"\nblocks.P-14 = "Mozyr 4"\nblocks.R-6 = "Igumen 3"\n'
        'blocks.R-8 = "Slutsk 3"\nblocks.R-10 = "Zhitkovichi 3"\nlead = "poland 5"'
    )
    assert game.s.garrisons[POLAND] == 0
    assert game.s.vp == 5


@rule("7.7a")
def test_all_effects_follow_from_the_position_before_the_first_loss():
    """A block that dies does not open the way for its enemies' supply in the same check (S17)."""
    game = at(
        'step = "supply"\ngarrisons.poland = ""\ngarrisons.russia = "Mogilev"\nblocks.P-14 = "Rohachev 1"\n'
        'blocks.R-21 = "Bobruisk 3"\nblocks.P-6 = "Igumen 1"\nblocks.R-8 = "Zhlobin 2"'
    )
    assert where(game, "P-14") == "gone"
    assert sp(game, "R-21") == 3, "Bobruisk, occupied, is next to nothing that blocks it"


@rule("7.7a", "7.71a")
def test_a_marker_goes_when_supply_is_found_again():
    game = at(CUT_OFF)
    game.s.place[piece(game, "P-6")] = area("Charyshi")
    check(game)
    assert game.s.unsupplied == 0
    assert sp(game, "P-6") == 2


def check(game: Game[State]) -> None:
    """Another supply check, now."""
    game.stack[:] = [SupplyCheck()]
    game.run()


@rule("7.71a")
def test_peasant_carts_save_the_blocks_of_one_area():
    """Polish card 28."""
    game = at(CUT_OFF.replace('step = "supply"', 'step = "orders"'))
    game.s.effects.append(Effect(27, 0, area("Rechitsa")))
    check(game)
    assert sp(game, "P-6") == 3
    assert where(game, "P-16") == "Rechitsa"
    assert game.s.unsupplied >> piece(game, "P-6") & 1, "they are marked all the same"


@rule("7.71a", "2.0f")
def test_the_enemy_is_not_told_which_blocks_starve_but_those_that_die():
    game = at(CUT_OFF)
    heard = [event.refs["unit"] for event in game.seat("russia").events if event.key == "out_of_supply"]
    assert heard == [UNKNOWN, UNKNOWN], "two blocks are marked"
    assert sees(game, "russia", "P-16")
    assert not sees(game, "russia", "P-6")


# -- 7.33 blocks without room -----------------------------------------------------------------------------------

LUTSK = """
    scenario = "lwow"
    step = "battles"
    garrisons.poland = "Warsaw; Lwow; Lublin; Kovel"
    garrisons.russia = ""
    blocks.P-5 = "Lutsk 3"
    blocks.P-6 = "Lutsk 3"
    blocks.P-7 = "Lutsk 3 from Sokal"
    blocks.P-12 = "Lutsk 3 from Sokal"
    blocks.P-13 = "Lutsk 3 from Sokal"
"""


@rule("7.33e", "7.33f", "7.33d")
def test_the_example_of_lutsk():
    """Two stand there, three come from Sokal: the third waits on the road and goes back."""
    game = at(LUTSK)
    assert [where(game, f"P-{n}") for n in (5, 6, 7, 12)] == ["Lutsk"] * 4
    assert where(game, "P-13") == "Sokal"
    assert game.s.on_link == 0


@rule("7.33g")
def test_it_cannot_go_back_to_an_area_that_the_enemy_holds():
    game = at(LUTSK + '    blocks.R-14K = "Sokal 3 from Vladimir"\n')
    assert where(game, "P-13") in names(game.s.m.around[area("Lutsk")])
    assert where(game, "P-13") == "Kovel", "a depot itself"


@rule("7.33g")
def test_of_equally_near_areas_the_owner_chooses():
    game = at(
        LUTSK.replace("Warsaw; Lwow; Lublin; Kovel", "Warsaw; Rovno; Kovel; Lublin; Lwow")
        + '    blocks.R-14K = "Sokal 3 from Vladimir"\n'
    )
    assert asks(game) == "poland: elsewhere"
    assert offered(game, "poland", "go") == {"Kovel", "Rovno"}
    play(game, "poland", "go Rovno")
    assert where(game, "P-13") == "Rovno"


@rule("7.33g")
def test_without_any_it_is_eliminated():
    game = at(
        LUTSK.replace("; Lwow; Lublin; Kovel", "")
        + '    blocks.R-14K = "Sokal 3 from Vladimir"\n    blocks.R-4K = "Kovel 3"\n    blocks.R-6K = "Rovno 3"\n'
        '    blocks.R-11K = "Dubno 3"\n    blocks.R-58 = "Vladimir 3"\n    blocks.R-8K = "Brody 3"\n'
    )
    assert refuges(game.s, POLAND, area("Lutsk")) == []
    assert where(game, "P-13") == "gone"
    assert any(e.refs["points"] == 1 for e in events(game, "points")), "worth a point, as a block without retreat"
    assert any("13th" in line and "is lost" in line for line in diary(game, "russia")), "everybody sees which it was"


@rule("7.33a", "7.33e")
def test_where_others_have_left_those_who_wait_come_in():
    game = at(LUTSK.replace('step = "battles"', 'step = "orders"'))
    s = game.s
    s.place[piece(game, "P-5")] = area("Kovel")
    game.stack[-2].at = "excess"
    game.stack[-1:] = []
    game.run()
    assert where(game, "P-13") == "Lutsk"
    assert s.on_link == 0


@rule("7.33a")
def test_with_room_for_some_the_owner_says_who_comes_in():
    game = at(LUTSK.replace('step = "battles"', 'step = "orders"') + '    blocks.P-DJ1 = "Lutsk 3 from Dubno"\n')
    s = game.s
    s.place[piece(game, "P-5")] = area("Kovel")
    game.stack[-2].at = "excess"
    game.stack[-1:] = []
    game.run()
    assert asks(game) == "poland: come"
    assert offered(game, "poland", "come-in") == {"P-13", "P-DJ1"}
    play(game, "poland", "come-in P-DJ1")
    assert where(game, "P-DJ1") == "Lutsk"
    assert where(game, "P-13") == "Sokal"


CROWDED = """
    scenario = "lwow"
    step = "battles"
    garrisons.poland = "Warsaw; Lwow; Lublin; Kovel"
    garrisons.russia = ""
    blocks.P-5 = "Lutsk 3"
    blocks.P-6 = "Lutsk 3"
    blocks.P-7 = "Lutsk 3"
    blocks.P-12 = "Lutsk 3"
    blocks.P-8 = "Kovel 1"
    blocks.P-9 = "Kovel 1"
    blocks.P-14 = "Kovel 1"
    blocks.R-14K = "Sokal 3 from Vladimir"
    blocks.R-6K = "Rovno 3"
    blocks.R-11K = "Dubno 3"
    blocks.R-58 = "Vladimir 3"
"""
"""Kovel has room for one; there is no other way out of Lutsk."""


@rule("7.33g")
@pytest.mark.parametrize(("saved", "lost"), [("P-13", "P-16"), ("P-16", "P-13")])
def test_of_those_who_cannot_go_back_the_owner_says_who_is_saved(saved, lost):
    waiting = f'    blocks.{saved} = "Lutsk 3 from Sokal"\n    blocks.{lost} = "Lutsk 3 from Sokal"\n'
    game = at(CROWDED + waiting)
    assert asks(game) == "poland: who_goes"
    assert offered(game, "poland", "block") == {"P-13", "P-16"}
    play(game, "poland", f"block {saved}")
    assert (where(game, saved), where(game, lost)) == ("Kovel", "gone")


@rule("7.33f", "7.33g")
@pytest.mark.parametrize("other", ["P-13", "P-1L"])
def test_all_whose_way_back_is_open_go_before_those_who_need_another(other):
    game = at(CROWDED + f'    blocks.{other} = "Lutsk 3 from Sokal"\n    blocks.P-16 = "Lutsk 3 from Kovel"\n')
    assert (where(game, "P-16"), where(game, other)) == ("Kovel", "gone")


def standing(place: str, *names: str) -> str:
    return "".join(f'blocks.{name} = "{place} 2"\n' for name in names)


@rule("7.33f")
def test_blocks_before_two_areas_compete_for_one_place():
    """One waits before Charyshi, one before Rohachev; both came from Bobruisk, where there is room for one."""
    text = standing("Charyshi", "P-14", "P-6", "P-9", "P-16") + standing("Rohachev", "P-5", "P-7", "P-10", "P-11")
    text += standing("Bobruisk", "P-12", "P-17", "P-18")
    text += 'blocks.P-4 = "Charyshi 2 from Bobruisk"\nblocks.P-8 = "Rohachev 2 from Bobruisk"\n'
    game = running(SUPPLY + 'step = "battles"\n' + text, ExcessBlocks())
    assert asks(game) == "poland: which"
    assert offered(game, "poland", "block") == {"P-4", "P-8"}
    play(game, "poland", "block P-8")
    assert (where(game, "P-8"), where(game, "P-4")) == ("Bobruisk", "Zhlobin")


@rule("7.33e", "7.33f")
@pytest.mark.parametrize(("comes", "goes"), [("P-4", "P-8"), ("P-8", "P-4")])
def test_all_who_have_room_come_in_before_others_go_back_there(comes, goes):
    """One waits before Bobruisk, where a place is empty, and one before Charyshi, who came from Bobruisk."""
    text = standing("Charyshi", "P-14", "P-6", "P-9", "P-16") + standing("Bobruisk", "P-12", "P-17", "P-18", "P-5")
    text += f'blocks.{comes} = "Bobruisk 2 from Igumen"\nblocks.{goes} = "Charyshi 2 from Bobruisk"\n'
    game = running(SUPPLY + 'step = "battles"\n' + text)
    game.s.place[piece(game, "P-5")] = area("Minsk")
    game.stack.append(ExcessBlocks())
    game.run()
    assert (where(game, comes), where(game, goes)) == ("Bobruisk", "Zhlobin")


# -- 7.33 areas that the enemy has left -------------------------------------------------------------------------

DESERTED = """
    garrisons.poland = "Mozyr; Bobruisk"
    garrisons.russia = "Gomel; Klintsy; Mogilev"
    blocks.R-57 = "Kalenkovichi 2"
    blocks.P-15 = "Rechitsa 2"
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 3 from Rohachev"
    blocks.R-17 = "Zhlobin 3 from Rohachev"
    blocks.R-8 = "Zhlobin 3 from Rohachev"
    blocks.P-6 = "Kalenkovichi 4 from Mozyr"
    orders.poland-north = "withdraw Zhlobin"
"""


@rule("7.33e", "7.42d")
def test_who_finds_the_area_deserted_holds_it_before_others_retreat_there():
    """Four Soviets have come to Zhlobin and its defender has withdrawn: who is beaten at Kalenkovichi finds it full."""
    game = draws(running(DESERTED + '    step = "withdrawals"\n'), "P-38", "R-6")
    game.stack += [ExcessBlocks(), Battles(), ExecutionStep(stage=Stage.WITHDRAWALS)]
    settle(game.run())
    assert where(game, "P-14") == "Charyshi"
    assert len(inside(game.s, RUSSIA, area("Zhlobin"))) == 4
    assert where(game, "R-57") == "Zhitkovichi"


@rule("7.33e", "7.2v")
def test_nor_do_others_withdraw_there():
    game = stage("withdrawals", DESERTED + '    orders.russia-north = "withdraw Kalenkovichi"\n')
    first(game, "poland")
    settle(game)
    assert where(game, "P-14") == "Charyshi"
    assert where(game, "R-57") == "Zhitkovichi", "not asked whether it goes to Zhlobin"


@rule("7.33a", "7.33e")
def test_of_five_who_find_the_area_deserted_the_owner_says_who_comes_in():
    game = stage("withdrawals", DESERTED + '    blocks.R-18 = "Zhlobin 2 from Gomel"\n', ExcessBlocks(), Battles())
    assert asks(game) == "russia: come"
    for name in ("R-18", "R-21", "R-10", "R-8"):
        play(game, "russia", f"come-in {name}")
    settle(game)
    assert (where(game, "R-18"), where(game, "R-17")) == ("Zhlobin", "Rohachev")


@rule("7.33f", "1.1c", "10.0d")
def test_whoever_commands_the_waiting_blocks_says_who_goes_back():
    text = """
        scenario = "campaign"
        options.players = "4"
        step = "battles"
        garrisons.poland = "Warsaw; Brest-Litovsk; Lublin; Lwow; Kovel"
        garrisons.russia = "Mogilev; Kiev; Vitebsk"
        blocks.P-1L = "Brest-Litovsk 3"
        blocks.P-2L = "Brest-Litovsk 3"
        blocks.P-3L = "Brest-Litovsk 3"
        blocks.P-4 = "Brest-Litovsk 3"
        blocks.P-6 = "Brest-Litovsk 3 from Chelm"
        blocks.P-8 = "Kovel 3"
        blocks.P-9 = "Kovel 3"
        blocks.P-14 = "Kovel 3"
        blocks.P-15 = "Kovel 3"
        blocks.P-16 = "Kovel 3 from Chelm"
        blocks.P-5 = "Chelm 3"
        blocks.P-7 = "Chelm 3"
        blocks.P-10 = "Chelm 3"
        blocks.R-21 = "Rohachev 3"
    """
    game = running(dedent(text), players="4")
    for name in ("P-6", "P-16"):
        game.s.on_link |= 1 << piece(game, name)
        game.s.southern |= 1 << piece(game, name)
    game.stack.append(ExcessBlocks())
    game.run()
    assert asks(game) == "poland-south: which", "also of the one before Brest-Litovsk, in the north"
