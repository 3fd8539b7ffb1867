"""Rules that show only in what follows from them: whole phases, and edges where one block more or less decides."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.battle_cards import counting_flanks
from vistula.games.strike_of_the_eagle.model import PIECES, POLAND, RUSSIA, SOUTH, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.leader_orders import reorganizable
from vistula.games.strike_of_the_eagle.rules.leaders import LeaderWindow
from vistula.games.strike_of_the_eagle.rules.strength import combat_value
from vistula.kernel import Action

from .lists import ready_leaders
from .situations import FOUR_PLAYERS, LEADERS_CAN_ACT, laid_out, reinforcing, to_spending
from .table import (
    area,
    asked,
    at,
    can,
    clicks,
    events,
    first,
    offered,
    orders,
    piece,
    play,
    running,
    sp,
    stage,
    take_first,
    where,
)

rule = pytest.mark.rule

# -- 7.2 placing ------------------------------------------------------------------------------------------------------


@rule("7.2ah", "7.2an")
def test_allies_have_not_two_orders_of_one_type_in_an_area_either():
    text = f"""{FOUR_PLAYERS}
        blocks.P-14 = "Siedlce 4"
        blocks.P-15 = "Lublin 4"
        blocks.R-44 = "Kiev 2"
        allowance.poland-north = 3
        allowance.poland-south = 3
    """
    game = first(at(text), "poland")
    play(game, "poland-north", "move-to Deblin")
    play(game, "russia-north", "pass")
    play(game, "poland-north", "recon Lublin", "pass")
    first(game, "poland")
    assert not can(game, "poland-south", "move-to Deblin"), "the northern commander has that order there"
    assert can(game, "poland-south", "march-to Deblin"), "another type"
    assert "Lublin" not in offered(game, "poland-south", "recon")
    play(game, "poland-south", "march-to Deblin")
    assert orders(game, "poland") == ["move-to Deblin", "recon Lublin", "march-to Deblin"]


# -- 7.2, 7.31 roads and rails ----------------------------------------------------------------------------------------


@rule("7.2y", "7.31a")
@pytest.mark.parametrize(("step", "verb"), [("moves", "move-out"), ("marches", "march-out")])
def test_marches_use_roads_and_rails_alike(step, verb):
    """From Bobruisk a railway leads to Charyshi and roads to the others."""
    around = ("Charyshi", "Slutsk", "Igumen", "Rohachev")
    for place in around:
        game = stage(step, f'blocks.P-14 = "Bobruisk 4"\norders.poland-north = "{verb} Bobruisk"')
        assert offered(game, "poland", "step") == {*around}
        play(game, "poland", f"step {place}")
        assert where(game, "P-14") == place
        take_first(game)
        assert not orders(game, "poland")
        assert [e.refs["to_area"] for e in events(game, "moves")][:1] == [area(place)]


@rule("7.2y", "7.2v")
def test_withdrawals_use_roads_and_rails_alike():
    text = """
        garrisons.poland = "Mozyr"
        garrisons.russia = "Gomel; Mogilev; Klintsy"
        blocks.P-14 = "Bobruisk 3"
        blocks.R-21 = "Bobruisk 3 from Rohachev"
        orders.poland-north = "withdraw Bobruisk"
    """
    game = stage("withdrawals", text)
    assert offered(game, "poland", "step") == {"Charyshi", "Slutsk", "Igumen"}, "not over the link of the enemy"
    for place in ("Charyshi", "Slutsk"):
        game = stage("withdrawals", text)
        play(game, "poland", f"step {place}")
        assert (where(game, "P-14"), sp(game, "P-14")) == (place, 2)
        assert [e.refs["to_area"] for e in events(game, "withdraws")] == [area(place)]
        assert game.s.executed & 1 << piece(game, "P-14")


# -- 7.33 Eastern Links -----------------------------------------------------------------------------------------------

FULL_LINK = "".join(f'blocks.{name} = "Klintsy 1"\n' for name in ("R-10", "R-17", "R-8", "R-6"))


@rule("7.33h", "1.4d")
def test_a_fifth_block_withdraws_into_an_eastern_link():
    text = (
        FULL_LINK
        + 'blocks.R-21 = "Gomel 3"\nblocks.P-14 = "Gomel 4 from Zhlobin"\norders.russia-north = "withdraw Gomel"'
    )
    game = stage("withdrawals", text)
    assert "Klintsy" in offered(game, "russia", "step")
    clicks(game, "russia", "step Klintsy")
    assert where(game, "R-21") == "Klintsy"
    game = stage("withdrawals", text.replace('"Klintsy 1"', '"Rechitsa 1"'))
    assert "Rechitsa" not in offered(game, "russia", "step"), "elsewhere four are the limit"


# -- 7.3 the order of steps -------------------------------------------------------------------------------------------

BUSY = """
    initiative.north = "poland 1"
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev; Klintsy"
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Bobruisk 2"
    blocks.P-9 = "Slutsk 3"
    blocks.P-16 = "Mozyr 2"
    blocks.R-21 = "Mogilev 3"
    blocks.R-8 = "Mogilev 2"
    blocks.R-17 = "Gomel 2"
    blocks.P-8 = "Charyshi 2"
    blocks.R-10 = "Gomel 4"
    orders.poland-north = ["march-out Slutsk", "recon Mogilev", "move-to Zhlobin", "reorganize Bobruisk"]
    orders.russia-north = ["march-out Mogilev", "recon Bobruisk", "reorganize Gomel", "rail Gomel"]
"""


def course(text: str, *keys: str) -> list[tuple[str, int]]:
    """What happens in a phase, everybody going on as far as he can and the Poles first: what, and of which side."""
    game = at('step = "marches"\n' + text)
    while game.s.phase == 1 and not game.over:
        decision = asked(game)
        option = next((o for o in decision.options if o.verb in ("poland", "done")), decision.options[0])
        game.play(decision.seat, Action(option.verb, option.args[0]))
    found = [e for e in game.events if e.key in keys]
    return [(e.key, e.refs.get("side", int(e.refs.get("block", 0) >= PIECES[RUSSIA].start))) for e in found]


@rule("7.3a", "7.3b", "7.3c", "7.3f", "7.3g", "7.31c")
def test_marches_recons_moves_reorganizations_and_trains_in_this_order_one_side_after_the_other():
    found = course(BUSY, "moves", "recon", "reorganized", "rides")
    assert list(dict.fromkeys(found)) == [
        ("moves", 0), ("moves", 1), ("recon", 0), ("recon", 1), ("reorganized", 0), ("reorganized", 1), ("rides", 1),
    ]  # fmt: skip
    assert found[found.index(("recon", 1)) + 1] == ("moves", 0), "moves come after the Recons"


# -- 7.2 withdrawing --------------------------------------------------------------------------------------------------


@rule("7.2w", "7.2u", "7.4a")
def test_who_finds_no_haven_loses_a_point_and_fights_all_the_same():
    text = """
        step = "withdrawals"
        garrisons.poland = "Mozyr"
        garrisons.russia = "Gomel; Mogilev; Klintsy"
        blocks.P-14 = "Charyshi 4"
        blocks.R-8 = "Bobruisk 3"
        blocks.R-21 = "Charyshi 3 from Zhlobin"
        orders.poland-north = "withdraw Charyshi"
    """
    game = running(text, Battles(), ExecutionStep(stage=Stage.WITHDRAWALS))
    play(game, "poland", "lose P-14")
    assert len(events(game, "rearguard")) == len(events(game, "must_stand")) == 1
    assert len(events(game, "battle")) == 1, "they stand and fight"
    report = game.s.report
    assert report is not None
    assert report.blocks[POLAND][0][1] == 3, "with what is left"


# -- 7.34 support -----------------------------------------------------------------------------------------------------

THREE_WAYS = """
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 4 from Gomel"
"""


@rule("7.34f", "7.34c")
@pytest.mark.parametrize(
    ("support", "flanks"),
    [
        ("", 2),
        ('blocks.P-6 = "Zhlobin 1 from Charyshi"', 1),
        ('blocks.P-6 = "Zhlobin 1 from Charyshi"\nblocks.P-9 = "Zhlobin 1 from Charyshi"', 1),
    ],
)
def test_each_direction_of_support_cancels_a_flank(support, flanks):
    """Two blocks by one road are one direction."""
    game = laid_out(THREE_WAYS + 'blocks.R-57 = "Zhlobin 2 from Kalenkovichi"\n' + support)
    assert counting_flanks(game.s) == flanks
    fight = game.s.fight
    assert combat_value(game.s, fight, POLAND) == max(0, 4 + support.count("P-") - 2 * flanks)


@rule("7.34f")
def test_support_from_two_directions_cancels_two_flanks():
    text = THREE_WAYS + 'blocks.P-6 = "Zhlobin 1 from Charyshi"\nblocks.P-9 = "Zhlobin 1 from Kalenkovichi"'
    game = laid_out(text)
    assert len(game.s.fight.supports) == 2
    assert counting_flanks(game.s) == 0
    assert combat_value(game.s, game.s.fight, POLAND) == 6


@rule("7.34f", "3.0a")
def test_who_comes_to_a_garrison_supports_it():
    text = 'blocks.P-14 = "Mozyr 4 from Zhitkovichi"\nblocks.R-57 = "Mozyr 2 from Kalenkovichi"\n'
    game = running(text + 'garrisons.poland = "Mozyr"')
    assert lay_out_fight(game.s, area("Mozyr")).supports == [area("Zhitkovichi")]


# -- 8.5 strategic cubes ----------------------------------------------------------------------------------------------


@rule("8.5b")
def test_strategic_cubes_are_paid_from_their_city_and_not_kept():
    game = to_spending(reinforcing('blocks.P-14 = "Lida 1"\ngarrisons.poland = "Warsaw; Vilna"\ncubes.poland = "1B"'))
    before = [*game.stack[-1].cities[area("Vilna")]]
    play(game, "poland", "strengthen P-14", "strategic Vilna")
    assert game.stack[-1].cities[area("Vilna")] == [before[0] - 1, *before[1:]]
    assert game.s.cubes[0] == [1, 0, 0], "the collected one is kept"
    assert [o.warn for o in asked(game).options if o.verb == "done"] == ["cubes_lost"]
    play(game, "poland", "done")
    assert game.s.cubes[0] == [1, 0, 0], "what was not spent is lost"


@rule("8.5b")
def test_no_warning_where_only_collected_cubes_are_left():
    text = 'blocks.P-14 = "Lida 1"\ngarrisons.poland = "Vilna; Warsaw"\ncubes.poland = "2B"'
    game = to_spending(reinforcing(text))
    game.stack[-1].cities = {city: [0, 0, 0] for city in game.stack[-1].cities}
    play(game, "poland", "strengthen P-14")
    assert [o.warn for o in asked(game).options if o.verb == "done"] == [""]


# -- 9.0 Stalin -------------------------------------------------------------------------------------------------------

STALIN = f"""{LEADERS_CAN_ACT}
    blocks.R-Stalin = "Kiev 1"
    blocks.R-44 = "Kiev 2"
    blocks.R-45 = "Fastov 2"
    blocks.P-14 = "Lublin 4"
"""


def restorable(text: str, **marks: str) -> set[str]:
    game = running(text)
    for mark, name in marks.items():
        setattr(game.s, mark, getattr(game.s, mark) | 1 << piece(game, name))
    return {game.s.m.key[game.s.unit[p]] for p in reorganizable(game.s, piece(game, "R-Stalin"))}


@rule("9.0j")
def test_stalin_restores_blocks_of_his_area_that_have_done_nothing():
    assert restorable(STALIN) == {"R-44"}, "neither himself nor the block at Fastov"
    assert restorable(STALIN.replace('R-44 = "Kiev 2', 'R-44 = "Kiev 3')) == set(), "it is whole"
    assert restorable(STALIN + 'blocks.R-Budyonny = "Kiev 1"') == {"R-44"}, "no leader"
    for mark in ("executed", "stuck", "detached", "moved", "unsupplied"):
        assert restorable(STALIN, **{mark: "R-44"}) == set(), mark


@rule("9.0e", "9.0j")
def test_a_leader_with_nothing_to_order_is_not_offered():
    game = running(STALIN)
    stalin, south = piece(game, "R-Stalin"), command_of(RUSSIA, SOUTH)
    assert ready_leaders(game.s, south) == [stalin]
    game.s.executed = 1 << piece(game, "R-44")
    assert ready_leaders(game.s, south) == []
    game.s.executed, game.s.spent = 0, 1 << game.s.unit[stalin]
    assert ready_leaders(game.s, south) == []


@rule("9.0j", "10.0d")
def test_stalin_restores_blocks_of_his_commander_only():
    """The 44th has crossed the line: with two Soviet players it is still the northern commander's."""
    four = STALIN.replace('R-44 = "Kiev 2"', 'R-44 = "Chernobyl 2 from Mozyr"').replace(
        'R-Stalin = "Kiev', 'R-Stalin = "Chernobyl'
    )
    game = running(four + 'options.players = "4"', players="4")
    game.s.executed = game.s.moved = 0
    assert reorganizable(game.s, piece(game, "R-Stalin")) == []
    game = running(four)
    game.s.executed = game.s.moved = 0
    assert reorganizable(game.s, piece(game, "R-Stalin")) == [piece(game, "R-44")]


@rule("9.0j", "9.0e")
def test_stalin_adds_one_point_at_once_and_no_order_stays():
    game = running(STALIN, LeaderWindow(command=command_of(RUSSIA, SOUTH), stage=Stage.MOVES))
    play(game, "russia", "leader R-Stalin", "block R-44")
    assert sp(game, "R-44") == 3
    assert game.s.men == 1 << piece(game, "R-44"), "everybody sees that it is no leader"
    assert not orders(game, "russia")
    assert game.s.executed == 1 << piece(game, "R-44")
    assert [e.refs["area"] for e in events(game, "reorganized")] == [area("Kiev")]
