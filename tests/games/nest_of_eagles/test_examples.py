"""The worked examples of the rulebook, by section, as positions on our map."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.rules.ground import enemy_lines
from vistula.games.nest_of_eagles.rules.morale import advantage, shift
from vistula.games.nest_of_eagles.rules.rail import cheapest
from vistula.games.nest_of_eagles.rules.reactive import eligible, reactive_strength
from vistula.games.nest_of_eagles.rules.routes import plan
from vistula.games.nest_of_eagles.rules.strength import is_encircled, modifiers, very_favorable, work_out, worst_side
from vistula.games.nest_of_eagles.rules.supply import connected, in_supply
from vistula.games.nest_of_eagles.rules.theaters import review
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, State
from vistula.parts.sides import pairs_of

from .positions import M, hex, situation, unit, units
from .table import (
    POLAND,
    SOVIET,
    asked,
    asks,
    attack,
    attacks,
    can,
    march,
    morale,
    moves,
    offered,
    play,
    points_left,
    strength,
    where,
)

rule = pytest.mark.rule


def lines(s: State, side: int) -> set[frozenset[str]]:
    """The Lines of Friction that a side meets, as pairs of hex numbers."""
    return {frozenset((M.grid.number(a), M.grid.number(b))) for a, b in pairs_of(M.grid, enemy_lines(s, side))}


def chance(s: State, target: str, attackers: str) -> int:
    return work_out(s, units(attackers), hex(target)).chance


def ways(s: State, keys: str) -> tuple[set[tuple[str, ...]], set[int]]:
    """The routes that are left to a group, and what they cost."""
    left = list(plan(s, units(keys)).ways.values())
    return {tuple(M.grid.number(h) for h in route.hexes) for route in left}, {route.cost for route in left}


# -- 3.4.3 armored trains ---


@rule("3.4.3f")
def test_a_train_attacks_along_its_railroad_only() -> None:
    game = attacks("2623 P-16 P-PP1; 2723 S-41; 2622 S-44; 2524 S-45", poland="2523")
    for target, joins in (("2723", True), ("2622", False), ("2524", False)):
        play(game, f"attack {target}", "unit P-16")
        assert can(game, "unit P-PP1") is joins
        play(game, "cancel")


@rule("3.4.3g")
@pytest.mark.parametrize("attackers", ["S-41", "S-44"])
def test_a_train_helps_in_defence_from_whatever_side_it_is_attacked(attackers: str) -> None:
    with_train = situation("2623 P-16 P-PP1; 2723 S-41; 2622 S-44", side=SOVIET, phase=ATTACK_1)
    without = situation("2623 P-16; 2723 S-41; 2622 S-44", side=SOVIET, phase=ATTACK_1)
    assert chance(with_train, "2623", attackers) == chance(without, "2623", attackers) - 1


# -- 4 Lines of Friction ---

RING = "3126 S-45; 3125 P-12; 3127 P-2L; 3226 P-1C; 3124 S-44"


@rule("4.1a")
def test_encircled_by_units_and_lines_and_not_if_a_friend_is_beyond() -> None:
    s = situation(RING + "; 3025 P-13")
    assert is_encircled(s, SOVIET, hex("3126"))
    assert not is_encircled(s, POLAND, hex("3125"))
    assert is_encircled(situation(RING), POLAND, hex("3125"))  # without the 13th Division behind the line


@rule("4.1c", "10.7l")
@pytest.mark.parametrize("attackers", ["P-2L", "P-2L P-1C"])
def test_an_attack_on_the_encircled_has_two_more(attackers: str) -> None:
    s = situation(RING, phase=ATTACK_1)
    (line,) = (each for each in modifiers(s, units(attackers), hex("3126"), 0, 0) if each.rule == "10.7l")
    assert line.value == 2


@rule("4.0a", "4.2a", "4.2b")
def test_a_river_and_a_fortress_beside_it_silence_two_lines() -> None:
    def pair(a: str, b: str) -> frozenset[str]:
        return frozenset((a, b))

    standing = {pair("1408", "1508"), pair("1508", "1608"), pair("1608", "1609"), pair("1609", "1510")}
    assert lines(situation("1509 S-53", poland="1408"), POLAND) == standing
    grodno_lost = situation("1509 S-53", soviet="1408")
    assert lines(grodno_lost, POLAND) == standing | {pair("1408", "1409")}


# -- 7.1 spending Movement Points ---

TRENCHES = "2106 S-53; 2105 P-17; 2107 P-10"


def points_after(stacks: str, key: str, step: str, side: int = POLAND) -> int:
    """What a unit has left after its first step; 0 if its move has ended with it."""
    game = play(moves(stacks, side=side), f"unit {key}", f"step {step}")
    assert where(game, key) == step
    return points_left(game) if asked(game).step == "go" else 0


@rule("7.1l")
def test_trenches_under_a_line_cost_2_to_where_a_friend_began_and_else_everything() -> None:
    friend = TRENCHES + "; 2005 S-2K"
    assert points_after(friend, "S-53", "2005", SOVIET) == 1
    assert points_after(friend, "S-53", "2006", SOVIET) == 0
    assert points_after(TRENCHES, "S-53", "2005", SOVIET) == 0


@rule("7.1g")
def test_a_line_into_clear_terrain_costs_2() -> None:
    assert points_after("3026 P-2BJ; 3127 S-44", "P-2BJ", "3126") == 2
    assert points_after("3026 P-2BJ; 3128 S-44", "P-2BJ", "3126") == 3  # no line there


@rule("7.1e", "7.1o")
def test_a_large_river_without_a_bridge_takes_everything_and_comes_first() -> None:
    assert points_after("1610 P-2L", "P-2L", "1609") == 0
    game = play(moves("1611 P-2L"), "unit P-2L", "step 1610")
    assert points_left(game) == 2
    assert not can(game, "step 1609")


@rule("7.1j")
def test_a_large_river_under_a_line_is_closed_unless_a_friend_began_beyond() -> None:
    game = play(moves("1709 P-3L; 1708 S-53"), "unit P-3L")
    assert not can(game, "step 1608")
    assert points_after("1709 P-3L; 1708 S-53; 1608 P-41", "P-3L", "1608") == 0


@rule("7.1i")
def test_a_small_river_under_a_line_takes_everything() -> None:
    assert points_after("1710 P-21b; 1809 S-53", "P-21b", "1709") == 0
    assert points_after("1710 P-21b", "P-21b", "1709") == 1  # without the line: 2 MP


# -- 8.2 Reactive Movement Eligibility ---


@rule("8.2d", "3.4.2e")
@pytest.mark.parametrize(
    ("key", "value"),
    [("P-12", 4), ("P-1C", 6), ("P-4BJ/r", Fraction(3, 2)), ("P-1L", 6), ("S-4K", 8), ("P-PP1", 1)],
)
def test_reactive_strength(key: str, value: Fraction) -> None:
    s = situation(f"3126 {key}")
    assert reactive_strength(s, M.side[unit(key.partition("/")[0])], hex("3126")) == 2 * value  # in halves


def ready(s: State, side: int) -> set[str]:
    return {M.key[u] for u in M.units if eligible(s, side) >> u & 1}


@rule("8.2a")
def test_stronger_than_the_only_enemy_but_not_than_two() -> None:
    s = situation("3126 S-45; 3127 S-58; 3025 P-12; 3026 P-13")
    assert ready(s, POLAND) == {"P-12"}  # 4 against 3; 4 against 6


@rule("8.2e", "8.2f", "8.2g")
def test_stacks_that_face_one_enemy_alone_help_one_another() -> None:
    s = situation("3126 S-4K; 3127 S-45; 3125 P-1C; 3225 P-3BJ; 3026 P-13")
    assert ready(s, POLAND) == {"P-1C", "P-3BJ"}  # 6 + 3 against 8; 4 against 11
    assert ready(situation("3126 S-4K; 3125 P-1C"), POLAND) == set()  # 6 against 8


# -- 9.3 what rails cost ---


@rule("9.3a", "9.3b", "9.3c")
def test_rail_transports_from_baranowicze() -> None:
    s = situation("2010 P-16")
    assert cheapest(s, unit("P-16"), hex("Czeremcha")).cost == 1  # three hexes of the Polish Theater
    assert cheapest(s, unit("P-16"), hex("Lublin")).cost == 2
    s = situation("2010 P-16", soviet="1612 1810 1909 2110 1914")  # only the line over Sarny is open
    ride = cheapest(s, unit("P-16"), hex("Lublin"))
    assert ride.cost == 3
    assert hex("Sarny") in ride.hexes


# -- 10 attack ---

SWAMP = "2316 S-58; 2317 P-16 P-4BJ/r"


@rule("10.3a", "10.7a", "10.7m", "3.2a")
def test_five_against_three_in_a_swamp() -> None:
    odds = work_out(situation(SWAMP, phase=ATTACK_1), units("P-16 P-4BJ"), hex("2316"))
    assert (odds.attack, odds.defence, odds.base, odds.chance) == (5, 3, 8, 7)


@rule("10.3c", "10.3d", "10.3e", "13.3a", "1.3b")
@pytest.mark.parametrize(("dice", "won"), [((1, 2), True), ((3, 4), True), ((4, 4), False), ((5, 6), False)])
def test_a_roll_of_3_to_7_succeeds_and_8_to_11_fails(dice: tuple[int, int], won: bool) -> None:
    game = attack(attacks(SWAMP), "2316", "P-16 P-4BJ", *dice)
    assert (asks(game) == "russia: way") is won
    assert morale(game) == (0, 0, -1 if won else 1)


@rule("10.4a", "3.3i")
@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
@pytest.mark.parametrize(("loser", "left"), [("P-16", ("reduced", "2317")), ("P-4BJ", ("full", "rebuild"))])
def test_a_bloody_fight_costs_both_a_step(dice: tuple[int, int], loser: str, left: tuple[str, str]) -> None:
    game = attack(attacks(SWAMP), "2316", "P-16 P-4BJ", *dice)
    assert offered(game, "lose") == {"P-16", "P-4BJ"}
    play(game, f"lose {loser}")
    assert (strength(game, "P-16"), where(game, "P-4BJ")) == left
    assert (where(game, "S-58"), strength(game, "S-58")) == ("2316", "reduced")
    assert morale(game) == (0, 0, 0)


RIVER = "1609 S-53/r; 1610 P-21 P-1C"


@rule("10.5a", "10.5c", "10.7e")
def test_very_favorable_across_a_large_river() -> None:
    s = situation(RIVER, phase=ATTACK_1)
    odds = work_out(s, units("P-21 P-1C"), hex("1609"))
    assert (odds.attack, odds.defence, odds.base, odds.chance) == (8, 2, 11, 9)
    assert very_favorable(s, odds)


@rule("10.5b")
@pytest.mark.parametrize(
    ("dice", "level"), [((1, 3), "remnant"), ((4, 4), "remnant"), ((3, 4), "reduced"), ((5, 5), "reduced")]
)
def test_an_even_roll_that_succeeds_costs_the_defender_a_step(dice: tuple[int, int], level: str) -> None:
    game = attack(attacks(RIVER), "1609", "P-21 P-1C", *dice)
    assert strength(game, "S-53") == level


@rule("10.7o")
def test_the_worst_hexside_that_half_of_the_attackers_cross() -> None:
    s = situation("1709 P-21; 1809 S-53; 1710 S-12; 1708 S-2K", side=SOVIET, phase=ATTACK_1)
    assert [worst_side(s, [unit(key)], hex("1709")).value for key in ("S-53", "S-12", "S-2K")] == [0, -1, -2]
    assert worst_side(s, units("S-53 S-12 S-2K"), hex("1709")).value == -1  # 5 of 9 SP cross that or worse
    assert worst_side(s, units("S-53 S-2K"), hex("1709")).value == 0  # 2 of 6


# -- 11 retreat ---

NORTH_ONLY = "3126 S-24 S-25; 3025 P-1L; 3026 P-16; 3225 P-14; 3226 P-15; 3127 P-17; 3124 P-18"


@rule("11.3a", "11.3b", "11.3f")
def test_retreat_in_the_wrong_direction_and_across_lines() -> None:
    s = situation(NORTH_ONLY, phase=ATTACK_1)
    assert ways(s, "S-24 S-25") == ({("3125", "3224")}, {3})
    s.phase = ATTACK_2
    assert ways(s, "S-24 S-25") == ({("3125",)}, {2})


@rule("11.2a", "11.3f", "3.3i")
@pytest.mark.parametrize(
    ("lost", "left"),
    [
        ("S-24 S-25 S-24", ("remnant", "reduced", "3224", "3224")),
        ("S-24 S-24 S-24", ("full", "full", "rebuild", "3224")),
    ],
)
def test_three_steps_are_shared_as_the_owner_likes(lost: str, left: tuple[str, ...]) -> None:
    game = attack(attacks(NORTH_ONLY), "3126", "P-1L P-16", 1, 2)
    play(game, "together", *(f"lose {key}" for key in lost.split()))
    assert (strength(game, "S-24"), strength(game, "S-25"), where(game, "S-24"), where(game, "S-25")) == left


TRAPPED = (
    "3126 P-1C P-13.7; 3025 P-18; 3225 S-4K; 3226 S-6K; 3125 S-44; 3127 S-58; 3026 S-60; 3024 S-41; 2925 S-47; 2926 S-7"
)


@rule("11.3a", "11.3e")
def test_a_friend_covers_the_line_and_a_blocked_second_hex_costs_three() -> None:
    s = situation(TRAPPED, side=SOVIET, phase=ATTACK_1)
    assert ways(s, "P-1C P-13.7") == ({("3025",)}, {3})
    s.phase = ATTACK_2
    assert ways(s, "P-1C P-13.7") == ({("3025",)}, {0})


@rule("11.3e", "3.3i")
@pytest.mark.parametrize(
    ("lost", "left"),
    [
        ("P-1C P-13.7 P-1C", ("remnant", "reduced", "3025", "3025")),
        ("P-1C P-1C P-1C", ("full", "full", "rebuild", "3025")),
    ],
)
def test_who_is_blocked_stays_with_the_friend_and_loses_three(lost: str, left: tuple[str, ...]) -> None:
    game = attack(attacks(TRAPPED, side=SOVIET), "3126", "S-4K S-6K", 1, 2)
    play(game, "together", *(f"lose {key}" for key in lost.split()))
    assert (strength(game, "P-1C"), strength(game, "P-13.7"), where(game, "P-1C"), where(game, "P-13.7")) == left


THROUGH = "3126 S-24 S-25; 3025 P-1L; 3026 P-16; 3225 P-14; 3224 P-15; 3226 P-2BJ; 3127 P-17"


@rule("11.4a", "11.3d", "11.5a")
def test_through_a_weak_enemy_where_that_costs_least() -> None:
    s = situation(THROUGH, phase=ATTACK_1)
    assert ways(s, "S-24 S-25") == ({("3226", "3327")}, {3})
    fallen = plan(s, units("S-24 S-25")).turned_down
    assert fallen[hex("3226"), hex("3326")].preference.rule == "11.5a"  # one more line: 4
    assert fallen[hex("3125"), hex("3124")].preference.rule == "11.5a"  # twice wrong, two lines: 4


@rule("10.8a", "11.5a")
def test_in_the_second_attack_phase_north_costs_less_than_the_way_through() -> None:
    assert ways(situation(THROUGH, phase=ATTACK_2), "S-24 S-25") == ({("3125",)}, {2})


# -- 13.4, 13.5 markers of the Theaters ---


@rule("13.4b", "13.4c")
def test_the_first_front_in_poland_links_its_theater_with_the_polish_one() -> None:
    game = moves("1411 S-27; 2206 P-17; 1920 P-13; 0612 P-16", side=SOVIET)
    game.s.morale = [0, -5, 3]
    march(game, "S-27", "1311")
    assert game.s.polish_marker
    assert morale(game) == (-5, -5, 3)
    shift(game.s, POLAND, POLISH, 1, "13.3a")
    assert morale(game) == (-6, -6, 3)
    shift(game.s, SOVIET, BELARUS, 2, "13.3a")
    assert morale(game) == (-4, -4, 3)


@rule("13.5a")
def test_one_marker_is_left_when_the_poles_have_left_both_outer_theaters() -> None:
    game = moves("1311 S-27; 1414 P-17; 1417 P-13; 0612 P-16")
    review(game.s)
    game.s.morale = [4, 4, 9]
    march(game, "P-17", "1314")
    assert not game.s.unified
    march(game, "P-13", "1317")
    assert game.s.unified
    assert [advantage(game.s, theater) for theater in (POLISH, BELARUS, UKRAINE)] == [4, 4, 4]


# -- 15 supply ---

WOLKOWYSK = "1010 S-27; 1211 S-53; 1112 S-21; 1311 S-6; 1413 S-5; 1009 S-10/r; 1210 P-1L; 1011 P-2BJ; 1113 P-16"


@rule("15.0a", "15.0b", "15.0c", "15.2a")
def test_who_is_supplied_between_wolkowysk_and_kobryn() -> None:
    behind = " ".join(M.grid.number(h) for h in range(M.grid.size) if M.urban >> h & 1 and M.grid.line(h) >= 14)
    s = situation(WOLKOWYSK, side=SOVIET, soviet=behind)
    net = connected(s, SOVIET)
    assert net >> hex("Wołkowysk") & 1
    assert net >> hex("Kobryń") & 1
    assert [in_supply(s, unit(key)) for key in ("S-53", "S-21", "S-27", "S-10")] == [True, True, False, True]
    s = situation(WOLKOWYSK.replace("; 1210 P-1L", ""), side=SOVIET, soviet=behind)
    assert in_supply(s, unit("S-27"))  # the 1st Legions Division cut the railroad
