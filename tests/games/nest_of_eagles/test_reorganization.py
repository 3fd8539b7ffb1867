"""17.4, 18, 19.1.2 – 19.1.4 Brigades merge, divisions split, volunteers fill the ranks."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import UKRAINE
from vistula.games.nest_of_eagles.rules.fronts import watching
from vistula.games.nest_of_eagles.rules.reorganization import Reorganizing
from vistula.games.nest_of_eagles.rules.replacements import Spending
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.state import BRIGADES, REBUILD, REPLACEMENT, VOLUNTEERS, State
from vistula.kernel import Game

from .positions import situation, unit, units
from .table import SOVIET, TITLE, asks, can, offered, play, strength, table, where

rule = pytest.mark.rule


def reorganizing(stacks: str, boxed: str = "", forming: int = 0, **how: object) -> Game[State]:
    """The Polish question, with these units in the Divisional Brigades box."""
    s = situation(stacks, phase=REPLACEMENT, **how)  # type: ignore[arg-type]
    s.forming = forming
    for key in boxed.split():
        s.place[unit(key)] = BRIGADES
    return table(s, Reorganizing(command=SOVIETS if s.side == SOVIET else POLES))


@rule("18.0a", "18.0b", "18.0c", "18.1a")
@pytest.mark.parametrize(("stack", "level"), [("P-7.4 P-8.4", "full"), ("P-7.4/r P-8.4", "reduced")])
def test_two_brigades_of_a_division_merge_at_the_lower_level(stack: str, level: str) -> None:
    game = reorganizing(f"2308 {stack}; 2709 S-17", "P-4")
    play(game, "merge P-8.4")
    assert (where(game, "P-4"), strength(game, "P-4")) == ("2308", level)
    assert [game.s.place[u] for u in units("P-7.4 P-8.4")] == [BRIGADES, BRIGADES]


@rule("18.1a")
def test_brigades_merge_only_with_their_partner_in_the_same_hex() -> None:
    game = reorganizing("2308 P-7.4 P-11.6; 2309 P-8.4; 2608 P-15.8 P-16.8", "P-4 P-6 P-8")
    assert offered(game, "merge") == {"P-15.8", "P-16.8"}


@rule("18.0a", "18.0b", "18.0c")
@pytest.mark.parametrize(("level", "both"), [("", "full"), ("/r", "reduced")])
def test_a_division_splits_into_brigades_of_its_level(level: str, both: str) -> None:
    game = reorganizing(f"2308 P-4{level}; 2709 S-17", "P-7.4 P-8.4")
    play(game, "split P-4")
    assert [(where(game, key), strength(game, key)) for key in ("P-7.4", "P-8.4")] == [("2308", both)] * 2
    assert game.s.place[unit("P-4")] == BRIGADES
    assert strength(game, "P-4") == "full"  # the counter in the box


@rule("18.0b")
def test_a_remnant_is_not_split() -> None:
    game = reorganizing("2308 P-4/x; 2608 P-6", "P-7.4 P-8.4 P-11.6 P-12.6")
    assert offered(game, "split") == {"P-6"}


@rule("6.2a")
def test_a_full_hex_has_no_room_for_the_second_brigade() -> None:
    game = reorganizing("2308 P-4 P-16 P-17 P-10; 2608 P-6", "P-7.4 P-8.4 P-11.6 P-12.6")
    assert offered(game, "split") == {"P-6"}


@rule("18.1a")
def test_brigades_in_one_hex_may_merge_before_the_first_turn() -> None:
    game = TITLE.start("berezina", seed=1)
    assert asks(game) == "poland: reorganize"
    assert offered(game, "merge") == {"P-7.4", "P-8.4", "P-11.6", "P-12.6", "P-III.2LB", "P-IV.2LB"}
    assert not can(game, "split")
    play(game, "merge P-7.4", "done")
    assert where(game, "P-4") == "2308"


@rule("1.1a", "18.1a")
def test_the_introductory_game_reorganizes_nothing() -> None:
    game = TITLE.start("berezina", seed=1, options={"introductory": "yes"})
    assert asks(game) != "poland: reorganize"


@rule("18.1b", "18.0c")
def test_two_lost_brigades_come_back_as_one_remnant_for_one_replacement() -> None:
    s = situation("2308 P-17", phase=REPLACEMENT)
    s.pool[0] = 1
    for key in ("P-7.4", "P-8.4", "P-11.6"):
        s.place[unit(key)] = REBUILD
    s.place[unit("P-4")] = s.place[unit("P-6")] = BRIGADES
    game = table(s, Spending(command=POLES))
    assert offered(game, "rebuild") == {"P-7.4", "P-8.4", "P-11.6", "P-4"}
    play(game, "rebuild P-4")
    assert (where(game, "P-4"), strength(game, "P-4")) == (f"round {s.round + 1}", "remnant")
    assert [game.s.place[u] for u in units("P-7.4 P-8.4")] == [BRIGADES, BRIGADES]
    assert game.s.pool[0] == 0


# -- 18.2, 18.3 cavalry ---


@rule("18.2a", "18.2b")
def test_any_two_cavalry_brigades_form_a_division_once_volunteers_form() -> None:
    stacks = "2122 P-1BJ P-VC1 P-CJ; 2523 S-45"
    assert not reorganizing(stacks, "P-2C P-3C P-4C", forming=1).stack
    game = reorganizing(stacks, "P-2C P-3C P-4C", forming=2)
    assert offered(game, "merge") == {"P-1BJ", "P-VC1"}
    play(game, "merge P-1BJ")
    assert offered(game, "form") == {"P-2C", "P-3C"}
    play(game, "form P-3C")
    assert where(game, "P-3C") == "2122"
    assert [game.s.place[u] for u in units("P-1BJ P-VC1")] == [BRIGADES, BRIGADES]


@rule("18.2a")
def test_a_cavalry_division_splits_into_any_two_brigades_of_the_box() -> None:
    game = reorganizing("2122 P-2C/r P-1C; 2124 P-4C; 2523 S-45", "P-1BJ P-2BJ P-3BJ")
    assert offered(game, "split") == {"P-2C"}  # (N-82)
    play(game, "split P-2C", "unit P-3BJ", "unit P-1BJ")
    assert [(where(game, key), strength(game, key)) for key in ("P-1BJ", "P-3BJ")] == [("2122", "reduced")] * 2
    assert game.s.place[unit("P-2BJ")] == BRIGADES


@rule("18.2c")
def test_a_cavalry_division_is_rebuilt_as_a_remnant() -> None:
    s = situation("2308 P-17", phase=REPLACEMENT)
    s.pool[0], s.place[unit("P-2C")] = 2, REBUILD
    game = table(s, Spending(command=POLES))
    play(game, "rebuild P-2C")
    assert strength(game, "P-2C") == "remnant"
    assert s.pool[0] == 0


def group(stacks: str, morale: int = 16, pool: int = 1) -> Game[State]:
    s = situation(stacks, phase=REPLACEMENT)
    s.morale[UKRAINE], s.pool[0] = morale, pool
    for key in ("P-2C", "P-3C", "P-4C"):
        s.place[unit(key)] = BRIGADES
    return table(s, Reorganizing(command=POLES))


@rule("18.3a", "18.3b", "18.3d")
def test_one_replacement_forms_the_whole_operational_group() -> None:
    game = group("2122 P-1BJ P-2BJ P-3BJ P-4BJ; 2027 P-5BJ P-6BJ/r; 2525 S-45")
    assert not can(game, "merge P-1BJ")
    play(game, "group")
    assert game.s.pool[0] == 0
    play(game, "raise P-5BJ", "merge P-1BJ", "unit P-2BJ", "form P-2C", "merge P-3BJ")
    assert [where(game, key) for key in ("P-4C", "P-2C", "P-3C", "P-5BJ")] == ["2027", "2122", "2122", "removed"]
    assert [strength(game, key) for key in ("P-4C", "P-2C", "P-3C")] == ["reduced", "full", "full"]
    assert not can(game, "raise P-6BJ")
    assert not can(game, "merge P-6BJ")


@rule("18.3a")
@pytest.mark.parametrize(("morale", "pool"), [(15, 1), (16, 0)])
def test_the_group_takes_soviet_level_two_and_a_replacement(morale: int, pool: int) -> None:
    assert not group("2122 P-1BJ P-2BJ; 2525 S-45", morale, pool).stack


@rule("18.3b", "18.3c")
def test_cavalry_near_the_enemy_does_not_join_the_group() -> None:
    game = group("2122 P-1BJ P-2BJ P-3BJ/r; 2322 P-5BJ; 2423 S-45")
    play(game, "group")
    assert offered(game, "raise") == {"P-1BJ", "P-2BJ"}  # Full, and three hexes away
    assert not group("2222 P-1BJ P-2BJ; 2423 S-45").stack


# -- 19.1.2 – 19.1.4 volunteers ---


@rule("19.1.2a", "19.1.2b", "19.1.2c")
def test_two_full_volunteer_brigades_become_a_division_for_good() -> None:
    s = situation("0612 P-WAR P-POZ P-POM/r", phase=REPLACEMENT)
    s.place[unit("P-V1")] = s.place[unit("P-V2")] = VOLUNTEERS
    game = table(s, Reorganizing(command=POLES))
    assert offered(game, "merge") == {"P-WAR", "P-POZ"}
    play(game, "merge P-WAR", "form P-V2")
    assert (where(game, "P-V2"), strength(game, "P-V2")) == ("0612", "full")
    assert [where(game, key) for key in ("P-WAR", "P-POZ")] == ["removed", "removed"]
    assert not game.stack  # never split


@rule("19.1.3a", "19.1.3c")
def test_a_volunteer_regiment_fills_a_weakened_regular_unit_next_to_the_enemy() -> None:
    game = reorganizing("2308 P-201 P-17/x P-1LB/r P-16; 2309 S-17")
    play(game, "fill P-201")
    assert (strength(game, "P-17"), where(game, "P-201")) == ("reduced", "removed")
    assert not game.stack


@rule("19.1.3b")
def test_a_unit_gains_one_step_in_a_replacement_phase() -> None:
    game = reorganizing("2308 P-201 P-202 P-17/x; 2709 S-17")
    play(game, "fill P-201")
    assert not game.stack  # the second regiment finds nobody
    s = situation("2308 P-201 P-17/x; 2709 S-17", phase=REPLACEMENT)
    s.marked = 1 << unit("P-17")
    assert not table(s, Reorganizing(command=POLES)).stack


@rule("19.1.4a", "19.1.4b")
def test_volunteer_brigades_fill_their_own_arm_whatever_their_strength() -> None:
    game = reorganizing("2308 P-WAR/r P-VC1 P-17/r P-1C/x; 2709 S-17")
    play(game, "fill P-VC1")
    assert (strength(game, "P-17"), strength(game, "P-1C")) == ("reduced", "reduced")
    play(game, "fill P-WAR")
    assert strength(game, "P-17") == "full"
    assert not game.stack


# -- 17.4 Soviet divisions ---


@rule("17.4a")
def test_two_brigades_of_one_front_recreate_a_reduced_division() -> None:
    s = situation("2702 S-72 S-139/r S-164 S-74; 3121 S-131 S-174; 2308 P-17", side=SOVIET, phase=REPLACEMENT)
    for key in ("S-4", "S-15K", "S-5"):
        s.place[unit(key)] = REBUILD
    game = table(s, Reorganizing(command=SOVIETS))
    assert offered(game, "merge") == {"S-72", "S-139", "S-164"}  # no division of the other Front is lost
    play(game, "merge S-72")
    assert offered(game, "unit") == {"S-139", "S-164"}
    play(game, "unit S-164")
    assert offered(game, "form") == {"S-4", "S-5"}
    play(game, "form S-5")
    assert (where(game, "S-5"), strength(game, "S-5")) == ("2702", "reduced")
    assert [where(game, key) for key in ("S-72", "S-164")] == ["rebuild", "rebuild"]


# -- together with the rest ---


@rule("17.3b")
def test_what_a_unit_regained_in_this_round_its_new_form_remembers() -> None:
    s = situation("2308 P-7.4/r P-8.4; 2709 S-17", phase=REPLACEMENT)
    s.place[unit("P-4")] = BRIGADES
    s.regained = 1 << unit("P-8.4")
    game = table(s, Reorganizing(command=POLES))
    play(game, "merge P-8.4")
    assert s.regained >> unit("P-4") & 1


@rule("1.4a")
def test_the_merged_division_watches_lithuania_like_its_brigades() -> None:
    s = situation("1804 P-2LB; 2702 S-4", scenario="berezina")
    assert watching(s) >> unit("P-2LB") & 1
    assert not watching(s) >> unit("P-1LB") & 1
