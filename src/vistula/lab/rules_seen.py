"""Which rules of a title a study has seen at work, and which it has not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from vistula.kernel.checklist import Rule
from vistula.kernel.title import Title, read_title
from vistula.lab.observable_rules import voiced
from vistula.lab.sums import Sums
from vistula.lab.usage import Listener, Use

Verdict = Literal["fired", "ran", "data", "shown", "silent", "unused", "none"]
SUSPECT: tuple[Verdict, ...] = ("silent", "unused")
WORDS: dict[Verdict, str] = {
    "fired": "took effect",
    "ran": "arithmetic: what carries it out was at work, and it has nothing to say by itself",
    "data": "at work when map, counters and charts were read",
    "shown": "at work when the table was shown to a player",
    "silent": "could have asked, told or rolled something, and never did",
    "unused": "nothing that carries it out was at work",
    "none": "not applicable here",
}


class Usage(msgspec.Struct):
    """One rule in a study."""

    rule: Rule
    verdict: Verdict
    use: Use
    games: int

    @property
    def suspect(self) -> bool:
        return self.verdict in SUSPECT


def usages(title: Title[Any], sums: Sums, pack: str | None = None) -> list[Usage]:
    """Every rule of the checklist with its verdict, in the checklist's order."""
    folder = Path(sys.modules[type(title).__module__].__file__ or "").parent
    heard = voiced(title, folder)
    beside: dict[str, Verdict] = dict.fromkeys(_showing(title), "shown")
    beside.update(dict.fromkeys(_reading(title, pack), "data"))
    return [
        Usage(rule, _verdict(rule, use := sums.uses.get(rule.id, Use()), heard, beside), use, sums.used_in[rule.id])
        for rule in title.checklist
    ]


def _verdict(rule: Rule, use: Use, heard: set[str], beside: dict[str, Verdict]) -> Verdict:
    if rule.status == "not-applicable":
        return "none"
    if use.fired:
        return "fired"
    if rule.id in heard:
        return "silent"
    if use.ran or use.called:
        return "ran"
    return beside.get(rule.id, "unused")


def _reading(title: Title[Any], pack: str | None) -> set[str]:
    """The rules that are at work when the title's data are read."""
    listener = Listener(title)
    with listener:
        read_title(title.id, Path(pack).resolve() if pack else None)
    return set(listener.uses())


def _showing(title: Title[Any]) -> set[str]:
    """The rules that are at work when a seat is shown the table."""
    game = title.start(journal=False)
    listener = Listener(title)
    for seat in game.seats:
        own = game.seat(seat)
        with listener:
            own.view()
    return set(listener.uses())


def doubtful_rules(found: list[Usage]) -> Iterator[Usage]:
    return (usage for usage in found if usage.suspect)
