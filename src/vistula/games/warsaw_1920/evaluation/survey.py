"""The situation as one side sees it: where the enemy stands, what he can strike, which hexes are worth what."""

from __future__ import annotations

from functools import cache, cached_property

from vistula.board.hexes import collect
from vistula.games.warsaw_1920.evaluation.doctrine import Doctrine, unit_values
from vistula.games.warsaw_1920.evaluation.ground import FAR, Ground, ground_of
from vistula.games.warsaw_1920.evaluation.rails import cuts, joints
from vistula.games.warsaw_1920.model import ARTILLERY, CAVALRY, POLAND, RUSSIA, Model
from vistula.games.warsaw_1920.rules.queries import controlled, zoc
from vistula.games.warsaw_1920.rules.sequence import operations_allowed
from vistula.games.warsaw_1920.state import State
from vistula.kernel import UNKNOWN

values_of = cache(unit_values)


class Stack:
    """Enemy counters in a hex, seen or guessed at."""

    __slots__ = ("count", "factor", "fights", "printed", "rides", "units", "value")

    def __init__(self) -> None:
        self.units: list[int] = []
        self.count = 0
        self.factor = 0.0  # of units that can act
        self.printed = 0.0  # of all, as they defend
        self.value = 0.0
        self.fights = False
        self.rides = 0

    def add(self, factor: float, value: float, disrupted: bool) -> None:
        self.count += 1
        self.value += value
        self.printed += factor
        if not disrupted:
            self.factor += factor
            self.fights = True


class Threat(dict[int, float]):
    """Combat factors that could attack a hex, counted when they are asked for."""

    def __init__(self, strikes: list[tuple[int, float]]) -> None:
        super().__init__()
        self.strikes = strikes

    def __missing__(self, hex: int) -> float:
        total = 0.0
        for struck, factor in self.strikes:
            if struck >> hex & 1:
                total += factor
        self[hex] = total
        return total


class Survey:
    """What follows from a masked state for one side; nothing in it depends on what that side may not know."""

    def __init__(self, s: State, me: int, doctrine: Doctrine) -> None:
        self.s, self.me, self.foe, self.doctrine = s, me, 1 - me, doctrine
        self.m: Model = s.m
        self.ground: Ground = ground_of(s.m)
        self.turns_left = s.m.turns - s.turn
        self.values = values_of(s.m, doctrine, self.turns_left)
        self.ground_gained = doctrine.ground
        self._pull: dict[int, float] = {}
        self.blocks: dict[int, float] = {}  # what `block` has found

    @cached_property
    def ezoc(self) -> int:
        return zoc(self.s, self.foe)

    @cached_property
    def barred(self) -> int:
        return self.s.occupied[self.foe] | ~self.ground.open

    # -- the enemy ----------------------------------------------------------------------------------

    @cached_property
    def unseen(self) -> dict[int, tuple[float, float]]:
        """Mean factor and value of the Polish units that Russia cannot see, by nationality."""
        m, sums = self.m, dict[int, list[float]]()
        for u in m.polish:
            if self.s.place[u] == UNKNOWN:
                row = sums.setdefault(m.nation[u], [0, 0, 0])
                row[0] += 1
                row[1] += m.cf[u]
                row[2] += self.values[u]
        return {nation: (row[1] / row[0], row[2] / row[0]) for nation, row in sums.items()}

    @cached_property
    def enemies(self) -> dict[int, Stack]:
        """Enemy stacks by hex."""
        s, m = self.s, self.m
        found: dict[int, Stack] = {}
        for u in m.polish if self.foe == POLAND else m.russian:
            h = s.place[u]
            if h < 0:
                continue
            stack = found.get(h) or found.setdefault(h, Stack())
            factor: float = m.cf[u] if m.kind[u] != ARTILLERY else 0
            stack.units.append(u)
            stack.rides += m.kind[u] == CAVALRY
            stack.add(factor, self.values[u], bool(s.disrupted >> u & 1))
        for ghost in s.ghosts if self.foe == POLAND else ():
            stack = found.get(ghost.hex) or found.setdefault(ghost.hex, Stack())
            factor, value = self.unseen[ghost.nation]
            stack.add(factor, value, ghost.disrupted)
        for stack in found.values():
            if not stack.printed:
                stack.printed = 1.0  # [11.7a] guns that defend alone
        return found

    @cached_property
    def enemy_operations(self) -> int:
        """Operation phases in the enemy's next player turn."""
        s, m = self.s, self.m
        if self.foe == RUSSIA:
            return m.russian_ops
        turn = s.turn + 1
        if turn > m.turns:
            return 0
        started = s.counterattack > 0 and turn >= s.counterattack
        return m.russian_ops if started else m.polish_ops[turn]

    def enemy_supply(self, front: int) -> float:
        """What part of its strength a Front can bring to bear; Poles need no supply."""
        return 1.0 if front < 0 or self.s.points[front] > 0 else 0.5

    @cached_property
    def strikers(self) -> list[tuple[int, int, float]]:
        """Enemy stacks that can act in his next player turn, by allowance: hex, movement points, combat factors."""
        s, m, operations = self.s, self.m, self.enemy_operations
        found: dict[tuple[int, int], float] = {}
        if not operations:
            return []
        for hex, stack in self.enemies.items():
            for u in stack.units:
                if not s.disrupted >> u & 1 and m.kind[u] != ARTILLERY:
                    supply = self.enemy_supply(m.front[u])
                    allowance = 0 if operations == 1 else m.ma[u] if supply == 1 else (m.ma[u] + 1) // 2
                    found[hex, allowance] = found.get((hex, allowance), 0.0) + m.cf[u] * supply
        for ghost in s.ghosts:
            if self.foe == POLAND and not ghost.disrupted:
                key = ghost.hex, 4 if operations > 1 else 0
                found[key] = found.get(key, 0.0) + self.unseen[ghost.nation][0]
        return [(hex, allowance, factor) for (hex, allowance), factor in found.items()]

    @cached_property
    def riders(self) -> dict[int, int]:
        """By allowance: hexes of enemies that can move in his next player turn."""
        found: dict[int, int] = {}
        for hex, allowance, _ in self.strikers:
            if allowance:
                found[allowance] = found.get(allowance, 0) | 1 << hex
        return found

    @cached_property
    def threat(self) -> list[float]:
        """By hex: combat factors that could attack it in the enemy's next player turn, after one free move."""
        threat = [0.0] * self.m.grid.size
        for hex, allowance, factor in self.strikers:
            for h in self.ground.strikes(hex, allowance):
                threat[h] += factor
        return threat

    @cached_property
    def threat_nearby(self) -> Threat:
        """`threat` for decisions that look at a few hexes only."""
        return Threat([(self.ground.struck(hex, allowance), factor) for hex, allowance, factor in self.strikers])

    @cached_property
    def free_access(self) -> int:
        """Hexes that the enemy could enter in one move if nobody barred his way."""
        found = 0
        for hex, allowance, _ in self.strikers:
            found |= self.ground.within(hex, allowance)
        return found

    @cached_property
    def distance(self) -> list[int]:
        """By hex: how far the nearest enemy is that can act."""
        return self.ground.away_from(collect(hex for hex, stack in self.enemies.items() if stack.fights))

    # -- what hexes are worth -----------------------------------------------------------------------

    @cached_property
    def hold(self) -> float:
        """What part of a city's points is felt now: more as the end comes nearer."""
        early = self.doctrine.early
        return early + (1 - early) * (1 - self.turns_left / self.m.turns)

    @cached_property
    def last_word(self) -> bool:
        """Whether this is the last that this side does in the game."""
        s = self.s
        return not self.turns_left and s.side == self.me and s.operation >= operations_allowed(s)

    @cached_property
    def sudden(self) -> bool:
        """[4.2a] Whether Warsaw would end the game."""
        return not any(self.s.resupplied)

    def city_worth(self, city: int) -> float:
        """What the control of a city means, one side's gain and the other's loss together."""
        m, d = self.m, self.doctrine
        if city == m.warsaw:
            return d.warsaw if self.sudden else m.vp_warsaw_polish + m.vp_warsaw_russian
        worth = 2 * self.ground.vp[city] * self.hold
        if not self.s.paid >> city & 1:
            worth += d.supply_point
        return worth

    def hex_worth(self, hex: int) -> float:
        """What the control of any hex means."""
        if hex in self.ground.vp:
            return self.city_worth(hex)
        return self.doctrine.town if self.m.town >> hex & 1 else 0.0

    @cached_property
    def goals(self) -> list[tuple[float, list[int]]]:
        """Enemy cities: weight and distances."""
        return self._weighed(controlled(self.s, self.foe))

    @cached_property
    def homes(self) -> list[tuple[float, list[int], int]]:
        """Own cities: weight, distances, and how far the enemy is; in the end, those that he can still reach."""
        cities = [c for c in self.ground.cities if controlled(self.s, self.me) >> c & 1]
        far = FAR if self.turns_left else self.enemy_operations * max(self.riders, default=0) + 1
        return [(self._weight(c), self.ground.travel[c], self.distance[c]) for c in cities if self.distance[c] < far]

    def _weighed(self, held: int) -> list[tuple[float, list[int]]]:
        return [(self._weight(c), self.ground.travel[c]) for c in self.ground.cities if held >> c & 1]

    def _weight(self, city: int) -> float:
        d = self.doctrine
        weight = min(self.city_worth(city), d.most)
        return weight + d.focus_weight if city == d.focus else weight

    @cached_property
    def cuts(self) -> dict[int, int]:
        """Railway hexes whose loss costs the enemy points; looked at only when the game is about to end."""
        return cuts(self.s, self.ground, self.foe) if self.turns_left == 0 else {}

    @cached_property
    def joints(self) -> dict[int, int]:
        """Railway hexes where an own unit would win points, likewise."""
        return joints(self.s, self.ground, self.me) if self.turns_left == 0 else {}

    def pull(self, hex: int) -> float:
        """How good a hex is for going on to the enemy's cities."""
        found = self._pull.get(hex)
        if found is None:
            far = self.doctrine.reach
            found = self._pull[hex] = sum(weight * far / (far + travel[hex]) for weight, travel in self.goals)
        return found

    def block(self, hex: int) -> float:
        """How much of the enemy's ways to own cities leads over a hex."""
        found = self.blocks.get(hex)
        if found is None:
            here, total = self.distance[hex], 0.0
            wide, alarm = self.doctrine.detour, self.doctrine.alarm
            for weight, travel, enemy in self.homes:
                detour = here + travel[hex] - enemy
                if detour < wide:
                    total += weight * (1 - detour / wide) * alarm / (alarm + enemy)
            found = self.blocks[hex] = total
        return found
