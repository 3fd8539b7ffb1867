"""23.2 Forced march, an optional rule: more Movement Points in one direction, and a die for what they cost.

Withdrawal leads in the unit's own direction of retreat, pursuit in that of the enemy (N-56, N-89). How far a unit can
go then is said by `ways`, which asks here for the directions.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache

from vistula.kernel import Bar, Frame, Next, procedure, roll, tell
from vistula.parts.sides import DIRECTIONS, Gates, gates_of, through

from ..model import THEATERS, TRAIN, Model
from ..state import State
from .morale import at_maximum, level, shift
from .reveal import step_lost
from .routes import POLES, SOVIETS, backward, nation

NONE, WITHDRAWAL, LONG_WITHDRAWAL, PURSUIT = range(4)
EXTRA = (0, 1, 2, 1)
"""[23.2.1a, 23.2.2a] The points that are added."""
LOST, SHAKEN = (0, 1, 2, 1), (0, 3, 5, 3)
"""[23.2.1b, 23.2.1c, 23.2.2b] Up to which roll a step is lost, and up to which morale turns to the enemy."""
MARCHES = {WITHDRAWAL: "withdraw", LONG_WITHDRAWAL: "flee", PURSUIT: "pursue"}
LABELS = ("", "Withdraw by forced march (+1 MP)", "Withdraw in haste (+2 MP)", "Pursue by forced march (+1 MP)")
WARNINGS = ("", "withdraw", "flee", "pursue")
RULES = ("", "23.2.1b", "23.2.1c", "23.2.2b")


# -- 23.2.1, 23.2.2 who may -------------------------------------------------------------------------------------------


def encouraged(s: State, unit: int) -> list[int]:
    """[23.2.1a, 23.2.2a] The forced marches that morale allows where a unit is: from Level 1 of the enemy a withdrawal,
    from one of its own a pursuit (N-56). An armored train goes any distance as it is."""
    if not s.forced_march or s.m.kind[unit] == TRAIN:
        return []
    side, theater = s.m.side[unit], s.m.theater_of[s.place[unit]]
    if level(s, 1 - side, theater):
        return [WITHDRAWAL, LONG_WITHDRAWAL]
    return [PURSUIT] if level(s, side, theater) else []


def calm(s: State, unit: int, how: int, fresh: bool, forced: int, able: Container[int]) -> Iterator[Bar]:
    """[23.2.1a, 23.2.2a] Why a unit on the move cannot be driven on in this way now (N-89)."""
    rule = "23.2.2a" if how == PURSUIT else "23.2.1a"
    yield Bar(rule, not fresh, "a forced march is chosen before the first step")
    yield Bar(rule, forced != NONE, "this unit is on a forced march already")
    yield Bar(rule, s.m.kind[unit] == TRAIN, "an armored train goes any distance as it is")
    whose = "you have" if how == PURSUIT else "the enemy has"
    where = THEATERS[s.m.theater_of[s.place[unit]]]
    yield Bar(rule, how not in encouraged(s, unit), f"{whose} no Morale Level in the {where} Theater")
    yield Bar(rule, how not in able, "no hex that it could reach lies in that direction")


def leads(nation: int, forced: int) -> int:
    """[23.2.1a, 23.2.2a] In whose direction of retreat a forced march goes."""
    if forced != PURSUIT:
        return nation
    return SOVIETS if nation == POLES else POLES


@lru_cache(maxsize=32)
def course(m: Model, nation: int, forced: int) -> Gates:
    """The steps that a forced march may take (N-1, N-2)."""
    found, whose = [0] * 6, leads(nation, forced)
    for hex in range(m.grid.size):
        for direction in DIRECTIONS if m.land >> hex & 1 else ():
            found[direction] |= backward(m, whose, hex, direction) << hex
    return gates_of(m.grid, tuple(found))


def off_course(s: State, unit: int, forced: int) -> Bar:
    """[23.2.1a, 23.2.2a] Neighbours that do not lie in the direction of a forced march."""
    onward = through(course(s.m, nation(s.m, unit), forced), 1 << s.place[unit])
    rule, whose = ("23.2.2a", "the enemy's") if forced == PURSUIT else ("23.2.1a", "its own")
    words = f"a forced march goes in {whose} direction of retreat with every step"
    return Bar(rule, s.m.grid.valid & ~onward, words)


# -- what it costs ----------------------------------------------------------------------------------------------------


@procedure
class Exertion(Frame):
    """[23.2.1b, 23.2.1c, 23.2.2b] The die after a forced march; the Theater is the one in which it began (N-89)."""

    unit: int
    forced: int
    theater: int

    @roll("23.2.1b", "23.2.1c", "23.2.2b", "23.2.1d", "1d6")
    def tired(self, s: State, dice: tuple[int, ...]) -> Next:
        unit, die, rule = self.unit, dice[0], RULES[self.forced]
        foe = 1 - s.m.side[unit]
        tell(s, rule, "forced_march", unit=unit, hex=s.place[unit], die=die)
        if die <= LOST[self.forced]:
            return step_lost(s, unit, rule)  # (N-99)
        if die <= SHAKEN[self.forced]:
            if at_maximum(s, foe, self.theater):
                return step_lost(s, unit, "23.2.1d")
            shift(s, foe, self.theater, 1, rule)
        return None
