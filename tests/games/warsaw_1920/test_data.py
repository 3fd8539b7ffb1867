"""The data of Warsaw 1920: everything that the rulebook states, and what the reconstruction promises."""

from heapq import heappop, heappush
from itertools import pairwise

import pytest

from vistula.board.hexes import Hex, HexSet, bits, collect, flood
from vistula.games.warsaw_1920.model import (
    ARTILLERY,
    CAVALRY,
    INFANTRY,
    LIT,
    NO_GROUP,
    NORTHERN,
    POL,
    POLAND,
    POLESIE,
    RUS,
    RUSSIA,
    SEATS,
    SOUTHERN,
    SOUTHWEST,
    UKR,
    WEST,
    Model,
    shipped,
)
from vistula.parts.stacking import Limit
from vistula.parts.traces import spread

rule = pytest.mark.rule


@pytest.fixture(scope="module")
def m() -> Model:
    return shipped()


def numbers(m: Model, hexes: HexSet) -> set[str]:
    return {m.grid.number(h) for h in bits(hexes)}


def names(m: Model, hexes: HexSet) -> set[str]:
    return {m.board.place[h].english for h in bits(hexes)}


# -- components


@rule("1.1a")
def test_a_turn_is_a_week_and_units_are_brigades_and_divisions(m: Model) -> None:
    starts = [int(text.split("–")[0]) for text in m.dates[1:]]
    assert starts == [4, 11, 18, 25, 1, 8, 15, 22]
    assert m.dates[1].endswith("July 1920")
    assert m.dates[8] == "22–28 August 1920"
    assert set(m.size) == {"XX", "X"}
    # About 30 km a hex: Lvov lies 340 km from Warsaw, Brest 180.
    assert m.grid.distance(m.warsaw, m.hex("Lvov")) * 30 == pytest.approx(340, abs=30)
    assert m.grid.distance(m.warsaw, m.hex("Brest")) * 30 == pytest.approx(180, abs=30)


@rule("2.0a")
def test_one_die_of_six_and_a_row_for_every_modified_roll(m: Model) -> None:
    assert m.die.sides == 6
    assert m.die.artillery == m.die.shock == 1
    assert len(m.crt) - 1 == 7  # artillery and shock belong to different sides, so nothing above 7 comes up
    assert m.crt[0] == ()


@rule("2.1a")
def test_every_hex_has_its_own_number(m: Model) -> None:
    printed = [m.grid.number(h) for h in bits(m.grid.valid)]
    assert len(set(printed)) == len(printed) == 31 * 35
    assert all(m.grid.number(m.grid.index(n)) == n for n in printed)


@rule("2.1b")
def test_every_hex_has_one_terrain_and_rivers_lie_between_hexes(m: Model) -> None:
    assert {m.terrain[h] for h in bits(m.land)} == {"clear", "swamp", "forest", "mountain"}
    assert sum(r.bit_count() for r in m.river) == 2 * 783
    for h, across in enumerate(m.river):
        assert across & ~m.grid.around[h] == 0
        assert all(m.river[n] >> h & 1 for n in bits(across))


@rule("2.2.2a")
def test_sides_and_colours(m: Model) -> None:
    assert SEATS == ("poland", "russia")
    assert [*m.polish, *m.russian] == list(m.units)
    assert (len(m.polish), len(m.russian)) == (42, 43)
    assert {m.nation[u] for u in m.polish} == {POL, UKR, LIT}
    assert {m.nation[u] for u in m.russian} == {RUS}
    assert {m.key[u] for u in m.units if m.nation[u] == UKR} == {"P-1U", "P-3U", "P-6U"}
    assert {m.key[u] for u in m.units if m.nation[u] == LIT} == {"P-1LB", "P-2LB"}
    assert all(m.side[u] == (POLAND if u in m.polish else RUSSIA) for u in m.units)


@rule("2.2.2b")
def test_groups_and_fronts(m: Model) -> None:
    assert {m.group[u] for u in m.polish} == {NORTHERN, POLESIE, SOUTHERN, NO_GROUP}
    assert all((m.group[u] == NO_GROUP) == (m.entry[u] > 0) for u in m.polish)
    assert {m.front[u] for u in m.russian} == {WEST, SOUTHWEST}
    assert {m.front[u] for u in m.polish} == {m.group[u] for u in m.russian} == {-1}


@rule("2.2.3a")
def test_types(m: Model) -> None:
    assert {m.kind[u] for u in m.polish} == {INFANTRY, CAVALRY}
    assert {m.kind[u] for u in m.russian} == {INFANTRY, CAVALRY, ARTILLERY}
    assert [m.key[u] for u in bits(m.artillery)] == ["R-1art", "R-2art", "R-3art"]
    assert all(m.kind[u] == CAVALRY for u in bits(m.cavalry))
    assert m.cavalry.bit_count() == sum(kind == CAVALRY for kind in m.kind)
    assert all(m.front[u] == WEST for u in bits(m.artillery))


@rule("2.2.5a")
def test_elites(m: Model) -> None:
    elite = {m.key[u] for u in m.units if m.elite[u]}
    legion = {"P-PL1", "P-PL2", "P-PL3", "P-PL2cav"}
    horse = {f"R-{n}cav" for n in (4, 6, 8, 10, 11, 14, 15)}
    assert elite == legion | horse | {"R-1art", "R-2art", "R-3art"}
    assert {m.key[u] for u in m.units if m.shock[u]} == legion
    assert m.points.elite == 1


@rule("2.2.6a")
def test_one_combat_factor(m: Model) -> None:
    def total(units: list[int]) -> int:
        return sum(m.cf[u] for u in units if m.kind[u] != ARTILLERY)

    starting = [u for u in m.units if not m.entry[u]]
    by_group = [total([u for u in starting if m.group[u] == g]) for g in (NORTHERN, POLESIE, SOUTHERN)]
    assert by_group == [43, 19, 56]
    assert [total([u for u in starting if m.front[u] == f]) for f in (WEST, SOUTHWEST)] == [76, 58]
    assert total([u for u in m.polish if m.entry[u]]) == 27
    assert total([u for u in m.russian if m.entry[u]]) == 3
    assert m.cf[m.unit_by_key["P-PL2cav"]] == 5
    assert m.cf[m.unit_by_key["P-3U"]] == 2
    assert min(m.cf) == 1


@rule("2.2.7a")
def test_movement_allowances(m: Model) -> None:
    assert all(m.ma[u] == (6 if m.kind[u] == CAVALRY else 4) for u in m.units)


@rule("2.2.9a")
def test_entry_turns(m: Model) -> None:
    due: dict[int, set[str]] = {}
    for u in m.units:
        assert (m.entry[u] == 0) == (m.quick[u] >= 0)
        if m.entry[u]:
            due.setdefault(m.entry[u], set()).add(m.key[u])
    assert due == {
        2: {"P-1R", "P-2R"},
        3: {"P-3R", "P-1K", "R-48"},
        4: {"P-2K", "P-8cav"},
        5: {"P-Sib", "P-9cav"},
        6: {"P-21", "P-3K"},
    }


# -- set-up


@rule("3.1a")
def test_the_front_line_parts_the_map(m: Model) -> None:
    west = (
        "3123 3023 2924 2824 2724 2624 2524 2425 2326 2225 2126 2027 1926 1825 1726 1625 1523 1422 1322 1222 1122 1022"
    )
    west += " 0921 0821 0721 0623 0522 0422 0322 0222 0122"
    last = {number[:2]: int(number[2:]) for number in west.split()}
    for h in bits(m.land):
        assert bool(m.polish_start >> h & 1) == (m.grid.position(h) <= last[m.grid.number(h)[:2]])
    for place in m.board.places:
        if place.owner:
            assert (place.owner == "poland") == bool(m.polish_start >> place.hex & 1)


FRONT = """
3123~3124 3023~3124 3023|3024 2924|3024 2924|2925 2824|2925 2824~2825 2824~2725 2724~2725 2624~2725 2624~2625 2624~2525
2524~2525 2424~2525 2425~2525 2425~2526 2425~2426 2326~2426 2326~2327 2326~2226 2225~2226 2126~2226 2126~2127 2026~2127
2027~2127 2027~2128 2027~2028 2027~1928 2027|1927 2026|1927 1926|1927 1926|1826 1825~1826 1726~1826 1726~1727 1726~1626
1625|1626 1625|1526 1625~1525 1624~1525 1624~1524 1623~1524 1523|1524 1523|1423 1422|1423 1422|1323 1322|1323 1222|1323
1222|1223 1222|1123 1122~1123 1022~1123 1022~1023 1022|0923 1022|0922 1021|0922 0921~0922 0821~0922 0821~0822 0821~0722
0721~0722 0621|0722 0622|0722 0622|0723 0623|0723 0623|0724 0623~0624 0623~0524 0623~0523 0622~0523 0522|0523 0422|0523
0422~0423 0422~0323 0322|0323 0222|0323 0222|0223 0222|0123 0122|0123
"""


def test_the_front_line_is_one_chain_with_its_rivers(m: Model) -> None:
    found = [
        f"{m.grid.number(a)}{'~' if m.river[a] >> b & 1 else '|'}{m.grid.number(b)}" for a, b in reversed(m.front_sides)
    ]
    assert found == FRONT.split()
    assert len(found) == 79
    assert sum("~" in side for side in found) == 46


@rule("3.1f", "3.2a", "3.2b")
def test_group_areas_run_to_the_western_edge(m: Model) -> None:
    for group, lines in ((NORTHERN, range(21, 32)), (POLESIE, range(12, 21)), (SOUTHERN, range(1, 12))):
        own = [h for h in bits(m.polish_start & m.enterable[POLAND]) if m.grid.line(h) in lines]
        assert m.area[group] == collect(own)
    assert {m.grid.position(h) for h in bits(m.area[POLESIE])} >= {1, 2, 3}
    for front, lines in ((WEST, range(14, 32)), (SOUTHWEST, range(1, 14))):
        assert m.front_area[front] == collect(h for h in bits(m.land & ~m.polish_start) if m.grid.line(h) in lines)


FRONTLINE = (
    "3123 3023 2924 2824 2724 2624 2524 2425 2424 2326 2225 2126",
    "2027 2026 1926 1825 1726 1625 1624 1623 1523 1422 1322 1222",
    "1122 1022 1021 0921 0821 0721 0623 0622 0621 0522 0422 0322 0222 0122",
)


def test_frontline_hexes_by_group(m: Model) -> None:
    for hexes, stated in zip(m.frontline, FRONTLINE, strict=True):
        assert numbers(m, hexes) == set(stated.split())


def test_cities_for_surplus_units(m: Model) -> None:
    """Behind the Southern line there is no other city than Lvov, as the example in 3.1 says."""
    cities = m.city | m.major
    assert names(m, m.area[SOUTHERN] & cities & ~m.frontline[SOUTHERN]) == {"Lvov"}
    assert names(m, m.area[NORTHERN] & cities) == {"Minsk", "Vilna", "Grodno", "Bydgoszcz"}
    polesie = "Warsaw Brest Radom Lublin Siedlce Bialystok Baranovichi Pinsk Kovel Bobruisk Lodz Torun Kalisz Piotrkow"
    assert names(m, m.area[POLESIE] & cities) == set(polesie.split())


def test_supply_at_the_start(m: Model) -> None:
    assert [(track.start, track.maximum) for track in m.supply] == [(12, 12), (8, 8)]


# -- places and sources


def test_city_points_at_the_start(m: Model) -> None:
    def points(side: int) -> int:
        held = m.polish_start if side == POLAND else m.land & ~m.polish_start
        warsaw = m.points.warsaw_polish - m.points.major if held >> m.warsaw & 1 else 0
        return (held & m.city).bit_count() * m.points.city + (held & m.major).bit_count() * m.points.major + warsaw

    assert (m.points.city, m.points.major, m.points.warsaw_polish, m.points.warsaw_russian) == (1, 2, 4, 2)
    assert (points(POLAND), points(RUSSIA)) == (26, 7)
    assert not m.major & m.city
    assert not m.town & (m.city | m.major)
    assert (m.major.bit_count(), m.city.bit_count(), m.town.bit_count()) == (6, 19, 56)


@rule("4.1.2a")
def test_supply_sources(m: Model) -> None:
    assert numbers(m, m.sources[POLAND]) == {"1709", "1501", "1901"}
    assert names(m, m.sources[RUSSIA]) == {"Smolensk", "Kiev"}
    assert m.sources[POLAND] >> m.warsaw & 1
    assert (m.sources[POLAND] | m.sources[RUSSIA]) & ~m.rail_hexes == 0


def test_places_by_number_and_by_name(m: Model) -> None:
    assert m.hex("Lwów") == m.hex("lvov") == m.hex(" LWÓW ") == m.hex("0615") == m.grid.index("0615")
    assert m.hex_name(m.hex("Lvov")) == "Lwów (0615)"
    assert m.hex_name(m.hex("0616")) == "0616"
    assert (m.place[m.warsaw], m.hex("Warsaw")) == ("Warszawa", m.warsaw)
    with pytest.raises(ValueError, match="there is no place 'Atlantis' on the map"):
        m.hex("Atlantis")
    with pytest.raises(ValueError, match="there is no hex 3299"):
        m.hex("3299")


def test_lands(m: Model) -> None:
    assert numbers(m, m.danzig) == {"2504", "2604", "2605"}
    assert (m.east_prussia.bit_count(), m.lithuania.bit_count()) == (56, 42)
    assert m.land & m.danzig == 0
    assert m.east_prussia & ~m.land == m.lithuania & ~m.land == 0
    assert m.enterable[POLAND] == m.land & ~m.east_prussia
    assert m.enterable[RUSSIA] == m.land
    assert m.lithuania & ~m.enterable[POLAND] == 0
    assert not m.east_prussia & ~m.polish_start  # so no Russian can set up there
    assert {m.terrain[h] for h in bits(m.grid.valid & ~m.board.play)} == {"sea", "abroad"}
    assert flood(m.grid, 1 << m.warsaw, m.land) == m.land


# -- movement


def entering(m: Model, terrain: str, built: HexSet = 0) -> set[int]:
    cities = m.city | m.major
    return {m.hex_cost[h] for h in bits(m.land & ~cities | built) if m.terrain[h] == terrain}


@rule("10.3.1a")
def test_clear_costs_one(m: Model) -> None:
    assert entering(m, "clear") == {1}


@rule("10.3.1b")
def test_swamp_and_forest_cost_two(m: Model) -> None:
    assert entering(m, "swamp") == entering(m, "forest") == {2}


@rule("10.3.1c")
def test_mountains_cost_three(m: Model) -> None:
    assert entering(m, "mountain") == {3}


@rule("10.3.1d")
def test_cities_cost_one_whatever_the_ground(m: Model) -> None:
    assert {m.hex_cost[h] for h in bits(m.city | m.major)} == {1}


@rule("10.3.1e")
def test_towns_do_not_alter_the_cost(m: Model) -> None:
    ground = {"clear": 1, "swamp": 2, "forest": 2, "mountain": 3}
    assert all(m.hex_cost[h] == ground[m.terrain[h]] for h in bits(m.town))
    assert len({m.hex_cost[h] for h in bits(m.town)}) > 1


@rule("10.3.2a")
def test_rivers_and_trenches_cost_one_more_both_ways(m: Model) -> None:
    for a in bits(m.land):
        for b in m.next[a]:
            if b not in m.rail[a] and not (m.east_prussia >> a | m.east_prussia >> b) & 1:
                extra = (m.river[a] >> b & 1) + (m.trench[a] >> b & 1)
                assert m.cost[a][b] == m.hex_cost[b] + extra
    assert all(m.trench[b] >> a & 1 for a in bits(m.land) for b in bits(m.trench[a]))


@rule("10.3.3a")
def test_a_step_along_the_railway_costs_one(m: Model) -> None:
    assert {m.cost[a][b] for a in bits(m.land) for b in m.rail[a]} == {1}
    over_rivers = [(a, b) for a in bits(m.land) for b in m.rail[a] if m.river[a] >> b & 1]
    over_trenches = [(a, b) for a in bits(m.land) for b in m.rail[a] if m.trench[a] >> b & 1]
    assert over_rivers
    assert over_trenches


def walk(m: Model, path: str) -> list[int]:
    hexes = [m.hex(n) for n in path.split()]
    return [m.cost[a][b] for a, b in pairwise(hexes)]


def side(m: Model, kind: tuple[HexSet, ...] | tuple[tuple[Hex, ...], ...], a: str, b: str) -> bool:
    found = kind[m.hex(a)]
    return bool(found >> m.hex(b) & 1) if isinstance(found, int) else m.hex(b) in found


def test_the_example_of_movement_has_its_hexes(m: Model) -> None:
    # A: clear, over the Wilia by rail, clear, over the trench by rail.
    assert walk(m, "2724 2723 2622 2621 2620") == [1, 1, 1, 1]
    assert side(m, m.rail, "2723", "2622")
    assert side(m, m.river, "2723", "2622")
    assert side(m, m.rail, "2621", "2620")
    assert side(m, m.trench, "2621", "2620")
    # B: a swamp over the Prypeć, then along the railway.
    assert walk(m, "1522 1622 1621") == walk(m, "1522 1622 1623") == [3, 1]
    # C: 1925, 1924 and on to 1823.
    assert m.terrain[m.hex("1925")] == "clear"
    assert walk(m, "1825 1925 1924 1823") == [1, 2, 1]
    # D and E are out of supply: cavalry with 3 MP, infantry with 2.
    assert walk(m, "1119 1118 1217") == [2, 1]
    assert walk(m, "1322 1321") == [3]
    assert m.board.river[m.hex("1322"), m.hex("1321")] == "Horyń"


# -- combat


@rule("11.6.2a", "11.6.2e")
def test_terrain_multiplies_the_defender(m: Model) -> None:
    for h in bits(m.land):
        ground = 2 if m.terrain[h] in ("forest", "mountain") else 1
        built = 3 if m.major >> h & 1 else 2 if m.city >> h & 1 else 1
        assert m.defence[h] == max(ground, built)
    assert m.defence[m.warsaw] == 3
    assert {m.defence[h] for h in bits(m.town) if m.terrain[h] == "clear"} == {1}
    assert {m.defence[h] for h in bits(m.land & ~m.city & ~m.major) if m.terrain[h] == "swamp"} == {1}


def test_rivers_double_the_defender(m: Model) -> None:
    assert m.hexside.river_defence == 2


def test_trenches_halve_attacks_from_their_front(m: Model) -> None:
    assert m.hexside.trench_attack == 2
    assert sum(t.bit_count() for t in m.trench_front) == 38
    for h in bits(m.land):
        assert m.trench_front[h] & ~m.trench[h] == 0
        for face in bits(m.trench_front[h]):
            assert not m.trench_front[face] >> h & 1
    assert numbers(m, m.trench_front[m.hex("Pinsk")]) == {"1521", "1621", "1721"}
    assert numbers(m, m.trench_front[m.hex("Baranovichi")]) == {"1921", "2021", "2121"}
    assert numbers(m, m.trench_front[m.hex("Kovel")]) == {"1218"}


def test_the_example_of_combat_has_its_hexes(m: Model) -> None:
    for attacker in ("0617", "0518"):
        assert side(m, m.river, attacker, "0517")
    assert side(m, m.river, "0518", "0417")
    assert not side(m, m.river, "0317", "0417")
    assert side(m, m.around, "0317", "0417")
    assert side(m, m.around, "0416", "0417")
    assert m.terrain[m.hex("0417")] == "clear"
    assert numbers(m, m.river[m.hex("0417")]) == {"0518", "0418", "0318"}


CRT = """
AE AE AL AR C EX DR2 DR3
AE AL AR C EX DR2 DR3 DR3
AL AR C EX DR2 DR3 DR3 DR4
AR C EX DR2 DR3 DR3 DR4 DE
C EX DR2 DR3 DR3 DR4 DE DE
EX DR2 DR3 DR3 DR4 DE DE DE
DR2 DR3 DR3 DR4 DE DE DE DE
"""


def test_combat_results_table(m: Model) -> None:
    assert m.columns == ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
    assert [" ".join(row) for row in m.crt[1:]] == CRT.split("\n")[1:-1]
    assert m.crt[4][m.columns.index("1:1")] == "EX"
    assert m.crt[5][m.columns.index("4:1")] == "DR4"
    assert m.crt_worse == "AE"
    by_result = {"AE": 1, "AL": 2, "AR": 3, "C": 4, "EX": 5, "DR2": 6, "DR3": 7, "DR4": 9, "DE": 10}
    for die in range(1, 7):
        for column in range(7):
            here = by_result[m.crt[die][column]]
            assert here <= by_result[m.crt[die + 1][column]]  # a better roll and better odds never hurt
            assert here <= by_result[m.crt[die][column + 1]]


def test_stacking_limits(m: Model) -> None:
    poles, reds = ({row.rule: row.most for row in rows if isinstance(row, Limit)} for rows in m.stacking)
    assert (poles, reds) == ({"6.0a": 2}, {"6.2a": 1, "6.0b": 3})


# -- tracks


def test_turn_track(m: Model) -> None:
    assert m.turns == 8
    assert m.polish_ops == (0, 0, 1, 2, 2, 2, 3, 3, 3)
    assert (m.operations.russian, m.operations.reorganized) == (3, 2)
    assert (m.counterattack.chosen, m.counterattack.turns, m.counterattack.revealed) == (3, (5, 6), 5)
    assert m.counterattack.cost == 4
    assert (m.resupply.small, m.resupply.points_a_vp, m.resupply.liberated, m.points.surrendered_a_vp) == (5, 2, 1, 2)


def test_scenarios(m: Model) -> None:
    assert [(s.id, s.title, s.turns) for s in m.scenarios] == [
        ("quick", "Quick set-up", 8),
        ("free", "Free deployment", 8),
    ]


# -- railways


def test_radom_and_brest_have_the_links_of_the_example(m: Model) -> None:
    assert {m.grid.number(h) for h in m.rail[m.hex("Radom")]} == {"1208", "1310"}
    assert {m.grid.number(h) for h in m.rail[m.hex("Brest")]} == {"1613", "1714", "1615", "1515"}


def test_railways_are_mutual_and_avoid_danzig_and_east_prussia(m: Model) -> None:
    for h in range(m.grid.size):
        assert collect(m.rail[h]) == m.rail_around[h]
        assert all(h in m.rail[n] for n in m.rail[h])
    assert m.rail_hexes & (m.danzig | m.east_prussia) == 0
    assert m.rail_hexes & ~m.land == 0


def zone(m: Model, side: int) -> HexSet:
    """Zone of control of a side at the quick set-up."""
    held = collect(m.quick[u] for u in m.units if m.side[u] == side and m.quick[u] >= 0 and m.kind[u] != ARTILLERY)
    return m.grid.dilate(held)


def occupied(m: Model, side: int) -> HexSet:
    return collect(m.quick[u] for u in m.units if m.side[u] == side and m.quick[u] >= 0)


def unblocked(m: Model, side: int) -> HexSet:
    return m.land & ~occupied(m, 1 - side) & (~zone(m, 1 - side) | occupied(m, side))


@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_every_town_is_linked_through_own_ground(m: Model, side: int) -> None:
    own = m.polish_start if side == POLAND else m.land & ~m.polish_start
    towns = (m.major | m.city | m.town) & own
    for source in bits(m.sources[side]):
        assert towns & ~spread(m.rail_around, 1 << source, own) == 0
    # Also with the enemy's zones at the quick set-up; a place on the line itself needs its garrison for that.
    open_ground = own & unblocked(m, side)
    linked = spread(m.rail_around, m.sources[side], open_ground)
    assert towns & open_ground & ~linked == 0
    assert (m.city | m.major) & own & ~linked == 0


# -- quick set-up


def test_quick_setup_stands_by_the_rules_of_deployment(m: Model) -> None:
    assert sum(h >= 0 for h in m.quick) == 74
    assert sum(m.quick[u] >= 0 for u in m.polish) == 32
    assert not occupied(m, POLAND) & occupied(m, RUSSIA)
    for group in (NORTHERN, POLESIE, SOUTHERN):
        own = collect(m.quick[u] for u in m.polish if m.group[u] == group)
        assert m.frontline[group] & ~own & ~m.grid.dilate(own) == 0
        legal = m.frontline[group] | m.grid.dilate(m.frontline[group]) | m.city | m.major
        assert own & ~(legal & m.area[group]) == 0
    for front in (WEST, SOUTHWEST):
        assert (
            collect(m.quick[u] for u in m.russian if m.front[u] == front and m.quick[u] >= 0) & ~m.front_area[front]
            == 0
        )


@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_nobody_is_isolated_at_the_quick_setup(m: Model, side: int) -> None:
    own = m.polish_start if side == POLAND else m.land & ~m.polish_start
    passable = unblocked(m, side) & m.enterable[side]
    goals = (m.major | m.city | m.sources[side]) & own & passable
    assert occupied(m, side) & ~flood(m.grid, goals, passable) == 0


# -- how far it is


def phases(m: Model, start: str, goal: str, allowance: int) -> int:
    """Movement phases of a unit alone on the map."""
    aim, best = m.hex(goal), {m.hex(start): (1, 0)}
    queue = [((1, 0), m.hex(start))]
    while queue:
        (phase, spent), here = heappop(queue)
        if here == aim:
            return phase
        for n, cost in m.cost[here].items():
            if m.east_prussia >> n & 1:
                continue
            then = (phase, spent + cost) if spent + cost <= allowance else (phase + 1, min(cost, allowance))
            if then < best.get(n, (999, 0)):
                best[n] = then
                heappush(queue, (then, n))
    raise AssertionError("no way")


@pytest.mark.parametrize(
    ("start", "goal", "hexes", "four", "six", "two"),
    [
        ("2925", "Warsaw", 22, 6, 4, 11),
        ("Borisov", "Warsaw", 20, 5, 4, 10),
        ("Drissa", "Warsaw", 22, 6, 4, 12),
        ("Mozyr", "Warsaw", 19, 5, 4, 10),
    ],
)
def test_distances_to_warsaw(m: Model, start: str, goal: str, hexes: int, four: int, six: int, two: int) -> None:
    assert m.grid.distance(m.hex(start), m.hex(goal)) == hexes
    assert [phases(m, start, goal, allowance) for allowance in (4, 6, 2)] == [four, six, two]


@pytest.mark.parametrize(
    ("start", "goal", "four"),
    [("Lublin", "Brest", 2), ("Deblin", "Siedlce", 1), ("0922", "Lvov", 3), ("0922", "Lublin", 3)],
)
def test_other_distances(m: Model, start: str, goal: str, four: int) -> None:
    assert phases(m, start, goal, 4) == four
