"""Parts of a board file that not every board has: rows by position, ranges, zones, hexsides, walls, numbers, nets."""

from pathlib import Path

import pytest

from vistula.art.picture import draw_map
from vistula.art.style import Badge, MapStyle, Net, Stroke
from vistula.board.data import DataError
from vistula.board.hexes import HexSet, bits
from vistula.board.hexmap import HexMap, called, load_board
from vistula.board.statements import networks, on_bank, prove, sound, unbroken

BOARD = """
title = "A small board"

[grid]
lines = 4
length = 3
down = 0
north = "position-south"
source = "test"

[terrain]
by = "position"
legend = { "." = "clear", "f" = "forest", "=" = "sea" }
outside = ["sea"]
rows = \"\"\"
01  . . . f
02  . f . .
03  . . = .
\"\"\"
source = "test"

[places]
source = "test"
list = [
    { hex = "0201", name = "Bór", english = "Wood", local = "Bir", class = "fortress" },
    { hex = "0402", name = "Gród", class = "fort", source = "history" },
]

[rails]
source = "test"
list = [
    { name = "a", hexes = "0101 0201 0301", net = "one" },
    { name = "b", hexes = "0301 0401", net = "two" },
]

[rivers]
source = "test"
list = [
    { name = "Rzeka", sides = "0201|0202 0201|0302", wide = true, kind = "light" },
    { name = "Rzeka (upper)", label = "Rzeka", sides = "0301|0302" },
]

[[zone]]
id = "left"
name = "Left"
group = "halves"
hexes = "01:01-03 02:01,03"
source = "test"

[[zone]]
id = "right"
name = "Right"
group = "halves"
hexes = "03:01-02 04:01-03"
source = "test"

[[sides]]
id = "bridge"
name = "Bridge"
sides = "0201|0202"
source = "test"

[[wall]]
id = "wall"
name = "Wall"
sides = "0201<0301"
source = "test"

[[numbers]]
id = "points"
name = "Points"
hexes = "0201=3 0402=1"
source = "test"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "board.toml"
    file.write_text(BOARD, encoding="utf-8")
    return file


@pytest.fixture
def board(path: Path) -> HexMap:
    return load_board(path)


def numbers(board: HexMap, hexes: HexSet) -> list[str]:
    return [board.grid.number(h) for h in bits(hexes)]


def test_rows_by_position_are_read_across_the_lines(board: HexMap) -> None:
    index = board.grid.index
    assert [board.terrain[index(n)] for n in ("0202", "0401", "0303", "0301")] == ["forest", "forest", "sea", "clear"]


def test_ranges_name_hexes_of_a_line(board: HexMap) -> None:
    assert numbers(board, board.zones["left"].hexes) == ["0101", "0102", "0103", "0201", "0203"]


def test_zones_of_a_group_have_a_line_between_them(board: HexMap) -> None:
    line = next(line for line in board.lines if line.kind == "zone")
    assert (line.group, line.name) == ("halves", "Left | Right")


def test_sides_walls_numbers_and_nets(board: HexMap) -> None:
    index = board.grid.index
    one, other = index("0201"), index("0202")
    assert board.sides["bridge"].both == {(one, other), (other, one)}
    assert board.walls["wall"].sides == ((one, index("0301")),)
    assert board.numbers["points"].at == {one: 3, index("0402"): 1}
    assert {net: len(links) for net, links in board.nets.items()} == {"one": 4, "two": 2}
    assert not board.west


def test_names_can_be_had_in_three_languages(board: HexMap) -> None:
    names = {language: called(board, language).places[0].name for language in ("polish", "english", "local")}
    assert names == {"polish": "Bór", "english": "Wood", "local": "Bir"}
    assert [r.name for r in called(board, "polish").rivers] == ["Rzeka", "Rzeka"]
    assert board.named("Wood") == board.named("Bór")


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("02  . f . .", "02  . f .", "terrain.rows 02", "4 hexes are wanted, 3 stand there"),
        ("03  . . = .", "", "terrain.rows", "row 03 is missing"),
        ("03:01-02 04:01-03", "03:01-02 02:01", "zone right", "0201 already belongs to another zone of halves"),
        ("03:01-02", "03:01-x", "zone right", "is no range"),
        ("03:01-02", "03:01-04", "zone right", "there is no hex 0304"),
        ("0201=3", "0201", "numbers points", "a hex, = and a number are wanted"),
        ('sides = "0201<0301"', 'sides = "0201|0301"', "wall wall", "is no hexside"),
        ('sides = "0201|0202"\n', 'sides = "0201|0402"\n', "sides bridge", "are not adjacent"),
    ],
)
def test_what_is_wrong_is_named(path: Path, old: str, new: str, key: str, reason: str) -> None:
    assert old in BOARD
    path.write_text(BOARD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_board(path)
    assert key in caught.value.key
    assert reason in caught.value.reason


def test_statements_are_proved_or_refused(board: HexMap) -> None:
    assert "[board] bridges stand on rivers" in prove(sound(board, board.play))
    with pytest.raises(DataError, match="this does not hold: the moon is cheese"):
        prove([("1.1", "the moon is cheese", False)])
    assert len(networks(board, board.rails)) == 1
    assert on_bank(board, "Wood", "Rzeka", "north")
    assert unbroken(board, [side for side in board.river if side[0] < side[1]])


def test_everything_is_drawn(board: HexMap) -> None:
    style = MapStyle(
        nets={"one": Net("#123456", "First net"), "two": Net("#654321", "Second net", ties="")},
        strokes={"halves": Stroke("#abcdef", label="Halves", casing="#000000"), "bridge": Stroke("#fedcba", shift=3)},
        badges={"points": Badge("#111111", "#eeeeee", "Points", "square")},
        zone_names={"left": "#333333"},
    )
    drawn = draw_map(board, style)
    for part in (
        "#123456",
        "#654321",
        "#abcdef",
        "#fedcba",
        "Second net",
        "Halves",
        "Bridge",
        "Fortress",
        "Fortification",
    ):
        assert part in drawn
    assert 'id="side-0201-0301"' in drawn
    assert 'id="hex-0403"' in drawn
