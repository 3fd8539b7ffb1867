"""How a game ended, in words."""

from __future__ import annotations

from typing import Any

from vistula.kernel.game import Game


def outcome_line(game: Game[Any]) -> str:
    """ "Poland wins (points), 29 : 10 [4.1a]"."""
    result = game.result
    if result is None:
        return "the game is not over"
    who = "a draw" if result.winner is None else f"{result.winner.capitalize()} wins"
    score = " : ".join(f"{side} {points}" for side, points in result.score.items())
    rule = f" [{result.rule}]" if result.rule else ""
    return f"{who} ({result.level}){f', {score}' if score else ''}{rule}"
