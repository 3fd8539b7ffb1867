"""The map of Red Star/White Eagle laid out as tables: hexes, hexsides by direction, rail nets, edges, lines."""

from __future__ import annotations

from typing import Final

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexSet, Side, bits, collect
from vistula.board.hexnames import HexNames
from vistula.games.red_star_white_eagle.board import FILE, GERMANY, Board
from vistula.parts.rails import Net, net
from vistula.parts.sides import Sides, sides_of

NORTH, EAST, SOUTH_WEST, SOUTH_EAST, WESTERN = range(5)
"""Stretches of the map's edge off which units retreat, and where they return [17.3]. Romania parts the south in two."""
FRONT_LEEWAY: Final = 2
"""[12.2] Whole hexes that a unit may stand beyond the boundary of its front."""
LAST_WESTERN: Final = "10"
"""Columns up to this one lie west of the Bug, German land with them [12.2.1]."""
CLEAR, FOREST, MARSH, ROUGH, LAKE, SEA = range(6)
# [2.2] Rivers, trenches, railroads and fortifications are hexsides.
TERRAINS: Final = ("clear", "forest", "marsh", "rough", "lakes", "sea")


class Map(HexNames):
    """``[h]`` is by hex, with an entry for every slot of the grid, ``[side]`` by side, ``[front]`` by Russian front.

    Hexsides are six sets of hexes by direction, and stand in the sets of both their hexes.
    """

    def __init__(self, b: Board) -> None:
        board, grid = b.map, b.map.grid
        zones = {id: zone.hexes for id, zone in board.zones.items()}

        # -- hexes
        self.board: Final = board  # for pictures
        self.grid = grid
        self.terrain: Final = tuple(_terrain(b, h) for h in range(grid.size))  # CLEAR, FOREST, …
        self.sea: Final = collect(h for h, kind in enumerate(self.terrain) if kind == SEA)
        self.land: Final = board.play & ~self.sea  # hexes that units can stand on
        self.cities: Final = b.cities
        self.towns: Final = b.towns
        # [8.1.4, 9.2] A city is clear to movement; in combat the other terrain of its hex counts as well (A2).
        rugged = collect(h for h in bits(self.land) if self.terrain[h] not in (CLEAR, SEA))
        self.difficult: Final = rugged & ~b.cities  # costs more to enter
        self.defensible: Final = rugged | b.cities  # -1 for the attacker
        self.around: Final = tuple(near & self.land if self.land >> h & 1 else 0 for h, near in enumerate(grid.around))
        self.place = tuple(place.name if place else "" for place in board.place)
        self.english: Final = tuple(place.english if place else "" for place in board.place)
        self.hexes_by_name = board.by_name()
        self.vp: Final = b.vp  # [3.2.2]
        self.vp_cities: Final = collect(b.vp)
        self.capacity: Final = b.capacity  # divisions that a Polish source feeds [10.3]
        self.ukrainian_cities: Final = b.ukrainian  # [21.1.4]
        self.fortified: Final = b.fortified  # the five hexes [18.0]

        # -- hexsides
        self.river: Final = sides_of(grid, b.river)
        self.all_sea: Final = sides_of(grid, b.all_sea)  # [4.2, 9.5, 9.13.7]
        self.trench: Final = sides_of(grid, ((face, rear) for rear, face in b.trench))  # crossed from the face [9.4]
        self.fortification: Final = sides_of(grid, ((face, inner) for inner, face in b.fortification))  # from the face
        self.nets: Final = {name: b.net[name] for name in ("polish", "russian", "devastated", "closed")}
        self.navigable: Final = b.navigable  # hexsides of the Dnepr and of the Vistula system [16.0]
        self.canal: Final = b.canal
        self.canal_ends: Final = (_hex(b, "2718"), _hex(b, "2317"))  # of the Dnepr and of the Vistula system

        # -- countries [17.4]
        regions = {id: region.hexes for id, region in board.regions.items()}
        self.regions: Final = regions
        self.interning: Final = b.interning
        self.german: Final = collect(h for id in (*GERMANY, "east-prussia", "danzig") for h in bits(regions[id]))
        self.lithuania: Final = b.lithuania
        self.plebiscite: Final = zones["plebiscite"]  # [24.10]

        # -- lines
        self.west_of_bug: Final = b.west_of_bug  # free of all front restrictions [12.2.1]
        self.beyond: Final = b.beyond  # beyond[front][h]: whole hexes beyond the boundary [12.2]
        # [12.2, 12.2.1] Hexes out of command for the West and the Southwest Front; for units of no front there are none
        free = b.west_of_bug | collect(h for h in bits(b.interning) if grid.number(h)[:2] <= LAST_WESTERN)
        bound = self.land & ~free
        self.out_of_command: Final = (
            *(collect(h for h in bits(bound) if b.beyond[front][h] > FRONT_LEEWAY) for front in (0, 1)), 0
        )  # fmt: skip
        self.reaction: Final = zones["east-of-reaction-line"]  # [17.1]
        self.central_poland: Final = zones["central-poland"]  # [22.0]
        self.north_of_dvina: Final = zones["north-of-dvina"]  # [17.2]

        # -- edges
        self.russian_sources: Final = zones["russian-sources"]  # [10.1]
        self.entry: Final = zones["west-front-entry"], zones["southwest-entry"]  # by front [7.1.2, 7.1.3]
        self.konarmiya_entry: Final = zones["konarmiya-entry"] | zones["southwest-entry"]  # [7.1.4]
        self.latvian_entry: Final = zones["latvian-garrison-entry"]  # [17.2.1]
        self.west_edge: Final = collect(h for h in bits(self.land) if grid.number(h)[:2] == "01")  # [24.11.6]
        self.flotilla_entry: Final = 1 << _hex(b, "5133") | 1 << _hex(b, "5134")  # [16.5]
        self.poznan: Final = _hex(b, "0111")  # [22.4]
        self.rail_sources: Final = collect(h for h in b.capacity if not b.cities >> h & 1)  # on the west edge [10.2]
        self.returns: Final = _returns(b, zones)  # by stretch of the edge [17.3]

        # -- hexes that rules name
        self.warsaw: Final = b.warsaw
        self.kiev: Final = _named(b, "Kijów")
        self.lwow: Final = _named(b, "Lwów")
        self.modlin: Final = _named(b, "Modlin")
        self.wilno: Final = _named(b, "Wilno")
        self.danzig: Final = _named(b, "Danzig")
        self.konigsberg: Final = _named(b, "Königsberg")

        # [8.4, 15.4] As printed; `railnets` says what is open in a game with its options.
        self.polish_net: Final[Net] = net(self.nets["polish"])
        self.russian_net: Final[Net] = net(self.nets["russian"])

    def distance(self, a: Hex, b: Hex) -> int:
        return self.grid.distance(a, b)


def _terrain(b: Board, hex: Hex) -> int:
    name = b.map.terrain[hex]
    return TERRAINS.index(name) if name in TERRAINS else CLEAR


def _hex(b: Board, number: str) -> Hex:
    return b.map.grid.index(number)


def _named(b: Board, name: str) -> Hex:
    try:
        return b.map.named(name)
    except KeyError:
        raise DataError(FILE, f"places {name}", "is missing") from None


def _returns(b: Board, zones: dict[str, HexSet]) -> tuple[HexSet, ...]:
    """[17.3.1, 17.3.2] By stretch of the edge; Russians return in the north, east and south, Poles in the west."""
    first_row = collect(h for h in bits(b.map.grid.valid) if b.map.grid.number(h)[2:] == "01")
    last_column = collect(h for h in bits(b.map.grid.valid) if b.map.grid.number(h)[:2] == "51")
    sources = zones["russian-sources"]
    return (
        sources & first_row, sources & last_column, zones["south-edge-west"], zones["south-edge-east"],
        zones["polish-return"],
    )  # fmt: skip


__all__ = [
    "CLEAR", "EAST", "FOREST", "LAKE", "MARSH", "NORTH", "ROUGH", "SEA", "SOUTH_EAST", "SOUTH_WEST",
    "WESTERN", "Map", "Side", "Sides",
]  # fmt: skip
