"""What the titles have in common: a published game is a package, and each question about it goes to one module."""

from __future__ import annotations

import random
import tomllib
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from vistula.kernel import Action, Event, Frame, Position, Result, Scenario, Seat, SeatId, State, Title
from vistula.kernel.checklist import Checklist
from vistula.kernel.views import Catalog, Overlay, Refusal, View

if TYPE_CHECKING:
    from vistula.board.picture import BoardPicture
    from vistula.board.style import MapStyle

# -- the modules of a game, as its title asks them ------------------------------------------------------------

S = TypeVar("S", bound=State)
In = TypeVar("In", bound=State, contravariant=True)


class Knowledge(Protocol[S]):
    """knowledge.py: what a seat may know."""

    def mask(self, s: S, seat: SeatId) -> S: ...
    def fill(self, m: S, seat: SeatId, rng: random.Random) -> S: ...
    def veil(self, s: S, seat: SeatId, name: str, value: Any) -> Any: ...


class Positions(Protocol[S]):
    """positions.py: position files."""

    def position(self, m: Any, text: str, where: str) -> Position[S]: ...


class Victory(Protocol[In]):
    """victory.py: who has won."""

    def result(self, s: In) -> Result | None: ...


class Invariants(Protocol[In]):
    """invariants.py: what must be true at every moment."""

    def check(self, s: In, stack: Sequence[Frame]) -> None: ...


class Words(Protocol):
    """words.py: things as sentences name them."""

    def say(self, m: Any, kind: str, arg: Any) -> str: ...


class Why(Protocol[S]):
    """why.py: why something cannot be done."""

    def refuse(self, seat: Seat[S], action: Action) -> Refusal | None: ...


class Show(Protocol[S]):
    """view.py: what is on the table."""

    def view(self, seat: Seat[S]) -> View: ...


class Overlays(Protocol[S]):
    """overlays.py: what can be painted over the map."""

    def overlay(self, seat: Seat[S], kind: str, arg: int | None = None) -> Overlay: ...


@dataclass(frozen=True)
class Chapters(Generic[S]):
    """The modules that a title's questions go to."""

    knowledge: Knowledge[S]
    positions: Positions[S]
    victory: Victory[S]
    invariants: Invariants[S]
    words: Words
    why: Why[S]
    view: Show[S]
    overlays: Overlays[S]


# -- titles ------------------------------------------------------------------------------------------------------


class Published(Title[S]):
    """A game whose package has rules.toml and diary.toml, its static data as a model, and its chapters as modules."""

    folder: ClassVar[Path]
    chapters: Chapters[S]
    m: Any

    def __init__(self, m: Any, pack: Path | None = None) -> None:
        self.m = m
        self.pack = pack
        self.data_hash = m.hash
        self.checklist = Checklist.read(self.folder / "rules.toml")
        self.diary = tomllib.loads((self.folder / "diary.toml").read_text(encoding="utf8"))
        self.scenarios = self.scenes()

    def scenes(self) -> tuple[Scenario, ...]:
        """The scenarios of the data, all with the title's own seats."""
        return tuple(Scenario(sc.id, sc.title, sc.turns, (self.seats,), sc.about) for sc in self.m.scenarios)

    def position(self, text: str, where: str) -> Position[S]:
        return self.chapters.positions.position(self.m, text, where)

    def adopt(self, s: S) -> S:
        s.m = self.m  # type: ignore[attr-defined]  # every state of these games stands on its model
        return s

    def mask(self, s: S, seat: SeatId) -> S:
        return self.chapters.knowledge.mask(s, seat)

    def fill(self, m: S, seat: SeatId, rng: random.Random) -> S:
        return self.chapters.knowledge.fill(m, seat, rng)

    def veil(self, s: S, seat: SeatId, name: str, value: Any) -> Any:
        return self.chapters.knowledge.veil(s, seat, name, value)

    def result(self, s: S) -> Result | None:
        return self.chapters.victory.result(s)

    def check(self, s: S, stack: Sequence[Frame]) -> None:
        self.chapters.invariants.check(s, stack)

    def say(self, kind: str, arg: Any) -> str:
        return self.chapters.words.say(self.m, kind, arg)

    def tale(self, event: Event) -> str:
        line = super().tale(event)
        return line[:1].upper() + line[1:]

    def view(self, seat: Seat[S]) -> View:
        return self.chapters.view.view(seat)

    def why_not(self, seat: Seat[S], kind: str, arg: int) -> Refusal | None:
        own = getattr(self.chapters.why, "why_not", None)  # of titles whose choices do not state bars yet
        refusal: Refusal | None = own(seat, kind, arg) if own else super().why_not(seat, kind, arg)
        return refusal

    def refuse(self, seat: Seat[S], action: Action) -> Refusal | None:
        return self.chapters.why.refuse(seat, action)

    def overlay(self, seat: Seat[S], kind: str, arg: int | None = None) -> Overlay:
        return self.chapters.overlays.overlay(seat, kind, arg)

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
            if text not in self.m.unit_by_key:
                raise ValueError(f"there is no unit {text!r}")
            return int(self.m.unit_by_key[text])
        return int(text)

    @abstractmethod
    def style(self) -> MapStyle:
        """How the map is drawn."""

    def board(self, view: View | None = None) -> str:
        return self.picture.position(self._catalog, view) if view else self.picture.map()

    @cached_property
    def picture(self) -> BoardPicture:
        from vistula.board.picture import BoardPicture  # drawing is needed by few and takes long to load

        return BoardPicture(self.m.board, self.style())
