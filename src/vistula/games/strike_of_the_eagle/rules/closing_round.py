"""9.0 Leaders up to Resolve Battles: the closing round, in which either side may still answer the other (S29)."""

from __future__ import annotations

from vistula.kernel import DONE, Call, Choice, Frame, Next, choose, goto, procedure, step

from ..model import POLAND, RUSSIA, SIDES, Stage, command_of, foe
from ..state import NONE, State
from .execution import SideTurn, due_orders
from .leader_orders import may_be_led
from .leaders import LeaderWindow
from .queries import commands, players_of
from .seats import EITHER_SIDE, holder_asked


@procedure(who=holder_asked)
class ClosingRound(Frame):
    """[9.0k, 9.0m] When all withdrawals are over, each side in turn may use a leader, until both have declined one
    after the other (S29). With two fronts the holder of the northern initiative says who begins."""

    front: int = NONE
    side: int = NONE
    stage: int = Stage.WITHDRAWALS
    asked: int = 0  # players of the side, in this turn
    used: int = 0
    declined: int = 0  # sides, one after the other

    @step("9.0k")
    def begin(self, s: State) -> Next:
        """Nobody is asked where everybody sees that no leader can be used; who is alone in having one begins."""
        able = [side for side in (POLAND, RUSSIA) if may_be_led(s, side)]
        self.front = s.scene.fronts[0]
        if not able:
            return DONE
        self.side = able[0]
        return None if len(able) == 2 else goto("turn")

    @choose("7.3h", "9.0k", prompt="Last orders before battles: whose leaders go first?")
    def first_executor(self, s: State) -> Choice:
        return EITHER_SIDE

    @first_executor.each(SIDES)
    def _(self, s: State, _: int, side: int) -> None:
        self.side = side

    @step("9.0k", "9.0m")
    def turn(self, s: State) -> Next:
        """The players of the side are asked, one after the other, until one of them uses a leader."""
        players = players_of(s, self.side) if may_be_led(s, self.side) else []
        if self.used or self.asked == len(players):
            return None
        command = commands(s, players[self.asked])[0]
        self.asked += 1
        return Call(LeaderWindow(command=command, stage=self.stage, last=True), goto("turn"), "used")

    @step("9.0m", "9.0n")
    def carry_out(self, s: State) -> Next:
        """What the leader has ordered is executed at once; a Reorganization or a rail transport waits for its step."""
        for front in s.scene.fronts:
            command = command_of(self.side, front)
            if due_orders(s, command, self.stage):
                return Call(SideTurn(stage=self.stage, command=command, last=True, at="hopeless"), goto("carry_out"))
        return None

    @step("9.0k")
    def other_side(self, s: State) -> Next:
        self.declined = 0 if self.used else self.declined + 1
        if self.declined == len(SIDES):
            return DONE
        self.side, self.asked, self.used = foe(self.side), 0, 0
        return goto("turn")
