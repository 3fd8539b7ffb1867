"""7.41.4 to 7.41.6 Losses and results of battles; 6.1 initiative, 7.44 great victories."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.changes import send
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.battle import Battle
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Game

from .situations import fought
from .table import (
    SUPPLY,
    area,
    asked,
    asks,
    events,
    names,
    offered,
    piece,
    play,
    running,
    sp,
    where,
)

rule = pytest.mark.rule

# -- losses ---------------------------------------------------------------------------------------------------------


@rule("7.41.5a", "7.41")
def test_losses_are_taken_from_the_strongest_one_point_at_a_time():
    """CV 13 against CV 10, as in the example: 4,3 becomes 2,1 and 4,4,3 becomes 3,3,2."""
    game = fought(
        """
        blocks.P-6 = "Zhlobin 3 from Charyshi marched"
        blocks.P-14 = "Zhlobin 4 from Charyshi"
        blocks.R-21 = "Zhlobin 3 from Rohachev"
        blocks.R-10 = "Zhlobin 4 from Gomel"
        blocks.R-17 = "Zhlobin 4 from Gomel"
        """,
        "R-1",
        "P-41",
    )
    value = {e.refs["side"]: e.refs["value"] for e in events(game, "value")}
    assert value == {RUSSIA: 13, POLAND: 10}
    assert asks(game) == "russia: block"
    play(game, "russia", "lose R-10")
    assert offered(game, "russia", "lose") == {"R-21", "R-10", "R-17"}, "all three are equal now"
    play(game, "russia", "lose R-17")
    assert asks(game) == "poland: block", "4 and 3: the first goes by itself, then the owner chooses"
    play(game, "poland", "lose P-14")
    play(game, "poland", "lose P-14")
    assert sorted(sp(game, f"P-{n}") for n in (6, 14)) == [1, 2]
    assert [sp(game, f"R-{n}") for n in (21, 10, 17)] == [3, 3, 2]


@rule("3.0e")
def test_a_garrison_is_lost_first():
    game = fought(
        'garrisons.poland = "Mozyr"\nblocks.P-BJ2 = "Mozyr 2"\nblocks.R-57 = "Mozyr 3 from Kalenkovichi"', "R-6", "P-1"
    )
    assert game.s.garrisons[POLAND] == 0 or sp(game, "P-BJ2") == 2
    fell = events(game, "garrison_falls")
    assert bool(fell) == any(e.refs["side"] == RUSSIA and e.refs["losses"] for e in events(game, "value"))


@rule("7.41.5b", "7.41.5c", "2.0b")
def test_destroyed_blocks_go_to_the_pool_without_victory_points():
    game = fought('blocks.P-16 = "Zhlobin 1"\nblocks.R-10 = "Zhlobin 4 from Gomel"\nlead = "poland 5"', "R-42", "P-1")
    assert where(game, "P-16") == "pool"
    assert game.s.vp == 5


@rule("9.0c")
def test_a_destroyed_leader_leaves_the_game_and_is_worth_a_point():
    game = fought(
        'scenario = "to-warsaw"\nlead = "poland 5"\n'
        'blocks.P-Haller = "Zhlobin 1"\nblocks.R-10 = "Zhlobin 4 from Gomel"',
        "R-42",
        "P-1",
    )
    assert where(game, "P-Haller") == "gone"
    assert game.s.vp == 4


# -- results --------------------------------------------------------------------------------------------------------


@rule("7.41.6a")
def test_on_equal_losses_the_attacker_loses():
    game = fought(
        'garrisons.poland = "Mozyr"\ngarrisons.russia = ""\nblocks.R-57 = "Mozyr 1 from Kalenkovichi"', "R-6", "P-1"
    )
    assert events(game, "victory")[-1].refs["side"] == POLAND, "0 to 0 against a lone garrison"
    assert where(game, "R-57") == "Kalenkovichi"


@rule("7.42i")
def test_the_example_of_a_defender_wiped_out_who_wins():
    game = fought(
        """
        blocks.P-16 = "Zhlobin 1"
        blocks.P-9 = "Zhlobin 1"
        blocks.R-4 = "Zhlobin 1 from Gomel"
        blocks.R-5 = "Zhlobin 1 from Gomel"
        blocks.R-6 = "Zhlobin 2 from Gomel"
        blocks.R-8 = "Zhlobin 2 from Gomel"
        """,
        "R-4",
        "P-41",
    )
    value = {e.refs["side"]: (e.refs["value"], e.refs["losses"]) for e in events(game, "value")}
    assert value == {RUSSIA: (9, 1), POLAND: (7, 2)} or value[RUSSIA][1] >= 1
    while not game.over:
        decision = asked(game)
        game.play(decision.seat, decision.actions()[0])
    assert events(game, "victory")[-1].refs["side"] == (POLAND if game_losses(game) else RUSSIA)


def game_losses(game: Game[State]) -> bool:
    """Whether the attackers lost as much as the defenders."""
    lost = {POLAND: 0, RUSSIA: 0}
    for e in game.events:
        if e.key in ("loses", "destroyed"):
            lost[game.s.m.side[e.refs["unit"]]] += 1
    return lost[RUSSIA] >= lost[POLAND]


@rule("7.41.4a", "1.2b", "7.2aa")
def test_fortification_and_defend_area_save_a_point_each():
    plain = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-10 = "Zhlobin 4 from Rohachev"\n'
    strong = plain.replace("Rohachev", "Gomel")
    found = []
    for text in (plain, strong, strong + 'orders.poland-north = "defend Zhlobin"'):
        game = fought(text, "R-42", "P-1")
        found.append(next(e.refs["losses"] for e in events(game, "value") if e.refs["side"] == RUSSIA))
    assert found == [2, 1, 0], "a Combat Value of 8 takes two"


@rule("3.0c")
def test_a_garrison_stays_when_its_side_retreats_or_moves():
    game = running('garrisons.poland = "Mozyr"\nblocks.P-BJ2 = "Mozyr 2"\nblocks.R-57 = "Gomel 2"')
    send(game.s, [piece(game, "P-BJ2")], area("Kalenkovichi"))
    assert names(game.s.garrisons[POLAND]) == {"Mozyr"}
    assert sum(place == area("Mozyr") for place in game.s.place) == 0, "it is no block"


@rule("6.1e", "6.1i")
def test_the_battle_moves_the_initiative():
    game = fought(
        'initiative.north = "russia 1"\ngarrisons.poland = "Mozyr"\nblocks.R-57 = "Mozyr 1 from Kalenkovichi"',
        "R-6",
        "P-1",
    )
    assert game.s.initiative[0] == 1


@rule("7.44a", "7.44b")
def test_a_great_victory_takes_four_real_points():
    text = 'blocks.P-14 = "Zhlobin 4"\nlead = "poland 5"\n' + "\n".join(
        f'blocks.{n} = "Zhlobin 4 from Gomel"' for n in ("R-4", "R-5", "R-6", "R-8")
    )
    game = fought(text, "R-42", "P-1")
    play(game, "russia", "lose R-4")
    assert events(game, "great_victory")
    assert game.s.vp == 4
    small = fought(text.replace('P-14 = "Zhlobin 4"', 'P-16 = "Zhlobin 2"'), "R-42", "P-1")
    assert events(small, "victory")[-1].refs["side"] == RUSSIA
    assert not events(small, "great_victory"), "five to be lost, but only two were there"


@rule("7.2ae", "7.2am")
def test_a_block_that_reorganizes_under_attack_fights_at_half_and_gains_if_it_wins():
    game = fought(
        'blocks.P-14 = "Bobruisk 3"\ngarrisons.poland = "Bobruisk"\nblocks.R-21 = "Bobruisk 1 from Rohachev"\n'
        'orders.poland-north = ["reorganize Bobruisk", "defend Bobruisk"]',
        "R-6",
        "P-41",
    )
    play(game, "poland", "block P-14")
    value = {e.refs["side"]: e.refs["value"] for e in events(game, "value")}
    assert value[POLAND] == 1 + 1 + 5, "half of three, the garrison, the card"
    assert game.s.named == 1 << piece(game, "P-14")


@rule("7.41.6a", "7.42i")
@pytest.mark.parametrize(
    ("how", "taken", "chart", "winner"),
    [
        ("real", [2, 1], [2, 3], RUSSIA),
        ("chart", [2, 1], [2, 3], POLAND),
        ("real", [1, 1], [2, 1], POLAND),
        ("chart", [1, 1], [2, 1], RUSSIA),
        ("real", [0, 0], [0, 0], POLAND),
        ("real", [1, 2], [1, 2], POLAND),
    ],
)
def test_who_has_lost_more_loses_and_of_equals_the_attacker(how, taken, chart, winner):
    """By strength really lost, or by the chart if a table wants it so (S1). The Soviets attack."""
    text = SUPPLY + 'step = "battles"\nblocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Gomel"\n'
    game = running(text, losers=how)
    fight = game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    fight.taken, fight.chart = taken, chart
    game.stack.append(Battle(area=area("Zhlobin"), at="result"))
    assert [e.refs["side"] for e in events(game.run(), "victory")] == [winner]


@rule("7.41.6a", "7.41.4c")
@pytest.mark.parametrize("told", [POLAND, RUSSIA])
def test_where_a_card_has_told_who_wins_losses_do_not(told):
    text = SUPPLY + 'step = "battles"\nblocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Gomel"\n'
    game = running(text)
    fight = game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    fight.taken, fight.winner = [2 * (told == POLAND), 2 * (told == RUSSIA)], told
    game.stack.append(Battle(area=area("Zhlobin"), at="result"))
    assert [e.refs["side"] for e in events(game.run(), "victory")] == [told]


@rule("7.41.4c", "7.41.5a")
def test_commissars_may_be_asked_once_losses_are_taken():
    text = SUPPLY + 'step = "battles"\nblocks.R-21 = "Zhlobin 3"\nblocks.P-14 = "Zhlobin 4 from Charyshi"\n'
    text += 'hands.russia = "R-6"'
    game = running(text)
    fight = game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    fight.losses, fight.revealed = [0, 1], True
    game.stack.append(Battle(area=area("Zhlobin"), at="attacker_loses"))
    game.run()
    assert len(events(game, "loses")) == 1
    assert not events(game, "victory")
    assert asks(game) == "russia: react"
