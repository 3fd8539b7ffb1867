"""Pictures of boards: well-formed, complete, the same every time, and drawn with the shipped fonts alone."""

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

import vistula.games.warsaw_1920
from vistula.art import line_art, place_art
from vistula.art.labels import Box, Room
from vistula.art.picture import (
    BoardPicture,
    draw_map,
    draw_position,
    map_spaces,
    render_png,
    sides_that_matter,
    with_fonts,
)
from vistula.art.style import MapStyle
from vistula.art.svg import num, shifted, smooth, tag
from vistula.art.typeface import FOLDER, SANS, SERIF, Face, width
from vistula.board.hexes import bits
from vistula.board.hexmap import HexMap, load_board
from vistula.board.layout import Layout, boundary, trace
from vistula.kernel.views import (
    Arrow,
    Catalog,
    Column,
    CounterFace,
    Mark,
    Panel,
    PieceView,
    SeatView,
    Term,
    Track,
    View,
)
from vistula.kernel.views import Box as Holding

SVG = "{http://www.w3.org/2000/svg}"
STYLE = MapStyle(subtitle="A test", sea_name="Morze", kilometres=30, turns=("4–10 July 1920", "11–17 July 1920"))

SMALL = """
title = "Small"
grid = { lines = 4, length = 5, down = 1, north = "NORTH", source = "history" }
trenches = { sides = "0202<0203", source = "history" }
front = { id = "front", name = "Front", last = "0103 0203 0303 0403", source = "history" }
area = [
    { id = "w", name = "West", owner = "poland", side = "west", lines = [1, 4], source = "history" },
    { id = "e", name = "East", owner = "russia", side = "east", lines = [1, 4], source = "history" },
]
region = [ { id = "land", name = "Land", hexes = "0101", source = "history" } ]
mark = [ { id = "supply-russia", hexes = "0404", source = "history" } ]

[terrain]
outside = ["sea"]
source = "history"
legend = { "." = "clear", "f" = "forest", "m" = "swamp", "^" = "mountain", "=" = "sea" }
rows = \"\"\"
04 = . . . .
03 . f f . .
02 . m . . .
01 . ^ . . .
\"\"\"

[places]
source = "history"
list = [
    { hex = "0203", name = "Alfa", class = "major", owner = "poland", source = "history" },
    { hex = "0304", name = "Beta & Co", class = "town", owner = "russia", source = "history" },
]

[rails]
source = "history"
list = [ { name = "line", hexes = "0203 0204" } ]

[rivers]
source = "history"
list = [ { name = "Rzeka", wide = true, sides = "0202|0203 0202|0201" } ]
"""


@pytest.fixture(scope="module")
def board() -> HexMap:
    return load_board(Path(vistula.games.warsaw_1920.__file__).parent / "data" / "board.toml")


@pytest.fixture(scope="module")
def picture(board: HexMap) -> BoardPicture:
    return BoardPicture(board, STYLE)


@pytest.fixture(scope="module")
def svg(picture: BoardPicture) -> str:
    return picture.map()


@pytest.fixture(params=["line", "position"])
def small(request: pytest.FixtureRequest, tmp_path: Path) -> HexMap:
    file = tmp_path / "board.toml"
    file.write_text(SMALL.replace("NORTH", request.param), encoding="utf-8")
    return load_board(file)


FACES = [
    CounterFace("P-1", "poland", "POL", "Pierwsza", symbol="infantry", size="XX", band="N", factors="9-8"),
    CounterFace("R-1", "russia", "RUS", "Tajna", symbol="cavalry", size="X", band="SW", factors="7-9"),
]
CATALOG = Catalog("warsaw-1920", "Warsaw 1920", 0, 0, counters=FACES)


def view(**fields: object) -> View:
    return View("warsaw-1920", "poland", 1, "Movement", **fields)  # type: ignore[arg-type]


def png_size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])  # type: ignore[return-value]


# The map


def test_map_is_well_formed(svg: str) -> None:
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"


def test_every_hex_is_a_space(svg: str, board: HexMap) -> None:
    found = [e.get("id") for e in ElementTree.fromstring(svg).iter() if e.get("class") == "space"]
    assert found == [f"hex-{board.grid.number(h)}" for h in bits(board.grid.valid)]
    assert len(found) == 1085


def test_spaces_lie_on_top(svg: str) -> None:
    last = list(ElementTree.fromstring(svg))[-1]
    assert last.get("id") == "spaces"


def test_every_side_that_matters_has_an_element(svg: str, board: HexMap) -> None:
    ids = set(re.findall(r'id="side-(\d{4}-\d{4})"', svg))
    assert len(ids) == len(sides_that_matter(board))
    for a, b in (*board.river, *board.trenches, *board.front):
        one, other = sorted((board.grid.number(a), board.grid.number(b)))
        assert f"{one}-{other}" in ids


def test_ids_are_unique(svg: str) -> None:
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))


def test_whatever_is_referred_to_exists(svg: str) -> None:
    wanted = re.findall(r'href="#([^"]+)"', svg) + re.findall(r"url\(#([^)]+)\)", svg)
    assert set(wanted) <= set(re.findall(r' id="([^"]+)"', svg))


def test_same_board_same_picture(svg: str, board: HexMap) -> None:
    assert draw_map(board, STYLE) == svg


def test_map_is_not_too_large(svg: str) -> None:
    assert len(svg.encode()) < 1_200_000


def test_only_the_shipped_fonts_are_named(svg: str) -> None:
    assert set(re.findall(r'font-family="([^"]+)"', svg)) == {SANS, SERIF}


def test_every_place_and_river_is_named(svg: str, board: HexMap) -> None:
    words = {"".join(e.itertext()) for e in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    assert {p.name.upper() if p.kind == "major" else p.name for p in board.places} <= words
    assert {r.name for r in board.rivers if r.wide} <= words


def test_names_of_places_do_not_overlap(board: HexMap) -> None:
    layout = Layout(board.grid, board.north)
    x, y, wide, high = layout.field
    room = Room(Box(x, y, x + wide, y + high))
    place_art.obstacles(board, layout, room)
    boxes = [spot.box for _, spot in place_art.place_names(board, layout, room)]
    assert all(a.overlap(b) < 12 for i, a in enumerate(boxes) for b in boxes[i + 1 :])


def test_out_of_play_hexes_have_no_number(svg: str, board: HexMap) -> None:
    numbers = next(e for e in ElementTree.fromstring(svg).iter() if e.get("id") == "numbers")
    assert [e.text for e in numbers] == [board.grid.number(h) for h in bits(board.play)]


def test_furniture_covers_no_hex_of_the_game(picture: BoardPicture, board: HexMap) -> None:
    for area in picture.sheet.boxes():
        for hex in bits(board.play):
            x, y = picture.layout.centre(hex)
            assert not (area.left < x < area.right and area.top < y < area.bottom)


def test_spaces_of_a_catalog_lie_where_they_are_drawn(picture: BoardPicture, board: HexMap) -> None:
    spaces = {space.id: space for space in map_spaces(board)}
    assert len(spaces) == board.play.bit_count()
    lvov = spaces["0615"]
    assert (lvov.name, lvov.terrain, lvov.features) == ("Lwów", "clear", ["major"])
    assert picture.layout.inside((lvov.x, lvov.y)) == board.grid.index("0615")
    assert spaces["1709"].x < spaces["0931"].x  # Warsaw lies west of Kiev
    assert spaces["1709"].y < spaces["0931"].y  # and north of it


def test_front_line_has_the_west_on_its_left(board: HexMap) -> None:
    layout = Layout(board.grid, board.north)
    (line,) = line_art.front_lines(board, layout)
    assert line[0][1] > line[-1][1]  # so it runs from south to north


# Any board


def test_small_boards_are_drawn_both_ways_round(small: HexMap) -> None:
    svg = draw_map(small)
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    assert len(re.findall('class="space"', svg)) == 20
    assert "Beta &amp; Co" in svg


def test_corners_are_shared_by_neighbours(small: HexMap) -> None:
    layout = Layout(small.grid, small.north)
    for hex in bits(small.grid.valid):
        for other in small.grid.neighbours[hex]:
            assert set(layout.side((hex, other))) == set(layout.side((other, hex)))
        assert layout.inside(layout.centre(hex)) == hex


def test_north_is_up(small: HexMap) -> None:
    layout = Layout(small.grid, small.north)
    low, high = ("0101", "0401") if small.north == "line" else ("0101", "0105")
    assert layout.centre(small.grid.index(high))[1] < layout.centre(small.grid.index(low))[1]


def test_outline_of_hexes_runs_clockwise(small: HexMap) -> None:
    layout = Layout(small.grid, small.north)
    (loop,) = boundary(layout, [small.grid.index("0202"), small.grid.index("0203")])
    points = [layout.point(n) for n in loop]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
    assert len(points) == 10
    assert area > 0


def test_trace_joins_edges_and_stops_at_forks() -> None:
    lines = trace([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 1)), ((2, 0), (3, -1))])
    assert sorted(len(line) for line in lines) == [2, 2, 3]
    (ring,) = trace([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0))])
    assert ring[0] == ring[-1]


# Positions


def test_position_shows_faces_and_hides_the_hidden(picture: BoardPicture) -> None:
    pieces = [
        PieceView("a", "poland", face="P-1", space="1709", nation="POL"),
        PieceView("b", "russia", space="2423", nation="RUS", marks=["disrupted"]),
    ]
    shown = picture.position(CATALOG, view(pieces=pieces))
    body = shown[shown.index('<g id="pieces"') :]
    assert ElementTree.fromstring(shown).tag == f"{SVG}svg"
    assert 'href="#counter-P-1"' in body
    assert 'href="#back-russia-rus-disrupted"' in body
    assert "R-1" not in body


def test_stack_is_drawn_from_the_bottom_up(picture: BoardPicture) -> None:
    pieces = [
        PieceView(key, "poland", face="P-1", space="1709", slot=slot)
        for key, slot in (("top", 2), ("low", 0), ("mid", 1))
    ]
    shown = picture.position(CATALOG, view(pieces=pieces))
    assert re.findall(r'data-piece="(\w+)"', shown) == ["low", "mid", "top"]


def test_position_shows_marks_and_arrows(picture: BoardPicture) -> None:
    marks = [Mark("control", "2718", label="russia"), Mark("target", "0921"), Mark("gap", hexside=("0615", "0616"))]
    shown = picture.position(CATALOG, view(marks=marks, arrows=[Arrow("retreat", ["2718", "2717"], "poland")]))
    assert 'href="#marker-control-russia"' in shown
    assert 'href="#marker-target"' in shown
    assert ">gap<" in shown
    assert '<g id="arrows"' in shown


def test_sidebar_shows_tracks_boxes_and_battle(picture: BoardPicture) -> None:
    full = view(
        seats=[SeatView("russia", "russia", on_move=True)],
        tracks=[
            Track("sp", "Western supply", 9, 0, 12, "russia", "8.1", "supplied"),
            Track("vp", "Points", 31, side="poland"),
        ],
        boxes=[Holding("lost", "Losses", [PieceView("z", "poland", face="P-1")]), Holding("none", "Empty box")],
        panel=Panel("Attack", "11.4", columns=[Column("Attackers", "russia", [], [Term("Odds", "3:1")])], result="DR2"),
    )  # fmt: skip
    words = {e.text for e in ElementTree.fromstring(picture.position(CATALOG, full)).iter(f"{SVG}text")}
    expected = {
        "Western supply",
        "supplied · [8.1]",
        "31",
        "Losses",
        "Empty box",
        "Attackers",
        "3:1",
        "DR2",
        "4–10 July 1920",
    }
    assert expected <= words


def test_position_without_tracks_is_as_wide_as_the_map(picture: BoardPicture, board: HexMap) -> None:
    head = rf'<svg [^>]*width="{num(picture.width)}"'
    assert re.match(head, picture.position(CATALOG, view(), tracks=False))
    assert not re.match(head, draw_position(board, CATALOG, view(), style=STYLE))


# PNG and fonts


def test_png_has_the_size_asked_for(small: HexMap) -> None:
    picture = BoardPicture(small)
    assert png_size(render_png(picture.map())) == (round(picture.width), round(picture.height))
    wide, high = png_size(render_png(picture.map(), width=390))
    assert wide == 390
    assert high == pytest.approx(390 * picture.height / picture.width, abs=1)


def test_png_of_the_whole_map(svg: str, picture: BoardPicture) -> None:
    assert png_size(render_png(svg, width=390))[1] == pytest.approx(390 * picture.height / picture.width, abs=1)


def test_words_are_drawn_with_the_shipped_fonts() -> None:
    def drawn(family: str) -> bytes:
        words = tag("text", "Łódź", x=5, y=40, font_size=30, font_family=family)
        return render_png(f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">{words}</svg>')

    blank = render_png('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>')
    assert drawn(SANS) != blank
    assert drawn("DejaVu Sans") == blank  # whatever the machine has installed


@pytest.mark.parametrize("face", Face)
def test_fonts_have_every_letter_of_the_map(face: Face, board: HexMap) -> None:
    letters = set("".join(p.name + p.name.upper() for p in board.places)) | set("–×·[]:0123456789")
    missing = width("\U0001f600", face, 1000)
    assert all(width(c, face, 1000) > 0 for c in letters)
    assert width("i", face, 1000) < missing < width("MM", face, 1000)
    assert width("Wisła", face, 20) == pytest.approx(2 * width("Wisła", face, 10))


def test_fonts_are_small_and_licensed() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 600_000
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL-Alegreya.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL-BarlowCondensed.txt").read_text(encoding="utf-8")


def test_picture_can_carry_its_fonts(small: HexMap) -> None:
    alone = with_fonts(draw_map(small))
    assert ElementTree.fromstring(alone).tag == f"{SVG}svg"
    assert alone.count("@font-face") == len(Face)


# Writing SVG


def test_numbers_are_short() -> None:
    assert [num(v) for v in (1.0, 1.26, -0.04, -2.5)] == ["1", "1.3", "0", "-2.5"]


def test_text_and_attributes_are_escaped() -> None:
    assert tag("a", title='x"<y>', stroke_width=1.5, none=None) == '<a title="x&quot;&lt;y&gt;" stroke-width="1.5"/>'


def test_shifted_line_keeps_its_distance() -> None:
    assert shifted([(0, 0), (10, 0), (10, 10)], 2) == [(0, -2), (12, -2), (12, 10)]


def test_smooth_curve_passes_through_its_points() -> None:
    ends = re.findall(r"(\d+) (\d+)(?=C|$)", smooth([(0, 0), (10, 5), (20, 0)]))
    assert ends == [("0", "0"), ("10", "5"), ("20", "0")]
