"""The words of a title that encodings rely on, read from the file in which they stand in their order."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

from vistula.board.data import Datum, read_toml
from vistula.kernel import Seat, State
from vistula.kernel.decision import Kind
from vistula.kernel.lexicon import Lexicon

S = TypeVar("S", bound=State)


class LexiconFile(Datum):
    """shown/lexicon.toml: verbs as "step space", with the kind of thing that each applies to."""

    verbs: list[str]
    marks: list[str]
    signs: list[str]
    backs: list[str] = []
    features: dict[str, str] = {}
    """By name: a field of the state, "turn" or "points.0", or of a procedure that runs, "Move.left"; the title works
    out those that are left empty."""


class PrintedLexicon(Lexicon[S]):
    """A lexicon whose words stand in a file; what follows from the data of the game is added by its title."""

    path: ClassVar[Path]
    _fields: ClassVar[dict[str, str]]

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        told = read_toml(cls.path, LexiconFile)
        pairs = (verb.split() for verb in told.verbs)
        cls.verbs = tuple((verb, cast(Kind, kind)) for verb, kind in pairs)
        cls.marks, cls.signs, cls.backs = tuple(told.marks), tuple(told.signs), tuple(told.backs)
        cls._fields = told.features

    def worked_out(self, seat: Seat[S]) -> dict[str, float]:
        """The features that are no fields: those which the file names without one, and any more after them."""
        return {}

    def features(self, seat: Seat[S]) -> dict[str, float]:
        more = self.worked_out(seat)
        return {name: field_of(seat, field) if field else more[name] for name, field in self._fields.items()} | more


def field_of(seat: Seat[Any], field: str) -> float:
    """A number of the state, or of the innermost procedure of a kind; 0 where none runs."""
    name, _, inner = field.partition(".")
    if name[:1].isupper():
        frame = next((frame for frame in reversed(seat.stack) if type(frame).__name__ == name), None)
        return 0 if frame is None else cast(float, attrgetter(inner)(frame))
    value = getattr(seat.s, name)
    return cast(float, value[int(inner)] if inner else value)
