"""`stated.toml` of every title: figures of the rulebook, demanded of the data, each with rules of the checklist."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from vistula.board.data import DataError, read_toml
from vistula.games import BOARDS
from vistula.games.stated import Stated, check_stated, value_of
from vistula.kernel.checklist import Checklist, code_index

GAMES = Path(__import__("vistula.games", fromlist=["__file__"]).__file__).parent
FOLDERS = [GAMES / package for package in BOARDS.values()]


class Row(msgspec.Struct):
    name: str
    cost: int


class Charts(msgspec.Struct):
    terrain: list[Row]
    turns: tuple[int, int]


CHARTS = Charts([Row("clear", 1), Row("swamp", 2)], (5, 6))


@pytest.mark.parametrize(
    ("key", "found"),
    [("terrain.swamp.cost", 2), ("terrain.*.cost", [1, 2]), ("turns", [5, 6]), ("terrain.sea.cost", None)],
)
def test_a_figure_is_found_by_its_key(key: str, found: Any) -> None:
    assert value_of(CHARTS, key.split(".")) == found


def test_a_figure_that_differs_is_refused_with_file_key_and_rules(tmp_path: Path) -> None:
    (tmp_path / "stated.toml").write_text('[charts]\n"terrain.swamp.cost" = [3, "7.1a, 7.1b"]\n', encoding="utf8")
    with pytest.raises(DataError, match=r"charts\.toml: terrain\.swamp\.cost: is 2, .* says 3 \[7\.1a, 7\.1b\]"):
        check_stated(tmp_path, charts=CHARTS)
    check_stated(tmp_path, charts=SimpleNamespace(terrain=[Row("swamp", 3)]))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_figure_cites_rules_of_the_checklist_and_counts_as_code_for_them(folder: Path) -> None:
    rules, index = Checklist.read(folder / "rules.toml"), code_index(folder)
    cited = {id for rows in read_toml(folder / "stated.toml", Stated).values()
             for _, ids in rows.values() for id in ids.split(", ")}  # fmt: skip
    assert cited
    assert cited <= set(rules.rules)
    assert all("stated" in index[id] for id in cited)
