"""9.3 Combat calculations: values by edge and every adjustment."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.strength import (
    Fight,
    arms_bonus,
    attack_lines,
    attacking_units,
    basic,
    defence_lines,
    value,
)
from vistula.kernel import Game
from vistula.parts.odds import terms, total

from .table import State, at, hex, unit, units

rule = pytest.mark.rule


def situation(text: str) -> Game[State]:
    return at(f'turn = 4\nphase = "command"\n{text}')


def fight(text: str, attackers: str, start: str, defenders: str, target: str, **more: object) -> tuple[int, int]:
    """Both adjusted values when the Russians attack."""
    s = situation(text).s
    told = Fight(RUSSIA, hex(start), hex(target), units(attackers), units(defenders), **more)  # type: ignore[arg-type]
    attack, defence = attack_lines(s, told), defence_lines(s, told)
    assert total(attack) == sum(_worth(term.value) for term in terms(attack))
    assert total(defence) == sum(_worth(term.value) for term in terms(defence))
    return total(attack), total(defence)


def _worth(text: str) -> int:
    return int(text.split("=")[-1])


# One Russian division in 1615 attacks one Polish division in 1715, which faces it.
PLAIN = 'units.R-4 = "1615"\nunits.P-8 = "1715"\nfacing.1615 = "NE"\nfacing.1715 = "SW"\n'


def plain(more: str = "", text: str = PLAIN, **rest: object) -> tuple[int, int]:
    return fight(text + more, "R-4", "1615", "P-8", "1715", **rest)


# -- 1.2 values ------------------------------------------------------------


@rule("1.2g", "1.2f")
def test_two_values_on_each_side_of_the_counter() -> None:
    s = situation('units.R-4Cav = "1615"\nunits.P-8 = { hex = "1715", weak = true }').s
    assert [value(s, unit("R-4Cav"), front, False) for front in (True, False)] == [4, 3]
    assert [value(s, unit("P-8"), front, False) for front in (True, False)] == [2, 1]


@rule("1.2i")
def test_what_guns_are_worth() -> None:
    s = situation('units.P-Art1 = "1615"\nunits.P-Art2 = { hex = "1715", weak = true }\nunits.P-8 = "1814"').s
    assert basic(s, units("P-Art1"), True) == basic(s, units("P-Art1"), False) == 1
    assert basic(s, units("P-Art2"), True) == 0
    assert basic(s, units("P-Art2 P-8"), True) == 4  # 1 + 3


@rule("1.2h")
def test_single_sided_units_fight_as_weakened() -> None:
    s = situation('units.P-13CavRgt = "1615"\nunits.P-41Rgt = "1615"\nunits.U-6 = "1615"').s
    assert [value(s, unit(name), True, False) for name in ("P-13CavRgt", "P-41Rgt", "U-6")] == [1, 1, 2]


# -- 9.3a, 9.3k edges ------------------------------------------------------------


@rule("9.3a", "9.3k")
def test_front_against_front() -> None:
    assert plain() == (3, 3)


@rule("9.3k", "9.3a")
def test_taken_in_the_flank_the_other_value_counts() -> None:
    assert plain(text=PLAIN.replace('facing.1715 = "SW"', 'facing.1715 = "N"')) == (3, 2)


@rule("9.3e", "1.3c", "9.3a")
def test_a_city_or_fortification_has_no_flank_unless_guns_are_brought() -> None:
    # 1714 is a city; 0408 a fortification.
    city = 'units.R-4 = "1614"\nunits.P-8 = "1714"\nfacing.1614 = "NE"\nfacing.1714 = "N"\nunits.R-Art1 = "1614"\n'
    assert fight(city, "R-4", "1614", "P-8", "1714")[1] == 3
    assert fight(city, "R-4 R-Art1", "1614", "P-8", "1714")[1] == 2
    fort = 'units.R-4 = "0508"\nunits.P-8 = "0408"\nfacing.0508 = "SW"\nfacing.0408 = "S"\n'
    assert fight(fort, "R-4", "0508", "P-8", "0408")[1] == 3 + 2  # and the river


@rule("9.3e", "9.3a")
def test_guns_in_a_second_stack_do_not_break_a_city() -> None:
    text = """
        units.R-4 = "1614"
        units.R-25 = "1713"
        units.R-Art1 = "1713"
        units.P-8 = "1714"
        facing.1614 = "NE"
        facing.1713 = "S"
        facing.1714 = "SE"
    """
    assert fight(text, "R-4", "1614", "P-8", "1714", support=units("R-25 R-Art1"))[1] == 3


# -- 9.3b friends ------------------------------------------------------------


@rule("9.3b", "9.3a")
def test_every_other_stack_next_to_the_defender_helps_its_side() -> None:
    assert plain('units.R-25 = "1614"\nunits.R-44 = "1815"\n') == (5, 3)
    assert plain('units.P-12 = "1714"\nunits.P-13 = "1814"\nunits.P-14 = "1716"\n') == (3, 6)
    assert plain('units.R-25 = "1515"\nunits.P-12 = "1914"\n') == (3, 3)  # not next to the defender


@rule("9.3b", "9.3a")
def test_a_command_unit_alone_is_no_help() -> None:
    assert plain('units.Uborevich = "1614"\nunits.Pilsudski = "1814"\n') == (3, 3)


# -- 9.3c ground ------------------------------------------------------------


@rule("9.3c", "1.3b", "9.3a")
def test_difficult_ground_helps_the_defender() -> None:
    wood = 'units.R-4 = "1514"\nunits.P-8 = "1414"\nfacing.1514 = "SW"\nfacing.1414 = "NE"\n'
    assert fight(wood, "R-4", "1514", "P-8", "1414") == (3, 5)


@rule("9.3c", "9.3a")
@pytest.mark.parametrize(("start", "target"), [("1613", "1513"), ("1813", "1714")])
def test_any_river_does_bridged_or_not(start: str, target: str) -> None:
    text = f'units.R-4 = "{start}"\nunits.P-8 = "{target}"\n'
    assert fight(text, "R-4", start, "P-8", target)[1] == 5


@rule("9.3c", "9.3a")
def test_wood_and_river_together_count_once() -> None:
    # 1414 is forest, and a river parts it from 1413.
    text = 'units.R-4 = "1413"\nunits.P-8 = "1414"\nfacing.1413 = "S"\nfacing.1414 = "N"\n'
    assert fight(text, "R-4", "1413", "P-8", "1414")[1] == 5


@rule("9.3g", "9.3a")
def test_sappers_take_the_ground_away() -> None:
    wood = 'units.R-4 = "1514"\nunits.P-8 = "1414"\nfacing.1514 = "SW"\nfacing.1414 = "NE"\n'
    assert fight(wood, "R-4", "1514", "P-8", "1414", sappers=True) == (3, 3)


# -- 9.3d combined arms ------------------------------------------------------------


@rule("9.3d")
@pytest.mark.parametrize(
    ("names", "bonus"),
    [
        ("R-4", 0),
        ("R-4 R-25", 0),
        ("R-4Cav", 0),
        ("R-4Cav R-Art1", 0),
        ("R-4 R-4Cav", 2),
        ("R-4 R-Art1", 2),
        ("R-4 R-4Cav R-Art1", 4),
        ("R-4 R-4Cav R-6Cav R-Art1", 4),
    ],
)
def test_combined_arms(names: str, bonus: int) -> None:
    text = "\n".join(f'units.{name} = "1615"' for name in names.split())
    assert arms_bonus(situation(text).s, units(names)) == bonus


# -- 9.3f fatigue ------------------------------------------------------------


@rule("9.3f", "9.3a")
def test_defenders_that_have_fought_are_tired_unless_they_won_by_seven() -> None:
    text = """
        units.R-4 = { hex = "1615", fought = true }
        units.P-8 = { hex = "1715", fought = true }
        units.P-12 = { hex = "1715", fought = true, triumphed = true }
        units.P-13 = "1715"
        facing.1615 = "NE"
        facing.1715 = "SW"
    """
    assert fight(text, "R-4", "1615", "P-8 P-12 P-13", "1715") == (3, 8)  # one of three; attackers never tire


# -- 9.3g, 9.3i cards and support ------------------------------------------------------------


@rule("9.3g", "9.3a")
def test_cards_declared_for_the_combat_are_added() -> None:
    assert plain("laid = { poland = 9, russia = 9 }\n", card=[2, 1]) == (4, 5)


@rule("9.3i", "9.3a")
def test_a_second_stack_adds_its_plain_values() -> None:
    more = 'units.R-25 = "1614"\nunits.R-4Cav = "1614"\nfacing.1614 = "SE"\n'
    # 3, one stack beside the defender, and 4 + 4 without combined arms
    assert plain(more, support=units("R-25 R-4Cav")) == (3 + 1 + 8, 3)


# -- 9.2b, 9.2f who takes part ------------------------------------------------------------


@rule("9.2b")
def test_guns_attack_only_with_infantry() -> None:
    s = situation('units.R-4Cav = "1615"\nunits.R-Art1 = "1615"\nunits.R-4 = "1614"\nunits.R-Art2 = "1614"').s
    assert attacking_units(s, RUSSIA, hex("1615")) == units("R-4Cav")
    assert sorted(attacking_units(s, RUSSIA, hex("1614"))) == sorted(units("R-4 R-Art2"))


@rule("9.2f")
def test_units_that_have_had_their_attack_order_stay_out() -> None:
    s = situation('units.R-4 = { hex = "1615", attacked = true }\nunits.R-25 = "1615"\nunits.P-8 = "1515"').s
    assert attacking_units(s, RUSSIA, hex("1615")) == units("R-25")


def test_the_sums_do_not_depend_on_who_is_called_attacker() -> None:
    s = situation(PLAIN).s
    told = Fight(POLAND, hex("1715"), hex("1615"), units("P-8"), units("R-4"))
    assert (total(attack_lines(s, told)), total(defence_lines(s, told))) == (3, 3)


@rule("9.3k", "9.3e")
@pytest.mark.parametrize(
    ("place", "way", "guns", "cited", "value"),
    [("1715", "SW", "", "9.3k", "3"), ("1715", "NE", "", "9.3k", "2"), ("1714", "NE", "", "9.3e", "3"),
     ("1714", "NE", "units.R-Art1 = '1615'\n", "9.3k", "2"), ("1714", "SW", "", "9.3k", "3")],
)  # fmt: skip
def test_which_rule_gives_the_defender_his_values(place: str, way: str, guns: str, cited: str, value: str) -> None:
    """1714 is a city; the attacker comes from the south-west."""
    start = "1615" if place == "1715" else "1614"
    text = f'units.R-4 = "{start}"\nunits.P-8 = "{place}"\nfacing.{place} = "{way}"\n{guns.replace("1615", start)}'
    s = at('turn = 4\nphase = "depots"\n' + text).s
    mine = units("R-4 R-Art1") if guns else units("R-4")
    term = terms(defence_lines(s, Fight(RUSSIA, hex(start), hex(place), mine, units("P-8"))))[0]
    assert (term.rule, term.value) == (cited, value)
