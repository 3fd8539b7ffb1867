"""8.0 Russian supply: points spent phase by phase, and the one resupply of each Front."""

from __future__ import annotations

from vistula.games.warsaw_1920.model import INFANTRY
from vistula.games.warsaw_1920.reinforcements import Placement
from vistula.games.warsaw_1920.seats import russia
from vistula.games.warsaw_1920.state import ELIMINATED, IDLE, OUT_OF_SUPPLY, SUPPLIED, State, box, remove
from vistula.kernel import AGAIN, DONE, RESTART, Call, Choice, Frame, Next, Option, choose, procedure, step, tell

# -- 8.1 supply points --------------------------------------------------------------------------------------


def spend_or_not(s: State, front: int, halved: str) -> list[Option]:
    """Spend a point or save it, with what is left and what saving costs."""
    left = s.points[front] - 1
    return [Option("spend", label=f"Spend 1 point ({left} left)"), Option("save", label=f"Save it ({halved})")]


def set_supply(s: State, front: int, supplied: bool, rule: str) -> None:
    """[8.1a, 8.1b] Spend a point and be supplied for this phase, or be out of supply."""
    s.supplied[front] = SUPPLIED if supplied else OUT_OF_SUPPLY
    s.points[front] -= supplied
    tell(s, rule, "supplied" if supplied else "unsupplied", front=front, points=s.points[front])


@procedure
class OperationSupply(Frame):
    """[8.1a] At the start of a Russian operation phase, Front by Front; one that lost the phase is not asked (W-24)."""

    front: int = -1

    @step("8.1a", "8.1d", "8.3.1c")
    def each(self, s: State) -> Next:
        self.front += 1
        if self.front > 1:
            return DONE
        if s.operation <= s.lost[self.front]:
            s.supplied[self.front] = IDLE
            return AGAIN
        if not s.points[self.front]:
            set_supply(s, self.front, False, "8.1d")
            return AGAIN
        return None

    @choose("8.1a", "8.1b", who=russia, prompt="Supply the {front:front} for this operation?")
    def spend(self, s: State) -> Choice:
        return spend_or_not(s, self.front, "half strength and movement")

    @spend.on("spend")
    def _(self, s: State, _: int) -> Next:
        set_supply(s, self.front, True, "8.1a")
        return RESTART

    @spend.on("save")
    def _(self, s: State, _: int) -> Next:
        set_supply(s, self.front, False, "8.1b")
        return RESTART


@procedure
class DefenceSupply(Frame):
    """[8.1c] At the start of every Polish combat phase the Russian decides again, Front by Front."""

    front: int = -1

    @step("8.1c", "8.1d")
    def each(self, s: State) -> Next:
        self.front += 1
        if self.front > 1:
            return DONE
        if not s.points[self.front]:
            set_supply(s, self.front, False, "8.1d")
            return AGAIN
        return None

    @choose("8.1c", who=russia, prompt="The Poles attack. Supply the {front:front} for its defence?")
    def spend(self, s: State) -> Choice:
        return spend_or_not(s, self.front, "half strength")

    @spend.on("spend")
    def _(self, s: State, _: int) -> Next:
        set_supply(s, self.front, True, "8.1c")
        return RESTART

    @spend.on("save")
    def _(self, s: State, _: int) -> Next:
        set_supply(s, self.front, False, "8.1c")
        return RESTART


# -- 8.3 resupply -------------------------------------------------------------------------------------------


def replaceable(s: State, front: int) -> list[int]:
    """[8.3.2a, 8.3.2b] Infantry of this Front that was eliminated in combat (W-33, W-41)."""
    m = s.m
    return [u for u in m.russian if m.front[u] == front and m.kind[u] == INFANTRY and s.place[u] == ELIMINATED]


def receive(s: State, front: int, points: int) -> None:
    """[8.3.1a, 8.3.1b, 8.3.1c, 8.3.1d] Take the points; the Poles score at once and the Front loses operations."""
    m = s.m
    s.points[front] += points
    s.resupplied[front] = s.turn
    s.lost[front] = 1 if points <= m.resupply_small else 2
    s.replacements[front] = points
    vp = -(-points // m.resupply_a_vp)
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
        room = s.m.sp_max[self.front] - s.points[self.front]
        if s.resupplied[self.front] or room < 1:  # W-40
            return RESTART
        amounts = list(range(1, room + 1))
        return [Option("resupply", amounts, "number", "Resupply"), Option("decline", label="No resupply")]

    @declare.on("decline")
    def _(self, s: State, _: int) -> Next:
        return None

    @declare.on("resupply")
    def _(self, s: State, points: int) -> Next:
        receive(s, self.front, points)
        return None

    @choose("8.3.2a", "8.3.2b", who=russia, prompt="Replace eliminated infantry of the {front:front}?")
    def replace(self, s: State) -> Choice:
        units = replaceable(s, self.front)
        if not units or not s.replacements[self.front]:
            return RESTART
        return [Option("unit", units, "piece", "Bring back"), Option("done", label="No more replacements")]

    @replace.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.replacements[self.front] -= 1
        remove(s, unit, box(s.turn))
        tell(s, "8.3.2a", "replaced", unit=unit)
        return Call(Placement(unit=unit), AGAIN)

    @replace.on("done")
    def _(self, s: State, _: int) -> Next:
        return RESTART
