"""What can go wrong, told apart by whose fault it is."""

from __future__ import annotations


class VistulaError(Exception):
    """Anything that a user can cause; its text says what, where and what to do."""


class IllegalAction(VistulaError):
    """A player asked for something the rules do not offer at this moment."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"[{rule}] {why}" if rule else why)
        self.rule = rule
        self.why = why


class BadInput(VistulaError):
    """A file or argument that cannot be used: names the file, the key in it and the reason."""

    def __init__(self, where: str, key: str, reason: str) -> None:
        super().__init__(": ".join(part for part in (where, key, reason) if part))
        self.where = where
        self.key = key
        self.reason = reason


class Violation(AssertionError):
    """A state breaks a rule: our fault, in the rulebook's terms, or that of a position file.

    The piece or space that it is about, or the key of position files, leads a reader of such a file to the entry.
    """

    def __init__(
        self, rule: str, text: str, *, piece: int | None = None, space: int | None = None, key: str = ""
    ) -> None:
        super().__init__(f"[{rule}] {text}")
        self.rule = rule
        self.text = text
        self.piece, self.space, self.key = piece, space, key


class Runaway(RuntimeError):
    """A procedure that never comes to a decision; our fault."""
