"""How a game ended, in words."""

from __future__ import annotations

from typing import Any

from vistula.kernel.game import Game


def outcome_line(game: Game[Any]) -> str:
    result = game.result
    return "the game is not over" if result is None else result.in_words
