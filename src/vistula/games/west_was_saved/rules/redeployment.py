"""11.0 Re-deployment: players alternate moving single units, by rail as it were, as far as supplied ground reaches.

A unit goes to any hex in reach, by the shortest way that needs the fewest promises of friends to stay put; from there
it may go on, so that its player can lead it by any way he likes, or stop. It never enters a hex twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from vistula.board.hexes import HexSet, collect, flood, members
from vistula.kernel import AGAIN, DONE, Bar, Call, Choice, Frame, Offer, Option, barred, first, left, only, settle, tell
from vistula.kernel.procedure import Next, Return, choose, goto, procedure, step
from vistula.parts.layers import Ground, steps_through
from vistula.parts.layers import reach as layers
from vistula.parts.layers import way as way_to
from vistula.parts.sides import through

from ..cards import effects
from ..cards.cardfile import Crossings
from ..changes import come, spend, watch
from ..model import COMMAND, RUS, RUSSIA
from ..state import State, units_at
from .alternation import Alternation, whose_turn, willing
from .bars import astray, crowded, foes, held, led, line_shut, named, off_limits, off_map, placed, silenced, unshared
from .facing import Facing
from .queries import friends, near_enemy, open_to, open_top, stacks, theatre, unshared_hexes
from .seats import acting, higher_trp
from .supply_lines import Lines

# -- 11.2 limitations -------------------------------------------------------------------------------------------


class Survey:
    """What bounds all re-deployments of a side at one moment, looked up once however many units ask."""

    __slots__ = ("_exits", "bare", "crossing", "full", "lines", "pinned", "s", "side")

    def __init__(self, s: State, side: int) -> None:
        self.s, self.side = s, side
        here, moved, near = stacks(s, side), s.redeployed, near_enemy(s, side)
        tight = near | s.promised  # [11.2c] where somebody must stay, and how many there could
        stays = {h: sum(not moved >> u & 1 for u in units) for h, units in here.items() if tight >> h & 1}
        self.pinned = collect(u for h, left in stays.items() if left < 2 for u in here[h])
        for c in s.m.commands_of[side]:
            if s.place[c] >= 0 and tight >> s.place[c] & 1 and not stays.get(s.place[c]):
                self.pinned |= 1 << c
        self.bare = near & ~collect(h for h, left in stays.items() if left)
        self.full = collect(h for h, units in here.items() if len(units) >= s.m.stack_limit)
        self.crossing = crossing_open(s, paid=False)
        self.lines = Lines(s)
        self._exits: dict[int, HexSet] = {}

    def exits(self, unit: int) -> HexSet:
        """[11.1b, 13.1b] Hexes next to one that a unit may enter, looked up once however many are alike."""
        kin = self.s.m.kin[unit]
        found = self._exits.get(kin)
        if found is None:
            found = self._exits[kin] = self._beside(unit, ~barred(closed(self.s, unit, self)))
        return found

    def _beside(self, unit: int, ground: HexSet) -> HexSet:
        m = self.s.m
        if self.crossing or not pays_toll(self.s, unit):
            return m.grid.dilate(ground)
        return through(m.within_area, ground)


def held_fast(s: State, known: Survey) -> Iterator[Bar]:
    """[11.2a, 11.2b, 11.2c] Pieces on the map that may not re-deploy from where they are."""
    place, name, combat, of = s.place, s.m.hex_name, s.m.combat, known.lines.of
    yield Bar("11.2a", s.redeployed, named(s, "has re-deployed this turn"))
    yield silenced(s)
    yield Bar(
        "11.2b",
        lambda unit: unit in combat and not of(unit) >> place[unit] & 1,  # (H-31)
        lambda unit: f"{s.m.full_name[unit]} in {name(place[unit])} is out of supply",
    )
    words = "is next to an enemy, and no other combat unit would stay there"
    yield Bar("11.2c", known.pinned, lambda unit: f"{name(place[unit])} {words}")


def may_leave(s: State, unit: int) -> bool:
    """[11.2a, 11.2b, 11.2c] Whether a unit may re-deploy from where it stands at all."""
    return s.place[unit] >= 0 and first(held_fast(s, Survey(s, s.m.side[unit])), unit) is None


def closed(s: State, unit: int, known: Survey) -> Iterator[Bar]:
    """[11.2b, 11.2c, 11.2e, 11.2f, 13.3c, 13.3h, 13.4a, 13.5b] Hexes that a re-deploying unit may not enter, however
    it gets there."""
    m, side, name = s.m, known.side, s.m.hex_name
    yield off_limits(s, side)
    yield held(s, side, "11.2f")
    yield from astray(s, (unit,))
    yield Bar("13.5b", m.east_prussia, placed(s, "{} lies in East Prussia, where units leave the map"))
    if m.kind[unit] == COMMAND:
        yield led(s, side, "8.0d")
    else:
        words = "is out of supply for"
        yield only("11.2b", known.lines.of(unit), lambda hex: f"{name(hex)} {words} {m.full_name[unit]}")
        yield Bar("1.2k", known.full, lambda hex: crowded(s, side, hex, 1))
        yield unshared(s, unshared_hexes(s, unit))
    yield Bar("11.2c", known.bare, placed(s, "{} is next to an enemy, and no combat unit of yours stays there"))


def crossing_open(s: State, paid: bool) -> bool:
    """[13.1b] Whether a Russian combat unit may cross the Demarcation Line: it needs a point or a card for it."""
    able = paid or s.rp[RUSSIA] > 0 or effects.left_of(s, Crossings, RUSSIA) > 0
    return able and not effects.line_closed(s, RUSSIA)


def pays_toll(s: State, unit: int) -> bool:
    """[13.1b] Whether crossing the Demarcation Line costs a unit something: Russian combat units."""
    return s.m.nation[unit] == RUS and s.m.kind[unit] != COMMAND


def not_passable(s: State, unit: int, passed: HexSet, paid: bool, known: Survey | None = None) -> Iterator[Bar]:
    """[3.2c, 11.1b, 13.1b] Hexes that a unit may not enter on its way: where it has been, and across a line that a card
    closes or that it cannot pay for."""
    m, name = s.m, s.m.hex_name
    yield Bar("11.1b", passed, lambda hex: f"{m.full_name[unit]} has been in {name(hex)}")
    yield from closed(s, unit, known or Survey(s, m.side[unit]))
    if pays_toll(s, unit) and not crossing_open(s, paid):
        yield from line_shut(s, RUSSIA, s.place[unit])
        dear = placed(s, "{} lies beyond the Demarcation Line, and no point is left for crossing it")
        yield only("13.1b", _same_area(s, s.place[unit]), dear)


def off_track(s: State, unit: int, passed: HexSet, paid: bool, known: Survey | None = None) -> Iterator[Bar]:
    """[11.1b, 11.2b, 13.1b] Hexes to which a unit cannot go on from where it stands."""
    bars, here = tuple(not_passable(s, unit, passed, paid, known)), 1 << s.place[unit]
    yield from bars
    reached = flood(s.m.grid, here, ~barred(bars) | here) & ~here
    no_way = placed(s, "there is no way to {} through hexes in supply and away from the enemy")
    yield only("11.2b", reached, no_way)


def reach(s: State, unit: int, passed: HexSet, paid: bool, known: Survey | None = None) -> HexSet:
    """[11.1b] Every hex to which a unit can go on from where it stands."""
    return ~barred(off_track(s, unit, passed, paid, known))


A_HEX, CROSSING, PROMISE = 1, 1 << 6, 1 << 9  # what they weigh in a way; its hexes and crossings are always fewer


def way(s: State, unit: int, goal: int, passed: HexSet, paid: bool) -> tuple[int, ...]:
    """[11.1b] The way of a unit to a hex in reach, where it stands first.

    Of several ways the one with the fewest promises, then crossings of the line, then hexes, then lowest numbers.
    """
    m, here, near = s.m, s.place[unit], near_enemy(s, s.m.side[unit])
    free = m.land & ~barred(not_passable(s, unit, passed, paid))
    if straight := _straight(s, here, goal, free & ~near):
        return straight
    plain = steps_through(m.within_area, {A_HEX: free & ~near, A_HEX + PROMISE: free & near})
    beyond = A_HEX + CROSSING
    over = steps_through(m.over_the_line, {beyond: free & ~near, beyond + PROMISE: free & near})
    made, most = Ground((plain, over), (), 0), 2 * PROMISE
    while (best := way_to(made, layers(made, 1 << here, most), 1 << goal)) is None:
        most *= 4
    return here, *best.hexes


def _straight(s: State, start: int, goal: int, free: HexSet) -> tuple[int, ...]:
    """The shortest way that does not come back over the line, nor cross it to a goal on this side; of several the one
    with the lowest numbers; () where none leads through these hexes. Mostly there is one."""
    grid, around, end, home = s.m.grid, s.m.grid.around, 1 << start, _same_area(s, start)
    left, rings = ((free & home if home >> goal & 1 else free) | end) & ~(1 << goal), [1 << goal]
    while not rings[-1] & end:
        ring = (grid.dilate(rings[-1] & ~home) | grid.dilate(rings[-1] & home) & home) & left
        if not ring:
            return ()
        left ^= ring
        rings.append(ring)
    walked = [start]
    for ring in rings[-2::-1]:
        onward = ring & around[walked[-1]]
        if not home >> walked[-1] & 1:
            onward &= ~home
        walked.append((onward & -onward).bit_length() - 1)
    return tuple(walked)


def standing_still(s: State, side: int) -> Iterator[Bar]:
    """[11.1a, 11.2a, 11.2b, 11.2c, 13.1b] Pieces that cannot re-deploy now: stuck, or with nowhere to go."""
    known = Survey(s, side)
    yield foes(s, side, "11.1a")
    yield off_map(s, side)
    yield from held_fast(s, known)
    stuck = "there is no hex to which {} could re-deploy"
    yield Bar("11.2b", lambda u: not known.exits(u) >> s.place[u] & 1, lambda u: stuck.format(s.m.full_name[u]))


def ready(s: State, side: int) -> list[int]:
    """[11.1a, 11.2a] The units of a side that may re-deploy now."""
    return left(standing_still(s, side))


def seems_mobile(s: State, side: int) -> bool:
    """[11.2a, 11.2c] Whether a unit of a side could re-deploy for all that everyone knows."""
    near = near_enemy(s, side)
    free = open_to(s, side) & ~s.occupied[1 - side] & ~s.m.east_prussia & (~near | s.occupied[side])
    return _may_go_on(s, side) and bool(friends(s, side) & s.m.grid.dilate(free))


def surely_mobile(s: State, side: int) -> bool:
    """[11.2a, 11.2b, 11.2c] Whether everyone can tell that a unit of a side could re-deploy: one in sight, away from
    the enemy, into a hex without any unit in it."""
    near, enemy, silent = near_enemy(s, side), 1 - side, effects.silent_command(s)
    free = open_to(s, side) & ~s.m.east_prussia & ~near & ~friends(s, enemy) & ~s.occupied[side]
    commands = [c for c in s.m.commands_of[side] if s.place[c] >= 0 and c != silent]
    held = [] if s.redeployments[side] else members(s.occupied[side])
    tops = (open_top(s, side, hex) for hex in held)
    lines = Lines(s)
    for unit in chain(commands, (top for top in tops if top >= 0)):
        hex = s.place[unit]
        if (s.redeployed >> unit | near >> hex) & 1:
            continue
        onward = s.m.around[hex] & free & theatre(s.m, s.m.nation[unit])
        if s.m.kind[unit] != COMMAND:
            onward &= lines.of(unit) & _same_area(s, hex) if lines.of(unit) >> hex & 1 else 0
        if onward:
            return _may_go_on(s, side)
    return False


def _may_go_on(s: State, side: int) -> bool:
    """[11.2a] Whether a side has not re-deployed all the units that it may."""
    return s.redeployments[side] < effects.redeployment_limit(s, side)


def _same_area(s: State, hex: int) -> HexSet:
    return s.m.north if s.m.north >> hex & 1 else s.m.south


# -- 11.1 procedure ---------------------------------------------------------------------------------------------


@procedure
class RedeploymentPhase(Alternation):
    """11.0 The player with more total resource points begins; whoever declines has no further turn."""

    left: bool = False  # the unit was put back

    def seems_able(self, s: State, side: int) -> bool:
        return seems_mobile(s, side)

    def surely_able(self, s: State, side: int) -> bool:
        return surely_mobile(s, side)

    def _staying(self, s: State) -> Iterator[Bar]:
        """The pieces that the player may not re-deploy now."""
        yield Bar("11.1a", not willing(s, self.side), "you have declined to re-deploy this turn")
        yield from standing_still(s, self.side)

    @step("11.1a", "11.1c")
    def begin(self, s: State) -> None:
        self.side = higher_trp(s)
        s.promised, s.redeployed, s.redeployments = 0, 0, [0, 0]

    whose = whose_turn("11.1a", "11.2a")

    @choose("11.1a", "11.2a", who=acting, prompt="Re-deploy which unit?", always=True)
    def redeploy(self, s: State) -> Choice:
        return [
            Offer("unit", "piece", self._staying(s), "Re-deploy this unit", when=willing(s, self.side)),
            Option("pass", label="Re-deploy no more", publish=True),
        ]

    @redeploy.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.redeployments[self.side] += 1
        s.moving, s.moving_hex = 1 << unit, s.place[unit]
        return Call(Redeployment(side=self.side), into="left")

    @redeploy.on("pass", goto("whose"))
    def _(self, s: State, _: int) -> None:
        side, declined = self.side, self.passes(s, lambda: bool(left(self._staying(s))))
        tell(s, "11.1a", "redeployment_ends" if declined else "no_redeployment", side=side)

    @step("11.1a", "11.2a")
    def turn_passes(self, s: State) -> Next:
        put_back, self.left = self.left, False
        return self.acted(not put_back)


@procedure
class Redeployment(Frame):
    """[11.1b] One unit, the one in hand, moves to its destination."""

    side: int
    start: int = -1
    passed: list[int] = []  # hexes in which it has been
    paid: bool = False  # for crossing the line

    @step("11.1b", "11.2c")
    def begin(self, s: State) -> None:
        self.start = s.moving_hex
        self.passed = [self.start]

    @choose(
        "11.1b",
        "11.2b",
        "11.2c",
        "11.2e",
        "11.2f",
        "13.1b",
        who=acting,
        prompt="Re-deploy the unit where?",
    )
    def where(self, s: State) -> Choice:
        unit, fresh = in_hand(s), len(self.passed) == 1
        bars = off_track(s, unit, collect(self.passed), self.paid)
        return [
            Offer("step", "space", bars, "Re-deploy here" if fresh else "Go on to here"),
            Option("cancel", label="Leave it", free=True) if fresh else Option("stop", label="Stop here"),
        ]

    where.to("stop")

    @where.on("step", AGAIN)
    def _(self, s: State, hex: int) -> None:
        unit = in_hand(s)
        near = near_enemy(s, self.side)
        for here, to in pairwise(way(s, unit, hex, collect(self.passed), self.paid)):
            s.promised |= near & (1 << here | 1 << to)
            self.travel(s, unit, here, to)

    def travel(self, s: State, unit: int, here: int, to: int) -> None:
        """[11.2d, 13.1b] One hex further: the toll of the line, what is overrun."""
        if s.m.north >> here & 1 != s.m.north >> to & 1 and not self.paid:
            self.paid = pay_crossing(s, unit, to)
        self.passed.append(to)
        come(s, unit, to, "11.1b")
        s.moving_hex = to

    @where.on("cancel", Return(True))
    def _(self, s: State, _: int) -> None:
        s.redeployments[self.side] -= 1
        s.moving, s.moving_hex = 0, -1

    @step("11.1b", "11.2a")
    def arrival(self, s: State) -> Next:
        unit, hex = in_hand(s), self.passed[-1]
        s.redeployed |= s.moving
        s.moving, s.moving_hex = 0, -1
        watch(s)
        tell(s, "11.1b", "redeploys", unit=unit, hex=self.start, to_hex=hex)
        settle(s, "11.1b")
        asks = s.place[unit] == hex and s.m.fighters >> unit & 1 and not fighters_but(s, self.side, hex, unit)
        return Facing(hex=hex, side=self.side) if asks else DONE


def in_hand(s: State) -> int:
    """The unit that is being re-deployed."""
    return s.moving.bit_length() - 1


def fighters_but(s: State, side: int, hex: int, unit: int) -> bool:
    """[1.2n] Whether cavalry or infantry other than this unit stands in a hex."""
    return any(s.m.fighters >> u & 1 for u in units_at(s, side, hex) if u != unit)


def pay_crossing(s: State, unit: int, hex: int) -> bool:
    """[13.1b] One point for a Russian combat unit that crosses, once, or a card. Whether there was anything to pay."""
    if not pays_toll(s, unit):
        return False
    if effects.left_of(s, Crossings, RUSSIA) > 0:
        effects.use_card(s, RUSSIA)
    else:
        spend(s, RUSSIA, 1)
    tell(s, "13.1b", "crosses", hex=hex)  # not who: the unit may go on into a stack that covers it
    return True
