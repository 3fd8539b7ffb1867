"""1.0 to 1.4 The map in play: fronts, control of key cities, clear paths, depots, Eastern Links; 7.7 supply ranges."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vistula.games.strike_of_the_eagle.changes import place_garrison, remove_garrison, send
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SOUTH
from vistula.games.strike_of_the_eagle.rules.depots import clear_distance, clear_from, depots, supply_areas
from vistula.games.strike_of_the_eagle.rules.executors import ways
from vistula.games.strike_of_the_eagle.rules.queries import (
    controlled,
    controls,
    distance,
    enemy_next_to,
    front_of,
    may_enter,
    open_areas,
    room,
    within,
)
from vistula.games.strike_of_the_eagle.state import State

from .lists import in_supply
from .table import area, at, names, piece, start

rule = pytest.mark.rule


def north(text: str) -> State:
    """A bare northern map."""
    return at(f'scenario = "to-warsaw"\nround = 3\n{dedent(text)}').s


def move(s: State, name: str, to: str) -> None:
    send(s, [s.unit.index(s.m.unit(name))], area(to))


# -- areas and fronts -------------------------------------------------------------------------------------------


@rule("1.0b")
def test_blocks_go_along_links_only():
    s = north('blocks.P-14 = "Minsk 4"')
    assert ways(s, POLAND, area("Minsk"), 1) == s.m.around[area("Minsk")]
    assert not ways(s, POLAND, area("Minsk"), 1) >> area("Vilna") & 1


@rule("1.0d", "1.4d", "7.33h")
def test_an_area_holds_four_blocks_and_an_eastern_link_any_number():
    s = north('blocks.R-4 = "Yartsevo 3"\nblocks.R-5 = "Yartsevo 3"\nblocks.R-6 = "Orsha 3"\nblocks.P-8 = "Minsk 2"')
    assert room(s, RUSSIA, area("Orsha")) == 3
    assert room(s, RUSSIA, area("Yartsevo")) > 100
    assert room(s, RUSSIA, area("Minsk")) == 4, "the other side's blocks do not count"


@rule("3.0b")
def test_a_garrison_does_not_count():
    s = north('blocks.P-14 = "Minsk 4"\ngarrisons.poland = "Minsk; Warsaw"\ngarrisons.russia = ""')
    assert room(s, POLAND, area("Minsk")) == 3


@rule("1.1a")
def test_an_area_belongs_to_a_front():
    s = start("campaign").s
    assert front_of(s, area("Minsk")) == NORTH
    assert front_of(s, area("Kiev")) == SOUTH
    assert front_of(start("kiev").s, area("Warsaw")) == SOUTH, "the only front in play has all areas"


def test_closed_lands_are_closed_to_both_sides():
    s = start("campaign").s
    closed = ("Dvinsk", "Kaunas", "Olita")
    assert not any(open_areas(s) >> area(name) & 1 for name in closed)
    s.lithuania = True
    assert [bool(open_areas(s) >> area(name) & 1) for name in closed] == [False, True, True]


@rule("1.4b", "7.33h")
def test_no_pole_enters_an_eastern_link():
    s = north('blocks.P-14 = "Smolensk 4"\nblocks.R-4 = "Roslavl 3"')
    assert not may_enter(s, POLAND) & s.m.eastern_links
    assert not ways(s, POLAND, area("Smolensk"), 2) & s.m.eastern_links
    assert ways(s, RUSSIA, area("Roslavl"), 2) >> area("Yartsevo") & 1


@rule("4.0b")
def test_only_poles_enter_warsaw_in_the_southern_scenarios():
    s = start("lwow").s
    assert may_enter(s, POLAND) >> s.m.warsaw & 1
    assert not may_enter(s, RUSSIA) >> s.m.warsaw & 1


@rule("7.2k")
def test_distance_is_counted_across_enemies():
    s = north('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Zhlobin 3"')
    assert within(s, area("Charyshi"), 2) >> area("Rohachev") & 1
    assert distance(s, area("Charyshi"), area("Gomel")) == 2
    assert distance(s, area("Charyshi"), area("Kiev")) > 1000, "not in play"


# -- control ----------------------------------------------------------------------------------------------------


@rule("1.3b")
def test_a_key_city_is_controlled_by_a_garrison_or_a_block():
    s = north('garrisons.poland = "Minsk; Warsaw"\ngarrisons.russia = "Vitebsk"\nblocks.R-6 = "Polotsk 3"')
    assert controls(s, POLAND, area("Minsk"))
    assert controls(s, RUSSIA, area("Vitebsk"))
    assert controls(s, RUSSIA, area("Polotsk"))
    assert not controls(s, POLAND, area("Polotsk"))
    assert not controls(s, POLAND, area("Vilna"))


@rule("1.3d")
def test_a_city_without_garrison_turns_neutral_when_the_last_block_leaves():
    s = north('blocks.P-14 = "Minsk 4"\nblocks.P-8 = "Minsk 3"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = ""')
    move(s, "P-14", "Slutsk")
    assert controls(s, POLAND, area("Minsk"))
    move(s, "P-8", "Slutsk")
    assert not controls(s, POLAND, area("Minsk"))
    place_garrison(s, POLAND, area("Minsk"))
    assert controls(s, POLAND, area("Minsk"))


@rule("1.3b")
def test_before_a_battle_the_defender_still_controls_the_city():
    s = north('blocks.P-14 = "Minsk 4"\nblocks.R-6 = "Minsk 3 from Borisov"')
    assert controlled(s, POLAND) >> area("Minsk") & 1
    assert not controlled(s, RUSSIA) >> area("Minsk") & 1


@rule("3.0a")
def test_a_city_has_one_garrison():
    s = north('garrisons.poland = "Minsk"\ngarrisons.russia = ""')
    place_garrison(s, RUSSIA, area("Minsk"))
    assert not s.garrisons[POLAND] >> area("Minsk") & 1


# -- clear paths and depots -------------------------------------------------------------------------------------


@rule("1.31c")
def test_a_clear_path_passes_no_enemy_block_and_no_enemy_garrison():
    s = north('blocks.R-21 = "Zhlobin 3"\ngarrisons.russia = "Gomel"\ngarrisons.poland = "Warsaw"')
    reached = clear_from(s, POLAND, 1 << area("Charyshi"))
    assert not reached >> area("Zhlobin") & 1
    assert not reached >> area("Gomel") & 1
    assert reached >> area("Rohachev") & 1
    assert clear_from(s, RUSSIA, 1 << area("Charyshi"), 1) >> area("Zhlobin") & 1


@rule("1.31b")
def test_it_may_have_any_length():
    s = north('garrisons.poland = "Warsaw; Minsk"\ngarrisons.russia = ""')
    assert clear_distance(s, POLAND, area("Minsk"), 1 << s.m.warsaw) > 5
    assert depots(s, POLAND) >> area("Minsk") & 1


@rule("1.31a", "1.31b", "11.0b")
def test_a_controlled_city_with_a_path_to_warsaw_or_a_link_is_a_depot():
    s = north(
        """
        garrisons.poland = "Warsaw; Minsk; Bobruisk"
        garrisons.russia = "Vitebsk; Mogilev"
        blocks.R-6 = "Igumen 3"
        blocks.R-8 = "Slutsk 3"
        blocks.R-10 = "Rohachev 1"
        blocks.R-17 = "Charyshi 3"
        blocks.R-4 = "Molodechno 1"
        """
    )
    assert names(depots(s, POLAND)) == {"Warsaw", "Minsk", "Bobruisk"}, "from Bobruisk by Minsk and Stolbtsy"
    move(s, "R-4", "Minsk")
    remove_garrison(s, POLAND, area("Minsk"))
    assert names(depots(s, POLAND)) == {"Warsaw"}, "Bobruisk is cut off"
    assert {"Vitebsk", "Mogilev", "Yartsevo", "Klintsy"} <= names(depots(s, RUSSIA))


@rule("1.3e")
def test_a_neutral_city_is_nobodys_depot():
    s = north('blocks.P-14 = "Minsk 4"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = ""')
    assert depots(s, POLAND) >> area("Minsk") & 1
    move(s, "P-14", "Slutsk")
    assert not depots(s, POLAND) >> area("Minsk") & 1
    assert not depots(s, RUSSIA) >> area("Minsk") & 1


@rule("1.3e", "1.31b")
def test_a_neutral_warsaw_supplies_nobody():
    """S57: neither a Polish city nor a Polish block is in supply while nobody holds Warsaw."""
    text = 'garrisons.poland = "Minsk; Vilna"\ngarrisons.russia = ""\nblocks.P-8 = "Vilna 3"\nblocks.P-14 = "{} 4"'
    s = north(text.format("Warsaw"))
    assert names(depots(s, POLAND)) == {"Warsaw", "Minsk", "Vilna"}, "a block holds it"
    s = north(text.format("Modlin"))
    assert depots(s, POLAND) == 0
    assert not in_supply(s, s.unit.index(s.m.unit("P-8")))
    place_garrison(s, POLAND, s.m.warsaw)
    assert names(depots(s, POLAND)) == {"Warsaw", "Minsk", "Vilna"}, "or a garrison"


@rule("1.31b")
def test_without_warsaw_the_poles_have_no_depot():
    s = north(
        'garrisons.poland = "Minsk; Vilna"\ngarrisons.russia = ""\nblocks.R-6 = "Warsaw 3"\nblocks.P-8 = "Lida 3"'
    )
    assert depots(s, POLAND) == 0
    assert not in_supply(s, s.unit.index(s.m.unit("P-8")))


@rule("1.4a", "1.31b")
def test_eastern_links_are_the_soviet_bases():
    s = north('garrisons.poland = ""\ngarrisons.russia = ""')
    assert names(depots(s, RUSSIA)) == {"Yartsevo", "Klintsy"}, "Elizavetgrad is not in play here"


@rule("1.31b")
def test_in_the_learning_scenario_three_exits_stand_for_the_way_to_warsaw():
    s = at('blocks.P-14 = "Bobruisk 4"\ngarrisons.poland = "Bobruisk"\ngarrisons.russia = ""').s
    assert names(depots(s, POLAND)) == {"Bobruisk"}
    for name, place in (("R-6", "Igumen"), ("R-8", "Slutsk"), ("R-10", "Zhitkovichi")):
        s.place[s.unit.index(s.m.unit(name))] = area(place)
    assert depots(s, POLAND) == 0


# -- supply -----------------------------------------------------------------------------------------------------


@rule("7.7b")
@pytest.mark.parametrize(
    ("name", "place", "supplied"),
    [
        ("P-14", "Volkovysk", True), ("P-14", "Slonim", False), ("P-U1", "Volkovysk", True), ("P-U1", "Slonim", False),
        ("P-BJ1", "Slonim", True), ("P-BJ1", "Stolbtsy", True), ("P-BJ1", "Slutsk", False),
    ],
)  # fmt: skip
def test_infantry_is_in_supply_within_three_areas_and_cavalry_within_five(name, place, supplied):
    s = north(f'garrisons.poland = "Warsaw"\ngarrisons.russia = ""\nblocks.{name} = "{place} 2"')
    far = {"Volkovysk": 3, "Slonim": 4, "Stolbtsy": 5, "Slutsk": 6}
    assert distance(s, s.m.warsaw, area(place)) == far[place]
    assert in_supply(s, s.unit.index(s.m.unit(name))) == supplied


@rule("9.0b")
def test_a_leader_is_always_in_supply():
    s = north(
        'garrisons.poland = "Warsaw"\ngarrisons.russia = ""\nblocks.P-Haller = "Slutsk 1"\nblocks.P-8 = "Slutsk 1"'
    )
    assert in_supply(s, s.unit.index(s.m.unit("P-Haller")))
    assert not in_supply(s, s.unit.index(s.m.unit("P-8")))


@rule("7.7b", "1.31c")
def test_the_path_to_the_depot_must_be_clear():
    game = at(
        'scenario = "to-warsaw"\ngarrisons.poland = "Warsaw; Mozyr"\ngarrisons.russia = ""\nblocks.P-8 = "Charyshi 2"\n'
        'blocks.P-14 = "Zhitkovichi 1"'
    )
    s = game.s
    assert in_supply(s, piece(game, "P-8"))
    remove_garrison(s, POLAND, area("Mozyr"))
    assert not in_supply(s, piece(game, "P-8"))
    assert supply_areas(s, POLAND, 0) == depots(s, POLAND)


@rule("8.5e")
def test_lithuanians_are_supplied_from_kaunas_even_when_it_is_cut_off():
    game = at(
        'scenario = "to-warsaw"\nlithuania = true\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Kaunas"\n'
        'blocks.R-Lit1 = "Olita 3"\nblocks.R-6 = "Olita 3"\nblocks.P-8 = "Vilna 3"\nblocks.P-10 = "Grodno 1"\n'
        'blocks.P-11 = "Suwalki 1"'
    )
    assert in_supply(game.s, piece(game, "R-Lit1"))
    assert not in_supply(game.s, piece(game, "R-6"))


@rule("8.31a")
def test_a_front_line_area_is_next_to_one_held_by_the_enemy():
    s = north(
        'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Zhlobin 3"\ngarrisons.poland = ""\ngarrisons.russia = "Mogilev"'
    )
    assert enemy_next_to(s, POLAND, area("Charyshi"))
    assert enemy_next_to(s, POLAND, area("Igumen")), "a garrison holds an area too"
    assert not enemy_next_to(s, POLAND, area("Lida"))
