"""Actions as integers.

A title's lexicon lists all verbs with the kind of thing each is applied to; the catalog lists all things of a kind.
Every verb has a block of as many integers as there are things of its kind, blocks in the lexicon's order, things in the
catalog's. So an integer means the same in every game of a title version, whatever is legal at the moment: that is what
the mask says.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from vistula.kernel.decision import Action, Decision, Option
from vistula.kernel.errors import BadInput
from vistula.kernel.title import Title

Mask = Any  # numpy.ndarray of int8


class Actions:
    """The encoding of one title."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.verbs = title.lexicon().verbs
        if not self.verbs:
            raise BadInput(title.id, "", "this game has no lexicon yet, on which an environment could be built")
        self._args: dict[str, list[int]] = {}
        self._index: dict[str, dict[int, int]] = {}
        self._start: dict[tuple[str, str], int] = {}
        self.size = 0
        for verb, kind in self.verbs:
            if kind not in self._args:
                self._args[kind] = _things(title, kind)
                self._index[kind] = {arg: i for i, arg in enumerate(self._args[kind])}
            self._start[verb, kind] = self.size
            self.size += len(self._args[kind])

    def encode(self, verb: str, kind: str, arg: int) -> int:
        try:
            return self._start[verb, kind] + self._index[kind][arg]
        except KeyError:
            raise LookupError(f"{self.title.id}: {verb} {kind} {arg} is not in the lexicon") from None

    def number_of(self, decision: Decision, action: Action) -> int:
        """The integer of an action that a decision offers."""
        option = decision.option(action)
        if option is None:
            raise LookupError(f"{self.title.id}: {action} is not offered")
        return self.encode(option.verb, option.kind, action.arg)

    def decode(self, number: int) -> tuple[Action, str]:
        """The action that an integer stands for, and the kind of its argument."""
        for (verb, kind), start in self._start.items():
            if start <= number < start + len(self._args[kind]):
                return Action(verb, self._args[kind][number - start]), kind
        raise LookupError(f"{self.title.id}: there is no action {number}; there are {self.size}")

    def name(self, number: int) -> str:
        """The action in words: "step 0615", "end"."""
        action, kind = self.decode(number)
        return action.verb if kind == "button" else f"{action.verb} {self.title.name_of(kind, action.arg)}"

    def names(self) -> list[str]:
        return [self.name(number) for number in range(self.size)]

    def legal(self, decision: Decision | None, free: bool = False) -> list[int]:
        """The integers of what a decision offers, in rising order; with free verbs only if they are wanted."""
        if decision is None:
            return []
        options = decision.options if free else leading_on(decision)
        return sorted(self.encode(o.verb, o.kind, arg) for o in options for arg in o.args)

    def mask(self, decision: Decision | None, free: bool = False) -> Mask:
        mask: Mask = np.zeros(self.size, np.int8)
        mask[self.legal(decision, free)] = 1
        return mask

    def fingerprint(self) -> str:
        """A hash of the whole encoding, by which a test sees that a version has not changed."""
        return hashlib.sha256("\n".join(self.names()).encode()).hexdigest()[:16]


def leading_on(decision: Decision) -> list[Option]:
    """Options without free verbs, which only take back or rearrange, unless there is nothing else."""
    return [option for option in decision.options if not option.free] or decision.options


def _things(title: Title[Any], kind: str) -> list[int]:
    """All arguments of a kind, in a fixed order."""
    lexicon = title.lexicon()
    if kind == "button":
        return [0]
    if kind == "number":
        return list(lexicon.numbers)
    names = lexicon.names.get(kind)  # type: ignore[call-overload]
    if names is None and kind in ("space", "piece"):
        catalog = title.catalog()
        names = [thing.id for thing in (catalog.spaces if kind == "space" else catalog.counters)]
    if names is None:
        raise LookupError(f"{title.id}: the lexicon has no names of kind {kind!r}")
    return [title.arg_of(kind, name) for name in names]
