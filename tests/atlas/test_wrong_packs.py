"""Boards spoilt in many ways: each is refused with file, line and reason, or is still a board to be drawn.

What an owner of the printed game may type by mistake: a lost line, a line twice, a wrong digit, a lost bracket, a
misspelt key, a word in the place of a number. Nothing of that may end in a traceback, and nothing may pass unseen that
makes the board unsound.
"""

import os
import re
from pathlib import Path
from random import Random

import pytest
from workshop import ROOT

from vistula.board.data import DataError
from vistula.games.boards import BOARDS, board_picture, check_board

WAYS = int(os.environ.get("VISTULA_WAYS", "30"))
"""For each board: `make soak` goes through a hundred."""
REFUSED = {
    "warsaw-1920": 0.6, "west-was-saved": 0.55, "strike-of-the-eagle": 0.5, "nest-of-eagles": 0.55,
    "red-star-white-eagle": 0.5,
}  # fmt: skip
"""At least this share of them."""


def shipped(id: str) -> str:
    return (ROOT / "src" / "vistula" / "games" / BOARDS[id] / "data" / "board.toml").read_text(encoding="utf-8")


# Ways to spoil a file: each takes its lines and an index, and changes the lines.


def lose_line(lines: list[str], at: int, dice: Random) -> None:
    del lines[at]


def write_twice(lines: list[str], at: int, dice: Random) -> None:
    lines.insert(at, lines[at])


def wrong_digit(lines: list[str], at: int, dice: Random) -> None:
    places = [m.start() for m in re.finditer(r"\d", lines[at])]
    if places:
        i = dice.choice(places)
        lines[at] = lines[at][:i] + dice.choice("0123456789") + lines[at][i + 1 :]


def lose_letter(lines: list[str], at: int, dice: Random) -> None:
    i = dice.randrange(max(len(lines[at]), 1))
    lines[at] = lines[at][:i] + lines[at][i + 1 :]


def strange_letter(lines: list[str], at: int, dice: Random) -> None:
    i = dice.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:i] + dice.choice("?!x9|<=[]{}\"',#") + lines[at][i:]


def lose_word(lines: list[str], at: int, dice: Random) -> None:
    words = lines[at].split(" ")
    del words[dice.randrange(len(words))]
    lines[at] = " ".join(words)


def swap_words(lines: list[str], at: int, dice: Random) -> None:
    words = lines[at].split(" ")
    i, j = dice.randrange(len(words)), dice.randrange(len(words))
    words[i], words[j] = words[j], words[i]
    lines[at] = " ".join(words)


def number_for_word(lines: list[str], at: int, dice: Random) -> None:
    lines[at] = re.sub(r'= "[^"]*"', "= 7", lines[at], count=1)


def cut_off(lines: list[str], at: int, dice: Random) -> None:
    del lines[at + 1 :]


WRONG = (
    lose_line, write_twice, wrong_digit, wrong_digit, lose_letter, strange_letter, lose_word, swap_words,
    number_for_word, cut_off,
)  # fmt: skip


def spoilt(text: str, number: int) -> tuple[str, str]:
    """The text, spoilt in one way or two, and how."""
    dice = Random(1920 + number)
    lines = text.splitlines()
    told = [at for at, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    ways = [WRONG[number % len(WRONG)], *([dice.choice(WRONG)] if number % 7 == 0 else [])]
    for way in ways:
        way(lines, min(dice.choice(told), len(lines) - 1), dice)
    return "\n".join(lines) + "\n", ", ".join(way.__name__ for way in ways)


@pytest.mark.parametrize("id", BOARDS)
def test_a_spoilt_board_is_refused_with_file_line_and_reason_or_is_still_a_board(id: str, tmp_path: Path) -> None:
    text = shipped(id)
    refused, drawn = 0, ""
    for number in range(WAYS):
        changed, how = spoilt(text, number)
        (tmp_path / "board.toml").write_text(changed, encoding="utf-8")
        if error := complaint(id, tmp_path):
            refused += 1
            told = f"{id} {number} ({how}): {error}"
            assert error.file == "board.toml", told
            assert error.line is not None, told
            assert 1 <= error.line <= len(changed.splitlines()), told
            assert len(error.reason) > 8, told
            assert f"line {error.line}" in str(error), told
        elif not drawn:
            drawn = board_picture(id, tmp_path)
    assert refused >= WAYS * REFUSED[id]
    assert drawn.startswith("<svg"), "what passes can be drawn"


def complaint(id: str, pack: Path) -> DataError | None:
    try:
        check_board(id, pack)
    except DataError as error:
        return error
    return None


LINES = [
    ("west-was-saved", 'hex = "0409"', 'hex = "0499"', "there is no hex 0499"),
    ("west-was-saved", "\n11  . . .", "\n11  . ? .", "the legend knows no terrain '?'"),
    ("nest-of-eagles", "3427 3428 3527", "3427 3x28 3527", "3x28"),
    ("nest-of-eagles", 'class = "fortress"', 'class = "castle"', "castle"),
    ("red-star-white-eagle", "1014=8", "1014=eight", "a hex, = and a number are wanted"),
    ("red-star-white-eagle", "1013<0912", "1013<0812", "1013 and 0812 are not adjacent"),
    ("strike-of-the-eagle", '"Lutsk – Sokal"', '"Lutsk – Sokol"', "two areas with ' – ' between them are wanted"),
    ("strike-of-the-eagle", 'name = "Mozyr"', 'name = "Mozyr", cubes = "2X"', "are no cubes"),
    ("warsaw-1920", "1217<1218", "1217<1419", "1217 and 1419 are not adjacent"),
    ("warsaw-1920", '\nid = "danzig"', "\nid = 5", "Expected `str`, got `int`"),
]


@pytest.mark.parametrize(("id", "old", "new", "reason"), LINES)
def test_the_line_named_is_the_line_that_is_wrong(id: str, old: str, new: str, reason: str, tmp_path: Path) -> None:
    text = shipped(id)
    assert old in text
    (tmp_path / "board.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        check_board(id, tmp_path)
    wrong = text[: text.index(old)].count("\n") + 1 + new.count("\n")
    assert (caught.value.line, reason in str(caught.value)) == (wrong, True), str(caught.value)


def test_a_pack_that_is_not_there_or_has_strange_files_is_refused(tmp_path: Path) -> None:
    for id in BOARDS:
        with pytest.raises(DataError, match="there is no such folder"):
            check_board(id, tmp_path / "none")
    (tmp_path / "bord.toml").write_text("title = 1\n", encoding="utf-8")
    for id in BOARDS:
        with pytest.raises(DataError, match="is no data file of this game"):
            check_board(id, tmp_path)
