"""What is proved of a board: one thing on it is altered, and exactly the statement about that thing fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vistula.board.areamap import AreaMap
from vistula.games.strike_of_the_eagle.board import read_board
from vistula.games.strike_of_the_eagle.board_checks import examples, links, places

rule = pytest.mark.rule
BOARD = read_board(None)
STATEMENTS = {"places": places, "examples": examples, "links": links}


def altered(id: str, **fields: object) -> AreaMap:
    """The board with one area changed."""
    areas = {**BOARD.areas, id: replace(BOARD.areas[id], **fields)}  # type: ignore[arg-type]
    return replace(BOARD, areas=areas)


def false(board: AreaMap) -> set[str]:
    """The rules of all statements that do not hold."""
    return {rule for part in STATEMENTS.values() for rule, _, holds in part(board) if not holds}


def moved(id: str, east: float, south: float) -> AreaMap:
    """An area moved to so far east and south of another: Zhlobin's neighbour, or Sokal from Lutsk."""
    origin = BOARD.areas["lutsk" if id == "sokal" else "zhlobin"].at
    return altered(id, at=(origin[0] + east, origin[1] + south))


@rule("8.5a")
def test_cubes_in_one_place_that_is_no_key_city_are_found():
    assert not false(BOARD)
    assert false(altered("charyshi", cubes={"black": 1})) == {"8.5a"}
    assert not false(altered("minsk", cubes={}))


@rule("7.34b", "7.34a")
def test_one_neighbour_of_zhlobin_is_in_the_east():
    east = [id for id in BOARD.neighbours["zhlobin"] if BOARD.areas[id].at[0] > BOARD.areas["zhlobin"].at[0] + 60]
    assert len(east) == 1
    for by, south, holds in ((60, 500, False), (61, -500, True), (60.5, 0, True), (0, 500, False), (-61, 0, False)):
        assert ("7.34b" not in false(moved(east[0], by, south))) == holds
    charyshi = BOARD.areas["charyshi"].at
    assert "7.34b" in false(moved("charyshi", 61, charyshi[1] - BOARD.areas["zhlobin"].at[1])), "two would be too many"


@rule("7.31a")
@pytest.mark.parametrize(("east", "south", "holds"), [(-1, 300, True), (0, -300, False), (1, -300, False)])
def test_sokal_lies_west_of_lutsk(east, south, holds):
    assert ("7.31a" not in false(moved("sokal", east, south))) == holds


@rule("1.2a")
def test_works_face_links_and_nothing_else():
    fort = next(a for a in BOARD.areas.values() if a.faces and a.id != "zhlobin")
    near = frozenset(BOARD.neighbours[fort.id])
    far = next(id for id in BOARD.areas if id not in near and id != fort.id)
    assert not false(altered(fort.id, faces=near)), "they may face every neighbour"
    assert false(altered(fort.id, faces=near | {far})) == {"1.2a"}
    assert false(altered(fort.id, faces=frozenset({far}))) == {"1.2a"}
