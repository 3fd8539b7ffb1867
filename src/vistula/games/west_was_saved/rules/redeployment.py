"""11.0 Re-deployment: players alternate moving single units, by rail as it were, as far as supplied ground reaches.

A unit goes to any hex in reach, by the shortest way that needs the fewest promises of friends to stay put; from there
it may go on, so that its player can lead it by any way he likes, or stop. It never enters a hex twice.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

from vistula.board.hexes import HexSet, flood, members
from vistula.games.west_was_saved.cards import effects
from vistula.games.west_was_saved.changes import come, spend, watch
from vistula.games.west_was_saved.model import COMMAND, RUS, RUSSIA
from vistula.games.west_was_saved.rules.alternation import Alternation, willing
from vistula.games.west_was_saved.rules.facing import Facing
from vistula.games.west_was_saved.rules.queries import (
    friends,
    full_hexes,
    near_enemy,
    open_to,
    open_top,
    theatre,
    unshared_hexes,
)
from vistula.games.west_was_saved.rules.seats import acting, higher_trp
from vistula.games.west_was_saved.rules.supply_lines import Lines
from vistula.games.west_was_saved.state import State, bits_of, units_at
from vistula.kernel import (
    AGAIN,
    DONE,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Return,
    choose,
    goto,
    procedure,
    settle,
    step,
    tell,
)

# -- 11.2 limitations -------------------------------------------------------------------------------------------


class Survey:
    """What bounds all re-deployments of a side at one moment, looked up once however many units ask."""

    __slots__ = ("_grounds", "full", "lines", "near", "open", "silent", "stays")

    def __init__(self, s: State, side: int) -> None:
        moved, place, enemy = s.redeployed, s.place, 1 - side
        self.near = near_enemy(s, side)
        self.stays: dict[int, int] = {}  # [11.2c] by hex, combat units that have not re-deployed
        for unit in s.m.combat_of[side]:
            if place[unit] >= 0 and not moved >> unit & 1:
                self.stays[place[unit]] = self.stays.get(place[unit], 0) + 1
        self.full = full_hexes(s, side)
        self.open = open_to(s, side) & ~s.occupied[enemy] & ~s.m.east_prussia & (~self.near | bits_of(self.stays))
        self.lines = Lines(s)
        self.silent = effects.silent_command(s)
        self._grounds: dict[tuple[int, int], HexSet] = {}

    def ground_of(self, s: State, unit: int) -> HexSet:
        """The ground of a unit, looked up once for each nation and arm."""
        kind = (s.m.nation[unit], s.m.kind[unit])
        if kind not in self._grounds:
            self._grounds[kind] = ground(s, unit, self)
        return self._grounds[kind]


def may_leave(s: State, unit: int, survey: Survey | None = None) -> bool:
    """[11.2a, 11.2b, 11.2c] Whether a unit may re-deploy from where it stands at all."""
    m, hex = s.m, s.place[unit]
    if hex < 0 or s.redeployed >> unit & 1:
        return False
    known = survey or Survey(s, m.side[unit])
    if known.silent == unit or (m.kind[unit] != COMMAND and not known.lines.of(unit) >> hex & 1):
        return False  # command units are always in supply (H-31)
    if not (known.near | s.promised) >> hex & 1:
        return True
    return known.stays.get(hex, 0) > (m.kind[unit] != COMMAND)  # somebody else stays


def ground(s: State, unit: int, survey: Survey | None = None) -> HexSet:
    """[11.2b, 11.2c, 11.2e, 11.2f, 13.3c, 13.4a] Hexes that a re-deploying unit may enter, however it gets there."""
    m, side = s.m, s.m.side[unit]
    known = survey or Survey(s, side)
    if m.kind[unit] == COMMAND:
        return known.open & ~s.commanded[1 - side] & theatre(m, m.nation[unit])
    return known.open & known.lines.of(unit) & ~known.full & ~unshared_hexes(s, unit) & theatre(m, m.nation[unit])


def crossing_open(s: State, unit: int, paid: bool) -> bool:
    """[13.1b] Whether a unit may cross the Demarcation Line: a Russian combat unit needs a point or a card for it."""
    if s.m.nation[unit] != RUS or s.m.kind[unit] == COMMAND:
        return True
    return not effects.line_closed(s, RUSSIA) and (paid or s.rp[RUSSIA] > 0 or effects.free_crossings(s) > 0)


def reach(s: State, unit: int, passed: HexSet, paid: bool) -> HexSet:
    """[11.1b] Every hex to which a unit can go on from where it stands."""
    start = 1 << s.place[unit]
    free = ground(s, unit) & ~passed
    if not crossing_open(s, unit, paid):
        free &= _same_area(s, s.place[unit])
    return flood(s.m.grid, start, free | start) & ~start


def way(s: State, unit: int, goal: int, passed: HexSet, paid: bool) -> tuple[int, ...]:
    """[11.1b] The way of a unit to a hex in reach, where it stands first.

    Of several ways the one with the fewest promises, then crossings of the line, then hexes, then lowest numbers.
    """
    here = s.place[unit]
    free, promises = reach(s, unit, passed, paid), near_enemy(s, s.m.side[unit])
    home = _same_area(s, here)
    if home >> goal & 1:  # mostly there is a way that needs no promise and stays on this side of the line
        short = _straight(s, here, goal, free & ~promises & home)
        if short:
            return short
    return _sought(s, here, goal, free, promises)


def _straight(s: State, start: int, goal: int, free: HexSet) -> tuple[int, ...]:
    """The shortest way, of several the one with the lowest numbers; () where none leads through these hexes."""
    grid, around, end = s.m.grid, s.m.grid.around, 1 << start
    left, rings = (free | end) & ~(1 << goal), [1 << goal]
    while not rings[-1] & end:
        ring = grid.dilate(rings[-1]) & left
        if not ring:
            return ()
        left ^= ring
        rings.append(ring)
    walked = [start]
    for ring in rings[-2::-1]:
        onward = ring & around[walked[-1]]
        walked.append((onward & -onward).bit_length() - 1)
    return tuple(walked)


def _sought(s: State, start: int, goal: int, free: HexSet, promises: HexSet) -> tuple[int, ...]:
    """The best way by trying all, the cheapest first."""
    m = s.m
    queue: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, 0, (start,))]
    found = 0
    while queue:
        pledged, crossed, length, walked = heappop(queue)
        here = walked[-1]
        if here == goal:
            return walked
        if found >> here & 1:
            continue
        found |= 1 << here
        for to in m.next[here]:
            if (free & ~found) >> to & 1:
                over = m.north >> here & 1 != m.north >> to & 1
                heappush(queue, (pledged + (promises >> to & 1), crossed + over, length + 1, (*walked, to)))
    raise LookupError(f"nothing can re-deploy from {m.grid.number(start)} to {m.grid.number(goal)}")


def ready(s: State, side: int) -> list[int]:
    """[11.1a, 11.2a] The units of a side that may re-deploy now: those that can leave and have somewhere to go."""
    m, survey = s.m, Survey(s, side)
    movable = [u for u in (*m.combat_of[side], *m.commands_of[side]) if may_leave(s, u, survey)]
    return [u for u in movable if _onward(s, u, survey)]


def _onward(s: State, unit: int, survey: Survey) -> HexSet:
    """[11.1b, 13.1b] Hexes next to a unit into which it can go on."""
    hex = s.place[unit]
    near = s.m.around[hex] & survey.ground_of(s, unit)
    return near if crossing_open(s, unit, paid=False) else near & _same_area(s, hex)


def seems_mobile(s: State, side: int) -> bool:
    """[11.2a, 11.2c] Whether a unit of a side could re-deploy for all that everyone knows."""
    near = near_enemy(s, side)
    free = open_to(s, side) & ~s.occupied[1 - side] & ~s.m.east_prussia & (~near | s.occupied[side])
    return _may_go_on(s, side) and any(s.m.around[hex] & free for hex in members(friends(s, side)))


def surely_mobile(s: State, side: int) -> bool:
    """[11.2a, 11.2b, 11.2c] Whether everyone can tell that a unit of a side could re-deploy: one in sight, away from
    the enemy, into a hex without any unit in it."""
    near, enemy, silent = near_enemy(s, side), 1 - side, effects.silent_command(s)
    free = open_to(s, side) & ~s.m.east_prussia & ~near & ~friends(s, enemy) & ~s.occupied[side]
    commands = [c for c in s.m.commands_of[side] if s.place[c] >= 0 and c != silent]
    tops = [] if s.redeployments[side] else [open_top(s, side, hex) for hex in members(s.occupied[side])]
    lines = Lines(s)
    for unit in (*commands, *(top for top in tops if top >= 0)):
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

    def _units(self, s: State) -> list[int]:
        """The units that the player may re-deploy now."""
        return ready(s, self.side) if willing(s, self.side) else []

    @step("11.1a", "11.1c")
    def begin(self, s: State) -> None:
        self.side = higher_trp(s)
        s.promised, s.redeployed, s.redeployments = 0, 0, [0, 0]

    @step("11.1a", "11.2a")
    def whose(self, s: State) -> Next:
        return None if self.next_player(s) else DONE

    @choose("11.1a", "11.2a", who=acting, prompt="Re-deploy which unit?", always=True)
    def redeploy(self, s: State) -> Choice:
        return [
            Option("unit", self._units(s), "piece", "Re-deploy this unit"),
            Option("pass", label="Re-deploy no more", publish=True),
        ]

    @redeploy.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.redeployments[self.side] += 1
        s.moving, s.moving_hex = 1 << unit, s.place[unit]
        return Call(Redeployment(side=self.side), into="left")

    @redeploy.on("pass")
    def _(self, s: State, _: int) -> Next:
        side, able = self.side, bool(self._units(s))
        tell(s, "11.1a", "redeployment_ends" if self.passes(s, able) else "no_redeployment", side=side)
        return goto("whose")

    @step("11.1a", "11.2a")
    def turn_passes(self, s: State) -> Next:
        if not self.left:
            self.acted()
        self.left = False
        return goto("whose")


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

    @choose("11.1b", "11.2b", "11.2c", "11.2e", "11.2f", "13.1b", who=acting, prompt="Re-deploy the unit where?")
    def where(self, s: State) -> Choice:
        hexes = members(reach(s, in_hand(s), bits_of(self.passed), self.paid))
        if len(self.passed) == 1:
            return [Option("step", hexes, "space", "Re-deploy here"), Option("cancel", label="Leave it", free=True)]
        return [Option("step", hexes, "space", "Go on to here"), Option("stop", label="Stop here")]

    @where.on("step")
    def _(self, s: State, hex: int) -> Next:
        unit = in_hand(s)
        for here, to in pairwise(way(s, unit, hex, bits_of(self.passed), self.paid)):
            self.travel(s, unit, here, to, to == hex)
            if s.place[unit] < 0 or s.ended:
                return goto("arrival")
        return AGAIN

    def travel(self, s: State, unit: int, here: int, to: int, stops: bool) -> None:
        """[11.2c, 11.2d, 13.1b] One hex further: promises, the toll of the line, what is overrun."""
        enemy = 1 - self.side
        s.promised |= near_enemy(s, self.side) & (1 << here | 1 << to)
        if s.m.north >> here & 1 != s.m.north >> to & 1 and not self.paid:
            self.paid = pay_crossing(s, unit, to)
        self.passed.append(to)
        if stops or (s.depots[enemy] | s.commanded[enemy]) >> to & 1:
            come(s, unit, to, "11.1b")
            s.moving_hex = to

    @where.on("stop")
    def _(self, s: State, _: int) -> Next:
        return None

    @where.on("cancel")
    def _(self, s: State, _: int) -> Next:
        s.redeployments[self.side] -= 1
        s.moving, s.moving_hex = 0, -1
        return Return(True)

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
    if s.m.nation[unit] != RUS or s.m.kind[unit] == COMMAND:
        return False
    if effects.free_crossings(s) > 0:
        effects.use_card(s, RUSSIA)
    else:
        spend(s, RUSSIA, 1)
    tell(s, "13.1b", "crosses", hex=hex)  # not who: the unit may go on into a stack that covers it
    return True
