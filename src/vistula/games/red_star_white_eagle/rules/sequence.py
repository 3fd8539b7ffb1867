"""6.0 Sequence of play: each game turn a Russian and a Polish player turn, of three phases each."""

from __future__ import annotations

from vistula.kernel import DONE, Call, Frame, Next, goto, procedure, step, tell

from ..scenarios import EITHER
from ..state import State
from ..units import POLAND, RUSSIA, SOUTHWEST, WEST
from . import borders, events, partners
from .combat import CombatPhase
from .deployment import Deployment
from .movement import MovementPhase, begin_movement, end_movement
from .queries import first_turn, scene, turn_of
from .reinforcement import ReinforcementPhase
from .seats import commands
from .victory import conclude


@procedure
class Campaign(Frame):
    """[6.0] The whole game, turn by turn."""

    west_passage, southwest_passage = partners.permission(WEST), partners.permission(SOUTHWEST)

    @step("23.0a", "23.1", "23.2.1b", "23.4.1c")
    def first_side(self, s: State) -> Next:
        first = scene(s).deploys_first
        return Deployment(side=POLAND if first == EITHER else first)

    @step("23.0a", "23.1", "23.2.1b", "23.4.1c")
    def second_side(self, s: State) -> Next:
        first = scene(s).deploys_first
        return Deployment(side=RUSSIA if first == EITHER else 1 - first)

    @step("6.0b", "6.0c", "23.4.7.2a", "24.9.2")
    def begin(self, s: State) -> Next:
        tell(s, "6.0c", "turn_begins", turn=turn_of(s).name)
        return events.begin_game_turn(s)

    @step("6.0a", "23.1.1a", "23.4.1a")
    def russian(self, s: State) -> Next:
        """The first turn of some scenarios begins with the Poles."""
        skipped = first_turn(s) and scene(s).begins == POLAND
        return None if skipped else PlayerTurn(side=RUSSIA)

    @step("6.0a", "23.3a")
    def polish(self, s: State) -> Next:
        """The short scenario ends with a Russian player turn."""
        return None if scene(s).short and s.turn == scene(s).turns else PlayerTurn(side=POLAND)

    @step("6.1g", "23.4.6.1")
    def next_turn(self, s: State) -> Next:
        events.end_game_turn(s)
        s.phase = 0
        if s.turn >= scene(s).turns:
            conclude(s)
            return DONE
        s.turn += 1
        return goto("begin")


@procedure
class PlayerTurn(Frame):
    """[6.0a, 6.0d] One side's turn: arrivals, movement, combat."""

    side: int
    commands: list[int] = []

    @step("7.0a", "6.1a", "6.1d")
    def reinforcement(self, s: State) -> Next:
        s.side = self.side
        tell(s, "6.0c", "player_turn", side=self.side, turn=turn_of(s).name)
        events.begin_player_turn(s, self.side)
        return ReinforcementPhase(side=self.side)

    @step("6.1b", "6.1e", "24.7.2a")
    def start_of_movement(self, s: State) -> Next:
        begin_movement(s, self.side)
        self.commands = commands(s, self.side)
        return events.begin_movement(s, self.side)

    @step("6.1b", "6.1e")
    def movement(self, s: State) -> Next:
        if self.commands:
            return Call(MovementPhase(command=self.commands.pop(0)), goto("movement"))
        end_movement(s)
        return events.end_of_movement(s, self.side)

    @step("6.1c", "6.1f")
    def combat(self, s: State) -> Next:
        return CombatPhase(side=self.side)

    @step("17.4.2b", "24.7.2b")
    def after_combat(self, s: State) -> None:
        borders.end_of_combat_phase(s)
        events.end_of_combat(s, self.side)
        s.phase = s.fresh = s.rebuilt = 0
