"""7.3 Execute orders; 7.31 movement and recon; 7.32 pins."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.cards.effects import GAIS_RAID
from vistula.games.strike_of_the_eagle.model import NORTH, RUSSIA, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.shown.position import STEPS
from vistula.games.strike_of_the_eagle.state import Effect, State
from vistula.kernel import Action, Game

from .table import (
    SUPPLY,
    area,
    asked,
    asks,
    can,
    clicks,
    events,
    first,
    offered,
    orders,
    piece,
    running,
    sees,
    settle,
    stage,
    token,
    verbs,
    where,
)

rule = pytest.mark.rule


def order(game: Game[State], seat: str, text: str) -> Game[State]:
    """Pick an order to execute, where there is a choice."""
    return clicks(game, seat, f"order {token(game, text)}")


# -- the order of execution ---------------------------------------------------------------------------------------


@rule("7.3a", "7.3h", "6.1c")
def test_the_example_of_two_forced_marches():
    """The Pole has the initiative and a Forced March Out and To: he goes first and chooses their order."""
    game = running(
        SUPPLY
        + """
initiative.north = "poland 1"
step = "marches"
blocks.P-14 = "Charyshi 4"
blocks.P-6 = "Bobruisk 3"
blocks.P-9 = "Slutsk 3"
blocks.R-21 = "Rohachev 3"
blocks.R-8 = "Mogilev 3"
orders.poland-north = ["march-out Charyshi", "march-to Igumen", "move-out Bobruisk"]
orders.russia-north = ["march-out Rohachev", "move-out Mogilev"]
""",
        ExecutionStep(stage=Stage.MOVES),
        ExecutionStep(stage=Stage.MARCHES),
    )
    assert asks(game) == "poland: first_executor"
    first(game, "poland")
    assert asks(game) == "poland: pick"
    assert len(offered(game, "poland", "order")) == 2
    order(game, "poland", "march-to Igumen")
    clicks(game, "poland", "step Igumen")
    assert where(game, "P-9") == "Igumen", "the others are needed for their own orders"
    clicks(game, "poland", "step Zhlobin", "halt")
    assert asked(game).seat == "russia", "then the other side executes all of his"
    clicks(game, "russia", "step Mogilev", "halt")
    assert asks(game) == "poland: first_executor", "and for the next step the holder chooses afresh"


@rule("7.3c")
def test_which_order_is_next_is_asked_under_the_paragraph_of_its_step():
    text = """
        blocks.P-14 = "Charyshi 4"
        blocks.P-6 = "Bobruisk 3"
        blocks.R-8 = "Mogilev 3"
        orders.poland-north = ["move-out Charyshi", "move-out Bobruisk"]
    """
    game = stage("moves", text)
    assert asks(game) == "poland: pick"
    assert asked(game).rule == "7.3c"


@rule("7.3h")
def test_where_one_side_has_no_orders_the_question_is_idle():
    game = stage(
        "moves", 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\norders.poland-north = "move-out Charyshi"'
    )
    assert asks(game) == "poland: way"


LEADER_ALONE = """
    scenario = "campaign"
    step = "withdrawals"
    initiative.north = "poland 1"
    initiative.south = "poland 1"
    garrisons.poland = "Warsaw; Minsk; Bobruisk"
    garrisons.russia = "Mogilev; Gomel; Klintsy"
    blocks.P-Pilsudski = "Bobruisk 1"
    blocks.P-BJ2 = "Bobruisk 2"
    blocks.P-14 = "Rohachev 4 from Bobruisk"
    blocks.R-21 = "Rohachev 3"
    orders.russia-north = "withdraw Rohachev"
"""


@rule("7.3h", "9.0m")
def test_who_goes_first_is_asked_where_one_side_has_only_a_leader():
    game = running(dedent(LEADER_ALONE), ExecutionStep(stage=STEPS.index("withdrawals")))
    assert asks(game) == "poland: first_executor"
    first(game, "russia")
    while (decision := asked(game)).seat == "russia":
        game.play("russia", Action(decision.options[0].verb, decision.options[0].args[0]))
    assert where(game, "R-21") != "Rohachev", "the enemy withdraws first"
    assert asks(game) == "poland: use", "then the leader may order something"


@rule("7.3h")
def test_who_goes_first_is_asked_where_one_side_has_only_a_raid():
    text = """
        scenario = "to-warsaw"
        step = "moves"
        initiative.north = "russia 1"
        garrisons.poland = "Warsaw; Vilna"
        garrisons.russia = "Polotsk; Vitebsk; Smolensk; Yartsevo"
        blocks.R-10K = "Polotsk 3"
        blocks.P-14 = "Vilna 4"
        orders.poland-north = "move-out Vilna"
    """
    game = running(dedent(text))
    game.s.effects.append(Effect(GAIS_RAID, command_of(RUSSIA, NORTH)))
    game.stack.append(ExecutionStep(stage=Stage.MOVES))
    game.run()
    assert asks(game) == "russia: first_executor"


@rule("7.3k")
def test_an_order_that_nobody_can_follow_goes_unfulfilled():
    game = stage(
        "marches",
        """
        blocks.P-14 = "Zhlobin 4"
        blocks.R-21 = "Zhlobin 3 from Rohachev marched"
        orders.poland-north = "march-out Zhlobin"
        """,
    )
    assert orders(game, "poland") == []
    assert events(game, "unfulfilled")
    assert not game.s.marched >> piece(game, "P-14") & 1, "it fights at full strength"


@rule("7.3n")
def test_a_block_executes_one_order_a_phase():
    game = stage(
        "moves",
        'blocks.P-14 = "Zhlobin 4 from Charyshi marched"\n'
        'blocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Zhlobin"',
    )
    assert where(game, "P-14") == "Zhlobin"
    assert events(game, "unfulfilled")


# -- pins and further orders ----------------------------------------------------------------------------------------

PINNED = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev; Klintsy"
    initiative.north = "poland 1"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-BJ2 = "Zhlobin 2"
    blocks.R-21 = "Zhlobin 3 from Rohachev marched"
"""


@rule("7.3i", "7.32c")
def test_no_block_is_kept_for_an_order_that_the_pinned_one_cannot_carry_out():
    """One of two may leave: whoever goes, one of the two orders lapses, and the owner says which."""
    text = PINNED + 'step = "marches"\norders.poland-north = ["march-out Zhlobin", "move-to Mozyr"]'
    game = running(dedent(text), ExecutionStep(stage=Stage.MOVES), ExecutionStep(stage=Stage.MARCHES))
    assert offered(game, "poland", "block") == {"P-14", "P-BJ2"}


@rule("7.3i", "7.3p", "7.32c")
@pytest.mark.parametrize(("step", "other"), [("moves", "move-to Mozyr"), ("marches", "move-out Zhlobin")])
def test_nobody_else_goes_where_the_last_who_may_leave_has_another_order(step, other):
    """Two of three may leave, and two orders can be carried out: the first takes one of them, and no more."""
    own = "march-out Zhlobin" if step == "marches" else "move-out Zhlobin"
    text = PINNED + f'blocks.P-6 = "Zhlobin 4"\nstep = "{step}"\norders.poland-north = ["{own}", "{other}"]'
    later = [ExecutionStep(stage=Stage.MARCHES)] if step == "marches" else []
    game = running(dedent(text), ExecutionStep(stage=Stage.MOVES), *later)
    if step == "moves":
        order(game, "poland", own)
    clicks(game, "poland", "block P-14", "step Charyshi")
    if game.decisions and "halt" in verbs(game):
        clicks(game, "poland", "halt")
    while game.decisions:
        decision = asked(game)
        game.play(decision.seat, Action(decision.options[0].verb, decision.options[0].args[0]))
    assert where(game, "P-14") == "Charyshi"
    assert sum(where(game, name) == "Zhlobin" for name in ("P-14", "P-6", "P-BJ2")) == 1, "the pinned one"
    assert not events(game, "unfulfilled")


# -- To and Out -----------------------------------------------------------------------------------------------------


@rule("7.3l", "7.2f")
def test_a_to_order_leads_to_its_area_or_nowhere():
    """The enemy has marched between: the cavalry may not go part of the way."""
    text = 'blocks.P-BJ2 = "Mozyr 2"\nblocks.R-57 = "Kalenkovichi 2 from Rechitsa marched"\n'
    game = stage("moves", text + 'orders.poland-north = "move-to Zhlobin"')
    assert where(game, "P-BJ2") == "Mozyr"
    assert events(game, "unfulfilled")


@rule("7.3m")
def test_an_out_order_may_end_anywhere_in_range():
    """With an Out order it could attack the area between."""
    text = 'blocks.P-BJ2 = "Mozyr 2"\nblocks.R-57 = "Kalenkovichi 2 from Rechitsa marched"\n'
    game = stage("moves", text + 'orders.poland-north = "move-out Mozyr"')
    clicks(game, "poland", "step Kalenkovichi")
    assert where(game, "P-BJ2") == "Kalenkovichi"
    assert game.s.entries[-1].origin == area("Mozyr")


@rule("7.2f", "7.34b")
def test_blocks_come_to_a_to_order_from_several_sides():
    game = stage(
        "moves",
        'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Rohachev 3"\n'
        'blocks.R-10 = "Gomel 4"\norders.russia-north = "move-to Zhlobin"',
    )
    clicks(game, "russia", "block R-21", "step Zhlobin")
    clicks(game, "russia", "block R-10", "step Zhlobin")
    assert [e.origin for e in game.s.entries] == [area("Rohachev"), area("Gomel")]


@rule("7.3i", "7.2ak")
def test_at_least_one_block_must_execute_an_order():
    game = stage(
        "moves",
        'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\n'
        'blocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"',
    )
    assert asks(game) == "poland: pick"
    assert verbs(game) == {"block"}, "nobody may refuse"
    clicks(game, "poland", "block P-6", "step Zhlobin")
    assert verbs(game) == {"block", "done"}, "the other is free to stay"


@rule("7.3p")
def test_the_others_may_stay():
    game = stage(
        "moves",
        'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\n'
        'blocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"',
    )
    clicks(game, "poland", "block P-6", "step Zhlobin", "done")
    assert where(game, "P-14") == "Charyshi"


@rule("7.3i")
def test_one_block_stays_for_a_defend_order():
    game = stage(
        "moves",
        'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Mogilev 3"\n'
        'orders.poland-north = ["move-out Charyshi", "defend Charyshi"]',
    )
    clicks(game, "poland", "block P-6", "step Zhlobin")
    assert where(game, "P-14") == "Charyshi"
    assert not can(game, "poland", "block P-14"), "it is needed for the Defend Area order"


@rule("7.3j", "7.2j")
def test_a_forced_march_of_one_area_still_halves():
    """The Soviets have marched to the area north of him; he must march all the same."""
    game = stage(
        "marches",
        'blocks.P-14 = "Charyshi 4"\n'
        'blocks.R-21 = "Zhlobin 3 from Rohachev marched"\norders.poland-north = "march-out Charyshi"',
    )
    clicks(game, "poland", "step Zhlobin")
    assert game.s.marched >> piece(game, "P-14") & 1


# -- movement -------------------------------------------------------------------------------------------------------


@rule("7.2s", "7.2h", "7.31a", "7.32e", "2.0d", "2.0e")
@pytest.mark.parametrize(
    ("step", "name", "verb", "far"),
    [
        ("moves", "P-14", "move-out", 1), ("marches", "P-14", "march-out", 2), ("moves", "P-BJ2", "move-out", 2),
        ("marches", "P-BJ2", "march-out", 3),
    ],
)  # fmt: skip
def test_how_far_blocks_go(step, name, verb, far):
    game = stage(step, f'blocks.{name} = "Slutsk 2"\nblocks.R-21 = "Rechitsa 3"\norders.poland-north = "{verb} Slutsk"')
    way = ("Bobruisk", "Charyshi", "Zhlobin")
    for n, place in enumerate(way[:far], 1):
        clicks(game, "poland", f"step {place}")
        assert where(game, name) == place
        if n < far:
            assert can(game, "poland", "halt")
    assert asks(game) == "nobody", "no further"
    assert bool(game.s.mounted) == (far == 3 or (far == 2 and verb == "move-out")), "the enemy has seen cavalry"


@rule("7.31b")
def test_a_block_stops_where_the_enemy_is():
    game = stage(
        "marches", 'blocks.P-BJ2 = "Charyshi 2"\nblocks.R-21 = "Zhlobin 3"\norders.poland-north = "march-out Charyshi"'
    )
    clicks(game, "poland", "step Zhlobin")
    assert game.s.on_link >> piece(game, "P-BJ2") & 1
    assert asks(game) != "poland: way"


@rule("7.32c", "7.32d")
def test_the_example_of_two_who_pin_two_of_four():
    text = "\n".join(f'blocks.{name} = "Zhlobin 2"' for name in ("P-6", "P-14", "P-16", "P-9"))
    game = stage(
        "moves",
        text + '\nblocks.R-10 = "Zhlobin 4 from Gomel"\n'
        'blocks.R-17 = "Zhlobin 4 from Gomel"\norders.poland-north = "move-out Zhlobin"',
    )
    clicks(game, "poland", "block P-16")
    assert offered(game, "poland", "step") == {"Charyshi", "Rohachev", "Kalenkovichi"}, "not over the link to Gomel"
    clicks(game, "poland", "step Charyshi")
    assert verbs(game) == {"block", "done"}
    clicks(game, "poland", "block P-9", "step Charyshi")
    assert where(game, "P-6") == where(game, "P-14") == "Zhlobin", "two are pinned"
    assert asks(game) != "poland: pick"


@rule("7.32c")
def test_the_example_of_a_lone_block_that_is_pinned_before_it_can_move():
    game = running(
        SUPPLY
        + 'initiative.north = "poland 1"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Zhlobin 3"\nstep = "marches"\n'
        'orders.poland-north = "march-out Charyshi"\norders.russia-north = "move-out Zhlobin"',
        ExecutionStep(stage=Stage.MOVES),
        ExecutionStep(stage=Stage.MARCHES),
    )
    settle(first(game, "poland"))
    clicks(game, "poland", "step Zhlobin")
    assert where(game, "R-21") == "Zhlobin"
    assert any(e.refs["side"] == RUSSIA for e in events(game, "unfulfilled"))


@rule("7.33b")
def test_four_blocks_at_most_come_over_one_link_into_a_battle():
    five = ("R-4", "R-5", "R-6", "R-8", "R-10")
    text = "\n".join(f'blocks.{name} = "Zhlobin 2 from Gomel"' for name in five[:4])
    game = stage(
        "moves", f'blocks.P-14 = "Zhlobin 4"\n{text}\nblocks.R-10 = "Gomel 4"\norders.russia-north = "move-to Zhlobin"'
    )
    assert where(game, "R-10") == "Gomel"
    assert events(game, "unfulfilled")


@rule("7.33c")
def test_a_block_passes_through_a_full_area_of_its_own():
    four = "\n".join(f'blocks.{name} = "Zhlobin 2"' for name in ("P-6", "P-14", "P-16", "P-9"))
    game = stage(
        "moves",
        f'{four}\nblocks.P-BJ2 = "Charyshi 2"\nblocks.R-8 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"',
    )
    clicks(game, "poland", "step Zhlobin", "step Gomel")
    assert where(game, "P-BJ2") == "Gomel"
    assert not any(e.area == area("Zhlobin") for e in game.s.entries), "it never stopped there"


@rule("7.32f")
def test_a_block_that_cannot_move_stays():
    game = stage(
        "moves",
        """
        garrisons.poland = "Mozyr"
        garrisons.russia = "Gomel"
        blocks.P-14 = "Zhlobin 4"
        blocks.P-6 = "Zhlobin 4"
        blocks.P-9 = "Zhlobin 4"
        blocks.P-16 = "Zhlobin 2"
        blocks.P-2L = "Zhlobin 2"
        blocks.R-21 = "Zhlobin 3 from Rohachev"
        blocks.R-10 = "Zhlobin 3 from Gomel"
        blocks.R-57 = "Zhlobin 3 from Kalenkovichi"
        blocks.R-8 = "Zhlobin 3 from Charyshi"
        orders.poland-north = "move-out Zhlobin"
        """,
    )
    assert events(game, "unfulfilled"), "one is free, but every link is taken"


@rule("7.2i", "7.2p", "7.2r")
def test_what_needs_supply():
    text = 'garrisons.poland = ""\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\n'
    game = stage("moves", text + 'orders.poland-north = "move-to Zhlobin"')
    assert events(game, "unfulfilled")
    game = stage("moves", text + 'orders.poland-north = "move-out Charyshi"')
    assert asks(game) == "poland: way"


# -- recon ----------------------------------------------------------------------------------------------------------


@rule("7.2l", "7.3b")
def test_recon_shows_all_enemy_blocks_of_the_area_to_the_player_alone():
    game = stage(
        "recons",
        'blocks.P-BJ2 = "Mozyr 2"\nblocks.P-14 = "Charyshi 4"\n'
        'blocks.R-57 = "Kalenkovichi 2"\norders.russia-north = "recon Mozyr"\n'
        'orders.poland-north = "defend Charyshi"',
    )
    settle(first(game, "russia"))
    assert sees(game, "russia", "P-BJ2")
    assert not sees(game, "russia", "P-14")
    assert not sees(game, "poland", "R-57")
    assert orders(game, "russia") == []
    assert [event.rule for event in events(game, "revealed")] == ["7.3b"]


@rule("7.2m")
def test_a_recon_of_an_empty_area_shows_nothing():
    game = stage(
        "recons", 'blocks.P-14 = "Charyshi 4"\nblocks.R-57 = "Kalenkovichi 2"\norders.russia-north = "recon Zhlobin"'
    )
    assert events(game, "recon")[-1].refs["units"] == []
