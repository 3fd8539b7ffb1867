"""Worked examples of the rulebook that belong to no single chapter's tests: costs, command, nets."""

from __future__ import annotations

from itertools import pairwise

import pytest

from vistula.games.red_star_white_eagle.rules import fronts, railnets
from vistula.games.red_star_white_eagle.rules.flotillas import flotilla_targets, reach
from vistula.games.red_star_white_eagle.rules.ground import STANDARD, STRATEGIC, price, terrain_cost
from vistula.games.red_star_white_eagle.units import POLAND

from .fields import M, field, h, hs, u

rule = pytest.mark.rule


@rule("2.4.2a", "2.4.2b", "9.10.1a", "12.1")
def test_two_counters() -> None:
    """(E1, E2)"""
    infantry, cavalry = u("R-57"), u("R-K14")
    assert (M.attack[0][infantry], M.defence[0][infantry], M.mf[infantry], M.delay[infantry]) == (5, 3, 7, 1)
    assert (M.attack[0][cavalry], M.defence[0][cavalry], M.mf[cavalry]) == (8, 8, 9)
    assert (M.charge[0][cavalry], M.delay[cavalry]) == (12, 3)
    assert (M.front[infantry], M.front[cavalry]) == (0, 1)


@rule("4.3.1", "4.3.2", "4.3.3")
def test_a_brigade_walks_through_two_zones() -> None:
    """(E3) 1 + 1 for the first hex, 1 + 3 for the second: only the greatest delay factor counts."""
    s = field({"1209": "P-7R", "1309": "R-53", "1311": "R-K6 R-57"})
    assert price(s, u("P-7R"), h("1209"), h("1210")) == 2
    assert price(s, u("P-7R"), h("1210"), h("1211")) == 4


@rule("8.4.7a", "8.4.7b")
def test_przemysl_between_jaroslaw_and_lwow_is_cut_off() -> None:
    """(E11)"""
    s = field({"1426": "R-K4", "2028": "R-K6"})
    pocket = railnets.joined(s, POLAND, h("1527"))
    assert pocket >> h("1627") & 1
    assert not pocket & hs("1014 1426 2028 1225")
    assert railnets.joined(s, POLAND, h("1014")) & ~pocket


@rule("8.3.6", "20.1.3b", "20.1.2")
def test_costs_off_the_rails() -> None:
    """(E10, E23, E24)"""
    forest = h("2115")
    assert terrain_cost(M, h("2114"), STRATEGIC, motor=False) == 3
    assert terrain_cost(M, forest, STRATEGIC, motor=False) == 6
    assert terrain_cost(M, forest, STRATEGIC, motor=True) == 8
    s = field({"2116": "P-1AC"})
    path = [h(number) for number in ("2116", "2115", "2114", "2113")]
    steps = [price(s, u("P-1AC"), a, b, STANDARD) for a, b in pairwise(path)]
    assert steps == [4, 1, 3]
    assert sum(steps) == M.mf[u("P-1AC")]


@rule("12.2a", "12.2c", "12.2.1")
def test_command_west_of_the_bug_and_two_hexes_beyond_the_line() -> None:
    """(E19)"""
    west = next(hex for hex in range(M.grid.size) if M.west_of_bug >> hex & 1 and M.grid.number(hex)[2:] == "26")
    s = field()
    unit = u("R-57")
    assert not fronts.out_of_command(s, unit, west)
    assert not fronts.out_of_command(s, unit, h("2721"))
    assert fronts.out_of_command(s, unit, h("2722"))
    assert [M.beyond[0][h(number)] for number in ("2720", "2721", "2722")] == [1, 2, 3]


@rule("16.0e", "16.1")
def test_flotillas_of_the_book() -> None:
    """(E20, E21)"""
    s = field({"1013": "P-Vist", "0711": "R-57", "0712": "R-17"})
    assert not reach(s, u("P-Vist")) & hs("0409 0510")
    assert reach(field({"1013": "P-Vist"}), u("P-Vist")) >> h("0409") & 1
    s = field({"4530": "R-DnS"})
    near = flotilla_targets(s, u("R-DnS"))
    assert near & hs("4430 4529 4630 4631") == hs("4430 4529 4630 4631")
    assert not near & hs("4531 4431")
