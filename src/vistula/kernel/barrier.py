"""Why what was done cannot be undone."""

from __future__ import annotations

import msgspec

_WORDS = {
    "roll": "dice have been rolled",
    "draw": "something has been drawn",
    "mix": "pieces have been mixed",
    "disclose": "something hidden has been shown",
    "sealed": "sealed answers have been opened",
    "publish": "the other side has already seen it",
    "seat": "the other side has already been asked to answer",
    "settle": "your move is complete, and the house rules allow no undo",
    "over": "the game is over",
    "start": "nothing has been done yet",
}

LEARNING = frozenset({"roll", "draw", "mix", "disclose", "sealed"})
"""Barriers behind which a seat may know more than before; the others only end what can be taken back."""


class Barrier(msgspec.Struct, frozen=True):
    """The last thing that undo cannot pass."""

    kind: str
    rule: str = ""

    def __str__(self) -> str:
        words = _WORDS[self.kind]
        return f"{words} [{self.rule}]" if self.rule else words
