"""Bars: what keeps a thing from being chosen, stated once, with its rule and its words.

Most rules say what may *not* be chosen. Such a rule is written as a `Bar`; a choice returns an `Offer`: a verb with its
bars in the order of the rulebook. What no bar holds is offered; what is not offered is refused by the first bar that
holds it. There is no list of options to keep in step with a list of reasons.

    def out_of_step(s, here, points):
        yield only("3.1", s.m.land, lambda hex: f"{hex} lies in the sea")
        yield Bar("3.2", s.foes, lambda hex: f"the other side holds {hex}")
        yield Bar("3.3", lambda hex: cost(hex) > points, lambda hex: f"{hex} costs {cost(hex)}, {points} are left")

    Offer("step", "space", out_of_step(s, self.hex, self.points), "Move here")

Things are small ints; a set of things is an int, a bit a thing, so that bars of hot choices cost a few operations on
ints. Words are put together only when somebody asks. An Offer holds closures over a state: it is made, read and
forgotten, and never kept in a decision or a procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from vistula.kernel.decision import Kind, Option
from vistula.kernel.views import Refusal

Things = int
"""A set of things, a bit for each; a negative int holds all but a few."""
Words = str | Callable[[int], str | Refusal]
"""A sentence, or what makes one of a thing; a Refusal where a more exact rule of the same exclusion can be cited."""


BIT = tuple(1 << thing for thing in range(4096))
"""The sets of one thing: to look one up is quicker than to make it."""
BEYOND = 1 << len(BIT)


class But(msgspec.Struct, frozen=True, gc=False):
    """All things but these few, which are given one by one."""

    things: Sequence[int]


class Bar(msgspec.Struct, frozen=True, gc=False):
    """A rule, the things it holds back (a set, all but a few, all or none, or a test), and what is said of one of them.

    A test may rely on the bars before it: it is asked only about things that none of them holds.
    """

    rule: str
    holds: Any  # Things | But | bool | Callable[[int], object]
    words: Words

    def held(self, thing: int) -> bool:
        holds = self.holds
        if callable(holds):
            return bool(holds(thing))
        if isinstance(holds, But):
            return thing not in holds.things
        return holds if isinstance(holds, bool) else bool(holds >> thing & 1)

    def refusal(self, thing: int) -> Refusal:
        said = self.words if isinstance(self.words, str) else self.words(thing)
        return said if isinstance(said, Refusal) else Refusal(self.rule, said)


def only(rule: str, things: Things | Sequence[int], words: Words) -> Bar:
    """The bar that holds everything but these: a set, or a list in rising order where that is at hand."""
    return Bar(rule, ~things if isinstance(things, int) else But(things), words)


def group(bars: Iterable[Bar]) -> Bar:
    """One bar for several sets that never change, to be made once; the first that holds a thing speaks."""
    made = tuple(bars)
    return Bar(made[0].rule, barred(made), lambda thing: _said(first(made, thing)))


def _said(refusal: Refusal | None) -> Refusal:
    assert refusal is not None, "asked about a thing that no bar of the group holds"
    return refusal


def left(bars: Iterable[Bar]) -> list[int]:
    """The things that no bar holds, in rising order: sets first, then tests on what is left."""
    held, tests = 0, []
    pool: Sequence[int] | None = None
    for bar in bars:
        holds = bar.holds
        if type(holds) is int:
            held |= holds
        elif type(holds) is But:
            pool = holds.things if pool is None else [thing for thing in pool if thing in holds.things]
        elif callable(holds):
            tests.append(holds)
        elif holds:
            return []
    if pool is not None:
        found = [thing for thing in pool if not held & BIT[thing]]
    elif held < 0:
        found = members(~held)
    else:
        raise TypeError("no bar says which things there are to choose from: one must be an `only`")
    for test in tests:
        found = [thing for thing in found if not test(thing)]
    return found


def barred(bars: Iterable[Bar]) -> Things:
    """The union of bars that are sets, or hold all or none, for searches that go by sets."""
    held = 0
    for bar in bars:
        holds = bar.holds
        if type(holds) is int:
            held |= holds
        elif type(holds) is But:
            held |= ~sum(BIT[thing] for thing in holds.things)
        elif callable(holds):
            raise TypeError(f"[{bar.rule}] a test is no set: a search cannot go by it")
        else:
            held |= -holds  # True holds all: -1 has every bit
    return held


def first(bars: Iterable[Bar], thing: int) -> Refusal | None:
    """What the first bar that holds a thing says of it."""
    return next((bar.refusal(thing) for bar in bars if bar.held(thing)), None)


_BY_BYTE: list[list[tuple[int, ...]]] = []
"""The things of each byte of a set, by the place of the byte; made as far as sets reach. A longer one takes its place
whole: several threads look at sets, and one must never add rows to a list to which another is adding the same."""


def _by_byte(size: int) -> list[list[tuple[int, ...]]]:
    global _BY_BYTE
    rows = _BY_BYTE
    if len(rows) < size:
        rows = rows + [
            [tuple(8 * place + n for n in range(8) if byte >> n & 1) for byte in range(256)]
            for place in range(len(rows), size)
        ]
        _BY_BYTE = rows
    return rows


def members(things: Things) -> list[int]:
    """The things of a set, in rising order."""
    found: list[int] = []
    if things.bit_count() * 24 > things.bit_length():  # byte by byte: what a byte stands for is looked up
        size = (things.bit_length() + 7) >> 3
        rows = _BY_BYTE
        if len(rows) < size:
            rows = _by_byte(size)
        for row, byte in zip(rows, things.to_bytes(size, "little"), strict=False):
            if byte:
                found += row[byte]
        return found
    while things >= BEYOND:
        top = things.bit_length() - 1
        found.append(top)
        things ^= 1 << top
    while things:
        # From the top: the int shrinks as it is emptied, which makes this the fastest way where few of many are left.
        top = things.bit_length() - 1
        found.append(top)
        things ^= BIT[top]
    found.reverse()
    return found


class Offer:
    """A verb with everything of one kind that no bar holds; a button is thing 0.

    `when=False` says beforehand that nothing is left, and saves the work; the bars are looked at only if somebody asks
    why. What else can be said of an option is said here, too.
    """

    __slots__ = ("_args", "bars", "kind", "label", "more", "verb", "when")

    def __init__(
        self, verb: str, kind: Kind, bars: Iterable[Bar], label: str = "", *, when: bool = True, **more: Any
    ) -> None:
        self.verb, self.kind, self.bars, self.label = verb, kind, bars, label
        self.when, self.more = when, more
        self._args: list[int] | None = None

    def stated(self) -> tuple[Bar, ...]:
        """The bars, to be read as often as needed."""
        if type(self.bars) is not tuple:
            self.bars = tuple(self.bars)
        return self.bars

    @property
    def args(self) -> Sequence[int]:
        """What is offered."""
        if self._args is None:
            self._args = self.rest() if self.when else []
        return self._args

    def rest(self) -> list[int]:
        """What the bars leave, whatever `when` says."""
        if self.kind == "button":
            return [] if any(bar.held(0) for bar in self.stated()) else [0]
        return left(self.stated())

    def __bool__(self) -> bool:
        return bool(self.args)

    def option(self) -> Option:
        """What goes into the decision: the things without their reasons."""
        return Option(self.verb, tuple(self.args), self.kind, self.label, **self.more)

    def refusal(self, thing: int) -> Refusal | None:
        """Why a thing is not offered; None where no bar holds it."""
        return first(self.stated(), thing)


def never(kind: Kind, bars: Iterable[Bar], verb: str = "") -> Offer:
    """Why a question takes nothing of this kind, or does not have this verb now."""
    return Offer(verb, kind, bars, when=False)
