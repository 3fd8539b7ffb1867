"""5.0 Game progression: rounds of a card draw, five Operation Phases and a Reinforcement Phase."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.kernel import Call, Choice, Frame, Next, Offer, anytime, goto, mix, procedure, runs, step, tell
from vistula.kernel.procedure import Step

from ..cards.windows import AfterBattles, PhaseStart
from ..changes import mix_stacks
from ..model import BLOCKS, BOTH, COMMANDS, ORDERS, PHASES, PIECES, POLAND, RUSSIA, SOUTH, Stage, command_front
from ..state import NONE, State
from ..witnessed import mark_supply
from .arrivals import Arrivals
from .battle import Battles
from .card_draw import ExtraCards, Replenish
from .commitment import Commitment
from .execution import ClosingRound, ExecutionStep
from .leaders import SikorskiRecon, out_of_sight, sikorski_seat
from .orders import Placement, Reservation
from .queries import controlled, front_of, occupied
from .reinforcement import ReinforcementPhase
from .setup import deal_keys
from .stacking import ExcessBlocks
from .supply import SupplyCheck
from .tokens import clear_orders
from .victory import count_cities, finish, last_phase, sudden_victor


@procedure
class Campaign(Frame):
    """[0.0b, 5.0a] The whole scenario."""

    @mix("4.0e", "2.0f", pieces=lambda frame, s: range(BLOCKS))
    def set_up(self, s: State, pieces: Sequence[int]) -> None:
        deal_keys(s, pieces)

    @step("5.0a")
    def round(self, s: State) -> Next:
        return Call(Round(), goto("next_round"))

    @step("5.0a", "5.0c")
    def next_round(self, s: State) -> Next:
        s.round += 1
        return goto("round")


@procedure
class Round(Frame):
    """[5.0a] Replenish Cards, Operation Phases 1 to 5, Reinforcement Phase."""

    @step("5.0a", "9.0e")
    def begin(self, s: State) -> None:
        """Leaders stand upright again."""
        s.phase, s.step, s.spent = 0, Stage.REPLENISH, 0
        s.round_held = [controlled(s, POLAND), controlled(s, RUSSIA)]
        tell(s, "5.0a", "round", round=s.round, dates=s.m.rounds[s.round])

    replenish = runs(Replenish, "6.0a")

    @step("7.0", "7.9a")
    def phase(self, s: State) -> Next:
        """The round marker advances."""
        if s.phase == PHASES:
            return goto("reinforcement")
        s.phase += 1
        return Call(OperationPhase(), goto("phase"))

    @step("7.9a", "8.0a")
    def reinforcement(self, s: State) -> Next:
        s.phase, s.step = PHASES + 1, Stage.REINFORCEMENT
        return ReinforcementPhase() if s.scene.reinforcements else None


def begin_phase(s: State) -> None:
    """[1.1c, 7.32a, 7.11b] What is true of blocks and orders when an Operation Phase begins."""
    s.start = [place if place >= 0 else NONE for place in s.place]
    s.origin = [NONE] * len(s.place)
    s.on_link = s.behind = s.moved = s.executed = s.marched = s.at_full = s.fought = s.detached = s.stuck = 0
    s.southern = sum(1 << p for p, place in enumerate(s.place) if place >= 0 and front_of(s, place) == SOUTH)
    s.began = [occupied(s, POLAND), occupied(s, RUSSIA)]
    s.entries, s.free, s.late = [], {}, {}
    clear_orders(s)
    s.next_order = s.passed = s.uncovered = s.named = 0
    s.report = None
    s.committed = [NONE for _ in COMMANDS]
    s.reserved = [[0] * len(ORDERS) for _ in COMMANDS]
    s.allowance = [s.m.charts.orders.allowed if command_front(c) in s.scene.fronts else 0 for c in COMMANDS]
    mark_supply(s)


def stacked(frame: Frame, s: State) -> list[int]:
    """Blocks that stand with others of their side."""
    found = []
    for side in BOTH:
        places = [s.place[p] for p in PIECES[side]]
        found += [p for p in PIECES[side] if s.place[p] >= 0 and places.count(s.place[p]) > 1]
    return found


def executed(stage: int, *rules: str) -> Step:
    """[7.3a] A step in which the orders of some types are executed."""

    def body(self: OperationPhase, s: State) -> Next:
        s.step = stage
        return ExecutionStep(stage=stage)

    return step(*rules)(body)


@procedure
class OperationPhase(Frame):
    """[5.0b, 7.0] Cards, orders, execution, battles, reorganization, rail transport, supply, victory points."""

    front: int = 0

    @step("4.0g", "7.0")
    def arrivals(self, s: State) -> Next:
        s.step = Stage.ARRIVALS
        tell(s, "7.0", "phase", round=s.round, phase=s.phase)
        return Arrivals()

    @step("1.1c", "7.2b", "7.2i", "7.32a")
    def begin(self, s: State) -> None:
        begin_phase(s)

    @mix("2.0f", pieces=stacked)
    def out_of_sight(self, s: State, pieces: Sequence[int]) -> None:
        mix_stacks(s, pieces)

    @step("10.1b")
    def extra_cards(self, s: State) -> Next:
        s.step = Stage.CARDS
        return ExtraCards()

    @step("7.41.4c")
    def start(self, s: State) -> Next:
        self.front = 0
        return PhaseStart()

    @step("7.1a", "7.1d", "10.1c")
    def cards(self, s: State) -> Next:
        """Front by front, north first (S14)."""
        s.step = Stage.CARDS
        return self.each_front(s, "cards", Commitment)

    @step("10.0f", "10.2a", "10.2c")
    def counters(self, s: State) -> Next:
        s.step, self.front = Stage.PLACING, 0
        return Call(Reservation(side=POLAND), goto("soviet_counters"))

    @step("10.2a")
    def soviet_counters(self, s: State) -> Next:
        return Reservation(side=RUSSIA)

    @step("3.1b", "7.2a", "10.0b", "10.1d")
    def orders(self, s: State) -> Next:
        s.step = Stage.PLACING
        return self.each_front(s, "orders", Placement)

    def each_front(self, s: State, again: str, procedure: type[Commitment] | type[Placement]) -> Next:
        """One procedure for each front in play, the northern one first [10.0b]."""
        if self.front < len(s.scene.fronts):
            self.front += 1
            return Call(procedure(front=s.scene.fronts[self.front - 1]), goto(again))
        self.front = 0
        return None

    marches = executed(Stage.MARCHES, "7.3a")
    recons = executed(Stage.RECONS, "7.3b", "7.31c")
    moves = executed(Stage.MOVES, "7.3c")
    withdrawals = executed(Stage.WITHDRAWALS, "7.3d")
    last_leaders = runs(ClosingRound, "9.0k", "9.0m")

    @step("7.3e", "7.4a")
    def battles(self, s: State) -> Next:
        s.step = Stage.BATTLES
        return Battles()

    excess = runs(ExcessBlocks, "7.33f")
    after_battles = runs(AfterBattles, "7.41.4c")
    reorganizations = executed(Stage.REORGANIZATIONS, "7.3f", "7.5")
    railways = executed(Stage.RAILWAYS, "7.3g", "7.6a")

    @step("7.7a")
    def supply(self, s: State) -> Next:
        s.step, s.orders = Stage.SUPPLY, []
        return SupplyCheck()

    @step("7.8a", "5.0c")
    def points(self, s: State) -> None:
        """Key cities are counted; some scenarios end at once."""
        s.step = Stage.POINTS
        count_cities(s)
        s.sudden = sudden_victor(s)
        if s.sudden != NONE or last_phase(s):
            finish(s)

    @anytime("9.0g", who=sikorski_seat, prompt="Sikorski may look at an area within two of his position.")
    def sikorski(self, s: State) -> Choice:
        return [Offer("sikorski", "space", out_of_sight(s), "Sikorski looks here")]

    @sikorski.on("sikorski")
    def _(self, s: State, area: int) -> Next:
        return SikorskiRecon(area=area)
