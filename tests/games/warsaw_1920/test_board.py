"""What is stated about the map, proved on our board and disproved on boards that are otherwise; its tables by hex."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from vistula.board.hexes import HexGrid, collect, members
from vistula.board.hexmap import HexMap
from vistula.games.warsaw_1920.board_checks import check_board, stated
from vistula.games.warsaw_1920.layout import Map
from vistula.games.warsaw_1920.tables import Data

from .table import M, hex, hexes
from .test_brute_force import BOARD, DANZIG, PLAY, PRUSSIA

rule = pytest.mark.rule
CHARTS = Data.read().charts


def failing(board: HexMap) -> set[str]:
    """The statements that do not hold on a board."""
    return {words for _, words, holds, *_ in stated(Map(board, CHARTS)) if not holds}


def place(english: str, **other: Any) -> dict[str, Any]:
    """The places with one of them otherwise."""
    return {"places": tuple(replace(p, **other) if english in (p.english, p.name) else p for p in BOARD.places)}


def sources(side: str, names: str) -> dict[str, Any]:
    return {"marks": BOARD.marks | {f"supply-{side}": hexes(names)}}


def ground(name: str, terrain: str) -> dict[str, Any]:
    return {"terrain": tuple(terrain if h == hex(name) else old for h, old in enumerate(BOARD.terrain))}


def rivers(*names: str) -> dict[str, Any]:
    """Rivers around 0417 only at the sides to these hexes."""
    kept = {side: name for side, name in BOARD.river.items() if hex("0417") not in side}
    return {"river": kept | {side: "Zbrucz" for n in names for side in ((hex("0417"), hex(n)), (hex(n), hex("0417")))}}


def bare(kind: str, id: str) -> dict[str, Any]:
    """An area or region without hexes."""
    table = getattr(BOARD, kind)
    return {kind: table | {id: replace(table[id], hexes=0)}}


EDGE = "the other Polish sources are rail hexes of the western edge"
EAST = "0417 can be attacked across rivers from the east (example of combat)"
SERVED = "railways lead from every town and city to a source of its owner"
REAR = "of the cities behind the Southern front line there is Lvov alone"
FRONT = next(line for line in BOARD.lines if line.kind == "front")
BROKEN = {
    "lines": tuple(replace(x, strokes=(x.strokes[0][:9], x.strokes[0][9:])) if x is FRONT else x for x in BOARD.lines)
}


def without_rails(name: str) -> dict[str, Any]:
    return {"rails": frozenset(link for link in BOARD.rails if hex(name) not in link)}


@rule(
    "3.1a", "3.1e", "3.1f", "3.2a", "4.1.1a", "4.1.1c", "4.1.2a", "10.3.1a", "10.3.1b", "10.5a", "11.6.2a", "11.6.2b",
    "11.6.2e",
)  # fmt: skip
def test_the_shipped_board_is_as_stated() -> None:
    assert failing(BOARD) == set()
    assert len(check_board()) > 25


@rule("4.1.2a", "4.1.1c", "3.1e", "11.6.2a")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (place("Lvov", hex=hex("0616")), {"Lvov is 0615"}),
        (place("Lvov", kind="city"), {"Lvov is a major city"}),
        (place("Warsaw", kind="city"), {"Warsaw is a major city"}),
        (sources("russia", "2832"), {"Smolensk and Kiev are the Russian sources"}),
        (sources("russia", "0931 2833"), {"Smolensk and Kiev are the Russian sources"}),
        (sources("poland", "1501 1901"), {"Warsaw is a Polish source"}),
        (sources("poland", "1501 1710"), {"Warsaw is a Polish source", EDGE}),
        (sources("poland", "1709"), {"there are Polish sources beside Warsaw"}),
        (sources("poland", "1709 1501 1902"), {EDGE}),
        (sources("poland", "1709 1501 1601"), {EDGE}),
        (sources("poland", "1709 1501"), set()),
        (without_rails("Brest"), {"Brest is a city on the railway", SERVED}),
        (without_rails("Radom"), {"Radom is a city on the railway", SERVED}),
    ],
)
def test_places_that_are_otherwise(change: dict[str, Any], words: set[str]) -> None:
    assert failing(replace(BOARD, **change)) == words


@rule("10.3.1a", "10.3.1b", "11.6.2b", "11.6.2e")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (ground("1925", "forest"), {"1925 costs one (example of movement)"}),
        (ground("1924", "clear"), {"1924 costs two (example of movement)"}),
        (ground("1924", "mountain"), {"1924 costs two (example of movement)"}),
        (ground("1924", "forest"), set()),
        (ground("0417", "forest"), {"0417 is open ground (example of combat)"}),
        (rivers(), {EAST}),
        (rivers("0416", "0418"), {EAST}),
        (rivers("0517"), set()),
        (rivers("0418", "0517"), set()),
    ],
)
def test_examples_that_are_otherwise(change: dict[str, Any], words: set[str]) -> None:
    assert failing(replace(BOARD, **change)) == words


@rule("10.3.1a")
def test_lines_shifted_the_other_way_put_the_example_out_of_joint() -> None:
    grid = HexGrid(BOARD.grid.lines, BOARD.grid.length, 1 - BOARD.grid.down)
    assert "1823 is open from 1924 (example of movement)" in failing(replace(BOARD, grid=grid))


@rule("3.1a", "3.1f", "3.2a", "10.5a")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (BROKEN, {"the front line is one piece"}),
        (place("Radom", owner="russia"), {"places belong to their side of the front"}),
        (bare("areas", "northern"), {"the northern area has front-line hexes"}),
        (bare("areas", "polesie"), {"the polesie area has front-line hexes"}),
        (bare("areas", "southern"), {"the southern area has front-line hexes", REAR}),
        (bare("areas", "western"), {"the western area has hexes"}),
        (bare("areas", "southwest"), {"the southwest area has hexes"}),
        (bare("regions", "danzig"), {"Danzig has hexes"}),
    ],
)
def test_a_front_that_is_otherwise(change: dict[str, Any], words: set[str]) -> None:
    assert failing(replace(BOARD, **change)) == words


# -- the tables ---------------------------------------------------------------------------------------------------


@rule("10.3.1a", "10.3.1b", "10.3.1c", "10.3.1d", "10.3.1e", "11.6.2a", "11.6.2e")
def test_what_every_hex_costs_and_shelters() -> None:
    cost = {"clear": 1, "swamp": 2, "forest": 2, "mountain": 3}
    for h in range(M.grid.size):
        at = BOARD.place[h]
        kind = at.kind if at is not None else ""
        ground = BOARD.terrain[h] if h in PLAY - DANZIG else ""
        city = bool(ground) and kind in ("city", "major")
        assert M.hex_cost[h] == (1 if city else cost.get(ground, 0))
        rough = 2 if ground in ("forest", "mountain") else 1
        assert M.defence[h] == (3 if city and kind == "major" else 2 if city else rough)


@rule("3.1a", "3.1b", "3.1c", "3.1d", "3.1f", "3.2a", "3.2b", "10.5a", "10.5b")
def test_whose_hexes_are_whose_at_the_start() -> None:
    land = PLAY - DANZIG
    west = {h for h in land if BOARD.west >> h & 1}
    assert set(members(M.polish_start)) == west
    line = {pole for pole, _ in BOARD.front}
    for number, id in enumerate(("northern", "polesie", "southern")):
        area = {h for h in land - PRUSSIA if BOARD.areas[id].hexes >> h & 1}
        assert set(members(M.area[number])) == area
        assert set(members(M.frontline[number])) == area & line
    assert collect(line) == M.frontline[0] | M.frontline[1] | M.frontline[2]
    for number, id in enumerate(("western", "southwest")):
        assert set(members(M.front_area[number])) == {h for h in land if BOARD.areas[id].hexes >> h & 1}
        assert not set(members(M.front_area[number])) & west
