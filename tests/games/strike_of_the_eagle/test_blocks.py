"""2.0 Blocks: strength, destruction, entering areas, pins, links; what eyes can follow."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.changes import (
    MARKS,
    depart,
    eliminate,
    enter,
    gain,
    hide,
    look,
    lose,
    mix_stacks,
    raise_block,
    send,
    show,
    to_pool,
)
from vistula.games.strike_of_the_eagle.model import PIECES, POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.executors import exits, may_leave, ways
from vistula.games.strike_of_the_eagle.rules.queries import blocks_at, inside, stack_of
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.games.strike_of_the_eagle.witnessed import betray
from vistula.kernel import Game

from .table import area, at, names, piece, sees, sp, unit, where

rule = pytest.mark.rule


def march(game: Game[State], name: str, *way: str) -> int:
    """Move a block along these areas; returns its key."""
    found = piece(game, name)
    for place in way:
        found = enter(game.s, found, area(place))
    return found


# -- strength ---------------------------------------------------------------------------------------------------


@rule("2.0a")
def test_the_example_of_a_four_point_block():
    game = at('blocks.P-14 = "Charyshi 4"')
    assert not lose(game.s, piece(game, "P-14"))
    assert sp(game, "P-14") == 3
    gain(game.s, piece(game, "P-14"))
    assert sp(game, "P-14") == 4


@rule("2.0b", "11.0a")
def test_the_last_point_destroys_a_block():
    game = at('blocks.P-14 = "Charyshi 1"\nblocks.P-6 = "Charyshi 1"')
    assert lose(game.s, piece(game, "P-14"))
    to_pool(game.s, piece(game, "P-14"))
    eliminate(game.s, piece(game, "P-6"))
    assert where(game, "P-14") == "pool"
    assert where(game, "P-6") == "gone"
    assert blocks_at(game.s, POLAND, area("Charyshi")) == []


@rule("9.0c")
def test_a_leader_never_goes_to_the_pool():
    game = at('scenario = "to-warsaw"\nblocks.P-Haller = "Minsk 1"')
    to_pool(game.s, piece(game, "P-Haller"))
    assert where(game, "P-Haller") == "gone"


# -- entering areas ---------------------------------------------------------------------------------------------


@rule("7.31b")
def test_a_block_stops_on_the_link_into_an_enemy_area():
    game = at('blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Rohachev 3"')
    p = march(game, "R-21", "Zhlobin")
    assert where(game, "R-21") == "Zhlobin"
    assert game.s.on_link >> p & 1
    assert game.s.origin[p] == area("Rohachev")
    assert not ways(game.s, RUSSIA, area("Rohachev"), 2) >> area("Kalenkovichi") & 1, "and nobody passes through it"


@rule("7.31b")
def test_a_garrison_alone_stops_it_too():
    game = at('garrisons.poland = "Mozyr"\ngarrisons.russia = ""\nblocks.R-21 = "Kalenkovichi 3"')
    p = march(game, "R-21", "Mozyr")
    assert game.s.on_link >> p & 1


@rule("7.33c", "7.33e")
def test_a_fifth_block_waits_on_the_link_and_passes_through():
    text = "\n".join(f'blocks.{name} = "Zhlobin 2"' for name in ("P-6", "P-14", "P-16", "P-9"))
    game = at(text + '\nblocks.P-BJ2 = "Charyshi 2"')
    p = march(game, "P-BJ2", "Zhlobin")
    assert game.s.on_link >> p & 1
    assert len(inside(game.s, POLAND, area("Zhlobin"))) == 4
    p = march(game, "P-BJ2", "Rohachev")
    assert not game.s.on_link >> p & 1


@rule("7.34a", "7.34b")
def test_each_direction_is_noted_once_in_the_order_of_entry():
    game = at('blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Rohachev 3"\nblocks.R-10 = "Gomel 4"\nblocks.R-17 = "Gomel 4"')
    for name in ("R-10", "R-21", "R-17"):
        march(game, name, "Zhlobin")
    zhlobin = area("Zhlobin")
    assert [e.origin for e in game.s.entries] == [area("Gomel"), area("Rohachev")]
    assert {(e.area, e.side) for e in game.s.entries} == {(zhlobin, RUSSIA)}


@rule("7.32c")
def test_each_block_that_enters_pins_one():
    text = "\n".join(f'blocks.{name} = "Zhlobin 2"' for name in ("P-6", "P-14", "P-16", "P-9"))
    game = at(text + '\nblocks.R-10 = "Gomel 4"\nblocks.R-17 = "Gomel 4"')
    march(game, "R-10", "Zhlobin")
    march(game, "R-17", "Zhlobin")
    assert game.s.free[area("Zhlobin") * 2 + POLAND] == 2
    for name in ("P-6", "P-14"):
        assert may_leave(game.s, piece(game, name))
        march(game, name, "Charyshi")
    assert not may_leave(game.s, piece(game, "P-16"))


@rule("7.32c")
def test_blocks_that_arrive_later_release_nobody():
    game = at('blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-10 = "Gomel 4"')
    march(game, "R-10", "Zhlobin")
    march(game, "P-6", "Zhlobin")
    assert not may_leave(game.s, piece(game, "P-14"))


@rule("7.32d")
def test_nobody_leaves_over_a_link_with_incoming_enemies():
    game = at('blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 4"\nblocks.R-21 = "Rohachev 3"')
    march(game, "R-21", "Zhlobin")
    assert not exits(game.s, POLAND, area("Zhlobin")) >> area("Rohachev") & 1
    assert not exits(game.s, POLAND, area("Rohachev")) >> area("Zhlobin") & 1
    assert exits(game.s, RUSSIA, area("Zhlobin")) >> area("Rohachev") & 1
    assert names(exits(game.s, POLAND, area("Zhlobin"))) == {"Charyshi", "Gomel", "Kalenkovichi"}


# -- what eyes can follow ---------------------------------------------------------------------------------------


STACK = 'blocks.P-6 = "Zhlobin 3"\nblocks.P-14 = "Zhlobin 4"\nblocks.P-16 = "Zhlobin 2"\nblocks.R-21 = "Rohachev 3"'


@rule("2.0f")
def test_the_enemy_sees_where_blocks_stand_but_not_which_they_are():
    game = at(STACK)
    own, enemy = game.seat("poland").s, game.seat("russia").s
    assert own.unit[:56] == game.s.unit[:56]
    assert sum(place == area("Zhlobin") for place in enemy.place) == 3
    assert not any(sees(game, "russia", name) for name in ("P-6", "P-14", "P-16"))
    assert sees(game, "poland", "P-14")
    assert not sees(game, "poland", "R-21")
    assert enemy.sp[piece(game, "P-14")] not in range(10)


@rule("4.0f", "7.2l")
def test_who_has_looked_can_follow_a_lone_block():
    game = at(STACK)
    look(game.s, 0, 1 << piece(game, "R-21"), "7.2l")
    assert sees(game, "poland", "R-21")
    march(game, "R-21", "Mogilev")
    assert sees(game, "poland", "R-21")
    lose(game.s, piece(game, "R-21"))
    assert game.seat("poland").s.sp[piece(game, "R-21")] == 2


@rule("2.0f")
def test_a_block_that_leaves_others_is_lost_from_sight():
    game = at(STACK)
    zhlobin = sum(1 << p for p in blocks_at(game.s, POLAND, area("Zhlobin")))
    look(game.s, 1, zhlobin, "7.2l")
    assert sees(game, "russia", "P-16")
    march(game, "P-16", "Charyshi")
    assert not any(sees(game, "russia", name) for name in ("P-6", "P-14", "P-16"))


@rule("2.0f")
@pytest.mark.parametrize("name", ["P-6", "P-14", "P-16"])
def test_whichever_leaves_the_same_wooden_block_is_seen_to_go(name):
    """The enemy cannot tell by the key of the piece which one it was."""
    game = at(STACK)
    gone = march(game, name, "Charyshi")
    assert gone == min(unit(other) for other in ("P-6", "P-14", "P-16"))
    assert game.s.unit[gone] == unit(name)
    assert sp(game, "P-14") == 4
    assert sorted(game.s.unit[p] for p in PIECES[POLAND]) == list(PIECES[POLAND])


@rule("2.0f")
def test_its_markers_go_with_it():
    game = at(STACK)
    game.s.unsupplied = 1 << piece(game, "P-16") | 1 << piece(game, "P-14")
    game.s.turned[piece(game, "P-14")] = game.s.turned[piece(game, "P-6")] = -1
    gone = march(game, "P-16", "Charyshi")
    assert game.s.unsupplied == 1 << gone | 1 << piece(game, "P-14")
    assert game.s.turned[piece(game, "P-14")] == 0, "what was seen of those that it could be is forgotten"
    assert game.s.turned[piece(game, "P-6")] == -1, "not of the one without a marker"


@rule("2.0f", "2.2c", "7.3n")
@pytest.mark.parametrize("mark", [*MARKS, "southern"])
def test_who_bears_another_mark_cannot_be_the_one_that_leaves(mark):
    game = at(STACK)
    zhlobin = {name: piece(game, name) for name in ("P-6", "P-14", "P-16")}
    look(game.s, 1, sum(1 << p for p in zhlobin.values()), "7.2l")
    setattr(game.s, mark, 1 << zhlobin["P-6"])
    gone = march(game, "P-16", "Charyshi")
    assert sees(game, "russia", "P-6")
    assert piece(game, "P-6") == zhlobin["P-6"]
    assert not sees(game, "russia", "P-14")
    assert not sees(game, "russia", "P-16")
    assert gone == min(zhlobin["P-14"], zhlobin["P-16"]), "nobody can tell by the key which of the two it was"


@rule("2.0f", "7.3n")
def test_the_only_one_that_can_leave_is_followed():
    game = at(STACK)
    zhlobin = {name: piece(game, name) for name in ("P-6", "P-14", "P-16")}
    look(game.s, 1, sum(1 << p for p in zhlobin.values()), "7.2l")
    game.s.executed = 1 << zhlobin["P-6"] | 1 << zhlobin["P-14"]
    assert march(game, "P-16", "Charyshi") == zhlobin["P-16"]
    assert all(sees(game, "russia", name) for name in zhlobin)


@rule("7.41.3a", "2.0f")
def test_who_leaves_while_blocks_lie_open_is_seen_to_go():
    game = at(STACK)
    show(game.s, sum(1 << p for p in blocks_at(game.s, POLAND, area("Zhlobin"))), "7.41.3a")
    march(game, "P-16", "Charyshi")
    hide(game.s)
    assert all(sees(game, "russia", name) for name in ("P-6", "P-14", "P-16"))


@rule("7.41.3a", "4.0f")
def test_blocks_shown_in_battle_are_hidden_again_and_can_be_followed():
    game = at(STACK)
    zhlobin = sum(1 << p for p in blocks_at(game.s, POLAND, area("Zhlobin")))
    show(game.s, zhlobin, "7.41.3a")
    assert sees(game, "russia", "P-14")
    assert sees(game, "", "P-14"), "an onlooker sees them too while they lie open"
    hide(game.s)
    assert sees(game, "russia", "P-14")
    assert not sees(game, "", "P-14")
    send(game.s, [piece(game, "P-14")], area("Charyshi"))
    assert sees(game, "russia", "P-14"), "a retreat under the enemy's eyes"


@rule("2.0f")
def test_stacks_are_mixed_out_of_sight():
    game = at(STACK)
    before = game.s.unit[:]
    stack = stack_of(game.s, piece(game, "P-14"))
    look(game.s, 1, 1 << piece(game, "P-14"), "7.2l")
    mix_stacks(game.s, [stack[2], stack[0], stack[1]])
    assert [game.s.unit[p] for p in stack] == [before[stack[2]], before[stack[0]], before[stack[1]]]
    assert sees(game, "russia", "P-14"), "it is still known to be there"
    assert not sees(game, "russia", "P-6")
    assert sp(game, "P-14") == 4


@rule("2.0f", "7.33e")
def test_blocks_on_a_link_and_inside_are_told_apart():
    game = at(
        'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"\nblocks.R-10 = "Zhlobin 4 from Gomel"'
    )
    assert stack_of(game.s, piece(game, "R-21")) == [piece(game, "R-21")]
    assert depart(game.s, piece(game, "R-21")) == piece(game, "R-21")


@rule("2.0f")
def test_what_a_block_is_seen_to_do_is_remembered_until_it_mixes():
    game = at(STACK)
    betray(game.s, 1 << piece(game, "R-21"), "foot")
    betray(game.s, 1 << piece(game, "P-14"), "mounted")
    march(game, "R-21", "Mogilev")
    march(game, "P-6", "Charyshi")
    assert game.s.foot == 1 << piece(game, "R-21")
    assert game.s.mounted == 0


@rule("4.0h")
def test_a_block_from_the_open_pool_is_known():
    game = at(STACK)
    p = raise_block(game.s, unit("P-b1"), area("Zhlobin"), 1)
    assert sees(game, "russia", "P-b1")
    assert game.s.start[p] == NONE


@rule("2.0f", "9.0b")
def test_what_is_true_of_all_of_them_stays_known_when_one_leaves():
    text = """
        scenario = "campaign"
        step = "moves"
        garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk"
        garrisons.russia = "Mogilev; Kiev; Vitebsk; Gomel; Klintsy"
        blocks.P-14 = "Bobruisk 4"
        blocks.R-21 = "Lida 3"
        blocks.R-10 = "Lida 3"
        blocks.R-8 = "Vitebsk 2"
    """
    s = at(dedent(text)).s
    both = 1 << s.unit.index(s.m.unit("R-21")) | 1 << s.unit.index(s.m.unit("R-10"))
    s.men |= both  # cut off together: no leader is
    s.divisions |= both & -both
    depart(s, both.bit_length() - 1)
    assert s.men & both == both
    assert not s.divisions & both, "of one of them, nobody knows which"
