"""The situation as one side sees it: stacks, strengths, supply to come, goals."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from vistula.board.hexes import HexSet, members
from vistula.parts.layers import ground, reach_back
from vistula.parts.sides import Sides, between, leaving
from vistula.players.kit.memory import once

from ..model import CAVALRY, RUSSIA, Model
from ..rules.outcomes import Outcome
from ..rules.queries import facing_hex, stacks, threatened
from ..rules.supply_lines import supply_reach
from ..state import State
from .capitals import Stormer, falls, fed_in, stormers, strongholds
from .doctrine import Doctrine
from .stacks import HIT, MORE, Prospect, Stack, prospect, stack_of

MARCH = 3  # hexes from which an enemy may come and attack in a turn
REACH = 5  # hexes from which an enemy may come to a depot in a turn
NEAR = 7  # hexes within which stacks are thought to march on a capital
UNFED = 0.15  # of the game, where the enemy's capital can be taken but not supplied yet
RETAKEN = 0.6  # of the game, where the own one is won back
GLORY = 0.3  # what a city weighs that only makes a victory decisive
FAR = 99


class Ground:
    """The map as a planner sees it: movement points of infantry from every hex to each green city, over ground that is
    open from the start."""

    def __init__(self, m: Model) -> None:
        self.strongholds = strongholds(m)
        self.cities = tuple(members(m.victory | sum(line.holds for line in m.decisive)))
        self.travel = {city: [FAR] * m.grid.size for city in self.cities}
        free = m.land & ~m.east_prussia
        open_ground = ground(m.grid, {1: free & ~m.difficult, 2: free & m.difficult}, closed=leaving(~free))
        for city, found in self.travel.items():
            for points, layer in enumerate(reach_back(open_ground, 1 << city, FAR - 1).reached):
                for hex in members(layer):
                    found[hex] = points


@lru_cache(maxsize=4)
def ground_of(m: Model) -> Ground:
    return Ground(m)


class Survey:
    """Everything that plans of one side ask about, worked out once for a situation."""

    def __init__(self, s: State, me: int, d: Doctrine) -> None:
        self.s, self.m, self.me, self.foe, self.d = s, s.m, me, 1 - me, d
        self.ground = ground_of(s.m)
        self.last = s.turn >= s.m.turns - 2
        self.mine = {hex: stack_of(s, units) for hex, units in stacks(s, me).items()}
        seen = stacks(s, self.foe)
        hexes = set(seen) | {hex for hex in s.veiled if s.occupied[self.foe] >> hex & 1}
        self.theirs = {hex: stack_of(s, seen.get(hex, ()), s.veiled.get(hex, 0) * d.unseen) for hex in hexes}
        self.pull = d.pull * (1 - (1 - d.rest) * (s.turn - 1) / (s.m.turns - 1))
        self.near_foe = s.m.grid.dilate(s.occupied[self.foe])
        self.watched = s.m.grid.dilate(s.m.grid.dilate(self.near_foe)) if d.fear else self.near_foe
        self.home, self.prize = self.ground.strongholds[me], self.ground.strongholds[self.foe]
        self._open: dict[tuple[int, ...], float] = {}
        self.storming = any(s.m.grid.distance(hex, self.prize) <= NEAR for hex in self.mine)
        self.prizes = s.m.victory & ~s.occupied[me]
        self.weights = {city: self._weight(city) for city in self.ground.cities}

    @cached_property
    def closed(self) -> Sides:
        """[7.4b] Steps from enemy to enemy, which units on foot do not make; who covers one is not looked at."""
        near = threatened(self.s, self.me)
        return between(self.m.grid, near, near)

    # -- supply ----------------------------------------------------------------------------------

    @cached_property
    def supplied(self) -> HexSet:
        return self.supply_to_come[0]

    @cached_property
    def supply_to_come(self) -> tuple[HexSet, HexSet]:
        """Hexes that depots now standing supply, or one more in a city that is held; the second for Russian cavalry."""
        s, m, depots = self.s, self.m, self.s.depots[self.me]
        reach = supply_reach(s, self.me, depots, m.supply_range)
        if new := m.cities & s.occupied[self.me] & reach & ~depots:
            depots |= new
            reach |= supply_reach(s, self.me, depots, m.supply_range)
        far = supply_reach(s, self.me, depots, m.cavalry_range) if self.me == RUSSIA else reach
        return reach, far

    def fed(self, hex: int, units: list[int]) -> bool:
        """Whether units that go there can expect to be in supply."""
        if self.supplied >> hex & 1:
            return True
        return bool(self.supply_to_come[1] >> hex & 1) and all(self.m.kind[u] == CAVALRY for u in units)

    def hunger(self, units: list[int]) -> float:
        """[6.0c] What it would cost to have these units out of supply at the next check."""
        return self.d.hungry * sum(1.6 if self.s.weak >> u & 1 else 0.8 for u in units)

    @cached_property
    def stores(self) -> dict[int, float]:
        """Own depots that an enemy could overrun soon, with what would be lost: the supply of those around them."""
        s, m = self.s, self.m
        found: dict[int, float] = {}
        for hex in members(s.depots[self.me]):
            if m.near(hex, REACH) & s.occupied[self.foe]:
                fed = sum(len(self.mine[h].units) for h in members(m.near(hex, 3) & s.occupied[self.me]))
                found[hex] = self.d.store * min(8, 1 + fed)
        return found

    # -- goals -----------------------------------------------------------------------------------

    @cached_property
    def need(self) -> dict[int, float]:
        """What strength each green city asks for now."""
        s = self.s
        need: dict[int, float] = {}
        for city in self.ground.cities:
            near = self._force(self.theirs, city, 4)
            if s.occupied[self.me] >> city & 1 or (city == self.home and not self.contested):
                need[city] = self.d.garrison * near + (2.0 if near or self.last else 0.5)
            elif s.occupied[self.foe] >> city & 1:
                need[city] = self.d.siege * self.theirs[city].front + 0.6 * near + 4.0
            else:
                need[city] = 0.9 * near + 2.5
        need[self.prize] *= 1.2
        return need

    def _force(self, side: dict[int, Stack], city: int, within: int) -> float:
        travel = self.ground.travel[city]
        near = [(stack.front, travel[hex]) for hex, stack in side.items() if travel[hex] <= within]
        return sum(front * (1 - distance / (within + 1)) for front, distance in near)

    def weight(self, hex: int) -> float:
        """How much a city matters to this side; other hexes do not."""
        return self.weights.get(hex, 0.0)

    def _weight(self, city: int) -> float:
        s, d = self.s, self.d
        held = bool(s.occupied[self.me] >> city & 1)
        worth = 1.0 if held else 1.4 * d.press
        if not s.m.victory >> city & 1:
            return worth * GLORY
        worth *= d.home if city == self.home else d.capital if city == self.prize else 1.0
        if city == d.focus:
            worth += d.focus_weight
        return worth * (1.5 if self.last else 1.0)

    @cached_property
    def goal(self) -> dict[int, int]:
        """Every stack with the city where it is most wanted, the best matches first."""
        goal: dict[int, int] = {}
        left, weights = dict(self.need), self.weights
        roads = [(city, self.ground.travel[city], weights[city]) for city in self.ground.cities]
        pairs = [
            (weight / (2.5 + travel[hex]), hex, city)
            for hex in self.mine
            for city, travel, weight in roads
            if travel[hex] < 60
        ]
        pairs.sort(reverse=True)
        for _, hex, city in pairs:
            if left[city] > 0 and hex not in goal:
                goal[hex] = city
                left[city] -= self.mine[hex].front
        prizes = [road for road in roads if self.prizes >> road[0] & 1] or roads
        for hex in self.mine:
            if hex not in goal:
                goal[hex] = max((weight / (2.5 + travel[hex]), city) for city, travel, weight in prizes)[1]
        return goal

    # -- capitals --------------------------------------------------------------------------------

    @cached_property
    def storm(self) -> list[Stormer]:
        """Enemy stacks that may attack the own capital next."""
        return stormers(self.s, self.home, self.theirs)

    def open_home(self, units: list[int]) -> float:
        """What it costs to leave the own capital to these units; nothing where the enemy has taken it."""
        key = tuple(units)
        found = self._open.get(key)
        if found is None:
            garrison = stack_of(self.s, units) if units else None
            beside = (self.m.grid.around[self.home] & self.s.occupied[self.me]).bit_count()
            found = 0.0
            if not self.intruded:
                found = self.d.ward * self.d.game * falls(self.storm, garrison, 0.7 * beside)
            self._open[key] = found
        return found

    @cached_property
    def garrison(self) -> list[int]:
        """Who is in the own capital."""
        return list(self.mine[self.home].units) if self.home in self.mine else []

    @cached_property
    def intruded(self) -> bool:
        """Whether enemies are in the own capital: out of supply, or the game would be over."""
        return self.home != self.prize and bool(self.s.occupied[self.foe] >> self.home & 1)

    @cached_property
    def contested(self) -> bool:
        """Whether the enemy holds the one city that both fight for."""
        return self.home == self.prize and bool(self.s.occupied[self.foe] >> self.home & 1)

    @cached_property
    def prize_open(self) -> bool:
        """Whether nobody is in the enemy's capital."""
        return not (self.s.occupied[0] | self.s.occupied[1]) >> self.prize & 1

    @cached_property
    def fed_there(self) -> tuple[bool, bool]:
        return fed_in(self.s, self.me, self.prize)

    def decides(self, target: int, units: Iterable[int]) -> float:
        """What of the game is won where the enemy is driven out of a hex and these units go in."""
        if target == self.prize:
            near, far = self.fed_there
            fed = near or (far and any(self.m.kind[u] == CAVALRY for u in units))
            return self.d.game * (1.0 if fed else UNFED)
        return self.d.game * RETAKEN if target == self.home else 0.0

    # -- fights ----------------------------------------------------------------------------------

    def margin(self, group: Stack, start: int, target: int, friends: HexSet, fought: int = 0) -> int:
        """[9.3] By how much the value of a group exceeds that of an enemy stack, with friends on these hexes, when
        these units have fought before."""
        s, m, foe, around = self.s, self.m, self.theirs[target], self.m.grid.around[target]
        attack = group.front + group.arms + (friends & around & ~(1 << start)).bit_count()
        walled = (m.cities | m.forts) >> target & 1 and not group.guns
        front = walled or facing_hex(s, target) == start
        defence = (foe.front if front else foe.other) + foe.arms + (s.occupied[self.foe] & around).bit_count()
        if m.difficult >> target & 1 or m.river[target] >> start & 1:
            defence += 2
        return round(attack - (defence - sum(fought >> u & 1 for u in foe.units)))

    def strike(self, group: Stack, start: int, target: int, gone: int = -1) -> Prospect:
        """What an attack of this group from a hex on an enemy stack promises; `gone` is where the group came from."""
        s, foe = self.s, self.theirs[target]
        friends = s.occupied[self.me] & ~(1 << gone if gone >= 0 else 0)
        margin = self.margin(group, start, target, friends, s.fought & ~s.triumphed)
        return prospect(margin, group.size, foe.size, group.steps, foe.steps)

    def blow(self, group: Stack, hex: int, enemy: int, front: bool) -> Prospect:
        """What an attack of an enemy stack on this group would promise the enemy."""
        s, m = self.s, self.m
        foe = self.theirs[enemy]
        around = m.grid.around[hex]
        attack = foe.front + foe.arms + (s.occupied[self.foe] & around & ~(1 << enemy)).bit_count()
        walled = (m.cities | m.forts) >> hex & 1 and not foe.guns
        defence = (group.front if front or walled else group.other) + group.arms
        defence += (s.occupied[self.me] & around).bit_count() * 0.7
        if m.difficult >> hex & 1 or m.river[hex] >> enemy & 1:
            defence += 2
        return prospect(round(attack - defence), foe.size, group.size, foe.steps, group.steps)

    @once
    def beside(self, hex: int) -> list[int]:
        """Enemy stacks next to a hex."""
        return members(self.m.grid.around[hex] & self.s.occupied[self.foe])

    def best_strike(self, group: Stack, hex: int, gone: int = -1) -> tuple[float, int]:
        """The best attack from a hex and the stack it would be on; nothing promised, -1 if there is none."""
        best, on = 0.0, -1
        for target in self.beside(hex):
            worth = self.gain(group, hex, target, gone)
            if worth > best:
                best, on = worth, target
        return best, on

    @once
    def most(self, attack: tuple[int, int]) -> float:
        """No attack from a hex by so many units counts for more: all hits are taken, the enemy is routed."""
        (hex, size), found = attack, 0.0
        for target in self.beside(hex):
            harm = HIT * min(size, self.theirs[target].steps) + MORE[Outcome.ROUT]
            ground = self.d.spoils * self.ground_at(target, self.foe) + self.d.game * (
                target in self.ground.strongholds
            )
            found = max(found, harm + ground)
        return self.d.attack * found

    def gain(self, group: Stack, hex: int, target: int, gone: int = -1) -> float:
        """What an attack is worth with the ground that it may win."""
        found = self.strike(group, hex, target, gone)
        ground = self.d.spoils * self.ground_at(target, self.foe) + self.decides(target, group.units)
        return found.worth(self.d.loss) + found.driven * ground

    def ground_at(self, hex: int, side: int) -> float:
        """What a hex is worth to whoever drives a side out of it."""
        s, d = self.s, self.d
        found = self.weights.get(hex, 0.0) * d.city
        if s.depots[side] >> hex & 1:
            found += d.depot
        return found

    def held(self, group: Stack, hex: int) -> float:
        """What enemies make of a stack in a hex that looks where the stack there looks now."""
        ahead = facing_hex(self.s, hex)
        found = -self.d.exposure * self.peril(group, hex, ahead)
        if ahead in self.theirs:
            found += self.d.attack * max(0.0, self.gain(group, hex, ahead))
        return found - self.d.fear * self.dread(group, hex) if self.d.fear else found

    @once
    def held_now(self, hex: int) -> float:
        """The same for a stack as it stands."""
        return self.held(self.mine[hex], hex)

    def free(self, group: Stack, hex: int, gone: int) -> float:
        """What enemies make of a group that comes into an empty hex and looks where it likes."""
        found = -self.d.fear * self.dread(group, hex) if self.d.fear else 0.0
        if self.near_foe >> hex & 1:
            strike, target = self.best_strike(group, hex, gone)
            found += self.d.attack * strike - self.d.exposure * self.peril(group, hex, target)
        return found

    @once
    def looming(self, hex: int) -> tuple[float, int, int, bool, float, float] | None:
        """Of the enemy stack that a group in a hex has most to fear of after a march, what a fight there depends on."""
        m, d = self.m, self.d
        near = members(m.near(hex, MARCH) & self.s.occupied[self.foe])
        if not near:
            return None
        foe = self.theirs[max(near, key=lambda enemy: self.theirs[enemy].front + self.theirs[enemy].arms)]
        walled = bool((m.cities | m.forts) >> hex & 1) and not foe.guns
        hard, stake = 2.0 * (m.difficult >> hex & 1), d.stake * self.ground_at(hex, self.me)
        return foe.front + foe.arms, foe.size, foe.steps, walled, hard, stake

    def dread(self, group: Stack, hex: int) -> float:
        """What the enemy could do to a group in a hex after a march."""
        enemy = self.looming(hex)
        if enemy is None:
            return 0.0
        attack, size, steps, walled, hard, stake = enemy
        defence = (group.front if walled else (group.front + group.other) / 2) + group.arms + hard
        found = prospect(round(attack - defence), size, group.size, steps, group.steps)
        return max(0.0, found.worth() + found.driven * stake)

    def peril(self, group: Stack, hex: int, ahead: int = -1) -> float:
        """What enemies next to a hex could do to a group there that looks at `ahead`."""
        found, stake = 0.0, self.d.stake * self.ground_at(hex, self.me)
        for enemy in self.beside(hex):
            blow = self.blow(group, hex, enemy, enemy == ahead)
            found = max(found, blow.worth() + blow.driven * stake)
        return found
