"""10.0 Movement phase: units or stacks move one after another, hex by hex."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.warsaw_1920.model import POLAND
from vistula.games.warsaw_1920.queries import in_enemy_zoc, overstacked_hexes, zoc
from vistula.games.warsaw_1920.retreat import then_routs
from vistula.games.warsaw_1920.seats import phasing
from vistula.games.warsaw_1920.stacking import StackingCheck, rearrange_options, rearranging
from vistula.games.warsaw_1920.state import (
    MOVEMENT,
    OUT_OF_SUPPLY,
    State,
    covered_by,
    enter,
    on_map,
    units_at,
)
from vistula.kernel import AGAIN, DONE, Call, Choice, Frame, Next, Option, choose, procedure, settle, step, tell


def half(number: int) -> int:
    """Half, rounded up, as every halving in this game."""
    return (number + 1) // 2


def allowance(s: State, unit: int) -> int:
    """[2.2.7a] The movement points a unit has in this movement phase; isolation takes none away [10.2a]."""
    full = s.m.ma[unit]
    if s.m.side[unit] == POLAND:
        return full if s.movements <= 1 else half(full)  # [5.4a] [5.4b]
    return half(full) if s.supplied[s.m.front[unit]] == OUT_OF_SUPPLY else full  # [8.2a] [8.2e]


def may_act(s: State, unit: int) -> bool:
    """[8.3.1c, 8.3.1e] Whether a unit's Front has this operation phase at all; Poles always do."""
    front = s.m.front[unit]
    return front < 0 or s.operation > s.lost[front]


def movable(s: State, side: int) -> list[int]:
    """[10.1a, 10.1b, 12.1a] Units that may still move in this phase and have a hex to move to."""
    m, place, done = s.m, s.place, s.moved | s.disrupted
    open_hexes = m.enterable[side] & ~s.occupied[1 - side]  # [10.4a] [10.5a] [10.5b]
    zone = zoc(s, 1 - side)
    quiet = open_hexes & ~zone  # [7.1b] all that is open to a unit which begins in an enemy zone
    ready = [u for u in on_map(s, side) if not done >> u & 1 and may_act(s, u)]
    return [
        u for u in ready if m.around[hex := place[u]] & (quiet if zone >> hex & 1 else open_hexes)
    ]  # [7.1b] [10.4a]


def steps(s: State, hex: int, left: int, whole: bool) -> list[int]:
    """[10.3a] The neighbouring hexes that units in `hex` with `left` MP may enter.

    `whole` says that they have spent nothing yet, so that one hex may cost more than they have [10.3b].
    """
    side = s.side
    barred = s.occupied[1 - side] | ~s.m.enterable[side]  # [10.4a] [10.5a] [10.5b]
    if in_enemy_zoc(s, side, hex):
        if not whole:
            return []  # [7.1a] [10.4.1a]
        barred |= zoc(s, 1 - side)  # [7.1b]
    costs = s.m.cost[hex]
    return [n for n in s.m.next[hex] if not barred >> n & 1 and (whole or costs[n] <= left)]


@procedure
class MovementPhase(Frame):
    """10.0 Move all, some or none of your units; each once."""

    @step("5.4c", "10.1e")
    def begin(self, s: State) -> None:
        s.phase = MOVEMENT
        s.movements += 1  # [5.4b]
        tell(s, "10.1a", "movement_phase", side=s.side, number=s.operation)

    @rearranging
    @choose("10.1a", "10.1b", who=phasing, prompt="Choose a unit or stack to move.", always=True)
    def pick(self, s: State) -> Choice:
        units = movable(s, s.side)
        warn = "overstacked" if overstacked_hexes(s, s.side) else "unmoved" if units else ""
        return [
            Option("unit", units, "piece", "Move this unit"),
            Option("stack", _stacks(s, units), "space", "Move this stack"),
            *rearrange_options(s),
            Option("end", label="End movement", warn=warn, publish=True),
        ]

    @pick.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.moving = 1 << unit
        return Call(Move(hex=s.place[unit], left=allowance(s, unit)), AGAIN)

    @pick.on("stack")
    def _(self, s: State, hex: int) -> Next:
        units = [u for u in movable(s, s.side) if s.place[u] == hex]
        for unit in units:
            s.moving |= 1 << unit
        return Call(Move(hex=hex, left=min(allowance(s, u) for u in units)), AGAIN)

    @pick.on("end")
    def _(self, s: State, _: int) -> Next:
        return None

    @step("6.1a")
    def limits(self, s: State) -> Next:
        s.moved = 0  # [10.1b]
        return StackingCheck(side=s.side)


def _stacks(s: State, units: list[int]) -> list[int]:
    """[10.1b] Hexes that hold more than one unit which may move."""
    seen = more = 0
    for unit in units:
        bit = 1 << s.place[unit]
        more |= seen & bit
        seen |= bit
    return members(more)


@procedure
class Move(Frame):
    """[10.1b, 10.3a] One unit or stack on its way. Which units go is in the state, where it can be hidden."""

    hex: int
    left: int
    whole: bool = True  # nothing spent yet

    @choose("10.3a", "10.1b", "10.4a", who=phasing, prompt="Where to? {left:movement} left.")
    def way(self, s: State) -> Choice:
        hexes = steps(s, self.hex, self.left, self.whole)
        if not self.whole:
            return [Option("step", hexes, "space", "Move here"), STOP]
        join = Option("join", _may_join(s, self.hex), "piece", "Move this unit too")
        return [Option("step", hexes, "space", "Move here"), join, CANCEL]

    @way.on("step")
    def _(self, s: State, hex: int) -> Next:
        self.left = max(0, self.left - s.m.cost[self.hex][hex])  # [10.1d] [10.3b]
        self.whole = False
        s.moved |= s.moving
        units = sorted(members(s.moving), key=lambda u: -covered_by(s, u))  # [6.3b] the top unit stays on top
        for unit in units:
            enter(s, unit, hex, "10.3a")
        tell(s, "10.3a", "moves", units=units, hex=self.hex, to_hex=hex)
        self.hex = hex
        if s.m.east_prussia >> hex & 1:  # [10.5c]
            return None
        return then_routs(s, s.side, [hex], AGAIN)  # [10.4.2a]

    @way.on("join")
    def _(self, s: State, unit: int) -> Next:
        s.moving |= 1 << unit
        self.left = min(self.left, allowance(s, unit))
        return AGAIN

    @way.on("cancel")
    def _(self, s: State, _: int) -> Next:
        s.moving = 0
        return DONE

    @way.on("stop")
    def _(self, s: State, _: int) -> Next:
        return None

    @step("10.1c")
    def complete(self, s: State) -> None:
        s.moving = 0
        settle(s, "10.1c")


STOP = Option("stop", label="Stop here")
CANCEL = Option("cancel", label="Choose another unit", free=True)


def _may_join(s: State, hex: int) -> list[int]:
    """[10.1b] Other units that stand with the moving ones at the start of their move."""
    blocked = s.moved | s.moving | s.disrupted
    return [u for u in units_at(s, s.side, hex) if not blocked >> u & 1 and may_act(s, u)]
