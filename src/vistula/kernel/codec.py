"""Position files: any moment of any game in the names printed on board and counters. See docs/positions.md.

A title lists, once and in the order of the file, what a file can tell (`rows`); for the rest of its state only how
each field looks (`fields`). The codec reads and writes.

**The writer reads along.** Beside the game it keeps the state that a reader would have so far, and writes a row only
where the two differ. What no row has explained goes under `rest`, by field. So files are exact, and read the better
the more the rows explain.

`doing` is the stack of procedures, the outermost first: a saved moment. Without it the title says where play begins,
and the rules carry it to the first question: the form for authors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_type_hints

import msgspec

from vistula.kernel import toml
from vistula.kernel.decision import Action
from vistula.kernel.errors import BadInput, Violation
from vistula.kernel.procedure import END, Drafts, Frame
from vistula.kernel.rows import Head, Pieces, Row
from vistula.kernel.shapes import (
    Flag,
    Hidden,
    Key,
    Many,
    Names,
    Number,
    Shape,
    Text,
    defaults_of,
    read_fields,
    write_fields,
)
from vistula.kernel.state import State

if TYPE_CHECKING:
    from vistula.kernel.game import Game
    from vistula.kernel.title import Position, Title

S = TypeVar("S", bound=State)
OWN_KEYS = ("game", "scenario", "options", "clear", "dice", "doing", "rest")


class Codec(Generic[S]):
    """The position files of one title. What it does not cover is an error when it is made."""

    def __init__(
        self,
        *,
        state: type[S],
        procedures: Sequence[type[Frame]],
        base: Callable[[Head], S],
        stack: Callable[[S, Head], list[Frame]],
        rows: Sequence[Row[S]],
        fields: Mapping[str, Shape],
        frames: Mapping[str, Shape],
        derived: Sequence[str] = (),
        renamed: Mapping[str, str] | None = None,
        dice: Shape | None = None,
    ) -> None:
        self.base, self.stack, self.rows = base, stack, rows
        self.fields = {**_plain_types(state), **fields}
        self.derived = frozenset(derived)
        self.dice = Many(dice or Number(0))
        self.frames = {cls.__name__: _Form(cls, frames) for cls in procedures}
        if untold := [field for form in self.frames.values() for field in form.missing]:
            raise TypeError(f"{', '.join(untold)}: no shape for position files")
        self.renamed = renamed or {}
        told = {field for row in rows for field in row.fields}
        if missing := [f for f in state.__struct_fields__ if f not in told | self.fields.keys() | self.derived]:
            raise TypeError(f"{state.__qualname__}: no row and no shape for {', '.join(missing)}")

    @property
    def keys(self) -> list[str]:
        """All keys of a file."""
        return [*OWN_KEYS, *(row.key for row in self.rows if row.key)]

    # -- reading ------------------------------------------------------------------------------------------------

    def read(self, title: Title[S], text: str, where: str) -> Position[S]:
        """The moment that a file tells; BadInput with file, key and reason for a wrong one."""
        from vistula.kernel.title import Position

        told = toml.parsed(text, where)
        root = Key(where)
        for key in told:
            if key not in self.keys:
                raise root.sub(key).wrong(f"is not known here; there are: {', '.join(self.keys)}")
        head = _head(title, told, root)
        s = self.base(head)
        for row in self.rows:
            row.read(s, head, told.get(row.key), root.sub(row.key))
        self._read_rest(title, s, told.get("rest", {}), root.sub("rest"))
        doing = told.get("doing")
        stack = self.stack(s, head) if doing is None else self._read_doing(title, doing, root.sub("doing"))
        dice = self.dice.read(title, told.get("dice", []), root.sub("dice"))
        self._check(title, s, stack, told, root)
        if doing is not None:
            self._try(title, s, stack, head, root.sub("doing"))
        return Position(head.scenario, s, stack, dice, head.options)

    def _read_rest(self, title: Title[S], s: S, told: Any, key: Key) -> None:
        if type(told) is not dict:
            raise key.wrong("a table is wanted")
        for name, value in told.items():
            if name not in self.fields:
                raise key.sub(name).wrong("is no part of the game that is told here")
            setattr(s, name, self.fields[name].read(title, value, key.sub(name)))

    def _check(self, title: Title[S], s: S, stack: list[Frame], told: dict[str, Any], root: Key) -> None:
        """What the rules forbid, as the title's invariants have it, by the entry of the file that it is about."""
        try:
            title.check(s, stack)
        except Violation as error:
            key = root.sub(error.key) if error.key else self._entry(title, s, told, error, root)
            raise key.wrong(f"{error.text} [{error.rule}]" if error.rule else error.text) from None

    def _entry(self, title: Title[S], s: S, told: dict[str, Any], error: Violation, root: Key) -> Key:
        for row in self.rows:
            if name := row.entry(title, s, told.get(row.key), error):
                return root.sub(row.key).sub(name)
        return root

    def _try(self, title: Title[S], s: S, stack: list[Frame], head: Head, key: Key) -> None:
        """A file may tell of procedures that cannot go on."""
        from vistula.kernel.dice import Dice
        from vistula.kernel.game import Game

        trial = Game(title, s.copy(), [frame.copy() for frame in stack], Dice(bytes(32)), head.scenario, head.options)
        try:
            trial.run()
        except Exception as error:
            raise key.wrong(f"play cannot go on from here ({type(error).__name__}: {error})") from None

    # -- writing ------------------------------------------------------------------------------------------------

    def write(
        self,
        title: Title[S],
        s: S,
        stack: Sequence[Frame],
        scenario: str,
        options: Mapping[str, str] | None = None,
        dice: Sequence[int] = (),
    ) -> str:
        """The text from which this very moment is read again. BadInput for what a seat knows: that is no position."""
        agreed = {o.id: v for o in title.options if (v := (options or {}).get(o.id, o.default)) != o.default}
        tables: dict[str, Any] = {"game": title.id, "scenario": scenario, "clear": True}
        if agreed:
            tables["options"] = agreed
        head = Head(title, scenario, True, agreed, tables, Key(title.id))
        key = ""
        try:
            like = self.base(head)
            for row in self.rows:
                key = row.key
                told = row.write(title, s, like)
                if told is not None:
                    tables[row.key] = told
                row.read(like, head, told, Key(title.id, row.key))
            key = "doing"
            tables["doing"] = [self.frames[type(frame).__name__].write(title, frame) for frame in stack]
            if dice:
                tables["dice"] = list(dice)
            rest: dict[str, Any] = {}
            for key in s.__struct_fields__:
                if getattr(s, key) != getattr(like, key):
                    rest[key] = self._shape(key).write(title, getattr(s, key))
        except Hidden as error:
            raise BadInput(title.id, key, str(error)) from None
        if rest:
            tables["rest"] = rest
        return toml.written(tables, self._comment(title))

    def _shape(self, field: str) -> Shape:
        if field not in self.fields:
            raise LookupError(f"the rows of position files leave {field} different, and it has no shape")
        return self.fields[field]

    def _comment(self, title: Title[S]) -> toml.Comment:
        kinds = {row.key: row.kind for row in self.rows if isinstance(row, Pieces)}

        def said(table: str, name: str) -> str:
            return title.say(kinds[table], title.arg_of(kinds[table], name)) if table in kinds else ""

        return said

    # -- the stack of procedures --------------------------------------------------------------------------------

    def _read_doing(self, title: Title[S], told: Any, key: Key) -> list[Frame]:
        if type(told) is not list:
            raise key.wrong("a list of procedures is wanted, the outermost first")
        stack: list[Frame] = []
        for number, entry in enumerate(told, 1):
            stack.append(self._read_frame(title, entry, stack[-1:], key.sub(number)))
        return stack

    def _read_frame(self, title: Title[S], told: Any, below: list[Frame], key: Key) -> Frame:
        if type(told) is not dict or not told:
            raise key.wrong("a table is wanted that begins with a procedure and its step")
        (name, at), *others = told.items()
        name = self.renamed.get(name, name)
        if name not in self.frames:
            raise key.sub(name).wrong("there is no such procedure")
        at = self.renamed.get(f"{name}.{at}", at)
        frame = self.frames[name].read(title, at, dict(others), key)
        if frame.into and (not below or frame.into not in self.frames[type(below[0]).__name__].shapes):
            raise key.sub("into").wrong(f"the procedure before it has no field {frame.into!r}")
        return frame


class _Form:
    """How one procedure looks in a file: `{ Voyage = "sail", boat = "red-1", left = 2 }`."""

    def __init__(self, cls: type[Frame], shapes: Mapping[str, Shape]) -> None:
        self.cls = cls
        self.defaults = defaults_of(cls)
        known = _plain_types(cls)
        own = [field for field in cls.__struct_fields__ if field not in Frame.__struct_fields__]
        self.shapes: dict[str, Shape] = {}
        for field in own:
            shape = shapes.get(f"{cls.__name__}.{field}") or known.get(field) or shapes.get(field)
            if shape is not None:
                self.shapes[field] = shape
        self.missing = [f"{cls.__name__}.{field}" for field in own if field not in self.shapes]

    def read(self, names: Names, at: Any, told: dict[str, Any], key: Key) -> Frame:
        step = key.sub(self.cls.__name__)
        if at not in ("", END) and at not in self.cls.steps:
            raise step.wrong(f"{at!r} is none of its steps: {', '.join(self.cls.steps)}")
        into = Text().read(names, told.pop("into", ""), key.sub("into"))
        drafts = _read_drafts(names, told.pop("drafts", None), key.sub("drafts"))
        fields = read_fields(names, told, self.shapes, self.defaults, key)
        return self.cls(at=at, into=into, drafts=drafts, **fields)

    def write(self, names: Names, frame: Frame) -> dict[str, Any]:
        told = {self.cls.__name__: frame.at, **write_fields(names, frame, self.shapes, self.defaults)}
        if frame.into:
            told["into"] = frame.into
        if frame.drafts is not None:
            told["drafts"] = _write_drafts(frame.drafts)
        return told


READY = "ready"


def _write_drafts(drafts: Drafts) -> dict[str, Any]:
    """Sealed answers by seat, what each is applied to by its number, and who is ready."""
    told: dict[str, Any] = {
        seat: [f"{action.verb} {action.arg}" for action in answers] for seat, answers in drafts.by_seat.items()
    }
    return {**told, READY: drafts.ready} if drafts.ready else told


def _read_drafts(names: Names, told: Any, key: Key) -> Drafts | None:
    if told is None:
        return None
    if type(told) is not dict:
        raise key.wrong("a table is wanted, with the answers of each seat")
    ready = Many(Text()).read(names, told.pop(READY, []), key.sub(READY))
    given = {seat: _answers(names, answers, key.sub(seat)) for seat, answers in told.items()}
    return Drafts(given, ready)


def _answers(names: Names, told: Any, key: Key) -> list[Action]:
    found = []
    for text in Many(Text(), ";").read(names, told, key):
        verb, _, arg = text.partition(" ")
        if not arg.removeprefix("-").isdigit():
            raise key.wrong(f"{text!r} is no verb with a number")
        found.append(Action(verb, int(arg)))
    return found


def _plain_types(cls: type[msgspec.Struct]) -> dict[str, Shape]:
    """Shapes of the fields whose type says it all."""
    hints = get_type_hints(cls)
    plain: dict[Any, Shape] = {bool: Flag(), str: Text()}
    return {field: plain[hints[field]] for field in cls.__struct_fields__ if hints.get(field) in plain}


def _head(title: Title[Any], told: dict[str, Any], root: Key) -> Head:
    if (game := told.get("game", title.id)) != title.id:
        raise root.sub("game").wrong(f"{game!r} is another game than {title.id}")
    ids = [scenario.id for scenario in title.scenarios]
    scenario = told.get("scenario", ids[0])
    if scenario not in ids:
        raise root.sub("scenario").wrong(f"there is no scenario {scenario!r}; there are: {', '.join(ids)}")
    clear = Flag().read(title, told.get("clear", False), root.sub("clear"))
    options = told.get("options", {})
    if type(options) is not dict:
        raise root.sub("options").wrong("a table is wanted")
    choices = {option.id: option.choices for option in title.options}
    for name, choice in options.items():
        if choice not in choices.get(name, ()):
            known = ", ".join(choices.get(name, ())) or f"no option; there are: {', '.join(choices)}"
            raise root.sub("options").sub(name).wrong(f"{choice!r} is none of {known}")
    return Head(title, scenario, clear, options, told, root)


def position_of(game: Game[Any], dice: Iterable[int] = ()) -> str:
    """The present moment of a game as a position file. It holds every secret of the game."""
    codec = game.title.codec
    if codec is None:
        raise BadInput(game.title.id, "", f"{game.title.name} takes no position files")
    return codec.write(game.title, game.s, game.stack, game.scenario, game.options, tuple(dice))
