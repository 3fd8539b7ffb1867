"""Windows for Reaction Cards: moments at which a card in hand may be played, asked for by what everybody knows.

Who is asked, and when, is in `reactions`; what the cards do in `reaction_plays`.
"""

from __future__ import annotations

from vistula.kernel import Frame, runs, step

from ..state import State
from . import reaction_plays
from .battle_cards import CounterStroke, clear_table
from .reactions import NO_RETREAT, NO_SUPPLY, Moment, moment

__all__ = ["NO_RETREAT", "NO_SUPPLY", "reaction_plays"]  # what cards do is declared as that module is loaded


@moment("phase-start", "New phase. Play a Reaction Card?")
class PhaseStart(Moment):
    """[7.41.4c] Before any card is committed."""


@moment("step-start", "Orders on the {front:front} front come next. Play a Reaction Card?", again=True)
class StepStart(Frame):
    """[7.41.4c] Before the orders of a step are executed on a front, up to battles."""

    front: int
    stage: int
    played: int = 0


@moment("recon", "The enemy looks into {area:space}. Play a Reaction Card?")
class ReconRevealed(Frame):
    """[7.41.4c] A Recon of a side has been revealed. Returns 1 if it shows nothing."""

    side: int
    area: int
    played: int = 0
    result: int = 0


@moment("withdrawal", "You withdraw from {area:space}. Play a Reaction Card?")
class Withdrawal(Frame):
    """[7.41.4c] A Withdraw order of a side is carried out or fails. Returns 1 if its strength point is not lost."""

    side: int
    area: int
    played: int = 0
    result: int = 0


@moment("leader-spent", "{unit:unit} has been used. Play a Reaction Card?")
class LeaderSpent(Frame):
    """[9.0e] A leader has been used; a card may let him be used once more."""

    unit: int
    played: int = 0


@moment("battle-start", "A battle begins. Play a Reaction Card?")
class BattleStart(Moment):
    """[7.41.4c] Before Battle Cards."""


@moment("battle-count", "Combat Values come next. Play a Reaction Card?")
class BattleStepThree(Moment):
    """[7.41.4c] Blocks and cards are revealed; Combat Values are about to be counted."""


@moment("after-losses", "Losses are taken. Play a Reaction Card?")
class AfterLosses(Moment):
    """[7.41.4c] Losses have been taken; who has lost is about to be told."""


@moment("battle-end", "The battle is over. Play a Reaction Card?", again=True)
class BattleEnd(Moment):
    """[7.41.4c] A battle is over: a counter-stroke, then Reaction Cards."""

    begin = runs(CounterStroke, "7.41.1")

    @step("3.4i")
    def put_away(self, s: State) -> None:
        """The cards of the battle have been played: they are in their piles when somebody draws."""
        clear_table(s)


@moment("elimination", "A block is about to be eliminated. Play a Reaction Card?")
class Eliminated(Frame):
    """[7.41.4c] A block is about to be eliminated. Returns 1 if it goes to the Force Pool, and gives no VP."""

    piece: int
    cause: int
    played: int = 0
    result: int = 0


@moment("after-battles", "All battles are over. Play a Reaction Card?")
class AfterBattles(Moment):
    """[7.41.4c] After the last battle of a phase."""


@moment("supply", "Supply is checked. Play a Reaction Card?", again=True)
class SupplyWindow(Moment):
    """[7.41.4c] Markers show who is out of supply; nothing has been lost yet."""
