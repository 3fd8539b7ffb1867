"""8.5 Strategic Reinforcements; 10.2 rivalry over Klintsy's; who spends on which front."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, SOUTH
from vistula.games.strike_of_the_eagle.rules.cubes import klintsy_front, serves, strategic_cities
from vistula.kernel import IllegalAction

from .situations import reinforcing, to_spending
from .table import area, asked, asks, at, can, events, names, offered, piece, play, sp, where

rule = pytest.mark.rule


# -- strategic reinforcements -----------------------------------------------------------------------------------


@rule("8.5a")
def test_controlled_cities_in_supply_give_their_cubes():
    s = reinforcing('garrisons.poland = "Warsaw; Vilna"\nblocks.P-14 = "Lida 1"').s
    assert strategic_cities(s, 0) == {area("Warsaw"): [3, 1, 0], area("Vilna"): [1, 0, 0]}
    assert {s.m.area_name[a] for a in strategic_cities(s, 1)} == {"Yartsevo", "Klintsy"}


@rule("8.5b")
def test_strategic_cubes_are_spent_or_lost():
    game = to_spending(reinforcing('blocks.P-14 = "Lida 1"\ncubes.poland = "1B"\ngarrisons.poland = "Warsaw; Vilna"'))
    assert "cubes_lost" in [option.warn for option in asked(game).options]
    play(game, "poland", "done")
    assert game.s.cubes[0] == [1, 0, 0]


@rule("8.5c")
def test_they_serve_blocks_of_their_front():
    text = (
        'scenario = "campaign"\nround = 1\nphase = 5\nstep = "reinforcement"\ninitiative.north = "russia 1"\n'
        'garrisons.poland = "Warsaw; Lwow"\nblocks.P-14 = "Siedlce 1"\nblocks.P-15 = "Lublin 1"'
    )
    game = to_spending(at(text))
    play(game, "poland", "strengthen P-15")
    assert where(game, "P-15") == "Lublin"
    assert game.stack[-1].cities[area("Lwow")] == [0, 1, 0], "Warsaw's are for the north"
    assert game.stack[-1].cities[area("Warsaw")] == [3, 1, 0]
    assert not can(game, "poland", "strengthen P-15")


@rule("8.5d")
def test_blocks_built_with_them_stand_in_their_city():
    game = to_spending(reinforcing('blocks.P-14 = "Lida 4"\ngarrisons.poland = "Warsaw; Vilna; Minsk"'))
    play(game, "poland", "build P-8")
    assert where(game, "P-8") == "Warsaw", "only Warsaw has two cubes of its own"
    play(game, "poland", "build P-Ryb")
    assert offered(game, "poland", "site") == {"Warsaw", "Vilna", "Minsk"}
    play(game, "poland", "site Vilna")
    assert game.stack[-1].cities[area("Vilna")] == [0, 0, 0]


@rule("8.5d")
def test_a_collected_cube_may_be_added():
    game = to_spending(reinforcing('blocks.P-14 = "Lida 4"\ngarrisons.poland = "Warsaw; Vilna"\ncubes.poland = "1B"'))
    play(game, "poland", "build P-8")
    assert "Vilna" in offered(game, "poland", "site")
    play(game, "poland", "site Vilna")
    play(game, "poland", "strategic Vilna")
    assert where(game, "P-8") == "Vilna"
    assert game.s.cubes[0] == [0, 0, 0]


@rule("8.5b")
def test_the_player_says_which_cube_he_pays_with():
    game = to_spending(reinforcing('blocks.P-14 = "Lida 1"\ngarrisons.poland = "Warsaw; Vilna"\ncubes.poland = "1B"'))
    play(game, "poland", "strengthen P-14")
    assert asks(game) == "poland: pay"
    assert offered(game, "poland", "strategic") == {"Warsaw", "Vilna"}
    play(game, "poland", "ordinary")
    assert game.s.cubes[0] == [0, 0, 0]
    assert sp(game, "P-14") == 2


LITHUANIA = """
    lithuania = true
    garrisons.poland = "Warsaw"
    garrisons.russia = "Kaunas"
    blocks.R-Lit1 = "Kaunas 1"
    blocks.R-Gal1 = "Smolensk 1"
    blocks.P-14 = "Bielsk 4"
"""


@rule("8.5e")
def test_the_cubes_of_kaunas_are_for_lithuanians():
    game = to_spending(reinforcing(LITHUANIA))
    play(game, "poland", "done")
    assert asks(game) == "russia: spend"
    assert "R-Lit1" in offered(game, "russia", "strengthen")
    assert "R-Gal1" not in offered(game, "russia", "strengthen")
    play(game, "russia", "strengthen R-Lit1")
    assert game.stack[-1].cities[area("Kaunas")] == [0, 0, 1]


@rule("8.5e")
def test_without_the_alliance_kaunas_gives_nothing():
    s = reinforcing('garrisons.poland = "Warsaw"\nblocks.P-14 = "Bielsk 4"').s
    s.lithuania = True
    s.garrisons[POLAND] |= 1 << s.m.kaunas
    assert s.m.kaunas not in strategic_cities(s, 0), "nor ever to the Poles"


@rule("10.2b")
@pytest.mark.parametrize(
    ("text", "front"),
    [
        ("", NORTH),
        ('blocks.R-Tukhachevsky = "Gomel 1"', NORTH),
        ('blocks.R-Stalin = "Nezhin 1"', SOUTH),
        ('blocks.R-Tukhachevsky = "Smolensk 1"\nblocks.R-Stalin = "Chernigov 1"', SOUTH),
        ('blocks.R-Tukhachevsky = "Gomel 1"\nblocks.R-Stalin = "Chernigov 1"', NORTH),
        ('blocks.R-Tukhachevsky = "Smolensk 1"\nblocks.R-Budyonny = "Chernigov 1"', SOUTH),
        ('blocks.R-Tukhachevsky = "Smolensk 1"\nblocks.R-Budyonny = "Chernigov 1"\nblocks.R-Stalin = "Lwow 1"', NORTH),
    ],
)
def test_klintsy_serves_the_front_of_the_nearest_leader(text, front):
    s = at(f'scenario = "campaign"\noptions.players = "4"\n{text}').s
    assert klintsy_front(s) == front
    assert (s.m.klintsy in strategic_cities(s, 2)) == (front == NORTH)
    assert (s.m.klintsy in strategic_cities(s, 3)) == (front == SOUTH)


@rule("8.5d", "10.2b")
@pytest.mark.parametrize("players", ["2", "4"])
@pytest.mark.parametrize(("leader", "front"), [("R-Tukhachevsky", NORTH), ("R-Stalin", SOUTH)])
def test_klintsys_cubes_build_only_for_its_own_front(players, leader, front):
    """S89: those that serve the south strengthen blocks there."""
    game = at(
        f"""
        scenario = "campaign"
        options.players = "{players}"
        step = "reinforcement"
        phase = 5
        initiative.north = "russia 1"
        garrisons.poland = "Warsaw"
        garrisons.russia = "Klintsy"
        blocks.{leader} = "Klintsy 1"
        blocks.R-44 = "Nezhin 1"
        blocks.P-14 = "Warsaw 4"
        """
    )
    seat = "russia" if players == "2" else "russia-south" if front == SOUTH else "russia-north"
    while not (asks(game) == f"{seat}: spend" and area("Klintsy") in game.stack[-1].cities):
        play(game, str(asked(game).seat), "done")
    spending = game.stack[-1]
    assert (area("Klintsy") in spending.sites(game.s, game.s.m.unit("R-139"))) == (front == NORTH)
    assert serves(game.s, area("Klintsy"), game.s.m.unit("R-44"), area("Nezhin")) == (front == SOUTH)


@rule("10.0d")
def test_an_ally_spends_on_his_own_front():
    game = at(
        """
        scenario = "campaign"
        options.players = "4"
        step = "reinforcement"
        phase = 5
        initiative.north = "russia 1"
        garrisons.poland = "Warsaw; Lwow"
        blocks.P-14 = "Bielsk 1"
        blocks.P-15 = "Lublin 1"
        cubes.poland-north = "2B"
        """
    )
    to_spending(game)
    assert asks(game) == "poland-north: spend"
    assert offered(game, "poland-north", "strengthen") == {"P-14"}
    play(game, "poland-north", "build P-Ryb", "ordinary")
    assert where(game, "P-Ryb") == "Warsaw", "Lwow is the southern player's"


@rule("10.0d", "8.2a")
def test_an_ally_combines_on_his_own_front():
    text = """
        scenario = "campaign"
        options.players = "4"
        step = "reinforcement"
        phase = 5
        initiative.north = "russia 1"
        garrisons.poland = "Warsaw; Lwow"
        blocks.P-14 = "Bielsk 1"
        blocks.P-6 = "Bielsk 1"
        blocks.P-15 = "Chelm 1"
        blocks.P-9 = "Chelm 1"
    """
    game = at(text)
    assert offered(game, "poland-north", "division") == {"P-14", "P-6"}
    play(game, "poland-north", "done")
    assert offered(game, "poland-south", "division") == {"P-15", "P-9"}


@rule("1.1c", "10.0d")
def test_who_crossed_the_line_last_is_under_the_old_commander_until_the_next_operation_phase():
    """A block that has come south in the last phase is strengthened by the northern player."""
    text = """
        scenario = "campaign"
        options.players = "4"
        step = "railways"
        phase = 5
        initiative.north = "russia 1"
        garrisons.poland = "Warsaw; Lwow; Lublin"
        blocks.P-14 = "Deblin 1 from Siedlce"
        cubes.poland-north = "1B"
        cubes.poland-south = "1B"
    """
    game = at(text)
    assert asks(game) == "poland-north: spend"
    assert offered(game, "poland-north", "strengthen") == {"P-14"}
    play(game, "poland-north", "done")
    assert offered(game, "poland-south", "strengthen") == set()


@rule("3.2b", "3.2c")
def test_the_enemy_sees_the_colour_of_the_cube():
    game = to_spending(reinforcing('blocks.P-BJ1 = "Lida 1"\ngarrisons.poland = "Warsaw; Vilna"\ncubes.poland = "1W"'))
    play(game, "poland", "strengthen P-BJ1")
    if asked(game).step == "pay":
        play(game, "poland", "ordinary")
    assert game.s.mounted == 1 << piece(game, "P-BJ1")
    assert events(game, "strengthened")
    with pytest.raises(IllegalAction):
        play(game, "poland", "strengthen P-BJ1")
    assert names(game.s.garrisons[POLAND]) == {"Warsaw", "Vilna"}
