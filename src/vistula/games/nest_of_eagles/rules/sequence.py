"""5.0 Game Round: each side takes a turn of seven phases; then the next week begins."""

from __future__ import annotations

from vistula.kernel import DONE, Call, Frame, Next, goto, procedure, step, tell

from ..cards.events import phase_begins
from ..model import POLAND, SOVIET
from ..state import (
    ATTACK_1,
    ATTACK_2,
    OPERATIONAL,
    PATROLS,
    REACTIVE_1,
    REACTIVE_2,
    REACTIVE_3,
    REPLACEMENT,
    State,
)
from . import lithuania, reveal, volunteers
from .alternatives import soviets, turn_over
from .attack import Attacks
from .boost import quarrels
from .concentration import appear
from .groups import Screening
from .konarmiya import Transfer, disperse
from .morale import cooling_fervor
from .movement import Marches, begin_movement, end_movement
from .patrols import AT_SETUP
from .priorities import Priorities, SilesianReward, rewarded, soviet_turn
from .queries import plays
from .reactive import ReactivePhase
from .rebellion import Emissaries, end_of_turn
from .reinforcements import FirstMovement
from .reorganization import Reorganizing
from .replacements import ReplacementPhase
from .seats import POLES, commands
from .theaters import review
from .three_players import review_priority
from .ukrainians import kijow_deadline
from .victory import conclude, sudden_death


@procedure
class Campaign(Frame):
    """5.0a The whole game, round by round."""

    @step("18.1a")
    def deploy(self, s: State) -> Next:
        return Reorganizing(command=POLES, deploying=True)

    @step("20.4.1a")
    def emissaries(self, s: State) -> Next:
        return Emissaries() if s.rebellion and not any(s.emissaries) and plays(s, "20.4") else None

    @step("23.5a")
    def priorities(self, s: State) -> Next:
        return Priorities() if s.has_priorities and not any(s.politics) else None

    @step("23.4.2a", "23.4.2b", "23.4.2c")
    def markers(self, s: State) -> Next:
        return soviets(s) if s.alternatives and not s.lying else None

    @step("23.1.1c")
    def patrols(self, s: State) -> Next:
        first = s.m.scenarios[s.scenario].begins
        order = [*commands(s, first), *commands(s, 1 - first)]
        return Screening(commands=order, occasion=AT_SETUP) if s.concealment & PATROLS else None

    @step("23.4a")
    def news(self, s: State) -> None:
        turn_over(s)

    @step("23.5.1b")
    def silesia(self, s: State) -> Next:
        return SilesianReward() if rewarded(s) else None

    @step("5.0a", "5.2a")
    def begin(self, s: State) -> Next:
        tell(s, "5.0a", "round", round=s.round)
        return PlayerTurn(side=s.m.scenarios[s.scenario].begins)

    @step("5.2a")
    def other(self, s: State) -> Next:
        return PlayerTurn(side=1 - s.m.scenarios[s.scenario].begins)

    @step("5.2a", "19.8.1a", "19.1.1a", "21.4a", "21.4b")
    def next_round(self, s: State) -> Next:
        kijow_deadline(s)
        lithuania.end_of_round(s)
        volunteers.end_of_round(s)
        if s.round >= s.m.scenarios[s.scenario].last:
            conclude(s)
            return DONE
        s.round += 1
        s.regained = 0  # [17.3b]
        return goto("news")


@procedure
class PlayerTurn(Frame):
    """5.1 Seven phases of the Phasing player."""

    side: int
    commands: list[int] = []

    @step("5.1a", "14.1c", "17.1.1a")
    def begin(self, s: State) -> None:
        s.side = s.active = self.side
        s.arrived, s.attacked, s.supplied_cars, s.left_theater = False, 0, 0, 0
        s.konarmiya_fought = s.konarmiya_held = False
        s.entered = 0
        s.attacks, s.assaults, s.orders = [0, 0, 0], [0, 0], [0, 0]
        s.fought_in, s.captured_in, s.asked_off = [0, 0], [0, 0], [0, 0]
        if self.side == POLAND:
            s.reserve_triggers = 0
            quarrels(s, begins=True)
        reveal.begin_turn(s, self.side)  # [23.1.3f]
        tell(s, "5.1a", "turn", side=self.side, round=s.round)

    @step("19.1d", "19.1.1a", "19.1.1d")
    def volunteers(self, s: State) -> Next:
        if self.side != POLAND:
            return None
        volunteers.begin_turn(s)
        return volunteers.markers(s)

    @step("23.5b")
    def priority(self, s: State) -> None:
        if self.side == SOVIET:
            soviet_turn(s)

    @step("22.1a", "22.1b", "22.1e")
    def who_goes_first(self, s: State) -> None:
        if self.side == SOVIET:
            review_priority(s)

    @step("20.1.4b")
    def transfer(self, s: State) -> Next:
        return Transfer() if self.side == SOVIET else None

    @step("5.1a", "5.1b")
    def reactive_1(self, s: State) -> Next:
        s.phase = REACTIVE_1
        return ReactivePhase(side=self.side)

    @step("5.1a", "23.3c")
    def attack_1(self, s: State) -> Next:
        s.phase, self.commands = ATTACK_1, commands(s, self.side)
        return phase_begins(s)

    @step("10.1e")
    def attacks_1(self, s: State) -> Next:
        return self._attacks(s, "attacks_1")

    def _attacks(self, s: State, here: str) -> Next:
        """Each command attacks in turn; who has attacked or was barred may attack again afterwards [10.1f] (N-7)."""
        if self.commands:
            return Call(Attacks(command=self.commands.pop(0)), goto(here))
        s.fought = s.barred = 0
        return None

    @step("5.1a", "5.1b")
    def reactive_2(self, s: State) -> Next:
        s.phase = REACTIVE_2
        return ReactivePhase(side=self.side)

    @step("5.1a", "5.1d", "9.4a")
    def operational(self, s: State) -> Next:
        s.phase, s.active, s.moved = OPERATIONAL, self.side, 0
        appear(s, self.side)  # [9.4a]
        self.commands = commands(s, self.side)
        return FirstMovement(commands=self.commands[:])

    @step("7.0a", "7.1j", "23.3c")
    def start_of_movement(self, s: State) -> Next:
        moved = s.moved
        begin_movement(s, self.side)
        s.moved = moved
        return phase_begins(s)

    @step("7.0a", "5.1f")
    def movement(self, s: State) -> Next:
        if self.commands:
            return Call(Marches(command=self.commands.pop(0)), goto("movement"))
        end_movement(s, self.side)
        return None

    @step("5.1a", "5.1c")
    def reactive_3(self, s: State) -> Next:
        s.phase = REACTIVE_3
        return ReactivePhase(side=self.side)

    @step("5.1a", "5.1g", "23.3c")
    def attack_2(self, s: State) -> Next:
        s.phase, self.commands = ATTACK_2, commands(s, self.side)
        return phase_begins(s)

    @step("10.1e")
    def attacks_2(self, s: State) -> Next:
        return self._attacks(s, "attacks_2")

    @step("5.1a", "5.1h")
    def replacement(self, s: State) -> Next:
        s.phase = REPLACEMENT
        return ReplacementPhase()

    @step("13.3.1a", "5.2a", "20.1.3a", "20.4.1d", "22.2a")
    def over(self, s: State) -> None:
        cooling_fervor(s)
        review(s)  # [13.4d, 19.1c] units also leave a Theater by being removed
        s.phase = 0
        if self.side == POLAND:
            quarrels(s, begins=False)
            end_of_turn(s)
            sudden_death(s)
            return
        disperse(s)
        if s.round == s.m.scenarios[s.scenario].last:
            review_priority(s)  # [22.2a]
