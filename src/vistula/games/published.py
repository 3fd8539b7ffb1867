"""What the titles have in common: a published game is a package, and each question about it goes to one module."""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from vistula.kernel import Event, Frame, Scenario, State, Title
from vistula.kernel.checklist import Checklist
from vistula.kernel.codec import Codec
from vistula.kernel.views import Catalog, Chart, View

if TYPE_CHECKING:
    from vistula.art.picture import BoardPicture
    from vistula.art.style import MapStyle

S = TypeVar("S", bound=State)


def procedures_of(first: type[Frame]) -> tuple[type[Frame], ...]:
    """All procedures of the game that this one begins, by name; those that it leads to have been loaded with it."""
    home = ".".join(first.__module__.split(".")[:3]) + "."
    ours = (cls for cls in _kinds_of(Frame) if cls.__module__.startswith(home) and "steps" in vars(cls))
    return tuple(sorted(ours, key=lambda cls: cls.__name__))


def printed_charts(path: Path) -> list[Chart]:
    """Charts whose values stand in the rules: what is printed of them is a file of rows."""
    tables = tomllib.loads(path.read_text(encoding="utf8"))
    return msgspec.convert(tables["chart"], list[Chart])


def windows_of(procedures: Sequence[type[Frame]]) -> tuple[str, ...]:
    """The kinds of windows that some procedures open, by name."""
    return tuple(sorted({st.window for cls in procedures for st in cls.steps.values() if st.window}))


def _kinds_of(frame: type[Frame]) -> Iterator[type[Frame]]:
    for cls in frame.__subclasses__():
        yield cls
        yield from _kinds_of(cls)


def of_model(make: Callable[..., Any]) -> Callable[..., Any]:
    """A title's method that only hands its static data on: `tallies = of_model(WestTallies)`."""
    return lambda self, *given: make(self.m, *given)


class Published(Title[S]):
    """A game whose folder has its checklist, its diary and its static data as a model.

    Which module answers what is said in the game's `title.py`, a line for each: `mask = staticmethod(knowledge.mask)`.
    """

    folder: ClassVar[Path]
    positions: Callable[[Any], Codec[S]]
    m: Any

    def __init__(self, m: Any, pack: Path | None = None) -> None:
        self.m = m
        self.pack = pack
        self.data_hash = m.hash
        self.checklist = Checklist.read(self.folder / "rules.toml")
        self.diary = tomllib.loads((self.folder / "shown" / "diary.toml").read_text(encoding="utf8"))
        self.scenarios = self.scenes()

    def scenes(self) -> tuple[Scenario, ...]:
        """The scenarios of the data, all with the title's own seats."""
        return tuple(Scenario(sc.id, sc.title, sc.turns, (self.seats,), sc.about) for sc in self.m.scenarios)

    def adopt(self, s: S) -> S:
        s.m = self.m  # type: ignore[attr-defined]  # every state of these games stands on its model
        return s

    def stands(self, s: S, piece: int) -> int:
        place: Sequence[int] = s.place  # type: ignore[attr-defined]  # every state of these games says where pieces are
        return place[piece] if piece < len(place) else -1

    def turn(self, s: S) -> int:
        return int(s.turn)  # type: ignore[attr-defined]  # and which turn it is

    @cached_property
    def codec(self) -> Codec[S]:
        """How a position of this game is written, made of its model by `positions`."""
        return self.positions(self.m)

    def tale(self, event: Event) -> str:
        line = super().tale(event)
        return line[:1].upper() + line[1:]

    def catalog(self) -> Catalog:
        return self._catalog

    @cached_property
    def _catalog(self) -> Catalog:
        return self.print_catalog()

    @abstractmethod
    def print_catalog(self) -> Catalog:
        """Everything that never changes during a game; made once, when somebody wants to see it."""


class HexGame(Published[S]):
    """A game on hexes: spaces are called by their numbers, units by their keys."""

    kind_words = {"space": "hex", "piece": "unit"}

    def name_of(self, kind: str, arg: int) -> str:
        if kind == "space":
            return str(self.m.grid.number(arg))
        if kind == "piece":
            return str(self.m.key[arg])
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        if kind == "space":
            return int(self.m.hex(text))
        if kind == "piece":
            if text in self.m.unit_by_key:
                return int(self.m.unit_by_key[text])
            named = [unit for unit, name in enumerate(self.m.full_name) if name.casefold() == text.casefold()]
            if len(named) != 1:
                raise ValueError(f"there is no unit {text!r}")
            return named[0]
        return int(text)

    @abstractmethod
    def style(self) -> MapStyle:
        """How the map is drawn."""

    def board(self, view: View | None = None) -> str:
        return self.picture.position(self._catalog, view) if view else self.picture.map()

    @cached_property
    def picture(self) -> BoardPicture:
        from vistula.art.picture import BoardPicture  # drawing is needed by few and takes long to load

        return BoardPicture(self.m.board, self.style())
