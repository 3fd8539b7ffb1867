"""`games`, `rules`, `data check`, and the parser itself."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

import vistula
from cli.conftest import Run
from vistula.games import BOARDS
from vistula.games.warsaw_1920.tables import SHIPPED

# -- games ------------------------------------------------------------------------------------------


def test_games_as_json_is_the_contract(run: Run) -> None:
    (game,) = (entry for entry in run("games", "--json").json() if entry["id"] == "warsaw-1920")
    assert set(game) == {"id", "title", "seats", "scenarios", "options", "rules"}
    assert set(game["options"][0]) == {"id", "title", "choices", "group", "ruling"}
    assert game["title"] == "Warsaw 1920"
    assert game["seats"] == ["poland", "russia"]
    assert game["scenarios"][0] == {
        "id": "quick", "title": "Quick set-up", "turns": 8, "variants": [["poland", "russia"]],
    }  # fmt: skip
    assert set(game["rules"]) == {"total", "done"}
    assert game["rules"]["total"] == len(vistula.title("warsaw-1920").checklist)


def test_games_in_words_names_scenarios_and_options(run: Run) -> None:
    text = run("games").out
    assert "scenario free" in text
    assert "table manners: How you play together." in text
    assert "option undo: free | move | consent" in text


# -- rules ------------------------------------------------------------------------------------------


def test_rules_as_json_is_the_contract(run: Run) -> None:
    rules = run("rules", "warsaw-1920", "--json").json()
    assert len(rules) == len(vistula.title("warsaw-1920").checklist)
    assert all(set(rule) == {"id", "title", "says", "status", "code", "tests"} for rule in rules)
    assert {rule["status"] for rule in rules} <= {"done", "open", "not-applicable"}


def test_one_rule_comes_with_its_rulings(run: Run) -> None:
    (rule,) = run("rules", "warsaw-1920", "4.2a", "--json").json()
    assert rule["id"] == "4.2a"
    assert "W-1" in [ruling["id"] for ruling in rule["rulings"]]
    assert "ruling W-1" in run("rules", "warsaw-1920", "4.2a").out


def test_one_rule_is_shown_with_the_lines_of_its_code(run: Run) -> None:
    shown = run("rules", "warsaw-1920", "11.10a").out
    places = re.findall(r"code: (\S+):(\d+)", shown)
    assert places[0][0].endswith("warsaw_1920/rules/retreat.py")
    assert all("11.10a" in Path(file).read_text(encoding="utf8").splitlines()[int(line) - 1] for file, line in places)


def test_a_section_lists_its_rules_and_no_others(run: Run) -> None:
    ids = [rule["id"] for rule in run("rules", "warsaw-1920", "11.1", "--json").json()]
    assert "11.1a" in ids
    assert not any(id.startswith(("11.10", "11.11", "11.12")) for id in ids)
    assert f"{len(ids)} rules:" in run("rules", "warsaw-1920", "11.1").out


@pytest.mark.parametrize("id", ["99", "11.10zz", "x", ""])
def test_a_rule_that_does_not_exist(run: Run, id: str) -> None:
    if id:
        run("rules", "warsaw-1920", id).refused("warsaw-1920", f"rule {id}", "is not in the checklist")


# -- the parser -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        ([], "COMMAND"),
        (["march"], "march"),
        (["rules"], "GAME"),
        (["play", "warsaw-1920", "--seed", "x"], "--seed"),
        (["play", "warsaw-1920", "--see", "1"], "--see"),
        (["lab", "warsaw-1920"], "--games"),
        (["lab", "warsaw-1920", "--games", "0"], "--games"),
        (["lab", "warsaw-1920", "--games", "1", "--jobs", "-1"], "--jobs"),
        (["board", "warsaw-1920"], "--output"),
        (["board", "warsaw-1920", "--scenario", "quick", "--position", "x", "-o", "b.svg"], "not allowed with"),
        (["data"], "check"),
        (["replay"], "RECORD"),
        (["verify"], "RECORD"),
    ],
)
def test_bad_arguments_are_told_in_one_line(run: Run, argv: list[str], word: str) -> None:
    run(*argv).refused(word, "--help")


@pytest.mark.parametrize(
    "argv",
    [
        ["rules", "poznan-1920"],
        ["play", "poznan-1920"],
        ["lab", "poznan-1920", "--games", "1"],
        ["board", "poznan-1920", "-o", "b.svg"],
        ["data", "check", "poznan-1920"],
    ],
)
def test_a_game_that_does_not_exist(run: Run, argv: list[str], tmp_path: Path) -> None:
    run(*argv).refused("poznan-1920", "no such game", "warsaw-1920")
    assert list(tmp_path.iterdir()) == []


def test_version_and_help(run: Run) -> None:
    assert run("--version").out == f"vistula {vistula.__version__}\n"
    for command in ("games", "rules", "play", "lab", "replay", "verify", "board", "data"):
        helped = run(command, "--help")
        assert helped.code == 0
        assert command in helped.out


def test_the_version_is_the_package_s() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf8"))
    assert project["project"]["version"] == vistula.__version__


# -- data check -------------------------------------------------------------------------------------


def test_all_five_boards_hold_what_the_rulebooks_state(run: Run) -> None:
    lines = [line for line in run("data", "check").out.splitlines() if "statements of the rulebook hold" in line]
    assert [line.split(":")[0] for line in lines] == list(BOARDS)


def test_a_board_without_rules_is_drawn_bare(run: Run, tmp_path: Path) -> None:
    assert run("board", "west-was-saved", "-o", tmp_path / "x.svg").code == 0
    assert "hex-0409" in (tmp_path / "x.svg").read_text(encoding="utf8")
    assert run("board", "west-was-saved", "--scenario", "s", "-o", tmp_path / "y.svg").code == 2
    assert not (tmp_path / "y.svg").exists()


def test_shipped_data_are_in_order(run: Run) -> None:
    assert "warsaw-1920: shipped data in order" in run("data", "check").out
    assert run("data", "check", "warsaw-1920").code == 0


def pack(folder: Path, file: str, old: str = "", new: str = "", cut: int | None = None) -> Path:
    """A data pack with one shipped file, changed or cut off."""
    folder.mkdir()
    text = (SHIPPED / file).read_text(encoding="utf8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1)[:cut], encoding="utf8")
    return folder


def test_a_good_pack(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(SHIPPED, mine)
    ran = run("data", "check", "warsaw-1920", "--pack", mine)
    assert ran.code == 0
    assert f"data pack {mine} in order" in ran.out


@pytest.mark.parametrize(
    ("file", "old", "new", "cut", "words"),
    [
        ("units.csv", "", "", 500, ["units.csv", "line"]),
        ("board.toml", "", "", 700, ["board.toml"]),
        ("board.toml", 'hex = "0615", name = "Lwów"', 'hex = "0699", name = "Lwów"', None, ["board.toml", "0699"]),
        ("units.csv", "R-27,", "R-16,", None, ["units.csv", "R-16", "twice"]),
    ],
)
def test_a_wrong_pack(
    run: Run, tmp_path: Path, file: str, old: str, new: str, cut: int | None, words: list[str]
) -> None:
    mine = pack(tmp_path / "mine", file, old, new, cut)
    run("data", "check", "warsaw-1920", "--pack", mine).refused(*words)
    run("play", "warsaw-1920", "--json", "--pack", mine).refused(*words)
    run("lab", "warsaw-1920", "--games", 2, "--json", "--pack", mine).refused(*words)


def test_a_pack_that_is_no_folder(run: Run, tmp_path: Path) -> None:
    run("data", "check", "warsaw-1920", "--pack", tmp_path / "none").refused("none", "no such folder")


def test_a_pack_with_a_file_that_the_game_does_not_have(run: Run, tmp_path: Path) -> None:
    (tmp_path / "unit.csv").write_text("", encoding="utf8")
    run("data", "check", "warsaw-1920", "--pack", tmp_path).refused("unit.csv", "no data file")
