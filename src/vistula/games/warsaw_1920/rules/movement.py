"""10.0 Movement phase: units or stacks move one after another, hex by hex. Rout [10.4.2] is in `retreat`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vistula.board.hexes import members
from vistula.board.paths import Way, ways
from vistula.kernel import AGAIN, DONE, SKIP, Call, Choice, Frame, Next, Option, choose, procedure, settle, step, tell
from vistula.kernel.bars import Bar, Offer, barred, left, never, only
from vistula.kernel.views import Refusal

from ..model import POLAND
from ..shown.words import amount
from ..state import MOVEMENT, OUT_OF_SUPPLY, State, covered_by, enter, units_at
from .bars import closed, foes, idle, named, off_map, shut
from .queries import in_enemy_zoc, zoc
from .retreat import then_routs
from .seats import phasing
from .stacking import StackingCheck, rearrange_options, rearranging


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


# -- 10.1 who may move ------------------------------------------------------------------------------------------


def standing_still(s: State, side: int) -> Iterator[Bar]:
    """[10.1a, 10.1b, 10.1e, 12.1a] Units that cannot begin a move."""
    yield foes(s, side, "10.1e")
    yield off_map(s, side)
    yield from idle(s, "move")
    yield Bar("10.1b", s.moved, named(s, "has moved already in this phase"))
    yield hemmed_in(s, side)


def hemmed_in(s: State, side: int) -> Bar:
    """[7.1b, 10.4a] Units without a hex to move to."""
    m, place = s.m, s.place
    ground = ~barred(shut(s, side))
    zone = zoc(s, 1 - side)
    quiet = ground & ~zone  # all that is open to a unit which begins in an enemy zone

    def why(unit: int) -> Refusal:
        here, name = place[unit], m.hex_name(place[unit])
        if m.around[here] & ground:
            words = f"every hex next to {name} that is open lies in an enemy zone of control, as it does"
            return Refusal("7.1b", words)
        return Refusal("10.4a", f"no hex next to {name} may be entered by {m.full_name[unit]}")

    return Bar("7.1b", lambda u: not m.around[here := place[u]] & (quiet if zone >> here & 1 else ground), why)


def movable(s: State, side: int) -> list[int]:
    """[10.1a] Units that may still move in this phase and have a hex to move to."""
    return left(standing_still(s, side))


def no_stack(s: State, units: Sequence[int]) -> Iterator[Bar]:
    """[10.1b] Hexes that do not hold more than one of the units which may move."""
    seen = more = 0
    for unit in units:
        bit = 1 << s.place[unit]
        more |= seen & bit
        seen |= bit

    def why(hex: int) -> str:
        ready = sum(s.place[unit] == hex for unit in units)
        return f"a stack needs two units that may still move; {s.m.hex_name(hex)} has {ready}"

    yield closed(s.m, s.side)
    own = s.occupied[s.side]
    yield only("10.1b", own, lambda hex: f"choose the unit that is to move to {s.m.hex_name(hex)} first")
    yield only("10.1b", more, why)


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
        units = Offer("unit", "piece", standing_still(s, s.side), "Move this unit")
        stacks = Offer("stack", "space", no_stack(s, units.args), "Move this stack")
        end = Option("end", label="End movement", warn="movement_ends", publish=True)
        return [units, stacks, *rearrange_options(s), end]

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

    pick.to("end")

    @step("6.1a")
    def limits(self, s: State) -> Next:
        s.moved = 0  # [10.1b]
        return StackingCheck(side=s.side)


# -- 10.3 one move ----------------------------------------------------------------------------------------------


def out_of_step(s: State, side: int, here: int, points: int, whole: bool) -> Iterator[Bar]:
    """[7.1a, 7.1b, 10.3a, 10.4a, 10.4.1a] What keeps units in `here` with so many MP from a hex.

    `whole` says that they have spent nothing yet, so that one hex may cost more than they have [10.3b].
    """
    m = s.m
    yield from shut(s, side)
    yield only("10.3a", m.next[here], lambda hex: _far(s, side, here, points, whole, hex))
    if in_enemy_zoc(s, side, here):
        yield Bar("7.1a", not whole, f"the move has ended in the enemy zone of control at {m.hex_name(here)}")
        words = "you can't step straight from one enemy ZOC into another: step out of it first"
        yield Bar("7.1b", zoc(s, 1 - side), words)
    if not whole:
        costs = m.cost[here]
        yield Bar(
            "10.3a", lambda hex: costs[hex] > points, lambda hex: f"{price(s, here, hex)}, and this unit has {points}"
        )


def steps(s: State, hex: int, points: int, whole: bool) -> list[int]:
    """[10.3a] The neighbouring hexes that units in `hex` may enter."""
    return left(out_of_step(s, s.side, hex, points, whole))


def ways_from(s: State, side: int, hex: int, points: int, whole: bool) -> dict[int, Way]:
    """[7.1a, 7.1b, 10.3a, 10.3b, 10.4a] All hexes that units of a side in `hex` with so many MP can reach, and how.

    A move ends in an enemy zone, and in East Prussia [10.5c].
    """
    m, zone = s.m, zoc(s, 1 - side)
    if points <= 0 or (zone >> hex & 1 and not whole):
        return {}
    stops = zone | m.east_prussia
    return ways(hex, points, m.cost, barred(shut(s, side)), stops, zone if zone >> hex & 1 else 0, first_is_free=whole)


def _far(s: State, side: int, here: int, points: int, whole: bool, hex: int) -> Refusal:
    """Why a hex further away cannot be the next one: what it takes to get there, or what is in the way."""
    name, distance = s.m.hex_name(hex), s.m.grid.distance(here, hex)
    if not distance:
        return Refusal("10.3a", f"the moving units are in {name} already")
    if within := ways_from(s, side, here, points, whole).get(hex):
        cost = amount("movement", within.spent)
        return Refusal("10.3a", f"{name} is {distance} hexes away: move there hex by hex, for {cost}")
    if any_way := ways_from(s, side, here, 999, whole).get(hex):
        cost = amount("movement", any_way.spent)
        return Refusal("10.3a", f"{name} is too far: it costs {cost} and this unit has {points}")
    if hex in ways(here, 999, s.m.cost, barred(shut(s, side)), s.m.east_prussia):
        return Refusal("7.1a", f"every way to {name} leads through enemy zones of control, where a move ends")
    return Refusal("10.4a", f"no way leads to {name} past the enemy units")


def price(s: State, here: int, hex: int) -> str:
    """[10.3.1a, 10.3.1b, 10.3.1c, 10.3.1d, 10.3.2a, 10.3.3a] What one step costs, item by item."""
    m = s.m
    cost = m.cost[here][hex]
    ground = "city" if (m.city | m.major) >> hex & 1 else m.terrain[hex]
    items = [f"{ground} {m.hex_cost[hex]}"]
    sides = [word for word, near in (("river", m.river[here]), ("trench", m.trench[here])) if near >> hex & 1]
    if (here, hex) in m.board.rails:  # in East Prussia too, where no railway counts for a trace
        items = [f"railway {cost}"]
    elif sides:
        items.append(f"{' and '.join(sides)} {cost - m.hex_cost[hex]}")
    return f"{m.hex_name(hex)} costs {amount('movement', cost)} ({' + '.join(items)})"


def left_behind(s: State, beside: list[int], whole: bool) -> Iterator[Bar]:
    """[10.1b, 10.1c] Units that cannot join those that move; `beside` are all that stand with them."""
    yield Bar("10.1b", s.moving, named(s, "is moving now"))
    yield foes(s, s.side, "10.1e")
    yield off_map(s, s.side)
    yield from idle(s, "move")
    yield Bar("10.1b", s.moved, named(s, "has moved already in this phase"))
    under_way = "cannot move before the move that has begun is completed"
    yield Bar("10.1c", not whole, named(s, under_way))
    yield only("10.1b", beside, named(s, "does not stand with the moving units at the start of their move"))


STOP = Option("stop", label="Stop here")
CANCEL = Option("cancel", label="Choose another unit", free=True)
NOT_YET = never("button", (Bar("10.1a", True, "these units haven't moved: move them, or choose another unit"),), "stop")
BEGUN = never("button", (Bar("10.1c", True, "this unit is on the move: finish or undo it first"),), "cancel")


@procedure
class Move(Frame):
    """[10.1b, 10.3a] One unit or stack on its way. Which units go is in the state, where it can be hidden."""

    hex: int
    left: int
    whole: bool = True  # nothing spent yet

    @choose("10.3a", "10.1b", "10.4a", who=phasing, prompt="Where to? {left:movement} left.")
    def way(self, s: State) -> Choice:
        hexes = Offer("step", "space", out_of_step(s, s.side, self.hex, self.left, self.whole), "Move here")
        if not self.whole and not hexes:
            return SKIP
        here = units_at(s, s.side, self.hex) if self.whole else []
        join = Offer("join", "piece", left_behind(s, here, self.whole), "Move this unit too", when=len(here) > 1)
        return [hexes, join, CANCEL, NOT_YET] if self.whole else [hexes, STOP, join, BEGUN]

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

    @way.on("join", AGAIN)
    def _(self, s: State, unit: int) -> None:
        s.moving |= 1 << unit
        self.left = min(self.left, allowance(s, unit))

    @way.on("cancel", DONE)
    def _(self, s: State, _: int) -> None:
        s.moving = 0

    way.to("stop")

    @step("10.1c")
    def complete(self, s: State) -> None:
        s.moving = 0
        settle(s, "10.1c")
