"""9.5.b, 9.5.c Retreat: where a beaten stack may go, who sends it there, and what it loses on the way.

A retreat is two hexes long and ends two hexes away (H-24). Which units retreat is kept in `s.moving`. Whether there is
any way at all everybody can see; which of them cost units tells how full the stacks of the retreating side are. So if
that side chooses, its ways are worked out anew from what it knows and lie nowhere in the open; if the winner directs
the retreat, he learns by it which hexes have room.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vistula.board.hexes import HexSet, collect, members
from vistula.kernel import DONE, Bar, Choice, Frame, Next, Offer, SeatId, choose, disclose, goto, only, procedure, tell
from vistula.kernel.procedure import step
from vistula.kernel.views import Refusal

from ..changes import come, eliminate, march, put_blanks, take_blanks, watch
from ..model import RUS, SEATS
from ..state import State, commands_at, units_at
from .bars import far, held, off_limits, placed, unshared
from .east_prussia import then_camp
from .facing import Facing, asks_facing
from .losses import Cull, orphans
from .queries import can_share, friends, open_to, theatre, threatened, unshared_hexes

SAFE, COSTLY, ABROAD = 0, 1, 2


class Flight(NamedTuple):
    """Two hexes of retreat (the second -1 if the first takes the units off the map) and the pieces lost by it.

    SAFE costs nothing that the retreating player does not want; COSTLY breaks the stacking limit or an ally's theatre;
    ABROAD leads into a neutral country, the last resort (H-27).
    """

    first: int
    second: int
    lost: int
    kind: int


# -- where to ------------------------------------------------------------------------------------------------------


def abroad(s: State, units: list[int]) -> HexSet:
    """[1.3e, 1.3g, 13.5a] Where one of these units would be interned for good; East Prussia spares Russians alone."""
    closed = s.m.neutral & ~s.m.impassable | (0 if s.lithuania else s.m.lithuania)
    if all(s.m.nation[unit] == RUS for unit in units):
        return closed
    return closed | s.m.east_prussia & s.m.land


def unbarred(s: State, side: int) -> HexSet:
    """[9.5.b3] Hexes without enemy combat units, nor next to one unless a friend or an unbridged river guards them."""
    return ~s.occupied[1 - side] & ~(threatened(s, side) & ~friends(s, side))


def ways(s: State, side: int, hex: int, units: list[int]) -> list[Flight]:
    """[9.5.b1, 9.5.b3, 9.5.b5] Every way of two hexes that these units, with their staffs, could retreat from a hex."""
    if not units:
        return []
    staff = commands_at(s, side, hex)
    free, outside = unbarred(s, side), abroad(s, units) & unbarred(s, side)
    inside = open_to(s, side) & free & ~outside
    rings = s.m.grid.rings(hex)
    found = []
    for first in members(rings[1] & (inside | outside)):
        if leaves_map(s, first):
            found.append(Flight(first, -1, len(units) + len(staff), ABROAD if outside >> first & 1 else SAFE))
        elif can_share(s, units[0], first):  # all of them are Lithuanian, or nobody [13.3h]
            for second in members(s.m.grid.around[first] & rings[2] & (inside | outside)):
                if leaves_map(s, second) or can_share(s, units[0], second):
                    found.append(_way(s, side, units, staff, first, second, bool(outside >> second & 1)))
    return found


def leaves_map(s: State, hex: int) -> bool:
    """Whether units that enter a hex are interned, for a while or for good."""
    return not (s.m.open | (s.m.lithuania if s.lithuania else 0)) >> hex & 1


def _way(s: State, side: int, units: list[int], staff: list[int], first: int, second: int, outside: bool) -> Flight:
    left = surviving(s, side, units, first)
    if leaves_map(s, second):
        kind = ABROAD if outside else COSTLY if left < len(units) or _strays(s, staff, first) else SAFE
        return Flight(first, second, len(units) + len(staff), kind)
    homeless = [unit for unit in units if not theatre(s.m, s.m.nation[unit]) >> first & 1]
    staying = [unit for unit in units if unit not in homeless][:left]
    arriving = surviving(s, side, staying, second)
    entered = (first,) * (left > 0) + (second,) * (arriving > 0)  # where nobody lives on no staff comes [9.6a]
    lost = len(units) - arriving + _strays(s, staff, *entered)
    return Flight(first, second, lost, COSTLY if lost else SAFE)


def _strays(s: State, staff: list[int], *hexes: int) -> int:
    """[13.3c, 13.4a] How many command units would be eliminated in one of these hexes."""
    return sum(any(not theatre(s.m, s.m.nation[c]) >> hex & 1 for hex in hexes) for c in staff)


def surviving(s: State, side: int, units: list[int], hex: int) -> int:
    """[9.5.b5, 13.3c, 13.4a] How many of these units live on in a hex: those at home there, as far as there is room."""
    at_home = sum(theatre(s.m, s.m.nation[unit]) >> hex & 1 for unit in units)
    others = [unit for unit in units_at(s, side, hex) if not s.moving >> unit & 1]
    return min(at_home, s.m.stack_limit - len(others))


def own_choice(found: list[Flight]) -> list[Flight]:
    """[9.5.b2, 9.5.b3] The ways of which the losing player may choose: the best kind that there is (H-25, H-27)."""
    best = min((way.kind for way in found), default=SAFE)
    return [way for way in found if way.kind == best]


def winners_choice(found: list[Flight]) -> list[Flight]:
    """[9.5.c1] The ways of which the winner may choose: those that cost the fewest units, internment included."""
    fewest = min((way.lost for way in found), default=0)
    return [way for way in found if way.lost == fewest]


def harmless(found: list[Flight]) -> list[Flight]:
    """[9.1e] The ways of a retreat that nobody is forced to make (H-29)."""
    return [way for way in found if way.kind == SAFE]


# -- the retreat -----------------------------------------------------------------------------------------------------


def chooser(frame: Retreat, s: State) -> SeatId:
    return SEATS[frame.by]


@procedure
class Retreat(Frame):
    """[9.5.b1] The units in `s.moving`, with the command units of their hex, retreat two hexes together."""

    side: int
    hex: int
    by: int  # who chooses the way
    voluntary: bool = False
    ways: list[tuple[int, int]] = []  # that the winner may choose from
    via: int = -1
    goal: int = -1
    facing: int = -1
    commanders: list[int] = []
    blanks: int = 0  # counters that go along; the stack lies open

    @step("9.5.b3", "9.5.c1", "9.1e")
    def find(self, s: State) -> Next:
        found = ways(s, self.side, self.hex, members(s.moving))
        if self.by != self.side:
            self.ways = [way[:2] for way in winners_choice(found)]
            disclose(s, "9.5.c1", [SEATS[self.by]], self.ways)
        self.commanders = commands_at(s, self.side, self.hex)
        return None if found else goto("cut_off")

    def choices(self, s: State) -> list[tuple[int, int]]:
        """Both hexes of every way that may be chosen, as the chooser knows it. Who avoids combat has a harmless one; an
        imagined world may have none, and there the next best will do."""
        if self.by != self.side:
            return self.ways
        return [way[:2] for way in own_choice(ways(s, self.side, self.hex, members(s.moving)))]

    @choose("9.5.b2", "9.5.c1", who=chooser, prompt="Retreat from {hex:space}: through which hex?")
    def through(self, s: State) -> Choice:
        firsts = collect(first for first, _ in self.choices(s))
        return [Offer("hex", "space", self._no_way_out(s, self.hex, firsts), "Retreat through this hex")]

    through.to("hex", into="via")

    @choose(
        "9.5.b2",
        "9.5.c1",
        who=chooser,
        prompt="Retreat from {hex:space} by {via:space}: to which hex?",
    )
    def to(self, s: State) -> Choice:
        ends = [second for first, second in self.choices(s) if first == self.via]
        if ends[0] < 0:  # the first hex takes them off the map
            return goto("one")
        return [Offer("hex", "space", self._no_way_out(s, self.via, collect(ends)), "Retreat to this hex")]

    to.to("hex", into="goal")

    def _no_way_out(self, s: State, here: int, plan: HexSet) -> Iterator[Bar]:
        """[9.5.b1, 9.5.b3, 1.3d, 13.3h] Hexes that the retreat cannot enter next; `plan` has the others."""
        name, side, units = s.m.hex_name, self.side, members(s.moving)
        yield far(s, "9.5.b1", here)
        yield held(s, side, "9.5.b3")
        if here != self.hex:
            two = f"is not two hexes from {name(self.hex)}"
            yield only("9.5.b1", s.m.grid.rings(self.hex)[2], lambda hex: f"{name(hex)} {two}")
        yield Bar("1.3d", ~(open_to(s, side) | abroad(s, units)), off_limits(s, side).words)
        beside = placed(s, "{} is next to an enemy combat unit, and neither friend nor river guards it")
        yield Bar("9.5.b3", ~unbarred(s, side), beside)
        yield unshared(s, unshared_hexes(s, units[0]))
        yield only("9.5.b2", plan, lambda hex: self._worse(s, hex))

    def _worse(self, s: State, hex: int) -> Refusal:
        """[1.3f, 9.1e, 9.5.b1, 9.5.b5, 9.5.c1] What keeps a retreat from a hex that is open."""
        name, found = s.m.hex_name(hex), ways(s, self.side, self.hex, members(s.moving))
        way_to = (hex,) if self.via < 0 else (self.via, hex)
        kinds = [way.kind for way in found if way[: len(way_to)] == way_to]
        if not kinds:
            return Refusal("9.5.b1", f"from {name} there is no second hex to go on to")
        if self.by != self.side:
            return Refusal("9.5.c1", f"another way than by {name} costs fewer units")
        if min(kinds) == ABROAD:
            return Refusal("1.3f", f"by {name} units would be interned, and there is another way")
        words = f"by {name} units would be lost for want of room or too far from home"
        return Refusal("9.1e" if self.voluntary else "9.5.b5", f"{words}, and there is another way")

    @step("9.5.b5")
    def one(self, s: State) -> Next:
        tell(s, "9.5.b1", "retreats", units=members(s.moving), hex=self.hex,
             to_hex=self.goal if self.goal >= 0 else self.via)  # fmt: skip
        return self._cull(s, self.via)

    @step("9.5.b1")
    def go_one(self, s: State) -> Next:
        self.blanks = take_blanks(s, members(s.moving))  # [1.4b]
        self._go(s, self.via)
        return then_camp(s, goto("two" if self.goal >= 0 else "over"))

    @step("9.5.b5")
    def two(self, s: State) -> Next:
        return self._cull(s, self.goal)

    @step("9.5.b1")
    def go_two(self, s: State) -> Next:
        self._go(s, self.goal)
        put_blanks(s, members(s.moving), self.goal, self.blanks)  # [1.4b]
        return then_camp(s, goto("turn"))

    def _cull(self, s: State, hex: int) -> Next:
        """[9.5.b5] Who does not fit into a hex is eliminated."""
        if leaves_map(s, hex):
            return None
        crowd = len(units_at(s, self.side, hex)) + s.moving.bit_count()
        return Cull(side=self.side, count=crowd - s.m.stack_limit)

    def _go(self, s: State, hex: int) -> None:
        """The stack takes one hex; command units stay with it, or without it are taken (9.6)."""
        self.facing = s.facing[hex]
        old, s.moving_hex = s.moving_hex, hex
        march(s, members(s.moving), hex, "9.5.b1")
        for commander in self.commanders:
            if s.place[commander] == old and (s.moving or leaves_map(s, hex)):
                come(s, commander, hex, "9.5.b1")
        for commander in self.commanders:  # [9.6a] whose combat units may all have been eliminated
            if s.place[commander] >= 0:
                orphans(s, self.side, s.place[commander])
        watch(s, arrived=hex == self.goal)

    @step("9.5.b6", "9.5.c1")
    def turn(self, s: State) -> Next:
        asked = self.goal >= 0 and asks_facing(s, self.goal, members(s.moving), self.facing)
        return Facing(hex=self.goal, side=self.by) if asked else None

    @step("9.5.b1")
    def over(self, s: State) -> Next:
        s.moving, s.moving_hex = 0, -1
        return DONE

    @step("9.5.b4", "9.6a")
    def cut_off(self, s: State) -> None:
        tell(s, "9.5.b4", "cut_off", units=members(s.moving), hex=self.hex)
        for unit in members(s.moving):
            eliminate(s, unit, "9.5.b4")
        orphans(s, self.side, self.hex)
        s.moving, s.moving_hex = 0, -1
