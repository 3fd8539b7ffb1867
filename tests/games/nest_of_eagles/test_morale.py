"""13, 15.3, 17.1.1 Morale Advantage: levels, what shifts it, markers that are linked; and the count of operations."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, POLISH, SOUTHWEST, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.morale import (
    advantage,
    at_maximum,
    cooling_fervor,
    kijow_drain,
    level,
    shift,
    support,
)
from vistula.games.nest_of_eagles.rules.operations import (
    LIMITED,
    OFFENSIVE,
    PAUSE,
    count_for_poles,
    operation,
    polish_operation,
    soviet_income,
    soviet_operation,
)
from vistula.games.nest_of_eagles.rules.replacements import endurance
from vistula.games.nest_of_eagles.rules.setup import RULINGS, new_state
from vistula.games.nest_of_eagles.rules.theaters import review
from vistula.games.nest_of_eagles.state import ATTACK_1, State

from .positions import M, hex, situation, unit
from .table import (
    POLAND,
    SOVIET,
    asked,
    asks,
    attack,
    attacking,
    attacks,
    declare,
    march,
    moves,
    offered,
    play,
    replacing,
)

rule = pytest.mark.rule

BOTH = "2206 P-17; 1920 P-13"
"""A Pole in each outer Theater."""


def at_boxes(boxes: list[int], stacks: str = BOTH, **how: int) -> State:
    s = situation(stacks, **how)  # type: ignore[arg-type]
    s.morale = boxes
    return s


# -- 13.1, 13.2 ---


@rule("13.1a", "13.2a")
@pytest.mark.parametrize(
    ("box", "polish", "soviet"), [(0, 0, 0), (-7, 0, 0), (-8, 1, 0), (-16, 2, 0), (7, 0, 0), (8, 0, 1), (24, 0, 2)]
)
def test_levels(box: int, polish: int, soviet: int) -> None:
    s = at_boxes([0, box, 0])
    assert (level(s, POLAND, BELARUS), level(s, SOVIET, BELARUS)) == (polish, soviet)


@rule("13.2b")
def test_the_maximum_is_the_last_box_of_the_own_side() -> None:
    s = at_boxes([0, -24, 24])
    assert [at_maximum(s, POLAND, t) for t in (BELARUS, UKRAINE)] == [True, False]
    assert [at_maximum(s, SOVIET, t) for t in (BELARUS, UKRAINE)] == [False, True]


@rule("13.3g", "13.3a")
def test_a_shift_is_for_one_theater() -> None:
    s = at_boxes([0, 0, 0])
    shift(s, POLAND, BELARUS, 3, "13.3a")
    shift(s, SOVIET, UKRAINE, 2, "13.3a")
    assert s.morale == [0, -3, 2]


@rule("13.4a", "13.3e")
def test_without_soviets_in_poland_there_is_no_polish_marker() -> None:
    s = new_state(M, "war-of-1920", {})
    assert not s.polish_marker
    shift(s, POLAND, POLISH, 7, "13.3e")
    assert (advantage(s, POLISH), s.morale[POLISH]) == (0, 0)
    assert new_state(M, "warsaw", {}).polish_marker


# -- 13.3.1 Cooling Fervor ---


@rule("13.3.1a")
@pytest.mark.parametrize(
    ("fought", "captured", "both", "cooled"),
    [(0, 0, False, 2), (1, 0, False, 2), (0, 1, False, 2), (1, 1, False, 0), (1, 0, True, 0), (0, 0, True, 2)],
)
def test_level_two_cools_without_attack_or_capture(fought: int, captured: int, both: bool, cooled: int) -> None:
    s = at_boxes([0, -18, -18])
    s.fought_in[POLAND], s.captured_in[POLAND] = fought << BELARUS, captured << BELARUS
    s.rulings = both << list(RULINGS).index("fervor")
    cooling_fervor(s)
    assert s.morale[BELARUS] == -18 + cooled


@rule("13.3.1a")
def test_level_one_does_not_cool_nor_does_the_enemys_level_two() -> None:
    s = at_boxes([0, -15, 18])
    cooling_fervor(s)
    assert s.morale == [0, -15, 18]


@rule("13.3.1b")
def test_the_poles_never_cool_in_their_own_theater() -> None:
    s = at_boxes([-20, 0, 0], BOTH + "; 1311 S-27")
    s.polish_marker = True
    cooling_fervor(s)
    assert s.morale[POLISH] == -20
    s = at_boxes([20, 0, 0], BOTH + "; 1311 S-27", side=SOVIET)
    s.polish_marker = True
    cooling_fervor(s)
    assert s.morale[POLISH] == 18


# -- 13.3.2 support from another Theater ---


@rule("13.3.2a", "13.3.2b")
@pytest.mark.parametrize(
    ("boxes", "old", "new", "after"),
    [
        ([0, -10, 0], BELARUS, UKRAINE, [0, -10, -1]),  # from a higher level
        ([0, 0, -10], BELARUS, UKRAINE, [0, 0, -9]),  # from a lower one
        ([0, -9, -10], BELARUS, UKRAINE, [0, -9, -10]),  # from an equal one
        ([0, -10, 0], BELARUS, POLISH, [0, -10, 0]),
    ],
)
def test_a_unit_brings_its_morale_along(boxes: list[int], old: int, new: int, after: list[int]) -> None:
    s = at_boxes(boxes)
    support(s, unit("P-17"), old, new)
    assert s.morale == after


@rule("13.3.2a", "7.0b")
def test_it_is_the_move_that_counts() -> None:
    game = moves("2415 P-17; 2206 P-16; 1920 P-13")
    game.s.morale = [0, -10, 0]
    march(game, "P-17", "2416")
    assert game.s.morale == [0, -10, -1]


# -- 13.3.3 Kijów ---


@rule("13.3.3a", "2.7a", "19.8.1a")
def test_kijow_in_polish_hands_costs_as_many_boxes_as_levels() -> None:
    s = at_boxes([0, -10, -20], "3021 P-1C; 2206 P-17; 1920 P-13; 3220 S-24", soviet="3121")  # type: ignore[arg-type]
    come(s, unit("P-1C"), hex("3121"))
    assert s.kijow_taken
    assert s.morale == [0, -10, -24]  # its six boxes, and the end of the track
    kijow_drain(s)
    assert s.morale == [0, -9, -22]


# -- 13.3f supply ---


@rule("13.3f")
def test_a_theater_where_most_units_starve_loses_ten_boxes() -> None:
    game = replacing(at_boxes([0, 0, 0], "3126 P-12 P-14; 1920 P-13; 2206 P-17; 3226 S-24"))
    assert game.s.morale[UKRAINE] == 10
    game = replacing(at_boxes([0, 0, 0], "3126 P-12; 1920 P-13; 2206 P-17; 3226 S-24"))
    assert game.s.morale[UKRAINE] == 0  # half is not more than half


@rule("15.3b")
@pytest.mark.parametrize(
    ("key", "box", "bonus"), [("P-12", 0, 0), ("P-12", -9, 1), ("P-12", 20, -2), ("P-1L", 0, 1), ("P-1C", -9, 2)]
)
def test_what_is_added_to_an_attrition_roll(key: str, box: int, bonus: int) -> None:
    s = at_boxes([0, 0, box], f"3126 {key}; 2206 P-17")
    assert endurance(s, unit(key)) == bonus


# -- 13.4, 13.5 ---


@rule("13.4b", "13.4d", "13.4e")
def test_markers_part_when_the_front_leaves_and_join_the_other_fronts() -> None:
    s = at_boxes([0, 5, 9], BOTH + "; 1411 S-27; 1417 S-24")
    come(s, unit("S-27"), hex("1311"))
    come(s, unit("S-24"), hex("1317"))
    assert (s.linked, s.morale) == (BELARUS, [5, 5, 9])
    come(s, unit("S-27"), hex("1411"))
    assert (s.linked, s.morale) == (UKRAINE, [9, 5, 9])
    come(s, unit("S-24"), hex("1417"))
    assert (s.linked, s.polish_marker) == (0, False)
    assert advantage(s, BELARUS) == 5


@rule("13.4b", "13.3d")
def test_who_enters_poland_by_taking_a_town_lays_the_marker_first() -> None:
    s = at_boxes([0, 5, 9], BOTH + "; 1414 S-27")
    come(s, unit("S-27"), hex("1314"))  # Brześć, worth 3
    assert (s.linked, s.morale) == (BELARUS, [8, 8, 9])


@rule("19.1b", "19.1c")
@pytest.mark.parametrize(("key", "to"), [("S-27", "1311"), ("P-13", "1315")])
def test_what_calls_the_volunteers(key: str, to: str) -> None:
    s = at_boxes([0, 0, 0], "1411 S-27; 2206 P-17; 1416 P-13")
    review(s)
    assert s.forming == 0
    come(s, unit(key), hex(to))
    assert s.forming == 1


# -- 17.1.1 operations ---


@rule("17.1.1a")
def test_pause_limited_operations_offensive() -> None:
    assert [operation(n) for n in range(5)] == [PAUSE, LIMITED, LIMITED, OFFENSIVE, OFFENSIVE]


@rule("17.1.1b")
def test_poles_count_by_the_theater_they_attack_from() -> None:
    game = attacks("3126 S-44; 3125 P-12; 2206 P-17")
    attack(game, "3126", "P-12", 5, 6)
    assert game.s.attacks == [0, 0, 1]


@rule("17.1.1c")
def test_at_a_border_the_poles_name_the_theater() -> None:
    game = declare(attacks("2416 S-44; 2415 P-12; 2206 P-17"), "2416", "P-12")
    assert asks(game) == "poland: theater"
    assert offered(game, "theater") == {str(BELARUS), str(UKRAINE)}
    play(game, f"theater {BELARUS}")
    assert game.s.attacks == [0, 1, 0]


@rule("17.1.1b", "17.1.1c")
def test_soviets_count_by_front_a_joint_attack_for_both() -> None:
    game = attacks("1311 P-12; 1411 S-27; 1312 S-24; 2206 P-17; 1920 P-13", side=SOVIET)
    attack(game, "1311", "S-27 S-24", 5, 6)
    assert game.s.assaults == [1, 1]
    assert (soviet_operation(game.s, WEST), soviet_operation(game.s, SOUTHWEST)) == (LIMITED, LIMITED)


@rule("17.1.1d")
def test_without_its_marker_the_polish_theater_rests() -> None:
    s = situation(BOTH)
    s.attacks = [3, 0, 0]
    assert polish_operation(s, POLISH) == PAUSE
    s.polish_marker = True
    assert polish_operation(s, POLISH) == OFFENSIVE


@rule("17.1.1d", "17.1.5a")
@pytest.mark.parametrize("marker", [False, True])
def test_attacks_for_a_theater_that_rests_are_no_offensive(marker: bool) -> None:
    s = situation(BOTH)
    s.polish_marker = marker
    for _ in range(3):
        count_for_poles(s, POLISH)
    assert s.offensive is marker


@rule("17.1.2a")
@pytest.mark.parametrize(("made", "received"), [(0, 2), (1, 1), (2, 1), (3, 0)])
def test_what_a_front_receives(made: int, received: int) -> None:
    s = situation(BOTH, side=SOVIET)
    s.assaults = [made, 0]
    assert (soviet_income(s, WEST), soviet_income(s, SOUTHWEST)) == (received, 2)


@rule("17.1.2b")
def test_one_more_for_a_front_of_choice() -> None:
    s = situation("2206 P-17; 1920 P-13; 2702 S-4; 3121 S-24", side=SOVIET)
    s.assaults = [3, 3]
    game = replacing(s)
    assert asked(game).step == "bonus"
    play(game, f"front {SOUTHWEST}")
    assert game.s.pool[1:3] == [0, 1]


@rule("10.3d", "13.3a")
def test_success_in_a_linked_theater_moves_both_markers() -> None:
    s = at_boxes([3, 3, 0], "1311 S-27; 1211 P-12 P-13; 2206 P-17; 1920 P-14", phase=ATTACK_1)
    s.polish_marker, s.linked = True, BELARUS
    attack(attacking(s), "1311", "P-12 P-13", 1, 2)
    assert s.morale == [2, 2, 0]
