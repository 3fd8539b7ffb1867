"""5.0 Sequence of play: eight game turns, Polish player turn first, Russian second."""

from __future__ import annotations

from vistula.kernel import AGAIN, DONE, Choice, Frame, Next, Option, choose, goto, procedure, step, tell

from ..model import POLAND, RUSSIA
from ..state import COMBAT, IDLE, MOVEMENT, OPERATION, REINFORCEMENT, State
from .combat import CombatPhase
from .movement import MovementPhase
from .refit import RefitPhase
from .reinforcements import ReinforcementPhase
from .seats import phasing
from .setup import PolishDeployment, RussianDeployment
from .stacking import rearrange_options, rearranging
from .supply import DefenceSupply, OperationSupply, Resupply
from .victory import totals


def polish_operations(s: State) -> int:
    """[3.3b, 5.1c, 5.1d, 5.3c] How many operation phases the Poles have on this turn, a marker for each."""
    base = s.m.polish_ops[s.turn]
    started = s.counterattack in s.m.counterattack.turns and s.counterattack <= s.turn
    return max(base, s.m.operations.russian) if started else base


def operations_allowed(s: State) -> int:
    return polish_operations(s) if s.side == POLAND else s.m.operations.russian


@procedure
class Campaign(Frame):
    """5.1 The whole game, from deployment to the last refit phase."""

    free: bool = False

    @step("3.0b", "3.1b")
    def polish_deployment(self, s: State) -> Next:
        return PolishDeployment() if self.free else None

    @step("3.0b", "3.2a")
    def russian_deployment(self, s: State) -> Next:
        return RussianDeployment() if self.free else None

    @step("5.0a", "5.1b")
    def polish_turn(self, s: State) -> Next:
        tell(s, "5.0a", "turn", turn=s.turn, dates=s.m.dates[s.turn])
        return PlayerTurn(side=POLAND) if s.turn > 1 else None

    @step("5.0a")
    def russian_turn(self, s: State) -> Next:
        return PlayerTurn(side=RUSSIA)

    @step("5.1e", "4.1a")
    def end_of_turn(self, s: State) -> Next:
        if s.turn < s.m.turns:
            s.turn += 1
            return goto("polish_turn")
        s.ended = True
        poland, russia = totals(s)
        tell(s, "4.1a", "final_score", poland=poland, russia=russia)
        return DONE


@procedure
class PlayerTurn(Frame):
    """[5.1a] Reinforcement and reorganization, operation phases, refit."""

    side: int

    @step("5.1a")
    def begin(self, s: State) -> None:
        s.side, s.phase = self.side, REINFORCEMENT
        s.operation = s.movements = 0
        s.operations, s.statuses = [], []
        s.lost, s.supplied = [0, 0], [IDLE, IDLE]
        tell(s, "5.1a", "player_turn", side=self.side, turn=s.turn)

    @step("8.3a")
    def resupply(self, s: State) -> Next:
        return Resupply() if self.side == RUSSIA else None

    @step("5.1a", "9.0a")
    def reinforcement(self, s: State) -> Next:
        return ReinforcementPhase(side=self.side)

    @step("5.1c", "5.2a", "8.3.1c")
    def next_operation(self, s: State) -> Next:
        s.phase = OPERATION
        s.operation += 1
        if s.operation > operations_allowed(s):
            return goto("refit_phase")
        if self.side == RUSSIA and all(s.operation <= lost for lost in s.lost):
            s.operations.append(OPERATION)
            s.statuses += [IDLE, IDLE]
            return AGAIN
        return None

    @rearranging
    @choose("5.2a", "5.2b", "5.2c", "5.2d", who=phasing, prompt="Operation {operation}: movement or combat?")
    def kind(self, s: State) -> Choice:
        return [
            Option("movement", label="Movement phase"),
            Option("combat", label="Combat phase"),
            *rearrange_options(s),
            Option("stop", label="No more operations", warn="operations_left", publish=True),
        ]

    @kind.each(("movement", "combat"))
    def _(self, s: State, _: int, which: int) -> None:
        s.operations.append((MOVEMENT, COMBAT)[which])

    kind.to("stop", goto("refit_phase"))

    @step("8.1a", "8.1c")
    def supply(self, s: State) -> Next:
        if self.side == RUSSIA:
            return OperationSupply()
        return DefenceSupply() if s.operations[-1] == COMBAT else None

    @step("5.2a", "5.4c", "5.5a")
    def operation_phase(self, s: State) -> Next:
        s.statuses += s.supplied
        return MovementPhase() if s.operations[-1] == MOVEMENT else CombatPhase()

    @step("5.2a")
    def operation_over(self, s: State) -> Next:
        s.supplied = [IDLE, IDLE]
        return goto("next_operation")

    @step("5.1a", "12.2a")
    def refit_phase(self, s: State) -> Next:
        s.operation = 0
        return RefitPhase(side=self.side)
