"""Data that differ from what the rulebook states are refused, with file, key and rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from vistula.board.data import DataError
from vistula.games.red_star_white_eagle.model import Model
from vistula.games.red_star_white_eagle.tables import CHARTS, SCENARIOS, TRACKS, UNITS

rule = pytest.mark.rule
DATA = Path(__import__("vistula.games.red_star_white_eagle", fromlist=["__file__"]).__file__).parent / "data"


def refused(tmp_path: Path, file: str, old: str, new: str, count: int = 1) -> DataError:
    """What is said of a pack in which this much of a file is changed."""
    text = (DATA / file).read_text(encoding="utf8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, count), encoding="utf8")
    with pytest.raises(DataError) as caught:
        Model.load(tmp_path)
    return caught.value


WRONG = [
    (CHARTS, "2:1       A2        A1        -         D1        D2        X",
     "2:1       A2        A1        -         D1        D2        D2", "2:1", "9.0m"),
    (CHARTS, '"X" = 3', '"X" = 4', "advance X", "9.11j"),
    (CHARTS, '"DE" = 5', '"DE" = 0', "DE", "7.2.1d"),
    (CHARTS, "2-3   E     1/2E  1/2E  -", "2-3   E     1/2E  1/2E  1/2E", "2-3", "9.14.4d"),
    (CHARTS, "clear = { standard = 1,", "clear = { standard = 2,", "clear", "8.1.1"),
    (CHARTS, "standard = 2, strategic = 6,", "standard = 2, strategic = 4,", "difficult", "8.3.6"),
    (CHARTS, "strategic = 6, motor = 4,", "strategic = 6, motor = 3,", "difficult", "20.1.2"),
    (CHARTS, "standard = 1, strategic = 3, motor = 2,", "standard = 1, strategic = 3, motor = 1,", "river", "20.1.2"),
    (CHARTS, "river = 1, motor_river = 2 }", "river = 0, motor_river = 2 }", "railroad", "8.3.5b"),
    (CHARTS, "leg = 15", "leg = 14", "supply.leg", "10.5.2a"),
    (CHARTS, "1     1/2E  -     -", "0-1   1/2E  -     -", "retreat.table", "9.14.2"),
    (CHARTS, "1     1/2E  -     -     -     -     -\n2-3   E     1/2E  1/2E  -     -     -",
     "2-3   E     1/2E  1/2E  -     -     -\n1     1/2E  -     -     -     -     -", "retreat.table", "9.14.2"),
    (CHARTS, "6-8   E     E     1/2E  1/2E  1/2E  -\n9+    E     E     E     1/2E  1/2E  1/2E",
     "9+    E     E     E     1/2E  1/2E  1/2E\n6-8   E     E     1/2E  1/2E  1/2E  -", "retreat.table", "9.14.2"),
    (CHARTS, "4-5   E     1/2E", "5     E     1/2E", "retreat.table", "9.14.4d"),
    (CHARTS, "2-3   E     1/2E", "3     E     1/2E", "retreat.table", "9.14.4d"),
    (CHARTS, '"D2" = 2, ', "", "D2", "9.11j"),
    (CHARTS, "polish_infantry = { 1 = 8, 2 = 4 }", "polish_infantry = { 1 = 8 }", "polish_infantry", "2.4.2f"),
    (CHARTS, "polish_cavalry = { 1 = 4, 2 = 2 }", "polish_cavalry = { 2 = 2 }", "polish_cavalry", "2.4.2f"),
    (CHARTS, "russian_infantry = { 1 = 8, 2 = 6 }", "russian_infantry = { 2 = 6 }", "russian_infantry", "2.4.2f"),
    (CHARTS, "russian_cavalry = { 1 = 4, 2 = 2 }", "russian_cavalry = { 1 = 4 }", "russian_cavalry", "2.4.2f"),
    (TRACKS, '[[campaign]]\nturn = "Sept II"\nrussia = { infantry = 18, cavalry = 4 }\n'
     'poland = { infantry = 2, cavalry = 1 }\narrive_russia = "R-R2"\n', "", "turns", "2.8"),
    (TRACKS, 'arrive_russia = "R-R5"', 'arrive_russia = "R-R5 R-R1"', "Oct I", "17.1.1b"),
    (TRACKS, 'arrive_russia = "R-R4"\nwithdraw', "withdraw", "Sept IV", "17.1.1b"),
    (SCENARIOS, '    ["garrison", "R-43"],\n', "", "garrison", "17.2.1a"),
    (SCENARIOS, 'begins = "russia"', 'begins = "poland"', "who begins", "23.3a"),
    (TRACKS, 'withdraw = "R-15 R-29"', 'withdraw = "R-15"', "June I", "11.1a"),
    (TRACKS, 'withdraw = "konarmiya"', 'withdraw = "R-K4"', "Sept IV", "11.2a"),
]  # fmt: skip


@rule("9.14.2", "2.4.2f", "2.8", "17.1.1b", "17.2.1a", "23.3a", "23.3b", "23.1.3", "23.0a", "6.0b", "7.2.1d")
@rule("2.3", "2.4.2a", "8.3.6", "9.0m", "9.14.4d", "9.11j", "20.1.2", "20.1.3b", "10.5.2a", "11.1a", "8.1.1")
@pytest.mark.parametrize(("file", "old", "new", "key", "cited"), WRONG)
def test_what_the_book_states_otherwise_is_refused(
    tmp_path: Path, file: str, old: str, new: str, key: str, cited: str
) -> None:
    error = refused(tmp_path, file, old, new)
    assert key in str(error)
    assert cited in str(error)


def changed(tmp_path: Path, key: str, column: str, value: str) -> DataError:
    """What is said of a pack in which one value of one counter is another."""
    lines = (DATA / UNITS).read_text(encoding="utf8").splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("id,"))
    place = lines[head].split(",").index(column)
    row = next(n for n, line in enumerate(lines) if line.startswith(f"{key},"))
    cells = lines[row].split(",")
    cells[place] = value
    lines[row] = ",".join(cells)
    (tmp_path / UNITS).write_text("\n".join(lines) + "\n", encoding="utf8")
    with pytest.raises(DataError) as caught:
        Model.load(tmp_path)
    return caught.value


@rule(
    "2.4.2a", "2.4.2b", "2.4.1b", "2.4.2c", "11.2e", "11.1a", "19.0a", "21.1.1a", "17.2.1a", "21.4", "9.10.6b", "2.7d"
)
@rule("5.1.1b", "12.1", "16.0f", "7.2.4.2a", "23.4.8.2a", "2.7a", "2.7b", "2.7c", "2.7e", "2.4.3", "2.4.5")
@pytest.mark.parametrize(
    ("key", "column", "value", "cited"),
    [
        ("R-57", "delay", "2", "2.4.2a"), ("R-K14", "charge", "11", "2.7d"), ("R-K6", "delay", "2", "4.3.2"),
        ("P-7R", "mf", "6", "4.3.2"), ("R-15", "attack_2", "5", "7.2.4.2a"), ("R-8K", "charge_2", "3", "9.10.6b"),
        ("P-Mil1", "mf", "3", "19.0a"), ("P-Vist", "delay", "1", "16.0f"), ("R-K4", "tags", "", "11.2e"),
        ("R-43", "tags", "", "17.2.1a"), ("P-14", "stack", "S", "5.1.1b"), ("R-4", "front", "none", "12.1"),
        ("P-LegC1", "attack", "3", "21.4"), ("P-U1", "mf", "6", "21.1.1a"),
    ],
)  # fmt: skip
def test_counters_that_are_not_as_the_book_has_them(
    tmp_path: Path, key: str, column: str, value: str, cited: str
) -> None:
    assert cited in str(changed(tmp_path, key, column, value))


@rule("23.1.1b", "23.3b", "23.1.3", "23.0a", "23.2.1b", "23.4.1c")
@pytest.mark.parametrize(
    ("old", "new", "cited"),
    [
        ("russian_points = 17", "russian_points = 18", "23.3b"),
        ('last = "Aug IV"', 'last = "Aug III"', "23.3a"),
        ('deploys_first = "russia"', 'deploys_first = "poland"', "23.4.1c"),
        ("P-FG1 P-FG2 P-LegC5", "P-FG1", "23.1.3"),
    ],
)
def test_scenarios_that_are_not_as_the_book_has_them(tmp_path: Path, old: str, new: str, cited: str) -> None:
    error = refused(tmp_path, SCENARIOS, old, new)
    assert cited in str(error)


@rule("11.2a", "11.2e")
@pytest.mark.parametrize(("fourth", "enough"), [("2", True), ("1", False)])
def test_the_konarmiya_has_at_least_eighteen_factors_of_cavalry(tmp_path: Path, fourth: str, enough: bool) -> None:
    weak = {"R-K4": fourth, "R-K11": "0", "R-KSp": "0", "R-KCauc": "0", "R-KRgt": "0"}
    lines = (DATA / UNITS).read_text(encoding="utf8").splitlines()
    place = next(line for line in lines if line.startswith("id,")).split(",").index("attack")
    for n, line in enumerate(lines):
        cells = line.split(",")
        if cells[0] in weak:
            cells[place] = weak[cells[0]]
            lines[n] = ",".join(cells)
    (tmp_path / UNITS).write_text("\n".join(lines) + "\n", encoding="utf8")
    if enough:
        assert Model.load(tmp_path).konarmiya
    else:
        with pytest.raises(DataError) as caught:
            Model.load(tmp_path)
        assert "11.2a" in str(caught.value)


@rule("2.7d", "11.2a", "2.4.2a", "4.3.2", "7.2.4.2a", "11.1a", "20.1.2", "23.3a", "23.3b", "23.1.3", "23.0a", "21.4")
@rule("9.0m", "9.11j", "7.2.1d", "9.14.2", "9.14.4d", "2.8", "17.1.1b", "11.2e", "19.0a", "21.1.1a", "23.4.8.2a")
@rule("17.2.1a", "9.10.6b", "5.1.1b", "16.0f", "12.1", "2.4.2f", "6.0b")
def test_what_is_shipped_is_as_the_book_has_it() -> None:
    assert len(Model.load(None).scenarios) == 4
