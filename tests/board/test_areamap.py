"""Area boards: what the file says is laid out, what is wrong is refused, and shapes fit together."""

import re
from pathlib import Path

import pytest

from vistula.art.area_art import AreaPicture, area_spaces, draw_area_map
from vistula.art.areashapes import Country, border, cells, drawn, tints
from vistula.art.style import MapStyle
from vistula.board.areamap import AreaMap, called_areas, load_area_board
from vistula.board.data import DataError
from vistula.games.strike_of_the_eagle.board import STYLE, read_board

BOARD = """
title = "A few areas"

[sheet]
width = 400.0
height = 300.0
letters = "AB"
letter_lines = [0.0, 200.0, 400.0]
row_lines = [0.0, 150.0, 300.0]
source = "test"

[areas]
source = "test"
list = [
    { name = "North Gate", polish = "Brama", at = "80 60", square = "A1", front = "north", points = 2, cubes = "2B 1G"},
    { name = "East", at = "320 90", square = "B1", front = "north", faces = "North Gate", state = "link", points = 0 },
    { name = "South", at = "190 240", square = "A2", front = "south" },
]

[[links]]
kind = "rail"
source = "test"
list = ["North Gate – East", "East – South"]

[[links]]
kind = "road"
source = "test"
list = ["North Gate – South"]

[[shape]]
kind = "land"
id = "lithuania"
name = "Litwa"
english = "Lithuania"
points = "0 0, 60 0, 0 60"
source = "test"

[[shape]]
kind = "woods"
points = "100 200, 300 200"
source = "test"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "board.toml"
    file.write_text(BOARD, encoding="utf-8")
    return file


@pytest.fixture
def board(path: Path) -> AreaMap:
    return load_area_board(path)


def test_areas_and_links_are_laid_out(board: AreaMap) -> None:
    gate = board.areas["north-gate"]
    assert (gate.points, gate.cubes, gate.square) == (2, {"B": 2, "G": 1}, "A1")
    assert board.areas["south"].points is None
    assert board.areas["east"].points == 0
    assert board.neighbours["south"] == ("east", "north-gate")
    assert board.links["south", "north-gate"] == board.links["north-gate", "south"] == "road"
    assert board.square((399, 299)) == "B2"


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('at = "80 60"', 'at = "280 60"', "areas North Gate", "stands in square B1, not A1"),
        ('at = "80 60"', 'at = "80"', "areas North Gate", "is no list of points"),
        ('cubes = "2B 1G"', 'cubes = "2X"', "areas North Gate", "are no cubes"),
        ('faces = "North Gate"', 'faces = "West Gate"', "areas East", "which is no neighbour"),
        ('"East – South"', '"East – West"', "links East – West", "two areas"),
        ('["North Gate – South"]', '["North Gate – South", "East – North Gate"]', "links East", "stands twice"),
        ('name = "East"', 'name = "South"', "areas South", "stands twice"),
        ('"East – South"]', "]", "", ""),
    ],
)
def test_what_is_wrong_is_named(path: Path, old: str, new: str, key: str, reason: str) -> None:
    path.write_text(BOARD.replace(old, new, 1), encoding="utf-8")
    if not reason:
        load_area_board(path)
        return
    with pytest.raises(DataError) as caught:
        load_area_board(path)
    assert key in caught.value.key
    assert reason in caught.value.reason


def test_cells_cover_the_page_once(board: AreaMap) -> None:
    found = cells({a.id: a.at for a in board.areas.values()}, (400, 300))
    assert sum(map(area, found.values())) == pytest.approx(400 * 300)


def area(polygon: list[tuple[float, float]]) -> float:
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def test_neighbours_agree_about_their_border() -> None:
    there, back = border((10, 10), (150, 90)), border((150, 90), (10, 10))
    assert there == back[::-1]
    assert len(there) > 4
    square = [(0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0)]
    assert drawn(square, (400, 300)) == square


def test_the_country_bends_borders_alike_for_both_neighbours_and_leaves_towns_alone() -> None:
    river = [(float(x), 150.0) for x in range(0, 400, 5)]
    country = Country((400, 300), [(80, 60), (200, 140)], [river])
    there, back = border((10, 10), (390, 290), country), border((390, 290), (10, 10), country)
    assert there == back[::-1]
    assert there != border((10, 10), (390, 290))
    assert country.bend((200, 141)) == (200, 141)  # beside a town
    assert country.bend((0, 77)) == (0, 77)  # on the edge of the page
    assert abs(country.bend((300, 158))[1] - 150) < 5  # into the bed of the river


def test_every_town_lies_in_its_own_shape_on_the_shipped_board() -> None:
    picture = AreaPicture(read_board(), STYLE)
    assert all(holds(picture.shape[id], area.at) for id, area in picture.board.areas.items())
    neighbours = [ids for ids in picture.edges.values() if len(ids) == 2]
    shades = tints(picture.shape, ((a, b) for a, b in neighbours), 5)
    assert not any(shades[a] == shades[b] for a, b in neighbours)


def holds(polygon: list[tuple[float, float]], at: tuple[float, float]) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y1 > at[1]) != (y2 > at[1]) and at[0] < x1 + (at[1] - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def test_names_of_lands_stand_in_their_lands() -> None:
    board = read_board()
    svg = AreaPicture(board, STYLE).map()
    for shape in (s for s in board.shapes if s.kind == "land" and s.id in ("latvia", "lithuania", "east-prussia")):
        found = re.search(rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{shape.english.upper()}<', svg)
        assert found
        assert holds(list(shape.points), (float(found[1]), float(found[2])))
    assert ">NORTHERN FRONT<" in svg


def test_the_picture_has_every_area_and_link(board: AreaMap) -> None:
    svg = draw_area_map(board, MapStyle(names="english"))
    for id in ("area-north-gate", "area-east", "area-south", "link-east-south", "link-north-gate-south"):
        assert f'id="{id}"' in svg
    assert "Brama" in draw_area_map(board, MapStyle(names="polish"))
    assert called_areas(board, "local").areas["north-gate"].name == "Brama"


def test_spaces_of_the_catalog(board: AreaMap) -> None:
    east = next(s for s in area_spaces(board) if s.id == "east")
    assert east.name == "East"
    assert {"key-city", "fortified", "link"} <= set(east.features)
