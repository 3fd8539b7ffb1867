"""14.0 Special Orders: one for each player in an attack, declared after the units are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.kernel import Bar

from ..state import State, sp
from .queries import elite, plays

NONE, ASSAULT, THRUST, STUBBORN, COUNTER = range(5)
NAMES = ("none", "Assault", "Thrust", "Stubborn Defense", "Counter Attack")
CHANCE = (0, 2, -1, -2, 1)
"""[14.2a, 14.2b, 14.2c, 14.2d] What each order adds to the Attack Success Chance."""
EFFECTS = (
    "",
    "chance +2, odd rolls cost you a step",
    "chance −1, advance +2 MP",
    "chance −2, odd rolls cost you a step",
    "chance +1, a failed attack is driven back",
)
"""[14.2a, 14.2b, 14.2c, 14.2d] What each order does, for its button."""
RULES = ("14.1a", "14.2a", "14.2b", "14.2c", "14.2d")
ODD = (3, 5, 7, 9, 11)
"""[14.2a, 14.2c] Rolls on which Assault and Stubborn Defense cost a step."""
THRUST_MP = 2
LEAST_SP = 3


def exempt(s: State, units: Sequence[int]) -> bool:
    """[14.1d, 3.4.2f] An order to elite, cavalry and support units alone does not count."""
    free = elite(s) | s.m.cavalry | s.m.support
    return all(free >> unit & 1 for unit in units)


def no_orders(s: State, side: int, units: Sequence[int]) -> Iterator[Bar]:
    """[14.1b, 14.1c] What keeps a player from issuing an order to units that take part in an attack."""
    yield Bar("1.1a", not plays(s, "14"), "the introductory game has no Special Orders")
    strength = sum(sp(s, unit) for unit in units)
    yield Bar("14.1b", strength < LEAST_SP, f"a Special Order needs {LEAST_SP} SP, and these units have {strength}")
    used = s.orders[side] and not exempt(s, units)
    yield Bar("14.1c", bool(used), "this turn's order has been issued; others go to elite, cavalry and support alone")


def issue(s: State, side: int, units: Sequence[int]) -> None:
    """[14.1c, 14.1d] Count an order."""
    if not exempt(s, units):
        s.orders[side] += 1
