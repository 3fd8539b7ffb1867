"""9.0 Reinforcements phase: reorganization first, then arrivals by rail; in turn 3 the counterattack order (5.3)."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND, RUSSIA, SEATS
from vistula.games.warsaw_1920.queries import controlled, full_for, railed, zoc
from vistula.games.warsaw_1920.retreat import then_routs
from vistula.games.warsaw_1920.seats import owner, phasing
from vistula.games.warsaw_1920.stacking import StackingCheck, rearrange_options, rearranging
from vistula.games.warsaw_1920.state import State, box_turn, enter, on_map, reorganize
from vistula.kernel import (
    AGAIN,
    DONE,
    SKIP,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    choose,
    disclose,
    procedure,
    step,
    tell,
)


def due(s: State, side: int) -> list[int]:
    """[2.2.9a, 9.0a] Units in this or an earlier box of the turn track; held back, they stay due [9.0b]."""
    units = s.m.polish if side == POLAND else s.m.russian
    return [u for u in units if 0 < box_turn(s.place[u]) <= s.turn]


def entry_places(s: State, side: int) -> int:
    """[9.1a, 9.1b, 9.1c] Towns and cities where a side's reinforcements may arrive; any source serves all (W-47)."""
    m = s.m
    places = (m.town | m.city | m.major) & controlled(s, side) & railed(s, side) & ~zoc(s, 1 - side)
    return places | (1 << m.warsaw & controlled(s, POLAND)) if side == POLAND else places


def entry_hexes(s: State, unit: int) -> int:
    """[9.1a] Where this reinforcement may be placed within the stacking limits."""
    return entry_places(s, s.m.side[unit]) & ~full_for(s, unit)


@procedure
class ReinforcementPhase(Frame):
    """9.0 Reorganize, place what is due, and for the Poles the counterattack order."""

    side: int

    @rearranging
    @choose("9.2a", "9.2b", "9.2c", who=owner, prompt="Reorganize disrupted units? They return in two turns.")
    def reorganization(self, s: State) -> Choice:
        units = [u for u in on_map(s, self.side) if s.disrupted >> u & 1]
        if not units:
            return SKIP
        options = [Option("reorganize", units, "piece", "Reorganize"), *rearrange_options(s)]
        return [*options, Option("done", label="Reorganize no more")]

    @reorganization.on("reorganize")
    def _(self, s: State, unit: int) -> Next:
        reorganize(s, unit, "9.2a")
        return AGAIN

    @reorganization.on("done")
    def _(self, s: State, _: int) -> Next:
        return None

    @rearranging
    @choose("9.0a", "9.0b", who=owner, prompt="Choose a reinforcement to place.")
    def arrivals(self, s: State) -> Choice:
        places = entry_places(s, self.side)
        units = [u for u in due(s, self.side) if places & ~full_for(s, u)]
        if not units:
            return SKIP
        return [
            Option("unit", units, "piece", "Place this unit"),
            *rearrange_options(s),
            Option("delay", label="Delay what is left", warn="arrivals_wait"),
        ]

    @arrivals.on("unit")
    def _(self, s: State, unit: int) -> Next:
        return Call(Placement(unit=unit), AGAIN)

    @arrivals.on("delay")
    def _(self, s: State, _: int) -> Next:
        return None  # a verb of its own: a `done` meant for the reorganization must not send them away [9.0b]

    @step("6.1a")
    def limits(self, s: State) -> Next:
        return StackingCheck(side=self.side)

    @choose(
        "5.3a", "4.1.6a", who=owner, prompt="Start the counterattack on which turn? Turn 5 costs 4 VP.", always=True
    )
    def counterattack_order(self, s: State) -> Choice:
        if self.side == RUSSIA or s.turn != s.m.counterattack_chosen:
            return SKIP
        return [Option("order", list(s.m.counterattack_turns), "number", "Counterattack on turn")]

    @counterattack_order.on("order")
    def _(self, s: State, turn: int) -> Next:
        s.counterattack = turn
        tell(s, "5.3a", "order_chosen")
        tell(s, "5.3a", "order_kept", to=[SEATS[POLAND]], turn=turn)
        return None

    @step("5.3b")
    def show_order(self, s: State) -> None:
        if self.side == POLAND and s.turn == s.m.counterattack_revealed:
            s.order_shown = True
            disclose(s, "5.3b", [SEATS[RUSSIA]], s.counterattack)
            tell(s, "5.3b", "order_shown", turn=s.counterattack)


@procedure
class Placement(Frame):
    """9.1 One unit comes onto the map."""

    unit: int

    @choose("9.1a", "9.1b", "9.1c", who=phasing, prompt="Place {unit:piece} where?")
    def where(self, s: State) -> Choice:
        hexes = entry_hexes(s, self.unit)
        if not hexes:
            return DONE
        return [Option("hex", members(hexes), "space", "Place here"), Option("wait", label="Hold it back", free=True)]

    @where.on("hex")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "9.1a", "arrives", unit=self.unit, hex=hex)
        enter(s, self.unit, hex, "9.1a")
        return then_routs(s, s.side, [hex])  # [10.4.2a]

    @where.on("wait")
    def _(self, s: State, _: int) -> Next:
        return None
