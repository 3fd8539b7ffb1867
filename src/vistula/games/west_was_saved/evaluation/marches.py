"""Who goes where: the best order for every stack, judged hex by hex."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from vistula.board.hexes import HexSet, members
from vistula.kernel import barred
from vistula.parts import layers
from vistula.parts.sides import NONE

from ..cards import effects
from ..model import ARTILLERY, CAVALRY, INFANTRY, LIT
from ..rules.command import die_needed
from ..rules.movement import Plan as March
from ..rules.movement import shut
from ..rules.ordering import may_turn, ready, spare
from ..rules.queries import facing_hex
from .capitals import lets_supply_in
from .stacks import stack_of
from .survey import Survey

HURRY = 0.35  # what a fifth hex costs each unit of cavalry
LONG = 5


class Intent(NamedTuple):
    """The best that a stack could be ordered to do: who goes where, or turns to what."""

    gain: float
    group: tuple[int, ...]  # none: the stack turns
    hex: int  # where to, or what to face
    chance: float = 1.0

    @property
    def turns(self) -> bool:
        return not self.group


def reach(v: Survey, start: int, units: list[int]) -> dict[int, int]:
    """Hexes that a group can get to, with the hexes it takes; near enough to the rules for planning."""
    s, m = v.s, v.m
    foot = [u for u in units if m.kind[u] != CAVALRY]
    limit = min(m.allowance[m.kind[u]] for u in units) + card_hexes(v, units)
    march = March(v.me, start, [], units)
    free = ~barred(shut(s, march)) & ~_crowded(v, start, len(units)) & ~m.east_prussia
    if s.lithuania and any(m.nation[u] == LIT for u in units):
        free &= ~_held_by_others(v, units)
    hard, closed = (m.difficult, v.closed) if foot else (0, NONE)
    found = layers.reach(layers.ground(m.grid, {1: free & ~hard, 2: free & hard}, closed=closed), 1 << start, limit)
    return {hex: spent for spent, layer in enumerate(found.reached) if spent for hex in members(layer)}


def card_hexes(v: Survey, units: list[int]) -> int:
    """Hexes that a card adds to a march, thought of where the enemy's capital stands open."""
    return effects.further(v.s, v.me, units)[1] if v.prize_open else 0


def _crowded(v: Survey, start: int, coming: int) -> HexSet:
    room = v.m.stack_limit - coming
    return sum(1 << hex for hex, stack in v.mine.items() if hex != start and len(stack.units) > room)


def _held_by_others(v: Survey, units: list[int]) -> HexSet:
    return sum(1 << hex for hex, stack in v.mine.items() if not set(stack.units) & set(units))


# -- how good it is to stand somewhere --------------------------------------------------------------------


class Standing:
    """One group of a stack, judged wherever it may go."""

    def __init__(self, v: Survey, start: int, units: list[int]) -> None:
        self.v, self.start, self.units = v, start, units
        self.alone = stack_of(v.s, units)
        self.goal = v.goal.get(start, v.prize)
        self.travel = v.ground.travel[self.goal]
        self.step = v.pull * (1 + 0.1 * self.alone.front) * (0.6 + 0.4 * min(2.0, v.weight(self.goal)))
        self.hunger = v.hunger(units)
        self.at_stake = v.prizes | v.s.depots[0] | v.s.depots[1] | v.s.commanded[v.foe] | 1 << v.home
        if v.intruded:
            self.at_stake = (1 << v.m.grid.size) - 1  # every hex wants a look at the intruders' supply
        self.riders = sum(v.m.kind[u] == CAVALRY for u in units)

    def plain(self, hex: int) -> float:
        """What a hex is worth apart from the enemies next to it."""
        v = self.v
        s, d, bit = v.s, v.d, 1 << hex
        worth = -self.step * self.travel[hex]
        if bit & self.at_stake:
            if v.prizes & bit:
                worth += d.city * v.weights[hex] + (v.decides(hex, self.units) if hex == v.prize else 0.0)
            if s.depots[v.foe] & bit:
                worth += d.depot
            if hex in v.stores and hex not in v.mine:
                worth += v.stores[hex]
            if s.commanded[v.foe] & bit:
                worth += d.command
        if v.intruded:
            leaves = len(self.units) == len(v.mine[self.start].units)
            worth -= d.game if lets_supply_in(s, v.me, v.home, self.start, hex, leaves) else 0.0
        if hex == v.home and v.storm:
            worth += v.open_home(v.garrison) - v.open_home([*v.garrison, *self.units])
        if not v.supplied & bit and not v.fed(hex, self.units):
            worth -= self.hunger
        return worth

    def fighting(self, hex: int) -> float:
        """What the enemies next to a hex make of it."""
        v = self.v
        if hex == self.start or hex not in v.mine:
            return v.free(self.alone, hex, self.start)
        joined = stack_of(v.s, (*v.mine[hex].units, *self.units))
        return v.held(joined, hex) - v.held_now(hex)

    def hope(self, hex: int) -> float:
        """What the enemies next to a hex make of it at the best: looked at first, for it is soon found."""
        v, size = self.v, self.alone.size
        if hex == self.start or hex not in v.mine:
            return v.most((hex, size))
        return v.most((hex, size + v.mine[hex].size)) - v.held_now(hex)

    def at(self, hex: int) -> float:
        """What it is worth to have the group in a hex, free to look anywhere."""
        return self.plain(hex) + (self.fighting(hex) if self.v.watched >> hex & 1 else 0.0)

    def now(self) -> float:
        """What it is worth where it stands, looking where it looks."""
        v = self.v
        worth = -self.step * self.travel[self.start] + v.held_now(self.start)
        if rest := [u for u in v.mine[self.start].units if u not in self.units]:
            worth -= v.held(stack_of(v.s, rest), self.start)
        if not v.fed(self.start, self.units):
            worth -= self.hunger
        return worth

    def leaving(self) -> float:
        """What is lost when the group leaves too few behind, or nobody."""
        v, d = self.v, self.v.d
        whole = v.mine[self.start].units
        lost = 0.0
        if self.start == v.home and v.storm:
            lost += v.open_home([u for u in whole if u not in self.units]) - v.open_home(v.garrison)
        if len(self.units) < len(whole):
            return lost
        lost += v.stores.get(self.start, 0.0)
        if v.m.victory >> self.start & 1:
            near = any(v.ground.travel[self.start][hex] <= 5 for hex in v.theirs)
            lost += d.keep * v.weight(self.start) * (1.0 if near or v.last else 0.35)
        return lost


# -- intents --------------------------------------------------------------------


def groups(v: Survey, hex: int) -> list[list[int]]:
    """Parts of a stack worth sending: all that may go, the cavalry, all but one that keeps a city."""
    s, m = v.s, v.m
    units, most = ready(s, v.me, hex), spare(s, v.me, hex)
    if not units or most < 1:
        return []
    units.sort(key=lambda u: -m.cv[u][0])
    found = [units[:most]]
    riders = [u for u in units if m.kind[u] == CAVALRY][:most]
    if riders and len(riders) < len(found[0]):
        found.append(riders)
    quick = [u for u in units if m.kind[u] != ARTILLERY][:most]
    if quick and len(quick) < len(found[0]):
        found.append(quick)
    if (m.victory >> hex & 1 or hex in v.stores) and len(found[0]) > 1:
        found.append(found[0][:-1])
    return found


def intent(v: Survey, hex: int) -> Intent | None:
    """The best order for a stack; none where nothing is better than to stay."""
    s = v.s
    best = _turning(v, hex)
    for units in groups(v, hex):
        standing = Standing(v, hex, units)
        here = standing.now() + standing.leaving()
        chance = chance_of(v, hex, units)
        if chance <= 0:
            continue
        most = best.gain / chance if best is not None else 0.0
        hungry = any(s.unsupplied >> u & 1 for u in units)
        step, travel, supplied, watched = standing.step, standing.travel, v.supplied, v.watched
        simple = supplied & ~standing.at_stake
        promising = v.near_foe | s.occupied[v.me]  # elsewhere the enemy only takes from what a hex is worth
        for to, steps in reach(v, hex, units).items():
            gain = (-step * travel[to] if simple >> to & 1 else standing.plain(to)) - here
            if steps >= LONG:
                gain -= HURRY * standing.riders
            if watched >> to & 1:
                if gain + (standing.hope(to) if promising >> to & 1 else 0.0) <= most:
                    continue
                gain += standing.fighting(to)
            if gain > most and not (hungry and not supplied >> to & 1):
                most = gain
                best = Intent(gain * chance, tuple(units), to, chance)
    return best


def neighbourhood(v: Survey, hex: int) -> Hashable:
    """What an order to a stack depends on most: the stack itself, and who stands within a march of it and a little
    more. Supply and the needs of cities far away change too, but seldom so much within a phase."""
    s, m, bits, ride = v.s, v.m, 0, False
    for unit in v.mine[hex].units:
        bits |= 1 << unit
        ride = ride or m.kind[unit] == CAVALRY
    march = m.allowance[CAVALRY] if ride else m.allowance[INFANTRY]
    friends, foes = s.occupied[v.me] & m.near(hex, march), s.occupied[v.foe] & m.near(hex, march + 1)
    return (
        s.turn, s.phase, bits, s.weak & bits, s.ordered & bits, s.unsupplied & bits, s.facing[hex],
        s.markers.get(hex, 0), (s.promised | s.obeyed) >> hex & 1, v.intruded, friends, foes,
        tuple([v.mine[h].size for h in members(friends)]), tuple([v.theirs[h].size for h in members(foes)]),
    )  # fmt: skip


def _turning(v: Survey, hex: int) -> Intent | None:
    """To face the enemy who can best be attacked, without marching."""
    if not may_turn(v.s, v.me, hex):
        return None
    stack = v.mine[hex]
    strike, target = v.best_strike(stack, hex)
    ahead = facing_hex(v.s, hex)
    if target < 0 or target == ahead:
        return None
    now = max(0.0, v.gain(stack, hex, ahead)) if ahead in v.theirs else 0.0
    gain = v.d.attack * (strike - now)
    return Intent(gain, (), target) if gain > 0 else None


def chance_of(v: Survey, hex: int, units: list[int]) -> float:
    """[7.2b] The chance that an order is carried out."""
    if effects.obeyed(v.s, v.me, hex):
        return 1.0
    needed = die_needed(v.s, v.me, hex, units)
    return 1.0 if needed <= 0 else max(0, 6 - needed) / 6


def outlook(v: Survey, hex: int, units: list[int]) -> int:
    """The neighbour that a stack in a hex should face: whom it can attack, whom it fears, where the enemy is."""
    stack = stack_of(v.s, units)
    _, target = v.best_strike(stack, hex)
    if target >= 0:
        return target
    enemies = v.beside(hex)
    if enemies:
        return max(enemies, key=lambda enemy: v.theirs[enemy].front)
    grid = v.m.grid
    nearest = min(v.theirs, key=lambda enemy: grid.distance(hex, enemy), default=-1)
    around = [to for to in v.m.toward[hex] if to >= 0]
    if nearest < 0:
        return around[0]
    return min(around, key=lambda to: (grid.distance(to, nearest), to))
