"""The map of 1920: Nest of Eagles as tables: what the rulebook states, its examples, counts of the reconstruction."""

from collections import deque
from itertools import pairwise

import pytest

from vistula.board.hexes import Hex, HexSet, bits, collect, flood
from vistula.games.nest_of_eagles.board import STYLE
from vistula.games.nest_of_eagles.model import BELARUS, POLAND, POLISH, SOUTHWEST, SOVIET, UKRAINE, WEST, Model, shipped
from vistula.parts.sides import Sides, holds, pairs_of, some, turned

rule = pytest.mark.rule


@pytest.fixture(scope="module")
def m() -> Model:
    return shipped()


def numbers(m: Model, hexes: HexSet) -> str:
    return " ".join(m.grid.number(h) for h in bits(hexes))


def named(m: Model, text: str) -> HexSet:
    return collect(m.hex(name) for name in text.split(", "))


def count(sides: Sides) -> int:
    return sum(hexes.bit_count() for hexes in sides)


# -- hexes


@rule("2.0a")
def test_a_hex_is_30_km(m: Model) -> None:
    assert STYLE.kilometres == 30
    for name, kilometres in (("Lwów", 340), ("Brześć", 180), ("Kijów", 690), ("Wilno", 390), ("Smoleńsk", 820)):
        assert m.grid.distance(m.warszawa, m.hex(name)) * 30 == pytest.approx(kilometres, rel=0.2)


@rule("2.1a", "2.1c")
def test_terrain(m: Model) -> None:
    ground = {h: m.board.terrain[h] for h in bits(m.land)}
    assert set(ground.values()) == {"clear", "forest", "swamp", "mountain"}
    assert m.difficult == collect(h for h, kind in ground.items() if kind != "clear")
    assert [list(ground.values()).count(kind) for kind in ("forest", "swamp", "mountain")] == [88, 65, 27]


@rule("2.1b")
def test_a_hex_has_at_most_one_urban_feature(m: Model) -> None:
    assert [kind.bit_count() for kind in (m.towns, m.fortresses, m.cities)] == [147, 9, 38]
    assert m.urban.bit_count() == 194
    assert not m.urban & ~m.land
    assert m.urban & m.difficult  # whatever the ground
    for name in ("Lwów", "Białystok", "Lublin", "Stanisławów", "Borysław"):
        assert m.cities >> m.hex(name) & 1
    for name in ("Grodno", "Łomża"):
        assert m.fortresses >> m.hex(name) & 1


def test_strategic_numbers(m: Model) -> None:
    carrying = [h for h in range(m.grid.size) if m.value[h]]
    assert (len(carrying), sum(m.value)) == (54, 123)
    assert not collect(carrying) & ~m.urban
    assert [m.value[h] for h in (m.warszawa, m.lwow, m.kijow, m.krakow, m.smolensk)] == [12, 6, 6, 6, 5]


@rule("2.4a")
def test_every_hex_is_in_one_theater(m: Model) -> None:
    assert [zone.bit_count() for zone in m.theater] == [226, 345, 304]
    assert sum(m.theater) == m.land
    assert m.land.bit_count() == 875
    for h in range(m.grid.size):
        assert [zone >> h & 1 for zone in m.theater].count(1) == m.land >> h & 1
        assert m.theater_of[h] == next((t for t in range(3) if m.theater[t] >> h & 1), -1)
    homes = {
        "Warszawa": POLISH,
        "Lwów": POLISH,
        "Brześć": POLISH,
        "Grodno": BELARUS,
        "Gomel": BELARUS,
        "Kowel": UKRAINE,
    }
    assert {name: m.theater_of[m.hex(name)] for name in homes} == homes


def test_the_border_of_theaters(m: Model) -> None:
    across = {h for h in bits(m.land) if any(m.theater_of[n] != m.theater_of[h] for n in m.next[h])}
    assert m.theater_border == collect(across)
    sides = [(a, b) for a in bits(m.land) for b in m.next[a] if m.theater_of[a] < m.theater_of[b]]
    kinds = [(m.theater_of[a], m.theater_of[b]) for a, b in sides]
    assert [kinds.count(pair) for pair in ((POLISH, BELARUS), (POLISH, UKRAINE), (BELARUS, UKRAINE))] == [21, 25, 47]


def test_the_map_is_one_piece_and_next_is_around(m: Model) -> None:
    assert flood(m.grid, 1 << m.warszawa, m.land) == m.land
    for h in range(m.grid.size):
        assert collect(m.next[h]) == m.around[h]
        assert m.around[h] == (m.grid.around[h] & m.land if m.land >> h & 1 else 0)


# -- hexsides


@rule("2.2a", "2.2b", "7.1n")
def test_rivers_bridges_and_lines(m: Model) -> None:
    found = [count(sides) / 2 for sides in (m.large, m.small, m.bridged, m.demarcation, m.aspirations)]
    assert found == [262, 475, 44, 15, 34]
    for sides in (m.large, m.light, m.small, m.bridged, m.demarcation, m.aspirations, m.wisla, m.dzwina, m.rails):
        assert turned(m.grid, sides) == sides  # the same from both hexes
        assert not some(sides) & ~m.land
    large, small = (pairs_of(m.grid, sides) for sides in (m.large, m.small))
    assert not large & small
    assert pairs_of(m.grid, m.bridged) < large  # small rivers have none
    light = {m.board.river[side] for side in pairs_of(m.grid, m.light)}
    assert light == {"Dniepr", "Prypeć"}
    named = {m.board.river[side] for side in large}
    assert named >= {"Wisła", "Niemen", "Dźwina", *light}
    assert {m.board.river[side] for side in pairs_of(m.grid, m.wisla)} == {"Wisła"}
    assert {m.board.river[side] for side in pairs_of(m.grid, m.dzwina)} == {"Dźwina"}


def test_fortifications_count_from_their_face(m: Model) -> None:
    assert count(m.fortified) == 43
    face, behind = m.hex("0713"), m.hex("0712")  # the Warsaw bridgehead faces southeast
    assert holds(m.grid, m.fortified, face, behind)
    assert not holds(m.grid, m.fortified, behind, face)


def test_the_corner_of_fortifications_in_the_example(m: Model) -> None:
    """Example of 7.1: lines face a hex on its northern and on a western side."""
    hex = m.hex("2011")
    assert holds(m.grid, m.fortified, hex, m.hex("2010"))
    assert holds(m.grid, m.fortified, hex, m.hex("1911"))


def test_grodno_and_the_niemen_in_the_example(m: Model) -> None:
    """Example of 4.2: a unit has the Niemen on two sides, and it runs along Grodno, which is on the unit's bank."""
    here = m.hex("1509")
    assert [m.grid.number(n) for n in m.next[here] if holds(m.grid, m.large, here, n)] == ["1409", "1510"]
    assert holds(m.grid, m.large, m.hex("1409"), m.grodno)
    assert not holds(m.grid, m.large, here, m.grodno)


# -- railways


def test_railways(m: Model) -> None:
    assert count(m.rails) / 2 == 467
    assert pairs_of(m.grid, m.rails) == {(a, b) for a in bits(m.land) for b in bits(m.rail_next[a])}
    stations = some(m.rails)
    reached = 1 << m.warszawa
    while (more := reached | collect(n for h in bits(reached) for n in bits(m.rail_next[h]))) != reached:
        reached = more
    assert reached == stations
    crossing = pairs_of(m.grid, m.rails) & pairs_of(m.grid, m.large)
    assert crossing <= pairs_of(m.grid, m.bridged)
    roads = pairs_of(m.grid, m.bridged) - crossing
    assert {m.grid.number(a) for a, _ in roads} == {"0211", "0311", "0412", "0512", "0619", "0719"}


def test_the_black_and_red_line(m: Model) -> None:
    line = named(m, "Mińsk, Osipowicze, Bobrujsk, Żłobin, Kalenkowicze, Mozyrz, Owrucz, Korosteń")
    assert some(m.black_red) & m.urban == line
    assert (count(m.black_red) / 2, some(m.black_red).bit_count()) == (18, 19)
    assert pairs_of(m.grid, m.black_red) < pairs_of(m.grid, m.rails)


def test_the_ways_of_the_example_of_rail_costs(m: Model) -> None:
    """Example of 9.3, from Baranowicze: hexes in each Theater on the way."""
    assert through(m, "Baranowicze, Wołkowysk, Czeremcha")[POLISH] == 3
    assert through(m, "Baranowicze, Brześć, Lublin") == [7, 7, 0]
    assert through(m, "Baranowicze, Łuniniec, Sarny, Kowel, Lublin") == [4, 6, 9]


def through(m: Model, stops: str) -> list[int]:
    places = [m.hex(name) for name in stops.split(", ")]
    way = {h for a, b in pairwise(places) for h in shortest(m, a, b)}
    return [(collect(way) & zone).bit_count() for zone in m.theater]


def shortest(m: Model, start: Hex, goal: Hex) -> list[Hex]:
    before, queue = {start: start}, deque([start])
    while goal not in before:
        here = queue.popleft()
        for there in bits(m.rail_next[here]):
            if there not in before:
                before[there] = here
                queue.append(there)
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way


# -- edges and bands


def test_supply_sources_and_edges(m: Model) -> None:
    assert m.sources[POLAND] == named(m, "Warszawa, Kraków, Grudziądz")
    assert m.sources[SOVIET] == m.north | m.east | m.south
    assert m.east == collect(h for h in bits(m.land) if m.grid.line(h) == 37)
    assert numbers(m, m.north) == "2501 2601 2701 2801 2901 3001 3101 3201 3301 3401 3501 3601 3701"
    assert m.south == collect(h for h in bits(m.land) if m.grid.position(h) == 28 and m.grid.line(h) >= 23)
    assert m.south >> m.mohylow & m.south >> m.hex("Jelizawetgrad") & 1
    assert numbers(m, m.rail_exits[POLAND]) == "0107 0109 0114 0117 0119 0120"
    assert numbers(m, m.rail_exits[SOVIET]) == "2328 2628 2901 3001 3704 3708 3712 3718 3723 3728"
    assert not (m.rail_exits[POLAND] | m.rail_exits[SOVIET]) & ~some(m.rails)


def test_entry(m: Model) -> None:
    assert [hexes.bit_count() for hexes in m.entry] == [15, 13]
    assert m.entry[WEST] | m.entry[SOUTHWEST] == m.east
    assert m.entry_towns[WEST] == named(m, "Jarczewo, Rosławl, Klincy")
    assert m.entry_towns[SOUTHWEST] == named(m, "Bachmacz, Łubny, Jelizawetgrad")
    assert numbers(m, m.stars) == "3427 3428 3527 3528 3627 3628"
    assert {m.grid.line(h) for h in bits(m.near_east)} == {36, 37}
    assert m.near_east.bit_count() == 56
    assert m.grid.number(m.romania_rail) == "1627"


def test_lithuania(m: Model) -> None:
    assert numbers(m, m.lithuania) == "1403 1404 1405 1406 1503 1504 1505 1506 1603 1604 1605 1703 1704"
    assert m.lithuania >> m.kowno & 1
    assert m.aspired >> m.wilno & 1
    assert not m.aspired & m.lithuania
    border = {(a, b) for a, b in pairs_of(m.grid, m.demarcation) if m.lithuania >> a & 1}
    assert border == {(a, b) for a in bits(m.lithuania) for b in m.next[a] if not m.lithuania >> b & 1}
    inside = m.aspired | m.lithuania
    line = {(a, b) for a, b in pairs_of(m.grid, m.aspirations) if inside >> a & 1}
    assert line == {(a, b) for a in bits(inside) for b in m.next[a] if not inside >> b & 1}


def test_bands(m: Model) -> None:
    """Cheka by columns from Gomel and Głębokie; priority west of Grodno, Kobryń and Kołomyja; next to Germany."""
    east, middle, west = m.cheka_band
    assert east | middle | west == m.theater[BELARUS]
    assert (east & middle, middle & west, east & west) == (0, 0, 0)
    assert middle >> m.gomel & middle >> m.glebokie & 1
    columns = [{m.grid.line(h) for h in bits(band)} for band in m.cheka_band]
    assert [(min(c), max(c)) for c in columns] == [(33, 37), (24, 32), (14, 23)]
    assert not m.priority_west & named(m, "Grodno, Kobryń, Kołomyja")
    assert not m.theater[POLISH] & ~m.priority_west
    assert m.near_germany.bit_count() == 16
    assert m.near_germany >> m.hex("Działdowo") & 1
