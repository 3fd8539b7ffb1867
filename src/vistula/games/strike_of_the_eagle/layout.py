"""The map of Strike of the Eagle laid out as tables by area: links, fronts, fortifications, key cities, cubes."""

from __future__ import annotations

from collections.abc import Callable

from vistula.board.areamap import Area, AreaMap
from vistula.board.data import DataError
from vistula.board.hexes import collect

_FRONTS = ("north", "south")


class Map:
    """[1.0a, 1.0b, 1.1a, 1.2a, 1.3a, 1.4a, 8.5a] Areas get their numbers in the order of the file; sets of areas are
    ints used as bit sets."""

    def __init__(self, board: AreaMap) -> None:
        rows = list(board.areas.values())
        number = {row.id: i for i, row in enumerate(rows)}

        def areas(wanted: Callable[[Area], bool]) -> int:
            return collect(number[row.id] for row in rows if wanted(row))

        def near(row: Area, kind: str = "") -> tuple[int, ...]:
            found = (n for n in board.neighbours[row.id] if kind in ("", board.links[row.id, n]))
            return tuple(sorted(number[n] for n in found))

        self.board = board
        self.areas = range(len(rows))
        self.area_key = tuple(row.id for row in rows)
        self.area_name = tuple(row.name for row in rows)
        self.area_by_name = _names(board, number)
        self.square = tuple(row.square for row in rows)
        self.front = tuple(_FRONTS.index(row.front) for row in rows)  # [1.1a]
        self.next = tuple(near(row) for row in rows)  # neighbours along roads and rails [1.0b]
        self.around = tuple(collect(areas) for areas in self.next)
        self.rail = tuple(collect(near(row, "rail")) for row in rows)  # neighbours along rails [7.31a]
        self.faces = tuple(collect(number[n] for n in row.faces) for row in rows)  # that a fortification faces [1.2a]
        self.vp = tuple(-1 if row.points is None else row.points for row in rows)  # -1: no key city [1.3a]
        self.cubes = tuple(tuple(row.cubes.get(colour, 0) for colour in "BWG") for row in rows)  # [8.5a]
        self.key_cities = areas(lambda row: row.points is not None)
        self.eastern_links = areas(lambda row: row.state == "link")  # [1.4a]
        self.lithuania = areas(lambda row: row.state.startswith("closed until"))  # until card 23
        self.never = areas(lambda row: row.state == "closed")  # to both sides always
        self.warsaw, self.klintsy, self.kaunas = (_named(number, key) for key in ("warsaw", "klintsy", "kaunas"))
        self.links = tuple(sorted((number[a], number[b]) for a, b in board.links if number[a] < number[b]))

    def area(self, text: str) -> int:
        """The area with this name: on the map, in Polish, or as its key."""
        found = self.area_by_name.get(text.strip().casefold().replace("_", " "))
        if found is None:
            raise ValueError(f"there is no area {text!r} on the map")
        return found


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
