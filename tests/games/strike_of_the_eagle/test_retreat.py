"""7.42 Retreating and 7.43 advancing after a battle."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.changes import hide, show
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.advance import Advance
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.retreat import AttackerRetreat, DefenderRetreat
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, Game

from .lists import retreat_areas
from .table import area, asks, can, events, names, offered, option, play, running, unit, verbs, where

rule = pytest.mark.rule


def after_battle(text: str, place: str, frame: Frame) -> Game[State]:
    """A battle has been decided; this procedure follows."""
    game = running(dedent(text))
    game.s.fight = lay_out_fight(game.s, area(place))
    show(game.s, game.s.fight.engaged[POLAND] | game.s.fight.engaged[RUSSIA], "7.41.3a")
    hide(game.s)
    game.stack.append(frame)
    return game.run()


ZHLOBIN = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev"
    lead = "poland 9"
    blocks.P-6 = "Zhlobin 1 from Charyshi"
    blocks.P-14 = "Zhlobin 2 from Charyshi"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 3 from Gomel"
    blocks.R-17 = "Zhlobin 2 from Gomel"
    blocks.R-57 = "Kalenkovichi 1"
"""


@rule("7.42a", "7.41.6b")
def test_the_example_of_the_retreat_to_charyshi():
    game = after_battle(ZHLOBIN, "Zhlobin", DefenderRetreat(side=POLAND))
    assert where(game, "P-6") == where(game, "P-14") == "Charyshi"


@rule("7.42a")
def test_the_example_of_the_retreat_to_rechitsa():
    text = 'garrisons.poland = "Mozyr"\ngarrisons.russia = "Gomel"\nblocks.R-57 = "Kalenkovichi 1"\n'
    game = after_battle(
        text + 'blocks.P-BJ2 = "Kalenkovichi 2 from Mozyr"\nblocks.P-14 = "Zhlobin 4"',
        "Kalenkovichi",
        DefenderRetreat(side=RUSSIA),
    )
    assert where(game, "R-57") == "Rechitsa"


@rule("7.42a")
def test_of_equally_near_areas_the_owner_chooses():
    game = after_battle(
        ZHLOBIN.replace('    blocks.R-57 = "Kalenkovichi 1"\n', ""), "Zhlobin", DefenderRetreat(side=POLAND)
    )
    assert asks(game) == "poland: where"
    assert offered(game, "poland", "retreat") == {"Charyshi", "Kalenkovichi"}
    play(game, "poland", "retreat Kalenkovichi")
    assert where(game, "P-14") == "Kalenkovichi"


@rule("7.42b", "7.42c")
def test_not_where_enemies_are_nor_over_their_links():
    game = running(dedent(ZHLOBIN))
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    assert names(sum(1 << a for a in retreat_areas(game.s, POLAND, area("Zhlobin")))) == {"Charyshi"}


CROWDED = ZHLOBIN.replace('    blocks.R-57 = "Kalenkovichi 1"\n', "")


@rule("7.42d", "7.42a")
def test_who_finds_no_room_goes_to_the_next_best():
    three = "\n".join(f'    blocks.{n} = "Charyshi 1"' for n in ("P-9", "P-16", "P-2L"))
    game = after_battle(CROWDED + three, "Zhlobin", DefenderRetreat(side=POLAND))
    play(game, "poland", "retreat Charyshi")
    assert asks(game) == "poland: overflow"
    assert offered(game, "poland", "block") == {"P-6", "P-14"}
    play(game, "poland", "block P-14")
    assert (where(game, "P-14"), where(game, "P-6")) == ("Charyshi", "Kalenkovichi")
    told = [(event.refs["units"], event.refs["to_area"]) for event in events(game, "retreats")]
    assert told == [([unit("P-14")], area("Charyshi")), ([unit("P-6")], area("Kalenkovichi"))]
    assert game.s.fight.engaged[POLAND] == 0


@rule("7.42d", "7.42a")
def test_where_there_is_room_for_all_they_retreat_together():
    two = "\n".join(f'    blocks.{n} = "Charyshi 1"' for n in ("P-9", "P-16"))
    game = after_battle(CROWDED + two, "Zhlobin", DefenderRetreat(side=POLAND))
    play(game, "poland", "retreat Charyshi")
    assert (asks(game), where(game, "P-6"), where(game, "P-14")) == ("nobody", "Charyshi", "Charyshi")
    assert [sorted(event.refs["units"]) for event in events(game, "retreats")] == [sorted([unit("P-6"), unit("P-14")])]


@rule("7.43a", "7.43b", "7.43c", "7.43d")
def test_winners_say_who_goes_back_until_one_is_left():
    text = 'garrisons.poland = "Bobruisk; Mozyr"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\n'
    text += 'blocks.R-10 = "Zhlobin 4 from Gomel"\nblocks.R-17 = "Rechitsa 3"\n'
    game = after_battle(text + 'blocks.P-14 = "Charyshi 4"', "Zhlobin", Advance(side=RUSSIA))
    assert asks(game) == "russia: back"
    assert offered(game, "russia", "return") == {"R-21", "R-10"}
    assert option(game, "stay").publish, "others wait for it"
    play(game, "russia", "return R-10")
    assert asks(game) == "nobody", "one must stay"
    assert (where(game, "R-10"), where(game, "R-21")) == ("Gomel", "Zhlobin")
    assert game.s.on_link == 0
    assert [(e.refs["area"], e.refs["to_area"]) for e in events(game, "returns")] == [(area("Zhlobin"), area("Gomel"))]


@rule("7.42e", "7.42g", "11.0a")
def test_blocks_with_no_retreat_are_eliminated_for_a_point_each():
    game = after_battle(ZHLOBIN + '    blocks.R-8 = "Charyshi 3"\n', "Zhlobin", DefenderRetreat(side=POLAND))
    assert where(game, "P-6") == where(game, "P-14") == "gone"
    assert game.s.vp == 7


@rule("7.42a", "7.42e", "7.42i")
def test_nobody_retreats_towards_the_city_that_he_has_lost():
    """All attackers of Gomel have fallen, but they have won (S60); no other city is Polish."""
    text = 'garrisons.russia = "Klintsy; Mogilev"\nblocks.P-14 = "Gomel 2"\nlead = "poland 5"\n'
    game = after_battle(text, "Gomel", DefenderRetreat(side=POLAND))
    assert where(game, "P-14") == "gone"
    assert game.s.vp == 4
    game = after_battle('garrisons.poland = "Mozyr"\n' + text, "Gomel", DefenderRetreat(side=POLAND))
    assert offered(game, "poland", "retreat") == {"Zhlobin", "Rechitsa"}, "two areas from Mozyr"


@rule("9.0d")
def test_a_captured_leader_is_worth_two():
    text = (
        ZHLOBIN.replace("    lead", '    scenario = "to-warsaw"\n    lead')
        + '    blocks.P-Haller = "Zhlobin 1 from Charyshi"\n'
    )
    game = after_battle(text + '    blocks.R-8 = "Charyshi 3"\n', "Zhlobin", DefenderRetreat(side=POLAND))
    assert where(game, "P-Haller") == "gone"
    assert game.s.vp == 5


@rule("7.42h")
def test_the_example_of_a_retreat_out_of_supply():
    """The key city is four areas away; without a clear path all would be lost."""
    text = """
        garrisons.poland = "Bobruisk"
        garrisons.russia = "Gomel; Mozyr"
        lead = "poland 9"
        blocks.P-6 = "Kalenkovichi 1"
        blocks.P-14 = "Kalenkovichi 2"
        blocks.R-10 = "Kalenkovichi 3 from Rechitsa"
        blocks.R-57 = "Kalenkovichi 3 from Zhlobin"
    """
    game = after_battle(text, "Kalenkovichi", DefenderRetreat(side=POLAND))
    assert where(game, "P-6") == where(game, "P-14") == "Zhitkovichi"
    lost = after_battle(text + '        blocks.R-8 = "Slutsk 3"\n', "Kalenkovichi", DefenderRetreat(side=POLAND))
    assert where(lost, "P-6") == "gone"
    assert lost.s.vp == 7


@rule("7.42f")
def test_beaten_attackers_go_back_where_each_came_from():
    game = after_battle(ZHLOBIN, "Zhlobin", AttackerRetreat(side=RUSSIA))
    assert [where(game, f"R-{n}") for n in (21, 10, 17)] == ["Rohachev", "Gomel", "Gomel"]


@rule("7.42f", "7.42g")
def test_if_that_is_held_by_the_enemy_they_are_lost():
    game = after_battle(ZHLOBIN + '    blocks.P-9 = "Rohachev 3"\n', "Zhlobin", AttackerRetreat(side=RUSSIA))
    assert where(game, "R-21") == "gone"
    assert where(game, "R-10") == "Gomel"
    assert game.s.vp == 10


@rule("7.42f")
def test_if_it_is_overstacked_the_owner_says_who_is_saved():
    three = "\n".join(f'    blocks.{n} = "Gomel 1"' for n in ("R-4", "R-5", "R-6"))
    game = after_battle(ZHLOBIN + three, "Zhlobin", AttackerRetreat(side=RUSSIA))
    assert asks(game) == "russia: back"
    play(game, "russia", "block R-17")
    assert (where(game, "R-17"), where(game, "R-10")) == ("Gomel", "gone")


# -- 7.43 advance ---------------------------------------------------------------------------------------------------

WON = ZHLOBIN.replace('    blocks.P-6 = "Zhlobin 1 from Charyshi"\n    blocks.P-14 = "Zhlobin 2 from Charyshi"\n', "")


def won(text: str = WON) -> Game[State]:
    """The Soviets have taken Zhlobin; their blocks are still on the links."""
    game = running(dedent(text) + 'blocks.P-6 = "Charyshi 1"\n')
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    game.s.fight.attacker = RUSSIA
    for name in ("R-21", "R-10", "R-17"):
        game.s.on_link |= 1 << game.s.unit.index(game.s.m.unit(name))
    game.stack.append(Advance(side=RUSSIA))
    return game.run()


@rule("7.43a", "7.43b", "7.43d")
def test_the_example_of_the_winner_who_keeps_two_and_sends_one_back():
    game = won()
    assert offered(game, "russia", "return") == {"R-21", "R-10", "R-17"}, "57 was not in the battle"
    play(game, "russia", "return R-21")
    assert where(game, "R-21") == "Rohachev"
    play(game, "russia", "stay")
    assert game.s.on_link == 0
    assert where(game, "R-10") == where(game, "R-17") == "Zhlobin"


@rule("7.43b")
def test_at_least_one_stays():
    game = won()
    play(game, "russia", "return R-21", "return R-10")
    assert where(game, "R-17") == "Zhlobin"
    assert asks(game) == "nobody", "the last may not go"


@rule("7.43c")
def test_winners_beyond_four_must_go_back():
    more = "".join(f'    blocks.{n} = "Zhlobin 2 from Charyshi"\n' for n in ("R-4", "R-5"))
    game = won(WON.replace("    blocks.R-57", more + "    blocks.R-57"))
    assert verbs(game) == {"return"}, "five cannot stay"
    play(game, "russia", "return R-21")
    assert can(game, "russia", "stay")


def test_the_diary_tells_of_it():
    assert events(after_battle(ZHLOBIN, "Zhlobin", DefenderRetreat(side=POLAND)), "retreats")
