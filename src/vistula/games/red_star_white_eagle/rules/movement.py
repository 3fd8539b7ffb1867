"""8.0 Movement: each unit once in a movement phase, hex by hex or by the net. Where to: `ways`, `national_rail`; boats:
`voyages`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from vistula.board.hexes import collect, members
from vistula.kernel import (
    DONE,
    Bar,
    Call,
    Choice,
    Frame,
    Next,
    Offer,
    Option,
    choose,
    first,
    goto,
    left,
    never,
    procedure,
    settle,
    step,
    tell,
)
from vistula.parts.layers import Ground, exits, price

from ..state import MOVEMENT, State
from . import bars, control, frontier, fronts, national_rail, reserve, stacking
from .charge import leave
from .edges import Returning
from .flotillas import reach as waters
from .flotillas import together
from .ground import STANDARD, STRATEGIC, ground
from .options import lithuania
from .queries import enemy, on_board
from .seats import asked, command_of, side_of
from .setup import rules_otherwise
from .strategic import no_strategic, points
from .voyages import Voyage
from .ways import ends, may_not_stay, out_of_step
from .zoc import zoc

UNDECIDED: Final = -1
"""A unit that has not moved yet may use any type of movement [8.0a]."""
VERBS = ("step", "strategic")
"""By way of moving."""


# -- the phase begins and ends ----------------------------------------------------------------------------------------


def begin_movement(s: State, side: int) -> None:
    """[8.3.2, 9.10.1b, 16.7.1a] A movement phase of a side begins: what was so at its beginning is kept."""
    m = s.m
    s.phase, s.side = MOVEMENT, side
    s.moved = s.moving = s.strategic = s.returned = s.rail_used = s.left_zoc = 0
    held = zoc(s, enemy(side))
    present = on_board(s, m.army[side] | m.rcs[side])
    s.began_in_zoc = collect(piece for piece in members(present) if held >> s.place[piece] & 1)
    s.with_flotilla = together(s, side)


def end_movement(s: State) -> None:
    """[8.0c] The phase is over."""
    s.moved = s.moving = s.returned = s.with_flotilla = 0


# -- 8.0 who may move -------------------------------------------------------------------------------------------------


def standing_still(s: State, command: int) -> Iterator[Bar]:
    """[8.0c, 8.0d, 19.0a, 21.5a, 24.4.3b] Pieces that cannot begin a move."""
    m = s.m
    yield from bars.foes(s, command, "8.0c")
    yield bars.off_map(s, "8.0c")
    yield frontier.on_guard(s)
    yield Bar("8.0c", s.moved, bars.named(s, "has moved already in this phase"))
    yield Bar("24.4.3b", lithuania.must_hold(s), bars.named(s, "is the last Lithuanian unit in Wilno"))
    stuck = _hemmed_in(s)
    yield Bar("8.1.2", stuck, lambda unit: f"{m.full_name[unit]} cannot enter any hex next to it")


_Like: TypeAlias = tuple[bool, int, int, int, bool, int]
"""What a ground depends on: whether it is a replacement counter's, front, kind, whether the unit is Lithuanian, out of
command, and the way of moving."""


def _hemmed_in(s: State) -> Callable[[int], bool]:
    """A test for pieces without a step to take or a line to travel on; pieces that are alike are looked at once."""
    m, grounds, ways = s.m, dict[_Like, Ground](), dict[tuple[_Like, int], int]()
    on_foot_only = tuple(reserve.not_entrained(s)) if s.reserve_allowed else ()

    def exits_of(unit: int, way: int) -> int:
        left = points(s, unit, way)
        if left <= 0 and not m.immobile >> unit & 1:
            return 0
        foreign = m.lithuanians >> unit & 1
        alike = (unit >= m.count, m.front[unit], m.kind[unit], foreign, fronts.out_of_command(s, unit), way)
        if alike not in grounds:
            grounds[alike] = ground(s, unit, way)
        if (alike, left) not in ways:
            ways[alike, left] = exits(grounds[alike], left)
        return ways[alike, left]

    def stuck(unit: int) -> bool:
        hex = s.place[unit]
        if m.flotillas >> unit & 1:
            return not waters(s, unit)
        if exits_of(unit, STANDARD) >> hex & 1 or national_rail.rides(s, unit):
            return False
        if exits_of(unit, STRATEGIC) >> hex & 1 and not any(bar.held(0) for bar in no_strategic(s, unit)):
            return False
        return not s.reserve_allowed or any(bar.held(unit) for bar in on_foot_only)

    return stuck


def leaves(s: State, unit: int) -> bool:
    """(A1) Whether a unit that has not moved could still end its move elsewhere."""
    if s.moved >> unit & 1 or s.place[unit] < 0 or frontier.held(s, unit):
        return False
    if s.m.flotillas >> unit & 1:
        return bool(waters(s, unit) & ~stacking.full(s, unit))
    if ends(s, unit, points(s, unit, STANDARD)):
        return True
    if not any(bar.held(0) for bar in no_strategic(s, unit)) and ends(s, unit, points(s, unit, STRATEGIC), STRATEGIC):
        return True
    return bool(left(_no_train(s, unit)))


def _no_train(s: State, unit: int) -> Iterator[Bar]:
    yield from national_rail.no_ticket(s, unit)
    yield from national_rail.unreachable(s, unit)
    yield from may_not_stay(s, unit, 0)


def late(s: State, command: int) -> Iterator[Bar]:
    """[12.3.2b] (A28) Units out of command that could still come closer to it."""
    for unit in fronts.astray(s, s.m.army[side_of(command)] & ~s.moved):
        if command_of(s, unit) == command:
            why = f"{s.m.full_name[unit]} must try to regain command"
            yield Bar("12.3.2b", leaves(s, unit), why)


def unmanned(s: State, command: int) -> Iterator[Bar]:
    """[24.4.3b] (A59) Lithuanians that could still go into Wilno, where one must be."""
    if not lithuania.owed(s):
        return
    for unit in members(s.m.lithuanians & ~s.moved):
        if s.place[unit] >= 0 and command_of(s, unit) == command:
            able = any(ends(s, unit, points(s, unit, way), way) >> s.m.wilno & 1 for way in (STANDARD, STRATEGIC))
            yield Bar("24.4.3b", able, f"{s.m.full_name[unit]} must take over Wilno")


# -- the phase --------------------------------------------------------------------------------------------------------


STOP = Option("stop", label="Stop here")
CANCEL = Option("cancel", label="Choose another unit", free=True)
NOT_YET = never("button", (Bar("8.0c", True, "this unit hasn't moved: move it, or choose another one"),), "stop")
BEGUN = never("button", (Bar("8.0c", True, "this unit is on the move: finish or undo it first"),), "cancel")


@procedure
class MovementPhase(Frame):
    """[6.1b, 6.1e, 6.1h, 8.3.4] One player's units move, each once and with its own points, as many as he likes."""

    command: int

    @step("17.3.1c")
    def back_on_the_map(self, s: State) -> Next:
        return Returning(command=self.command)

    @choose("8.0c", "8.0d", "8.2.3", who=asked, prompt="Choose a unit to move.", always=True)
    def pick(self, s: State) -> Choice:
        units = Offer("unit", "piece", standing_still(s, self.command), "Move this unit")
        end = Offer("end", "button", self._unfinished(s), "End movement", warn="movement_ends", publish=True)
        return [units, end, never("space", [Bar("8.0c", True, "choose the unit that is to move first")])]

    def _unfinished(self, s: State) -> Iterator[Bar]:
        yield from stacking.crowded_out(s, side_of(self.command), self._can_leave(s))
        yield from late(s, self.command)
        yield from unmanned(s, self.command)

    def _can_leave(self, s: State) -> Callable[[int], bool]:
        return lambda unit: command_of(s, unit) == self.command and leaves(s, unit)

    @pick.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.moving = 1 << unit
        if s.m.flotillas >> unit & 1:
            return Call(Voyage(command=self.command, unit=unit), goto("pick"))
        return Call(Move(command=self.command, unit=unit, origin=s.place[unit]), goto("pick"))

    @pick.on("end")
    def _(self, s: State, _: int) -> Next:
        return DONE


@procedure
class Move(Frame):
    """[8.1, 8.3, 8.4] One unit moves: hex by hex in standard or strategic movement, or at once by the net."""

    command: int
    unit: int
    origin: int
    way: int = UNDECIDED
    left: int = 0

    @choose("8.1.2", "8.3.1", "8.4.1a", who=asked, prompt="Move {unit:piece}{points}.", always=True)
    def go(self, s: State) -> Choice:
        if s.place[self.unit] < 0:  # [17.4.1a]
            return goto("halt")
        fresh = self.way == UNDECIDED
        steps = [Offer(VERBS[way], "space", self._off(s, way), LABELS[way]) for way in (STANDARD, STRATEGIC)]
        if not fresh and not any(steps):
            return goto("halt")
        rail = Offer("rail", "space", self._no_rail(s), "Go there by the net", when=fresh)
        stop = Offer("stop", "button", self._no_stop(s), "Stop here")
        train = Offer("entrain", "button", self._not_entrained(s), "Into the railroad reserve")
        return [*steps, rail, train, *([NOT_YET, CANCEL] if fresh else [stop, BEGUN])]

    def _off(self, s: State, way: int) -> Iterator[Bar]:
        """[8.0a, 14.4] A unit uses one type of movement in a turn."""
        if way == STRATEGIC:
            if self.way == UNDECIDED:
                yield from no_strategic(s, self.unit)
            else:
                yield Bar("8.0a", self.way == STANDARD, "it uses standard movement in this turn")
        elif self.way == STRATEGIC:
            yield Bar("8.0a", True, "it uses strategic movement in this turn")
        yield from out_of_step(s, self.unit, self._left(s, way), way)

    def _no_stop(self, s: State) -> Iterator[Bar]:
        here = s.place[self.unit]
        for bar in may_not_stay(s, self.unit, self.left, max(self.way, STANDARD)):
            if bar.held(here):
                said = bar.refusal(here)
                yield Bar(said.rule, True, said.why)

    def _left(self, s: State, way: int) -> int:
        return points(s, self.unit, way) if self.way == UNDECIDED else self.left

    def _no_rail(self, s: State) -> Iterator[Bar]:
        begun = self.way != UNDECIDED
        yield Bar("8.0a", begun, "it has begun to move otherwise, and uses one type of movement in a turn")
        yield from _no_train(s, self.unit)

    @go.each(VERBS)
    def _(self, s: State, hex: int, way: int) -> Next:
        unit, here = self.unit, s.place[self.unit]
        self.left = self._left(s, way) - price(ground(s, unit, way), here, hex)
        self.way = way
        if way == STRATEGIC:  # [8.3.3]
            s.strategic |= 1 << unit
        leave(s, unit)
        control.come(s, unit, hex)
        return goto("go")

    def _not_entrained(self, s: State) -> Iterator[Bar]:
        """[22.7.1c] Entering the reserve is a unit's move of the phase, whatever the net has carried."""
        yield Bar("8.0a", self.way != UNDECIDED, "it has begun to move otherwise")
        if refusal := first(reserve.not_entrained(s), self.unit):
            yield Bar(refusal.rule, True, refusal.why)

    @go.on("entrain")
    def _(self, s: State, _: int) -> Next:
        reserve.enter(s, self.unit)
        return goto("halt")

    @go.on("rail")
    def _(self, s: State, hex: int) -> Next:
        if rules_otherwise(s, "charge-out"):  # [9.10.1c] (A35)
            s.began_in_zoc &= ~(1 << self.unit)
        national_rail.travel(s, self.unit, hex)
        return goto("halt")

    @go.on("stop")
    def _(self, s: State, _: int) -> Next:
        return None

    @go.on("cancel")
    def _(self, s: State, _: int) -> Next:
        s.moving = 0
        return DONE

    @step("8.0c")
    def halt(self, s: State) -> None:
        end_move(s, self.unit, self.origin)


LABELS = ("Move here", "Move here strategically")


def end_move(s: State, unit: int, origin: int) -> None:
    """[8.0c] A unit has moved."""
    s.moved |= 1 << unit
    s.moving = 0
    stacking.settle(s, s.m.side[unit])
    if s.place[unit] >= 0 and s.place[unit] != origin:
        tell(s, "8.0c", "moved", unit=unit, hex=s.place[unit])
    settle(s, "8.0c")
