"""The examples of docs/positions.md can be played, and the keys that it explains are those of the games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import vistula
from vistula.kernel.game import begin

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "positions.md").read_text(encoding="utf8")
EXAMPLES = re.findall(r"```toml\n(game = .*?)```", PAGE, re.S)
ASKED = [
    ("warsaw-1920", "Move"),
    ("warsaw-1920", "CombatPhase"),
    ("west-was-saved", "RestorationPhase"),
    ("strike-of-the-eagle", "BattleStart"),
    ("nest-of-eagles", "Attacks"),
    ("red-star-white-eagle", "Attacks"),
]


@pytest.mark.parametrize("number", range(len(ASKED)))
def test_an_example_can_be_played(number: int) -> None:
    title, frame = ASKED[number]
    game = begin(vistula.title(title), None, 1, None, {}, EXAMPLES[number], "docs/positions.md")
    assert type(game.stack[-1]).__name__ == frame
    assert game.decisions


def test_every_example_is_tried() -> None:
    assert len(EXAMPLES) == len(ASKED)


@pytest.mark.parametrize("title", [title for title, _ in ASKED[1:]])
def test_every_key_of_a_game_is_explained(title: str) -> None:
    codec = vistula.title(title).codec
    assert codec is not None
    assert [key for key in codec.keys if f"`{key}" not in PAGE] == []
