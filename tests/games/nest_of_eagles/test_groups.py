"""23.1.2 Groups: how they are formed and how large, what they are worth, and that their units stay secret."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import SEATS
from vistula.games.nest_of_eagles.rules.ground import enemy_lines
from vistula.games.nest_of_eagles.rules.groups import Screening, letters
from vistula.games.nest_of_eagles.rules.patrols import AT_REST, AT_SETUP
from vistula.games.nest_of_eagles.rules.reactive import eligible, reactive_strength
from vistula.games.nest_of_eagles.rules.reinforcements import FirstMovement
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.state import OPERATIONAL, OWN, REPLACEMENT, State, box, stands, units_at
from vistula.kernel import UNKNOWN, Game

from .positions import M, hex, unit
from .screens import known, pieces, screened, under
from .table import POLAND, SOVIET, asked, can, moving, offered, play, table, where

rule = pytest.mark.rule
STACK = "2926 P-17 P-10 P-2BJ; 3326 S-58"


def resting(s: State, command: int = POLES) -> Game[State]:
    s.phase = REPLACEMENT
    return table(s, Screening(commands=[command], occasion=AT_REST))


def why(game: Game[State], key: str, verb: str) -> str:
    offer = next(each for each in game.seat(asked(game).seat).offers() if each.verb == verb)
    refusal = offer.refusal(unit(key))
    assert refusal is not None
    return refusal.rule


@rule("23.1.2a", "23.1.2f")
def test_a_stack_becomes_one_marker_and_its_units_lie_beside_the_board() -> None:
    game = play(resting(screened(STACK)), "assemble P-17", "unit P-10", "lay", "done")
    assert units_at(game.s, POLAND, hex("2926")) == [unit("P-2BJ"), unit("P-GRA")]
    assert under(game, "P-17") == under(game, "P-10") == "P-GRA"
    assert known(game, SOVIET, "P-17") == known(game, SOVIET, "P-10") == UNKNOWN
    assert not {"P-17", "P-10"} & pieces(game, SOVIET)
    assert {"P-17", "P-10", "P-GRA"} <= pieces(game, POLAND)
    assert "P-GRA" in pieces(game, SOVIET)


@rule("23.1.2a")
def test_a_group_is_a_stack_of_at_least_two() -> None:
    game = resting(screened("2926 P-17; 3326 S-58"))
    assert not offered(game, "assemble")
    assert why(game, "P-17", "assemble") == "23.1.2a"
    two = play(resting(screened(STACK)), "assemble P-17")
    assert not can(two, "lay")
    assert can(play(two, "unit P-10"), "lay")


@rule("23.1.2a")
def test_next_to_an_enemy_no_group_is_formed() -> None:
    game = resting(screened("2926 P-17 P-10; 3026 S-58"))
    assert not offered(game, "assemble")
    assert why(game, "P-17", "assemble") == "23.1.1a"


@rule("23.1.2a")
def test_before_the_first_turn_no_group_is_formed() -> None:
    game = table(screened(STACK), Screening(commands=[POLES], occasion=AT_SETUP))
    assert offered(game, "patrol")
    assert not offered(game, "assemble")
    assert why(game, "P-17", "assemble") == "23.1.2a"


@rule("23.1.2a")
def test_each_side_has_three_letters() -> None:
    stacks = "2926 P-17 P-10; 2726 P-4 P-6; 2526 P-7 P-8; 2425 P-9 P-12; 3426 S-58"
    game = resting(screened(stacks))
    for pair in ("P-17 P-10", "P-4 P-6", "P-7 P-8"):
        first, second = pair.split()
        play(game, f"assemble {first}", f"unit {second}", "lay")
    assert [where(game, key) for key in ("P-GRA", "P-GRB", "P-GRC")] == ["2926", "2726", "2526"]
    assert not letters(game.s, POLAND)
    assert not offered(game, "assemble")
    assert len(letters(game.s, SOVIET)) == 3


@rule("23.1.2c")
def test_a_group_holds_two_divisions_and_brigades_count_half() -> None:
    divisions = play(resting(screened("2926 P-17 P-10 P-16; 3326 S-58")), "assemble P-17", "unit P-10")
    assert not offered(divisions, "unit")
    mixed = play(resting(screened("2926 P-17 P-2BJ P-4BJ P-16; 3326 S-58")), "assemble P-17", "unit P-2BJ")
    assert offered(mixed, "unit") == {"P-4BJ"}
    play(mixed, "unit P-4BJ")
    assert not offered(mixed, "unit")
    brigades = "2926 P-2BJ P-4BJ P-7.4 P-8.4; 3326 S-58"
    four = play(resting(screened(brigades)), "assemble P-2BJ", "unit P-4BJ", "unit P-7.4")
    assert offered(four, "unit") == {"P-8.4"}


@rule("23.1.2c")
def test_arriving_reinforcements_form_a_group_at_once() -> None:
    s = screened("2926 P-17; 3326 S-58", phase=OPERATIONAL)
    for key in ("P-10", "P-16"):
        s.place[unit(key)] = box(s.round)
    game = table(s, FirstMovement(commands=[POLES]))
    play(game, "assemble P-10", "unit P-16", "lay", "done")
    while asked(game).step == "pick":
        play(game, "unit P-GRA")
    play(game, f"place {M.grid.number(M.warszawa)}")
    assert stands(game.s, unit("P-10")) == M.warszawa
    assert under(game, "P-16") == "P-GRA"


@rule("23.1.2b", "8.2d")
def test_a_group_has_lines_eight_sp_and_three_mp() -> None:
    brigades = screened("2926 P-2BJ P-4BJ; 3326 S-58")
    assert not brigades.lof_from[POLAND]
    s = screened("2926 P-2BJ P-4BJ; 3326 S-58", "P-GRA P-2BJ P-4BJ")
    assert s.lof_from[POLAND] == 1 << hex("2926")
    assert any(enemy_lines(s, SOVIET))
    assert reactive_strength(s, POLAND, hex("2926")) == 2 * 8
    assert M.mp[unit("P-GRA")] == 3


@rule("23.1.2b", "8.2a")
def test_eligibility_counts_a_group_as_eight_whatever_is_in_it() -> None:
    against = screened("2926 P-17 P-10; 3026 S-2K S-FAS", "S-GRA S-2K S-FAS")  # 8 against 8
    assert not eligible(against, POLAND)
    own = screened("2926 P-2BJ P-4BJ; 3026 S-58 S-41", "P-GRA P-2BJ P-4BJ")  # 8 against 6
    assert eligible(own, POLAND) >> unit("P-GRA") & 1


@rule("23.1.2d", "23.1.1a")
def test_a_patrol_is_laid_on_a_group_and_then_it_is_a_patrol_to_everyone() -> None:
    game = play(resting(screened(STACK, "P-GRA P-17 P-10")), "patrol P-GRA")
    assert not offered(game, "unit")  # a Patrol of its own
    play(game, "lay", "done")
    assert under(game, "P-GRA") == "P-PAT1"
    assert "P-GRA" not in pieces(game, SOVIET)
    assert known(game, SOVIET, "P-GRA") == UNKNOWN
    assert not game.s.lof_from[POLAND]
    assert reactive_strength(game.s, POLAND, hex("2926")) == 2 * 2 + 2 * 2 + 2  # with the cavalry brigade beside it


@rule("23.1.2d", "23.1.3a")
def test_an_owner_may_take_the_patrol_off_and_leave_the_group() -> None:
    s = screened("2926 P-17 P-10; 3526 S-58", "P-GRA P-17 P-10", "P-PAT1 P-GRA")
    game = play(moving(s), "show P-PAT1")
    assert where(game, "P-GRA") == "2926"
    assert under(game, "P-17") == "P-GRA"
    assert "P-GRA" in pieces(game, SOVIET)
    assert not {"P-17", "P-10"} & pieces(game, SOVIET)
    play(game, "show P-GRA")
    assert where(game, "P-17") == where(game, "P-10") == "2926"


@rule("23.1.2d", "7.1p")
def test_a_group_marches_as_one() -> None:
    game = moving(screened("3224 P-17 P-10; 2010 S-53", "P-GRA P-17 P-10"))
    play(game, "unit P-GRA", "step 3225", "step 3226", "step 3227")
    assert stands(game.s, unit("P-17")) == stands(game.s, unit("P-10")) == hex("3227")
    assert not offered(game, "part")


@rule("23.1.2e")
def test_remnants_support_units_and_allies_are_in_no_group() -> None:
    game = resting(screened("2926 P-17 P-10 P-16/x P-PP1; 3326 S-58"))
    assert offered(game, "assemble") == {"P-17", "P-10"}
    assert offered(play(game, "assemble P-17"), "unit") == {"P-10"}
    allies = [M.key[u] for u in M.units if M.red_ukrainians >> u & 1]
    soviet = resting(screened(f"3326 S-58 S-41 {allies[0]}; 2926 P-17"), SOVIETS)
    assert offered(soviet, "assemble") == {"S-58", "S-41"}
    assert why(soviet, allies[0], "assemble") == "23.1.1e"


@rule("23.1.2f")
def test_the_enemy_may_not_look_under_the_marker_beside_the_board() -> None:
    game = moving(screened("2926 P-17 P-10; 3526 S-58", "P-GRA P-17 P-10", side=SOVIET))
    refusal = game.seat(SEATS[SOVIET]).why_not("piece", unit("P-17"))
    assert refusal is not None
    assert "2926" not in refusal.why
    assert not [box for box in game.seat(SEATS[SOVIET]).view().boxes if box.id.startswith("under")]
    mine = [box for box in game.seat(SEATS[POLAND]).view().boxes if box.id == "under-P-GRA"]
    assert {piece.key for piece in mine[0].pieces} == {"P-17", "P-10"}


@rule("9.3a")
def test_a_group_rides_as_two() -> None:
    game = moving(screened("2010 P-17 P-10; 2708 S-53", "P-GRA P-17 P-10"))
    play(game, "unit P-GRA", "rail 1807")
    assert game.s.rails[OWN] == 2
    assert stands(game.s, unit("P-10")) == hex("1807")


@rule("2.5a")
def test_units_of_both_fronts_never_lie_under_one_marker() -> None:
    game = resting(screened("3326 S-58 S-53 S-41; 2926 P-17"), SOVIETS)
    assert offered(play(game, "assemble S-58"), "unit") == {"S-41"}
    play(game, "back", "patrol S-53", "lay", "done")
    assert game.s.western >> unit("S-PAT1") & 1
