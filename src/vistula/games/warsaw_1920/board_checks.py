"""What the rulebook of Warsaw 1920 states about its map, as statements to be counted; `checks` refuses wrong data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from vistula.board.hexes import Hex, bits
from vistula.board.hexmap import HexMap
from vistula.board.statements import Statement, on_bank, prove, sound

from .tables import Data


def check_board(title_id: str = "warsaw-1920", pack: Path | None = None) -> list[str]:
    """The statements that hold, in words; a DataError for the first that does not."""
    return prove(statements(pack))


def statements(pack: Path | None = None) -> Iterator[Statement]:
    """Everything that is proved: (rule, words, whether it holds)."""
    board = Data.read(pack).board
    return chain(sound(board, board.play), places(board), examples(board), lines(board))


def places(board: HexMap) -> Iterator[Statement]:
    kinds = {p.english: p.kind for p in board.places}
    yield "3.1e", "Lvov is 0615", board.grid.number(board.named("Lvov")) == "0615"
    for name in ("Warsaw", "Lvov"):
        yield "11.6.2a", f"{name} is a major city", kinds.get(name) == "major"
    for name in ("Smolensk", "Kiev"):
        yield "4.1.2a", f"{name} is a Russian source", bool(board.marks["supply-russia"] >> board.named(name) & 1)
    yield "4.1.2a", "Warsaw is a Polish source", bool(board.marks["supply-poland"] >> board.named("Warsaw") & 1)
    edge = [h for h in bits(board.marks["supply-poland"]) if h != board.named("Warsaw")]
    yield (
        "4.1.2a",
        "the other Polish sources are rail hexes of the western edge",
        bool(edge) and all(board.grid.position(h) == 1 and any(h in link for link in board.rails) for h in edge),
    )
    for name in ("Brest", "Radom"):
        yield "4.1.1c", f"{name} is a city on the railway", any(board.named(name) in link for link in board.rails)


def examples(board: HexMap) -> Iterator[Statement]:
    grid = board.grid
    far, near, last, attacked = (grid.index(n) for n in ("1925", "1924", "1823", "0417"))
    yield "10.3.1a", "1925 is clear (example of movement)", board.terrain[far] == "clear"
    yield "10.3.1b", "1924 costs two (example of movement)", board.terrain[near] in ("swamp", "forest")
    yield (
        "10.3.1a",
        "1925, 1924 and 1823 lie in a row, westward",
        joined(board, far, near) and joined(board, near, last),
    )
    yield "10.3.1a", "1823 lies not next to 1925", not joined(board, far, last)
    east = [n for n in grid.neighbours[attacked] if (attacked, n) in board.river]
    yield (
        "11.6.2b",
        "0417 can be attacked across rivers from the east (example of combat)",
        bool(east) and all(grid.position(n) >= 17 for n in east),
    )
    yield "11.6.2e", "0417 is clear", board.terrain[attacked] == "clear"


def joined(board: HexMap, a: Hex, b: Hex) -> bool:
    return bool(board.grid.around[a] >> b & 1)


def lines(board: HexMap) -> Iterator[Statement]:
    front = next(line for line in board.lines if line.kind == "front")
    yield "3.1a", "the front line is one piece", len(front.strokes) == 1
    owners = {p.owner for p in board.places if board.west >> p.hex & 1 and p.owner}
    yield "3.1a", "towns west of it are Polish", owners == {"poland"}
    for id in ("northern", "polesie", "southern"):
        yield "3.1f", f"the {id} area has front-line hexes", bool(board.areas[id].hexes & board.grid.dilate(board.east))
    for id in ("western", "southwest"):
        yield "3.2a", f"the {id} area has hexes", bool(board.areas[id].hexes)
    for id in ("danzig", "east-prussia", "lithuania"):
        yield "10.5a", f"{board.regions[id].english} has hexes", bool(board.regions[id].hexes)
    yield "4.1.1a", "Warsaw stands on the western bank", on_bank(board, "Warsaw", "Vistula", "west")
    yield "4.1.2a", "Kiev stands on the western bank", on_bank(board, "Kiev", "Dnieper", "west")
