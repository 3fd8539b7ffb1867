"""What the rulebook of Red Star/White Eagle states about its map, proved on the board whenever it is checked.

Only what the rulebook states is demanded, so that an owner of the printed game can put in everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from pathlib import Path

from vistula.board.hexes import Hex, HexSet, bits, collect
from vistula.board.statements import Statement, hexes, on_bank, prove, reach, sound
from vistula.games.red_star_white_eagle.board import Board, read_board

NAMED = (("Lwów", "2028"), ("Jarosław", "1426"), ("Przemyśl", "1527"))
ON_MAP = (
    ("Warszawa", "3.1"), ("Modlin", "9.6b"), ("Toruń", "16.0b"), ("Brześć", "16.0g"), ("Pińsk", "16.0a"),
    ("Kijów", "8.1.4c"), ("Wilno", "24.4.2b"), ("Bobrujsk", "24.3"), ("Danzig", "24.9"), ("Königsberg", "24.11.6"),
    ("Katowice", "24.8"), ("Sosnowiec", "24.8"), ("Olsztyn", "24.10a"), ("Malbork", "24.10a"),
)  # fmt: skip


def check_board(title_id: str = "red-star-white-eagle", pack: Path | None = None) -> list[str]:
    """The statements that hold, in words; a DataError for the first that does not."""
    return prove(statements(pack))


def statements(pack: Path | None = None) -> Iterator[Statement]:
    """Everything that is proved: (rule, words, whether it holds)."""
    b = read_board(pack)
    parts = (sound(b.map, b.map.play), places(b), examples(b), rails(b), sources(b), rivers(b), forts(b))
    return chain(*parts, boundary(b), edges(b), lands(b), areas(b))


def at(b: Board, name: str) -> Hex:
    try:
        return b.map.named(name)
    except KeyError:
        return 0


def hex(b: Board, number: str) -> Hex:
    return b.map.grid.index(number)


def river(b: Board, side: str) -> str:
    one, other = (hex(b, n) for n in side.split("|"))
    return b.map.river.get((one, other), "")


def places(b: Board) -> Iterator[Statement]:
    for name, number in NAMED:
        yield "8.4.1a", f"{name} is {number}", at(b, name) == hex(b, number)
    for name, rule in ON_MAP:
        yield rule, f"{name} is a city of the map", bool(b.cities >> at(b, name) & 1)
    yield "3.2.2", "there are fifteen VP cities", len(b.vp) == 15
    yield "3.2.2", "they are worth 38 points", sum(b.vp.values()) == 38
    yield "3.2a", "VP cities are cities", all(b.cities >> h & 1 for h in b.vp)
    german = [at(b, name) for name in ("Danzig", "Königsberg", "Katowice")]
    yield "24.11.1", "Danzig, Königsberg and Katowice have no points in the base game", not set(german) & set(b.vp)
    yield (
        "21.1.4a",
        "Ukrainian cities are cities, Kiev among them",
        not b.ukrainian & ~b.cities and bool(b.ukrainian >> at(b, "Kijów") & 1),
    )


def examples(b: Board) -> Iterator[Statement]:
    """Hexes in the examples of movement and retreat."""
    kind = {n: b.map.terrain[hex(b, n)] for n in ("1210", "1211", "2113", "2114", "2115")}
    for number in ("1210", "1211"):
        yield "4.2", f"{number} is clear (example of 4.3)", kind[number] == "clear"
    yield "4.2", "no river parts 1210 from 1211 (example of 4.3)", not river(b, "1210|1211")
    yield "20.1.3a", "2115 is forest, 2114 and 2113 are clear (example of 20)", \
        [kind[n] for n in ("2115", "2114", "2113")] == ["forest", "clear", "clear"]  # fmt: skip
    yield "20.1.3a", "a river runs between 2114 and 2113", bool(river(b, "2113|2114"))
    for side in ("2115|2116", "2114|2115"):
        yield "20.1.3a", f"no river runs on {side}", not river(b, side)
    row = [hex(b, n) for n in ("1211", "1111", "1012")]
    linked = all(b.map.grid.around[x] >> y & 1 for x, y in pairwise(row))
    yield "9.13.4.4a", "1211, 1111 and 1012 lie in a row (example of retreat)", linked
    wanted = hexes(b.map, "4430 4431 4529 4531 4630 4631")
    yield "16.1", "4530 has the neighbours of the example", b.map.grid.around[hex(b, "4530")] == wanted


def links(b: Board, *nets: str) -> dict[Hex, list[Hex]]:
    found: dict[Hex, list[Hex]] = {}
    for net in nets:
        for x, y in b.net[net]:
            found.setdefault(x, []).append(y)
    return found


def rails(b: Board) -> Iterator[Statement]:
    for side in (("0402", "0501"), ("0501", "0602")):
        pair = hex(b, side[0]), hex(b, side[1])
        yield "15.4b", f"the railway {'–'.join(side)} is closed", pair in b.net["closed"]
    yield (
        "15.4a",
        "railways in German lands are closed",
        all(
            not (b.interning >> x | b.interning >> y) & 1
            for net in ("polish", "russian", "devastated")
            for x, y in b.net[net]
        ),
    )
    yield "8.1.4c", "Kiev is on the Russian net", bool(b.rail_hexes("russian") >> at(b, "Kijów") & 1)
    for number, rule in (("1012", "9.13.4.4a"), ("0111", "22.4c")):
        yield rule, f"{number} is on the Polish net", bool(b.rail_hexes("polish") >> hex(b, number) & 1)
    middle = {net: mean(b, b.rail_hexes(net)) for net in ("polish", "devastated", "russian")}
    yield "8.4.8", "the nets lie from west to east", middle["polish"] < middle["devastated"] < middle["russian"]
    yield "15.0", "no link belongs to two nets", not any(x & y for x, y in combinations(b.net.values(), 2))
    net = links(b, "polish")
    held = hexes(b.map, "1426 2028")
    cut = reach([hex(b, "1527")], lambda h: [n for n in net.get(h, ()) if not held >> n & 1])
    yield "8.4.7b", "Przemyśl is cut off if Jarosław and Lwów are held (example of 8.4)", \
        not cut & b.cities & ~(1 << hex(b, "1527"))  # fmt: skip
    whole = reach([b.warsaw], lambda h: net.get(h, ()))
    yield "7.1.1b", "more than four other cities are linked to Warsaw", (whole & b.cities).bit_count() > 5
    devastated = links(b, "polish", "devastated", "russian")
    yield (
        "15.0",
        "the three nets are joined",
        bool(reach([b.warsaw], lambda h: devastated.get(h, ())) >> at(b, "Kijów") & 1),
    )


def mean(b: Board, found: HexSet) -> float:
    return sum(b.map.grid.line(h) for h in bits(found)) / found.bit_count()


def sources(b: Board) -> Iterator[Statement]:
    grid, polish = b.map.grid, b.rail_hexes("polish")
    cities = collect(h for h in b.capacity if b.cities >> h & 1)
    yield "10.2", "every city on the Polish net is a source", cities == polish & b.cities & ~b.interning
    edge = [h for h in b.capacity if not b.cities >> h & 1]
    yield (
        "10.2",
        "three rail hexes of the west edge are sources",
        len(edge) == 3 and all(grid.line(h) == 1 and polish >> h & 1 for h in edge),
    )
    yield "10.3a", "Warsaw supplies eight divisions", b.capacity.get(b.warsaw) == 8
    yield "10.3a", "every other source supplies four", all(n == 4 for h, n in b.capacity.items() if h != b.warsaw)
    yield "22.4c", "0111 is one of the three", hex(b, "0111") in edge
    wanted = set(range(1, 37))
    zone = b.map.zones["russian-sources"].hexes
    east = {grid.position(h) for h in bits(zone) if grid.line(h) == grid.lines}
    north = {grid.line(h) for h in bits(zone) if grid.position(h) == 1}
    yield (
        "10.1a",
        "Russian sources are the east edge and the north edge from 3301",
        east == wanted and north == set(range(33, 52)),
    )
    yield "10.1a", "no Russian source lies in Lithuania or an interning land", not zone & (b.lithuania | b.interning)


def rivers(b: Board) -> Iterator[Statement]:
    yield "16.0b", "the Vistula runs between 0711 and 0712", river(b, "0711|0712") == "Wisła"
    yield "16.0b", "the Dnepr runs between 5133 and 5134", river(b, "5133|5134") == "Dniepr"
    dnepr, vistula = (touching(system) for system in b.navigable)
    for number in ("4430", "4529", "4630", "4631"):
        yield "16.1", f"a flotilla in 4530 may attack {number}", sails(b, hex(b, "4530"), hex(b, number), 0)
    for number in ("4531", "4431"):
        yield "16.1", f"a flotilla in 4530 may not attack {number}", not sails(b, hex(b, "4530"), hex(b, number), 0)
    canal = touching(b.canal)
    yield "16.0g", "the canal runs from 2317 to 2718", bool(canal >> hex(b, "2317") & canal >> hex(b, "2718") & 1)
    yield "16.0g", "it joins the two systems", bool(vistula >> hex(b, "2317") & dnepr >> hex(b, "2718") & 1)
    yield "16.0a", "the systems meet nowhere else", not b.navigable[0] & b.navigable[1]
    yield "16.0a", "Pińsk lies on the Dnepr system", bool(dnepr >> at(b, "Pińsk") & 1)
    for name in ("5133", "5134"):
        yield "16.0b", f"the second flotilla can enter at {name}", bool(dnepr >> hex(b, name) & 1)
    held = hexes(b.map, "0711 0712")
    modlin, torun = at(b, "Modlin"), at(b, "Toruń")
    yield (
        "16.3a",
        "Russians in 0711 and 0712 cut the Vistula between Modlin and Toruń",
        not voyage(b, modlin, held) >> torun & 1,
    )
    one = hexes(b.map, "0711")
    yield "16.3a", "on one bank alone they do not", bool(voyage(b, modlin, one) >> torun & 1)
    yield "16.0b", "flotillas stay on rivers", all(side in b.river for system in b.navigable for side in system)
    yield (
        "16.0b",
        "Modlin and Toruń lie on the Vistula system",
        all(vistula >> at(b, n) & 1 for n in ("Modlin", "Toruń")),
    )
    yield "18.0b", "Warsaw stands on the western bank", on_bank(b.map, "Warszawa", "Wisła", "west")
    yield "8.1.4c", "Kiev stands on the western bank", on_bank(b.map, "Kijów", "Dniepr", "west")


def touching(sides: frozenset[tuple[Hex, Hex]]) -> HexSet:
    return collect(h for side in sides for h in side)


def sails(b: Board, start: Hex, goal: Hex, system: int) -> bool:
    """Whether a flotilla goes from hex to hex: both touch navigable sides in a corner that they share."""
    grid, water = b.map.grid, b.navigable[system]
    steps, way = grid.steps(start), grid.direction(start, goal)
    for third in (start + steps[way - 1], start + steps[(way + 1) % 6]):
        at_corner = [s for s in ((start, goal), (start, third), (goal, third)) if s in water]
        if any(start in s for s in at_corner) and any(goal in s for s in at_corner):
            return True
    return False


def voyage(b: Board, start: Hex, held: HexSet) -> HexSet:
    """Where a flotilla of the Vistula can go if some hexes are held against it."""
    around = b.map.grid.neighbours
    return reach([start], lambda h: [n for n in around[h] if not held >> n & 1 and sails(b, h, n, 1)])


def forts(b: Board) -> Iterator[Statement]:
    modlin = at(b, "Modlin")
    yield "18.0a", "five hexes are fortified", b.fortified.bit_count() == 5
    yield "9.6b", "Warsaw and Modlin are two of them", bool(b.fortified >> b.warsaw & b.fortified >> modlin & 1)
    yield "9.6a", "fortified sides protect those hexes", all(b.fortified >> home & 1 for home, _ in b.fortification)
    vistula = [n for n in b.map.grid.neighbours[b.warsaw] if b.map.river.get((b.warsaw, n)) == "Wisła"]
    yield (
        "18.0b",
        "an attack on Warsaw over the Vistula crosses a fortification",
        all((b.warsaw, n) in b.fortification for n in vistula),
    )
    dry = [face for home, face in b.fortification if home == modlin and (home, face) not in b.river]
    yield "9.6b", "Modlin has a fortified side without a river", bool(dry)
    yield (
        "9.4a",
        "there are trenches, all with their face to the east or beside it",
        bool(b.trench) and mean(b, collect(f for _, f in b.trench)) > mean(b, collect(r for r, _ in b.trench)),
    )
    seas = [h for h in bits(b.map.grid.valid) if b.map.terrain[h] == "sea"]
    yield (
        "4.2",
        "every side of a sea hex is all sea",
        all((h, n) in b.all_sea for h in seas for n in b.map.grid.neighbours[h]),
    )


def boundary(b: Board) -> Iterator[Statement]:
    zones = {id: b.map.zones[id].hexes for id in ("west-front", "split", "southwest-front", "west-of-bug")}
    yield "12.2a", "5119 is north of the boundary", bool(zones["west-front"] >> hex(b, "5119") & 1)
    yield "12.2a", "5120 is south of it", bool(zones["southwest-front"] >> hex(b, "5120") & 1)
    touch = b.map.grid.dilate(zones["west-front"] | zones["split"]) & zones["southwest-front"]
    yield (
        "12.2.1",
        "the boundary ends at the Bug",
        bool(b.map.grid.dilate(touch | zones["split"]) & zones["west-of-bug"]),
    )
    first = b.map.grid.dilate(zones["west-front"] | zones["split"]) & zones["southwest-front"]
    yield "12.2c", "the first whole hex beyond the line counts one", all(b.beyond[0][h] == 1 for h in bits(first))
    yield (
        "12.2.1",
        "Warsaw lies west of the Bug, Brest east of it",
        bool(b.west_of_bug >> b.warsaw & ~b.west_of_bug >> at(b, "Brześć") & 1),
    )
    rings = b.map.grid.rings(b.warsaw)[:12]
    yield (
        "22.0b",
        "Central Poland is what lies within eleven hexes of Warsaw",
        b.map.zones["central-poland"].hexes == sum(rings),
    )
    line = b.map.zones["east-of-reaction-line"].hexes
    yield (
        "17.1.1a",
        "the Reaction Line parts the map from north to south",
        all(any(line >> b.map.grid.at(column, row) & 1 for column in range(1, 52)) for row in range(1, 37)),
    )


def edges(b: Board) -> Iterator[Statement]:
    grid, zone = b.map.grid, {id: z.hexes for id, z in b.map.zones.items()}
    yield "7.1.2", "the map ends in column 51 and row 36", (grid.lines, grid.length) == (51, 36)
    west = collect(grid.at(51, r) for r in range(1, 20)) | collect(grid.at(c, 1) for c in range(33, 52))
    yield (
        "7.1.2",
        "the West Front enters at 5101 to 5119 and on the north edge from 3301",
        zone["west-front-entry"] == west,
    )
    south = collect(grid.at(51, r) for r in range(20, 37))
    yield "7.1.3", "the Southwest Front enters from 5120 southward", zone["southwest-entry"] == south
    horse = collect(grid.at(c, 36) for c in range(42, 52))
    yield "7.1.4a", "the Konarmiya also enters on the south edge from 4236", zone["konarmiya-entry"] == horse
    rail = collect(h for net in ("russian", "devastated") for h in bits(b.rail_hexes(net)))
    yield "7.1.4b", "its trains find rail hexes there", bool(rail & (horse | south))
    garrison = collect(grid.at(c, 1) for c in range(38, 52))
    yield (
        "17.2.1b",
        "the Latvian garrison enters on the north edge from 3801",
        zone["latvian-garrison-entry"] == garrison,
    )
    yield "17.2.1b", "those hexes lie north of the Dvina", not garrison & ~zone["north-of-dvina"]
    for id in ("west-front-entry", "southwest-entry", "konarmiya-entry", "latvian-garrison-entry"):
        yield "17.4.1b", f"no hex of the {id.replace('-', ' ')} lies in an interning land", not zone[id] & b.interning
    parts = [zone[f"south-edge-{p}"] for p in ("west", "romania", "east")]
    yield "17.3.2", "Romania parts the south edge", max(bits(parts[0])) < min(bits(parts[1])) < min(bits(parts[2]))


def lands(b: Board) -> Iterator[Statement]:
    region = {id: r.hexes for id, r in b.map.regions.items()}
    for name, id, rule in (
        ("Danzig", "danzig", "24.9"), ("Königsberg", "east-prussia", "24.11.6"), ("Katowice", "upper-silesia", "24.8"),
        ("Sosnowiec", "upper-silesia", "24.8"),
    ):  # fmt: skip
        yield rule, f"{name} lies in {b.map.regions[id].english}", bool(region[id] >> at(b, name) & 1)
    area = b.map.zones["plebiscite"].hexes
    yield "24.10a", "the plebiscite area lies in East Prussia", not area & ~region["east-prussia"]
    for name in ("Olsztyn", "Malbork"):
        yield "24.10a", f"{name} lies in the plebiscite area", bool(area >> at(b, name) & 1)
    yield "17.4.2a", "Wilno does not lie in Lithuania", not b.lithuania >> at(b, "Wilno") & 1
    yield (
        "17.4.2a",
        "Lithuania borders Poland and can be crossed",
        bool(b.map.grid.dilate(b.lithuania) & b.map.play & ~b.interning),
    )


def areas(b: Board) -> Iterator[Statement]:
    zones = b.map.zones
    for scenario in ("campaign", "belarus"):
        own = {id: zone.hexes for id, zone in zones.items() if zone.group == f"{scenario}-areas"}
        yield "23.0c", f"the {scenario} has areas for both sides", len(own) >= 2
        fronts = {id: zones[f"{id}-front"].hexes for id in own if f"{id}-front" in zones}
        yield (
            "23.0c",
            f"front lines of the {scenario} lie in their areas",
            not any(fronts[id] & ~own[id] for id in fronts),
        )
