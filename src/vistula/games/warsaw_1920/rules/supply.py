"""8.0 Russian supply: points spent phase by phase, and the one resupply of each Front."""

from __future__ import annotations

from collections.abc import Iterator

from vistula.kernel import AGAIN, DONE, RESTART, Call, Choice, Frame, Next, Option, choose, procedure, step, tell
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.procedure import Step
from vistula.parts.pieces import box

from ..model import RUSSIA
from ..shown.words import FRONTS
from ..state import ELIMINATED, IDLE, OUT_OF_SUPPLY, SUPPLIED, State, remove
from .bars import foes, named
from .reinforcements import Placement
from .seats import russia

# -- 8.1 supply points --------------------------------------------------------------------------------------


def set_supply(s: State, front: int, supplied: bool, rule: str) -> None:
    """[8.1a, 8.1b] Spend a point and be supplied for this phase, or be out of supply."""
    s.supplied[front] = SUPPLIED if supplied else OUT_OF_SUPPLY
    s.points[front] -= supplied
    tell(s, rule, "supplied" if supplied else "unsupplied", front=front, points=s.points[front])


def next_front(frame: OperationSupply | DefenceSupply, s: State) -> Next:
    """[8.1d] The Front whose turn it is; one without points is out of supply unasked."""
    frame.front += 1
    if frame.front > 1:
        return DONE
    if not s.points[frame.front]:
        set_supply(s, frame.front, False, "8.1d")
        return AGAIN
    return None


def spend_or_not(prompt: str, halved: str, *rules: str) -> Step:
    """The question whether to spend a point, by the first rule, or to save it, by the last; and what saving costs."""

    @choose(*rules, who=russia, prompt=prompt)
    def spend(self: OperationSupply | DefenceSupply, s: State) -> Choice:
        left = s.points[self.front] - 1
        return [Option("spend", label=f"Spend 1 point ({left} left)"), Option("save", label=f"Save it ({halved})")]

    @spend.each(("save", "spend"), RESTART)
    def _(self: OperationSupply | DefenceSupply, s: State, _: int, supplied: int) -> None:
        set_supply(s, self.front, bool(supplied), rules[0 if supplied else -1])

    return spend


@procedure
class OperationSupply(Frame):
    """[8.1a] At the start of a Russian operation phase, Front by Front; one that lost the phase is not asked (W-24)."""

    front: int = -1

    @step("8.1a", "8.1d", "8.3.1c")
    def each(self, s: State) -> Next:
        while self.front < 1 and s.operation <= s.lost[self.front + 1]:
            self.front += 1
            s.supplied[self.front] = IDLE
        return next_front(self, s)

    spend = spend_or_not("Supply the {front:front} for this operation?", "half strength and movement", "8.1a", "8.1b")


@procedure
class DefenceSupply(Frame):
    """[8.1c] At the start of every Polish combat phase the Russian decides again, Front by Front."""

    front: int = -1

    each = step("8.1c", "8.1d")(next_front)
    spend = spend_or_not("The Poles attack. Supply the {front:front} for its defence?", "half strength", "8.1c")


# -- 8.3 resupply -------------------------------------------------------------------------------------------


def not_replaceable(s: State, front: int) -> Iterator[Bar]:
    """[8.3.2a, 8.3.2b] Units that a Front cannot replace: it gets back infantry lost in combat (W-33, W-41)."""
    m, place = s.m, s.place
    yield foes(s, RUSSIA, "8.3.2a")
    yield only(
        "8.3.2a", m.army_of[front], named(s, f"belongs to the other Front; the {FRONTS[front]} replaces its own")
    )
    yield Bar("8.3.2b", m.artillery | m.cavalry, named(s, "is no infantry and cannot be replaced"))
    yield Bar("8.3.2a", lambda u: place[u] >= 0, named(s, "is on the map"))
    safe = "was not eliminated in combat, so it cannot be replaced"
    yield Bar("8.3.2b", lambda u: place[u] != ELIMINATED, named(s, safe))


def replaceable(s: State, front: int) -> list[int]:
    """[8.3.2a] Units that a Front may replace."""
    return left(not_replaceable(s, front))


def receive(s: State, front: int, points: int) -> None:
    """[8.3.1a, 8.3.1b, 8.3.1c, 8.3.1d] Take the points; the Poles score at once and the Front loses operations."""
    m = s.m
    s.points[front] += points
    s.resupplied[front] = s.turn
    s.lost[front] = 1 if points <= m.resupply.small else 2
    s.replacements[front] = points
    vp = -(-points // m.resupply.points_a_vp)
    s.resupply_vp += vp  # [4.1.5a] [8.3.1b]
    tell(s, "8.3.1a", "resupplied", front=front, points=points, vp=vp, lost=s.lost[front])


@procedure
class Resupply(Frame):
    """8.3 At the start of the Russian player turn each Front may resupply, once in the game."""

    front: int = -1

    @step("8.3a")
    def each(self, s: State) -> Next:
        self.front += 1
        s.replacements = [0, 0]  # [8.3.2a] what the last Front has not used is lost
        return DONE if self.front > 1 else None

    @choose(
        "8.3a",
        "8.3b",
        "8.3.1a",
        who=russia,
        prompt="Halt the {front:front} to resupply? Every 2 points give Poland 1 VP.",
    )
    def declare(self, s: State) -> Choice:
        room = s.m.supply[self.front].maximum - s.points[self.front]
        if s.resupplied[self.front] or room < 1:  # W-40
            return RESTART
        have, most = s.points[self.front], s.m.supply[self.front].maximum
        words = f"the {FRONTS[self.front]} has {have} supply points and may rise to {most}: at most {room}"
        none = Bar("8.3.1a", 1, "a resupply takes at least one point")
        amounts = only("8.3.1a", (2 << room) - 2, lambda points: f"{words}, not {points}")
        return [Offer("resupply", "number", [none, amounts], "Resupply"), Option("decline", label="No resupply")]

    declare.to("decline")

    @declare.on("resupply")
    def _(self, s: State, points: int) -> None:
        receive(s, self.front, points)

    @choose("8.3.2a", "8.3.2b", who=russia, prompt="Replace eliminated infantry of the {front:front}?")
    def replace(self, s: State) -> Choice:
        units = Offer("unit", "piece", not_replaceable(s, self.front), "Bring back")
        if not units or not s.replacements[self.front]:
            return RESTART
        return [units, Option("done", label="No more replacements")]

    @replace.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.replacements[self.front] -= 1
        remove(s, unit, box(s.turn))
        tell(s, "8.3.2a", "replaced", unit=unit)
        return Call(Placement(unit=unit), AGAIN)

    replace.to("done", RESTART)
