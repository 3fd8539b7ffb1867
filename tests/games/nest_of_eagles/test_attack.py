"""10, 12, 14 Attack: who may, every modifier, orders, and the advance."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, UKRAINE
from vistula.games.nest_of_eagles.rules.advance import reach_of
from vistula.games.nest_of_eagles.rules.strength import counts_elite, modifiers, side_modifier, work_out
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, State

from .positions import hex, situation, unit, units
from .table import (
    POLAND,
    SOVIET,
    asked,
    asks,
    attack,
    attacking,
    attacks,
    can,
    declare,
    events,
    offered,
    play,
    points_left,
    roll,
    where,
)

rule = pytest.mark.rule


def line(s: State, attackers: str, target: str, wanted: str) -> int:
    """What one modifier is worth in an attack."""
    return next(each.value for each in modifiers(s, units(attackers), hex(target), 0, 0) if each.rule == wanted)


# -- 10.1 rules of attack ---


@rule("10.1a")
def test_only_what_is_next_door_is_attacked_and_all_of_it() -> None:
    game = attacks("3126 S-44 S-45; 3125 P-12; 3121 S-60")
    assert offered(game, "attack") == {"3126"}
    declare(game, "3126", "P-12")
    assert game.stack[-1].defenders == units("S-44 S-45")  # type: ignore[attr-defined]


@rule("10.1b")
def test_from_several_hexes_on_one_and_from_one_on_several() -> None:
    game = attacks("3126 S-44; 3124 S-45; 3125 P-12 P-13; 3127 P-14")
    play(game, "attack 3126")
    assert offered(game, "unit") == {"P-12", "P-13", "P-14"}
    play(game, "unit P-12", "unit P-14", "drop P-14", "cancel", "attack 3124")
    assert offered(game, "unit") == {"P-12", "P-13"}


@rule("10.1c", "10.2a", "10.1e")
def test_a_hex_may_be_attacked_again_but_by_other_units() -> None:
    game = attacks("3126 S-44; 3125 P-12 P-13; 2206 P-17")
    attack(game, "3126", "P-12", 5, 6)
    assert asks(game) == "poland: declare"
    play(game, "attack 3126")
    assert offered(game, "unit") == {"P-13"}
    play(game, "cancel", "end")
    assert game.over


@rule("10.1f")
def test_who_attacked_first_may_attack_again_in_the_second_attack_phase() -> None:
    s = situation("3126 S-44; 3125 P-12", phase=ATTACK_2)
    s.attacked = 1 << unit("P-12")
    assert can(attacking(s), "attack 3126")


@rule("10.2a")
def test_an_attack_is_resolved_whole_before_the_next() -> None:
    game = attack(attacks("3126 S-44; 3125 P-12 P-13"), "3126", "P-12 P-13", 1, 2)
    assert asks(game) == "russia: way"
    assert not can(game, "attack 3126")


# -- 10.7 modifiers ---


@rule("10.7b")
def test_a_city_takes_one() -> None:
    assert line(situation("2525 S-45; 2524 P-12", phase=ATTACK_1), "P-12", "2525", "10.7b") == -1


@rule("10.7c")
def test_a_fortress_takes_two() -> None:
    assert line(situation("1408 S-53; 1407 P-12", phase=ATTACK_1), "P-12", "1408", "10.7c") == -2


@rule("10.7d", "2.6a")
def test_a_small_river_takes_one_and_so_does_the_dniepr_from_the_soviets() -> None:
    s = situation("1709 P-12; 1710 S-53")
    assert side_modifier(s.m, SOVIET, hex("1710"), hex("1709")).value == -1
    assert side_modifier(s.m, SOVIET, hex("3019"), hex("3119")).value == -1
    assert side_modifier(s.m, POLAND, hex("3019"), hex("3119")).value == -2


@rule("10.7e")
def test_a_large_river_takes_two_bridge_or_not() -> None:
    s = situation("1609 S-53")
    assert side_modifier(s.m, POLAND, hex("1510"), hex("1609")).value == -2  # bridged
    assert side_modifier(s.m, POLAND, hex("1610"), hex("1609")).value == -2


@rule("10.7f")
def test_trenches_take_two_from_the_side_they_face() -> None:
    s = situation("2006 P-12")
    assert side_modifier(s.m, SOVIET, hex("2106"), hex("2006")).value == -2
    assert side_modifier(s.m, POLAND, hex("2006"), hex("2106")).value == 0


@rule("10.7g", "5.1g")
def test_the_second_attack_phase_takes_three() -> None:
    first, second = (situation("3126 S-44; 3125 P-12", phase=phase) for phase in (ATTACK_1, ATTACK_2))
    there = units("P-12"), hex("3126")
    assert work_out(second, *there).chance == work_out(first, *there).chance - 3


@rule("10.7h")
def test_one_unit_out_of_supply_takes_one_and_more_no_more() -> None:
    s = situation("3126 S-44; 3125 P-12 P-13", phase=ATTACK_1)
    assert line(s, "P-12", "3126", "10.7h") == line(s, "P-12 P-13", "3126", "10.7h") == -1
    s = situation("2316 S-58; 2317 P-16", phase=ATTACK_1)
    assert line(s, "P-16", "2316", "10.7h") == 0


@rule("10.7i", "10.8c", "3.2b")
def test_elite_units_add_one_and_so_does_cavalry_with_lines_in_the_second_phase() -> None:
    s = situation("3126 S-44; 3125 P-1L P-1C P-2BJ P-12", phase=ATTACK_1)
    assert [counts_elite(s, unit(key)) for key in ("P-1L", "P-1C", "P-2BJ", "P-12")] == [True, False, False, False]
    assert line(s, "P-1L P-12", "3126", "10.7i") == 1
    s.phase = ATTACK_2
    assert [counts_elite(s, unit(key)) for key in ("P-1L", "P-1C", "P-2BJ", "P-12")] == [True, True, False, False]
    remnant = situation("3126 S-44; 3125 P-1C/x", phase=ATTACK_2)
    assert not counts_elite(remnant, unit("P-1C"))


@rule("10.7j", "10.7n", "13.2a")
@pytest.mark.parametrize(("box", "value"), [(-7, 0), (-8, 1), (-15, 1), (-16, 2), (16, 0)])
def test_the_attackers_morale_level_in_the_theater_of_the_target(box: int, value: int) -> None:
    s = situation("3126 S-4K; 3125 P-12", phase=ATTACK_1)
    s.morale[BELARUS], s.morale[UKRAINE] = -24, box
    assert line(s, "P-12", "3126", "10.7j") == value


@rule("10.7n")
def test_an_elite_defender_makes_no_difference() -> None:
    there = units("P-12"), hex("3126")
    elite, plain = (situation(f"3126 {key}; 3125 P-12", phase=ATTACK_1) for key in ("S-4K", "S-24"))
    assert work_out(elite, *there).chance == work_out(plain, *there).chance


# -- 14 Special Orders ---


@rule("14.1a", "10.3b")
def test_the_attacker_orders_first_and_each_once() -> None:
    game = declare(attacks("3126 S-44; 3125 P-12"), "3126", "P-12")
    assert asks(game) == "poland: orders"
    play(game, "thrust")
    assert asks(game) == "russia: answers"
    roll(game, 5, 6)
    play(game, "stubborn")
    assert events(game, "rolled")


@rule("14.2a", "14.2b", "14.2c", "14.2d")
@pytest.mark.parametrize(
    ("orders", "change"), [("assault none", 2), ("thrust none", -1), ("none stubborn", -2), ("none counter", 1)]
)
def test_what_orders_do_to_the_chance(orders: str, change: int) -> None:
    game = attacks("3126 S-24; 3125 P-12; 2206 P-17")
    base = work_out(game.s, units("P-12"), hex("3126")).chance
    attack(game, "3126", "P-12", 5, 6, orders=orders)
    assert events(game, "rolled")[-1].refs["chance"] == base + change


@rule("14.2b", "12.1d")
@pytest.mark.parametrize(("phase", "thrust", "points"), [
    (ATTACK_1, False, 2), (ATTACK_1, True, 4), (ATTACK_2, False, 0), (ATTACK_2, True, 2),
])  # fmt: skip
def test_thrust_adds_two_points_in_both_phases(phase: int, thrust: bool, points: int) -> None:
    s = situation("3125 P-12", phase=phase)
    assert reach_of(s, unit("P-12"), thrust) == points


# -- 12 advance ---


@rule("12.1a", "12.1b")
@pytest.mark.parametrize(
    ("key", "points"),
    [("S-4K", 3), ("S-BPs", 3), ("S-9A", 3), ("S-44", 1), ("P-12", 2), ("P-1C", 2), ("P-PP1", 2), ("P-CARS", 2),
     ("P-TANK", 0), ("P-ART", 0), ("L-1", 1)],
)  # fmt: skip
def test_points_of_an_advance(key: str, points: int) -> None:
    assert reach_of(situation(f"1804 {key}", phase=ATTACK_1), unit(key), False) == points
    assert (reach_of(situation(f"1804 {key}", phase=ATTACK_1), unit(key), True) == points) is (points == 0)


@rule("12.0a", "12.1c")
def test_some_advance_and_go_on_at_the_usual_costs() -> None:
    game = attack(attacks("3126 S-44; 3125 P-12 P-1C; 2206 P-17"), "3126", "P-12 P-1C", 1, 2)
    while asked(game).step == "way":
        play(game, f"hex {max(offered(game, 'hex'))}")
    assert offered(game, "unit") == {"P-12", "P-1C"}
    play(game, "unit P-1C")
    assert (where(game, "P-1C"), points_left(game)) == ("3126", 1)
    play(game, "stop", "done")
    assert where(game, "P-12") == "3125"


@rule("10.8b")
def test_in_the_second_attack_phase_an_advance_ends_in_the_attacked_hex() -> None:
    game = attack(attacks("3126 S-44/r; 3125 P-12 P-1C; 2206 P-17", phase=ATTACK_2), "3126", "P-12 P-1C", 1, 2)
    while asked(game).step == "way":
        play(game, f"hex {max(offered(game, 'hex'))}")
    play(game, "unit P-1C")
    assert asks(game) == "poland: who_goes"  # P-12 may come too, P-1C goes no further


@rule("12.0b", "12.2a")
def test_a_large_river_is_crossed_by_an_advance_but_ends_it() -> None:
    game = attack(attacks("1609 S-53/r; 1610 P-21 P-1C"), "1609", "P-21 P-1C", 1, 2)
    while asked(game).step == "way":
        play(game, f"hex {max(offered(game, 'hex'))}")
    play(game, "unit P-1C")
    assert (where(game, "P-1C"), asks(game)) == ("1609", "poland: who_goes")


@rule("12.1b", "12.0b")
def test_aircraft_never_advance() -> None:
    game = attack(attacks("3126 S-44; 3125 P-12 P-7E; 2206 P-17"), "3126", "P-12 P-7E", 1, 2)
    while asked(game).step == "way":
        play(game, f"hex {max(offered(game, 'hex'))}")
    assert offered(game, "unit") == {"P-12"}


# -- 11.0 length of a retreat ---


@rule("11.0a", "10.8a", "11.2b")
def test_two_hexes_after_the_first_attack_phase_and_one_after_the_second() -> None:
    for phase, steps in ((ATTACK_1, 2), (ATTACK_2, 1)):
        game = attacks("3126 S-44/r S-45/r; 3125 P-12 P-1C; 2206 P-17", phase=phase)
        attack(game, "3126", "P-12 P-1C", 1, 2)
        play(game, "unit S-44", "go")
        while asked(game).step == "way":
            play(game, f"hex {max(offered(game, 'hex'))}")
        assert where(game, "S-44") != "3126"
        far = [event.refs["hexes"] for event in events(game, "retreats")]
        assert len(far[0]) == steps
        assert len(far) == 2  # the other goes by himself
