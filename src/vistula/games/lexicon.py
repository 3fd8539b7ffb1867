"""The words of a title that encodings rely on, read from the file in which they stand in their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

from vistula.board.data import Datum, read_toml
from vistula.kernel import State
from vistula.kernel.decision import Kind
from vistula.kernel.lexicon import Lexicon

S = TypeVar("S", bound=State)


class LexiconFile(Datum):
    """shown/lexicon.toml: verbs as "step space", with the kind of thing that each applies to."""

    verbs: list[str]
    marks: list[str]
    signs: list[str]
    backs: list[str] = []


class PrintedLexicon(Lexicon[S]):
    """A lexicon whose words stand in a file; what follows from the data of the game is added by its title."""

    path: ClassVar[Path]

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        told = read_toml(cls.path, LexiconFile)
        pairs = (verb.split() for verb in told.verbs)
        cls.verbs = tuple((verb, cast(Kind, kind)) for verb, kind in pairs)
        cls.marks, cls.signs, cls.backs = tuple(told.marks), tuple(told.signs), tuple(told.backs)
