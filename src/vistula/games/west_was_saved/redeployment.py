"""11.0 Re-deployment: players alternate moving single units, by rail as it were, as far as supplied ground reaches.

A unit goes to any hex in reach, by the shortest way that needs the fewest promises of friends to stay put; from there
it may go on, so that its player can lead it by any way he likes, or stop. It never enters a hex twice.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise

from vistula.board.hexes import HexSet, members
from vistula.games.west_was_saved import effects
from vistula.games.west_was_saved.facing import Facing
from vistula.games.west_was_saved.model import COMMAND, LIT, POLAND, RUS, RUSSIA, UKR
from vistula.games.west_was_saved.queries import full_hexes, near_enemy, open_to, unshared_hexes
from vistula.games.west_was_saved.seats import acting, decline, higher_trp, turn_over
from vistula.games.west_was_saved.state import State, bits_of, enter, spend, units_at
from vistula.games.west_was_saved.tracing import border_distance, supplied_for
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


def staying(s: State, side: int, without: int = -1) -> HexSet:
    """[11.2c] Hexes with a combat unit of the side that has not re-deployed, one unit not counted."""
    moved, place = s.redeployed, s.place
    return bits_of(place[u] for u in s.m.combat_of[side] if place[u] >= 0 and u != without and not moved >> u & 1)


def may_leave(s: State, unit: int) -> bool:
    """[11.2a, 11.2b, 11.2c] Whether a unit may re-deploy from where it stands at all."""
    m, hex = s.m, s.place[unit]
    if hex < 0 or s.redeployed >> unit & 1 or effects.silent_command(s) == unit:
        return False
    if m.kind[unit] != COMMAND and not supplied_for(s, unit) >> hex & 1:
        return False  # command units are always in supply (H-31)
    bound = (near_enemy(s, m.side[unit]) | s.promised) >> hex & 1
    return not bound or bool(staying(s, m.side[unit], unit) >> hex & 1)


def ground(s: State, unit: int) -> HexSet:
    """[11.2b, 11.2c, 11.2e, 11.2f] Hexes that a re-deploying unit may enter, however it gets there."""
    m, side = s.m, s.m.side[unit]
    enemy = 1 - side
    hexes = open_to(s, side) & ~s.occupied[enemy] & ~m.east_prussia
    hexes &= ~near_enemy(s, side) | staying(s, side)
    if m.kind[unit] == COMMAND:
        return hexes & ~s.commanded[enemy]
    hexes &= supplied_for(s, unit) & ~full_hexes(s, side) & ~unshared_hexes(s, unit)
    if m.nation[unit] == UKR:
        hexes &= m.south  # [13.4a]
    elif m.nation[unit] == LIT:
        hexes &= bits_of(hex for hex in members(hexes) if border_distance(m, hex) <= m.lithuanian_hexes)  # [13.3c]
    return hexes


def crossing_open(s: State, unit: int, paid: bool) -> bool:
    """[13.1b] Whether a unit may cross the Demarcation Line: a Russian combat unit needs a point or a card for it."""
    if s.m.nation[unit] != RUS or s.m.kind[unit] == COMMAND:
        return True
    return not effects.line_closed(s, RUSSIA) and (paid or s.rp[RUSSIA] > 0 or effects.free_crossings(s) > 0)


def reach(s: State, unit: int, passed: HexSet = 0, paid: bool = False) -> dict[int, tuple[int, ...]]:
    """[11.1b] Every hex to which a unit can go on from where it stands, with the way there.

    Of several ways the one with the fewest promises, then crossings of the line, then hexes, then lowest numbers.
    """
    m, start = s.m, s.place[unit]
    free, promises = ground(s, unit) & ~passed, near_enemy(s, m.side[unit])
    across = crossing_open(s, unit, paid)
    queue: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, 0, (start,))]
    found: dict[int, tuple[int, ...]] = {}
    while queue:
        pledged, crossed, length, way = heappop(queue)
        here = way[-1]
        if here in found:
            continue
        found[here] = way
        for to in m.next[here]:
            over = m.north >> here & 1 != m.north >> to & 1
            if free >> to & 1 and to not in found and (across or not over):
                heappush(queue, (pledged + (promises >> to & 1), crossed + over, length + 1, (*way, to)))
    del found[start]
    return found


def ready(s: State, side: int) -> list[int]:
    """[11.1a, 11.2a] The units of a side that may re-deploy now: those that can leave and have somewhere to go."""
    pieces = [u for u in (*s.m.combat_of[side], *s.m.commands_of[side]) if may_leave(s, u)]
    grounds: dict[tuple[bool, int, int], HexSet] = {}
    found = []
    for unit in pieces:
        kind = (s.m.kind[unit] == COMMAND, s.m.nation[unit], supplied_for(s, unit) if unit in s.m.combat else 0)
        if kind not in grounds:
            grounds[kind] = ground(s, unit)
        near = grounds[kind] & s.m.around[s.place[unit]]
        if near and (crossing_open(s, unit, False) or near & _same_area(s, s.place[unit])):
            found.append(unit)
    return found


def _same_area(s: State, hex: int) -> HexSet:
    return s.m.north if s.m.north >> hex & 1 else s.m.south


# -- 11.1 procedure ---------------------------------------------------------------------------------------------


@procedure
class RedeploymentPhase(Frame):
    """11.0 The player with more total resource points begins; whoever declines has no further turn."""

    side: int = POLAND
    passed: int = 0
    left: bool = False  # the unit was put back

    @step("11.1a", "11.1c")
    def begin(self, s: State) -> None:
        self.side = higher_trp(s)
        s.promised, s.redeployed, s.redeployments = 0, 0, [0, 0]

    @choose("11.1a", "11.2a", who=acting, prompt="Re-deploy which unit?", always=True)
    def redeploy(self, s: State) -> Choice:
        return [
            Option("unit", ready(s, self.side), "piece", "Re-deploy this unit"),
            Option("pass", label="Re-deploy no more", publish=True),
        ]

    @redeploy.on("unit")
    def _(self, s: State, unit: int) -> Next:
        s.redeployments[self.side] += 1
        s.moving, s.moving_hex = 1 << unit, s.place[unit]
        return Call(Redeployment(side=self.side), into="left")

    @redeploy.on("pass")
    def _(self, s: State, _: int) -> Next:
        tell(s, "11.1a", "redeployment_ends", side=self.side)
        return AGAIN if decline(self) else DONE

    @step("11.1a", "11.2a")
    def turn_passes(self, s: State) -> Next:
        """Whoever has re-deployed as many units as he may is done."""
        if self.left:
            self.left = False
            return goto("redeploy")
        if s.redeployments[self.side] >= effects.redeployment_limit(s, self.side):
            self.passed |= 1 << self.side
        return goto("redeploy") if turn_over(self) else DONE


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
        hexes = sorted(reach(s, in_hand(s), bits_of(self.passed), self.paid))
        if len(self.passed) == 1:
            return [Option("step", hexes, "space", "Re-deploy here"), Option("cancel", label="Leave it", free=True)]
        return [Option("step", hexes, "space", "Go on to here"), Option("stop", label="Stop here")]

    @where.on("step")
    def _(self, s: State, hex: int) -> Next:
        unit = in_hand(s)
        way = reach(s, unit, bits_of(self.passed), self.paid)[hex]
        for here, to in pairwise(way):
            self.travel(s, unit, here, to, to == hex)
            if s.place[unit] < 0 or s.ended:
                return goto("arrival")
        return AGAIN

    def travel(self, s: State, unit: int, here: int, to: int, stops: bool) -> None:
        """[11.2c, 11.2d, 13.1b] One hex further: promises, the toll of the line, what is overrun."""
        enemy = 1 - self.side
        s.promised |= near_enemy(s, self.side) & (1 << here | 1 << to)
        if s.m.north >> here & 1 != s.m.north >> to & 1 and not self.paid:
            self.paid = pay_crossing(s, unit)
        self.passed.append(to)
        if stops or (s.depots[enemy] | s.commanded[enemy]) >> to & 1:
            enter(s, unit, to, "11.1b")
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


def pay_crossing(s: State, unit: int) -> bool:
    """[13.1b] One point for a Russian combat unit that crosses, once, or a card. Whether there was anything to pay."""
    if s.m.nation[unit] != RUS or s.m.kind[unit] == COMMAND:
        return False
    if effects.free_crossings(s) > 0:
        effects.use_card(s, RUSSIA)
    else:
        spend(s, RUSSIA, 1)
    tell(s, "13.1b", "crosses", unit=unit)
    return True
