"""Rows of a position file: what it can tell, each by one key, in the order in which it is read.

`plain` is one field of the state, `by` one entry a side or seat, `Pieces` places and marks, `Field` and `Table`
anything else. `Settle` is what follows from the rows before it (control follows the pieces); `Said` is what authors
say to it. Both are never written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from vistula.kernel.errors import Violation
from vistula.kernel.shapes import By, Flag, Key, Names, Shape, Thing, Word
from vistula.kernel.state import State

if TYPE_CHECKING:
    pass

S = TypeVar("S", bound=State)
FLAG = Flag()


class Head:
    """What the head of a file says before the situation itself."""

    def __init__(
        self,
        title: Any,
        scenario: str,
        clear: bool,
        options: dict[str, str],
        told: Mapping[str, Any],
        key: Key,
    ) -> None:
        self.title, self.scenario, self.clear, self.options = title, scenario, clear, options
        self.told, self.key = told, key  # the whole file


class Row(Generic[S]):
    """One entry in the list of what a file can tell, and the fields of the state that it explains."""

    key = ""
    fields: Sequence[str] = ()

    def read(self, s: S, head: Head, told: Any, key: Key) -> None:
        """Carry out what the file tells under this key; None where it tells nothing."""
        raise NotImplementedError

    def write(self, names: Names, s: S, like: S) -> Any:
        """What makes a state `like` this one; None where it is so already, or where nothing is ever written."""
        return None

    def entry(self, names: Names, s: S, told: Any, broken: Violation) -> str:
        """The entry under this key that a broken rule is about, if it is about one."""
        return ""


class Field(Row[S]):
    """One value: `get` finds it in a state, `put` carries it out."""

    def __init__(
        self,
        key: str,
        shape: Shape,
        get: Callable[[S], Any],
        put: Callable[[S, Any, Key], None],
        fields: Sequence[str] = (),
        always: bool = False,
    ) -> None:
        self.key, self.shape, self.get, self.put, self.fields, self.always = key, shape, get, put, fields, always

    def read(self, s: S, head: Head, told: Any, key: Key) -> None:
        if told is not None:
            self.put(s, self.shape.read(head.title, told, key), key)

    def write(self, names: Names, s: S, like: S) -> Any:
        value = self.get(s)
        return self.shape.write(names, value) if self.always or value != self.get(like) else None


def plain(key: str, shape: Shape, field: str = "", always: bool = False) -> Field[Any]:
    """One field of the state as it is."""
    name = field or key

    def put(s: Any, value: Any, key: Key) -> None:
        setattr(s, name, value)

    return Field(key, shape, lambda s: getattr(s, name), put, [name], always)


class Table(Row[S]):
    """Several values under one key, each by the name of what it belongs to."""

    def __init__(
        self,
        key: str,
        of: Shape | Callable[[S], Shape],
        shape: Shape,
        get: Callable[[S], Mapping[Any, Any]],
        put: Callable[[S, Any, Any, Key], None],
        fields: Sequence[str] = (),
    ) -> None:
        self.key, self.of, self.shape, self.get, self.put, self.fields = key, of, shape, get, put, fields

    def _by(self, s: S) -> By:
        return By(self.of if isinstance(self.of, Shape) else self.of(s), self.shape)

    def read(self, s: S, head: Head, told: Any, key: Key) -> None:
        if told is not None:
            by = self._by(s)
            for (thing, value), name in zip(by.read(head.title, told, key).items(), told, strict=True):
                self.put(s, thing, value, key.sub(name))

    def write(self, names: Names, s: S, like: S) -> Any:
        now, then = self.get(s), self.get(like)
        return self._by(s).write(names, {k: v for k, v in now.items() if k not in then or then[k] != v}) or None


def by(key: str, names: Sequence[str] | Callable[[Any], Sequence[str]], shape: Shape, field: str = "") -> Table[Any]:
    """A field that is a list by side, front or seat: one entry for each."""
    name = field or key

    def put(s: Any, i: int, value: Any, key: Key) -> None:
        getattr(s, name)[i] = value

    of = Word(names) if isinstance(names, Sequence) else lambda s: Word(names(s))
    return Table(key, of, shape, lambda s: dict(enumerate(getattr(s, name))), put, [name])


class Group(Row[S]):
    """Several rows under one key; none of them depends on another."""

    def __init__(self, key: str, *rows: Row[S]) -> None:
        self.key, self.rows = key, {row.key: row for row in rows}
        self.fields = [field for row in rows for field in row.fields]

    def read(self, s: S, head: Head, told: Any, key: Key) -> None:
        told = {} if told is None else told
        if type(told) is not dict:
            raise key.wrong("a table is wanted")
        for name in told:
            if name not in self.rows:
                raise key.sub(name).wrong(f"is not known here; there are: {', '.join(self.rows)}")
        for name, row in self.rows.items():
            row.read(s, head, told.get(name), key.sub(name))

    def write(self, names: Names, s: S, like: S) -> Any:
        told = {name: row.write(names, s, like) for name, row in self.rows.items()}
        return {name: value for name, value in told.items() if value is not None} or None


def item(key: str, shape: Shape, field: str, i: int) -> Field[Any]:
    """One entry of a field that is a list."""

    def put(s: Any, value: Any, key: Key) -> None:
        getattr(s, field)[i] = value

    return Field(key, shape, lambda s: getattr(s, field)[i], put, [field])


class Said(Row[S]):
    """What only authors say, to be found in the head by those who make something of it; it is never written."""

    def __init__(self, key: str, shape: Shape) -> None:
        self.key, self.shape = key, shape

    def read(self, s: S, head: Head, told: Any, key: Key) -> None:
        if told is not None:
            self.shape.read(head.title, told, key)


class Settle(Row[S]):
    """What follows from the rows before it."""

    def __init__(self, settle: Callable[[S, Head], None], fields: Sequence[str] = ()) -> None:
        self.settle, self.fields = settle, fields

    def read(self, s: S, head: Head, told: Any, key: Key) -> None:
        self.settle(s, head)


Marks = Mapping[str, Any]


class Pieces(Row[S]):
    """Where pieces are and which marks they bear: `P-8 = "3023"`, `P-10 = { hex = "2924", disrupted = true }`.

    `marks` are fields of the state that are sets of pieces; `more` are fields that have a value for some pieces;
    `hints` are marks that only `after` makes something of, for authors. Pieces are put down in the order of the file,
    and written in the order that `order` gives: in a stack the lowest first.
    """

    def __init__(
        self,
        key: str,
        shape: Shape,
        place: Callable[[S, int], Any],
        put: Callable[[S, int, Any, Key], None],
        order: Callable[[S], Iterable[int]],
        *,
        at: str = "hex",
        kind: str = "piece",
        marks: Mapping[str, str] | None = None,
        more: Mapping[str, tuple[str, Shape]] | None = None,
        hints: Sequence[str] = (),
        after: Callable[[S, dict[int, tuple[Key, Marks]]], None] | None = None,
        fields: Sequence[str] = ("place",),
    ) -> None:
        self.key, self.shape, self.place, self.put, self.order, self.after = key, shape, place, put, order, after
        self.at, self.kind, self.marks, self.more, self.hints = at, kind, marks or {}, more or {}, hints
        self.fields = [*fields, *self.marks.values(), *(field for field, _ in self.more.values())]
        self.piece = Thing(kind)

    # -- reading ------------------------------------------------------------------------------------------------

    def read(self, s: S, head: Head, told: Any, key: Key) -> None:
        entries: dict[int, tuple[Key, Marks]] = {}
        if told is not None and type(told) is not dict:
            raise key.wrong("a table is wanted")
        for name, entry in (told or {}).items():
            here = key.sub(name)
            piece = self.piece.read(head.title, name, here)
            if piece in entries:
                raise here.wrong(f"is the same as {entries[piece][0].path}")
            marks = self._entry(entry, here)
            self.put(s, piece, self.shape.read(head.title, marks[self.at], here), here)
            self._mark(s, head, piece, marks, here)
            entries[piece] = here, marks
        if self.after is not None:
            self.after(s, entries)

    def _entry(self, entry: Any, key: Key) -> Marks:
        if type(entry) is str:
            return {self.at: entry}
        if type(entry) is not dict:
            raise key.wrong(f"is neither a place nor a table with {self.at} and marks")
        known = [self.at, *self.marks, *self.more, *self.hints]
        for name in entry:
            if name not in known:
                raise key.sub(name).wrong(f"is not known here; there are: {', '.join(known)}")
        if self.at not in entry:
            raise key.wrong(f"has no {self.at}")
        return entry

    def _mark(self, s: S, head: Head, piece: int, marks: Marks, key: Key) -> None:
        for name in (name for name in (*self.marks, *self.hints) if name in marks):
            given = FLAG.read(head.title, marks[name], key.sub(name))
            if field := self.marks.get(name):
                others = getattr(s, field) & ~(1 << piece)
                setattr(s, field, others | given << piece)
        for name, (field, shape) in self.more.items():
            if name in marks:
                getattr(s, field)[piece] = shape.read(head.title, marks[name], key.sub(name))

    def entry(self, names: Names, s: S, told: Any, broken: Violation) -> str:
        """The piece itself, or the last one that was put into the space."""
        listed = [(names.arg_of(self.kind, name), name) for name in told or {}]
        if broken.piece is not None:
            named = [name for piece, name in listed if piece == broken.piece]
            return named[0] if named else names.name_of(self.kind, broken.piece)
        near = [name for piece, name in listed if self.place(s, piece) == broken.space]
        return near[-1] if near else ""

    # -- writing ------------------------------------------------------------------------------------------------

    def write(self, names: Names, s: S, like: S) -> Any:
        told: dict[str, Any] = {}
        trial = like.copy()
        for piece in self.order(s):
            if self._all(s, piece) != self._all(like, piece):
                name = self.piece.write(names, piece)
                self.put(trial, piece, self.place(s, piece), Key("", name))
                told[name] = self._told(names, s, trial, piece)
        return told or None

    def _all(self, s: S, piece: int) -> list[Any]:
        marks = [getattr(s, field) >> piece & 1 for field in self.marks.values()]
        return [self.place(s, piece), *marks, *(_of(s, field, piece) for field, _ in self.more.values())]

    def _told(self, names: Names, s: S, trial: S, piece: int) -> Any:
        """Where it is, and what being put there does not explain."""
        where = self.shape.write(names, self.place(s, piece))
        marks: dict[str, Any] = {}
        for name, (field, shape) in self.more.items():
            if (value := _of(s, field, piece)) != _of(trial, field, piece):
                marks[name] = shape.write(names, value)
        for name, field in self.marks.items():
            bit = getattr(s, field) >> piece & 1
            if bit != getattr(trial, field) >> piece & 1:
                marks[name] = bool(bit)
        return {self.at: where, **marks} if marks else where


def _of(s: Any, field: str, piece: int) -> Any:
    """The value that a piece has in a field, a list or a table."""
    values = getattr(s, field)
    return values.get(piece) if isinstance(values, dict) else values[piece]
