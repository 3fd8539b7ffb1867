"""8.0 Reinforcement Phase: garrisons, combining, strengthening, building, Strategic Reinforcements; 10.2b Klintsy."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import RUSSIA
from vistula.games.strike_of_the_eagle.rules.reinforcement import player_order

from .situations import reinforcing, to_spending
from .table import area, asked, asks, can, offered, play, sees, sp, start, verbs, where

rule = pytest.mark.rule


# -- order ------------------------------------------------------------------------------------------------------


@rule("8.0a")
def test_garrisons_then_combining_then_cubes():
    game = reinforcing(
        'garrisons.poland = "Warsaw"\nblocks.P-14 = "Minsk 2"\nblocks.P-Ryb = "Minsk 1"\ncubes.poland = "1B"'
    )
    seen = []
    while asked(game).seat == "poland" and asked(game).step in ("place", "pick", "spend"):
        seen.append(asked(game).step)
        play(game, "poland", "done")
    assert seen == ["place", "pick", "spend"]


@rule("8.0a")
def test_the_side_without_initiative_goes_first():
    game = reinforcing('garrisons.poland = "Warsaw"\nblocks.P-14 = "Minsk 2"\nblocks.R-6 = "Polotsk 2"')
    assert asks(game) == "poland: place"
    play(game, "poland", "done")
    assert asks(game) == "russia: place"
    s = start("campaign", players="4").s
    s.initiative = [2, -1]
    assert player_order(s) == [2, 3, 0, 1]


@rule("8.0b", "2.2e")
def test_nothing_can_be_detached_here():
    game = to_spending(reinforcing('blocks.P-14 = "Minsk 4"\ncubes.poland = "1B"'))
    assert verbs(game) <= {"strengthen", "build", "done"}


# -- garrisons --------------------------------------------------------------------------------------------------


@rule("8.1a", "3.0f")
def test_the_example_of_polotsk():
    """The Soviets occupy Polotsk, from which a clear path leads to an Eastern Link."""
    game = reinforcing('blocks.R-6 = "Polotsk 2"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = ""')
    assert asks(game) == "russia: place"
    assert offered(game, "russia", "garrison") == {"Polotsk"}
    play(game, "russia", "garrison Polotsk")
    assert game.s.garrisons[RUSSIA] == 1 << area("Polotsk")


@rule("8.1b")
def test_no_garrison_in_an_unoccupied_or_unsupplied_city():
    game = reinforcing(
        """
        garrisons.poland = "Warsaw"
        garrisons.russia = ""
        blocks.P-14 = "Bobruisk 4"
        blocks.R-6 = "Igumen 3"
        blocks.R-8 = "Slutsk 3"
        blocks.R-10 = "Rohachev 3"
        blocks.R-17 = "Charyshi 3"
        blocks.R-4 = "Minsk 3"
        """
    )
    assert asks(game) == "russia: place", "the Poles in Bobruisk are cut off"
    assert offered(game, "russia", "garrison") == {"Minsk"}, "Vilna is unoccupied"


# -- combining --------------------------------------------------------------------------------------------------


@rule("8.2a", "8.2b")
def test_the_example_of_a_division_that_absorbs_two():
    game = reinforcing('blocks.P-14 = "Minsk 2"\nblocks.P-Ryb = "Minsk 1"\nblocks.P-10 = "Minsk 1"')
    play(game, "poland", "division P-14", "absorb P-Ryb", "division P-14", "absorb P-10")
    assert sp(game, "P-14") == 4
    assert where(game, "P-Ryb") == where(game, "P-10") == "pool"


@rule("8.2a", "8.4e")
def test_only_a_division_absorbs_up_to_its_maximum_and_its_own_kind():
    game = reinforcing(
        'blocks.P-14 = "Minsk 3"\nblocks.P-Ryb = "Minsk 1"\nblocks.P-10 = "Minsk 2"\nblocks.P-BJ1 = "Minsk 1"'
    )
    assert offered(game, "poland", "division") == {"P-14", "P-10"}
    play(game, "poland", "division P-14")
    assert offered(game, "poland", "absorb") == {"P-Ryb"}, "10 would pass the maximum, cavalry is another arm"
    play(game, "poland", "back", "division P-10")
    assert offered(game, "poland", "absorb") == {"P-Ryb"}


@rule("8.2a")
def test_allies_only_with_their_own_nation_and_leaders_never():
    game = reinforcing(
        """
        garrisons.poland = "Warsaw"
        garrisons.russia = "Minsk"
        blocks.R-Lit1 = "Minsk 1"
        blocks.R-Gal1 = "Minsk 1"
        blocks.R-Tukhachevsky = "Minsk 1"
        blocks.R-21 = "Minsk 1"
        """
    )
    assert offered(game, "russia", "division") == set()


def test_without_a_stack_nobody_is_asked():
    game = reinforcing('blocks.P-14 = "Minsk 2"\nblocks.P-Ryb = "Lida 1"\nblocks.R-6 = "Orsha 1"\ncubes.poland = "1B"')
    assert asks(game) == "poland: spend"


# -- strengthening ----------------------------------------------------------------------------------------------


@rule("8.3")
def test_the_example_of_a_division_raised_to_full_strength():
    game = to_spending(reinforcing('blocks.P-14 = "Lida 1"\ncubes.poland = "3B"\ngarrisons.poland = "Warsaw; Grodno"'))
    for _ in range(3):
        play(game, "poland", "strengthen P-14")
        if asked(game).step == "pay":
            play(game, "poland", "ordinary")
    assert sp(game, "P-14") == 4
    assert game.s.cubes[0] == [0, 0, 0]
    assert not can(game, "poland", "strengthen P-14")


@rule("8.3", "3.2c", "3.2a")
def test_cubes_serve_blocks_of_their_colour():
    game = to_spending(
        reinforcing(
            'garrisons.poland = "Warsaw; Grodno"\nblocks.P-14 = "Lida 1"\nblocks.P-BJ1 = "Lida 1"\n'
            'blocks.P-U1 = "Lida 1"\ncubes.poland = "1W"\nblocks.R-5 = "Orsha 3"'
        )
    )
    game.stack[-1].cities.clear()
    game.run()
    play(game, "poland", "strengthen P-BJ1")
    assert sp(game, "P-BJ1") == 2
    assert where(game, "P-14") == "Lida"
    assert sp(game, "P-14") == sp(game, "P-U1") == 1
    assert asks(game) != "poland: spend", "no cube is left"


@rule("8.3")
def test_a_block_out_of_supply_is_not_strengthened():
    text = 'blocks.P-14 = "Slutsk 1"\nblocks.P-8 = "Bielsk 1"\ncubes.poland = "2B"\ngarrisons.poland = "Warsaw"'
    game = to_spending(reinforcing(text))
    assert offered(game, "poland", "strengthen") == {"P-8"}


@rule("8.31a", "8.31b", "8.31c")
def test_the_example_of_a_front_line_area():
    game = to_spending(
        reinforcing(
            """
            garrisons.poland = "Warsaw; Minsk"
            blocks.P-14 = "Igumen 1"
            blocks.P-6 = "Igumen 1"
            blocks.P-8 = "Igumen 1"
            blocks.P-BJ1 = "Igumen 1"
            blocks.R-8 = "Mogilev 3"
            cubes.poland = "5B 5W"
            """
        )
    )
    game.stack[-1].cities.clear()
    play(game, "poland", "strengthen P-BJ1")
    assert sp(game, "P-BJ1") == 2
    assert offered(game, "poland", "strengthen") == set(), "nothing more there in this phase"


@rule("8.4d")
def test_ordinary_cubes_may_be_saved():
    game = to_spending(reinforcing('blocks.P-14 = "Lida 1"\ncubes.poland = "3B"'))
    play(game, "poland", "done")
    assert game.s.cubes[0] == [3, 0, 0]


# -- building ---------------------------------------------------------------------------------------------------


@rule("8.4a", "8.4b")
def test_a_brigade_costs_one_cube_and_a_division_two():
    text = 'blocks.P-14 = "Lida 4"\ncubes.poland = "3B"\ngarrisons.poland = "Warsaw; Brest-Litovsk"'
    game = to_spending(reinforcing(text))
    game.stack[-1].cities.clear()
    play(game, "poland", "build P-8", "site Brest-Litovsk")
    assert (where(game, "P-8"), sp(game, "P-8")) == ("Brest-Litovsk", 1)
    assert game.s.cubes[0] == [1, 0, 0]
    assert not can(game, "poland", "build P-9"), "one cube builds no division"
    assert not can(game, "poland", "strengthen P-8"), "a new block stays at one point"
    play(game, "poland", "build P-Ryb", "site Brest-Litovsk")
    assert where(game, "P-Ryb") == "Brest-Litovsk"
    assert sees(game, "russia", "P-Ryb"), "it came out of the open pool"


@rule("8.4a")
def test_blocks_are_built_in_depots_with_room():
    four = "\n".join(f'blocks.{name} = "Brest-Litovsk 3"' for name in ("P-4", "P-6", "P-8", "P-9"))
    game = to_spending(reinforcing(f'{four}\ncubes.poland = "3B"\ngarrisons.poland = "Warsaw; Minsk"'))
    game.stack[-1].cities.clear()
    play(game, "poland", "build P-Ryb")
    assert offered(game, "poland", "site") == {"Warsaw", "Minsk"}


@rule("8.4c")
def test_eliminated_blocks_are_never_rebuilt():
    game = to_spending(reinforcing('blocks.P-Ryb = "gone"\nblocks.P-14 = "Lida 1"\ncubes.poland = "3B"'))
    assert not can(game, "poland", "build P-Ryb")
    assert can(game, "poland", "build P-Sib")


@rule("8.4a")
def test_two_cubes_of_different_colours_build_no_division():
    text = 'blocks.P-14 = "Lida 4"\ncubes.poland = "1B 1W"\ngarrisons.poland = "Warsaw; Brest-Litovsk"'
    game = to_spending(reinforcing(text))
    game.stack[-1].cities.clear()
    game.stack[-1].at = "spend"
    game.run()
    assert not can(game, "poland", "build P-8")
    assert not can(game, "poland", "build P-DJ2")
