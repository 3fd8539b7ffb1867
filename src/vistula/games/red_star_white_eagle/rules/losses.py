"""9.11, 9.12 Combat losses: who bears them, and what each step is worth.

What a result asks for is a number of factors. Its owner gives up steps, one after another, until they come to it; he
may give up more than he must, and for a loss of half a force he may turn over all of it instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from vistula.board.hexes import collect
from vistula.kernel import (
    AGAIN,
    Bar,
    Choice,
    Frame,
    Next,
    Offer,
    Return,
    choose,
    goto,
    never,
    only,
    procedure,
    step,
    tell,
)

from ..state import State, eliminate, face, lose_step, units_at
from ..units import FULL, REDUCED
from .control import left, overrun
from .seats import asked

ATTACK, DEFENCE = 0, 1
"""Which factors count."""


def half(factors: int) -> int:
    """[9.12.2e] Half of it, rounded up."""
    return (factors + 1) // 2


# -- what a step is worth ---------------------------------------------------------------------------------------------


def factor_on(s: State, unit: int, side: int, kind: int, charging: int) -> int:
    """[9.12.2d, 9.10.6a, 9.10.6b] What a unit counts for on a side of its counter; who charged and has no charge factor
    there, with its attack factor. Fortifications double nothing here."""
    m = s.m
    if kind == DEFENCE:
        return m.defence[side][unit]
    if charging >> unit & 1 and m.charge[side][unit]:
        return m.charge[side][unit]
    return m.attack[side][unit]


def worth(s: State, unit: int, kind: int, charging: int = 0) -> int:
    """[9.12] What a unit counts for as it lies."""
    return factor_on(s, unit, face(s, unit), kind, charging)


def step_worth(s: State, unit: int, kind: int, charging: int = 0) -> int:
    """[9.12, 9.10.6a] What the next step of a unit counts for: the difference of the two sides of its counter, or all
    of the last one."""
    own = worth(s, unit, kind, charging)
    return own - factor_on(s, unit, REDUCED, kind, charging) if has_two(s, unit) else own


def has_two(s: State, unit: int) -> bool:
    """[9.12] Whether a unit has two steps left."""
    return bool(s.m.two_steps >> unit & 1) and face(s, unit) == FULL


def force(s: State, units: Sequence[int], kind: int, charging: int = 0) -> int:
    """The factors of a force."""
    return sum(worth(s, unit, kind, charging) for unit in units)


# -- losing -----------------------------------------------------------------------------------------------------------


def lose(s: State, unit: int, rule: str) -> None:
    """[9.12] A unit loses a step in combat."""
    hex, two = s.place[unit], has_two(s, unit)
    lose_step(s, unit)
    _report(s, unit, hex, rule, gone=not two)
    if not two:
        left(s)


def destroy(s: State, unit: int, rule: str) -> None:
    """[9.11g, 9.11h, 9.14.4c] A unit is eliminated, whatever its steps."""
    hex = s.place[unit]
    eliminate(s, unit)
    _report(s, unit, hex, rule, gone=True)
    left(s)


def _report(s: State, unit: int, hex: int, rule: str, gone: bool) -> None:
    """A loss is told with its hex, but for units that have retreated off the map (A73)."""
    if hex < 0:
        tell(s, rule, "eliminated_beyond" if gone else "reduced_beyond", unit=unit)
    else:
        tell(s, rule, "eliminated" if gone else "reduced", unit=unit, hex=hex)


def abandoned(s: State, side: int, hexes: Sequence[int]) -> None:
    """[7.2.1e] (A117) Where the units of a side are gone from a hex of a battle, its replacement counters are
    destroyed."""
    for hex in hexes:
        if not s.occupied[side] >> hex & 1:
            overrun(s, side, hex)


def fall_with_others(s: State, side: int, hexes: Sequence[int], rule: str = "5.1.5e") -> None:
    """[5.1.5e] (A30) Overstacked attackers are lost where all other units of their hex are."""
    for hex in hexes:
        here = units_at(s, side, hex)
        if here and all(s.overstacked >> unit & 1 for unit in here):
            for unit in here:
                destroy(s, unit, rule)


# -- 9.12.2 the owner's choice ----------------------------------------------------------------------------------------


def cheapest(s: State, units: Sequence[int], need: int, kind: int, charging: int = 0) -> list[int]:
    """The steps that come to at least so many factors with the least to spare, then with the fewest of them: a unit for
    each step, twice for both. All of them where they do not come to it."""
    steps = [(unit, step_worth(s, unit, kind, charging), worth(s, unit, kind, charging)) for unit in units]
    two = [has_two(s, unit) for unit in units]

    @cache
    def best(n: int, left: int) -> tuple[int, int, tuple[int, ...]] | None:
        """Factors too many, steps, and whose; None where the rest of the units does not come to what is left."""
        if left <= 0:
            return -left, 0, ()
        if n == len(steps):
            return None
        unit, first, whole = steps[n]
        found = []
        for taken, factors in ((0, 0), (1, first), (2, whole)):
            if taken == 2 and not two[n]:
                continue
            if rest := best(n + 1, left - factors):
                found.append((rest[0], rest[1] + taken, (unit,) * taken + rest[2]))
        return min(found, default=None)

    found = best(0, need)
    return list(found[2]) if found else [unit for unit, both in zip(units, two, strict=True) for _ in range(1 + both)]


def unhurt(s: State, units: Sequence[int]) -> Iterator[Bar]:
    """[9.12.2b] Units that cannot bear a loss."""

    def named(words: str) -> Callable[[int], str]:
        return lambda unit: f"{s.m.full_name[unit]} {words}"

    yield only("9.12.2b", collect(units), named("took no part in the battle"))
    yield Bar("9.12.2b", lambda unit: s.place[unit] < 0, named("has been eliminated"))


@procedure
class Losses(Frame):
    """[9.12, 9.12.2a, 9.12.2c] One player's units lose at least so many factors; hands back what they lost.

    For a loss of half a force it may be turned over as a whole instead [9.12.1]."""

    command: int
    units: list[int]
    need: int
    kind: int = ATTACK
    charging: int = 0
    halving: bool = False
    lost: int = 0
    rule: str = "9.12"

    @choose("9.12.2a", "9.12.2c", "9.12.1b", who=asked, prompt="{need:factors} to lose: which unit loses a step?")
    def who(self, s: State) -> Choice:
        units = Offer("lose", "piece", unhurt(s, self.units), "This unit loses a step")
        if self.need <= 0 or not units:
            return goto("over")
        late = Bar("9.12.1b", bool(self.lost), "losses are counted by factors now")
        other = Bar("9.12.1a", not self.halving, "all is turned over for the loss of half a force only")
        none = not any(has_two(s, unit) for unit in self.units if s.place[unit] >= 0)
        useless = Bar("9.12.1a", none, "there is no unit to be turned over")
        few = len(self.units) == 1
        return [
            units,
            Offer("usual", "button", [Bar("9.12.2a", few, "there is only one unit")], self._usual(s)),
            Offer("invert", "button", [other, late, useless], "Turn over the whole force"),
            never("space", [Bar("9.12.2a", True, "choose the unit that loses a step")]),
        ]

    def _usual(self, s: State) -> str:
        left = [unit for unit in self.units if s.place[unit] >= 0]
        found = cheapest(s, left, self.need, self.kind, self.charging)
        names = ", ".join(f"{s.m.full_name[u]}{' (both steps)' * (found.count(u) > 1)}" for u in dict.fromkeys(found))
        return f"The smallest loss: {names}"

    @who.on("lose")
    def _(self, s: State, unit: int) -> Next:
        self._lose(s, unit)
        return AGAIN

    @who.on("usual")
    def _(self, s: State, _: int) -> Next:
        left = [unit for unit in self.units if s.place[unit] >= 0]
        for unit in cheapest(s, left, self.need, self.kind, self.charging):
            if s.place[unit] >= 0:  # [21.1.3] what is lost may have cost the command of others
                self._lose(s, unit)
        return AGAIN

    @who.on("invert")
    def _(self, s: State, _: int) -> Next:
        for unit in self.units:
            if s.place[unit] >= 0:
                self._lose(s, unit)
        return goto("over")

    @step("9.12.2a")
    def over(self, s: State) -> Next:
        return Return(self.lost)

    def _lose(self, s: State, unit: int) -> None:
        factors = step_worth(s, unit, self.kind, self.charging)
        self.need -= factors
        self.lost += factors
        lose(s, unit, self.rule)
