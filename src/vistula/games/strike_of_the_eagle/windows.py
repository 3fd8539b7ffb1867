"""Windows for Reaction Cards: moments at which a card in hand may be played, asked for by what everybody knows."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import Frame, Next, Return, procedure, step

NO_RETREAT, NO_SUPPLY = range(2)
"""Why a block is eliminated."""


@procedure
class PhaseStart(Frame):
    """[7.41.4c] Before any card is committed."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class StepStart(Frame):
    """[7.41.4c] Before one side's orders of a step are executed on a front, up to battles."""

    front: int
    stage: int

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class ReconRevealed(Frame):
    """[7.41.4c] A Recon of a side has been revealed. Returns 1 if it shows nothing."""

    side: int
    area: int

    @step("7.41.4c")
    def begin(self, s: State) -> Next:
        return Return(0)


@procedure
class Withdrawal(Frame):
    """[7.41.4c] A Withdraw order of a side is carried out or fails. Returns 1 if its strength point is not lost."""

    side: int
    area: int

    @step("7.41.4c")
    def begin(self, s: State) -> Next:
        return Return(0)


@procedure
class BattleStart(Frame):
    """[7.41.4c] Before Battle Cards."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class BattleStepThree(Frame):
    """[7.41.4c] Blocks and cards are revealed; Combat Values are about to be counted."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class AfterLosses(Frame):
    """[7.41.4c] Losses have been taken; who has lost is about to be told."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class BattleEnd(Frame):
    """[7.41.4c] A battle is over."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class Eliminated(Frame):
    """[7.41.4c] A block is about to be eliminated. Returns 1 if it goes to the Force Pool, and gives no VP."""

    piece: int
    cause: int

    @step("7.41.4c")
    def begin(self, s: State) -> Next:
        return Return(0)


@procedure
class AfterBattles(Frame):
    """[7.41.4c] After the last battle of a phase."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...


@procedure
class SupplyWindow(Frame):
    """[7.41.4c] Markers show who is out of supply; nothing has been lost yet."""

    @step("7.41.4c")
    def begin(self, s: State) -> None: ...
