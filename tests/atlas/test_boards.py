"""The boards of all titles: what their rulebooks state holds, and a wrong pack is refused with file and reason."""

import json
import re
from collections import Counter
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from workshop import ROOT

from vistula.art.overlay_art import strokes, through
from vistula.art.style import MapStyle
from vistula.board.data import DataError
from vistula.board.hexes import bits
from vistula.board.hexmap import load_board
from vistula.board.layout import Layout
from vistula.board.statements import on_bank
from vistula.games.boards import BOARDS, board_picture, check_board

# Statements that each board proves: about the board as such, and of the rulebook (with how many rules).
PROVED = {
    "west_was_saved": (26, 49, 20),
    "nest_of_eagles": (56, 89, 38),
    "red_star_white_eagle": (56, 108, 50),
    "strike_of_the_eagle": (3, 56, 18),
}
TITLES = tuple(PROVED)
# The picture of a board must stay small enough to be moved about on the screen.
LARGEST = 1_500_000


def part(title: str, name: str) -> ModuleType:
    return import_module(f"vistula.games.{title}.{name}")


@pytest.mark.parametrize("title", TITLES)
def test_what_the_rulebook_states_holds(title: str) -> None:
    proved = part(title, "board_checks").check_board()
    rules = [re.match(r"\[(.+?)\]", words)[1] for words in proved]  # type: ignore[index]
    stated = [rule for rule in rules if rule != "board"]
    assert (len(rules) - len(stated), len(stated), len(set(stated))) == PROVED[title]
    assert len(set(proved)) == len(proved)


STATEMENTS = [
    pytest.param(holds, id=f"{id} [{rule}] {words}")
    for id, folder in BOARDS.items()
    for rule, words, holds, *_ in part(folder, "board_checks").statements()
    if rule != "board"
]


@pytest.mark.parametrize("holds", STATEMENTS)
def test_by_rule(holds: bool) -> None:
    """Every statement of the five rulebooks about their maps, by the id of its rule."""
    assert holds


def test_all_boards_can_be_had_by_name() -> None:
    counts = {id: len(check_board(id)) for id in BOARDS}
    assert counts == {
        "warsaw-1920": 86, "west-was-saved": 75, "strike-of-the-eagle": 59, "nest-of-eagles": 145,
        "red-star-white-eagle": 164,
    }  # fmt: skip
    assert "Warsaw" in board_picture("west-was-saved", names="english")
    assert "WARSAW" in board_picture("warsaw-1920", names="english")


CHANGES = [
    (
        "west_was_saved",
        'name = "Ostrołęka", english = "Ostroleka"',
        'name = "Olsztyn", english = "Olsztyn"',
        "Ostroleka",
    ),
    ("west_was_saved", "14  f r . r . . . . . . . . . f", "14  f r . r . . . . . . . . . .", "counts two"),
    ("west_was_saved", '[[zone]]\nid = "north"', '[[zone]]\nid = "far-north"', "zone north"),
    ("west_was_saved", "11  . . . . . . . . m m P", "11  . . . . . . . . m m m", "five hexes"),
    (
        "nest_of_eagles",
        'name = "Łomża", english = "Lomza", class = "fortress"',
        'name = "Łomża", class = "town"',
        "Łomża",
    ),
    ("nest_of_eagles", ', net = "black-red" },', " },", "Mińsk by Bobrujsk"),
    ("nest_of_eagles", "3427 3428 3527", "0612 3428 3527", "southeastern corner"),
    ("nest_of_eagles", "0106|0107 0109|0110 0211|0311", "0106|0107 0109|0110 0213|0314", "bridges stand on rivers"),
    ("red_star_white_eagle", '{ hex = "2028", name = "Lwów"', '{ hex = "2029", name = "Lwów"', "Lwów is 2028"),
    ("red_star_white_eagle", "1014=8 2028=4", "1014=7 2028=4", "38 points"),
    ("red_star_white_eagle", "1013<0912 ", "", "fortified side without a river"),
    ("red_star_white_eagle", '[[wall]]\nid = "warsaw"', '[[wall]]\nid = "praga"', "wall warsaw"),
    ("strike_of_the_eagle", '    "Lutsk – Sokal",\n', "", "Sokal to Lutsk"),
    (
        "strike_of_the_eagle",
        'square = "I4", front = "north", points = 2',
        'square = "I4", front = "north"',
        "two points",
    ),
    ("strike_of_the_eagle", '"Rohachev – Zhlobin"', '"Rohachev – Gomel"', "Rohachev"),
    (
        "strike_of_the_eagle",
        'name = "Torun", polish = "Toruń", at = "',
        'name = "Torun", polish = "Toruń", at = "9',
        "square",
    ),
]


@pytest.mark.parametrize(("title", "old", "new", "reason"), CHANGES)
def test_a_wrong_pack_is_refused(title: str, old: str, new: str, reason: str, tmp_path: Path) -> None:
    text = (part(title, "board").SHIPPED / "board.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "board.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        part(title, "board_checks").check_board(pack=tmp_path)
    assert caught.value.file == "board.toml"
    assert reason in str(caught.value)


@pytest.mark.parametrize("title", TITLES)
def test_every_datum_has_a_source(title: str) -> None:
    board = part(title, "board").read_board()
    of = {"strike_of_the_eagle": lambda: board, "west_was_saved": lambda: board.board}
    found = of.get(title, lambda: board.map)()
    assert all(found.sources.values())
    places = found.areas.values() if title == "strike_of_the_eagle" else (*found.places, *found.rivers, *found.railways)
    assert all(re.match("rulebook|history|reconstruction", p.source) for p in places)


@pytest.mark.parametrize("title", TITLES)
def test_the_picture_has_every_space_once_and_is_small_enough(title: str) -> None:
    plain = part(title, "board").picture()
    assert len(plain.encode()) < LARGEST
    ids = re.findall(r' id="([^"]+)"', plain)
    assert len(ids) == len(set(ids))
    spaces = [id for id in ids if id.startswith(("hex-", "area-"))]
    wanted = {"west_was_saved": 357, "nest_of_eagles": 1036, "red_star_white_eagle": 1836, "strike_of_the_eagle": 108}
    assert len(spaces) == wanted[title]


@pytest.mark.parametrize("id", BOARDS)
def test_the_whole_sheet_is_small_enough_and_the_pictures_of_it_show_it_as_it_is(id: str) -> None:
    """Those in the documentation and on the shelf."""
    sheet = board_picture(id).encode()
    assert len(sheet) < LARGEST
    drawn = json.loads((ROOT / "docs" / "boards" / "drawn.json").read_text(encoding="utf8"))
    assert drawn[id] == sha256(sheet).hexdigest(), "run make docs, and look at the pictures"


def test_the_boundary_of_the_fronts_runs_through_split_hexes() -> None:
    """Red Star/White Eagle [12.2]: the line goes through the middle of a split hex and along sides elsewhere."""
    board = part("red_star_white_eagle", "board").read_board().map
    split = board.zones["split"].hexes
    layout = Layout(board.grid, board.north)
    sides = [s for key, _, found in strokes(board, part("red_star_white_eagle", "board").STYLE)
             if key == "front" for s in found]  # fmt: skip
    lines = through(board, layout, split, sides)
    ends = Counter((round(x, 1), round(y, 1)) for line in lines for x, y in (line[0], line[-1]))
    middles = [tuple(round(v, 1) for v in layout.centre(h)) for h in bits(split)]
    assert len(middles) == 13
    assert all(ends[m] == 2 for m in middles)  # in and out
    loose = [end for end, count in ends.items() if count == 1]
    assert len(loose) == 2  # one line, from the Bug to the east edge


@pytest.mark.parametrize("title", ["west_was_saved", "strike_of_the_eagle"])
def test_names_can_be_had_in_three_languages(title: str) -> None:
    board = part(title, "board")
    polish, english, local = (board.picture(style=MapStyle(names=n)) for n in ("polish", "english", "local"))
    assert ("Warszawa" in polish, "Warszawa" in english) == (True, False)
    assert "Vinnytsya" in local
    assert polish == board.picture(style=MapStyle(names="polish"))


@pytest.mark.parametrize("id", BOARDS)
def test_zhlobin_and_mozyr_have_one_spelling(id: str) -> None:
    """In each language, on every map and wherever a game of it speaks of them."""
    folder = ROOT / "src/vistula/games" / BOARDS[id]
    files = (path for path in folder.rglob("*") if path.suffix in (".toml", ".csv", ".py"))
    told = "".join(path.read_text(encoding="utf8") for path in files)
    found = set(re.findall(r"(?i)\b(?:[żz]h?[lł][oa]bin|m[ao][zs]yrz?)\b", told))
    assert {"Zhlobin", "Mozyr"} <= found
    assert {word.title() for word in found} <= {"Zhlobin", "Żłobin", "Mozyr", "Mozyrz", "Mazyr"}


BANKS = [
    ("Warszawa", "Wisła", "west"), ("Płock", "Wisła", "north"), ("Modlin", "Wisła", "north"),
    ("Kraków", "Wisła", "north"),
    ("Kijów", "Dniepr", "west"), ("Żłobin", "Dniepr", "west"), ("Czerkasy", "Dniepr", "south"),
    ("Brześć", "Bug", "east"), ("Łomża", "Narew", "south"), ("Grodno", "Niemen", "east"), ("Kowno", "Niemen", "east"),
    ("Wilno", "Wilia", "south"), ("Bobrujsk", "Berezyna", "west"), ("Borysów", "Berezyna", "east"),
    ("Połock", "Dźwina", "north"), ("Mozyrz", "Prypeć", "south"), ("Pińsk", "Prypeć", "north"),
    ("Czernihów", "Desna", "north"), ("Homel", "Soż", "west"), ("Gomel", "Soż", "west"),
]  # fmt: skip


@pytest.mark.parametrize("title", ["warsaw_1920", "west_was_saved", "nest_of_eagles", "red_star_white_eagle"])
def test_no_town_stands_on_the_wrong_bank(title: str) -> None:
    board = load_board(ROOT / "src" / "vistula" / "games" / title / "data" / "board.toml")
    known = {p.name for p in board.places}
    wrong = [(town, river) for town, river, bank in BANKS if town in known and not on_bank(board, town, river, bank)]
    assert not wrong
    assert sum(town in known for town, _, _ in BANKS) >= 16


def test_the_counts_of_the_boards() -> None:
    nest = part("nest_of_eagles", "board").read_board()
    assert [t.bit_count() for t in nest.theater] == [226, 345, 304]
    assert (len(nest.large) // 2, len(nest.small) // 2, len(nest.bridges) // 2) == (262, 475, 44)
    assert (len(nest.rails) // 2, len(nest.fortified), nest.urban.bit_count()) == (467, 43, 194)
    star = part("red_star_white_eagle", "board").read_board()
    assert {net: len(links) // 2 for net, links in star.net.items()} == {
        "polish": 226, "closed": 66, "russian": 89, "devastated": 336,
    }  # fmt: skip
    assert (len(star.trench), len(star.fortification), sum(star.capacity.values())) == (53, 14, 108)
    west = part("west_was_saved", "board").read_board()
    assert (west.open.bit_count(), west.green.bit_count(), west.cities.bit_count()) == (264, 11, 62)
    strike = part("strike_of_the_eagle", "board").read_board()
    kinds = [kind for (a, b), kind in strike.links.items() if a < b]
    assert (len(strike.areas), kinds.count("rail"), kinds.count("road")) == (108, 128, 101)
    keys = [a.points for a in strike.areas.values() if a.points is not None]
    assert (len(keys), sum(keys)) == (34, 42)


def test_the_boundary_of_the_fronts_counts_whole_hexes() -> None:
    """Red Star/White Eagle [12.2]: a West Front unit is in command in 2221 and not in 2222."""
    board = part("red_star_white_eagle", "board").read_board()
    west, southwest = board.beyond
    index = board.map.grid.index
    assert [west[index(n)] for n in ("5119", "5120", "5121", "5122", "2221", "2222")] == [0, 1, 2, 3, 2, 3]
    assert [southwest[index(n)] for n in ("5120", "5119", "5118", "5117")] == [0, 1, 2, 3]
    assert west[index("4622")] == southwest[index("4622")] == 0
