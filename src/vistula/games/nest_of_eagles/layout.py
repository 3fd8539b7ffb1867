"""The map of 1920: Nest of Eagles laid out as tables: hexes, hexsides by direction, railways, edges, bands."""

from __future__ import annotations

from typing import Final

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexSet, bits, linked
from vistula.board.hexnames import HexNames
from vistula.games.nest_of_eagles.board import BELARUS, FILE, POLISH, PRIORITY, UKRAINE, Board
from vistula.parts.sides import Sides, sides_of


class Map(HexNames):
    """``[h]`` is by hex, with an entry for every slot of the grid, ``[side]`` by side, ``[front]`` by Soviet Front.

    Hexsides are six sets of hexes by direction, and stand in the sets of both their hexes.
    """

    def __init__(self, b: Board) -> None:
        board, grid, land = b.map, b.map.grid, b.play
        zones = {id: zone.hexes for id, zone in board.zones.items()}

        # -- hexes
        self.board: Final = board  # for pictures
        self.grid = grid
        self.land: Final = land  # the playable hexes [2.3.1a]
        self.theater: Final = b.theater  # POLISH, BELARUS, UKRAINE [2.4a]
        self.theater_of: Final = tuple(_theater_of(b, h) for h in range(grid.size))  # -1 where nobody goes
        self.theater_border: Final = _border(b)  # hexes with a side on a border of Theaters [17.1.1c]
        self.difficult: Final = b.difficult  # [2.1c]
        self.towns: Final = b.towns
        self.cities: Final = b.cities
        self.fortresses: Final = b.fortresses
        self.urban: Final = b.urban  # all three [2.1b]
        self.value: Final = tuple(b.value.get(h, 0) for h in range(grid.size))  # strategic number, or 0 [13.3d]
        self.around: Final = tuple(near & land if land >> h & 1 else 0 for h, near in enumerate(grid.around))
        self.next: Final = tuple(tuple(bits(near)) for near in self.around)  # neighbours in ``land``
        self.place = tuple(p.name if p else "" for p in board.place)
        self.english: Final = tuple(p.english if p else "" for p in board.place)
        self.hexes_by_name = board.by_name()

        # -- hexsides
        self.large: Final = sides_of(grid, b.large)  # all large rivers
        self.light: Final = sides_of(grid, b.light)  # Dniepr and Prypeć, small to the Soviets [2.6a]
        self.small: Final = sides_of(grid, b.small)
        self.bridged: Final = sides_of(grid, b.bridges)
        self.fortified: Final = sides_of(grid, ((face, behind) for behind, face in b.fortified))  # from the face [7.1l]
        self.wisla: Final = _river(b, "Wisła")  # [19.7c]
        self.dzwina: Final = _river(b, "Dźwina")  # [20.2.1b]
        self.demarcation: Final = sides_of(grid, b.demarcation)  # [21.2a]
        self.aspirations: Final = sides_of(grid, b.aspirations)  # [21.3a]
        self.rails: Final = sides_of(grid, b.rails)
        self.black_red: Final = sides_of(grid, b.extra_line)  # the line of the extra Polish transport [9.2b]
        self.rail_next: Final = linked(grid, b.rails)  # neighbours by rail

        # -- edges [2.3.2b, 2.3.2c, 15.1a, 15.1b, 16.0f, 16.0g]: hexes at the Soviet ones, for retreat and supply
        self.north: Final = zones["soviet-north"]
        self.east: Final = zones["soviet-east"]
        self.south: Final = zones["soviet-south"]
        self.near_east: Final = (self.east | grid.dilate(self.east)) & land  # within 2 hexes of the edge [20.2.1a]
        self.rail_exits: Final = (
            zones["polish-rail-exits"],
            zones["soviet-rail-exits"],
        )  # to supply, by side
        self.sources: Final = board.marks["supply-poland"], self.north | self.east | self.south  # by side
        self.rail_sources: Final = (  # hexes where a railway has reached supply: Poland, Soviets, Lithuania
            self.rail_exits[0] | self.sources[0],
            self.rail_exits[1],
            1 << _named(b, "Kowno"),
        )
        self.entry: Final = _by_front(b, self.east)  # where reinforcements of a Front march in
        self.entry_towns: Final = _by_front(b, zones["entry-towns"])
        self.stars: Final = b.konarmiya  # entry of Konarmiya [20.1.1a]
        self.romania_rail: Final = next(bits(zones["rail-to-romania"]), -1)  # a railway leads from there [23.3.1.1]

        # -- lines and bands
        self.lithuania: Final = zones["open-lithuania"]  # its playable part [21.2a]
        self.aspired: Final = zones["aspired"]  # inside the Aspirations Line, Lithuania not counted [21.3a]
        self.near_germany: Final = b.near_germany  # [23.3.2.8]
        self.cheka_band: Final = zones["cheka-2"], zones["cheka-3"], zones["cheka-4"]  # a roll of so much [17.1.5c]
        self.priority_west: Final = zones[PRIORITY]  # west of Grodno, Kobryń and Kołomyja [22.1b]

        # -- hexes that rules name
        self.warszawa: Final = _named(b, "Warszawa")
        self.krakow: Final = _named(b, "Kraków")
        self.grudziadz: Final = _named(b, "Grudziądz")
        self.lwow: Final = _named(b, "Lwów")
        self.kijow: Final = _named(b, "Kijów")
        self.wilno: Final = _named(b, "Wilno")
        self.kowno: Final = _named(b, "Kowno")
        self.minsk: Final = _named(b, "Mińsk")
        self.smolensk: Final = _named(b, "Smoleńsk")
        self.bialystok: Final = _named(b, "Białystok")
        self.lublin: Final = _named(b, "Lublin")
        self.stanislawow: Final = _named(b, "Stanisławów")
        self.boryslaw: Final = _named(b, "Borysław")
        self.grodno: Final = _named(b, "Grodno")
        self.mohylow: Final = _named(b, "Mohylów Podolski")
        self.brzesc: Final = _named(b, "Brześć")
        self.gomel: Final = _named(b, "Gomel")
        self.glebokie: Final = _named(b, "Głębokie")


def _theater_of(b: Board, hex: Hex) -> int:
    return next((t for t in (POLISH, BELARUS, UKRAINE) if b.theater[t] >> hex & 1), -1)


def _border(b: Board) -> HexSet:
    return sum(inside & b.map.grid.dilate(b.play & ~inside) for inside in b.theater)


def _by_front(b: Board, hexes: HexSet) -> tuple[HexSet, HexSet]:
    """[2.5.1a, 2.5.1b] Hexes in the eastern Theater of the Western Front and of the Southwestern one."""
    return hexes & b.theater[BELARUS], hexes & b.theater[UKRAINE]


def _river(b: Board, name: str) -> Sides:
    return sides_of(b.map.grid, (side for side in b.large if b.map.river[side] == name))


def _named(b: Board, name: str) -> Hex:
    try:
        return b.map.named(name)
    except KeyError:
        raise DataError(FILE, f"places {name}", "is missing") from None
