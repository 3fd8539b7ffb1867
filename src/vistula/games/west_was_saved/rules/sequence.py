"""2.1 Sequence of play: fourteen turns of ten phases, each finished by both players before the next begins."""

from __future__ import annotations

from vistula.kernel import DONE, RESTART, Frame, Next, goto, procedure, runs, step, tell

from ..changes import conceal, watch
from ..state import (
    COMBAT,
    COMMAND_MOVEMENT,
    DEPOTS,
    EVENTS,
    MOVEMENT,
    NOT_TOLD,
    REDEPLOYMENT,
    REINFORCEMENTS,
    RESOURCES,
    RESTORATION,
    SUPPLY,
    State,
)
from .activation import MovementPhase
from .arrange import Disguise
from .combat import CombatPhase
from .command import CommandPhase
from .depots import DepotPhase
from .events import EventsPhase
from .redeployment import RedeploymentPhase
from .reinforcements import ReinforcementsPhase
from .resources import ResourcePhase
from .restoration import RestorationPhase
from .supply import SupplyCheck
from .victory import finish

PHASES: dict[int, type[Frame]] = {
    EVENTS: EventsPhase,
    RESOURCES: ResourcePhase,
    DEPOTS: DepotPhase,
    SUPPLY: SupplyCheck,
    MOVEMENT: MovementPhase,
    COMMAND_MOVEMENT: CommandPhase,
    COMBAT: CombatPhase,
    RESTORATION: RestorationPhase,
    REDEPLOYMENT: RedeploymentPhase,
    REINFORCEMENTS: ReinforcementsPhase,
}
"""[2.1c] The phases of a turn in their order."""


def clear_turn(s: State) -> None:
    """[4.0d, 2.1d] Unspent points are lost, markers and what lasted for the turn are removed."""
    s.rp, s.trp = [0, 0], [0, 0]
    s.unsupplied = s.ordered = s.moved = s.promised = s.moving = s.led = s.obeyed = 0
    s.attacked = s.spent = s.fought = s.triumphed = s.redeployed = s.declined = s.forgone = 0
    s.markers, s.pledges, s.moving_hex, s.redeployments = {}, [], -1, [0, 0]
    s.laid, s.black = [0, 0], [NOT_TOLD, NOT_TOLD]
    s.card_points, s.card_uses, s.card_choice = [0, 0], [0, 0], [-1, -1]
    s.card_hexes = s.card_markers = s.card_muted = 0
    conceal(s)


@procedure
class Turn(Frame):
    """[2.1b, 2.1c] One turn: its phases in their order."""

    @step("2.1c")
    def begin(self, s: State) -> None:
        s.phase = EVENTS
        tell(s, "2.1a", "turn", turn=s.turn, dates=s.m.dates[s.turn])

    @step("2.1b", "2.1c", "2.2a", "2.2b")
    def phase(self, s: State) -> Next:
        watch(s)
        return PHASES[s.phase]()

    @step("2.1b", "2.1c")
    def next_phase(self, s: State) -> Next:
        if s.phase == REINFORCEMENTS:
            return None
        s.phase += 1
        return goto("phase")

    @step("2.1a", "2.1d")
    def end(self, s: State) -> Next:
        clear_turn(s)
        if s.turn == s.m.turns:
            finish(s)
            return DONE
        s.turn += 1
        return RESTART


@procedure
class Campaign(Frame):
    """2.1 The whole game, from the dummies of the set-up to the end of turn 14."""

    disguise = runs(Disguise, "1.4b")
    turns = runs(Turn, "2.1a", "2.1d")
