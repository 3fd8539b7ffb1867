"""Puzzles: every one can be set, officers solve most of them, and a wrong file is refused with its key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import vistula
from vistula.cli import main
from vistula.kernel import BadInput
from vistula.lab.puzzles import Puzzle, read_puzzle, read_puzzles
from vistula.lab.solving import check, solve

FOLDER = Path(__file__).parent / "puzzles"
TITLES = sorted(folder.name for folder in FOLDER.iterdir())
FILES = sorted(FOLDER.glob("*/*.toml"))
ENOUGH = 0.7
"""The part of the puzzles that an officer must solve; captains' figures are in docs/strength.md."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_puzzle_can_be_set(path: Path) -> None:
    """Its position is legal, its seat is asked, its answers are offered, its conditions name what there is."""
    check(read_puzzle(vistula.title(path.parent.name), path))


@pytest.mark.parametrize("title", TITLES)
def test_officers_solve_most_puzzles(title: str) -> None:
    puzzles = read_puzzles(vistula.title(title), FOLDER / title)
    failed = [puzzle.name for puzzle in puzzles if not solve(puzzle, "officer").solved]
    assert len(puzzles) - len(failed) >= ENOUGH * len(puzzles), failed


# -- the format -------------------------------------------------------------------------------------------------

HEAD = """
seat = "russia"
theme = "take the open win"
why = "Nobody is there."
source = "human sense"
position = '''
clear = true
turn = 4
side = "russia"
phase = "movement"
units.R-10cav = "1712"
units.P-8 = "1503"
'''
"""


def made(tmp_path: Path, text: str, head: str = HEAD) -> Puzzle:
    path = tmp_path / "made.toml"
    path.write_text(head + text, encoding="utf8")
    return read_puzzle(vistula.title("warsaw-1920"), path)


@pytest.mark.parametrize(
    ("text", "solved"),
    [
        ('right = ["unit R-10cav"]', True),
        ('right = ["unit"]', True),
        ('wrong = ["unit R-10cav"]', False),
        ('right = ["end"]', False),
        ('until = "game"\n[[holds]]\nwon = true', True),
        ('until = "game"\n[[holds]]\nlost = true', False),
        ('until = "game"\n[[holds]]\nunits = ["R-10cav"]\nin = ["Warszawa"]', True),
        ('until = "game"\n[[holds]]\nunits = ["P-8"]\nmost = 0', False),
        ('until = "game"\n[[holds]]\nin = ["Warszawa", "1710"]\nleast = 2', False),
        ('until = "game"\n[[holds]]\nside = "poland"\nin = ["Warszawa"]\nmost = 0', True),
        ('until = "game"\n[[holds]]\nonce = ["step Warszawa"]', True),
        ('until = "game"\n[[holds]]\nnever = ["step"]', False),
        ('until = "game"\n[[holds]]\ntrack = "turn"\nleast = 4\nmost = 4', True),
        ('until = "game"\n[[holds]]\ntrack = "turn"\nmost = 3', False),
    ],
)
def test_what_a_puzzle_may_ask_for(tmp_path: Path, text: str, solved: bool) -> None:
    puzzle = made(tmp_path, text)
    check(puzzle)
    assert solve(puzzle, "officer").solved is solved


ATTACK = HEAD.replace('"movement"', '"combat"').replace('"1503"', '"1713"')


@pytest.mark.parametrize(("odds", "solved"), [("1:1", True), ("5:1", False)])
def test_the_lowest_odds_of_all_attacks_are_kept(tmp_path: Path, odds: str, solved: bool) -> None:
    more = "\n".join(f'units.R-{n} = "1813"' for n in (4, 11, 33))
    head = ATTACK.replace("units.P-8", f"{more}\nunits.P-8")
    puzzle = made(tmp_path, f'until = "poland kind"\n[[holds]]\nodds = "{odds}"', head)
    attempt = solve(puzzle, "officer")
    assert (attempt.solved, attempt.told) == (solved, "" if solved else "attacked at 4:1")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "right"),
        ('right = ["combat"]', "right[0]"),
        ('right = ["unit R-4"]', "right[0]"),
        ('wrong = ["unit R-999"]', "wrong[0]"),
        ('until = "game"', "holds"),
        ('until = "tea"\n[[holds]]\nwon = true', "until"),
        ('right = ["end"]\nasks = "tea"', "asks"),
        ('right = ["end"]\nuntil = "game"', "until"),
        ("[[holds]]\nwon = true", "until"),
        ('until = "game"\n[[holds]]\nleast = 2', "holds[0]"),
        ('until = "game"\n[[holds]]\nwon = true\nlost = false', "holds[0]"),
        ('until = "game"\n[[holds]]\nodds = "two"', "holds[0].odds"),
        ('until = "game"\n[[holds]]\ntrack = "tea"\nleast = 1', "holds[0].track"),
        ('until = "game"\n[[holds]]\nin = ["Atlantis"]', "holds[0].in[0]"),
        ('until = "game"\n[[holds]]\nunits = ["X-1"]', "holds[0].units[0]"),
        ('until = "game"\n[[holds]]\nonce = ["step Atlantis"]', "holds[0].once"),
        ('right = ["end"]\nrigth = ["end"]', ""),
        ('right = ["end"]\nfile = "other.toml"', "position"),
    ],
)
def test_a_wrong_puzzle_is_refused_with_file_and_key(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(BadInput) as refused:
        check(made(tmp_path, text))
    assert refused.value.where.endswith("made.toml")
    assert refused.value.key == key
    assert refused.value.reason


def test_a_position_may_lie_in_a_file_beside(tmp_path: Path) -> None:
    head, position = HEAD.split("position = '''")
    (tmp_path / "positions").mkdir()
    (tmp_path / "positions" / "open.toml").write_text(position.replace("'''", ""), encoding="utf8")
    check(made(tmp_path, 'file = "positions/open.toml"\nright = ["unit"]', head))
    with pytest.raises(BadInput, match=r"file: none\.toml cannot be read"):
        check(made(tmp_path, 'file = "none.toml"\nright = ["unit"]', head))


def test_a_puzzle_waits_until_its_seat_is_asked(tmp_path: Path) -> None:
    puzzle = made(tmp_path, 'asks = "kind"\nright = ["movement", "combat"]')
    assert solve(puzzle, "officer").solved
    with pytest.raises(BadInput, match="seat: russia is not asked deployment"):
        check(made(tmp_path, 'asks = "deployment"\nright = ["done"]'))


def test_the_lab_prints_who_solves_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, 'right = ["unit"]')
    assert main(["lab", "warsaw-1920", "--puzzles", str(tmp_path), "--playouts", "2"]) == 0
    out = capsys.readouterr().out
    assert "officer solved 1 of 1, 100%" in out
    assert main(["lab", "warsaw-1920", "--puzzles", str(tmp_path), "--playouts", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["levels"]["captain"] == {"solved": 1, "of": 1}
    assert found["puzzles"][0]["solved"]["officer"] is True


@pytest.mark.parametrize("more", [["--puzzles", "nowhere"], ["--puzzles", "--seat", "poland=greedy"], []])
def test_the_lab_refuses_in_one_line(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["lab", "warsaw-1920", *more])
    except SystemExit as left:
        code = int(left.code or 0)
    assert code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
