"""17.1.1 Types of Operations: attacks counted by Theater for the Poles, by Front for the Soviets."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.kernel import Choice, Frame, Next, Offer, choose, only, procedure, tell

from ..model import BELARUS, POLISH, SOUTHWEST, UKRAINE, WEST
from ..state import State
from .seats import front_of, phasing
from .theaters import HOME, used

PAUSE, LIMITED, OFFENSIVE = range(3)
NAMES = ("Operational Pause", "Limited Operations", "Offensive")


def operation(attacks: int) -> int:
    """[17.1.1a] No attack, one or two, more."""
    return PAUSE if not attacks else LIMITED if attacks <= 2 else OFFENSIVE


def polish_operation(s: State, theater: int) -> int:
    """[17.1.1b, 17.1.1d] What the Poles do in a Theater; one that is not in play counts as Limited Operations."""
    if theater == POLISH and not s.polish_marker:
        return PAUSE
    return operation(s.attacks[theater]) if used(s, theater) else LIMITED


def soviet_operation(s: State, front: int) -> int:
    """[17.1.1b]"""
    return operation(s.assaults[front])


def count_attack(s: State, attackers: Sequence[int]) -> None:
    """[17.1.1b, 17.1.5d, 21.1d] An attack of the Soviets counts for each Front in it (N-61); Cheka markers go when the
    Western Front attacks."""
    fronts = {front_of(s, unit) for unit in attackers}
    for front in fronts & {WEST, SOUTHWEST}:
        s.assaults[front] += 1
    if WEST in fronts and s.cheka:
        s.cheka = 0
        tell(s, "17.1.5d", "cheka_withdrawn")


def theaters_of(s: State, attackers: Sequence[int]) -> list[int]:
    """[17.1.1b, 17.1.1c] The Theaters that a Polish attack may count for: where it is made from, and beyond the border
    beside it (N-61)."""
    m, found = s.m, set()
    for unit in attackers:
        hex = s.place[unit]
        found |= {m.theater_of[near] for near in (hex, *m.next[hex])}
    return sorted(theater for theater in found if used(s, theater))


@procedure
class Operation(Frame):
    """[17.1.1c] Which Theater a Polish attack counts for."""

    attackers: list[int]

    @choose("17.1.1c", "17.1.1b", who=phasing, prompt="For which Theater does this attack count?")
    def theater(self, s: State) -> Choice:
        could = theaters_of(s, self.attackers)
        elsewhere = only("17.1.1b", could, "no unit of this attack stands in that Theater or at its border")
        return [Offer("theater", "number", [elsewhere], "Counts here")]

    @theater.on("theater")
    def _(self, s: State, theater: int) -> Next:
        count_for_poles(s, theater)
        return None


def count_for_poles(s: State, theater: int) -> None:
    """[17.1.1b, 17.1.5a] An attack of the Poles counts for a Theater."""
    s.attacks[theater] += 1
    if theater in (POLISH, BELARUS) and polish_operation(s, theater) == OFFENSIVE:  # [17.1.1d]
        s.offensive = True


def polish_income(s: State) -> int:
    """[17.1.3a] Four, less one for each Theater with Limited Operations, less two for each Offensive."""
    return max(0, 4 - sum(polish_operation(s, theater) for theater in (POLISH, BELARUS, UKRAINE)))


def soviet_income(s: State, front: int) -> int:
    """[17.1.2a] Two, one or none for a Front in play."""
    return 2 - soviet_operation(s, front) if used(s, HOME[front]) else 0


def receive(s: State, pool: int, number: int, rule: str) -> None:
    """[17.1.6a] Replacements go into their pool."""
    if number > 0:
        s.pool[pool] += number
        tell(s, rule, "replacements", pool=pool, number=number, total=s.pool[pool])
