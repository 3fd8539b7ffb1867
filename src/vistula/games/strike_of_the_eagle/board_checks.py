"""What the rulebook of Strike of the Eagle states about its map, proved on the board whenever it is checked.

Only what the rulebook states is demanded, so that an owner of the printed game can put in everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from vistula.board.areamap import Area, AreaMap
from vistula.board.statements import Statement, prove

from .board import LINKS, read_board, steps

SQUARES = (("warsaw", "B4"), ("kaunas", "E1"), ("mozyr", "I4"), ("polotsk", "I1"))
NAMED = (
    "warsaw", "kaunas", "mozyr", "polotsk", "kiev", "zhlobin", "rohachev", "kalenkovichi", "charyshi", "rechitsa",
    "sokal", "lutsk", "minsk", *LINKS,
)  # fmt: skip


def check_board(title_id: str = "strike-of-the-eagle", pack: Path | None = None) -> list[str]:
    """The statements that hold, in words; a DataError for the first that does not."""
    return prove(statements(pack))


def statements(pack: Path | None = None) -> Iterator[Statement]:
    """Everything that is proved: (rule, words, whether it holds)."""
    board = read_board(pack)
    return chain(sound(board), places(board), examples(board), links(board))


def sound(board: AreaMap) -> Iterator[Statement]:
    yield "board", "links lead both ways", all(board.links.get((b, a)) == kind for (a, b), kind in board.links.items())
    yield "board", "no area is cut off", len(steps(board.neighbours, next(iter(board.areas)))) == len(board.areas)
    rails = {id: [n for n in near if board.links[id, n] == "rail"] for id, near in board.neighbours.items()}
    linked = [id for id, near in rails.items() if near]
    yield "board", "the railways are one network", len(steps(rails, linked[0])) == len(linked)


def places(board: AreaMap) -> Iterator[Statement]:
    for id in NAMED:
        yield "1.0a", f"there is an area {id.title()}", id in board.areas
    for id, square in SQUARES:
        yield "1.0a", f"{board.areas[id].name} lies in {square}", board.square(board.areas[id].at) == square
    fronts = {a.id: "north" if int(a.square[1:]) <= 4 else "south" for a in board.areas.values()}
    yield (
        "1.1a",
        "the line between the fronts runs under row 4",
        fronts == {a.id: a.front for a in board.areas.values()},
    )
    shores = [set(s.points) for s in board.shapes if s.id in ("east-prussia", "lithuania")]
    common = shores[0] & shores[1] if len(shores) == 2 else set()
    yield "1.0a", "Prussia and Lithuania meet in D1", "D1" in {board.square(p) for p in common}
    for id in ("kiev", "mozyr"):
        yield "1.3c", f"{board.areas[id].name} is worth two points", board.areas[id].points == 2
    for id in ("warsaw", "polotsk", *LINKS):
        yield "1.3a", f"{board.areas[id].name} is a key city", board.areas[id].points is not None
    for id in LINKS:
        yield "1.4a", f"{board.areas[id].name} is a Soviet Eastern Link", board.areas[id].state == "link"
    yield "1.4a", "there is no other Eastern Link", sum(a.state == "link" for a in board.areas.values()) == 3
    for id, rule in (("kaunas", "8.5e"), ("klintsy", "10.2b")):
        yield rule, f"{board.areas[id].name} has Strategic Reinforcements", bool(board.areas[id].cubes)
    yield "8.5a", "only key cities have them", all(a.points is not None for a in board.areas.values() if a.cubes)


def examples(board: AreaMap) -> Iterator[Statement]:
    """The worked examples around Zhlobin, and the one at Lutsk."""
    zhlobin, near = board.areas["zhlobin"], set(board.neighbours["zhlobin"])
    yield "7.34a", "Rohachev lies next to Zhlobin", "rohachev" in near
    yield "7.34a", "Rohachev lies north of Zhlobin", north_of(board.areas["rohachev"], zhlobin)
    yield (
        "7.34b",
        "Zhlobin has one neighbour in the east",
        sum(board.areas[n].at[0] > zhlobin.at[0] + 60 for n in near) == 1,
    )
    south = board.areas["kalenkovichi"]
    yield "7.34b", "Kalenkovichi lies next to Zhlobin", "kalenkovichi" in near
    yield "7.34b", "Kalenkovichi lies south of Zhlobin", north_of(zhlobin, south)
    yield "7.42a", "Charyshi lies next to Zhlobin", "charyshi" in near
    yield "1.2a", "the north side of Zhlobin is open, the others are fortified", zhlobin.faces == near - {"rohachev"}
    yield "7.2e", "Kalenkovichi lies next to Mozyr", "kalenkovichi" in board.neighbours["mozyr"]
    yield "7.2e", "Mozyr and Zhlobin are two steps apart", steps(board.neighbours, "mozyr")["zhlobin"] == 2
    yield "7.42a", "Rechitsa lies next to Kalenkovichi", "rechitsa" in board.neighbours["kalenkovichi"]
    yield "7.42a", "it is the best retreat from there for the Soviets", retreat(board) == {"rechitsa"}
    yield "1.1b", "Zhlobin and Kalenkovichi lie on one front", zhlobin.front == south.front
    sokal, lutsk = board.areas["sokal"], board.areas["lutsk"]
    yield "7.31a", "a road leads from Sokal to Lutsk", board.links.get(("sokal", "lutsk")) == "road"
    yield "7.31a", "Sokal lies to the west", sokal.at[0] < lutsk.at[0]


def north_of(one: Area, other: Area) -> bool:
    return one.at[1] < other.at[1]


def retreat(board: AreaMap) -> set[str]:
    """Where the beaten Soviets of the example go from Kalenkovichi: Poles at Zhlobin and Mozyr, nearest key city."""
    held = {"zhlobin", "mozyr", "kalenkovichi"}
    cities = [a.id for a in board.areas.values() if a.points is not None and a.id in SOVIET]
    ways = {}
    for near in board.neighbours["kalenkovichi"]:
        if near not in held:
            far = steps(board.neighbours, near, lambda id: id not in held)
            ways[near] = min((far[c] for c in cities if c in far), default=99)
    return {id for id, count in ways.items() if count == min(ways.values())}


SOVIET = ("mogilev", "gomel", "klintsy", "vitebsk", "smolensk", "kiev", "zhitomir", "vinnitsa", *LINKS)


def links(board: AreaMap) -> Iterator[Statement]:
    crossing = [(a, b) for a, b in board.links if board.areas[a].front == "north" != board.areas[b].front]
    yield "1.1c", "links cross the line between the fronts", bool(crossing)
    warsaw = steps(board.neighbours, "warsaw")
    for id in LINKS:
        yield "1.31b", f"a way leads from Warsaw to {board.areas[id].name}", id in warsaw
    forts = [a for a in board.areas.values() if a.faces]
    yield "1.2a", "fortifications face links", all(a.faces <= set(board.neighbours[a.id]) for a in forts)
    open_side = any(a.faces < set(board.neighbours[a.id]) for a in forts)
    yield "1.2c", "fortifications have open sides", open_side
