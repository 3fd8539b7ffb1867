"""The map of Warsaw 1920 laid out as tables by hex: what a hex and a step cost, rivers, trenches, railways, areas."""

from typing import Any

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexSet, bits, collect
from vistula.board.hexmap import HexMap
from vistula.games.warsaw_1920.tables import Charts, Data, Terrain

_GROUP_AREAS = ("northern", "polesie", "southern")
_FRONT_AREAS = ("western", "southwest")


def map_tables(data: Data) -> dict[str, Any]:
    board, charts = data.board, data.charts
    danzig, prussia, lithuania = (board.regions[r].hexes for r in land_ids(board))
    land = board.play & ~danzig
    around = tuple(near & land if land >> h & 1 else 0 for h, near in enumerate(board.grid.around))
    rail = rail_sets(board, land & ~prussia)
    towns = {kind: collect(p.hex for p in board.places if p.kind == kind) for kind in ("major", "city", "town")}
    hex_cost, defence = hex_effects(board, charts, land)
    return dict(
        board=board,
        grid=board.grid,
        land=land,
        danzig=danzig,
        east_prussia=prussia,
        lithuania=lithuania,
        enterable=(land & ~prussia, land),
        next=tuple(tuple(bits(a)) for a in around),
        around=around,
        terrain=board.terrain,
        hex_cost=hex_cost,
        defence=defence,
        cost=step_costs(board, charts, around, hex_cost),
        rail=tuple(tuple(bits(r)) for r in rail),
        rail_around=rail,
        rail_hexes=collect(h for h, r in enumerate(rail) if r),
        hexes_by_name=names(board),
        **towns,
        **hexside_sets(board),
        **front_tables(board, land),
        warsaw=named(board, "Warsaw"),
        sources=(mark(board, "supply-poland"), mark(board, "supply-russia")),
        place=tuple(p.name if p else "" for p in board.place),
        english=tuple(p.english if p else "" for p in board.place),
    )


def land_ids(board: HexMap) -> tuple[str, str, str]:
    for id in (wanted := ("danzig", "east-prussia", "lithuania")):
        if id not in board.regions:
            raise DataError("board.toml", f"region {id}", "is missing [10.5a]")
    return wanted


def named(board: HexMap, english: str) -> Hex:
    for place in board.places:
        if place.english == english:
            return place.hex
    raise DataError("board.toml", f"places {english}", "is missing")


def mark(board: HexMap, id: str) -> HexSet:
    if id not in board.marks:
        raise DataError("board.toml", f"mark {id}", "is missing")
    return board.marks[id]


def names(board: HexMap) -> dict[str, Hex]:
    """Polish and English names, in small letters; a Polish name goes before another place's English one."""
    english = {p.english.casefold(): p.hex for p in board.places}
    return english | {p.name.casefold(): p.hex for p in board.places}


def rail_sets(board: HexMap, where: HexSet) -> tuple[HexSet, ...]:
    found = [0] * board.grid.size
    for a, b in board.rails:
        if where >> a & where >> b & 1:
            found[a] |= 1 << b
    return tuple(found)


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


def hexside_sets(board: HexMap) -> dict[str, tuple[HexSet, ...]]:
    river, trench, front = ([0] * board.grid.size for _ in range(3))
    for a, b in board.river:
        river[a] |= 1 << b
    for defended, face in board.trenches:
        trench[defended] |= 1 << face
        trench[face] |= 1 << defended
        front[defended] |= 1 << face
    return {"river": tuple(river), "trench": tuple(trench), "trench_front": tuple(front)}


def front_tables(board: HexMap, land: HexSet) -> dict[str, Any]:
    """Who owns what at the start, and where each formation may set up [3.1a, 3.1f]."""
    for id in _GROUP_AREAS + _FRONT_AREAS:
        if id not in board.areas:
            raise DataError("board.toml", f"area {id}", "is missing")
    open_to_poles = land & ~board.regions["east-prussia"].hexes
    area = tuple(board.areas[id].hexes & open_to_poles for id in _GROUP_AREAS)
    line = collect(a for a, _ in board.front)
    return {
        "polish_start": board.west & land,
        "area": area,
        "frontline": tuple(line & hexes for hexes in area),
        "front_area": tuple(board.areas[id].hexes & land for id in _FRONT_AREAS),
        "front_sides": board.front,
    }
