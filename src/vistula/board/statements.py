"""Statements about a board: what a rulebook says of its map, proved on the data, and what must be true of any board.

A statement is (rule, words, whether it holds), and where that can be said the key of the file that is to blame.
``prove`` refuses the board at the first that does not hold and otherwise tells which it proved, for people to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

from vistula.board.data import DataError
from vistula.board.hexes import Hex, HexSet, Side, bits, chain, collect, flood
from vistula.board.hexmap import HexMap
from vistula.board.layout import Layout

Statement: TypeAlias = tuple[str, str, bool] | tuple[str, str, bool, str]
Corner: TypeAlias = frozenset[Hex]  # the three hexes, or slots beside the map, that meet in it
Bank = Literal["north", "south", "east", "west"]
FILE = "board.toml"


def prove(statements: Iterable[Statement], file: str = FILE) -> list[str]:
    """Every statement in words; a DataError for the first that does not hold."""
    proved = []
    for rule, words, holds, *key in statements:
        if not holds:
            raise DataError(file, key[0] if key else "", f"this does not hold: {words} [{rule}]")
        proved.append(f"[{rule}] {words}")
    return proved


# What is true of any board


def sound(board: HexMap, open_: HexSet, rail_parts: int = 1) -> Iterator[Statement]:
    """Ground that hangs together, unbroken rivers, bridges over water, one railway network (or as many as said)."""
    whole = flood(board.grid, open_ & -open_, open_)
    yield "board", "no hex of the game is cut off", whole == open_
    for name, sides in river_sides(board).items():
        yield "board", f"the {name} is unbroken", unbroken(board, sides)
    if "bridge" in board.sides:
        yield "board", "bridges stand on rivers", all(s in board.river for s in board.sides["bridge"].sides)
    if board.rails:
        parts = networks(board, board.rails)
        yield "board", f"the railways are {rail_parts} network(s)", len(parts) == rail_parts
    yield "board", "places stand on land", all(board.terrain[p.hex] != "sea" for p in board.places)
    facing = [*board.trenches, *(s for w in board.walls.values() for s in w.sides)]
    yield "board", "no fortified side faces both ways", not any((b, a) in facing for a, b in facing)


def river_sides(board: HexMap) -> dict[str, list[Side]]:
    """Sides by the name that is written on the map: upper and lower course are one river."""
    found: dict[str, list[Side]] = {}
    for river in board.rivers:
        found.setdefault(river.label or river.name, []).extend(s for stroke in river.strokes for s in stroke)
    return found


def unbroken(board: HexMap, sides: list[Side]) -> bool:
    """Whether a river is one piece, or in pieces only because it shares its bed with another one or leaves the ground
    of the game and comes back."""
    parts = pieces(board, sides)
    if len(parts) == 1 or all(any(_leaves(board, corner) for corner in part) for part in parts):
        return True
    every = pieces(board, [side for side in board.river if side[0] < side[1]])
    return any(all(part <= whole for part in parts) for whole in every)


def _leaves(board: HexMap, corner: Corner) -> bool:
    return any(not board.play >> h & 1 for h in corner)


def pieces(board: HexMap, sides: list[Side]) -> list[set[Corner]]:
    """The pieces into which a line of hexsides falls, as the corners that they touch (forks do not part them)."""
    strokes: list[set[Corner]] = []
    for stroke in chain(board.grid, sides):
        strokes.append({corner for side in stroke for corner in _corners(board, side)})
    found = []
    while strokes:
        piece = strokes.pop()
        while near := [s for s in strokes if s & piece]:
            strokes = [s for s in strokes if not s & piece]
            piece = piece.union(*near)
        found.append(piece)
    return found


def _corners(board: HexMap, side: Side) -> set[Corner]:
    a, b = side
    grid = board.grid
    steps, at = grid.steps(a), grid.direction(a, b)
    return {frozenset((a, b, a + steps[at - 1])), frozenset((a, b, a + steps[(at + 1) % 6]))}


def networks(board: HexMap, links: Iterable[Side]) -> list[HexSet]:
    """The hexes of each railway network."""
    next_to: dict[Hex, list[Hex]] = {}
    for a, b in links:
        next_to.setdefault(a, []).append(b)
    found: list[HexSet] = []
    left = dict.fromkeys(sorted(next_to))
    while left:
        start = next(iter(left))
        part = reach([start], lambda h: next_to.get(h, ()))
        found.append(part)
        left = {h: None for h in left if not part >> h & 1}
    return found


def reach(start: Iterable[Hex], onward: Callable[[Hex], Iterable[Hex]]) -> HexSet:
    """All hexes that can be reached over links."""
    queue = list(start)
    seen = collect(queue)
    for here in queue:
        for there in onward(here):
            if not seen >> there & 1:
                seen |= 1 << there
                queue.append(there)
    return seen


# Words for what rulebooks say


def on_bank(board: HexMap, place: str, river: str, bank: Bank) -> bool:
    """Whether a place stands on this bank: the river runs on the other side of its hex."""
    layout, home = Layout(board.grid, board.north), board.named(place)
    named = {r.name for r in board.rivers if river in (r.name, r.label, r.english)}
    sides = [(home, n) for n in board.grid.neighbours[home] if board.river.get((home, n)) in named]
    if not sides:
        return False
    x, y = layout.centre(home)
    dx = sum(layout.centre(n)[0] - x for _, n in sides)
    dy = sum(layout.centre(n)[1] - y for _, n in sides)
    return {"west": dx > 0, "east": dx < 0, "north": dy > 0, "south": dy < 0}[bank]


def numbers(board: HexMap, hexes: HexSet) -> str:
    return " ".join(board.grid.number(h) for h in bits(hexes))


def hexes(board: HexMap, text: str) -> HexSet:
    return collect(board.grid.index(n) for n in text.split())
