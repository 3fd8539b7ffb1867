"""What is printed around a map: read and checked, laid out without overlap, drawn once."""

import re
import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from vistula.art.style import STYLE
from vistula.art.surround_art import draw, lay, sheet
from vistula.board.data import DataError
from vistula.board.surround import Surround, load_surround
from vistula.games import BOARDS

GAMES = Path(__file__).parents[2] / "src" / "vistula" / "games"

SMALL = """
[[track]]
id = "turn"
name = "Turns"
rule = "5.1"
span = [1, 4]
notes = ["May", "June|July", "", "August"]
start = "1"
bands = [{ first = 1, last = 2, name = "spring" }, { first = 2, last = 4, name = "summer", level = 1 }]
source = "test"

[[track]]
id = "phase"
name = "Phases"
rule = "3.3"
boxes = ["a", "b"]
across = 1
source = "test"

[[box]]
id = "pool"
name = "Pool"
rule = "4.0"
side = "poland"
parts = ["Here", "There"]
source = "test"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "surround.toml").write_text(SMALL, encoding="utf-8")
    return tmp_path


def test_tracks_and_boxes_are_read_and_drawn(folder: Path) -> None:
    found = load_surround(folder)
    assert [t.words for t in found.track] == [["1", "2", "3", "4"], ["a", "b"]]
    svg = draw(lay(found, 0, 0, 900), STYLE)
    for id in ("track-turn", "track-phase", "box-pool"):
        assert svg.count(f'id="{id}"') == 1
    for words in ("Turns", "[5.1]", "June", "July", "spring", "summer", "Here", "There"):
        assert f">{words}<" in svg


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('start = "1"', 'start = "9"', "track turn", "no box '9'"),
        ('"", "August"]', '"August"]', "track turn", "4 notes are wanted, 3 stand there"),
        ("last = 4", "last = 5", "track turn", "bands join boxes 1 to 4"),
        ('boxes = ["a", "b"]', "", "track phase", "either boxes or a span"),
        ('id = "phase"', 'id = "turn"', "track turn", "stands twice"),
        ('parts = ["Here", "There"]', "room = 0", "box pool", "room for a counter"),
        ('name = "Pool"', "name = 3", "box[0].name", "Expected `str`"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(folder: Path, old: str, new: str, key: str, reason: str) -> None:
    assert old in SMALL
    (folder / "surround.toml").write_text(SMALL.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_surround(folder)
    assert (caught.value.file, caught.value.key) == ("surround.toml", key)
    assert reason in caught.value.reason
    assert caught.value.line is not None
    assert caught.value.line > 1


def test_a_pack_takes_the_place_of_the_shipped_file(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    pack = tmp_path_factory.mktemp("pack")
    assert len(load_surround(folder, pack).track) == 2
    (pack / "surround.toml").write_text("[[box]]\nid='x'\nname='X'\nrule='1'\nsource='test'\n", encoding="utf-8")
    found = load_surround(folder, pack)
    assert (len(found.track), [b.id for b in found.box]) == (0, ["x"])


def test_without_tracks_the_sheet_is_the_map(folder: Path) -> None:
    assert sheet(None, (500, 400), STYLE) == (400, "")
    assert sheet(Surround(), (500, 400), STYLE) == (400, "")
    high, drawn = sheet(load_surround(folder), (900, 400), STYLE)
    assert high > 500
    assert drawn


@pytest.mark.parametrize("id", BOARDS)
def test_nothing_overlaps_on_the_sheets_of_the_games(id: str) -> None:
    found = load_surround(GAMES / BOARDS[id] / "data")
    widths = {"west-was-saved": 1600.0, "red-star-white-eagle": 3780.0}
    room = widths.get(id, 2760.0)
    laid = lay(found, 30, 100, room)
    assert len(laid) == len(found.track) + len(found.box)
    for one in laid:
        assert one.area.left >= 30
        assert one.area.right <= 30 + room + 0.01
        assert one.area.top >= 100
    assert not any(a.area.overlap(b.area) for a, b in combinations(laid, 2))


@pytest.mark.parametrize("id", BOARDS)
def test_what_stands_on_the_sheets_cites_rules_and_sources(id: str) -> None:
    found = load_surround(GAMES / BOARDS[id] / "data")
    for block in (*found.track, *found.box):
        assert re.match(r"\d+(\.\d+)*[a-z]?$", block.rule), block.id
        assert re.match(r"rulebook \d", block.source), block.id
    checklist = GAMES / BOARDS[id] / "rules.toml"
    if checklist.exists():
        ids = [rule["id"] for rule in tomllib.loads(checklist.read_text(encoding="utf-8"))["rule"]]
        for block in (*found.track, *found.box):
            assert any(rule.startswith(block.rule) for rule in ids), block.id


# What the rulebooks state of tracks and boxes


def of(id: str) -> Surround:
    return load_surround(GAMES / BOARDS[id] / "data")


def lengths(id: str) -> dict[str, int]:
    return {t.id: len(t.words) for t in of(id).track}


def test_tracks_have_the_length_that_the_rulebooks_say() -> None:
    warsaw = lengths("warsaw-1920")
    assert (warsaw["turn"], warsaw["supply-west"], warsaw["supply-southwest"]) == (8, 13, 9)  # 5.1, 3.3
    starts = {t.id: t.start for t in of("warsaw-1920").track}
    assert (starts["supply-west"], starts["supply-southwest"], starts["victory"]) == ("12", "8", "0")  # 3.3
    assert lengths("west-was-saved")["turn"] == 14  # 2.1
    assert lengths("strike-of-the-eagle")["phase"] == 7  # 3.3: cards, five operations, reinforcement
    nest = of("nest-of-eagles")
    assert lengths("nest-of-eagles")["morale"] == 49  # 13.1: 24 boxes to either side of 0
    assert len(nest.box) == 6  # 2.0
    star = lengths("red-star-white-eagle")
    assert (star["campaign"], star["gates"]) == (25, 10)  # 23.4, 23.1
    assert star["cities-poland"] == 39  # 3.2: 38 points


def test_the_orders_of_strike_of_the_eagle_are_all_there() -> None:
    orders = next(b for b in of("strike-of-the-eagle").box if b.id == "orders")
    assert sum(int(part.rsplit("×")[1]) for part in orders.parts) == 32  # 7.2
