"""All procedures of the game and all kinds of windows, as the kernel must know them."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.arrivals import Arrivals
from vistula.games.strike_of_the_eagle.battle import Battles
from vistula.games.strike_of_the_eagle.cards import ExtraCards, Replenish
from vistula.games.strike_of_the_eagle.commitment import Commitment
from vistula.games.strike_of_the_eagle.cubes import Spending
from vistula.games.strike_of_the_eagle.execution import ExecutionStep, ReconOrder, SideTurn
from vistula.games.strike_of_the_eagle.leaders import LeaderWindow, SikorskiRecon, UseLeader
from vistula.games.strike_of_the_eagle.movement import MoveOrder
from vistula.games.strike_of_the_eagle.orders import Placement, Reservation
from vistula.games.strike_of_the_eagle.rear import RailOrder, ReorganizeOrder
from vistula.games.strike_of_the_eagle.reinforcement import Combining, Garrisoning, ReinforcementPhase
from vistula.games.strike_of_the_eagle.sequence import Campaign, OperationPhase, Round
from vistula.games.strike_of_the_eagle.stacking import ExcessBlocks
from vistula.games.strike_of_the_eagle.supply import SupplyCheck
from vistula.games.strike_of_the_eagle.windows import (
    AfterBattles,
    AfterLosses,
    BattleEnd,
    BattleStart,
    BattleStepThree,
    Eliminated,
    PhaseStart,
    ReconRevealed,
    StepStart,
    SupplyWindow,
    Withdrawal,
)
from vistula.games.strike_of_the_eagle.withdraw import WithdrawOrder
from vistula.kernel import Frame

PROCEDURES: tuple[type[Frame], ...] = (
    Campaign, Round, OperationPhase, Arrivals, Replenish, ExtraCards, PhaseStart, Commitment, Reservation, Placement,
    ExecutionStep, Battles, ExcessBlocks, AfterBattles, SupplyCheck, ReinforcementPhase, SikorskiRecon, StepStart,
    ReconRevealed, Withdrawal, BattleStart, BattleStepThree, AfterLosses, BattleEnd, Eliminated, SupplyWindow,
    Garrisoning, Combining, Spending, SideTurn, ReconOrder, MoveOrder, WithdrawOrder, ReorganizeOrder, RailOrder,
    UseLeader, LeaderWindow,
)  # fmt: skip
WINDOWS: tuple[str, ...] = ()
