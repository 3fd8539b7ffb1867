"""The map of Warsaw 1920 laid out as tables by hex: what a hex and a step cost, rivers, trenches, railways, areas."""

from vistula.board.data import DataError, part
from vistula.board.hexes import Hex, HexSet, bits, collect, linked
from vistula.board.hexmap import HexMap
from vistula.board.hexnames import HexNames

from .tables import Charts, Terrain

BOARD = "board.toml"


class Map(HexNames):
    """[2.1a, 2.1b] Tables have an entry for every slot of the grid; hexes that are not of the game have empty ones."""

    def __init__(self, board: HexMap, charts: Charts) -> None:
        self.board, self.grid, self.terrain = board, board.grid, board.terrain
        lands = (part(BOARD, "region", board.regions, id).hexes for id in ("danzig", "east-prussia", "lithuania"))
        self.danzig, self.east_prussia, self.lithuania = lands  # the last open to both sides [10.5d]
        self.land = board.play & ~self.danzig  # hexes of the game without Danzig, with East Prussia
        self.enterable = self.land & ~self.east_prussia, self.land  # by side [10.5a, 10.5b, 10.5d]
        self.around = tuple(near & self.land if self.land >> h & 1 else 0 for h, near in enumerate(board.grid.around))
        self.next = tuple(tuple(bits(near)) for near in self.around)
        self.hex_cost, self.defence = hex_effects(board, charts, self.land)
        self.cost = step_costs(board, charts, self.around, self.hex_cost)  # cost[h][n]: MP for the step from h to n
        self.river = linked(board.grid, board.river)
        self.trench_front = linked(board.grid, board.trenches)  # neighbours whose attack meets a trench's front
        self.trench = linked(board.grid, (*board.trenches, *((b, a) for a, b in board.trenches)))
        served = self.enterable[0]  # no rail through Danzig or East Prussia
        self.rail_around = linked(board.grid, ((a, b) for a, b in board.rails if served >> a & served >> b & 1))
        self.rail = tuple(tuple(bits(near)) for near in self.rail_around)
        self.rail_hexes = collect(h for h, near in enumerate(self.rail_around) if near)
        places = (collect(p.hex for p in board.places if p.kind == kind) for kind in ("major", "city", "town"))
        self.major, self.city, self.town = places
        self.warsaw = part(BOARD, "places", {p.english: p.hex for p in board.places}, "Warsaw")
        self.sources = tuple(
            part(BOARD, "mark", board.marks, id) for id in ("supply-poland", "supply-russia")
        )  # [4.1.2a]
        self.place = tuple(p.name if p else "" for p in board.place)
        self.hexes_by_name = board.by_name()
        # Who owns what at the start, and where each formation may set up [3.1a, 3.1f].
        self.polish_start = board.west & self.land
        groups = (part(BOARD, "area", board.areas, id).hexes for id in ("northern", "polesie", "southern"))
        self.area = tuple(hexes & self.enterable[0] for hexes in groups)
        line = collect(a for a, _ in board.front)
        self.frontline = tuple(line & hexes for hexes in self.area)
        self.front_area = tuple(  # [3.2a, 3.2b]
            part(BOARD, "area", board.areas, id).hexes & self.land for id in ("western", "southwest")
        )
        self.front_sides = board.front  # (Polish hex, Russian hex)


def hex_effects(board: HexMap, charts: Charts, land: HexSet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each hex costs to enter and multiplies its defender by [10.3.1a, 10.3.1b, 10.3.1c, 10.3.1d, 10.3.1e]."""
    ground = {t.name: t for t in charts.terrain}
    built = {p.name: p for p in charts.place}
    cost, defence = [0] * board.grid.size, [1] * board.grid.size
    for h in bits(land):
        terrain = effect("terrain", ground, board.terrain[h])
        place = board.place[h]
        above = effect("place", built, place.kind) if place and place.kind != "name" else None
        # A city costs 1 whatever its ground; effects on the defender do not add up, the best one counts [11.6.2a].
        cost[h] = above.cost if above and above.cost else terrain.cost
        defence[h] = max(terrain.defence, above.defence) if above else terrain.defence
    return tuple(cost), tuple(defence)


def effect(table: str, rows: dict[str, Terrain], name: str) -> Terrain:
    if name not in rows:
        raise DataError("charts.toml", f"{table} {name}", "is on the board but not in the chart")
    return rows[name]


def step_costs(
    board: HexMap, charts: Charts, around: tuple[HexSet, ...], hex_cost: tuple[int, ...]
) -> tuple[dict[Hex, int], ...]:
    """MP for each step: hex entered and hexside crossed [10.3.2a], or the railway instead of both [10.3.3a]."""
    trenches = frozenset(board.trenches) | frozenset((b, a) for a, b in board.trenches)
    side = charts.hexside

    def step(a: Hex, b: Hex) -> int:
        if (a, b) in board.rails:
            return side.rail_cost
        river = side.river_cost if (a, b) in board.river else 0
        return hex_cost[b] + river + (side.trench_cost if (a, b) in trenches else 0)

    return tuple({b: step(a, b) for b in bits(near)} for a, near in enumerate(around))
