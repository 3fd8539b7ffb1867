"""13.5 East Prussia: internment, and the die for the way home."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.changes import enter
from vistula.games.west_was_saved.rules.east_prussia import Internment, then_camp
from vistula.games.west_was_saved.state import State
from vistula.kernel import AGAIN, Game

from .table import at, events, hex, last, play, roll, run_on, unit, weak, where

rule = pytest.mark.rule


def over_the_border(text: str, *keys: str, die: tuple[int, ...] = (3,), turn: int = 9) -> Game[State]:
    """Pieces enter East Prussia, and the dice for them are rolled."""
    game = at(f'turn = {turn}\nphase = "combat"\n{text}')
    for key in keys:
        enter(game.s, unit(key), hex("0507"), "13.5b")
    roll(game, *die)
    game.stack.append(Internment())
    return game.run()


PRUSSIA = "units.R-4 = '0608'\nunits.R-5 = '0608'\nunits.Gai = '0608'\nunits.P-8 = '0508'\n"


@rule("13.5b", "13.5c")
def test_a_russian_unit_waits_as_many_turns_as_the_die_says() -> None:
    game = over_the_border(PRUSSIA, "R-4", die=(3,))
    assert where(game, "R-4") == "turn 12"
    assert weak(game, "R-4")
    assert game.s.repatriated == 1 << unit("R-4")
    assert last(game, "repatriation").refs == {"unit": unit("R-4"), "die": 3, "turn": 12}


@rule("13.5b")
def test_a_die_for_each_piece_command_units_too() -> None:
    game = over_the_border(PRUSSIA, "R-4", "R-5", "Gai", die=(1, 2, 4))
    assert {where(game, key) for key in ("R-4", "R-5")} == {"turn 10", "turn 11"}
    assert where(game, "Gai") == "turn 13"
    assert not weak(game, "Gai"), "an HQ has no weak side"
    assert not game.s.camp


@rule("13.5a", "13.5b")
def test_poles_are_out_for_the_rest_of_the_game() -> None:
    game = over_the_border(PRUSSIA, "P-8", die=())
    assert where(game, "P-8") == "interned"
    assert not events(game, "repatriation")


@rule("13.5b")
def test_lithuanians_are_out_for_good_too() -> None:
    game = over_the_border(
        "lithuania = true\nunits.L-1 = 'Kaunas'\nunits.P-8 = 'Warsaw'\nunits.R-4 = 'Smolensk'\n", "L-1", die=()
    )
    assert where(game, "L-1") == "interned"


@rule("13.5c", "13.5b")
def test_a_wait_beyond_the_last_turn_means_never() -> None:
    game = over_the_border(PRUSSIA, "R-4", die=(6,), turn=14)
    assert where(game, "R-4") == "turn 20"
    run_on(game, "nobody is asked this")
    assert game.over
    assert where(game, "R-4") == "turn 20"


@rule("13.5b")
def test_a_russian_stack_marches_into_east_prussia_of_its_own_will() -> None:
    text = "units.R-4 = '0608'\nunits.Gai = '0608'\nunits.P-8 = 'Warsaw'\npoints.russia = 5\npoints.poland = 0\n"
    game = run_on(at(f'turn = 9\nphase = "movement"\ndepots.russia = ["Bialystok"]\n{text}'), "allocate")
    play(game, "mark 0608", "pass")
    run_on(game, "plan")
    roll(game, 2)
    play(game, "unit R-4", "step 0607", "step 0507", "order")
    assert where(game, "R-4") == "turn 11"


@rule("13.5b")
def test_nobody_in_camp_means_no_die() -> None:
    game = at('phase = "combat"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\n')
    assert then_camp(game.s, AGAIN) is AGAIN
