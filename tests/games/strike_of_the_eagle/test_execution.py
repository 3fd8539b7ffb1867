"""7.3 Execute orders; 7.31 movement and recon; 7.32 pins; 2.2 detachments; withdraw, reorganization, rail transport."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.model import MARCHES, MOVES, NORTH, POLAND, RUSSIA, command_of
from vistula.games.strike_of_the_eagle.positions import STEPS
from vistula.games.strike_of_the_eagle.state import Effect, State
from vistula.games.strike_of_the_eagle.tokens import place_order
from vistula.kernel import Frame, Game

from . import table
from .table import (
    SUPPLY,
    area,
    asked,
    asks,
    can,
    events,
    first,
    names,
    offered,
    orders,
    piece,
    sees,
    settle,
    sp,
    stage,
    token,
    verbs,
    where,
)

rule = pytest.mark.rule

PN, RN = command_of(POLAND, NORTH), command_of(RUSSIA, NORTH)


def play(game: Game[State], seat: str, *clicks: str) -> Game[State]:
    """Clicks, with every forced answer between them."""
    for click in clicks:
        table.play(game, seat, click)
        if click.partition(" ")[0] not in ("detach", "detach-two"):
            settle(game)
    return game


def running(text: str, *procedures: Frame, **options: str) -> Game[State]:
    return settle(table.running(text, *procedures, **options))


def order(game: Game[State], seat: str, text: str) -> Game[State]:
    """Pick an order to execute, where there is a choice."""
    return play(game, seat, f"order {token(game, text)}")


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
        ExecutionStep(stage=MOVES),
        ExecutionStep(stage=MARCHES),
    )
    assert asks(game) == "poland: first_executor"
    first(game, "poland")
    assert asks(game) == "poland: pick"
    assert len(offered(game, "poland", "order")) == 2
    order(game, "poland", "march-to Igumen")
    play(game, "poland", "step Igumen")
    assert where(game, "P-9") == "Igumen", "the others are needed for their own orders"
    play(game, "poland", "step Zlobin", "halt")
    assert asked(game).seat == "russia", "then the other side executes all of his"
    play(game, "russia", "step Mogilev", "halt")
    assert asks(game) == "poland: first_executor", "and for the next step the holder chooses afresh"


@rule("7.3h")
def test_where_one_side_has_no_orders_the_question_is_idle():
    game = stage(
        "moves", 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"\norders.poland-north = "move-out Charyshi"'
    )
    assert asks(game) == "poland: way"


@rule("7.3k")
def test_an_order_that_nobody_can_follow_goes_unfulfilled():
    game = stage(
        "marches",
        """
        blocks.P-14 = "Zlobin 4"
        blocks.R-21 = "Zlobin 3 from Rohachev marched"
        orders.poland-north = "march-out Zlobin"
        """,
    )
    assert orders(game, "poland") == []
    assert events(game, "unfulfilled")
    assert not game.s.marched >> piece(game, "P-14") & 1, "it fights at full strength"


@rule("7.3n")
def test_a_block_executes_one_order_a_phase():
    game = stage(
        "moves",
        'blocks.P-14 = "Zlobin 4 from Charyshi marched"\n'
        'blocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Zlobin"',
    )
    assert where(game, "P-14") == "Zlobin"
    assert events(game, "unfulfilled")


# -- To and Out -----------------------------------------------------------------------------------------------------


@rule("7.3l", "7.2f")
def test_a_to_order_leads_to_its_area_or_nowhere():
    """The enemy has marched between: the cavalry may not go part of the way."""
    text = 'blocks.P-BJ2 = "Mazyr 2"\nblocks.R-57 = "Kalenkovichi 2 from Rechitsa marched"\n'
    game = stage("moves", text + 'orders.poland-north = "move-to Zlobin"')
    assert where(game, "P-BJ2") == "Mazyr"
    assert events(game, "unfulfilled")


@rule("7.3m")
def test_an_out_order_may_end_anywhere_in_range():
    """With an Out order it could attack the area between."""
    text = 'blocks.P-BJ2 = "Mazyr 2"\nblocks.R-57 = "Kalenkovichi 2 from Rechitsa marched"\n'
    game = stage("moves", text + 'orders.poland-north = "move-out Mazyr"')
    play(game, "poland", "step Kalenkovichi")
    assert where(game, "P-BJ2") == "Kalenkovichi"
    assert game.s.entries[-1].origin == area("Mazyr")


@rule("7.2f", "7.34b")
def test_blocks_come_to_a_to_order_from_several_sides():
    game = stage(
        "moves",
        'blocks.P-14 = "Zlobin 4"\nblocks.R-21 = "Rohachev 3"\n'
        'blocks.R-10 = "Gomel 4"\norders.russia-north = "move-to Zlobin"',
    )
    play(game, "russia", "block R-21", "step Zlobin")
    play(game, "russia", "block R-10", "step Zlobin")
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
    play(game, "poland", "block P-6", "step Zlobin")
    assert verbs(game) == {"block", "done"}, "the other is free to stay"


@rule("7.3p")
def test_the_others_may_stay():
    game = stage(
        "moves",
        'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\n'
        'blocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"',
    )
    play(game, "poland", "block P-6", "step Zlobin", "done")
    assert where(game, "P-14") == "Charyshi"


@rule("7.3i")
def test_one_block_stays_for_a_defend_order():
    game = stage(
        "moves",
        'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\nblocks.R-21 = "Mogilev 3"\n'
        'orders.poland-north = ["move-out Charyshi", "defend Charyshi"]',
    )
    play(game, "poland", "block P-6", "step Zlobin")
    assert where(game, "P-14") == "Charyshi"
    assert not can(game, "poland", "block P-14"), "it is needed for the Defend Area order"


@rule("7.3j", "7.2j")
def test_a_forced_march_of_one_area_still_halves():
    """The Soviets have marched to the area north of him; he must march all the same."""
    game = stage(
        "marches",
        'blocks.P-14 = "Charyshi 4"\n'
        'blocks.R-21 = "Zlobin 3 from Rohachev marched"\norders.poland-north = "march-out Charyshi"',
    )
    play(game, "poland", "step Zlobin")
    assert game.s.marched >> piece(game, "P-14") & 1


# -- movement -------------------------------------------------------------------------------------------------------


@rule("7.2s", "7.2h", "7.31a", "7.32e", "7.2y")
@pytest.mark.parametrize(
    ("step", "name", "verb", "far"),
    [
        ("moves", "P-14", "move-out", 1), ("marches", "P-14", "march-out", 2), ("moves", "P-BJ2", "move-out", 2),
        ("marches", "P-BJ2", "march-out", 3),
    ],
)  # fmt: skip
def test_how_far_blocks_go(step, name, verb, far):
    game = stage(step, f'blocks.{name} = "Slutsk 2"\nblocks.R-21 = "Rechitsa 3"\norders.poland-north = "{verb} Slutsk"')
    way = ("Bobruisk", "Charyshi", "Zlobin")
    for n, place in enumerate(way[:far], 1):
        play(game, "poland", f"step {place}")
        assert where(game, name) == place
        if n < far:
            assert can(game, "poland", "halt")
    assert asks(game) == "nobody", "no further"
    assert bool(game.s.mounted) == (far == 3 or (far == 2 and verb == "move-out")), "the enemy has seen cavalry"


@rule("7.31b")
def test_a_block_stops_where_the_enemy_is():
    game = stage(
        "marches", 'blocks.P-BJ2 = "Charyshi 2"\nblocks.R-21 = "Zlobin 3"\norders.poland-north = "march-out Charyshi"'
    )
    play(game, "poland", "step Zlobin")
    assert game.s.on_link >> piece(game, "P-BJ2") & 1
    assert asks(game) != "poland: way"


@rule("7.32c", "7.32d")
def test_the_example_of_two_who_pin_two_of_four():
    text = "\n".join(f'blocks.{name} = "Zlobin 2"' for name in ("P-6", "P-14", "P-16", "P-9"))
    game = stage(
        "moves",
        text + '\nblocks.R-10 = "Zlobin 4 from Gomel"\n'
        'blocks.R-17 = "Zlobin 4 from Gomel"\norders.poland-north = "move-out Zlobin"',
    )
    play(game, "poland", "block P-16")
    assert offered(game, "poland", "step") == {"Charyshi", "Rohachev", "Kalenkovichi"}, "not over the link to Gomel"
    play(game, "poland", "step Charyshi")
    assert verbs(game) == {"block", "done"}
    play(game, "poland", "block P-9", "step Charyshi")
    assert where(game, "P-6") == where(game, "P-14") == "Zlobin", "two are pinned"
    assert asks(game) != "poland: pick"


@rule("7.32c")
def test_the_example_of_a_lone_block_that_is_pinned_before_it_can_move():
    game = running(
        SUPPLY
        + 'initiative.north = "poland 1"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Zlobin 3"\nstep = "marches"\n'
        'orders.poland-north = "march-out Charyshi"\norders.russia-north = "move-out Zlobin"',
        ExecutionStep(stage=MOVES),
        ExecutionStep(stage=MARCHES),
    )
    settle(first(game, "poland"))
    play(game, "poland", "step Zlobin")
    assert where(game, "R-21") == "Zlobin"
    assert any(e.refs["side"] == RUSSIA for e in events(game, "unfulfilled"))


@rule("7.33b")
def test_four_blocks_at_most_come_over_one_link_into_a_battle():
    five = ("R-4", "R-5", "R-6", "R-8", "R-10")
    text = "\n".join(f'blocks.{name} = "Zlobin 2 from Gomel"' for name in five[:4])
    game = stage(
        "moves", f'blocks.P-14 = "Zlobin 4"\n{text}\nblocks.R-10 = "Gomel 4"\norders.russia-north = "move-to Zlobin"'
    )
    assert where(game, "R-10") == "Gomel"
    assert events(game, "unfulfilled")


@rule("7.33c")
def test_a_block_passes_through_a_full_area_of_its_own():
    four = "\n".join(f'blocks.{name} = "Zlobin 2"' for name in ("P-6", "P-14", "P-16", "P-9"))
    game = stage(
        "moves",
        f'{four}\nblocks.P-BJ2 = "Charyshi 2"\nblocks.R-8 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"',
    )
    play(game, "poland", "step Zlobin", "step Gomel")
    assert where(game, "P-BJ2") == "Gomel"
    assert not any(e.area == area("Zlobin") for e in game.s.entries), "it never stopped there"


@rule("7.32f")
def test_a_block_that_cannot_move_stays():
    game = stage(
        "moves",
        """
        garrisons.poland = "Mazyr"
        garrisons.russia = "Gomel"
        blocks.P-14 = "Zlobin 4"
        blocks.P-6 = "Zlobin 4"
        blocks.P-9 = "Zlobin 4"
        blocks.P-16 = "Zlobin 2"
        blocks.P-2L = "Zlobin 2"
        blocks.R-21 = "Zlobin 3 from Rohachev"
        blocks.R-10 = "Zlobin 3 from Gomel"
        blocks.R-57 = "Zlobin 3 from Kalenkovichi"
        blocks.R-8 = "Zlobin 3 from Charyshi"
        orders.poland-north = "move-out Zlobin"
        """,
    )
    assert events(game, "unfulfilled"), "one is free, but every link is taken"


@rule("7.2i", "7.2p", "7.2r")
def test_what_needs_supply():
    text = 'garrisons.poland = ""\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\n'
    game = stage("moves", text + 'orders.poland-north = "move-to Zlobin"')
    assert events(game, "unfulfilled")
    game = stage("moves", text + 'orders.poland-north = "move-out Charyshi"')
    assert asks(game) == "poland: way"


# -- recon ----------------------------------------------------------------------------------------------------------


@rule("7.2l", "7.3b")
def test_recon_shows_all_enemy_blocks_of_the_area_to_the_player_alone():
    game = stage(
        "recons",
        'blocks.P-BJ2 = "Mazyr 2"\nblocks.P-14 = "Charyshi 4"\n'
        'blocks.R-57 = "Kalenkovichi 2"\norders.russia-north = "recon Mazyr"\n'
        'orders.poland-north = "defend Charyshi"',
    )
    settle(first(game, "russia"))
    assert sees(game, "russia", "P-BJ2")
    assert not sees(game, "russia", "P-14")
    assert not sees(game, "poland", "R-57")
    assert orders(game, "russia") == []


@rule("7.2m")
def test_a_recon_of_an_empty_area_shows_nothing():
    game = stage(
        "recons", 'blocks.P-14 = "Charyshi 4"\nblocks.R-57 = "Kalenkovichi 2"\norders.russia-north = "recon Zlobin"'
    )
    assert events(game, "recon")[-1].refs["units"] == []


# -- detachments ----------------------------------------------------------------------------------------------------


@rule("2.2a", "2.2b", "2.2f")
def test_the_example_of_a_detachment():
    game = stage(
        "moves", 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    )
    play(game, "poland", "detach P-b1", "step Zlobin")
    assert (where(game, "P-b1"), sp(game, "P-b1")) == ("Charyshi", 1)
    assert (where(game, "P-14"), sp(game, "P-14")) == ("Zlobin", 3)


@rule("2.2a")
def test_two_points_in_all_as_one_brigade_or_two():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    play(game, "poland", "detach-two P-b1")
    assert verbs(game) == {"step"}
    play(game, "poland", "step Zlobin")
    assert (sp(game, "P-b1"), sp(game, "P-14")) == (2, 2)
    game = stage("moves", text)
    play(game, "poland", "detach P-b1", "detach P-b2")
    assert "detach" not in verbs(game)
    assert sp(game, "P-14") == 2


@rule("2.2a", "2.2d", "8.4e")
def test_a_division_keeps_a_point_and_needs_a_brigade_of_its_arm():
    text = 'blocks.P-DJ1 = "Charyshi 2"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"'
    game = stage("moves", text)
    assert "P-BJ1" in offered(game, "poland", "detach")
    assert "P-b1" not in offered(game, "poland", "detach")
    assert "detach-two" not in verbs(game)
    game = stage("moves", text.replace("P-DJ1", "P-BJ2"))
    assert offered(game, "poland", "detach") == set(), "a brigade cannot split"
    gone = "\n".join(
        f'blocks.P-{b} = "gone"' for b in ["Ryb", "Sib", "1R", "2R", "3R", "V1", "V2", "V3", "VL", "VPom", "b1", "b2"]
    )
    game = stage("moves", text.replace('P-DJ1 = "Charyshi 2"', 'P-14 = "Charyshi 4"') + "\n" + gone)
    assert offered(game, "poland", "detach") == set(), "no brigade in the pool"


@rule("7.33a", "2.2a")
def test_no_more_is_left_behind_than_may_stand_there():
    three = "\n".join(f'blocks.{n} = "Charyshi 2"' for n in ("P-6", "P-16", "P-9"))
    game = stage(
        "moves",
        f'{three}\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\norders.poland-north = "move-out Charyshi"',
    )
    play(game, "poland", "block P-14", "detach P-b1")
    assert verbs(game) == {"step"}, "a fifth block would be left"


@rule("2.2c")
def test_a_detachment_does_not_move_in_this_phase():
    game = running(
        SUPPLY + 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Mogilev 3"\nstep = "marches"\n'
        'orders.poland-north = ["march-out Charyshi", "move-out Charyshi"]',
        ExecutionStep(stage=MOVES),
        ExecutionStep(stage=MARCHES),
    )
    play(game, "poland", "detach P-b1", "step Zlobin", "halt")
    assert where(game, "P-b1") == "Charyshi"
    assert events(game, "unfulfilled")


# -- withdraw -------------------------------------------------------------------------------------------------------

ATTACKED = """
    blocks.P-14 = "Charyshi 4"
    blocks.P-6 = "Charyshi 3"
    blocks.R-21 = "Charyshi 3 from Zlobin"
    orders.poland-north = "withdraw Charyshi"
"""


@rule("7.2u", "7.2v", "7.3d")
def test_all_blocks_leave_and_one_loses_a_point():
    game = stage("withdrawals", ATTACKED)
    assert asks(game) == "poland: loss"
    play(game, "poland", "lose P-6")
    assert sp(game, "P-6") == 2
    play(game, "poland", "block P-14")
    assert where(game, "P-14") == where(game, "P-6") == "Bobruisk", "the only friendly area next to Charyshi"


@rule("7.2t")
def test_without_enemy_blocks_nothing_happens():
    game = stage("withdrawals", ATTACKED.replace("Charyshi 3 from Zlobin", "Zlobin 3"))
    assert where(game, "P-14") == "Charyshi"
    assert sp(game, "P-6") == 3


@rule("7.2w")
def test_without_a_friendly_area_they_stand_and_lose_the_point():
    text = ATTACKED.replace("Bobruisk; ", "") + 'garrisons.poland = "Mazyr"\n    blocks.R-8 = "Bobruisk 3"\n'
    game = stage("withdrawals", text)
    play(game, "poland", "lose P-14")
    assert where(game, "P-14") == where(game, "P-6") == "Charyshi"
    assert events(game, "must_stand")


@rule("7.2x")
@pytest.mark.parametrize(
    ("own", "foe", "free"), [("P-BJ2", "R-21", True), ("P-BJ2", "R-4K", False), ("P-6", "R-21", False)]
)
def test_cavalry_attacked_by_infantry_alone_loses_nothing(own, foe, free):
    game = stage(
        "withdrawals",
        f'blocks.{own} = "Charyshi 2"\n'
        f'blocks.{foe} = "Charyshi 3 from Zlobin"\norders.poland-north = "withdraw Charyshi"',
    )
    assert where(game, own) == "Bobruisk"
    assert sp(game, own) == (2 if free else 1)


@rule("7.2u")
def test_newcomers_are_carried_along_but_cannot_lead():
    text = ATTACKED.replace('P-6 = "Charyshi 3"', 'P-6 = "Charyshi 3 from Bobruisk"')
    game = stage("withdrawals", text)
    play(game, "poland", "lose P-14", "block P-14")
    assert where(game, "P-6") == "Bobruisk"
    game = stage("withdrawals", text, withdraw="fresh")
    assert where(game, "P-6") == "Charyshi", "at a table that agreed on it, only fresh blocks leave"
    lone = ATTACKED.replace('P-6 = "Charyshi 3"', 'P-6 = "pool"').replace('"Charyshi 4"', '"Charyshi 4 from Bobruisk"')
    assert where(stage("withdrawals", lone), "P-14") == "Charyshi", "the order lapses"


# -- reorganization -------------------------------------------------------------------------------------------------


@rule("7.2ac", "7.2ad", "7.5", "7.3f")
def test_one_block_gains_a_point():
    game = stage(
        "reorganizations",
        'blocks.P-14 = "Bobruisk 3"\nblocks.P-6 = "Bobruisk 2"\n'
        'blocks.R-8 = "Mogilev 3"\norders.poland-north = "reorganize Bobruisk"',
    )
    assert offered(game, "poland", "block") == {"P-14", "P-6"}
    play(game, "poland", "block P-6")
    assert (sp(game, "P-6"), sp(game, "P-14")) == (3, 3)


@rule("7.2ac", "7.5")
def test_who_moved_or_is_full_or_fought_does_not_reorganize():
    text = 'blocks.P-14 = "Bobruisk 3 from Charyshi"\nblocks.P-6 = "Bobruisk 4"\nblocks.R-8 = "Mogilev 3"\n'
    game = stage("reorganizations", text + 'orders.poland-north = "reorganize Bobruisk"')
    assert events(game, "unfulfilled")
    assert sp(game, "P-14") == 3


# -- rail transport -------------------------------------------------------------------------------------------------

RAIL = """
    scenario = "to-warsaw"
    step = "railways"
    garrisons.poland = "Warsaw; Brest-Litovsk; Bialystok; Minsk"
    blocks.P-14 = "Warsaw 4"
    blocks.P-6 = "Warsaw 3"
    blocks.R-8 = "Mogilev 3"
    orders.poland-north = "rail Warsaw"
"""


def rail(text: str, **options: str) -> Game[State]:
    return stage("railways", dedent(text).replace('step = "railways"\n', ""), **options)


@rule("7.6a", "7.6d", "7.2ag", "7.3g")
def test_blocks_ride_to_different_places():
    game = rail(RAIL)
    play(game, "poland", "block P-14", "step Brest-Litovsk")
    play(game, "poland", "block P-6", "step Bialystok")
    assert (where(game, "P-14"), where(game, "P-6")) == ("Brest-Litovsk", "Bialystok")


@rule("7.6b", "7.2ag")
def test_the_line_runs_through_supplied_areas():
    game = rail(RAIL)
    play(game, "poland", "block P-14")
    near = offered(game, "poland", "step")
    assert {"Siedlce", "Brest-Litovsk", "Grodno"} <= near
    assert "Mogilev" not in near
    assert not near & {"Slutsk", "Smolensk"}
    cut = rail(RAIL + '    blocks.R-6 = "Siedlce 3"\n    blocks.R-5 = "Ostrow 3"\n    blocks.R-4 = "Mlawa 3"\n')
    play(cut, "poland", "block P-14")
    assert not offered(cut, "poland", "step") & {"Brest-Litovsk", "Bialystok"}


@rule("7.6b")
def test_a_table_may_ask_for_supply_at_the_end_only():
    text = RAIL.replace("Warsaw; Brest-Litovsk; Bialystok; Minsk", "Warsaw; Mogilev").replace("Mogilev 3", "Gomel 3")
    plain, loose = rail(text), rail(text, rail="destination")
    for game in (plain, loose):
        play(game, "poland", "block P-14")
    assert offered(plain, "poland", "step") < offered(loose, "poland", "step")


@rule("7.6c")
def test_who_moved_or_fought_does_not_ride():
    game = rail(RAIL.replace('P-14 = "Warsaw 4"', 'P-14 = "Warsaw 4 from Siedlce"'))
    play(game, "poland", "step Siedlce")
    assert where(game, "P-14") == "Warsaw"


@rule("7.2ag")
def test_four_blocks_at_most():
    five = "".join(f'    blocks.{n} = "Klintsy 3"\n' for n in ("R-4", "R-5", "R-6", "R-10", "R-11"))
    game = rail(
        'scenario = "to-warsaw"\nstep = "railways"\ngarrisons.russia = "Gomel; Mogilev"\n'
        + "\n".join(line.strip() for line in five.splitlines())
        + '\norders.russia-north = "rail Klintsy"'
    )
    for name in ("R-4", "R-5", "R-6", "R-10"):
        play(game, "russia", f"block {name}", "step Gomel")
    assert where(game, "R-11") == "Klintsy"


# -- cards that change orders ---------------------------------------------------------------------------------------


def played(text: str, card: int, step: str, order: tuple[int, str, int]) -> Game[State]:
    """A card is in force and an order of its side lies on the map; its step is executed."""
    game = running(SUPPLY + text)
    command, where_, type = order
    game.s.effects.append(Effect(card, command))
    place_order(game.s, command, area(where_), type)
    game.s.step = STEPS.index(step)
    game.stack.append(ExecutionStep(stage=game.s.step))
    return settle(game.run())


def test_named_for_a_card_marching_blocks_fight_at_full_strength():
    """Polish card 15."""
    game = played('blocks.P-14 = "Charyshi 4"\nblocks.R-8 = "Mogilev 3"', 14, "marches", (PN, "Charyshi", 1))
    assert asks(game) == "poland: name"
    play(game, "poland", "name P-15", "step Zlobin", "halt")
    assert game.s.at_full == 1 << piece(game, "P-14")


def test_cavalry_rides_through_one_enemy_area():
    """Polish card 16."""
    game = played(
        'blocks.P-BJ2 = "Charyshi 2"\nblocks.R-21 = "Zlobin 3"\nblocks.R-8 = "Mogilev 3"',
        15,
        "moves",
        (PN, "Charyshi", 4),
    )
    play(game, "poland", "name P-16", "step Zlobin")
    assert verbs(game) == {"step", "halt"}
    play(game, "poland", "step Kalenkovichi")
    assert where(game, "P-BJ2") == "Kalenkovichi"
    assert game.s.free == {}, "it pins nobody on the way"
    assert names(1 << game.s.entries[-1].area) == {"Kalenkovichi"}


def test_infantry_moves_two_areas():
    """Polish card 54."""
    game = played('blocks.P-14 = "Charyshi 4"\nblocks.R-8 = "Mogilev 3"', 53, "moves", (PN, "Charyshi", 4))
    play(game, "poland", "name P-54", "step Zlobin", "step Gomel")
    assert where(game, "P-14") == "Gomel"
    assert game.s.mounted == 0


def test_a_cut_railway_stops_soviet_trains():
    """Polish card 17."""
    game = played('blocks.R-21 = "Gomel 3"\nblocks.P-14 = "Slutsk 4"', 16, "railways", (RN, "Gomel", 8))
    assert where(game, "R-21") == "Gomel"
    assert events(game, "unfulfilled")
