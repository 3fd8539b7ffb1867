"""23.1.2 Groups: a stack of up to two divisions becomes one marker, and lies beside the board. The question by which
players conceal units, with Patrols or Groups, is asked here. Patrols: `patrols`."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import (
    AGAIN,
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    goto,
    left,
    only,
    procedure,
    step,
)

from ..model import DIVISION, POLAND, SOVIET
from ..state import GROUPS, OFF, PATROLS, State
from .bars import named
from .patrols import (
    AT_SETUP,
    coverable,
    lay,
    make_dummy,
    no_dummy,
    spare,
    together,
    unpatrolled,
)
from .reveal import show, unshown
from .seats import asked, chosen_front, side_of
from .theaters import HOME, used

GROUP_RS = 8
"""[23.1.2b] Strength Points for Reactive Strength."""
HALVES = 4
"""[23.1.2c] Two divisions; brigades and regiments are half of one."""
LEAST = 2
"""[23.1.2a] Units that make a stack (N-109)."""


def letters(s: State, side: int) -> list[int]:
    """[23.1.2a] Group markers that are not in use."""
    return [marker for marker in s.m.groups[side] if s.place[marker] == OFF]


def halves(s: State, units: list[int]) -> int:
    """[23.1.2c] The size of a stack in half divisions."""
    return sum(2 if s.m.size[unit] == DIVISION else 1 for unit in units)


def ungrouped(s: State, command: int, occasion: int) -> Iterator[Bar]:
    """[23.1.2a, 23.1.2c, 23.1.2e] Units with which no Group can be formed now."""
    yield from coverable(s, command, occasion)
    yield Bar("23.1.2a", s.m.all_groups, named(s, "is a Group already"))
    yield Bar("23.1a", not s.concealment & GROUPS, "this table plays without Groups")
    yield Bar("23.1.2a", occasion == AT_SETUP, "Groups are formed in a Replacement Phase, or of units that arrive")
    yield Bar("23.1.2a", not letters(s, side_of(command)), "all three Groups are in use: show one of them first")
    yield Bar("23.1.2a", lambda u: not left(too_many(s, command, occasion, [u])),
              named(s, "has no other unit with it that could be in the same Group"))  # fmt: skip


def too_many(s: State, command: int, occasion: int, group: list[int]) -> Iterator[Bar]:
    """[23.1.2c] Units that cannot join a Group."""
    yield from together(s, command, occasion, group, rides=True)
    now = halves(s, group)
    yield Bar("23.1.2c", lambda u: now + halves(s, [u]) > HALVES,
              "a Group has two divisions at most, and a brigade or regiment counts as half of one")  # fmt: skip


@procedure
class Concealing(Frame):
    """[23.1.1a, 23.1.1c, 23.1.2a] A player lays Patrols and forms Groups. It is asked whether anything can be laid or
    not: how many markers are left is nobody else's business."""

    command: int
    occasion: int
    kind: int = PATROLS
    group: list[int] = []

    @choose("23.1.1a", "23.1.2a", "23.1.1c", who=asked, prompt="Conceal any of your units?", always=True)
    def conceal(self, s: State) -> Choice:
        command, occasion = self.command, self.occasion
        dummy = Offer("dummy", "button", no_dummy(s, command, occasion), "Bring in a dummy (2 Patrols)")
        if side_of(command) == SOVIET:
            dummy = Offer("decoy", "number", self._no_decoy(s), "Bring in a dummy (2 Patrols) for this Front")
        return [
            Offer("patrol", "piece", unpatrolled(s, command, occasion), "Lay a Patrol on this unit"),
            Offer("assemble", "piece", ungrouped(s, command, occasion), "Form a Group with this unit"),
            dummy,
            Offer("show", "piece", unshown(s, command), "Show what is under this marker"),
            Option("done", label="Conceal nothing more", publish=True),
        ]

    def _no_decoy(self, s: State) -> Iterator[Bar]:
        fronts = [front for front in chosen_front(s, self.command) if used(s, HOME[front])]
        yield only("2.5.1a", fronts, "that Front is not yours, or not in this scenario")
        yield from no_dummy(s, self.command, self.occasion)

    conceal.to("done", DONE)

    @conceal.on("patrol")
    def _(self, s: State, unit: int) -> Next:
        self.kind, self.group = PATROLS, [unit]
        return None

    @conceal.on("assemble")
    def _(self, s: State, unit: int) -> Next:
        self.kind, self.group = GROUPS, [unit]
        return None

    @conceal.on("dummy")
    def _(self, s: State, _: int) -> Next:
        make_dummy(s, POLAND, -1)
        return AGAIN

    @conceal.on("decoy")
    def _(self, s: State, front: int) -> Next:
        make_dummy(s, SOVIET, front)
        return AGAIN

    @conceal.on("show")
    def _(self, s: State, marker: int) -> Next:
        show(s, marker)
        return AGAIN

    @choose("23.1.1a", "23.1.2c", who=asked, prompt="Which other units lie under the same marker?")
    def more(self, s: State) -> Choice:
        patrol = self.kind == PATROLS
        bars = together if patrol else too_many
        join = Offer("unit", "piece", bars(s, self.command, self.occasion, self.group), "Under the same marker")
        alone = not patrol and len(self.group) < LEAST
        few = Bar("23.1.2a", alone, "a Group is a stack: choose one more unit")
        return [join, Offer("lay", "button", [few], "Lay the marker"), Option("back", label="Not this one", free=True)]

    @more.on("unit")
    def _(self, s: State, unit: int) -> Next:
        self.group.append(unit)
        return AGAIN

    @more.on("lay")
    def _(self, s: State, _: int) -> Next:
        side, patrol = side_of(self.command), self.kind == PATROLS
        marker = (spare if patrol else letters)(s, side)[0]
        lay(s, marker, self.group, "23.1.1a" if patrol else "23.1.2a")
        return self._again()

    @more.on("back")
    def _(self, s: State, _: int) -> Next:
        return self._again()

    def _again(self) -> Next:
        self.group = []
        return goto("conceal")


@procedure
class Screening(Frame):
    """[23.1.1a, 23.1.1c, 23.1.2a] Players conceal units, one after another."""

    commands: list[int]
    occasion: int

    @step("23.1.1a", "23.1.1c")
    def each(self, s: State) -> Next:
        if self.commands:
            return Call(Concealing(command=self.commands.pop(0), occasion=self.occasion), AGAIN)
        return DONE
