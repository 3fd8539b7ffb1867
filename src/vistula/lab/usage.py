"""Which rules a game makes use of, seen from outside: nothing in the rules is written for it.

Rule ids are data. The diary tells by which rule something happened, every step of a procedure names its rules, and the
checklist knows which functions carry out a rule. So while the engine carries an action out, its calls are listened to:
which steps ran, which of them had something to offer, which functions were asked. What computer players try out in
their heads is not counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec

from vistula.kernel.procedure import Step, StepKind
from vistula.kernel.title import Title

_CHANCE = (StepKind.ROLL, StepKind.DRAW, StepKind.MIX)


class Use(msgspec.Struct, array_like=True):
    """How often a rule was used.

    `told`: something happened by it. `asked`: a player was given a choice by it. `rolled`: chance was called on by it.
    `ran`: a step that carries it out was run, with or without effect. `called`: a function that knows it was called.
    """

    told: int = 0
    asked: int = 0
    rolled: int = 0
    ran: int = 0
    called: int = 0

    @property
    def fired(self) -> int:
        return self.told + self.asked + self.rolled

    def add(self, other: Use) -> None:
        self.told += other.told
        self.asked += other.asked
        self.rolled += other.rolled
        self.ran += other.ran
        self.called += other.called


class Carriers:
    """Where the rules of a title live: steps and functions by their code."""

    def __init__(self, title: Title[Any]) -> None:
        self.folder = Path(sys.modules[type(title).__module__].__file__ or "").parent.as_posix() + "/"
        self.citing: dict[str, list[str]] = {}  # "module:function" -> rules
        for rule in title.checklist:
            for place in rule.code:
                self.citing.setdefault(place, []).append(rule.id)
        self.steps: dict[CodeType, Step] = {}
        self.places: dict[CodeType, str] = {}
        for cls in title.procedures:
            for st in (*cls.steps.values(), *cls.anytimes):
                self._settle(st)

    def _settle(self, st: Step) -> None:
        self.steps[st.body.__code__] = st
        for code in (st.body.__code__, *(taker.__code__ for taker in st.takers.values())):
            self.places[code] = f"{self._module(code)}:{st.owner}.{st.name}"

    def _module(self, code: CodeType) -> str:
        path = Path(code.co_filename).as_posix()
        return path.removeprefix(self.folder).removesuffix(".py")

    def rules_of(self, code: CodeType) -> Iterable[str]:
        """The rules that a function cites, or the class that it belongs to, if it is of this title."""
        place = self.places.get(code)
        if place is None:
            ours = Path(code.co_filename).as_posix().startswith(self.folder)
            place = self.places[code] = f"{self._module(code)}:{code.co_qualname}" if ours else ""
        owner, _, method = place.rpartition(".")
        return {*self.citing.get(place, ()), *(self.citing.get(owner, ()) if method else ())}


_carriers: dict[int, tuple[Title[Any], Carriers]] = {}


def carriers_of(title: Title[Any]) -> Carriers:
    """Worked out once for a title."""
    if id(title) not in _carriers:
        _carriers[id(title)] = title, Carriers(title)
    return _carriers[id(title)][1]


class Listener:
    """Counts the calls of one game while it is entered."""

    def __init__(self, title: Title[Any]) -> None:
        self.carriers = carriers_of(title)
        self.calls: dict[CodeType, int] = {}
        self.offers: dict[CodeType, int] = {}
        self.told: Counter[str] = Counter()

    def __enter__(self) -> None:
        sys.setprofile(self._hear)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _hear(self, frame: FrameType, event: str, arg: object) -> None:
        if event == "call":
            code = frame.f_code
            self.calls[code] = self.calls.get(code, 0) + 1
        elif event == "return" and type(arg) is list:
            code = frame.f_code
            if code in self.carriers.steps:
                self.offers[code] = self.offers.get(code, 0) + 1

    def uses(self) -> dict[str, Use]:
        """What was counted, by rule."""
        found: dict[str, Use] = {}
        for rule, times in self.told.items():
            found.setdefault(rule, Use()).told += times
        for code, times in self.calls.items():
            for rule in self.carriers.rules_of(code):
                found.setdefault(rule, Use()).called += times
            if (st := self.carriers.steps.get(code)) is not None:
                self._add_step(found, st, times)
        return found

    def _add_step(self, found: dict[str, Use], st: Step, times: int) -> None:
        offered = self.offers.get(st.body.__code__, 0)
        for rule in st.rules:
            use = found.setdefault(rule, Use())
            use.ran += times
            use.rolled += times if st.kind in _CHANCE else 0
            use.asked += offered
