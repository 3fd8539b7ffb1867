"""What the rulebook states about map, blocks, counters, charts and scenarios, proved on the shipped data."""

from __future__ import annotations

import copy
import dataclasses
import shutil
from contextlib import nullcontext
from pathlib import Path

import msgspec
import pytest

from vistula.board.data import DataError
from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.board_checks import statements
from vistula.games.strike_of_the_eagle.checks import check, check_arrivals, check_blocks, check_combat, check_scene
from vistula.games.strike_of_the_eagle.model import (
    BLACK,
    CAVALRY,
    GREEN,
    INFANTRY,
    LEADER,
    NORTH,
    ORDERS,
    POLAND,
    RUSSIA,
    SIDES,
    SOUTH,
    WHITE,
    Model,
    _check_row,
)
from vistula.games.strike_of_the_eagle.scenarios import Scene, Slot
from vistula.games.strike_of_the_eagle.tables import SHIPPED, BlockRow, Data

from .table import TITLE, M, area, names, unit

rule = pytest.mark.rule


def pack(tmp_path: Path, file: str, old: str, new: str) -> Path:
    """A data pack with one file in which something is changed."""
    text = (SHIPPED / file).read_text(encoding="utf8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf8")
    return tmp_path


# -- map ----------------------------------------------------------------------------------------------------------


@rule("1.0a")
def test_areas_are_found_by_name_and_have_a_square():
    assert M.square[area("Warsaw")] == "B4"
    assert M.square[area("Kaunas")] == "E1"
    assert M.area("Warszawa") == M.area("warsaw") == M.warsaw
    with pytest.raises(ValueError, match="no area 'Moscow'"):
        M.area("Moscow")


@rule("1.0b")
def test_areas_are_joined_by_roads_and_rails_both_ways():
    for a, b in M.links:
        assert M.around[a] >> b & 1
        assert M.around[b] >> a & 1
    assert names(M.around[area("Zhlobin")]) == {"Charyshi", "Gomel", "Kalenkovichi", "Rohachev"}


@rule("1.0c", "1.4e")
def test_rivers_woods_and_borders_are_no_part_of_the_rules_data(tmp_path):
    """A map without them is the same game: its hash is over areas, links and what stands in them."""
    text = (SHIPPED / "board.toml").read_text(encoding="utf8")
    bare = text.split("[[shape]]")[0]
    assert bare != text
    (tmp_path / "board.toml").write_text(bare, encoding="utf8")
    assert Model.load(tmp_path).hash == M.hash


@rule("1.1a")
def test_the_line_between_the_fronts_runs_under_row_four():
    for a in M.areas:
        assert M.front[a] == (NORTH if int(M.square[a][1:]) <= 4 else SOUTH)


@rule("1.2a")
def test_fortifications_face_links():
    assert names(M.faces[area("Zhlobin")]) == {"Charyshi", "Gomel", "Kalenkovichi"}
    assert all(M.faces[a] & ~M.around[a] == 0 for a in M.areas)


@rule("1.3a")
def test_key_cities():
    assert M.vp[area("Kiev")] == 2
    assert M.vp[area("Mozyr")] == 2
    assert M.vp[area("Polotsk")] >= 0
    assert M.vp[area("Zhlobin")] == -1


@rule("1.4a")
def test_three_eastern_links_are_key_cities():
    assert names(M.eastern_links) == {"Yartsevo", "Klintsy", "Elizavetgrad"}
    assert M.eastern_links & ~M.key_cities == 0


@rule("1.0b")
def test_each_link_stands_once():
    assert len(set(map(frozenset, M.links))) == len(M.links)
    assert all(a < b for a, b in M.links)


@rule("8.5a")
def test_only_key_cities_have_strategic_cubes():
    assert all(M.key_cities >> a & 1 for a in M.areas if any(M.cubes[a]))
    assert any(M.cubes[area("Kaunas")])
    assert any(M.cubes[area("Klintsy")])


# -- blocks -------------------------------------------------------------------------------------------------------


@rule("2.0c")
def test_kinds_and_colours():
    for u in M.units:
        allied = M.nation[u] not in ("Poland", "Russia")
        assert M.colour[u] == (GREEN if allied else BLACK if M.kind[u] == INFANTRY else WHITE)
        assert not allied or M.kind[u] == INFANTRY


@rule("2.1")
def test_divisions_and_brigades_by_their_strength():
    for u in M.units:
        if M.kind[u] != LEADER:
            assert M.division[u] == (M.max_sp[u] in (3, 4))
            assert M.brigade[u] == (M.max_sp[u] == 2)


@rule("2.1")
def test_a_block_of_another_size_is_refused(tmp_path):
    broken = pack(tmp_path, "blocks.csv", "infantry,Poland,4,", "infantry,Poland,5,")
    with pytest.raises(DataError, match=r"a division has 3 or 4 points, a brigade 2, a leader 1 \[2\.1, 9\.0a\]"):
        Model.load(broken)


@rule("9.0a")
def test_six_leaders_of_one_strength_point():
    leaders = [u for u in M.units if M.leader[u]]
    assert {M.key[u] for u in leaders} == {
        "P-Pilsudski", "P-Sikorski", "P-Haller", "R-Tukhachevsky", "R-Budyonny", "R-Stalin",
    }  # fmt: skip
    assert {M.max_sp[u] for u in leaders} == {1}
    assert M.move[LEADER] == M.move[CAVALRY]
    assert M.march[LEADER] == M.march[CAVALRY]


def test_110_blocks():
    assert len(M.units) == 110
    assert sum(side == POLAND for side in M.side) == 56
    assert len(set(M.key)) == 110


# -- charts -------------------------------------------------------------------------------------------------------


@rule("2.0d", "2.0e")
def test_movement():
    assert (M.move[INFANTRY], M.march[INFANTRY]) == (1, 2)
    assert (M.move[CAVALRY], M.march[CAVALRY]) == (2, 3)


@rule("7.2d", "3.1a")
def test_order_counters_of_each_side():
    stated = {
        "march-to": 5, "march-out": 5, "recon": 2, "move-to": 5, "move-out": 5, "withdraw": 2, "defend": 5,
        "reorganize": 2, "rail": 1,
    }  # fmt: skip
    assert dict(zip(ORDERS, M.counters, strict=True)) == stated


@rule("7.2d")
def test_another_number_of_counters_is_refused(tmp_path):
    broken = pack(tmp_path, "charts.toml", "withdraw = 2", "withdraw = 3")
    with pytest.raises(DataError, match=r"charts\.toml.*orders\.withdraw: is 3, but the rulebook says 2 \[7\.2d\]"):
        Model.load(broken)


@rule("7.41.3c")
@pytest.mark.parametrize(("value", "losses"), [(-4, 0), (0, 0), (3, 0), (4, 1), (6, 1), (10, 3), (13, 4), (34, 11)])
def test_the_combat_chart_passes_through_what_the_rulebook_states(value, losses):
    assert M.losses(value) == losses


@rule("7.41.3c")
def test_a_chart_that_misses_them_is_refused(tmp_path):
    with pytest.raises(DataError, match=r"combat\.losses 10.*\[7\.41\.3c\]"):
        Model.load(pack(tmp_path, "charts.toml", "losses = [4, 7, 10,", "losses = [4, 7, 11,"))


@rule("3.3")
def test_tracks_for_points_initiative_and_rounds():
    assert M.charts.points.track >= 15
    assert M.charts.initiative.track >= 2
    assert len(M.rounds) - 1 == max(scene.last for scene in M.scenes)


@rule("4.0c")
def test_each_side_has_a_deck_of_its_own():
    for side in (POLAND, RUSSIA):
        own = [card for card in M.cards if card.side == side]
        assert [card.no for card in own] == list(range(1, 56))
        assert sum(card.orders for card in own) == 10 + 2 * 20 + 3 * 17 + 4 * 8
        assert [sum(card.cubes[i] for card in own) for i in range(3)] == [54, 20, 13]


# -- scenarios ----------------------------------------------------------------------------------------------------


@rule("0.0a")
def test_two_sides_and_two_to_four_players():
    assert {seats for scenario in TITLE.scenarios for seats in scenario.variants} == {
        ("poland", "russia"),
        ("poland", "russia-north", "russia-south"),
        ("poland-north", "poland-south", "russia"),
        ("poland-north", "poland-south", "russia-north", "russia-south"),
    }


def test_eight_scenarios():
    assert [scene.id for scene in M.scenes] == [
        "zhlobin", "kiev", "budyonny", "to-warsaw", "vistula", "niemen", "lwow", "campaign",
    ]  # fmt: skip


@rule("7.9b")
def test_the_learning_scenario_has_neither_reinforcements_nor_leaders():
    scene = M.scenes[0]
    assert not scene.reinforcements
    assert not scene.slots
    assert not any(M.leader[u] for u in scene.setup)


@rule("7.9b")
def test_a_leader_in_it_is_refused(tmp_path):
    broken = pack(tmp_path, "scenarios.toml", 'Bobruisk = "2L(3)"', 'Bobruisk = "2L(3) Pilsudski(1)"')
    with pytest.raises(DataError, match=r"scenario zhlobin poland Bobruisk: there are no leaders here \[7\.9b\]"):
        Model.load(broken)


@pytest.mark.parametrize("scene", M.scenes, ids=lambda scene: scene.id)
def test_set_ups_fit_the_map(scene):
    for u, (place, strength) in scene.setup.items():
        assert scene.areas >> place & 1
        assert 1 <= strength <= M.max_sp[u]
    for side in (POLAND, RUSSIA):
        assert scene.garrisons[side] & ~(M.key_cities & scene.areas) == 0
    assert not set(scene.setup) & set(scene.due)


@rule("1.4c")
def test_soviet_arrivals_come_in_at_eastern_links():
    for scene in M.scenes:
        for slot in scene.slots:
            assert bool(M.eastern_links >> slot.area & 1) == (slot.side == RUSSIA)


@rule("1.4c")
def test_a_soviet_arrival_elsewhere_is_refused(tmp_path):
    broken = pack(tmp_path, "scenarios.toml", 'area = "Elizavetgrad"', 'area = "Kiev"')
    with pytest.raises(DataError, match=r"arrivals Kiev: Soviets arrive at Eastern Links, Poles do not \[1\.4c\]"):
        Model.load(broken)


def test_the_campaign_has_the_strength_that_reviews_tell_of():
    scene = M.scenes[-1]
    north = [u for u, (place, _) in scene.setup.items() if M.side[u] == RUSSIA and M.front[place] == NORTH]
    assert sum(scene.setup[u][1] for u in north if M.kind[u] == INFANTRY) == 34
    south = [u for u, (place, _) in scene.setup.items() if M.side[u] == POLAND and M.front[place] == SOUTH]
    assert sum(scene.setup[u][1] for u in south if not M.leader[u]) == 37


@rule("1.0d", "1.4b", "4.0b", "4.0d", "4.0e", "5.0c", "6.1a")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('Charyshi = "6(3) 14(4)"', 'Charyshi = "6(3) 14(5)"', "the strength is from 1 to 4"),
        ('Charyshi = "6(3) 14(4)"', 'Charyshi = "6(3) 99(4)"', "is no block with its strength"),
        ('Charyshi = "6(3) 14(4)"', 'Atlantis = "6(3) 14(4)"', "there is no area 'Atlantis'"),
        ('Charyshi = "6(3) 14(4)"', 'Warsaw = "6(3) 14(4)"', "is closed to these blocks"),
        ('Charyshi = "6(3) 14(4)"', 'Gomel = "6(3) 14(4)"', "both sides stand there"),
        ('Charyshi = "6(3) 14(4)"', 'Charyshi = "6(3) 14(4) 1L(4) 2L(1) 3L(1)"', "stands twice"),
        ('Charyshi = "6(3) 14(4)"', 'Charyshi = "6(3) 14(4) 1L(4) 4(1) 3L(1)"', "more than four blocks"),
        ('lead = "poland 1"', 'lead = "poland 0"', "there is no zero"),
        ('initiative = { north = "russia 1" }', 'initiative = { south = "russia 1" }', "is for the fronts in play"),
        ('"any 1-2: leader marginal"', '"any 2: leader marginal"', "a lead of 1 for poland means 0 things"),
        ('"any 1-2: leader marginal"', '"nobody 2: wins"', "is not like"),
        ('garrisons = "apr"', 'garrisons = "may"', "'may' is no date"),
    ],
)
def test_what_is_wrong_in_a_scenario_is_named(tmp_path, old, new, reason):
    with pytest.raises(DataError, match=reason):
        Model.load(pack(tmp_path, "scenarios.toml", old, new))


@rule("1.31b", "7.7b", "7.71e")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('Charyshi = "6(3) 14(4)"', 'Charyshi = "14(4)"\nRechitsa = "6(3)"', "poland Rechitsa: P-6 is out of supply"),
    ],
)
def test_who_begins_out_of_supply_is_named(tmp_path, old, new, reason):
    with pytest.raises(DataError, match=reason):
        Model.load(pack(tmp_path, "scenarios.toml", old, new))


@rule("4.0c")
@pytest.mark.parametrize(("side", "first"), [("poland", 1), ("russia", 1)])
def test_a_deck_with_a_gap_is_named(tmp_path, side, first):
    text = (SHIPPED / "cards.toml").read_text(encoding="utf8")
    head = f'side = "{side}"\nno = 7\n'
    assert text.count(head) == 1
    (tmp_path / "cards.toml").write_text(text.replace(head, head.replace("7", "8")), encoding="utf8")
    with pytest.raises(DataError, match=f"card {side}: the numbers 1 to 55 are wanted"):
        Model.load(tmp_path)


def test_a_pack_with_an_unknown_file_is_refused(tmp_path):
    shutil.copy(SHIPPED / "blocks.csv", tmp_path / "bloks.csv")
    with pytest.raises(DataError, match="is no data file of this game"):
        Model.load(tmp_path)


def test_names_of_blocks():
    assert M.full_name[unit("P-21M")] == "21st Mountain Division"
    assert M.full_name[unit("R-16K")] == "16th Cavalry Brigade"
    assert len(members(M.leaders)) == 6


# -- the checks themselves ----------------------------------------------------------------------------------------

NUMBERS = (
    "orders.allowed", "orders.recon_range", "orders.rail_range", "orders.rail_blocks", "supply.rail", "stacking.area",
    "stacking.link", "cards.drawn", "cards.hand", "cards.extra", "combat.flank", "combat.great_victory",
    "points.no_retreat", "points.no_supply", "points.great_victory", "points.leader_destroyed",
    "points.leader_captured", "building.brigade", "building.division", "leaders.range",
)  # fmt: skip
"""Numbers that the text of the rulebook states."""


@rule("7.2d", "7.11b", "7.2k", "7.2ag", "2.0d", "2.0e", "7.7b", "7.6b", "7.33a", "6.0a", "6.0b", "10.1b", "7.34c")
@rule("7.44a", "7.8a", "8.4a", "9.0f", "7.41.3c", "9.0a", "2.0c", "2.1")
def test_the_shipped_charts_and_blocks_are_those_of_the_rulebook():
    check(M, Data.read())


@rule("7.2d", "7.11b", "7.2k", "7.2ag", "7.7b", "7.6b", "7.33a", "6.0a", "6.0b", "10.1b", "7.34c", "7.44a", "7.8a")
@rule("8.4a", "9.0f")
@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("more", [1, -1])
def test_another_number_is_refused(name, more):
    table, _, field = name.partition(".")
    row = getattr(M.charts, table)
    changed = msgspec.structs.replace(row, **{field: getattr(row, field) + more})
    m = varied(charts=msgspec.structs.replace(M.charts, **{table: changed}))
    with pytest.raises(DataError, match="the rulebook says"):
        check(m, Data.read())


@rule("7.41.3c")
@pytest.mark.parametrize(("step", "more"), [(0, -1), (0, 1), (1, -1), (2, 1), (3, 1)])
def test_another_combat_chart_is_refused(step, more):
    losses = M.charts.combat.losses[:]
    losses[step] += more
    combat = msgspec.structs.replace(M.charts.combat, losses=losses)
    with pytest.raises(DataError, match="the rulebook says"):
        check(varied(charts=msgspec.structs.replace(M.charts, combat=combat)), Data.read())


@rule("7.41.3c")
@pytest.mark.parametrize("last", [-2, -1])
def test_a_combat_chart_that_does_not_rise_to_its_end_is_refused(last):
    losses = M.charts.combat.losses[:]
    losses[-1] = losses[last - 1]
    combat = msgspec.structs.replace(M.charts.combat, losses=losses)
    with pytest.raises(DataError, match="must rise"):
        check_combat(varied(charts=msgspec.structs.replace(M.charts, combat=combat)))


def varied(**changed: object) -> Model:
    m = copy.copy(M)
    vars(m).update(changed)
    return m


@rule("2.0c", "2.1")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
@pytest.mark.parametrize(
    ("colour", "brigade", "said"),
    [(0, True, "divisions and brigades"), (0, False, "divisions and brigades"), (1, True, "divisions and brigades"),
     (2, None, "allied infantry")],
)  # fmt: skip
def test_a_side_without_a_kind_of_block_is_refused(side, colour, brigade, said):
    """Infantry divisions and brigades, brigades of cavalry, and allies."""
    mine = [M.side[u] == side and M.colour[u] == colour and not M.leader[u] for u in M.units]
    check_blocks(varied())
    sizes = tuple(not brigade if own and brigade is not None else was for own, was in zip(mine, M.brigade, strict=True))
    colours = tuple(0 if own and brigade is None else was for own, was in zip(mine, M.colour, strict=True))
    with pytest.raises(DataError, match=f"{SIDES[side]}.*{said}"):
        check_blocks(varied(brigade=sizes, colour=colours))


@rule("2.0c", "2.1")
def test_divisions_of_cavalry_are_no_must_and_allies_are():
    check_blocks(varied(brigade=tuple(M.brigade[u] or M.colour[u] == 1 for u in M.units)))
    none = tuple(0 if colour == 2 else colour for colour in M.colour)
    with pytest.raises(DataError, match="allied infantry"):
        check_blocks(varied(brigade=tuple(M.brigade[u] or M.colour[u] == 1 for u in M.units), colour=none))


@rule("2.0c", "2.1", "9.0a")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"nation": "Russia"}, "from Russia"), ({"id": "R-14"}, "begins with P-"), ({"max": 5}, "3 or 4 points"),
        ({"max": 1}, "3 or 4 points"), ({"kind": "leader"}, "a leader 1"),
        ({"nation": "Ukraine", "kind": "cavalry"}, "allied"),
    ],
)  # fmt: skip
def test_a_block_that_cannot_be_is_refused(changed, said):
    row = BlockRow(
        id="P-14",
        side="poland",
        nation="Poland",
        kind="infantry",
        max=4,
        label="14",
        name="14th Infantry Division",
        source="a test",
    )
    _check_row(row)
    with pytest.raises(DataError, match=said):
        _check_row(msgspec.structs.replace(row, **changed))


def figure(table: str, **changed: int) -> dict[str, object]:
    row = msgspec.structs.replace(getattr(M.charts, table), **changed)
    return {"charts": msgspec.structs.replace(M.charts, **{table: row})}


@rule("2.0d", "2.0e", "7.2d", "7.7b", "9.0a", "2.0c", "2.1")
@pytest.mark.parametrize(
    "changed",
    [
        figure("movement", infantry=2), figure("movement", cavalry_march=4), figure("supply", infantry=4),
        figure("supply", cavalry=4), figure("orders", march_to=4), figure("orders", rail=2),
        {"colour": tuple(0 if c == 2 else c for c in M.colour)}, {"brigade": (False,) * len(M.brigade)},
        {"brigade": (True,) * len(M.brigade)}, {"kind": (0,) * len(M.kind)},
    ],
)  # fmt: skip
def test_other_tables_are_refused(changed):
    with pytest.raises(DataError):
        check(varied(**changed), Data.read())


@rule("2.0d", "2.0e", "7.2d", "7.7b")
def test_figures_of_the_charts_are_those_by_which_blocks_move_and_are_supplied():
    assert (M.move[:2], M.march[:2], M.supply[:2]) == ((1, 2), (2, 3), (3, 5))
    assert M.counters == (5, 5, 2, 5, 5, 2, 5, 2, 1)


@rule("3.3", "4.0b", "4.0d", "4.0e", "5.0c", "6.1a", "7.8b", "10.0a", "1.4b", "7.9b", "1.0d", "3.0a", "1.4c", "4.0g")
@rule("1.31b", "7.7b", "7.71e")
@pytest.mark.parametrize("scene", M.scenes, ids=lambda scene: scene.id)
def test_every_shipped_scenario_can_be_set_up(scene):
    check_scene(M, scene)


@rule("6.1a")
@pytest.mark.parametrize("far", [True, False])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("front", [0, 1])
def test_initiative_begins_on_its_track(front, side, far):
    found = next(each for each in M.scenes if each.id == "campaign")
    levels = list(found.initiative)
    levels[front] = side * (M.charts.initiative.track + far)
    scene = dataclasses.replace(found, initiative=tuple(levels))
    off = pytest.raises(DataError, match="scenario campaign initiative: is off the track")
    with off if far else nullcontext():
        check_scene(M, scene)


@rule("4.0b", "6.1a", "7.8b", "10.0a", "7.9b", "3.0a", "5.0c")
@pytest.mark.parametrize(
    ("scene", "changed", "said"),
    [
        ("zhlobin", {"last": 0}, "round track"), ("campaign", {"last": 7}, "round track"),
        ("zhlobin", {"initiative": (0, 0)}, "initiative"), ("zhlobin", {"initiative": (1, 1)}, "initiative"),
        ("zhlobin", {"initiative": (6, 0)}, "off the track"), ("zhlobin", {"lead": 0}, "7.8b"),
        ("zhlobin", {"lead": 26}, "7.8b"), ("zhlobin", {"lead": -26}, "7.8b"),
        ("zhlobin", {"players": (2, 4)}, "10.0a"), ("budyonny", {"reinforcements": False}, "7.9b"),
    ],
)  # fmt: skip
def test_a_scenario_that_cannot_be_played_is_refused(scene, changed, said):
    found = next(each for each in M.scenes if each.id == scene)
    with pytest.raises(DataError, match=said):
        check_scene(M, dataclasses.replace(found, **changed))


@rule("1.4c", "4.0g", "7.9b")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"round": 3}, r"Kamenets-Podolsk: round 3 phase 3 is not in the scenario \[4.0g\]"),
        ({"round": 0}, "round 0 phase 3 is not"), ({"phase": 6}, "round 1 phase 6 is not"), ({"phase": 0}, "phase 0"),
        ({"side": RUSSIA}, r"Soviets arrive at Eastern Links, Poles do not \[1.4c\]"),
        ({"area": M.area("Klintsy")}, "Poles do not"), ({"area": M.area("Torun")}, "Torun: is not in play"),
    ],
)  # fmt: skip
def test_arrivals_that_cannot_be_are_refused(changed, said):
    scene = next(each for each in M.scenes if each.id == "kiev")
    first, *others = scene.slots
    for round, phase in ((1, 1), (1, 5), (2, 5)):
        check_arrivals(M, with_slots(scene, dataclasses.replace(first, round=round, phase=phase), *others), "kiev")
    with pytest.raises(DataError, match=said):
        check_arrivals(M, with_slots(scene, dataclasses.replace(first, **changed), *others), "kiev")
    with pytest.raises(DataError, match="there are no reinforcements here"):
        check_arrivals(M, dataclasses.replace(scene, reinforcements=False), "kiev")


def with_slots(scene: Scene, *slots: Slot) -> Scene:
    return dataclasses.replace(scene, slots=slots)


@rule("1.0a", "1.1a", "1.1b", "1.1c", "1.2a", "1.2c", "1.31b", "1.3a", "1.3c", "1.4a", "10.2b", "7.2e", "7.31a")
@rule("7.34a", "7.34b", "7.42a", "8.5a", "8.5e")
def test_the_map_is_what_the_rulebook_states():
    found = list(statements())
    assert all(holds for _, _, holds in found), [words for _, words, holds in found if not holds]
    assert len(found) > 40
