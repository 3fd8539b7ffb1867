"""Lessons as data: a TOML file each in the folder `lessons` of a title.

An answer is written as it is played, a verb and the printed name of what it is applied to: `attack 3023`, `unit R-18`,
`end`. `*` in place of the name means any. A step has one of these:

- `read`: nothing is played, the learner goes on when they have read it; `paint` names an overlay to look at;
- `one`: any one of these answers;
- `all`: each of these, in any order;
- `turn`: each of these, one after the other; alternatives are parted by ` | `;
- `until`: what must be true, while any of `free` may be played: `R-16 at 2922`, `offered end`, `not offered hex`,
  `over`.

`show` is what "Show me" plays where that is not plain from these. `hints` answer what is not accepted, by pattern;
`back` has answers that are carried out once, explained, and taken back with the step. `others` says what the other
seats answer, in order of preference; a seat with nothing to say passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from vistula.kernel.errors import BadInput
from vistula.kernel.title import Title

ANY = "*"


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to read or to do."""

    why: str
    do: str = ""
    lit: tuple[str, ...] = ()  # spaces and pieces to look at, by their printed names
    paint: str = ""
    read: bool = False
    one: tuple[str, ...] = ()
    all: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    hints: dict[str, str] = {}
    back: dict[str, str] = {}
    said: dict[str, str] = {}  # what is said after an answer that is accepted
    others: dict[str, tuple[str, ...]] = {}  # what the other seats answer from here on, before those of the lesson
    position: str = ""  # the step begins from here

    @property
    def plays(self) -> tuple[str, ...]:
        """The answers that bring the step to its end, one after the other."""
        if self.show:
            return self.show
        if self.one:
            return self.one[:1]
        return tuple(answer.split(" | ")[0] for answer in (*self.all, *self.turn))

    def renamed(self, names: dict[str, str]) -> Step:
        """The same with pieces called as a game calls them."""
        return msgspec.structs.replace(
            self,
            **{
                field: tuple(renamed(text, names) for text in getattr(self, field))
                for field in ("lit", "one", "all", "turn", "until", "free", "show")
            },
            **{
                field: {renamed(text, names): words for text, words in getattr(self, field).items()}
                for field in ("hints", "back", "said")
            },
            others={seat: tuple(renamed(text, names) for text in said) for seat, said in self.others.items()},
        )


def renamed(text: str, names: dict[str, str]) -> str:
    return " ".join(names.get(word, word) for word in text.split(" "))


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    title: str
    goal: str
    scene: str
    seat: str
    position: str
    step: tuple[Step, ...]
    closing: str
    teaches: tuple[str, ...]
    source: str
    number: int = 1
    minutes: int = 3
    options: dict[str, str] = {}
    others: dict[str, tuple[str, ...]] = {}

    def place(self, step: int) -> str:
        """The position that a step stands on."""
        return next((s.position for s in reversed(self.step[: step + 1]) if s.position), self.position)

    def first_of(self, step: int) -> int:
        """The step whose position that is."""
        return next((n for n in range(step, -1, -1) if self.step[n].position), 0)


def lessons(title: Title[Any]) -> list[Lesson]:
    """The lessons of a title, in their order; a title without any has none."""
    folder = getattr(title, "folder", None)
    return sorted((read(path) for path in _files(folder)), key=lambda lesson: lesson.number)


def lesson(title: Title[Any], id: str) -> Lesson:
    known = lessons(title)
    for found in known:
        if found.id == id:
            return found
    names = ", ".join(each.id for each in known)
    raise BadInput(title.id, "lesson", f"no lesson {id!r}; there are: {names or 'none'}")


def read(path: Path) -> Lesson:
    """A lesson file; BadInput says what is wrong where."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Lesson)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadInput(path.name, "", str(error)) from None
    for n, step in enumerate(found.step, 1):
        kinds = [kind for kind in ("read", "one", "all", "turn", "until") if getattr(step, kind)]
        if len(kinds) != 1:
            what = "one of read, one, all, turn, until is wanted"
            raise BadInput(path.name, f"step {n}", f"{what}; there is {' and '.join(kinds) or 'none'}")
    return found


def _files(folder: Path | None) -> Iterator[Path]:
    if folder is not None:
        yield from sorted((folder / "lessons").glob("*.toml"))
