"""A title: one published game, as the kernel sees it, and the register of all titles.

A title says how a game is set up, what a seat may know, how things are called and how they look.
It is a folder of its own; the kernel never imports one. `vistula.games` registers them by name.
"""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from vistula.kernel.checklist import Checklist
from vistula.kernel.decision import Action, Option, SeatId
from vistula.kernel.errors import BadInput
from vistula.kernel.gestures import About, Group, Road, roads
from vistula.kernel.lexicon import Lexicon
from vistula.kernel.options import UNDO, Misfit, TableOption, refuse
from vistula.kernel.procedure import Frame
from vistula.kernel.state import UNKNOWN, Event, State
from vistula.kernel.tallies import Tallies
from vistula.kernel.views import Catalog, Forecast, Overlay, Refusal, StripView, View

if TYPE_CHECKING:
    from vistula.kernel.codec import Codec
    from vistula.kernel.game import Game
    from vistula.kernel.seat import Seat

S = TypeVar("S", bound=State)


class Scenario(msgspec.Struct, frozen=True):
    id: str
    title: str
    turns: int
    variants: tuple[tuple[SeatId, ...], ...]
    about: str = ""


class Result(msgspec.Struct, frozen=True):
    """How a game ended. `winners` are seats: all of a side where partners win together, none in a draw."""

    winners: tuple[SeatId, ...]
    level: str
    rule: str
    score: dict[str, int] = {}

    def in_words(self, victors: Sequence[str]) -> str:
        """Who won, how, with which score, by which rule: "White wins (points), white 29 : black 10 [4.1a]"."""
        names = " and ".join(name.capitalize().replace("-", " ") for name in victors)
        who = f"{names} win{'s' if len(victors) == 1 else ''}" if victors else "a draw"
        how = f" ({self.level})" if self.level != "draw" else ""
        score = " : ".join(f"{side} {points}" for side, points in self.score.items())
        return f"{who}{how}{f', {score}' if score else ''}{f' [{self.rule}]' if self.rule else ''}"


class Title(ABC, Generic[S]):
    """The contract between a game and everything that plays, shows, stores or studies it."""

    id: str
    name: str
    version: str
    seats: tuple[SeatId, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[TableOption, ...] = (UNDO,)
    procedures: tuple[type[Frame], ...]
    state: type[S]
    windows: tuple[str, ...] = ()
    checklist: Checklist
    data_hash: str
    diary: dict[str, str]
    ref_kinds: dict[str, str]
    kind_words: dict[str, str] = {}
    """What this game calls a space, a piece, a link."""
    space_verbs: frozenset[str] = frozenset({"step", "place", "hex"})
    """Verbs of a route that apply to a space: what the path of a gesture is drawn from."""

    # -- starting ---------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, scenario: str, options: dict[str, str]) -> tuple[S, list[Frame]]:
        """The state before the first decision and the procedures that lead to it."""

    def position(self, text: str, where: str) -> Position[S]:
        """A situation described by the names on board and counters; see docs/positions.md."""
        if self.codec is None:
            raise BadInput(where, "", f"{self.name} takes no position files")
        return self.codec.read(self, text, where)

    @property
    def codec(self) -> Codec[S] | None:
        """How position files of this game are read and written."""
        return None

    def agree(self, s: S, options: dict[str, str]) -> None:
        """Let a state from a position file follow what the table has agreed on; BadInput where it cannot."""
        return

    def adopt(self, s: S, scenario: str) -> S:
        """Give a state of a scenario that was just decoded what stands beside it, such as static data."""
        return s

    def start(
        self,
        scenario: str | None = None,
        *,
        seed: int = 1,
        secret: bytes | None = None,
        options: dict[str, str] | None = None,
        position: str | Path | None = None,
        journal: bool = True,
    ) -> Game[S]:
        """A game at its first decision; BadInput for what cannot be agreed on."""
        from vistula.kernel.game import begin

        if position is None:
            scenario, options = self.settle(scenario, options or {})
            return begin(self, scenario, seed, secret, options, journal=journal)
        game = begin(self, scenario, seed, secret, options or {}, _read(Path(position)), str(position), journal)
        self.settle(game.scenario, game.options)
        return game

    # -- knowledge --------------------------------------------------------------------------------

    @abstractmethod
    def mask(self, s: S, seat: SeatId) -> S:
        """The state with everything this seat may not know replaced; `s` itself when it knows all.

        For `ONLOOKER` that is everything which any seat may hide from another.
        """

    @abstractmethod
    def fill(self, m: S, seat: SeatId, rng: random.Random) -> S:
        """A whole state that agrees with a masked one; a function of its arguments alone."""

    def veil(self, s: S, seat: SeatId, name: str, value: Any) -> Any:
        """One reference of an event as this seat may hear it now: the value or UNKNOWN."""
        return value

    # -- course -----------------------------------------------------------------------------------

    @abstractmethod
    def result(self, s: S) -> Result | None: ...

    @abstractmethod
    def turn(self, s: S) -> int: ...

    def seated(self, options: dict[str, str]) -> tuple[SeatId, ...]:
        """The seats of a table with these options; a title with other seatings than its default overrides this."""
        return self.seats

    def side_of(self, seat: SeatId) -> str:
        """The side that a seat plays for; with one seat a side, the seat itself."""
        return seat

    def victors(self, result: Result, seats: Sequence[SeatId]) -> list[str]:
        """The winners in the fewest names: a side where all its seats have won, else the seats that have."""
        lost = {self.side_of(seat) for seat in seats if seat not in result.winners}
        won = [(seat, self.side_of(seat)) for seat in seats if seat in result.winners]
        return list(dict.fromkeys(seat if side in lost else side for seat, side in won))

    def check(self, s: S, stack: Sequence[Frame]) -> None:
        """Raise Violation where a state breaks a rule; used by tests and random play."""
        return

    # -- names and pictures -----------------------------------------------------------------------

    @abstractmethod
    def name_of(self, kind: str, arg: int) -> str:
        """The key by which the outside world calls a space, piece, card, link or number."""

    @abstractmethod
    def arg_of(self, kind: str, text: str) -> int:
        """The inverse of name_of; ValueError with a reason for an unknown name."""

    def say(self, kind: str, arg: Any) -> str:
        """A thing in words for a sentence: a place, a piece by its full name."""
        return self.name_of(kind, arg)

    @abstractmethod
    def view(self, seat: Seat[S]) -> View: ...

    @abstractmethod
    def catalog(self) -> Catalog: ...

    def why_not(self, seat: Seat[S], kind: str, arg: int) -> Refusal | None:
        """Why this thing cannot be chosen now, or None if it can: what the bars of the question say."""
        return seat.barred(kind, arg)

    def no_way(self, seat: Seat[S], piece: int, space: int, /) -> Refusal | None:
        """Why a `go` gesture finds no route; by default, why the space cannot be chosen."""
        return self.why_not(seat, "space", space)

    def refuse(self, seat: Seat[S], action: Action) -> Refusal | None:
        """Why an action that is not offered is refused, where the title can say more than the bars of the question:
        that its verb belongs to another phase."""
        return None

    def warning(self, seat: Seat[S], key: str) -> str:
        """The sentence behind an option's warning key."""
        return key

    def number_words(self, seat: Seat[S], option: Option) -> list[str]:
        """What the numbers of an option stand for, in its order; none where they are amounts."""
        return []

    def place(self, seat: Seat[S], /) -> StripView | None:
        """Where the turn stands in the strip of its steps; None where a title has no strip, and after the end."""
        return None

    def prompt_refs(self, seat: Seat[S]) -> dict[str, Any]:
        """What a prompt may name besides the fields of the procedure that asks."""
        return {}

    def forecast(self, seat: Seat[S], action: Action | None = None) -> Forecast | None:
        """The distribution of what the pending decision is about to roll for."""
        return None

    def overlay(self, seat: Seat[S], kind: str, arg: int | None = None) -> Overlay:
        raise KeyError(kind)

    def about(self, s: S, frame: Frame, /) -> About:
        """What the pending question of a procedure is about: pieces that it moves, spaces that it fights for."""
        return About()

    def stands(self, s: S, piece: int, /) -> int:
        """The space where a piece stands, or something below 0."""
        return -1

    def way(self, seat: Seat[S], piece: int, space: int, /) -> list[Action]:
        """Clicks over several spaces, where the question is about the piece; [] where there is no way."""
        return []

    def ways(self, seat: Seat[S], piece: int, space: int, /) -> list[Road]:
        """The ways of moving by which the piece that the question is about gets to a space, the usual one first, each
        with its price: on foot, by rail. By default `way` is the only one."""
        found = self.way(seat, piece, space)
        return [Road(found)] if found else []

    def roads(self, seat: Seat[S], piece: int, space: int, others: Sequence[int] = (), /) -> list[Road]:
        """The single actions that a `go` gesture stands for, by each way of moving; `others` go along if they can."""
        return roads(seat, piece, space, others)

    def halt(self, seat: Seat[S], piece: int, /) -> Action | None:
        """The action that ends the move of a piece where it was dragged to; None where it may still want to go on.

        A drag is the order to go there. It is over unless something would be lost that could not be had again by
        undo or by touching the piece once more. A function of what the seat knows, as everything it is offered.
        """
        return None

    def groups(self, seat: Seat[S], /) -> list[Group]:
        """The groups in which a seat commands its pieces, such as Fronts; none where it commands them all alike."""
        return []

    def appraiser(self) -> Any:
        """What computer players value here: a new `vistula.players.appraisal.Appraiser`, which may remember."""
        raise BadInput(self.id, "player", "this game has nothing yet that its computer players could judge by")

    def brief(self) -> Any:
        """What the planner that knows no title is told of this one: a new `vistula.players.kit.Brief`."""
        raise BadInput(self.id, "player", "this game has no brief yet that the planner could plan by")

    def tallies(self) -> Tallies[S]:
        """What studies of this game follow."""
        return Tallies()

    def lexicon(self) -> Lexicon[S]:
        """The words on which encodings of this game in numbers are built."""
        return Lexicon()

    def board(self, view: View | None = None) -> str:
        """The board as SVG, with a position on it if one is given."""
        raise NotImplementedError

    # -- text -------------------------------------------------------------------------------------

    def text(self, template: str, refs: dict[str, Any]) -> str:
        """Fill a template: {boat} by the title's kind of that name, {target:space} by the kind given."""
        parts = []
        for words, name, kind in _parsed(template):
            parts.append(words)
            if name is not None:
                parts.append(self._named(name, kind, refs[name]))
        return "".join(parts)

    def _named(self, name: str, kind: str, ref: Any) -> str:
        kind = kind or self.ref_kinds.get(name, "")
        if not isinstance(ref, (list, tuple)):
            return self._one(kind, ref)
        words = [self._one(kind, each) for each in ref]
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"

    def _one(self, kind: str, ref: Any) -> str:
        if kind:
            return self.say(kind, ref)
        return "unknown" if ref == UNKNOWN else str(ref)

    def tale(self, event: Event) -> str:
        """One line of the campaign diary."""
        template = self.diary.get(event.key)
        if template is None:
            raise KeyError(f"{self.id}: no diary text for {event.key!r}")
        return self.text(template, event.refs)

    # -- tables -----------------------------------------------------------------------------------

    def scenario(self, id: str | None) -> Scenario:
        if id is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.id == id:
                return scenario
        known = ", ".join(scenario.id for scenario in self.scenarios)
        raise BadInput(self.id, "scenario", f"no scenario {id!r}; there are: {known}")

    def agreeable(self, scenario: str, options: dict[str, str]) -> list[Misfit]:
        """What does not go together of all these options, or not in this scenario; nothing where all fits.

        A title with options that exclude one another adds them: with the rule, and the reason in words.
        """
        return self.misseated(scenario, options)

    def misseated(self, scenario: str, options: dict[str, str], rule: str = "") -> list[Misfit]:
        """Whether a scenario is not for the players that were agreed on."""
        played = self.scenario(scenario)
        seats = self.seated(options)
        if seats in played.variants:
            return []
        known = "; or ".join(", ".join(variant) for variant in played.variants)
        why = f"{played.title} is played by {known}, not by {', '.join(seats)}"
        return [Misfit(rule, why, ("players",) if "players" in options else ())]

    def settle(self, scenario: str | None, given: dict[str, str]) -> tuple[str, dict[str, str]]:
        """The scenario and all options of a table that is to be; BadInput with the reason if they do not fit."""
        id, options = self.scenario(scenario).id, self.settle_options(given)
        for misfit in self.agreeable(id, options):
            raise refuse(self, misfit, options)
        return id, options

    def settle_options(self, given: dict[str, str]) -> dict[str, str]:
        """All options with the chosen or default value; BadInput for what does not exist."""
        by_id = {option.id: option for option in self.options}
        for key, value in given.items():
            if key not in by_id:
                raise BadInput(self.id, f"option {key}", f"no such option; there are: {', '.join(by_id)}")
            if value not in by_id[key].choices:
                raise BadInput(self.id, f"option {key}", f"{value!r} is none of {', '.join(by_id[key].choices)}")
        return {id: given.get(id, option.default) for id, option in by_id.items()}


class Position(msgspec.Struct, Generic[S]):
    """What a position file says: where to start from and the dice that come next."""

    scenario: str
    s: S
    stack: list[Frame]
    dice: list[int] = []
    options: dict[str, str] = {}  # what its table has agreed on, where the file says so


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf8")
    except OSError as error:
        raise BadInput(str(path), "", f"cannot be read ({error.strerror or error.__class__.__name__})") from None
    except UnicodeDecodeError:
        raise BadInput(str(path), "", "is not UTF-8 text") from None


@lru_cache(maxsize=4096)
def _parsed(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """The parts of a template: words, then the name and the kind of what follows them, if anything does."""
    return tuple((words, name, spec or "") for words, name, spec, _ in Formatter().parse(template))


Loader = Callable[[Path | None], Title[Any]]
_register: dict[str, Loader] = {}
_loaded: dict[tuple[str, Path | None], Title[Any]] = {}
_one_at_a_time = threading.RLock()  # msgspec may not be shown a type for the first time by two threads at once


def register(id: str, loader: Loader) -> None:
    """Make a title known by name; its data are read when it is first asked for."""
    _register[id] = loader


def registered() -> list[str]:
    return list(_register)


def title(id: str, pack: str | Path | None = None) -> Title[Any]:
    """A title by its id, with a data pack in place of the shipped files if one is named."""
    key = (id, Path(pack).resolve() if pack else None)
    with _one_at_a_time:
        if key not in _loaded:
            _loaded[key] = read_title(*key)
    return _loaded[key]


def read_title(id: str, pack: Path | None = None) -> Title[Any]:
    """A title read from its data now, whether it has been read before or not."""
    if id not in _register:
        raise BadInput(id, "", f"no such game; there are: {', '.join(_register)}")
    return _checked(_register[id](pack))


def _checked(found: Title[Any]) -> Title[Any]:
    """What can be told of a title's procedures before they run: ids, windows, answers."""
    for st in (st for cls in found.procedures for st in [*cls.steps.values(), *cls.anytimes]):
        for rule in st.rules:
            if rule not in found.checklist:
                raise LookupError(f"{found.id}: step {st!r} cites {rule!r}, which is not in rules.toml")
        if st.window and st.window not in found.windows:
            raise LookupError(f"{found.id}: step {st!r} is a window {st.window!r}, which the title does not list")
        if st.who is not None and not st.takers:
            raise LookupError(f"{found.id}: step {st!r} asks and has nothing that carries an answer out")
    return found


__all__ = [
    "UNDO", "UNKNOWN", "Position", "Result", "Scenario", "TableOption", "Title", "register", "registered", "title",
]  # fmt: skip
