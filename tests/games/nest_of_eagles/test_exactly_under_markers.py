"""Concealment and stacking restated plainly: what markers count for, whom they serve, who comes in this turn."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.knowledge import concealed_pieces, veil
from vistula.games.nest_of_eagles.model import SEATS, SOUTHWEST, WEST
from vistula.games.nest_of_eagles.rules.patrols import due, lay
from vistula.games.nest_of_eagles.rules.reactive import marker_strength
from vistula.games.nest_of_eagles.rules.replacements import Spending
from vistula.games.nest_of_eagles.rules.seats import POLES, front_of
from vistula.games.nest_of_eagles.rules.stacking import overstacked
from vistula.games.nest_of_eagles.rules.supply import supplied_hexes
from vistula.games.nest_of_eagles.state import OWN, REPLACEMENT, box

from .positions import M, hex, situation, unit, units
from .screens import screened
from .table import POLAND, SOVIET, asked, offered, table

rule = pytest.mark.rule


@rule("23.1.1b", "23.1.2b")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_every_patrol_counts_two_and_every_group_eight(side: int) -> None:
    m = M.concealed
    assert {marker_strength(m, marker) for marker in m.patrols[side]} == {2}
    assert {marker_strength(m, marker) for marker in m.groups[side]} == {8}


@rule("16.0a")
def test_those_come_in_whose_round_is_now_or_has_been() -> None:
    s = situation("2206 P-17; 3126 S-58", round=4)
    for key, round in (("P-10", 3), ("P-16", 4), ("P-12", 5), ("S-41", 4)):
        s.place[unit(key)] = box(round)
    assert sorted(due(s, POLES)) == sorted(units("P-10 P-16"))


@rule("6.2a")
@pytest.mark.parametrize("conceals", [False, True])
def test_a_hex_is_overstacked_from_the_fifth_unit_on_and_warszawa_from_the_sixth(conceals: bool) -> None:
    make = screened if conceals else situation
    warszawa, five = M.grid.number(M.warszawa), "P-1L P-2L P-10 P-11 P-12"
    assert overstacked(make("2206 P-17 P-13 P-14 P-16; 3126 S-58"), POLAND) == []
    assert overstacked(make(f"2206 {five}; 3126 S-58"), POLAND) == [hex("2206")]
    assert overstacked(make(f"{warszawa} {five}; 2206 P-17"), POLAND) == []
    assert overstacked(make(f"{warszawa} {five} P-13; 2206 P-17"), POLAND) == [M.warszawa]
    assert overstacked(make(f"2206 {five}"), SOVIET) == []


@rule("23.1.1a", "23.1.2a")
@pytest.mark.parametrize(("key", "front"), [("S-53", WEST), ("S-58", SOUTHWEST)])
@pytest.mark.parametrize("before", [0, -1])
def test_a_soviet_marker_serves_the_front_of_what_it_covers(key: str, front: int, before: int) -> None:
    s = screened(f"3126 {key}; 2206 P-17")
    marker = unit("S-PAT1")
    s.western = 1 << marker if before else 0
    assert front_of(s, unit(key)) == front
    lay(s, marker, [unit(key)], "23.1.1a")
    assert bool(s.western >> marker & 1) == (front == WEST)


@rule("23.1a")
def test_the_enemy_hears_of_no_unit_under_a_marker() -> None:
    s = screened("2926 P-17 P-10; 3026 S-58", "P-PAT1 P-17")
    covered, open_, marker = units("P-17 P-10 P-PAT1")
    heard = veil(s, SEATS[SOVIET], "units", [covered, open_, marker])
    assert heard[0] not in (covered, open_, marker)
    assert heard[1:] == [open_, marker]
    assert veil(s, SEATS[SOVIET], "unit", covered) == heard[0]
    assert veil(s, SEATS[POLAND], "units", [covered, open_]) == [covered, open_]
    assert veil(s, SEATS[SOVIET], "hex", covered) == covered  # a number that is no unit
    assert unit("P-17") in concealed_pieces(s, POLAND)
    assert unit("P-10") not in concealed_pieces(s, POLAND)
    assert len(set(concealed_pieces(s, POLAND))) == len(concealed_pieces(s, POLAND))


@rule("17.0a", "17.3a", "17.1.6a")
@pytest.mark.parametrize("pool", [0, 1, 2])
def test_one_replacement_strengthens_and_no_hex_is_chosen(pool: int) -> None:
    s = situation("0612 P-17/r; 3126 S-58", phase=REPLACEMENT)
    s.pool[OWN] = pool
    game = table(s, Spending(command=POLES))
    assert bool(game.stack) == (pool > 0)
    if pool:
        (space,) = [each for each in game.seat(asked(game).seat).offers() if each.kind == "space"]
        refusal = space.refusal(hex("0612"))
        assert refusal is not None
        assert refusal.rule == "17.0a"


@rule("17.3a")
def test_a_unit_is_strengthened_in_supply_and_away_from_the_enemy() -> None:
    foe = hex("2308")
    for here in [foe + 5, *M.grid.neighbours[foe], *(h for n in M.grid.neighbours[foe] for h in M.grid.neighbours[n])]:
        if here == foe or not M.land >> here & 1:
            continue
        s = situation(f"0612 P-10/r; {M.grid.number(here)} P-17/r; 2308 S-58", phase=REPLACEMENT)
        s.pool[OWN] = 1
        able = offered(table(s, Spending(command=POLES)), "strengthen")
        apart = M.grid.distance(here, foe) > 1
        assert able == {"P-10"} | ({"P-17"} if apart and supplied_hexes(s, POLAND) >> here & 1 else set())
