"""The map of Red Star/White Eagle: read from its board file, as sets of hexes and hexsides, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vistula.art.picture import draw_map
from vistula.art.style import Badge, Ground, Land, MapStyle, Net, Stroke
from vistula.board.data import DataError, pack_file
from vistula.board.hexes import Hex, HexGrid, HexSet, Side, bits, collect
from vistula.board.hexmap import HexMap, load_board
from vistula.board.surround import Surround

FILE = "board.toml"
SHIPPED = Path(__file__).with_name("data")
NETS = ("polish", "russian", "devastated", "closed")
GERMANY = ("pomerania", "upper-silesia")
INTERNING = (*GERMANY, "east-prussia", "danzig", "memel", "czechoslovakia", "romania")  # [17.4.1]
SYSTEMS = ("dnepr-system", "vistula-system")

_STYLE = MapStyle()
STYLE = MapStyle(
    subtitle="The Russo-Polish War, April to October 1920",
    sea_name="Bałtyk",
    kilometres=23,
    grounds=_STYLE.grounds | {"lakes": Ground("#dfe9dc", "#b9d2cf", "ponds", "Intermittent lakes")},
    lands=_STYLE.lands
    | {
        "pomerania": Land("#d9d6d0", "#8d93a6", "#6d6c72", 0.6),
        "upper-silesia": Land("#d9d6d0", "#8d93a6", "#6d6c72", 0.6),
    },
    nets={
        "polish": Net("#1f3f86", "Polish rail net"),
        "russian": Net("#9c1b1b", "Russian rail net"),
        "devastated": Net("#5b5348", "Devastated rail", ties="1.8 15", dash="13 4"),
        "closed": Net("#8d93a6", "German rail, closed", opacity=0.9),
    },
    edges={
        "russian-sources": Stroke("#b3122a", 9, "", "Russian supply and entry"),
        "southwest-entry": Stroke("#7c1414", 9, "", "Entry of the Southwest Front"),
        "konarmiya-entry": Stroke("#d9a514", 9, "", "Entry of the Konarmiya"),
        "poznan-entry": Stroke("#3f5f8a", 9, "", "Entry of the Poznań units"),
    },
    strokes={
        "plebiscite": Stroke("#6f5a96", 3.4, "2 9", "Plebiscite area", 0.9),
        "all-sea": Stroke("#2c6a95", 4.5, "", "All-sea hexside", 0.75),
        "front": Stroke("#b3122a", 6, "20 8 2 8", "Boundary of the Russian fronts", 0.85, through="split"),
        "east-of-reaction-line": Stroke("#b8860b", 5, "3 11", "Russian Reaction Line", 0.95),
        "central-poland": Stroke("#3d6b35", 4, "14 10", "Central Poland", 0.7),
        "dnepr-system": Stroke("#123c5c", 2.6, "1 12", "Navigable for flotillas"),
        "vistula-system": Stroke("#123c5c", 2.6, "1 12"),
    },
    badges={
        "vp": Badge("#7c1620", "#fff6d8", "Victory points"),
        "supply": Badge("#dfe7f6", "#1f3f86", "Polish supply, divisions", "square"),
        "frontier-guard": Badge("#e4dcc4", "#2a2118", "Frontier guard", "shield"),
    },
    halos={"ukrainian-city": "#d9a514"},
    covered=("czechoslovakia",),
    zone_names={"west-front": "#8a7f63", "southwest-front": "#8a7f63"},
)

WANTED = {
    "zone": (
        "fortified", "west-front", "split", "southwest-front", "west-of-bug", "east-of-reaction-line",
        "central-poland", "north-of-dvina", "plebiscite", "russian-sources", "west-front-entry", "southwest-entry",
        "konarmiya-entry", "latvian-garrison-entry", "south-edge-west", "south-edge-romania", "south-edge-east",
        "polish-return",
    ),
    "sides": ("all-sea", "canal"),
    "wall": ("warsaw",),
    "numbers": ("vp", "supply"),
    "mark": ("ukrainian-city",),
    "region": (*INTERNING, "lithuania"),
    "rails of net": NETS,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Board:
    """The map in the rulebook's words."""

    map: HexMap
    cities: HexSet
    towns: HexSet
    vp: dict[Hex, int]
    capacity: dict[Hex, int]  # Polish supply sources, in divisions [10.3]
    ukrainian: HexSet
    river: frozenset[Side]  # both ways round, as the other sides
    all_sea: frozenset[Side]
    trench: frozenset[Side]  # (rear, face)
    fortification: frozenset[Side]  # (protected, face)
    fortified: HexSet
    net: dict[str, frozenset[Side]]
    navigable: tuple[frozenset[Side], frozenset[Side]]  # of the Dnepr and of the Vistula system
    canal: frozenset[Side]
    interning: HexSet
    lithuania: HexSet
    west_of_bug: HexSet
    beyond: tuple[tuple[int, ...], tuple[int, ...]]  # whole hexes beyond the boundary, for West and Southwest Front
    warsaw: Hex

    def rail_hexes(self, net: str) -> HexSet:
        return collect(h for h, _ in self.net[net])


def read_board(pack: Path | None = None) -> Board:
    """The board of a data pack, or the shipped one."""
    return tables_of(load_board(pack_file(pack, FILE, SHIPPED)))


def tables_of(board: HexMap) -> Board:
    """A board that has been read, in the rulebook's words."""
    board.must_have(FILE, WANTED)
    zones = {id: zone.hexes for id, zone in board.zones.items()}
    if "Warszawa" not in {p.name for p in board.places}:
        raise DataError(FILE, "places Warszawa", "is missing")
    return Board(
        map=board,
        cities=collect(p.hex for p in board.places if p.kind == "city"),
        towns=collect(p.hex for p in board.places if p.kind == "town"),
        vp=board.numbers["vp"].at,
        capacity=board.numbers["supply"].at,
        ukrainian=board.marks["ukrainian-city"],
        river=frozenset(board.river),
        all_sea=board.sides["all-sea"].both,
        trench=frozenset(board.trenches),
        fortification=frozenset(board.walls["warsaw"].sides),
        fortified=zones["fortified"],
        net=board.nets,
        navigable=(_system(board, SYSTEMS[0]), _system(board, SYSTEMS[1])),
        canal=board.sides["canal"].both,
        interning=collect(h for id in INTERNING for h in bits(board.regions[id].hexes)),
        lithuania=board.regions["lithuania"].hexes,
        west_of_bug=zones["west-of-bug"],
        beyond=(
            _distances(board.grid, zones["west-front"] | zones["split"]),
            _distances(board.grid, zones["southwest-front"] | zones["split"]),
        ),
        warsaw=board.named("Warszawa"),
    )


def _system(board: HexMap, group: str) -> frozenset[Side]:
    return frozenset(side for sides in board.sides.values() if sides.group == group for side in sides.both)


def _distances(grid: HexGrid, own: HexSet) -> tuple[int, ...]:
    """For every hex how many whole hexes beyond its own side of the boundary it lies; 0 on it [12.2]."""
    found = [0] * grid.size
    seen = ring = own
    steps = 0
    while ring:
        for h in bits(ring):
            found[h] = steps
        ring = grid.dilate(ring) & ~seen
        seen |= ring
        steps += 1
    return tuple(found)


def picture(pack: Path | None = None, style: MapStyle = STYLE, surround: Surround | None = None) -> str:
    """The printed map as SVG, with its tracks and boxes if they are wanted."""
    return draw_map(read_board(pack).map, style, surround)
