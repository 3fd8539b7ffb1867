"""The data of 1920: Nest of Eagles: counters, tables and tracks, what the rulebook states and what is reconstructed.

Only rules that are about data alone are marked here; those that data serves are proved where they are carried out.
"""

from datetime import date
from math import floor, log2

import pytest

from vistula.board.hexes import bits, collect
from vistula.board.surround import load_surround
from vistula.games.nest_of_eagles.checks import day_of
from vistula.games.nest_of_eagles.model import (
    AIR,
    ARTILLERY,
    CARS,
    CAVALRY,
    DIVISION,
    FULL,
    INFANTRY,
    LITHUANIA,
    MOTORIZED,
    POLAND,
    REDUCED,
    REMNANT,
    SEATS,
    SEATS3,
    SOUTHWEST,
    SOVIET,
    SUPPORT,
    TANK,
    TRAIN,
    WEST,
    Model,
    shipped,
)
from vistula.games.nest_of_eagles.tables import SHIPPED

rule = pytest.mark.rule


@pytest.fixture(scope="module")
def m() -> Model:
    return shipped()


def keys(m: Model, units: int) -> set[str]:
    return {m.key[u] for u in bits(units)}


def named(m: Model, text: str) -> int:
    return collect(m.unit_by_key[key] for key in text.split())


# -- counters


@rule("1.2a")
def test_175_counters_and_limits_of_markers(m: Model) -> None:
    assert len(m.units) == 175
    assert [army.bit_count() for army in m.army] == [94, 81]
    assert [army.bit_count() for army in m.front_army] == [41, 37, 3]
    assert len(m.unit_by_key) == 175 + 2 * (8 + 3)
    assert all(key.replace(".", "").replace("-", "").isalnum() for key in m.key)  # they become file names
    limits = m.markers
    assert (limits.cheka, limits.patrols, limits.groups, limits.events) == (4, 8, 3, 10)
    assert (limits.rebellion, limits.volunteers, limits.reinforcements, limits.priorities) == (3, 6, 5, 3)


@rule("3.1a", "2.5a")
def test_sides_fronts_and_bands(m: Model) -> None:
    assert SEATS == ("poland", "russia")
    assert SEATS3 == ("poland", "russia-west", "russia-southwest")
    prefixes = {"P": (POLAND, {-1}), "S": (SOVIET, {WEST, SOUTHWEST}), "L": (SOVIET, {LITHUANIA})}
    for u in m.units:
        side, fronts = prefixes[m.key[u][0]]
        assert m.side[u] == side
        assert m.front[u] in fronts
    bands = {"teal": WEST, "gray-teal": WEST, "gold": SOUTHWEST, "gray-gold": SOUTHWEST, "lithuanian": LITHUANIA}
    for u in bits(m.army[SOVIET]):
        assert m.front[u] == bands.get(m.band[u], m.front[u])
    assert m.front[m.prd] == WEST
    assert not m.red_ukrainians & ~m.front_army[SOUTHWEST]
    assert not m.konarmiya & ~m.front_army[SOUTHWEST]


@rule("3.2e", "3.2h")
def test_kinds_sizes_and_movement(m: Model) -> None:
    by_kind = {INFANTRY: {3}, CAVALRY: {4}, MOTORIZED: {4}, TRAIN: {99}, CARS: {5}, ARTILLERY: {2}, TANK: {2}, AIR: {0}}
    for kind, points in by_kind.items():
        assert {m.mp[u] for u in m.units if m.kind[u] == kind and u != m.lwow_unit} == points
    assert m.mp[m.lwow_unit] == 0
    assert sorted({m.size[u] for u in m.units}) == [0, 1, 2, 3]
    sizes = m.regiments, m.brigades, m.divisions, m.support
    assert [units.bit_count() for units in sizes] == [9, 67, 89, 10]
    assert collect(u for u in m.units if m.kind[u] >= TRAIN) == m.support
    assert not m.infantry & m.cavalry
    assert m.infantry | m.cavalry | m.support == (1 << 175) - 1


def test_support_units(m: Model) -> None:
    assert keys(m, m.trains) == {"P-PP1", "P-PP2", "S-BPw", "S-BPs"}
    assert keys(m, m.cars) == {"P-CARS", "S-9A"}
    assert keys(m, m.artillery) == {"P-ART", "S-ART"}
    assert {m.key[u]: m.front[u] for u in bits(m.support & m.army[SOVIET])} == {
        "S-BPw": WEST, "S-BPs": SOUTHWEST, "S-9A": SOUTHWEST, "S-ART": WEST,
    }  # fmt: skip
    assert {m.key[u]: m.icons[u] for u in bits(m.support)} == {
        "P-PP1": 1, "P-PP2": 1, "P-7E": 1, "P-TANK": 2, "P-ART": 2, "P-CARS": 1, "S-9A": 1,
        "S-BPw": 1, "S-BPs": 1, "S-ART": 2,
    }  # fmt: skip
    assert all(m.icons[u] == 0 for u in m.units if m.size[u] != SUPPORT)


@rule("3.3a", "3.3b")
def test_steps_and_lines_of_friction(m: Model) -> None:
    """Three steps are those with LOF on the Reduced side; a side with one step has no other."""
    assert m.lof_reduced == m.three_steps == collect(u for u in m.units if m.steps[u] == 3)
    assert not m.lof_reduced & ~m.lof_full
    for u in m.units:
        levels = [m.sp[level][u] > 0 for level in (FULL, REDUCED, REMNANT)]
        assert levels == [m.size[u] != SUPPORT, m.steps[u] > 1, m.steps[u] > 2], m.key[u]
        assert m.sp[FULL][u] >= m.sp[REDUCED][u] >= m.sp[REMNANT][u]
    assert not m.lof_full & ~m.divisions
    two_steps_with_lof = keys(m, m.lof_full & ~m.lof_reduced)
    assert {"S-57", "S-45", "S-58", "L-1", "L-2", "L-3", "P-23R"} <= two_steps_with_lof


def test_a_remnant_has_one_strength_point_and_four_movement_points(m: Model) -> None:
    assert (m.remnant.sp, m.remnant.mp) == (1, 4)
    assert {m.sp[REMNANT][u] for u in bits(m.three_steps)} == {1}


def test_strengths_that_examples_tell(m: Model) -> None:
    full = {"P-12": 4, "P-13": 4, "P-16": 4, "P-21": 4, "P-1C": 4, "P-2BJ": 2, "P-3BJ": 2, "S-45": 3, "S-58": 3,
            "S-12": 3, "S-53": 4, "S-2K": 2, "S-4K": 4}  # fmt: skip
    assert {key: m.sp[FULL][m.unit_by_key[key]] for key in full} == full
    assert sum(full[key] for key in ("S-53", "S-12", "S-2K")) == 9  # example of 10.7
    assert full["P-16"] + m.sp[REDUCED][m.unit_by_key["P-4BJ"]] == 5  # example of 10.3
    assert full["P-21"] + full["P-1C"] == 8  # example of 10.5
    assert m.sp[REDUCED][m.unit_by_key["S-53"]] == 2
    steps = {"S-53": 3, "P-4BJ": 2, "P-1C": 3, "P-13.7": 2}
    assert {key: m.steps[m.unit_by_key[key]] for key in steps} == steps
    assert keys(m, m.elite) == {"P-1L", "P-2L", "P-3L", "S-LAT", "S-4K", "S-6K", "S-11K", "S-14K"}


# -- special units


def test_four_units_have_an_asterisk(m: Model) -> None:
    assert keys(m, m.asterisk) == {"P-23R", "S-16x", "S-33x", "S-16Kx"}
    assert {m.label[u][-1] for u in bits(m.asterisk)} == {"*"}
    assert not any("*" in m.label[u] for u in m.units if not m.asterisk >> u & 1)


def test_divisions_and_their_brigades(m: Model) -> None:
    split = {m.key[division]: {m.key[u] for u in pair} for division, pair in m.pairs.items()}
    assert split == {
        "P-4": {"P-7.4", "P-8.4"}, "P-5": {"P-9.5", "P-10.5"}, "P-6": {"P-11.6", "P-12.6"}, "P-7": {"P-13.7", "P-14.7"},
        "P-8": {"P-15.8", "P-16.8"}, "P-9": {"P-17.9", "P-18.9"}, "P-2LB": {"P-III.2LB", "P-IV.2LB"},
    }  # fmt: skip
    assert m.division_of == {u: division for division, pair in m.pairs.items() for u in pair}


def test_who_is_special(m: Model) -> None:
    special = m.army[POLAND] & ~m.support & ~m.regular
    assert special == 1 << m.mot | collect(u for u in bits(m.army[POLAND]) if m.band[u] != "none")
    assert keys(m, m.regular & ~m.divisions & ~m.cavalry) >= {"P-21b", "P-SIB", "P-41", "P-E1", "P-E2"}
    plain = collect(u for u in bits(m.army[SOVIET]) if m.band[u] in ("teal", "gold"))
    reserves = m.reserve_divisions[WEST] | m.reserve_divisions[SOUTHWEST] | m.reserve_cavalry
    others = m.konarmiya | reserves | m.red_ukrainians | 1 << m.prd | m.front_army[LITHUANIA]
    assert plain ^ others == m.army[SOVIET]
    assert not plain & others


def test_three_turns_use_up_the_volunteers(m: Model) -> None:
    per_turn, army = m.volunteer_army, m.volunteers | m.volunteer_support
    batches = (
        (m.volunteer_brigades, per_turn.brigades), (m.volunteer_regiments, per_turn.regiments),
        (m.volunteer_cavalry, per_turn.cavalry), (m.volunteer_support, per_turn.support),
    )  # fmt: skip
    for units, each in batches:
        assert units.bit_count() == each * per_turn.turns
    assert keys(m, m.volunteer_support) == {"P-TANK", "P-ART", "P-CARS"}
    ordered = m.volunteer_order[0] | m.volunteer_order[1] | m.volunteer_order[2]
    assert army & ~ordered == m.volunteer_divisions
    assert per_turn.boxes == 7


@rule("20.1a")
def test_konarmiya(m: Model) -> None:
    assert [m.label[u] for u in bits(m.konarmiya)] == ["4", "6", "11", "14", "S", "9"]
    assert m.konarmiya_divisions == m.konarmiya & m.cavalry & m.elite
    assert [m.size[u] for u in bits(m.konarmiya_divisions)] == [DIVISION] * 4


@rule("20.2a")
def test_soviet_reserves(m: Model) -> None:
    assert [keys(m, units) for units in m.reserve_divisions] == [{"S-19", "S-48", "S-55"}, {"S-3", "S-46", "S-LAT"}]
    assert len(m.twin) == 6
    for u, other in m.twin.items():
        assert m.twin[other] == u
        assert {m.front[u], m.front[other]} == {WEST, SOUTHWEST}
        for table in (m.label, m.steps, m.mp, *m.sp):
            assert table[u] == table[other]


def test_brigades_that_recreate_divisions(m: Model) -> None:
    west, southwest = m.mergeable
    assert keys(m, west) == {"S-72", "S-139", "S-164", "S-MOS", "S-KUR", "S-1S", "S-2S"}
    assert keys(m, southwest) == {"S-74", "S-131", "S-174", "S-179", "S-FAS", "S-CRI"}


def test_brigades_that_form_cavalry_divisions(m: Model) -> None:
    brigades = {f"P-{n}BJ" for n in range(1, 10)} | {"P-VC1", "P-VC2", "P-VC3"}
    assert keys(m, m.cavalry_brigades) == brigades
    assert [m.key[u] for u in m.cavalry_divisions_formed] == ["P-2C", "P-3C"]
    assert m.key[m.p4c] == "P-4C"


# -- tables


def test_the_attack_table(m: Model) -> None:
    """Two cells are the rulebook's; the others follow one law through them, and more strength is never worse."""
    assert m.chance[5][3] == 8
    assert m.chance[8][2] == 11
    assert len(m.chance) == len(m.chance[8]) == 9
    for a in range(1, 9):
        for d in range(1, 9):
            law = min(10, max(2, floor(6 + 2.5 * log2(a / d) + 0.5)))
            assert m.chance[a][d] == (11 if m.very_favorable[a][d] else law)
            assert m.chance[a][d] >= max(m.chance[a - 1][d], m.chance[a][min(d + 1, 8)])


def test_very_favorable_cells(m: Model) -> None:
    cells = {(a, d) for a in range(9) for d in range(9) if m.very_favorable[a][d]}
    assert cells == {(8, 1), (8, 2), (7, 1), (6, 1)}


def test_morale_levels(m: Model) -> None:
    assert m.most_morale == 24
    assert len(m.level_of) == 49
    soviet = [m.level_of[box + 24] for box in range(25)]
    assert soviet == [0] * 8 + [1] * 8 + [2] * 9
    assert list(m.level_of[:25]) == soviet[::-1]
    assert [m.level_of[box + 24] for box in (24, 17, 10, 3)] == [2, 2, 1, 0]  # the three shifts of the Volunteer Army


def test_advance_points(m: Model) -> None:
    assert [m.advance_mp[SOVIET][kind] for kind in (CAVALRY, TRAIN, CARS, INFANTRY)] == [3, 3, 3, 1]
    assert [m.advance_mp[POLAND][kind] for kind in (INFANTRY, MOTORIZED, CAVALRY, TRAIN, CARS)] == [2] * 5
    assert [m.advance_mp[POLAND][kind] for kind in (TANK, ARTILLERY, AIR)] == [0, 0, -1]
    assert m.advance_mp[SOVIET][ARTILLERY] == 0


@rule("2.0b")
def test_rounds_are_weeks_and_begin_on_sundays(m: Model) -> None:
    days = [day_of(text) for text in m.dates[1:]]
    assert days[0] == date(1920, 4, 25)
    assert days[-1] == date(1920, 10, 10)
    assert {day.weekday() for day in days} == {6}
    assert len(days) == m.rounds == 25
    assert (m.dates[0], m.round_of["29.VIII"], m.dates[4]) == ("", 19, "16.V")
    assert m.round_of["23.V"] + 5 == m.round_of["27.VI"]


@rule("2.0d")
def test_six_boxes_and_the_tracks_around_the_map_agree_with_the_data(m: Model) -> None:
    printed = load_surround(SHIPPED)
    assert len(printed.box) == 6
    rounds, morale = printed.track
    assert (*rounds.notes,) == m.dates[1:]
    spans = {band.name: (band.first, band.last) for band in rounds.bands}
    assert spans == {f"Scenario {s.number}": (s.first, s.last) for s in m.scenarios if s.number < 9}
    assert [int(box) for box in morale.boxes] == [abs(box) for box in range(-24, 25)]
    levels = {box: int(band.name[-1]) for band in morale.bands for box in range(band.first, band.last + 1)}
    assert levels == {box + 1: level for box, level in enumerate(m.level_of) if box != m.most_morale}


@rule("23.4.2e")
def test_dated_groups(m: Model) -> None:
    groups = {m.dates[round]: keys(m, units) for round, units in m.dated}
    assert groups == {"9.V": {"S-25", "S-B"}, "23.V": keys(m, m.konarmiya), "13.VI": {"S-24"}, "27.VI": {"S-8Ks"}}


def test_what_political_priorities_trade(m: Model) -> None:
    assert (m.dates[m.letter.round], m.letter.come | 1 << m.p23r) == ("27.VI", m.asterisk)
    assert m.letter.leave == named(m, "S-16 S-33 S-16K")
    assert (m.dates[m.third_army.round], m.third_army.come) == ("20.VI", named(m, "S-8Kw S-33Kw"))
    assert m.third_army.leave == named(m, "S-33")


def test_events(m: Model) -> None:
    when = {(event.side, event.number): event.when for event in m.events}
    assert len(when) == len(m.events) == 20
    polish = ["polish", "polish", "any polish", "soviet", "polish", "soviet", "soviet", "polish", *["reaction"] * 2]
    soviet = ["polish", "polish", "soviet", "polish attack", "soviet", "polish", *["any soviet"] * 2, *["reaction"] * 2]
    told = {"polish": "polish replacement", "soviet": "soviet replacement"}
    assert [when["poland", n] for n in range(1, 11)] == [told.get(word, word) for word in polish]
    assert [when["soviet", n] for n in range(1, 11)] == [told.get(word, word) for word in soviet]
    assert all(event.text and event.source.startswith("rulebook 23.3") for event in m.events)
