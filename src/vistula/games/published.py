"""What the titles have in common: a published game is a package, and each question about it goes to one module.

A title is a folder with the same names in all of them: `ANSWERS` says which module answers what, `title.toml` what the
game is called and what its players agree on, `rules.toml` its rules, `shown/diary.toml` its diary. A title's own class
has only what is different.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

import msgspec

from vistula.board.data import Datum, read_toml
from vistula.games.stated import value_of
from vistula.kernel import UNDO, Event, Frame, Scenario, Seat, SeatId, State, TableOption, Title
from vistula.kernel.checklist import Checklist
from vistula.kernel.codec import Codec
from vistula.kernel.views import Catalog, Chart, StripStep, View

if TYPE_CHECKING:
    from vistula.art.picture import BoardPicture
    from vistula.art.style import MapStyle

S = TypeVar("S", bound=State)


ANSWERS = {
    "state": "state.State",
    "mask": "knowledge.mask",
    "fill": "knowledge.fill",
    "veil": "knowledge.veil",
    "check": "invariants.check",
    "agree": "rules.setup.agree",
    "result": "rules.victory.result",
    "view": "shown.view.view",
    "place": "shown.strip.place",
    "overlay": "shown.overlays.overlay",
    "forecast": "shown.forecast.forecast",
    "positions": "shown.position.codec",
    "refuse": "shown.why.refuse",
    "figured": "shown.warnings.warning",
    "about": "shown.routes.about",
    "way": "shown.routes.way",
    "ways": "shown.routes.ways",
    "no_way": "shown.routes.no_way",
    "halt": "shown.routes.halt",
    "prompt_refs": "shown.words.prompt_refs",
    "number_words": "shown.words.number_words",
}
"""Which function of a title's folder answers what; those that a title does not have are left to the kernel."""


class OptionRow(Datum):
    """What players agree on before they start: each choice and what it is called, the standard first."""

    id: str
    title: str
    choices: dict[str, str]
    ruling: str = ""
    group: Literal["players", "optional", "rulings"] = "rulings"

    def option(self) -> TableOption:
        words = tuple(self.choices.values()) if any(self.choices.values()) else ()
        return TableOption(self.id, self.title, tuple(self.choices), self.ruling, words, self.group)


class TitleFile(Datum):
    """title.toml."""

    id: str
    name: str
    version: str
    kind_words: dict[str, str]
    ref_kinds: dict[str, str]
    space_verbs: frozenset[str] = Title.space_verbs
    warnings: dict[str, str] = {}
    option: list[OptionRow] = []


class StripFile(Datum):
    """shown/strip.toml: the steps of a turn, as the strip beside the map tells them."""

    first: str
    step: list[StripStep]


def procedures_of(first: type[Frame]) -> tuple[type[Frame], ...]:
    """All procedures of the game that this one begins, by name; those that it leads to have been loaded with it."""
    home = ".".join(first.__module__.split(".")[:3]) + "."
    ours = (cls for cls in _kinds_of(Frame) if cls.__module__.startswith(home) and "steps" in vars(cls))
    return tuple(sorted(ours, key=lambda cls: cls.__name__))


def printed_charts(path: Path, **files: Any) -> list[Chart]:
    """Charts of which all rows are known: a file of them. What stands in braces is a value of the data: a file's name
    and its keys, "{tracks.points.city}"."""

    def filled(told: Any) -> Any:
        if isinstance(told, dict):
            return {key: filled(value) for key, value in told.items()}
        if isinstance(told, list):
            return [filled(value) for value in told]
        return re.sub(r"{(\w+)\.([\w.]+)}", lambda found: str(value_of(files[found[1]], found[2].split("."))), told)

    tables = tomllib.loads(path.read_text(encoding="utf8"))
    return msgspec.convert(filled(tables["chart"]), list[Chart])


def windows_of(procedures: Sequence[type[Frame]]) -> tuple[str, ...]:
    """The kinds of windows that some procedures open, by name."""
    return tuple(sorted({st.window for cls in procedures for st in cls.steps.values() if st.window}))


def _kinds_of(frame: type[Frame]) -> Iterator[type[Frame]]:
    for cls in frame.__subclasses__():
        yield cls
        yield from _kinds_of(cls)


def _part(title: type[Published[Any]], module: str) -> ModuleType:
    """A module of a title's folder."""
    return import_module(f"{title.__module__.rpartition('.')[0]}.{module}")


def of_model(make: Callable[..., Any]) -> Callable[..., Any]:
    """A title's method that only hands its static data on: `tallies = of_model(WestTallies)`."""
    return lambda self, *given: make(self.m, *given)


class Published(Title[S]):
    """A game whose folder has its checklist, its diary and its static data as a model."""

    folder: ClassVar[Path]
    warnings: ClassVar[dict[str, str]]
    mask: ClassVar[Callable[..., Any]]
    fill: ClassVar[Callable[..., Any]]
    result: ClassVar[Callable[..., Any]]
    view: ClassVar[Callable[..., Any]]
    positions: ClassVar[Callable[..., Any]]
    figured: ClassVar[Callable[..., str]]
    m: Any
    picture: Any
    """What draws the board."""

    def __init_subclass__(cls, **given: Any) -> None:
        """The folder of a title is read when its class is made."""
        super().__init_subclass__(**given)
        if "folder" not in vars(cls):
            return
        told = read_toml(cls.folder / "title.toml", TitleFile)
        cls.id, cls.name, cls.version, cls.ref_kinds = told.id, told.name, told.version, told.ref_kinds
        cls.space_verbs, cls.kind_words, cls.warnings = told.space_verbs, told.kind_words, told.warnings
        cls.options = (UNDO, *(row.option() for row in told.option))
        for question, place in ANSWERS.items():
            module, _, name = place.rpartition(".")
            there = (cls.folder / f"{module.replace('.', '/')}.py").exists()
            found = getattr(_part(cls, module), name, None) if there else None
            if found is not None and question not in vars(cls):
                setattr(cls, question, found if isinstance(found, type) else staticmethod(found))
        cls.say = of_model(_part(cls, "shown.words").say)  # type: ignore[method-assign]
        cls.procedures = procedures_of(_part(cls, "rules.sequence").Campaign)
        cls.windows = windows_of(cls.procedures)

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

    def adopt(self, s: S, scenario: str) -> S:
        s.m = self.m  # type: ignore[attr-defined]  # every state of these games stands on its model
        return s

    def stands(self, s: S, piece: int) -> int:
        place: Sequence[int] = s.place  # type: ignore[attr-defined]  # every state of these games says where pieces are
        return place[piece] if piece < len(place) else -1

    def turn(self, s: S) -> int:
        return int(s.turn)  # type: ignore[attr-defined]  # and which turn it is

    def side_of(self, seat: SeatId) -> str:
        """A seat is called by its side, and where it has but a front, by that behind it."""
        return seat.partition("-")[0]

    @cached_property
    def codec(self) -> Codec[S]:
        """How a position of this game is written, made of its model by `positions`."""
        codec: Codec[S] = self.positions(self.m)
        return codec

    def warning(self, seat: Seat[S], key: str) -> str:
        """One of the title's sentences; those with figures are put together anew."""
        return self.warnings[key] if key in self.warnings else self.figured(seat, key)

    def tale(self, event: Event) -> str:
        line = super().tale(event)
        return line[:1].upper() + line[1:]

    def catalog(self) -> Catalog:
        return self._catalog

    @cached_property
    def _catalog(self) -> Catalog:
        return self.print_catalog()

    def print_catalog(self) -> Catalog:
        """Everything that never changes during a game; made once, when somebody wants to see it."""
        data = _part(type(self), "tables").Data.read(self.pack)
        printed: Catalog = _part(type(self), "shown.catalog").catalog(self.m, self.picture, data)
        told = read_toml(self.folder / "shown" / "strip.toml", StripFile)
        printed.strip, printed.first = told.step, told.first
        return printed


class HexGame(Published[S]):
    """A game on hexes: spaces are called by their numbers, units by their keys."""

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

    def style(self) -> MapStyle:
        """How the map is drawn."""
        style: MapStyle = _part(type(self), "board").STYLE
        return style

    def board(self, view: View | None = None) -> str:
        return self.picture.position(self._catalog, view) if view else self.picture.map()

    @cached_property
    def picture(self) -> BoardPicture:
        from vistula.art.picture import BoardPicture  # drawing is needed by few and takes long to load

        return BoardPicture(self.m.board, self.style())
