"""The board file: what it says is laid out, and what is wrong in it is refused with file, key and reason."""

from pathlib import Path

import pytest

from vistula.board.data import DataError
from vistula.board.hexes import HexSet, members
from vistula.board.hexmap import HexMap, load_board

BOARD = """
title = "A small board"

[grid]
lines = 4
length = 5
down = 0
north = "line"
source = "test"

[terrain]
legend = { "." = "clear", "f" = "forest", "=" = "sea" }
outside = ["sea"]
rows = \"\"\"
04   = = . . .
03  . . . . .
02   . f . . .
01  . . . . .
\"\"\"
source = "test"

[places]
source = "test"
list = [
    { hex = "0202", name = "Łąki", english = "Meadows", class = "city", owner = "poland", source = "test" },
    { hex = "0304", name = "Bór", class = "name", source = "history" },
]

[rails]
source = "history"
list = [{ name = "Łąki – Bór", hexes = "0202 0303 0304" }]

[rivers]
source = "history"
list = [{ name = "Rzeka", english = "River", wide = true, sides = "0203|0204 0203|0304 0104|0203" }]

[trenches]
sides = "0103<0104 0203<0204"
source = "test"

[[region]]
id = "corner"
name = "Corner"
hexes = "0105 0205"
source = "test"

[front]
id = "front"
name = "Front"
last = "0403 0303 0203 0103"
source = "test"

[[area]]
id = "north"
name = "North"
owner = "poland"
side = "west"
lines = [3, 4]
source = "test"

[[area]]
id = "south"
name = "South"
owner = "poland"
side = "west"
lines = [1, 2]
source = "test"

[[area]]
id = "east"
name = "East"
owner = "russia"
side = "east"
lines = [1, 4]
source = "test"

[[mark]]
id = "star"
hexes = "0105"
source = "test"
"""


def load(folder: Path, text: str = BOARD) -> HexMap:
    path = folder / "board.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


def numbers(board: HexMap, hexes: HexSet) -> list[str]:
    return [board.grid.number(h) for h in members(hexes)]


@pytest.fixture
def board(tmp_path: Path) -> HexMap:
    return load(tmp_path)


def test_terrain_reads_like_the_map(board: HexMap) -> None:
    assert board.terrain[board.grid.index("0202")] == "forest"
    assert board.terrain[board.grid.index("0401")] == "sea"
    assert numbers(board, board.outside) == ["0401", "0402"]
    assert board.play | board.outside == board.grid.valid
    assert board.terrain[0] == ""


def test_places_have_both_names(board: HexMap) -> None:
    city, name = board.places
    assert (city.name, city.english, city.kind, city.owner) == ("Łąki", "Meadows", "city", "poland")
    assert (name.english, name.kind, name.owner) == ("Bór", "name", "")
    assert board.place[board.grid.index("0202")] is city
    assert board.place[board.grid.index("0101")] is None


def test_rails_and_rivers_hold_both_ways(board: HexMap) -> None:
    at = board.grid.index
    assert len(board.rails) == 4
    assert (at("0202"), at("0303")) in board.rails
    assert (at("0303"), at("0202")) in board.rails
    assert board.river[at("0204"), at("0203")] == board.river[at("0203"), at("0204")] == "Rzeka"
    assert board.rivers[0].wide


def test_a_river_is_put_into_the_order_of_the_pen(board: HexMap) -> None:
    at = board.grid.index
    (stroke,) = board.rivers[0].strokes
    assert stroke == ((at("0203"), at("0304")), (at("0203"), at("0204")), (at("0104"), at("0203")))


def test_a_trench_faces_one_way(board: HexMap) -> None:
    at = board.grid.index
    assert board.trenches == ((at("0103"), at("0104")), (at("0203"), at("0204")))


def test_front_and_borders_are_lines_of_hexsides(board: HexMap) -> None:
    kinds = [line.kind for line in board.lines]
    assert kinds == ["front", "border", "frontier"]
    assert board.west | board.east == board.play
    assert all(board.west >> a & 1 and board.east >> b & 1 for a, b in board.front)
    assert len(board.front) == 7
    border = [side for stroke in board.lines[1].strokes for side in stroke]
    assert {(board.grid.line(a), board.grid.line(b)) for a, b in border} == {(3, 2)}


def test_areas_regions_marks(board: HexMap) -> None:
    assert numbers(board, board.areas["south"].hexes) == ["0101", "0102", "0103", "0201", "0202", "0203"]
    assert numbers(board, board.regions["corner"].hexes) == ["0105", "0205"]
    assert board.region[board.grid.index("0205")] == "corner"
    assert numbers(board, board.marks["star"]) == ["0105"]
    assert board.sources["rivers"] == "history"


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("02   . f . . .", "02   . q . . .", "terrain.rows 0202", "the legend knows no terrain 'q'"),
        ("02   . f . . .", "02   . f . .", "terrain.rows 02", "5 hexes are wanted, 4 stand there"),
        ("02   . f . . .", "", "terrain.rows", "line 02 is missing"),
        ("02   . f . . .", "03  . . . . .", "terrain.rows 03", "each line once"),
        ("02   . f . . .", "xx   . f . . .", "terrain.rows xx", "begins with the number"),
        ('outside = ["sea"]', 'outside = ["lake"]', "terrain.outside", "'lake' is not in the legend"),
        ('hex = "0202"', 'hex = "0502"', "places Łąki", "there is no hex 0502"),
        ('hex = "0202"', 'hex = "0401"', "places Łąki", "is not part of the game"),
        ('hex = "0304"', 'hex = "0202"', "places 0202", "stands twice"),
        ('name = "Bór"', 'name = "Łąki"', "places Łąki", "stands twice"),
        ('class = "city"', 'class = "village"', "places.list[0].class", "Invalid enum value 'village'"),
        ('owner = "poland", source', "source", "places Łąki", "have an owner"),
        ('"0202 0303 0304"', '"0202 0304"', "rails Łąki – Bór", "0202 and 0304 are not adjacent"),
        ('"0202 0303 0304"', '"0202"', "rails Łąki – Bór", "at least two hexes"),
        ('"0202 0303 0304"', '"0202 0303 0202"', "rails 0202|0303", "stands twice"),
        ("0203|0304", "0203|0305", "rivers Rzeka", "0203 and 0305 are not adjacent"),
        ("0203|0304", "0203-0304", "rivers Rzeka", "is no hexside"),
        ("0203|0304", "0204|0203", "rivers 0203|0204", "stands twice"),
        ("0203<0204", "0104<0103", "trenches 0103|0104", "stands twice"),
        ("0203<0204", "0203<0205", "trenches", "are not adjacent"),
        ('"0105 0205"', '"0105 0105"', "region corner 0105", "stands twice"),
        ("0403 0303", "0402 0403", "front.last", "one hex is wanted for each line"),
        ("lines = [3, 4]", "lines = [2, 4]", "area", "must cover every hex there exactly once"),
        ("lines = [3, 4]", "lines = [4, 4]", "area", "must cover every hex there exactly once"),
        ('hexes = "0105"\n', 'hexes = "9999"\n', "mark star", "there is no hex 9999"),
        ("down = 0", "down = 2", "grid", "even (0) or the odd (1)"),
        ("down = 0", 'down = "0"', "grid.down", "Expected `int`"),
        ("down = 0", "down = 0\nup = 1", "grid", "unknown field `up`"),
        ("down = 0", "", "grid", "missing required field `down`"),
        ("[trenches]", "[trenches", "line 37", "Expected ']'"),
    ],
)
def test_wrong_boards_are_refused(tmp_path: Path, old: str, new: str, key: str, reason: str) -> None:
    assert old in BOARD
    with pytest.raises(DataError) as caught:
        load(tmp_path, BOARD.replace(old, new, 1))
    assert caught.value.file == "board.toml"
    assert key in caught.value.key
    assert reason in caught.value.reason
    assert str(caught.value).startswith("board.toml: ")


def test_a_hex_belongs_to_one_region(tmp_path: Path) -> None:
    twice = BOARD + '\n[[region]]\nid = "other"\nname = "Other"\nhexes = "0205"\nsource = "test"\n'
    with pytest.raises(DataError, match="hex 0205 already belongs to another region"):
        load(tmp_path, twice)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"missing\.toml: cannot be read: No such file"):
        load_board(tmp_path / "missing.toml")
    (tmp_path / "board.toml").write_bytes(b'title = "\xff"')
    with pytest.raises(DataError, match="is not UTF-8 text"):
        load_board(tmp_path / "board.toml")
