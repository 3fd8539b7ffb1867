"""The map of How the West was Saved laid out as tables by hex: neighbours, rivers, the side of the Demarcation Line."""

from functools import lru_cache
from typing import Any

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexGrid, HexSet, bits, collect
from vistula.board.hexmap import HexMap
from vistula.games.west_was_saved.board import Board

Shifts = tuple[tuple[HexSet, int], ...]
"""Steps to neighbours as shifts of a whole set: from which hexes, by how much the index changes."""


def map_tables(b: Board) -> dict[str, Any]:
    grid, land = b.map.grid, b.open | b.lithuania | b.east_prussia & ~b.impassable
    around = tuple(near & land if (land | b.neutral) >> h & 1 else 0 for h, near in enumerate(grid.around))
    unbridged = across(b.map, b.unbridged)
    return {
        "board": b.map,
        "grid": grid,
        "land": land,
        "open": b.open,
        "difficult": b.difficult & land,
        "neutral": b.neutral,
        "lithuania": b.lithuania,
        "east_prussia": b.east_prussia,
        "cities": b.cities,
        "victory": b.victory,
        "forts": b.fortifications,
        "north": b.north,
        "south": b.south,
        "east_edge": b.east_edge,
        "below_sejm": b.below_sejm,
        "trenches": b.map.zones["old-trenches"].hexes if "old-trenches" in b.map.zones else 0,
        "deep_marsh": collect(h for h in bits(grid.valid) if b.map.terrain[h] == "deep marsh"),
        "warsaw": b.warsaw,
        "smolensk": b.smolensk,
        "kaunas": b.kaunas,
        "next": tuple(tuple(bits(near)) for near in around),
        "around": around,
        "river": across(b.map, b.river),
        "unbridged": unbridged,
        "dry": tuple(near & ~wet for near, wet in zip(around, unbridged, strict=True)),
        "shifts": shifts(grid, land, unbridged),
        "shifts_abroad": shifts(grid, land | b.neutral, unbridged),
        "toward": tuple(tuple(toward(grid, h)) if grid.valid >> h & 1 else (-1,) * 6 for h in range(grid.size)),
        "rivers": banks(b.map),
        "place": tuple(p.name if p else "" for p in b.map.place),
        "english": tuple(p.english if p else "" for p in b.map.place),
        "hexes_by_name": names(b.map),
    }


def across(board: HexMap, sides: frozenset[tuple[Hex, Hex]]) -> tuple[HexSet, ...]:
    """By hex, the neighbours on the other side of these hexsides."""
    found = [0] * board.grid.size
    for a, b in sides:
        found[a] |= 1 << b
        found[b] |= 1 << a
    return tuple(found)


def toward(grid: HexGrid, hex: Hex) -> list[Hex]:
    """The six neighbours in the order of the facings, -1 where the map ends."""
    return [hex + step if grid.valid >> hex + step & 1 else -1 for step in grid.steps(hex)]


def shifts(grid: HexGrid, land: HexSet, unbridged: tuple[HexSet, ...]) -> Shifts:
    """How a set of hexes spreads to its neighbours without crossing an unbridged river: a mask for each shift."""
    masks: dict[int, HexSet] = {}
    for h in bits(land):
        for step in grid.steps(h):
            if land >> h + step & 1 and not unbridged[h] >> h + step & 1:
                masks[step] = masks.get(step, 0) | 1 << h
    return tuple((mask, step) for step, mask in sorted(masks.items()))


def shifted(hexes: HexSet, steps: Shifts) -> HexSet:
    """All neighbours of a set to which these steps lead."""
    found = 0
    for mask, step in steps:
        found |= (hexes & mask) << step if step > 0 else (hexes & mask) >> -step
    return found


def banks(board: HexMap) -> dict[str, HexSet]:
    """By the small-letter names of a river, Polish and English: the hexes that have a side on it."""
    found: dict[str, HexSet] = {}
    for river in board.rivers:
        hexes = collect(h for stroke in river.strokes for side in stroke for h in side)
        for name in (river.name, river.english):
            if name:
                found[name.casefold()] = found.get(name.casefold(), 0) | hexes
    return found


def names(board: HexMap) -> dict[str, Hex]:
    """Polish and English names, in small letters; a Polish name goes before another place's English one."""
    english = {p.english.casefold(): p.hex for p in board.places}
    return english | {p.name.casefold(): p.hex for p in board.places}


def hex_of(board: HexMap, file: str, key: str, number: str) -> Hex:
    """The hex with this number in a data file."""
    try:
        return board.grid.index(number)
    except ValueError as error:
        raise DataError(file, key, str(error)) from None


@lru_cache(maxsize=4096)
def disc(grid: HexGrid, hex: Hex, distance: int) -> HexSet:
    """The hexes at most so far from a hex, itself included."""
    return sum(grid.rings(hex)[: distance + 1])
