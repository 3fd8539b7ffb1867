"""The map of Strike of the Eagle laid out as tables by area: links, fronts, fortifications, key cities, cubes."""

from __future__ import annotations

from typing import Any

from vistula.board.areamap import AreaMap
from vistula.board.data import DataError
from vistula.board.hexes import collect

_FRONTS = ("north", "south")


def area_tables(board: AreaMap) -> dict[str, Any]:
    """[1.0a, 1.0b, 1.1a, 1.2a, 1.3a, 1.4a, 8.5a] Areas get their numbers in the order of the file."""
    rows = list(board.areas.values())
    number = {row.id: i for i, row in enumerate(rows)}
    near = [tuple(sorted(number[other] for other in board.neighbours[row.id])) for row in rows]
    return {
        "board": board,
        "areas": range(len(rows)),
        "area_key": tuple(row.id for row in rows),
        "area_name": tuple(row.name for row in rows),
        "area_by_name": _names(board, number),
        "square": tuple(row.square for row in rows),
        "front": tuple(_FRONTS.index(row.front) for row in rows),
        "next": tuple(near),
        "around": tuple(collect(areas) for areas in near),
        "rail": tuple(
            collect(number[other] for other in board.neighbours[row.id] if board.links[row.id, other] == "rail")
            for row in rows
        ),
        "faces": tuple(collect(number[other] for other in row.faces) for row in rows),
        "vp": tuple(-1 if row.points is None else row.points for row in rows),
        "cubes": tuple((row.cubes.get("B", 0), row.cubes.get("W", 0), row.cubes.get("G", 0)) for row in rows),
        "key_cities": collect(number[row.id] for row in rows if row.points is not None),
        "eastern_links": collect(number[row.id] for row in rows if row.state == "link"),
        "lithuania": collect(number[row.id] for row in rows if row.state.startswith("closed until")),
        "never": collect(number[row.id] for row in rows if row.state == "closed"),
        "warsaw": _named(number, "warsaw"),
        "klintsy": _named(number, "klintsy"),
        "kaunas": _named(number, "kaunas"),
        "links": tuple(sorted((number[a], number[b]) for a, b in board.links if number[a] < number[b])),
    }


def _named(number: dict[str, int], key: str) -> int:
    if key not in number:
        raise DataError("board.toml", f"areas {key.title()}", "is missing")
    return number[key]


def _names(board: AreaMap, number: dict[str, int]) -> dict[str, int]:
    """Areas by every name they have, in small letters; the name on the map goes before another area's local one."""
    found: dict[str, int] = {}
    for kind in ("local", "polish", "name", "id"):
        for row in board.areas.values():
            found[getattr(row, kind).casefold()] = number[row.id]
    return found
