"""Shapes: how one value of a state looks in a position file, both ways.

    Number(0, 12)            west = 3
    Thing("space")           hex = "Brest"
    Bits(Thing("piece"))     moved = ["P-8", "P-10"]
    By(Thing("space"), Number(1, 5))     dummies = { Siedlce = 2 }

A shape refuses what has no name: of a file by its key, of a state because a seat's knowledge is no position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from vistula.kernel.errors import BadInput
from vistula.kernel.state import UNKNOWN

NO_THING = "none"
EVERYTHING = "all"


class Names(Protocol):
    """What a title calls its things."""

    def name_of(self, kind: str, arg: int) -> str: ...
    def arg_of(self, kind: str, text: str) -> int: ...


class Key(msgspec.Struct, frozen=True):
    """A place in a position file, for complaints: the file and the dotted key."""

    where: str
    path: str = ""

    def sub(self, name: object) -> Key:
        return Key(self.where, f"{self.path}.{name}" if self.path else str(name))

    def wrong(self, reason: str) -> BadInput:
        return BadInput(self.where, self.path, reason)


class Hidden(ValueError):
    """A value that only the whole game has."""

    def __init__(self) -> None:
        super().__init__("is hidden: a seat's knowledge is no position")


class Shape(ABC):
    """How a value is told."""

    @abstractmethod
    def read(self, names: Names, told: Any, key: Key) -> Any:
        """The value that a file tells; BadInput by its key."""

    @abstractmethod
    def write(self, names: Names, value: Any) -> Any:
        """What a file tells of a value; Hidden where it cannot be known."""


class Number(Shape):
    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def read(self, names: Names, told: Any, key: Key) -> int:
        if type(told) is not int:
            raise key.wrong(f"a number is wanted, not {told!r}")
        if (self.low is not None and told < self.low) or (self.high is not None and told > self.high):
            bounds = f"from {self.low} to {self.high}" if self.high is not None else f"{self.low} or more"
            raise key.wrong(f"{told} is not {bounds}")
        return told

    def write(self, names: Names, value: Any) -> int:
        if value == UNKNOWN:
            raise Hidden
        return int(value)


class Flag(Shape):
    def read(self, names: Names, told: Any, key: Key) -> bool:
        if type(told) is not bool:
            raise key.wrong(f"true or false is wanted, not {told!r}")
        return told

    def write(self, names: Names, value: Any) -> bool:
        return bool(value)


class Text(Shape):
    def read(self, names: Names, told: Any, key: Key) -> str:
        if type(told) is not str:
            raise key.wrong(f"a text is wanted, not {told!r}")
        return told

    def write(self, names: Names, value: Any) -> str:
        return str(value)


class Word(Shape):
    """One of a few values, each with its word; of a plain list of words the value is the place in it."""

    def __init__(self, words: Sequence[str] | Mapping[str, Any]) -> None:
        by_word = words if isinstance(words, Mapping) else {word: i for i, word in enumerate(words)}
        self.values = dict(by_word)
        self.words = {value: word for word, value in by_word.items()}

    def read(self, names: Names, told: Any, key: Key) -> Any:
        if type(told) is not str or told not in self.values:
            raise key.wrong(f"{told!r} is none of {', '.join(self.values)}")
        return self.values[told]

    def write(self, names: Names, value: Any) -> str:
        if value not in self.words:
            raise Hidden
        return self.words[value]


class Thing(Shape):
    """A space, a piece, a card, by the title's own names; no thing at all is -1 and told as "none"."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def read(self, names: Names, told: Any, key: Key) -> int:
        if type(told) is not str:
            raise key.wrong(f"a name is wanted, not {told!r}")
        if told == NO_THING:
            return -1
        try:
            return names.arg_of(self.kind, told)
        except ValueError as error:
            raise key.wrong(str(error)) from None

    def write(self, names: Names, value: Any) -> str:
        if value < -1:
            raise Hidden
        return NO_THING if value == -1 else names.name_of(self.kind, value)


class Place(Shape):
    """A space, or another place of a piece: by a word of its own, or a numbered box such as "box 4"."""

    def __init__(
        self,
        space: Shape,
        words: Mapping[str, int],
        box: str = "",
        at: Callable[[int], int] = int,
        number: Callable[[int], int] = lambda place: 0,
        last: int = 0,
    ) -> None:
        self.space, self.word, self.box, self.at, self.number, self.last = space, Word(words), box, at, number, last

    def read(self, names: Names, told: Any, key: Key) -> int:
        if type(told) is str and told in self.word.values:
            return int(self.word.values[told])
        name, _, digits = told.partition(" ") if type(told) is str else ("", "", "")
        if self.box and name == self.box:
            if not digits.isdigit() or not 1 <= int(digits) <= self.last:
                raise key.wrong(f"there is no {self.box} {digits!r}: they run from 1 to {self.last}")
            return self.at(int(digits))
        try:
            return int(self.space.read(names, told, key))
        except BadInput as error:
            others = ", ".join([*([f"{self.box} N"] if self.box else []), *self.word.values])
            raise key.wrong(f"{error.reason} (it may also be: {others})") from None

    def write(self, names: Names, value: Any) -> str:
        if value >= 0:
            return str(self.space.write(names, value))
        return f"{self.box} {number}" if (number := self.number(value)) else self.word.write(names, value)


class Many(Shape):
    """A list. Authors may put names into one text, with `between` between them."""

    def __init__(self, shape: Shape, between: str = " ", kind: Callable[[Iterable[Any]], Any] = list) -> None:
        self.shape, self.between, self.kind = shape, between, kind

    def read(self, names: Names, told: Any, key: Key) -> Any:
        if type(told) is str:
            told = [part.strip() for part in told.split(self.between) if part.strip()]
        if type(told) is not list:
            raise key.wrong(f"a list is wanted, not {told!r}")
        return self.kind(self.shape.read(names, each, key) for each in told)

    def write(self, names: Names, value: Any) -> Any:
        return [self.shape.write(names, each) for each in value]


def _collect(things: Iterable[int]) -> int:
    total = 0
    for thing in things:
        total |= 1 << thing
    return total


class Bits(Many):
    """A set that is kept as an int, one bit for each thing; "all" is the set of everything, -1."""

    def __init__(self, shape: Shape, between: str = " ") -> None:
        super().__init__(shape, between)

    def read(self, names: Names, told: Any, key: Key) -> int:
        if told == EVERYTHING:
            return -1
        things = super().read(names, told, key)
        if any(thing < 0 for thing in things):
            raise key.wrong("a set has only things with a name")
        return _collect(things)

    def write(self, names: Names, value: Any) -> Any:
        if value == -1:
            return EVERYTHING
        if value < 0:
            raise Hidden
        return super().write(names, [i for i in range(value.bit_length()) if value >> i & 1])


class By(Shape):
    """A table: the shape of its keys and of its values."""

    def __init__(self, of: Shape, shape: Shape) -> None:
        self.of, self.shape = of, shape

    def read(self, names: Names, told: Any, key: Key) -> dict[Any, Any]:
        if type(told) is not dict:
            raise key.wrong(f"a table is wanted, not {told!r}")
        found: dict[Any, Any] = {}
        for name, value in told.items():
            thing = self.of.read(names, _as_key(self.of, name), key.sub(name))
            if thing in found:
                raise key.sub(name).wrong("is there under another name already")
            found[thing] = self.shape.read(names, value, key.sub(name))
        return found

    def write(self, names: Names, value: Any) -> dict[str, Any]:
        return {str(self.of.write(names, k)): self.shape.write(names, v) for k, v in value.items()}


def _as_key(of: Shape, name: str) -> Any:
    """Keys of a TOML table are texts, those of some tables numbers."""
    return int(name) if isinstance(of, Number) and name.removeprefix("-").isdigit() else name


class Tuple(Shape):
    """A few values one after another, each with its shape."""

    def __init__(self, *shapes: Shape, kind: Callable[[Iterable[Any]], Any] = tuple) -> None:
        self.shapes, self.kind = shapes, kind

    def read(self, names: Names, told: Any, key: Key) -> Any:
        if type(told) is not list or len(told) != len(self.shapes):
            raise key.wrong(f"a list of {len(self.shapes)} is wanted, not {told!r}")
        return self.kind(shape.read(names, each, key) for shape, each in zip(self.shapes, told, strict=True))

    def write(self, names: Names, value: Any) -> list[Any]:
        return [shape.write(names, each) for shape, each in zip(self.shapes, value, strict=True)]


class Row(Shape):
    """A small record as a table; what it has by default is not told."""

    def __init__(self, record: type[msgspec.Struct], **shapes: Shape) -> None:
        self.record, self.shapes = record, shapes
        self.defaults = defaults_of(record)
        if missing := [name for name in record.__struct_fields__ if name not in shapes]:
            raise TypeError(f"{record.__name__}: no shape for {', '.join(missing)}")

    def read(self, names: Names, told: Any, key: Key) -> Any:
        if type(told) is not dict:
            raise key.wrong(f"a table is wanted, not {told!r}")
        return self.record(**read_fields(names, told, self.shapes, self.defaults, key))

    def write(self, names: Names, value: Any) -> dict[str, Any]:
        return write_fields(names, value, self.shapes, self.defaults)


class Maybe(Shape):
    """A value that may be missing, which is told by an empty list."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def read(self, names: Names, told: Any, key: Key) -> Any:
        return None if told == [] else self.shape.read(names, told, key)

    def write(self, names: Names, value: Any) -> Any:
        return [] if value is None else self.shape.write(names, value)


class Secret(Shape):
    """What only a seat's knowledge has: it is in no position."""

    def read(self, names: Names, told: Any, key: Key) -> Any:
        raise key.wrong("belongs to what one player sees, not to a position")

    def write(self, names: Names, value: Any) -> Any:
        raise Hidden


# -- records by their fields ------------------------------------------------------------------------------------


def defaults_of(record: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields that a record has values for by itself."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(record):
        if field.default is not msgspec.NODEFAULT:
            found[field.name] = field.default
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = field.default_factory()
    return found


def read_fields(
    names: Names, told: dict[str, Any], shapes: Mapping[str, Shape], defaults: dict[str, Any], key: Key
) -> dict[str, Any]:
    """The fields of a record as a file tells them; those without a default must be there."""
    for name in told:
        if name not in shapes:
            raise key.sub(name).wrong(f"is not known here; there are: {', '.join(shapes) or 'none'}")
    for name in shapes:
        if name not in told and name not in defaults:
            raise key.sub(name).wrong("is missing")
    return {name: shapes[name].read(names, value, key.sub(name)) for name, value in told.items()}


def write_fields(names: Names, value: Any, shapes: Mapping[str, Shape], defaults: dict[str, Any]) -> dict[str, Any]:
    """The fields of a record that are not as they would be by themselves."""
    told: dict[str, Any] = {}
    for name, shape in shapes.items():
        held = getattr(value, name)
        if name not in defaults or held != defaults[name]:
            told[name] = shape.write(names, held)
    return told
