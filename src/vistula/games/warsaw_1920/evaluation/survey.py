"""The situation as one side sees it: where the enemy stands, what he can strike, which hexes are worth what."""

from __future__ import annotations

from functools import cache, cached_property

from vistula.board.hexes import collect
from vistula.kernel import UNKNOWN
from vistula.players.kit import Facts
from vistula.players.kit.ground import FAR
from vistula.players.kit.influence import Influence

from ..model import ARTILLERY, POLAND, RUSSIA, Model
from ..rules.queries import controlled, in_communication, zoc
from ..rules.sequence import operations_allowed
from ..state import State
from .doctrine import Doctrine, unit_values
from .ground import Ground, cuts, ground_of, joints

values_of = cache(unit_values)


class Stack:
    """Enemy counters in a hex, seen or guessed at."""

    __slots__ = ("factor", "fights", "printed", "units", "value")

    def __init__(self) -> None:
        self.units: list[int] = []
        self.factor = 0.0  # of units that can act
        self.printed = 0.0  # of all, as they defend
        self.value = 0.0
        self.fights = False

    def add(self, factor: float, value: float, disrupted: bool) -> None:
        self.value += value
        self.printed += factor
        if not disrupted:
            self.factor += factor
            self.fights = True


class Survey(Influence):
    """What follows from a masked state for one side; nothing in it depends on what that side may not know."""

    ground: Ground

    def __init__(self, s: State, me: int, doctrine: Doctrine) -> None:
        super().__init__(ground_of(s.m), doctrine)
        self.s, self.me, self.foe, self.doctrine = s, me, 1 - me, doctrine
        self.m: Model = s.m
        self.turns_left = s.m.turns - s.turn
        self.values = values_of(s.m, doctrine, self.turns_left)

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
        for u in m.units_of[self.foe]:
            h = s.place[u]
            if h < 0:
                continue
            stack = found.get(h) or found.setdefault(h, Stack())
            factor: float = m.cf[u] if m.kind[u] != ARTILLERY else 0
            stack.units.append(u)
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
            return m.operations.russian
        turn = s.turn + 1
        if turn > m.turns:
            return 0
        started = s.counterattack > 0 and turn >= s.counterattack
        return m.operations.russian if started else m.polish_ops[turn]

    def enemy_supply(self, front: int) -> float:
        """What part of its strength a Front can bring to bear; Poles need no supply."""
        return 1.0 if front < 0 or self.s.points[front] > 0 else 0.5

    @cached_property
    def strikers(self) -> list[tuple[int, int, float]]:  # type: ignore[override]
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
    def fighting(self) -> int:  # type: ignore[override]
        return collect(hex for hex, stack in self.enemies.items() if stack.fights)

    @cached_property
    def facts(self) -> Facts:
        """The position as every posture wants to know it."""
        s, operations = self.s, self.enemy_operations
        return Facts(
            own=(),
            foes=(),
            prizes={},
            held=controlled(s, self.me),
            fed=in_communication(s, self.me),
            deciding=1 << self.m.warsaw if self.sudden else 0,
            answers=operations,
            rides=operations if operations > 2 else 0,
            last=self.last_word,
        )

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
            return d.warsaw if self.sudden else m.points.warsaw_polish + m.points.warsaw_russian
        worth = 2 * self.ground.vp[city] * self.hold
        if not self.s.paid >> city & 1:
            worth += d.supply_point
        return worth

    def prize(self, hex: int) -> float:
        """What the control of any hex means."""
        if hex in self.ground.vp:
            return self.city_worth(hex)
        return self.doctrine.town if self.m.town >> hex & 1 else 0.0

    @cached_property
    def goals(self) -> list[tuple[float, int]]:  # type: ignore[override]
        """Enemy cities."""
        held = controlled(self.s, self.foe)
        return [(self.weight(c), c) for c in self.ground.cities if held >> c & 1]

    @cached_property
    def guarded(self) -> list[tuple[float, int]]:  # type: ignore[override]
        """Own cities; in the end, those that the enemy can still reach."""
        held, away = controlled(self.s, self.me), self.distance
        far = FAR if self.turns_left else self.enemy_operations * max(self.riders, default=0) + 1
        return [(self.weight(c), c) for c in self.ground.cities if held >> c & 1 and away[c] < far]

    @cached_property
    def cuts(self) -> dict[int, int]:
        """Railway hexes whose loss costs the enemy points; looked at only when the game is about to end."""
        return cuts(self.s, self.ground, self.foe) if self.turns_left == 0 else {}

    @cached_property
    def joints(self) -> dict[int, int]:
        """Railway hexes where an own unit would win points, likewise."""
        return joints(self.s, self.ground, self.me) if self.turns_left == 0 else {}
