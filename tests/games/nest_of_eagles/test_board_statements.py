"""What the rulebook states about the map: the shipped board keeps all of it, and each board that is wrong in one thing
is refused for that thing and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from vistula.board.hexes import HexSet, Side, bits
from vistula.board.hexmap import Place
from vistula.board.statements import Statement
from vistula.games.nest_of_eagles import board_checks as checks
from vistula.games.nest_of_eagles.board import PRIORITY, Board, read_board

rule = pytest.mark.rule
Part = Callable[[Board], Iterator[Statement]]


@cache
def board() -> Board:
    return read_board()


def hex(name: str) -> int:
    return board().map.named(name)


def both(one: int, other: int) -> frozenset[Side]:
    return frozenset({(one, other), (other, one)})


def zone(id: str, hexes: HexSet) -> Board:
    """The board with another extent of a zone."""
    return on_map(zones=board().map.zones | {id: replace(board().map.zones[id], hexes=hexes)})


def on_map(**fields: object) -> Board:
    return replace(board(), map=replace(board().map, **fields))  # type: ignore[arg-type]


def without(hexes: HexSet, name: str) -> HexSet:
    return hexes & ~(1 << hex(name))


def zone_of(id: str) -> HexSet:
    return board().map.zones[id].hexes


# -- boards that are wrong in one thing


def unbuilt(name: str, *kinds: str) -> Board:
    return replace(board(), **{kind: without(getattr(board(), kind), name) for kind in kinds})


def moved(name: str, to: int) -> Board:
    """A place stands somewhere else."""
    places = tuple(replace(p, hex=to) if name in (p.english, p.name) else p for p in board().map.places)
    return on_map(places=places)


def rails_without(name: str, field: str = "rails") -> Board:
    return replace(board(), **{field: frozenset(s for s in getattr(board(), field) if hex(name) not in s)})


def towns() -> Iterator[tuple[Board, set[str]]]:
    b = board()
    for name in ("Lwów", "Białystok", "Lublin", "Stanisławów", "Borysław"):
        yield replace(unbuilt(name, "cities"), towns=b.towns | 1 << hex(name)), {f"{name} is a city"}
    for name in ("Grodno", "Łomża"):
        yield replace(unbuilt(name, "fortresses"), towns=b.towns | 1 << hex(name)), {f"{name} is a fortress"}
    for name in ("Kowno", "Mohylów Podolski", "Kobryń", "Kołomyja"):
        yield unbuilt(name, "towns", "cities", "fortresses"), {f"{name} is an urban hex"}
    for name in ("Warszawa", "Kraków", "Grudziądz", "Wilno", "Smoleńsk", "Gomel", "Głębokie", "Mińsk", "Kijów"):
        lost = {f"{name} is an urban hex", "numbers stand on urban hexes"}
        yield unbuilt(name, "towns", "cities", "fortresses"), lost
    twice = {"a hex is a town, a city or a fortress, never two of them"}
    yield replace(b, towns=b.towns | 1 << hex("Lublin")), twice
    yield replace(b, fortresses=b.fortresses | 1 << hex("Lublin")), twice
    yield replace(b, fortresses=b.fortresses | 1 << hex("Kobryń")), twice
    field = next(h for h in bits(b.play) if not b.urban >> h & 1)
    yield replace(b, value=b.value | {field: 1}), {"numbers stand on urban hexes"}
    yield replace(b, value={h: v for h, v in b.value.items() if h != hex("Lwów")}), {"Lwów has a number"}


def lands() -> Iterator[tuple[Board, set[str]]]:
    b, kinds = board(), {"ground is clear, forest, swamp or mountain"}
    yield on_map(terrain=tuple("forest" if kind == "swamp" else kind for kind in b.map.terrain)), kinds
    for land in ("czechoslovakia", "romania", "east-prussia"):
        closed = {f"{land.replace('-', ' ').title()} is closed"}
        hexes = b.map.regions[land].hexes
        yield replace(b, play=b.play | hexes & -hexes), kinds | closed
        yield on_map(regions={id: each for id, each in b.map.regions.items() if id != land}), closed
    yield replace(b, near_germany=0), {"Germany has a border"}
    stars = {"the stars of the Konarmiya stand in the southeastern corner"}
    yield replace(b, konarmiya=0), stars
    grid = b.map.grid
    for line, position in ((1, 1), (grid.lines, 1), (1, grid.length)):
        yield replace(b, konarmiya=b.konarmiya | 1 << grid.at(line, position)), stars


def rivers() -> Iterator[tuple[Board, set[str]]]:
    b, bridges = board(), "only large rivers have bridges"
    yield replace(b, bridges=b.bridges | both(*min(b.small))), {bridges}
    yield replace(b, small=b.small | both(*min(b.large))), {"no side is a large and a small river"}
    for kept in ("Dniepr", "Prypeć"):
        light = frozenset(s for s in b.light if b.map.river[s] == kept)
        yield replace(b, light=light), {"the light rivers are Dniepr and Prypeć"}
    for river in ("Wisła", "Niemen", "Dźwina"):
        large = frozenset(s for s in b.large if b.map.river[s] != river)
        yield replace(b, large=large), {bridges, f"the {river} is a large river"}
    dry = frozenset(s for s in b.bridges if s not in b.rails)
    yield replace(b, bridges=dry), {"every railway over a large river has a bridge"}


def lines() -> Iterator[tuple[Board, set[str]]]:
    b, around = board(), board().map.grid.neighbours
    for name in ("Warszawa", "Kraków", "Grudziądz", *checks.ENTRY, "Mohylów Podolski"):
        yield rails_without(name), {f"{name} is on the railway"}
    whole = "that line is one piece without branches"
    leads = "one line leads from Mińsk by Bobrujsk, Żłobin, Kalenkowicze and Mozyrz to Korosteń"
    for name in ("Bobrujsk", "Mozyrz"):
        yield rails_without(name, "extra_line"), {whole, leads}
    stop = hex("Bobrujsk")
    fresh = next(h for h in around[stop] if (stop, h) not in b.extra_line)
    yield replace(b, extra_line=b.extra_line | both(stop, fresh)), {whole}
    yield replace(b, extra_line=b.extra_line | both(hex("Lwów"), around[hex("Lwów")][0])), {whole}
    yield moved("Żłobin", hex("Lwów")), {leads}
    yield on_map(places=swapped("Żłobin", "Mozyrz")), {leads}


def swapped(one: str, other: str) -> tuple[Place, ...]:
    """The places with two of them exchanged."""
    to = {one: hex(other), other: hex(one)}
    return tuple(replace(p, hex=to.get(p.name, p.hex)) for p in board().map.places)


def theaters() -> Iterator[tuple[Board, set[str]]]:
    b, (polish, belarus, ukraine) = board(), board().theater
    every, twice = "every hex belongs to a Theater", "no hex belongs to two"
    west = "the Polish Theater lies in the west"
    south = "the Ukrainian Theater lies south of the Lithuanian-Belarusian one"
    towns = {f"{name} is in the Lithuanian-Belarusian Theater" for name in ("Gomel", "Głębokie")}
    yield replace(b, theater=(without(polish, "Lublin"), belarus, ukraine)), {every, twice}
    yield replace(b, theater=(polish, belarus | 1 << hex("Lublin"), ukraine)), {twice}
    yield replace(b, theater=(belarus, polish, ukraine)), {west} | towns
    yield replace(b, theater=(ukraine, belarus, polish)), {west}
    yield replace(b, theater=(polish, ukraine, belarus)), {south} | towns
    yield replace(b, theater=(polish, belarus, polish)), {every, twice, west}  # as far west as another
    yield replace(b, theater=(polish, belarus, belarus)), {every, twice, south}
    for name in ("Gomel", "Głębokie"):
        out = replace(b, theater=(polish, without(belarus, name), ukraine | 1 << hex(name)))
        yield out, {f"{name} is in the Lithuanian-Belarusian Theater"}
    grid = b.map.grid
    beside = grid.at(grid.line(hex("Gomel")), grid.position(hex("Gomel")) - 2)
    yield moved("Głębokie", beside), {"Głębokie lies west of Gomel"}
    for one, other in ((0, 1), (0, 2), (1, 2)):
        apart = list(b.theater)
        apart[one] &= ~grid.dilate(apart[other])
        yield (
            replace(b, theater=tuple(apart)),
            {every, twice, f"Theaters {one + 1} and {other + 1} have a common border"},
        )


def edges() -> Iterator[tuple[Board, set[str]]]:
    b, grid = board(), board().map.grid
    for name in checks.ENTRY[:-1]:
        inland = grid.at(grid.lines - 1, grid.position(hex(name)))
        yield moved(name, inland), {f"{name} stands at the eastern edge"}
    east, north, south = (zone_of(f"soviet-{edge}") for edge in ("east", "north", "south"))
    eastern, northern = "the eastern edge is a Soviet source", "so is the northern edge"
    yield zone("soviet-east", east & (east - 1)), {eastern, northern}
    yield zone("soviet-east", east & ~(1 << east.bit_length() - 1)), {eastern}
    yield zone("soviet-east", east | 1 << grid.at(grid.lines - 1, 5)), {eastern}
    yield zone("soviet-north", north | 1 << grid.at(grid.lines, 2)), {northern}
    yield zone("soviet-north", north & ~east), {northern}
    yield zone("soviet-north", north & (north - 1)), {"from the east to the Dźwina"}
    southern = {"so is the southern edge from Mohylów Podolski to Jelizawetgrad"}
    yield zone("soviet-south", south & (south - 1)), southern
    yield zone("soviet-south", south & ~(1 << south.bit_length() - 1)), southern
    supply, wanted = b.map.marks["supply-poland"], {"Warszawa, Kraków and Grudziądz are Polish sources"}
    for marked in (without(supply, "Kraków"), supply | 1 << hex("Lublin")):
        yield on_map(marks=b.map.marks | {"supply-poland": marked}), wanted


def bands() -> Iterator[tuple[Board, set[str]]]:
    east, middle, west = (zone_of(f"cheka-{roll}") for roll in (2, 3, 4))
    one = "every hex of the Lithuanian-Belarusian Theater has one chance of a Cheka Replacement"
    falls, gomel = "the chances fall from west to east", "Gomel counts as between Głębokie and Gomel"
    yield zone("cheka-2", east & (east - 1)), {one}
    yield zone("cheka-2", east | middle & -middle), {one, falls}
    yield zone("cheka-4", west | middle & -middle), {one}
    yield zone("cheka-4", west | east & -east), {one, falls}
    yield cheka(west, middle, east), {falls}
    yield cheka(east | 1 << hex("Gomel"), without(middle, "Gomel"), west), {gomel}
    far = zone_of(PRIORITY)
    for name in ("Grodno", "Kobryń", "Kołomyja"):
        yield zone(PRIORITY, far | 1 << hex(name)), {f"{name} is on the line, not west of it"}
    for name in ("Warszawa", "Lwów"):
        yield zone(PRIORITY, without(far, name)), {"Warszawa and Lwów are west of it"}


def cheka(*bands: HexSet) -> Board:
    zones = board().map.zones
    changed = {f"cheka-{roll}": replace(zones[f"cheka-{roll}"], hexes=band) for roll, band in enumerate(bands, 2)}
    return on_map(zones=zones | changed)


def lithuania() -> Iterator[tuple[Board, set[str]]]:
    b, kowno = board(), hex("Kowno")
    inland = both(kowno, b.map.grid.neighbours[kowno][0])
    open_ = zone_of("open-lithuania")
    inside = open_ | zone_of("aspired")
    parts = "the Demarcation Line parts Lithuania from the rest"
    wants = "the Aspirations Line parts what Lithuania wants from the rest"
    yield zone("open-lithuania", without(open_, "Kowno")), {"Kowno lies in the open part of Lithuania", parts, wants}
    cut = min(s for s in b.demarcation if open_ >> s[0] & 1)
    yield replace(b, demarcation=b.demarcation - both(*cut)), {parts}
    yield replace(b, demarcation=b.demarcation | inland), {parts}
    cut = min(s for s in b.aspirations if inside >> s[0] & 1)
    yield replace(b, aspirations=b.aspirations - both(*cut)), {wants}
    yield replace(b, aspirations=b.aspirations | inland), {wants}
    lost = without(zone_of("aspired"), "Wilno")
    yield zone("aspired", lost), {wants, "Wilno lies inside the Aspirations Line"}


def walls() -> Iterator[tuple[Board, set[str]]]:
    b, grid, grodno = board(), board().map.grid, hex("Grodno")
    lines = {"beside Grodno a unit can lack two lines, one to the river and one to fortress and river"}
    yield replace(b, large=frozenset(s for s in b.large if grodno not in s)), lines
    face = {"fortifications face a hex on its northern and on a western side"}
    yield replace(b, fortified=frozenset()), face
    yield replace(b, fortified=frozenset(s for s in b.fortified if s[0] == s[1] - 1)), face
    yield replace(b, fortified=frozenset(s for s in b.fortified if s[0] != s[1] - 1)), face
    home = hex("Lublin")
    west, east = ([n for n in grid.neighbours[home] if grid.line(n) == grid.line(home) + way] for way in (-1, 1))
    for there, wrong in ((east, face), ([home + 1], face), (west, set[str]())):
        yield replace(b, fortified=frozenset({(home - 1, home), *((n, home) for n in there[:1])})), wrong


WRONG: dict[Part, Callable[[], Iterator[tuple[Board, set[str]]]]] = {
    checks.places: towns, checks.ground: lands, checks.waters: rivers, checks.rails: lines, checks.theaters: theaters,
    checks.edges: edges, checks.bands: bands, checks.lithuania: lithuania, checks.friction: walls,
}  # fmt: skip


@rule(
    "2.1a", "2.1b", "2.2a", "2.2b", "2.3.1a", "2.4a", "4.2a", "4.2b", "6.1a", "7.1d", "7.1l", "7.1n", "9.2b", "9.3a",
    "9.3b", "9.3c", "13.3d", "15.1a", "15.1b", "15.2a", "16.0g", "17.1.1c", "17.1.5b", "17.1.5c", "19.7c", "20.1.1a",
    "20.2.1b", "20.2.1c", "20.3a", "20.4.3a", "21.1b", "21.2a", "21.3a", "21.3b", "22.1b", "23.3.1.1", "23.3.1.2",
    "23.3.2.8",
)  # fmt: skip
@pytest.mark.parametrize("part", WRONG, ids=lambda part: part.__name__)
def test_the_board_keeps_what_is_stated_and_each_wrong_one_is_told_what_it_breaks(part: Part) -> None:
    assert all(holds for _, _, holds in part(board()))
    for wrong, wanted in WRONG[part]():
        assert {words for _, words, holds in part(wrong) if not holds} == wanted


@rule("4.2a", "4.2b")
@pytest.mark.parametrize("i", range(6))
def test_a_corner_lacks_its_line_between_two_rivers_or_along_one_to_a_fortress(i: int) -> None:
    b, home = board(), hex("Lublin")
    steps = b.map.grid.steps(home)
    one, other = home + steps[i], home + steps[(i + 1) % 6]
    bank, far, along = both(home, one), both(home, other), both(one, other)

    def lacks(large: frozenset[Side], fortress: int) -> list[int]:
        return checks.missing(replace(b, large=large), home, fortress)

    assert lacks(bank | far, hex("Lwów")) == [i]
    assert lacks(bank, hex("Lwów")) == lacks(far, hex("Lwów")) == lacks(along, hex("Lwów")) == []
    assert lacks(along, one) == lacks(along, other) == [i]
    assert lacks(along | bank, one) == lacks(along | far, other) == []
    assert lacks(along | far, one) == lacks(along | bank, other) == [i]
