"""What the rulebook states about the map: the shipped board keeps all of it, and each board that is wrong in one thing
is refused for that thing and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from vistula.board.hexes import HexSet, Side, bits, collect
from vistula.board.statements import Statement
from vistula.games.red_star_white_eagle import board_checks as checks
from vistula.games.red_star_white_eagle.board import Board, read_board

rule = pytest.mark.rule
Part = Callable[[Board], Iterator[Statement]]
Wrong = Iterator[tuple[Board, set[str]]]


@cache
def board() -> Board:
    return read_board()


def hex(name: str) -> int:
    """A hex by its number, or a place by its name."""
    return board().map.grid.index(name) if name.isdigit() else board().map.named(name)


def bit(*names: str) -> HexSet:
    return collect(hex(name) for name in names)


def both(one: int, other: int) -> frozenset[Side]:
    return frozenset({(one, other), (other, one)})


def on_map(**fields: object) -> Board:
    return replace(board(), map=replace(board().map, **fields))  # type: ignore[arg-type]


def zone(id: str, hexes: HexSet) -> Board:
    """The board with another extent of a zone."""
    return on_map(zones=board().map.zones | {id: replace(board().map.zones[id], hexes=hexes)})


def region(id: str, hexes: HexSet) -> Board:
    return on_map(regions=board().map.regions | {id: replace(board().map.regions[id], hexes=hexes)})


def zone_of(id: str) -> HexSet:
    return board().map.zones[id].hexes


def moved(name: str, to: int) -> Board:
    """A place stands somewhere else."""
    return on_map(places=tuple(replace(p, hex=to) if p.name == name else p for p in board().map.places))


def overgrown(number: str, kind: str = "forest") -> Board:
    """Other terrain in one hex."""
    return on_map(terrain=tuple(kind if h == hex(number) else t for h, t in enumerate(board().map.terrain)))


def wetter(one: str, other: str) -> Board:
    """A river between two hexes."""
    return on_map(river=board().map.river | dict.fromkeys(both(hex(one), hex(other)), "a brook"))


def drier(one: str, other: str) -> Board:
    gone = both(hex(one), hex(other))
    return on_map(river={side: name for side, name in board().map.river.items() if side not in gone})


def with_net(name: str, links: frozenset[Side]) -> Board:
    return replace(board(), net=board().net | {name: links})


def stripped(name: str, *hexes: str) -> Board:
    """A net without the links of these hexes."""
    gone = {hex(each) for each in hexes}
    return with_net(name, frozenset(s for s in board().net[name] if not gone & set(s)))


# -- boards that are wrong in one thing -------------------------------------------------------------------------------


def places() -> Wrong:
    b = board()
    fifteen, points, are = "there are fifteen VP cities", "they are worth 38 points", "VP cities are cities"
    ukrainian = "Ukrainian cities are cities, Kiev among them"
    for name, number in checks.NAMED:
        yield moved(name, hex("Toruń")), {f"{name} is {number}"}
    for name, _ in checks.ON_MAP:
        wanted = {f"{name} is a city of the map"}
        wanted |= {are} if hex(name) in b.vp else set()
        wanted |= {ukrainian} if b.ukrainian >> hex(name) & 1 else set()
        yield replace(b, cities=b.cities & ~bit(name)), wanted
    nameless = tuple(p for p in b.map.places if p.name != "Bobrujsk")
    yield on_map(places=nameless), {"Bobrujsk is a city of the map"}
    one, other = sorted(b.vp)[:2]
    fewer = {h: n for h, n in b.vp.items() if h != one}
    yield replace(b, vp=fewer | {other: b.vp[other] + b.vp[one]}), {fifteen}
    yield replace(b, vp=b.vp | {one: b.vp[one] + 1}), {points}
    field = hex("1211")
    yield replace(b, vp=fewer | {field: b.vp[one]}), {are}
    for name in ("Danzig", "Königsberg", "Katowice"):
        no_points = "Danzig, Königsberg and Katowice have no points in the base game"
        yield replace(b, vp=fewer | {hex(name): b.vp[one]}), {no_points}
    yield replace(b, ukrainian=b.ukrainian | 1 << field), {ukrainian}
    yield replace(b, ukrainian=b.ukrainian & ~bit("Kijów")), {ukrainian}


def examples() -> Wrong:
    ground = "2115 is forest, 2114 and 2113 are clear (example of 20)"
    for number in ("1210", "1211"):
        yield overgrown(number), {f"{number} is clear (example of 4.3)"}
    for number, kind in (("2115", "clear"), ("2114", "forest"), ("2113", "marsh")):
        yield overgrown(number, kind), {ground}
    yield wetter("1210", "1211"), {"no river parts 1210 from 1211 (example of 4.3)"}
    yield drier("2113", "2114"), {"a river runs between 2114 and 2113"}
    for side in (("2115", "2116"), ("2114", "2115")):
        yield wetter(*side), {f"no river runs on {'|'.join(side)}"}


def rails() -> Wrong:
    b, net = board(), board().net
    two, german = "no link belongs to two nets", "railways in German lands are closed"
    west, joined = "the nets lie from west to east", "the three nets are joined"
    linked = "more than four other cities are linked to Warsaw"
    cut = "Przemyśl is cut off if Jarosław and Lwów are held (example of 8.4)"
    kiev = "Kiev is on the Russian net"
    for a, z in (("0402", "0501"), ("0501", "0602")):
        yield with_net("closed", net["closed"] - both(hex(a), hex(z))), {f"the railway {a}–{z} is closed"}
    abroad = hex("Katowice")
    for name in ("polish", "russian", "devastated"):
        for there in ("Kraków", "Wilno"):  # one end abroad, whichever
            yield with_net(name, net[name] | {(abroad, hex(there))}), {german}
            yield with_net(name, net[name] | {(hex(there), abroad)}), {german}
    yield stripped("russian", "Kijów"), {kiev}
    for number in ("1012", "0111"):
        yield stripped("polish", number), {f"{number} is on the Polish net"}
    for one, other in (("polish", "devastated"), ("devastated", "russian")):
        mixed = net | {one: net[other], other: net[one]}
        assert west in broken(checks.rails, replace(b, net=mixed))
        assert west in broken(checks.rails, with_net(one, net[other]))  # as far west as the other
        yield with_net(one, net[one] | frozenset(sorted(net[other])[:1])), {two}
    yield stripped("polish", "Warszawa"), {linked, joined}
    cities = [h for h in bits(b.cities & b.rail_hexes("polish")) if h != hex("Warszawa")]
    for far in (4, 5):
        star = frozenset(s for city in cities[:far] for s in both(hex("Warszawa"), city))
        assert (linked in broken(checks.rails, with_net("polish", star))) == (far == 4)
    for there in ("Warszawa", "Lublin"):
        yield with_net("polish", net["polish"] | both(hex("1527"), hex(there))), {cut}
    assert joined in broken(checks.rails, stripped("devastated", *numbers_of(b.rail_hexes("polish"))))


def broken(part: Part, b: Board) -> set[str]:
    """The statements that do not hold."""
    return {words for _, words, holds in part(b) if not holds}


def numbers_of(hexes: HexSet) -> list[str]:
    return [board().map.grid.number(h) for h in bits(hexes)]


def sources() -> Wrong:
    b, grid, lublin = board(), board().map.grid, hex("Lublin")
    every, three = "every city on the Polish net is a source", "three rail hexes of the west edge are sources"
    warsaw, four = "Warsaw supplies eight divisions", "every other source supplies four"
    russian = "Russian sources are the east edge and the north edge from 3301"
    abroad = "no Russian source lies in Lithuania or an interning land"
    yield replace(b, capacity={h: n for h, n in b.capacity.items() if h != lublin}), {every}
    yield replace(b, capacity=b.capacity | {hex("Kijów"): 4}), {every}
    yield replace(b, capacity=b.capacity | {hex("Katowice"): 4}), {every}
    edge = sorted(h for h in b.capacity if not b.cities >> h & 1)
    first = next(h for h in edge if grid.number(h) != "0111")
    yield replace(b, capacity={h: n for h, n in b.capacity.items() if h != first}), {three}
    inland = next(h for h in bits(b.rail_hexes("polish") & ~b.cities) if grid.line(h) == 2)
    off = next(grid.at(1, row) for row in range(1, 36) if not b.rail_hexes("polish") >> grid.at(1, row) & 1)
    spare = {h: n for h, n in b.capacity.items() if h != first}
    for wrong in (inland, off):
        yield replace(b, capacity=spare | {wrong: 4}), {three}
        yield replace(b, capacity=b.capacity | {wrong: 4}), {three}
    yield replace(b, capacity=b.capacity | {b.warsaw: 9}), {warsaw}
    yield replace(b, capacity={h: n for h, n in b.capacity.items() if h != b.warsaw}), {every, warsaw}
    for n in (3, 5):
        yield replace(b, capacity=b.capacity | {lublin: n}), {four}
    others = {h: n for h, n in b.capacity.items() if h != hex("0111")}
    yield replace(b, capacity=others | {off: 4}), {three, "0111 is one of the three"}
    zone_ = zone_of("russian-sources")
    for lost in (grid.at(51, 1), grid.at(51, 36), grid.at(51, 18), grid.at(33, 1), grid.at(40, 1)):
        yield zone("russian-sources", zone_ & ~(1 << lost)), {russian}
    yield zone("russian-sources", zone_ | 1 << grid.at(32, 1)), {russian, abroad}
    for land in (b.lithuania, b.interning):
        here = next(h for h in bits(land) if grid.line(h) not in (51,) and grid.position(h) > 1)
        yield zone("russian-sources", zone_ | 1 << here), {abroad}


def rivers() -> Wrong:
    b, (dnepr, vistula) = board(), board().navigable
    meet, stay = "the systems meet nowhere else", "flotillas stay on rivers"
    joins, canal = "it joins the two systems", "the canal runs from 2317 to 2718"
    pinsk, mouth = "Pińsk lies on the Dnepr system", "the second flotilla can enter at"
    on = "Modlin and Toruń lie on the Vistula system"
    cut, bank = (
        "Russians in 0711 and 0712 cut the Vistula between Modlin and Toruń",
        "on one bank alone they do not",
    )
    yield drier("0711", "0712"), {"the Vistula runs between 0711 and 0712"}
    yield drier("5133", "5134"), {"the Dnepr runs between 5133 and 5134"}
    for one, other in (("0711", "0712"), ("5133", "5134")):  # another river there is not enough
        assert len(broken(checks.rivers, wetter(one, other))) == 1
    for end in ("2317", "2718"):
        yield replace(b, canal=without(b.canal, end)), {canal}
    yield replace(b, navigable=(dnepr, without(vistula, "2317"))), {joins}
    yield replace(b, navigable=(without(dnepr, "2718"), vistula)), {joins}
    yield replace(b, navigable=(dnepr | frozenset(sorted(vistula)[-1:]), vistula)), {meet}
    yield replace(b, navigable=(without(dnepr, "Pińsk"), vistula)), {pinsk}
    for number in ("5133", "5134"):
        assert f"{mouth} {number}" in broken(checks.rivers, replace(b, navigable=(without(dnepr, number), vistula)))
    yield replace(b, river=b.river - frozenset(sorted(dnepr)[:1])), {stay}
    yield replace(b, river=b.river - frozenset(sorted(vistula)[:1])), {stay}
    for name in ("Modlin", "Toruń"):
        assert on in broken(checks.rivers, replace(b, navigable=(dnepr, without(vistula, name))))
    everywhere = frozenset((h, n) for h in bits(b.map.grid.valid) for n in b.map.grid.neighbours[h])
    assert cut in broken(checks.rivers, replace(b, navigable=(dnepr, everywhere)))
    assert bank in broken(checks.rivers, replace(b, navigable=(dnepr, without(vistula, "0712"))))
    for number in ("4430", "4529", "4630", "4631"):
        found = broken(checks.rivers, replace(b, navigable=(without(dnepr, number), vistula)))
        assert f"a flotilla in 4530 may attack {number}" in found
    for number in ("4531", "4431"):
        found = broken(checks.rivers, replace(b, navigable=(dnepr | both(hex("4530"), hex(number)), vistula)))
        assert f"a flotilla in 4530 may not attack {number}" in found
    for name, words in (("Warszawa", "Warsaw"), ("Kijów", "Kiev")):
        east = next(n for n in b.map.grid.neighbours[hex(name)] if b.map.grid.line(n) > b.map.grid.line(hex(name)))
        yield moved(name, east), {f"{words} stands on the western bank"}


def forts() -> Wrong:
    b, grid, river = board(), board().map.grid, board().map.river
    modlin, lublin = hex("Modlin"), hex("Lublin")
    five, two = "five hexes are fortified", "Warsaw and Modlin are two of them"
    protect, over = (
        "fortified sides protect those hexes",
        "an attack on Warsaw over the Vistula crosses a fortification",
    )
    dry, sea = "Modlin has a fortified side without a river", "every side of a sea hex is all sea"
    trench = "there are trenches, all with their face to the east or beside it"
    yield replace(b, fortified=b.fortified | 1 << lublin), {five}
    for name in ("Warszawa", "Modlin"):
        yield replace(b, fortified=b.fortified & ~bit(name) | 1 << lublin), {two, protect}
    yield replace(b, fortification=b.fortification | {(lublin, lublin + 1)}), {protect}
    for there in grid.neighbours[b.warsaw]:
        wall = frozenset({(b.warsaw, there)})
        wanted = {over} if river.get((b.warsaw, there)) == "Wisła" else set[str]()
        assert broken(checks.forts, replace(b, fortification=b.fortification - wall)) == wanted
    yield replace(b, fortification=frozenset(w for w in b.fortification if w[0] != modlin)), {dry}
    yield replace(b, river=b.river | {w for w in b.fortification if w[0] == modlin}), {dry}
    yield replace(b, trench=frozenset()), {trench}
    yield replace(b, trench=frozenset((face, rear) for rear, face in b.trench)), {trench}
    yield replace(b, trench=b.trench | {(face, rear) for rear, face in b.trench}), {trench}  # as far east as west
    shore = min(s for s in b.all_sea if b.map.terrain[s[0]] == "sea")
    yield replace(b, all_sea=b.all_sea - {shore}), {sea}


def boundary() -> Wrong:
    b, grid = board(), board().map.grid
    west, south = zone_of("west-front"), zone_of("southwest-front")
    ends, first = "the boundary ends at the Bug", "the first whole hex beyond the line counts one"
    sides = "Warsaw lies west of the Bug, Brest east of it"
    central = "Central Poland is what lies within eleven hexes of Warsaw"
    line = "the Reaction Line parts the map from north to south"
    assert "5119 is north of the boundary" in broken(checks.boundary, zone("west-front", west & ~bit("5119")))
    assert "5120 is south of it" in broken(checks.boundary, zone("southwest-front", south & ~bit("5120")))
    yield zone("west-of-bug", bit("0111")), {ends}
    beyond = tuple(2 if n == 1 else n for n in b.beyond[0])
    yield replace(b, beyond=(beyond, b.beyond[1])), {first}
    one = next(h for h in bits(grid.dilate(west | zone_of("split")) & south))
    yield replace(b, beyond=(tuple(n + (h == one) for h, n in enumerate(b.beyond[0])), b.beyond[1])), {first}
    yield replace(b, west_of_bug=b.west_of_bug & ~bit("Warszawa")), {sides}
    yield replace(b, west_of_bug=b.west_of_bug | bit("Brześć")), {sides}
    poland = zone_of("central-poland")
    for far in (11, 12):
        ring = grid.rings(b.warsaw)[far] & grid.valid
        yield zone("central-poland", poland ^ ring & -ring), {central}
    reaction = zone_of("east-of-reaction-line")
    for row in (1, 20, 36):
        whole = collect(grid.at(column, row) for column in range(1, 52))
        yield zone("east-of-reaction-line", reaction & ~whole), {line}
        assert not broken(checks.boundary, zone("east-of-reaction-line", reaction & ~whole | 1 << grid.at(1, row)))
        assert not broken(checks.boundary, zone("east-of-reaction-line", reaction & ~whole | 1 << grid.at(51, row)))


ENTRIES = {
    "west-front-entry": "the West Front enters at 5101 to 5119 and on the north edge from 3301",
    "southwest-entry": "the Southwest Front enters from 5120 southward",
    "konarmiya-entry": "the Konarmiya also enters on the south edge from 4236",
    "latvian-garrison-entry": "the Latvian garrison enters on the north edge from 3801",
}
ENDS = {
    "west-front-entry": ("5101", "5119", "3301"), "southwest-entry": ("5120", "5136"),
    "konarmiya-entry": ("4236", "5136"), "latvian-garrison-entry": ("3801", "5101"),
}  # fmt: skip


def edges() -> Wrong:
    b = board()
    trains, parts_ = "its trains find rail hexes there", "Romania parts the south edge"
    north = "those hexes lie north of the Dvina"
    for id, words in ENTRIES.items():
        for number in ENDS[id]:
            yield zone(id, zone_of(id) & ~bit(number)), {words}
        yield zone(id, zone_of(id) | bit("Lublin")), {words}
        abroad = f"no hex of the {id.replace('-', ' ')} lies in an interning land"
        yield (
            replace(b, interning=b.interning | bit(ENDS[id][0])),
            {abroad}
            | {
                f"no hex of the {other.replace('-', ' ')} lies in an interning land"
                for other in ENTRIES
                if zone_of(other) >> hex(ENDS[id][0]) & 1
            },
        )
    yield zone("north-of-dvina", zone_of("north-of-dvina") & ~bit("3801")), {north}
    doors = set(bits(zone_of("konarmiya-entry") | zone_of("southwest-entry")))
    bare = {n: frozenset(s for s in b.net[n] if not doors & set(s)) for n in ("russian", "devastated")}
    yield replace(b, net=b.net | bare), {trains}
    for n, number in (("russian", "4236"), ("devastated", "5120")):  # one on either edge is enough
        one = {n: bare[n] | both(hex(number), hex("Kijów"))}
        yield replace(b, net=b.net | bare | one), set()
    west, romania, east = (zone_of(f"south-edge-{part}") for part in ("west", "romania", "east"))
    yield zone("south-edge-west", west | romania & -romania), {parts_}
    yield zone("south-edge-east", east | romania & -romania), {parts_}
    yield zone("south-edge-east", east | west & -west), {parts_}


def lands() -> Wrong:
    b, lithuania = board(), board().lithuania
    inside = {
        "Danzig": "danzig",
        "Königsberg": "east-prussia",
        "Katowice": "upper-silesia",
        "Sosnowiec": "upper-silesia",
    }
    for name, id in inside.items():
        lies = f"{name} lies in {b.map.regions[id].english}"
        yield region(id, b.map.regions[id].hexes & ~bit(name)), {lies}
    area = zone_of("plebiscite")
    yield zone("plebiscite", area | bit("Lublin")), {"the plebiscite area lies in East Prussia"}
    for name in ("Olsztyn", "Malbork"):
        yield zone("plebiscite", area & ~bit(name)), {f"{name} lies in the plebiscite area"}
    crossed = "Lithuania borders Poland and can be crossed"
    yield replace(b, lithuania=lithuania | bit("Wilno")), {"Wilno does not lie in Lithuania"}
    yield replace(b, lithuania=0), {crossed}
    yield replace(b, interning=b.interning | b.map.grid.dilate(lithuania)), {crossed}
    yield on_map(play=b.map.play & ~b.map.grid.dilate(lithuania)), {crossed}


def areas() -> Wrong:
    b = board()
    for scenario in ("campaign", "belarus"):
        group = f"{scenario}-areas"
        has, lie = (
            f"the {scenario} has areas for both sides",
            f"front lines of the {scenario} lie in their areas",
        )
        own = [id for id, each in b.map.zones.items() if each.group == group]
        for kept, wanted in ((0, {has}), (1, {has}), (2, set[str]())):
            zones = {id: each for id, each in b.map.zones.items() if each.group != group or id in own[:kept]}
            yield on_map(zones=zones), wanted
        fronts = [id for id in own if f"{id}-front" in b.map.zones]
        assert fronts
        for id in fronts:
            outside = b.map.grid.valid & ~zone_of(id)
            yield zone(f"{id}-front", zone_of(f"{id}-front") | outside & -outside), {lie}


def without(sides: frozenset[Side], *names: str) -> frozenset[Side]:
    gone = {hex(name) for name in names}
    return frozenset(s for s in sides if not gone & set(s))


WRONG: dict[Part, Callable[[], Wrong]] = {
    checks.places: places, checks.examples: examples, checks.rails: rails, checks.sources: sources,
    checks.rivers: rivers, checks.forts: forts, checks.boundary: boundary, checks.edges: edges, checks.lands: lands,
    checks.areas: areas,
}  # fmt: skip


@rule(
    "3.1", "3.2a", "3.2.2", "4.2", "7.1.1b", "7.1.2", "7.1.3", "7.1.4a", "7.1.4b", "8.1.4c", "8.4.1a", "8.4.7b",
    "8.4.8", "9.13.4.4a", "9.4a", "9.6a", "9.6b", "10.1a", "10.2", "10.3a", "12.2.1", "12.2a", "12.2c", "15.0",
    "15.4a", "15.4b", "16.0a", "16.0b", "16.0g", "16.1", "16.3a", "17.1.1a", "17.2.1b", "17.3.2", "17.4.1b",
    "17.4.2a", "18.0a", "18.0b", "20.1.3a", "21.1.4a", "22.0b", "22.4c", "23.0c", "24.3", "24.4.2b", "24.8",
    "24.9", "24.10a", "24.11.1", "24.11.6",
)  # fmt: skip
@pytest.mark.parametrize("part", WRONG, ids=lambda part: part.__name__)
def test_the_board_keeps_what_is_stated_and_each_wrong_one_is_told_what_it_breaks(part: Part) -> None:
    assert not broken(part, board())
    for wrong, wanted in WRONG[part]():
        assert broken(part, wrong) == wanted
