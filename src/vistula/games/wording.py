"""What things are called in a title's sentences, where that is a plain list: its `shown/words.toml`.

[names]
army = ["the Poles", "the Red Army"]           # by number
side = { 0 = "Poland", poland = "Poland" }     # by number or key
[amounts]
hexes = ["hex", "hexes"]                       # one, many
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vistula.board.data import Datum, read_toml
from vistula.parts.words import count


class Wording(Datum):
    """Names by kind, and what is counted by kind, in the singular and the plural."""

    names: dict[str, list[str] | dict[str, str]] = {}
    amounts: dict[str, tuple[str, str]] = {}

    @classmethod
    def beside(cls, module: str) -> Wording:
        """The words of the folder in which this module stands."""
        return read_toml(Path(module).with_name("words.toml"), cls)

    def of(self, kind: str) -> tuple[str, ...]:
        """All names of a kind, in their order."""
        names = self.names[kind]
        return tuple(names.values() if isinstance(names, dict) else names)

    def say(self, kind: str, arg: Any) -> str:
        """A thing of some kind in words; of a kind that is not listed, as it is."""
        if kind in self.amounts:
            return self.amount(kind, arg)
        names = self.names.get(kind)
        if names is None:
            return str(arg)
        return names[str(arg)] if isinstance(names, dict) else names[arg]

    def amount(self, kind: str, number: int) -> str:
        """So many of something."""
        return count(number, *self.amounts[kind])
