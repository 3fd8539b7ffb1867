"""What the rulebook of 1920: Nest of Eagles states about its map, proved on the board whenever it is checked.

Only what the rulebook states is demanded, so that an owner of the printed game can put in everything else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from pathlib import Path

from vistula.board.hexes import Hex, HexSet, bits
from vistula.board.statements import Statement, networks, on_bank, prove, sound
from vistula.games.nest_of_eagles.board import PRIORITY, Board, read_board

ENTRY = ("Jarczewo", "Rosławl", "Klincy", "Bachmacz", "Łubny", "Jelizawetgrad")
EXTRA = ("Mińsk", "Bobrujsk", "Żłobin", "Kalenkowicze", "Mozyrz", "Korosteń")
CITIES = (
    ("Lwów", "20.4.3a"),
    ("Białystok", "20.3a"),
    ("Lublin", "20.3a"),
    ("Stanisławów", "20.4.3a"),
    ("Borysław", "20.4.3a"),
)
NAMED = (
    ("Warszawa", "6.1a"), ("Kraków", "15.1a"), ("Grudziądz", "15.1a"), ("Kowno", "21.1b"), ("Wilno", "21.3b"),
    ("Smoleńsk", "20.2.1c"), ("Gomel", "17.1.5c"), ("Głębokie", "17.1.5c"), ("Mohylów Podolski", "15.1b"),
    ("Kobryń", "22.1b"), ("Kołomyja", "22.1b"), ("Mińsk", "23.3.1.2"), ("Kijów", "13.3d"),
)  # fmt: skip


def check_board(title_id: str = "nest-of-eagles", pack: Path | None = None) -> list[str]:
    """The statements that hold, in words; a DataError for the first that does not."""
    return prove(statements(pack))


def statements(pack: Path | None = None) -> Iterator[Statement]:
    """Everything that is proved: (rule, words, whether it holds)."""
    b = read_board(pack)
    parts = (sound(b.map, b.play), places(b), ground(b), waters(b), rails(b), theaters(b), edges(b), lithuania(b))
    return chain(*parts, bands(b), friction(b))


def at(b: Board, name: str) -> Hex:
    try:
        return b.map.named(name)
    except KeyError:
        return -1


def has(hexes: HexSet, hex: Hex) -> bool:
    return hex >= 0 and bool(hexes >> hex & 1)


def places(b: Board) -> Iterator[Statement]:
    for name, rule in CITIES:
        yield rule, f"{name} is a city", has(b.cities, at(b, name))
    for name, rule in (("Grodno", "4.2b"), ("Łomża", "15.2a")):
        yield rule, f"{name} is a fortress", has(b.fortresses, at(b, name))
    for name, rule in NAMED:
        yield rule, f"{name} is an urban hex", has(b.urban, at(b, name))
    kinds = (b.towns, b.cities, b.fortresses)
    yield (
        "2.1b",
        "a hex is a town, a city or a fortress, never two of them",
        not any(x & y for x, y in combinations(kinds, 2)),
    )
    yield "13.3d", "numbers stand on urban hexes", all(has(b.urban, h) for h in b.value)
    yield "13.3d", "Lwów has a number", at(b, "Lwów") in b.value


def ground(b: Board) -> Iterator[Statement]:
    found = {b.map.terrain[h] for h in bits(b.play)}
    yield "2.1a", "ground is clear, forest, swamp or mountain", found == {"clear", "forest", "swamp", "mountain"}
    grid = b.map.grid
    for land in ("czechoslovakia", "romania", "east-prussia"):
        region = b.map.regions.get(land)
        yield "2.3.1a", f"{land.replace('-', ' ').title()} is closed", region is not None and not region.hexes & b.play
    yield "23.3.2.8", "Germany has a border", bool(b.near_germany)
    corner = all(grid.line(h) > grid.lines * 0.9 and grid.position(h) > grid.length * 0.9 for h in bits(b.konarmiya))
    yield "20.1.1a", "the stars of the Konarmiya stand in the southeastern corner", bool(b.konarmiya) and corner


def waters(b: Board) -> Iterator[Statement]:
    yield "7.1n", "only large rivers have bridges", b.bridges <= b.large
    yield "2.2a", "no side is a large and a small river", not b.large & b.small
    light = {b.map.river[s] for s in b.light}
    yield "2.2b", "the light rivers are Dniepr and Prypeć", light == {"Dniepr", "Prypeć"}
    for river, rule in (("Wisła", "19.7c"), ("Niemen", "4.2a"), ("Dźwina", "20.2.1b")):
        yield rule, f"the {river} is a large river", any(b.map.river[s] == river for s in b.large)
    crossing = [s for s in b.rails if s in b.large]
    yield "7.1d", "every railway over a large river has a bridge", all(s in b.bridges for s in crossing)
    yield "6.1a", "Warszawa stands on the western bank", on_bank(b.map, "Warszawa", "Wisła", "west")
    yield "13.3d", "Kijów stands on the western bank", on_bank(b.map, "Kijów", "Dniepr", "west")


def rails(b: Board) -> Iterator[Statement]:
    onward: dict[Hex, list[Hex]] = {}
    for x, y in b.extra_line:
        onward.setdefault(x, []).append(y)
    line = path(at(b, "Mińsk"), at(b, "Korosteń"), onward)
    stops = [at(b, name) for name in EXTRA]
    order = [line.index(h) for h in stops if h in line]
    yield "9.2b", "one line leads from Mińsk by Bobrujsk, Żłobin, Kalenkowicze and Mozyrz to Korosteń", \
        len(order) == len(EXTRA) and order == sorted(order)  # fmt: skip
    yield (
        "9.2b",
        "that line is one piece without branches",
        len(networks(b.map, b.extra_line)) == 1 and all(len(n) <= 2 for n in onward.values()),
    )
    whole = networks(b.map, b.rails)[0]
    for name in ("Warszawa", "Kraków", "Grudziądz"):
        yield "15.1a", f"{name} is on the railway", has(whole, at(b, name))
    for name in ENTRY:
        yield "16.0g", f"{name} is on the railway", has(whole, at(b, name))
    yield "23.3.1.1", "Mohylów Podolski is on the railway", has(whole, at(b, "Mohylów Podolski"))
    yield (
        "9.3a",
        "Baranowicze to Czeremcha costs one: three hexes in the Polish Theater",
        rail_cost(b, "Czeremcha") == 1,
    )
    yield "9.3b", "Baranowicze to Lublin costs two", rail_cost(b, "Lublin") == 2
    around = rail_hexes(b, "Baranowicze", "Łuniniec", "Sarny", "Kowel", "Lublin")
    inside = [sum(1 for h in around if zone >> h & 1) for zone in b.theater]
    yield "9.3c", "by Łuniniec and Sarny it costs three: more than three hexes in two more Theaters", min(inside) > 3


def path(start: Hex, goal: Hex, onward: dict[Hex, list[Hex]]) -> list[Hex]:
    """The shortest way over links, both ends included; empty where there is none."""
    queue, before = deque([start]), {start: start}
    while queue and goal not in before:
        here = queue.popleft()
        for there in sorted(onward.get(here, ())):
            if there not in before:
                before[there] = here
                queue.append(there)
    if goal not in before:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def rail_hexes(b: Board, *stops: str) -> list[Hex]:
    onward: dict[Hex, list[Hex]] = {}
    for x, y in b.rails:
        onward.setdefault(x, []).append(y)
    ways = [path(at(b, one), at(b, other), onward) for one, other in pairwise(stops)]
    return list(dict.fromkeys(h for way in ways for h in way))


def rail_cost(b: Board, goal: str) -> int:
    """What the shortest rail move from Baranowicze costs: one, and one more for each Theater with over three hexes."""
    way = rail_hexes(b, "Baranowicze", goal)
    home = next(zone for zone in b.theater if zone >> way[0] & 1)
    return 1 + sum(sum(1 for h in way if zone >> h & 1) > 3 for zone in b.theater if zone != home)


def theaters(b: Board) -> Iterator[Statement]:
    union = b.theater[0] | b.theater[1] | b.theater[2]
    yield "2.4a", "every hex belongs to a Theater", union == b.play
    yield "2.4a", "no hex belongs to two", sum(t.bit_count() for t in b.theater) == b.play.bit_count()
    west, north, south = (centre(b, t) for t in b.theater)
    yield "2.4a", "the Polish Theater lies in the west", west[0] < min(north[0], south[0])
    yield "2.4a", "the Ukrainian Theater lies south of the Lithuanian-Belarusian one", south[1] > north[1]
    grid = b.map.grid
    for one, other in combinations(range(3), 2):
        yield (
            "17.1.1c",
            f"Theaters {one + 1} and {other + 1} have a common border",
            bool(grid.dilate(b.theater[one]) & b.theater[other]),
        )
    yield "17.1.5c", "Głębokie lies west of Gomel", grid.line(at(b, "Głębokie")) < grid.line(at(b, "Gomel"))
    for name in ("Gomel", "Głębokie"):
        yield "17.1.5b", f"{name} is in the Lithuanian-Belarusian Theater", has(b.theater[1], at(b, name))


def centre(b: Board, hexes: HexSet) -> tuple[float, float]:
    grid, count = b.map.grid, hexes.bit_count()
    return sum(grid.line(h) for h in bits(hexes)) / count, sum(grid.position(h) for h in bits(hexes)) / count


def edges(b: Board) -> Iterator[Statement]:
    grid = b.map.grid
    for name in ENTRY:
        yield "16.0g", f"{name} stands at the eastern edge", grid.line(at(b, name)) == grid.lines
    for name in ("Mohylów Podolski", "Jelizawetgrad"):
        yield "15.1b", f"{name} stands at the southern edge", grid.position(at(b, name)) == grid.length
    east, north, south = (b.map.zones[f"soviet-{edge}"].hexes for edge in ("east", "north", "south"))
    yield (
        "15.1b",
        "the eastern edge is a Soviet source",
        east == (1 << grid.at(grid.lines, grid.length) + 1) - (1 << grid.at(grid.lines, 1)),
    )
    yield "15.1b", "so is the northern edge", all(grid.position(h) == 1 for h in bits(north)) and bool(north & east)
    first = min(bits(north))
    dvina = [s for s in b.large if b.map.river[s] == "Dźwina" and grid.position(s[0]) == 1 == grid.position(s[1])]
    yield "15.1b", "from the east to the Dźwina", any(first == max(s) for s in dvina)
    span = range(grid.line(at(b, "Mohylów Podolski")), grid.lines + 1)
    wanted = sum(1 << grid.at(line, grid.length) for line in span)
    yield "15.1b", "so is the southern edge from Mohylów Podolski to Jelizawetgrad", south == wanted
    yield (
        "15.1a",
        "Warszawa, Kraków and Grudziądz are Polish sources",
        b.map.marks["supply-poland"] == sum(1 << at(b, name) for name in ("Warszawa", "Kraków", "Grudziądz")),
    )


def bands(b: Board) -> Iterator[Statement]:
    """Parts of the map by towns: where the Cheka finds how many recruits, who is far west."""
    east, middle, west = (b.map.zones[f"cheka-{roll}"].hexes for roll in (2, 3, 4))
    apart = not (east & middle or middle & west or east & west)
    covered = apart and east | middle | west == b.theater[1]
    yield "17.1.5c", "every hex of the Lithuanian-Belarusian Theater has one chance of a Cheka Replacement", covered
    yield "17.1.5c", "Gomel counts as between Głębokie and Gomel", has(middle, at(b, "Gomel"))
    columns = [b.map.grid.line(h) for band in (west, middle, east) for h in bits(band)]
    yield "17.1.5c", "the chances fall from west to east", columns == sorted(columns)
    far_west = b.map.zones[PRIORITY].hexes
    for name in ("Grodno", "Kobryń", "Kołomyja"):
        yield "22.1b", f"{name} is on the line, not west of it", not has(far_west, at(b, name))
    yield "22.1b", "Warszawa and Lwów are west of it", has(far_west, at(b, "Warszawa")) and has(far_west, at(b, "Lwów"))


def lithuania(b: Board) -> Iterator[Statement]:
    open_, grid = b.map.zones["open-lithuania"].hexes, b.map.grid
    yield "21.1b", "Kowno lies in the open part of Lithuania", has(open_, at(b, "Kowno"))
    sides = {(x, y) for x in bits(open_) for y in grid.neighbours[x] if b.play >> y & 1 and not open_ >> y & 1}
    yield (
        "21.2a",
        "the Demarcation Line parts Lithuania from the rest",
        {s for s in b.demarcation if open_ >> s[0] & 1} == sides,
    )
    inside = b.map.zones["aspired"].hexes | open_
    out = {(x, y) for x in bits(inside) for y in grid.neighbours[x] if b.play >> y & 1 and not inside >> y & 1}
    yield (
        "21.3a",
        "the Aspirations Line parts what Lithuania wants from the rest",
        {s for s in b.aspirations if inside >> s[0] & 1} == out,
    )
    yield "21.3b", "Wilno lies inside the Aspirations Line", has(inside, at(b, "Wilno"))


def friction(b: Board) -> Iterator[Statement]:
    """The example of lines of friction beside Grodno, and the corner of fortifications."""
    grid, grodno = b.map.grid, at(b, "Grodno")
    found = [h for h in grid.neighbours[grodno] if len(missing(b, h, grodno)) == 2]
    yield "4.2a", "beside Grodno a unit can lack two lines, one to the river and one to fortress and river", bool(found)
    corners = [
        h
        for h in bits(b.play)
        if sum((n, h) in b.fortified for n in grid.neighbours[h]) >= 2
        and has(b.play, h - 1) and (h - 1, h) in b.fortified
    ]  # fmt: skip
    yield (
        "7.1l",
        "fortifications face a hex on its northern and on a western side",
        any((n, h) in b.fortified for h in corners for n in grid.neighbours[h] if grid.line(n) < grid.line(h)),
    )


def missing(b: Board, home: Hex, fortress: Hex) -> list[int]:
    """Corners of a hex whose spoke is not there [4.2a, 4.2b], the fortress being the enemy's."""
    steps = b.map.grid.steps(home)
    gone = []
    for i in range(6):
        one, other = home + steps[i], home + steps[(i + 1) % 6]
        far = (home, one) in b.large and (home, other) in b.large
        along = (one, other) in b.large and fortress in (one, other) and (home, fortress) not in b.large
        if far or along:
            gone.append(i)
    return gone
