"""24.2 Three players: each Russian front has its own, and lets the other pass or not. Who is asked: `seats`; shared
replacements: `income`; whose score is better: `victory`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.kernel import Bar, Choice, Next, Option, SeatId, anytime, tell
from vistula.kernel.procedure import Step

from ..state import State
from ..units import NO_FRONT, SOUTHWEST, WEST
from .bars import at_hex
from .fronts import front_of
from .queries import hexes_of
from .seats import SOUTHWESTERN, WESTERN, seat_of

VERBS = {WEST: "passage-west", SOUTHWEST: "passage-southwest"}
BARRED = 1
"""[24.2.2a] `State.passage` of a front that bars the other one (A96)."""


def bars_passage(s: State, front: int) -> bool:
    """[24.2.2a] (A96) Whether a front's player lets the other front's units through these hexes no more."""
    return s.passage[front] == BARRED


def no_passage(s: State, unit: int) -> Iterator[Bar]:
    """[24.2.2a, 24.2.2b, 12.4.3b] Hexes of the other front that a unit may not enter; it never stays there [12.4.1a].
    What has no front ignores this."""
    front = front_of(s, unit)
    if s.players > 2 and front != NO_FRONT and bars_passage(s, 1 - front):
        words = at_hex(s, "the other front bars passage through ")
        yield Bar("24.2.2a", hexes_of(s, s.m.front_army[1 - front]), words)


def permission(front: int) -> Step:
    """[24.2.2a] (A96) A step of a procedure, at any time: the player of a front bars passage, or grants it again."""

    def who(frame: Any, s: State) -> SeatId | None:
        return seat_of(s, WESTERN if front == WEST else SOUTHWESTERN) if s.players > 2 else None

    @anytime("24.2.2a", who=who, prompt="Let the other front pass through your hexes?")
    def passage(frame: Any, s: State) -> Choice:
        words = "Let the other front pass" if bars_passage(s, front) else "Bar passage to the other front"
        return [Option(VERBS[front], label=words)]

    @passage.on(VERBS[front])
    def _(frame: Any, s: State, _: int) -> Next:
        s.passage[front] = 0 if bars_passage(s, front) else BARRED
        tell(s, "24.2.2a", "passage_barred" if s.passage[front] else "passage_open", front=front)
        return None

    return passage
