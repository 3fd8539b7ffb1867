"""Puzzles for computer players: a position, a seat, and which answers are right. docs/lab.md has the format."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from vistula.board.data import DataError, Datum, convert
from vistula.kernel.decision import Action, SeatId
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game, begin
from vistula.kernel.title import Title
from vistula.kernel.views import PieceView

ANY = -1
"""The argument of an answer that is named by its verb alone."""


class Holds(Datum):
    """One thing that must be true when play stops; a table has the keys of one kind only.

    Counting units: `units` (by default all of a side) that are `in` these spaces (by default anywhere on the map), at
    least `least` and at most `most` of them. The course of the game: `won`, `lost`. What the seat has done: `once`,
    `never`, and the lowest `odds` at which it attacked. A number on a `track` of the seat's view: `least`, `most`.
    """

    units: list[str] | None = None
    side: str | None = None
    spaces: list[str] | None = msgspec.field(default=None, name="in")
    least: int | None = None
    most: int | None = None
    track: str | None = None
    won: bool | None = None
    lost: bool | None = None
    once: list[str] | None = None
    never: list[str] | None = None
    odds: str | None = None

    @property
    def kind(self) -> str:
        kinds = [name for name in ("track", "won", "lost", "once", "never", "odds") if getattr(self, name) is not None]
        counts = self.units is not None or self.spaces is not None or self.side is not None
        return " and ".join([*kinds, *(["units"] if counts else [])])


class PuzzleFile(Datum):
    """A puzzle as it stands in its file."""

    seat: str
    theme: str
    why: str
    source: Literal["real game", "human sense"]
    position: str = ""
    file: str = ""  # the position in a file beside the puzzle
    scenario: str = ""  # or the start of a scenario
    options: dict[str, str] = {}
    seeds: tuple[int, ...] = (1,)
    asks: str = ""
    right: list[str] = []
    wrong: list[str] = []
    until: str = ""
    others: str = "officer"
    holds: list[Holds] = []


class Puzzle(msgspec.Struct):
    """A puzzle with the title it belongs to."""

    title: Title[Any]
    path: Path
    file: PuzzleFile

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def seat(self) -> SeatId:
        return SeatId(self.file.seat)

    @property
    def played(self) -> bool:
        """Whether the seat plays on, in place of giving one answer."""
        return bool(self.file.until)

    def wrong(self, key: str, reason: str) -> BadInput:
        return BadInput(str(self.path), key, reason)

    def start(self, seed: int) -> Game[Any]:
        """The game at the position of the puzzle, before anybody has answered."""
        f = self.file
        if f.scenario:
            return self.title.start(f.scenario, seed=seed, options=f.options, journal=False)
        text, where = f.position, f"{self.path}: position"
        if f.file:
            where = str(self.path.parent / f.file)
            try:
                text = Path(where).read_text(encoding="utf8")
            except (OSError, UnicodeDecodeError) as error:
                raise self.wrong("file", f"{f.file} cannot be read ({type(error).__name__})") from None
        return begin(self.title, None, seed, None, f.options, text, where, journal=False)

    def answers(self, key: str, words: Iterable[str], game: Game[Any]) -> list[Action]:
        """Answers by the words of the file; BadInput where the position does not offer one."""
        return [self._answer(f"{key}[{n}]", word, game) for n, word in enumerate(words)]

    def _answer(self, key: str, words: str, game: Game[Any]) -> Action:
        verb, _, name = words.partition(" ")
        decision = game.decisions[self.seat]
        options = [option for option in decision.options if option.verb == verb]
        if not options:
            offered = ", ".join(option.verb for option in decision.options)
            raise self.wrong(key, f"{verb} is not offered here; offered: {offered}")
        if not name:
            return Action(verb, ANY)
        for option in options:
            arg = self.named(key, option.kind, name, game)
            if arg in option.args:
                return Action(verb, arg)
        names = ", ".join(self.title.name_of(o.kind, arg) for o in options for arg in o.args)
        raise self.wrong(key, f"{words} is not offered here; {verb} is offered for: {names}")

    def named(self, key: str, kind: str, name: str, game: Game[Any]) -> int:
        """A thing by its name; a piece by the name on its face too."""
        if kind == "piece":
            name = next((piece.key for piece in pieces(game) if piece.face == name), name)
        try:
            return self.title.arg_of(kind, name)
        except (ValueError, LookupError) as error:
            raise self.wrong(key, str(error) or f"there is no {name}") from None

    def space(self, key: str, name: str, game: Game[Any]) -> str:
        """A space by the key that views use."""
        return self.title.name_of("space", self.named(key, "space", name, game))


def pieces(game: Game[Any]) -> list[PieceView]:
    """Every piece, as its own side sees it."""
    found: dict[str, PieceView] = {}
    for seat in game.seats:
        for piece in game.seat(seat).view().pieces:
            if piece.side == game.title.side_of(seat) and (piece.face or piece.key not in found):
                found[piece.key] = piece
    return list(found.values())


# -- reading --------------------------------------------------------------------------------------------------


def read_puzzles(title: Title[Any], folder: Path) -> list[Puzzle]:
    """All puzzles of a folder, in the order of their names."""
    found = sorted(folder.glob("*.toml"))
    if not found:
        raise BadInput(str(folder), "", "holds no puzzles (*.toml)")
    return [read_puzzle(title, path) for path in found]


def read_puzzle(title: Title[Any], path: Path) -> Puzzle:
    try:
        file = convert(path.name, tomllib.loads(path.read_text(encoding="utf8")), PuzzleFile)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(str(path), "", f"is no TOML: {error}") from None
    except DataError as error:
        raise BadInput(str(path), error.key, error.reason) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(str(path), "", f"cannot be read ({type(error).__name__})") from None
    puzzle = Puzzle(title, path, file)
    _check_form(puzzle)
    return puzzle


def _check_form(p: Puzzle) -> None:
    f = p.file
    if sum(map(bool, (f.position, f.file, f.scenario))) != 1:
        raise p.wrong("position", "wanted: one of position, file and scenario")
    if f.until:
        _steps(p, "until", f.until)
        if f.right or f.wrong:
            raise p.wrong("until", "a puzzle that is played on is judged by [[holds]], not by right and wrong")
        if not f.holds:
            raise p.wrong("holds", "is missing: what must be true when play stops?")
    elif f.holds:
        raise p.wrong("until", "is missing: how long does the seat play on?")
    elif not (f.right or f.wrong):
        raise p.wrong("right", "is missing: which answers are right, or which are wrong?")
    if f.asks:
        _steps(p, "asks", f.asks)
    for n, holds in enumerate(f.holds):
        _check_holds(p, f"holds[{n}]", holds)


def _check_holds(p: Puzzle, key: str, holds: Holds) -> None:
    kinds = holds.kind
    if not kinds or " and " in kinds:
        raise p.wrong(key, f"wanted: one condition; found: {kinds or 'none'}")
    if kinds == "track" and holds.least is None and holds.most is None:
        raise p.wrong(key, "a track needs least or most")
    if holds.odds is not None and not re.fullmatch(r"\d+:\d+", holds.odds):
        raise p.wrong(f"{key}.odds", f"{holds.odds!r} is not of the form 2:1")


def _steps(p: Puzzle, key: str, words: str) -> None:
    """Refuse a question that the title does not know."""
    if words in ("turn", "game"):
        return
    step = words.split()[-1]
    known = {name for frame in p.title.procedures for name, st in frame.steps.items() if st.takers}
    if step not in known:
        raise p.wrong(key, f"{step} is no question of {p.title.id}; there are: turn, game, {', '.join(sorted(known))}")
